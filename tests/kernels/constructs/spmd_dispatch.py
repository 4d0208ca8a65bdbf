# SPDX-License-Identifier: Apache-2.0
"""`with pl.spmd(n)` around one call: the kernel runs as n blocks."""

import pypto.language as pl


@pl.jit.incore
def block(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    r = pl.tile.get_block_idx() * 16
    y[r : r + 16, :] = pl.mul(x[r : r + 16, :], -2.0)
    return y


@pl.jit
def spmd_dispatch(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.spmd(4):
        y = block(x, y)
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] * -2


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [64, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [64, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(spmd_dispatch, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
