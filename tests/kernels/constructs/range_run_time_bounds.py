# SPDX-License-Identifier: Apache-2.0
"""`pl.range` with bounds that are known at run time only, an empty range among them."""

import pypto.language as pl


@pl.jit
def range_run_time_bounds(
    bounds: pl.Tensor[[3], pl.INT32],
    x: pl.Tensor[[16, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        for i in pl.range(bounds[0], bounds[1]):
            t = pl.add(t, 1.0)
        for i in pl.range(bounds[1], bounds[0]):
            t = pl.mul(t, 100.0)
        for i in pl.range(0, bounds[1], bounds[2]):
            t = pl.mul(t, 2.0)
        y[:, :] = t
    return y


def golden(tensors):
    tensors["y"][:] = (tensors["x"] + 4) * 8


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("bounds", [3], torch.int32, init_value=torch.tensor([2, 6, 2])),
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(range_run_time_bounds, build_tensor_specs(), golden_fn=golden, config=config, atol=1e-4)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
