# SPDX-License-Identifier: Apache-2.0
"""Numbers, texts, element types and tuples of the module are constants of the kernel."""

import pypto.language as pl

SCALE = 1.0 / 64
SHAPE = [16, 64]
WORK = pl.FP32
MODE = "rint"


@pl.jit
def module_constants(x: pl.Tensor[SHAPE, pl.BF16], y: pl.Out[pl.Tensor[SHAPE, pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.cast(x[:, :], WORK)
        y[:, :] = pl.cast(pl.mul(t, SCALE), pl.BF16, mode=MODE)
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] / 64


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.bfloat16, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.bfloat16),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(module_constants, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
