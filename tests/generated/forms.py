# SPDX-License-Identifier: Apache-2.0
"""Stages one after the other, each in another form of orchestration: helpers, views, branches, loops, submitted blocks.

A stage reads the tensor of the stage before and gives the name of one with the same extents and element type.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from generated import meaning
from generated.core import Body, Env, Memory, Scalar
from generated.meaning import Value

if TYPE_CHECKING:
    from generated.regions import KernelMaker

LEVEL = "level=pl.Level.CORE_GROUP"
Function = Callable[[Value], Value]


def stages(maker: KernelMaker) -> None:
    """A kernel of a few stages."""
    chain = Chain(maker)
    forms = [
        chain.region, chain.blocks, chain.submitted, chain.helper, chain.nested, chain.opaque, chain.two_results,
        chain.branches, chain.repeated, chain.leaving, chain.views, chain.filled, chain.element, chain.scopes,
        chain.starts, chain.ordered, chain.carried, chain.elements,
    ]  # fmt: skip
    for _ in range(maker.rng.randint(2, 4)):
        maker.rng.choice(forms)()
    chain.end()
    maker.case.features.add("stages")


class Chain:
    """What the stages share."""

    def __init__(self, maker: KernelMaker) -> None:
        rng = maker.rng
        self.maker, self.rng, self.body = maker, rng, maker.body
        self.dtype = rng.choice(["FP32", "FP32", "INT32", "FP16", "BF16", "INT16"])
        self.height, self.count, self.cols = rng.choice([8, 16]), rng.choice([2, 3, 4]), rng.choice([32, 64])
        self.rows = self.height * self.count
        x = maker.tensor("x", self.rows, self.cols, self.dtype)
        x.whole = True
        self.now = x.name

    # ---- parts ------------------------------------------------------------------------------------------------

    def literal(self, value: int) -> str:
        return f"{float(value)}" if self.dtype[0] in "FB" else str(value)

    def operation(self) -> tuple[str, Function]:
        """Text with a hole, and its meaning."""
        rng = self.rng
        name = rng.choice(["neg", "add", "add", "sub", "mul", "maximum"])
        if name == "neg":
            return "pl.neg({})", lambda v: meaning.unary("neg", v)
        n = 2 if name == "mul" else rng.randint(1, 3)
        short = {"maximum": "max"}.get(name, name)
        return f"pl.{name}({{}}, {self.literal(n)})", lambda v: meaning.binary(
            short, v, meaning.scalar_of(n, self.dtype)
        )

    def new(self, extra: str = "") -> str:
        """A tensor without content."""
        name = self.maker.fresh("z")

        def create(env: Env) -> None:
            env[name] = Memory.undefined((self.rows, self.cols), self.dtype)

        self.body.add(
            f"{name} = pl.create_tensor([{self.rows}, {self.cols}], dtype=pl.{self.dtype}{extra})", create
        )
        return name

    def move(self, source: str, target: str, fn: Function, first: int = 0, count: int | None = None) -> Any:
        """A step that reads some rows, computes, and writes the same rows."""
        rows = self.rows if count is None else count

        def run(env: Env) -> None:
            v = env[source].load(first, 0, (rows, self.cols), rows, self.cols)
            env[target].store(fn(v), first, 0)

        return run

    def window(self, name: str, r: str) -> str:
        return f"{name}[{r} : {r} + {self.height}, :]"

    def helper_of(self, kind: str, params: str, lines: list[str]) -> str:
        """A function above the kernel."""
        name = self.maker.fresh(f"{kind.split('.')[-1].split('(')[0]}{self.maker.case.seed}_")
        self.maker.case.helpers += [
            f"@pl.jit.{kind}",
            f"def {name}({params}):",
            *("    " + s for s in lines),
            "",
        ]
        return name

    def at(self, lines: list[str], run: Any, head: str = f"with pl.at({LEVEL}):") -> None:
        inner = Body()
        for line in lines:
            inner.add(line)
        self.body.nest(head, inner, run)

    # ---- stages -----------------------------------------------------------------------------------------------

    def region(self) -> None:
        z, (text, fn) = self.new(), self.operation()
        whole = self.rng.choice(["[:]", "[:, :]"])
        self.at([f"{z}{whole} = {text.format(f'{self.now}[:, :]')}"], self.move(self.now, z, fn))
        self.now = z

    def blocks(self) -> None:
        z, (text, fn) = self.new(), self.operation()
        b = self.maker.fresh("b")
        options = self.rng.choice(["", "", f', name_hint="{self.maker.fresh("hint")}"'])
        r = f"{b} * {self.height}"
        line = f"{self.window(z, r)} = {text.format(self.window(self.now, r))}"
        form = self.rng.choice(["spmd", "parallel step", "two loops"])
        if form == "spmd":
            self.at([line], self.move(self.now, z, fn), f"for {b} in pl.spmd({self.count}{options}):")
        else:
            task = Body()
            inner = Body()
            inner.add(line.replace(r, b) if form == "parallel step" else line)
            task.nest(f"with pl.at({LEVEL}):", inner)
            head = (
                f"for {b} in pl.parallel(0, {self.rows}, {self.height}):"
                if form == "parallel step"
                else f"for {b} in pl.range(0, {self.count}):"
            )
            self.body.nest(head, task, self.move(self.now, z, fn))
        self.now = z

    def submitted(self) -> None:
        """`pl.spmd_submit` of a kernel that asks for its block."""
        z, (text, fn) = self.new(), self.operation()
        height = self.rng.choice([str(self.height), f"({self.rows} // pl.tile.get_block_num())"])
        name = self.helper_of(
            "incore",
            "x: pl.Tensor, y: pl.Out[pl.Tensor]",
            [
                f"r = pl.tile.get_block_idx() * {height}",
                f"{self.window('y', 'r')} = {text.format(self.window('x', 'r'))}",
                "return y",
            ],
        )
        tid = self.maker.fresh("t")
        run = self.move(self.now, z, fn)
        self.body.add(f"{z}, {tid} = pl.spmd_submit({name}, {self.now}, {z}, core_num={self.count})", run)
        self.maker.case.features.add("spmd_submit")
        self.now = z

    def helper(self) -> None:
        """An inline function with regions, called twice with another factor."""
        z, y = self.new(), self.new()
        name = self.helper_of(
            "inline",
            "x, y, factor",
            [
                f"for r in pl.parallel(0, x.shape[0], {self.height}):",
                f"    with pl.at({LEVEL}):",
                f"        {self.window('y', 'r')} = pl.add({self.window('x', 'r')}, factor)",
                "return y",
            ],
        )
        for source, target in ((self.now, z), (z, y)):
            n = self.rng.randint(1, 3)
            run = self.move(
                source, target, lambda v, n=n: meaning.binary("add", v, meaning.scalar_of(n, self.dtype))
            )
            self.body.add(f"{target} = {name}({source}, {target}, {self.literal(n)})", run)
        self.maker.case.features.add("inline regions")
        self.now = y

    def nested(self) -> None:
        """An inline function that makes a tensor of its own and calls another one."""
        (text, fn), (again, gn) = self.operation(), self.operation()
        inner = self.helper_of(
            "inline",
            "v",
            [f"w = {text.format('v')}", "return w"],
        )
        outer = self.helper_of(
            "inline",
            "x",
            [
                f"made = pl.create_tensor([{self.rows}, {self.cols}], dtype=pl.{self.dtype})",
                f"for b in pl.spmd({self.count}):",
                f"    {self.window('made', f'b * {self.height}')} = {inner}({self.window('x', f'b * {self.height}')})",
                f"with pl.at({LEVEL}):",
                f"    v = {inner}({again.format('made[:, :]')})",
                "    made[:, :] = v",
                "return made",
            ],
        )
        z, source = self.maker.fresh("z"), self.now

        def run(env: Env) -> None:
            env[z] = Memory.undefined((self.rows, self.cols), self.dtype)
            self.move(source, z, lambda v: fn(gn(fn(v))))(env)

        self.body.add(f"{z} = {outer}({source})", run)
        self.maker.case.features.add("nested inline")
        self.now = z

    def opaque(self) -> None:
        z, (text, fn) = self.new(), self.operation()
        name = self.helper_of(
            "opaque",
            "x: pl.Tensor, y: pl.Out[pl.Tensor]",
            [f"with pl.at({LEVEL}):", f"    y[:, :] = {text.format('x[:, :]')}", "return y"],
        )
        self.body.add(f"{z} = {name}({self.now}, {z})", self.move(self.now, z, fn))
        self.maker.case.features.add("opaque")
        self.now = z

    def two_results(self) -> None:
        """A helper of two results, one of which goes on."""
        (text, fn), (other, _) = self.operation(), self.operation()
        z, rest = self.new(), self.new()
        name = self.helper_of(
            "inline",
            "x, y, z",
            [
                f"for b in pl.spmd({self.count}):",
                f"    v = {self.window('x', f'b * {self.height}')}",
                f"    {self.window('y', f'b * {self.height}')} = {text.format('v')}",
                f"    {self.window('z', f'b * {self.height}')} = {other.format('v')}",
                "return y, z",
            ],
        )
        self.body.add(f"{z}, {rest} = {name}({self.now}, {z}, {rest})", self.move(self.now, z, fn))
        self.maker.case.features.add("two results")
        self.now = z

    def condition(self) -> tuple[str, Callable[[Env], int]]:
        """The text of a whole number that the run knows, and its value."""
        counters = [p for p in self.maker.params if isinstance(p, Scalar) and p.dtype == "INDEX"]
        if counters and self.maker.chance(0.5):
            p = self.rng.choice(counters)
            return p.name, lambda env: int(env[p.name])
        t = self.maker.tensor("flag", 1, 8, "INT32")
        t.values = (0, 3)
        k = self.rng.randrange(8)
        return f"{t.name}[0, {k}]", lambda env: int(env[t.name].data[0, k])

    def branches(self) -> None:
        """`if`, `elif`, `else` around regions."""
        z, (text, value) = self.new(), self.condition()
        arms = [self.operation() for _ in range(3)]
        source = self.now

        def run(env: Env) -> None:
            n = value(env)
            fn = arms[0 if n == 0 else 1 if n < 2 else 2][1]
            self.move(source, z, fn)(env)

        for head, (op, _) in zip((f"if {text} == 0:", f"elif {text} < 2:", "else:"), arms, strict=True):
            task, inner = Body(), Body()
            inner.add(f"{z}[:, :] = {op.format(f'{source}[:, :]')}")
            task.nest(f"with pl.at({LEVEL}):", inner)
            self.body.nest(head, task)
        self.body.steps.append(run)
        self.maker.case.features.add("elif")
        self.now = z

    def repeated(self) -> None:
        """`while` or `for` in orchestration around a region that reads what it writes."""
        z, (text, fn) = self.new(), self.operation()
        self.at([f"{z}[:, :] = {self.now}[:, :]"], self.move(self.now, z, lambda v: v))
        k, (limit, value) = self.maker.fresh("k"), self.condition()
        inner, task = Body(), Body()
        inner.add(f"{z}[:, :] = {text.format(f'{z}[:, :]')}")
        task.nest(f"with pl.at({LEVEL}):", inner)

        def run(env: Env) -> None:
            for _ in range(max(value(env), 0)):
                self.move(z, z, fn)(env)

        if self.maker.chance(0.5):
            self.body.add(f"{k} = {limit}" if "[" not in limit else f"{k} = pl.cast({limit}, pl.INDEX)")
            task.add(f"{k} = {k} - 1")
            self.body.nest(f"while {k} > 0:", task, run)
        else:
            self.body.nest(f"for {k} in pl.range({limit}):", task, run)
        self.maker.case.features.add("loop in orchestration")
        self.now = z

    def leaving(self) -> None:
        """A value that one region computes and another one stores."""
        z, (text, fn), v = self.new(), self.operation(), self.maker.fresh("v")
        self.at([f"{v} = {text.format(f'{self.now}[:, :]')}"], self.move(self.now, z, fn))
        self.at([f"{z}[:, :] = {v}"], None)
        self.maker.case.features.add("value leaves")
        self.now = z

    def views(self) -> None:
        """Parts and other shapes, taken in orchestration, for reading and for writing."""
        z, (text, fn) = self.new(), self.operation()
        half, a, b = self.rows // 2, self.maker.fresh("a"), self.maker.fresh("b")
        kind = self.rng.choice(["parts", "shapes", "view", "three axes"])
        if kind == "parts":
            for first in (0, half):
                u, w = self.maker.fresh("u"), self.maker.fresh("w")
                self.body.add(f"{u} = {self.now}[{first}:{first + half}, :]")
                self.body.add(f"{w} = {z}[{first}:{first + half}, :]")
                self.at([f"{w}[:, :] = {text.format(f'{u}[:, :]')}"], self.move(self.now, z, fn, first, half))
        elif kind == "three axes":
            shape = f"[{self.count}, {self.height}, {self.cols}]"
            self.body.add(f"{a} = pl.reshape({self.now}, {shape})")
            self.body.add(f"{b} = pl.reshape({z}, {shape})")
            n = self.maker.fresh("n")
            value = text.format(f"{a}[{n}, :, :]")
            self.at(
                [f"{b}[{n}, :, :] = {value}"],
                self.move(self.now, z, fn),
                f"for {n} in pl.spmd({self.count}):",
            )
        else:
            shape = f"[{half}, {2 * self.cols}]"
            form = "pl.tensor.view" if kind == "view" else "pl.reshape"
            self.body.add(f"{a} = {form}({self.now}, {shape})")
            self.body.add(f"{b} = pl.reshape({z}, {shape})")
            self.at([f"{b}[:, :] = {text.format(f'{a}[:, :]')}"], self.move(self.now, z, fn))
        self.maker.case.features.add("views")
        self.now = z

    def filled(self) -> None:
        """A tensor that is filled before any task, and written in part."""
        n = self.rng.choice([0, 3, -2]) if self.dtype in ("FP32", "INT32", "INT16") else 0
        z, (text, fn) = self.new(f", init_value={self.literal(n) if n else 0}"), self.operation()
        first = self.height * self.rng.randrange(self.count)
        part = f"{first}:{first + self.height}, :"
        source = self.now

        def run(env: Env) -> None:
            env[z].data[:], env[z].err[:] = n, 0.0
            self.move(source, z, fn, first, self.height)(env)

        self.at([f"{z}[{part}] = {text.format(f'{source}[{part}]')}"], run)
        self.maker.case.features.add("filled")
        self.now = z

    def element(self) -> None:
        """Elements that orchestration reads and writes."""
        z, (text, fn) = self.new(), self.operation()
        self.at([f"{z}[:, :] = {text.format(f'{self.now}[:, :]')}"], self.move(self.now, z, fn))
        if self.dtype not in ("FP32", "INT32"):
            self.now = z
            return
        r, c, n = self.rng.randrange(self.rows), self.rng.randrange(self.cols), self.rng.randint(1, 5)
        wide = f"{z}[{r}, {c}] + " + (f"{float(n)}" if self.dtype == "FP32" else f"pl.const({n}, pl.INT32)")

        def run(env: Env) -> None:
            one = env[z].load(r, c, (1, 1), 1, 1)
            env[z].store(meaning.binary("add", one, meaning.scalar_of(n, self.dtype)), r, c)

        self.body.add(f"pl.write({z}, [{r}, {c}], {wide})", run)
        self.maker.case.features.add("element written")
        self.now = z

    def elements(self) -> None:
        """Elements that a core reads and writes one by one."""
        if self.dtype not in ("FP32", "INT32"):
            return
        z = self.new(", init_value=0")
        i, j, source = self.maker.fresh("i"), self.maker.fresh("j"), self.now
        inner, loop, outer = Body(), Body(), Body()
        inner.add(f"pl.write({z}, [{i}, {j}], {source}[{i}, {j}] + {source}[{i}, {j} + 1])")
        loop.nest(f"for {j} in pl.range(4):", inner)
        outer.nest(f"for {i} in pl.range(2):", loop)

        def run(env: Env) -> None:
            env[z].data[:], env[z].err[:] = 0, 0.0
            left, right = env[source].load(0, 0, (2, 4), 2, 4), env[source].load(0, 1, (2, 4), 2, 4)
            env[z].store(meaning.binary("add", left, right), 0, 0)

        self.body.nest(f"with pl.at({LEVEL}):", outer, run)
        self.maker.case.features.add("elements")
        self.now = z

    def scopes(self) -> None:
        """A helper that opens its scopes itself."""
        z, (text, fn), (again, gn) = self.new(), self.operation(), self.operation()
        inner = self.rng.choice(["pl.scope(mode=pl.ScopeMode.MANUAL)", "pl.manual_scope()", "pl.scope()"])
        name = self.helper_of(
            "inline(auto_scope=False)",
            "x, y",
            [
                "with pl.scope():",
                f"    work = pl.create_tensor([{self.rows}, {self.cols}], dtype=pl.{self.dtype})",
                f"    with pl.at({LEVEL}) as made:",
                f"        work[:, :] = {text.format('x[:, :]')}",
                f"    mid = pl.create_tensor([{self.rows}, {self.cols}], dtype=pl.{self.dtype})",
                f"    with {inner}:",
                f"        with pl.at({LEVEL}, deps=[made]) as last:",
                f"            mid[:, :] = {again.format('work[:, :]')}",
                f"    with pl.at({LEVEL}, deps=[last]):",
                "        y[:, :] = mid[:, :]",
                "return y",
            ],
        )
        self.body.add(f"{z} = {name}({self.now}, {z})", self.move(self.now, z, lambda v: gn(fn(v))))
        self.maker.case.features.add("scopes")
        self.now = z

    def starts(self) -> None:
        """Numbers in an array say where each task begins."""
        z, (text, fn) = self.new(), self.operation()
        a, i, s = self.maker.fresh("a"), self.maker.fresh("i"), self.maker.fresh("s")
        shift = self.rng.randrange(self.count)
        self.body.add(f"{a} = pl.array.create({self.count}, pl.INT32)")
        fill = Body()
        fill.add(f"{a}[{i}] = pl.cast(({i} + {shift}) % {self.count} * {self.height}, pl.INT32)")
        self.body.nest(f"for {i} in pl.range({self.count}):", fill)
        task, inner = Body(), Body()
        task.add(f"{s} = {a}[{i}]")
        inner.add(f"{self.window(z, s)} = {text.format(self.window(self.now, s))}")
        task.nest(f"with pl.at({LEVEL}):", inner)
        self.body.nest(f"for {i} in pl.range({self.count}):", task, self.move(self.now, z, fn))
        self.maker.case.features.add("array of numbers")
        self.now = z

    def ordered(self) -> None:
        """Blocks that wait for blocks: nothing else orders them."""
        first, second = self.new(", manual_dep=True"), self.new(", manual_dep=True")
        (text, fn), (again, gn) = self.operation(), self.operation()
        t, u, b = self.maker.fresh("t"), self.maker.fresh("t"), self.maker.fresh("b")
        r = f"{b} * {self.height}"
        index = f"{b} = pl.tile.get_block_idx()"
        early = self.rng.choice(["", "", ", allow_early_resolve=True"])
        lines = [index, f"{self.window(first, r)} = {text.format(self.window(self.now, r))}"]
        self.at(lines, self.move(self.now, first, fn), f"with pl.spmd({self.count}{early}) as {t}:")
        lines = [index, f"{self.window(second, r)} = {again.format(self.window(first, r))}"]
        self.at(lines, self.move(first, second, gn), f"with pl.spmd({self.count}, deps=[{t}]) as {u}:")
        z = self.new()
        self.at(
            [f"{z}[:, :] = {second}[:, :]"],
            self.move(second, z, lambda v: v),
            f"with pl.at({LEVEL}, deps=[{u}]):",
        )
        self.maker.case.features.add("spmd deps")
        self.now = z

    def carried(self) -> None:
        """A loop of orchestration that carries a tensor by name."""
        z, (text, fn), i = self.new(), self.operation(), self.maker.fresh("i")
        self.at([f"{z}[:, :] = {self.now}[:, :]"], self.move(self.now, z, lambda v: v))
        name = self.helper_of(
            "incore",
            "y: pl.InOut[pl.Tensor], r: pl.INDEX",
            [f"{self.window('y', 'r')} = {text.format(self.window('y', 'r'))}", "return y"],
        )
        inner = Body()
        inner.add(f"{z} = {name}({z}, {i} * {self.height})")
        self.body.nest(f"for {i} in pl.range({self.count}):", inner, self.move(z, z, fn))
        self.maker.case.features.add("carried tensor")
        self.now = z

    def end(self) -> None:
        """The result, in an output."""
        y = self.maker.tensor("y", self.rows, self.cols, self.dtype, "out")
        self.at([f"{y.name}[:, :] = {self.now}[:, :]"], self.move(self.now, y.name, lambda v: v))
