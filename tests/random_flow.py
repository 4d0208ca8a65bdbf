# SPDX-License-Identifier: Apache-2.0
"""Random control flow: kernels of nested loops, branches and jumps, whose text is run as plain Python as well.

    python tests/random_flow.py 0 50              compare native code, interpreter and Python
    python tests/random_flow.py 0 500 interpret   without native code
    python tests/random_flow.py --show 17         the kernel of a seed

Names are bound anywhere, given second names, handed to helpers, and read behind loops and branches, also as other
views of a value and as tiles that are valid in part; loops stand in a region or around regions. What Python makes of
the same lines, with `pl` replaced by a few functions on Torch, is what both engines have to make of them. Prints the
seeds of what differs, and counts; a kernel may be refused, where a name that it reads may be without a value.
"""

from __future__ import annotations

import contextlib
import importlib.util
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch

HEAD = """\
# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl
"""
HELPER = """\


@pl.jit.inline
def {name}(n: pl.INDEX, s0: pl.INDEX, s1: pl.INDEX, x: pl.Tensor, {last}: pl.Tensor):
"""
ENTRY = """\


@pl.jit
def kernel(
    n: pl.INDEX,
    x: pl.Tensor[[64, 64], pl.FP32],
    numbers: pl.Out[pl.Tensor[[1, 16], pl.INT32]],
    y: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
"""
REGION = "with pl.at(level=pl.Level.CORE_GROUP):"
SCALARS, TILES, PARTS = ("s0", "s1", "s2", "s3"), ("t0", "t1", "t2"), ("v0", "v1", "v2")
UNWRITTEN = -1515870811  # the bytes of what a kernel never writes
EXTENTS = (0, 3, 7)  # of the run-time number n


