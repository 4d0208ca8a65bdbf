# SPDX-License-Identifier: Apache-2.0
"""Operations that choose places: gathers, scatters, sorts, rows of global memory by index, tuples, bits of a type."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from generated import meaning
from generated.core import Env, Tensor, Var
from generated.meaning import NUMPY, Value, is_float, width
from generated.steps import Steps

PATTERNS = {
    "P0101": (2, 0), "P1010": (2, 1), "P0001": (4, 0), "P0010": (4, 1), "P0100": (4, 2), "P1000": (4, 3),
}  # fmt: skip
GATHERED = {"FP32", "FP16", "INT32", "INT16"}
SCATTERED = GATHERED | {"BF16", "INT8"}
SAME_BITS = {
    "FP32": ["INT32", "UINT32"],
    "INT32": ["UINT32"],
    "UINT32": ["INT32"],
    "FP16": ["INT16", "UINT16"],
    "BF16": ["INT16"],
    "INT16": ["UINT16"],
    "UINT16": ["INT16"],
    "INT8": ["UINT8"],
    "UINT8": ["INT8"],
}


def sort_keys(x: np.ndarray) -> np.ndarray:
    """Whole numbers in the order of the floats; both zeros are one, NaN is above all."""
    bits = x.view(np.int32).astype(np.int64)
    return np.where(np.isnan(x), 1 << 40, np.where(bits < 0, -(bits + (1 << 31)), bits))


def permuted(v: Value, order: np.ndarray) -> Value:
    """The elements of each row in another order."""
    return Value(
        np.take_along_axis(v.data, order, 1), v.dtype, v.rows, v.cols, np.take_along_axis(v.err, order, 1)
    )


class Places(Steps):
    """A block whose statements also move elements by index."""

    def kinds(self) -> list[Callable[[], Var | None]]:
        return [
            *super().kinds(), self.by_pattern, self.by_index, self.place, self.place_rows, self.sorted_row, self.tuple,
            self.reinterpreted, self.from_memory,
        ]  # fmt: skip

    def input(
        self, stem: str, rows: int, cols: int, dtype: str, values: tuple[int, int] | None = None
    ) -> Tensor | None:
        """A new parameter of the kernel, where this block belongs to a region that may have one."""
        if self.source is None:
            return None
        return self.source(stem, rows, cols, dtype, values)

    def loaded(self, t: Tensor, rows: int, cols: int) -> Var:
        """The first rows and columns of a tensor on the chip."""
        name = t.name
        text = f"pl.load({name}, [0, 0], [{rows}, {cols}])" if self.tile else f"{name}[0:{rows}, 0:{cols}]"
        return self.emit(
            text,
            lambda env: env[name].load(0, 0, (rows, cols), rows, cols),
            (rows, cols),
            t.dtype,
            again=False,
        )

    def by_pattern(self) -> Var | None:
        a = self.rng.choice(self.matrices(lambda v: v.valid is None and v.dtype in GATHERED) or [None])
        if a is None or self.tile or a.shape[1] % 4:
            return None
        pattern = self.rng.choice(list(PATTERNS))
        stride, first = PATTERNS[pattern]
        if a.shape[1] // stride * width(a.dtype) % 32:
            return None
        other = {"FP32": "INT32", "INT32": "FP32", "FP16": "INT16", "INT16": "FP16"}[a.dtype]
        dtype = other if self.maker.chance(0.25) and not is_float(other) else a.dtype
        rest = f", output_dtype=pl.{dtype}" if dtype != a.dtype else ""
        x = a.name

        def value(env: Env) -> Value:
            v = env[x]
            kept, err = v.data[:, first::stride].copy(), v.err[:, first::stride].copy()
            if dtype != a.dtype:
                kept, err = kept.view(NUMPY[dtype]), np.where(err > 0, np.inf, 0.0)
                err = np.where(np.isnan(v.data[:, first::stride].astype(np.float64)), np.inf, err)
            return Value(kept, dtype, *kept.shape, err)

        into = self.rng.choice(self.alike(a)).name
        found = self.emit(
            f"{self.call('gather')}({x}, mask_pattern=pl.tile.MaskPattern.{pattern}{rest})", value,
            (a.shape[0], a.shape[1] // stride), dtype, again=False,
        )  # fmt: skip
        if dtype == a.dtype and self.maker.chance(0.5):  # and back into every second or fourth column
            y = found.name

            def spread(env: Env) -> Value:
                v, w = env[into], env[y]
                data, err = v.data.copy(), v.err.copy()
                data[:, first::stride], err[:, first::stride] = w.data, w.err
                return Value(data, v.dtype, *data.shape, err)

            return self.emit(
                f"{self.call('scatter')}({y}, mask_pattern=pl.tile.MaskPattern.{pattern}, dst={into})", spread,
                a.shape, a.dtype,
            )  # fmt: skip
        return found

    def by_index(self) -> Var | None:
        a = self.rng.choice(self.matrices(lambda v: v.valid is None and v.dtype in GATHERED) or [None])
        if a is None or self.tile or a.shape[0] > 32:
            return None
        axis = self.rng.choice([0, 1, 1])
        short = width(a.dtype) == 2 and self.maker.generation == "a5"
        dtype = "INT16" if short and self.maker.chance(0.4) else "INT32"
        cols = self.rng.choice([16, 32]) if axis else a.shape[1]
        rows = a.shape[0] if axis else self.rng.choice([8, 16])
        if cols * min(width(a.dtype), width(dtype)) % 32 or cols > 128:
            return None
        t = self.input("i", rows, cols, dtype, (-1, a.shape[axis] + 1))
        if t is None:
            return None
        x, i = a.name, self.loaded(t, rows, cols).name

        def value(env: Env) -> Value:
            v, index = env[x], env[i].data.astype(np.int64)
            cut = (slice(0, rows), slice(None)) if axis else (slice(None), slice(0, cols))
            inside = (index >= 0) & (index < a.shape[axis])
            at = np.where(inside, index, 0)
            data = np.where(inside, np.take_along_axis(v.data[cut], at, axis), np.zeros((), v.data.dtype))
            err = np.where(inside, np.take_along_axis(v.err[cut], at, axis), 0.0)
            return Value(data.astype(v.data.dtype), v.dtype, rows, cols, err)

        dim = self.rng.choice([axis, axis - 2])
        return self.emit(f"{self.call('gather')}({x}, dim={dim}, index={i})", value, (rows, cols), a.dtype)

    def place(self) -> Var | None:
        """`scatter`: of several elements for one place the last stands, and one outside goes nowhere."""
        a = self.rng.choice(self.matrices(lambda v: v.valid is None and v.dtype in SCATTERED) or [None])
        if a is None or self.tile:
            return None
        dtype = "INT32" if width(a.dtype) == 4 else "INT16"
        sources = self.matrices(
            lambda v: (
                v.valid is None
                and v.dtype == a.dtype
                and v.shape[0] == a.shape[0]
                and v.shape[1] <= a.shape[1]
            )
        )
        b = self.rng.choice(sources)
        if b.shape[1] * width(dtype) % 32 or a.shape[0] * a.shape[1] > 4096:
            return None
        t = self.input("i", *b.shape, dtype, (-1, a.shape[1] + 1))
        if t is None:
            return None
        x, y, i = a.name, b.name, self.loaded(t, *b.shape).name

        def value(env: Env) -> Value:
            v, w, index = env[x], env[y], env[i].data
            data, err = v.data.copy(), v.err.copy()
            for r in range(index.shape[0]):
                for c, to in enumerate(index[r]):
                    if 0 <= to < data.shape[1]:
                        data[r, to], err[r, to] = w.data[r, c], w.err[r, c]
            return Value(data, v.dtype, *data.shape, err)

        return self.emit(f"{self.call('scatter')}({x}, dim=-1, index={i}, src={y})", value, a.shape, a.dtype)

    def place_rows(self) -> Var | None:
        """`scatter_update`: whole rows."""
        a = self.rng.choice(self.matrices(lambda v: v.valid is None and v.shape[0] > 1) or [None])
        if a is None or self.tile:
            return None
        sources = self.matrices(lambda v: v.valid is None and v.dtype == a.dtype and v.shape[1] == a.shape[1])
        b = self.rng.choice(sources)
        if b.shape[0] * 4 % 32:
            return None
        t = self.input("i", 1, b.shape[0], "INT32", (0, a.shape[0]))
        if t is None:
            return None
        x, y, i = a.name, b.name, self.loaded(t, 1, b.shape[0]).name

        def value(env: Env) -> Value:
            v, w = env[x], env[y]
            data, err = v.data.copy(), v.err.copy()
            for k, to in enumerate(env[i].data.ravel()):
                data[to], err[to] = w.data[k], w.err[k]
            return Value(data, v.dtype, *data.shape, err)

        return self.emit(f"{self.call('scatter_update')}({x}, {i}, {y})", value, a.shape, a.dtype)

    def sorted_row(self) -> Var | None:
        """Runs of 32 sorted, merged and unpacked: the values, or where they stood."""
        a = self.rng.choice(
            self.matrices(lambda v: v.valid is None and v.dtype == "FP32" and v.shape[1] in (32, 64, 128))
            or [None]
        )
        if self.tile:
            return None
        if a is None or (a.shape[0] != 1 and self.maker.chance(0.6)):
            row = self.input("x", 1, self.rng.choice([64, 128]), "FP32")
            if row is None:
                return None
            a = self.loaded(row, 1, int(row.shape[1]))
        merge = self.rng.choice(["runs", "lists", "none"]) if a.shape[0] == 1 else "none"
        if (merge, a.shape[1]) not in (("runs", 128), ("lists", 64), ("lists", 128)):
            merge = "none"
        x, places, pairs = a.name, self.maker.fresh("p"), self.maker.fresh("s")
        rows, cols = a.shape
        if rows != 1:
            t = self.input("i", rows, cols, "UINT32")
            if t is None:
                return None
            places = self.loaded(t, rows, cols).name
        else:
            self.body.add(
                f"{places} = {self.call('arange')}(0, [1, {cols}], dtype=pl.UINT32)",
                lambda env: env.__setitem__(
                    places, Value.of(np.arange(cols, dtype=np.uint32)[None], "UINT32")
                ),
            )
        lines = [f"{pairs} = {self.call('sort32')}({x}, {places})"]
        run = 32
        if merge == "runs":
            lines.append(f"{pairs} = {self.call('mrgsort')}({pairs}, block_len=64)")
            run = 128
        elif merge == "lists":
            parts = [f"{pairs}[:, {k * 64}:{k * 64 + 64}]" for k in range(cols // 32)]
            lines.append(f"{pairs} = {self.call('mrgsort')}({', '.join(parts)})")
            run = cols
        wanted = self.rng.choice(["values", "places"])

        def order(v: Value) -> tuple[np.ndarray, np.ndarray]:
            keys = sort_keys(v.data)
            found = np.zeros(v.data.shape, np.int64)
            unsure = np.zeros(v.data.shape)
            for start in range(0, cols, run):
                part = slice(start, start + run)
                found[:, part] = start + np.argsort(-keys[:, part], axis=1, kind="stable")
                unsure[:, part] = (v.err[:, part] > 0).any(1, keepdims=True)
            return found, unsure

        def value(env: Env) -> Value:
            v = env[x]
            at, unsure = order(v)
            out = permuted(v, at) if wanted == "values" else permuted(env[places], at)
            out.err = np.where(unsure > 0, np.inf, out.err)
            if wanted == "places":
                out = Value(out.data.view(np.int32), "INT32", out.rows, out.cols, out.err)
            return out

        for line in lines:
            self.body.add(line)
        pattern = "P0101" if wanted == "values" else "P1010"
        rest = "" if wanted == "values" else ", output_dtype=pl.INT32"
        return self.emit(
            f"{self.call('gather')}({pairs}, mask_pattern=pl.tile.MaskPattern.{pattern}{rest})", value, a.shape,
            "FP32" if wanted == "values" else "INT32",
        )  # fmt: skip

    def tuple(self) -> Var | None:
        """Values in a tuple, taken out by place or unpacked."""
        parts = self.rng.sample(self.pool, min(len(self.pool), self.rng.randint(2, 3)))
        if len(parts) < 2 or self.tile:
            return None
        name = self.maker.fresh("t")
        given = [v.name for v in parts]
        self.body.add(
            f"{name} = ({', '.join(given)})", lambda env: env.__setitem__(name, tuple(env[g] for g in given))
        )
        if self.maker.chance(0.5):
            k = self.rng.randrange(len(parts))
            a = parts[k]
            number = 0 if is_float(a.dtype) else 1
            if not self.accepts("adds", a.dtype):
                return None
            literal = "1.0" if number == 0 else "1"
            return self.emit(
                f"{self.call('add')}({name}[{k}], {literal})",
                lambda env: meaning.binary("add", env[name][k], meaning.scalar_of(1, a.dtype)), a.shape, a.dtype, a.valid,
            )  # fmt: skip
        made = [Var(self.maker.fresh("v"), v.shape, v.dtype, v.valid) for v in parts]
        self.body.add(
            f"{', '.join(m.name for m in made)} = {name}",
            lambda env: env.update(zip([m.name for m in made], env[name], strict=True)),
        )
        self.pool += made
        return made[0]

    def reinterpreted(self) -> Var | None:
        """The bits of a value as another type of the same width."""
        a = self.rng.choice(self.matrices(lambda v: v.dtype in SAME_BITS) or [None])
        if a is None:
            return None
        target, x = self.rng.choice(SAME_BITS[a.dtype]), a.name

        def value(env: Env) -> Value:
            v = env[x]
            err = np.where((v.err > 0) | np.isnan(v.wide), np.inf, 0.0)
            return Value(np.ascontiguousarray(v.data).view(NUMPY[target]), target, v.rows, v.cols, err)

        return self.emit(
            f"{self.call('reinterpret_view')}({x}, pl.{target})", value, a.shape, target, a.valid
        )

    def from_memory(self) -> Var | None:
        """`mgather`: rows of a tensor in global memory."""
        dtypes = ["FP32", "BF16", "FP16", "INT32", "INT8", "UINT16"]
        dtype, (height, cols), rows = self.rng.choice(dtypes), self.rng.choice([(20, 32), (7, 64)]), 8
        how = self.rng.choice(["clamp", "wrap", "zero", None])
        span = (0, height) if how is None else (-3, height + 3)
        table, index = self.input("m", height, cols, dtype), self.input("i", 1, rows, "INT32", span)
        if table is None or index is None:
            return None
        m, i = table.name, self.loaded(index, 1, rows).name

        def value(env: Env) -> Value:
            memory, at = env[m], env[i].data.ravel().view(np.uint32).astype(np.int64)  # below 0 is far above
            if how == "wrap":
                at = at % height
            inside = at < height
            near = np.minimum(at, height - 1)
            data, err = memory.data[near], memory.err[near]
            if how == "zero":
                data = np.where(inside[:, None], data, np.zeros((), data.dtype)).astype(data.dtype)
            return Value(data, dtype, rows, cols, err)

        rest = f', gather_oob="{how}"' if how else ""
        if self.tile:
            return None
        return self.emit(f"pl.mgather({m}, {i}{rest})", value, (rows, cols), dtype)
