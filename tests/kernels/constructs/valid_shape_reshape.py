# SPDX-License-Identifier: Apache-2.0
"""Dropping a unit axis keeps the valid rows; the rows of padding are not stored."""

import pypto.language as pl


@pl.jit
def valid_shape_reshape(x: pl.Tensor[[1, 8, 16], pl.FP32], y: pl.InOut[pl.Tensor[[8, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [1, 8, 16], [0, 0, 0], valid_shape=[1, 5, 16])
        y = pl.assemble(y, pl.exp(pl.reshape(v, [8, 16])), [0, 0])
    return y


def golden(tensors):
    tensors["y"][:5] = tensors["x"][0, :5].exp()


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec(
            "x",
            [1, 8, 16],
            torch.float32,
            init_value=torch.tensor([[0.5] * 5 + [1e4] * 3]).unsqueeze(-1).expand(1, 8, 16),
        ),
        TensorSpec("y", [8, 16], torch.float32, init_value=3.0),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(valid_shape_reshape, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
