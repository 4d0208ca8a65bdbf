# SPDX-License-Identifier: Apache-2.0
"""Vector instructions against NumPy, fused and one by one: the same bits in both."""

from collections.abc import Callable, Sequence
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from assembler.harness import Kernel, Run
from assembler.texts import Text

TYPES = {
    "f32": np.float32,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "i32": np.int32,
    "i16": np.int16,
    "i8": np.int8,
}


def numbers(shape: tuple[int, ...], elem: str, seed: int = 0, low: float = -4, high: float = 4) -> np.ndarray:
    rng = np.random.default_rng(seed)
    if elem.startswith("i"):
        return rng.integers(-100, 100, shape).astype(TYPES[elem])
    return rng.uniform(low, high, shape).astype(TYPES[elem])


def both(text: Text, args: Callable[[], Sequence[Any]], **more: Any) -> Sequence[Any]:
    """Run fused and one by one; the arguments of both runs end with equal bytes, which are returned."""
    results = []
    for fuse in (True, False):
        values = list(args())
        run: Run = Kernel(str(text), fuse=fuse).run(values, **more)
        assert run.fault.code == 0
        results.append(values)
    for fused, single in zip(*results, strict=True):
        if isinstance(fused, np.ndarray):
            assert fused.tobytes() == single.tobytes()
    return results[0]


BINARY = {
    "tadd": lambda a, b: a + b,
    "tsub": lambda a, b: a - b,
    "tmul": lambda a, b: a * b,
    "tmax": np.maximum,
    "tmin": np.minimum,
}


@pytest.mark.parametrize("elem", ["f32", "f16", "i32", "i16"])
def test_binary_rounds_once_per_instruction(elem: str) -> None:
    text = Text().view("a", elem, 16, 37).view("b", elem, 16, 37)
    text.tile("t_a", elem, 16, 64, valid=(16, 37)).tile("t_b", elem, 16, 64, valid=(16, 37))
    text.load("t_a", "a", (0, 0), (16, 37)).load("t_b", "b", (0, 0), (16, 37))
    for name in BINARY:
        text.view(name, elem, 16, 37).tile(f"t_{name}", elem, 16, 64, valid=(16, 37))
        text.op(name, "t_a t_b", f"t_{name}").store(f"t_{name}", name, (0, 0), (16, 37))
    a, b = numbers((16, 37), elem, 1), numbers((16, 37), elem, 2)
    out = both(text, lambda: [a, b, *(np.zeros_like(a) for _ in BINARY)])
    for got, function in zip(out[2:], BINARY.values(), strict=True):
        np.testing.assert_array_equal(got, function(a, b))


def test_two_narrow_instructions_round_twice() -> None:
    text = Text("a5").view("x", "f16", 8, 64).view("y", "f16", 8, 64).param("k", "f16")
    text.tile("a", "f16", 8, 64).tile("b", "f16", 8, 64).load("a", "x", (0, 0), (8, 64))
    text.op("tmul", "a a", "b").op("tadds", "b k", "b").op("tadd", "b a", "b").store(
        "b", "y", (0, 0), (8, 64)
    )
    x, k = numbers((8, 64), "f16"), np.float16(0.1)
    out = both(text, lambda: [x, np.zeros_like(x), k])[1]
    np.testing.assert_array_equal(out, (x * x + k) + x)


UNARY = {
    "texp": (np.exp, -20.0),
    "tlog": (np.log, 0.01),
    "tsqrt": (np.sqrt, 0.0),
    "tneg": (np.negative, -4.0),
}


