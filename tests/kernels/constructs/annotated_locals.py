# SPDX-License-Identifier: Apache-2.0
"""Annotations on local names are checked."""

import pypto.language as pl


@pl.jit
def annotated_locals(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    count: pl.Scalar[pl.INT32] = 3
    with pl.at(level=pl.Level.CORE_GROUP):
        rows: pl.Tensor[[16, 64], pl.FP32] = x[:, :]
        factor: pl.FP32 = pl.cast(count, pl.FP32)
        y[:, :] = pl.mul(rows, factor)
    return y


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
    result = run(annotated_locals, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
