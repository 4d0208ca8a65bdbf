# SPDX-License-Identifier: Apache-2.0
"""Tuples are values: unpacked, or read at a static index."""

import pypto.language as pl


@pl.jit
def tuple_value(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    rows, cols = x.shape
    with pl.at(level=pl.Level.CORE_GROUP):
        pair = (x[:, :], pl.full([rows, cols], pl.FP32, 1.5))
        first, second = pair
        y[:, :] = pl.add(pl.mul(first, pair[1]), second)
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] * 1.5 + 1.5


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
    result = run(tuple_value, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
