# SPDX-License-Identifier: Apache-2.0
"""A window of two axes; bounds left out are 0 and the extent."""

import pypto.language as pl


@pl.jit
def slice_window(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:16, :] = pl.add(x[48:, :32], x[8:24, 32:])
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"][48:, :32] + tensors["x"][8:24, 32:]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [64, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 32], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(slice_window, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
