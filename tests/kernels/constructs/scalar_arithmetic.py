# SPDX-License-Identifier: Apache-2.0
"""`+ - * // % << >> ~` and unary minus on integer scalars, and the names that stand for some of them."""

import pypto.language as pl


@pl.jit
def scalar_arithmetic(x: pl.Tensor[[4], pl.INT32], y: pl.Out[pl.Tensor[[12], pl.INT32]]):
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
        pl.write(y, [8], pl.add(a, b))
        pl.write(y, [9], pl.sub(b, a))
        pl.write(y, [10], pl.mul(a, pl.const(3, pl.INT32)))
        pl.write(y, [11], pl.div(pl.sub(b, a), b))
    return y


def golden(tensors):
    a, b = (int(v) for v in tensors["x"][:2])
    by_sign = [a + b * a - b, a // b, a % b, a << b, a >> 1, ~a, -a // b, -a % b]
    by_name = [a + b, b - a, a * 3, int((b - a) / b)]
    for i, v in enumerate(by_sign + by_name):
        tensors["y"][i] = v


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [4], torch.int32, init_value=torch.tensor([17, 5, 0, 0])),
        TensorSpec("y", [12], torch.int32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(scalar_arithmetic, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
