# SPDX-License-Identifier: Apache-2.0
"""Two dynamic extents; a symbol used as a value stands for the extent."""

import pypto.language as pl

M = pl.dynamic("M")
N = pl.dynamic("N")


@pl.jit
def dynamic_two_axes(x: pl.Tensor[[M, N], pl.FP32], y: pl.Out[pl.Tensor[[M, N], pl.FP32]]):
    for r in pl.parallel(0, M, 16):
        for c in pl.parallel(0, N, 32):
            with pl.at(level=pl.Level.CORE_GROUP):
                y[r : r + 16, c : c + 32] = pl.mul(x[r : r + 16, c : c + 32], 4.0)
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] * 4


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [32, 96], torch.float32, init_value=torch.randn),
        TensorSpec("y", [32, 96], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(dynamic_two_axes, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
