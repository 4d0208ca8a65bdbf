# SPDX-License-Identifier: Apache-2.0
"""A plain index takes one place of an axis and drops the axis."""

import pypto.language as pl


@pl.jit
def slice_drop_axis(x: pl.Tensor[[3, 16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        total = x[0, :, :]
        for i in pl.range(1, 3):
            total = pl.add(total, x[i, 0:16, :])
        y[:, :] = total
    return y


def golden(tensors):
    x = tensors["x"]
    tensors["y"][:] = (x[0] + x[1]) + x[2]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [3, 16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(slice_drop_axis, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
