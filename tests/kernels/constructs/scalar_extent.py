# SPDX-License-Identifier: Apache-2.0
"""An INDEX parameter that bears the name of a dynamic extent is that extent of the tensors after it."""

import pypto.language as pl

T = pl.dynamic("T")


@pl.jit
def scalar_extent(T: pl.INDEX, x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[T, 64], pl.FP32]]):
    for b in pl.spmd((T + 7) // 8):
        r = b * 8
        v = pl.slice(x, [8, 64], [r, 0], valid_shape=[pl.min(8, T - r), 64])
        y = pl.assemble(y, pl.neg(v), [r, 0])
    return y


def golden(tensors):
    tensors["y"][:] = -tensors["x"]


def build_tensor_specs():
    import torch

    from golden import ScalarSpec, TensorSpec

    return [
        ScalarSpec("T", torch.int64, 21, compile_runtime=True),
        TensorSpec("x", [21, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [21, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(scalar_extent, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
