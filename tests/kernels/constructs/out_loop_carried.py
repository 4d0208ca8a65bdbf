# SPDX-License-Identifier: Apache-2.0
"""An output that flows through a loop and a region stays the caller's tensor."""

import pypto.language as pl


@pl.jit
def out_loop_carried(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for r in pl.range(0, 64, 32):
        with pl.at(level=pl.Level.CORE_GROUP):
            for k in pl.range(0, 32, 16):
                y = pl.assemble(y, pl.mul(x[r + k : r + k + 16, :], 2.0), [r + k, 0])
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] * 2


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
    result = run(out_loop_carried, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
