# SPDX-License-Identifier: Apache-2.0
"""`pl.create_tensor` in a region is a value on chip, here the accumulator of a product."""

import pypto.language as pl


@pl.jit
def create_tensor_on_chip(
    x: pl.Tensor[[32, 128], pl.BF16],
    w: pl.Tensor[[128, 32], pl.BF16],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.create_tensor([32, 32], dtype=pl.FP32)
        for k in pl.range(0, 128, 32):
            if k == 0:
                acc = pl.matmul(x[:, 0:32], w[0:32, :], out_dtype=pl.FP32)
            else:
                acc = pl.matmul_acc(acc, x[:, k : k + 32], w[k : k + 32, :])
        y[:, :] = acc
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"].float() @ tensors["w"].float()


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [32, 128], torch.bfloat16, init_value=torch.randn),
        TensorSpec("w", [128, 32], torch.bfloat16, init_value=torch.randn),
        TensorSpec("y", [32, 32], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(
        create_tensor_on_chip, build_tensor_specs(), golden_fn=golden, config=config, rtol=1e-4, atol=1e-4
    )
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
