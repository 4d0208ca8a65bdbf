# SPDX-License-Identifier: Apache-2.0
"""Random drivers of several ranks, as texts that run as plain Python too.

A driver fills its outputs, and then has numbers, parts of tensors, windows, loops, branches and helpers in any order.
Every index, slice and number that it makes is valid; what it computes is exact.
"""

from __future__ import annotations

import random

HEAD = """\
# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl
import pypto.language.distributed as pld

RANKS = {ranks}
ROWS = 8
FLAG = True
NR = pl.dynamic("NR")
T = pl.dynamic("T")


@pl.jit
def copy(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], 0)
    return y


@pl.jit
def add(x: pl.Tensor, y: pl.Out[pl.Tensor], n: pl.Scalar[pl.INT32]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], pl.cast(n, pl.FP32))
    return y


@pl.jit
def grow(x: pl.Tensor[[8, 16], pl.FP32], y: pl.InOut[pl.Tensor[[8, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.minimum(pl.add(x[:, :], y[:, :]), 1000.0)
    return y


@pl.jit
def rows(x: pl.Tensor[[T, 16], pl.FP32], y: pl.Out[pl.Tensor[[T, 16], pl.FP32]], f: pl.Scalar[pl.FP32]):
    for t in pl.range(pl.tensor.dim(x, 0) // 4):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[t * 4 : t * 4 + 4, :] = pl.sub(x[t * 4 : t * 4 + 4, :], f)
    return y


@pl.jit
def held(
    x: pl.Tensor[[8, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 16], pl.FP32]],
    w: pl.InOut[pld.DistributedTensor[[8, 16], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        w[:, :] = pl.minimum(pl.add(x[:, :], w[:, :]), 500.0)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(w[:, :], 1.0)
    return w, y


@pl.jit
def counted(
    x: pl.Tensor[[8, 16], pl.INT32],
    y: pl.Out[pl.Tensor[[8, 16], pl.INT32]],
    w: pl.InOut[pld.DistributedTensor[[4, 16], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        w[:, :] = pl.add(x[0:4, :], w[:, :])
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:4, :] = pl.add(w[:, :], 1)
        y[4:8, :] = pl.add(x[4:8, :], 0)
    return y


@pl.jit
def chosen(
    x: pl.Tensor[[8, 16], pl.FP32],
    z: pl.Tensor[[8, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 16], pl.FP32]],
    f: pl.Scalar[pl.FP32],
    c: pl.Scalar[pl.BOOL],
    n: pl.Scalar[pl.INT32] = 3,
):
    if c:
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.add(x[:, :], f)
    else:
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.sub(z[:, :], pl.cast(n, pl.FP32))
    return y


@pl.jit
def planes(x: pl.Tensor[[NR, 8, 16], pl.FP32], y: pl.Out[pl.Tensor[[NR, 8, 16], pl.FP32]]):
    for p in pl.range(pl.tensor.dim(x, 0)):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[p, :, :] = pl.add(x[p, :, :], 2.0)


@pl.jit.inline
def exchanged(a, b):
    return b, a


@pl.jit.inline
def wrapped(a, n):
    a = a % n
    if a < 0:
        a = a + n
    return a


@pl.jit.inline
def summed(a, n):
    total = 0
    for i in pl.range(n):
        total = total + i * a
        a = a + 1
    return total


@pl.jit.inline
def plane(t: pl.Tensor, i):
    i = wrapped(i, RANKS)
    return t[i]


@pl.jit.inline
def all_ranks(x: pl.Tensor, y: pl.Tensor, n):
    for r in pl.range(pld.world_size()):
        n = n % 7 + 1
        add(x[r], y[r], n, device=r)


@pl.jit.inline
def all_held(x: pl.Tensor, y: pl.Tensor, memory):
    for r in pl.range(pld.world_size()):
        w = pld.window(memory, [8, 16], dtype=pl.FP32)
        w, out = held(x[r], y[r], w, device=r)
        copy(x[r], out, device=r)
        held(x[r], out, w, device=r)
"""

# For `wrapped`: a helper is called where its result goes to a name.

