# SPDX-License-Identifier: Apache-2.0
"""Feed-forward part of the experts: SwiGLU over the tokens that a router sent to each expert, INT8 weights.

Tokens arrive sorted by expert; `offsets` says where each expert's tokens begin, and the last entry where all end. An
expert may have none. Each expert is a group of tasks of its own, as many as its tokens need:

    gate_up   (cube, vector)   gate = x w1^T, up = x w3^T in INT32; silu(gate) * up
    quantise  (vector)         each token's activations to INT8 again
    down      (cube, vector)   y = h w2^T, scaled back

The last tile of an expert holds fewer tokens than its rows; what stands there belongs to the next expert.
"""

import pypto.language as pl

MODES = {"decode": (4, 40), "prefill": (4, 300)}  # experts, tokens in all

HIDDEN = 512
INTER = 256
TILE_T = 32
TILE_N = 128

N_TOKENS = pl.dynamic("N_TOKENS")


@pl.jit.inline
def gate_up(
    x: pl.Tensor,
    x_scale: pl.Tensor,
    w1: pl.Tensor,
    w3: pl.Tensor,
    s1: pl.Tensor,
    s3: pl.Tensor,
    h: pl.Tensor,
    e: pl.Scalar[pl.INDEX],
    first: pl.Scalar[pl.INDEX],
    last: pl.Scalar[pl.INDEX],
):
    tiles = (last - first + TILE_T - 1) // TILE_T
    for block in pl.spmd(tiles * (INTER // TILE_N), name_hint="gate_up"):
        t = first + block // (INTER // TILE_N) * TILE_T
        n = block % (INTER // TILE_N) * TILE_N
        rows = pl.min(TILE_T, last - t)
        tokens = pl.slice(x, [TILE_T, HIDDEN], [t, 0], valid_shape=[rows, HIDDEN])
        gate = pl.matmul(tokens, w1[e, n : n + TILE_N, :], out_dtype=pl.INT32, b_trans=True)
        up = pl.matmul(tokens, w3[e, n : n + TILE_N, :], out_dtype=pl.INT32, b_trans=True)
        scale = pl.slice(x_scale, [TILE_T, 1], [t, 0], valid_shape=[rows, 1])
        gate_f = pl.row_expand_mul(pl.cast(gate, pl.FP32, mode="none"), scale)
        gate_f = pl.col_expand_mul(gate_f, s1[e : e + 1, n : n + TILE_N])
        up_f = pl.row_expand_mul(pl.cast(up, pl.FP32, mode="none"), scale)
        up_f = pl.col_expand_mul(up_f, s3[e : e + 1, n : n + TILE_N])
        silu = pl.mul(gate_f, pl.recip(pl.add(pl.exp(pl.neg(gate_f)), 1.0)))
        h = pl.assemble(h, pl.set_validshape(pl.mul(silu, up_f), rows, TILE_N), [t, n])
    return h


@pl.jit.inline
def requantise(h: pl.Tensor, codes: pl.Tensor, scales: pl.Tensor):
    n_tokens = pl.tensor.dim(h, 0)
    for block in pl.spmd((n_tokens + TILE_T - 1) // TILE_T, name_hint="requantise"):
        t = block * TILE_T
        rows = pl.min(TILE_T, n_tokens - t)
        part = pl.slice(h, [TILE_T, INTER], [t, 0], valid_shape=[rows, INTER])
        part = pl.fillpad(part, pad_value=pl.PadValue.zero)
        top = pl.maximum(pl.row_max(pl.abs(part)), pl.full([TILE_T, 1], pl.FP32, 1e-6))
        factor = pl.div(pl.full([TILE_T, 1], pl.FP32, 127.0), top)
        whole = pl.cast(pl.row_expand_mul(part, factor), pl.INT32, mode="rint")
        code = pl.cast(pl.cast(whole, pl.FP16, mode="round"), pl.INT8, mode="trunc")
        codes = pl.assemble(codes, pl.set_validshape(code, rows, INTER), [t, 0])
        scales = pl.assemble(scales, pl.set_validshape(pl.recip(factor), rows, 1), [t, 0])
    return codes, scales


@pl.jit.inline
def down(
    codes: pl.Tensor,
    scales: pl.Tensor,
    w2: pl.Tensor,
    s2: pl.Tensor,
    y: pl.Tensor,
    e: pl.Scalar[pl.INDEX],
    first: pl.Scalar[pl.INDEX],
    last: pl.Scalar[pl.INDEX],
):
    tiles = (last - first + TILE_T - 1) // TILE_T
    for block in pl.spmd(tiles * (HIDDEN // TILE_N), name_hint="down"):
        t = first + block // (HIDDEN // TILE_N) * TILE_T
        n = block % (HIDDEN // TILE_N) * TILE_N
        rows = pl.min(TILE_T, last - t)
        tokens = pl.slice(codes, [TILE_T, INTER], [t, 0], valid_shape=[rows, INTER])
        acc = pl.matmul(tokens, w2[e, n : n + TILE_N, :], out_dtype=pl.INT32, b_trans=True)
        scale = pl.slice(scales, [TILE_T, 1], [t, 0], valid_shape=[rows, 1])
        out = pl.row_expand_mul(pl.cast(acc, pl.FP32, mode="none"), scale)
        out = pl.col_expand_mul(out, s2[e : e + 1, n : n + TILE_N])
        out = pl.set_validshape(pl.cast(out, pl.BF16, mode="rint"), rows, TILE_N)
        y = pl.assemble(y, out, [t, n])
    return y


@pl.jit
def expert_mlp_test(
    x: pl.Tensor[[N_TOKENS, HIDDEN], pl.INT8],
    x_scale: pl.Tensor[[N_TOKENS, 1], pl.FP32],
    offsets: pl.Tensor,
    w1: pl.Tensor,
    w3: pl.Tensor,
    w2: pl.Tensor,
    s1: pl.Tensor,
    s3: pl.Tensor,
    s2: pl.Tensor,
    y: pl.Out[pl.Tensor[[N_TOKENS, HIDDEN], pl.BF16]],
):
    n_tokens = pl.tensor.dim(x, 0)
    experts = offsets.shape[0] - 1
    h = pl.create_tensor([n_tokens, INTER], dtype=pl.FP32)
    codes = pl.create_tensor([n_tokens, INTER], dtype=pl.INT8)
    scales = pl.create_tensor([n_tokens, 1], dtype=pl.FP32)
    for e in pl.parallel(experts):
        first = pl.cast(pl.read(offsets, [e]), pl.INDEX)
        last = pl.cast(pl.read(offsets, [e + 1]), pl.INDEX)
        if last > first:
            h = gate_up(x, x_scale, w1, w3, s1, s3, h, e, first, last)
    codes, scales = requantise(h, codes, scales)
    for e in pl.parallel(experts):
        first = pl.cast(pl.read(offsets, [e]), pl.INDEX)
        last = pl.cast(pl.read(offsets, [e + 1]), pl.INDEX)
        if last > first:
            y = down(codes, scales, w2, s2, y, e, first, last)
    return y


def golden_expert_mlp(x, x_scale, offsets, w1, w3, w2, s1, s3, s2):
    import torch

    y = torch.zeros(x.shape, dtype=torch.bfloat16)
    for e in range(len(offsets) - 1):
        rows = slice(int(offsets[e]), int(offsets[e + 1]))
        tokens, scale = x[rows].double(), x_scale[rows]
        gate = (tokens @ w1[e].double().T).float() * scale * s1[e]
        up = (tokens @ w3[e].double().T).float() * scale * s3[e]
        h = torch.nn.functional.silu(gate) * up
        factor = 127.0 / h.abs().amax(1, keepdim=True).clamp(min=1e-6)
        codes = torch.round(h * factor)
        y[rows] = ((codes.double() @ w2[e].double().T).float() / factor * s2[e]).to(torch.bfloat16)
    return y


NAMES = ("x", "x_scale", "offsets", "w1", "w3", "w2", "s1", "s3", "s2")


def golden_expert_mlp_test(tensors):
    tensors["y"][:] = golden_expert_mlp(*(tensors[name] for name in NAMES))


def build_tensor_specs(experts, tokens):
    import torch

    from golden import TensorSpec

    def init_offsets():
        # One expert without tokens, the others share them unevenly.
        cuts = torch.randint(0, tokens + 1, (experts - 1,)).sort().values
        cuts[0] = 0
        return torch.cat([torch.zeros(1), cuts, torch.full((1,), tokens)])

    def codes(*shape):
        return lambda: torch.randint(-127, 128, shape)

    def scale(*shape):
        return lambda: torch.rand(shape) * 0.001 + 0.0005

    return [
        TensorSpec("x", [tokens, HIDDEN], torch.int8, init_value=codes(tokens, HIDDEN)),
        TensorSpec(
            "x_scale", [tokens, 1], torch.float32, init_value=lambda: torch.rand(tokens, 1) * 0.02 + 0.01
        ),
        TensorSpec("offsets", [experts + 1], torch.int32, init_value=init_offsets),
        TensorSpec("w1", [experts, INTER, HIDDEN], torch.int8, init_value=codes(experts, INTER, HIDDEN)),
        TensorSpec("w3", [experts, INTER, HIDDEN], torch.int8, init_value=codes(experts, INTER, HIDDEN)),
        TensorSpec("w2", [experts, HIDDEN, INTER], torch.int8, init_value=codes(experts, HIDDEN, INTER)),
        TensorSpec("s1", [experts, INTER], torch.float32, init_value=scale(experts, INTER)),
        TensorSpec("s3", [experts, INTER], torch.float32, init_value=scale(experts, INTER)),
        TensorSpec("s2", [experts, HIDDEN], torch.float32, init_value=scale(experts, HIDDEN)),
        TensorSpec("y", [tokens, HIDDEN], torch.bfloat16),
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
            fn=expert_mlp_test,
            specs=build_tensor_specs(*MODES[mode]),
            golden_fn=golden_expert_mlp_test,
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
            # A code that falls on the other side of a half moves a few outputs by one step of the second quantisation.
            rtol=1.0 / 128,
            atol=1e-4,
            compare_fn={"y": ratio_allclose(atol=1e-3, rtol=1.0 / 64, max_error_ratio=0.005)},
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
