# SPDX-License-Identifier: Apache-2.0
"""`init_value=` fills a new tensor before its first use."""

import pypto.language as pl


@pl.jit
def create_tensor_filled(x: pl.Tensor[[8, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    work = pl.create_tensor([32, 64], dtype=pl.FP32, init_value=-1.5)
    with pl.at(level=pl.Level.CORE_GROUP):
        work[8:16, :] = x[:, :]
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = work[:, :]
    return y


def golden(tensors):
    tensors["y"][:] = -1.5
    tensors["y"][8:16] = tensors["x"]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [8, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [32, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(create_tensor_filled, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
