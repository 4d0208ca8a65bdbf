# SPDX-License-Identifier: Apache-2.0
"""Products of FP8 tiles whose groups of 32 elements share a scale (a5): a product, one that adds, one with a bias row."""

import pypto.language as pl

M, K, N = 32, 128, 64


@pl.jit
def microscaled(
    a: pl.Tensor[[M, K], pl.FP8E4M3FN],
    a_scale: pl.Tensor[[M, K // 32], pl.FP8E8M0, pl.MX_A_ZZ],
    b: pl.Tensor[[K, N], pl.FP8E4M3FN],
    b_scale: pl.Tensor[[K // 32, N], pl.FP8E8M0, pl.MX_B_NN],
    row: pl.Tensor[[1, N], pl.FP32],
    twice: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    shifted: pl.Out[pl.Tensor[[M, N], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a_mat = pl.load(a, [0, 0], [M, K], target_memory=pl.Mem.Mat)
        b_mat = pl.load(b, [0, 0], [K, N], target_memory=pl.Mem.Mat)
        a_scale_mat = pl.load(a_scale, [0, 0], [M, K // 32], target_memory=pl.Mem.Mat)
        b_scale_mat = pl.load(b_scale, [0, 0], [K // 32, N], target_memory=pl.Mem.Mat)
        left = pl.move(a_mat, target_memory=pl.Mem.Left)
        left_scale = pl.move(a_scale_mat, target_memory=pl.Mem.LeftScale)
        right = pl.move(b_mat, target_memory=pl.Mem.Right)
        right_scale = pl.move(b_scale_mat, target_memory=pl.Mem.RightScale)
        acc = pl.matmul_mx(left, left_scale, right, right_scale)
        acc = pl.matmul_mx_acc(acc, left, left_scale, right, right_scale)
        twice = pl.store(acc, [0, 0], twice)
    with pl.at(level=pl.Level.CORE_GROUP):  # operands in Mat are moved by the compiler
        a_mat = pl.load(a, [0, 0], [M, K], target_memory=pl.Mem.Mat)
        b_mat = pl.load(b, [0, 0], [K, N], target_memory=pl.Mem.Mat)
        a_scale_mat = pl.load(a_scale, [0, 0], [M, K // 32], target_memory=pl.Mem.Mat)
        b_scale_mat = pl.load(b_scale, [0, 0], [K // 32, N], target_memory=pl.Mem.Mat)
        bias = pl.load(row, [0, 0], [1, N], target_memory=pl.Mem.Mat)
        acc = pl.matmul_mx_bias(a_mat, a_scale_mat, b_mat, b_scale_mat, bias)
        shifted = pl.store(acc, [0, 0], shifted)
    return twice, shifted


def packed(exponents):
    """Powers of two [lines, groups] in the order of blocks of 16 lines by 2 groups, as bytes of FP8E8M0."""
    import torch

    lines, groups = exponents.shape
    blocks = exponents.view(lines // 16, 16, groups // 2, 2).transpose(1, 2).reshape(lines, groups)
    return (blocks + 127).to(torch.uint8)


def unpacked(scales, lines, groups):
    """Powers of two [lines, groups] out of the bytes of a scale tensor."""
    import torch

    blocks = scales.view(torch.uint8).double().view(lines // 16, groups // 2, 16, 2)
    return torch.exp2(blocks.transpose(1, 2).reshape(lines, groups) - 127)


def golden(tensors):
    rows = unpacked(tensors["a_scale"], M, K // 32)
    columns = unpacked(tensors["b_scale"], N, K // 32)
    a = tensors["a"].double() * rows.repeat_interleave(32, 1)
    b = tensors["b"].double() * columns.repeat_interleave(32, 1).T
    tensors["twice"][:] = 2 * (a @ b)
    tensors["shifted"][:] = a @ b + tensors["row"]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    fp8, scale = torch.float8_e4m3fn, torch.float8_e8m0fnu
    a_scale = packed(torch.randint(-9, 9, (M, K // 32))).view(scale)
    b_scale = packed(torch.randint(-9, 9, (N, K // 32))).view(K // 32, N).view(scale)
    return [
        TensorSpec("a", [M, K], fp8, init_value=torch.randn(M, K).to(fp8)),
        TensorSpec("a_scale", [M, K // 32], scale, init_value=a_scale),
        TensorSpec("b", [K, N], fp8, init_value=torch.randn(K, N).to(fp8)),
        TensorSpec("b_scale", [K // 32, N], scale, init_value=b_scale),
        TensorSpec("row", [1, N], torch.float32, init_value=torch.randn),
        TensorSpec("twice", [M, N], torch.float32),
        TensorSpec("shifted", [M, N], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    config.setdefault("platform", "a5sim")
    result = run(microscaled, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
