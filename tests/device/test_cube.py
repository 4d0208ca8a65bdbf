# SPDX-License-Identifier: Apache-2.0
"""Matrix multiplication on tiles: loads, moves, kernels and stores, with ragged valid extents and poisoned padding."""

import ml_dtypes
import numpy as np
import pytest
from device.drivers import build, call, machine_levels, same_bits

DTYPES = {
    "float": np.dtype(np.float32),
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "int8_t": np.dtype(np.int8),
}
LEVELS = machine_levels()
TILES = ((64, 64, 64), (16, 128, 48), (32, 32, 112))


def _source(name: str) -> str:
    text = [f"typedef {name} T; typedef accum<T> A;"]
    for rows, depth, columns in TILES:
        tile = f"{rows}, {depth}, {columns}"
        text.append(
            f"""
    EXPORT void load_left_{rows}(T* mat, const T* src, long rs, long cs, long m, long k) {{
        mat_load<T, {rows}, {depth}>(mat, src, rs, cs, (int)m, (int)k);
    }}
    EXPORT void load_right_{rows}(T* mat, const T* src, long rs, long cs, long k, long n) {{
        mat_load<T, {depth}, {columns}>(mat, src, rs, cs, (int)k, (int)n);
    }}
    EXPORT void left_{rows}(void* to, const T* src, long rs, long cs, long m, long k) {{
        move_left<T, {rows}, {depth}>(to, src, rs, cs, (int)m, (int)k);
    }}
    EXPORT void right_{rows}(void* to, const T* src, long rs, long cs, long k, long n) {{
        move_right<T, {depth}, {columns}>(to, src, rs, cs, (int)k, (int)n);
    }}
    EXPORT void multiply_{rows}(A* acc, const void* l, const void* r, long m, long k, long n, long accumulate) {{
        matmul<T, {tile}>(acc, l, r, (int)m, (int)k, (int)n, accumulate != 0);
    }}
    EXPORT void bias_{rows}(A* acc, const A* bias, long m, long n) {{
        acc_bias<A, {rows}, {columns}>(acc, bias, (int)m, (int)n);
    }}
    EXPORT void store_{rows}(A* to, long rs, long cs, const A* acc, long m, long n) {{
        acc_store<A, {rows}, {columns}>(to, rs, cs, acc, (int)m, (int)n);
    }}"""
        )
    return "\n".join(text)


NARROW = """
EXPORT void store_f16(f16* to, long rs, long cs, const float* acc, long m, long n) {
    acc_store<f16, 16, 48>(to, rs, cs, acc, (int)m, (int)n);
}
EXPORT void store_bf16(bf16* to, long rs, long cs, const float* acc, long m, long n) {
    acc_store<bf16, 16, 48>(to, rs, cs, acc, (int)m, (int)n);
}
"""


def library(name: str, level: str) -> object:
    return build(_source(name), level)


def poison(shape: tuple[int, ...] | int, dtype: np.dtype) -> np.ndarray:
    """NaN in every float format, far from zero as an integer; aligned like the device's spaces."""
    count = int(np.prod(shape))
    raw = np.full(count * dtype.itemsize + 64, 0xFF, np.uint8)
    start = -raw.ctypes.data % 64
    return raw[start : start + count * dtype.itemsize].view(dtype).reshape(shape)


def values(name: str, shape: tuple[int, int], rng: np.random.Generator) -> np.ndarray:
    """Small integers for floats, so that every product and sum is exact in FP32 whatever the order; all of INT8."""
    low, high = (-128, 128) if name == "int8_t" else (-6, 7)
    return rng.integers(low, high, shape).astype(DTYPES[name])


