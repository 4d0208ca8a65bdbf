# SPDX-License-Identifier: Apache-2.0
"""A scalar of the driver that each call gives."""

import pypto.language as pl
import pypto.language.distributed as pld


@pl.jit
def scaled(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]], n: pl.Scalar[pl.INT32]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x[:, :], pl.cast(n, pl.FP32))
    return y


@pl.jit.host
def run_time_scalar(
    xs: pl.Tensor[[2, 32, 64], pl.FP32], ys: pl.Out[pl.Tensor[[2, 32, 64], pl.FP32]], k: pl.Scalar[pl.INT32]
):
    for r in pl.range(pld.world_size()):
        if k > 2:
            scaled(xs[r], ys[r], k + r, device=r)
        else:
            scaled(xs[r], ys[r], -k, device=r)
    return ys


def golden(tensors):
    for r in range(2):
        tensors["ys"][r] = tensors["xs"][r] * (tensors["k"] + r)


def build_tensor_specs():
    import torch

    from golden import ScalarSpec, TensorSpec

    return [
        TensorSpec("xs", [2, 32, 64], torch.float32, init_value=torch.randn),
        TensorSpec("ys", [2, 32, 64], torch.float32),
        ScalarSpec("k", torch.int32, 7, compile_runtime=True),
    ]


if __name__ == "__main__":
    import sys

    from golden import run
    from pypto.runtime import DistributedConfig

    config = dict(argument.split("=") for argument in sys.argv[1:])
    config["distributed_config"] = DistributedConfig(device_ids=[0, 1])
    result = run(run_time_scalar, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
