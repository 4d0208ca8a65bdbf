# SPDX-License-Identifier: Apache-2.0
"""A dynamic extent goes through kernels and inline helpers."""

import pypto.language as pl

T = pl.dynamic("T")


@pl.jit.incore
def band(x: pl.Tensor[[T, 64], pl.FP32], r: pl.INDEX, y: pl.Out[pl.Tensor[[T, 64], pl.FP32]]):
    y[r : r + 8, :] = pl.add(x[r : r + 8, :], 1.0)
    return y


@pl.jit.inline
def bands(x, y):
    for r in pl.parallel(0, x.shape[0], 8):
        y = band(x, r, y)
    return y


@pl.jit
def dynamic_through_helpers(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[T, 64], pl.FP32]]):
    y = bands(x, y)
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] + 1


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [24, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [24, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(dynamic_through_helpers, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
