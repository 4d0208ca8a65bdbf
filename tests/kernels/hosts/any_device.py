# SPDX-License-Identifier: Apache-2.0
"""Calls without device= go to the ranks in turn."""

import pypto.language as pl


@pl.jit
def step(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], 1.0)
    return y


@pl.jit.host
def any_device(xs: pl.Tensor[[3, 32, 64], pl.FP32], ys: pl.Out[pl.Tensor[[3, 32, 64], pl.FP32]]):
    step(xs[0], ys[0])
    step(xs[1], ys[1])
    step(xs[2], ys[2])
    return ys


def golden(tensors):
    tensors["ys"][:] = tensors["xs"] + 1


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("xs", [3, 32, 64], torch.float32, init_value=torch.randn),
        TensorSpec("ys", [3, 32, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run
    from pypto.runtime import DistributedConfig

    config = dict(argument.split("=") for argument in sys.argv[1:])
    config["distributed_config"] = DistributedConfig(device_ids=[0, 1, 2])
    result = run(any_device, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
