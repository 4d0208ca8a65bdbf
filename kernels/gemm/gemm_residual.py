# SPDX-License-Identifier: Apache-2.0
"""Output projection of a decoder layer: a GEMM, a bias and the residual stream, in two forms.

Two regions: the cube cores write the product to a scratch tensor, the vector cores add the bias and the residual to it.
Nothing orders the two regions but that tensor: the second one reads what the first one wrote.

One region: every block runs on a cube core and its two vector cores. The product crosses from the one to the others,
which add half of its rows each, and no scratch tensor is needed.
"""

import pypto.language as pl

MODES = {"decode": (64, 1024, 512), "prefill": (256, 512, 512)}  # tokens, K, N

TILE_M = 64
TILE_N = 128
DEPTH = 256  # of K, on chip at a time
ROWS = 16  # tokens per block of the second region


@pl.jit.inline
def tile_product(x: pl.Tensor, w: pl.Tensor, m: pl.INDEX, n: pl.INDEX):
    acc = pl.create_tensor([TILE_M, TILE_N], dtype=pl.FP32)
    for k in pl.range(0, x.shape[1], DEPTH):
        left = x[m : m + TILE_M, k : k + DEPTH]
        right = w[k : k + DEPTH, n : n + TILE_N]
        if k == 0:
            acc = pl.matmul(left, right, out_dtype=pl.FP32)
        else:
            acc = pl.matmul_acc(acc, left, right)
    return acc


@pl.jit.inline
def project(x: pl.Tensor, w: pl.Tensor, product: pl.Tensor):
    columns = w.shape[1] // TILE_N
    for block in pl.spmd(x.shape[0] // TILE_M * columns, name_hint="project"):
        m = block // columns * TILE_M
        n = block % columns * TILE_N
        acc = tile_product(x, w, m, n)
        product[m : m + TILE_M, n : n + TILE_N] = acc
    return product


@pl.jit.inline
def add_residual(product: pl.Tensor, bias: pl.Tensor, residual: pl.Tensor, y: pl.Tensor):
    m_dim, n_dim = y.shape
    bias_row = pl.reshape(bias, [1, n_dim])
    for r in pl.parallel(0, m_dim, ROWS):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="add_residual"):
            stream = pl.cast(residual[r : r + ROWS, :], pl.FP32)
            biased = pl.col_expand_add(product[r : r + ROWS, :], bias_row[:, :])
            y[r : r + ROWS, :] = pl.cast(pl.add(biased, stream), pl.BF16, mode="rint")
    return y


@pl.jit
def gemm_residual_test(
    x: pl.Tensor,
    w: pl.Tensor,
    bias: pl.Tensor,
    residual: pl.Tensor,
    y: pl.Out[pl.Tensor],
):
    m_dim, n_dim = y.shape
    product = pl.create_tensor([m_dim, n_dim], dtype=pl.FP32)
    product = project(x, w, product)
    y = add_residual(product, bias, residual, y)
    return y


@pl.jit
def gemm_residual_fused_test(
    x: pl.Tensor,
    w: pl.Tensor,
    bias: pl.Tensor,
    residual: pl.Tensor,
    y: pl.Out[pl.Tensor],
):
    m_dim, n_dim = y.shape
    columns = n_dim // TILE_N
    bias_row = pl.reshape(bias, [1, n_dim])
    for block in pl.spmd(
        m_dim // TILE_M * columns,
        name_hint="project_residual",
        optimizations=[pl.split(pl.SplitMode.UP_DOWN)],
    ):
        m = block // columns * TILE_M
        n = block % columns * TILE_N
        stream = pl.cast(residual[m : m + TILE_M, n : n + TILE_N], pl.FP32)
        acc = tile_product(x, w, m, n)
        biased = pl.col_expand_add(acc, bias_row[:, n : n + TILE_N])
        y[m : m + TILE_M, n : n + TILE_N] = pl.cast(pl.add(stream, biased), pl.BF16, mode="rint")
    return y


FORMS = {"regions": gemm_residual_test, "fused": gemm_residual_fused_test}


def golden_gemm_residual(x, w, bias, residual):
    import torch

    return (x.float() @ w.float() + bias.float() + residual.float()).to(torch.bfloat16)


def golden_gemm_residual_test(tensors):
    inputs = [tensors[name] for name in ("x", "w", "bias", "residual")]
    tensors["y"][:] = golden_gemm_residual(*inputs)


def build_tensor_specs(M, K, N):
    import torch

    from golden import TensorSpec

    def init_w():
        return torch.randn(K, N) * K**-0.5

    def init_bias():
        return torch.randn(N) * 0.1

    def init_residual():
        # The residual stream of a deep layer is several times as large as what one layer adds to it.
        return torch.randn(M, N) * 4.0

    return [
        TensorSpec("x", [M, K], torch.bfloat16, init_value=torch.randn),
        TensorSpec("w", [K, N], torch.bfloat16, init_value=init_w),
        TensorSpec("bias", [N], torch.float32, init_value=init_bias),
        TensorSpec("residual", [M, N], torch.bfloat16, init_value=init_residual),
        TensorSpec("y", [M, N], torch.bfloat16),
    ]


if __name__ == "__main__":
    import argparse

    from golden import ratio_allclose, run

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-p", "--platform", choices=["a2a3", "a2a3sim", "a5", "a5sim"], default="a2a3sim")
    parser.add_argument("-d", "--device", type=int, default=0)
    parser.add_argument("--engine", choices=["native", "interpret"])
    parser.add_argument("--mode", choices=[*MODES, "all"], default="all")
    parser.add_argument("--form", choices=[*FORMS, "all"], default="all")
    parser.add_argument("--compile-only", action="store_true")
    parser.add_argument("--enable-chip-swimlane", type=int, nargs="?", const=1, default=0, choices=range(5))
    parser.add_argument("--dump-passes", action="store_true")
    parser.add_argument("--runtime-dir")
    parser.add_argument("--save-data", action="store_true")
    parser.add_argument("--golden-data")
    args = parser.parse_args()

    modes = MODES if args.mode == "all" else [args.mode]
    forms = FORMS if args.form == "all" else [args.form]
    for mode, form in ((mode, form) for mode in modes for form in forms):
        result = run(
            fn=FORMS[form],
            specs=build_tensor_specs(*MODES[mode]),
            golden_fn=golden_gemm_residual_test,
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
            rtol=1e-2,
            atol=1e-2,
            # FP32 until the one rounding to BF16 at the end, so at most one BF16 step (2**-7) apart.
            compare_fn={"y": ratio_allclose(atol=1e-4, rtol=1.0 / 128)},
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
