# SPDX-License-Identifier: Apache-2.0
"""A scope at the level of the chip is orchestration: regions stand in it, and its names are there behind it."""

import pypto.language as pl


@pl.jit
def level_of_chip(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(pl.Level.CHIP, pl.Role.Orchestrator, name_hint="steps"):
        mid = pl.create_tensor([64, 64], dtype=pl.FP32)
        rows = x.shape[0] // 4
        for i in pl.range(4):
            with pl.at(level=pl.Level.CORE_GROUP) as first:
                mid[i * rows : i * rows + 16, :] = pl.mul(x[i * rows : i * rows + 16, :], 2.0)
        with pl.at(level=pl.Level.UMA):
            half = rows * 2
    with pl.at(level=pl.Level.L2CACHE):
        start = half
        with pl.at(level=pl.Level.CORE_GROUP, deps=[first]):
            y[0:32, :] = pl.add(mid[start : start + 32, :], 1.0)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[32:64, :] = pl.neg(mid[0:32, :])
    return y


def golden(tensors):
    x, y = tensors["x"], tensors["y"]
    y[:32] = x[32:] * 2 + 1
    y[32:] = -2 * x[:32]


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
    result = run(level_of_chip, build_tensor_specs(), golden_fn=golden, config=config, rtol=0.0, atol=0.0)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
