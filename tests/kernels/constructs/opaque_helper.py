# SPDX-License-Identifier: Apache-2.0
"""`@pl.jit.opaque`: a function of orchestration that holds regions."""

import pypto.language as pl


@pl.jit.opaque
def stage(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], 2.0)
    return y


@pl.jit
def opaque_helper(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    y = stage(x, y)
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] + 2


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
    result = run(opaque_helper, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
