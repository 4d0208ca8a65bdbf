# SPDX-License-Identifier: Apache-2.0
"""Rotary embedding of new keys, written with their values into a paged cache at the slots that a scheduler chose.

Pairs of neighbouring columns turn together: even and odd columns are gathered, rotated and scattered back. A slot
below zero marks a token that is not kept. The cache is [pages, tokens of a page, heads, width], as servers hold it.
"""

import pypto.language as pl

MODES = {"decode": (9,), "prefill": (48,)}  # tokens

HEADS = 8
WIDTH = 64
HALF = WIDTH // 2
PAGE = 16
PAGES = 12
CONTEXT = 512
Pattern = pl.tile.MaskPattern

T = pl.dynamic("T")


@pl.jit
def rope_cache_test(
    k: pl.Tensor[[T, HEADS, WIDTH], pl.BF16],
    v: pl.Tensor[[T, HEADS, WIDTH], pl.BF16],
    cos: pl.Tensor[[CONTEXT, HALF], pl.FP32],
    sin: pl.Tensor[[CONTEXT, HALF], pl.FP32],
    positions: pl.Tensor[[T], pl.INT32],
    slot_mapping: pl.Tensor[[T], pl.INT64],
    k_cache: pl.InOut[pl.Tensor[[PAGES, PAGE, HEADS, WIDTH], pl.BF16]],
    v_cache: pl.InOut[pl.Tensor[[PAGES, PAGE, HEADS, WIDTH], pl.BF16]],
):
    tokens = pl.tensor.dim(k, 0)
    for t in pl.spmd(tokens, name_hint="rope_cache"):
        slot = pl.read(slot_mapping, [t])
        if slot >= 0:
            page = slot // PAGE
            row = slot % PAGE
            position = pl.read(positions, [t])
            c = cos[position : position + 1, :]
            s = sin[position : position + 1, :]
            heads = pl.cast(k[t, :, :], pl.FP32)
            even = pl.gather(heads, mask_pattern=Pattern.P0101)
            odd = pl.gather(heads, mask_pattern=Pattern.P1010)
            new_even = pl.sub(pl.col_expand_mul(even, c), pl.col_expand_mul(odd, s))
            new_odd = pl.add(pl.col_expand_mul(odd, c), pl.col_expand_mul(even, s))
            turned = pl.scatter(new_even, mask_pattern=Pattern.P0101, dst=heads)
            turned = pl.scatter(new_odd, mask_pattern=Pattern.P1010, dst=turned)
            k_cache[page, row, :, :] = pl.cast(turned, pl.BF16, mode="rint")
            v_cache[page, row, :, :] = v[t, :, :]
    return k_cache, v_cache


def golden_rope(x, cos, sin):
    import torch

    even, odd = x.float()[..., ::2], x.float()[..., 1::2]
    turned = torch.stack([even * cos - odd * sin, odd * cos + even * sin], -1)
    return turned.flatten(-2).to(torch.bfloat16)


def golden_rope_cache_test(tensors):
    kept = tensors["slot_mapping"] >= 0
    slots, positions = tensors["slot_mapping"][kept], tensors["positions"][kept].long()
    cos, sin = tensors["cos"][positions][:, None], tensors["sin"][positions][:, None]
    tensors["k_cache"][slots // PAGE, slots % PAGE] = golden_rope(tensors["k"][kept], cos, sin)
    tensors["v_cache"][slots // PAGE, slots % PAGE] = tensors["v"][kept]


def build_tensor_specs(tokens):
    import torch

    from golden import TensorSpec

    angle = torch.arange(CONTEXT)[:, None] * 10000.0 ** (-torch.arange(HALF) / HALF)

    def init_positions():
        return torch.randint(0, CONTEXT, (tokens,))

    def init_slot_mapping():
        slots = torch.cat([torch.zeros(1), 1 + torch.randperm(PAGES * PAGE - 1)[: tokens - 1]])
        slots[tokens // 2] = -1
        return slots

    cache = [PAGES, PAGE, HEADS, WIDTH]
    return [
        TensorSpec("k", [tokens, HEADS, WIDTH], torch.bfloat16, init_value=torch.randn),
        TensorSpec("v", [tokens, HEADS, WIDTH], torch.bfloat16, init_value=torch.randn),
        TensorSpec("cos", [CONTEXT, HALF], torch.float32, init_value=angle.cos()),
        TensorSpec("sin", [CONTEXT, HALF], torch.float32, init_value=angle.sin()),
        TensorSpec("positions", [tokens], torch.int32, init_value=init_positions),
        TensorSpec("slot_mapping", [tokens], torch.int64, init_value=init_slot_mapping),
        TensorSpec("k_cache", cache, torch.bfloat16, init_value=torch.randn),
        TensorSpec("v_cache", cache, torch.bfloat16, init_value=torch.randn),
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
            fn=rope_cache_test,
            specs=build_tensor_specs(*MODES[mode]),
            golden_fn=golden_rope_cache_test,
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
            # One rounding to BF16.
            rtol=1.0 / 128,
            atol=1e-4,
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
