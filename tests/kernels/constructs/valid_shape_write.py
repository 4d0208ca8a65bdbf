# SPDX-License-Identifier: Apache-2.0
"""A window as large as the valid part of the value takes just that part."""

import pypto.language as pl


@pl.jit
def valid_shape_write(x: pl.Tensor[[5, 64], pl.FP32], y: pl.InOut[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [8, 64], [0, 0], valid_shape=[5, 64])
        y[3:8, :] = pl.exp(v)
    return y


def golden(tensors):
    tensors["y"][3:8] = tensors["x"].exp()


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [5, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32, init_value=3.0),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(valid_shape_write, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
