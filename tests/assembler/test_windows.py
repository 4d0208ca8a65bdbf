# SPDX-License-Identifier: Apache-2.0
"""Windows of tiles: what instructions read and write through them, fused and one by one."""

import numpy as np
import pytest
from assembler.harness import Kernel
from assembler.test_vector import both, numbers
from assembler.texts import Text

from pypto.assembler import parse_pto, print_pto
from pypto.runtime import faults


def halves(elem: str = "f32") -> Text:
    """y = [x0 * x1 | x0 + x1] of the halves of x, where y takes the place of x."""
    text = Text().view("x", elem, 16, 128).view("y", elem, 16, 128)
    text.tile("t", elem, 16, 128, addr=0).tile("a", elem, 16, 64, addr=16384).tile(
        "b", elem, 16, 64, addr=32768
    )
    text.tile("u", elem, 16, 64, addr=49152).load("t", "x", (0, 0), (16, 128))
    text.window("left", "t", (0, 0), 16, 64).window("right", "t", (0, 64), 16, 64)
    text.op("tmov", "left", "a").op("tmov", "right", "b")
    text.op("tmul", "a b", "u").op("tmov", "u", "left").op("tadd", "a b", "right")
    return text.store("t", "y", (0, 0), (16, 128))


@pytest.mark.parametrize("elem", ["f32", "f16", "i32"])
def test_halves_of_a_line_are_read_and_written_in_place(elem: str) -> None:
    x = numbers((16, 128), elem)
    _, y = both(halves(elem), lambda: [x.copy(), np.zeros_like(x)])
    left, right = x[:, :64], x[:, 64:]
    with np.errstate(over="ignore"):
        assert np.array_equal(y, np.concatenate([left * right, left + right], axis=1))


def test_all_that_happens_to_the_halves_is_one_loop() -> None:
    text = Kernel(str(halves())).kernel.cpp_text
    assert "// One loop: TMOV a, TMOV b, TMUL u, TMOV left, TADD right" in text
    assert "TMOV(" not in text


def test_windows_are_printed_as_they_are_read() -> None:
    text = print_pto(parse_pto(str(halves()), "a.pto"))
    assert "%left = pto.subset %t[%k7, %k7] sizes [16, 64] : !pto.tile_buf<loc=vec," in text
    assert print_pto(parse_pto(text, "b.pto")) == text


def test_a_line_that_is_written_between_two_uses_is_not_taken_from_a_register() -> None:
    text = Text().view("x", "f32", 8, 64).view("y", "f32", 8, 64)
    text.tile("t", "f32", 8, 64, addr=0).tile("a", "f32", 4, 64, addr=8192).tile(
        "s", "f32", 8, 64, addr=16384
    )
    text.load("t", "x", (0, 0), (8, 64))
    text.window("top", "t", (0, 0), 4, 64).window("middle", "t", (2, 0), 4, 64)
    text.op("tadd", "top middle", "a").op("tmov", "a", "middle").op("tadd", "top middle", "a")
    text.op("tmov", "a", "top").op("tadd", "t t", "s").store("s", "y", (0, 0), (8, 64))
    x = numbers((8, 64), "f32")
    _, y = both(text, lambda: [x.copy(), np.zeros_like(x)])
    wanted = x.copy()
    wanted[2:6] = wanted[0:4] + wanted[2:6]
    wanted[0:4] = wanted[0:4] + wanted[2:6]
    assert np.array_equal(y, wanted + wanted)


def moving(valid: bool) -> Text:
    """Rows 4 to 8 of x, at row `n` of y; with `valid` only two of them."""
    text = Text().view("x", "f32", 8, 64).view("y", "f32", 8, 64).param("n", "index").param("two", "index")
    text.param("wide", "index").param("high", "index")
    text.tile("t", "f32", 8, 64, addr=0).load("t", "x", (0, 0), (8, 64))
    if valid:
        text.tile("o", "f32", 8, 64, addr=4096, valid=("%high", "%wide"))
    else:
        text.tile("o", "f32", 8, 64, addr=4096)
    text.tile("all", "f32", 8, 64, addr=4096).load("all", "y", (0, 0), (8, 64))
    text.window("from", "t", (4, 0), 4, 64).window("to", "o", ("%n", 0), 4, 64)
    if valid:
        text.line(f"pto.set_validshape %to, %two, %wide : {text.types['%to']}")
    return text.op("tmov", "from", "to").store("all", "y", (0, 0), (8, 64))


