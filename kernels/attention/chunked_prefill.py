# SPDX-License-Identifier: Apache-2.0
"""Attention of a chunk of each prompt over its paged cache: causal, within a sliding window, grouped heads.

The last tokens of a sequence are the chunk; the cache holds them already, behind what came before. One mixed region per
tile of queries: scores and sums on the cube core, masks and the online softmax on the vector cores. Pages that lie before
the window of all queries of a tile are not read.
"""

import pypto.language as pl

MODES = {
    "decode": ((1, 200), (1, 7)),
    "prefill": ((20, 20), (33, 130)),
}  # tokens of the chunk, of the sequence

HEADS = 4
KV_HEADS = 2
DEPTH = 64
TILE = 16  # queries per block
PAGE = 64  # tokens of the cache
PAGES = 4  # per sequence, at most
WINDOW = 100  # tokens that a query sees, itself included
SCALE = DEPTH**-0.5
LOWEST = -1.0e30
LE, GT = 3, 4

T = pl.dynamic("T")
B = pl.dynamic("B")
S = pl.dynamic("S")
P = pl.dynamic("P")


@pl.jit.inline
def distances():
    """How far each key of a page lies behind each query of a tile, when page and tile begin together."""
    zeros = pl.full([TILE, PAGE], dtype=pl.FP32, value=0.0)
    keys = pl.cast(pl.arange(0, [1, PAGE], dtype=pl.INT32), pl.FP32)
    queries = pl.reshape(pl.cast(pl.arange(0, [1, TILE], dtype=pl.INT32), pl.FP32), [TILE, 1])
    return pl.row_expand_sub(pl.col_expand(zeros, keys), queries)


@pl.jit
def chunked_prefill_test(
    q: pl.Tensor[[T, HEADS * DEPTH], pl.BF16],
    k_cache: pl.Tensor[[P, KV_HEADS * DEPTH], pl.BF16],
    v_cache: pl.Tensor[[P, KV_HEADS * DEPTH], pl.BF16],
    table: pl.Tensor[[B, PAGES], pl.INT32],
    starts: pl.Tensor[[S], pl.INT32],
    seq_lens: pl.Tensor[[B], pl.INT32],
    o: pl.Out[pl.Tensor[[T, HEADS * DEPTH], pl.BF16]],
):
    batch = pl.tensor.dim(seq_lens, 0)
    for b in pl.range(batch):
        begin = pl.cast(pl.tensor.read(starts, [b]), pl.INDEX)
        end = pl.cast(pl.tensor.read(starts, [b + 1]), pl.INDEX)
        length = pl.cast(pl.tensor.read(seq_lens, [b]), pl.INDEX)
        for t in pl.parallel(begin, end, TILE):
            here = pl.min(TILE, end - t)
            position = length - (end - t)  # of the first query of the tile
            for h in pl.spmd(HEADS, name_hint="attend"):
                d = h // (HEADS // KV_HEADS) * DEPTH
                queries = pl.slice(q, [TILE, DEPTH], [t, h * DEPTH], valid_shape=[here, DEPTH])
                apart = distances()
                top = pl.full([TILE, 1], dtype=pl.FP32, value=LOWEST)
                sums = pl.full([TILE, 1], dtype=pl.FP32, value=0.0)
                acc = pl.full([TILE, DEPTH], dtype=pl.FP32, value=0.0)
                first = pl.max(position - WINDOW + 1, 0) // PAGE
                last = (position + here + PAGE - 1) // PAGE
                for p in pl.range(first, last):
                    row = pl.cast(pl.read(table, [b, p]), pl.INDEX) * PAGE
                    keys = k_cache[row : row + PAGE, d : d + DEPTH]
                    values = v_cache[row : row + PAGE, d : d + DEPTH]
                    scores = pl.matmul(queries, keys, out_dtype=pl.FP32, b_trans=True)
                    scores = pl.fillpad(pl.mul(scores, SCALE))
                    behind = pl.add(apart, pl.cast(pl.cast(p * PAGE - position, pl.INT32), pl.FP32))
                    seen = pl.mul(
                        pl.cmp(behind, 0.0, cmp_type=LE), pl.cmp(behind, -1.0 * WINDOW, cmp_type=GT)
                    )
                    scores = pl.add(pl.mul(scores, seen), pl.mul(pl.sub(seen, 1.0), -LOWEST))
                    higher = pl.maximum(top, pl.row_max(scores))
                    shrunk = pl.exp(pl.sub(top, higher))
                    weights = pl.mul(pl.row_expand_expdif(scores, higher), seen)
                    sums = pl.add(pl.mul(sums, shrunk), pl.row_sum(weights))
                    part = pl.matmul(pl.cast(weights, pl.BF16, mode="rint"), values, out_dtype=pl.FP32)
                    acc = pl.add(pl.row_expand_mul(acc, shrunk), part)
                    top = higher
                result = pl.cast(pl.row_expand_div(acc, sums), pl.BF16, mode="rint")
                o[t : t + TILE, h * DEPTH : (h + 1) * DEPTH] = pl.set_validshape(result, here, DEPTH)
    return o


