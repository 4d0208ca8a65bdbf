# SPDX-License-Identifier: Apache-2.0
"""Decode attention with grouped queries over a paged cache, online softmax, one region.

Each block serves one request and one head of keys and values: it reads the request's length and its table of pages,
and takes one page at a time. The last page may be filled in part; the rest of it holds old keys and values, and must
not count. The batch, the pool and the width of the table are known at run time only.
"""

import pypto.language as pl

MODES = {"decode": (6, 512), "short": (3, 130)}  # requests, longest context

HEADS = 32
KV_HEADS = 4
GROUP = 16  # rows of a query tile: HEADS // KV_HEADS of them hold queries
D = 128
PAGE = 64  # tokens in a page
SCALE = D**-0.5

B = pl.dynamic("B")
POOL = pl.dynamic("POOL")
PAGES = pl.dynamic("PAGES")


@pl.jit
def paged_decode_test(
    q: pl.Tensor[[B, HEADS * D], pl.BF16],
    k_cache: pl.Tensor[[POOL, D], pl.BF16],
    v_cache: pl.Tensor[[POOL, D], pl.BF16],
    block_table: pl.Tensor[[B, PAGES], pl.INT32],
    seq_lens: pl.Tensor[[B], pl.INT32],
    y: pl.Out[pl.Tensor[[B, HEADS * D], pl.BF16]],
):
    batch = pl.tensor.dim(q, 0)
    rows = batch * HEADS
    queries = pl.reshape(q, [rows, D])
    out = pl.reshape(y, [rows, D])
    for block in pl.spmd(batch * KV_HEADS, name_hint="paged_decode"):
        b = block // KV_HEADS
        kvh = block % KV_HEADS
        length = pl.read(seq_lens, [b])
        used = HEADS // KV_HEADS
        q_row = b * HEADS + kvh * used
        heads = pl.slice(queries, [GROUP, D], [q_row, 0], valid_shape=[used, D])
        m = pl.full([GROUP, 1], dtype=pl.FP32, value=-1e30)
        total = pl.full([GROUP, 1], dtype=pl.FP32, value=0.0)
        o = pl.full([GROUP, D], dtype=pl.FP32, value=0.0)
        for i in pl.range((length + PAGE - 1) // PAGE):
            page = pl.read(block_table, [b, i])
            row = (page * KV_HEADS + kvh) * PAGE
            n = pl.min(PAGE, length - i * PAGE)
            keys = k_cache[row : row + PAGE, :]
            scores = pl.matmul(heads, keys, out_dtype=pl.FP32, b_trans=True)
            scores = pl.fillpad(pl.set_validshape(pl.mul(scores, SCALE), GROUP, n), pad_value=pl.PadValue.min)
            m_new = pl.maximum(m, pl.row_max(scores))
            alpha = pl.exp(pl.sub(m, m_new))
            p = pl.exp(pl.row_expand_sub(scores, m_new))
            total = pl.add(pl.mul(total, alpha), pl.row_sum(p))
            weights = pl.set_validshape(pl.cast(p, pl.BF16, mode="rint"), GROUP, n)
            part = pl.matmul(weights, v_cache[row : row + PAGE, :], out_dtype=pl.FP32)
            o = pl.add(pl.row_expand_mul(o, alpha), part)
            m = m_new
        normed = pl.cast(pl.row_expand_div(o, total), pl.BF16, mode="rint")
        out = pl.assemble(out, pl.set_validshape(normed, used, D), [q_row, 0])
    return y


def golden_paged_decode(q, k_cache, v_cache, block_table, seq_lens):
    import torch

    used = HEADS // KV_HEADS
    out = []
    for b, length in enumerate(seq_lens.tolist()):
        token = torch.arange(length)
        page = block_table[b, token // PAGE].long()
        heads = q[b].float().reshape(KV_HEADS, used, D)
        for h in range(KV_HEADS):
            row = (page * KV_HEADS + h) * PAGE + token % PAGE
            share = torch.softmax(heads[h] @ k_cache[row].float().T * SCALE, -1)
            out.append(share @ v_cache[row].float())
    return torch.cat(out).reshape(q.shape).to(torch.bfloat16)


def golden_paged_decode_test(tensors):
    inputs = [tensors[name] for name in ("q", "k_cache", "v_cache", "block_table", "seq_lens")]
    tensors["y"][:] = golden_paged_decode(*inputs)


def build_tensor_specs(batch, longest):
    import torch

    from golden import TensorSpec

    pages = (longest + PAGE - 1) // PAGE
    pool = batch * pages + 3

    lengths = torch.randint(1, longest + 1, (batch,), dtype=torch.int32)
    lengths[0], lengths[-1] = longest, 1
    block_table = torch.randperm(pool, dtype=torch.int32)[: batch * pages].reshape(batch, pages)

    def init_cache():
        # No token was written behind a request's last one, and nothing there may count.
        cache = torch.randn(pool, KV_HEADS, PAGE, D)
        for b, length in enumerate(lengths.tolist()):
            cache[block_table[b, (length - 1) // PAGE], :, (length - 1) % PAGE + 1 :] = float("nan")
        return cache.reshape(pool * KV_HEADS * PAGE, D)

    return [
        TensorSpec("q", [batch, HEADS * D], torch.bfloat16, init_value=torch.randn),
        TensorSpec("k_cache", [pool * KV_HEADS * PAGE, D], torch.bfloat16, init_value=init_cache),
        TensorSpec("v_cache", [pool * KV_HEADS * PAGE, D], torch.bfloat16, init_value=init_cache),
        TensorSpec("block_table", [batch, pages], torch.int32, init_value=block_table),
        TensorSpec("seq_lens", [batch], torch.int32, init_value=lengths),
        TensorSpec("y", [batch, HEADS * D], torch.bfloat16),
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
            fn=paged_decode_test,
            specs=build_tensor_specs(*MODES[mode]),
            golden_fn=golden_paged_decode_test,
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
