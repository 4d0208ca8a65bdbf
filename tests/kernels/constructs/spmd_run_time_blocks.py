# SPDX-License-Identifier: Apache-2.0
"""The number of blocks is an expression that is known at run time."""

import pypto.language as pl

T = pl.dynamic("T")


@pl.jit
def spmd_run_time_blocks(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[T, 64], pl.FP32]]):
    for b in pl.spmd((pl.tensor.dim(x, 0) + 15) // 16):
        r = b * 16
        y[r : r + 16, :] = pl.neg(x[r : r + 16, :])
    return y


def golden(tensors):
    tensors["y"][:] = -tensors["x"]


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
    result = run(spmd_run_time_blocks, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
