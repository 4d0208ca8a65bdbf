# SPDX-License-Identifier: Apache-2.0
"""Trailing axes that are left out are taken whole."""

import pypto.language as pl


@pl.jit
def slice_missing_axes(x: pl.Tensor[[2, 16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16] = pl.sub(x[1], x[0])
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"][1] - tensors["x"][0]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [2, 16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(slice_missing_axes, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
