# SPDX-License-Identifier: Apache-2.0
"""`pl.manual_scope`: nothing is tracked, `deps=` alone orders the tasks."""

import pypto.language as pl


@pl.jit
def manual_scope(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    work = pl.create_tensor([16, 64], dtype=pl.FP32)
    with pl.manual_scope():
        with pl.at(level=pl.Level.CORE_GROUP) as first:
            work[:, :] = pl.mul(x[:, :], 3.0)
        with pl.at(level=pl.Level.CORE_GROUP, deps=[first]):
            y[:, :] = pl.add(work[:, :], 1.0)
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] * 3 + 1


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
    result = run(manual_scope, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