def exact(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    wide = np.int64 if a.dtype == np.int8 else np.float64
    product = a.astype(wide) @ b.astype(wide)
    return product.astype(np.int32 if a.dtype == np.int8 else np.float32)


class Tile:
    """The operand spaces of one tile shape, all poison, with guards behind them."""

    def __init__(self, lib: object, name: str, tile: tuple[int, int, int]) -> None:
        self.lib, self.dtype = lib, DTYPES[name]
        self.rows, self.depth, self.columns = tile
        self.left = poison(self.rows * self.depth + 64, self.dtype)
        self.right = poison(self.depth * self.columns + 64, self.dtype)
        self.acc = poison(
            (self.rows + 1, self.columns), np.dtype(np.int32 if name == "int8_t" else np.float32)
        )

    def call(self, function: str, *args: np.ndarray | int) -> None:
        call(self.lib, f"{function}_{self.rows}", *args)

    def guards_hold(self) -> bool:
        sizes = (self.rows * self.depth, self.depth * self.columns)
        spaces = [space[size:] for space, size in zip((self.left, self.right), sizes, strict=True)]
        return all((space.view(np.uint8) == 0xFF).all() for space in (*spaces, self.acc[self.rows :]))

    def multiply(self, a: np.ndarray, b: np.ndarray, accumulate: bool, strides: str = "row") -> np.ndarray:
        """Move a and b from a memory layout of the given kind, multiply, and read acc."""
        (m, k), n = a.shape, b.shape[1]
        for function, space, x in (("left", self.left, a), ("right", self.right, b)):
            memory, row, column = laid_out(x, strides)
            self.call(function, space, memory, row, column, *x.shape)
        self.call("multiply", self.acc, self.left, self.right, m, k, n, int(accumulate))
        return self.acc[:m, :n]


def laid_out(x: np.ndarray, strides: str) -> tuple[np.ndarray, int, int]:
    """x inside poison: row-major, transposed, or with both strides above one."""
    rows, columns = x.shape
    if strides == "row":
        memory = poison((rows + 1, columns + 3), x.dtype)
        memory[:rows, :columns] = x
        return memory, columns + 3, 1
    if strides == "transposed":
        memory = poison((columns + 1, rows + 5), x.dtype)
        memory[:columns, :rows] = x.T
        return memory, 1, rows + 5
    memory = poison((rows, columns, 2), x.dtype)
    memory[:, :, 0] = x
    return memory, columns * 2, 2


def extents(tile: tuple[int, int, int]) -> list[tuple[int, int, int]]:
    m, k, n = tile
    return [
        tile,
        (1, k, n),
        (m - 3, k - 1, n - 5),
        (5, 1, 3),
        (7, k // 2 + 3, 17),
        (m, 3, n),
        (9, k - 2, n - 15),
    ]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("tile", TILES, ids=str)
@pytest.mark.parametrize("name", DTYPES)
def test_products_are_exact_and_padding_never_contributes(
    name: str, tile: tuple[int, int, int], level: str
) -> None:
    rng = np.random.default_rng(1)
    for m, k, n in extents(tile):
        for strides in ("row", "transposed", "both"):
            spaces = Tile(library(name, level), name, tile)
            a, b = values(name, (m, k), rng), values(name, (k, n), rng)
            got = spaces.multiply(a, b, accumulate=False, strides=strides)
            assert same_bits(got.copy(), exact(a, b)), (m, k, n, strides)
            assert spaces.guards_hold()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", DTYPES)
def test_accumulation_adds_to_what_is_there(name: str, level: str) -> None:
    rng = np.random.default_rng(2)
    tile = TILES[0]
    spaces = Tile(library(name, level), name, tile)
    total = None
    for k in (64, 64, 17, 2):
        a, b = values(name, (61, k), rng), values(name, (k, 50), rng)
        got = spaces.multiply(a, b, accumulate=total is not None)
        total = exact(a, b) if total is None else total + exact(a, b)
        assert same_bits(got.copy(), total)


@pytest.mark.parametrize("level", LEVELS)
def test_int8_extremes_and_wrapping(level: str) -> None:
    lib = library("int8_t", level)
    tile = TILES[1]
    for left, right in ((-128, -128), (-128, 127), (127, 127), (127, -128)):
        spaces = Tile(lib, "int8_t", tile)
        a, b = np.full((16, 128), left, np.int8), np.full((128, 48), right, np.int8)
        assert (spaces.multiply(a, b, accumulate=False) == left * right * 128).all()
    spaces.acc[:] = np.int32(2**31 - 1)
    one = spaces.multiply(np.ones((16, 1), np.int8), np.ones((1, 48), np.int8), accumulate=True)
    assert (one == -(2**31)).all()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name, epsilon", [("float", 2.0**-24), ("f16", 2.0**-24), ("bf16", 2.0**-23)])
def test_sums_stay_within_the_fp32_bound(name: str, epsilon: float, level: str) -> None:
    rng = np.random.default_rng(3)
    m, k, n = TILES[1]
    a = rng.standard_normal((m, k)).astype(DTYPES[name])
    b = rng.standard_normal((k, n)).astype(DTYPES[name])
    got = Tile(library(name, level), name, TILES[1]).multiply(a, b, accumulate=False)
    wide_a, wide_b = a.astype(np.float64), b.astype(np.float64)
    bound = k * epsilon * (np.abs(wide_a) @ np.abs(wide_b))
    assert (np.abs(got - wide_a @ wide_b) <= bound).all()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ("float", "f16", "bf16"))
def test_infinity_and_nan_reach_their_row_and_column_only(name: str, level: str) -> None:
    m, k, n = TILES[1]
    a, b = np.ones((m, k), DTYPES[name]), np.ones((k, n), DTYPES[name])
    a[3, k - 1] = np.inf
    b[k - 1, 5] = np.nan
    got = Tile(library(name, level), name, TILES[1]).multiply(a, b, accumulate=False)
    want = np.full((m, n), float(k), np.float32)
    want[3, :] = np.inf
    want[:, 5] = np.nan
    np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("name", DTYPES)
def test_loads_fill_the_valid_part_of_a_mat_tile(name: str) -> None:
    rng = np.random.default_rng(4)
    lib = library(name, "native")
    for tile in TILES:
        spaces = Tile(lib, name, tile)
        for rows, columns in ((tile[1], tile[2]), (1, tile[2]), (tile[1] - 3, tile[2] - 7), (19, 21)):
            for strides in ("row", "transposed", "both"):
                x = values(name, (rows, columns), rng)
                memory, row, column = laid_out(x, strides)
                mat = poison((tile[1], tile[2]), DTYPES[name])
                want = mat.copy()
                want[:rows, :columns] = x
                spaces.call("load_right", mat, memory, row, column, rows, columns)
                assert same_bits(mat, want), (tile, rows, columns, strides)


@pytest.mark.parametrize("name", DTYPES)
def test_bias_is_the_start_of_every_row(name: str) -> None:
    rng = np.random.default_rng(5)
    spaces = Tile(library(name, "native"), name, TILES[2])
    bias = rng.integers(-99, 99, 112).astype(spaces.acc.dtype)
    a, b = values(name, (30, 32), rng), values(name, (32, 100), rng)
    spaces.call("bias", spaces.acc, bias, 30, 100)
    got = spaces.multiply(a, b, accumulate=True)
    assert same_bits(got.copy(), exact(a, b) + bias[:100])


@pytest.mark.parametrize("strides", ("row", "transposed", "both"))
@pytest.mark.parametrize("name", ("float", "int8_t"))
def test_stores_write_the_valid_part_only(name: str, strides: str) -> None:
    spaces = Tile(library(name, "native"), name, TILES[1])
    spaces.acc[:] = np.arange(spaces.acc.size).reshape(spaces.acc.shape)
    for m, n in ((16, 48), (1, 1), (13, 37)):
        memory, row, column = laid_out(poison((m, n), spaces.acc.dtype), strides)
        want = memory.copy()
        cells = np.lib.stride_tricks.as_strided(want, (m, n), (row * 4, column * 4))
        cells[:] = spaces.acc[:m, :n]
        spaces.call("store", memory, row, column, spaces.acc, m, n)
        assert same_bits(memory, want), (m, n)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ("f16", "bf16"))
def test_narrowing_stores_round_to_nearest_even(name: str, level: str) -> None:
    lib = build(NARROW, level)
    rng = np.random.default_rng(6)
    acc = (rng.integers(-4096, 4096, (16, 48)) * np.float32(1 + 2.0**-8)).astype(np.float32)
    acc[0, :4] = [1.01953125, 1.00048828125, 65520, 65519]
    for columns in (48, 45):
        for row, column in ((columns, 1), (columns * 2, 2)):
            out = np.zeros((16, columns, column), DTYPES[name])
            call(lib, f"store_{name}", out, row, column, acc, 16, columns)
            with np.errstate(over="ignore"):
                assert same_bits(out[:, :, 0].copy(), acc[:, :columns].astype(DTYPES[name]))


def test_repeated_products_have_the_same_bits() -> None:
    rng = np.random.default_rng(7)
    a, b = (rng.standard_normal((64, 64)).astype(np.float32) for _ in range(2))
    results = [
        Tile(library("float", "native"), "float", TILES[0]).multiply(a, b, False).copy() for _ in range(3)
    ]
    assert same_bits(results[0], results[1]) and same_bits(results[0], results[2])
