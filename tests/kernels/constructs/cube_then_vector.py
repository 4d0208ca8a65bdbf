# SPDX-License-Identifier: Apache-2.0
"""A product in one region, arithmetic on it in another."""

import pypto.language as pl


@pl.jit
def cube_then_vector(
    x: pl.Tensor[[32, 64], pl.BF16], w: pl.Tensor[[32, 64], pl.BF16], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="product"):
        product = pl.matmul(x[:, :], w[:, :], b_trans=True, out_dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="relu"):
        y[:, :] = pl.maximum(product, 0.0)
    return y


def golden(tensors):
    tensors["y"][:] = (tensors["x"].float() @ tensors["w"].float().T).clamp(min=0)


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [32, 64], torch.bfloat16, init_value=torch.randn),
        TensorSpec("w", [32, 64], torch.bfloat16, init_value=torch.randn),
        TensorSpec("y", [32, 32], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(
        cube_then_vector, build_tensor_specs(), golden_fn=golden, config=config, rtol=1e-4, atol=1e-4
    )
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
