# SPDX-License-Identifier: Apache-2.0
"""Windows of tiles, and writes into a part of one."""

import pypto.language as pl


@pl.jit
def tile_slices(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
        top = t[0:8, :]
        t[8:16, :] = pl.tile.neg(top)
        pl.store(t, [0, 0], y)
    return y


def golden(tensors):
    tensors["y"][:8] = tensors["x"][:8]
    tensors["y"][8:] = -tensors["x"][:8]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(tile_slices, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
