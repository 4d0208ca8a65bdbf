# SPDX-License-Identifier: Apache-2.0
"""`pl.create_tensor` in orchestration is a scratch tensor between two regions."""

import pypto.language as pl


@pl.jit
def create_tensor_scratch(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    sums = pl.create_tensor([32, 1], dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        sums[:, :] = pl.row_max(x[:, :])
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_sub(x[:, :], sums[:, :])
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] - tensors["x"].amax(1, keepdim=True)


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
    result = run(create_tensor_scratch, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
