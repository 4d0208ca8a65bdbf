# SPDX-License-Identifier: Apache-2.0
"""FP4 in a block: values that are loaded, copied, cut, cast and stored, but not computed, beside the others.

Two elements share a byte of the caller's: `carried` and `elements` say how, written anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np

from generated import meaning
from generated.core import Env, Var, number
from generated.meaning import THROUGH
from generated.rarer import Rarer

FP4 = "FP4"


def carried(data: np.ndarray) -> np.ndarray:
    """Patterns as bytes, the first of two in the lower half."""
    codes = np.ascontiguousarray(data).view(np.uint8) & 15
    return np.ascontiguousarray(codes[..., ::2] | codes[..., 1::2] << 4)


def elements(both: np.ndarray) -> np.ndarray:
    """The other way round."""
    codes = np.zeros((*both.shape[:-1], 2 * both.shape[-1]), np.uint8)
    codes[..., ::2], codes[..., 1::2] = both & 15, both >> 4
    return codes.view(ml_dtypes.float4_e2m1fn)


def to_torch(array: np.ndarray, dtype: str) -> Any:
    """An argument of a call."""
    import torch

    from pypto.runtime.values import numpy_to_torch

    if dtype == FP4:
        return torch.from_numpy(carried(array)).view(torch.float4_e2m1fn_x2)
    return numpy_to_torch(np.array(array, order="C"))


def to_numpy(tensor: Any) -> np.ndarray:
    """The elements of one."""
    import torch

    from pypto.runtime.values import torch_to_numpy

    if str(tensor.dtype) == "torch.float4_e2m1fn_x2":
        return elements(tensor.view(torch.uint8).numpy())
    return torch_to_numpy(tensor)


class PackedSteps(Rarer):
    """A block that also has values of FP4."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        outer = given[3] if len(given) > 3 else None
        self.packed: list[Var] = list(outer.packed) if isinstance(outer, PackedSteps) else []

    def kinds(self) -> list[Callable[[], Var | None]]:
        found = super().kinds()
        if self.maker.generation == "a5":
            found += [self.pack]
        if self.packed:
            found += [self.unpack, self.unpack, self.packed_part, self.packed_narrow]
        if any(v in self.own for v in self.packed) and not self.tile:
            found += [self.packed_write]
        return found

    def forget(self, var: Var) -> None:
        super().forget(var)
        self.packed = [v for v in self.packed if v is not var]

    def aside(self, var: Var) -> Var:
        """Of FP4, so that no other operation takes it."""
        self.pool.remove(var)
        self.packed.append(var)
        return var

    def pack(self) -> Var | None:
        """A cast to FP4, in one instruction or more."""
        found = self.matrices(
            lambda v: v.shape[1] % 64 == 0 and (v.dtype == "BF16" or (v.dtype, FP4) in THROUGH["a5"])
        )
        if not found:
            return None
        a, mode = (
            self.rng.choice(found),
            self.rng.choice(["rint", "rint", "round", "floor", "ceil", "trunc", "odd"]),
        )
        x = a.name
        return self.aside(
            self.emit(
                f'{self.call("cast")}({x}, pl.FP4, mode="{mode}")', lambda env: meaning.casts(env[x], FP4, mode, "a5"),
                a.shape, FP4, a.valid, again=False,
            )
        )  # fmt: skip

    def unpack(self) -> Var | None:
        if not self.packed:
            return None
        a = self.rng.choice(self.packed)
        target = self.rng.choice(["BF16", "BF16", *(t for s, t in THROUGH["a5"] if s == FP4)])
        mode = self.rng.choice(["rint", "round", "none"])
        return self.unary(
            "cast", a, lambda v: meaning.casts(v, target, mode, "a5"), target, f', pl.{target}, mode="{mode}"'
        )

    def packed_cut(self, a: Var, shape: tuple[int, int]) -> tuple[str, int]:
        """Where a part of whole 32 bytes begins: the text of its row, its column."""
        return self.below(a.shape[0] - shape[0] + 1), 64 * self.rng.randint(0, (a.shape[1] - shape[1]) // 64)

    def packed_part(self) -> Var | None:
        """Some rows, and 64 columns or all."""
        found = [v for v in self.packed if v.valid is None]
        if not found:
            return None
        a = self.rng.choice(found)
        rows = self.rng.choice([r for r in (1, 8, 16) if r <= a.shape[0]])
        shape = (rows, self.rng.choice([64, a.shape[1]]))
        (top, left), x = self.packed_cut(a, shape), a.name

        def value(env: Env) -> meaning.Value:
            r = int(number(top, env))
            return meaning.Value.of(env[x].data[r : r + rows, left : left + shape[1]].copy(), FP4)

        text = f"{x}[{top} : {top} + {rows}, {left} : {left + shape[1]}]"
        if self.tile or self.maker.chance(0.5):
            text = f"{self.call('slice')}({x}, [{rows}, {shape[1]}], [{top}, {left}])"
        return self.aside(self.emit(text, value, shape, FP4))

    def packed_write(self) -> Var | None:
        """`a[window] = b`, which makes a new value of the name `a`."""
        own = [v for v in self.own if v in self.packed and v.valid is None]
        if not own:
            return None
        a = self.rng.choice(own)
        parts = [
            v
            for v in self.packed
            if v.valid is None and v is not a and np.all(np.less_equal(v.shape, a.shape))
        ]
        if not parts:
            return None
        b = self.rng.choice(parts)
        (top, left), x, y = self.packed_cut(a, b.shape), a.name, b.name
        rows, cols = b.shape

        def value(env: Env) -> None:
            data, r = env[x].data.copy(), int(number(top, env))
            data[r : r + rows, left : left + cols] = env[y].data
            env[x] = meaning.Value.of(data, FP4)

        text = f"{x}[{top} : {top} + {rows}, {left} : {left + cols}] = {y}"
        if self.maker.chance(0.4):
            text = f"{x} = {self.call('assemble')}({x}, {y}, [{top}, {left}])"
        self.body.add(text, value)
        return a

    def packed_narrow(self) -> Var | None:
        """Another valid region, which may end inside a byte."""
        found = [v for v in self.packed if v.valid is None and v.shape[0] > 1]
        if not found:
            return None
        a, name = self.rng.choice(found), self.maker.fresh("n")
        x, rows, cols = a.name, f"1 + {self.below(a.shape[0])}", str(self.rng.randint(1, a.shape[1]))
        self.body.add(f"{name} = {rows}", lambda env: env.__setitem__(name, int(number(rows, env))))

        def narrowed(env: Env) -> meaning.Value:
            return meaning.Value.of(env[x].data, FP4, int(number(name, env)), int(cols))

        text = f"{self.call('set_validshape')}({x}, {name}, {cols})"
        return self.aside(self.emit(text, narrowed, a.shape, FP4, (name, cols)))

    def repacked(self, v: Var) -> None:
        """`v` of an outer block scaled and rounded again, or another value of its type."""
        x = v.name
        others = [o for o in self.packed if o.kind == v.kind and o is not v]
        if others and self.maker.chance(0.5):
            y = self.rng.choice(others).name
            self.body.add(f"{x} = {y}", lambda env: env.__setitem__(x, env[y]))
            return
        factor = self.rng.choice([0.5, 2.0, -1.0])
        mul = "pl.tile.muls" if self.tile else "pl.mul"

        def step(env: Env) -> None:
            wide = meaning.cast(env[x], "BF16", "rint")
            scaled = meaning.binary("mul", wide, meaning.scalar_of(factor, "BF16"))
            env[x] = meaning.cast(scaled, FP4, "rint")

        self.body.add(f'{x} = pl.cast({mul}(pl.cast({x}, pl.BF16), {factor}), pl.FP4, mode="rint")', step)

    def carried_packed(self) -> list[Var]:
        """Values of FP4 that a loop will rebind."""
        return [self.rng.choice(self.packed)] if self.packed and self.maker.chance(0.4) else []
