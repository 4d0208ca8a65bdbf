# SPDX-License-Identifier: Apache-2.0
"""`pl.range` with start, stop and step, downwards as well."""

import pypto.language as pl


@pl.jit
def range_steps(y: pl.Out[pl.Tensor[[8], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = 0
        for i in pl.range(20, 5, -4):
            pl.write(y, [k], pl.cast(i, pl.INT32))
            k = k + 1
        for i in pl.range(3, 15, 3):
            pl.write(y, [k], pl.cast(i, pl.INT32))
            k = k + 1
    return y


def golden(tensors):
    for place, value in enumerate([*range(20, 5, -4), *range(3, 15, 3)]):
        tensors["y"][place] = value


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("y", [8], torch.int32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(range_steps, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
