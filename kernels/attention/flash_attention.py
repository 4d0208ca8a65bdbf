# SPDX-License-Identifier: Apache-2.0
"""Causal attention of a prefill: scores, softmax and values in one region, a tile of queries per block.

Each block walks over the keys up to its own queries and keeps a running maximum, a running sum and a running output
per query. The cube core computes both products; scores and weights cross to the vector cores and back. Only the tile
on the diagonal is masked. Several query heads share one head of keys and values. The number of tokens is known at run
time only, and a multiple of the tile.
"""

import pypto.language as pl

MODES = {"short": (64, 4, 2), "prefill": (320, 4, 2)}  # tokens, query heads, heads of keys and values

D = 128  # width of a head
SCALE = D**-0.5
TILE_Q = 64
TILE_K = 64
MASKED = -1e30

T = pl.dynamic("T")


@pl.jit
def flash_attention_test(
    q: pl.Tensor,
    k: pl.Tensor,
    v: pl.Tensor,
    y: pl.Out[pl.Tensor],
):
    q.bind_dynamic(1, T)
    k.bind_dynamic(1, T)
    v.bind_dynamic(1, T)
    y.bind_dynamic(1, T)
    heads, kv_heads = q.shape[0], k.shape[0]
    tokens = pl.tensor.dim(q, 1)
    q_tiles = tokens // TILE_Q
    group = heads // kv_heads
    q_rows = pl.reshape(q, [heads * tokens, D])
    k_rows = pl.reshape(k, [kv_heads * tokens, D])
    v_rows = pl.reshape(v, [kv_heads * tokens, D])
    y_rows = pl.reshape(y, [heads * tokens, D])
    for block in pl.spmd(
        heads * q_tiles,
        name_hint="flash_attention",
        optimizations=[pl.split(pl.SplitMode.UP_DOWN)],
    ):
        head = block // q_tiles
        tile = block % q_tiles
        q0 = head * tokens + tile * TILE_Q
        kv0 = head // group * tokens
        queries = q_rows[q0 : q0 + TILE_Q, :]
        m = pl.full([TILE_Q, 1], dtype=pl.FP32, value=MASKED)
        total = pl.full([TILE_Q, 1], dtype=pl.FP32, value=0.0)
        o = pl.full([TILE_Q, D], dtype=pl.FP32, value=0.0)
        for j in pl.range(tile + 1):
            keys = k_rows[kv0 + j * TILE_K : kv0 + (j + 1) * TILE_K, :]
            values = v_rows[kv0 + j * TILE_K : kv0 + (j + 1) * TILE_K, :]
            s = pl.mul(pl.matmul(queries, keys, out_dtype=pl.FP32, b_trans=True), SCALE)
            if j == tile:
                # Row r of the tile may look at the columns up to r.
                column = pl.cast(pl.arange(0, [1, TILE_K], dtype=pl.INT32), pl.FP32)
                row = pl.cast(pl.arange(0, [1, TILE_Q], dtype=pl.INT32), pl.FP32)
                ahead = pl.row_expand_sub(pl.col_expand(s, column), pl.reshape(row, [TILE_Q, 1]))
                s = pl.add(s, pl.mul(pl.cmp(ahead, 0.0, cmp_type=4), MASKED))
            m_new = pl.maximum(m, pl.row_max(s))
            alpha = pl.exp(pl.sub(m, m_new))
            p = pl.exp(pl.row_expand_sub(s, m_new))
            total = pl.add(pl.mul(total, alpha), pl.row_sum(p))
            part = pl.matmul(pl.cast(p, pl.BF16, mode="rint"), values, out_dtype=pl.FP32)
            o = pl.add(pl.row_expand_mul(o, alpha), part)
            m = m_new
        y_rows[q0 : q0 + TILE_Q, :] = pl.cast(pl.row_expand_div(o, total), pl.BF16, mode="rint")
    return y


def golden_flash_attention(q, k, v):
    import torch

    q, k, v = q.float(), k.float(), v.float()
    group = q.shape[0] // k.shape[0]
    k, v = k.repeat_interleave(group, 0), v.repeat_interleave(group, 0)
    scores = q @ k.transpose(1, 2) * SCALE
    ahead = torch.ones(scores.shape[1:], dtype=torch.bool).triu(1)
    return (scores.masked_fill(ahead, float("-inf")).softmax(-1) @ v).to(torch.bfloat16)


def golden_flash_attention_test(tensors):
    tensors["y"][:] = golden_flash_attention(tensors["q"], tensors["k"], tensors["v"])


def build_tensor_specs(tokens, heads, kv_heads):
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("q", [heads, tokens, D], torch.bfloat16, init_value=torch.randn),
        TensorSpec("k", [kv_heads, tokens, D], torch.bfloat16, init_value=torch.randn),
        TensorSpec("v", [kv_heads, tokens, D], torch.bfloat16, init_value=torch.randn),
        TensorSpec("y", [heads, tokens, D], torch.bfloat16),
    ]


if __name__ == "__main__":
    import argparse

    from golden import run

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-p", "--platform", choices=["a2a3", "a2a3sim", "a5", "a5sim"], default="a2a3sim")
    parser.add_argument("-d", "--device", type=int, default=0)
    parser.add_argument("--engine", choices=["native", "interpret"])
    parser.add_argument("--mode", choices=[*MODES, "all"], default="all")
    parser.add_argument("--compile-only", action="store_true")
    parser.add_argument("--enable-chip-swimlane", type=int, nargs="?", const=1, default=0, choices=range(5))
    parser.add_argument("--dump-passes", action="store_true")
    parser.add_argument("--runtime-dir")
    parser.add_argument("--save-data", action="store_true")
    parser.add_argument("--golden-data")
    args = parser.parse_args()

    for mode in MODES if args.mode == "all" else [args.mode]:
        result = run(
            fn=flash_attention_test,
            specs=build_tensor_specs(*MODES[mode]),
            golden_fn=golden_flash_attention_test,
            runtime_dir=args.runtime_dir,
            golden_data=args.golden_data,
            save_data=args.save_data,
            config=dict(
                platform=args.platform,
                device_id=args.device,
                engine=args.engine,
                enable_chip_swimlane=args.enable_chip_swimlane,
                dump_passes=args.dump_passes,
            ),
            # The weights are rounded to BF16 before they meet the values.
            rtol=1.0 / 128,
            atol=1e-2,
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
