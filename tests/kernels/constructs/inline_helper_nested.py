# SPDX-License-Identifier: Apache-2.0
"""Helpers call helpers."""

import pypto.language as pl


@pl.jit.inline
def square(t):
    return pl.mul(t, t)


@pl.jit.inline
def fourth(t):
    s = square(t)
    s = square(s)
    return s


@pl.jit
def inline_helper_nested(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        s = x[:, :]
        f = fourth(s)
        y[:, :] = pl.sub(f, s)
    return y


def golden(tensors):
    s = tensors["x"] * tensors["x"]
    tensors["y"][:] = s * s - tensors["x"]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(inline_helper_nested, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
