# SPDX-License-Identifier: Apache-2.0
"""INDEX and INT64 scalars stand for each other: in names that loops carry, annotations, arguments and arrays."""

import pypto.language as pl


@pl.jit.incore
def sums(wide: pl.Scalar[pl.INT64], index: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor]):
    total = index
    for i in pl.range(4):
        total = wide + i + total
    held = pl.array.create(4, pl.INT64)
    held[wide] = index
    last: pl.Scalar[pl.INDEX] = wide
    pl.write(y, [0], pl.cast(total, pl.INT32))
    pl.write(y, [last], pl.cast(held[wide], pl.INT32))
    return y


@pl.jit
def index_and_int64(n: pl.INDEX, m: pl.INT64, y: pl.Out[pl.Tensor[[8], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(8):
            pl.write(y, [i], pl.const(0, pl.INT32))
    y = sums(n, m, y)
    return y


def golden(tensors):
    n, m = int(tensors["n"]), int(tensors["m"])
    tensors["y"][:] = 0
    tensors["y"][0] = m + 4 * n + 6
    tensors["y"][n] = m


def build_tensor_specs():
    import torch

    from golden import ScalarSpec, TensorSpec

    return [
        ScalarSpec("n", torch.int64, 3),
        ScalarSpec("m", torch.int64, 5),
        TensorSpec("y", [8], torch.int32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(index_and_int64, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
