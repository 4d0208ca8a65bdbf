# SPDX-License-Identifier: Apache-2.0
"""`pl.while_`: carried names in the header, the condition in `pl.cond`, results in the targets of the yield."""

import pypto.language as pl


@pl.jit
def while_explicit(n: pl.INDEX, y: pl.Out[pl.Tensor[[2], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for value, steps in pl.while_(init_values=(n, 0)):
            pl.cond(value > 1)
            value_out, steps_out = pl.yield_(value // 2, steps + 1)
        pl.write(y, [0], pl.cast(value_out, pl.INT32))
        pl.write(y, [1], pl.cast(steps_out, pl.INT32))
    return y


def golden(tensors):
    tensors["y"][0] = 1
    tensors["y"][1] = 6


def build_tensor_specs():
    import torch

    from golden import ScalarSpec, TensorSpec

    return [
        ScalarSpec("n", torch.int64, 100),
        TensorSpec("y", [2], torch.int32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(while_explicit, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
