# SPDX-License-Identifier: Apache-2.0
"""`clamp=True`: a window may reach beyond its tensor; what lies beyond is padding."""

import pypto.language as pl


@pl.jit
def clamped_window(x: pl.Tensor[[20, 64], pl.FP32], y: pl.Out[pl.Tensor[[20, 64], pl.FP32]]):
    for b in pl.spmd(2):
        rows = pl.slice(x, [16, 64], [b * 16, 0], clamp=True)
        y = pl.assemble(y, pl.neg(rows), [b * 16, 0])
    return y


def golden(tensors):
    tensors["y"][:] = -tensors["x"]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [20, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [20, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(clamped_window, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
