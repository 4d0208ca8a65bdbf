# SPDX-License-Identifier: Apache-2.0
"""Scalar arithmetic in FP32 rounds after each operation."""

import pypto.language as pl


@pl.jit
def scalar_floats(x: pl.Tensor[[4], pl.FP32], y: pl.Out[pl.Tensor[[4], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = x[0]
        b = x[1]
        pl.write(y, [0], a * b + a)
        pl.write(y, [1], a / b)
        pl.write(y, [2], pl.min(a, b) - pl.max(a, 0.5))
        pl.write(y, [3], -a)
    return y


def golden(tensors):
    a, b = tensors["x"][0], tensors["x"][1]
    for i, v in enumerate([a * b + a, a / b, min(a, b) - max(a, 0.5), -a]):
        tensors["y"][i] = v


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [4], torch.float32, init_value=torch.randn),
        TensorSpec("y", [4], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(scalar_floats, build_tensor_specs(), golden_fn=golden, config=config, rtol=0.0, atol=0.0)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
