# SPDX-License-Identifier: Apache-2.0
"""`pl.unroll`: the variable is a number in each copy and indexes a captured tuple."""

import pypto.language as pl

FACTORS = (2.0, -1.0, 0.5)


@pl.jit
def unroll_table(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[48, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.unroll(3):
            y[i * 16 : i * 16 + 16, :] = pl.mul(x[:, :], FACTORS[i])
    return y


def golden(tensors):
    x = tensors["x"]
    for i, factor in enumerate(FACTORS):
        tensors["y"][i * 16 : i * 16 + 16] = x * factor


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [48, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(unroll_table, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