def test_unary_is_within_one_ulp() -> None:
    text = Text()
    for name in UNARY:
        text.view(f"x_{name}", "f32", 8, 100).view(f"y_{name}", "f32", 8, 100)
        text.tile(name, "f32", 8, 104, valid=(8, 100)).load(name, f"x_{name}", (0, 0), (8, 100))
        text.op(name, name, name).store(name, f"y_{name}", (0, 0), (8, 100))
    inputs = [numbers((8, 100), "f32", low=low, high=20) for _, low in UNARY.values()]
    out = both(text, lambda: [v for x in inputs for v in (x, np.zeros_like(x))])
    for i, (function, _) in enumerate(UNARY.values()):
        expected = function(inputs[i].astype(np.float64))
        ulp = np.spacing(np.abs(expected).astype(np.float32))
        assert np.all(np.abs(out[2 * i + 1] - expected) <= ulp)


COLUMNS = (1, 15, 16, 64, 131)


@pytest.mark.parametrize("elem", ["f32", "f16", "i32", "i16"])
def test_row_reductions_see_valid_cells_only(elem: str) -> None:
    text = Text()
    for cols in COLUMNS:
        width = -(-cols // 32) * 32
        text.view(f"x{cols}", elem, 16, cols).tile(f"t{cols}", elem, 16, width, valid=(16, cols))
        text.load(f"t{cols}", f"x{cols}", (0, 0), (16, cols))
        for name in ("sum", "max", "min"):
            text.view(f"{name}{cols}", elem, 16, 1).tile(f"c_{name}{cols}", elem, 16, 1)
            text.op(f"trow{name}", f"t{cols} t{cols}", f"c_{name}{cols}")
            text.store(f"c_{name}{cols}", f"{name}{cols}", (0, 0), (16, 1))
    inputs = [numbers((16, cols), elem) for cols in COLUMNS]
    out = both(
        text, lambda: [v for x in inputs for v in (x, *(np.zeros((16, 1), x.dtype) for _ in range(3)))]
    )
    for i, x in enumerate(inputs):
        total, high, low = out[4 * i + 1 : 4 * i + 4]
        np.testing.assert_array_equal(high, x.max(1, keepdims=True))
        np.testing.assert_array_equal(low, x.min(1, keepdims=True))
        if elem.startswith("i"):
            np.testing.assert_array_equal(total, x.sum(1, keepdims=True, dtype=x.dtype))
            continue
        exact = x.astype(np.float64).sum(1, keepdims=True)
        bound = np.abs(x.astype(np.float64)).sum(1, keepdims=True) * np.finfo(np.float32).eps * 8
        rounding = np.spacing(np.abs(exact).astype(x.dtype)).astype(np.float64)
        assert np.all(np.abs(total - exact) <= bound + rounding)


def test_row_maximum_keeps_nan_and_negative_infinity() -> None:
    text = (
        Text().view("x", "f32", 8, 40).view("y", "f32", 8, 1).tile("t", "f32", 8, 40).tile("m", "f32", 8, 1)
    )
    text.load("t", "x", (0, 0), (8, 40)).op("trowmax", "t t", "m").store("m", "y", (0, 0), (8, 1))
    x = numbers((8, 40), "f32")
    x[1] = -np.inf
    x[2, 39] = x[3, 0] = np.nan
    out = both(text, lambda: [x, np.zeros((8, 1), np.float32)])[1]
    np.testing.assert_array_equal(out, x.max(1, keepdims=True))


@pytest.mark.parametrize("elem", ["f32", "f16", "i32"])
def test_column_reductions_run_down_the_rows(elem: str) -> None:
    text = Text().view("x", elem, 9, 48)
    for name in ("sum", "max", "min", "prod"):
        text.view(name, elem, 1, 48)
    text.tile("t", elem, 9, 48).load("t", "x", (0, 0), (9, 48))
    for name in ("sum", "max", "min", "prod"):
        text.tile(f"r_{name}", elem, 1, 48).op(f"tcol{name}", "t", f"r_{name}")
        text.store(f"r_{name}", name, (0, 0), (1, 48))
    x = numbers((9, 48), elem, low=-2, high=2)
    out = both(text, lambda: [x, *(np.zeros((1, 48), x.dtype) for _ in range(4))])
    total, product = x[:1].copy(), x[:1].copy()
    for row in x[1:]:
        total, product = (total + row).astype(x.dtype), (product * row).astype(x.dtype)
    for got, expected in zip(
        out[1:], (total, x.max(0, keepdims=True), x.min(0, keepdims=True), product), strict=True
    ):
        np.testing.assert_array_equal(got, expected)


EXPANDS = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "max": np.maximum}


