# SPDX-License-Identifier: Apache-2.0
"""`while`: the condition is evaluated again before each iteration."""

import pypto.language as pl


@pl.jit
def while_loop(x: pl.Tensor[[16, 64], pl.FP32], n: pl.INT32, y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        k = n
        while k > 1:
            t = pl.mul(t, 2.0)
            k = k // pl.const(2, pl.INT32)
        y[:, :] = t
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] * 8  # 11, 5, 2


def build_tensor_specs():
    import torch

    from golden import ScalarSpec, TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        ScalarSpec("n", torch.int32, 11),
        TensorSpec("y", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(while_loop, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
