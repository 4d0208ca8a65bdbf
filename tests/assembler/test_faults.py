# SPDX-License-Identifier: Apache-2.0
"""What a kernel may not touch, how it says so, and the log of what it wrote."""

import numpy as np
import pytest
from assembler.harness import Kernel, Run
from assembler.texts import Text

LOAD, STORE, READ, WRITE, VALID, TRAP, BUFFER = range(1, 8)


def copy_kernel(row: object, rows: object, extent: object = 16) -> str:
    text = Text().view("x", "f32", extent, 32, strides=(32, 1)).view("y", "f32", extent, 32, strides=(32, 1))
    text.param("n", "index").param("at", "index")
    text.tile("t", "f32", 16, 32, valid=(rows, 32))
    text.load("t", "x", (row, 0), (rows, 32)).op("tadd", "t t", "t").store("t", "y", (row, 0), (rows, 32))
    return str(text)


def run(text: str, *numbers: int, rows: int = 16, fuse: bool = True) -> tuple[Run, np.ndarray, Kernel]:
    x, y = np.ones((rows, 32), np.float32), np.zeros((rows, 32), np.float32)
    kernel = Kernel(text, fuse=fuse)
    return kernel.run([x, y, *numbers]), y, kernel


@pytest.mark.parametrize("fuse", [True, False])
def test_a_load_past_the_end_names_axis_range_extent_and_line(fuse: bool) -> None:
    text = copy_kernel("%at", "%n")
    result, y, kernel = run(text, 16, 8, fuse=fuse)
    fault = result.fault
    assert (fault.code, fault.arg, fault.axis, fault.begin, fault.size, fault.extent) == (
        LOAD,
        0,
        0,
        8,
        16,
        16,
    )
    file, line, _ = kernel.locations[fault.location]
    assert (file, text.splitlines()[line - 1].split()[0]) == ("kernel.pto", "pto.tload")
    assert not y.any() and not result.writes


@pytest.mark.parametrize("n, at, code", [(8, 8, 0), (9, 8, LOAD), (3, -1, LOAD), (0, 999, 0), (17, 0, VALID)])
def test_ranges_inside_the_view_are_legal(n: int, at: int, code: int) -> None:
    assert run(copy_kernel("%at", "%n"), n, at)[0].fault.code == code


def test_a_view_larger_than_its_buffer_is_a_fault() -> None:
    result = run(copy_kernel("%at", "%n", extent=64), 16, 8)[0]
    assert (result.fault.code, result.fault.arg) == (BUFFER, 0)


def test_stores_are_logged_as_rectangles_with_their_line() -> None:
    text = Text().view("x", "f32", 16, 32).view("y", "f32", 16, 32).tile("t", "f32", 16, 8)
    text.load("t", "x", (0, 0), (16, 8)).op("tadd", "t t", "t").store("t", "y", (0, 8), (16, 8))
    for fuse in (True, False):
        result, _, kernel = run(str(text), fuse=fuse)
        (write,) = result.writes
        assert (write.buffer, write.offset, write.rows, write.row_bytes, write.row_stride) == (
            1,
            32,
            16,
            32,
            128,
        )
        line = kernel.locations[write.location][1]
        assert str(text).splitlines()[line - 1].startswith("pto.tstore")


def test_extents_that_disagree_are_a_fault() -> None:
    text = Text().view("x", "f32", 16, 32).view("y", "f32", 16, 32).param("n", "index").param("at", "index")
    text.tile("t", "f32", 16, 32).load("t", "x", (0, 0), ("%n", 32)).store("t", "y", (0, 0), (16, 32))
    fault = run(str(text), 4, 0)[0].fault
    assert (fault.code, fault.axis, fault.size, fault.extent) == (VALID, 0, 4, 16)


@pytest.mark.parametrize("at, code", [(0, 0), (511, 0), (512, READ), (-1, READ)])
def test_single_elements_are_checked(at: int, code: int) -> None:
    text = Text().view("x", "f32", 16, 32).view("y", "f32", 16, 32).param("n", "index").param("at", "index")
    text.line("%v = pto.load_scalar %x[%at] : !pto.ptr<f32> -> f32")
    text.line("%q = pto.addptr %y, %n : !pto.ptr<f32> -> !pto.ptr<f32>")
    text.line("pto.store_scalar %v, %q[%at] : !pto.ptr<f32>, f32")
    result, y, _ = run(str(text), 0, at)
    assert result.fault.code == code
    if code == 0:
        assert y.ravel()[at] == 1 and [(w.offset, w.row_bytes) for w in result.writes] == [(4 * at, 4)]
    assert run(str(text), 1, 511)[0].fault.code == WRITE


def test_trap_stops_the_kernel() -> None:
    text = Text().view("x", "f32", 16, 32).view("y", "f32", 16, 32).line("pto.trap")
    text.line("pto.store_scalar %one, %y[%zero] : !pto.ptr<f32>, f32")
    text.number("one", "1.0", "f32").number("zero", 0, "index")
    text.lines = [*text.lines[:2], *text.lines[-2:], *text.lines[2:-2]]
    result, y, _ = run(str(text))
    assert result.fault.code == TRAP and not y.any()
