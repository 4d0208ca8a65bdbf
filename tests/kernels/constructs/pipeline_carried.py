# SPDX-License-Identifier: Apache-2.0
"""`pl.pipeline` with a carried value and a bound that is known at run time."""

import pypto.language as pl


@pl.jit
def pipeline_carried(
    n: pl.Tensor[[1], pl.INT32], x: pl.Tensor[[80, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        zero = pl.full([16, 64], dtype=pl.FP32, value=0.0)
        for i, (total,) in pl.pipeline(n[0], init_values=(zero,), stage=3):
            total_out = pl.yield_(pl.add(total, x[i * 16 : i * 16 + 16, :]))
        y[:, :] = total_out
    return y


def golden(tensors):
    x = tensors["x"].view(5, 16, 64)
    tensors["y"][:] = (x[0] + x[1]) + x[2] + x[3]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("n", [1], torch.int32, init_value=4),
        TensorSpec("x", [80, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(pipeline_carried, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
