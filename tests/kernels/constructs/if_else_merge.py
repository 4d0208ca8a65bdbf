# SPDX-License-Identifier: Apache-2.0
"""A name bound in both branches is one value after the `if`."""

import pypto.language as pl


@pl.jit
def if_else_merge(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4):
        if b % 2 == 0:
            scale = pl.const(2.0, pl.FP32)
            rows = pl.exp(x[b * 16 : b * 16 + 16, :])
        else:
            scale = pl.const(-1.0, pl.FP32)
            rows = x[b * 16 : b * 16 + 16, :]
        y[b * 16 : b * 16 + 16, :] = pl.mul(rows, scale)
    return y


def golden(tensors):
    x, y = tensors["x"].view(4, 16, 64), tensors["y"].view(4, 16, 64)
    y[0::2] = x[0::2].exp() * 2
    y[1::2] = -x[1::2]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [64, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [64, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(if_else_merge, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
