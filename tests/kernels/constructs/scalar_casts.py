# SPDX-License-Identifier: Apache-2.0
"""`pl.cast` between scalars; an INDEX goes to a float through INT32."""

import pypto.language as pl


@pl.jit
def scalar_casts(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4):
        factor = pl.cast(pl.cast(b + 1, pl.INT32), pl.FP32)
        y[b * 16 : b * 16 + 16, :] = pl.mul(x[:, :], factor / 4.0)
    return y


def golden(tensors):
    for b in range(4):
        tensors["y"][b * 16 : b * 16 + 16] = tensors["x"] * ((b + 1) / 4)


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [64, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(scalar_casts, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
