# SPDX-License-Identifier: Apache-2.0
"""Softmax of attention scores in FP32, along the rows or down the columns.

Rows of up to RESIDENT columns are read once and stay on chip. Longer rows are read in chunks, three times:
for the greatest value, for the sum of the exponentials, and for the result.
"""

import pypto.language as pl

MODES = {"short": (512, 256), "long": (64, 4096), "columns": (256, 512)}

ROWS = 16  # rows per block
RESIDENT = 1024  # columns of a row that fit on chip together with their exponentials
CHUNK = 256  # columns of a longer row that are on chip at a time
STRIP = 64  # columns per block when the softmax runs down the columns
LOWEST = -3.4028234663852886e38  # the smallest FP32 number


@pl.jit
def softmax_test(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    rows, cols = x.shape
    if cols <= RESIDENT:
        for block in pl.spmd(rows // ROWS, name_hint="softmax"):
            r = block * ROWS
            whole = x[r : r + ROWS, :]
            power = pl.exp(pl.row_expand_sub(whole, pl.row_max(whole)))
            y[r : r + ROWS, :] = pl.row_expand_mul(power, pl.recip(pl.row_sum(power)))
    else:
        for block in pl.spmd(rows // ROWS, name_hint="softmax_long"):
            r = block * ROWS
            peak = pl.full([ROWS, 1], dtype=pl.FP32, value=LOWEST)
            for c in pl.range(0, cols, CHUNK):
                peak = pl.maximum(peak, pl.row_max(x[r : r + ROWS, c : c + CHUNK]))
            total = pl.full([ROWS, 1], dtype=pl.FP32, value=0.0)
            for c in pl.range(0, cols, CHUNK):
                power = pl.exp(pl.row_expand_sub(x[r : r + ROWS, c : c + CHUNK], peak))
                total = pl.add(total, pl.row_sum(power))
            share = pl.recip(total)
            for c in pl.range(0, cols, CHUNK):
                power = pl.exp(pl.row_expand_sub(x[r : r + ROWS, c : c + CHUNK], peak))
                y[r : r + ROWS, c : c + CHUNK] = pl.row_expand_mul(power, share)
    return y


@pl.jit
def softmax_columns_test(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    cols = x.shape[1]
    for block in pl.spmd(cols // STRIP, name_hint="softmax_columns"):
        c = block * STRIP
        strip = x[:, c : c + STRIP]
        power = pl.exp(pl.col_expand_sub(strip, pl.col_max(strip)))
        y[:, c : c + STRIP] = pl.col_expand_div(power, pl.col_sum(power))
    return y


def golden_softmax(x, dim):
    import torch

    return torch.softmax(x.float(), dim)


def golden_softmax_test(tensors):
    tensors["y"][:] = golden_softmax(tensors["x"], -1)


def golden_softmax_columns_test(tensors):
    tensors["y"][:] = golden_softmax(tensors["x"], 0)


def build_tensor_specs(rows, cols):
    import torch

    from golden import TensorSpec

    def init_x():
        # Scores of a trained head: a few keys stand far above the rest.
        return torch.randn(rows, cols) * 2.0 + 6.0 * (torch.rand(rows, cols) < 0.01)

    return [
        TensorSpec("x", [rows, cols], torch.float32, init_value=init_x),
        TensorSpec("y", [rows, cols], torch.float32),
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
        kernel, golden = softmax_test, golden_softmax_test
        if mode == "columns":
            kernel, golden = softmax_columns_test, golden_softmax_columns_test
        result = run(
            fn=kernel,
            specs=build_tensor_specs(*MODES[mode]),
            golden_fn=golden,
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
            # Relative only, since most shares are tiny: exp and the sum are within some ulps on both sides.
            rtol=1e-5,
            atol=0.0,
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
