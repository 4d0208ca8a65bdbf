# SPDX-License-Identifier: Apache-2.0
"""`continue` starts the next iteration."""

import pypto.language as pl


@pl.jit
def continue_loop(y: pl.Out[pl.Tensor[[10], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        count = pl.const(0, pl.INT32)
        for i in pl.range(10):
            pl.write(y, [i], pl.const(-1, pl.INT32))
            if i % 3 == 1:
                continue
            pl.write(y, [i], count)
            count = count + pl.const(1, pl.INT32)
    return y


def golden(tensors):
    count = 0
    for i in range(10):
        tensors["y"][i] = -1 if i % 3 == 1 else count
        count += i % 3 != 1


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("y", [10], torch.int32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(continue_loop, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
