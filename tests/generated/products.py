# SPDX-License-Identifier: Apache-2.0
"""Regions of the cube core: products of tensors and of tiles, in all their forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from generated import meaning
from generated.core import Body, Env, Tensor
from generated.meaning import Value

if TYPE_CHECKING:
    from generated.regions import KernelMaker

OPERANDS = ["FP32", "FP16", "BF16", "INT8"]


def whole(maker: KernelMaker, stem: str, shape: tuple[int, ...], dtype: str) -> Tensor:
    """An operand of small whole numbers."""
    t = Tensor(maker.fresh(stem), shape, dtype, "in", shape[0], whole=True)
    maker.params.append(t)
    return t


def result(maker: KernelMaker, shape: tuple[int, ...], dtype: str) -> Tensor:
    t = Tensor(maker.fresh("c"), shape, dtype, "out", shape[0])
    maker.params.append(t)
    return t


def turned(data: np.ndarray, flag: bool) -> np.ndarray:
    return data.swapaxes(-1, -2) if flag else data


def put(memory: Any, at: Any, value: Value) -> None:
    memory.data[at], memory.err[at], memory.written[at] = value.data, value.err, True


def narrowed(value: Value, dtype: str) -> Value:
    return value if dtype == value.dtype else meaning.cast(value, dtype, "rint")


def product(maker: KernelMaker) -> None:
    """A region that multiplies."""
    maker.case.features.add("product")
    forms = [blocked, blocked, blocked, staged, staged, stacked, vectors, rows, looked_up]
    maker.rng.choice(forms + [microscaled] * (2 * (maker.generation == "a5")))(maker)


def blocked(maker: KernelMaker) -> None:
    """`[M, K] x [K, N]` in steps of K, both operands straight or transposed."""
    rng = maker.rng
    dtype = rng.choice(OPERANDS)
    m, n, k = 32 if dtype == "INT8" else rng.choice([16, 32, 48]), rng.choice([32, 64]), rng.choice([32, 64])
    steps, grid = rng.randint(1, 3), rng.randint(1, 2)
    a_trans, b_trans = maker.chance(0.25), maker.chance(0.3)
    a = whole(maker, "a", (steps * k, grid * m) if a_trans else (grid * m, steps * k), dtype)
    b = whole(maker, "b", (n, steps * k) if b_trans else (steps * k, n), dtype)
    into = "INT32" if dtype == "INT8" else "FP32"
    out = into if into == "INT32" else rng.choice(["FP32", "FP32", "BF16", "FP16"])
    add = maker.chance(0.15) and out == into
    c = result(maker, (m if add else grid * m, n), out)
    block, i, acc = maker.fresh("b"), maker.fresh("k"), maker.fresh("acc")
    flags = ", a_trans=True" * a_trans + ", b_trans=True" * b_trans
    height = f"{block} * {m} : {block} * {m} + {m}"
    left = f"{a.name}[{i} : {i} + {k}, {height}]" if a_trans else f"{a.name}[{height}, {i} : {i} + {k}]"
    right = f"{b.name}[:, {i} : {i} + {k}]" if b_trans else f"{b.name}[{i} : {i} + {k}, :]"
    region, loop = Body(), Body()
    form = rng.choice(["init_cond", "if", "first", "one"]) if steps > 1 else "one"
    typed = maker.chance(0.3)
    ends = f", out_dtype=pl.{out}" if typed and form == "one" and not add else ""
    kind = rng.choice(["range({}, {}, {})", "pipeline({}, {}, {}, stage=2)", "unroll({}, {}, {})"])
    matmul, matmul_acc = (
        rng.choice(["pl", "pl.tensor"]) + ".matmul",
        rng.choice(["pl", "pl.tensor"]) + ".matmul_acc",
    )
    loops = f"for {i} in pl.{kind.format(k if form == 'first' else 0, steps * k, k)}:"
    once = f"{i} : {i} + {k}"
    if form == "one":
        steps = 1
        region.add(f"{acc} = {matmul}({left}, {right}{flags}{ends})".replace(once, f"0:{k}"))
    elif form == "first":
        region.add(f"{acc} = {matmul}({left}, {right}{flags})".replace(once, f"0:{k}"))
        loop.add(f"{acc} = {matmul_acc}({acc}, {left}, {right}{flags})")
        region.nest(loops, loop)
    elif form == "init_cond":
        region.add(f"{acc} = pl.create_tensor([{m}, {n}], dtype=pl.{into})")
        loop.add(f"{acc} = {matmul_acc}({acc}, {left}, {right}{flags}, init_cond=({i} == 0))")
        region.nest(loops, loop)
    else:
        first, later = Body(), Body()
        region.add(f"{acc} = pl.create_tensor([{m}, {n}], dtype=pl.{into})")
        first.add(f"{acc} = {matmul}({left}, {right}{flags})")
        later.add(f"{acc} = {matmul_acc}({acc}, {left}, {right}{flags})")
        loop.nest(f"if {i} == 0:", first)
        loop.nest("else:", later)
        region.nest(loops, loop)
    if add:
        c.direction, c.whole = "inout", True
        region.add(f"{c.name} = pl.assemble({c.name}, {acc}, [0, 0], atomic=pl.AtomicType.Add)")
        maker.case.features.add("atomic")
    else:
        region.add(f"{c.name}[{height}, :] = {acc}")
    extent = steps * k

    def run(env: Env) -> None:
        x, y = turned(env[a.name].data, a_trans)[:, :extent], turned(env[b.name].data, b_trans)[:extent]
        total = narrowed(meaning.matmul(Value.of(x, dtype), Value.of(y, dtype)), out)
        if not add:
            return env[c.name].store(total, 0, 0)
        for r in range(0, grid * m, m):
            part = Value(total.data[r : r + m], total.dtype, m, n, total.err[r : r + m])
            env[c.name].store(part, 0, 0, add=True)
        return None

    if grid == 1 and maker.chance(0.4):
        region.text = [line.replace(f"{block} * {m}", "0") for line in region.text]
        maker.body.nest("with pl.at(level=pl.Level.CORE_GROUP):", region, run)
    else:
        maker.body.nest(f"for {block} in pl.spmd({grid}):", region, run)


def staged(maker: KernelMaker) -> None:
    """Tiles that the kernel moves itself: Mat, Left, Right, Bias, parts, views, accumulation."""
    rng = maker.rng
    dtype = rng.choice(OPERANDS)
    m, n, k = 32, rng.choice([32, 64]), rng.choice([32, 64])
    view = maker.chance(0.35) and dtype in ("FP16", "BF16")
    a, b = whole(maker, "a", (m, k), dtype), whole(maker, "b", (n, k) if view else (k, n), dtype)
    into = "INT32" if dtype == "INT8" else "FP32"
    out = into if into == "INT32" else rng.choice(["FP32", "FP32", "BF16", "FP16"])
    body, x, y, acc = Body(), maker.fresh("l"), maker.fresh("r"), maker.fresh("acc")
    c = result(maker, (m, n), out)
    load = rng.choice(["pl", "pl.tile"]) + ".load"
    body.add(f"{x} = {load}({a.name}, [0, 0], [{m}, {k}], target_memory=pl.Mem.Mat)")
    body.add(
        f"{y} = {load}({b.name}, [0, 0], [{n if view else k}, {k if view else n}], target_memory=pl.Mem.Mat)"
    )
    if view:
        body.add(f"{y} = pl.tile.transpose_view({y})")
    parts = maker.chance(0.4) and not view
    bias = None
    twice = False
    if parts:
        half, i = k // 2, maker.fresh("k")
        if half * (1 if dtype == "INT8" else 2) % 32:
            half = k
        body.add(f"{acc} = pl.create_tile([{m}, {n}], pl.{into}, target_memory=pl.Mem.Acc)")
        loop = Body()
        loop.add(f"{x}p = pl.tile.extract({x}, 0, {i}, [{m}, {half}], target_memory=pl.Mem.Left)")
        loop.add(f"{y}p = pl.tile.extract({y}, {i}, 0, [{half}, {n}], target_memory=pl.Mem.Right)")
        loop.add(f"{acc} = pl.matmul_acc({acc}, {x}p, {y}p, init_cond=({i} == 0))")
        body.nest(f"for {i} in pl.range(0, {k}, {half}):", loop)
    else:
        if maker.chance(0.5):
            body.add(f"{x} = pl.move({x}, target_memory=pl.Mem.Left)")
            body.add(f"{y} = pl.move({y}, target_memory=pl.Mem.Right)")
        if maker.chance(0.4):
            bias = whole(maker, "u", (1, n), into)
            row = maker.fresh("u")
            body.add(f"{row} = {load}({bias.name}, [0, 0], [1, {n}], target_memory=pl.Mem.Mat)")
            if maker.chance(0.5):
                body.add(f"{row} = pl.move({row}, target_memory=pl.Mem.Bias)")
            body.add(f"{acc} = pl.matmul_bias({x}, {y}, {row})")
        else:
            body.add(f"{acc} = pl.tile.matmul({x}, {y})")
        twice = maker.chance(0.4)
        if twice:
            body.add(f"{acc} = pl.tile.matmul_acc({acc}, {x}, {y})")
    body.add(f"{c.name} = pl.store({acc}, [0, 0], {c.name})")

    def run(env: Env) -> None:
        left, right = Value.of(env[a.name].data, dtype), Value.of(turned(env[b.name].data, view), dtype)
        total = meaning.matmul(left, right)
        if twice:
            total = meaning.matmul(left, right, total)
        if bias is not None:
            total = meaning.binary("add", total, Value.of(env[bias.name].data, into))
        env[c.name].store(narrowed(total, out), 0, 0)

    maker.body.nest("with pl.at(level=pl.Level.CORE_GROUP):", body, run)
    maker.case.features.add("cube tiles")


def stacked(maker: KernelMaker) -> None:
    """Batches, of tensors or tiles; leading axes of extent 1 repeat."""
    rng = maker.rng
    dtype = rng.choice(OPERANDS)
    count, m, n, k = rng.choice([2, 3]), 32, 32, rng.choice([32, 64])
    tiles, b_trans = maker.chance(0.4), maker.chance(0.4)
    b_trans = b_trans and not tiles
    repeated = maker.chance(0.4)
    matrix = (n, k) if b_trans else (k, n)
    a = whole(maker, "a", (count, m, k), dtype)
    b = whole(maker, "b", (1, *matrix) if repeated else (count, *matrix), dtype)
    into = "INT32" if dtype == "INT8" else "FP32"
    c, body = result(maker, (count, m, n), into), Body()
    if tiles:
        x, y, acc = maker.fresh("l"), maker.fresh("r"), maker.fresh("acc")
        shape = [1 if repeated else count, k, n]
        body.add(f"{x} = pl.load({a.name}, [0, 0, 0], [{count}, {m}, {k}], target_memory=pl.Mem.Mat)")
        body.add(f"{y} = pl.load({b.name}, [0, 0, 0], {shape}, target_memory=pl.Mem.Mat)")
        body.add(f"{acc} = {rng.choice(['pl', 'pl.tile'])}.batch_matmul({x}, {y})")
        body.add(f"{c.name} = pl.store({acc}, [0, 0, 0], {c.name})")
    else:
        body.add(f"{c.name}[:, :, :] = pl.matmul({a.name}, {b.name}{', b_trans=True' * b_trans})")

    def run(env: Env) -> None:
        for place in range(count):
            right = turned(env[b.name].data[0 if repeated else place], b_trans)
            total = meaning.matmul(Value.of(env[a.name].data[place], dtype), Value.of(right, dtype))
            put(env[c.name], place, total)

    maker.body.nest("with pl.at(level=pl.Level.CORE_GROUP):", body, run)
    maker.case.features.add("batch")


def vectors(maker: KernelMaker) -> None:
    """A vector times a matrix, and a matrix times a vector."""
    rng = maker.rng
    dtype = rng.choice(["FP32", "FP16", "BF16"])
    m, k = rng.choice([16, 32]), rng.choice([32, 64])
    left = maker.chance(0.5)
    trans = maker.chance(0.4)
    v = whole(maker, "v", (k,), dtype)
    matrix = ((m, k) if trans else (k, m)) if left else ((k, m) if trans else (m, k))
    b = whole(maker, "b", matrix, dtype)
    c, body = result(maker, (m,), "FP32"), Body()
    flag = (", b_trans=True" if left else ", a_trans=True") * trans
    given = f"{v.name}, {b.name}{flag}" if left else f"{b.name}, {v.name}{flag}"
    body.add(f"{c.name}[:] = pl.matmul({given})")

    def run(env: Env) -> None:
        wide, data = env[b.name].data, env[v.name].data
        x = turned(wide, trans).T if left else turned(wide, trans)
        total = meaning.matmul(Value.of(np.ascontiguousarray(x), dtype), Value.of(data[:, None], dtype))
        put(env[c.name], slice(None), Value(total.data[:, 0], "FP32", m, 1, total.err[:, 0]))

    maker.body.nest("with pl.at(level=pl.Level.CORE_GROUP):", body, run)
    maker.case.features.add("vector product")


def rows(maker: KernelMaker) -> None:
    """`gemv`: one row at a time, added up or with a bias."""
    rng = maker.rng
    dtype = rng.choice(OPERANDS)
    k, n, count = 64, rng.choice([32, 64]), 2
    into = "INT32" if dtype == "INT8" else "FP32"
    v, b, bias = (
        whole(maker, "v", (count, k), dtype),
        whole(maker, "b", (k, n), dtype),
        whole(maker, "u", (1, n), into),
    )
    c, body, names = result(maker, (3, n), into), Body(), [maker.fresh("g") for _ in range(7)]
    mat, first, second, row, one, both, third = names
    for name, t, shape, at in (
        (mat, b, [k, n], 0),
        (first, v, [1, k], 0),
        (second, v, [1, k], 1),
        (row, bias, [1, n], 0),
    ):
        body.add(f"{name} = pl.load({t.name}, [{at}, 0], {shape}, target_memory=pl.Mem.Mat)")
    body.add(f"{one} = pl.gemv({first}, {mat})")
    body.add(f"{c.name} = pl.store({one}, [0, 0], {c.name})")
    body.add(f"{both} = pl.gemv_acc({one}, {second}, {mat})")
    body.add(f"{c.name} = pl.store({both}, [1, 0], {c.name})")
    body.add(f"{third} = pl.gemv_bias({second}, {mat}, {row})")
    body.add(f"{c.name} = pl.store({third}, [2, 0], {c.name})")

    def run(env: Env) -> None:
        x = [Value.of(env[v.name].data[i : i + 1], dtype) for i in range(2)]
        y, u = Value.of(env[b.name].data, dtype), Value.of(env[bias.name].data, into)
        total = meaning.matmul(x[0], y)
        env[c.name].store(total, 0, 0)
        env[c.name].store(meaning.matmul(x[1], y, total), 1, 0)
        env[c.name].store(meaning.binary("add", meaning.matmul(x[1], y), u), 2, 0)

    maker.body.nest("with pl.at(level=pl.Level.CORE_GROUP):", body, run)
    maker.case.features.add("gemv")


def scales(data: np.ndarray, lines_first: bool) -> np.ndarray:
    """Powers of two by line and group, from blocks of 16 lines by 2 groups."""
    lines, groups = data.shape if lines_first else data.shape[::-1]
    exponents = np.ascontiguousarray(data).view(np.uint8).astype(np.int64).ravel() - 127
    found, place = np.zeros((lines, groups)), 0
    for top in range(0, lines, 16):
        for left in range(0, groups, 2):
            for k in range(32):
                found[top + k // 2, left + k % 2] = 2.0 ** exponents[place]
                place += 1
    return found if lines_first else found.T


def microscaled(maker: KernelMaker) -> None:
    """Products of FP8 whose groups of 32 share a scale; also of FP4 that was widened, or of values cast on the way."""
    rng = maker.rng
    m, k, n, fp8 = rng.choice([16, 32]), rng.choice([64, 128]), rng.choice([32, 64]), "FP8E4M3FN"
    a, b = whole(maker, "a", (m, k), fp8), whole(maker, "b", (k, n), fp8)
    sa, sb = whole(maker, "s", (m, k // 32), "FP8E8M0"), whole(maker, "s", (k // 32, n), "FP8E8M0")
    sa.layout, sb.layout = "MX_A_ZZ", "MX_B_NN"
    bias = whole(maker, "u", (1, n), "FP32") if maker.chance(0.4) else None
    c, body = result(maker, (m, n), "FP32"), Body()
    names = []
    moved = maker.chance(0.5)
    for t, space in ((a, "Left"), (sa, "LeftScale"), (b, "Right"), (sb, "RightScale")):
        v = maker.fresh("v")
        body.add(f"{v} = pl.load({t.name}, [0, 0], [{t.shape[0]}, {t.shape[1]}], target_memory=pl.Mem.Mat)")
        if moved:
            body.add(f"{v} = pl.move({v}, target_memory=pl.Mem.{space})")
        names.append(v)
    given, acc = ", ".join(names), maker.fresh("acc")
    level = rng.choice(["pl", "pl.tile"])
    if bias is not None:
        row = maker.fresh("v")
        body.add(f"{row} = pl.load({bias.name}, [0, 0], [1, {n}], target_memory=pl.Mem.Mat)")
        body.add(f"{acc} = {level}.matmul_mx_bias({given}, {row})")
    else:
        body.add(f"{acc} = {level}.matmul_mx({given})")
    again = maker.chance(0.5)
    if again:
        body.add(f"{acc} = {level}.matmul_mx_acc({acc}, {given})")
    body.add(f"{c.name} = pl.store({acc}, [0, 0], {c.name})")

    def run(env: Env) -> None:
        left = env[a.name].data.astype(np.float64) * np.repeat(scales(env[sa.name].data, True), 32, 1)
        right = env[b.name].data.astype(np.float64) * np.repeat(scales(env[sb.name].data, False), 32, 0)
        x, y = (Value.of(v.astype(np.float32), "FP32") for v in (left, right))
        total = meaning.matmul(x, y)
        if bias is not None:
            total = meaning.binary("add", total, Value.of(env[bias.name].data, "FP32"))
            bound = k * (np.abs(left) @ np.abs(right)) * 2.0**-22
            total.err = np.where(bound * 2.0**14 < 1, total.err, np.maximum(total.err, bound))
        if again:
            total = meaning.matmul(x, y, total)
        env[c.name].store(total, 0, 0)

    maker.body.nest("with pl.at(level=pl.Level.CORE_GROUP):", body, run)
    maker.case.features.add("microscaled")


def looked_up(maker: KernelMaker) -> None:
    """Keys by a list of places or by pages, and the product with them."""
    rng = maker.rng
    dtype, m, k, n = rng.choice(["FP16", "BF16", "FP32"]), 16, rng.choice([32, 64]), rng.choice([16, 32])
    cache, index = whole(maker, "b", (64, k), dtype), whole(maker, "i", (1, n), "INT32")
    index.values = (0, 64)
    body, v, pages = Body(), maker.fresh("v"), None
    form = rng.choice(["rows", "pages", "turned", "tiles"])
    q = whole(maker, "a", (k, m) if form == "tiles" else (m, k), dtype)
    c = result(maker, (n, m) if form == "tiles" else (m, n), "FP32")
    last = f"{c.name}[:, :] = pl.matmul({q.name}[:, :], {v}, b_trans=True, out_dtype=pl.FP32)"
    if form == "rows":
        i, r, loop = maker.fresh("i"), maker.fresh("r"), Body()
        body.add(f"{v} = pl.create_l1([{n}, {k}], pl.{dtype}, transpose=True)")
        loop.add(f"{r} = pl.read({index.name}, [0, {i}])")
        loop.add(f"{v} = pl.gather_row({v}, {cache.name}, [{i}, 0], [{r}, 0], [1, {k}], transpose=True)")
        body.nest(f"for {i} in pl.range({n}):", loop)
    elif form == "tiles":
        w = maker.fresh("v")
        body.add(f"{v} = pl.mgather({cache.name}, {index.name}, target_memory=pl.Mem.Mat)")
        body.add(f"{w} = pl.load({q.name}, [0, 0], [{k}, {m}], target_memory=pl.Mem.Mat)")
        last = f"{c.name} = pl.store(pl.matmul({v}, {w}), [0, 0], {c.name})"
    else:
        pages = whole(maker, "p", (1, 8), "INT32")
        pages.values = (0, 8)
        rest = ", is_trans=True, is_b_matrix=True" if form == "turned" else ""
        body.add(f"{v} = pl.paged_gather({cache.name}, {index.name}, {pages.name}, 8, {k}, {n}{rest})")
    if form == "turned":
        last = last.replace(", b_trans=True", "")
    body.add(last)

    def run(env: Env) -> None:
        at = env[index.name].data.ravel().astype(np.int64)
        if pages is not None:
            at = env[pages.name].data.ravel()[at // 8].astype(np.int64) * 8 + at % 8
        found, other = Value.of(env[cache.name].data[at], dtype), Value.of(env[q.name].data, dtype)
        turned_ = Value.of(np.ascontiguousarray(found.data.T), dtype)
        total = meaning.matmul(found, other) if form == "tiles" else meaning.matmul(other, turned_)
        env[c.name].store(total, 0, 0)

    maker.body.nest("with pl.at(level=pl.Level.CORE_GROUP):", body, run)
    maker.case.features.add("looked up")
