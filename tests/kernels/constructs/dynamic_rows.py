# SPDX-License-Identifier: Apache-2.0
"""An extent that is known at run time only, in the annotation."""

import pypto.language as pl

T = pl.dynamic("T")


@pl.jit
def dynamic_rows(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[T, 64], pl.FP32]]):
    for r in pl.range(0, pl.tensor.dim(x, 0), 16):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[r : r + 16, :] = pl.abs(x[r : r + 16, :])
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"].abs()


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [32, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [32, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(dynamic_rows, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
