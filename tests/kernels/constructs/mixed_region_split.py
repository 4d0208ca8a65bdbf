# SPDX-License-Identifier: Apache-2.0
"""`pl.split` gives each of the two vector cores half of the rows."""

import pypto.language as pl


@pl.jit
def mixed_region_split(
    x: pl.Tensor[[32, 64], pl.BF16], w: pl.Tensor[[64, 32], pl.BF16], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
        product = pl.matmul(x[:, :], w[:, :], out_dtype=pl.FP32)
        y[:, :] = pl.add(product, 1.0)
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"].float() @ tensors["w"].float() + 1


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [32, 64], torch.bfloat16, init_value=torch.randn),
        TensorSpec("w", [64, 32], torch.bfloat16, init_value=torch.randn),
        TensorSpec("y", [32, 32], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(
        mixed_region_split, build_tensor_specs(), golden_fn=golden, config=config, rtol=1e-4, atol=1e-4
    )
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