PARAMS = (
    ("xs", "pl.Tensor[[{n}, 8, 16], pl.FP32]"),
    ("ns", "pl.Tensor[[{n}, 8, 16], pl.INT32]"),
    ("long", "pl.Tensor[[RANKS * 8, 16], pl.FP32]"),
    ("grid", "pl.Tensor[[2, RANKS, 8, 16], pl.FP32]"),
    ("ys", "pl.Out[pl.Tensor[[{n}, 8, 16], pl.FP32]]"),
    ("zs", "pl.InOut[pl.Tensor[[{n}, 8, 16], pl.FP32]]"),
    ("ms", "pl.Out[pl.Tensor[[{n}, 8, 16], pl.INT32]]"),
    ("wide", "pl.InOut[pl.Tensor[[RANKS * 8, 16], pl.FP32]]"),
    ("deep", "pl.InOut[pl.Tensor[[2, RANKS, 8, 16], pl.FP32]]"),
    ("k", "pl.Scalar[pl.INT32]"),
    ("e", "pl.Scalar[pl.FP32]"),
    ("c", "pl.Scalar[pl.BOOL]"),
)
INTEGERS, FLOATS, TRUTHS = ("i0", "i1", "i2", "k"), ("f0", "f1", "e"), ("c0", "c1", "c")


