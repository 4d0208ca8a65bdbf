# SPDX-License-Identifier: Apache-2.0
"""The greatest values of each row and where they stand, as a router or a sampler asks for them.

A row is sorted 32 columns at a time into pairs of a value and its column; runs are merged four at a time, and the two
that may be left once more. What is wanted stands in front then: values in the even columns, their places in the odd
ones, where they travel as bits.
"""

import pypto.language as pl

MODES = {"experts": (128, 256, 8), "scores": (32, 2048, 64), "vocabulary": (8, 8192, 128)}

ROWS = 4  # rows per block
Pattern = pl.tile.MaskPattern


@pl.jit
def topk_test(x: pl.Tensor, values: pl.Out[pl.Tensor], index: pl.Out[pl.Tensor]):
    rows, cols = x.shape
    k = values.shape[1]
    for block in pl.spmd(rows // ROWS, name_hint="topk"):
        for i in pl.range(ROWS):
            row = block * ROWS + i
            places = pl.arange(0, [1, cols], dtype=pl.UINT32)
            pairs = pl.sort32(x[row : row + 1, :], places)
            pairs = pl.mrgsort(pairs, block_len=64)
            if cols >= 512:
                pairs = pl.mrgsort(pairs, block_len=256)
            if cols >= 2048:
                pairs = pl.mrgsort(pairs, block_len=1024)
            if cols >= 8192:
                pairs = pl.mrgsort(pairs, block_len=4096)
            if cols == 256 or cols == 1024 or cols == 4096:
                pairs = pl.mrgsort(pairs[:, 0:cols], pairs[:, cols : 2 * cols])
            best = pairs[:, 0 : 2 * k]
            values[row : row + 1, :] = pl.gather(best, mask_pattern=Pattern.P0101)
            index[row : row + 1, :] = pl.gather(best, mask_pattern=Pattern.P1010, output_dtype=pl.INT32)
    return values, index


def golden_topk(x, k):
    import torch

    return torch.topk(x, k, dim=-1)


def golden_topk_test(tensors):
    values, index = golden_topk(tensors["x"], tensors["values"].shape[1])
    tensors["values"][:] = values
    tensors["index"][:] = index


def build_tensor_specs(rows, cols, k):
    import torch

    from golden import TensorSpec

    def init_x():
        # Coarse scores: many are equal, and which of two equal ones comes first is not prescribed.
        return torch.round(torch.randn(rows, cols) * 256) / 256

    return [
        TensorSpec("x", [rows, cols], torch.float32, init_value=init_x),
        TensorSpec("values", [rows, k], torch.float32),
        TensorSpec("index", [rows, k], torch.int32),
    ]


if __name__ == "__main__":
    import argparse

    from golden import run, topk_pair_compare

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
            fn=topk_test,
            specs=build_tensor_specs(*MODES[mode]),
            golden_fn=golden_topk_test,
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
            # Nothing is computed, so that every value is exact; indices may swap where values are equal.
            rtol=0.0,
            atol=0.0,
            compare_fn={"index": topk_pair_compare("values", candidate_scores="x")},
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
