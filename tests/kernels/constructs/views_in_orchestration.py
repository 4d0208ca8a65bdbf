# SPDX-License-Identifier: Apache-2.0
"""Slices and reshapes outside a region are views: they share the storage of their base."""

import pypto.language as pl


@pl.jit
def views_in_orchestration(x: pl.Tensor[[2, 16, 64], pl.FP32], y: pl.InOut[pl.Tensor[[32, 64], pl.FP32]]):
    flat = pl.reshape(x, [32, 64])
    lower = y[16:32, :]
    with pl.at(level=pl.Level.CORE_GROUP):
        lower[:, :] = pl.mul(flat[8:24, :], 2.0)
    return y


def golden(tensors):
    tensors["y"][16:] = tensors["x"].reshape(32, 64)[8:24] * 2


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [2, 16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [32, 64], torch.float32, init_value=1.0),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(views_in_orchestration, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
