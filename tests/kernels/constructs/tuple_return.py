# SPDX-License-Identifier: Apache-2.0
"""A kernel that returns several outputs; a helper that returns several values."""

import pypto.language as pl


@pl.jit.inline
def halves(rows):
    return pl.mul(rows, 0.5), pl.mul(rows, 2.0)


@pl.jit
def tuple_return(
    x: pl.Tensor[[16, 64], pl.FP32],
    low: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    high: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a, b = halves(x[:, :])
        low[:, :] = a
        high[:, :] = b
    return low, high


def golden(tensors):
    tensors["low"][:] = tensors["x"] * 0.5
    tensors["high"][:] = tensors["x"] * 2


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("low", [16, 64], torch.float32),
        TensorSpec("high", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(tuple_return, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
