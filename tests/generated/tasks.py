# SPDX-License-Identifier: Apache-2.0
"""Graphs of tasks: explicit edges, arrays of ids, manual scopes, joins, predicates, atomic stores, overwritten inputs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from generated import meaning
from generated.core import Body, Env, Memory, Step, Tensor

if TYPE_CHECKING:
    from generated.regions import KernelMaker

ROWS, COLS = 16, 64
LEVEL = "level=pl.Level.CORE_GROUP"
ATOMIC = {
    "a2a3": ["FP32", "FP16", "BF16", "INT32", "INT16", "INT8"],
    "a5": ["FP32", "FP16", "INT32", "INT16", "INT8"],
}


def graph(maker: KernelMaker) -> None:
    """Regions whose order is said in some form."""
    maker.case.features.add("tasks")
    forms = [blocks, blocks, blocks, gathered, added, gated, overwritten, chained, tupled]
    maker.rng.choice(forms)(maker)


@dataclass
class Task:
    """One task of a graph: which blocks of the scratch tensor it writes and reads, and whom it must wait for."""

    number: int
    writes: int
    reads: list[int]
    needs: set[int] = field(default_factory=set)


def plan(maker: KernelMaker, count: int, width: int) -> list[Task]:
    """Tasks in an order in which they may run, with an edge for each conflict of bytes."""
    rng, tasks = maker.rng, []
    writer: dict[int, int] = {}
    readers: dict[int, set[int]] = {}
    for number in range(count):
        known = sorted(writer)
        reads = rng.sample(known, min(len(known), rng.choice([0, 1, 1, 2])))
        free = [b for b in range(width) if b not in writer]
        writes = rng.choice(free) if free and rng.random() < 0.6 else rng.randrange(width)
        needs = {writer[b] for b in reads} | readers.get(writes, set())
        if writes in writer:
            needs.add(writer[writes])
        needs.discard(number)
        tasks.append(Task(number, writes, reads, needs))
        for b in reads:
            readers.setdefault(b, set()).add(number)
        writer[writes], readers[writes] = number, set()
        if writes in reads:
            readers[writes] = set()
    return tasks


def before(tasks: list[Task], edges: dict[int, set[int]]) -> dict[int, set[int]]:
    """All tasks that come before each one."""
    found: dict[int, set[int]] = {}
    for t in tasks:
        found[t.number] = (
            set().union(*({e} | found[e] for e in edges[t.number])) if edges[t.number] else set()
        )
    return found


def blocks(maker: KernelMaker) -> None:
    """A random graph over the blocks of one scratch tensor that nothing tracks."""
    rng = maker.rng
    dtype = rng.choice(["FP32", "INT32"])
    width, count = rng.randint(2, 4), rng.randint(3, 6)
    x = Tensor(maker.fresh("x"), (width * ROWS, COLS), dtype, "in", width * ROWS, whole=True)
    z, y = maker.fresh("z"), maker.tensor("y", width * ROWS, COLS, dtype, "out")
    maker.params.append(x)
    tasks = plan(maker, count, width)
    written = {t.writes for t in tasks}
    final = {t.writes: t.number for t in tasks}
    edges: dict[int, set[int]] = {}
    for t in tasks:  # leave out some of what other edges imply
        kept = set(t.needs)
        for e in sorted(t.needs):
            rest = kept - {e}
            reach = set().union(*({r} | before(tasks[: t.number], edges)[r] for r in rest)) if rest else set()
            if e in reach and maker.chance(0.7):
                kept = rest
        edges[t.number] = kept
    manual, array = maker.chance(0.5), maker.fresh("ids") if maker.chance(0.4) else None
    ids = [maker.fresh("t") for _ in tasks]
    inner = Body()
    unordered = "" if manual else ", manual_dep=True"

    def create(env: Env) -> None:
        env[z] = Memory.undefined((width * ROWS, COLS), dtype)

    maker.body.add(f"{z} = pl.create_tensor([{width * ROWS}, {COLS}], dtype=pl.{dtype}{unordered})", create)
    if array is not None:
        maker.body.add(f"{array} = pl.array.create({count}, pl.TASK_ID)")
    names = [f"{array}[{k}]" if array is not None else ids[k] for k in range(count)]
    for t in tasks:
        given = [names[e] for e in sorted(edges[t.number])]
        if given and maker.chance(0.2):
            joined = maker.fresh("join")
            inner.add(f"{joined} = pl.system.task_dummy(deps=[{', '.join(given)}])")
            given = [joined]
        if maker.chance(0.15):
            given.append("None")
        body, step = work(maker, t, x.name, z, dtype)
        deps = f", deps=[{', '.join(given)}]" if given or maker.chance(0.3) else ""
        head = (
            f"with pl.spmd(1{deps}) as {ids[t.number]}:"
            if maker.chance(0.25)
            else f"with pl.at({LEVEL}{deps}) as {ids[t.number]}:"
        )
        if head.startswith("with pl.spmd"):
            own = Body()
            own.add(f"{maker.fresh('b')} = pl.tile.get_block_idx()")
            own.text += body.text
            body = own
        inner.nest(head, body, step)
        if array is not None:
            inner.add(f"{array}[{t.number}] = {ids[t.number]}")
        reduced = before(tasks, edges)
        for e in sorted(edges[t.number]):
            others = edges[t.number] - {e}
            if not any(e == o or e in reduced[o] for o in others) and names[e] in given:
                rest = [g for g in given if g != names[e]]
                maker.case.races.append((head, head.replace(f"[{', '.join(given)}]", f"[{', '.join(rest)}]")))
    last = Body()
    for b in sorted(written):
        last.add(f"{y.name}[{b * ROWS}:{b * ROWS + ROWS}, :] = {z}[{b * ROWS}:{b * ROWS + ROWS}, :]")

    def copy(env: Env) -> None:
        for b in sorted(written):
            env[y.name].store(env[z].load(b * ROWS, 0, (ROWS, COLS), ROWS, COLS), b * ROWS, 0)

    ends = f"[{array}]" if array is not None else f"[{', '.join(ids[k] for k in sorted(final.values()))}]"
    inner.nest(f"with pl.at({LEVEL}, deps={ends}):", last, copy)
    if manual:
        maker.body.nest("with pl.manual_scope():", inner, inner.run)
    else:
        maker.body.text += inner.text
        maker.body.steps += inner.steps
    maker.case.features.add("manual scope" if manual else "untracked tensor")


def work(maker: KernelMaker, t: Task, x: str, z: str, dtype: str) -> tuple[Body, Step]:
    """What a task computes: text, and its meaning."""
    rng, text = maker.rng, Body()
    left = maker.fresh("v")
    first = t.writes * ROWS
    text.add(f"{left} = {x}[{first}:{first + ROWS}, :]")
    operations = [rng.choice(["add", "sub", "maximum"]) for _ in t.reads]
    for b, op in zip(t.reads, operations, strict=True):
        text.add(f"{left} = pl.{op}({left}, {z}[{b * ROWS}:{b * ROWS + ROWS}, :])")
    text.add(f"{z}[{first}:{first + ROWS}, :] = {left}")

    def run(env: Env) -> None:
        v = env[x].load(first, 0, (ROWS, COLS), ROWS, COLS)
        for b, op in zip(t.reads, operations, strict=True):
            other = env[z].load(b * ROWS, 0, (ROWS, COLS), ROWS, COLS)
            v = meaning.binary({"maximum": "max"}.get(op, op), v, other)
        env[z].store(v, first, 0)

    return text, run


def gathered(maker: KernelMaker) -> None:
    """Parallel tasks whose ids go into an array, and tasks that wait for some or all of them."""
    rng = maker.rng
    count, group = 4, rng.choice([1, 2, 4])
    dtype = rng.choice(["FP32", "INT32", "FP16"])
    x, z = maker.tensor("x", count * ROWS, COLS, dtype), maker.fresh("z")
    x.whole = True
    y = maker.tensor("y", count // group * ROWS, COLS, dtype, "out")
    ids, tid, i, g = maker.fresh("ids"), maker.fresh("t"), maker.fresh("i"), maker.fresh("g")
    submitted = maker.chance(0.4)

    def create(env: Env) -> None:
        env[z] = Memory.undefined((count * ROWS, COLS), dtype)

    maker.body.add(
        f"{z} = pl.create_tensor([{count * ROWS}, {COLS}], dtype=pl.{dtype}, manual_dep=True)", create
    )
    maker.body.add(f"{ids} = pl.array.create({count}, pl.TASK_ID)")
    part = Body()
    window = f"{i} * {ROWS} : {i} * {ROWS} + {ROWS}, :"
    if submitted:
        name = maker.fresh(f"part{maker.case.seed}_")
        maker.case.helpers += [
            "@pl.jit.incore",
            f"def {name}(a: pl.Tensor, r: pl.INDEX, o: pl.Out[pl.Tensor]):",
            f"    o[r : r + {ROWS}, :] = pl.add(a[r : r + {ROWS}, :], a[r : r + {ROWS}, :])",
            "    return o",
            "",
        ]
        part.add(f"{z}, {tid} = pl.submit({name}, {x.name}, {i} * {ROWS}, {z})")
    else:
        region = Body()
        region.add(f"{z}[{window}] = pl.add({x.name}[{window}], {x.name}[{window}])")
        part.nest(f"with pl.at({LEVEL}) as {tid}:", region)
    part.add(f"{ids}[{i}] = {tid}")

    def double(env: Env) -> None:
        v = env[x.name].load(0, 0, (count * ROWS, COLS), count * ROWS, COLS)
        env[z].store(meaning.binary("add", v, v), 0, 0)

    maker.body.nest(f"for {i} in pl.{rng.choice(['parallel', 'range'])}({count}):", part, double)
    waits = {
        1: f"[{ids}[{g}]]",
        2: f"[{ids}[{g} * 2 + j] for j in range(2)]",
        4: rng.choice([f"[{ids}]", f"[{', '.join(f'{ids}[{k}]' for k in range(4))}]"]),
    }[group]
    total, outer, text = maker.fresh("s"), Body(), Body()
    text.add(f"{total} = {z}[{g} * {group * ROWS} : {g} * {group * ROWS} + {ROWS}, :]")
    for k in range(1, group):
        at = f"{g} * {group * ROWS} + {k * ROWS}"
        text.add(f"{total} = pl.add({total}, {z}[{at} : {at} + {ROWS}, :])")
    text.add(f"{y.name}[{g} * {ROWS} : {g} * {ROWS} + {ROWS}, :] = {total}")
    outer.nest(f"with pl.at({LEVEL}, deps={waits}):", text)
    maker.case.races.append((f", deps={waits}):", "):"))

    def join(env: Env) -> None:
        for number in range(count // group):
            rows = [
                env[z].load((number * group + k) * ROWS, 0, (ROWS, COLS), ROWS, COLS) for k in range(group)
            ]
            v = rows[0]
            for other in rows[1:]:
                v = meaning.binary("add", v, other)
            env[y.name].store(v, number * ROWS, 0)

    maker.body.nest(f"for {g} in pl.range({count // group}):", outer, join)
    maker.case.features.add("ids")


def added(maker: KernelMaker) -> None:
    """Stores of several blocks or tasks that add up in one place."""
    rng = maker.rng
    dtype = rng.choice(ATOMIC[maker.generation])
    count, tile = rng.randint(2, 5), maker.chance(0.4)
    cols = 64
    x = maker.tensor("x", count * ROWS, cols, dtype)
    y = maker.tensor("y", ROWS, cols, dtype, "inout")
    x.values = y.values = (-4, 5)
    b, v = maker.fresh("b"), maker.fresh("v")
    body, calls = Body(), Body()
    rows = f"{b} * {ROWS}"
    if tile:
        body.add(f"{v} = pl.load({x.name}, [{rows}, 0], [{ROWS}, {cols}])")
        body.add(f"{y.name} = pl.store({v}, [0, 0], {y.name}, atomic=pl.AtomicType.Add)")
    else:
        body.add(f"{v} = {x.name}[{rows} : {rows} + {ROWS}, :]")
        body.add(f"{y.name} = pl.assemble({y.name}, {v}, [0, 0], atomic=pl.AtomicType.Add)")

    def run(env: Env) -> None:
        for k in range(count):
            env[y.name].store(env[x.name].load(k * ROWS, 0, (ROWS, cols), ROWS, cols), 0, 0, add=True)

    if maker.chance(0.6):
        maker.body.nest(f"for {b} in pl.spmd({count}):", body, run)
    else:
        calls.nest(f"with pl.at({LEVEL}, no_dep_args=[{y.name}]):", body)
        maker.body.nest(f"for {b} in pl.parallel({count}):", calls, run)
    maker.case.features.add("atomic")


def gated(maker: KernelMaker) -> None:
    """Tasks that run only where an element of a tensor says so."""
    rng = maker.rng
    kind = rng.choice(["INT32", "INT32", "INT8", "INT16", "INT64"])
    flags, n = Tensor(maker.fresh("f"), (4,), kind, "in", 4, values=(-1, 2)), maker.fresh("n")
    maker.params.append(flags)
    dtype = rng.choice(["FP32", "INT32"])
    x, y = maker.tensor("x", 2 * ROWS, COLS, dtype), maker.tensor("y", 2 * ROWS, COLS, dtype, "inout")
    b, v = maker.fresh("b"), maker.fresh("v")
    sign, number = rng.choice(["==", "!=", "<", "<=", ">", ">="]), rng.randint(-1, 1)
    text = f"{flags.name}[{n}] {sign} {number}"
    if maker.chance(0.3):
        text = f"{number} {sign} {flags.name}[{n}]"
    body, loop = Body(), Body()
    window = f"{b} * {ROWS} : {b} * {ROWS} + {ROWS}, :"
    body.add(f"{v} = pl.add({x.name}[{window}], {y.name}[{window}])")
    body.add(f"{y.name}[{window}] = {v}")

    def run(env: Env) -> None:
        for k in range(4):
            env[n] = k
            if not eval(text.replace(f"{flags.name}[{n}]", str(int(env[flags.name].data[k])))):
                continue
            shape = (2 * ROWS, COLS)
            total = meaning.binary(
                "add", env[x.name].load(0, 0, shape, *shape), env[y.name].load(0, 0, shape, *shape)
            )
            env[y.name].store(total, 0, 0)

    loop.nest(f"for {b} in pl.spmd(2, predicate=({text})):", body)
    maker.body.nest(f"for {n} in pl.range(4):", loop, run)
    maker.case.features.add("predicate")


def overwritten(maker: KernelMaker) -> None:
    """An input that a later task writes: only an edge orders the two."""
    dtype = maker.rng.choice(["FP32", "INT32", "INT16", "BF16"])
    x, y = maker.tensor("x", ROWS, COLS, dtype, "inout"), maker.tensor("y", ROWS, COLS, dtype, "out")
    reader, head = maker.fresh("t"), Body()
    head.add(f"{y.name}[:, :] = pl.add({x.name}[:, :], {x.name}[:, :])")
    w = maker.tensor("w", ROWS, COLS, dtype)

    def read(env: Env) -> None:
        v = env[x.name].load(0, 0, (ROWS, COLS), ROWS, COLS)
        env[y.name].store(meaning.binary("add", v, v), 0, 0)

    def write(env: Env) -> None:
        env[x.name].store(env[w.name].load(0, 0, (ROWS, COLS), ROWS, COLS), 0, 0)

    maker.body.nest(f"with pl.at({LEVEL}) as {reader}:", head, read)
    tail = Body()
    tail.add(f"{x.name}[:, :] = {w.name}[:, :]")
    line = f"with pl.at({LEVEL}, deps=[{reader}]):"
    maker.body.nest(line, tail, write)
    maker.case.races.append((line, f"with pl.at({LEVEL}):"))
    maker.case.features.add("write after read")


def chained(maker: KernelMaker) -> None:
    """An id that a loop carries: each task waits for the one before."""
    rng = maker.rng
    dtype = rng.choice(["FP32", "INT32"])
    y = maker.tensor("y", ROWS, COLS, dtype, "inout")
    y.whole = True
    count, last, i = rng.randint(0, 4), maker.fresh("t"), maker.fresh("i")
    text, loop = Body(), Body()
    literal = "1.0" if dtype == "FP32" else "1"
    text.add(f"{y.name}[:, :] = pl.sub(pl.add({y.name}[:, :], {y.name}[:, :]), {literal})")
    hint = f", no_dep_args=[{y.name}]" if maker.chance(0.7) else ""
    line = f"with pl.at({LEVEL}, deps=[{last}]{hint}) as {last}:"
    loop.nest(line, text)
    if hint and count > 1:
        maker.case.races.append((line, line.replace(f"deps=[{last}]", "deps=[]")))

    def run(env: Env) -> None:
        for _ in range(count):
            v = env[y.name].load(0, 0, (ROWS, COLS), ROWS, COLS)
            v = meaning.binary("add", v, v)
            env[y.name].store(meaning.binary("sub", v, meaning.scalar_of(1, dtype)), 0, 0)

    maker.body.add(f"{last} = pl.system.task_dummy(deps=[])")
    maker.body.nest(f"for {i} in pl.range({count}):", loop, run)
    maker.case.features.add("carried id")


def tupled(maker: KernelMaker) -> None:
    """A kernel with two results, submitted or called: by names, or as a tuple."""
    rng = maker.rng
    dtype = rng.choice(["FP32", "INT32", "FP16"])
    x, y, z = (
        maker.tensor("x", ROWS, COLS, dtype),
        *(maker.tensor("y", ROWS, COLS, dtype, "out") for _ in range(2)),
    )
    name, form = maker.fresh(f"two{maker.case.seed}_"), rng.choice(["call", "submit", "flat"])
    maker.case.helpers += [
        "@pl.jit.incore",
        f"def {name}(a: pl.Tensor, b: pl.Scalar[pl.INDEX]):",
        f"    v = a[0:{ROWS}, :]",
        f"    w = a[b : b + {ROWS // 2}, :]",
        "    return pl.add(v, v), pl.sub(w, w)",
        "",
    ]
    shift = rng.randint(0, ROWS // 2)
    first, second, tid, flat = (maker.fresh(s) for s in ("r", "r", "t", "all"))
    if form == "call":
        maker.body.add(f"{first}, {second} = {name}({x.name}, {shift})")
    elif form == "submit":
        maker.body.add(f"({first}, {second}), {tid} = pl.submit({name}, {x.name}, {shift})")
    else:
        maker.body.add(f"{flat} = pl.submit({name}, {x.name}, {shift})")
        first, second = f"{flat}[0]", f"{flat}[1]"
    last = Body()
    last.add(f"{y.name}[:, :] = {first}[:, :]")
    last.add(f"{z.name}[0:{ROWS // 2}, :] = {second}[:, :]")

    def run(env: Env) -> None:
        v = env[x.name].load(0, 0, (ROWS, COLS), ROWS, COLS)
        w = env[x.name].load(shift, 0, (ROWS // 2, COLS), ROWS // 2, COLS)
        env[y.name].store(meaning.binary("add", v, v), 0, 0)
        env[z.name].store(meaning.binary("sub", w, w), 0, 0)

    maker.body.nest(f"with pl.at({LEVEL}):", last, run)
    maker.case.features.add("results")
