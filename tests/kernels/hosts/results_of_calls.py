# SPDX-License-Identifier: Apache-2.0
"""The result of a call is the output that it was given."""

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
def results_of_calls(
    xs: pl.Tensor[[2, 32, 64], pl.FP32],
    zs: pl.Out[pl.Tensor[[2, 32, 64], pl.FP32]],
    ys: pl.Out[pl.Tensor[[2, 32, 64], pl.FP32]],
):
    for r in pl.range(pld.world_size()):
        first = step(xs[r], zs[r], device=r)
        scaled(first, ys[r], 2, device=r)
    return ys


def golden(tensors):
    tensors["zs"][:] = tensors["xs"] + 1
    tensors["ys"][:] = tensors["zs"] * 2


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("xs", [2, 32, 64], torch.float32, init_value=torch.randn),
        TensorSpec("zs", [2, 32, 64], torch.float32),
        TensorSpec("ys", [2, 32, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run
    from pypto.runtime import DistributedConfig

    config = dict(argument.split("=") for argument in sys.argv[1:])
    config["distributed_config"] = DistributedConfig(device_ids=[0, 1])
    result = run(results_of_calls, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
