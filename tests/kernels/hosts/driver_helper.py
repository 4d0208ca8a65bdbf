# SPDX-License-Identifier: Apache-2.0
"""A helper of the driver is read where it is called; what it returns is the caller's."""

import pypto.language as pl
import pypto.language.distributed as pld


@pl.jit
def step(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], 1.0)
    return y


@pl.jit.inline
def over_ranks(xs: pl.Tensor, ys: pl.Tensor, first):
    for r in pl.range(pld.world_size()):
        step(xs[first + r], ys[first + r], device=r)
    return ys


@pl.jit.host
def driver_helper(xs: pl.Tensor[[4, 32, 64], pl.FP32], ys: pl.Out[pl.Tensor[[4, 32, 64], pl.FP32]]):
    over_ranks(xs, ys, 0)
    done = over_ranks(xs, ys, 2)
    return done


def golden(tensors):
    tensors["ys"][:] = tensors["xs"] + 1


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("xs", [4, 32, 64], torch.float32, init_value=torch.randn),
        TensorSpec("ys", [4, 32, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run
    from pypto.runtime import DistributedConfig

    config = dict(argument.split("=") for argument in sys.argv[1:])
    config["distributed_config"] = DistributedConfig(device_ids=[0, 1])
    result = run(driver_helper, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
