# SPDX-License-Identifier: Apache-2.0
"""An inline helper returns a value; its local names are its own."""

import pypto.language as pl


@pl.jit.inline
def softened(rows, t):
    k = pl.row_expand_sub(rows, pl.row_max(rows))
    return pl.mul(pl.exp(k), t)


@pl.jit
def inline_helper(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = x[:, :]
        first = softened(k, 2.0)
        second = softened(first, t=0.5)
        y[:, :] = pl.add(second, k)
    return y


def golden(tensors):
    import torch

    x = tensors["x"]
    first = torch.exp(x - x.amax(1, keepdim=True)) * 2
    tensors["y"][:] = torch.exp(first - first.amax(1, keepdim=True)) * 0.5 + x


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(inline_helper, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
