# SPDX-License-Identifier: Apache-2.0
"""A rebinding at the depth of the first binding may change type and shape."""

import pypto.language as pl


@pl.jit
def rebinding_same_depth(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 1], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        t = pl.row_max(t)
        t = pl.cast(t, pl.BF16, mode="rint")
        y[:, :] = t
    return y


def golden(tensors):
    import torch

    tensors["y"][:] = tensors["x"].amax(1, keepdim=True).to(torch.bfloat16)


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 1], torch.bfloat16),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(rebinding_same_depth, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
