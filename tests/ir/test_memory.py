# SPDX-License-Identifier: Apache-2.0
"""Type rules of views, windows and validity."""

import pytest
from ir_builder import call, const

from pypto.ir import nodes as n
from pypto.ir import ops
from pypto.ir.calls import same_type
from pypto.ir.dtypes import BF16, FP16, FP32, INDEX, INT8, INT32
from pypto.ir.enums import AtomicType, Mem, PadValue
from pypto.ir.ops.creation import tile_of
from pypto.ir.ops.shaping import pad_number, reshape_valid
from pypto.ir.ops.table import OpError

M, S = ops.memory, ops.scalar
R = n.Var("r", n.ScalarType(INDEX))
COUNT = n.Var("count", n.ScalarType(INDEX))


def tensor(*shape, dtype=FP32, valid=None, local=False, strides=None):
    return n.Var("x", n.TensorType(shape, dtype, strides, valid, local))


# Slices


def test_a_slice_in_orchestration_is_a_view_with_strides():
    view = call(M.SLICE, tensor(16, 64), shape=(8, 32), offset=(R, 32), region=False).type
    assert view == n.TensorType((8, 32), FP32, (64, 1))
    rows = call(M.SLICE, tensor(16, 64), shape=(8, 64), offset=(R, 0), region=False).type
    assert rows == n.TensorType((8, 64), FP32)  # whole rows stay contiguous
    plane = call(
        M.SLICE, tensor(4, 16, 64), shape=(1, 16, 8), offset=(R, 0, 0), drop_dims=(0,), region=False
    ).type
    assert plane == n.TensorType((16, 8), FP32, (64, 1))
    nested = call(M.SLICE, n.Var("v", view), shape=(2, 8), offset=(0, 8), region=False).type
    assert nested == n.TensorType((2, 8), FP32, (64, 1))


def test_a_slice_in_a_region_is_a_local_copy_of_static_shape():
    assert call(M.SLICE, tensor(16, 64), shape=(8, 32), offset=(R, 0)).type == n.TensorType(
        (8, 32), FP32, local=True
    )
    with pytest.raises(OpError, match="static"):
        call(M.SLICE, tensor(16, 64), shape=(R, 32), offset=(0, 0))


def test_windows_that_provably_leave_are_refused_unless_narrowed():
    x = tensor(8, 64)
    with pytest.raises(OpError, match="axis 0 asks for 0 to 16, the extent is 8") as error:
        call(M.SLICE, x, shape=(16, 64), offset=(0, 0))
    assert error.value.code == "bounds"
    narrowed = call(M.SLICE, x, shape=(16, 64), offset=(0, 0), valid_shape=(8, 64)).type
    assert narrowed.valid == (8, 64)
    clamped = call(M.SLICE, x, shape=(16, 64), offset=(4, 0), clamp=True).type
    assert clamped.valid == (4, 64)
    with pytest.raises(OpError, match="negative"):
        call(M.SLICE, x, shape=(4, 64), offset=(-1, 0))
    with pytest.raises(OpError, match=r"valid_shape\[0\] is 17, the window has 16"):
        call(M.SLICE, x, shape=(16, 64), offset=(0, 0), valid_shape=(17, 64))
    with pytest.raises(OpError, match="axis 0 asks for 16, the extent is 8"):
        call(M.SLICE, x, shape=(16, 64), offset=(R, 0))
    call(M.SLICE, x, shape=(4, 64), offset=(R, 0))  # not provable: checked when it runs


def test_slicing_a_partly_valid_value_narrows_and_never_widens():
    x = tensor(16, 64, valid=(10, 64), local=True)
    assert call(M.SLICE, x, shape=(8, 64), offset=(0, 0)).type.valid is None
    assert call(M.SLICE, x, shape=(8, 64), offset=(8, 0)).type.valid == (2, 64)
    assert call(M.SLICE, x, shape=(4, 64), offset=(12, 0)).type.valid == (0, 64)


def test_a_row_count_at_run_time_stays_symbolic():
    left = call(S.MIN, 16, call(S.SUB, COUNT, R))
    type_ = call(M.SLICE, tensor(COUNT, 64), shape=(16, 64), offset=(R, 0), valid_shape=(left, 64)).type
    assert same_type(type_, n.TensorType((16, 64), FP32, None, (left, 64), local=True))


@pytest.mark.parametrize("drop", [(0,), (0, 1)])
def test_only_unit_axes_can_be_dropped(drop):
    with pytest.raises(OpError):
        call(M.SLICE, tensor(16, 64), shape=(8, 1), offset=(0, 0), drop_dims=drop)


# Reshapes


@pytest.mark.parametrize(
    ("old", "valid", "new", "wanted"),
    [
        ((1, 8, 16), (1, 5, 16), (8, 16), (5, 16)),
        ((8, 16), (5, 16), (1, 8, 16), (1, 5, 16)),
        ((8, 16), (5, 16), (16, 8), (10, 8)),
        ((8, 16), (5, 16), (128,), (80,)),
        ((8, 16), (8, 16), (4, 32), None),
        ((64, 1), (5, 1), (1, 64), (1, 5)),
        ((8, 16), (COUNT, 16), (1, 8, 16), (1, COUNT, 16)),
    ],
)
def test_the_valid_region_follows_a_reshape(old, valid, new, wanted):
    assert reshape_valid(old, valid, new) == wanted


