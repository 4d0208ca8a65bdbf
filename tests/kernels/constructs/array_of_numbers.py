# SPDX-License-Identifier: Apache-2.0
"""`pl.array.create`: a small array of numbers in orchestration."""

import pypto.language as pl


@pl.jit
def array_of_numbers(y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    starts = pl.array.create(4, pl.INT32)
    for i in pl.range(4):
        starts[i] = pl.cast((i + 1) % 4 * 16, pl.INT32)
    for i in pl.range(4):
        start = starts[i]
        with pl.at(level=pl.Level.CORE_GROUP):
            y[start : start + 16, :] = pl.full([16, 64], pl.FP32, 2.5)
    return y


def golden(tensors):
    tensors["y"][:] = 2.5


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("y", [64, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(array_of_numbers, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
