# SPDX-License-Identifier: Apache-2.0
"""Rotary position embedding in the half form: each head's left half is paired with its right half.

Heads lie side by side in a token's row. The tables of cosines and sines are read once per block of tokens and
turn all of its heads.
"""

import pypto.language as pl

HEAD_DIM = 128
HALF = HEAD_DIM // 2

MODES = {"decode": (32, 8), "prefill": (128, 4), "single": (128, 1)}  # tokens, heads

TOKENS = 32  # tokens per block


@pl.jit
def rope_test(x: pl.Tensor, cos: pl.Tensor, sin: pl.Tensor, y: pl.Out[pl.Tensor]):
    tokens, width = x.shape
    for block in pl.spmd(tokens // TOKENS, name_hint="rope"):
        t = block * TOKENS
        c = cos[t : t + TOKENS, :]
        s = sin[t : t + TOKENS, :]
        for h in pl.range(0, width, HEAD_DIM):
            left = x[t : t + TOKENS, h : h + HALF]
            right = x[t : t + TOKENS, h + HALF : h + HEAD_DIM]
            y[t : t + TOKENS, h : h + HALF] = pl.sub(pl.mul(left, c), pl.mul(right, s))
            y[t : t + TOKENS, h + HALF : h + HEAD_DIM] = pl.add(pl.mul(right, c), pl.mul(left, s))
    return y


def golden_rope(x, cos, sin):
    import torch

    heads = x.float().unflatten(-1, (-1, HEAD_DIM))
    left, right = heads.chunk(2, -1)
    cos, sin = cos.float().unsqueeze(1), sin.float().unsqueeze(1)
    return torch.cat([left * cos - right * sin, right * cos + left * sin], -1).flatten(-2)


def golden_rope_test(tensors):
    tensors["y"][:] = golden_rope(tensors["x"], tensors["cos"], tensors["sin"])


def build_tensor_specs(tokens, heads):
    import torch

    from golden import TensorSpec

    # A batch meets tokens anywhere in their sequences.
    positions = (torch.arange(tokens) * 197 % 4096).float().unsqueeze(1)
    angles = positions * 10000.0 ** (-torch.arange(0, HALF).float() / HALF)
    return [
        TensorSpec("x", [tokens, heads * HEAD_DIM], torch.float32, init_value=torch.randn),
        TensorSpec("cos", [tokens, HALF], torch.float32, init_value=angles.cos()),
        TensorSpec("sin", [tokens, HALF], torch.float32, init_value=angles.sin()),
        TensorSpec("y", [tokens, heads * HEAD_DIM], torch.float32),
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
            fn=rope_test,
            specs=build_tensor_specs(*MODES[mode]),
            golden_fn=golden_rope_test,
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
            # Three roundings on each side of values up to about 5, which may cancel.
            rtol=1e-5,
            atol=1e-6,
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
