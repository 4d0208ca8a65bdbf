# SPDX-License-Identifier: Apache-2.0
"""How valid regions flow: what each row says of its result, for tiles and for tensors of a region."""

import pytest
from ir_builder import call, const

from pypto.ir import nodes as n
from pypto.ir.dtypes import BY_NAME, FP32, INT32, UINT8
from pypto.ir.enums import PadValue
from pypto.ir.ops.table import TABLE, OpError, Trait

SHAPE, VALID = (16, 64), (5, 33)


def value(level, valid=VALID, shape=SHAPE, dtype=FP32):
    if level == "tile":
        return n.Var("t", n.TileType(shape, dtype, valid=valid))
    return n.Var("t", n.TensorType(shape, dtype, valid=valid, local=True))


def region(type_):
    return tuple(type_.valid_shape)


def dtype_of(row):
    """An element type that the row takes."""
    return BY_NAME[row.samples[0].dtype] if row.samples else FP32


ONE = [r for r in TABLE.values() if r.has(Trait.ELEMENTWISE) and r.samples and "tile" in r.namespaces]
PAIRS = [r for r in ONE if sum(p.kind == "operand" for p in r.data_params) > 1]
LEVELS = ("tensor", "tile")


def applied(row, level, *regions):
    """A call of the row whose array operands have the given regions, the last one repeated."""
    dtype = dtype_of(row)
    given, args = list(regions), []
    for param in row.data_params:
        if param.kind == "scalar":
            args.append(const(3 if dtype.is_int else 1.5, dtype))
        else:
            args.append(value(level, given.pop(0) if len(given) > 1 else given[0], dtype=dtype))
    if level == "tile" and row.has(Trait.SCRATCH):
        args.append(value(level, None, (16, 128), dtype))
    return call(row, *args, **row.samples[0].attrs).type


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("row", ONE, ids=lambda row: row.name)
def test_an_elementwise_result_is_valid_where_its_operands_are(row, level):
    if level == "tile" or "tensor" in row.namespaces:
        assert region(applied(row, level, VALID)) == VALID
        assert region(applied(row, level, None)) == SHAPE


@pytest.mark.parametrize("row", PAIRS, ids=lambda row: row.name)
def test_operands_of_different_regions(row):
    """A tile follows its left operand, a tensor becomes whole; the slopes of pl.prelu hold data where the tile does."""
    if row.name == "prelu":
        with pytest.raises(OpError, match="the slope holds data"):
            applied(row, "tile", VALID, (9, 40))
        return
    assert region(applied(row, "tile", VALID, (9, 40))) == VALID
    if "tensor" in row.namespaces:
        assert region(applied(row, "tensor", VALID, (9, 40))) == SHAPE


REDUCED = [r for r in TABLE.values() if r.has(Trait.ROW_REDUCTION) or r.has(Trait.COL_REDUCTION)]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("row", REDUCED, ids=lambda row: row.name)
def test_a_reduction_keeps_the_other_axis(row, level):
    args = [value(level)]
    if level == "tile" and row.has(Trait.SCRATCH):
        args.append(value(level, None))
    rows = row.has(Trait.ROW_REDUCTION)
    assert region(call(row, *args).type) == ((5, 1) if rows else (1, 33))
    with pytest.raises(OpError, match="no valid element"):
        empty = (5, 0) if rows else (0, 33)
        call(row, value(level, empty), *args[1:])


EXPANDED = [r for r in TABLE.values() if r.has(Trait.ROW_EXPAND) or r.has(Trait.COL_EXPAND)]


@pytest.mark.parametrize("row", EXPANDED, ids=lambda row: row.name)
def test_an_expansion_is_valid_where_its_matrix_is(row):
    vector = (16, 1) if row.has(Trait.ROW_EXPAND) else (1, 64)
    assert region(call(row, value("tile"), value("tile", None, vector)).type) == VALID


@pytest.mark.parametrize("level", LEVELS)
def test_places_and_shapes(level):
    x = value(level)
    assert region(call(TABLE["concat"], x, x).type) == (16, 128)
    assert region(call(TABLE["fillpad"], x, pad_value=PadValue.zero).type) == SHAPE
    assert region(call(TABLE["fillpad_expand"], x, shape=(32, 64), pad_value=PadValue.zero).type) == (32, 64)
    assert region(call(TABLE["transpose"], x, axis1=0, axis2=1).type) == (33, 5)
    assert region(call(TABLE["set_validshape"], x, 12, 64).type) == (12, 64)
    assert region(call(TABLE["cast"], x, target_type=INT32, mode="rint").type) == VALID
    window = {"shape": (8, 32), "drop_dims": None, "pad_value": None, "clamp": False, "valid_shape": None}
    assert region(call(TABLE["slice"], x, **window, offset=(0, 0)).type) == (5, 32)
    assert region(call(TABLE["slice"], x, **window, offset=(3, 8)).type) == (2, 25)
    assert region(call(TABLE["slice"], x, **window, offset=(8, 32)).type) == (0, 1)
    narrowed = {**window, "valid_shape": (1, 4)}
    assert region(call(TABLE["slice"], x, **narrowed, offset=(0, 0)).type) == (1, 4)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("valid", "shape", "wanted"),
    [
        ((5, 64), (32, 32), (10, 32)),
        ((5, 64), (1, 1024), (1, 320)),
        ((16, 64), (64, 16), (64, 16)),
        ((16, 1), (8, 128), None),
        ((5, 33), (32, 32), None),
        ((5, 64), (4, 256), None),
        ((1, 33), (32, 32), None),
        ((1, 32), (32, 32), (1, 32)),
        ((1, 8), (64, 16), (1, 8)),
        ((1, 1), (8, 128), (1, 1)),
        ((16, 0), (32, 32), (0, 32)),
    ],
)
def test_a_reshaped_region_is_a_rectangle_or_refused(level, valid, shape, wanted):
    x = value(level, None if valid == SHAPE else valid)
    if wanted is None:
        with pytest.raises(OpError, match="no rectangle"):
            call(TABLE["reshape"], x, shape=shape)
    else:
        assert region(call(TABLE["reshape"], x, shape=shape).type) == wanted


@pytest.mark.parametrize("name", ["part_add", "part_mul", "part_max", "part_min"])
def test_a_partial_operation_has_the_larger_region(name):
    row = TABLE[name]
    for a, b in (((5, 33), (9, 40)), ((9, 40), (5, 33))):
        assert region(call(row, value("tile", a), value("tile", b)).type) == (9, 40)
    with pytest.raises(OpError, match="do not contain one another"):
        call(row, value("tile", (5, 40)), value("tile", (9, 33)))


def test_a_predicate_has_a_byte_for_eight_columns():
    type_ = call(TABLE["cmps"], value("tile"), const(1.0, FP32), cmp_type=4).type
    assert (type_.dtype, type_.shape, region(type_)) == (UINT8, (16, 32), (5, 5))
