# SPDX-License-Identifier: Apache-2.0
"""Both branches yield the same names; only these survive."""

import pypto.language as pl


@pl.jit
def if_yields(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4):
        rows = x[b * 16 : b * 16 + 16, :]
        if b < 2:
            doubled = pl.mul(rows, 2.0)
            result = pl.yield_(doubled)
        else:
            result = pl.yield_(pl.add(rows, 1.0))
        y[b * 16 : b * 16 + 16, :] = result
    return y


def golden(tensors):
    tensors["y"][:32] = tensors["x"][:32] * 2
    tensors["y"][32:] = tensors["x"][32:] + 1


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
    result = run(if_yields, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
