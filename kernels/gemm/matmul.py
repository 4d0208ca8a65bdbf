# SPDX-License-Identifier: Apache-2.0
"""Matrix product with the whole depth on chip: a task multiplies one strip of rows by one strip of columns.

FP32 and FP16 operands accumulate in FP32, INT8 operands exactly in INT32; the type of `c` says which.
"""

import pypto.language as pl

MODES = {"fp32": (256, 256, 256), "fp16": (128, 256, 128), "int8": (128, 256, 192)}  # M, K, N

TILE_M = 64
TILE_N = 64


@pl.jit
def matmul_test(a: pl.Tensor, b: pl.Tensor, c: pl.Out[pl.Tensor]):
    m_dim, n_dim = c.shape
    for m in pl.parallel(0, m_dim, TILE_M):
        for n in pl.parallel(0, n_dim, TILE_N):
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="matmul"):
                product = pl.matmul(a[m : m + TILE_M, :], b[:, n : n + TILE_N], out_dtype=c.dtype)
                c[m : m + TILE_M, n : n + TILE_N] = product
    return c


def golden_matmul(a, b):
    # Sums of 256 products of bytes stay below 2**23, where FP32 is exact.
    return a.float() @ b.float()


def golden_matmul_test(tensors):
    tensors["c"][:] = golden_matmul(tensors["a"], tensors["b"])


def build_tensor_specs(mode):
    import torch

    from golden import TensorSpec

    M, K, N = MODES[mode]
    dtype = {"fp32": torch.float32, "fp16": torch.float16, "int8": torch.int8}[mode]

    def init_a():
        return torch.randint(-128, 128, (M, K)) if dtype == torch.int8 else torch.randn(M, K)

    def init_b():
        # Weights keep the size of what passes through them.
        return torch.randint(-128, 128, (K, N)) if dtype == torch.int8 else torch.randn(K, N) * K**-0.5

    return [
        TensorSpec("a", [M, K], dtype, init_value=init_a),
        TensorSpec("b", [K, N], dtype, init_value=init_b),
        TensorSpec("c", [M, N], torch.int32 if dtype == torch.int8 else torch.float32),
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
            fn=matmul_test,
            specs=build_tensor_specs(mode),
            golden_fn=golden_matmul_test,
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
            # FP32 sums of 256 products in another order: far below 1e-4. Integers are compared exactly.
            rtol=1e-4,
            atol=1e-4,
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
