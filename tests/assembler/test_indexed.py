# SPDX-License-Identifier: Apache-2.0
"""Sorts, merges, gathers and scatters as `.pto` text."""

import numpy as np
import pytest
from assembler.harness import Kernel
from assembler.texts import Text

from pypto.assembler import parse_pto, print_pto
from pypto.assembler.verify import verify
from pypto.errors import UserError

P1010 = " {maskPattern = #pto.mask_pattern<P1010>}"


def text_of_all() -> Text:
    text = Text().view("x", "f32", 4, 64).view("w", "i32", 4, 64).view("i", "i32", 4, 16)
    text.view("found", "f32", 4, 16).view("best", "i32", 1, 128)
    for tile in ("a", "b", "c", "d"):
        text.tile(tile, "f32", 1, 64)
    text.tile("t", "f32", 4, 64).tile("u", "i32", 4, 64).tile("at", "i32", 4, 16).tile("g", "f32", 4, 16)
    text.tile("room", "i32", 4, 16)
    text.load("t", "x", (0, 0), (4, 64)).load("u", "w", (0, 0), (4, 64)).load("at", "i", (0, 0), (4, 16))
    text.op("tgather", "t at room", "g").store("g", "found", (0, 0), (4, 16))
    text.tile("s", "f32", 4, 128).op("tsort32", "t u", "s").tile("l", "f32", 1, 256).tile("m", "f32", 1, 256)
    text.tile("n", "f32", 1, 256).tile("o", "i32", 1, 128).number("len", 64, "i32")
    for row in range(2):
        text.window(f"s{row}", "s", (row, 0), 1, 128).window(f"l{row}", "l", (0, 128 * row), 1, 128)
        text.op("tmov", f"s{row}", f"l{row}")
    text.op("tmrgsort", "l len", "m").op("tmrgsort", "s0 s1 m", "n", " {exhausted = false}")
    return text.op("tgather", "m", "o", P1010).store("o", "best", (0, 0), (1, 128))


def test_they_compute_what_numpy_does() -> None:
    rng = np.random.default_rng(0)
    x = rng.permutation(256).astype(np.float32).reshape(4, 64)
    w = rng.integers(-(2**31), 2**31, (4, 64), dtype=np.int32)
    i = rng.integers(-20, 276, (4, 16), dtype=np.int32)
    found, best = np.zeros((4, 16), np.float32), np.zeros((1, 128), np.int32)
    run = Kernel(str(text_of_all())).run([x, w, i, found, best])
    assert run.fault.code == 0
    inside = (i >= 0) & (i < 256)
    np.testing.assert_array_equal(found, np.where(inside, x.reshape(-1)[np.clip(i, 0, 255)], 0))
    order = np.argsort(-x[:2].reshape(-1))
    np.testing.assert_array_equal(best[0], w[:2].reshape(-1)[order])


def test_the_printed_text_reads_back() -> None:
    printed = print_pto(parse_pto(str(text_of_all()), "a.pto"))
    assert print_pto(parse_pto(printed, "a.pto")) == printed
    assert "{maskPattern = #pto.mask_pattern<P1010>}" in printed


def small(arch: str = "a2a3") -> Text:
    text = Text(arch).tile("a", "f32", 1, 256).tile("b", "f32", 1, 256).tile("h", "f16", 1, 256)
    text.tile("w", "ui32", 1, 256).tile("p", "f32", 1, 512).tile("two", "f32", 2, 256).tile(
        "i", "i32", 1, 256
    )
    text.tile("s", "i16", 1, 256).tile("half", "f32", 1, 128).tile("f", "f16", 1, 256)
    return text.number("n", 96, "i32").number("k", 64, "i32").number("x", 1.0, "f32")


