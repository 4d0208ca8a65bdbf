# SPDX-License-Identifier: Apache-2.0
"""Parts of values on the core: random chains of slices and writes natively, interpreted, and in NumPy, bit for bit."""

import random
from dataclasses import dataclass

import numpy as np
import pytest
import torch
from both_engines import run_both
from integration_kernels import HEAD
from ir_builder import Builder, call
from kernel_runs import run_everywhere

import pypto.language as pl
from golden import TensorSpec, ratio_allclose, run
from pypto.errors import UserError
from pypto.ir import nodes as n
from pypto.ir import ops
from pypto.ir.dtypes import BF16, FP16, FP32, INDEX, INT8, INT32, INT64, UINT16
from pypto.runtime.config import RunConfig
from pypto.runtime.values import numpy_to_torch, torch_to_numpy

S, E, M = ops.scalar, ops.elementwise, ops.memory
DTYPES = [FP32, FP16, BF16, INT8, INT32, INT64, UINT16]
ROWS, COLS = 16, 64


@dataclass
class Held:
    """A value and what NumPy says it is; `valid` are the extents that hold data."""

    var: n.Var
    data: np.ndarray
    valid: tuple[int, int]
    typed: tuple[object, object]


class Chain:
    """A region that moves parts of values around; every value of the end is stored."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.data = np.random.default_rng(seed)
        self.dtype = self.rng.choice(DTYPES)
        self.unit = 32 // self.dtype.get_byte()
        self.sums = self.dtype in (FP32, INT32) and self.rng.random() < 0.5
        self.b = Builder("parts")
        self.args: list[object] = []
        self.wanted: dict[int, Held] = {}
        self.x = self.b.tensor("x", (ROWS, COLS), self.dtype)
        self.args.append(numpy_to_torch(self.random_bits()))
        self.row = self.b.scalar("row", INDEX)
        self.start = self.rng.randint(0, 4)
        self.args.append(self.start)
        self.held_rows = self.b.scalar("held_rows", INDEX)
        self.held = self.rng.randint(1, 8)
        self.args.append(self.held)
        with self.b.at():
            whole = self.b.slice(self.x, (ROWS, COLS), (0, 0))
            source = torch_to_numpy(self.args[0]).copy()
            self.pool = [Held(whole, source, (ROWS, COLS), (ROWS, COLS))]
            for _ in range(self.rng.randint(3, 9)):
                kinds = [self.slice, self.slice, self.insert, self.insert, self.loop]
                self.rng.choice(kinds + [self.add] * 3 * self.sums)()
            for value in self.rng.sample(self.pool, min(3, len(self.pool))):
                self.store(value)

    def random_bits(self) -> np.ndarray:
        numpy = self.dtype.numpy()
        if self.sums:
            return self.data.integers(-9, 9, (ROWS, COLS)).astype(numpy)
        raw = self.data.integers(0, 256, (ROWS, COLS * self.dtype.get_byte()), np.uint8)
        return raw.view(numpy)  # signalling NaN, subnormal numbers and all

    def store(self, value: Held) -> None:
        out = self.b.tensor(f"y{len(self.wanted)}", value.data.shape, self.dtype, "out")
        self.wanted[len(self.args)] = value
        self.args.append(numpy_to_torch(np.zeros_like(value.data)))
        self.b.store(out, value.var, (0, 0))

    def columns(self, width: int) -> tuple[int, int]:
        """First column and number of columns of a part."""
        units = width // self.unit
        count = self.rng.randint(1, units)
        return self.rng.randint(0, units - count) * self.unit, count * self.unit

    def slice(self) -> None:
        source = self.rng.choice([v for v in self.pool if v.data.shape[0] >= 2])
        height, width = source.data.shape
        rows = self.rng.randint(1, height)
        top, moving = self.rng.randint(0, height - rows), False
        if source.valid[0] == height and rows <= height - self.start and self.rng.random() < 0.3:
            top, moving = self.start, True
        left, cols = self.columns(width)
        valid = [min(rows, source.valid[0] - top), min(cols, source.valid[1] - left)]
        if min(valid) <= 0:
            return
        typed: list[object] = [rows if valid[0] == rows else None, cols if valid[1] == cols else None]
        attrs = {}
        if None not in typed and rows >= self.held and self.rng.random() < 0.3:
            valid[0] = self.held
            attrs["valid_shape"] = (self.held_rows, cols)
        elif None not in typed and self.rng.random() < 0.3:
            valid = [self.rng.randint(1, rows), self.rng.randint(1, cols)]
            attrs["valid_shape"] = tuple(valid)
        var = self.b.slice(source.var, (rows, cols), (self.row if moving else top, left), **attrs)
        data = source.data[top : top + rows, left : left + cols].copy()
        self.pool.append(Held(var, data, tuple(valid), tuple(var.type.valid_shape)))

    def target(self, part: Held) -> Held | None:
        rows, cols = part.data.shape
        fits = [v for v in self.pool if v.data.shape[0] >= rows and v.data.shape[1] >= cols]
        return self.rng.choice(fits) if fits else None

    def insert(self) -> None:
        part = self.rng.choice(self.pool)
        target = self.target(part)
        assert target is not None
        rows, cols = part.data.shape
        top = self.rng.randint(0, target.data.shape[0] - rows)
        left = self.rng.randint(0, (target.data.shape[1] - cols) // self.unit) * self.unit
        at: object = top
        if rows + self.start <= target.data.shape[0] and self.rng.random() < 0.3:
            top, at = self.start, self.row
        var = self.b.call(M.ASSEMBLE, target.var, part.var, offset=(at, left))
        data = target.data.copy()
        r, c = part.valid
        data[top : top + r, left : left + c] = part.data[:r, :c]
        self.pool.append(Held(var, data, target.valid, target.typed))

    def loop(self) -> None:
        """Row by row into a value that a loop carries."""
        source = self.rng.choice([v for v in self.pool if v.valid == v.data.shape])
        target = self.rng.choice([v for v in self.pool if v.data.shape[1] >= source.data.shape[1]])
        count = min(source.data.shape[0], target.data.shape[0])
        cols = source.data.shape[1]
        total = self.b.let("total", target.var)
        with self.b.loop(0, count, kind=self.rng.choice(["range", "pipeline", "unroll"])) as i:
            line = self.b.slice(source.var, (1, cols), (i, 0))
            new = self.b.call(M.ASSEMBLE, total, line, offset=(call(S.SUB, count - 1, i), 0))
            self.b.set(total, new)
        data = target.data.copy()
        data[:count, :cols] = source.data[:count][::-1]
        self.pool.append(Held(total, data, target.valid, target.typed))

    def add(self) -> None:
        a = self.rng.choice(self.pool)
        alike = [v for v in self.pool if v.data.shape == a.data.shape and v.valid == a.valid]
        other = self.rng.choice(alike)
        var = self.b.call(E.ADD, a.var, other.var)
        valid = tuple(
            n if isinstance(n, int) else v for n, v in zip(var.type.valid_shape, a.valid, strict=True)
        )
        if valid == a.valid:
            self.pool.append(Held(var, a.data + other.data, valid, tuple(var.type.valid_shape)))


def bits(array: np.ndarray) -> np.ndarray:
    return array.view(f"u{array.dtype.itemsize}")


@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
@pytest.mark.parametrize("seed", range(12))
def test_chains_of_slices_and_writes(seed, platform):
    chain = Chain(seed + 100 * (platform == "a5sim"))
    native, interpreted = run_both(chain.b.program(), chain.args, platform)
    for at, value in chain.wanted.items():
        region = tuple(slice(0, extent) for extent in value.valid)
        wanted = bits(value.data[region])
        assert np.array_equal(bits(torch_to_numpy(interpreted[at])[region]), wanted)
        assert np.array_equal(bits(torch_to_numpy(native[at])[region]), wanted)


ENGINES = pytest.mark.parametrize("engine", ["native", "interpret"])
PLATFORMS = pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
EXACT = {"y": ratio_allclose(atol=0.0, rtol=0.0, max_error_ratio=0.0)}

ROPE = (
    HEAD
    + """
