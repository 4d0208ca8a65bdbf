# SPDX-License-Identifier: Apache-2.0
"""`elif` is an `if` in the other branch."""

import pypto.language as pl


@pl.jit
def if_elif(y: pl.Out[pl.Tensor[[8], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(8):
            if i < 2:
                v = pl.const(10, pl.INT32)
            elif i < 5:
                v = pl.const(20, pl.INT32)
            elif i == 6:
                v = pl.const(30, pl.INT32)
            else:
                v = pl.const(40, pl.INT32)
            pl.write(y, [i], v)
    return y


def golden(tensors):
    for i, value in enumerate([10, 10, 20, 20, 20, 40, 30, 40]):
        tensors["y"][i] = value


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
    result = run(if_elif, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
