# SPDX-License-Identifier: Apache-2.0
"""A product and vector arithmetic in one region: the compiler splits it over the two kinds of core."""

import pypto.language as pl


@pl.jit
def mixed_region(
    x: pl.Tensor[[32, 64], pl.BF16], w: pl.Tensor[[64, 32], pl.BF16], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        product = pl.matmul(x[:, :], w[:, :], out_dtype=pl.FP32)
        y[:, :] = pl.maximum(pl.mul(product, 0.5), 0.0)
    return y


def golden(tensors):
    tensors["y"][:] = (tensors["x"].float() @ tensors["w"].float() * 0.5).clamp(min=0)


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
    result = run(mixed_region, build_tensor_specs(), golden_fn=golden, config=config, rtol=1e-4, atol=1e-4)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
