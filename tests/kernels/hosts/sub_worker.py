# SPDX-License-Identifier: Apache-2.0
"""Python of the host between the calls of a driver; it is kept as it is written."""

import pypto.language as pl
import pypto.language.distributed as pld

X = pl.Tensor[[32, 64], pl.FP32]
SEEN = []


@pl.program
class sub_worker:
    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(self, x: X, y: pl.Out[X]) -> X:
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.exp(x[:, :])
        return y

    @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)
    def shift(y: pl.InOut[X], rank: pl.Scalar[pl.INT32]):
        # Neither loops nor tensors of Python are read.
        for name in ["shift"]:
            SEEN.append((name, rank))
        y += 10 * (rank + 1)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def driver(self, xs: pl.Tensor[[2, 32, 64], pl.FP32], ys: pl.Out[pl.Tensor[[2, 32, 64], pl.FP32]]):
        for r in pl.range(pld.world_size()):
            self.chip(xs[r], ys[r], device=r)
            self.shift(ys[r], r)
        return ys


def golden(tensors):
    tensors["ys"][0] = tensors["xs"][0].exp() + 10
    tensors["ys"][1] = tensors["xs"][1].exp() + 20


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
    result = run(sub_worker, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    assert SEEN == [("shift", 0), ("shift", 1)], SEEN
    raise SystemExit(not result.passed)
