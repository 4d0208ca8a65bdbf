# SPDX-License-Identifier: Apache-2.0
"""`pl.unroll` in orchestration: one region per copy, of another shape each."""

import pypto.language as pl

WIDTHS = (8, 16, 32)


@pl.jit
def unroll_regions(x: pl.Tensor[[16, 64], pl.FP32], y: pl.InOut[pl.Tensor[[48, 64], pl.FP32]]):
    for i in pl.unroll(0, 3):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[i * 16 : i * 16 + 16, 0 : WIDTHS[i]] = pl.neg(x[:, 0 : WIDTHS[i]])
    return y


def golden(tensors):
    for i, width in enumerate(WIDTHS):
        tensors["y"][i * 16 : i * 16 + 16, :width] = -tensors["x"][:, :width]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [48, 64], torch.float32, init_value=3.0),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(unroll_regions, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
