# SPDX-License-Identifier: Apache-2.0
"""Attention over blocks of keys: scores and weighted values go to the vector cores, weights come back."""

import pypto.language as pl

Q, D, KEYS, BLOCK = 64, 64, 256, 64
HALF = Q // 2
SCORES, PROBS, PARTS = Q * BLOCK * 4, Q * BLOCK * 2, Q * D * 4
STEPS = KEYS // BLOCK


@pl.program
class GroupThreePipes:
    @pl.function(type=pl.FunctionType.AIC)
    def products(
        self,
        q: pl.Tensor[[Q, D], pl.BF16],
        k: pl.Tensor[[KEYS, D], pl.BF16],
        v: pl.Tensor[[KEYS, D], pl.BF16],
    ):
        scores = pl.import_peer_buffer(name="scores", peer_func=self.softmax)
        probs = pl.reserve_buffer(name="probs", size=2 * PROBS)
        parts = pl.import_peer_buffer(name="parts", peer_func=self.softmax)
        pl.aic_initialize_pipe(scores, dir_mask=1, slot_size=SCORES, slot_num=2)
        pl.aic_initialize_pipe(0, probs, dir_mask=2, slot_size=PROBS, slot_num=2, id=1)
        pl.aic_initialize_pipe(parts, dir_mask=1, slot_size=PARTS, slot_num=2, id=2)
        queries = pl.move(pl.load(q, [0, 0], [Q, D], target_memory=pl.Mem.Mat), pl.Mem.Left)
        for i in pl.range(STEPS):
            keys = pl.tile.transpose_view(pl.load(k, [i * BLOCK, 0], [BLOCK, D], target_memory=pl.Mem.Mat))
            s = pl.matmul(queries, pl.move(keys, pl.Mem.Right))
            pl.tpush_to_aiv(s, split=1)
            p: pl.Tile[[Q, BLOCK], pl.BF16, pl.Mem.Mat] = pl.tpop_from_aiv(split=1, id=1)
            values = pl.load(v, [i * BLOCK, 0], [BLOCK, D], target_memory=pl.Mem.Mat)
            o = pl.matmul(pl.move(p, pl.Mem.Left), pl.move(values, pl.Mem.Right))
            pl.tfree_to_aiv(p)
            pl.tpush_to_aiv(o, split=1, id=2)

    @pl.function(type=pl.FunctionType.AIV)
    def softmax(self, o: pl.Out[pl.Tensor[[Q, D], pl.FP32]]) -> pl.Tensor[[Q, D], pl.FP32]:
        scores = pl.reserve_buffer(name="scores", size=2 * SCORES)
        probs = pl.import_peer_buffer(name="probs", peer_func=self.products)
        parts = pl.reserve_buffer(name="parts", size=2 * PARTS)
        pl.aiv_initialize_pipe(scores, dir_mask=1, slot_size=SCORES, slot_num=2)
        pl.aiv_initialize_pipe(0, probs, dir_mask=2, slot_size=PROBS, slot_num=2, id=1)
        pl.aiv_initialize_pipe(parts, dir_mask=1, slot_size=PARTS, slot_num=2, id=2)
        tmp = pl.create_tile([HALF, BLOCK], dtype=pl.FP32)
        top = pl.tile.full([HALF, 1], dtype=pl.FP32, value=-1e30)
        total = pl.tile.full([HALF, 1], dtype=pl.FP32, value=0.0)
        acc = pl.tile.full([HALF, D], dtype=pl.FP32, value=0.0)
        for i in pl.range(STEPS):
            s: pl.Tile[[HALF, BLOCK], pl.FP32] = pl.tpop_from_aic(split=1)
            scaled = pl.mul(s, 0.125)
            pl.tfree_to_aic(s)
            new = pl.maximum(top, pl.row_max(scaled, tmp))
            p = pl.exp(pl.row_expand_sub(scaled, new))
            alpha = pl.exp(pl.sub(top, new))
            total = pl.add(pl.mul(total, alpha), pl.row_sum(p, tmp))
            top = new
            pl.tpush_to_aic(pl.cast(p, pl.BF16), split=1, id=1)
            part: pl.Tile[[HALF, D], pl.FP32] = pl.tpop_from_aic(split=1, id=2)
            acc = pl.add(pl.row_expand_mul(acc, alpha), part)
            pl.tfree_to_aic(part)
        o = pl.store(pl.row_expand_div(acc, total), [pl.get_subblock_idx() * HALF, 0], o)
        return o

    @pl.function(type=pl.FunctionType.Group)
    def block(
        self,
        q: pl.Tensor[[Q, D], pl.BF16],
        k: pl.Tensor[[KEYS, D], pl.BF16],
        v: pl.Tensor[[KEYS, D], pl.BF16],
        o: pl.Out[pl.Tensor[[Q, D], pl.FP32]],
    ) -> pl.Tensor[[Q, D], pl.FP32]:
        self.products(q, k, v)
        o = self.softmax(o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration)
    def attention(
        self,
        q: pl.Tensor[[Q, D], pl.BF16],
        k: pl.Tensor[[KEYS, D], pl.BF16],
        v: pl.Tensor[[KEYS, D], pl.BF16],
        o: pl.Out[pl.Tensor[[Q, D], pl.FP32]],
    ) -> pl.Tensor[[Q, D], pl.FP32]:
        o = self.block(q, k, v, o)
        return o


def golden(tensors):
    import torch

    q, k, v = (tensors[name].float() for name in ("q", "k", "v"))
    tensors["o"][:] = torch.softmax(q @ k.T * 0.125, -1) @ v


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("q", [Q, D], torch.bfloat16, init_value=torch.randn),
        TensorSpec("k", [KEYS, D], torch.bfloat16, init_value=torch.randn),
        TensorSpec("v", [KEYS, D], torch.bfloat16, init_value=torch.randn),
        TensorSpec("o", [Q, D], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(GroupThreePipes, build_tensor_specs(), golden_fn=golden, config=config, rtol=1e-2, atol=1e-2)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
