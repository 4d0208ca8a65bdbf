# SPDX-License-Identifier: Apache-2.0
"""Remainders: `fmod` has the sign of the dividend, `rem` that of the divisor.

Both are exact for integers and, before the one rounding of `rem`, for floats. An integer modulo 0 is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pypto.ir.dtypes import FP16, FP32, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64
from pypto.ir.nodes import TileType, Type, format_dims
from pypto.ir.ops.elementwise import _pair, _quiet, native
from pypto.ir.ops.rules import ROOM, binary, check_scratch, scalar_binary, value_type
from pypto.ir.ops.table import (
    REQUIRED,
    Bound,
    Infer,
    OpError,
    Reject,
    Sample,
    Trait,
    op,
    operand,
    scalar,
    scratch,
)

_TRAITS = frozenset({Trait.PURE, Trait.ELEMENTWISE, Trait.VECTOR})
_SHAPES = ((8, 32), (8, 32))
_SAMPLES = (
    Sample(_SHAPES, ranges=((-50, 50), (-3, 3))),
    Sample(_SHAPES, special=True),
    Sample(_SHAPES, dtype="FP16", ranges=((-50, 50), (-3, 3))),
    Sample(_SHAPES, dtype="INT32", ranges=((-1000, 1000), (-9, 9))),
    Sample(_SHAPES, dtype="INT16", ranges=((-1000, 1000), (-9, 9))),
)
_SCALAR_SAMPLES = (
    Sample(((8, 32),), low=-50, high=50, scalars=(-1.3,)),
    Sample(((8, 32),), dtype="FP16", low=-50, high=50, scalars=(0.7,)),
    Sample(((8, 32),), dtype="INT32", low=-1000, high=1000, scalars=(-7,)),
)


def _np() -> Any:
    import numpy as np

    return np


def _fmod(a: Any, b: Any, **_attrs: Any) -> Any:
    np = _np()
    if a.dtype.kind in "iu":
        safe = np.where(b == 0, np.ones_like(b), b)
        return np.where(b == 0, np.zeros_like(a), np.fmod(a, safe)).astype(a.dtype)
    return np.fmod(a.astype(np.float32), np.asarray(b).astype(np.float32)).astype(a.dtype)


def _rem(a: Any, b: Any, **_attrs: Any) -> Any:
    np = _np()
    wide = a.dtype if a.dtype.kind in "iu" else np.dtype(np.float32)
    x, y = a.astype(wide), np.asarray(b).astype(wide)
    r = _fmod(x, y)
    opposite = (r != 0) & ((r < 0) != (y < 0))
    return np.where(opposite, r + y, r).astype(a.dtype)


FMOD, FMODS = _pair(
    "fmod", "The remainder of a / b with the sign of a.", "tfmod", "vfmod({0}, {1})", _fmod,
    scalar_name="fmods", scalar_namespaces=("pl", "tensor", "tile"),
    dtypes=native(
        frozenset({INT16, INT32, FP16, FP32}), frozenset({INT8, UINT8, UINT16, UINT32, INT64, UINT64})
    ),
    samples=_SAMPLES, scalar_samples=_SCALAR_SAMPLES, traits=_TRAITS,
)  # fmt: skip


def _divided_width(cols: int) -> int:
    """Columns of scratch for a remainder of tiles, beside the data what a mask of each 64 elements takes."""
    return cols + 2 * -(-cols // 64)


def _with_scratch(rule: Infer, width: Callable[[int], int]) -> Infer:
    """A type rule with that of the scratch: one row of `width(columns)` elements of the same type, or more."""

    def infer(bound: Bound) -> Type:
        x = value_type(bound, "lhs")
        check_scratch(bound, x)
        type_, tmp = rule(bound), bound.type("tmp")
        if isinstance(x, TileType) and isinstance(tmp, TileType):
            if tmp.dtype is not x.dtype:
                raise OpError(
                    f"`tmp` holds {tmp.dtype}, the operands {x.dtype}",
                    f"create it of {x.dtype}",
                    "dtype-mismatch",
                )
            room = _row_of(x, width(x.shape[1]))
            if tmp.shape[0] < 1 or tmp.shape[1] < width(x.shape[1]):
                raise OpError(
                    f"`tmp` is {format_dims(tmp.shape)}, {width(x.shape[1])} columns are worked in",
                    f"create it of {format_dims(room.shape)}",
                    "scratch",
                )
        return type_

    return infer


def _row_of(tile: TileType, cols: int) -> TileType:
    """One row of at least `cols` elements."""
    unit = 32 // tile.dtype.get_byte()
    return replace(tile, shape=(1, -(-cols // unit) * unit), blayout="row_major")


_REM = native(frozenset({FP32, INT32}), frozenset({FP16, INT16, UINT16, UINT32, INT64, UINT64}))

REM = op(
    "rem",
    doc="The remainder of a / b with the sign of b.",
    params=[operand("lhs"), operand("rhs"), scratch(default=REQUIRED, instead=ROOM)],
    infer=_with_scratch(binary, _divided_width),
    traits=_TRAITS | {Trait.SCRATCH},
    reference=_quiet(_rem),
    pto="trem",
    cpp="vrem({0}, {1})",
    namespaces=("pl", "tile"),
    native=_REM,
    samples=(_SAMPLES[0], _SAMPLES[1], _SAMPLES[3]),
    rejects=(
        Reject(((16, 64), (16, 32)), "shapes"),
        Reject(((16, 64), (16, 64), (16, 64)), "is for tiles"),
    ),
    scratch=lambda tile: _row_of(tile, _divided_width(tile.shape[1])),
)
REMS = op(
    "rems",
    doc="The remainder of a / b with the sign of b; the right operand is a scalar.",
    params=[operand("lhs"), scalar("rhs"), scratch(default=REQUIRED, instead=ROOM)],
    infer=_with_scratch(scalar_binary, lambda cols: cols),
    traits=_TRAITS | {Trait.SCRATCH},
    reference=_quiet(_rem),
    pto="trems",
    cpp="vrem({0}, {1})",
    namespaces=("pl", "tile"),
    native=_REM,
    samples=(_SCALAR_SAMPLES[0], _SCALAR_SAMPLES[2]),
    rejects=(Reject(((16, 64),), "bool", scalars=(True,)),),
    scratch=lambda tile: _row_of(tile, tile.shape[1]),
)
