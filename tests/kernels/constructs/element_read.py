# SPDX-License-Identifier: Apache-2.0
"""`x[i, j]` is one element as a scalar, in a region and in orchestration."""

import pypto.language as pl


@pl.jit
def element_read(
    starts: pl.Tensor[[2, 2], pl.INT32],
    x: pl.Tensor[[64, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
):
    first = starts[0, 1]
    with pl.at(level=pl.Level.CORE_GROUP):
        second = pl.read(starts, [1, 0])
        y[0:16, :] = x[first : first + 16, :]
        y[16:32, :] = pl.mul(x[second : second + 16, :], x[0, 3])
    return y


def golden(tensors):
    x = tensors["x"]
    tensors["y"][:16] = x[40:56]
    tensors["y"][16:] = x[5:21] * x[0, 3]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("starts", [2, 2], torch.int32, init_value=torch.tensor([[0, 40], [5, 0]])),
        TensorSpec("x", [64, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [32, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(element_read, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