@pytest.mark.parametrize("elem", ["f32", "f16", "i32"])
def test_columns_and_rows_are_repeated(elem: str) -> None:
    text = Text().view("x", elem, 16, 80).view("c", elem, 16, 1).view("r", elem, 1, 80)
    text.tile("t", elem, 16, 80).tile("col", elem, 16, 1).tile("row", elem, 1, 80)
    text.load("row", "r", (0, 0), (1, 80)).load("col", "c", (0, 0), (16, 1)).load("t", "x", (0, 0), (16, 80))
    for name in EXPANDS:
        text.view(name, elem, 16, 80).tile(f"t_{name}", elem, 16, 80)
        text.op(f"trowexpand{name}", "t col", f"t_{name}").op(
            f"tcolexpand{name}", f"t_{name} row", f"t_{name}"
        )
        text.store(f"t_{name}", name, (0, 0), (16, 80))
    x, c, r = numbers((16, 80), elem, 1), numbers((16, 1), elem, 2), numbers((1, 80), elem, 3)
    out = both(text, lambda: [x, c, r, *(np.zeros_like(x) for _ in EXPANDS)])
    for got, function in zip(out[3:], EXPANDS.values(), strict=True):
        np.testing.assert_array_equal(got, function(function(x, c), r))


def test_pure_broadcasts_fill_the_destination() -> None:
    text = Text().view("c", "f32", 8, 1).view("r", "f32", 1, 64).view("y", "f32", 24, 64).param("k", "f32")
    text.tile("col", "f32", 8, 1).tile("row", "f32", 1, 64)
    text.load("col", "c", (0, 0), (8, 1)).load("row", "r", (0, 0), (1, 64))
    for i, (name, source) in enumerate((("trowexpand", "col"), ("tcolexpand", "row"), ("texpands", "k"))):
        text.tile(f"t{i}", "f32", 8, 64).op(name, source, f"t{i}").store(f"t{i}", "y", (8 * i, 0), (8, 64))
    c, r = numbers((8, 1), "f32", 1), numbers((1, 64), "f32", 2)
    out = both(text, lambda: [c, r, np.zeros((24, 64), np.float32), 2.5])[2]
    expected = [np.broadcast_to(v, (8, 64)) for v in (c, r, np.float32(2.5))]
    np.testing.assert_array_equal(out, np.concatenate(expected))


def test_conversions_follow_the_rounding_mode() -> None:
    text = Text().view("x", "f32", 8, 32)
    expected = {"RINT": np.rint, "FLOOR": np.floor, "CEIL": np.ceil, "TRUNC": np.trunc}
    for mode in expected:
        text.view(mode.lower(), "i32", 8, 32)
    text.tile("t", "f32", 8, 32).tile("i", "i32", 8, 32).load("t", "x", (0, 0), (8, 32))
    for mode in expected:
        text.op("tcvt", "t", "i", f" {{rmode = #pto<round_mode {mode}>}}").store(
            "i", mode.lower(), (0, 0), (8, 32)
        )
    x = (np.arange(256, dtype=np.float32).reshape(8, 32) - 128) / 4
    out = both(text, lambda: [x, *(np.zeros((8, 32), np.int32) for _ in expected)])
    for got, function in zip(out[1:], expected.values(), strict=True):
        np.testing.assert_array_equal(got, function(x))


