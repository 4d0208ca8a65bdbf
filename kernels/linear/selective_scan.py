# SPDX-License-Identifier: Apache-2.0
"""Selective scan: a state-space layer whose step sizes, inputs and outputs depend on the token, with a gate.

Each block takes CHANNELS of them through the whole sequence, TOKENS at a time: the step sizes of a chunk (a stable
softplus), then token by token `h = exp(dt * A) * h + dt * B * u` and `y = C h`, then the skip and the gate of the chunk.
"""

import pypto.language as pl

MODES = {"decode": (1,), "prefill": (19,)}  # tokens

WIDTH = 128
STATES = 16  # of each channel
CHANNELS = 32  # per block
TOKENS = 8  # on chip at a time

L = pl.dynamic("L")


@pl.jit.inline
def softplus(x):
    """max(x, 0) + log(1 + exp(-|x|)), which never overflows."""
    return pl.add(pl.maximum(x, 0.0), pl.log(pl.add(pl.exp(pl.neg(pl.abs(x))), 1.0)))


@pl.jit.inline
def silu(x):
    return pl.mul(x, pl.recip(pl.add(pl.exp(pl.neg(x)), 1.0)))


@pl.jit
def selective_scan_test(
    u: pl.Tensor[[L, WIDTH], pl.FP32],
    dt: pl.Tensor[[L, WIDTH], pl.FP32],
    dt_bias: pl.Tensor[[WIDTH], pl.FP32],
    a_log: pl.Tensor[[WIDTH, STATES], pl.FP32],
    b: pl.Tensor[[L, STATES], pl.FP32],
    c: pl.Tensor[[L, STATES], pl.FP32],
    skip: pl.Tensor[[WIDTH], pl.FP32],
    z: pl.Tensor[[L, WIDTH], pl.FP32],
    state: pl.InOut[pl.Tensor[[WIDTH, STATES], pl.FP32]],
    y: pl.Out[pl.Tensor[[L, WIDTH], pl.FP32]],
):
    length = pl.tensor.dim(u, 0)
    for block in pl.spmd(WIDTH // CHANNELS, name_hint="scan"):
        w = block * CHANNELS
        a = pl.neg(pl.exp(a_log[w : w + CHANNELS, :]))
        bias = pl.reshape(dt_bias[w : w + CHANNELS], [1, CHANNELS])
        factor = pl.reshape(skip[w : w + CHANNELS], [1, CHANNELS])
        h = state[w : w + CHANNELS, :]
        for first in pl.range(0, length, TOKENS):
            here = pl.min(TOKENS, length - first)
            raw = pl.slice(dt, [TOKENS, CHANNELS], [first, w], valid_shape=[here, CHANNELS])
            steps = softplus(pl.col_expand_add(pl.fillpad(raw), bias))
            inputs = pl.fillpad(pl.slice(u, [TOKENS, CHANNELS], [first, w], valid_shape=[here, CHANNELS]))
            driven = pl.mul(steps, inputs)
            outputs = pl.col_expand_mul(inputs, factor)
            for i in pl.range(here):
                t = first + i
                step = pl.reshape(steps[i : i + 1, :], [CHANNELS, 1])
                drive = pl.reshape(driven[i : i + 1, :], [CHANNELS, 1])
                kept = pl.mul(h, pl.exp(pl.row_expand_mul(a, step)))
                h = pl.add(kept, pl.row_expand_mul(pl.col_expand(h, b[t : t + 1, :]), drive))
                seen = pl.row_sum(pl.col_expand_mul(h, c[t : t + 1, :]))
                outputs[i : i + 1, :] = pl.add(outputs[i : i + 1, :], pl.reshape(seen, [1, CHANNELS]))
            gate = silu(pl.fillpad(pl.slice(z, [TOKENS, CHANNELS], [first, w], valid_shape=[here, CHANNELS])))
            y = pl.assemble(y, pl.set_validshape(pl.mul(outputs, gate), here, CHANNELS), [first, w])
        state[w : w + CHANNELS, :] = h
    return state, y


def golden_selective_scan(u, dt, dt_bias, a_log, b, c, skip, z, state):
    import torch
    from torch.nn import functional

    u, dt, dt_bias, a_log, b, c, skip, z, h = (
        x.double() for x in (u, dt, dt_bias, a_log, b, c, skip, z, state)
    )
    step, y = functional.softplus(dt + dt_bias), torch.empty_like(u)
    for t in range(len(u)):
        h = torch.exp(-step[t][:, None] * a_log.exp()) * h + (step[t] * u[t])[:, None] * b[t]
        y[t] = h @ c[t]
    return h.float(), ((y + skip * u) * functional.silu(z)).float()


def golden_selective_scan_test(tensors):
    names = ("u", "dt", "dt_bias", "a_log", "b", "c", "skip", "z", "state")
    tensors["state"][:], tensors["y"][:] = golden_selective_scan(*(tensors[name] for name in names))


def build_tensor_specs(length):
    import torch

    from golden import TensorSpec

    def init_a_log():
        return (torch.rand(WIDTH, STATES) * 15 + 1).log()

    return [
        TensorSpec("u", [length, WIDTH], torch.float32, init_value=torch.randn),
        TensorSpec("dt", [length, WIDTH], torch.float32, init_value=torch.randn),
        TensorSpec("dt_bias", [WIDTH], torch.float32, init_value=torch.randn),
        TensorSpec("a_log", [WIDTH, STATES], torch.float32, init_value=init_a_log),
        TensorSpec("b", [length, STATES], torch.float32, init_value=torch.randn),
        TensorSpec("c", [length, STATES], torch.float32, init_value=torch.randn),
        TensorSpec("skip", [WIDTH], torch.float32, init_value=torch.randn),
        TensorSpec("z", [length, WIDTH], torch.float32, init_value=torch.randn),
        TensorSpec("state", [WIDTH, STATES], torch.float32, init_value=torch.randn),
        TensorSpec("y", [length, WIDTH], torch.float32),
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
            fn=selective_scan_test,
            specs=build_tensor_specs(*MODES[mode]),
            golden_fn=golden_selective_scan_test,
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
            rtol=1e-4,
            atol=1e-4,
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
