# SPDX-License-Identifier: Apache-2.0
"""`for b in pl.spmd(n)`: one task of n blocks, b is the index of the block."""

import pypto.language as pl


@pl.jit
def spmd_loop(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, name_hint="blocks", allow_early_resolve=True):
        r = b * 16
        y[r : r + 16, :] = pl.maximum(x[r : r + 16, :], 0.0)
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"].clamp(min=0)


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [64, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [64, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(spmd_loop, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
