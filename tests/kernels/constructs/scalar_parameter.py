# SPDX-License-Identifier: Apache-2.0
"""Scalar parameters: a bare element type is `pl.Scalar` of it."""

import pypto.language as pl


@pl.jit
def scalar_parameter(
    x: pl.Tensor[[16, 64], pl.FP32],
    factor: pl.FP32,
    shift: pl.Scalar[pl.FP32],
    flag: pl.BOOL,
    y: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.add(pl.mul(x[:, :], factor), shift)
        if flag:
            t = pl.neg(t)
        y[:, :] = t
    return y


def golden(tensors):
    tensors["y"][:] = -(tensors["x"] * tensors["factor"] + tensors["shift"])


def build_tensor_specs():
    import torch

    from golden import ScalarSpec, TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        ScalarSpec("factor", torch.float32, 2.5),
        ScalarSpec("shift", torch.float32, -1.0),
        ScalarSpec("flag", torch.bool, True),
        TensorSpec("y", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(scalar_parameter, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
