# SPDX-License-Identifier: Apache-2.0
"""`pl.parallel` inside a region is a sequential loop."""

import pypto.language as pl


@pl.jit
def parallel_in_region(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        total = x[0:16, :]
        for r in pl.parallel(16, 64, 16):
            total = pl.maximum(total, x[r : r + 16, :])
        y[:, :] = total
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"].view(4, 16, 64).amax(0)


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [64, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(parallel_in_region, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
