# SPDX-License-Identifier: Apache-2.0
"""`pl.dump_tag` and `dumps=` mark values that a run can save; results do not change."""

import pypto.language as pl


@pl.jit
def dump_tags(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    work = pl.create_tensor([16, 64], dtype=pl.FP32)
    pl.dump_tag(work)
    with pl.at(level=pl.Level.CORE_GROUP, dumps=[x]):
        work[:, :] = pl.mul(x[:, :], 2.0)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = work[:, :]
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] * 2


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(dump_tags, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
