# SPDX-License-Identifier: Apache-2.0
"""More operations: a reduction and the expansion of its result, slopes, shifts by arrays, sums of three, blocks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from generated import meaning
from generated.core import Env, Var
from generated.meaning import NUMPY, Value, block, is_float, width
from generated.tile_steps import TileSteps
from pypto.ir.dtypes import BF16
from pypto.ir.ops.table import TABLE

CODES = {"eq": 0, "ne": 1, "lt": 2, "le": 3, "gt": 4, "ge": 5}
"""Comparisons of `gather` by their names, with the numbers that `cmp` has for them."""


class Rarer(TileSteps):
    """A block with operations that kernels use less often, and with idioms of two lines."""

    def kinds(self) -> list[Callable[[], Var | None]]:
        found = [*super().kinds(), *[self.binary] * 2, *[self.one] * 2, *[self.normal] * 3, self.cast]
        found += [self.with_small, self.shifted, self.alike_all, self.grown, self.counted_matches, self.words]
        if self.tile:
            found += [self.sloped, self.three, self.chosen, self.blocks, self.filled_in_place]
        return found

    def normal(self) -> Var | None:
        """A reduction of each row or column, and the operation of the array with its result."""
        a = self.rng.choice(self.matrices(lambda v: v.shape[0] > 1) or [None])
        if a is None:
            return None
        row, kind = self.maker.chance(0.6), self.rng.choice(["sum", "max", "max", "min"])
        side = "row" if row else "col"
        op = self.rng.choice(["add", "sub", "sub", "mul", "div", "max", "min", "expdif", ""])
        name = f"{side}_expand_{op}" if op else f"{side}_expand"
        if not self.accepts(f"{side}_{kind}", a.dtype) or not self.accepts(name, a.dtype):
            return None
        if row and a.shape[0] % block(a.dtype):
            return None
        shape = (a.shape[0], 1) if row else (1, a.shape[1])
        valid = None if a.valid is None else (a.valid[0], "1") if row else ("1", a.valid[1])
        valid = None if valid == (str(shape[0]), str(shape[1])) else valid
        x, axis = a.name, int(row)
        rest = f", {self.scratch(a.shape, a.dtype)}" if self.tile and row else ""
        made = self.emit(
            f"{self.call(f'{side}_{kind}')}({x}{rest})", lambda env: meaning.reduce(kind, axis, env[x]), shape,
            a.dtype, valid, again=False,
        )  # fmt: skip
        y = made.name

        def value(env: Env) -> Value:
            v, w = env[x], env[y]
            if not op:
                data, err = meaning.spread(w, v.data.shape)
                return v.like(data, err.copy())
            return meaning.expdif(v, w) if op == "expdif" else meaning.binary(op, v, w)

        return self.emit(f"{self.call(name)}({x}, {y})", value, a.shape, a.dtype, a.valid)

    def with_small(self) -> Var | None:
        """A remainder or an exclusive or with a number."""
        a = self.rng.choice(self.matrices() or [None])
        op = self.rng.choice(["fmods", "rems", "xors"])
        if a is None or not self.accepts(op, a.dtype) or (op == "xors" and is_float(a.dtype)):
            return None
        given = self.rng.choice([1, 2, 3, 7])
        text = f"{given}.0" if is_float(a.dtype) else str(given)
        if op in ("rems", "xors"):
            if not self.tile and op == "rems":
                return None
            text += f", {self.scratch(a.shape, a.dtype)}" if self.tile else ""
        x, name = a.name, op[:-1]
        return self.emit(
            f"{self.call(op)}({x}, {text})",
            lambda env: meaning.binary(name, env[x], meaning.scalar_of(given, a.dtype)), a.shape, a.dtype, a.valid,
        )  # fmt: skip

    def shifted(self) -> Var | None:
        """A shift of each element by a number of its own."""
        a = self.rng.choice(
            self.matrices(
                lambda v: v.valid is None and not is_float(v.dtype) and v.shape[1] % block(v.dtype) == 0
            )
            or [None]
        )
        op = self.rng.choice(["shl", "shr"])
        if a is None or not self.accepts(op, a.dtype):
            return None
        t = self.input("s", *a.shape, a.dtype, (0, 8 * width(a.dtype)))
        if t is None:
            return None
        x, y = a.name, self.loaded(t, *a.shape).name
        return self.emit(
            f"{self.call(op)}({x}, {y})",
            lambda env: meaning.binary(op, env[x], env[y]),
            a.shape,
            a.dtype,
            a.valid,
        )

    def alike_all(self) -> Var | None:
        """`expands`: a number everywhere."""
        a = self.rng.choice(self.matrices() or [None])
        if a is None or not self.accepts("expands", a.dtype):
            return None
        text, given = self.literal(a.dtype)
        x = a.name

        def value(env: Env) -> Value:
            one = meaning.scalar_of(self.number_of(given, env), a.dtype)
            return env[x].like(np.broadcast_to(one.data, a.shape).copy())

        return self.emit(f"{self.call('expands')}({x}, {text})", value, a.shape, a.dtype, a.valid)

    def grown(self) -> Var | None:
        """`fillpad_expand`: the valid cells at the origin of more."""
        a = self.rng.choice(self.matrices(lambda v: v.shape[1] <= 64 and v.shape[0] <= 16) or [None])
        if a is None or width(a.dtype) == 8:
            return None
        shape = (a.shape[0] + self.rng.choice([0, 1, 8]), a.shape[1] + self.rng.choice([0, 32]))
        if shape[1] % block(a.dtype):
            return None
        pads = ["zero"] if width(a.dtype) == 1 or a.dtype == "BF16" else ["zero", "max", "min"]
        pad, x = self.rng.choice(pads), a.name
        if is_float(a.dtype):
            fill = {"zero": 0.0, "max": np.inf, "min": -np.inf}[pad]
        else:
            limits = np.iinfo(NUMPY[a.dtype])
            fill = {"zero": 0, "max": limits.max, "min": limits.min}[pad]

        def value(env: Env) -> Value:
            v = env[x]
            data, err = np.full(shape, fill, v.data.dtype), np.zeros(shape)
            data[: v.rows, : v.cols] = v.data[: v.rows, : v.cols]
            err[: v.rows, : v.cols] = v.err[: v.rows, : v.cols]
            return Value(data, v.dtype, *shape, err)

        text = f"{self.call('fillpad_expand')}({x}, [{shape[0]}, {shape[1]}], pad_value=pl.PadValue.{pad})"
        return self.emit(text, value, shape, a.dtype)

    def counted_matches(self) -> Var | None:
        """`gather` of the columns that compare with a number: where they are, or how many."""
        a = self.rng.choice(
            self.matrices(lambda v: v.valid is None and v.dtype in ("FP32", "INT32") and v.shape[0] % 8 == 0)
            or [None]
        )
        if a is None or self.tile or not self.accepts("cmps", a.dtype):
            return None
        word = self.rng.choice(list(CODES) if a.dtype == "FP32" else ["eq", "ne"])
        given, offset = self.rng.choice([0, 1, 2]), self.rng.choice([0, 0, 5])
        width_, x = self.rng.choice([8, 16, a.shape[1]]), a.name
        places, counts = self.maker.fresh("p"), self.maker.fresh("c")
        shift = f", offset={offset}" if offset else ""
        literal = f"{given}.0" if a.dtype == "FP32" else str(given)

        def found(env: Env) -> None:
            v = env[x]
            hits = meaning.compare(CODES[word], v, meaning.scalar_of(given, a.dtype))
            at, err = np.zeros((a.shape[0], width_), np.int32), np.full((a.shape[0], width_), np.inf)
            for r in range(a.shape[0]):
                columns = np.flatnonzero(hits.data[r] != 0)[:width_]
                at[r, : columns.size] = columns + offset
                err[r, : columns.size] = np.inf if (hits.err[r] > 0).any() else 0.0
            total = (hits.data != 0).sum(1).astype(np.int32)[None]
            unsure = np.where((hits.err > 0).any(1), np.inf, 0.0)[None]
            env[places] = Value(at, "INT32", *at.shape, err)
            env[counts] = Value(total, "INT32", *total.shape, unsure)

        self.body.add(
            f'{places}, {counts} = {self.call("gather")}({x}, kvalue={literal}, cmp_mode="{word}",'
            f" out_cols={width_}{shift})",
            found,
        )
        made = [Var(places, (a.shape[0], width_), "INT32"), Var(counts, (1, a.shape[0]), "INT32")]
        self.pool += made
        self.own += made
        return made[0]

    def words(self) -> Var | None:
        """`random`: words of which only the engines know more than that there are some."""
        if not self.accepts("random", "UINT32") or not self.maker.chance(0.3):
            return None
        dtype, rounds = self.rng.choice(["UINT32", "INT32"]), self.rng.choice(["", ", rounds=7"])
        key = ", ".join(str(self.rng.randrange(1000)) for _ in range(6))

        def value(env: Env) -> Value:
            data = np.zeros((8, 32), NUMPY[dtype])
            return Value(data, dtype, 8, 32, np.full((8, 32), np.inf))

        return self.emit(
            f"{self.call('random')}({key}, [8, 32], dtype=pl.{dtype}{rounds})", value, (8, 32), dtype
        )

    # ---- tiles alone ------------------------------------------------------------------------------------------

    def sloped(self) -> Var | None:
        """`lrelu` and `prelu`."""
        a = self.rng.choice(self.matrices() or [None])
        op = self.rng.choice(["lrelu", "prelu"])
        if a is None or not self.accepts(op, a.dtype) or (op == "prelu" and self.room is None):
            return None
        x = a.name
        if op == "lrelu":
            factor = self.rng.choice([0.5, 0.25, 2.0, 0.0])
            text = f"{self.call(op)}({x}, {factor})"

            def slope(env: Env) -> Value:
                return meaning.scalar_of(factor, a.dtype)
        else:
            y = self.rng.choice(self.alike(a)).name
            tmp = self.scratch((a.shape[0], -(-a.shape[1] // 256) * 32), "UINT8")
            text = f"{self.call(op)}({x}, {y}, {tmp})"

            def slope(env: Env) -> Value:
                return env[y]

        def value(env: Env) -> Value:
            v = env[x]
            with np.errstate(all="ignore"):
                low = meaning.binary("mul", v, slope(env))
                up = v.data > 0
                err = np.where(v.err > 0, np.inf, np.where(up, 0.0, low.err))
                return v.like(np.where(up, v.data, low.data), err)

        return self.emit(text, value, a.shape, a.dtype, a.valid)

    def three(self) -> Var | None:
        """Sums and differences of three."""
        a = self.rng.choice(self.matrices() or [None])
        op = self.rng.choice(["addc", "subc", "addsc", "subsc"])
        if a is None or not self.accepts(op, a.dtype):
            return None
        name, x, widens = op[:3], a.name, a.dtype == "BF16" and TABLE[op].widens(BF16, self.maker.generation)
        y, z = (self.rng.choice(self.alike(a)).name for _ in range(2))
        if op.endswith("sc"):
            text, given = self.literal(a.dtype)

            def middle(env: Env) -> Value:
                return meaning.scalar_of(self.number_of(given, env), a.dtype)
        else:
            text = y

            def middle(env: Env) -> Value:
                return env[y]

        return self.emit(
            f"{self.call(op)}({x}, {text}, {z})",
            lambda env: meaning.twice(name, env[x], middle(env), env[z], widens),
            a.shape, a.dtype, a.valid,
        )  # fmt: skip

    def chosen(self) -> Var | None:
        """`sels`: the element or a number, by a comparison."""
        a = self.rng.choice(self.matrices() or [None])
        if (
            a is None
            or self.room is None
            or not (self.accepts("sels", a.dtype) and self.accepts("cmps", a.dtype))
        ):
            return None
        code = self.rng.choice([0, 1] if a.dtype == "INT32" else range(6))
        text, given = self.literal(a.dtype)
        (other, wanted), x, tmp = self.literal(a.dtype), a.name, self.room
        mask = self.maker.fresh("mask")

        def compared(env: Env) -> None:
            env[mask] = meaning.compare(code, env[x], meaning.scalar_of(self.number_of(given, env), a.dtype))

        self.body.add(f"{mask} = {self.call('cmps')}({x}, {text}, cmp_type={code})", compared)

        def value(env: Env) -> Value:
            return meaning.select(env[mask], env[x], meaning.scalar_of(self.number_of(wanted, env), a.dtype))

        return self.emit(
            f"{self.call('sels')}({mask}, {x}, {tmp}, {other})", value, a.shape, a.dtype, a.valid
        )

    def blocks(self) -> Var | None:
        """`gatherb`: blocks of 32 bytes by where they begin."""
        a = self.rng.choice(
            self.matrices(
                lambda v: v.valid is None and v.shape[1] % block(v.dtype) == 0 and width(v.dtype) < 8
            )
            or [None]
        )
        if a is None or not self.accepts("gatherb", a.dtype):
            return None
        count = a.shape[0] * a.shape[1] // block(a.dtype)
        rows = self.rng.choice([1, 4])
        t = self.input("o", rows, 8, "UINT32", (0, count))
        if t is None:
            return None
        t.step = 32
        x, o, cols = a.name, self.loaded(t, rows, 8).name, 8 * block(a.dtype)

        def value(env: Env) -> Value:
            v, per = env[x], block(a.dtype)
            at = (env[o].data.astype(np.int64) // 32)[..., None] * per + np.arange(per)
            data, err = v.data.ravel()[at].reshape(rows, cols), v.err.ravel()[at].reshape(rows, cols)
            return Value(data.copy(), v.dtype, rows, cols, err.copy())

        return self.emit(f"{self.call('gatherb')}({x}, {o})", value, (rows, cols), a.dtype)

    def filled_in_place(self) -> Var | None:
        """`fillpad_inplace` of a copy."""
        a = self.rng.choice(self.matrices(lambda v: v.valid is not None and v.shape[0] > 1) or [None])
        if a is None or width(a.dtype) == 8 or not self.accepts("adds", a.dtype):
            return None
        x, held = a.name, self.maker.fresh("v")
        zero = "0.0" if is_float(a.dtype) else "0"
        self.body.add(
            f"{held} = {self.call('adds')}({x}, {zero})",
            lambda env: env.__setitem__(held, meaning.binary("add", env[x], meaning.scalar_of(0, a.dtype))),
        )

        def value(env: Env) -> Value:
            v = env[held]
            data, err = np.zeros(v.data.shape, v.data.dtype), np.zeros(v.data.shape)
            data[: v.rows, : v.cols] = v.data[: v.rows, : v.cols]
            err[: v.rows, : v.cols] = v.err[: v.rows, : v.cols]
            return Value(data, v.dtype, *data.shape, err)

        return self.emit(f"pl.tile.fillpad_inplace({held})", value, a.shape, a.dtype, again=False)

    # ---- scalars ----------------------------------------------------------------------------------------------

    def below(self, limit: int) -> str:
        """Also with shifts, signs and casts of a scalar."""
        if limit > 1 and self.scalars and self.maker.chance(0.25):
            s = self.rng.choice(self.scalars)
            self.used.add(s.name)
            forms = [
                f"({s.name} << {self.rng.randint(1, 3)}) % {limit}",
                f"({s.name} >> 1) % {limit}",
                f"(-{s.name}) % {limit}",
                f"pl.cast(pl.cast({s.name}, pl.INT32), pl.INDEX) % {limit}",
            ]
            return self.rng.choice(forms)
        return super().below(limit)
