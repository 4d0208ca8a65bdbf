# SPDX-License-Identifier: Apache-2.0
"""A static window whose valid rows are known at run time: the last block is a partial one."""

import pypto.language as pl

T = pl.dynamic("T")


@pl.jit
def valid_shape_tail(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[T, 64], pl.FP32]]):
    t = pl.tensor.dim(x, 0)
    for b in pl.spmd((t + 15) // 16):
        r = b * 16
        n = pl.min(16, t - r)
        v = pl.slice(x, [16, 64], [r, 0], valid_shape=[n, 64])
        y = pl.assemble(y, pl.mul(v, 2.0), [r, 0])
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] * 2


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [37, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [37, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(valid_shape_tail, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