class RandomDriver:
    """`text` is the file of a seed, `ranks` how many it is for."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.ranks = self.random.choice((1, 2, 2, 3, 4))
        self.lines: list[str] = []
        self.indent, self.count, self.depth = 1, 0, 0
        # Names that have a value, by kind; those in `fixed` may not become anything else here.
        self.bound: set[str] = {"k", "e", "c"}
        self.outside: set[str] = set()
        self.parts: dict[str, str] = {}  # names of tensors: "in" or "out"
        self.devices: list[str] = []  # loop variables that count ranks
        self.indices: list[str] = []  # all loop variables
        self.sizes = ["RANKS", "pld.world_size()"]
        self.buffers: dict[str, str] = {}
        self.windows: dict[str, str] = {}  # names of windows that have a value, and their kind
        self.raw = {"raw": self.random.choice(("held", "counted"))}
        n = self.extent = "NR" if self.random.random() < 0.4 else "RANKS"
        self.prologue()
        self.block(self.random.randint(4, 9))
        self.use_buffers()
        head = ",\n    ".join(f"{name}: {kind.format(n=n)}" for name, kind in PARAMS)
        self.text = (
            HEAD.format(ranks=self.ranks)
            + f"\n\n@pl.jit.host\ndef driver(\n    {head},\n):\n"
            + "\n".join(self.lines)
            + "\n    return ys, zs, ms, wide, deep\n"
        )

    def prologue(self) -> None:
        draw = self.random
        if draw.random() < 0.5:
            self.write("size = pld.world_size()")
            self.sizes.append("size")
        for name in ("memory", "counts", "raw"):
            if draw.random() < 0.5:
                form = {
                    "memory": (
                        "[8, 16], dtype=pl.FP32",
                        "ROWS * 16 * 4",
                        "[pld.world_size() * 8, 16], dtype=pl.FP32",
                    ),
                    "counts": (
                        "[4, 16], dtype=pl.INT32",
                        "256",
                        "[16, 16], dtype=pl.INT8",
                        "64 * pl.INT32.get_byte()",
                    ),
                    "raw": ("8 * 16 * 4", "[512], dtype=pl.UINT8"),
                }[name]
                self.buffers[name] = draw.choice(form)
                self.write(f"{name} = pld.alloc_window_buffer({self.buffers[name]})")
        self.write(f"for r in pl.range({draw.choice(self.sizes)}):")
        self.write("    copy(xs[r], ys[r], device=r)")
        self.write(f"    copy(ns[r], ms[r]{draw.choice((', device=r', ''))})")

    def write(self, line: str) -> None:
        if self.random.random() < 0.05:
            self.lines.append("    " * self.indent + f"# note {len(self.lines)}")
        self.lines.append("    " * self.indent + line)

    def new(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}{self.count}"

    def of(self, names: tuple[str, ...]) -> list[str]:
        return [name for name in names if name in self.bound]

    # Numbers

    def integer(self, deep: int = 2) -> str:
        draw = self.random
        names = self.of(INTEGERS) + self.indices * 2
        if deep == 0 or draw.random() < 0.3 or not names:
            return draw.choice([*names, *names, str(draw.randint(0, 5)), draw.choice(self.sizes),
                                "xs.shape[0]", self.extent,
                                "pl.tensor.dim(long, 0)", "-2"])  # fmt: skip
        a, b = self.integer(deep - 1), self.integer(deep - 1)
        return draw.choice(
            (
                f"({a} + {b})", f"({a} - {b})", f"({a} * {b}) % 17", f"({a} // {draw.choice((2, 3, -2))})",
                f"({a} % {draw.choice((3, 5, -4))})", f"-({a})",
            )
        )  # fmt: skip

    def real(self) -> str:
        draw = self.random
        names = self.of(FLOATS)
        a = draw.choice([*names, "0.5", "2.0", "-1.25"])
        return draw.choice((a, a, f"{a} + 0.5", f"{a} * 0.5", f"{a} - {draw.choice([*names, '1.0'])}"))

    def truth(self, deep: int = 2) -> str:
        draw = self.random
        form = draw.random()
        if deep == 0 or form < 0.5:
            word = draw.choice(("<", "<=", ">", ">=", "==", "!="))
            return f"{self.integer(1)} {word} {self.integer(1)}"
        if form < 0.65:
            return draw.choice([*self.of(TRUTHS), "FLAG", "True"])
        if form < 0.75:
            return f"not ({self.truth(deep - 1)})"
        return f"({self.truth(deep - 1)}) {draw.choice(('and', 'or'))} ({self.truth(deep - 1)})"

    def number(self) -> None:
        """`name = value`, of a kind that the name may have here."""
        kinds = ((INTEGERS, self.integer), (FLOATS, self.real), (TRUTHS, self.truth))
        names, value = self.random.choice((kinds[0], kinds[0], *kinds))
        name = self.random.choice(names)
        self.write(f"{name} = {value()}")
        self.bound.add(name)

    def small(self) -> str:
        """A number that keeps sums of floats exact."""
        return f"({self.integer(1)}) % 50"

    def index(self, extent: int) -> str:
        """An index of an axis of so many."""
        draw = self.random
        names = [n for n in self.devices if extent == self.ranks]
        if names and draw.random() < 0.6:
            return draw.choice(names)
        if draw.random() < 0.3:
            return str(draw.randrange(extent))
        a = self.integer(1)
        if draw.random() < 0.5:
            return f"(({a}) % {extent} + {extent}) % {extent}"
        name = draw.choice(("i0", "i1", "i2"))
        helper = draw.random() < 0.5
        self.write(
            f"{name} = wrapped({a}, {extent})"
            if helper
            else f"{name} = (({a}) % {extent} + {extent}) % {extent}"
        )
        self.bound.add(name)
        return name

    def plain_index(self, extent: int) -> str:
        """The same without a statement before it."""
        if self.devices and extent == self.ranks and self.random.random() < 0.6:
            return self.random.choice(self.devices)
        return f"(({self.integer(1)}) % {extent} + {extent}) % {extent}"

    # Parts of tensors

    def part(self, writes: bool) -> tuple[str, str]:
        """A part [8, 16] FP32, and the tensor that it is of."""
        draw = self.random
        names = [n for n, kind in self.parts.items() if kind.startswith("out") or not writes]
        if names and draw.random() < 0.35:
            name = draw.choice(names)
            return name, self.parts[name].partition(" ")[2] or "xs"
        tensor = draw.choice(
            ("ys", "zs", "wide", "deep") if writes else ("xs", "long", "grid", "ys", "zs", "wide")
        )
        if tensor in ("xs", "ys", "zs"):
            return f"{tensor}[{self.index(self.ranks)}]", tensor
        if tensor in ("grid", "deep"):
            first, second = self.index(2), self.plain_index(self.ranks)
            return draw.choice((f"{tensor}[{first}, {second}]", f"{tensor}[{first}][{second}]")), tensor
        a = self.index(self.ranks)
        return f"{tensor}[{a} * 8 : {draw.choice((f'{a} * 8 + 8', f'({a} + 1) * ROWS'))}]", tensor

    def apart(self) -> tuple[str, str]:
        """What is read, and what is written: of two tensors."""
        written, tensor = self.part(True)
        changed = set(self.bound)
        for _ in range(20):
            mark = len(self.lines)
            read, other = self.part(False)
            # an index that `read` computes may be one of `written`
            if other != tensor and not any(line.strip().startswith("i") for line in self.lines[mark:]):
                return read, written
            del self.lines[mark:]
            self.bound = set(changed)
        return f"xs[{self.random.randrange(self.ranks)}]", written

    def name_part(self) -> None:
        draw = self.random
        writes = draw.random() < 0.5
        if draw.random() < 0.2:
            tensor = draw.choice(("ys", "zs") if writes else ("xs", "zs"))
            value = f"plane({tensor}, {self.integer(1)})"
        else:
            value, tensor = self.part(writes)
        name = self.new("t")
        self.write(f"{name} = {value}")
        self.parts[name] = f"{'out' if writes else 'in'} {tensor}"

    def create(self) -> None:
        draw = self.random
        name = self.new("made")
        shape = draw.choice(("[8, 16]", "[ROWS, ROWS * 2]"))
        if draw.random() < 0.5:
            self.write(
                f"{name} = pl.create_tensor({shape}, dtype=pl.FP32, init_value={draw.choice(('1.0', '0.5', '3'))})"
            )
        else:
            self.write(f"{name} = pl.create_tensor({shape}, dtype=pl.FP32)")
            self.write(f"copy(xs[{draw.randrange(self.ranks)}], {name}{self.device()})")
        self.parts[name] = f"out {name}"

    # Calls

    def device(self, needed: bool = False) -> str:
        draw = self.random
        if not needed and draw.random() < 0.25:
            return ""
        return f", device={draw.choice([*self.devices * 2, str(draw.randrange(self.ranks))])}"

    def call(self) -> None:
        draw = self.random
        form = draw.choice(
            ("copy", "add", "grow", "rows", "held", "counted", "chosen", "planes", "all_ranks", "all_held")
        )
        if form in ("copy", "add", "grow", "rows", "chosen"):
            x, y = self.apart()
            more = {
                "add": f", {draw.choice((self.small(), self.small(), str(draw.randint(0, 2))))}",
                "rows": f", {self.real()}",
                "chosen": f", {draw.choice((self.real(), 'f=' + self.real()))}, c={self.truth(1)}",
            }.get(form, "")
            if form == "chosen":
                more = f", {y}{more}{draw.choice(('', ', n=' + self.small()))}"
                y = x
            call = f"{form}({x}, {y}{more}{self.device()})"
            if draw.random() < 0.3:
                name = self.new("t")
                self.write(f"{name} = {call}")
                self.parts[name] = "out *"  # of any tensor: nothing else is read beside it
                del self.parts[name]
                if draw.random() < 0.7 and form != "chosen":
                    self.write(
                        f"add({draw.choice(('xs', 'grid[1]'))}[{draw.randrange(self.ranks)}], {name}, 1{self.device()})"
                    )
            else:
                self.write(call)
        elif form == "planes":
            x, y = draw.choice(
                (("xs", "ys"), ("grid[1]", "zs"), ("zs", "ys"), ("xs", f"deep[{self.index(2)}]"))
            )
            self.write(f"planes({x}, {y}{self.device()})")
        elif form == "all_ranks":
            self.write(
                f"all_ranks({draw.choice(('xs', 'grid[0]'))}, {draw.choice(('ys', 'zs'))}, {self.integer(1)})"
            )
        elif form == "all_held" and "memory" in self.buffers:
            self.write("all_held(xs, ys, memory)")
        elif form in ("held", "counted"):
            self.windowed(form)
        else:
            self.number()

    def windowed(self, form: str) -> None:
        draw = self.random
        kinds = {"held": "memory", "counted": "counts"}[form]  # floats and integers do not share memory
        buffers = [
            name for name in (kinds, "raw") if name in self.buffers and self.raw.get(name, form) == form
        ]
        if not buffers:
            return
        shape = {"held": "[8, 16], dtype=pl.FP32", "counted": "[4, 16], dtype=pl.INT32"}[form]
        known = [name for name, kind in self.windows.items() if kind == form]
        if known and draw.random() < 0.5:
            name = draw.choice(known)
        else:
            name = self.new("w")
            self.write(f"{name} = pld.window({draw.choice(buffers)}, {shape})")
            self.windows[name] = form
        if form == "counted":
            a, b = draw.randrange(self.ranks), self.index(self.ranks)
            self.write(f"counted(ns[{a}], ms[{b}], {name}{self.device(True)})")
            return
        x, y = self.apart()
        call = f"held({x}, {y}, {name}{self.device(True)})"
        if draw.random() < 0.4:
            call = f"{name}, {self.new('t')} = {call}"
        self.write(call)

    def helper(self) -> None:
        draw = self.random
        a, b = draw.choice(("i0", "i1")), "i2"
        if draw.random() < 0.3:
            self.write(f"{a}, {b} = {self.integer()}, {self.integer()}")
            self.bound |= {a, b}
        elif draw.random() < 0.5:
            x, y = self.integer(1), self.integer(1)
            if a in self.bound and b in self.bound:
                x, y = a, b
            self.write(f"{a}, {b} = exchanged({x}, {y})")
            self.bound |= {a, b}
        else:
            self.write(f"{a} = summed({self.integer(1)}, {draw.randint(0, 4)})")
            self.bound.add(a)

    def use_buffers(self) -> None:
        """Each buffer reaches a rank."""
        for name in self.buffers:
            if self.raw.get(name, "counted" if name == "counts" else "held") == "counted":
                self.write(f"last_{name} = pld.window({name}, [4, 16], dtype=pl.INT32)")
                self.write(f"counted(ns[0], ms[0], last_{name}, device=0)")
            else:
                self.write(f"last_{name} = pld.window({name}, [ROWS, 16], dtype=pl.FP32)")
                self.write(f"held(xs[0], ys[0], last_{name}, device=0)")

    # Statements

    def block(self, size: int) -> None:
        for _ in range(size):
            draw = self.random.random()
            if draw < 0.4:
                self.call()
            elif draw < 0.6:
                self.number()
            elif draw < 0.7:
                self.name_part() if self.random.random() < 0.7 else self.create()
            elif draw < 0.76:
                self.helper()
            elif self.depth >= 3:
                self.number()
            elif draw < 0.87:
                self.branch()
            else:
                self.loop()

    def inner(self, size: int) -> set[str]:
        """A block inside; what has a value where it ends."""
        kept = self.bound, self.parts, self.windows
        self.bound, self.parts, self.windows = set(self.bound), dict(self.parts), dict(self.windows)
        self.depth += 1
        self.indent += 1
        self.block(size)
        self.write("pass" if self.random.random() < 0.1 else f"i2 = {self.integer(1)}")
        self.bound.add("i2") if self.lines[-1].strip() != "pass" else None
        self.indent -= 1
        self.depth -= 1
        found = self.bound
        self.bound, self.parts, self.windows = kept
        return found

    def branch(self) -> None:
        draw = self.random
        self.write(f"if {self.truth()}:")
        then = self.inner(draw.randint(1, 3))
        if draw.random() < 0.3:
            self.write(f"elif {self.truth()}:")
            then &= self.inner(draw.randint(1, 2))
        if draw.random() < 0.6:
            self.write("else:")
            self.bound |= then & self.inner(draw.randint(1, 3))

    def loop(self) -> None:
        draw = self.random
        name = self.new("r")
        kind = draw.choice(("ranks", "ranks", "ranks", "some", "range", "step", "down"))
        head = {
            "ranks": draw.choice(self.sizes),
            "some": str(draw.randint(1, self.ranks)),
            "range": f"{draw.randint(-1, 1)}, {self.small()}"
            if draw.random() < 0.3
            else f"0, {draw.randint(0, 3)}",
            "step": f"{draw.randint(0, 2)}, {draw.randint(3, 8)}, {draw.randint(2, 4)}",
            "down": f"{draw.randint(2, 4)}, 0, -1",
        }[kind]
        if kind == "range" and "%" in head:
            head = f"{head.partition(',')[0]}, ({self.integer(1)}) % 4"
        self.write(f"for {name} in pl.range({head}):")
        if kind in ("ranks", "some"):
            self.devices.append(name)
        self.indices.append(name)
        self.inner(draw.randint(1, 4))
        self.indices.pop()
        if kind in ("ranks", "some"):
            self.devices.pop()
