# SPDX-License-Identifier: Apache-2.0
"""Microscaled products against float64 arithmetic with exact scales, and what they refuse."""

import numpy as np
import pytest
import torch
from kernel_runs import run_on_newer

import pypto.language as pl
from pypto.errors import UserError
from pypto.passes.fold import fold
from pypto.passes.inline import inline
from pypto.platforms import PLATFORMS
from pypto.runtime.interpret import interpret

M, K, N = 48, 192, 96
G = K // 32


@pl.jit
def product(
    a: pl.Tensor[[M, K], pl.FP8E4M3FN],
    a_scale: pl.Tensor[[M, G], pl.FP8E8M0, pl.MX_A_ZZ],
    b: pl.Tensor[[K, N], pl.FP8E4M3FN],
    b_scale: pl.Tensor[[G, N], pl.FP8E8M0, pl.MX_B_NN],
    y: pl.Out[pl.Tensor[[M, N], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        left = pl.load(a, [0, 0], [M, K], target_memory=pl.Mem.Mat)
        left_scale = pl.load(a_scale, [0, 0], [M, G], target_memory=pl.Mem.Mat)
        right = pl.load(b, [0, 0], [K, N], target_memory=pl.Mem.Mat)
        right_scale = pl.load(b_scale, [0, 0], [G, N], target_memory=pl.Mem.Mat)
        y = pl.store(pl.matmul_mx(left, left_scale, right, right_scale), [0, 0], y)
    return y


def packed(scales: np.ndarray) -> np.ndarray:
    """Scales [lines, groups], block of 16 lines by 2 groups behind block."""
    lines, groups = scales.shape
    out = []
    for line in range(0, lines, 16):
        for group in range(0, groups, 2):
            out.append(scales[line : line + 16, group : group + 2].reshape(-1))
    return np.concatenate(out)


def as_arguments(a, a_bytes, b, b_bytes):
    """Operands as FP8, bytes of scales [M, G] and [G, N] as the tensors that a kernel takes."""
    scale = torch.float8_e8m0fnu
    return (
        a.view(torch.float8_e4m3fn),
        torch.from_numpy(packed(a_bytes).reshape(a_bytes.shape)).view(scale),
        b.view(torch.float8_e4m3fn),
        torch.from_numpy(packed(b_bytes.T).reshape(b_bytes.shape)).view(scale),
    )


def reference(a, a_bytes, b, b_bytes):
    """The product, and the sum of the magnitudes of its terms, in float64."""

    def power(byte):
        return np.where(byte == 255, np.nan, np.exp2(byte.astype(np.float64) - 127))

    left = a.view(torch.float8_e4m3fn).double().numpy() * np.repeat(power(a_bytes), 32, axis=1)
    right = b.view(torch.float8_e4m3fn).double().numpy() * np.repeat(power(b_bytes), 32, axis=0)
    return left @ right, np.abs(left) @ np.abs(right)


def bytes_of(rng, shape, low=0, high=256):
    return rng.integers(low, high, shape, np.uint8 if high <= 256 else np.int64).astype(np.uint8)


def operand(rng, shape):
    """Any finite FP8 number."""
    found = bytes_of(rng, shape)
    found[(found & 0x7F) == 0x7F] = 0x35
    return torch.from_numpy(found)


@pytest.mark.parametrize("engine", ["native", "interpret"])
@pytest.mark.parametrize(("low", "high"), [(110, 144), (0, 256)], ids=["near 1", "any scale"])
def test_a_product_is_that_of_the_scaled_elements(engine, low, high):
    rng = np.random.default_rng(11)
    a, b = operand(rng, (M, K)), operand(rng, (K, N))
    a_bytes, b_bytes = bytes_of(rng, (M, G), low, high), bytes_of(rng, (G, N), low, high)
    a[3, 5] = 0x7F  # NaN
    y = torch.zeros(M, N)
    product(*as_arguments(a, a_bytes, b, b_bytes), y, config={"platform": "a5sim", "engine": engine})
    wanted, magnitude = reference(a, a_bytes, b, b_bytes)
    found = y.double().numpy()
    held = np.isfinite(magnitude) & (magnitude < 2.0**127)
    assert np.isnan(found[np.isnan(wanted)]).all() and np.isnan(wanted[3]).all()
    near = np.abs(found - wanted) <= magnitude * 2.0**-20 + 2.0**-140
    assert near[held].all() and held.any()
    over = np.abs(wanted) > 2.0**130
    assert np.isinf(found[over & held]).all()


def test_a_whole_number_product_is_exact():
    rng = np.random.default_rng(12)
    a, b = (torch.from_numpy(rng.integers(-8, 9, s).astype(np.float32)) for s in ((M, K), (K, N)))
    a, b = (x.to(torch.float8_e4m3fn).view(torch.uint8) for x in (a, b))
    a_bytes, b_bytes = bytes_of(rng, (M, G), 126, 130), bytes_of(rng, (G, N), 126, 130)
    *_, y = run_on_newer(product, *as_arguments(a, a_bytes, b, b_bytes), torch.zeros(M, N))
    assert np.array_equal(y.double().numpy(), reference(a, a_bytes, b, b_bytes)[0])


def test_with_all_floats_in_fp32_the_product_is_the_same():
    rng = np.random.default_rng(14)
    a, b = (torch.from_numpy(rng.integers(-8, 9, s).astype(np.float32)) for s in ((M, K), (K, N)))
    a, b = (x.to(torch.float8_e4m3fn).view(torch.uint8) for x in (a, b))
    a_bytes, b_bytes = bytes_of(rng, (M, G), 126, 130), bytes_of(rng, (G, N), 126, 130)
    args = [*as_arguments(a, a_bytes, b, b_bytes), torch.zeros(M, N)]
    interpret(fold(inline(product.lower(*args))), None, args, PLATFORMS["a5sim"], fp32=True)
    assert np.array_equal(args[-1].double().numpy(), reference(a, a_bytes, b, b_bytes)[0])


@pl.jit
def in_parts(
    a: pl.Tensor[[M, K], pl.FP8E4M3FN],
    a_scale: pl.Tensor[[M, G], pl.FP8E8M0, pl.MX_A_ZZ],
    b: pl.Tensor[[K, N], pl.FP8E4M3FN],
    b_scale: pl.Tensor[[G, N], pl.FP8E8M0, pl.MX_B_NN],
    row: pl.Tensor[[1, N], pl.FP32],
    narrow: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    summed: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    shifted: pl.Out[pl.Tensor[[M, N], pl.FP16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        left = pl.tile.load(a, [0, 0], [M, K], [33, 70], target_memory=pl.Mem.Mat)
        left_scale = pl.tile.load(a_scale, [0, 0], [M, G], target_memory=pl.Mem.Mat)
        right = pl.tile.load(b, [0, 0], [K, N], [100, 17], target_memory=pl.Mem.Mat)
        right_scale = pl.tile.load(b_scale, [0, 0], [G, N], target_memory=pl.Mem.Mat)
        narrow = pl.tile.store(pl.tile.matmul_mx(left, left_scale, right, right_scale), [0, 0], narrow)
    with pl.at(level=pl.Level.CORE_GROUP):
        left = pl.tile.load(a, [0, 0], [M, K], target_memory=pl.Mem.Mat)
        left_scale = pl.tile.load(a_scale, [0, 0], [M, G], target_memory=pl.Mem.Mat)
        right = pl.tile.load(b, [0, 0], [K, N], target_memory=pl.Mem.Mat)
        right_scale = pl.tile.load(b_scale, [0, 0], [G, N], target_memory=pl.Mem.Mat)
        acc = pl.tile.matmul_mx(left, left_scale, right, right_scale)
        for _ in pl.range(3):
            acc = pl.tile.matmul_mx_acc(acc, left, left_scale, right, right_scale)
        summed = pl.tile.store(acc, [0, 0], summed)
    with pl.at(level=pl.Level.CORE_GROUP):
        left = pl.tile.load(a, [0, 0], [M, K], target_memory=pl.Mem.Mat)
        left_scale = pl.tile.load(a_scale, [0, 0], [M, G], target_memory=pl.Mem.Mat)
        right = pl.tile.load(b, [0, 0], [K, N], target_memory=pl.Mem.Mat)
        right_scale = pl.tile.load(b_scale, [0, 0], [G, N], target_memory=pl.Mem.Mat)
        bias = pl.tile.load(row, [0, 0], [1, N], target_memory=pl.Mem.Mat)
        acc = pl.tile.matmul_mx_bias(left, left_scale, right, right_scale, bias)
        shifted = pl.tile.store(acc, [0, 0], shifted)
    return narrow, summed, shifted


def test_parts_sums_and_bias_rows():
    rng = np.random.default_rng(13)
    a, b = (torch.from_numpy(rng.integers(-2, 3, s).astype(np.float32)) for s in ((M, K), (K, N)))
    a, b = (x.to(torch.float8_e4m3fn).view(torch.uint8) for x in (a, b))
    a_bytes, b_bytes = bytes_of(rng, (M, G), 126, 129), bytes_of(rng, (G, N), 126, 129)
    row = torch.from_numpy(rng.integers(-9, 9, (1, N)).astype(np.float32))
    outs = torch.full((M, N), 7.0), torch.zeros(M, N), torch.zeros(M, N, dtype=torch.float16)
    *_, narrow, summed, shifted = run_on_newer(in_parts, *as_arguments(a, a_bytes, b, b_bytes), row, *outs)
    wanted = reference(a, a_bytes, b, b_bytes)[0]
    assert np.array_equal(summed.double().numpy(), 4 * wanted)
    assert torch.equal(shifted, torch.from_numpy(wanted + row.double().numpy()).half())
    a[:, 70:] = 0
    part = reference(a, a_bytes, b, b_bytes)[0]
    assert np.array_equal(narrow.double().numpy()[:33, :17], part[:33, :17])


HEAD = """
import pypto.language as pl
@pl.jit
def run(
    a: pl.Tensor[[32, 128], pl.FP8E4M3FN],
    sa: pl.Tensor[[32, 4], pl.FP8E8M0, pl.MX_A_ZZ],
    b: pl.Tensor[[128, 64], pl.FP8E4M3FN],
    sb: pl.Tensor[[4, 64], pl.FP8E8M0, pl.MX_B_NN],
    plain: pl.Tensor[[32, 4], pl.FP8E8M0],
    bytes: pl.Tensor[[32, 32], pl.UINT8],
    half: pl.Tensor[[32, 128], pl.FP16],
    wide: pl.Tensor[[32, 128], pl.FP8E5M2],
    four: pl.Tensor[[32, 128], pl.FP4],
    cube: pl.Tensor[[2, 16, 2], pl.FP8E8M0, pl.MX_A_ZZ],
    s7: pl.Tensor[[7, 2], pl.FP8E8M0, pl.MX_A_ZZ],
    y: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
    z: pl.Out[pl.Tensor[[32, 4], pl.FP8E8M0]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        ta = pl.load(a, [0, 0], [32, 128], target_memory=pl.Mem.Mat)
        tsa = pl.load(sa, [0, 0], [32, 4], target_memory=pl.Mem.Mat)
        tb = pl.load(b, [0, 0], [128, 64], target_memory=pl.Mem.Mat)
        tsb = pl.load(sb, [0, 0], [4, 64], target_memory=pl.Mem.Mat)
"""
TAIL = """
        y = pl.store(pl.matmul_mx(ta, tsa, tb, tsb), [0, 0], y)
    return y
"""
MAT = "target_memory=pl.Mem.Mat"
WRONG = {
    # extents
    f"ta = pl.load(a, [0, 0], [8, 128], {MAT})": "M is 8, a microscaled product asks for a multiple of 16",
    f"ta = pl.load(a, [0, 0], [32, 96], {MAT})\ntb = pl.load(b, [0, 0], [96, 64], {MAT})": "K is 96, .* multiple of 64",
    f"tb = pl.load(b, [0, 0], [128, 48], {MAT})": "N is 48, a microscaled product asks for a multiple of 32",
    f"tb = pl.load(b, [0, 0], [64, 64], {MAT})": "shapes do not match in pl.matmul_mx: .32, 128. times .64, 64.",
    f"ta = pl.load(a, [0, 0], [16, 128], {MAT})": "`lhs_scale` is .32, 4., .M, K / 32., .16, 4. is expected",
    f"tb = pl.load(b, [0, 0], [128, 32], {MAT})": "`rhs_scale` is .4, 64.",
    f"tb = pl.load(b, [0, 0], [128, 64], [64, 64], {MAT})": "the right operand has 64 valid rows",
    # element types
    f"ta = pl.load(half, [0, 0], [32, 128], {MAT})": "`lhs` is FP16, a microscaled product multiplies FP8E4M3FN",
    f"ta = pl.load(wide, [0, 0], [32, 128], {MAT})": "`lhs` is FP8E5M2",
    f"ta = pl.load(four, [0, 0], [32, 128], {MAT})": "`lhs` is FP4.*FP8E4M3FN",
    f"tsa = pl.load(plain, [0, 0], [32, 4], {MAT})": "no scales of the layout MX_A_ZZ",
    f"tsa = pl.load(bytes, [0, 0], [32, 32], {MAT})": "no scales of the layout MX_A_ZZ",
    # layouts and spaces
    "tsa = tsb": "`lhs_scale` is .*no scales of the layout MX_A_ZZ",
    "tsb = tsa": "`rhs_scale` is .*no scales of the layout MX_B_NN",
    "t = pl.move(tsb, target_memory=pl.Mem.LeftScale)": "LeftScale takes FP8E8M0 scales of the layout MX_A_ZZ",
    "t = pl.move(ta, target_memory=pl.Mem.RightScale)": "RightScale takes FP8E8M0 scales of the layout MX_B_NN",
    "t = pl.move(tsa, target_memory=pl.Mem.Left)": "scales do not go to Left",
    "ta = pl.move(ta, target_memory=pl.Mem.Right)": "`lhs` is in Right",
    "tsa = sa": "`lhs_scale` must be a tile|MX_A_ZZ",
    "ta = a": "takes tiles, `lhs` is a tensor",
    "t = pl.load(sa, [0, 0], [32, 4])": "scales are loaded into Mat, not into Vec",
    f"t = pl.load(cube, [0, 0, 0], [2, 16, 2], {MAT})": "loaded with two axes, this one has 3",
    f"t = pl.load(s7, [0, 0], [7, 2], {MAT})": "not made of whole blocks of 16 x 2",
    # parts
    f"t = pl.load(sa, [16, 0], [16, 4], {MAT})": "a part of a tensor with the layout MX_A_ZZ cannot be loaded",
    f"t = pl.load(sb, [0, 0], [2, 64], {MAT})": "a part of a tensor with the layout MX_B_NN cannot be loaded",
    f"t = pl.load(sa, [0, 0], [32, 4], [16, 4], {MAT})": "a part of a tensor with the layout MX_A_ZZ",
    "t = pl.slice(sa, [16, 4], [0, 0])": "layout MX_A_ZZ is loaded whole and has no parts",
    "t = sa[0:16, :]": "layout MX_A_ZZ is loaded whole and has no parts",
    "t = pl.read(sa, [0, 0])": "layout MX_A_ZZ is loaded whole and has no parts",
    "t = pl.tile.transpose_view(tsa)": "holds scales of a microscaled product",
    "t = pl.tile.extract(tsa, 0, 0, [16, 2], target_memory=pl.Mem.Left)": "holds scales of a microscaled product",
    "t = pl.slice(tsa, [16, 2], [0, 0])": "holds scales of a microscaled product",
    "pl.store(tsa, [0, 0], z)": "holds scales of a microscaled product",
    "t = pl.create_tile([32, 4], pl.FP8E8M0, target_memory=pl.Mem.LeftScale)": "filled by moves only",
}


@pytest.mark.parametrize("lines", WRONG)
def test_what_is_wrong_is_named(lines, load):
    text = HEAD + "".join(f"        {line}\n" for line in lines.splitlines()) + TAIL
    with pytest.raises(UserError, match=WRONG[lines]):
        load(text).run.compile(config={"platform": "a5sim"})


def test_a_layout_of_scales_belongs_to_their_type(load):
    text = (HEAD + TAIL).replace("pl.UINT8]", "pl.UINT8, pl.MX_B_NN]")
    with pytest.raises(UserError, match="MX_B_NN is the layout of FP8E8M0 scales, not of UINT8"):
        load(text).run.compile(config={"platform": "a5sim"})


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_the_older_chip_refuses_by_name(engine):
    with pytest.raises(UserError, match=r"pl\.matmul_mx does not execute FP8E4M3FN on a2a3sim") as error:
        product.compile(config={"platform": "a2a3sim", "engine": engine})
    assert "platform='a5sim'" in str(error.value)
