# SPDX-License-Identifier: Apache-2.0
"""Operations that only tiles have, or that take a scratch tile there: reductions, remainders, places in a tile."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from generated import meaning
from generated.core import Env, Var
from generated.meaning import Value, width
from generated.places import GATHERED, PATTERNS, Places


class TileSteps(Places):
    """A block whose tile code also uses scratch tiles."""

    def kinds(self) -> list[Callable[[], Var | None]]:
        found = super().kinds()
        if self.tile:
            found += [self.reduced, self.reduced, self.with_scratch, self.flat, self.columns]
        return found

    def scratch(self, shape: tuple[int, int], dtype: str) -> str:
        """A tile without content."""
        name = self.maker.fresh("tmp")
        create = self.rng.choice(["pl.create_tile", "pl.tile.create"])
        self.body.add(f"{name} = {create}([{shape[0]}, {shape[1]}], pl.{dtype}, target_memory=pl.Mem.Vec)")
        return name

    def reduced(self) -> Var | None:
        """A reduction of each row, with the scratch that tiles bring."""
        a = self.rng.choice(self.matrices(lambda v: v.shape[0] > 1) or [None])
        kind = self.rng.choice(["sum", "max", "min", "prod"])
        if a is None or not self.accepts(f"row_{kind}", a.dtype) or a.shape[0] * width(a.dtype) % 32:
            return None
        valid = None if a.valid is None else (a.valid[0], "1")
        if valid == (str(a.shape[0]), "1"):
            valid = None
        tmp, x = self.scratch(a.shape, a.dtype), a.name
        return self.emit(
            f"{self.call(f'row_{kind}')}({x}, {tmp})",
            lambda env: meaning.reduce(kind, 1, env[x]), (a.shape[0], 1), a.dtype, valid,
        )  # fmt: skip

    def with_scratch(self) -> Var | None:
        """`rem` and `xor` of tiles."""
        a = self.rng.choice(self.matrices() or [None])
        op = self.rng.choice(["rem", "xor"])
        if a is None or not self.accepts(op, a.dtype) or (op == "xor" and a.dtype[0] not in "IU"):
            return None
        columns = a.shape[1] if op == "xor" else a.shape[1] + 2 * -(-a.shape[1] // 64)
        unit = 32 // width(a.dtype)
        tmp = self.scratch((a.shape[0], -(-columns // unit) * unit), a.dtype)
        x, y = a.name, self.rng.choice(self.alike(a)).name
        return self.emit(
            f"{self.call(op)}({x}, {y}, {tmp})",
            lambda env: meaning.binary(op, env[x], env[y]), a.shape, a.dtype, a.valid,
        )  # fmt: skip

    def flat(self) -> Var | None:
        """`pl.tile.gather` and `pl.tile.scatter`: places counted row by row through the whole tile."""
        a = self.rng.choice(self.matrices(lambda v: v.valid is None and v.dtype in GATHERED) or [None])
        if a is None:
            return None
        size = a.shape[0] * a.shape[1]
        put = self.maker.chance(0.4)
        dtype = "INT16" if put and width(a.dtype) == 2 else "INT32"
        shape = a.shape if put else (self.rng.choice([1, 8]), 32)
        t = self.input("i", *shape, dtype, (-1, min(size + 1, 1 << 15)))
        if t is None or size > 4096:
            return None
        x, i = a.name, self.loaded(t, *shape).name
        if put:
            y = self.rng.choice(self.alike(a)).name

            def placed(env: Env) -> Value:
                w, at = env[y], env[i].data.ravel()
                data, err = np.zeros(size, w.data.dtype), np.zeros(size)
                for k, to in enumerate(at):
                    if 0 <= to < size:
                        data[to], err[to] = w.data.ravel()[k], w.err.ravel()[k]
                return Value(data.reshape(a.shape), w.dtype, *a.shape, err.reshape(a.shape))

            return self.emit(f"pl.tile.scatter({x}, {y}, {i})", placed, a.shape, a.dtype)
        tmp = self.scratch(shape, dtype)

        def taken(env: Env) -> Value:
            v, at = env[x], env[i].data.astype(np.int64)
            inside = (at >= 0) & (at < size)
            near = np.where(inside, at, 0)
            data = np.where(inside, v.data.ravel()[near], np.zeros((), v.data.dtype)).astype(v.data.dtype)
            return Value(data, v.dtype, *shape, np.where(inside, v.err.ravel()[near], 0.0))

        return self.emit(f"pl.tile.gather({x}, {i}, {tmp})", taken, shape, a.dtype)

    def columns(self) -> Var | None:
        """`pl.tile.gather_mask`, and its way back, which leaves 0 where it writes nothing."""
        a = self.rng.choice(self.matrices(lambda v: v.valid is None and v.dtype in GATHERED) or [None])
        if a is None or a.shape[1] % 4:
            return None
        pattern = self.rng.choice(list(PATTERNS))
        stride, first = PATTERNS[pattern]
        if a.shape[1] // stride * width(a.dtype) % 32:
            return None
        x, into = a.name, self.rng.choice(self.alike(a)).name
        mask = f"mask_pattern=pl.tile.MaskPattern.{pattern}"

        def kept(env: Env) -> Value:
            data, err = env[x].data[:, first::stride].copy(), env[x].err[:, first::stride].copy()
            return Value(data, a.dtype, *data.shape, err)

        found = self.emit(
            f"pl.tile.gather_mask({x}, {mask})",
            kept,
            (a.shape[0], a.shape[1] // stride),
            a.dtype,
            again=False,
        )
        if self.maker.chance(0.5):
            return found
        y = found.name

        def spread(env: Env) -> Value:
            data, err = np.zeros(a.shape, env[y].data.dtype), np.zeros(a.shape)
            data[:, first::stride], err[:, first::stride] = env[y].data, env[y].err
            return Value(data, a.dtype, *a.shape, err)

        return self.emit(f"pl.tile.scatter_mask({into}, {y}, {mask})", spread, a.shape, a.dtype)
