# SPDX-License-Identifier: Apache-2.0
"""Bounds that pl.const types give the loop variable their type."""

import pypto.language as pl


@pl.jit
def typed_loops(
    x: pl.Tensor[[16, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    z: pl.Out[pl.Tensor[[4], pl.INT32]],
):
    total = pl.const(0, pl.INT32)
    for i in pl.range(pl.const(1, pl.INT32), pl.const(9, pl.INT32), pl.const(2, pl.INT32)):
        total = total + i
    for b in pl.parallel(0, pl.const(16, pl.INT32)):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[b : b + 1, :] = pl.mul(x[b : b + 1, :], pl.cast(b, pl.FP32))
    with pl.at(level=pl.Level.CORE_GROUP):
        s = total
        for q in pl.pipeline(pl.const(5, pl.INT32), stage=2):
            s = s + q
        for u in pl.unroll(pl.const(3, pl.INT32)):
            last = u
            s = s * (u + pl.const(1, pl.INT32))
        pl.write(z, [0], total)
        pl.write(z, [1], s)
        pl.write(z, [2], last)
        pl.write(z, [3], pl.const(-1, pl.INT32))
    return y, z


def golden(tensors):
    import torch

    tensors["y"][:] = tensors["x"] * torch.arange(16, dtype=torch.float32)[:, None]
    tensors["z"][:] = torch.tensor([16, 156, 2, -1], dtype=torch.int32)


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
        TensorSpec("z", [4], torch.int32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(typed_loops, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
