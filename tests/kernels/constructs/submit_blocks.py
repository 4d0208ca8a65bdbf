# SPDX-License-Identifier: Apache-2.0
"""`pl.spmd_submit` runs a kernel as one task of several blocks."""

import pypto.language as pl


@pl.jit.incore
def block(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    r = pl.tile.get_block_idx() * 16
    y[r : r + 16, :] = pl.neg(x[r : r + 16, :])
    return y


@pl.jit
def submit_blocks(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, tid = pl.spmd_submit(block, x, y, core_num=4)
    return y


def golden(tensors):
    tensors["y"][:] = -tensors["x"]


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
    result = run(submit_blocks, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