def golden_chunked_prefill(q, k_cache, v_cache, table, starts, seq_lens):
    import torch

    o = torch.zeros(q.shape)
    for b, length in enumerate(seq_lens.tolist()):
        chunk = slice(int(starts[b]), int(starts[b + 1]))
        place = torch.arange(length)
        rows = table[b, place // PAGE].long() * PAGE + place % PAGE
        queries = q[chunk].float().unflatten(1, (HEADS, DEPTH)).transpose(0, 1)
        keys, values = (
            x[rows]
            .float()
            .unflatten(1, (KV_HEADS, DEPTH))
            .transpose(0, 1)
            .repeat_interleave(HEADS // KV_HEADS, 0)
            for x in (k_cache, v_cache)
        )
        behind = place[length - queries.shape[1] :, None] - place
        scores = queries @ keys.transpose(1, 2) * SCALE
        scores = scores.masked_fill((behind < 0) | (behind >= WINDOW), float("-inf"))
        o[chunk] = (torch.softmax(scores, -1) @ values).transpose(0, 1).flatten(1)
    return o.to(torch.bfloat16)


def golden_chunked_prefill_test(tensors):
    inputs = [tensors[name] for name in ("q", "k_cache", "v_cache", "table", "starts", "seq_lens")]
    tensors["o"][:] = golden_chunked_prefill(*inputs)


def build_tensor_specs(*sequences):
    import torch

    from golden import TensorSpec

    batch, tokens = len(sequences), sum(chunk for chunk, _ in sequences)
    rows = batch * PAGES * PAGE
    starts = torch.tensor([0, *(chunk for chunk, _ in sequences)]).cumsum(0)
    lengths = torch.tensor([length for _, length in sequences])

    def init_table():
        return torch.randperm(batch * PAGES).reshape(batch, PAGES)

    return [
        TensorSpec("q", [tokens, HEADS * DEPTH], torch.bfloat16, init_value=torch.randn),
        TensorSpec("k_cache", [rows, KV_HEADS * DEPTH], torch.bfloat16, init_value=torch.randn),
        TensorSpec("v_cache", [rows, KV_HEADS * DEPTH], torch.bfloat16, init_value=torch.randn),
        TensorSpec("table", [batch, PAGES], torch.int32, init_value=init_table),
        TensorSpec("starts", [batch + 1], torch.int32, init_value=starts),
        TensorSpec("seq_lens", [batch], torch.int32, init_value=lengths),
        TensorSpec("o", [tokens, HEADS * DEPTH], torch.bfloat16),
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
            fn=chunked_prefill_test,
            specs=build_tensor_specs(*MODES[mode]),
            golden_fn=golden_chunked_prefill_test,
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
            rtol=1.0 / 64,
            atol=4e-3,
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
