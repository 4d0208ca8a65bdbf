# SPDX-License-Identifier: Apache-2.0
"""A Group function: the cube core pushes products, and the two vector cores pop a half of the rows each."""

import pypto.language as pl

ROWS, INNER, COLS, STEPS = 32, 64, 32, 4
SLOT = ROWS * COLS * 4


@pl.program
class GroupCubeToVector:
    @pl.function(type=pl.FunctionType.AIC)
    def product(self, x: pl.Tensor[[ROWS * STEPS, INNER], pl.BF16], w: pl.Tensor[[INNER, COLS], pl.BF16]):
        slots = pl.import_peer_buffer(name="products", peer_func=self.bias)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=SLOT, slot_num=2)
        right = pl.move(pl.load(w, [0, 0], [INNER, COLS], target_memory=pl.Mem.Mat), pl.Mem.Right)
        for i in pl.range(STEPS):
            rows = pl.load(x, [i * ROWS, 0], [ROWS, INNER], target_memory=pl.Mem.Mat)
            c = pl.matmul(pl.move(rows, pl.Mem.Left), right)
            pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def bias(
        self, b: pl.Tensor[[1, COLS], pl.FP32], y: pl.Out[pl.Tensor[[ROWS * STEPS, COLS], pl.FP32]]
    ) -> pl.Tensor[[ROWS * STEPS, COLS], pl.FP32]:
        slots = pl.reserve_buffer(name="products", size=2 * SLOT, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=SLOT, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        row = pl.load(b, [0, 0], [1, COLS])
        for i in pl.range(STEPS):
            half: pl.Tile[[ROWS // 2, COLS], pl.FP32] = pl.tpop_from_aic(split=1)
            moved = pl.col_expand_add(half, row)
            pl.tfree_to_aic(half)
            y = pl.store(moved, [i * ROWS + lane * (ROWS // 2), 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def linear(
        self,
        x: pl.Tensor[[ROWS * STEPS, INNER], pl.BF16],
        w: pl.Tensor[[INNER, COLS], pl.BF16],
        b: pl.Tensor[[1, COLS], pl.FP32],
        y: pl.Out[pl.Tensor[[ROWS * STEPS, COLS], pl.FP32]],
    ) -> pl.Tensor[[ROWS * STEPS, COLS], pl.FP32]:
        self.product(x, w)
        y = self.bias(b, y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(
        self,
        x: pl.Tensor[[ROWS * STEPS, INNER], pl.BF16],
        w: pl.Tensor[[INNER, COLS], pl.BF16],
        b: pl.Tensor[[1, COLS], pl.FP32],
        y: pl.Out[pl.Tensor[[ROWS * STEPS, COLS], pl.FP32]],
    ) -> pl.Tensor[[ROWS * STEPS, COLS], pl.FP32]:
        y = self.linear(x, w, b, y)
        return y


def golden(tensors):
    tensors["y"][:] = tensors["x"].float() @ tensors["w"].float() + tensors["b"]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [ROWS * STEPS, INNER], torch.bfloat16, init_value=torch.randn),
        TensorSpec("w", [INNER, COLS], torch.bfloat16, init_value=torch.randn),
        TensorSpec("b", [1, COLS], torch.float32, init_value=torch.randn),
        TensorSpec("y", [ROWS * STEPS, COLS], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(
        GroupCubeToVector, build_tensor_specs(), golden_fn=golden, config=config, rtol=1e-4, atol=1e-4
    )
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
