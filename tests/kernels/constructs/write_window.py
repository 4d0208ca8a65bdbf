# SPDX-License-Identifier: Apache-2.0
"""`y[window] = value` writes a part; the rest of an InOut keeps its content."""

import pypto.language as pl


@pl.jit
def write_window(x: pl.Tensor[[16, 32], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[8:24, 16:48] = pl.mul(x[:, :], 2.0)
    return y


def golden(tensors):
    tensors["y"][8:24, 16:48] = tensors["x"] * 2


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 32], torch.float32, init_value=torch.randn),
        TensorSpec("y", [64, 64], torch.float32, init_value=torch.randn),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(write_window, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
