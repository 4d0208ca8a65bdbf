# SPDX-License-Identifier: Apache-2.0
"""Operations on tiles of the kernel's own, in both engines, against NumPy."""

import numpy as np
import pytest
import torch
from both_engines import run_both
from ir_builder import Builder, call, const

from pypto.ir import ops
from pypto.ir.dtypes import BF16, BY_NAME, FP16, FP32, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32
from pypto.ir.nodes import TensorType, TileType, Var
from pypto.ir.ops.table import OpError
from pypto.runtime.values import numpy_to_torch, torch_to_numpy

M, C = ops.memory, ops.compare
ROWS, COLS = 16, 75
WIDTH = 96
COMPARE = (np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal)


class Tiles(Builder):
    """Arguments beside the program that reads and writes them."""

    def __init__(self):
        super().__init__("tiles")
        self.args = []

    def input(self, array, shape=None, valid=None):
        """A tile of `shape` that holds the array, whose extent is its valid region."""
        dtype = BY_NAME[array.dtype.name.upper().replace("FLOAT", "FP").replace("BFP", "BF")]
        x = self.tensor(f"x{len(self.args)}", array.shape, dtype)
        self.args.append(numpy_to_torch(array))
        valid = valid or array.shape
        return self.call(
            ops.transfer.LOAD, x, offsets=(0, 0), shapes=shape or array.shape, valid_shape=valid, name="tile"
        )

    def output(self, tile, shape):
        y = self.tensor(f"y{len(self.args)}", shape, tile.type.dtype, "out")
        self.args.append(numpy_to_torch(np.zeros(shape, tile.type.dtype.numpy())))
        self.effect(ops.transfer.STORE, tile, y, offsets=(0, 0))

    def results(self, platform="a2a3sim"):
        native, wanted = run_both(self.program(), self.args, platform)
        outputs = [i for i, p in enumerate(self.params) if p.direction == "out"]
        for i in outputs:
            pair = [torch_to_numpy(run[i]) for run in (native, wanted)]
            if not self.params[i].type.dtype.is_int:
                pair = [array.astype(np.float64) for array in pair]
            np.testing.assert_array_equal(*pair)
        return [torch_to_numpy(native[i]) for i in outputs]


def numbers(dtype, number, shape=(ROWS, COLS)):
    rng = np.random.default_rng(number)
    if dtype.is_int:
        return rng.integers(0, 5, shape).astype(dtype.numpy())
    data = rng.integers(-3, 3, shape).astype(dtype.numpy())
    data.flat[:4] = np.roll(np.array([np.nan, np.inf, 0.0, -0.0], dtype.numpy()), number)
    return data


PLACES = [
    ("a2a3sim", FP32), ("a2a3sim", FP16), ("a2a3sim", INT32),
    ("a5sim", INT8), ("a5sim", UINT16), ("a5sim", INT64), ("a5sim", BF16),
]  # fmt: skip


@pytest.mark.parametrize(("platform", "dtype"), PLACES, ids=str)
def test_a_comparison_packs_a_bit_for_each_element_and_a_selection_reads_it(platform, dtype):
    a, b = numbers(dtype, 0), numbers(dtype, 1)
    k = Tiles()
    with k.at():
        x, y = (k.input(v, (ROWS, WIDTH)) for v in (a, b))
        tmp = k.input(np.zeros((1, 32), np.uint8))
        for mode in range(6):
            mask = k.call(C.CMP, x, y, cmp_type=mode)
            assert mask.type.shape == (ROWS, 32) and mask.type.valid == (ROWS, 10)
            k.output(mask, (ROWS, 10))
            k.output(k.call(C.SEL, mask, x, y, tmp), (ROWS, COLS))
    found = k.results(platform)
    for mode, function in enumerate(COMPARE):
        with np.errstate(invalid="ignore"):
            chosen = function(a, b)
        assert np.array_equal(found[2 * mode], np.packbits(chosen, axis=1, bitorder="little"))
        assert found[2 * mode + 1].tobytes() == np.where(chosen, a, b).tobytes()


@pytest.mark.parametrize("dtype", [FP32, FP16, INT16, UINT16, INT32], ids=str)
def test_comparison_and_selection_with_scalars(dtype):
    a = numbers(dtype, 2)
    k = Tiles()
    with k.at():
        x, tmp = k.input(a, (ROWS, WIDTH)), k.input(np.zeros((1, 32), np.uint8))
        for mode in range(6):
            mask = k.call(C.CMPS, x, const(2, dtype), cmp_type=mode)
            k.output(k.call(C.SELS, mask, x, tmp, const(1, dtype)), (ROWS, COLS))
    for function, found in zip(COMPARE, k.results(), strict=True):
        assert found.tobytes() == np.where(function(a, 2), a, np.ones_like(a)).tobytes()


