# SPDX-License-Identifier: Apache-2.0
"""What a person may write and the compiler does not: sums with a factor, prefetches, and texts that reach too far."""

import numpy as np
import pytest
from assembler.harness import Kernel
from assembler.test_every_form import VECTOR_FORMS, module

from pypto.assembler import parse_pto, verify
from pypto.errors import PtoSyntaxError, UserError
from pypto.runtime import faults

KERNEL = """\
!T = !pto.tile_buf<vec, 8x64xELEM>
!V = !pto.tensor_view<?x?xELEM>
!Q = !pto.partition_tensor_view<8x64xELEM>
module attributes {pto.target_arch = "ARCH"} {
  func.func @k(%x: !pto.ptr<ELEM>, %y: !pto.ptr<ELEM>, %s: ELEM) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %vx = pto.make_tensor_view %x, shape = [%c8, %c64], strides = [%c64, %c1] : !V
    %vy = pto.make_tensor_view %y, shape = [%c8, %c64], strides = [%c64, %c1] : !V
    %qx = pto.partition_view %vx, offsets = [%c0, %c0], sizes = [%c8, %c64] : !V -> !Q
    %qy = pto.partition_view %vy, offsets = [%c0, %c0], sizes = [%c8, %c64] : !V -> !Q
    %t = pto.alloc_tile : !T
    %u = pto.alloc_tile : !T
    pto.tprefetch ins(%qx : !Q) outs(%t : !T)
    pto.tload ins(%qx : !Q) outs(%t : !T)
    pto.tload ins(%qy : !Q) outs(%u : !T)
    pto.taxpy ins(%t, %s : !T, ELEM) outs(%u : !T)
    pto.tadd ins(%u, %u : !T, !T) outs(%u : !T)
    pto.tstore ins(%u : !T) outs(%qy : !Q)
    return
  }
}
"""


@pytest.mark.parametrize("fuse", [True, False])
@pytest.mark.parametrize("arch", ["a2a3", "a5"])
def test_a_factor_times_a_tile_is_added_to_the_result(arch, fuse):
    rng = np.random.default_rng(1)
    x, y = (rng.uniform(-2, 2, (8, 64)).astype(np.float32) for _ in range(2))
    wanted = (y + x * np.float32(0.3)) * np.float32(2)
    text = KERNEL.replace("ELEM", "f32").replace("ARCH", arch)
    assert Kernel(text, fuse=fuse).run([x, y, 0.3]).fault.code == 0
    np.testing.assert_allclose(y, wanted, rtol=1e-6)


def test_a_prefetch_leaves_a_tile_without_content():
    text = KERNEL.replace("ELEM", "f32").replace("ARCH", "a5")
    text = text.replace("    pto.tload ins(%qx : !Q) outs(%t : !T)\n", "")
    text = text.replace("pto.tadd ins(%u, %u : !T, !T) outs(%u : !T)", "pto.tmov ins(%u : !T) outs(%t : !T)")
    x, y = np.ones((8, 64), np.float32), np.ones((8, 64), np.float32)
    Kernel(text).run([x, y, 0.0], poison=0)
    np.testing.assert_array_equal(y, 1)  # of x nothing is in the tile: the arena is empty


PACKED = ["T", "W", "S", "S1", "S2", "R", "P", "D", "V", "Q"]
MOVED = {"tprefetch", "tload", "tstore", "tmov", "valid region"}
MADE = {n for n, b in VECTOR_FORMS.items() if b.count("pto.") - b.count("!pto.") == 1 and "alloc_tile" in b}


def packed(text: str) -> str:
    """The module with 4-bit elements in its tiles of f32."""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        if line.partition(" ")[0][1:] in PACKED:
            lines[number] = line.replace("xf32", "xf4E2M1FN")
    return "".join(lines).replace("%x: !pto.ptr<f32>", "%x: !pto.ptr<f4E2M1FN>")


def takes_packed(body: str) -> bool:
    return any(f"!{name}" in body.replace(",", " ").replace(")", " ").split() for name in PACKED[:8])


@pytest.mark.parametrize(
    "name", [n for n, b in VECTOR_FORMS.items() if takes_packed(b) and n not in MOVED | MADE]
)
def test_no_instruction_computes_with_elements_that_share_bytes(name):
    with pytest.raises(UserError) as caught:
        verify(parse_pto(packed(module(f"    {VECTOR_FORMS[name]}", "vector", "a5")), "k.pto"))
    assert caught.value.span is not None


def test_loads_stores_and_copies_take_elements_that_share_bytes():
    for name in MOVED:
        verify(parse_pto(packed(module(f"    {VECTOR_FORMS[name]}", "vector", "a5")), "k.pto"))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("%new = pto.subset %t[%c0, %c1] sizes [8, 64] : !T", "the window begins 0.5 bytes into a line"),
        ("%new = pto.subset %t[%c0, %c0] sizes [8, 32] : !T", "a line of the window has 16 bytes"),
        ("%new = pto.subset %t[%c0, %count] sizes [8, 64] : !T", "a constant or a multiple of 64"),
        ("%new = pto.bitcast %t : !T -> !pto.tile_buf<vec, 8x32xi8>", "pto.bitcast does not take f4E2M1FN"),
    ],
)
def test_windows_of_elements_that_share_bytes_are_whole_blocks(line, message):
    with pytest.raises(UserError, match=message):
        verify(parse_pto(packed(module(f"    {line}", "vector", "a5")), "k.pto"))


