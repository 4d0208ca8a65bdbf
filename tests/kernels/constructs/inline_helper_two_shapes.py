# SPDX-License-Identifier: Apache-2.0
"""One helper at two call sites with other shapes and element types."""

import pypto.language as pl


@pl.jit.inline
def negated(x, y):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.neg(x[:, :])
    return y


@pl.jit
def inline_helper_two_shapes(
    a: pl.Tensor[[16, 64], pl.FP32],
    b: pl.Tensor[[8, 32], pl.FP16],
    c: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    d: pl.Out[pl.Tensor[[8, 32], pl.FP16]],
):
    c = negated(a, c)
    d = negated(b, d)
    return c, d


def golden(tensors):
    tensors["c"][:] = -tensors["a"]
    tensors["d"][:] = -tensors["b"]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("a", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("b", [8, 32], torch.float16, init_value=torch.randn),
        TensorSpec("c", [16, 64], torch.float32),
        TensorSpec("d", [8, 32], torch.float16),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(inline_helper_two_shapes, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
