# SPDX-License-Identifier: Apache-2.0
"""`pl.reshape` of a value: the same elements under another shape, nothing moves."""

import pypto.language as pl


@pl.jit
def reshape_on_chip(
    w: pl.Tensor[[64], pl.FP32], x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        row = pl.reshape(w[:], [1, 64])
        t = pl.col_expand_mul(x[:, :], row)
        wide = pl.add(pl.reshape(t, [8, 128]), 1.0)
        y[:, :] = pl.reshape(wide, [16, 64])
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] * tensors["w"] + 1


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("w", [64], torch.float32, init_value=torch.randn),
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(reshape_on_chip, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
