# SPDX-License-Identifier: Apache-2.0
"""One row and one column of a tile, which stay tiles of one row."""

import pypto.language as pl


@pl.jit
def tile_rows(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
        row = t[3, :]
        column = t[:, 5]
        pl.store(t, [0, 0], y)
        pl.store(row, [0, 0], y)
        pl.store(column, [1, 0], y)
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"]
    tensors["y"][0] = tensors["x"][3]
    tensors["y"][1, :16] = tensors["x"][:, 5]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(tile_rows, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
