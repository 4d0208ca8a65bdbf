# SPDX-License-Identifier: Apache-2.0
"""Loops in loops: the inner bound depends on the outer variable."""

import pypto.language as pl


@pl.jit
def nested_loops(y: pl.Out[pl.Tensor[[16, 16], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(16):
            for j in pl.range(16):
                pl.write(y, [i, j], pl.const(0, pl.INT32))
        for i in pl.range(16):
            for j in pl.range(i + 1):
                pl.write(y, [i, j], pl.cast(i * 16 + j, pl.INT32))
    return y


def golden(tensors):
    import torch

    tensors["y"][:] = torch.arange(256, dtype=torch.int32).view(16, 16).tril()


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("y", [16, 16], torch.int32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(nested_loops, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
