# SPDX-License-Identifier: Apache-2.0
"""How a conversion is written that one `pl.cast` does not do: what the help of an error says.

INT8 -> FP32 on a2a3     pl.cast(pl.cast(x, pl.FP16), pl.FP32)
UINT32 -> FP32           pl.cast(pl.reinterpret_view(x, pl.INT32), pl.FP32)
"""

from __future__ import annotations

from collections.abc import Iterable

from pypto.ir.dtypes import BF16, BY_NAME, FP16, FP32, INDEX, INT16, INT32, INT64, DType
from pypto.ir.ops.cast import DIRECT, admissible, chain

EVERY = tuple(DIRECT)
_MIDDLES = (FP16, FP32, BF16, INT16, INT32, INT64)


def _twin(dtype: DType) -> DType | None:
    """The integer type of the same width and the other sign."""
    if not dtype.is_int or dtype is INDEX:
        return None
    return BY_NAME[f"U{dtype.name}" if dtype.is_signed else dtype.name.removeprefix("U")]


def _keeps(source: DType, middle: DType) -> bool:
    """Whether every value of `source` is one of `middle`."""
    if source.is_float != middle.is_float:
        return source.is_int and admissible(middle, source)
    return admissible(middle, source)


def spelled(text: str, source: DType, target: DType, generations: Iterable[str] = EVERY) -> str | None:
    """The expression that converts `text` on all these chips, None where there is none."""
    chips = tuple(generations)

    def direct(a: DType, b: DType) -> bool:
        return all(chain(a, b, chip) is not None for chip in chips)

    if source is target:
        return text
    twin = _twin(source)
    if twin is target:
        return f"pl.reinterpret_view({text}, pl.{target})"
    if direct(source, target):
        return f"pl.cast({text}, pl.{target})"
    exact = [
        m
        for m in _MIDDLES
        if m not in (source, target) and _keeps(source, m) and direct(source, m) and direct(m, target)
    ]
    if exact:
        middle = min(exact, key=lambda m: (m.bits, not m.is_float))
        return f"pl.cast(pl.cast({text}, pl.{middle}), pl.{target})"
    if twin is not None and twin.is_signed:  # an unsigned source
        return spelled(f"pl.reinterpret_view({text}, pl.{twin})", twin, target, chips)
    other = _twin(target)
    if other is not None and other.is_signed and source.is_float:
        inner = spelled(text, source, other, chips)
        return None if inner is None else f"pl.reinterpret_view({inner}, pl.{target})"
    return None


def way(name: str, source: DType, target: DType) -> str:
    """The help of an error: how an operand becomes one of another element type, on every chip where there is a way."""
    return f"convert it: {spelled(name, source, target) or f'pl.cast({name}, pl.{target})'}"


def nearest(source: DType, targets: Iterable[DType], generation: str) -> str | None:
    """The expression that converts `x` to the nearest of some types, None where the chip converts to none of them."""
    ordered = sorted(
        targets, key=lambda d: (d.is_float != source.is_float, abs(d.bits - source.bits), d.name)
    )
    found = [text for d in ordered if (text := spelled("x", source, d, (generation,))) is not None]
    return min(found, key=lambda text: text.count("("), default=None)
