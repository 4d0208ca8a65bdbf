# SPDX-License-Identifier: Apache-2.0
"""Comparison and selection.

A comparison of tensors gives 1 and 0 in their element type. One of tiles gives a packed predicate: bytes with one bit
for each element, the first element of eight in the lowest bit, for `sel` and `sels` to read. Comparisons with NaN are
false, but for `ne`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from pypto.ir import arith
from pypto.ir.dtypes import (
    BF16,
    FP16,
    FP32,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
)
from pypto.ir.enums import CMP_MODES
from pypto.ir.nodes import Const, ScalarType, TensorType, TileType, Type
from pypto.ir.ops.elementwise import native
from pypto.ir.ops.rules import binary_of, check_scalar_operand, make, value_type
from pypto.ir.ops.table import (
    REQUIRED,
    Bound,
    Op,
    OpError,
    Param,
    Reject,
    Sample,
    Trait,
    op,
    operand,
    scalar,
    scratch,
    static,
)

COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {name: getattr(operator, name) for name in CMP_MODES}

_INTEGERS = frozenset({INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64})
_NO_OVERLAP = frozenset({Trait.PURE, Trait.VECTOR})


def mode_name(code: Any) -> str:
    """The comparison behind a code: 0 eq, 1 ne, 2 lt, 3 le, 4 gt, 5 ge."""
    if isinstance(code, bool) or not isinstance(code, int) or not 0 <= code < len(CMP_MODES):
        codes = ", ".join(f"{i} {name}" for i, name in enumerate(CMP_MODES))
        raise OpError(f"cmp_type {code!r} is no comparison", f"the codes are {codes}", code="comparison-code")
    return CMP_MODES[code]


def packed(tile: TileType) -> TileType:
    """The tile of a predicate for the elements of `tile`."""
    rows, cols = tile.shape
    valid = (tile.valid_shape[0], arith.floor_div(arith.add(tile.valid_shape[1], 7), 8))
    width = -(-cols // 256) * 32
    same = arith.as_int(valid[0]) == rows and arith.as_int(valid[1]) == width
    return TileType((rows, width), UINT8, "Vec", None if same else valid)


def _result(bound: Bound, like: Type) -> Type:
    mode_name(bound["cmp_type"])
    return packed(like) if isinstance(like, TileType) else like


def _compare(bound: Bound) -> Type:
    return _result(bound, binary_of(bound, "lhs", "rhs"))


def _compare_scalar(bound: Bound) -> Type:
    x = value_type(bound, "lhs")
    check_scalar_operand(bound, "rhs", x.dtype)
    return _result(bound, make(x, valid=x.valid))


def _values(a: Any, b: Any, cmp_type: int = 0) -> Any:
    import numpy as np

    with np.errstate(all="ignore"):
        return COMPARISONS[mode_name(cmp_type)](a, b).astype(a.dtype)


def _cmp_attrs(attrs: Mapping[str, Any]) -> Mapping[str, str]:
    return {"cmpMode": f"#pto<cmp {mode_name(attrs['cmp_type'])}>"}


_SHAPES = ((8, 40), (8, 40))
CMP = op(
    "cmp",
    doc="Whether a and b compare as `cmp_type` says: 0 eq, 1 ne, 2 lt, 3 le, 4 gt, 5 ge.",
    params=[operand("lhs"), operand("rhs"), static("cmp_type", 0)],
    infer=_compare,
    traits=_NO_OVERLAP,
    reference=_values,
    pto="tcmp",
    scalar_form="cmps",
    promotes={"tensor": "rint"},
    native=native(frozenset({INT32, FP16, FP32}), _INTEGERS | {BF16}),
    samples=(
        *(Sample(_SHAPES, dtype="INT32", low=-3, high=3, attrs={"cmp_type": i}) for i in range(6)),
        *(Sample(_SHAPES, special=True, attrs={"cmp_type": i}) for i in range(6)),
        Sample(((8, 32), (8, 32)), dtype="FP16", attrs={"cmp_type": 4}),
    ),
    rejects=(
        Reject(((16, 64), (16, 32)), "shapes"),
        Reject(((16, 64), (16, 64)), "no comparison", attrs={"cmp_type": 6}),
        Reject(((16, 64), (16, 64)), "no comparison", attrs={"cmp_type": "gt"}),
        Reject(((16, 64), (16, 64)), "no comparison", attrs={"cmp_type": True}),
    ),
    pto_attrs=_cmp_attrs,
)
CMPS = op(
    "cmps",
    doc="Whether the elements compare with a scalar as `cmp_type` says.",
    params=[operand("lhs"), scalar("rhs"), static("cmp_type", 0)],
    infer=_compare_scalar,
    traits=_NO_OVERLAP,
    reference=_values,
    pto="tcmps",
    namespaces=("pl", "tile"),
    native=native(frozenset({INT16, UINT16, INT32, FP16, FP32}), _INTEGERS | {BF16}),
    samples=(
        *(Sample(((8, 40),), dtype="INT32", low=-3, high=3, scalars=(1,), attrs={"cmp_type": i}) for i in range(6)),
        Sample(((8, 40),), scalars=(0.0,), special=True, attrs={"cmp_type": 5}),
    ),
    rejects=(Reject(((16, 64),), "no comparison", scalars=(1.0,), attrs={"cmp_type": -1}),),
    pto_attrs=_cmp_attrs,
)  # fmt: skip


def _tile(bound: Bound, name: str, what: str) -> TileType:
    type_ = bound.type(name)
    if isinstance(type_, TileType):
        return type_
    help = None
    if isinstance(type_, TensorType):
        help = "a comparison of tensors gives 1 and 0: multiply with it, or work on tiles from pl.load"
    raise OpError(f"`{name}` must be {what}, found {type_}", help, code="operand-kind")


def _check_mask(bound: Bound, x: TileType, *bits: int) -> None:
    mask = _tile(bound, "mask", "a tile of a packed predicate")
    if not mask.dtype.is_int or mask.dtype.bits not in bits:
        raise OpError(
            f"`mask` holds {mask.dtype}",
            "a predicate holds pl.UINT8, as pl.cmp of tiles gives it",
            code="dtype-mismatch",
        )
    if mask.shape[0] < x.shape[0]:
        raise OpError(f"`mask` has {mask.shape[0]} rows, {x.shape[0]} are needed", code="shape-mismatch")
    cols = arith.as_int(arith.simplify(x.valid_shape[1]))
    needed = -(-(x.shape[1] if cols is None else cols) // 8)
    held = mask.shape[1] * mask.dtype.get_byte()
    if held < needed:
        raise OpError(f"a row of `mask` has {held} bytes, {needed} are needed", code="shape-mismatch")


_TMP = "pass a tile of its own: pl.create_tile([1, 32], pl.UINT8)"


def _check_tmp(bound: Bound) -> None:
    if bound.type("tmp") is None:
        raise OpError(
            "`tmp` is missing: with tiles the scratch is given",
            _TMP,
            code="scratch",
        )
    tmp = _tile(bound, "tmp", "a scratch tile")
    if tmp.dtype is not UINT8:
        raise OpError(f"`tmp` holds {tmp.dtype}", "give it the shape [1, 32] and pl.UINT8", code="scratch")
    if tmp.dtype.get_byte() * tmp.shape[0] * tmp.shape[1] < 32:
        raise OpError(f"`tmp` {tmp} is too small", "give it the shape [1, 32] and pl.UINT8", code="scratch")


def _sel(bound: Bound) -> Type:
    x = _tile(bound, "lhs", "a tile")
    _check_mask(bound, x, 8)
    _check_tmp(bound)
    result = binary_of(bound, "lhs", "rhs")
    assert isinstance(result, TileType)
    return result


CHOSEN = native(frozenset({INT16, UINT16, INT32, UINT32, FP16, FP32}), frozenset({INT8, UINT8}))
"""What `sels` chooses from."""


def _sels(bound: Bound) -> Type:
    x = _tile(bound, "src", "a tile")
    if x.dtype not in CHOSEN["a5"]:
        raise OpError(
            f"element type {x.dtype} is not accepted", "8- to 32-bit integers, FP16 or FP32", "dtype-support"
        )
    _check_mask(bound, x, 8, 16, 32)
    _check_tmp(bound)
    given = bound["scalar"]
    signed = isinstance(given.type, ScalarType) and given.type.dtype.kind == "int" and x.dtype.kind == "uint"
    if isinstance(given, Const) or not (signed and given.type.dtype.bits == x.dtype.bits):
        check_scalar_operand(bound, "scalar", x.dtype)
    return make(x, valid=x.valid)


SELECTABLE = native(
    frozenset({INT16, UINT16, INT32, UINT32, FP16, BF16, FP32}), frozenset({INT8, UINT8, INT64, UINT64})
)


def _predicate_scratch(tile: TileType) -> TileType:
    return TileType((1, 32), UINT8, "Vec")


def _select(name: str, doc: str, params: list[Any], infer: Any, reference: Any, types: Any) -> Op:
    return op(
        name,
        doc=doc,
        params=params,
        infer=infer,
        traits=_NO_OVERLAP | ({Trait.NO_BF16} if BF16 not in types["a5"] else frozenset()),
        reference=reference,
        pto=f"t{name}",
        namespaces=("pl", "tile"),
        native=types,
        scratch=_predicate_scratch,
    )


def _choose(mask: Any, a: Any, b: Any) -> Any:
    import numpy as np

    return np.where(mask, a, b).astype(a.dtype)


SEL = _select(
    "sel",
    "Where the bit of a packed predicate is set a, elsewhere b; on tiles.",
    [operand("mask"), operand("lhs"), operand("rhs"), scratch(default=REQUIRED, instead=_TMP)],
    _sel,
    _choose,
    SELECTABLE,
)
SELS = _select(
    "sels",
    "Where the bit of a packed predicate is set the element, elsewhere a scalar; on tiles.",
    [operand("mask"), operand("src"), Param("tmp", "operand", instead=_TMP), scalar("scalar")],
    _sels,
    _choose,
    CHOSEN,
)
