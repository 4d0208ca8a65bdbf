# SPDX-License-Identifier: Apache-2.0
"""`pl.func_attr` records metadata of a function."""

import pypto.language as pl


@pl.jit
def func_attributes(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    pl.func_attr({"note": "negation", "version": 2})
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.neg(x[:, :])
    return y


def golden(tensors):
    tensors["y"][:] = -tensors["x"]


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
    result = run(func_attributes, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
