# SPDX-License-Identifier: Apache-2.0
"""`x.bind_dynamic(axis, T)` makes an axis dynamic in the body."""

import pypto.language as pl

T = pl.dynamic("T")


@pl.jit
def bind_dynamic(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    x.bind_dynamic(0, T)
    y.bind_dynamic(0, T)
    t = pl.tensor.dim(x, -2)
    for b in pl.spmd(t // 8):
        y[b * 8 : b * 8 + 8, :] = pl.neg(x[b * 8 : b * 8 + 8, :])
    return y


def golden(tensors):
    tensors["y"][:] = -tensors["x"]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [24, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [24, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(bind_dynamic, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
