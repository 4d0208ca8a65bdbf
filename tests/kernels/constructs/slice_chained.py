# SPDX-License-Identifier: Apache-2.0
"""A window of a window."""

import pypto.language as pl


@pl.jit
def slice_chained(x: pl.Tensor[[2, 64, 64], pl.FP32], y: pl.Out[pl.Tensor[[8, 32], pl.FP32]]):
    view = x[1, 16:48, :]
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = view[8:24, :][4:12, 32:64]
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"][1, 28:36, 32:]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [2, 64, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [8, 32], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(slice_chained, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
