# SPDX-License-Identifier: Apache-2.0
"""RMSNorm of token activations, as it stands before the attention and the feed-forward part of a layer.

BF16 in and out, FP32 inside. One kernel serves decode and prefill: the number of tokens is a dynamic extent,
and a multiple of ROWS.
"""

import pypto.language as pl

DECODE_BATCH, DECODE_SEQ = 128, 2  # two tokens a step: one sampled, one speculated
PREFILL_BATCH, PREFILL_SEQ = 2, 256
TP = 4

MODES = {
    "decode": (DECODE_BATCH // TP, DECODE_SEQ),
    "prefill": (PREFILL_BATCH, PREFILL_SEQ),
}

D = 4096
EPS = 1e-6
INV_D = 1.0 / D
ROWS = 16  # tokens per block
CHUNK = 512  # columns held on chip at a time

T = pl.dynamic("T")


@pl.jit
def rms_norm_test(
    x: pl.Tensor[[T, D], pl.BF16],
    norm_w: pl.Tensor[[D], pl.BF16],
    x_normed: pl.Out[pl.Tensor[[T, D], pl.BF16]],
):
    x.bind_dynamic(0, T)
    x_normed.bind_dynamic(0, T)
    tokens = pl.tensor.dim(x, 0)
    for block in pl.spmd(tokens // ROWS, name_hint="rms_norm"):
        r = block * ROWS
        square_sum = pl.full([ROWS, 1], dtype=pl.FP32, value=0.0)
        for c in pl.range(0, D, CHUNK):
            part = pl.cast(x[r : r + ROWS, c : c + CHUNK], pl.FP32)
            square_sum = pl.add(square_sum, pl.row_sum(pl.mul(part, part)))
        mean = pl.add(pl.mul(square_sum, INV_D), EPS)
        inv_rms = pl.rsqrt(mean, high_precision=True)
        for c in pl.pipeline(0, D, CHUNK, stage=2):
            part = pl.cast(x[r : r + ROWS, c : c + CHUNK], pl.FP32)
            weight = pl.reshape(pl.cast(norm_w[c : c + CHUNK], pl.FP32), [1, CHUNK])
            scaled = pl.col_expand_mul(pl.row_expand_mul(part, inv_rms), weight)
            x_normed[r : r + ROWS, c : c + CHUNK] = pl.cast(scaled, pl.BF16, mode="rint")
    return x_normed


def golden_rms_norm(x, norm_w):
    import torch

    x = x.float()
    norm_w = norm_w.float()
    inv = torch.rsqrt(x.square().mean(-1, keepdim=True) + EPS)
    return (x * inv * norm_w).to(torch.bfloat16)


def golden_rms_norm_test(tensors):
    tensors["x_normed"][:] = golden_rms_norm(tensors["x"], tensors["norm_w"])


def build_tensor_specs(B, S):
    import torch

    from golden import TensorSpec

    T = B * S

    def init_x():
        return torch.randn(T, D) - 0.5

    def init_norm_w():
        return torch.randn(D) * 0.1 + 1.0

    return [
        TensorSpec("x", [T, D], torch.bfloat16, init_value=init_x),
        TensorSpec("norm_w", [D], torch.bfloat16, init_value=init_norm_w),
        TensorSpec("x_normed", [T, D], torch.bfloat16),
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
            fn=rms_norm_test,
            specs=build_tensor_specs(*MODES[mode]),
            golden_fn=golden_rms_norm_test,
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
            rtol=5e-3,
            atol=5e-3,
            # FP32 until the one rounding to BF16 at the end, so at most one BF16 step (2**-7) apart.
            compare_fn={"x_normed": ratio_allclose(atol=1e-4, rtol=1.0 / 128)},
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
