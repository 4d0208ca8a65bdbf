# SPDX-License-Identifier: Apache-2.0
"""Valid columns: a reduction over padding needs a fill first."""

import pypto.language as pl


@pl.jit
def valid_shape_columns(x: pl.Tensor[[16, 40], pl.FP32], y: pl.Out[pl.Tensor[[16, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [16, 64], [0, 0], valid_shape=[16, 40])
        filled = pl.fillpad(v, pad_value=pl.PadValue.min)
        y[:, :] = pl.row_max(filled)
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"].amax(1, keepdim=True)


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 40], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 1], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(valid_shape_columns, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
