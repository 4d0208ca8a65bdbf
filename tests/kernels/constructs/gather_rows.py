# SPDX-License-Identifier: Apache-2.0
"""`pl.gather` picks elements by an index of its own."""

import pypto.language as pl


@pl.jit
def gather_rows(
    x: pl.Tensor[[16, 64], pl.FP32],
    idx: pl.Tensor[[16, 16], pl.INT32],
    y: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gather(x[:, :], dim=-1, index=idx[:, :])
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"].gather(1, tensors["idx"].long())


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("idx", [16, 16], torch.int32, init_value=torch.arange(256).view(16, 16) * 7 % 64),
        TensorSpec("y", [16, 16], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(gather_rows, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
