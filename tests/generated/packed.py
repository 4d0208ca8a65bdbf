# SPDX-License-Identifier: Apache-2.0
"""FP4 in a block: values that are only loaded, cast and stored, so that they stand beside the others.

Two elements share a byte of the caller's: `carried` and `elements` say how, written anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np

from generated import meaning
from generated.core import Env, Var
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
            found += [self.pack, *[self.unpack] * (2 if self.packed else 0)]
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
