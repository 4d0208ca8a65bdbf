# SPDX-License-Identifier: Apache-2.0
"""`pl.submit` runs a kernel as one task and gives its result and its id."""

import pypto.language as pl


@pl.jit.incore
def doubled(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def submit_task(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    work = pl.create_tensor([16, 64], dtype=pl.FP32, manual_dep=True)
    work, first = pl.submit(doubled, x, work)
    y, second = pl.submit(doubled, work, y, deps=[first])
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] * 4


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
    result = run(submit_task, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
