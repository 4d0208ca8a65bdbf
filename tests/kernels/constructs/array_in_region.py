# SPDX-License-Identifier: Apache-2.0
"""`pl.array.create` in a region: a few numbers of the core, read and written at run-time places."""

import pypto.language as pl


@pl.jit
def array_in_region(
    expert: pl.Tensor[[32], pl.INT32],
    x: pl.Tensor[[32, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
    count: pl.Out[pl.Tensor[[4], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        seen = pl.array.create(4, pl.INT32)
        for e in pl.range(4):
            seen[e] = 0
        seen[1] = 5
        for r in pl.range(32):
            e = pl.read(expert, [r])
            n = seen[e]
            if e != 3:
                seen[e] = n + 1
            y[r : r + 1, :] = pl.mul(x[r : r + 1, :], pl.cast(n, pl.FP32))
        for e in pl.range(4):
            pl.write(count, [e], seen[e])
    return y, count


def golden(tensors):
    seen = [0, 5, 0, 0]
    for r, e in enumerate(tensors["expert"].tolist()):
        tensors["y"][r] = tensors["x"][r] * seen[e]
        seen[e] += e != 3
    tensors["count"][:] = tensors["count"].new_tensor(seen)


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("expert", [32], torch.int32, init_value=lambda: torch.randint(0, 4, (32,))),
        TensorSpec("x", [32, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [32, 64], torch.float32),
        TensorSpec("count", [4], torch.int32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(array_in_region, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
