# SPDX-License-Identifier: Apache-2.0
"""Scalar arithmetic in FP16, BF16 and FP32 outside of regions rounds after each operation, as in them."""

import pypto.language as pl


@pl.jit
def scalar_halves_orchestration(
    x: pl.Tensor[[4], pl.FP16],
    b: pl.Tensor[[2], pl.BF16],
    y: pl.Out[pl.Tensor[[4], pl.FP16]],
    z: pl.Out[pl.Tensor[[4], pl.FP32]],
):
    s = pl.read(x, [0]) * pl.read(x, [1]) + pl.read(x, [2])
    low = pl.min(s, pl.read(x, [3])) / pl.read(x, [1])
    wide = pl.read(b, [0]) - pl.cast(low, pl.BF16)
    pl.write(y, [0], s)
    if low < s:
        pl.write(y, [1], -low)
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [2], low)
        pl.write(y, [3], pl.read(x, [0]) * pl.read(x, [1]) + pl.read(x, [2]))
        pl.write(z, [0], pl.cast(wide, pl.FP32))
        pl.write(z, [1], pl.max(pl.cast(wide, pl.FP32), pl.cast(low, pl.FP32)))
        pl.write(z, [2], pl.cast(low < s, pl.FP32))
        pl.write(z, [3], pl.cast(pl.cast(pl.read(b, [1]), pl.INT32), pl.FP32))
    return y, z


def golden(tensors):
    x, b = tensors["x"], tensors["b"]
    s = x[0] * x[1] + x[2]
    low = min(s, x[3]) / x[1]
    wide = b[0] - low.to(b.dtype)
    tensors["y"][:] = s.new_tensor([s, -low, low, s])
    tensors["z"][:] = tensors["z"].new_tensor([wide, max(wide.float(), low.float()), 1, int(b[1])])


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [4], torch.float16, init_value=torch.tensor([1.1, 2.3, -0.4, 0.7]).half()),
        TensorSpec("b", [2], torch.bfloat16, init_value=torch.tensor([3.14, -77.7]).bfloat16()),
        TensorSpec("y", [4], torch.float16),
        TensorSpec("z", [4], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(
        scalar_halves_orchestration, build_tensor_specs(), golden_fn=golden, config=config, rtol=0.0, atol=0.0
    )
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