def test_conversion_to_64_bits_goes_element_by_element() -> None:
    text = Text().view("x", "i32", 4, 8).view("y", "i64", 4, 8).tile("a", "i32", 4, 8).tile("b", "i64", 4, 8)
    text.load("a", "x", (0, 0), (4, 8)).op("tcvt", "a", "b").store("b", "y", (0, 0), (4, 8))
    x = numbers((4, 8), "i32")
    np.testing.assert_array_equal(both(text, lambda: [x, np.zeros((4, 8), np.int64)])[1], x)


@pytest.mark.parametrize("elem", ["f16", "bf16"])
def test_moves_keep_every_bit(elem: str) -> None:
    text = Text().view("x", elem, 8, 48).view("y", elem, 8, 48).view("z", elem, 8, 48)
    text.tile("a", elem, 8, 48).tile("b", elem, 8, 48).load("a", "x", (0, 0), (8, 48)).op("tmov", "a", "b")
    text.store("b", "y", (0, 0), (8, 48)).store("a", "z", (0, 0), (8, 48))
    bits = np.random.default_rng(0).integers(0, 1 << 16, (8, 48)).astype(np.uint16)
    bits[0, :3] = (0x7DA5, 0x7FA5, 0x0001)
    out = both(text, lambda: [bits.view(TYPES[elem]).copy(), *(np.zeros((8, 48), TYPES[elem]) for _ in "yz")])
    for got in out[1:]:
        np.testing.assert_array_equal(got.view(np.uint16), bits)


def test_views_of_any_rank_and_stride() -> None:
    text = (
        Text()
        .view("x", "f32", 2, 3, 4, 24)
        .view("xt", "f32", 24, 12, strides=(1, 24))
        .view("y", "f32", 2, 3, 4, 24)
    )
    text.view("yt", "f32", 24, 12, strides=(1, 24))
    text.tile("t", "f32", 8, 24).load("t", "x", (0, 1, 0, 0), (2, 1, 4, 24)).op("tadd", "t t", "t")
    text.store("t", "y", (0, 1, 0, 0), (2, 1, 4, 24))
    text.tile("u", "f32", 24, 16, valid=(24, 12)).load("u", "xt", (0, 0), (24, 12)).op("tadd", "u u", "u")
    text.store("u", "yt", (0, 0), (24, 12))
    x, xt = numbers((2, 3, 4, 24), "f32", 1), numbers((12, 24), "f32", 2)
    out = both(text, lambda: [x, xt, np.zeros_like(x), np.zeros_like(xt)])
    expected = np.zeros_like(x)
    expected[:, 1] = 2 * x[:, 1]
    np.testing.assert_array_equal(out[2], expected)
    np.testing.assert_array_equal(out[3], 2 * xt)


def test_fill_pad_covers_what_is_not_valid() -> None:
    text = Text().view("x", "f32", 5, 20).view("y", "f32", 8, 32)
    text.tile("t", "f32", 8, 32, valid=(5, 20)).tile("p", "f32", 8, 32, more=", pad=3")
    text.load("t", "x", (0, 0), (5, 20)).op("tfillpad", "t", "p").store("p", "y", (0, 0), (8, 32))
    x = numbers((5, 20), "f32")
    out = both(text, lambda: [x, np.zeros((8, 32), np.float32)])[1]
    expected = np.full((8, 32), -np.inf, np.float32)
    expected[:5, :20] = x
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("rows", [0, 1, 5, 8])
def test_valid_rows_are_known_when_it_runs(rows: int) -> None:
    text = Text().view("x", "f32", 8, 64).view("y", "f32", 8, 64).param("n", "index")
    text.tile("t", "f32", 8, 64, valid=("%n", 64)).tile("s", "f32", 8, 1, valid=("%n", 1))
    text.load("t", "x", (0, 0), ("%n", 64)).op("trowsum", "t t", "s").op("trowexpanddiv", "t s", "t")
    text.store("t", "y", (0, 0), ("%n", 64))
    x = numbers((8, 64), "f32", low=1)
    out = both(text, lambda: [x, np.full_like(x, 7), rows])[1]
    np.testing.assert_array_equal(out[rows:], 7)
    np.testing.assert_allclose(out[:rows], (x / x.sum(1, keepdims=True))[:rows], rtol=1e-6)


