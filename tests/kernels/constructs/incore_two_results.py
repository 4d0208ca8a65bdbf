# SPDX-License-Identifier: Apache-2.0
"""A kernel with two outputs called for both."""

import pypto.language as pl


@pl.jit.incore
def split(x: pl.Tensor, high: pl.Out[pl.Tensor], low: pl.Out[pl.Tensor]):
    high[:, :] = pl.maximum(x[:, :], 0.0)
    low[:, :] = pl.minimum(x[:, :], 0.0)
    return high, low


@pl.jit
def incore_two_results(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    high = pl.create_tensor([16, 64], dtype=pl.FP32)
    low = pl.create_tensor([16, 64], dtype=pl.FP32)
    high, low = split(x, high, low)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.sub(high[:, :], low[:, :])
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"].abs()


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
    result = run(incore_two_results, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
