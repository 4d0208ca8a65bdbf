# SPDX-License-Identifier: Apache-2.0
"""`@pl.jit.incore`: each call is one task, named after the function."""

import pypto.language as pl


@pl.jit.incore
def halve(x: pl.Tensor, r: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor]):
    y[r : r + 16, :] = pl.mul(x[r : r + 16, :], 0.5)
    return y


@pl.jit
def incore_kernel(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    for i in pl.parallel(2):
        y = halve(x, i * 16, y)
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] / 2


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [32, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [32, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(incore_kernel, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
