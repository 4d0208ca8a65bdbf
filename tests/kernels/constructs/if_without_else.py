# SPDX-License-Identifier: Apache-2.0
"""A branch that is not taken leaves the value from before."""

import pypto.language as pl


@pl.jit
def if_without_else(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4):
        rows = x[b * 16 : b * 16 + 16, :]
        if b > 1:
            rows = pl.neg(rows)
        y[b * 16 : b * 16 + 16, :] = rows
    return y


def golden(tensors):
    tensors["y"][:32] = tensors["x"][:32]
    tensors["y"][32:] = -tensors["x"][32:]


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
    result = run(if_without_else, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
