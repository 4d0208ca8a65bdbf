# SPDX-License-Identifier: Apache-2.0
"""A window write into a value on chip makes a new value; the old name's other uses are not changed."""

import pypto.language as pl


@pl.jit
def write_value_on_chip(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        before = pl.mul(t, 1.0)
        t[0:8, :] = pl.neg(t[8:16, :])
        y[0:16, :] = t
        y[16:32, :] = before
    return y


def golden(tensors):
    x = tensors["x"]
    tensors["y"][:8] = -x[8:]
    tensors["y"][8:16] = x[8:]
    tensors["y"][16:] = x


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [32, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(write_value_on_chip, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
