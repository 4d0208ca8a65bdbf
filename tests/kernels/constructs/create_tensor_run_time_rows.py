# SPDX-License-Identifier: Apache-2.0
"""A scratch tensor whose extent is known at run time."""

import pypto.language as pl

T = pl.dynamic("T")


@pl.jit
def create_tensor_run_time_rows(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[T, 64], pl.FP32]]):
    rows = pl.tensor.dim(x, 0)
    work = pl.create_tensor([rows, 64], dtype=pl.FP32)
    for b in pl.spmd(rows // 16):
        work[b * 16 : b * 16 + 16, :] = pl.mul(x[b * 16 : b * 16 + 16, :], 2.0)
    for b in pl.spmd(rows // 16):
        y[b * 16 : b * 16 + 16, :] = pl.neg(work[b * 16 : b * 16 + 16, :])
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] * -2


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [48, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [48, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(create_tensor_run_time_rows, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
