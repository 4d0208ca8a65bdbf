# SPDX-License-Identifier: Apache-2.0
"""A write of a tensor or view into another one in orchestration is a task that copies it, however large it is."""

import pypto.language as pl

T = pl.dynamic("T")


@pl.jit
def write_in_orchestration(
    x: pl.Tensor[[T, 40], pl.FP32],
    wide: pl.Tensor[[3, 5000], pl.FP32],
    y: pl.InOut[pl.Tensor[[4, T, 64], pl.FP32]],
    z: pl.InOut[pl.Tensor[[8, 5001], pl.FP32]],
):
    y[2, :, 20:60] = x[:, :]
    y[3, 0:5, :] = y[0, 8:13, :]
    z = pl.assemble(z, wide, [4, 1])
    return y, z


def golden(tensors):
    tensors["y"][2, :, 20:60] = tensors["x"]
    tensors["y"][3, 0:5] = tensors["y"][0, 8:13]
    tensors["z"][4:7, 1:] = tensors["wide"]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [90, 40], torch.float32, init_value=torch.randn),
        TensorSpec("wide", [3, 5000], torch.float32, init_value=torch.randn),
        TensorSpec("y", [4, 90, 64], torch.float32, init_value=torch.randn),
        TensorSpec("z", [8, 5001], torch.float32, init_value=torch.randn),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(write_in_orchestration, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