@pytest.mark.parametrize(
    ("old", "valid", "new"),
    [((8, 16), (5, 16), (4, 32)), ((8, 16), (8, 5), (16, 8)), ((2, 8, 4), (2, 3, 4), (16, 4))],
)
def test_a_reshape_that_makes_no_rectangle_is_refused(old, valid, new):
    with pytest.raises(OpError, match="no rectangle") as error:
        call(ops.shaping.RESHAPE, tensor(*old, valid=valid, local=True), shape=new)
    assert "fillpad" in error.value.help


def test_only_contiguous_views_are_reshaped_in_orchestration():
    assert call(ops.shaping.RESHAPE, tensor(16, COUNT), shape=(COUNT, 16), region=False).type.shape == (
        COUNT,
        16,
    )
    with pytest.raises(OpError, match="contiguous"):
        call(ops.shaping.RESHAPE, tensor(16, 32, strides=(64, 1)), shape=(512,), region=False)


# Stores


def test_stores_name_what_does_not_fit():
    x = tensor(16, 64)
    for source, offset, word in (
        (tensor(16, 32, local=True), (8, 0), "leaves"),
        (tensor(64, local=True), (0, 0), "axes"),
    ):
        with pytest.raises(OpError, match=word):
            call(M.ASSEMBLE, x, source, offset=offset)
    with pytest.raises(OpError, match="entries"):
        call(M.ASSEMBLE, x, tensor(16, 32, local=True), offset=(0,))
    with pytest.raises(OpError, match="needs a region"):
        call(M.ASSEMBLE, x, tensor(16, 32), offset=(0, 0), atomic=AtomicType.Add, region=False)
    with pytest.raises(OpError, match="global memory"):
        call(
            M.ASSEMBLE,
            tensor(16, 64, local=True),
            tensor(16, 64, local=True),
            offset=(0, 0),
            atomic=AtomicType.Add,
        )
    partly = tensor(16, 64, valid=(8, 64), local=True)
    assert call(M.ASSEMBLE, x, partly, offset=(8, 0)).type == x.type  # only valid cells are written


def test_a_tile_store_takes_its_element_type_or_a_narrower_one_from_the_accumulator():
    acc = n.Var("a", n.TileType((16, 16), FP32, "Acc"))
    vec = n.Var("v", n.TileType((16, 16), FP32))
    half = tensor(16, 16, dtype=BF16)
    assert call(ops.transfer.STORE, acc, half, offsets=(0, 0)).type == half.type
    with pytest.raises(OpError, match="cannot be stored"):
        call(ops.transfer.STORE, vec, half, offsets=(0, 0))


# Tiles


def test_leading_axes_become_rows():
    assert tile_of(n.TensorType((4, 8, 16), FP16)).shape == (32, 16)
    assert tile_of(n.TensorType((64,), FP16)).shape == (1, 64)
    assert tile_of(n.TensorType((64, 1), FP16)).blayout == "col_major"
    assert tile_of(n.TensorType((16, 64), FP16), Mem.Mat).slayout == "row_major"
    first = tile_of(n.TensorType((4, 8, 16), FP16, valid=(3, 8, 16)))
    assert first.valid == (24, 16)
    assert tile_of(n.TensorType((1, 8, 16), FP16, valid=(1, 5, 16))).valid == (5, 16)
    with pytest.raises(OpError, match="no rectangle of rows"):
        tile_of(n.TensorType((4, 8, 16), FP16, valid=(4, 5, 16)))


# Fills


@pytest.mark.parametrize(
    ("pad", "dtype", "number"),
    [
        (PadValue.zero, FP32, 0),
        (PadValue.max, FP32, float("inf")),
        (PadValue.min, BF16, float("-inf")),
        (float("-inf"), FP32, float("-inf")),
        (0.0, INT32, 0),
        (PadValue.max, INT8, 127),
        (PadValue.min, INT8, -128),
    ],
)
def test_pad_numbers(pad, dtype, number):
    assert pad_number(pad, dtype) == number


@pytest.mark.parametrize("pad", [PadValue.null, 1.0, float("nan"), "zero", True, False])
def test_other_pad_values_are_refused(pad):
    with pytest.raises(OpError, match="pad value"):
        pad_number(pad, FP32)


def test_set_validshape_checks_static_numbers():
    x = tensor(16, 64, local=True)
    assert call(ops.shaping.SET_VALIDSHAPE, x, 8, COUNT).type.valid == (8, COUNT)
    assert (
        call(ops.shaping.SET_VALIDSHAPE, tensor(16, 64, valid=(8, 64), local=True), 16, 64).type.valid is None
    )
    with pytest.raises(OpError, match="outside"):
        call(ops.shaping.SET_VALIDSHAPE, x, -1, 64)
    with pytest.raises(OpError, match="integer"):
        call(ops.shaping.SET_VALIDSHAPE, x, const(1.0), 64)
