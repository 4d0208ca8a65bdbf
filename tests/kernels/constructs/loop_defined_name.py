# SPDX-License-Identifier: Apache-2.0
"""A name first bound in a loop is readable after it, where its first value is an output."""

import pypto.language as pl


@pl.jit
def loop_defined_name(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for r in pl.range(0, 64, 16):
        with pl.at(level=pl.Level.CORE_GROUP):
            done = pl.assemble(y, pl.neg(x[r : r + 16, :]), [r, 0])
    return done


def golden(tensors):
    tensors["y"][:] = -tensors["x"]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [64, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [64, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(loop_defined_name, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
