# SPDX-License-Identifier: Apache-2.0
"""A tensor that is passed whole goes to every rank."""

import pypto.language as pl
import pypto.language.distributed as pld


@pl.jit
def shifted(
    x: pl.Tensor[[32, 64], pl.FP32],
    bias: pl.Tensor[[32, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], bias[:, :])
    return y


@pl.jit.host
def whole_tensor(
    xs: pl.Tensor[[2, 32, 64], pl.FP32],
    bias: pl.Tensor[[32, 64], pl.FP32],
    ys: pl.Out[pl.Tensor[[2, 32, 64], pl.FP32]],
):
    for r in pl.range(pld.world_size()):
        shifted(xs[r], bias, ys[r], device=r)
    return ys


def golden(tensors):
    tensors["ys"][:] = tensors["xs"] + tensors["bias"]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("xs", [2, 32, 64], torch.float32, init_value=torch.randn),
        TensorSpec("bias", [32, 64], torch.float32, init_value=torch.randn),
        TensorSpec("ys", [2, 32, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run
    from pypto.runtime import DistributedConfig

    config = dict(argument.split("=") for argument in sys.argv[1:])
    config["distributed_config"] = DistributedConfig(device_ids=[0, 1])
    result = run(whole_tensor, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
