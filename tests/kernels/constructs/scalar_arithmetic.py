# SPDX-License-Identifier: Apache-2.0
"""`+ - * // % << >> ~` and unary minus on integer scalars."""

import pypto.language as pl


@pl.jit
def scalar_arithmetic(x: pl.Tensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[8], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = x[0]
        b = x[1]
        pl.write(y, [0], a + b * a - b)
        pl.write(y, [1], a // b)
        pl.write(y, [2], a % b)
        pl.write(y, [3], a << b)
        pl.write(y, [4], a >> pl.const(1, pl.INT32))
        pl.write(y, [5], ~a)
        pl.write(y, [6], -a // b)
        pl.write(y, [7], -a % b)
    return y


def golden(tensors):
    a, b = (int(v) for v in tensors["x"][:2])
    for i, v in enumerate([a + b * a - b, a // b, a % b, a << b, a >> 1, ~a, -a // b, -a % b]):
        tensors["y"][i] = v


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [4], torch.int32, init_value=torch.tensor([17, 5, 0, 0])),
        TensorSpec("y", [8], torch.int32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(scalar_arithmetic, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
