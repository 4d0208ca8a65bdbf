# SPDX-License-Identifier: Apache-2.0
"""Cross entropy with label smoothing over a large vocabulary, and its gradient.

The forward pass reads the logits once, a chunk at a time: maximum and sum of exponentials follow each other (the online
form), so that no row has to fit on the chip. The backward pass needs the logarithm of the sum alone. Rows whose label is
IGNORED cost nothing and have no gradient.
"""

import pypto.language as pl

MODES = {"decode": (8, 1000), "prefill": (24, 1000)}  # rows, vocabulary

ROWS = 8  # per block
CHUNK = 256  # of the vocabulary, on chip at a time
IGNORED = -100
SMOOTHING = 0.1
LOWEST = -3.0e38

N = pl.dynamic("N")
V = pl.dynamic("V")


@pl.jit.inline
def forward(logits: pl.Tensor, labels: pl.Tensor, loss: pl.Tensor, lse: pl.Tensor, share: pl.FP32):
    rows, vocabulary = pl.tensor.dim(logits, 0), pl.tensor.dim(logits, 1)
    for block in pl.spmd(rows // ROWS, name_hint="forward"):
        r = block * ROWS
        top = pl.full([ROWS, 1], dtype=pl.FP32, value=LOWEST)
        sums = pl.full([ROWS, 1], dtype=pl.FP32, value=0.0)
        total = pl.full([ROWS, 1], dtype=pl.FP32, value=0.0)
        for v in pl.range(0, vocabulary, CHUNK):
            here = pl.min(CHUNK, vocabulary - v)
            part = pl.cast(pl.slice(logits, [ROWS, CHUNK], [r, v], valid_shape=[ROWS, here]), pl.FP32)
            total = pl.add(total, pl.row_sum(part))
            part = pl.fillpad(part, pad_value=pl.PadValue.min)
            higher = pl.maximum(top, pl.row_max(part))
            grown = pl.row_sum(pl.row_expand_expdif(part, higher))
            sums = pl.add(pl.mul(sums, pl.exp(pl.sub(top, higher))), grown)
            top = higher
        log_sum = pl.add(top, pl.log(sums))
        chosen = pl.full([ROWS, 1], dtype=pl.FP32, value=0.0)
        for i in pl.range(ROWS):
            label = pl.read(labels, [r + i])
            if label != IGNORED:
                pl.write(chosen, [i, 0], pl.cast(pl.read(logits, [r + i, label]), pl.FP32))
        likelihood = pl.mul(pl.sub(log_sum, chosen), 1.0 - SMOOTHING)
        result = pl.add(likelihood, pl.sub(pl.mul(log_sum, SMOOTHING), pl.mul(total, share)))
        for i in pl.range(ROWS):
            if pl.read(labels, [r + i]) == IGNORED:
                pl.write(result, [i, 0], 0.0)
        loss[r : r + ROWS, :] = result
        lse[r : r + ROWS, :] = log_sum
    return loss, lse


@pl.jit.inline
def backward(logits: pl.Tensor, labels: pl.Tensor, lse: pl.Tensor, grad: pl.Tensor, share: pl.FP32):
    rows, vocabulary = pl.tensor.dim(logits, 0), pl.tensor.dim(logits, 1)
    for block in pl.spmd(rows // ROWS, name_hint="backward"):
        r = block * ROWS
        kept = pl.full([ROWS, 1], dtype=pl.FP32, value=1.0)
        for i in pl.range(ROWS):
            if pl.read(labels, [r + i]) == IGNORED:
                pl.write(kept, [i, 0], 0.0)
        for v in pl.range(0, vocabulary, CHUNK):
            here = pl.min(CHUNK, vocabulary - v)
            part = pl.cast(pl.slice(logits, [ROWS, CHUNK], [r, v], valid_shape=[ROWS, here]), pl.FP32)
            slope = pl.sub(pl.row_expand_expdif(part, lse[r : r + ROWS, :]), share)
            for i in pl.range(ROWS):
                label = pl.cast(pl.read(labels, [r + i]), pl.INDEX)
                if label >= v and label < v + here:
                    pl.write(slope, [i, label - v], pl.read(slope, [i, label - v]) - (1.0 - SMOOTHING))
            slope = pl.cast(pl.row_expand_mul(slope, kept), pl.BF16, mode="rint")
            grad = pl.assemble(grad, pl.set_validshape(slope, ROWS, here), [r, v])
    return grad


@pl.jit
def cross_entropy_test(
    logits: pl.Tensor[[N, V], pl.BF16],
    labels: pl.Tensor[[N], pl.INT32],
    loss: pl.Out[pl.Tensor[[N, 1], pl.FP32]],
    grad: pl.Out[pl.Tensor[[N, V], pl.BF16]],
):
    rows, vocabulary = pl.tensor.dim(logits, 0), pl.tensor.dim(logits, 1)
    share = SMOOTHING / pl.cast(pl.cast(vocabulary, pl.INT32), pl.FP32)
    lse = pl.create_tensor([rows, 1], dtype=pl.FP32)
    loss, lse = forward(logits, labels, loss, lse, share)
    grad = backward(logits, labels, lse, grad, share)
    return loss, grad


def golden_cross_entropy(logits, labels):
    import torch
    from torch.nn import functional

    x = logits.double().requires_grad_()
    loss = functional.cross_entropy(
        x, labels.long(), reduction="none", label_smoothing=SMOOTHING, ignore_index=IGNORED
    )
    loss.sum().backward()
    return loss.detach().float()[:, None], x.grad.to(torch.bfloat16)


def golden_cross_entropy_test(tensors):
    tensors["loss"][:], tensors["grad"][:] = golden_cross_entropy(tensors["logits"], tensors["labels"])


def build_tensor_specs(rows, vocabulary):
    import torch

    from golden import TensorSpec

    def init_logits():
        return torch.randn(rows, vocabulary) * 4

    def init_labels():
        labels = torch.randint(0, vocabulary, (rows,))
        labels[1], labels[3], labels[4] = 0, IGNORED, vocabulary - 1
        return labels

    return [
        TensorSpec("logits", [rows, vocabulary], torch.bfloat16, init_value=init_logits),
        TensorSpec("labels", [rows], torch.int32, init_value=init_labels),
        TensorSpec("loss", [rows, 1], torch.float32),
        TensorSpec("grad", [rows, vocabulary], torch.bfloat16),
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
            fn=cross_entropy_test,
            specs=build_tensor_specs(*MODES[mode]),
            golden_fn=golden_cross_entropy_test,
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
            atol=1e-5,
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
