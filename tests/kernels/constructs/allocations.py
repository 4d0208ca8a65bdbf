# SPDX-License-Identifier: Apache-2.0
"""Buffers that `pl.tile.alloc` and `pl.tensor.alloc` name, and tiles at places in them, as lowered programs say."""

import pypto.language as pl


@pl.jit
def allocations(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    whole: pl.Ptr = pl.tensor.alloc(pl.Mem.DDR, 4096)
    z: pl.Tensor[[16, 64], pl.FP32, pl.MemRef(whole, 0, 4096)] = pl.create_tensor([16, 64], dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        both = pl.tile.alloc(pl.Mem.Vec, 8192, pinned=True)
        a: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.MemRef(both, 0, 4096)] = pl.load(x, [0, 0], [16, 64])
        b: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.MemRef(both, 4096, 4096)] = pl.tile.exp(a)
        c: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.MemRef("own", 0, 4096)] = pl.tile.add(a, b)
        pl.store(c, [0, 0], z)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.neg(z)
    return y


def golden(tensors):
    tensors["y"][:] = -(tensors["x"] + tensors["x"].exp())


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(allocations, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
