# SPDX-License-Identifier: Apache-2.0
"""An output with content is changed part by part."""

import pypto.language as pl
import pypto.language.distributed as pld


@pl.jit
def add_to(x: pl.Tensor[[32, 64], pl.FP32], y: pl.InOut[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(y[:, :], x[:, :])
    return y


@pl.jit.host
def inout_parts(xs: pl.Tensor[[2, 32, 64], pl.FP32], ys: pl.InOut[pl.Tensor[[2, 32, 64], pl.FP32]]):
    for i in pl.range(2):
        for r in pl.range(pld.world_size()):
            add_to(xs[(r + i) % 2], ys[r], device=r)
    return ys


def golden(tensors):
    tensors["ys"] += tensors["xs"][0] + tensors["xs"][1]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("xs", [2, 32, 64], torch.float32, init_value=torch.randn),
        TensorSpec("ys", [2, 32, 64], torch.float32, init_value=torch.ones),
    ]


if __name__ == "__main__":
    import sys

    from golden import run
    from pypto.runtime import DistributedConfig

    config = dict(argument.split("=") for argument in sys.argv[1:])
    config["distributed_config"] = DistributedConfig(device_ids=[0, 1])
    result = run(inout_parts, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