@pl.jit
def rope(x: pl.Tensor, cos: pl.Tensor, sin: pl.Tensor, y: pl.Out[pl.Tensor]):
    rows, cols = x.shape
    half = cols // 2
    for b in pl.spmd(rows // 8, name_hint="rope"):
        r = b * 8
        t = x[r : r + 8, :]
        c, s = cos[r : r + 8, :], sin[r : r + 8, :]
        lo, hi = t[:, 0:half], t[:, half:]
        t[:, 0:half] = pl.sub(pl.mul(lo, c), pl.mul(hi, s))
        t[:, half:] = pl.add(pl.mul(hi, c), pl.mul(lo, s))
        y[r : r + 8, :] = t
    return y
"""
)


def rope_golden(values):
    lo, hi = values["x"].chunk(2, 1)
    c, s = values["cos"], values["sin"]
    values["y"][:] = torch.cat([lo * c - hi * s, hi * c + lo * s], 1)


@ENGINES
@PLATFORMS
def test_halves_of_a_loaded_value(load, engine, platform):
    specs = [
        TensorSpec("x", [24, 128], torch.float32, init_value=torch.randn),
        TensorSpec("cos", [24, 64], torch.float32, init_value=torch.randn),
        TensorSpec("sin", [24, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [24, 128], torch.float32),
    ]
    config = {"engine": engine, "platform": platform}
    result = run(load(ROPE).rope, specs, golden_fn=rope_golden, compare_fn=EXACT, config=config)
    assert result.passed, result.error


AXES = (
    HEAD
    + """
@pl.jit
def axes(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :, :]
        first = t[0]                      # an axis less
        second = t[1, 2:6, :]
        line = t[2, 3, 0:16]
        first[2:6, :] = second
        first[7, 16:32] = line
        t[3] = first
        t[1:3] = t[0:2]
        y[:, :, :] = t
    return y
"""
)


def axes_golden(values):
    t = values["x"].clone()
    first, second, line = t[0].clone(), t[1, 2:6].clone(), t[2, 3, 0:16].clone()
    first[2:6] = second
    first[7, 16:32] = line
    t[3] = first
    t[1:3] = t[0:2].clone()
    values["y"][:] = t


@ENGINES
def test_subscripts_with_an_integer_axis(load, engine):
    specs = [
        TensorSpec("x", [4, 8, 32], torch.float32, init_value=torch.randn),
        TensorSpec("y", [4, 8, 32], torch.float32),
    ]
    result = run(load(AXES).axes, specs, golden_fn=axes_golden, compare_fn=EXACT, config={"engine": engine})
    assert result.passed, result.error


TILES = (
    HEAD
    + """
@pl.jit
def tiles(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [8, 64])
        u = pl.tile.add(t[:, 0:32], pl.tile.slice(t, [8, 32], [0, 32]))
        t = pl.tile.assemble(t, u, [0, 32])
        y = pl.store(t, [0, 0], y)
    return y
"""
)


@ENGINES
def test_windows_of_tiles(load, engine):
    def golden(values):
        x = values["x"]
        values["y"][:] = torch.cat([x[:, :32], x[:, :32] + x[:, 32:]], 1)

    specs = [
        TensorSpec("x", [8, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [8, 64], torch.float32),
    ]
    result = run(load(TILES).tiles, specs, golden_fn=golden, compare_fn=EXACT, config={"engine": engine})
    assert result.passed, result.error


MOVING = (
    HEAD
    + """
@pl.jit
def moving(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        for row in pl.range(0, 12, 6):
            {statement}
        y[:, :] = t
    return y
"""
)


@ENGINES
@pytest.mark.parametrize(
    "statement, code, words",
    [
        ("t[0:4, :] = pl.slice(t, [4, 64], [row, 0])", "load-bounds", "[6, 10) of axis 0, whose extent is 8"),
        ("t = pl.assemble(t, t[0:4, :], [row, 0])", "store-bounds", "[6, 10) of axis 0, whose extent is 8"),
    ],
)
def test_a_part_that_leaves_its_value_is_a_fault(load, engine, statement, code, words):
    specs = [
        TensorSpec("x", [8, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [8, 64], torch.float32),
    ]
    kernel = load(MOVING.format(statement=statement)).moving
    result = run(kernel, specs, golden_fn=lambda values: values["y"].zero_(), config={"engine": engine})
    assert not result.passed
    assert words in result.error and code in result.error


HEADS = (
    HEAD
    + """
@pl.jit
def heads(x: pl.Tensor, p: pl.Tensor, y: pl.Out[pl.Tensor], z: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.mul(x[:, :], 2.0)
        u = pl.add(t, 1.0)
        for j in pl.range(4):
            z[j] = pl.add(t[0:32, j * 64 : (j + 1) * 64], 1.0)
        for c in pl.range(0, 256, 64):
            d = c + 64
            u[0:16, c:d] = pl.abs(t[16:32, c:d])
        for j in pl.range(4):
            at = pl.read(p, [j])
            u[16:24, at : at + 8] = t[0:8, at + 3 : at + 11]
        y[:, :] = u
    return y, z
"""
)


@ENGINES
@PLATFORMS
def test_columns_that_a_loop_or_a_tensor_names(load, engine, platform):
    x, p = torch.randn(32, 256), torch.tensor([1, 40, 77, 245], dtype=torch.int32)
    y, z = torch.zeros(32, 256), torch.zeros(4, 32, 64)
    load(HEADS).heads(x, p, y, z, config={"engine": engine, "platform": platform})
    t = x * 2
    u = t + 1
    u[:16] = t[16:].abs()
    for at in p.tolist():
        u[16:24, at : at + 8] = t[:8, at + 3 : at + 11]
    assert torch.equal(y, u)
    assert torch.equal(z, (t + 1).reshape(32, 4, 64).transpose(0, 1))


def test_columns_of_a_loop_are_copied_line_by_line(load, tmp_path, monkeypatch):
    """Only those that a tensor names are read element by element."""
    monkeypatch.setenv("PYPTO_PROG_BUILD_DIR", str(tmp_path))
    specs = [
        TensorSpec("x", [32, 256], torch.float32, init_value=torch.randn),
        TensorSpec("p", [4], torch.int32, init_value=torch.zeros),
        TensorSpec("y", [32, 256], torch.float32),
        TensorSpec("z", [4, 32, 64], torch.float32),
    ]
    assert run(load(HEADS).heads, specs, compile_only=True).passed
    (pto,) = tmp_path.rglob("*.pto")
    text = pto.read_text()
    assert text.count("pto.subset") == 4 and text.count("pto.tsetval") == 2


ANYWHERE = (
    HEAD
    + """
@pl.jit
def anywhere(x: pl.Tensor, w: pl.Tensor, m: pl.Tensor, y: pl.Out[pl.Tensor], v: pl.Out[pl.Tensor],
             r: pl.Out[pl.Tensor], z: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t, u = x[:, :], x[:, :]
        u[:, 5:37] = t[:, 3:35]
        r[:] = t[:, 7]
        y[:, :] = u
        before, after = w[:, :], w[:, :]
        after[:, 5:9] = before[:, 3:7]
        after[:, 1:2] = before[:, 30:31]
        v[:, :] = after
        f = m[:, :]
        g = pl.add(f, 1.0)
        f[:, 9:10] = pl.row_max(f)
        f[2:6, 13:29] = pl.slice(g, [4, 16], [0, 0], valid_shape=[3, 11])
        z[:, :] = pl.add(f, g)
    return y, v, r, z
"""
)


@ENGINES
@PLATFORMS
def test_parts_that_begin_anywhere_in_a_line(load, engine, platform):
    x = torch.randint(-128, 127, (32, 256), dtype=torch.int8)
    w, m = torch.randint(-(2**62), 2**62, (16, 32)), torch.randn(8, 64)
    y, v, r, z = (
        torch.zeros_like(x),
        torch.zeros_like(w),
        torch.zeros(32, dtype=torch.int8),
        torch.zeros(8, 64),
    )
    load(ANYWHERE).anywhere(x, w, m, y, v, r, z, config={"engine": engine, "platform": platform})
    u, after, f = x.clone(), w.clone(), m.clone()
    u[:, 5:37], after[:, 5:9], after[:, 1] = x[:, 3:35], w[:, 3:7], w[:, 30]
    f[:, 9] = m.amax(1)
    f[2:5, 13:24] = (m + 1)[:3, :11]
    assert torch.equal(y, u) and torch.equal(v, after) and torch.equal(r, x[:, 7])
    assert torch.equal(z, f + (m + 1))


@ENGINES
@pytest.mark.parametrize(
    "statement",
    ["t[:, 0:8] = pl.slice(t, [8, 8], [0, row * 9])", "t = pl.assemble(t, t[:, 0:8], [0, row * 9])",
     "t[:, 0:8] = pl.slice(t, [8, 8], [0, row * 16])", "t = pl.assemble(t, t[:, 0:8], [0, row * 16])"],
)  # fmt: skip
def test_columns_that_leave_their_value_are_a_fault(load, engine, statement):
    kernel = load(MOVING.format(statement=statement.replace("row", "(row + 1)"))).moving
    with pytest.raises(UserError) as caught:
        kernel(torch.zeros(8, 64), torch.zeros(8, 64), config={"engine": engine})
    assert caught.value.code in ("load-bounds", "store-bounds", "read-bounds")
    assert "axis 1, whose extent is 64" in str(caught.value)
    assert statement.replace("row", "(row + 1)") in str(caught.value)


ARRAY = (
    HEAD
    + """
@pl.jit
def array(e: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        n = pl.array.create(4, pl.INT32)
        for i in pl.range(4):
            {statement}
            pl.write(y, [i], pl.read(e, [i]))
    return y
"""
)


@ENGINES
@pytest.mark.parametrize("statement", ["n[pl.read(e, [i])] = 3", "pl.write(y, [i], n[pl.read(e, [i])])"])
@pytest.mark.parametrize("wrong", [4, -1])
def test_an_index_outside_of_an_array_of_a_region_is_a_fault(load, engine, statement, wrong):
    kernel = load(ARRAY.format(statement=statement)).array
    y = torch.zeros(4, dtype=torch.int32)
    kernel(torch.tensor([0, 1, 2, 3], dtype=torch.int32), y, config={"engine": engine})
    assert y.tolist() == [0, 1, 2, 3]
    with pytest.raises(UserError) as caught:
        kernel(torch.tensor([0, wrong, 2, 3], dtype=torch.int32), y, config={"engine": engine})
    assert caught.value.code == "array-bounds" and statement in str(caught.value)
    assert f"index {wrong} is outside of an array of 4 elements" in str(caught.value)


@pytest.mark.parametrize("dtype", [FP32, FP16, BF16], ids=lambda d: d.name)
def test_what_is_only_moved_keeps_the_bits_of_every_nan(dtype):
    """A matrix and a column, stored by the loop that computes something else."""
    generator = np.random.default_rng(3)
    quiet, limit = {FP32: (1 << 22, 0x7F800000), FP16: (1 << 9, 0x7C00), BF16: (1 << 6, 0x7F80)}[dtype]
    numpy = np.dtype(f"u{dtype.get_byte()}")
    sources = [
        (
            limit
            | generator.integers(1, quiet, shape)
            | generator.integers(0, 2, shape) << (8 * numpy.itemsize - 1)
        )
        for shape in ((32, 64), (32, 1))
    ]
    arrays = [a.astype(numpy).view(dtype.numpy()) for a in sources]
    b = Builder()
    x, c = b.tensor("x", (32, 64), dtype), b.tensor("c", (32, 1), dtype)
    y, z = b.tensor("y", (32, 64), dtype, "out"), b.tensor("z", (32, 1), dtype, "out")
    w = b.tensor("w", (32, 64), FP32, "out")
    with b.at():
        matrix, column = b.slice(x, (32, 64), (0, 0)), b.slice(c, (32, 1), (0, 0))
        b.store(y, matrix, (0, 0))
        wide = matrix if dtype is FP32 else b.call(ops.cast.CAST, matrix, target_type=FP32, mode="none")
        b.store(w, b.call(E.NEG, wide), (0, 0))
        b.store(z, column, (0, 0))
    args = [numpy_to_torch(a) for a in (*arrays, *map(np.zeros_like, arrays))]
    for result in run_both(b.program(), [*args, torch.zeros(32, 64)]):
        assert np.array_equal(bits(torch_to_numpy(result[2])), bits(arrays[0]))
        assert np.array_equal(bits(torch_to_numpy(result[3])), bits(arrays[1]))


def test_a_value_that_is_read_again_is_copied_before_a_part_is_written():
    """The old value and the new one are both stored."""
    b = Builder()
    x, y, z = (
        b.tensor("x", (16, 64)),
        b.tensor("y", (16, 64), FP32, "out"),
        b.tensor("z", (16, 64), FP32, "out"),
    )
    with b.at():
        old = b.slice(x, (16, 64), (0, 0))
        new = b.call(M.ASSEMBLE, old, b.slice(old, (4, 32), (0, 32)), offset=(8, 0))
        again = b.call(M.ASSEMBLE, new, b.slice(new, (8, 64), (8, 0)), offset=(0, 0))
        b.store(y, old, (0, 0))
        b.store(z, again, (0, 0))
    data = torch.randn(16, 64)
    native, _ = run_both(b.program(), [data, torch.zeros(16, 64), torch.zeros(16, 64)])
    wanted = data.clone()
    wanted[8:12, 0:32] = data[0:4, 32:64]
    wanted[0:8] = wanted[8:16].clone()
    assert torch.equal(native[1], data)
    assert torch.equal(native[2], wanted)


ELEMENTS = (
    HEAD
    + """
@pl.jit
def elements(x: pl.Tensor, y: pl.Out[pl.Tensor], z: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :, :]
        first = t[:, :, :]
        row = pl.reshape(t[0, 0:1], [32])
        for i in pl.range(4):
            a = t[i, 7 - i, i + 3]
            pl.write(t, [3 - i, i, 31], a)
            pl.write(row, [i], pl.read(t, [i, 0, i]))
            t = pl.add(t, 1.0)
        y[:, :, :] = t
        t[0, 0:1] = pl.reshape(row, [1, 32])
        first[0] = t[0]
        z[:, :, :] = first
    return y, z
"""
)


@ENGINES
@PLATFORMS
def test_single_elements_of_values(load, engine, platform):
    def golden(values):
        t = values["x"].clone()
        first, row = t.clone(), t[0, 0].clone()
        for i in range(4):
            t[3 - i, i, 31] = t[i, 7 - i, i + 3].clone()
            row[i] = t[i, 0, i]
            t = t + 1
        values["y"][:] = t
        t[0, 0] = row
        first[0] = t[0]
        values["z"][:] = first

    names = ("x", "y", "z")
    specs = [
        TensorSpec(n, [4, 8, 32], torch.float32, init_value=torch.randn if n == "x" else None) for n in names
    ]
    config = {"engine": engine, "platform": platform}
    compare = {"y": EXACT["y"], "z": EXACT["y"]}
    result = run(load(ELEMENTS).elements, specs, golden_fn=golden, compare_fn=compare, config=config)
    assert result.passed, result.error


@ENGINES
@pytest.mark.parametrize(
    "statement, code",
    [
        ("pl.write(t, [row + 2, 0], pl.read(t, [row, 0]))", "write-bounds"),
        ("pl.write(t, [0, 0], pl.read(t, [row + 2, 0]))", "read-bounds"),
    ],
)
def test_an_element_outside_of_a_value_is_a_fault(load, engine, statement, code):
    specs = [
        TensorSpec("x", [8, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [8, 64], torch.float32),
    ]
    kernel = load(MOVING.format(statement=statement)).moving
    result = run(kernel, specs, golden_fn=lambda values: values["y"].zero_(), config={"engine": engine})
    assert not result.passed
    assert code in result.error


def test_an_element_is_written_into_one_of_two_values():
    """A copy that a loop carries is not the value it was made of."""
    b = Builder()
    x, y, z = b.tensor("x", (8, 64)), b.tensor("y", (8, 64), FP32, "out"), b.tensor("z", (8, 64), FP32, "out")
    with b.at():
        old = b.slice(x, (8, 64), (0, 0))
        carried = b.let("carried", old)
        with b.loop(0, 3) as i:
            b.effect(M.WRITE, carried, 5.0, offset=(i, i))
            b.set(carried, b.call(E.ADD, carried, old))
        b.store(y, old, (0, 0))
        b.store(z, carried, (0, 0))
    data = torch.randn(8, 64)
    wanted = data.clone()
    for i in range(3):
        wanted[i, i] = 5.0
        wanted = wanted + data
    for result in run_both(b.program(), [data, torch.zeros(8, 64), torch.zeros(8, 64)]):
        assert torch.equal(result[1], data)
        assert torch.equal(result[2], wanted)


@pl.jit
def windows_at(
    x: pl.Tensor[[16, 64], pl.FP32],
    n: pl.Scalar[pl.INDEX],
    held: pl.Scalar[pl.INDEX],
    y: pl.Out[pl.Tensor[[4, 64], pl.FP32]],
    z: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [8, 64], [0, 0])
        y[0:4, :] = pl.slice(v, [4, 64], [n, 0], valid_shape=[held, 64])
        w = pl.slice(x, [4, 64], [8, 0], valid_shape=[held, 64])
        v[n : n + 4, :] = w
        z[:, :] = v
    return y, z


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_a_part_whose_start_is_computed_lies_inside_as_a_whole(engine):
    program = windows_at.compile(n=pl.RUNTIME, held=pl.RUNTIME)
    x = torch.arange(1024.0).reshape(16, 64)
    y, z = torch.zeros(4, 64), torch.zeros(8, 64)
    program.dispatch([x, 4, 2, y, z], RunConfig(engine=engine))
    assert torch.equal(y[:2], x[4:6])
    assert torch.equal(z, torch.cat([x[:4], x[8:10], x[6:8]]))
    for start, rows in ((5, 2), (-1, 4), (9, 0)):
        with pytest.raises(UserError, match=rf"load reads outside of .*\[{start}, {start + 4}\) of axis 0"):
            program.dispatch([x, start, rows, y, z], RunConfig(engine=engine))


@pl.jit
def anywhere(
    x: pl.Tensor[[16, 64], pl.FP32],
    h: pl.Tensor[[16, 64], pl.BF16],
    u: pl.Tensor[[16, 64], pl.INT16],
    at: pl.Tensor[[2], pl.INT32],
    y: pl.Out[pl.Tensor[[40, 64], pl.FP32]],
    z: pl.Out[pl.Tensor[[8, 16], pl.BF16]],
    w: pl.Out[pl.Tensor[[16, 16], pl.INT16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.neg(x[:, :])
        y[0:16, 0:8] = t[:, 3:11]
        y[0:16, 8:16] = pl.row_expand_mul(t[:, 0:8], t[:, 5:6])
        y[0:16, 16:32] = pl.slice(t, [16, 16], [0, 30], valid_shape=[16, pl.read(at, [1])])
        y[16:17, 0:16] = pl.transpose(t, 0, 1)[7:8, 0:16]
        y[17:18, 0:16] = pl.reshape(t[:, 63:64], [1, 16])
        for i in pl.unroll(3):
            y[18 + i : 19 + i, 0:8] = t[i : i + 1, i + 2 : i + 10]
    with pl.at(level=pl.Level.CORE_GROUP):
        row = pl.read(at, [0])
        z[:, :] = pl.neg(h[:, :])[row : row + 8, 5:21]
        w = pl.store(pl.load(u, [0, 0], [16, 64])[:, 7:23], [0, 0], w)
    return y, z, w


def test_a_part_may_begin_at_any_column():
    generator = torch.Generator().manual_seed(5)
    x, h = torch.randn(16, 64, generator=generator), torch.randn(16, 64, generator=generator).bfloat16()
    u = torch.randint(-999, 999, (16, 64), generator=generator).short()
    out = [torch.zeros(40, 64), torch.zeros(8, 16).bfloat16(), torch.zeros(16, 16).short()]
    *_, y, z, w = run_everywhere(anywhere, x, h, u, torch.tensor([3, 11], dtype=torch.int32), *out)
    t = -x
    assert torch.equal(y[:16, :8], t[:, 3:11])
    assert torch.equal(y[:16, 8:16], t[:, :8] * t[:, 5:6])
    assert torch.equal(y[:16, 16:27], t[:, 30:41])
    assert torch.equal(y[16, :16], t[:, 7]) and torch.equal(y[17, :16], t[:, 63])
    assert all(torch.equal(y[18 + i, :8], t[i, i + 2 : i + 10]) for i in range(3))
    assert torch.equal(z, -h[3:11, 5:21]) and torch.equal(w, u[:, 7:23])


@pl.jit
def open_ends(
    x: pl.Tensor[[16, 64], pl.FP32],
    ends: pl.Tensor[[2], pl.INT32],
    y: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    z: pl.Out[pl.Tensor[[16, 1], pl.FP32]],
    w: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        rows, columns = pl.cast(pl.read(ends, [0]), pl.INDEX), pl.cast(pl.read(ends, [1]), pl.INDEX)
        t = pl.load(x, [0, 0], [16, 64])
        y = pl.store(pl.neg(t[0:rows, 8:columns]), [0, 0], y)
        z = pl.store(pl.row_max(t[:, 0:columns], pl.create_tile([16, 64], pl.FP32)), [0, 0], z)
        w = pl.store(t[8:100, :], [0, 0], w)
    return y, z, w


def test_an_upper_bound_of_a_tile_is_cut_or_gives_the_valid_extent():
    """One that is known at run time only, and lies beyond the tile or in it."""
    x = torch.randn(16, 64, generator=torch.Generator().manual_seed(6))
    for rows, columns in ((5, 20), (16, 80)):
        out = [torch.zeros(16, 64), torch.zeros(16, 1), torch.zeros(8, 64)]
        ends = torch.tensor([rows, columns], dtype=torch.int32)
        for engine in ("interpret", "native"):
            open_ends(x, ends, *out, config={"engine": engine})
            y, z, w = out
            width = min(columns, 64) - 8
            assert torch.equal(y[:rows, :width], -x[:rows, 8 : 8 + width])
            assert torch.equal(z, x[:, :columns].amax(1, keepdim=True)) and torch.equal(w, x[8:])
