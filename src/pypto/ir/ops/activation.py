# SPDX-License-Identifier: Apache-2.0
"""Activations, and sine and cosine by a fixed recipe of single FP32 operations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pypto.ir.dtypes import FP16, FP32, INT32, UINT8, DType
from pypto.ir.nodes import TileType, Type
from pypto.ir.ops.elementwise import _quiet, _unary, native
from pypto.ir.ops.rules import (
    ROOM,
    binary_of,
    check_scalar_operand,
    check_scratch,
    make,
    same_valid,
    value_type,
)
from pypto.ir.ops.table import REQUIRED, Bound, OpError, Reject, Sample, Trait, op, operand, scalar, scratch

_FLOATS = frozenset({FP16, FP32})
_NO_OVERLAP = frozenset({Trait.PURE, Trait.ELEMENTWISE, Trait.VECTOR, Trait.NO_BF16})
_TRAITS = _NO_OVERLAP | {Trait.IN_PLACE}


def _np() -> Any:
    import numpy as np

    return np


def _accept(dtype: DType) -> None:
    if dtype not in _FLOATS:
        raise OpError(
            f"element type {dtype} is not accepted", "pl.FP32 or pl.FP16 is expected", "dtype-support"
        )


def _relu(x: Any) -> Any:
    np = _np()
    return np.where((x > 0) | (x != x), x, np.zeros_like(x))


def _relu_type(bound: Bound) -> Type:
    x = value_type(bound, "input")
    if x.dtype not in _FLOATS and x.dtype is not INT32:
        raise OpError(
            f"element type {x.dtype} is not accepted", "pl.FP32, FP16 or INT32 is expected", "dtype-support"
        )
    return make(x, valid=x.valid)


RELU = op(
    "relu",
    doc="The larger of x and 0; NaN stays.",
    params=[operand("input", "tile")],
    infer=_relu_type,
    traits=_TRAITS,
    reference=_quiet(_relu),
    pto="trelu",
    cpp="vrelu({0})",
    namespaces=("pl", "tile"),
    native=native(frozenset({FP16, FP32, INT32})),
    samples=(
        Sample(((8, 32),), special=True),
        Sample(((8, 32),), dtype="FP16"),
        Sample(((8, 32),), dtype="INT32", low=-100, high=100),
    ),
    rejects=(Reject(((16, 64),), "element type", ("INT16",)),),
)


def _sloped(x: Any, slope: Any) -> Any:
    return _np().where(x > 0, x, (x * slope).astype(x.dtype))


def _lrelu_type(bound: Bound) -> Type:
    x = value_type(bound, "input")
    _accept(x.dtype)
    check_scalar_operand(bound, "slope", x.dtype)
    return make(x, valid=x.valid)


LRELU = op(
    "lrelu",
    doc="Where x is positive x, elsewhere x times the slope.",
    params=[operand("input", "tile"), scalar("slope")],
    infer=_lrelu_type,
    traits=_TRAITS,
    reference=_quiet(_sloped),
    pto="tlrelu",
    cpp="vsloped({0}, {1})",
    namespaces=("pl", "tile"),
    native=native(_FLOATS),
    samples=(
        Sample(((8, 32),), scalars=(0.1,), special=True),
        Sample(((8, 32),), dtype="FP16", scalars=(0.1,)),
    ),
    rejects=(
        Reject(((16, 64),), "element type", ("INT32",), scalars=(1,)),
        Reject(((16, 64),), "bool", scalars=(True,)),
    ),
)


def _prelu_type(bound: Bound) -> Type:
    x = value_type(bound, "input")
    _accept(x.dtype)
    check_scratch(bound, x)
    made, slope = binary_of(bound, "input", "slope"), value_type(bound, "slope")
    same_valid(slope, x, "the slope holds data in {}, the tile in {}")
    return made


def _mask(tile: TileType) -> TileType:
    """A bit for each element."""
    rows, cols = tile.shape
    return replace(tile, shape=(rows, -(-cols // 256) * 32), dtype=UINT8, blayout="row_major")


PRELU = op(
    "prelu",
    doc="Where x is positive x, elsewhere x times the slope of the same element.",
    params=[operand("input", "tile"), operand("slope"), scratch(default=REQUIRED, instead=ROOM)],
    infer=_prelu_type,
    traits=_NO_OVERLAP | {Trait.SCRATCH},
    reference=_quiet(_sloped),
    pto="tprelu",
    cpp="vsloped({0}, {1})",
    namespaces=("pl", "tile"),
    native=native(_FLOATS),
    samples=(Sample(((8, 32), (8, 32)), special=True), Sample(((8, 32), (8, 32)), dtype="FP16")),
    rejects=(
        Reject(((16, 64), (16, 64)), "element type", ("INT32",)),
        Reject(((16, 64), (16, 32)), "shapes"),
    ),
    scratch=_mask,
)

# Sine and cosine: x minus a multiple k of pi, subtracted in parts, then an odd polynomial; the sign is (-1)^k.
_INVPI = 0.31830988732818603515625
_PI = (
    3.140625,
    0.0009670257568359375,
    6.2771141529083251953125e-7,
    1.21644916362129151821e-10,
    -1.0290623200529979163e-13,
)
_HALF_PI = (1.57079637050628662109375, -4.371139000189375e-8)
_POLYNOMIAL = (2.604926501e-6, -1.980894471e-4, 8.333049340e-3, -1.666665792e-1, 1.0)


def _sine_of_reduced(t: Any, k: Any) -> Any:
    f = _np().float32
    sign = _np().floor(k * f(0.5)) * f(4) - k * f(2) + f(1)
    u = t * t
    p = f(_POLYNOMIAL[0])
    for factor in _POLYNOMIAL[1:]:
        p = p * u + f(factor)
    return sign * (t * p)


def _sin(x: Any) -> Any:
    np = _np()
    turns = x * np.float32(_INVPI)
    whole = np.trunc(np.abs(turns))
    k = np.copysign(whole + (np.abs(turns) - whole >= 0.5), turns).astype(np.float32)  # ties away from zero
    t = x
    for part in _PI:
        t = t - k * np.float32(part)
    return _sine_of_reduced(t, k)


def _cos(x: Any) -> Any:
    np = _np()
    k = np.rint(x * np.float32(_INVPI) + np.float32(0.5))
    t = x
    for number, part in enumerate(_PI):
        t = t - k * np.float32(part)
        if number == 1:
            t = t + np.float32(_HALF_PI[0])
    return _sine_of_reduced(t + np.float32(_HALF_PI[1]), k)


def _angle(name: str, doc: str, function: Callable[[Any], Any]) -> Any:
    return _unary(
        name, doc, f"t{name}", f"v{name}({{0}})", function, accepts=(FP32,), dtypes=native(frozenset({FP32})),
        samples=(Sample(((16, 64),), low=-100.0, high=100.0), Sample(((8, 32),), special=True)),
    )  # fmt: skip


SIN = _angle("sin", "Sine of x in radians, for moderate x.", _sin)
COS = _angle("cos", "Cosine of x in radians, for moderate x.", _cos)
