# SPDX-License-Identifier: Apache-2.0
"""INT8 projection: tokens are quantised row by row, multiplied exactly, and scaled back.

The cube cores sum INT8 products in INT32, so that the only roundings are the one to INT8, one when the sum becomes
FP32, two when it is scaled, and the last one to BF16.
"""

import pypto.language as pl

MODES = {"decode": (32, 1024, 512), "prefill": (128, 512, 512)}  # tokens, K, N

ROWS = 8  # tokens per block that is quantised, and that is scaled back
TILE_M = 32
TILE_N = 128
DEPTH = 512  # of K, on chip at a time
LARGEST = 127.0
SMALLEST = 1e-6  # an absolute maximum below it is taken as this


@pl.jit.inline
def quantise(x: pl.Tensor, codes: pl.Tensor, scales: pl.Tensor):
    m_dim = x.shape[0]
    for block in pl.spmd(m_dim // ROWS, name_hint="quantise"):
        r = block * ROWS
        rows = pl.cast(x[r : r + ROWS, :], pl.FP32)
        top = pl.maximum(pl.row_max(pl.abs(rows)), pl.full([ROWS, 1], pl.FP32, SMALLEST))
        factor = pl.div(pl.full([ROWS, 1], pl.FP32, LARGEST), top)
        whole = pl.cast(pl.row_expand_mul(rows, factor), pl.INT32, mode="rint")
        half = pl.cast(whole, pl.FP16, mode="round")
        codes[r : r + ROWS, :] = pl.cast(half, pl.INT8, mode="trunc")
        scales[r : r + ROWS, :] = pl.recip(factor)
    return codes, scales


@pl.jit.inline
def multiply(codes: pl.Tensor, w: pl.Tensor, product: pl.Tensor):
    m_dim, k_dim = codes.shape
    columns = w.shape[0] // TILE_N
    for block in pl.spmd(m_dim // TILE_M * columns, name_hint="multiply"):
        m = block // columns * TILE_M
        n = block % columns * TILE_N
        acc = pl.create_tensor([TILE_M, TILE_N], dtype=pl.INT32)
        for k in pl.pipeline(0, k_dim, DEPTH, stage=2):
            left = codes[m : m + TILE_M, k : k + DEPTH]
            right = w[n : n + TILE_N, k : k + DEPTH]
            acc = pl.matmul_acc(acc, left, right, b_trans=True, init_cond=(k == 0))
        product[m : m + TILE_M, n : n + TILE_N] = acc
    return product


@pl.jit.inline
def dequantise(product: pl.Tensor, scales: pl.Tensor, w_scales: pl.Tensor, y: pl.Tensor):
    m_dim, n_dim = y.shape
    row = pl.reshape(w_scales, [1, n_dim])
    for block in pl.spmd(m_dim // ROWS, name_hint="dequantise"):
        r = block * ROWS
        sums = pl.cast(product[r : r + ROWS, :], pl.FP32, mode="none")
        scaled = pl.col_expand_mul(pl.row_expand_mul(sums, scales[r : r + ROWS, :]), row[:, :])
        y[r : r + ROWS, :] = pl.cast(scaled, pl.BF16, mode="rint")
    return y


@pl.jit
def int8_projection_test(
    x: pl.Tensor,
    w: pl.Tensor,
    w_scales: pl.Tensor,
    codes: pl.Out[pl.Tensor],
    y: pl.Out[pl.Tensor],
):
    m_dim, n_dim = y.shape
    scales = pl.create_tensor([m_dim, 1], dtype=pl.FP32)
    product = pl.create_tensor([m_dim, n_dim], dtype=pl.INT32)
    codes, scales = quantise(x, codes, scales)
    product = multiply(codes, w, product)
    y = dequantise(product, scales, w_scales, y)
    return codes, y


def golden_quantise(x):
    import torch

    rows = x.float()
    top = rows.abs().amax(1, keepdim=True).clamp(min=SMALLEST)
    factor = torch.full_like(top, LARGEST) / top  # `LARGEST / top` would round twice
    return torch.round(rows * factor).to(torch.int8), 1.0 / factor


def golden_int8_projection(x, w, w_scales):
    import torch

    codes, scales = golden_quantise(x)
    sums = codes.long() @ w.long().T
    return codes, (sums.float() * scales * w_scales).to(torch.bfloat16)


def golden_int8_projection_test(tensors):
    inputs = [tensors[name] for name in ("x", "w", "w_scales")]
    tensors["codes"][:], tensors["y"][:] = golden_int8_projection(*inputs)


def build_tensor_specs(M, K, N):
    import torch

    from golden import TensorSpec

    def init_x():
        # Activations of a language model have a few channels that are much larger than the others.
        x = torch.randn(M, K)
        x[:, :: K // 8] *= 20.0
        return x

    def init_w():
        return torch.randint(-127, 128, (N, K))

    def init_w_scales():
        return torch.rand(N) * 0.01 + 0.001

    return [
        TensorSpec("x", [M, K], torch.bfloat16, init_value=init_x),
        TensorSpec("w", [N, K], torch.int8, init_value=init_w),
        TensorSpec("w_scales", [N], torch.float32, init_value=init_w_scales),
        TensorSpec("codes", [M, K], torch.int8),
        TensorSpec("y", [M, N], torch.bfloat16),
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
            fn=int8_projection_test,
            specs=build_tensor_specs(*MODES[mode]),
            golden_fn=golden_int8_projection_test,
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
            rtol=1.0 / 128,
            atol=1e-4,
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
