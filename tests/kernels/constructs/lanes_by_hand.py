# SPDX-License-Identifier: Apache-2.0
"""Loops over the two vector cores: values cross where the kernel says so, as tensors and as tiles."""

import pypto.language as pl


@pl.jit
def lanes_by_hand(
    x: pl.Tensor[[32, 64], pl.BF16],
    w: pl.Tensor[[64, 64], pl.BF16],
    y: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
    z: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="tensors"):
        product = pl.matmul(x[:, :], w[:, :], out_dtype=pl.FP32)
        for _ in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            positive = pl.maximum(pl.aiv_shard(product), 0.0)
            joined = pl.aic_gather(pl.cast(positive, pl.BF16, mode="rint"))
        second = pl.matmul(joined, w[:, :], out_dtype=pl.FP32)
        for lane in pl.split_aiv(2, mode=pl.SplitMode.LEFT_RIGHT):
            y[:, lane * 32 : lane * 32 + 32] = pl.mul(pl.aiv_shard(second), 2.0)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="tiles"):
        left = pl.move(pl.load(x, [0, 0], [32, 64], target_memory=pl.Mem.Mat), pl.Mem.Left)
        right = pl.move(pl.load(w, [0, 0], [64, 64], target_memory=pl.Mem.Mat), pl.Mem.Right)
        acc = pl.matmul(left, right)
        for _ in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            half = pl.tile.relu(pl.tile.aiv_shard(acc))
            both = pl.tile.aic_gather(pl.tile.cast(half, pl.BF16, mode="rint"))
        again = pl.matmul(pl.move(both, pl.Mem.Left), right)
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            rows = pl.tile.muls(pl.tile.aiv_shard(again), 2.0)
            z = pl.store(rows, [lane * 16, 0], z)
    return y, z


def golden(tensors):
    import torch

    w = tensors["w"].float()
    positive = (tensors["x"].float() @ w).clamp(min=0).to(torch.bfloat16).float()
    tensors["y"][:] = positive @ w * 2
    tensors["z"][:] = positive @ w * 2


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    def init_w():
        return torch.randn(64, 64) / 8

    return [
        TensorSpec("x", [32, 64], torch.bfloat16, init_value=torch.randn),
        TensorSpec("w", [64, 64], torch.bfloat16, init_value=init_w),
        TensorSpec("y", [32, 64], torch.float32),
        TensorSpec("z", [32, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(lanes_by_hand, build_tensor_specs(), golden_fn=golden, config=config, rtol=1e-2, atol=1e-2)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
