# SPDX-License-Identifier: Apache-2.0
"""`pl.static_assert` and `pl.static_print` act while the kernel is read and leave nothing behind."""

import pypto.language as pl

ROWS = 16


@pl.jit
def static_directives(x: pl.Tensor[[ROWS, 64], pl.FP32], y: pl.Out[pl.Tensor[[ROWS, 64], pl.FP32]]):
    """A docstring has no effect."""
    pl.static_assert(ROWS % 8 == 0 and x.shape[1] == 64, "whole blocks")
    pl.static_print("rows:", ROWS, f"type of x: {x}")
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.neg(x[:, :])
        pass
    return y


def golden(tensors):
    tensors["y"][:] = -tensors["x"]


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
    result = run(static_directives, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
