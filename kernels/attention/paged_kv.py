# SPDX-License-Identifier: Apache-2.0
"""Decode attention over a paged cache: each request finds its keys and values through a table of pages.

    scores   (cube)     pages of keys are gathered into Mat and read transposed:  q k^T
    softmax  (vector)   over the request's own length; what lies behind it in a row is never read
    values   (cube)     pages of values are gathered, and the product runs over the request's length only

The pages behind the end of a request are not gathered, so that the rows of Mat that would hold them keep whatever
was there: nothing may depend on them.
"""

import pypto.language as pl

MODES = {"decode": (8, 256), "short": (3, 64)}  # requests, longest context

HEADS = 16  # query heads that share one head of keys and values
WIDTH = 128  # of a head
PAGE = 16  # tokens in a page
SCALE = WIDTH**-0.5


@pl.jit.inline
def scores_of(q: pl.Tensor, k_pages: pl.Tensor, table: pl.Tensor, lengths: pl.Tensor, scores: pl.Tensor):
    requests = lengths.shape[0]
    context = scores.shape[1]
    for b in pl.spmd(requests, name_hint="scores"):
        keys = pl.create_l1([context, WIDTH], pl.BF16, transpose=True)
        length = pl.read(lengths, [b])
        for p in pl.range((length + PAGE - 1) // PAGE):
            row = pl.read(table, [b, p]) * PAGE
            keys = pl.gather_row(keys, k_pages, [p * PAGE, 0], [row, 0], [PAGE, WIDTH], transpose=True)
        heads = q[b * HEADS : b * HEADS + HEADS, :]
        product = pl.matmul(heads, keys, out_dtype=pl.FP32, b_trans=True)
        scores[b * HEADS : b * HEADS + HEADS, :] = product
    return scores


@pl.jit.inline
def softmax(scores: pl.Tensor, lengths: pl.Tensor, weights: pl.Tensor):
    requests = lengths.shape[0]
    context = scores.shape[1]
    for b in pl.spmd(requests, name_hint="softmax"):
        length = pl.read(lengths, [b])
        held = pl.slice(scores, [HEADS, context], [b * HEADS, 0], valid_shape=[HEADS, length])
        scaled = pl.fillpad(pl.mul(held, SCALE), pad_value=pl.PadValue.min)
        e = pl.exp(pl.row_expand_sub(scaled, pl.row_max(scaled)))
        share = pl.row_expand_div(e, pl.row_sum(e))
        weights[b * HEADS : b * HEADS + HEADS, :] = pl.cast(share, pl.BF16, mode="rint")
    return weights


@pl.jit.inline
def values_of(weights: pl.Tensor, v_pages: pl.Tensor, table: pl.Tensor, lengths: pl.Tensor, y: pl.Tensor):
    requests = lengths.shape[0]
    context = weights.shape[1]
    for b in pl.spmd(requests, name_hint="values"):
        values = pl.create_l1([context, WIDTH], pl.BF16)
        length = pl.read(lengths, [b])
        for p in pl.range((length + PAGE - 1) // PAGE):
            row = pl.read(table, [b, p]) * PAGE
            values = pl.gather_row(values, v_pages, [p * PAGE, 0], [row, 0], [PAGE, WIDTH])
        held = pl.slice(weights, [HEADS, context], [b * HEADS, 0], valid_shape=[HEADS, length])
        y[b * HEADS : b * HEADS + HEADS, :] = pl.matmul(held, values, out_dtype=pl.FP32)
    return y


@pl.jit
def paged_kv_test(
    q: pl.Tensor,
    k_pages: pl.Tensor,
    v_pages: pl.Tensor,
    table: pl.Tensor,
    lengths: pl.Tensor,
    y: pl.Out[pl.Tensor],
):
    rows = q.shape[0]
    context = table.shape[1] * PAGE
    scores = pl.create_tensor([rows, context], dtype=pl.FP32)
    weights = pl.create_tensor([rows, context], dtype=pl.BF16)
    scores = scores_of(q, k_pages, table, lengths, scores)
    weights = softmax(scores, lengths, weights)
    y = values_of(weights, v_pages, table, lengths, y)
    return y


def golden_paged_kv(q, k_pages, v_pages, table, lengths):
    import torch

    out = []
    for b, length in enumerate(lengths.tolist()):
        token = torch.arange(length)
        row = table[b, token // PAGE].long() * PAGE + token % PAGE
        heads = q[b * HEADS : (b + 1) * HEADS].float()
        share = torch.softmax(heads @ k_pages[row].float().T * SCALE, 1)
        out.append(share.to(torch.bfloat16).float() @ v_pages[row].float())
    return torch.cat(out)


def golden_paged_kv_test(tensors):
    inputs = [tensors[name] for name in ("q", "k_pages", "v_pages", "table", "lengths")]
    tensors["y"][:] = golden_paged_kv(*inputs)


def build_tensor_specs(requests, context):
    import torch

    from golden import TensorSpec

    pages = context // PAGE

    def init_table():
        # Every request owns its pages, which lie anywhere in the pool.
        return torch.randperm(requests * pages).reshape(requests, pages)

    def init_lengths():
        lengths = torch.randint(1, context + 1, (requests,))
        lengths[0] = context
        return lengths

    pool = [requests * context, WIDTH]
    return [
        TensorSpec("q", [requests * HEADS, WIDTH], torch.bfloat16, init_value=torch.randn),
        TensorSpec("k_pages", pool, torch.bfloat16, init_value=torch.randn),
        TensorSpec("v_pages", pool, torch.bfloat16, init_value=torch.randn),
        TensorSpec("table", [requests, pages], torch.int32, init_value=init_table),
        TensorSpec("lengths", [requests], torch.int32, init_value=init_lengths),
        TensorSpec("y", [requests * HEADS, WIDTH], torch.float32),
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
            fn=paged_kv_test,
            specs=build_tensor_specs(*MODES[mode]),
            golden_fn=golden_paged_kv_test,
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
            rtol=1e-2,
            atol=5e-3,
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
