# SPDX-License-Identifier: Apache-2.0
"""Comparisons, selections, indices, sequences and partial operands as `.pto` text."""

import numpy as np
import pytest
from assembler.harness import Kernel
from assembler.texts import Text

from pypto.assembler import parse_pto, print_pto
from pypto.assembler.verify import verify
from pypto.errors import UserError

GT = " {cmpMode = #pto<cmp gt>}"


def text_of_all() -> Text:
    text = Text().view("x", "f32", 8, 43).view("y", "f32", 8, 43).param("k", "f32").param("n", "i32")
    for name, elem, rows, cols in (
        ("picked", "f32", 8, 43), ("floor", "f32", 8, 43), ("first", "i32", 8, 1), ("tri", "i32", 8, 43),
        ("seq", "i32", 1, 48), ("part", "f32", 8, 43),
    ):  # fmt: skip
        text.view(name, elem, rows, cols)
    for tile in ("a", "b", "c", "tmp"):
        text.tile(tile, "f32", 8, 48, valid=(8, 43))
    text.tile("m", "i8", 8, 32, valid=(8, 6)).tile("room", "i8", 1, 32)
    text.tile("f", "i32", 8, 1).tile("t", "i32", 8, 48, valid=(8, 43)).tile("s", "i32", 1, 48)
    text.tile("q", "f32", 8, 48, valid=(5, 43))
    text.load("a", "x", (0, 0), (8, 43)).load("b", "y", (0, 0), (8, 43)).load("q", "y", (0, 0), (5, 43))
    text.op("tcmp", "a b", "m", GT).op("tsel", "m a b room", "c").store("c", "picked", (0, 0), (8, 43))
    text.op("tcmps", "a k", "m", GT).op("tsels", "m a room k", "c").store("c", "floor", (0, 0), (8, 43))
    text.op("trowargmax", "a tmp", "f").store("f", "first", (0, 0), (8, 1))
    text.op("ttri", "n", "t", " {upper = true}").store("t", "tri", (0, 0), (8, 43))
    text.op("tci", "n", "s", " {descending = true}").store("s", "seq", (0, 0), (1, 48))
    return text.op("tpartadd", "a q", "c").store("c", "part", (0, 0), (8, 43))


def test_they_compute_what_numpy_does() -> None:
    rng = np.random.default_rng(0)
    x, y = (rng.integers(-4, 4, (8, 43)).astype(np.float32) for _ in range(2))
    shapes = [((8, 43), np.float32)] * 2 + [((8, 1), np.int32), ((8, 43), np.int32), ((1, 48), np.int32)]
    outs = [np.zeros(shape, dtype) for shape, dtype in [*shapes, ((8, 43), np.float32)]]
    run = Kernel(str(text_of_all())).run([x, y, 1.0, 2, *outs])
    assert run.fault.code == 0
    part = x.copy()
    part[:5] += y[:5]
    wanted = [np.maximum(x, y), np.maximum(x, 1), x.argmax(1)[:, None], np.triu(np.ones((8, 43)), 2),
              2 - np.arange(48)[None], part]  # fmt: skip
    for found, expected in zip(outs, wanted, strict=True):
        np.testing.assert_array_equal(found, expected)


def test_the_printed_text_reads_back() -> None:
    printed = print_pto(parse_pto(str(text_of_all()), "a.pto"))
    assert print_pto(parse_pto(printed, "a.pto")) == printed
    assert "{cmpMode = #pto<cmp gt>}" in printed


def small() -> Text:
    text = Text().param("k", "f32").param("n", "i32")
    text.tile("a", "f32", 8, 48).tile("b", "f16", 8, 48).tile("m", "ui8", 8, 32, valid=(8, 6))
    text.tile("w", "ui8", 8, 32, valid=(8, 5)).tile("room", "ui8", 1, 32).tile("i", "i32", 8, 48)
    return text.tile("f", "f32", 8, 1).tile("j", "i32", 8, 1).tile("h", "f32", 8, 48, valid=(4, 48))


WRONG = [
    (("tcmp", "a b", "m"), "holds f16"),
    (("tcmp", "a a", "a"), "predicate of i8"),
    (("tcmp", "a a", "w"), "5 valid bytes per row, the predicate 6"),
    (("tcmp", "a a", "m", " {cmpMode = #pto<cmp near>}"), "unknown comparison near"),
    (("tcmps", "a n", "m"), "is i32"),
    (("tsel", "m a a", "a"), "takes 4 operands"),
    (("tsel", "a a a room", "a"), "predicate of i8"),
    (("tsels", "m a room n", "a"), "is i32"),
    (("trowargmax", "a a", "f"), "writes i32"),
    (("trowargmax", "a", "j"), "takes 2 operands"),
    (("tci", "n", "i"), "writes one row"),
    (("tci", "k", "i"), "is f32"),
    (("ttri", "k", "i"), "expected i32"),
    (("tpartadd", "h h", "a"), "its operands 4 and 4"),
    (("txor", "i i", "i"), "takes 3 operands"),
    (("tadd", "a a a", "a"), "takes 2 operands"),
]


@pytest.mark.parametrize(("op", "message"), WRONG, ids=lambda v: v if isinstance(v, str) else v[0])
def test_wrong_operands_are_refused(op: tuple[str, ...], message: str) -> None:
    with pytest.raises(UserError, match=message):
        verify(parse_pto(str(small().op(*op)), "a.pto"))
