# SPDX-License-Identifier: Apache-2.0
"""Numbers of an enclosing function are constants too; each kernel keeps its own."""

import pypto.language as pl


def make(factor):
    rows = 16

    @pl.jit
    def closure_constants(x: pl.Tensor[[rows, 64], pl.FP32], y: pl.Out[pl.Tensor[[rows, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[0:rows, :] = pl.mul(x[0:rows, :], factor)
        return y

    return closure_constants


def golden(tensors):
    tensors["y"][:] = tensors["x"] * 3


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
    result = run(make(3.0), build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
