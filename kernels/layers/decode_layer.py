# SPDX-License-Identifier: Apache-2.0
"""One decoder layer at decode time: a token of each request goes through attention and feed-forward.

    norm       RMSNorm of the residual stream
    project    queries, keys and values, side by side in one product
    rotate     rotary embedding of queries and keys; keys and values go into the paged cache, at the token's slot
    attend     online softmax over the pages of each request, a block per request and head of keys and values
    output     projection and residual
    feed       RMSNorm, SwiGLU, down projection and residual

Requests are taken TILE_B at a time; the batch is known at run time only and need not be a multiple. Every stage is an
inline helper, so that the whole layer is one program. What a stage writes into the cache orders it before the attention
that reads the cache.
"""

import pypto.language as pl

MODES = {"decode": (20, 160), "single": (1, 70)}  # requests, longest context (this token included)

HIDDEN = 512
HEADS = 8
KV_HEADS = 2
D = 64
HALF = D // 2
GROUP = HEADS // KV_HEADS
INTER = 1024
PAGE = 32
EPS = 1e-6
SCALE = D**-0.5

TILE_B = 16
TILE_Q = 16  # rows of a tile of queries, GROUP of them hold queries
TILE_N = 128
DEPTH = 256

Q_WIDTH = HEADS * D
ALL_HEADS = HEADS + 2 * KV_HEADS  # queries, keys, values
ALL_WIDTH = ALL_HEADS * D

B = pl.dynamic("B")
ROWS = pl.dynamic("ROWS")
PAGES = pl.dynamic("PAGES")


@pl.jit.inline
def norm(x: pl.Tensor, weight: pl.Tensor, y: pl.Tensor):
    batch = pl.tensor.dim(x, 0)
    weight_row = pl.reshape(weight, [1, HIDDEN])
    for b0 in pl.parallel(0, batch, TILE_B):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="norm"):
            rows = pl.min(TILE_B, batch - b0)
            part = pl.cast(pl.slice(x, [TILE_B, HIDDEN], [b0, 0], valid_shape=[rows, HIDDEN]), pl.FP32)
            mean = pl.mul(pl.row_sum(pl.mul(part, part)), 1.0 / HIDDEN)
            inverse = pl.rsqrt(pl.add(mean, EPS), high_precision=True)
            gamma = pl.cast(weight_row[:, :], pl.FP32)
            normed = pl.col_expand_mul(pl.row_expand_mul(part, inverse), gamma)
            y = pl.assemble(
                y, pl.set_validshape(pl.cast(normed, pl.BF16, mode="rint"), rows, HIDDEN), [b0, 0]
            )
    return y


