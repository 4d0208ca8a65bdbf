# SPDX-License-Identifier: Apache-2.0
"""Gated delta rule: linear attention whose state forgets and corrects itself, token by token.

    normalise   (vector)   queries and keys of length 1, the queries scaled; the logarithms of the decays become decays
    scan        (vector)   one block per sequence and head: S = decay * S; S += k^T (beta * (v - k S)); o = q S

Sequences of different lengths lie one behind the other (`starts`); rows are tokens, and within a token its heads. Each
sequence brings the state that it had, and takes the new one along.
"""

import pypto.language as pl

MODES = {"decode": (1, 1, 1, 1, 1), "prefill": (9, 1, 16)}  # tokens of each sequence

HEADS = 4
DEPTH = 64  # of keys and queries
WIDTH = 64  # of values
ROWS = 16  # that a block normalises
EPS = 1e-6

B = pl.dynamic("B")
R = pl.dynamic("R")


@pl.jit.inline
def normalise(x: pl.Tensor, y: pl.Tensor, scale: pl.FP32):
    rows = pl.tensor.dim(x, 0)
    for block in pl.spmd((rows + ROWS - 1) // ROWS, name_hint="normalise"):
        r = block * ROWS
        here = pl.min(ROWS, rows - r)
        part = pl.cast(pl.slice(x, [ROWS, DEPTH], [r, 0], valid_shape=[here, DEPTH]), pl.FP32)
        squares = pl.row_sum(pl.mul(part, part))
        unit = pl.row_expand_mul(part, pl.rsqrt(pl.add(squares, EPS), high_precision=True))
        y[r : r + ROWS, :] = pl.set_validshape(pl.mul(unit, scale), here, DEPTH)
    return y


@pl.jit.inline
def decays(g: pl.Tensor, decay: pl.Tensor):
    rows = pl.tensor.dim(g, 0)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="decays"):
        for r in pl.range(0, rows, ROWS):
            here = pl.min(ROWS, rows - r)
            part = pl.slice(g, [ROWS, 1], [r, 0], valid_shape=[here, 1])
            decay = pl.assemble(decay, pl.exp(part), [r, 0])
    return decay


@pl.jit.inline
def scan(
    q: pl.Tensor,
    k: pl.Tensor,
    v: pl.Tensor,
    decay: pl.Tensor,
    beta: pl.Tensor,
    starts: pl.Tensor,
    state: pl.Tensor,
    o: pl.Tensor,
):
    batch = pl.tensor.dim(state, 0)
    for block in pl.spmd(batch * HEADS, name_hint="scan"):
        b = block // HEADS
        h = block % HEADS
        first = pl.cast(pl.read(starts, [b]), pl.INDEX)
        last = pl.cast(pl.read(starts, [b + 1]), pl.INDEX)
        s = state[b, h * DEPTH : (h + 1) * DEPTH, :]
        for t in pl.range(first, last):
            r = t * HEADS + h
            key = pl.reshape(k[r : r + 1, :], [DEPTH, 1])
            query = pl.reshape(q[r : r + 1, :], [DEPTH, 1])
            s = pl.mul(s, pl.read(decay, [r, 0]))
            known = pl.col_sum(pl.row_expand_mul(s, key))
            fault = pl.sub(pl.cast(v[r : r + 1, :], pl.FP32), known)
            fault = pl.mul(fault, pl.read(beta, [r, 0]))
            s = pl.add(s, pl.row_expand_mul(pl.col_expand(s, fault), key))
            found = pl.col_sum(pl.row_expand_mul(s, query))
            o[r : r + 1, :] = pl.cast(found, pl.BF16, mode="rint")
        state[b, h * DEPTH : (h + 1) * DEPTH, :] = s
    return state, o


@pl.jit
def gated_delta_test(
    q: pl.Tensor[[R, DEPTH], pl.BF16],
    k: pl.Tensor[[R, DEPTH], pl.BF16],
    v: pl.Tensor[[R, WIDTH], pl.BF16],
    g: pl.Tensor[[R, 1], pl.FP32],
    beta: pl.Tensor[[R, 1], pl.FP32],
    starts: pl.Tensor[[pl.dynamic("S")], pl.INT32],
    state: pl.InOut[pl.Tensor[[B, HEADS * DEPTH, WIDTH], pl.FP32]],
    o: pl.Out[pl.Tensor[[R, WIDTH], pl.BF16]],
):
    rows = pl.tensor.dim(q, 0)
    queries = pl.create_tensor([rows, DEPTH], dtype=pl.FP32)
    keys = pl.create_tensor([rows, DEPTH], dtype=pl.FP32)
    decay = pl.create_tensor([rows, 1], dtype=pl.FP32)
    queries = normalise(q, queries, DEPTH**-0.5)
    keys = normalise(k, keys, 1.0)
    decay = decays(g, decay)
    state, o = scan(queries, keys, v, decay, beta, starts, state, o)
    return state, o


def golden_gated_delta(q, k, v, g, beta, starts, state):
    import torch

    def unit(x):
        x = x.double()
        return (x * torch.rsqrt(x.square().sum(-1, keepdim=True) + EPS)).unflatten(0, (-1, HEADS))

    q, k, v = unit(q) * DEPTH**-0.5, unit(k), v.double().unflatten(0, (-1, HEADS))
    decay, beta = (x.double().reshape(-1, HEADS, 1, 1) for x in (g.exp(), beta))
    s, o = state.double().unflatten(1, (HEADS, DEPTH)).clone(), torch.zeros_like(v)
    for b in range(len(state)):
        for t in range(starts[b], starts[b + 1]):
            s[b] = s[b] * decay[t]
            fault = v[t][:, None, :] - k[t][:, None, :] @ s[b]
            s[b] = s[b] + k[t][:, :, None] @ (beta[t] * fault)
            o[t] = (q[t][:, None, :] @ s[b])[:, 0]
    return s.flatten(1, 2).float(), o.flatten(0, 1).to(torch.bfloat16)


def golden_gated_delta_test(tensors):
    inputs = [tensors[name] for name in ("q", "k", "v", "g", "beta", "starts", "state")]
    tensors["state"][:], tensors["o"][:] = golden_gated_delta(*inputs)


def build_tensor_specs(*lengths):
    import torch

    from golden import TensorSpec

    batch, rows = len(lengths), sum(lengths) * HEADS
    starts = torch.tensor([0, *lengths]).cumsum(0)

    def init_g():
        return -torch.rand(rows, 1)  # decays between 1/e and 1

    def init_beta():
        return torch.rand(rows, 1)

    return [
        TensorSpec("q", [rows, DEPTH], torch.bfloat16, init_value=torch.randn),
        TensorSpec("k", [rows, DEPTH], torch.bfloat16, init_value=torch.randn),
        TensorSpec("v", [rows, WIDTH], torch.bfloat16, init_value=torch.randn),
        TensorSpec("g", [rows, 1], torch.float32, init_value=init_g),
        TensorSpec("beta", [rows, 1], torch.float32, init_value=init_beta),
        TensorSpec("starts", [batch + 1], torch.int32, init_value=starts),
        TensorSpec("state", [batch, HEADS * DEPTH, WIDTH], torch.float32, init_value=torch.randn),
        TensorSpec("o", [rows, WIDTH], torch.bfloat16),
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
            fn=gated_delta_test,
            specs=build_tensor_specs(*MODES[mode]),
            golden_fn=golden_gated_delta_test,
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
            rtol=1.0 / 128,
            atol=1e-4,
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
