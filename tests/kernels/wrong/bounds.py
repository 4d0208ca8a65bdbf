# SPDX-License-Identifier: Apache-2.0
# code: bounds
"""A window or an index lies outside of its tensor, whatever happens at run time.

Make it smaller. Where the last window hangs over the edge give it valid_shape=, or clamp=True.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:80, :]  # E:13 IO [bounds] x[...]: the window leaves the source: axis 0 asks for 0 to 80, the extent is 64
        k = x[64, 0]  # E:13 TE [bounds] index 64 is outside axis 0 of extent 64
        u = pl.load(x, [60, 0], [16, 64])  # E:13 IO [bounds] the window leaves the source in pl.load: axis 0 asks for 60 to 76, the extent is 64
        pl.store(pl.load(x, [0, 0], [16, 64]), [56, 0], y)  # E:9 IO [bounds] the window leaves the target in pl.store: axis 0 asks for 56 to 72, the extent is 64
        pl.write(y, [0, 64], 1.0)  # E:9 IO [bounds] index 64 is outside axis 1 of extent 64 in pl.write
        v = pl.slice(x, [16, 64], [-4, 0])  # E:13 IO [bounds] offset -4 on axis 0 is negative in pl.slice
        w = pl.slice(x, [16, 64], [60, 0], valid_shape=[8, 64])  # E:13 IO [bounds] the window leaves the source in pl.slice: axis 0 asks for 60 to 68, the extent is 64
        p = pl.read(x, [0, -1])  # E:13 IO [bounds] index -1 is outside axis 1 of extent 64 in pl.read
        z = pl.assemble(y, x[0:16, :], [56, 0])  # E:13 IO [bounds] the window leaves the target in pl.assemble: axis 0 asks for 56 to 72, the extent is 64
        y[56:72, :] = x[0:16, :]  # E:9 IO [bounds] y[...]: the window leaves the target: axis 0 asks for 56 to 72, the extent is 64
    return y
