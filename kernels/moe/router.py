# SPDX-License-Identifier: Apache-2.0
"""Router of a mixture of experts: which experts each token goes to, and with which weight.

    gate     (cube)     scores = x @ gate_w^T, FP32
    select   (vector)   sigmoid, plus a bias per expert that steers the load: the TOP_K best of each row, sorted
    weigh    (vector)   the sigmoids of the chosen experts without the bias, made to add up to ROUTE_SCALE

The bias decides who is chosen and never weighs. Experts are sorted 32 at a time and merged; a row's TOP_K lie in front.
"""

import pypto.language as pl

MODES = {"decode": (32, 1024), "prefill": (256, 512)}  # tokens, hidden size

EXPERTS = 256
TOP_K = 8
ROUTE_SCALE = 2.5
TILE = 16  # tokens per block
DEPTH = 256  # of the hidden size, on chip at a time
Pattern = pl.tile.MaskPattern

T = pl.dynamic("T")


@pl.jit.inline
def gate(x: pl.Tensor, gate_w: pl.Tensor, logits: pl.Tensor):
    tokens = pl.tensor.dim(x, 0)
    hidden = x.shape[1]
    for block in pl.spmd(tokens // TILE, name_hint="gate"):
        r = block * TILE
        acc = pl.create_tensor([TILE, EXPERTS], dtype=pl.FP32)
        for k in pl.pipeline(0, hidden, DEPTH, stage=2):
            rows = x[r : r + TILE, k : k + DEPTH]
            columns = gate_w[:, k : k + DEPTH]
            acc = pl.matmul_acc(acc, rows, columns, b_trans=True, init_cond=(k == 0))
        logits[r : r + TILE, :] = acc
    return logits


@pl.jit.inline
def select(logits: pl.Tensor, bias: pl.Tensor, index: pl.Tensor, weights: pl.Tensor):
    tokens = pl.tensor.dim(logits, 0)
    for block in pl.spmd(tokens // TILE, name_hint="select"):
        r = block * TILE
        scores = pl.recip(pl.add(pl.exp(pl.neg(logits[r : r + TILE, :])), 1.0))
        biased = pl.col_expand_add(scores, pl.reshape(bias[:], [1, EXPERTS]))
        places = pl.arange(0, [1, EXPERTS], dtype=pl.UINT32)
        chosen = pl.create_tensor([TILE, TOP_K], dtype=pl.INT32)
        for i in pl.range(TILE):
            pairs = pl.sort32(biased[i : i + 1, :], places)
            pairs = pl.mrgsort(pairs, block_len=64)
            pairs = pl.mrgsort(pairs[:, 0:256], pairs[:, 256:512])
            best = pairs[:, 0 : 2 * TOP_K]
            chosen[i : i + 1, :] = pl.gather(best, mask_pattern=Pattern.P1010, output_dtype=pl.INT32)
        share = pl.gather(scores, dim=-1, index=chosen)
        share = pl.mul(pl.row_expand_div(share, pl.row_sum(share)), ROUTE_SCALE)
        index[r : r + TILE, :] = chosen
        weights[r : r + TILE, :] = share
    return index, weights


@pl.jit
def router_test(
    x: pl.Tensor[[T, pl.dynamic("H")], pl.BF16],
    gate_w: pl.Tensor,
    bias: pl.Tensor[[EXPERTS], pl.FP32],
    scores: pl.Out[pl.Tensor],
    index: pl.Out[pl.Tensor],
    weights: pl.Out[pl.Tensor],
):
    scores = gate(x, gate_w, scores)
    index, weights = select(scores, bias, index, weights)
    return scores, index, weights


def golden_router(x, gate_w, bias):
    import torch

    scores = x.float() @ gate_w.float().T
    share = torch.sigmoid(scores)
    index = (share + bias).topk(TOP_K, dim=-1).indices
    weights = share.gather(-1, index)
    return scores, index, weights / weights.sum(-1, keepdim=True) * ROUTE_SCALE


def golden_router_test(tensors):
    scores, index, weights = golden_router(tensors["x"], tensors["gate_w"], tensors["bias"])
    tensors["scores"][:] = scores
    tensors["index"][:] = index
    tensors["weights"][:] = weights


def build_tensor_specs(tokens, hidden):
    import torch

    from golden import TensorSpec

    def init_gate_w():
        return torch.randn(EXPERTS, hidden) * hidden**-0.5

    def init_bias():
        return torch.randn(EXPERTS) * 0.1

    return [
        TensorSpec("x", [tokens, hidden], torch.bfloat16, init_value=torch.randn),
        TensorSpec("gate_w", [EXPERTS, hidden], torch.bfloat16, init_value=init_gate_w),
        TensorSpec("bias", [EXPERTS], torch.float32, init_value=init_bias),
        TensorSpec("scores", [tokens, EXPERTS], torch.float32),
        TensorSpec("index", [tokens, TOP_K], torch.int32),
        TensorSpec("weights", [tokens, TOP_K], torch.float32),
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
            fn=router_test,
            specs=build_tensor_specs(*MODES[mode]),
            golden_fn=golden_router_test,
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