@pl.jit.inline
def project(x: pl.Tensor, weight: pl.Tensor, y: pl.Tensor):
    batch = pl.tensor.dim(x, 0)
    k_dim, n_dim = weight.shape
    columns = n_dim // TILE_N
    for block in pl.spmd((batch + TILE_B - 1) // TILE_B * columns, name_hint="project"):
        b0 = block // columns * TILE_B
        n0 = block % columns * TILE_N
        rows = pl.min(TILE_B, batch - b0)
        acc = pl.create_tensor([TILE_B, TILE_N], dtype=pl.FP32)
        for k in pl.pipeline(0, k_dim, DEPTH, stage=2):
            left = pl.slice(x, [TILE_B, DEPTH], [b0, k], valid_shape=[rows, DEPTH])
            acc = pl.matmul_acc(acc, left, weight[k : k + DEPTH, n0 : n0 + TILE_N], init_cond=(k == 0))
        y = pl.assemble(y, pl.set_validshape(acc, rows, TILE_N), [b0, n0])
    return y


@pl.jit.inline
def rotate(
    qkv: pl.Tensor,
    cos: pl.Tensor,
    sin: pl.Tensor,
    seq_lens: pl.Tensor,
    slots: pl.Tensor,
    q_rot: pl.Tensor,
    k_cache: pl.Tensor,
    v_cache: pl.Tensor,
):
    batch = pl.tensor.dim(qkv, 0)
    all_heads = pl.reshape(qkv, [batch * ALL_HEADS, D])
    for b in pl.spmd(batch, name_hint="rotate"):
        position = pl.read(seq_lens, [b]) - 1
        slot = pl.read(slots, [b])
        c = cos[position : position + 1, :]
        s = sin[position : position + 1, :]
        first = b * ALL_HEADS
        low = all_heads[first : first + HEADS, 0:HALF]
        high = all_heads[first : first + HEADS, HALF:D]
        q_low = pl.sub(pl.col_expand_mul(low, c), pl.col_expand_mul(high, s))
        q_high = pl.add(pl.col_expand_mul(high, c), pl.col_expand_mul(low, s))
        q_rot[b * HEADS : b * HEADS + HEADS, 0:HALF] = pl.cast(q_low, pl.BF16, mode="rint")
        q_rot[b * HEADS : b * HEADS + HEADS, HALF:D] = pl.cast(q_high, pl.BF16, mode="rint")
        for h in pl.range(KV_HEADS):
            row = (slot // PAGE * KV_HEADS + h) * PAGE + slot % PAGE
            key = first + HEADS + h
            k_low = all_heads[key : key + 1, 0:HALF]
            k_high = all_heads[key : key + 1, HALF:D]
            new_low = pl.sub(pl.mul(k_low, c), pl.mul(k_high, s))
            new_high = pl.add(pl.mul(k_high, c), pl.mul(k_low, s))
            k_cache[row : row + 1, 0:HALF] = pl.cast(new_low, pl.BF16, mode="rint")
            k_cache[row : row + 1, HALF:D] = pl.cast(new_high, pl.BF16, mode="rint")
            value = all_heads[key + KV_HEADS : key + KV_HEADS + 1, :]
            v_cache[row : row + 1, :] = pl.cast(value, pl.BF16, mode="rint")
    return q_rot, k_cache, v_cache


@pl.jit.inline
def attend(
    q_rot: pl.Tensor,
    k_cache: pl.Tensor,
    v_cache: pl.Tensor,
    block_table: pl.Tensor,
    seq_lens: pl.Tensor,
    out: pl.Tensor,
):
    batch = pl.tensor.dim(seq_lens, 0)
    heads = pl.reshape(out, [batch * HEADS, D])
    for block in pl.spmd(batch * KV_HEADS, name_hint="attend"):
        b = block // KV_HEADS
        h = block % KV_HEADS
        length = pl.read(seq_lens, [b])
        q_row = b * HEADS + h * GROUP
        queries = pl.slice(q_rot, [TILE_Q, D], [q_row, 0], valid_shape=[GROUP, D])
        top = pl.full([TILE_Q, 1], dtype=pl.FP32, value=-1e30)
        total = pl.full([TILE_Q, 1], dtype=pl.FP32, value=0.0)
        mixed = pl.full([TILE_Q, D], dtype=pl.FP32, value=0.0)
        for i in pl.range((length + PAGE - 1) // PAGE):
            row = (pl.read(block_table, [b, i]) * KV_HEADS + h) * PAGE
            n = pl.min(PAGE, length - i * PAGE)
            scores = pl.matmul(queries, k_cache[row : row + PAGE, :], b_trans=True, out_dtype=pl.FP32)
            scores = pl.set_validshape(pl.mul(scores, SCALE), TILE_Q, n)
            scores = pl.fillpad(scores, pad_value=pl.PadValue.min)
            new_top = pl.maximum(top, pl.row_max(scores))
            shrink = pl.exp(pl.sub(top, new_top))
            share = pl.exp(pl.row_expand_sub(scores, new_top))
            total = pl.add(pl.mul(total, shrink), pl.row_sum(share))
            weights = pl.set_validshape(pl.cast(share, pl.BF16, mode="rint"), TILE_Q, n)
            part = pl.matmul(weights, v_cache[row : row + PAGE, :], out_dtype=pl.FP32)
            mixed = pl.add(pl.row_expand_mul(mixed, shrink), part)
            top = new_top
        normed = pl.cast(pl.row_expand_div(mixed, total), pl.BF16, mode="rint")
        heads = pl.assemble(heads, pl.set_validshape(normed, GROUP, D), [q_row, 0])
    return out


@pl.jit.inline
def project_and_add(x: pl.Tensor, weight: pl.Tensor, residual: pl.Tensor, y: pl.Tensor):
    batch = pl.tensor.dim(x, 0)
    k_dim, n_dim = weight.shape
    columns = n_dim // TILE_N
    for block in pl.spmd((batch + TILE_B - 1) // TILE_B * columns, name_hint="project_add"):
        b0 = block // columns * TILE_B
        n0 = block % columns * TILE_N
        rows = pl.min(TILE_B, batch - b0)
        acc = pl.create_tensor([TILE_B, TILE_N], dtype=pl.FP32)
        for k in pl.range(0, k_dim, DEPTH):
            left = pl.slice(x, [TILE_B, DEPTH], [b0, k], valid_shape=[rows, DEPTH])
            right = weight[k : k + DEPTH, n0 : n0 + TILE_N]
            if k == 0:
                acc = pl.matmul(left, right, out_dtype=pl.FP32)
            else:
                acc = pl.matmul_acc(acc, left, right)
        stream = pl.slice(residual, [TILE_B, TILE_N], [b0, n0], valid_shape=[rows, TILE_N])
        total = pl.add(pl.cast(stream, pl.FP32), acc)
        y = pl.assemble(y, pl.set_validshape(pl.cast(total, pl.BF16, mode="rint"), rows, TILE_N), [b0, n0])
    return y


@pl.jit.inline
def swiglu(x: pl.Tensor, w_gate: pl.Tensor, w_up: pl.Tensor, h: pl.Tensor):
    batch = pl.tensor.dim(x, 0)
    columns = INTER // TILE_N
    for block in pl.spmd(
        (batch + TILE_B - 1) // TILE_B * columns,
        name_hint="swiglu",
        optimizations=[pl.split(pl.SplitMode.LEFT_RIGHT)],
    ):
        b0 = block // columns * TILE_B
        n0 = block % columns * TILE_N
        rows = pl.min(TILE_B, batch - b0)
        tokens = pl.slice(x, [TILE_B, HIDDEN], [b0, 0], valid_shape=[rows, HIDDEN])
        gate = pl.matmul(tokens, w_gate[:, n0 : n0 + TILE_N], out_dtype=pl.FP32)
        up = pl.matmul(tokens, w_up[:, n0 : n0 + TILE_N], out_dtype=pl.FP32)
        sigmoid = pl.recip(pl.add(pl.exp(pl.neg(gate)), 1.0))
        active = pl.mul(pl.mul(gate, sigmoid), up)
        h = pl.assemble(h, pl.set_validshape(pl.cast(active, pl.BF16, mode="rint"), rows, TILE_N), [b0, n0])
    return h


@pl.jit
def decode_layer_test(
    x: pl.Tensor[[B, HIDDEN], pl.BF16],
    input_norm: pl.Tensor[[HIDDEN], pl.BF16],
    wqkv: pl.Tensor[[HIDDEN, ALL_WIDTH], pl.BF16],
    cos: pl.Tensor,
    sin: pl.Tensor,
    seq_lens: pl.Tensor[[B], pl.INT32],
    slots: pl.Tensor[[B], pl.INT32],
    block_table: pl.Tensor[[B, PAGES], pl.INT32],
    k_cache: pl.InOut[pl.Tensor[[ROWS, D], pl.BF16]],
    v_cache: pl.InOut[pl.Tensor[[ROWS, D], pl.BF16]],
    wo: pl.Tensor[[Q_WIDTH, HIDDEN], pl.BF16],
    post_norm: pl.Tensor[[HIDDEN], pl.BF16],
    w_gate: pl.Tensor[[HIDDEN, INTER], pl.BF16],
    w_up: pl.Tensor[[HIDDEN, INTER], pl.BF16],
    w_down: pl.Tensor[[INTER, HIDDEN], pl.BF16],
    y: pl.Out[pl.Tensor[[B, HIDDEN], pl.BF16]],
):
    x.bind_dynamic(0, B)
    y.bind_dynamic(0, B)
    batch = pl.tensor.dim(x, 0)
    rows = batch * HEADS

    normed = pl.create_tensor([batch, HIDDEN], dtype=pl.BF16)
    qkv = pl.create_tensor([batch, ALL_WIDTH], dtype=pl.FP32)
    q_rot = pl.create_tensor([rows, D], dtype=pl.BF16)
    attended = pl.create_tensor([batch, Q_WIDTH], dtype=pl.BF16)
    stream = pl.create_tensor([batch, HIDDEN], dtype=pl.BF16)
    normed_again = pl.create_tensor([batch, HIDDEN], dtype=pl.BF16)
    h = pl.create_tensor([batch, INTER], dtype=pl.BF16)

    normed = norm(x, input_norm, normed)
    qkv = project(normed, wqkv, qkv)
    q_rot, k_cache, v_cache = rotate(qkv, cos, sin, seq_lens, slots, q_rot, k_cache, v_cache)
    attended = attend(q_rot, k_cache, v_cache, block_table, seq_lens, attended)
    stream = project_and_add(attended, wo, x, stream)
    normed_again = norm(stream, post_norm, normed_again)
    h = swiglu(normed_again, w_gate, w_up, h)
    y = project_and_add(h, w_down, stream, y)
    return k_cache, v_cache, y


def golden_norm(x, weight):
    import torch

    x = x.float()
    return (x * torch.rsqrt(x.square().mean(-1, keepdim=True) + EPS) * weight.float()).to(torch.bfloat16)


def golden_rotate(x, cos, sin):
    import torch

    low, high = x[..., :HALF], x[..., HALF:]
    return torch.cat([low * cos - high * sin, high * cos + low * sin], -1).to(torch.bfloat16)


def golden_decode_layer(t):
    import torch

    batch = t["x"].shape[0]
    lens, slots = t["seq_lens"].long(), t["slots"].long()
    x = golden_norm(t["x"], t["input_norm"]).float()
    cos, sin = t["cos"][lens - 1][:, None], t["sin"][lens - 1][:, None]
    qkv = (x @ t["wqkv"].float()).reshape(batch, ALL_HEADS, D)
    q = golden_rotate(qkv[:, :HEADS], cos, sin)
    k = golden_rotate(qkv[:, HEADS:-KV_HEADS], cos, sin)
    v = qkv[:, -KV_HEADS:].to(torch.bfloat16)
    k_cache, v_cache = (
        t["k_cache"].reshape(-1, KV_HEADS, PAGE, D),
        t["v_cache"].reshape(-1, KV_HEADS, PAGE, D),
    )
    k_cache[slots // PAGE, :, slots % PAGE] = k
    v_cache[slots // PAGE, :, slots % PAGE] = v
    out = []
    for b in range(batch):
        token = torch.arange(int(lens[b]))
        page = t["block_table"][b, token // PAGE].long()
        keys = k_cache[page, :, token % PAGE].float().transpose(0, 1).repeat_interleave(GROUP, 0)
        values = v_cache[page, :, token % PAGE].float().transpose(0, 1).repeat_interleave(GROUP, 0)
        share = torch.softmax(q[b].float()[:, None] @ keys.transpose(1, 2) * SCALE, -1)
        out.append((share @ values).reshape(-1))
    attended = torch.stack(out).to(torch.bfloat16).float()
    stream = (t["x"].float() + attended @ t["wo"].float()).to(torch.bfloat16)
    x = golden_norm(stream, t["post_norm"]).float()
    h = (torch.nn.functional.silu(x @ t["w_gate"].float()) * (x @ t["w_up"].float())).to(torch.bfloat16)
    return (stream.float() + h.float() @ t["w_down"].float()).to(torch.bfloat16)


def golden_decode_layer_test(tensors):
    tensors["y"][:] = golden_decode_layer(tensors)


def build_tensor_specs(batch, longest):
    import torch

    from golden import TensorSpec

    pages = (longest + PAGE - 1) // PAGE
    pool = batch * pages + 2
    lens = torch.randint(1, longest + 1, (batch,), dtype=torch.int32)
    lens[0] = longest
    table = torch.randperm(pool, dtype=torch.int32)[: batch * pages].reshape(batch, pages)
    last = lens.long() - 1
    slots = table[torch.arange(batch), last // PAGE] * PAGE + last % PAGE
    angle = torch.arange(longest)[:, None] * 10000.0 ** (-torch.arange(HALF) / HALF)

    def weight(*shape):
        return lambda: torch.randn(shape) * shape[0] ** -0.5

    def gamma():
        return torch.randn(HIDDEN) * 0.1 + 1.0

    def cache():
        return torch.randn(pool * KV_HEADS * PAGE, D)

    bf16, rows = torch.bfloat16, pool * KV_HEADS * PAGE
    return [
        TensorSpec("x", [batch, HIDDEN], bf16, init_value=torch.randn),
        TensorSpec("input_norm", [HIDDEN], bf16, init_value=gamma),
        TensorSpec("wqkv", [HIDDEN, ALL_WIDTH], bf16, init_value=weight(HIDDEN, ALL_WIDTH)),
        TensorSpec("cos", [longest, HALF], torch.float32, init_value=angle.cos()),
        TensorSpec("sin", [longest, HALF], torch.float32, init_value=angle.sin()),
        TensorSpec("seq_lens", [batch], torch.int32, init_value=lens),
        TensorSpec("slots", [batch], torch.int32, init_value=slots),
        TensorSpec("block_table", [batch, pages], torch.int32, init_value=table),
        TensorSpec("k_cache", [rows, D], bf16, init_value=cache),
        TensorSpec("v_cache", [rows, D], bf16, init_value=cache),
        TensorSpec("wo", [Q_WIDTH, HIDDEN], bf16, init_value=weight(Q_WIDTH, HIDDEN)),
        TensorSpec("post_norm", [HIDDEN], bf16, init_value=gamma),
        TensorSpec("w_gate", [HIDDEN, INTER], bf16, init_value=weight(HIDDEN, INTER)),
        TensorSpec("w_up", [HIDDEN, INTER], bf16, init_value=weight(HIDDEN, INTER)),
        TensorSpec("w_down", [INTER, HIDDEN], bf16, init_value=weight(INTER, HIDDEN)),
        TensorSpec("y", [batch, HIDDEN], bf16),
    ]


if __name__ == "__main__":
    import argparse

    from golden import ratio_allclose, run

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
            fn=decode_layer_test,
            specs=build_tensor_specs(*MODES[mode]),
            golden_fn=golden_decode_layer_test,
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
            atol=1e-2,
            compare_fn={
                name: ratio_allclose(atol=2e-2, rtol=1.0 / 64, max_error_ratio=0.005)
                for name in ("k_cache", "v_cache", "y")
            },
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
