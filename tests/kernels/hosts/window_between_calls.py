# SPDX-License-Identifier: Apache-2.0
"""A window keeps on each rank what one call leaves for the next; it starts as zeros."""

import pypto.language as pl
import pypto.language.distributed as pld

W = pld.DistributedTensor[[32, 64], pl.FP32]


@pl.jit
def collect(x: pl.Tensor[[32, 64], pl.FP32], total: pl.InOut[W]):
    with pl.at(level=pl.Level.CORE_GROUP):
        total[:, :] = pl.add(total[:, :], x[:, :])


@pl.jit
def give(y: pl.Out[pl.Tensor[[32, 64], pl.FP32]], total: W):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(total[:, :], 2.0)
    return y


@pl.jit.host
def window_between_calls(
    xs: pl.Tensor[[2, 3, 32, 64], pl.FP32],
    ys: pl.Out[pl.Tensor[[2, 32, 64], pl.FP32]],
):
    memory = pld.alloc_window_buffer(32 * 64 * pl.FP32.get_byte())
    for r in pl.range(pld.world_size()):
        total = pld.window(memory, [32, 64], dtype=pl.FP32)
        for i in pl.range(3):
            collect(xs[r, i], total, device=r)
        give(ys[r], total, device=r)
    return ys


def golden(tensors):
    xs = tensors["xs"]
    tensors["ys"][:] = (xs[:, 0] + xs[:, 1] + xs[:, 2]) * 2


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("xs", [2, 3, 32, 64], torch.float32, init_value=torch.randn),
        TensorSpec("ys", [2, 32, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run
    from pypto.runtime import DistributedConfig

    config = dict(argument.split("=") for argument in sys.argv[1:])
    config["distributed_config"] = DistributedConfig(device_ids=[0, 1])
    result = run(window_between_calls, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
