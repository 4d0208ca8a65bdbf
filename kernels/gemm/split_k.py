# SPDX-License-Identifier: Apache-2.0
"""GEMM of few rows and a long inner axis: the blocks share the inner axis and add their parts into one tensor.

One row of tiles would leave most cores idle, so that each tile of the product is computed by PARTS blocks. Their sums
meet in global memory by atomic adds, in no fixed order; a last task rounds to BF16 and waits for them by name.
"""

import pypto.language as pl

MODES = {"decode": (16, 4096, 256), "short": (16, 2048, 128)}  # tokens, K, N

PARTS = 4
TILE_N = 128
DEPTH = 256  # of K, on chip at a time


@pl.jit.inline
def add_parts(
    x: pl.Tensor, w: pl.Tensor, total: pl.Tensor, part: pl.Scalar[pl.INDEX], n: pl.Scalar[pl.INDEX]
):
    k_dim = x.shape[1]
    begin = part * (k_dim // PARTS)
    acc = pl.matmul(
        x[:, begin : begin + DEPTH], w[n : n + TILE_N, begin : begin + DEPTH], out_dtype=pl.FP32, b_trans=True
    )
    for k in pl.range(begin + DEPTH, begin + k_dim // PARTS, DEPTH):
        acc = pl.matmul_acc(acc, x[:, k : k + DEPTH], w[n : n + TILE_N, k : k + DEPTH], b_trans=True)
    total = pl.assemble(total, acc, [0, n], atomic=pl.AtomicType.Add)
    return total


@pl.jit
def split_k_test(x: pl.Tensor, w: pl.Tensor, y: pl.Out[pl.Tensor]):
    m_dim, n_dim = y.shape
    total = pl.create_tensor([m_dim, n_dim], dtype=pl.FP32, init_value=0)
    with pl.spmd(PARTS * (n_dim // TILE_N), name_hint="parts", allow_early_resolve=True) as added:
        block = pl.tile.get_block_idx()
        total = add_parts(x, w, total, block % PARTS, block // PARTS * TILE_N)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="round", deps=[added]):
        y[:, :] = pl.cast(total[:, :], pl.BF16, mode="rint")
    return y


def golden_split_k(x, w):
    import torch

    return (x.float() @ w.float().T).to(torch.bfloat16)


def golden_split_k_test(tensors):
    tensors["y"][:] = golden_split_k(tensors["x"], tensors["w"])


def build_tensor_specs(M, K, N):
    import torch

    from golden import TensorSpec

    def init_w():
        return torch.randn(N, K) * K**-0.5

    return [
        TensorSpec("x", [M, K], torch.bfloat16, init_value=torch.randn),
        TensorSpec("w", [N, K], torch.bfloat16, init_value=init_w),
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
            fn=split_k_test,
            specs=build_tensor_specs(*MODES[mode]),
            golden_fn=golden_split_k_test,
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
            # The order of the sums changes from run to run; one rounding to BF16.
            rtol=1.0 / 128,
            atol=1e-3,
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
