# SPDX-License-Identifier: Apache-2.0
"""A number that a loop changes."""

import pypto.language as pl
import pypto.language.distributed as pld


@pl.jit
def scaled(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]], n: pl.Scalar[pl.INT32]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x[:, :], pl.cast(n, pl.FP32))
    return y


@pl.jit.host
def carried_number(xs: pl.Tensor[[2, 32, 64], pl.FP32], ys: pl.Out[pl.Tensor[[2, 32, 64], pl.FP32]]):
    total = 1
    for r in pl.range(pld.world_size()):
        total = total * 3
        scaled(xs[r], ys[r], total, device=r)
    return ys


def golden(tensors):
    tensors["ys"][0] = tensors["xs"][0] * 3
    tensors["ys"][1] = tensors["xs"][1] * 9


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("xs", [2, 32, 64], torch.float32, init_value=torch.randn),
        TensorSpec("ys", [2, 32, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run
    from pypto.runtime import DistributedConfig

    config = dict(argument.split("=") for argument in sys.argv[1:])
    config["distributed_config"] = DistributedConfig(device_ids=[0, 1])
    result = run(carried_number, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
