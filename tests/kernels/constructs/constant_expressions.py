# SPDX-License-Identifier: Apache-2.0
"""Python's operators and functions work on numbers that are known while the kernel is read."""

import pypto.language as pl

BASE = 4
SIZES = [8, 16, 32]


@pl.jit
def constant_expressions(x: pl.Tensor[[BASE**2, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 1 << 6], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        rows = min(BASE**2, max(SIZES))
        bytes_of_a_row = 64 * pl.FP32.get_byte()
        pl.static_assert(bytes_of_a_row == 256, "FP32 has four bytes")
        y[0:rows, 0 : 1 << 6] = pl.mul(x[0:rows, :], (BASE | 3) ^ len(SIZES))
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] * 4


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
    result = run(constant_expressions, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
