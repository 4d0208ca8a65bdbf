# SPDX-License-Identifier: Apache-2.0
"""Two windows of one buffer are the same bytes."""

import pypto.language as pl
import pypto.language.distributed as pld


@pl.jit
def fill(x: pl.Tensor[[32, 64], pl.FP32], w: pl.Out[pld.DistributedTensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        w[:, :] = pl.exp(x[:, :])


@pl.jit
def other(y: pl.Out[pl.Tensor[[32, 64], pl.FP32]], w: pld.DistributedTensor[[64, 32], pl.FP32]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, 0:32] = w[0:32, :]
        y[:, 32:64] = w[32:64, :]
    return y


@pl.jit.host
def two_views(xs: pl.Tensor[[2, 32, 64], pl.FP32], ys: pl.Out[pl.Tensor[[2, 32, 64], pl.FP32]]):
    memory = pld.alloc_window_buffer([32, 64], dtype=pl.FP32)
    rows = pld.window(memory, [32, 64], dtype=pl.FP32)
    narrow = pld.window(memory, [64, 32], dtype=pl.FP32)
    for r in pl.range(pld.world_size()):
        fill(xs[r], rows, device=r)
        other(ys[r], narrow, device=r)
    return ys


def golden(tensors):
    narrow = tensors["xs"].exp().reshape(2, 64, 32)
    tensors["ys"][:, :, :32] = narrow[:, :32]
    tensors["ys"][:, :, 32:] = narrow[:, 32:]


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
    result = run(two_views, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
