# SPDX-License-Identifier: Apache-2.0
"""One pipe in both directions: the vector cores give operands and take the products, block by block."""

import pypto.language as pl

SIZE, BLOCKS = 32, 3
SLOT = SIZE * SIZE * 4


@pl.program
class GroupBothWays:
    @pl.function(type=pl.FunctionType.AIC)
    def square(self):
        back = pl.system.import_peer_buffer(name="products", peer_func="around")
        mine = pl.system.reserve_buffer(name="operands", size=4 * SLOT)
        pl.system.aic_initialize_pipe(back, mine, dir_mask=3, slot_size=SLOT)
        x: pl.Tile[[SIZE, SIZE], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv()
        c = pl.matmul(pl.move(x, pl.Mem.Left), pl.move(x, pl.Mem.Right))
        pl.tfree_to_aiv(x)
        pl.tile.tpush_to_aiv(c, split=2)
        y: pl.Tile[[SIZE, SIZE], pl.FP32, pl.Mem.Mat] = pl.tpop_from_aiv()
        d = pl.matmul(pl.move(y, pl.Mem.Left), pl.move(y, pl.Mem.Right))
        pl.tfree_to_aiv(y)
        pl.system.tpush_to_aiv(d, split=2)

    @pl.function(type=pl.FunctionType.AIV)
    def around(
        self,
        x: pl.Tensor[[BLOCKS * SIZE, SIZE], pl.FP32],
        y: pl.Out[pl.Tensor[[BLOCKS * SIZE, SIZE], pl.FP32]],
    ) -> pl.Tensor[[BLOCKS * SIZE, SIZE], pl.FP32]:
        mine = pl.reserve_buffer(name="products", size=4 * SLOT)
        there = pl.import_peer_buffer(name="operands", peer_func="square")
        pl.aiv_initialize_pipe(mine, there, dir_mask=3, slot_size=SLOT)
        first = pl.tile.get_block_idx() * SIZE
        column = pl.tile.get_subblock_idx() * (SIZE // 2)
        rows = pl.load(x, [first, 0], [SIZE, SIZE])
        pl.tile.tpush_to_aic(rows, split=0)
        c: pl.Tile[[SIZE, SIZE // 2], pl.FP32] = pl.tile.tpop_from_aic(split=2)
        kept = pl.mul(c, 1.0)
        pl.tfree_to_aic(c)
        pl.tpush_to_aic(pl.exp(pl.mul(rows, 0.1)), split=0)
        d: pl.Tile[[SIZE, SIZE // 2], pl.FP32] = pl.system.tpop_from_aic(split=2)
        y = pl.store(pl.add(d, kept), [first, column], y)
        pl.system.tfree_to_aic(d)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def squares(
        self,
        x: pl.Tensor[[BLOCKS * SIZE, SIZE], pl.FP32],
        y: pl.Out[pl.Tensor[[BLOCKS * SIZE, SIZE], pl.FP32]],
    ) -> pl.Tensor[[BLOCKS * SIZE, SIZE], pl.FP32]:
        self.square()
        y = self.around(x, y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(
        self,
        x: pl.Tensor[[BLOCKS * SIZE, SIZE], pl.FP32],
        y: pl.Out[pl.Tensor[[BLOCKS * SIZE, SIZE], pl.FP32]],
    ) -> pl.Tensor[[BLOCKS * SIZE, SIZE], pl.FP32]:
        with pl.spmd(BLOCKS):
            y = self.squares(x, y)
        return y


def golden(tensors):
    for block in range(BLOCKS):
        rows = slice(block * SIZE, (block + 1) * SIZE)
        x = tensors["x"][rows]
        e = (0.1 * x).exp()
        tensors["y"][rows] = x @ x + e @ e


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [BLOCKS * SIZE, SIZE], torch.float32, init_value=torch.randn),
        TensorSpec("y", [BLOCKS * SIZE, SIZE], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(GroupBothWays, build_tensor_specs(), golden_fn=golden, config=config, rtol=1e-4, atol=1e-4)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
