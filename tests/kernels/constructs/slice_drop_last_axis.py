# SPDX-License-Identifier: Apache-2.0
"""A plain index on the last axis takes one element of each line: of two axes, of three, and of a part of the lines."""

import pypto.language as pl


@pl.jit
def slice_drop_last_axis(
    x: pl.Tensor[[16, 64], pl.FP32],
    z: pl.Tensor[[4, 8, 16], pl.FP32],
    n: pl.INDEX,
    turned: pl.Out[pl.Tensor[[64, 16], pl.FP32]],
    plane: pl.Out[pl.Tensor[[4, 8], pl.FP32]],
    part: pl.InOut[pl.Tensor[[16], pl.FP32]],
    columns: pl.InOut[pl.Tensor[[16, 8], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        for j in pl.range(64):
            turned[j, :] = x[:, j]
        plane[:, :] = pl.add(z[:, :, 3], 1.0)
    with pl.at(level=pl.Level.CORE_GROUP):
        some = pl.slice(x, [16, 1], [0, 7], valid_shape=[n, 1], drop_dims=[1])
        part[0:n] = pl.mul(some, 2.0)
        columns[:, 3] = pl.neg(x[:, 5])
    return turned, plane, part, columns


def golden(tensors):
    x = tensors["x"]
    tensors["turned"][:] = x.T
    tensors["plane"][:] = tensors["z"][:, :, 3] + 1
    tensors["part"][:10] = x[:10, 7] * 2
    tensors["columns"][:, 3] = -x[:, 5]


def build_tensor_specs():
    import torch

    from golden import ScalarSpec, TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("z", [4, 8, 16], torch.float32, init_value=torch.randn),
        ScalarSpec("n", torch.int64, 10),
        TensorSpec("turned", [64, 16], torch.float32),
        TensorSpec("plane", [4, 8], torch.float32),
        TensorSpec("part", [16], torch.float32, init_value=torch.randn),
        TensorSpec("columns", [16, 8], torch.float32, init_value=torch.randn),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(slice_drop_last_axis, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
