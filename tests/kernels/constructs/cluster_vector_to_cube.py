# SPDX-License-Identifier: Apache-2.0
"""Two launches in pl.cluster run together: the vector cores push operands, the cube core multiplies them."""

import pypto.language as pl

ROWS, INNER, COLS, BLOCKS = 32, 64, 32, 2
SLOT = ROWS * INNER * 4


@pl.jit.incore
def scaled(x: pl.Tensor[[ROWS * BLOCKS, INNER], pl.FP32], factor: pl.Scalar[pl.FP32]):
    slots = pl.system.import_peer_buffer(name="operands", peer_func="product")
    pl.system.aiv_initialize_pipe(v2c_consumer_buf=slots, dir_mask=2, slot_size=SLOT, id=1)
    first = pl.tile.get_block_idx() * ROWS
    lane = pl.tile.get_subblock_idx()
    half = pl.load(x, [first, lane * (INNER // 2)], [ROWS, INNER // 2])
    pl.system.tpush_to_aic(pl.mul(half, factor), split=2, id=1)


@pl.jit.incore
def product(w: pl.Tensor[[INNER, COLS], pl.FP32], y: pl.Out[pl.Tensor[[ROWS * BLOCKS, COLS], pl.FP32]]):
    slots = pl.system.reserve_buffer(name="operands", size=8 * SLOT, base=pl.system.AUTO)
    pl.system.aic_initialize_pipe(0, slots, dir_mask=2, slot_size=SLOT, id=1)
    right = pl.move(pl.load(w, [0, 0], [INNER, COLS], target_memory=pl.Mem.Mat), pl.Mem.Right)
    rows = pl.system.tpop_from_aiv(shape=[ROWS, INNER], dtype=pl.FP32, split=2, id=1)
    c = pl.matmul(pl.move(rows, pl.Mem.Left), right)
    pl.system.tfree_to_aiv(rows)
    y = pl.store(c, [pl.tile.get_block_idx() * ROWS, 0], y)
    return y


@pl.jit
def cluster_vector_to_cube(
    x: pl.Tensor[[ROWS * BLOCKS, INNER], pl.FP32],
    w: pl.Tensor[[INNER, COLS], pl.FP32],
    y: pl.Out[pl.Tensor[[ROWS * BLOCKS, COLS], pl.FP32]],
):
    with pl.cluster(name_hint="scaled_product"):
        with pl.spmd(BLOCKS):
            scaled(x, 0.5)
        with pl.spmd(BLOCKS):
            y = product(w, y)
    return y


def golden(tensors):
    tensors["y"][:] = (0.5 * tensors["x"]) @ tensors["w"]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [ROWS * BLOCKS, INNER], torch.float32, init_value=torch.randn),
        TensorSpec("w", [INNER, COLS], torch.float32, init_value=torch.randn),
        TensorSpec("y", [ROWS * BLOCKS, COLS], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(
        cluster_vector_to_cube, build_tensor_specs(), golden_fn=golden, config=config, rtol=1e-4, atol=1e-4
    )
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
