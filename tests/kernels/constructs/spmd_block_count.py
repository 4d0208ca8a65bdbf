# SPDX-License-Identifier: Apache-2.0
"""`get_block_num` is the number of blocks: each one takes its share of the rows."""

import pypto.language as pl


@pl.jit
def spmd_block_count(x: pl.Tensor[[96, 64], pl.FP32], y: pl.Out[pl.Tensor[[96, 64], pl.FP32]]):
    with pl.spmd(4):
        first = pl.tile.get_block_idx() * 16
        for r in pl.range(first, 96, pl.tile.get_block_num() * 16):
            y[r : r + 16, :] = pl.mul(x[r : r + 16, :], 5.0)
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] * 5


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [96, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [96, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(spmd_block_count, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
