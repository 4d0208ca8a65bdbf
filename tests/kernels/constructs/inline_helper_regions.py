# SPDX-License-Identifier: Apache-2.0
"""Regions and loops of a helper belong to the caller."""

import pypto.language as pl


@pl.jit.inline
def scaled(x, y, factor):
    for r in pl.parallel(0, x.shape[0], 16):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="scaled"):
            y[r : r + 16, :] = pl.mul(x[r : r + 16, :], factor)
    return y


@pl.jit
def inline_helper_regions(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    work = pl.create_tensor([32, 64], dtype=pl.FP32)
    work = scaled(x, work, 2.0)
    y = scaled(work, y, -1.5)
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] * -3


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [32, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [32, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(inline_helper_regions, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
