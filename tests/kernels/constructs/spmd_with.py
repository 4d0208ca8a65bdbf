# SPDX-License-Identifier: Apache-2.0
"""`with pl.spmd(n) as tid`: the body reads the index of its block."""

import pypto.language as pl


@pl.jit
def spmd_with(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    work = pl.create_tensor([64, 64], dtype=pl.FP32, manual_dep=True)
    with pl.spmd(4, name_hint="fill") as filled:
        r = pl.tile.get_block_idx() * 16
        work[r : r + 16, :] = pl.add(x[r : r + 16, :], 1.0)
    with pl.spmd(2, deps=[filled]) as done:
        r = pl.tile.get_block_idx() * 32
        y[r : r + 32, :] = work[r : r + 32, :]
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] + 1


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
    result = run(spmd_with, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
