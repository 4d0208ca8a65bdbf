# SPDX-License-Identifier: Apache-2.0
"""Comparisons, `and`, `or`, `not`: both sides are always evaluated."""

import pypto.language as pl


@pl.jit
def scalar_conditions(y: pl.Out[pl.Tensor[[12], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(12):
            v = pl.const(0, pl.INT32)
            if (i > 2 and i <= 5) or not i < 10:
                v = pl.const(1, pl.INT32)
            if i != 4 and (i == 4 or i >= 9):
                v = v + pl.const(2, pl.INT32)
            pl.write(y, [i], v)
    return y


def golden(tensors):
    for i in range(12):
        tensors["y"][i] = int(2 < i <= 5 or i >= 10) + 2 * int(i >= 9)


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("y", [12], torch.int32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(scalar_conditions, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