@pytest.mark.parametrize("valid", [False, True])
@pytest.mark.parametrize("row", [0, 3, 4])
def test_a_window_at_a_row_known_at_run_time(row: int, valid: bool) -> None:
    x, old = numbers((8, 64), "f32"), numbers((8, 64), "f32", seed=1)
    wanted = old.copy()
    rows = 2 if valid else 4
    wanted[row : row + rows] = x[4 : 4 + rows]
    args = both(moving(valid), lambda: [x.copy(), old.copy(), row, 2, 64, 8])
    assert np.array_equal(args[1], wanted)


@pytest.mark.parametrize("row", [-1, 5])
def test_a_window_that_leaves_its_tile_is_a_fault(row: int) -> None:
    x, y = numbers((8, 64), "f32"), np.zeros((8, 64), np.float32)
    fault = Kernel(str(moving(False))).run([x, y, row, 2, 64, 8]).fault
    assert (fault.code, fault.axis, fault.begin, fault.size, fault.extent) == (
        faults.STORE_BOUNDS,
        0,
        row,
        4,
        8,
    )
    assert not y.any()


def test_reductions_broadcasts_and_conversions_of_windows() -> None:
    text = Text().view("x", "f32", 8, 64).view("y", "f32", 8, 32).view("h", "f16", 8, 32)
    text.tile("t", "f32", 8, 64).tile("u", "f32", 8, 32).tile("v", "f16", 8, 32).load(
        "t", "x", (0, 0), (8, 64)
    )
    text.tile("s", "f32", 8, 1).tile("r", "f32", 1, 32).tile("tmp", "f32", 8, 32)
    text.window("left", "t", (0, 0), 8, 32).window("right", "t", (0, 32), 8, 32).window(
        "line", "t", (5, 32), 1, 32
    )
    text.op("trowmax", "right tmp", "s").op("tcolmax", "left", "r")
    text.op("trowexpandsub", "left s", "u").op("tcolexpandadd", "u line", "left").op(
        "tcolexpandmul", "left r", "u"
    )
    text.op("tcvt", "left", "v").store("u", "y", (0, 0), (8, 32)).store("v", "h", (0, 0), (8, 32))
    x = numbers((8, 64), "f32")
    _, y, h = both(text, lambda: [x.copy(), np.zeros((8, 32), np.float32), np.zeros((8, 32), np.float16)])
    left = (x[:, :32] - x[:, 32:].max(1, keepdims=True)) + x[5, 32:]
    assert np.array_equal(y, left * x[:, :32].max(0))
    assert np.array_equal(h, left.astype(np.float16))


def test_an_element_of_a_window_is_counted_in_the_window() -> None:
    text = Text().view("x", "f32", 8, 64).view("y", "f32", 8, 64).tile("t", "f32", 8, 64)
    text.load("t", "x", (0, 0), (8, 64)).window("w", "t", (2, 8), 4, 16)
    type = text.types["%w"]
    text.line(f"%e = pto.tgetval ins(%w, {text.const(17)} : {type}, index) outs : f32")
    text.line(f"pto.tsetval ins({text.const(35)}, %e : index, f32) outs(%w : {type})").store(
        "t", "y", (0, 0), (8, 64)
    )
    x = numbers((8, 64), "f32")
    _, y = both(text, lambda: [x.copy(), np.zeros_like(x)])
    wanted = x.copy()
    wanted[4, 11] = x[3, 9]
    assert np.array_equal(y, wanted)


@pytest.mark.parametrize("elem", ["f32", "i16", "i8"])
def test_a_window_may_state_its_valid_region_and_tiles_are_joined(elem: str) -> None:
    """y = the left half of x beside the first 32 columns of its right half, as many as `%n`."""
    text = Text().view("x", elem, 16, 128).param("n", "index").view("y", elem, 16, 96)
    text.tile("t", elem, 16, 128).load("t", "x", (0, 0), (16, 128))
    whole, left = text.types["%t"], f"!pto.tile_buf<vec, 16x64x{elem}>"
    right = f"!pto.tile_buf<vec, 16x64x{elem}, valid=16x?>"
    zero, half, rows = text.const(0), text.const(64), text.const(16)
    text.line(f"%left = pto.subview %t[{zero}, {zero}] sizes [16, 64] : {whole} -> {left}")
    text.line(
        f"%right = pto.subview %t[{zero}, {half}] sizes [16, 64] valid [{rows}, %n] : {whole} -> {right}"
    )
    text.types.update({"%left": left, "%right": right})
    text.tile("u", elem, 16, 96).op("tconcat", "left right", "u").store("u", "y", (0, 0), (16, 96))
    x = numbers((16, 128), elem)
    kernel = Kernel(str(text))
    y = np.zeros((16, 96), x.dtype)
    kernel.run([x.copy(), 32, y])
    assert np.array_equal(y, x[:, :96])
    assert kernel.run([x.copy(), 65, y]).fault.code == faults.VALID_SHAPE
