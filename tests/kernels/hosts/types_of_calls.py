# SPDX-License-Identifier: Apache-2.0
"""One function that is called with two types becomes two programs."""

import pypto.language as pl
import pypto.language.distributed as pld


@pl.jit
def double(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], x[:, :])
    return y


@pl.jit.host
def types_of_calls(
    xs: pl.Tensor[[2, 32, 64], pl.FP32],
    hs: pl.Tensor[[2, 16, 64], pl.FP16],
    ys: pl.Out[pl.Tensor[[2, 32, 64], pl.FP32]],
    gs: pl.Out[pl.Tensor[[2, 16, 64], pl.FP16]],
):
    for r in pl.range(pld.world_size()):
        double(xs[r], ys[r], device=r)
        double(hs[r], gs[r], device=r)
    return ys, gs


def golden(tensors):
    tensors["ys"][:] = tensors["xs"] * 2
    tensors["gs"][:] = tensors["hs"] * 2


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("xs", [2, 32, 64], torch.float32, init_value=torch.randn),
        TensorSpec("hs", [2, 16, 64], torch.float16, init_value=torch.randn),
        TensorSpec("ys", [2, 32, 64], torch.float32),
        TensorSpec("gs", [2, 16, 64], torch.float16),
    ]


if __name__ == "__main__":
    import sys

    from golden import run
    from pypto.runtime import DistributedConfig

    config = dict(argument.split("=") for argument in sys.argv[1:])
    config["distributed_config"] = DistributedConfig(device_ids=[0, 1])
    result = run(types_of_calls, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
