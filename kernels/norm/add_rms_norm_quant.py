# SPDX-License-Identifier: Apache-2.0
"""Residual addition, RMSNorm and quantisation to INT8 in one pass over the residual stream, a scale per token.

The stream is updated in place and rounded to BF16 first: norm and quantisation see what the next layer will read. A
row is too long to stay on the chip, so that it is taken in chunks, three times: for its mean square, for its largest
normed value, and for the codes. The number of tokens is known at run time only and need not be a multiple of ROWS.
"""

import pypto.language as pl

MODES = {"decode": (3,), "prefill": (64,)}  # tokens

D = 2048
CHUNK = 512  # columns held on chip at a time
ROWS = 8  # tokens per task
EPS = 1e-6
LARGEST = 127.0
SMALLEST = 1e-4  # a token whose largest normed value is below it is quantised as if it were this

T = pl.dynamic("T")


@pl.jit.inline
def stream_part(stream: pl.Tensor, t: pl.Scalar[pl.INDEX], c: pl.Scalar[pl.INDEX], rows: pl.Scalar[pl.INDEX]):
    return pl.cast(pl.slice(stream, [ROWS, CHUNK], [t, c], valid_shape=[rows, CHUNK]), pl.FP32)


@pl.jit
def add_rms_norm_quant_test(
    x: pl.Tensor[[T, D], pl.BF16],
    stream: pl.InOut[pl.Tensor[[T, D], pl.BF16]],
    gamma: pl.Tensor[[D], pl.FP32],
    codes: pl.Out[pl.Tensor[[T, D], pl.INT8]],
    scales: pl.Out[pl.Tensor[[T, 1], pl.FP32]],
):
    x.bind_dynamic(0, T)
    stream.bind_dynamic(0, T)
    codes.bind_dynamic(0, T)
    scales.bind_dynamic(0, T)
    tokens = pl.tensor.dim(x, 0)
    gamma_row = pl.reshape(gamma, [1, D])
    for t in pl.parallel(0, tokens, ROWS):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="add_norm_quant"):
            rows = pl.min(ROWS, tokens - t)
            square_sum = pl.set_validshape(pl.full([ROWS, 1], dtype=pl.FP32, value=0.0), rows, 1)
            for c in pl.range(0, D, CHUNK):
                new = pl.slice(x, [ROWS, CHUNK], [t, c], valid_shape=[rows, CHUNK])
                old = stream_part(stream, t, c, rows)
                total = pl.cast(pl.add(pl.cast(new, pl.FP32), old), pl.BF16, mode="rint")
                stream = pl.assemble(stream, total, [t, c])
                part = pl.cast(total, pl.FP32)
                square_sum = pl.add(square_sum, pl.row_sum(pl.mul(part, part)))
            inverse = pl.rsqrt(pl.add(pl.mul(square_sum, 1.0 / D), EPS), high_precision=True)
            top = pl.set_validshape(pl.full([ROWS, 1], dtype=pl.FP32, value=SMALLEST), rows, 1)
            for c in pl.range(0, D, CHUNK):
                part = stream_part(stream, t, c, rows)
                normed = pl.col_expand_mul(pl.row_expand_mul(part, inverse), gamma_row[:, c : c + CHUNK])
                top = pl.maximum(top, pl.row_max(pl.abs(normed)))
            largest = pl.set_validshape(pl.full([ROWS, 1], dtype=pl.FP32, value=LARGEST), rows, 1)
            factor = pl.div(largest, top)
            scales = pl.assemble(scales, pl.recip(factor), [t, 0])
            for c in pl.pipeline(0, D, CHUNK, stage=2):
                part = stream_part(stream, t, c, rows)
                normed = pl.col_expand_mul(pl.row_expand_mul(part, inverse), gamma_row[:, c : c + CHUNK])
                whole = pl.cast(pl.row_expand_mul(normed, factor), pl.INT32, mode="rint")
                code = pl.cast(pl.cast(whole, pl.FP16, mode="round"), pl.INT8, mode="trunc")
                codes = pl.assemble(codes, code, [t, c])
    return stream, codes, scales


def golden_add_rms_norm_quant(x, stream, gamma):
    import torch

    stream = (x.float() + stream.float()).to(torch.bfloat16)
    total = stream.float()
    normed = total * torch.rsqrt(total.square().mean(-1, keepdim=True) + EPS) * gamma
    factor = LARGEST / normed.abs().amax(-1, keepdim=True).clamp(min=SMALLEST)
    return stream, torch.round(normed * factor).to(torch.int8), 1.0 / factor


def golden_add_rms_norm_quant_test(tensors):
    stream, codes, scales = golden_add_rms_norm_quant(tensors["x"], tensors["stream"], tensors["gamma"])
    tensors["stream"][:] = stream
    tensors["codes"][:] = codes
    tensors["scales"][:] = scales


def build_tensor_specs(tokens):
    import torch

    from golden import TensorSpec

    def init_stream():
        # A few channels of a residual stream are much larger than the others.
        stream = torch.randn(tokens, D)
        stream[:, :: D // 8] *= 20.0
        return stream

    def init_gamma():
        return torch.randn(D) * 0.1 + 1.0

    return [
        TensorSpec("x", [tokens, D], torch.bfloat16, init_value=torch.randn),
        TensorSpec("stream", [tokens, D], torch.bfloat16, init_value=init_stream),
        TensorSpec("gamma", [D], torch.float32, init_value=init_gamma),
        TensorSpec("codes", [tokens, D], torch.int8),
        TensorSpec("scales", [tokens, 1], torch.float32),
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
            fn=add_rms_norm_quant_test,
            specs=build_tensor_specs(*MODES[mode]),
            golden_fn=golden_add_rms_norm_quant_test,
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
            # The sums of squares add up in another order, so that a value near a half may get the code beside its own.
            rtol=1e-5,
            atol=1e-6,
            compare_fn={"codes": ratio_allclose(atol=1, rtol=0, max_error_ratio=0.0)},
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
