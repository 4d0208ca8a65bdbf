# SPDX-License-Identifier: Apache-2.0
"""Scalars are carried as well, beside arrays."""

import pypto.language as pl


@pl.jit
def carried_scalar(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.const(0, pl.INT32)
        b = pl.const(1, pl.INT32)
        t = x[:, :]
        for i in pl.range(8):
            c = a + b
            a = b
            b = c
            t = pl.mul(t, -1.0)
        y[:, :] = pl.mul(t, pl.cast(b, pl.FP32))
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] * 34


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
    result = run(carried_scalar, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
