# SPDX-License-Identifier: Apache-2.0
"""A window whose start is known at run time and whose size is not."""

import pypto.language as pl


@pl.jit
def slice_run_time_start(
    start: pl.Tensor[[1], pl.INT32], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = start[0] * 2 + 1
        y[:, :] = x[r : r + 16, :]
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"][23:39]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("start", [1], torch.int32, init_value=11),
        TensorSpec("x", [64, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(slice_run_time_start, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
