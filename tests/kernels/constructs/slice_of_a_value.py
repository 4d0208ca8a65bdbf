# SPDX-License-Identifier: Apache-2.0
"""A window of a value on chip is a new value."""

import pypto.language as pl


@pl.jit
def slice_of_a_value(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.exp(x[:, :])
        y[:, :] = pl.add(t[:, 0:32], t[:, 32:64])
    return y


def golden(tensors):
    t = tensors["x"].exp()
    tensors["y"][:] = t[:, :32] + t[:, 32:]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 32], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(slice_of_a_value, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
