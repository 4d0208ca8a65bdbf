# SPDX-License-Identifier: Apache-2.0
"""Branches outside a region choose which tasks run."""

import pypto.language as pl


@pl.jit
def if_in_orchestration(
    flag: pl.Tensor[[1], pl.INT32], x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]
):
    if flag[0] > 0:
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.mul(x[:, :], 3.0)
    else:
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = x[:, :]
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] * 3


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("flag", [1], torch.int32, init_value=1),
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(if_in_orchestration, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