WRONG = [
    ("tsort32", "a i", "a", "", "%a has 256 valid columns, 512 are written"),
    ("tsort32", "h w", "p", "", "%h holds f16, expected f32"),
    ("tsort32", "a b", "p", "", "%b holds f32, expected ui32 or i32"),
    ("tmrgsort", "a n", "b", "", "runs have a multiple of 64 columns, found 96"),
    ("tmrgsort", "a x", "b", "", "one list and an i32 count of columns are expected"),
    ("tmrgsort", "a k", "b", " {exhausted = true}", "`exhausted` is for the merge of several lists"),
    ("tmrgsort", "two k", "b", "", "%two is vec 2x256xf32, a list of pairs is one row"),
    ("tmrgsort", "a b", "p", "", "two to four lists and a scratch tile"),
    ("tmrgsort", "a b a", "p", "", "scratch for 512 columns is needed"),
    ("tgather", "a i w", "h", "", "%a holds f32, %h holds f16"),
    ("tgather", "a s w", "b", "", "%s holds i16, expected i32"),
    ("tgather", "a", "half", " {maskPattern = #pto.mask_pattern<P0011>}", "unknown pattern P0011"),
    ("tgather", "a", "b", P1010, "%b has 256 valid columns, 128 are written"),
    ("tgather", "a", "h", P1010, "%h holds f16, the elements have 32 bits"),
    ("tgather", "w", "half", P1010, "pto.tgather does not take ui32 on a2a3"),
    ("tgather", "a i w", "b", " {cmpMode = #pto<cmp gt>}", "cmpMode belongs to a comparison with a number"),
    ("tgather", "a x w", "i", " {cmpMode = #pto<cmp gt>}", "pto.tgather writes 2 operand, 1 are given"),
    ("tgatherb", "a s", "p", "", "%s holds i16, expected ui32 or i32"),
    ("tgatherb", "a w", "p", "", "%p has 512 valid columns, 2048 are written"),
    ("tscatter", "a s", "b", "", "%s holds i16, expected i32"),
    ("tscatter", "h i", "f", "", "%i holds i32, expected i16"),
    ("tscatter", "a", "b", P1010, "too wide to be spread over vec 1x256xf32"),
    ("tscatter", "a i", "p", " {maskPattern = #pto.mask_pattern<P1111>}", "pto.tscatter takes 1 operands"),
    ("mgather", "a i", "b", "", "%a is !pto.tile_buf"),
    ("mscatter", "a i", "b", "", "not a partition of a tensor view"),
    ("trandom", "n n n n n n", "i", "", "pto.trandom does not exist on a2a3"),
    ("trandom", "n n n n n n", "i", " {rounds = 8}", "rounds are 7 or 10"),
    ("trandom", "n n n n n x", "i", "", "%x is f32, expected i32"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "ins", "outs", "attrs", "message"), WRONG)
def test_wrong_operands_are_refused(name: str, ins: str, outs: str, attrs: str, message: str) -> None:
    text = str(small().op(name, ins, outs, attrs))
    with pytest.raises(UserError) as caught:
        verify(parse_pto(text, "a.pto"))
    assert message in caught.value.message
    assert caught.value.span is not None and "pto.t" in text.splitlines()[caught.value.span.line - 1]


def test_global_memory_is_read_and_written_by_index() -> None:
    text = Text().view("x", "f32", 6, 32).view("i", "i32", 1, 8).view("y", "f32", 8, 32).view("z", "f32", 192)
    text.tile("at", "i32", 1, 8).tile("t", "f32", 8, 32).tile("e", "f32", 1, 8)
    text.load("at", "i", (0, 0), (1, 8)).part("x", (0, 0), (6, 32))
    text.op(
        "mgather", "%part2 at", "t", " {coalesce = #pto<coalesce row>, gatherOob = #pto<gather_oob wrap>}"
    )
    text.store("t", "y", (0, 0), (8, 32)).part("x", (0, 0), (6, 32))
    text.op("mgather", "%part4 at", "e", " {coalesce = #pto<coalesce elem>}")
    text.op("mscatter", "e at", text.part("z", (0,), (192,)))
    x = np.random.default_rng(1).standard_normal((6, 32)).astype(np.float32)
    i = np.array([[5, 0, 3, 191, 7, 6, 31, 5]], np.int32)
    y, z = np.zeros((8, 32), np.float32), np.zeros(192, np.float32)
    printed = print_pto(parse_pto(str(text), "a.pto"))
    assert print_pto(parse_pto(printed, "a.pto")) == printed
    run = Kernel(printed).run([x, i, y, z])
    assert run.fault.code == 0
    np.testing.assert_array_equal(y, x[i[0] % 6])
    wanted = np.zeros(192, np.float32)
    wanted[i[0]] = x.reshape(-1)[i[0]]
    np.testing.assert_array_equal(z, wanted)
    i[0, 6] = 192
    run = Kernel(printed).run([x, i, y, z])
    assert (run.fault.begin, run.fault.size, run.fault.extent) == (192, 1, 192)


def test_short_indices_belong_to_the_newer_chip_and_short_data() -> None:
    verify(parse_pto(str(small("a5").op("tgather", "h s w", "f")), "a.pto"))
    with pytest.raises(UserError, match="%s holds i16"):
        verify(parse_pto(str(small("a5").op("tgather", "a s w", "b")), "a.pto"))
