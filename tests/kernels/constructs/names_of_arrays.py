# SPDX-License-Identifier: Apache-2.0
"""Small arrays by their functions, and the id of no task."""

import pypto.language as pl


@pl.jit
def names_of_arrays(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tasks = pl.array.create(4, pl.TASK_ID)
    factors = pl.array.create(extent=4, dtype=pl.INT32)
    none = pl.system.task_invalid()
    for i in pl.unroll(4):
        factors = pl.array.update_element(array=factors, index=i, value=pl.cast(i + 1, pl.INT32))
        factor = pl.array.get_element(array=factors, index=i)
        with pl.at(level=pl.Level.CORE_GROUP, deps=[none]) as done:
            rows = x[i * 16 : i * 16 + 16, :]
            y[i * 16 : i * 16 + 16, :] = pl.mul(rows, pl.cast(factor, pl.FP32))
        tasks = pl.array.update_element(tasks, i, done)
    first = pl.array.get_element(tasks, 0)
    every = pl.system.task_dummy(deps=[first, tasks])
    with pl.at(level=pl.Level.CORE_GROUP, deps=[every]):
        y[0:16, :] = pl.neg(x[0:16, :])
    return y


def golden(tensors):
    import torch

    factors = torch.tensor([-1.0, 2.0, 3.0, 4.0]).repeat_interleave(16)
    tensors["y"][:] = tensors["x"] * factors[:, None]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [64, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [64, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(names_of_arrays, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
