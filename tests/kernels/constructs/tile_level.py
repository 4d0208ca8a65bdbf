# SPDX-License-Identifier: Apache-2.0
"""`pl.load` and `pl.store` make the copies explicit."""

import pypto.language as pl


@pl.jit
def tile_level(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    for b in pl.spmd(2):
        t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.load(x, [b * 16, 0], [16, 64])
        u = pl.tile.add(t, t)
        y = pl.store(u, [b * 16, 0], y)
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] * 2


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [32, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [32, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(tile_level, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
