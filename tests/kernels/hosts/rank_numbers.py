# SPDX-License-Identifier: Apache-2.0
"""Numbers of the driver: // and % round towards zero, as on the device."""

import pypto.language as pl
import pypto.language.distributed as pld


@pl.jit
def scaled(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]], n: pl.Scalar[pl.INT32]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x[:, :], pl.cast(n, pl.FP32))
    return y


@pl.jit.host
def rank_numbers(xs: pl.Tensor[[3, 32, 64], pl.FP32], ys: pl.Out[pl.Tensor[[3, 32, 64], pl.FP32]]):
    n = pld.world_size()
    for r in pl.range(n):
        left = (r + n - 1) % n
        scaled(xs[r], ys[r], 10 * left - r // 2, device=r)
    return ys


def golden(tensors):
    left = [2, 0, 1]
    for r in range(3):
        tensors["ys"][r] = tensors["xs"][r] * (10 * left[r] - r // 2)


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
    result = run(rank_numbers, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
