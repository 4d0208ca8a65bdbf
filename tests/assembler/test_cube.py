# SPDX-License-Identifier: Apache-2.0
"""Cube instructions against NumPy: loads into mat, moves, products, stores of accumulators."""

from collections.abc import Callable

import ml_dtypes
import numpy as np
import pytest
from assembler.harness import Kernel
from assembler.texts import Text

from pypto.assembler import parse_pto, print_pto, verify
from pypto.errors import PtoSyntaxError

TYPES = {"f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16, "i8": np.int8}


def matrices(elem: str, m: int, k: int, n: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(5)
    if elem == "i8":
        return tuple(rng.integers(-128, 128, s).astype(np.int8) for s in ((m, k), (k, n)))  # type: ignore[return-value]
    return tuple(rng.uniform(-1, 1, s).astype(TYPES[elem]) for s in ((m, k), (k, n)))  # type: ignore[return-value]


def gemm(
    elem: str, out: str, m: int, k: int, n: int, steps: int, *, more: str = "", transposed: bool = False
) -> Text:
    """The k axis in `steps` pieces; the first product overwrites the accumulator, the others add to it."""
    acc = "i32" if elem == "i8" else "f32"
    piece = k // steps
    text = Text(kind="cube").view("a", elem, m, k)
    text.view("b", elem, k, n, strides=(1, k) if transposed else None).view("c", out, m, n)
    rows, inner, cols = -(-m // 16) * 16, -(-piece // 32) * 32, -(-n // 32) * 32
    text.tile("ma", elem, rows, inner, valid=(m, piece), space="mat").tile(
        "la", elem, rows, inner, valid=(m, piece), space="left"
    )
    text.tile("mb", elem, inner, cols, valid=(piece, n), space="mat").tile(
        "rb", elem, inner, cols, valid=(piece, n), space="right"
    )
    text.tile("acc", acc, -(-rows // 32) * 32, cols, valid=(m, n), space="acc")
    text.loop("k", k, piece).load("ma", "a", (0, "%k"), (m, piece)).load("mb", "b", ("%k", 0), (piece, n))
    text.op("tmov", "ma", "la").op("tmov", "mb", "rb")
    text.line(f"%first = arith.cmpi eq, %k, {text.const(0)} : index").line("scf.if %first {")
    text.op("tmatmul", "la rb", "acc").line("} else {").op("tmatmul.acc", "acc la rb", "acc").end().end()
    return text.store("acc", "c", (0, 0), (m, n), more)


def run(text: Text, args: list[np.ndarray]) -> np.ndarray:
    results = []
    for fuse in (True, False):
        values = [a.copy() for a in args]
        assert Kernel(str(text), fuse=fuse).run(values).fault.code == 0
        results.append(values[2])
    assert results[0].tobytes() == results[1].tobytes()
    return results[0]


@pytest.mark.parametrize(
    "elem, m, k, n", [("f32", 32, 64, 48), ("f16", 16, 128, 64), ("bf16", 40, 96, 33), ("i8", 20, 64, 50)]
)
def test_products_of_each_type(elem: str, m: int, k: int, n: int) -> None:
    a, b = matrices(elem, m, k, n)
    out = np.int32 if elem == "i8" else np.float32
    c = run(gemm(elem, "i32" if elem == "i8" else "f32", m, k, n, 2), [a, b, np.zeros((m, n), out)])
    if elem == "i8":
        np.testing.assert_array_equal(c, a.astype(np.int32) @ b.astype(np.int32))
        return
    wide = a.astype(np.float64), b.astype(np.float64)
    bound = (np.abs(wide[0]) @ np.abs(wide[1])) * np.finfo(np.float32).eps * (2 + k)
    assert np.all(np.abs(c - wide[0] @ wide[1]) <= bound)


@pytest.mark.parametrize("out", ["f16", "bf16"])
def test_accumulators_are_rounded_to_nearest_even_when_stored(out: str) -> None:
    a, b = (
        np.ascontiguousarray(np.round(x * 8)) for x in matrices("f32", 16, 32, 32)
    )  # exact products and sums
    c = run(gemm("f32", out, 16, 32, 32, 1), [a, b, np.zeros((16, 32), TYPES[out])])
    np.testing.assert_array_equal(c, (a @ b).astype(TYPES[out]))


def test_a_transposed_view_is_a_transposed_operand() -> None:
    a, b = (np.round(x * 8) for x in matrices("f32", 16, 64, 32))
    text = gemm("f32", "f32", 16, 64, 32, 2, transposed=True)
    c = run(text, [a, np.ascontiguousarray(b.T), np.zeros((16, 32), np.float32)])
    np.testing.assert_array_equal(c, a @ b)


def test_atomic_stores_of_accumulators_add() -> None:
    a, b = (np.round(x * 8) for x in matrices("f32", 16, 32, 32))
    text = gemm("f32", "f32", 16, 32, 32, 1, more=" {atomicType = #pto<atomic_type atomic_add>}")
    c = run(text, [a, b, np.full((16, 32), 3, np.float32)])
    np.testing.assert_array_equal(c, 3 + a @ b)


def test_a_load_with_one_reader_is_packed_on_the_way() -> None:
    kernel = Kernel(str(gemm("bf16", "f32", 16, 64, 32, 2)))
    assert "TLOAD_LEFT(core, la, ma" in kernel.kernel.generated_text
    assert "TMOV_" not in kernel.kernel.generated_text
    assert kernel.kernel.core == "aic"


def test_a_load_with_two_readers_stays_a_load() -> None:
    text = Text(kind="cube").view("a", "f32", 16, 16).view("c", "f32", 16, 16)
    text.tile("m", "f32", 16, 16, space="mat").tile("l", "f32", 16, 16, space="left").tile(
        "r", "f32", 16, 16, space="right"
    )
    text.tile("acc", "f32", 16, 16, space="acc").load("m", "a", (0, 0), (16, 16))
    text.op("tmov", "m", "l").op("tmov", "m", "r").op("tmatmul", "l r", "acc").store(
        "acc", "c", (0, 0), (16, 16)
    )
    kernel = Kernel(str(text))
    assert "TLOAD_MAT" in kernel.kernel.generated_text and "TLOAD_RIGHT" not in kernel.kernel.generated_text
    a, c = np.round(matrices("f32", 16, 16, 16)[0] * 8), np.zeros((16, 16), np.float32)
    assert kernel.run([a, c]).fault.code == 0
    np.testing.assert_array_equal(c, a @ a)


def staged(arch: str = "a2a3") -> Text:
    """A product with a bias row of parts of tiles in mat, written into a part of a tile in mat."""
    text = (
        Text(arch=arch, kind="cube").view("a", "f32", 32, 32).view("b", "f32", 1, 16).view("c", "f32", 16, 16)
    )
    text.tile("m", "f32", 32, 32, space="mat").tile("mb", "f32", 1, 16, space="mat")
    more = ", blayout=col_major" if arch == "a5" else ""
    text.tile("l", "f32", 16, 16, space="left", more=more).tile("r", "f32", 16, 16, space="right")
    text.tile("row", "f32", 1, 16, space="bias").tile("acc", "f32", 16, 16, space="acc")
    text.tile("h", "f16", 32, 32, space="mat")
    return text.load("m", "a", (0, 0), (32, 32)).load("mb", "b", (0, 0), (1, 16))


def at(text: Text, name: str, source: str, row: object, col: object, out: str) -> Text:
    places = f"{text.const(row)}, {text.const(col)}"
    types = f"{text.types[f'%{source}']}, index, index"
    return text.line(f"pto.{name} ins(%{source}, {places} : {types}) outs(%{out} : {text.types[f'%{out}']})")


def test_parts_and_a_bias_row_are_read_printed_and_run() -> None:
    text = at(at(staged(), "textract", "m", 16, 0, "l"), "textract", "m", 0, 16, "r")
    text.op("tmov", "mb", "row").op("tmatmul.bias", "l r row", "acc")
    at(text, "tinsert", "acc", 16, 16, "h").store("acc", "c", (0, 0), (16, 16))
    shown = print_pto(parse_pto(str(text), "kernel.pto"))
    assert print_pto(parse_pto(shown, "kernel.pto")) == shown
    rng = np.random.default_rng(1)
    a, b = rng.integers(-4, 5, (32, 32)).astype(np.float32), rng.integers(-4, 5, (1, 16)).astype(np.float32)
    c = run(text, [a, b, np.zeros((16, 16), np.float32)])
    np.testing.assert_array_equal(c, a[16:, :16] @ a[:16, 16:] + b)


@pytest.mark.parametrize(
    ("arch", "wrong", "message"),
    [
        ("a2a3", lambda t: at(t, "textract", "acc", 0, 0, "h"), "textract reads mat on a2a3"),
        ("a5", lambda t: at(t, "textract", "m", 0, 0, "h"), "textract goes from mat to left or right"),
        ("a2a3", lambda t: at(t, "textract", "m", 17, 0, "l"), "the part takes rows 17 to 33"),
        ("a2a3", lambda t: at(t, "tinsert", "acc", 0, 17, "h"), "the part takes columns 17 to 33"),
        ("a2a3", lambda t: t.op("tmatmul.bias", "l r mb", "acc"), "is in mat, expected bias"),
        ("a2a3", lambda t: t.op("tgemv", "l r", "acc"), "multiplies one row"),
        ("a2a3", lambda t: t.op("tmov", "m", "acc"), "a move from mat to acc"),
    ],
)
def test_wrong_parts_and_moves_are_refused(arch: str, wrong: Callable[[Text], Text], message: str) -> None:
    with pytest.raises(PtoSyntaxError, match=message):
        verify(parse_pto(str(wrong(staged(arch))), "kernel.pto"))
