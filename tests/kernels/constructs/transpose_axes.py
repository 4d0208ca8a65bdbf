# SPDX-License-Identifier: Apache-2.0
"""`pl.transpose` of two axes of a value."""

import pypto.language as pl


@pl.jit
def transpose_axes(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.transpose(x[:, :], 0, 1)
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"].T


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [64, 16], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(transpose_axes, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
