# SPDX-License-Identifier: Apache-2.0
"""`as tid` names the task of a region; `deps=` waits for it."""

import pypto.language as pl


@pl.jit
def task_id_of_region(x: pl.InOut[pl.Tensor[[16, 64], pl.FP32]], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="reader") as reader:
        y[:, :] = pl.mul(x[:, :], 2.0)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="writer", deps=[reader]):
        x[:, :] = pl.full([16, 64], pl.FP32, 7.0)
    return x, y


def golden(tensors):
    tensors["y"][:] = tensors["x"] * 2
    tensors["x"][:] = 7


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
    result = run(task_id_of_region, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
