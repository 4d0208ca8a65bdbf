# SPDX-License-Identifier: Apache-2.0
"""Names of `init_values` that the body rebinds, without a yield; they hold the result after the loop."""

import pypto.language as pl


@pl.jit
def carried_without_yield(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        start = x[:, :]
        for i, (t,) in pl.range(3, init_values=(start,)):
            t = pl.mul(t, 2.0)
        y[:, :] = t
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] * 8


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
    result = run(carried_without_yield, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
