# SPDX-License-Identifier: Apache-2.0
"""Operations on the values of a region, valid by construction: each adds one line and one value to the pool."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from generated import meaning
from generated.core import Body, Env, Maker, Scalar, Tensor, Var, number
from generated.meaning import NUMPY, THROUGH, Value, block, is_float, width
from pypto.ir.dtypes import BY_NAME
from pypto.ir.ops.cast import DIRECT
from pypto.ir.ops.table import TABLE

FLOAT_NAMES = {"add": "add", "sub": "sub", "mul": "mul", "div": "div", "maximum": "max", "minimum": "min"}
WHOLE_NAMES = {"and_": "and", "or_": "or", "xor": "xor", "fmod": "fmod", "rem": "rem"}
Source = Callable[[str, int, int, str, "tuple[int, int] | None"], Tensor]
"""Makes a parameter of the kernel: stem, rows, columns, type and the range of its values."""
MADE = {"full", "arange"}  # give a tensor where nothing says that a tile is wanted
MODES = ["none", "rint", "round", "floor", "ceil", "trunc", "odd"]


class Steps:
    """A block of a region: `pool` holds the values it can read, `own` the names bound in this very block."""

    def __init__(self, maker: Maker, tile: bool, body: Body, outer: Steps | None = None) -> None:
        self.maker, self.rng, self.tile, self.body = maker, maker.rng, tile, body
        self.pool: list[Var] = list(outer.pool) if outer else []
        self.scalars: list[Scalar] = list(outer.scalars) if outer else []
        self.numbers: list[Scalar] = list(outer.numbers) if outer else []
        self.own: list[Var] = []
        self.used: set[str] = outer.used if outer else set()  # scalars that the text reads
        self.keep: set[str] = set()  # names that stay as they are
        self.depth = outer.depth + 1 if outer else 0
        self.room: str | None = outer.room if outer else None  # a scratch tile of bytes
        self.source: Source | None = outer.source if outer else None

    # ---- writing ----------------------------------------------------------------------------------------------

    def emit(
        self,
        text: str,
        value: Callable[[Env], Value],
        shape: tuple[int, int],
        dtype: str,
        valid: tuple[str, str] | None = None,
        again: bool = True,
    ) -> Var:
        """A statement that binds a value; sometimes to a name that the block has bound before."""
        again = again and dtype != "FP4"  # whose values leave the pool
        free = [v for v in self.own if v.name not in self.keep and again]
        if free and self.maker.chance(0.12):
            old = self.rng.choice(free)
            name = old.name
            self.forget(old)
        else:
            name = self.maker.fresh("v")
        var = Var(name, shape, dtype, valid)
        self.body.add(f"{name} = {text}", lambda env: env.__setitem__(name, value(env)))
        self.pool.append(var)
        self.own.append(var)
        return var

    def forget(self, var: Var) -> None:
        self.pool = [v for v in self.pool if v is not var]
        self.own = [v for v in self.own if v is not var]

    def accepts(self, op: str, dtype: str) -> bool:
        """Whether the operation takes values of this level and element type."""
        return ("tile" if self.tile else "tensor") in TABLE[op].namespaces and self.maker.accepts(op, dtype)

    def call(self, op: str) -> str:
        """How the operation is spelt here."""
        spaces = TABLE[op].namespaces
        level = "tile" if self.tile else "tensor"
        bare = "pl" in spaces and not (self.tile and op in MADE)
        found = [*["pl"] * bare, *[f"pl.{level}"] * (level in spaces)]
        return f"{self.rng.choice(found)}.{op}"

    def unary(
        self, op: str, a: Var, fn: Callable[[Value], Value], dtype: str | None = None, rest: str = ""
    ) -> Var:
        return self.emit(
            f"{self.call(op)}({a.name}{rest})",
            lambda env: fn(env[a.name]),
            a.shape,
            dtype or a.dtype,
            a.valid,
        )

    # ---- choosing ---------------------------------------------------------------------------------------------

    def matrices(self, keep: Callable[[Var], bool] = lambda v: True) -> list[Var]:
        return [v for v in self.pool if v.shape[1] > 1 and keep(v)]

    def alike(self, a: Var) -> list[Var]:
        return [v for v in self.pool if v.kind == a.kind]

    def literal(self, dtype: str) -> tuple[str, Any]:
        """A literal, or a scalar of the element type."""
        found = [s for s in self.numbers if s.dtype == dtype]
        if found and self.maker.chance(0.5):
            s = self.rng.choice(found)
            self.used.add(s.name)
            return s.name, s.name
        if is_float(dtype):
            value = self.rng.choice([0.0, 1.0, -1.0, 2.0, 0.5, -2.5, 3.0, 0.1])
            return (f"{value}" if value >= 0 or self.maker.chance(0.5) else f"-{-value}"), value
        limits = np.iinfo(NUMPY[dtype])
        value = self.rng.choice([0, 1, 2, 3, 7, *([-1, -2, -5] if limits.min < 0 else [])])
        return str(value), value

    @staticmethod
    def number_of(given: Any, env: Env) -> Any:
        return env[given] if isinstance(given, str) else given

    def below(self, limit: int) -> str:
        """The text of an index from 0 to `limit` - 1."""
        if limit <= 1:
            return "0"
        if not self.scalars or self.maker.chance(0.3):
            return str(self.rng.randrange(limit))
        s = self.rng.choice(self.scalars)
        self.used.add(s.name)
        if s.low >= 0 and s.high < limit and self.maker.chance(0.5):
            return s.name
        forms = [
            f"({s.name} + {self.rng.randint(0, 5)}) % {limit}",
            f"{s.name} * {self.rng.randint(2, 5)} % {limit}",
            f"pl.min(pl.max({s.name}, 0), {limit - 1})",
            f"({s.name} - {self.rng.randint(1, 3)}) % {limit}",
            f"{s.name} // 2 % {limit}",
        ]
        return self.rng.choice(forms)

    def condition(self) -> str:
        if not self.scalars or self.maker.chance(0.1):
            return self.rng.choice(["True", "False", "2 > 1", "3 == 4"])
        s = self.rng.choice(self.scalars)
        self.used.add(s.name)
        n = self.rng.randint(s.low, max(s.low, s.high))
        plain = [
            f"{s.name} == {n}",
            f"{s.name} < {n}",
            f"{s.name} >= {n}",
            f"{s.name} % 2 == 0",
            f"{s.name} != {n}",
        ]
        text = self.rng.choice(plain)
        if self.maker.chance(0.2):
            text = f"{text} {self.rng.choice(['and', 'or'])} {self.rng.choice(plain)}"
        return f"not ({text})" if self.maker.chance(0.1) else text

    # ---- operations -------------------------------------------------------------------------------------------

    def kinds(self) -> list[Callable[[], Var | None]]:
        """The operations, some more often than others."""
        kinds = [self.binary, self.binary, self.with_number, self.one, self.reduction, self.expansion]
        kinds += [
            self.cast,
            self.comparison,
            self.part,
            self.write_part,
            self.validity,
            self.made,
            self.moved,
        ]
        return [*kinds, self.remainder, self.bits, self.partial]

    def step(self) -> Var | None:
        """One operation on values of the pool, or None where the drawn one fits none of them."""
        return self.rng.choice(self.kinds())()

    def some(self, count: int) -> None:
        for _ in range(count):
            for _ in range(8):
                if self.step() is not None:
                    break

    def binary(self) -> Var | None:
        a = self.rng.choice(self.pool)
        names = [n for n in FLOAT_NAMES if self.accepts(n, a.dtype)]
        if not names:
            return None
        op = self.rng.choice(names)
        b = self.rng.choice(self.alike(a))
        name, x, y = FLOAT_NAMES[op], a.name, b.name
        return self.emit(
            f"{self.call(op)}({x}, {y})",
            lambda env: meaning.binary(name, env[x], env[y]),
            a.shape,
            a.dtype,
            a.valid,
        )

    def with_number(self) -> Var | None:
        a = self.rng.choice(self.pool)
        op = self.rng.choice(
            ["add", "sub", "mul", "div", "maximums", "minimums", "adds", "subs", "muls", "divs"]
        )
        row = op if op.endswith("s") and op != "minimums" and op != "maximums" else f"{op.rstrip('s')}s"
        if not self.accepts(row, a.dtype):
            return None
        text, given = self.literal(a.dtype)
        name = FLOAT_NAMES[op.rstrip("s")]
        if name == "div" and given == 0:
            return None
        x = a.name

        def value(env: Env) -> Value:
            return meaning.binary(name, env[x], meaning.scalar_of(self.number_of(given, env), a.dtype))

        return self.emit(f"{self.call(op)}({x}, {text})", value, a.shape, a.dtype, a.valid)

    def one(self) -> Var | None:
        a = self.rng.choice(self.pool)
        names = ["neg", "abs", "exp", "exp", "log", "sqrt", "rsqrt", "recip", "relu", "sin", "cos", "not_"]
        names = [n for n in names if self.accepts(n, a.dtype) and (n != "recip" or is_float(a.dtype))]
        if not names:
            return None
        op = self.rng.choice(names)
        name = op.rstrip("_")
        return self.unary(op, a, lambda v: meaning.unary(name, v))

    def reduction(self) -> Var | None:
        a = self.rng.choice(self.matrices() or [None])
        if a is None or a.shape[0] == 1:
            return None
        row = self.maker.chance(0.5)
        kind = self.rng.choice(["sum", "sum", "max", "min", "prod", "argmax", "argmin"])
        op = f"{'row' if row else 'col'}_{kind}"
        if not self.accepts(op, a.dtype) or (self.tile and (row or "arg" in kind)):
            return None  # tiles bring their own scratch, see `tile_reduction`
        axis, x, dtype = int(row), a.name, a.dtype
        if "arg" in kind:
            dtype = "INT32"
            if row and a.shape[0] * 4 % 32:
                return None
        if row and a.shape[0] * width(dtype) % 32:
            return None
        shape = (a.shape[0], 1) if row else (1, a.shape[1])
        valid = None if a.valid is None else (a.valid[0], "1") if row else ("1", a.valid[1])
        if valid == (str(shape[0]), str(shape[1])):
            valid = None

        def value(env: Env) -> Value:
            v = env[x]
            return meaning.argument(kind[3:], axis, v) if "arg" in kind else meaning.reduce(kind, axis, v)

        return self.emit(f"{self.call(op)}({x})", value, shape, dtype, valid)

    def expansion(self) -> Var | None:
        a = self.rng.choice(self.matrices(lambda v: v.shape[0] > 1) or [None])
        if a is None:
            return None
        row = self.maker.chance(0.5)

        def fits(v: Var) -> bool:
            if v.dtype != a.dtype or v.shape != ((a.shape[0], 1) if row else (1, a.shape[1])):
                return False
            mine, its = (
                a.valid or (str(a.shape[0]), str(a.shape[1])),
                v.valid or (str(v.shape[0]), str(v.shape[1])),
            )
            return mine[1 - row] == its[1 - row]

        found = [v for v in self.pool if fits(v)]
        if not found:
            return None
        b = self.rng.choice(found)
        prefix = "row" if row else "col"
        kind = self.rng.choice(["add", "sub", "mul", "div", "max", "min", "expdif", ""])
        op = f"{prefix}_expand_{kind}" if kind else f"{prefix}_expand"
        if not self.accepts(op, a.dtype):
            return None
        x, y = a.name, b.name
        if kind in ("add", "sub", "mul", "div") and row and not self.tile and self.maker.chance(0.3):
            if not self.accepts(f"row_expand_{kind}", a.dtype):
                return None
            op = kind

        def value(env: Env) -> Value:
            v, w = env[x], env[y]
            if not kind:
                data, err = meaning.spread(w, v.data.shape)
                return v.like(data, err.copy())
            return meaning.expdif(v, w) if kind == "expdif" else meaning.binary(kind, v, w)

        return self.emit(f"{self.call(op)}({x}, {y})", value, a.shape, a.dtype, a.valid)

    def cast(self) -> Var | None:
        a = self.rng.choice(self.pool)
        generation = self.maker.generation
        targets = [d.name for d in DIRECT[generation].get(BY_NAME[a.dtype], ()) if d.name in NUMPY]
        targets += [t for s, t in THROUGH[generation] if s == a.dtype]
        targets = [t for t in targets if self.legal(a.shape, t) and t != "FP4"]
        if not targets:
            return None
        target = self.rng.choice(targets)
        mode = self.rng.choice(MODES)
        rest = f", pl.{target}" if self.maker.chance(0.5) else f", target_type=pl.{target}"
        if mode == "round" and self.maker.chance(0.5):
            pass  # the default
        else:
            rest += f', mode="{mode}"'
        return self.unary("cast", a, lambda v: meaning.casts(v, target, mode, generation), target, rest)

    def legal(self, shape: tuple[int, int], dtype: str) -> bool:
        """Rows on the chip are whole 32 bytes; a column is laid out along its rows."""
        extent = shape[0] if shape[1] == 1 else shape[1]
        return extent % block(dtype) == 0

    def comparison(self) -> Var | None:
        a = self.rng.choice(self.matrices() or [None])
        if a is None:
            return None
        code = self.rng.randrange(6)
        scalar = self.maker.chance(0.4)
        if not self.accepts("cmps" if scalar else "cmp", a.dtype):
            return None
        x = a.name
        if scalar:
            text, given = self.literal(a.dtype)

            def other(env: Env) -> Value:
                return meaning.scalar_of(self.number_of(given, env), a.dtype)
        else:
            y = self.rng.choice(self.alike(a)).name
            text = y

            def other(env: Env) -> Value:
                return env[y]

        def found(env: Env) -> Value:
            return meaning.compare(code, env[x], other(env))

        call = f"{self.call('cmp')}({x}, {text}, cmp_type={code})"
        if not self.tile:
            return self.emit(call, found, a.shape, a.dtype, a.valid)
        if self.room is None or not self.accepts("sel", a.dtype):
            return None
        b, mask, tmp = self.rng.choice(self.alike(a)).name, self.maker.fresh("mask"), self.room
        self.body.add(f"{mask} = {call}", lambda env: env.__setitem__(mask, found(env)))
        return self.emit(
            f"{self.call('sel')}({mask}, {x}, {b}, {tmp})",
            lambda env: meaning.select(env[mask], env[x], env[b]), a.shape, a.dtype, a.valid,
        )  # fmt: skip

    def remainder(self) -> Var | None:
        a = self.rng.choice(self.matrices() or [None])
        op = self.rng.choice(["fmod", "rem"])
        if a is None or not self.accepts(op, a.dtype) or (op == "rem" and self.tile):
            return None
        x, y = a.name, self.rng.choice(self.alike(a)).name
        return self.emit(
            f"{self.call(op)}({x}, {y})",
            lambda env: meaning.binary(op, env[x], env[y]),
            a.shape,
            a.dtype,
            a.valid,
        )

    def bits(self) -> Var | None:
        a = self.rng.choice(self.pool)
        op = self.rng.choice(["and_", "or_", "xor", "ands", "ors", "shls", "shrs"])
        if is_float(a.dtype) or not self.accepts(op, a.dtype) or (op == "xor" and self.tile):
            return None
        name, x = op.rstrip("s_") if op not in ("ands", "ors", "shls", "shrs") else op[:-1], a.name
        if op.endswith("s"):
            given = (
                self.rng.randrange(8 * width(a.dtype))
                if op.startswith("sh")
                else self.rng.choice([1, 3, 15, 85])
            )
            return self.emit(
                f"{self.call(op)}({x}, {given})",
                lambda env: meaning.binary(name, env[x], meaning.scalar_of(given, a.dtype)), a.shape, a.dtype, a.valid,
            )  # fmt: skip
        y = self.rng.choice(self.alike(a)).name
        return self.emit(
            f"{self.call(op)}({x}, {y})",
            lambda env: meaning.binary(name, env[x], env[y]),
            a.shape,
            a.dtype,
            a.valid,
        )

    def partial(self) -> Var | None:
        """Two values of which one is valid in more cells."""
        a = self.rng.choice(self.matrices() or [None])
        if a is None:
            return None
        found = [v for v in self.pool if (v.shape, v.dtype) == (a.shape, a.dtype) and (v.valid is None)]
        op = self.rng.choice(["part_add", "part_max", "part_min", "part_mul"])
        if not found or not self.accepts(op, a.dtype):
            return None
        x, y, name = a.name, self.rng.choice(found).name, op.removeprefix("part_")

        def value(env: Env) -> Value:
            v, w = env[x], env[y]
            both = meaning.binary(name, v, w)
            inside = np.zeros(v.data.shape, bool)
            inside[: v.rows, : v.cols] = True
            return w.like(np.where(inside, both.data, w.data), np.where(inside, both.err, w.err))

        return self.emit(f"{self.call(op)}({x}, {y})", value, a.shape, a.dtype, None)

    # ---- places -----------------------------------------------------------------------------------------------

    def cut(self, a: Var) -> tuple[int, int, str, int] | None:
        """Rows, columns, first row and first column of a part; the last one in whole 32 bytes."""
        unit = block(a.dtype)
        if a.valid is not None or a.shape[1] % unit or a.shape[0] == 1:
            return None
        units = a.shape[1] // unit
        count = self.rng.randint(1, units)
        left = self.rng.randint(0, units - count) * unit
        rows = self.rng.choice([r for r in (1, 8, 16) if r <= a.shape[0]])
        return rows, count * unit, self.below(a.shape[0] - rows + 1), left

    def part(self) -> Var | None:
        a = self.rng.choice(self.matrices() or [None])
        cut = self.cut(a) if a else None
        if a is None or cut is None:
            return None
        rows, cols, top, left = cut
        x = a.name

        def value(env: Env) -> Value:
            v, r = env[x], int(number(top, env))
            return Value(
                v.data[r : r + rows, left : left + cols].copy(), v.dtype, rows, cols,
                v.err[r : r + rows, left : left + cols].copy(),
            )  # fmt: skip

        text = f"{x}[{top} : {top} + {rows}, {left} : {left + cols}]"
        if self.maker.chance(0.5) or self.tile:
            text = f"{self.call('slice')}({x}, [{rows}, {cols}], [{top}, {left}])"
        return self.emit(text, value, (rows, cols), a.dtype)

    def write_part(self) -> Var | None:
        """`a[window] = b`, which makes a new value of the name `a`."""
        if self.maker.chance(0.5):
            return self.continued()
        own = [v for v in self.own if v.shape[1] > 1 and v.valid is None and v in self.pool]
        if not own or self.tile:
            return None
        a = self.rng.choice(own)
        parts = [
            v for v in self.matrices(lambda v: v.valid is None and v.dtype == a.dtype and v is not a)
            if v.shape[0] <= a.shape[0] and v.shape[1] <= a.shape[1]
        ]  # fmt: skip
        unit = block(a.dtype)
        if not parts or a.shape[1] % unit:
            return None
        b = self.rng.choice(parts)
        (rows, cols), x, y = b.shape, a.name, b.name
        left = self.rng.randint(0, (a.shape[1] - cols) // unit) * unit
        top = self.below(a.shape[0] - rows + 1)

        def value(env: Env) -> None:
            v, w, r = env[x], env[y], int(number(top, env))
            data, err = v.data.copy(), v.err.copy()
            data[r : r + rows, left : left + cols] = w.data
            err[r : r + rows, left : left + cols] = w.err
            env[x] = Value(data, v.dtype, v.rows, v.cols, err)

        text = f"{x}[{top} : {top} + {rows}, {left} : {left + cols}] = {y}"
        if self.maker.chance(0.4):
            text = f"{x} = {self.call('assemble')}({x}, {y}, [{top}, {left}])"
        self.body.add(text, value)
        return a

    def continued(self) -> Var | None:
        """The same where `a` is valid in part, and as much more of it after."""
        own = [v for v in self.own if v.valid is not None and v in self.pool and v.dtype != "FP4"]
        if not own:
            return None
        a = self.rng.choice(own)
        assert a.valid is not None
        held = [int(t) if t.isdigit() else None for t in a.valid]
        axis = 0 if held[0] != a.shape[0] else 1
        side = a.shape[1 - axis]
        if held[1 - axis] != side:
            return None
        parts = [
            v for v in self.matrices(lambda v: v.valid is None and v.dtype == a.dtype and v is not a)
            if v.shape[1 - axis] == side and v.shape[axis] <= a.shape[axis]
        ]  # fmt: skip
        if not parts:
            return None
        b = self.rng.choice(parts)
        x, y, size = a.name, b.name, b.shape[axis]
        last = a.shape[axis] - size  # where the window may begin
        known = held[axis]
        begin = (
            f"pl.min({a.valid[axis]}, {last})"
            if known is None
            else str(self.rng.randint(0, min(known, last)))
        )
        end = self.maker.fresh("n")
        after = f"pl.max({a.valid[axis]}, {begin} + {size})"
        if known is None:
            self.body.add(f"{end} = {after}", lambda env: env.__setitem__(end, int(number(after, env))))
        else:
            end = str(max(known, int(begin) + size))

        def value(env: Env) -> None:
            v, w, at = env[x], env[y], int(number(begin, env))
            data, err = v.data.copy(), v.err.copy()
            where = [slice(None), slice(None)]
            where[axis] = slice(at, at + size)
            data[tuple(where)], err[tuple(where)] = w.data, w.err
            extents = [v.rows, v.cols]
            extents[axis] = max(extents[axis], at + size)
            env[x] = Value(data, v.dtype, *extents, err)

        offset = ["0", "0"]
        offset[axis] = begin
        window = [":", ":"]
        window[axis] = f"{begin} : {begin} + {size}"
        if self.tile or self.maker.chance(0.4):
            self.body.add(f"{x} = {self.call('assemble')}({x}, {y}, [{', '.join(offset)}])", value)
        else:
            self.body.add(f"{x}[{', '.join(window)}] = {y}", value)
        self.forget(a)
        valid = [a.valid[0], a.valid[1]]
        valid[axis] = end
        whole = tuple(valid) == (str(a.shape[0]), str(a.shape[1]))
        now = Var(x, a.shape, a.dtype, None if whole else (valid[0], valid[1]))
        self.pool.append(now)
        self.own.append(now)
        return now

    def validity(self) -> Var | None:
        a = self.rng.choice(self.matrices(lambda v: v.shape[0] > 1) or [None])
        if a is None:
            return None
        x = a.name
        if a.valid is None and self.maker.chance(0.5):
            rows, cols = str(1 + self.rng.randrange(a.shape[0])), str(1 + self.rng.randrange(a.shape[1]))
            if self.scalars and self.maker.chance(0.6):
                rows = f"1 + {self.below(a.shape[0])}"
                name = self.maker.fresh("n")
                text = rows
                self.body.add(f"{name} = {rows}", lambda env: env.__setitem__(name, int(number(text, env))))
                rows = name

            def narrowed(env: Env) -> Value:
                v = env[x]
                return Value(v.data, v.dtype, int(number(rows, env)), int(number(cols, env)), v.err)

            valid = (rows, cols)
            if valid == (str(a.shape[0]), str(a.shape[1])):
                return None
            return self.emit(
                f"{self.call('set_validshape')}({x}, {rows}, {cols})", narrowed, a.shape, a.dtype, valid
            )
        pads = ["zero"] if width(a.dtype) in (1, 8) or a.dtype == "BF16" else ["zero", "max", "min"]
        pad = self.rng.choice(pads)
        if is_float(a.dtype):
            fill: Any = {"zero": 0.0, "max": np.inf, "min": -np.inf}[pad]
        else:
            limits = np.iinfo(NUMPY[a.dtype])
            fill = {"zero": 0, "max": limits.max, "min": limits.min}[pad]

        def filled(env: Env) -> Value:
            v = env[x]
            data, err = np.full(v.data.shape, fill, v.data.dtype), np.zeros(v.data.shape)
            data[: v.rows, : v.cols] = v.data[: v.rows, : v.cols]
            err[: v.rows, : v.cols] = v.err[: v.rows, : v.cols]
            return Value(data, v.dtype, *data.shape, err)

        return self.emit(
            f"{self.call('fillpad')}({x}, pad_value=pl.PadValue.{pad})", filled, a.shape, a.dtype
        )

    def made(self) -> Var | None:
        a = self.rng.choice(self.pool)
        if self.maker.chance(0.6):
            text, given = self.literal(a.dtype)
            if isinstance(given, str) or not self.accepts("full", a.dtype):
                return None
            return self.emit(
                f"{self.call('full')}([{a.shape[0]}, {a.shape[1]}], pl.{a.dtype}, {text})",
                lambda env: Value.of(np.full(a.shape, given).astype(NUMPY[a.dtype]), a.dtype), a.shape, a.dtype,
            )  # fmt: skip
        if self.maker.chance(0.5):
            dtype = self.rng.choice(["INT32", "INT16"])
            cols, start = self.rng.choice([32, 64]), self.rng.randint(-5, 5)
            down = self.maker.chance(0.3)
            steps = np.arange(cols) * (-1 if down else 1) + start
            return self.emit(
                f"{self.call('arange')}({start}, [1, {cols}], pl.{dtype}{', descending=True' if down else ''})",
                lambda env: Value.of(steps[None].astype(NUMPY[dtype]), dtype), (1, cols), dtype,
            )  # fmt: skip
        if not self.tile:
            return None
        dtype = self.rng.choice(["INT32", "INT16", "FP32", "FP16"])
        shape, diagonal, upper = (16, 32), self.rng.randint(-4, 4), self.maker.chance(0.5)
        distance = np.arange(32)[None] - np.arange(16)[:, None]
        keep = distance >= diagonal if upper else distance <= diagonal
        return self.emit(
            f"{self.call('tri')}({diagonal}, [16, 32], dtype=pl.{dtype}, upper={upper})",
            lambda env: Value.of(keep.astype(NUMPY[dtype]), dtype), shape, dtype,
        )  # fmt: skip

    def moved(self) -> Var | None:
        """A transposition, two values side by side, or the elements in another shape."""
        a = self.rng.choice(self.matrices(lambda v: v.valid is None) or [None])
        if a is None:
            return None
        x = a.name
        kind = self.rng.choice(["transpose", "concat", "reshape"])
        if (
            kind == "transpose"
            and width(a.dtype) < 8
            and a.shape[0] > 1
            and a.shape[0] * width(a.dtype) % 32 == 0
            and not self.tile
        ):
            return self.emit(
                f"{self.call('transpose')}({x}, 0, 1)",
                lambda env: Value.of(env[x].data.T.copy(), a.dtype).like(env[x].data.T, env[x].err.T),
                (a.shape[1], a.shape[0]), a.dtype,
            )  # fmt: skip
        if kind == "concat" and a.shape[1] <= 64:
            beside = self.matrices(
                lambda v: (
                    v.valid is None and v.dtype == a.dtype and v.shape[0] == a.shape[0] and v.shape[1] <= 64
                )
            )
            y = self.rng.choice(beside)
            return self.emit(
                f"{self.call('concat')}({x}, {y.name})",
                lambda env: Value(
                    np.concatenate([env[x].data, env[y.name].data], 1), a.dtype, a.shape[0],
                    a.shape[1] + y.shape[1], np.concatenate([env[x].err, env[y.name].err], 1),
                ),
                (a.shape[0], a.shape[1] + y.shape[1]), a.dtype,
            )  # fmt: skip
        if kind == "reshape" and a.shape[0] % 2 == 0 and a.shape[0] > 2 and a.shape[1] <= 64:
            shape = (a.shape[0] // 2, a.shape[1] * 2)
            return self.emit(
                f"{self.call('reshape')}({x}, [{shape[0]}, {shape[1]}])",
                lambda env: Value(
                    env[x].data.reshape(shape).copy(), a.dtype, *shape, env[x].err.reshape(shape).copy()
                ),
                shape, a.dtype,
            )  # fmt: skip
        return None