class RandomFlow:
    """`text` is the kernel of a seed; it writes what its names hold at the end."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.indent = 1
        self.depth = 0
        self.count = 0
        self.jumps = False  # in the innermost loop
        self.tasks = self.random.random() < 0.4  # loops and branches stand around regions, not in one
        self.helpers: list[str] = []
        texts = [self.helper(f"helper{k}") for k in range(self.random.randint(0, 2))]
        bound = {"s0"}
        self.write(REGION)
        self.indent += 1
        if self.tasks:
            self.write("y[0:56, :] = x[0:56, :]")
            self.indent -= 1
        self.write("s0 = n + 1")
        if not self.tasks and self.random.random() < 0.7:
            self.write("t0 = x[0:8, :]")
            bound.add("t0")
        self.block(bound, "", self.random.randint(3, 7))
        if self.tasks:
            self.write(REGION)
            self.indent += 1
        for place, name in enumerate(self.of(bound, "s")):
            self.write(f"pl.write(numbers, [0, {place}], pl.cast({name}, pl.INT32))")
        for place, name in enumerate(self.of(bound, "t")):
            self.write(f"y[{place * 8} : {place * 8 + 8}, :] = {name}")
        for place, name in enumerate(self.of(bound, "v"), len(TILES)):
            self.write(f"pl.assemble(y, {name}, [{place * 8}, 0])")
        self.write("y[56:64, :] = x[56:64, :]")
        self.write("pl.write(numbers, [0, 15], pl.cast(n, pl.INT32))")
        self.text = HEAD + "".join(texts) + ENTRY + "\n".join(self.lines) + "\n    return numbers, y\n"

    def helper(self, name: str) -> str:
        """The text of a function whose calls are expanded: it binds its parameters anew, and calls the ones before."""
        bound = {"s0", "s1"} if self.tasks else {"s0", "s1", "t0"}
        self.block(bound, "", self.random.randint(1, 3))
        self.write(f"return {self.random.choice(self.of(bound, 's'))}{'' if self.tasks else ', t0'}")
        text = HELPER.format(name=name, last="y" if self.tasks else "t0") + "\n".join(self.lines) + "\n"
        self.lines.clear()
        self.helpers.append(name)
        return text

    def write(self, line: str) -> None:
        self.lines.append("    " * self.indent + line)

    def of(self, bound: set[str], kind: str) -> list[str]:
        return sorted(name for name in bound if name[0] == kind)

    def new(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}{self.count}"

    # Values

    def scalar(self, bound: set[str]) -> str:
        names, draw = self.of(bound, "s"), self.random
        a = draw.choice(names) if draw.random() < 0.8 else str(draw.randint(0, 9))
        if a.isdigit() or draw.random() < 0.35:  # often a second name of a value
            return a
        b = draw.choice(names)
        forms = (
            f"pl.min({a}, {b})",
            f"pl.max({a}, {b} + 3)",
            f"({a} * {b}) % 97",
            f"({a} + 50) // {draw.randint(2, 7)}",
            f"({a} + {draw.randint(0, 9)}) % 1000",
            f"pl.cast(pl.cast(pl.read(x, [({a} + 2000) % 64, {draw.randint(0, 63)}]), pl.INT32), pl.INDEX)",
            f"({a} - {b}) % 1000",
        )
        return draw.choice(forms)

    def rows(self, bound: set[str]) -> str:
        row = self.new("q")
        self.write(f"{row} = ({self.random.choice(self.of(bound, 's'))} + 2000) % 7 * 8")
        return f"[{row} : {row} + 8, :]"

    def task(self, bound: set[str]) -> None:
        """A region that makes one window of others."""
        a, b, into, draw = self.rows(bound), self.rows(bound), self.rows(bound), self.random
        forms = (
            f"pl.add(y{a}, 1.0)",
            f"pl.maximum(y{a}, x{b})",
            f"pl.minimum(pl.sub(y{a}, y{b}), 50.0)",
            f"pl.neg(y{a})",
        )
        self.write(REGION)
        self.write(f"    y{into} = {draw.choice(forms)}")

    def tile(self, bound: set[str]) -> str:
        names, draw = self.of(bound, "t"), self.random
        if not names or draw.random() < 0.2:
            return "x" + self.rows(bound)
        a, b = draw.choice(names), draw.choice(names)
        forms = (
            a,
            a,
            f"pl.reshape(pl.reshape({a}, [16, 32]), [8, 64])",
            f"pl.set_validshape({a}, 8, 64)",
            f"pl.add({a}, 1.0)",
            f"pl.maximum({a}, {b})",
            f"pl.minimum(pl.sub({a}, {b}), 50.0)",
            f"pl.neg({a})",
        )
        return draw.choice(forms)

    def part(self, bound: set[str]) -> str:
        """A tile of which some rows are valid, how many may differ each time."""
        names, draw = self.of(bound, "v"), self.random
        if names and draw.random() < 0.4:
            a = draw.choice(names)
            return draw.choice((a, a, f"pl.neg({a})", f"pl.add({a}, 1.0)"))
        scalar, form = draw.choice(self.of(bound, "s")), draw.random()
        rows = "8" if form < 0.2 else str(draw.randint(1, 7)) if form < 0.4 else self.new("q")
        if not rows.isdigit():
            self.write(f"{rows} = ({scalar} + 2000) % 9")
        row = draw.randint(0, 56)
        return (
            f"x[{row} : {row + 8}, :]"
            if rows == "8"
            else f"pl.slice(x, [8, 64], [{row}, 0], valid_shape=[{rows}, 64])"
        )

    def condition(self, bound: set[str]) -> str:
        names, draw = self.of(bound, "s"), self.random
        other = draw.choice([*names, str(draw.randint(0, 20))])
        return f"{draw.choice(names)} {draw.choice(('<', '>', '==', '!=', '<=', '>='))} {other}"

    # Statements; `bound` are the names that have a value for certain

    def block(self, bound: set[str], loop: str, size: int) -> None:
        for _ in range(size):
            draw = self.random.random()
            if draw < 0.55 or self.depth >= 3:
                self.assign(bound)
            elif draw < 0.7:
                self.branch(bound, loop)
            else:
                self.loop(bound)

    def call(self, bound: set[str]) -> None:
        draw = self.random
        result = draw.choice(SCALARS)
        a, b = (draw.choice(self.of(bound, "s")) for _ in range(2))
        last, more = "y", ""
        bound.add(result)
        if not self.tasks:
            last, more = draw.choice(self.of(bound, "t")), f", {draw.choice(TILES)}"
            bound.add(more[2:])
        self.write(f"{result}{more} = {draw.choice(self.helpers)}(n, {a}, {b}, x, {last})")

    def assign(self, bound: set[str]) -> None:
        if self.helpers and (self.tasks or self.of(bound, "t")) and self.random.random() < 0.15:
            self.call(bound)
            return
        if self.random.random() < 0.5:
            name, value = self.random.choice(SCALARS), self.scalar(bound)
        elif self.tasks:
            self.task(bound)
            return
        elif self.random.random() < 0.3:
            name, value = self.random.choice(PARTS), self.part(bound)
        else:
            name, value = self.random.choice(TILES), self.tile(bound)
        self.write(f"{name} = {value}")
        bound.add(name)

    def branch(self, bound: set[str], loop: str) -> None:
        draw = self.random
        self.depth += 1
        self.write(f"if {self.condition(bound)}:")
        then, orelse = set(bound), set(bound)
        left = False
        self.indent += 1
        self.block(then, loop, draw.randint(1, 2))
        if loop and draw.random() < 0.4:
            self.write(draw.choice(("break", "continue")) if loop == "range" else "break")
            left = self.jumps = True
        self.indent -= 1
        if draw.random() < 0.5:
            self.write("else:")
            self.indent += 1
            self.block(orelse, loop, draw.randint(1, 2))
            self.indent -= 1
        bound |= orelse if left else then & orelse
        self.depth -= 1

    def loop(self, bound: set[str]) -> None:
        draw = self.random
        self.depth += 1
        trips = draw.randint(0, 4) if draw.random() < 0.2 else draw.randint(1, 4)
        kinds = ("range", "range", "dynamic", "parallel" if self.tasks else "pipeline", "unroll", "while")
        index, kind = self.new("i"), draw.choice(kinds)
        inner = set(bound)
        head = {
            "range": f"for {index} in pl.range({trips}):",
            "dynamic": f"for {index} in pl.range(n % {draw.randint(2, 5)}):",
            "pipeline": f"for {index} in pl.pipeline({trips}, stage={draw.randint(1, 3)}):",
            "parallel": f"for {index} in pl.parallel({trips}):",
            "unroll": f"for {index} in pl.unroll({trips}):",
            "while": f"while {index} < {draw.randint(1, 5)}:",
        }[kind]
        if kind == "while":
            self.write(f"{index} = {draw.randint(0, 3)}")
        self.write(head)
        self.indent += 1
        if kind == "while":
            self.write(f"{index} = {index} + 1")
        if draw.random() < 0.6:
            name = draw.choice(SCALARS)
            self.write(
                f"{name} = {index}" if draw.random() < 0.4 else f"{name} = {index} + {draw.randint(0, 5)}"
            )
            inner.add(name)
        outside, self.jumps = self.jumps, False
        where = {"range": "range", "dynamic": "range", "while": "while"}.get(kind, "")
        self.block(inner, where, draw.randint(1, 4))
        if kind not in ("dynamic", "while") and trips and not self.jumps:
            bound |= inner
        self.jumps = outside
        self.indent -= 1
        self.depth -= 1


class _Types:
    def __getitem__(self, key: Any) -> None:
        return None


class _Plain:
    """What stands for `pl` where the text of a kernel is run as Python."""

    Tensor = Out = _Types()
    INDEX = FP32 = INT32 = None

    class Level:
        CORE_GROUP = None

    class jit:
        def __new__(cls, function: Any) -> Any:
            return function

        @staticmethod
        def inline(function: Any) -> Any:
            return function

    @staticmethod
    @contextlib.contextmanager
    def at(level: None) -> Iterator[None]:
        yield

    range = unroll = parallel = staticmethod(range)
    min, max = staticmethod(min), staticmethod(max)

    @staticmethod
    def pipeline(trips: int, stage: int) -> range:
        return range(trips)

    @staticmethod
    def cast(value: float, dtype: None) -> int:
        return int(value)

    @staticmethod
    def read(source: torch.Tensor, at: list[int]) -> float:
        return float(source[tuple(at)])

    @staticmethod
    def write(target: torch.Tensor, at: list[int], value: int) -> None:
        target[tuple(at)] = value

    @staticmethod
    def reshape(value: torch.Tensor, shape: list[int]) -> torch.Tensor:
        return value.reshape(shape)

    @staticmethod
    def set_validshape(value: torch.Tensor, rows: int, cols: int) -> torch.Tensor:
        return value[:rows, :cols]

    @staticmethod
    def slice(source: torch.Tensor, shape: list[int], at: list[int], valid_shape: list[int]) -> torch.Tensor:
        return source[at[0] : at[0] + valid_shape[0], :]

    @staticmethod
    def assemble(target: torch.Tensor, value: torch.Tensor, at: list[int]) -> None:
        target[at[0] : at[0] + len(value), :] = value

    @staticmethod
    def minimum(a: torch.Tensor, b: float) -> torch.Tensor:
        return torch.clamp(a, max=b)

    add, sub, neg, maximum = (staticmethod(getattr(torch, n)) for n in ("add", "sub", "neg", "maximum"))


def numbers_of(seed: int) -> torch.Tensor:
    return torch.randint(-9, 10, (64, 64), generator=torch.Generator().manual_seed(seed)).float()


def as_python(text: str, n: int, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor] | None:
    """What the outputs hold after the text ran as Python; None where it reads a name without a value."""
    names: dict[str, Any] = {"pl": _Plain}
    exec(text.replace("import pypto.language as pl\n", ""), names)
    numbers = torch.full((1, 16), UNWRITTEN, dtype=torch.int32)
    y = torch.full((64, 64), float("nan"))
    try:
        names["kernel"](n, x.clone(), numbers, y)
    except UnboundLocalError:
        return None
    return numbers, y


def outcome(seed: int, engines: tuple[str, ...], folder: Path) -> tuple[str, str]:
    """ "same", "refused" or "differs", and what to say of it."""
    import pypto.language as pl
    from pypto.errors import UserError

    text = RandomFlow(seed).text
    path = folder / f"flow_{seed}.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    try:
        compiled = {e: module.kernel.compile(n=pl.RUNTIME, config={"engine": e}) for e in engines}
    except UserError as error:
        return "refused", str(error)
    x = numbers_of(seed)
    for n in EXTENTS:
        wanted = as_python(text, n, x)
        for engine, program in compiled.items():
            numbers, y = torch.zeros(1, 16, dtype=torch.int32), torch.zeros(64, 64)
            program(n, x, numbers, y)
            if wanted is None:  # Python stops there; nothing is promised of the results
                continue
            same = torch.equal(y.nan_to_num(nan=-99.0), wanted[1].nan_to_num(nan=-99.0))
            if not same or not torch.equal(numbers, wanted[0]):
                return "differs", f"{engine}, n = {n}: {numbers.tolist()}, Python has {wanted[0].tolist()}"
    return "same", ""


def main(arguments: list[str]) -> int:
    if arguments[0] == "--show":
        print(RandomFlow(int(arguments[1])).text)
        return 0
    first, last = int(arguments[0]), int(arguments[1])
    engines = tuple(arguments[2:]) or ("native", "interpret")
    counts: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="goldtile-flow-") as name:
        for seed in range(first, last):
            found, said = outcome(seed, engines, Path(name))
            counts[found] += 1
            if found == "refused":
                refused[said.splitlines()[0].rpartition("[")[2].rstrip("]")] += 1
            if found == "differs":
                print(f"{seed}: {said}", flush=True)
    print(f"seeds {first}:{last}: {dict(counts)}; refused by code: {dict(refused)}")
    return 1 if counts["differs"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
