# SPDX-License-Identifier: Apache-2.0
"""LayerNorm of token activations in FP32, for any number of tokens.

The last block is cut to the tokens that are there: its tiles keep their static shape, and their valid shape
says how many rows hold data.
"""

import pypto.language as pl

MODES = {"decode": (32, 1), "prefill": (2, 256), "ragged": (1, 101)}

D = 512
EPS = 1e-5
INV_D = 1.0 / D
ROWS = 16  # tokens per block

T = pl.dynamic("T")


@pl.jit
def layer_norm_test(
    x: pl.Tensor[[T, D], pl.FP32],
    gamma: pl.Tensor[[D], pl.FP32],
    beta: pl.Tensor[[D], pl.FP32],
    y: pl.Out[pl.Tensor[[T, D], pl.FP32]],
):
    x.bind_dynamic(0, T)
    y.bind_dynamic(0, T)
    tokens = pl.tensor.dim(x, 0)
    gamma_row = pl.reshape(gamma, [1, D])
    beta_row = pl.reshape(beta, [1, D])
    blocks = (tokens + ROWS - 1) // ROWS
    with pl.spmd(blocks, name_hint="layer_norm") as _task:  # the task's id, for deps= of a later region
        r = pl.tile.get_block_idx() * ROWS
        valid = pl.min(ROWS, tokens - r)
        scale = gamma_row[:, :]
        shift = beta_row[:, :]
        rows = pl.slice(x, [ROWS, D], [r, 0], valid_shape=[valid, D])
        mean = pl.mul(pl.row_sum(rows), INV_D)
        centred = pl.row_expand_sub(rows, mean)
        variance = pl.mul(pl.row_sum(pl.mul(centred, centred)), INV_D)
        inv_std = pl.rsqrt(pl.add(variance, EPS), high_precision=True)
        scaled = pl.col_expand_mul(pl.row_expand_mul(centred, inv_std), scale)
        shifted = pl.col_expand_add(scaled, shift)
        y = pl.assemble(y, pl.set_validshape(shifted, valid, D), [r, 0])
    return y


def golden_layer_norm(x, gamma, beta):
    import torch

    return torch.nn.functional.layer_norm(x.float(), [x.shape[-1]], gamma.float(), beta.float(), EPS)


def golden_layer_norm_test(tensors):
    tensors["y"][:] = golden_layer_norm(tensors["x"], tensors["gamma"], tensors["beta"])


def build_tensor_specs(B, S):
    import torch

    from golden import TensorSpec

    T = B * S

    def init_x():
        # Activations of one token share an offset and a scale, which is what the norm takes out.
        return torch.randn(T, D) * (torch.rand(T, 1) * 2.0 + 0.5) + torch.randn(T, 1)

    def init_gamma():
        return torch.randn(D) * 0.1 + 1.0

    def init_beta():
        return torch.randn(D) * 0.1

    return [
        TensorSpec("x", [T, D], torch.float32, init_value=init_x),
        TensorSpec("gamma", [D], torch.float32, init_value=init_gamma),
        TensorSpec("beta", [D], torch.float32, init_value=init_beta),
        TensorSpec("y", [T, D], torch.float32),
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
            fn=layer_norm_test,
            specs=build_tensor_specs(*MODES[mode]),
            golden_fn=golden_layer_norm_test,
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
            # FP32 throughout: only the order of the two sums may differ, some ulps of values up to about 5.
            rtol=1e-5,
            atol=1e-5,
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