def test_elements_that_share_bytes_lie_in_rows():
    column = (
        "loc=vec, dtype=f4E2M1FN, rows=64, cols=1, v_row=64, v_col=1, blayout=col_major, slayout=none_box"
    )
    type_ = f"!pto.tile_buf<{column}, fractal=512, pad=0>"
    lines = f"    %one = pto.alloc_tile : {type_}\n    pto.tmov ins(%one : {type_}) outs(%one : {type_})"
    with pytest.raises(UserError, match="f4E2M1FN lies in rows of vector tiles"):
        verify(parse_pto(module(lines, "vector", "a5"), "k.pto"))


REACH = """\
!T = !pto.tile_buf<vec, 8x64xf32>
!I = !pto.tile_buf<vec, SHAPExi32>
!V = !pto.tensor_view<?x?xf32>
!VI = !pto.tensor_view<?x?xi32>
!Q = !pto.partition_tensor_view<?x64xf32>
!QI = !pto.partition_tensor_view<SHAPExi32>
module attributes {pto.target_arch = "a2a3"} {
  func.func @k(%x: !pto.ptr<f32>, %i: !pto.ptr<i32>) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %far = arith.constant 99999999 : index
    %v = pto.make_tensor_view %x, shape = [%far, %c64], strides = [%c64, %c1] : !V
    %q = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%far, %c64] : !V -> !Q
    %vi = pto.make_tensor_view %i, shape = [ROWS, COLS], strides = [COLS, %c1] : !VI
    %qi = pto.partition_view %vi, offsets = [%c0, %c0], sizes = [ROWS, COLS] : !VI -> !QI
    %t = pto.alloc_tile : !T
    %j = pto.alloc_tile : !I
    pto.tload ins(%qi : !QI) outs(%j : !I)
    STEP
    return
  }
}
"""
STEPS = {
    "rows": ("1x8", "pto.mgather ins(%q, %j {coalesce = #pto<coalesce row>} : !Q, !I) outs(%t : !T)"),
    "elements": ("8x64", "pto.mgather ins(%q, %j {coalesce = #pto<coalesce elem>} : !Q, !I) outs(%t : !T)"),
    "scatter": (
        "8x64",
        "pto.texpands ins(%s : f32) outs(%t : !T)\n    pto.mscatter ins(%t, %j : !T, !I) outs(%q : !Q)",
    ),
}


@pytest.mark.parametrize("step", STEPS)
def test_an_extent_beyond_the_buffer_is_a_fault_before_memory_is_touched(step):
    shape, text = STEPS[step]
    rows, cols = shape.split("x")
    given = (
        REACH.replace("STEP", text)
        .replace("SHAPE", shape)
        .replace("COLS", f"%c{cols}")
        .replace("ROWS", f"%c{rows}")
    )
    given = given.replace("    %far", "    %s = arith.constant 1.0 : f32\n    %far")
    x, index = np.zeros((8, 64), np.float32), np.full((int(rows), int(cols)), 99_999_000, np.int32)
    assert Kernel(given).run([x, index]).fault.code == faults.BUFFER
    assert not x.any()


FAR = """\
!T = !pto.tile_buf<vec, 8x64xf32>
!V = !pto.tensor_view<?x?xf32>
!Q = !pto.partition_tensor_view<?x64xf32>
module attributes {pto.target_arch = "a2a3"} {
  func.func @k(%x: !pto.ptr<f32>, %rows: index, %begin: index, %stride: index)
      attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %v = pto.make_tensor_view %x, shape = [%rows, %c64], strides = [%stride, %c1] : !V
    %q = pto.partition_view %v, offsets = [%begin, %c0], sizes = [%c8, %c64] : !V -> !Q
    %t = pto.alloc_tile : !T
    pto.tload ins(%q : !Q) outs(%t : !T)
    return
  }
}
"""
MOST = 2**63 - 1


@pytest.mark.parametrize(
    ("rows", "begin", "stride", "code"),
    [
        (8, 0, 64, 0),
        (MOST, MOST - 4, 64, faults.LOAD_BOUNDS),
        (MOST, MOST, 64, faults.LOAD_BOUNDS),
        (MOST, 0, 2**61, faults.BUFFER),  # rows 0, 2, 4 and 6 of it begin where the tensor does
        (MOST, 0, -(2**62), faults.BUFFER),
        (MOST, 0, 2**44, faults.BUFFER),
        (MOST, 2**62, 64, faults.BUFFER),  # a whole number of address spaces further: the same bytes
    ],
)
def test_numbers_that_a_run_gives_do_not_wrap_into_the_buffer(rows, begin, stride, code):
    x = np.zeros((8, 64), np.float32)
    assert Kernel(FAR).run([x, rows, begin, stride]).fault.code == code


def refused(body: str) -> PtoSyntaxError:
    with pytest.raises(PtoSyntaxError) as caught:
        verify(parse_pto(module(f"    {body}", "vector", "a5"), "k.pto"))
    return caught.value


@pytest.mark.parametrize("axis", ["%c8", "%count", "%gone"])
def test_an_axis_that_a_view_has_not_is_refused(axis):
    start = "%gone = arith.constant -1 : index\n    "
    error = refused(f"{start}%dim = pto.get_tensor_view_dim %v, {axis} : !V -> index")
    assert "is no axis of %v, which has 2" in error.message and error.code == "pto-number"


def test_an_operand_is_at_least_as_large_as_the_result_where_its_valid_region_is_not_known():
    body = "%few = pto.alloc_tile valid_row = %count valid_col = %count : !pto.tile_buf<vec, 4x64xf32, valid=?x?>\n"
    error = refused(f"{body}    pto.tabs ins(%few : !pto.tile_buf<vec, 4x64xf32, valid=?x?>) outs(%t : !T)")
    assert "valid rows do not match: %few has 4, %t has 8" in error.message