def test_a_mask_may_come_from_memory():
    a, b = numbers(FP32, 3), numbers(FP32, 4)
    k = Tiles()
    with k.at():
        mask = k.input(np.full((ROWS, 32), 0xAA, np.uint8))
        x, y, tmp = k.input(a, (ROWS, WIDTH)), k.input(b, (ROWS, WIDTH)), k.input(np.zeros((1, 32), np.uint8))
        k.output(k.call(C.SEL, mask, x, y, tmp), (ROWS, COLS))
    (found,) = k.results()
    assert found.tobytes() == np.where(np.arange(COLS) % 2 == 1, a, b).tobytes()


def test_columns_compare_row_by_row():
    a, b = numbers(FP32, 5, (16, 1)), numbers(FP32, 6, (16, 1))
    k = Tiles()
    with k.at():
        x, y, tmp = k.input(a), k.input(b), k.input(np.zeros((1, 32), np.uint8))
        mask = k.call(C.CMP, x, y, cmp_type=2)
        k.output(mask, (16, 1))
        k.output(k.call(C.SEL, mask, x, y, tmp), (16, 1))
    mask, chosen = k.results()
    assert np.array_equal(mask, (a < b).astype(np.uint8))
    assert chosen.tobytes() == np.where(a < b, a, b).tobytes()


def test_run_time_extents_bound_a_predicate():
    a, b = numbers(INT32, 7, (ROWS, WIDTH)), numbers(INT32, 8, (ROWS, WIDTH))
    k = Tiles()
    n = k.symbol("N")
    x, y = (k.tensor(name, (ROWS, n), INT32) for name in "ab")
    z = k.tensor("z", (ROWS, n), INT32, "out")
    t = k.tensor("t", (1, 32), UINT8)
    shape = {"offsets": (0, 0), "shapes": (ROWS, WIDTH), "valid_shape": (ROWS, n)}
    with k.at():
        left, right = (k.call(ops.transfer.LOAD, v, **shape) for v in (x, y))
        tmp = k.call(ops.transfer.LOAD, t, offsets=(0, 0), shapes=(1, 32))
        mask = k.call(C.CMP, left, right, cmp_type=5)
        k.effect(ops.transfer.STORE, k.call(C.SEL, mask, left, right, tmp), z, offsets=(0, 0))
    for cols in (75, 8, 1):
        parts = [np.ascontiguousarray(v[:, :cols]) for v in (a, b)]
        args = [*map(numpy_to_torch, parts), torch.zeros(ROWS, cols, dtype=torch.int32),
                torch.zeros(1, 32, dtype=torch.uint8)]  # fmt: skip
        native, wanted = run_both(k.program(), args)
        assert np.array_equal(native[2].numpy(), np.maximum(*parts))
        assert torch.equal(native[2], wanted[2])