def test_a_valid_region_can_be_set_later() -> None:
    text = (
        Text().view("x", "f32", 8, 32).view("y", "f32", 8, 32).param("n", "index").number("c32", 32, "index")
    )
    text.number("c8", 8, "index").tile("t", "f32", 8, 32, valid=("%c8", "%c32")).tile(
        "u", "f32", 8, 32, valid=("%c8", "%c32")
    )
    text.load("t", "x", (0, 0), (8, 32)).op("tadd", "t t", "u")
    text.line(f"pto.set_validshape %u, %n, %c32 : {text.types['%u']}")
    text.store("u", "y", (0, 0), ("%n", 32))
    x = numbers((8, 32), "f32")
    out = both(text, lambda: [x, np.zeros_like(x), 3])[1]
    np.testing.assert_array_equal(out, np.where(np.arange(8)[:, None] < 3, 2 * x, 0))


def test_reshape_and_bitcast_are_views_of_the_same_bytes() -> None:
    text = Text().view("x", "f32", 8, 1).view("y", "f32", 1, 8).view("z", "i32", 8, 8)
    text.tile("c", "f32", 8, 1).load("c", "x", (0, 0), (8, 1))
    row = "!pto.tile_buf<vec, 1x8xf32>"
    text.types["%r"] = row
    text.line(f"%r = pto.treshape %c : {text.types['%c']} -> {row}").store("r", "y", (0, 0), (1, 8))
    text.tile("t", "f32", 8, 8).op("trowexpand", "c", "t")
    text.types["%i"] = "!pto.tile_buf<vec, 8x8xi32>"
    text.line(f"%i = pto.bitcast %t : {text.types['%t']} -> {text.types['%i']}").store(
        "i", "z", (0, 0), (8, 8)
    )
    x = numbers((8, 1), "f32")
    out = both(text, lambda: [x, np.zeros((1, 8), np.float32), np.zeros((8, 8), np.int32)])
    np.testing.assert_array_equal(out[1], x.T)
    np.testing.assert_array_equal(out[2], np.repeat(x, 8, 1).view(np.int32))


def test_single_cells_of_tiles() -> None:
    text = (
        Text()
        .view("x", "f32", 8, 8)
        .view("y", "f32", 8, 8)
        .number("at", 9, "index")
        .number("to", 63, "index")
    )
    text.tile("t", "f32", 8, 8).load("t", "x", (0, 0), (8, 8))
    text.line(f"%v = pto.tgetval ins(%t, %at : {text.types['%t']}, index) outs : f32")
    text.line("%w = arith.addf %v, %v : f32")
    text.line(f"pto.tsetval ins(%to, %w : index, f32) outs(%t : {text.types['%t']})").store(
        "t", "y", (0, 0), (8, 8)
    )
    x = numbers((8, 8), "f32")
    expected = x.copy()
    expected[7, 7] = 2 * x[1, 1]
    np.testing.assert_array_equal(both(text, lambda: [x, np.zeros_like(x)])[1], expected)


def test_atomic_stores_add_to_what_is_there() -> None:
    text = Text().view("x", "f32", 8, 32).view("y", "f32", 8, 32).tile("t", "f32", 8, 32)
    text.load("t", "x", (0, 0), (8, 32)).op("tadd", "t t", "t")
    text.store("t", "y", (0, 0), (8, 32), " {atomicType = #pto<atomic_type atomic_add>}")
    x = numbers((8, 32), "f32")
    np.testing.assert_array_equal(both(text, lambda: [x, np.full_like(x, 3)])[1], 3 + 2 * x)
