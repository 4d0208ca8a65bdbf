# SPDX-License-Identifier: Apache-2.0
"""A projection whose weight is divided by columns over several ranks: each normalises the tokens and makes its columns.

The tokens and the norm's weight go whole to every rank. What is normalised stays on the rank, in a window. The driver
runs on the host and passes rank r the r-th part of the weight and of the result.
"""

import pypto.language as pl
import pypto.language.distributed as pld

TOKENS, D, COLS = 64, 512, 128  # of one rank
MODES = {"one": 1, "two": 2, "four": 4}  # ranks

EPS = 1e-6
INV_D = 1.0 / D
ROWS = 16  # tokens per block
STRIP = 64  # columns per task
CHUNK = 128  # of the depth

NR = pl.dynamic("NR")


@pl.jit
def rank_columns(
    x: pl.Tensor[[TOKENS, D], pl.BF16],
    norm_w: pl.Tensor[[D], pl.FP32],
    w: pl.Tensor[[D, COLS], pl.BF16],
    y: pl.Out[pl.Tensor[[TOKENS, COLS], pl.FP32]],
    normed: pl.InOut[pld.DistributedTensor[[TOKENS, D], pl.BF16]],
):
    for block in pl.spmd(TOKENS // ROWS, name_hint="rms_norm"):
        r = block * ROWS
        tokens = pl.cast(x[r : r + ROWS, :], pl.FP32)
        mean = pl.add(pl.mul(pl.row_sum(pl.mul(tokens, tokens)), INV_D), EPS)
        weight = pl.reshape(norm_w[:], [1, D])
        scaled = pl.col_expand_mul(pl.row_expand_mul(tokens, pl.rsqrt(mean, high_precision=True)), weight)
        normed[r : r + ROWS, :] = pl.cast(scaled, pl.BF16, mode="rint")
    for n in pl.parallel(0, COLS, STRIP):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="project"):
            product = pl.matmul(normed[:, 0:CHUNK], w[0:CHUNK, n : n + STRIP], out_dtype=pl.FP32)
            for k in pl.range(CHUNK, D, CHUNK):
                product = pl.matmul_acc(product, normed[:, k : k + CHUNK], w[k : k + CHUNK, n : n + STRIP])
            y[:, n : n + STRIP] = product
    return y


@pl.jit.host
def column_parallel_test(
    x: pl.Tensor[[TOKENS, D], pl.BF16],
    norm_w: pl.Tensor[[D], pl.FP32],
    w: pl.Tensor[[NR, D, COLS], pl.BF16],
    y: pl.Out[pl.Tensor[[NR, TOKENS, COLS], pl.FP32]],
):
    memory = pld.alloc_window_buffer([TOKENS, D], dtype=pl.BF16)
    for r in pl.range(pld.world_size()):
        normed = pld.window(memory, [TOKENS, D], dtype=pl.BF16)
        rank_columns(x, norm_w, w[r], y[r], normed, device=r)
    return y


def golden_column_parallel(x, norm_w, w):
    import torch

    x = x.float()
    inv = torch.rsqrt(x.square().mean(-1, keepdim=True) + EPS)
    normed = (x * inv * norm_w).to(torch.bfloat16).float()
    return normed @ w.float()


def golden_column_parallel_test(tensors):
    tensors["y"][:] = golden_column_parallel(tensors["x"], tensors["norm_w"], tensors["w"])


def build_tensor_specs(ranks):
    import torch

    from golden import TensorSpec

    def init_x():
        return torch.randn(TOKENS, D) - 0.5

    def init_norm_w():
        return torch.randn(D) * 0.1 + 1.0

    def init_w():
        # Weights keep the size of what passes through them.
        return torch.randn(ranks, D, COLS) * D**-0.5

    return [
        TensorSpec("x", [TOKENS, D], torch.bfloat16, init_value=init_x),
        TensorSpec("norm_w", [D], torch.float32, init_value=init_norm_w),
        TensorSpec("w", [ranks, D, COLS], torch.bfloat16, init_value=init_w),
        TensorSpec("y", [ranks, TOKENS, COLS], torch.float32),
    ]


if __name__ == "__main__":
    import argparse

    from golden import run
    from pypto.runtime import DistributedConfig

    def cards(text):
        return [int(number) for number in text.split(",")]

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-p", "--platform", choices=["a2a3", "a2a3sim", "a5", "a5sim"], default="a2a3sim")
    parser.add_argument("-d", "--device", type=cards, help="the cards of the ranks, such as 0,1")
    parser.add_argument("--engine", choices=["native", "interpret"])
    parser.add_argument("--mode", choices=[*MODES, "all"], default="all")
    parser.add_argument("--compile-only", action="store_true")
    parser.add_argument("--enable-chip-swimlane", type=int, nargs="?", const=1, default=0, choices=range(5))
    parser.add_argument("--dump-passes", action="store_true")
    parser.add_argument("--runtime-dir")
    parser.add_argument("--save-data", action="store_true")
    parser.add_argument("--golden-data")
    args = parser.parse_args()

    modes = MODES if args.mode == "all" else [args.mode]
    for ids in [args.device] if args.device else [list(range(MODES[mode])) for mode in modes]:
        result = run(
            fn=column_parallel_test,
            specs=build_tensor_specs(len(ids)),
            golden_fn=golden_column_parallel_test,
            runtime_dir=args.runtime_dir,
            golden_data=args.golden_data,
            save_data=args.save_data,
            config=dict(
                platform=args.platform,
                distributed_config=DistributedConfig(device_ids=ids),
                engine=args.engine,
                enable_chip_swimlane=args.enable_chip_swimlane,
                dump_passes=args.dump_passes,
            ),
            # Sums of 512 products of BF16 numbers in FP32, in another order; a token rounds to its BF16 neighbour now and
            # then, which moves a result by 2**-9 of one of its terms.
            rtol=1e-3,
            atol=2e-3,
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