def test_operations_with_scratch_of_their_own():
    a, b = numbers(INT32, 9), np.random.default_rng(10).integers(1, 9, (ROWS, COLS)).astype(np.int32)
    f, slope = numbers(FP32, 11), numbers(FP32, 12)
    k = Tiles()
    with k.at():
        x, y = k.input(a, (ROWS, WIDTH)), k.input(b, (ROWS, WIDTH))
        tmp = k.input(np.zeros((ROWS, WIDTH), np.int32))
        row = k.input(np.zeros((1, 104), np.int32))
        u, v = k.input(f, (ROWS, WIDTH)), k.input(slope, (ROWS, WIDTH))
        room = k.input(np.zeros((ROWS, WIDTH), np.float32))
        k.output(k.call(ops.bits.XOR, x, y, tmp), (ROWS, COLS))
        k.output(k.call(ops.bits.XORS, x, 5, tmp), (ROWS, COLS))
        k.output(k.call(ops.remainder.REM, x, y, row), (ROWS, COLS))
        k.output(k.call(ops.remainder.REMS, x, -3, row), (ROWS, COLS))
        k.output(k.call(ops.activation.PRELU, u, v, room), (ROWS, COLS))
        for name in ("argmax", "argmin"):
            k.output(k.call(ops.TABLE[f"row_{name}"], u, room), (ROWS, 1))
            k.output(k.call(ops.TABLE[f"col_{name}"], u, room), (1, COLS))
    found = k.results()
    with np.errstate(invalid="ignore"):
        leaky = np.where(f > 0, f, f * slope)
    for got, wanted in zip(found, (a ^ b, a ^ 5, a % b, a % -3, leaky), strict=False):
        np.testing.assert_array_equal(got, wanted)
    for i, function in ((5, np.nanargmax), (7, np.nanargmin)):
        np.testing.assert_array_equal(found[i][:, 0], function(f, axis=1))
        np.testing.assert_array_equal(found[i + 1][0], function(f, axis=0))


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("dtype", [FP32, FP16, INT16], ids=str)
def test_where_one_operand_holds_no_data_the_other_stands(dtype, swapped):
    a, b = numbers(dtype, 13, (16, 64)), numbers(dtype, 14, (9, 37))
    k = Tiles()
    with k.at():
        x, y = k.input(a), k.input(b, (16, 64))
        for name in ("add", "mul", "max", "min"):
            order = (y, x) if swapped else (x, y)
            k.output(k.call(ops.TABLE[f"part_{name}"], *order), (16, 64))
    functions = (np.add, np.multiply, np.maximum, np.minimum)
    with np.errstate(invalid="ignore"):
        for found, function in zip(k.results(), functions, strict=True):
            wanted = a.copy()
            wanted[:9, :37] = function(a[:9, :37], b)
            np.testing.assert_array_equal(found, wanted)


def test_triangles_write_their_valid_region_only():
    k = Tiles()
    with k.at():
        y = k.tensor("y", (9, 13), UINT32, "out")
        k.args.append(numpy_to_torch(np.zeros((9, 13), np.uint32)))
        t = k.call(ops.generate.TRI, -1, shape=(16, 16), valid_shape=(9, 13), dtype=UINT32)
        k.store(y, t, (0, 0))
    assert np.array_equal(k.results()[0], np.tri(9, 13, -1, np.uint32))


@pytest.mark.parametrize("dtype", [INT16, INT32], ids=str)
def test_the_reciprocal_of_whole_numbers_is_truncated(dtype):
    k, given = Tiles(), np.arange(-32, 32).reshape(2, 32).astype(dtype.numpy())
    with k.at():
        t = k.input(given)
        k.output(k.call(ops.elementwise.RECIP, t), (2, 32))
    assert np.array_equal(k.results()[0], np.where(np.abs(given) == 1, given, 0))
    with pytest.raises(OpError, match="element type"):
        call(ops.elementwise.RECIP, tensor(dtype))


def tile(dtype=FP32, shape=(16, 64), valid=None):
    return Var("t", TileType(shape, dtype, "Vec", valid))


def tensor(dtype=FP32, shape=(16, 64)):
    return Var("x", TensorType(shape, dtype, local=True))


REFUSED = [
    (C.SEL, (tensor(UINT8), tensor(), tensor(), tile(UINT8, (1, 32))), "must be a tile"),
    (C.SEL, (tile(FP32), tile(), tile(), tile(UINT8, (1, 32))), "`mask` holds FP32"),
    (C.SEL, (tile(UINT8, (16, 32)), tile(shape=(16, 512)), tile(shape=(16, 512)), tile(UINT8, (1, 32))), "bytes"),
    (C.SEL, (tile(UINT8, (8, 32)), tile(), tile(), tile(UINT8, (1, 32))), "8 rows, 16 are needed"),
    (C.SELS, (tile(UINT8, (16, 32)), tile(INT64), tile(UINT8, (1, 32)), const(1, INT64)), "element type"),
    (ops.bits.XOR, (tile(INT32), tile(INT32)), "`tmp` is missing"),
    (ops.remainder.REM, (tile(), tile()), "`tmp` is missing"),
    (ops.TABLE["row_argmax"], (tile(), tile(shape=(8, 64))), "`tmp_tile` is"),
    (ops.TABLE["part_add"], (tile(valid=(8, 64)), tile(valid=(16, 32))), "do not contain one another"),
]  # fmt: skip


@pytest.mark.parametrize(("row", "operands", "match"), REFUSED, ids=lambda v: getattr(v, "name", ""))
def test_wrong_tiles_are_refused(row, operands, match):
    with pytest.raises(OpError, match=match):
        call(row, *operands)
