# SPDX-License-Identifier: Apache-2.0
"""Regions and kernels at the level of one kind of core: AIC computes products, AIV everything else."""

import pypto.language as pl


@pl.jit.incore(level=pl.Level.AIV)
def plus_one(a: pl.Tensor[[16, 64], pl.FP32], o: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    o[:, :] = pl.add(a[:, :], 1.0)
    return o


@pl.jit.incore(level=pl.Level.AIC)
def product(
    a: pl.Tensor[[16, 32], pl.FP32], b: pl.Tensor[[32, 64], pl.FP32], o: pl.Out[pl.Tensor[[16, 64], pl.FP32]]
):
    o[:, :] = pl.matmul(a[:, :], b[:, :])
    return o


@pl.jit
def level_of_one_core(
    x: pl.Tensor[[16, 32], pl.FP32],
    w: pl.Tensor[[32, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    z: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    n: pl.Out[pl.Tensor[[1], pl.INT32]],
):
    first = pl.create_tensor([16, 64], dtype=pl.FP32)
    with pl.at(level=pl.Level.AIC) as made:
        first[:, :] = pl.matmul(x[:, :], w[:, :])
    with pl.at(level=pl.Level.AIV, role=pl.Role.SubWorker, deps=[made]):
        y[:, :] = pl.maximum(first[:, :], 0.0)
    second = pl.create_tensor([16, 64], dtype=pl.FP32)
    second = product(x, w, second)
    z = plus_one(second, z)
    with pl.at(level=pl.Level.AIC, name_hint="number"):
        pl.write(n, [0], pl.const(5, pl.INT32))
    return y, z, n


def golden(tensors):
    product = tensors["x"] @ tensors["w"]
    tensors["y"][:] = product.clamp(min=0)
    tensors["z"][:] = product + 1
    tensors["n"][0] = 5


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 32], torch.float32, init_value=torch.randn),
        TensorSpec("w", [32, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
        TensorSpec("z", [16, 64], torch.float32),
        TensorSpec("n", [1], torch.int32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(
        level_of_one_core, build_tensor_specs(), golden_fn=golden, config=config, rtol=1e-5, atol=1e-5
    )
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
