# SPDX-License-Identifier: Apache-2.0
"""A comprehension in `deps=` picks elements of an array of task ids."""

import pypto.language as pl

GROUP = 2


@pl.jit
def deps_comprehension(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    parts = pl.create_tensor([64, 64], dtype=pl.FP32, manual_dep=True)
    tids = pl.array.create(4, pl.TASK_ID)
    for p in pl.parallel(4):
        with pl.at(level=pl.Level.CORE_GROUP) as t:
            parts[p * 16 : p * 16 + 16, :] = pl.exp(x[p * 16 : p * 16 + 16, :])
        tids[p] = t
    for g in pl.range(2):
        with pl.at(level=pl.Level.CORE_GROUP, deps=[tids[g * 2 + j] for j in range(GROUP)]):
            r = g * 32
            y[g * 16 : g * 16 + 16, :] = pl.add(parts[r : r + 16, :], parts[r + 16 : r + 32, :])
    return y


def golden(tensors):
    parts = tensors["x"].exp().view(2, 2, 16, 64)
    tensors["y"].view(2, 16, 64)[:] = parts[:, 0] + parts[:, 1]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [64, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [32, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(deps_comprehension, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
