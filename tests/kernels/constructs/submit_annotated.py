# SPDX-License-Identifier: Apache-2.0
"""The annotation of a submission that is kept as one value."""

import pypto.language as pl


@pl.jit.incore
def doubled(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def submit_annotated(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    half = pl.create_tensor([16, 64], dtype=pl.FP32)
    both: pl.Tuple[pl.Tensor[[16, 64], pl.FP32], pl.TaskId] = pl.submit(doubled, x, half)
    again: tuple[pl.Tensor[[16, 64], pl.FP32], pl.TaskId] = pl.submit(doubled, both[0], y, deps=[])
    return again[0]


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
    result = run(submit_annotated, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
