# SPDX-License-Identifier: Apache-2.0
"""Whole kernels: regions in all their forms, scratch tensors between them, products, run-time extents.

make_case(7) is always the same kernel; `evaluate(case, inputs(case, run))` is what it has to compute.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from generated import forms, idioms, mixed, products, ranks, tasks
from generated.core import Body, Case, Env, Maker, Memory, Scalar, Tensor, Var, number
from generated.flow import Flow, fork
from generated.meaning import Value, block, width
from generated.packed import to_torch

DTYPES = ["FP32"] * 5 + [
    "FP16",
    "FP16",
    "BF16",
    "INT32",
    "INT32",
    "INT16",
    "INT8",
    "UINT8",
    "UINT16",
    "UINT32",
    "INT64",
    "UINT64",
]


class KernelMaker(Maker):
    """Builds one case."""

    def __init__(self, seed: int, platform: str | None = None, only: Any = None) -> None:
        super().__init__(seed, platform)
        rng = self.rng
        self.params: list[Tensor | Scalar] = []
        self.scratch: list[tuple[Tensor, int]] = []  # whole tensors of earlier regions, and their rows
        self.body = self.case.body
        self.symbol: str | None = None
        if self.chance(0.3):
            self.symbol = f"T{seed}"
            self.case.symbols[self.symbol] = rng.choice([16, 24, 37, 48])
        for _ in range(rng.choice([0, 1, 1, 2])):
            low = rng.choice([0, 0, -3])
            self.params.append(
                Scalar(self.fresh("n"), "INDEX", low, low + rng.randint(0, 6), self.chance(0.3))
            )
        if self.chance(0.3):
            self.params.append(Scalar(self.fresh("f"), "FP32", rng.choice([2, -1]), 0, self.chance(0.3)))
        if self.chance(0.2):
            self.params.append(Scalar(self.fresh("q"), "INT32", rng.choice([3, -2]), 0, self.chance(0.3)))
        for number_ in range(rng.choice([1, 1, 1, 2, 2, 3])):
            if only is not None:
                only(self)
            elif self.chance(0.45):
                kinds = [
                    *[products.product] * 2,
                    *[mixed.region] * 2,
                    mixed.lanes,
                    *[tasks.graph] * 2,
                    *[idioms.idiom] * 2,
                    forms.stages,
                    ranks.many_axes,
                ]
                rng.choice(kinds)(self)
            else:
                self.vector(number_)
        if not any(isinstance(p, Tensor) and p.direction != "in" for p in self.params):
            products.product(self)
        rng.shuffle(self.params)
        self.case.params = self.params

    # ---- tensors ----------------------------------------------------------------------------------------------

    def tensor(self, stem: str, rows: int | str, cols: int, dtype: str, direction: str = "in") -> Tensor:
        t = Tensor(self.fresh(stem), (rows, cols), dtype, direction, rows if isinstance(rows, int) else 0)
        self.params.append(t)
        return t

    def more_input(
        self, stem: str, rows: int, cols: int, dtype: str, values: tuple[int, int] | None = None
    ) -> Tensor:
        """An input that a statement in the middle of a region asks for."""
        t = self.tensor(stem, rows, cols, dtype)
        t.values = values
        self.inputs.append(t)
        return t

    # ---- vector regions ---------------------------------------------------------------------------------------

    def vector(self, place: int) -> None:
        rng = self.rng
        self.tile = self.chance(0.35)
        self.dtype = rng.choice(DTYPES)
        if self.generation == "a5" and self.chance(0.06):
            self.dtype = rng.choice(["FP8E4M3FN", "FP8E5M2"])
        self.rows, self.cols = rng.choice([(8, 32), (16, 32), (16, 64), (8, 64), (32, 32), (16, 128)])
        if self.chance(0.1):
            self.rows = rng.choice([1, 5, 12])
        form = rng.choice(
            ["at", "at", "spmd", "spmd", "spmd with", "parallel", "range", "incore", "submit", "unroll"]
        )
        self.dynamic = self.symbol is not None and form in ("spmd", "parallel") and self.chance(0.7)
        self.grid = 1 if form == "at" else -(-48 // self.rows) if self.dynamic else rng.randint(1, 4)
        self.block = {"at": "0", "spmd with": "b"}.get(form) or self.fresh("b")
        region = fork(self, self.tile)
        self.region = region
        region.source = self.more_input
        self.inputs: list[Tensor] = []
        self.outputs: list[Tensor] = []
        self.case.features.add(form)
        for p in self.params:
            if isinstance(p, Scalar):
                (region.scalars if p.dtype == "INDEX" else region.numbers).append(p)
        if form == "spmd with":
            region.body.add("b = pl.tile.get_block_idx()" if self.tile else "b = pl.tensor.get_block_idx()")
        if self.block != "0" and form != "spmd with":
            region.scalars.append(Scalar(self.block, "INDEX", 0, self.grid - 1))
        if self.dynamic:
            self.measure(region)
        if self.tile and self.chance(0.5):
            self.scratch_tile(region)
        self.sources(region)
        region.block(rng.randint(2, 6))
        self.sinks(region)
        self.write(form, region)

    def measure(self, region: Flow) -> None:
        """How many rows are left for this block."""
        self.left = self.fresh("left")
        total = self.length()
        text = f"pl.min({self.rows}, {total} - {self.block} * {self.rows})"
        region.body.add(
            f"{self.left} = {text}", lambda env, to=self.left: env.__setitem__(to, int(number(text, env)))
        )

    def length(self) -> str:
        """The name that holds the dynamic extent."""
        if "length" not in self.__dict__.get("named", {}):
            self.named = {"length": self.fresh("t")}
            name = self.named["length"]
            anchor = self.tensor(
                "x", self.symbol or 1, self.rng.choice([32, 64, 128]), self.rng.choice(["FP32", "INT32"])
            )
            self.anchor = anchor
            form = self.rng.choice([f"{anchor.name}.shape[0]", f"pl.tensor.dim({anchor.name}, 0)"])
            self.body.add(
                f"{name} = {form}", lambda env: env.__setitem__(name, env[anchor.name].data.shape[0])
            )
        return self.named["length"]

    def row_of(self, extra: int = 0) -> str:
        """The first row of this block's window, with some freedom."""
        base = f"{self.block} * {self.rows}" if self.block != "0" else "0"
        if not extra:
            return base
        more = self.region.below(extra + 1)
        return more if base == "0" else f"{base} + {more}"

    def sources(self, region: Flow) -> None:
        kinds = ["x"] * self.rng.randint(1, 2) + ["row"] * self.chance(0.4) + ["column"] * self.chance(0.3)
        kinds += ["scratch"] * (self.rng.random() < 0.7 and bool(self.scratch))
        kinds += ["element"] * self.chance(0.2) + ["valid"] * self.chance(0.25)
        kinds += ["packed"] * (self.generation == "a5" and self.chance(0.3))
        for kind in kinds:
            getattr(self, f"source_{kind}")(region)

    def window(
        self, t: Tensor, shape: tuple[int, int], r: str, c: str, valid: tuple[str, str] | None = None,
        clamp: bool = False,
    ) -> Var:  # fmt: skip
        """A copy of a window on the chip."""
        region, name = self.region, t.name
        rows, cols = shape

        def value(env: Env) -> Value:
            memory: Memory = env[name]
            row, col = int(number(r, env)), int(number(c, env))
            n, m = (int(number(v, env)) for v in valid) if valid else shape
            if clamp:
                n, m = min(rows, memory.data.shape[0] - row), min(cols, memory.data.shape[1] - col)
            return memory.load(row, col, shape, n, m)

        rest = (
            f", valid_shape=[{valid[0]}, {valid[1]}]"
            if valid and not clamp
            else ", clamp=True"
            if clamp
            else ""
        )
        if self.tile:
            text = f"{self.rng.choice(['pl', 'pl.tile'])}.load({name}, [{r}, {c}], [{rows}, {cols}]{rest})"
        elif rest or self.chance(0.4):
            text = f"{region.call('slice')}({name}, [{rows}, {cols}], [{r}, {c}]{rest})"
        else:
            text = (
                f"{name}[{r} : {r} + {rows}, {c} : {c} + {cols}]"
                if c != "0"
                else f"{name}[{r} : {r} + {rows}, 0:{cols}]"
            )
        if t not in self.inputs:
            self.inputs.append(t)
        full = valid is None or valid == (str(rows), str(cols))
        return region.emit(text, value, shape, t.dtype, None if full else valid)

    def source_x(self, region: Flow) -> None:
        if self.dynamic:
            t = self.tensor("x", self.symbol or 1, self.cols, self.dtype)
            self.window(t, (self.rows, self.cols), self.row_of(), "0", (self.left, str(self.cols)))
            return
        more, wide = self.rng.choice([0, 0, 3]), self.rng.choice([0, 0, 16])
        t = self.tensor("x", self.grid * self.rows + more, self.cols + wide, self.dtype)
        self.window(t, (self.rows, self.cols), self.row_of(more), region.below(wide + 1))

    def scratch_tile(self, region: Flow) -> None:
        """Room for selections."""
        t = self.tensor("x", 1, 32, "UINT8")
        region.room = self.fresh("room")
        region.body.add(f"{region.room} = pl.load({t.name}, [0, 0], [1, 32])")
        self.inputs.append(t)

    def source_packed(self, region: Flow) -> None:
        """A window of FP4, which begins on a byte."""
        cols = self.rng.choice([64, 64, 128])
        if self.dynamic:
            t = self.tensor("q", self.symbol or 1, cols, "FP4")
            valid: tuple[str, str] | None = (self.left, str(cols))
            region.aside(self.window(t, (self.rows, cols), self.row_of(), "0", valid))
            return
        more, wide = self.rng.choice([0, 0, 3]), self.rng.choice([0, 2, 10, 64])
        t = self.tensor("q", self.grid * self.rows + more, cols + wide, "FP4")
        valid = None
        if self.chance(0.25):
            valid = (str(self.rng.randint(1, self.rows)), str(2 * self.rng.randint(1, cols // 2)))
        column = f"2 * ({region.below(wide // 2 + 1)})" if wide else "0"
        region.aside(self.window(t, (self.rows, cols), self.row_of(more), column, valid))

    def source_valid(self, region: Flow) -> None:
        """A window of which a part holds data, also where the tensor ends."""
        t = self.tensor("x", self.grid * self.rows + 1, self.cols, self.dtype)
        n = self.fresh("n")
        text = f"1 + {region.below(self.rows)}"
        region.body.add(f"{n} = {text}", lambda env: env.__setitem__(n, int(number(text, env))))
        cols = str(self.rng.choice([self.cols, self.rng.randint(1, self.cols)]))
        self.window(t, (self.rows, self.cols), self.row_of(), "0", (n, cols))

    def source_row(self, region: Flow) -> None:
        t = self.tensor("w", 1, self.cols, self.dtype)
        self.window(t, (1, self.cols), "0", "0")

    def source_column(self, region: Flow) -> None:
        if self.rows * width(self.dtype) % 32 or self.dynamic:
            return
        t = self.tensor("u", self.grid * self.rows, 1, self.dtype)
        self.window(t, (self.rows, 1), self.row_of(), "0")

    def source_scratch(self, region: Flow) -> None:
        t, rows = self.rng.choice(self.scratch)
        cols = int(t.shape[1])
        height = self.rng.choice([h for h in (8, 16, 32, 1) if h <= rows])
        if cols % block(t.dtype):
            return
        v = self.window(t, (height, cols), region.below(rows - height + 1), "0")
        if t.dtype == "FP4":
            region.aside(v)

    def source_element(self, region: Flow) -> None:
        """One element as a scalar."""
        dtype = self.rng.choice(["FP32", "INT32"])
        t = self.tensor("x", 4, 32, dtype)
        r, c, name, s = region.below(4), region.below(32), t.name, self.fresh("s")
        text = f"pl.read({name}, [{r}, {c}])" if self.tile or self.chance(0.5) else f"{name}[{r}, {c}]"

        def step(env: Env) -> None:
            env[s] = env[name].data[int(number(r, env)), int(number(c, env))]

        region.body.add(f"{s} = {text}", step)
        self.inputs.append(t)
        region.numbers.append(Scalar(s, dtype))

    def sinks(self, region: Flow) -> None:
        """Stores of some values of the outermost block."""
        last = region.own[-1:] + self.rng.sample(region.own, min(len(region.own), self.rng.choice([1, 2, 3])))
        narrow = [v for v in region.own if v in region.packed]
        last += self.rng.sample(narrow, min(len(narrow), 1))
        stored: list[Var] = []
        for v in last:
            if v in stored or not (v in region.pool or v in region.packed):
                continue
            stored.append(v)
            if self.dynamic:
                self.store_dynamic(v)
            elif v.valid is None and self.chance(0.35):
                self.store_scratch(v)
            else:
                kind, wide = "out", self.rng.choice([0, 0, 0, 2, 6, 32]) if v.shape[1] > 1 else 0
                if v.dtype == "FP4" and self.chance(0.4):
                    kind = "inout"
                t = self.tensor("y", self.grid * v.shape[0], v.shape[1] + wide, v.dtype, kind)
                self.store(t, v, f"2 * ({region.below(wide // 2 + 1)})" if wide else "0")

    def store_dynamic(self, v: Var) -> None:
        if v.valid == (self.left, str(v.shape[1])) and v.shape[0] == self.rows:
            self.store(self.tensor("y", self.symbol or 1, v.shape[1], v.dtype, "out"), v)
        else:
            self.store(self.tensor("y", self.grid * v.shape[0], v.shape[1], v.dtype, "out"), v)

    def store_scratch(self, v: Var) -> None:
        rows = self.grid * v.shape[0]
        t = Tensor(self.fresh("z"), (rows, v.shape[1]), v.dtype, "scratch", rows)
        initial = ", init_value=0" if self.chance(0.2) else ""
        name = t.name
        spaces = self.rng.choice(["pl", "pl.tensor"])

        def create(env: Env) -> None:
            env[name] = Memory.undefined((rows, v.shape[1]), v.dtype)

        self.body.add(
            f"{name} = {spaces}.create_tensor([{rows}, {v.shape[1]}], dtype=pl.{v.dtype}{initial})", create
        )
        self.store(t, v)
        self.case.scratch.append(t)
        self.scratch.append((t, rows))
        if self.chance(0.5):  # what it holds is also seen from outside
            self.copies = (*self.__dict__.get("copies", ()), (t, rows))

    def store(self, t: Tensor, v: Var, c: str = "0") -> None:
        region, name, x = self.region, t.name, v.name
        rows, cols = v.shape
        r = f"{self.block} * {rows}" if self.block != "0" else "0"

        def step(env: Env) -> None:
            env[name].store(env[x], int(number(r, env)), int(number(c, env)))

        if self.tile:
            text = f"{self.rng.choice(['pl', 'pl.tile'])}.store({x}, [{r}, {c}], {name})"
            text = f"{name} = {text}"
        elif self.chance(0.3) or (v.valid and self.dynamic):
            text = f"{name} = {region.call('assemble')}({name}, {x}, [{r}, {c}])"
        else:
            columns = self.rng.choice([":", f"0:{cols}"]) if t.shape[1] == cols else f"{c} : {c} + {cols}"
            text = f"{name}[{r} : {r} + {rows}, {columns}] = {x}"
        region.body.add(text, step)
        self.outputs.append(t)

    # ---- forms of a region ------------------------------------------------------------------------------------

    def write(self, form: str, region: Flow) -> None:
        b, grid, inner = self.block, self.grid, region.body
        count: Any = str(grid)
        if self.dynamic:
            count = f"({self.length()} + {self.rows - 1}) // {self.rows}"

        def run(env: Env) -> None:
            for k in range(int(number(count, env))):
                env[b] = k
                inner.run(env)

        hint = f', name_hint="{self.fresh(f"r{self.case.seed}_")}"' if self.chance(0.3) else ""
        level = "level=pl.Level.CORE_GROUP"
        if form == "at":
            self.body.nest(f"with pl.at({level}{hint}):", inner, inner.run)
        elif form == "spmd":
            self.body.nest(f"for {b} in pl.spmd({count}{hint}):", inner, run)
        elif form == "spmd with":
            self.body.nest(f"with pl.spmd({count}{hint}):", inner, run)
        elif form in ("parallel", "range", "unroll"):
            task = Body()
            task.nest(f"with pl.at({level}{hint}):", inner)
            self.body.nest(f"for {b} in pl.{form}({count}):", task, run)
        else:
            self.kernel_call(form, region, count, run)
        for t, rows in self.__dict__.pop("copies", ()):
            self.copy_out(t, rows)

    def kernel_call(self, form: str, region: Flow, count: str, run: Any) -> None:
        """The region as a function of its own, called or submitted."""
        b = self.block
        name = self.fresh(f"task{self.case.seed}_")
        scalars = [p for p in self.params if isinstance(p, Scalar) and p.name in region.used]
        lines = ["@pl.jit.incore", f"def {name}("]
        taken: list[Tensor] = []
        for t in self.inputs:
            if t not in taken and t not in self.outputs:
                taken.append(t)
        lines += [f"    {t.name}: pl.Tensor," for t in taken]
        lines += [f"    {s.name}: pl.Scalar[pl.{s.dtype}]," for s in scalars]
        lines += [f"    {b}: pl.Scalar[pl.INDEX],"]
        lines += [f"    {t.name}: pl.Out[pl.Tensor]," for t in self.outputs]
        outs = ", ".join(t.name for t in self.outputs)
        lines += ["):", *("    " + line for line in region.body.text), f"    return {outs}", ""]
        self.case.helpers += lines
        given = ", ".join(
            [*(t.name for t in taken), *(s.name for s in scalars), b, *(t.name for t in self.outputs)]
        )
        body = Body()
        if form == "incore":
            body.add(f"{outs} = {name}({given})")
        else:
            results = f"({outs})" if len(self.outputs) > 1 else outs
            body.add(f"{results}, {self.fresh('tid')} = pl.submit({name}, {given})")
        self.body.nest(f"for {b} in pl.{self.rng.choice(['parallel', 'range'])}({count}):", body, run)

    def copy_out(self, t: Tensor, rows: int) -> None:
        """A region that copies a scratch tensor to an output, or a view of it."""
        if int(t.shape[1]) * width(t.dtype) % 32 and (rows * width(t.dtype) % 32 or t.shape[1] != 1):
            return
        if rows * int(t.shape[1]) * width(t.dtype) > 65536:
            return
        y = self.tensor("y", rows, int(t.shape[1]), t.dtype, "out")
        source, target = t.name, y.name
        inner = Body()
        inner.add(f"{target}[:, :] = {source}[:, :]")

        def step(env: Env) -> None:
            memory: Memory = env[source]
            value = Value(memory.data.copy(), t.dtype, *memory.data.shape, memory.err.copy())
            env[target].store(value, 0, 0)

        self.body.nest("with pl.at(level=pl.Level.CORE_GROUP):", inner, step)


def make_case(seed: int, platform: str | None = None) -> Case:
    return KernelMaker(seed, platform).case


def torch_args(case: Case, args: dict[str, Any]) -> list[Any]:
    """The arguments of a call in parameter order."""
    out: list[Any] = []
    for p in case.params:
        value = args[p.name]
        if isinstance(p, Tensor):
            out.append(to_torch(value, p.dtype))
        else:
            out.append(value.item() if isinstance(value, np.generic) else value)
    return out
