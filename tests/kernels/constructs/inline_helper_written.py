# SPDX-License-Identifier: Apache-2.0
"""A helper's value written at once: into a window, into a part of a value on the core, into an element of an array."""

import pypto.language as pl


@pl.jit.inline
def squared(rows):
    return pl.mul(rows, rows)


@pl.jit.inline
def following(number):
    return number + 1


@pl.jit.inline
def doubled(x: pl.Tensor, y: pl.Tensor, r: pl.INDEX, before: pl.TaskId):
    with pl.at(level=pl.Level.CORE_GROUP, deps=[before]) as task:
        y[r : r + 8, :] = pl.mul(x[r : r + 8, :], 2.0)
    return task


@pl.jit
def inline_helper_written(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    twice = pl.create_tensor([16, 64], dtype=pl.FP32)
    start = pl.system.task_dummy(deps=[])
    tasks = pl.array.create(2, pl.TASK_ID)
    with pl.manual_scope():
        for p in pl.range(2):
            tasks[p] = doubled(x, twice, p * 8, start)
        with pl.at(level=pl.Level.CORE_GROUP, deps=[tasks]):
            y[0:8, :] = squared(twice[0:8, :])
            numbers = pl.array.create(4, pl.INT32)
            for i in pl.range(4):
                numbers[i] = following(i)
            rest = pl.create_tensor([8, 64], dtype=pl.FP32)
            rest[0:4, :] = squared(twice[8:12, :])
            rest[4:8, :] = pl.mul(twice[12:16, :], pl.cast(numbers[3], pl.FP32))
            y[8:16, :] = rest
    return y


def golden(tensors):
    twice = tensors["x"] * 2
    tensors["y"][:12] = twice[:12] * twice[:12]
    tensors["y"][12:] = twice[12:] * 4


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
    result = run(inline_helper_written, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
