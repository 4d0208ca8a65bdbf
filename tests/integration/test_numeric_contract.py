# SPDX-License-Identifier: Apache-2.0
"""What arithmetic promises, one test a promise; every kernel in both engines on both chips, bit for bit alike."""

import numpy as np
import pytest
import torch
from kernel_runs import run_everywhere, run_on_newer

import pypto.language as pl
from pypto.errors import UserError

INF = float("inf")


@pl.jit
def valid_only(x: pl.Tensor[[16, 64], pl.FP32], n: pl.Tensor[[16, 64], pl.INT32],
               rows: pl.Out[pl.Tensor[[16, 8], pl.FP32]], cols: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
               where: pl.Out[pl.Tensor[[16, 8], pl.INT32]], total: pl.Out[pl.Tensor[[1, 64], pl.INT32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.set_validshape(x[:, :], 5, 33)
        rows[0:5, 0:1] = pl.row_sum(v)
        rows[0:5, 1:2] = pl.row_max(v)
        rows[0:5, 2:3] = pl.row_min(v)
        rows[0:5, 3:4] = pl.row_prod(v)
        cols[0:1, 0:33] = pl.col_sum(v)
        cols[1:2, 0:33] = pl.col_max(v)
        cols[2:3, 0:33] = pl.col_min(v)
        cols[3:4, 0:33] = pl.col_prod(v)
        where[0:5, 0:1] = pl.row_argmax(v)
        where[0:5, 1:2] = pl.row_argmin(v)
        total[0:1, 0:33] = pl.col_sum(pl.set_validshape(n[:, :], 5, 33))
    return rows, cols, where, total


def test_reductions_see_the_valid_region_alone():
    x = torch.full((16, 64), torch.nan)
    part = torch.randint(1, 3, (5, 33)).float()
    x[:5, :33] = part
    n = torch.full((16, 64), 2**30, dtype=torch.int32)
    outputs = (
        torch.zeros(16, 8),
        torch.zeros(8, 64),
        *(torch.zeros(s, dtype=torch.int32) for s in ((16, 8), (1, 64))),
    )
    _, _, rows, cols, where, total = run_everywhere(valid_only, x, n, *outputs)
    assert torch.equal(rows[:5, 0], part.sum(1)) and torch.equal(rows[:5, 3], part.prod(1))
    assert torch.equal(rows[:5, 1], part.amax(1)) and torch.equal(rows[:5, 2], part.amin(1))
    assert torch.equal(cols[:4, :33], torch.stack([part.sum(0), part.amax(0), part.amin(0), part.prod(0)]))
    assert where[:5, 0].tolist() == part.argmax(1).tolist()  # the first of equal ones
    assert where[:5, 1].tolist() == part.argmin(1).tolist()
    assert total[0, :33].tolist() == [2**30] * 33  # 5 * 2**30 wraps


@pl.jit
def narrow_sums(x: pl.Tensor[[16, 64], pl.FP16], y: pl.Out[pl.Tensor[[16, 2], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, 0:1] = pl.row_sum(x[:, :])
    return y


def test_a_sum_of_fp16_rounds_once():
    x = torch.ones(16, 64).half()
    x[:, 0] = 2048  # each 1 alone is lost beside it in FP16
    _, y = run_everywhere(narrow_sums, x, torch.zeros(16, 2).half())
    assert (y[:, 0] == 2112).all()


@pl.jit
def whole_product(a: pl.Tensor[[16, 64], pl.FP32], b: pl.Tensor[[64, 16], pl.FP32],
                  y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(a[:, :], b[:, :])
    return y


def test_fp32_products_keep_every_bit_of_their_operands():
    a, b = torch.zeros(16, 64), torch.zeros(64, 16)
    a[:, 0], b[0, :] = 1 + 2.0**-23, 1.0
    a[:, 1], b[1, :] = -1.0, 1.0
    *_, y = run_everywhere(whole_product, a, b, torch.zeros(16, 16))
    assert (y == 2.0**-23).all()


@pl.jit
def bf16_steps(a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[16, 64], pl.BF16],
               y: pl.Out[pl.Tensor[[64, 64], pl.BF16]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        x, w = a[:, :], b[:, :]
        y[0:16, :] = pl.add(pl.mul(x, w), x)
        y[16:32, :] = pl.sub(x, w)
        y[32:48, :] = pl.div(x, w)
        y[48:64, :] = pl.maximum(x, w)
    return y


def test_bf16_rounds_after_every_operation():
    a, b = (torch.randn(16, 64, generator=torch.Generator().manual_seed(s)).bfloat16() for s in (0, 1))
    *_, y = run_everywhere(bf16_steps, a, b, torch.zeros(64, 64).bfloat16())
    product = (a.float() * b.float()).bfloat16().float()
    wanted = [product + a.float(), a.float() - b.float(), a.float() / b.float(), torch.maximum(a, b).float()]
    assert torch.equal(y, torch.cat(wanted).bfloat16())


@pl.jit
def bf16_reductions(x: pl.Tensor[[16, 64], pl.BF16], rows: pl.Out[pl.Tensor[[16, 16], pl.BF16]],
                    cols: pl.Out[pl.Tensor[[2, 64], pl.BF16]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.set_validshape(x[:, :], 16, 35)
        rows[:, 0:1] = pl.row_sum(v)
        rows[:, 1:2] = pl.row_max(v)
        cols[0:1, 0:35] = pl.col_max(v)
        cols[1:2, 0:35] = pl.col_min(v)
    return rows, cols


def test_bf16_is_reduced_in_fp32_and_rounded_once():
    x = torch.full((16, 64), torch.nan).bfloat16()
    x[:, :35] = torch.randint(-9, 10, (16, 35), generator=torch.Generator().manual_seed(2)).bfloat16()
    x[:, 0] = 256  # each small odd number beside it would be rounded
    _, rows, cols = run_everywhere(
        bf16_reductions, x, *(torch.zeros(s).bfloat16() for s in ((16, 16), (2, 64)))
    )
    part = x[:, :35]
    assert torch.equal(rows[:, 0], part.float().sum(1).bfloat16()) and torch.equal(rows[:, 1], part.amax(1))
    assert torch.equal(cols[:, :35], torch.stack([part.amax(0), part.amin(0)]))


PADS = {
    "FP32": (INF, -INF), "FP16": (INF, -INF), "BF16": (INF, -INF), "INT8": (127, -128), "INT16": (32767, -32768),
    "INT32": (2**31 - 1, -(2**31)), "UINT8": (255, 0), "INT64": (0, 0), "FP8E4M3FN": (0, 0), "FP8E5M2": (0, 0),
}  # fmt: skip


def fills(dtype):
    return f"""
import pypto.language as pl


@pl.jit
def run(x: pl.Tensor[[8, 64], pl.{dtype}], y: pl.Out[pl.Tensor[[24, 64], pl.{dtype}]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.set_validshape(x[:, :], 3, 40)
        y[0:8, :] = pl.fillpad(t)
        y[8:16, :] = pl.fillpad(t, pad_value=pl.PadValue.max)
        y[16:24, :] = pl.fillpad(t, pad_value=pl.PadValue.min)
    return y
"""


@pytest.mark.parametrize("dtype", PADS)
def test_pad_values_of_a_type(kept_kernel, dtype):
    kind = getattr(torch, vars(pl)[dtype].torch)
    x = torch.randint(1, 9, (8, 64)).to(kind)
    everywhere = run_on_newer if dtype.startswith("FP8") else run_everywhere
    *_, y = everywhere(kept_kernel(f"fills_{dtype}", fills(dtype)), x, torch.zeros(24, 64).to(kind))
    for at, pad in zip((0, 8, 16), (0, *PADS[dtype]), strict=True):
        wanted = torch.full((8, 64), pad).to(kind)
        wanted[:3, :40] = x[:3, :40]
        assert torch.equal(y[at : at + 8].view(torch.uint8), wanted.view(torch.uint8))


@pl.jit
def different_regions(a: pl.Tensor[[16, 64], pl.FP32], b: pl.Tensor[[16, 64], pl.FP32],
                      y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        large = pl.load(a, [0, 0], [16, 64], valid_shape=[12, 50])
        small = pl.load(b, [0, 0], [16, 64], valid_shape=[5, 50])
        pl.store(pl.part_add(large, small), [0, 0], y)
        pl.store(pl.tile.part_mul(src0=small, src1=large), [16, 0], y)
        pl.store(pl.part_max(large, small), [32, 0], y)
        pl.store(pl.part_min(small, large), [48, 0], y)
    return y


def test_where_one_operand_has_no_data_the_other_stands():
    a, b = torch.randn(16, 64), torch.randn(16, 64)
    *_, y = run_everywhere(different_regions, a, b, torch.zeros(64, 64))
    functions = (torch.add, torch.mul, torch.maximum, torch.minimum)
    for number, function in enumerate(functions):
        block = y[number * 16 : number * 16 + 12, :50]
        assert torch.equal(block[:5], function(a, b)[:5, :50])
        assert torch.equal(block[5:], a[5:12, :50])


@pl.jit
def integers(a: pl.Tensor[[8, 64], pl.INT32], b: pl.Tensor[[8, 64], pl.INT32],
             y: pl.Out[pl.Tensor[[40, 64], pl.INT32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        x, w = a[:, :], b[:, :]
        y[0:8, :] = pl.add(x, w)
        y[8:16, :] = pl.mul(x, w)
        y[16:24, :] = pl.neg(x)
        y[24:32, :] = pl.fmod(x, w)
        y[32:40, :] = pl.shr(x, 3)
    return y


def test_integers_wrap_and_a_division_by_zero_gives_zero():
    rng = np.random.default_rng(0)
    a = torch.from_numpy(rng.integers(-(2**31), 2**31, (8, 64)).astype(np.int32))
    b = torch.from_numpy(rng.integers(-(2**31), 2**31, (8, 64)).astype(np.int32))
    a[0, 0], b[1, :8] = -(2**31), 0
    *_, y = run_everywhere(integers, a, b, torch.zeros(40, 64, dtype=torch.int32))
    assert torch.equal(y[0:8], a + b) and torch.equal(y[8:16], a * b) and torch.equal(y[16:24], -a)
    assert y[16, 0] == -(2**31)
    divisor = torch.where(b == 0, 1, b)
    assert torch.equal(y[24:32], torch.where(b == 0, 0, torch.fmod(a, divisor)))
    assert torch.equal(y[32:40], a >> 3)


@pl.jit
def sequences(y: pl.Out[pl.Tensor[[4, 64], pl.INT32]], z: pl.Out[pl.Tensor[[4, 64], pl.INT16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:1, :] = pl.arange(5, [1, 64])
        y[1:2, :] = pl.reinterpret_view(pl.arange(5, [1, 64], dtype=pl.UINT32, descending=True), pl.INT32)
        z[0:1, :] = pl.arange(32760, [1, 64], dtype=pl.INT16)
        z[1:2, :] = pl.reinterpret_view(pl.arange(65530, [1, 64], dtype=pl.UINT16), pl.INT16)
    return y, z


def test_sequences_wrap_in_four_types():
    y, z = run_everywhere(sequences, *(torch.zeros(4, 64, dtype=t) for t in (torch.int32, torch.int16)))
    steps = torch.arange(64)
    assert torch.equal(y[0], (5 + steps).int()) and torch.equal(y[1], (5 - steps).int())
    assert torch.equal(z[0], (32760 + steps).to(torch.int16)) and torch.equal(
        z[1], (65530 + steps).to(torch.int16)
    )


@pl.jit
def turned(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64], valid_shape=[9, 40])
        pl.store(pl.fillpad(pl.tile.transpose(tile=t, axis1=0, axis2=1)), [0, 0], y)
    return y


def test_a_transposed_tile_is_valid_where_its_source_was():
    x = torch.randn(16, 64)
    *_, y = run_everywhere(turned, x, torch.zeros(64, 16))
    wanted = torch.zeros(64, 16)
    wanted[:40, :9] = x[:9, :40].T
    assert torch.equal(y, wanted)


def test_a_column_on_the_left_of_a_difference_never_gives_the_swapped_one(load):
    kernel = load(
        """
        import pypto.language as pl


        @pl.jit
        def run(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
            with pl.at(level=pl.Level.CORE_GROUP):
                m = x[:, :]
                y[:, :] = pl.sub(pl.row_max(m), m)
            return y
        """
    ).run
    with pytest.raises(UserError, match=r"a column on the left of pl\.sub is not supported"):
        kernel(torch.zeros(16, 64), torch.zeros(16, 64))
