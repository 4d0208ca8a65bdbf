# SPDX-License-Identifier: Apache-2.0
"""GEMM of BF16 operands with FP32 accumulation over a depth that does not fit on chip.

`gemm_test` multiplies the first chunk of the depth and adds the others; `gemm_init_test` starts from a fresh
accumulator, which its first step overwrites.
"""

import pypto.language as pl

MODES = {"square": (512, 512, 512), "deep": (128, 2048, 256), "init": (256, 1024, 256)}  # M, K, N

TILE_M = 128
TILE_N = 128
DEPTH = 128  # of K, on chip at a time


@pl.jit
def gemm_test(a: pl.Tensor, b: pl.Tensor, c: pl.Out[pl.Tensor]):
    m_dim, k_dim = a.shape
    n_dim = b.shape[1]
    columns = n_dim // TILE_N
    for block in pl.spmd(m_dim // TILE_M * columns, name_hint="gemm"):
        m = block // columns * TILE_M
        n = block % columns * TILE_N
        acc = pl.matmul(a[m : m + TILE_M, 0:DEPTH], b[0:DEPTH, n : n + TILE_N], out_dtype=pl.FP32)
        for k in pl.pipeline(DEPTH, k_dim, DEPTH, stage=2):
            acc = pl.matmul_acc(acc, a[m : m + TILE_M, k : k + DEPTH], b[k : k + DEPTH, n : n + TILE_N])
        c[m : m + TILE_M, n : n + TILE_N] = acc
    return c


@pl.jit
def gemm_init_test(a: pl.Tensor, b: pl.Tensor, c: pl.Out[pl.Tensor]):
    m_dim, k_dim = a.shape
    n_dim = b.shape[1]
    columns = n_dim // TILE_N
    for block in pl.spmd(m_dim // TILE_M * columns, name_hint="gemm_init"):
        m = block // columns * TILE_M
        n = block % columns * TILE_N
        acc = pl.create_tensor([TILE_M, TILE_N], dtype=pl.FP32)
        for k in pl.range(0, k_dim, DEPTH):
            left = a[m : m + TILE_M, k : k + DEPTH]
            right = b[k : k + DEPTH, n : n + TILE_N]
            acc = pl.matmul_acc(acc, left, right, init_cond=(k == 0))
        c[m : m + TILE_M, n : n + TILE_N] = acc
    return c


def golden_gemm(a, b):
    return a.float() @ b.float()


def golden_gemm_test(tensors):
    tensors["c"][:] = golden_gemm(tensors["a"], tensors["b"])


def build_tensor_specs(M, K, N):
    import torch

    from golden import TensorSpec

    def init_b():
        return torch.randn(K, N) * K**-0.5  # weights keep the size of what passes through them

    return [
        TensorSpec("a", [M, K], torch.bfloat16, init_value=torch.randn),
        TensorSpec("b", [K, N], torch.bfloat16, init_value=init_b),
        TensorSpec("c", [M, N], torch.float32),
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
            fn=gemm_init_test if mode == "init" else gemm_test,
            specs=build_tensor_specs(*MODES[mode]),
            golden_fn=golden_gemm_test,
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
            # Products of BF16 numbers are exact in FP32; only the order of the sum over K differs.
            rtol=1e-4,
            atol=1e-4,
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
