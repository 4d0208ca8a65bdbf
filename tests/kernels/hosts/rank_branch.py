# SPDX-License-Identifier: Apache-2.0
"""A branch decides by numbers which program a rank runs."""

import pypto.language as pl
import pypto.language.distributed as pld


@pl.jit
def step(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], 1.0)
    return y


@pl.jit
def scaled(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]], n: pl.Scalar[pl.INT32]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x[:, :], pl.cast(n, pl.FP32))
    return y


@pl.jit.host
def rank_branch(xs: pl.Tensor[[3, 32, 64], pl.FP32], ys: pl.Out[pl.Tensor[[3, 32, 64], pl.FP32]]):
    for r in pl.range(pld.world_size()):
        if r == 0 or r > 1:
            step(xs[r], ys[r], device=r)
        else:
            scaled(xs[r], ys[r], 5, device=r)
    return ys


def golden(tensors):
    tensors["ys"][:] = tensors["xs"] + 1
    tensors["ys"][1] = tensors["xs"][1] * 5


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
    result = run(rank_branch, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
