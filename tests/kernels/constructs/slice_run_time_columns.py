# SPDX-License-Identifier: Apache-2.0
"""Columns of a value on chip that a loop names: read, and written into."""

import pypto.language as pl


@pl.jit
def slice_run_time_columns(
    x: pl.Tensor[[16, 128], pl.FP32],
    y: pl.Out[pl.Tensor[[4, 16, 32], pl.FP32]],
    z: pl.Out[pl.Tensor[[16, 128], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.mul(x[:, :], 2.0)
        turned = pl.add(t, 1.0)
        for j in pl.range(4):
            head = t[:, j * 32 : (j + 1) * 32]
            y[j] = head
            turned[:, (3 - j) * 32 : (4 - j) * 32] = head
        turned[:, 3:11] = t[:, 5:13]
        z[:, :] = turned
    return y, z


def golden(tensors):
    heads = (tensors["x"] * 2).chunk(4, 1)
    for j, head in enumerate(heads):
        tensors["y"][j] = head
        tensors["z"][:, (3 - j) * 32 : (4 - j) * 32] = head
    tensors["z"][:, 3:11] = tensors["x"][:, 5:13] * 2


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 128], torch.float32, init_value=torch.randn),
        TensorSpec("y", [4, 16, 32], torch.float32),
        TensorSpec("z", [16, 128], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(slice_run_time_columns, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
