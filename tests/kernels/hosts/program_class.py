# SPDX-License-Identifier: Apache-2.0
"""A driver in a program class, beside the functions that it dispatches."""

import pypto.language as pl
import pypto.language.distributed as pld

X = pl.Tensor[[32, 64], pl.FP32]


@pl.program
class program_class:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: X, y: pl.Out[X]) -> X:
        y = pl.store(pl.add(pl.load(x, [0, 0], [32, 64]), 1.0), [0, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(self, x: X, y: pl.Out[X]) -> X:
        y = self.body(x, y)
        return y

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def driver(self, xs: pl.Tensor[[2, 32, 64], pl.FP32], ys: pl.Out[pl.Tensor[[2, 32, 64], pl.FP32]]):
        for r in pl.range(pld.world_size()):
            self.chip(xs[r], ys[r], device=r)
        return ys


def golden(tensors):
    tensors["ys"][:] = tensors["xs"] + 1


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
    result = run(program_class, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
