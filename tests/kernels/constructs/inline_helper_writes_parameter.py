# SPDX-License-Identifier: Apache-2.0
"""A helper that writes its parameter writes the caller's tensor."""

import pypto.language as pl


@pl.jit.inline
def fill(target: pl.Tensor, r, value):
    target[r : r + 16, :] = pl.full([16, 64], pl.FP32, value)


@pl.jit
def inline_helper_writes_parameter(y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    work = pl.create_tensor([32, 64], dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        fill(work, 0, 1.0)
        fill(work, 16, 2.0)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(work[:, :], 3.0)
    return y


def golden(tensors):
    tensors["y"][:16] = 3
    tensors["y"][16:] = 6


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("y", [32, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(inline_helper_writes_parameter, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
