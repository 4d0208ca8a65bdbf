# SPDX-License-Identifier: Apache-2.0
"""A name that the body rebinds is carried from one iteration to the next."""

import pypto.language as pl


@pl.jit
def carried_value(x: pl.Tensor[[32, 128], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        total = pl.full([32, 1], dtype=pl.FP32, value=0.0)
        for j in pl.range(2):
            total = pl.add(total, pl.row_sum(x[:, j * 64 : (j + 1) * 64]))
        y[:, :] = total
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"].sum(1, keepdim=True)


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [32, 128], torch.float32, init_value=torch.randn),
        TensorSpec("y", [32, 1], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(carried_value, build_tensor_specs(), golden_fn=golden, config=config, rtol=1e-4, atol=1e-4)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
