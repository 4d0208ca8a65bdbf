# SPDX-License-Identifier: Apache-2.0
"""What kernels are made of: softmax, norms, quantisation, rotation, the largest of a row, running sums, rows by index."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from generated import meaning
from generated.core import Body, Env
from generated.meaning import Value
from generated.places import sort_keys

if TYPE_CHECKING:
    from generated.regions import KernelMaker

LEVEL = "level=pl.Level.CORE_GROUP"


def idiom(maker: KernelMaker) -> None:
    """A region of one idiom, in blocks of rows."""
    kinds = [
        softmax,
        softmax,
        norm,
        quantised,
        rotated,
        largest,
        running,
        tail,
        scattered_elements,
        gathered_rows,
    ]
    maker.rng.choice(kinds)(maker)
    maker.case.features.add("idiom")


class Lines:
    """A region of blocks of rows: each statement is a name, its text and its meaning."""

    def __init__(self, maker: KernelMaker, rows: int, grid: int) -> None:
        self.maker, self.rows, self.grid = maker, rows, grid
        self.block, self.body = maker.fresh("b"), Body()
        self.row = f"{self.block} * {rows}"

    def let(self, text: str, value: Callable[[Env], Any], stem: str = "v") -> str:
        name = self.maker.fresh(stem)
        self.body.add(f"{name} = {text}", lambda env: env.__setitem__(name, value(env)))
        return name

    def load(self, stem: str, cols: int, dtype: str, whole: bool = False) -> str:
        """This block of a new input."""
        t = self.maker.tensor(stem, self.rows * self.grid, cols, dtype)
        t.whole = whole
        name, rows = t.name, self.rows
        return self.let(
            f"{name}[{self.row} : {self.row} + {rows}, :]",
            lambda env: env[name].load(env[self.block] * rows, 0, (rows, cols), rows, cols),
        )

    def line(self, stem: str, cols: int, dtype: str) -> str:
        """A new input of one row."""
        t = self.maker.tensor(stem, 1, cols, dtype)
        t.whole = True
        return self.let(f"{t.name}[:, :]", lambda env: env[t.name].load(0, 0, (1, cols), 1, cols))

    def store(self, v: str, cols: int, dtype: str) -> None:
        y = self.maker.tensor("y", self.rows * self.grid, cols, dtype, "out").name
        rows = self.rows
        self.body.add(
            f"{y}[{self.row} : {self.row} + {rows}, :] = {v}",
            lambda env: env[y].store(env[v], env[self.block] * rows, 0),
        )

    def end(self) -> None:
        def run(env: Env) -> None:
            for k in range(self.grid):
                env[self.block] = k
                self.body.run(env)

        if self.maker.chance(0.7):
            self.maker.body.nest(f"for {self.block} in pl.spmd({self.grid}):", self.body, run)
        else:
            task = Body()
            task.nest(f"with pl.at({LEVEL}):", self.body)
            self.maker.body.nest(f"for {self.block} in pl.parallel({self.grid}):", task, run)


def _lines(maker: KernelMaker) -> tuple[Lines, int]:
    return Lines(maker, maker.rng.choice([8, 16]), maker.rng.randint(1, 3)), maker.rng.choice([32, 64, 128])


def number_of(value: float, dtype: str = "FP32") -> Value:
    return meaning.scalar_of(value, dtype)


def softmax(maker: KernelMaker) -> None:
    """Of the first columns of each row; how many, the run says."""
    lines, cols = _lines(maker)
    x = lines.load("x", cols, "FP32", whole=True)
    counters = [
        p.name for p in maker.params if getattr(p, "dtype", "") == "INDEX" and not hasattr(p, "direction")
    ]
    given = x
    if maker.chance(0.6):
        if counters:
            c = maker.rng.choice(counters)
            n = lines.let(f"({c} + 3) % {cols} + 1", lambda env: (int(env[c]) + 3) % cols + 1, "n")
        else:
            n = str(maker.rng.randint(1, cols))

        def narrowed(env: Env) -> Value:
            v, m = env[given], int(n) if n.isdigit() else env[n]
            return Value(v.data, v.dtype, lines.rows, m, v.err)

        def filled(env: Env) -> Value:
            v = env[part]
            data = np.full(v.data.shape, -np.inf, v.data.dtype)
            data[:, : v.cols] = v.data[:, : v.cols]
            return Value(data, v.dtype, *data.shape, np.zeros(data.shape))

        part = lines.let(f"pl.set_validshape({x}, {lines.rows}, {n})", narrowed)
        x = lines.let(f"pl.fillpad({part}, pad_value=pl.PadValue.min)", filled)
    top = lines.let(f"pl.row_max({x})", lambda env: meaning.reduce("max", 1, env[x]))
    if maker.chance(0.5):
        e = lines.let(f"pl.row_expand_expdif({x}, {top})", lambda env: meaning.expdif(env[x], env[top]))
    else:
        d = lines.let(f"pl.row_expand_sub({x}, {top})", lambda env: meaning.binary("sub", env[x], env[top]))
        e = lines.let(f"pl.exp({d})", lambda env: meaning.unary("exp", env[d]))
    total = lines.let(f"pl.row_sum({e})", lambda env: meaning.reduce("sum", 1, env[e]))
    p = lines.let(f"pl.row_expand_div({e}, {total})", lambda env: meaning.binary("div", env[e], env[total]))
    lines.store(p, cols, "FP32")
    lines.end()


def norm(maker: KernelMaker) -> None:
    """The root of the mean of squares, and a row of weights."""
    lines, cols = _lines(maker)
    dtype = maker.rng.choice(["BF16", "FP16", "FP32"])
    x = lines.load("x", cols, dtype, whole=True)
    wide = x
    if dtype != "FP32":
        wide = lines.let(f"pl.cast({x}, pl.FP32)", lambda env: meaning.cast(env[x], "FP32", "rint"))
    square = lines.let(f"pl.mul({wide}, {wide})", lambda env: meaning.binary("mul", env[wide], env[wide]))
    total = lines.let(f"pl.row_sum({square})", lambda env: meaning.reduce("sum", 1, env[square]))
    mean = lines.let(
        f"pl.mul({total}, {1 / cols})", lambda env: meaning.binary("mul", env[total], number_of(1 / cols))
    )
    held = lines.let(f"pl.add({mean}, 0.5)", lambda env: meaning.binary("add", env[mean], number_of(0.5)))
    if maker.chance(0.5):
        scale = lines.let(f"pl.rsqrt({held})", lambda env: meaning.unary("rsqrt", env[held]))
    else:
        root = lines.let(f"pl.sqrt({held})", lambda env: meaning.unary("sqrt", env[held]))
        scale = lines.let(f"pl.recip({root})", lambda env: meaning.unary("recip", env[root]))
    y = lines.let(
        f"pl.row_expand_mul({wide}, {scale})", lambda env: meaning.binary("mul", env[wide], env[scale])
    )
    g = lines.line("w", cols, "FP32")
    z = lines.let(f"pl.col_expand_mul({y}, {g})", lambda env: meaning.binary("mul", env[y], env[g]))
    if dtype != "FP32":
        w = z
        z = lines.let(
            f'pl.cast({w}, pl.{dtype}, mode="rint")', lambda env: meaning.cast(env[w], dtype, "rint")
        )
    lines.store(z, cols, dtype)
    lines.end()


def quantised(maker: KernelMaker) -> None:
    """INT8 with a scale for each row."""
    lines, cols = _lines(maker)
    x = lines.load("x", cols, "FP32", whole=True)
    size = lines.let(f"pl.abs({x})", lambda env: meaning.unary("abs", env[x]))
    top = lines.let(f"pl.row_max({size})", lambda env: meaning.reduce("max", 1, env[size]))
    safe = lines.let(
        f"pl.maximum({top}, 0.001)", lambda env: meaning.binary("max", env[top], number_of(0.001))
    )
    scale = lines.let(
        f"pl.mul({safe}, 0.0078125)", lambda env: meaning.binary("mul", env[safe], number_of(0.0078125))
    )
    q = lines.let(f"pl.row_expand_div({x}, {scale})", lambda env: meaning.binary("div", env[x], env[scale]))
    whole = lines.let(
        f'pl.cast({q}, pl.INT32, mode="rint")', lambda env: meaning.cast(env[q], "INT32", "rint")
    )
    generation = maker.generation
    half = lines.let(
        f'pl.cast({whole}, pl.FP16, mode="round")',
        lambda env: meaning.casts(env[whole], "FP16", "round", generation),
    )
    z = lines.let(
        f'pl.cast({half}, pl.INT8, mode="trunc")', lambda env: meaning.cast(env[half], "INT8", "trunc")
    )
    lines.store(z, cols, "INT8")
    if maker.chance(0.5):
        lines.store(whole, cols, "INT32")
    lines.end()


def rotated(maker: KernelMaker) -> None:
    """Both halves of each row, turned against each other."""
    lines, _ = _lines(maker)
    half = maker.rng.choice([32, 64])
    cols, rows = 2 * half, lines.rows
    dtype = maker.rng.choice(["FP32", "FP16"])
    x = lines.load("x", cols, dtype, whole=True)
    cos, sin = lines.line("c", half, dtype), lines.line("s", half, dtype)

    def cut(first: int) -> Callable[[Env], Value]:
        def value(env: Env) -> Value:
            v = env[x]
            at = (slice(None), slice(first, first + half))
            return Value(v.data[at].copy(), v.dtype, rows, half, v.err[at].copy())

        return value

    a, b = lines.let(f"{x}[:, 0:{half}]", cut(0)), lines.let(f"{x}[:, {half}:{cols}]", cut(half))

    def product(u: str, v: str) -> str:
        return lines.let(f"pl.col_expand_mul({u}, {v})", lambda env: meaning.binary("mul", env[u], env[v]))

    ac, bs, as_, bc = product(a, cos), product(b, sin), product(a, sin), product(b, cos)
    left = lines.let(f"pl.sub({ac}, {bs})", lambda env: meaning.binary("sub", env[ac], env[bs]))
    right = lines.let(f"pl.add({bc}, {as_})", lambda env: meaning.binary("add", env[bc], env[as_]))
    if maker.chance(0.5):

        def beside(env: Env) -> Value:
            data = np.concatenate([env[left].data, env[right].data], 1)
            return Value(data, dtype, rows, cols, np.concatenate([env[left].err, env[right].err], 1))

        z = lines.let(f"pl.concat({left}, {right})", beside)
        lines.store(z, cols, dtype)
    else:
        lines.store(left, half, dtype)
        lines.store(right, half, dtype)
    lines.end()


def largest(maker: KernelMaker) -> None:
    """The largest of a row and where they stood: runs of 32, then of 128, then of 512."""
    lines = Lines(maker, 1, maker.rng.randint(1, 3))
    cols, k = maker.rng.choice([128, 512]), maker.rng.choice([8, 32, 64])
    x = lines.load("x", cols, "FP32")
    places = lines.let(
        f"pl.arange(0, [1, {cols}], dtype=pl.UINT32)",
        lambda env: Value.of(np.arange(cols, dtype=np.uint32)[None], "UINT32"),
    )
    pairs = maker.fresh("s")
    lines.body.add(f"{pairs} = pl.sort32({x}, {places})")
    lines.body.add(f"{pairs} = pl.mrgsort({pairs}, block_len=64)")
    if cols == 512:
        if maker.chance(0.5):
            lines.body.add(f"{pairs} = pl.mrgsort({pairs}, block_len=256)")
        else:
            parts = ", ".join(f"{pairs}[:, {n}:{n + 256}]" for n in range(0, 1024, 256))
            lines.body.add(f"{pairs} = pl.mrgsort({parts})")

    def order(env: Env) -> np.ndarray:
        return np.argsort(-sort_keys(env[x].data), axis=1, kind="stable")[:, :k]

    top = maker.fresh("s")
    lines.body.add(f"{top} = {pairs}[:, 0:{2 * k}]")

    def first(env: Env) -> Value:
        return Value.of(np.take_along_axis(env[x].data, order(env), 1), "FP32")

    values = lines.let(f"pl.gather({top}, mask_pattern=pl.tile.MaskPattern.P0101)", first)

    def where(env: Env) -> Value:
        return Value.of(order(env).astype(np.int32), "INT32")

    found = lines.let(
        f"pl.gather({top}, mask_pattern=pl.tile.MaskPattern.P1010, output_dtype=pl.INT32)", where
    )
    lines.store(values, k, "FP32")
    lines.store(found, k, "INT32")
    lines.end()


def running(maker: KernelMaker) -> None:
    """A softmax that sees its columns in parts: the largest, the sum and the weighted sum are carried."""
    lines, _ = _lines(maker)
    cols, steps, rows = 32, maker.rng.randint(1, 4), lines.rows
    x = maker.tensor("x", rows * lines.grid, cols * steps, "FP32")
    w = maker.tensor("w", rows * lines.grid, cols * steps, "FP32")
    x.whole = w.whole = True
    i, b = maker.fresh("i"), lines.block
    kind = maker.rng.choice([f"range({steps})", f"pipeline({steps}, stage=2)", f"unroll({steps})"])

    def window(name: str) -> str:
        return f"{name}[{lines.row} : {lines.row} + {rows}, {i} * {cols} : {i} * {cols} + {cols}]"

    def part(env: Env, name: str, k: int) -> Value:
        return env[name].load(env[b] * rows, k * cols, (rows, cols), rows, cols)

    top = lines.let(
        f"pl.full([{rows}, 1], pl.FP32, -1000.0)",
        lambda env: Value.of(np.full((rows, 1), -1000.0, np.float32), "FP32"),
        "m",
    )
    total = lines.let(
        f"pl.full([{rows}, 1], pl.FP32, 0.0)",
        lambda env: Value.of(np.zeros((rows, 1), np.float32), "FP32"),
        "l",
    )
    held = lines.let(
        f"pl.full([{rows}, {cols}], pl.FP32, 0.0)",
        lambda env: Value.of(np.zeros((rows, cols), np.float32), "FP32"),
        "o",
    )
    s, new, scale, p = (maker.fresh(c) for c in ("s", "m", "a", "p"))
    loop = Body()
    for text in (
        f"{s} = {window(x.name)}",
        f"{new} = pl.maximum({top}, pl.row_max({s}))",
        f"{scale} = pl.exp(pl.sub({top}, {new}))",
        f"{p} = pl.exp(pl.row_expand_sub({s}, {new}))",
        f"{total} = pl.add(pl.mul({total}, {scale}), pl.row_sum({p}))",
        f"{held} = pl.add(pl.row_expand_mul({held}, {scale}), pl.mul({p}, {window(w.name)}))",
        f"{top} = {new}",
    ):
        loop.add(text)

    def run(env: Env) -> None:
        binary, unary, reduce = meaning.binary, meaning.unary, meaning.reduce
        for k in range(steps):
            v = part(env, x.name, k)
            now = binary("max", env[top], reduce("max", 1, v))
            factor = unary("exp", binary("sub", env[top], now))
            weight = unary("exp", binary("sub", v, now))
            env[total] = binary("add", binary("mul", env[total], factor), reduce("sum", 1, weight))
            more = binary("mul", weight, part(env, w.name, k))
            env[held] = binary("add", binary("mul", env[held], factor), more)
            env[top] = now

    lines.body.nest(f"for {i} in pl.{kind}:", loop, run)
    z = lines.let(
        f"pl.row_expand_div({held}, {total})", lambda env: meaning.binary("div", env[held], env[total])
    )
    lines.store(z, cols, "FP32")
    lines.end()


def tail(maker: KernelMaker) -> None:
    """Rows that do not divide evenly: the last block holds what is left, at run time."""
    rng = maker.rng
    rows, cols = rng.choice([8, 16]), rng.choice([32, 64])
    symbol = f"R{maker.case.seed}_{maker.fresh('')}"
    maker.case.symbols[symbol] = rng.choice([5, 17, 30, 48])
    dtype = rng.choice(["FP32", "FP16", "INT32"])
    x = maker.tensor("x", symbol, cols, dtype)
    y = maker.tensor("y", symbol, cols, dtype, "out")
    t, b, n, v = (maker.fresh(c) for c in ("t", "b", "n", "v"))
    maker.body.add(f"{t} = pl.tensor.dim({x.name}, {rng.choice([0, -2])})")
    body = Body()
    form = rng.choice(["slice", "clamp", "pad"])
    body.add(f"{n} = pl.min({rows}, {t} - {b} * {rows})")
    if form == "clamp":
        body.add(f"{v} = pl.slice({x.name}, [{rows}, {cols}], [{b} * {rows}, 0], clamp=True)")
    else:
        body.add(f"{v} = pl.slice({x.name}, [{rows}, {cols}], [{b} * {rows}, 0], valid_shape=[{n}, {cols}])")
    if form == "pad":
        body.add(f"{v} = pl.fillpad({v}, pad_value=pl.PadValue.zero)")
        body.add(f"{v} = pl.set_validshape(pl.add({v}, {v}), {n}, {cols})")
    else:
        body.add(f"{v} = pl.add({v}, {v})")
    body.add(f"{y.name} = pl.assemble({y.name}, {v}, [{b} * {rows}, 0])")

    def run(env: Env) -> None:
        data = env[x.name].data
        v = Value.of(data.copy(), dtype)
        env[y.name].store(meaning.binary("add", v, v), 0, 0)

    count = f"({t} + {rows - 1}) // {rows}"
    if maker.chance(0.6):
        maker.body.nest(f"for {b} in pl.spmd({count}):", body, run)
    else:
        task = Body()
        task.nest(f"with pl.at({LEVEL}):", body)
        maker.body.nest(f"for {b} in pl.parallel({count}):", task, run)
    maker.case.features.add("tail")


def scattered_elements(maker: KernelMaker) -> None:
    """`mscatter`: of several elements for one place the last one stands."""
    rng = maker.rng
    dtype = rng.choice(["FP32", "FP16", "INT32", "INT16"])
    rows, cols = rng.choice([4, 8]), 32
    x = maker.tensor("x", rows, cols, dtype)
    z = maker.tensor("z", 6, 64, dtype, "inout")
    i = maker.tensor("i", rows, cols, "INT32")
    i.values = (0, 6 * 64)
    v, at, body = maker.fresh("v"), maker.fresh("at"), Body()
    body.add(f"{v} = pl.load({x.name}, [0, 0], [{rows}, {cols}])")
    body.add(f"{at} = pl.load({i.name}, [0, 0], [{rows}, {cols}])")
    body.add(f"{z.name} = {rng.choice(['pl', 'pl.tile'])}.mscatter({v}, {at}, {z.name})")

    def run(env: Env) -> None:
        out, value, index = env[z.name], env[x.name].data.ravel(), env[i.name].data.ravel()
        for k, to in enumerate(index):
            out.data.ravel()[to] = value[k]
            out.written.ravel()[to] = True

    maker.body.nest(f"with pl.at({LEVEL}):", body, run)
    maker.case.features.add("mscatter")


def gathered_rows(maker: KernelMaker) -> None:
    """Rows by a list of numbers, one after the other, or by pages."""
    rng = maker.rng
    dtype, cols, count = (
        rng.choice(["FP32", "FP16", "BF16", "INT32"]),
        rng.choice([32, 64]),
        rng.choice([8, 16]),
    )
    paged = maker.chance(0.4) and dtype != "INT32"
    table = maker.tensor("m", 64, cols, dtype)
    index = maker.tensor("i", 1, count, "INT32")
    index.values = (0, 64)
    y = maker.tensor("y", count, cols, dtype, "out")
    body, v, k, r = Body(), maker.fresh("v"), maker.fresh("k"), maker.fresh("r")
    pages = None
    if paged:
        pages = maker.tensor("p", 1, 8, "INT32")
        pages.values = (0, 8)
        body.add(
            f"{y.name}[:, :] = pl.paged_gather({table.name}, {index.name}, {pages.name}, 8, {cols}, {count},"
            " space=pl.Mem.Vec)"
        )
    else:
        inner = Body()
        inner.add(f"{r} = pl.read({index.name}, [0, {k}])")
        inner.add(f"{v} = pl.gather_row({v}, {table.name}, [{k}, 0], [{r}, 0], [1, {cols}])")
        body.add(f"{v} = pl.create_tensor([{count}, {cols}], dtype=pl.{dtype})")
        body.nest(f"for {k} in pl.range({count}):", inner)
        body.add(f"{y.name}[:, :] = {v}")

    def run(env: Env) -> None:
        at = env[index.name].data.ravel().astype(np.int64)
        if pages is not None:
            at = env[pages.name].data.ravel()[at // 8].astype(np.int64) * 8 + at % 8
        memory = env[table.name]
        env[y.name].store(Value(memory.data[at], dtype, count, cols, memory.err[at]), 0, 0)

    maker.body.nest(f"with pl.at({LEVEL}):", body, run)
    maker.case.features.add("rows by index")
