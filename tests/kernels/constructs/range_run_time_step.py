# SPDX-License-Identifier: Apache-2.0
"""A step that is known at run time only, of either sign; a step of 0 runs nothing."""

import pypto.language as pl


@pl.jit
def range_run_time_step(steps: pl.Tensor[[4], pl.INT32], y: pl.InOut[pl.Tensor[[3, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(1, 30, steps[0]):
            pl.write(y, [0, i], pl.cast(i, pl.INT32))
        for i in pl.range(30, 1, steps[1]):
            if i < 9:
                break
            pl.write(y, [1, i], pl.cast(i, pl.INT32))
        for i in pl.range(1, 30, steps[1]):
            pl.write(y, [2, i], pl.cast(i, pl.INT32))
        for i in pl.range(0, 30, steps[2]):
            pl.write(y, [2, i], pl.cast(i, pl.INT32))
    for i in pl.range(4, 20, steps[3]):
        pl.write(y, [2, i], pl.cast(i, pl.INT32))
    for i in pl.range(30, 0, steps[2]):
        pl.write(y, [2, i], pl.const(1, pl.INT32))
    return y


def golden(tensors):
    for row, places in enumerate([range(1, 30, 7), range(30, 8, -4), range(4, 20, 5)]):
        for i in places:
            tensors["y"][row, i] = i


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("steps", [4], torch.int32, init_value=torch.tensor([7, -4, 0, 5])),
        TensorSpec("y", [3, 32], torch.int32, init_value=-1),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(range_run_time_step, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
