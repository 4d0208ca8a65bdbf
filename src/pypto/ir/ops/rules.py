# SPDX-License-Identifier: Apache-2.0
"""Type rules shared by the families: result types, shape agreement, validity, promotion."""

from __future__ import annotations

import math
from typing import Any

from pypto.ir import arith
from pypto.ir.dtypes import (
    BF16,
    FP4,
    FP8E4M3FN,
    FP8E5M2,
    FP8E8M0,
    FP16,
    FP32,
    HF4,
    HF8,
    INDEX,
    INT16,
    INT32,
    TASK_ID,
    DType,
)
from pypto.ir.enums import Mem
from pypto.ir.nodes import (
    Const,
    Dim,
    ScalarType,
    TensorType,
    TileType,
    Type,
    format_dims,
)
from pypto.ir.ops.table import Bound, Infer, OpError

ValueType = TensorType | TileType

FLOATS = frozenset({FP32, FP16})

_BITS = {  # of the fraction, and the largest exponent
    FP16: (10, 15), BF16: (7, 127), FP32: (23, 127), FP8E5M2: (2, 15), FP8E8M0: (0, 127), FP4: (1, 2),
}  # fmt: skip
LARGEST = {dtype: (2.0 - 2.0**-bits) * 2.0**top for dtype, (bits, top) in _BITS.items()} | {FP8E4M3FN: 448.0}
"""The largest finite number of a float type."""
OVERFLOW = {dtype: LARGEST[dtype] + 2.0 ** (top - bits - 1) for dtype, (bits, top) in _BITS.items()} | {
    FP8E4M3FN: math.nextafter(464.0, math.inf)  # half way to the bits of NaN, 464 rounds to the even 448
}
"""The smallest number that rounds past the largest finite one."""
_FINITE = frozenset({FP8E4M3FN, FP8E8M0, FP4})  # types without infinities
A2A3_ARITH = frozenset({INT16, INT32, FP16, FP32})


def value_type(bound: Bound, name: str) -> ValueType:
    """The tensor or tile type of an operand; OpError for anything else."""
    type_ = bound.type(name)
    if isinstance(type_, TensorType | TileType):
        return type_
    scalar = isinstance(type_, ScalarType)
    found = f"a scalar ({type_})" if scalar else str(type_)
    help = "scalars have + - * / // %, pl.min, pl.max and pl.cast" if scalar else "pass a tensor or a tile"
    if isinstance(bound[name], Const):
        found = found if scalar else str(bound[name].value)
        help = "compute it at module level: VALUE = math.exp(2.0)" if scalar else help
    raise OpError(f"`{name}` must be a tensor or a tile, found {found}", help, "operand-kind")


def tile_layout(shape: tuple[int, int]) -> str:
    """Element order of an unboxed tile: columns [N, 1] are stored one below the other."""
    return "col_major" if shape[1] == 1 and shape[0] > 1 else "row_major"


def space_layout(space: str, shape: tuple[int, int]) -> tuple[str, str, int]:
    """Block layout, sub-layout and fractal size that a space implies where a tile does not say."""
    if space in ("Mat", "Left"):
        return ("col_major", "row_major", 512)
    if space == "Right":
        return ("row_major", "col_major", 512)
    if space == "Acc":
        return ("col_major", "row_major", 1024)
    if space == "LeftScale":
        return ("row_major", "row_major", 32)
    if space == "RightScale":
        return ("col_major", "col_major", 32)
    return (tile_layout(shape), "none_box", 512)


def make(
    like: ValueType,
    shape: tuple[Dim, ...] | None = None,
    dtype: DType | None = None,
    valid: tuple[Dim, ...] | None = None,
) -> ValueType:
    """A computed value of the level of `like`: a local tensor, or a tile in the vector buffer.

    `valid` equal to the shape is dropped, so that equal types compare equal.
    """
    shape = like.shape if shape is None else shape
    dtype = dtype or like.dtype
    if valid is not None and all(arith.same(v, s) for v, s in zip(valid, shape, strict=True)):
        valid = None
    if isinstance(like, TensorType):
        return TensorType(tuple(shape), dtype, valid=None if valid is None else tuple(valid), local=True)
    rows, cols = (arith.as_int(d) for d in shape)
    if rows is None or cols is None:
        raise OpError(f"a tile needs a static shape, found {format_dims(tuple(shape))}", code="not-static")
    two = None if valid is None else (valid[0], valid[1])
    return TileType((rows, cols), dtype, "Vec", two, blayout=tile_layout((rows, cols)))


def same_level(a: ValueType, b: ValueType) -> None:
    if isinstance(a, TensorType) != isinstance(b, TensorType):
        tensor, tile = (a, b) if isinstance(a, TensorType) else (b, a)
        help = "load the tensor first: pl.load(x, offsets, shape)"
        if isinstance(tensor, TensorType) and tensor.local:  # it has no place that it could be loaded from
            help = "begin with tiles: pl.load(x, offsets, shape) instead of x[...], "
            help += "and end with y = pl.store(tile, offsets, y)"
        raise OpError(
            f"cannot mix a tensor ({tensor}) and a tile ({tile}) in one operation", help, code="level-mix"
        )


def same_shape(a: ValueType, b: ValueType, help: str | None = None) -> None:
    if len(a.shape) != len(b.shape) or not all(
        arith.same(x, y) for x, y in zip(a.shape, b.shape, strict=True)
    ):
        raise OpError(
            f"shapes do not match: {format_dims(a.shape)} and {format_dims(b.shape)}", help, "shape-mismatch"
        )


def same_valid(a: ValueType, b: ValueType, message: str) -> None:
    """OpError with a message where two operands are known to hold data in different parts."""
    for left, right in zip(a.valid_shape, b.valid_shape, strict=False):
        if arith.as_int(arith.sub(left, right)) not in (None, 0):
            raise OpError(
                message.format(format_dims(a.valid_shape), format_dims(b.valid_shape)),
                "fill the padding first: pl.fillpad(x), or narrow one: pl.set_validshape(x, rows, cols)",
                "valid-shape",
            )


def is_column_of(vector: ValueType, matrix: ValueType) -> bool:
    """Whether `vector` is [..., M, 1] against [..., M, N]."""
    return (
        len(vector.shape) == len(matrix.shape)
        and arith.as_int(vector.shape[-1]) == 1
        and arith.as_int(matrix.shape[-1]) != 1
        and all(arith.same(a, b) for a, b in zip(vector.shape[:-1], matrix.shape[:-1], strict=True))
    )


def is_row_of(vector: ValueType, matrix: ValueType) -> bool:
    """Whether `vector` is [..., 1, N] (or [N]) against [..., M, N]; a leading axis of one element is repeated."""
    if len(vector.shape) == 1 and len(matrix.shape) >= 1:
        return arith.same(vector.shape[0], matrix.shape[-1])
    return (
        len(vector.shape) == len(matrix.shape)
        and len(matrix.shape) >= 2
        and arith.as_int(vector.shape[-2]) == 1
        and arith.same(vector.shape[-1], matrix.shape[-1])
        and all(
            arith.as_int(a) == 1 or arith.same(a, b)
            for a, b in zip(vector.shape[:-2], matrix.shape[:-2], strict=True)
        )
    )


def promote(a: DType, b: DType) -> DType:
    """Element type of an operation on two arrays (float beats integer, then width, then sign)."""
    if a is b:
        return a
    if a.is_float != b.is_float:
        return a if a.is_float else b
    if a.bits != b.bits:
        return a if a.bits > b.bits else b
    if a.is_float:
        return a
    return a if a.is_signed else b


def merge_valid(a: ValueType, b: ValueType) -> tuple[Dim, ...] | None:
    """Validity of a binary result: that of equal operands; a tile follows its left operand."""
    if isinstance(a, TileType):
        return a.valid
    if a.valid is None and b.valid is None:
        return None
    if all(arith.same(x, y) for x, y in zip(a.valid_shape, b.valid_shape, strict=True)):
        return a.valid_shape
    return None


def binary(bound: Bound) -> Type:
    """Two arrays of one shape and one element type."""
    return binary_of(bound, "lhs", "rhs")


def binary_of(bound: Bound, left: str, right: str) -> Type:
    a, b = value_type(bound, left), value_type(bound, right)
    same_level(a, b)
    help = None
    if is_column_of(b, a):
        help = "to use a column along every row write the pl.row_expand_... form"
    elif is_row_of(b, a):
        help = "to use a row along every column write the pl.col_expand_... form"
    elif len(a.shape) != len(b.shape):
        help = "give both the same rank: pl.reshape(x, [...])"
    same_shape(a, b, help)
    if a.dtype is not b.dtype:
        raise OpError(
            f"element types differ: {a.dtype} and {b.dtype}",
            f"convert one side: pl.cast(x, pl.{a.dtype})",
            "dtype-mismatch",
        )
    return make(a, valid=merge_valid(a, b))


def check_number(value: Any, dtype: DType, help: str | None = None) -> None:
    """A literal that takes an integer type must be one of its values; in a float type it is rounded once.

    What would round past the largest finite number does not fit; an infinity that is written as one does, where the
    type has it.
    """
    if dtype.is_float:
        _check_float(value, dtype)
        return
    low = -(1 << (dtype.bits - 1)) if dtype.is_signed else 0
    high = low + (1 << dtype.bits) - 1
    if isinstance(value, float) or not low <= value <= high:
        if not isinstance(value, float):
            help = f"{dtype} holds {low} to {high}"
        elif help is None:
            help = "write a whole number, or choose a float type"
        raise OpError(f"the number {value} does not fit {dtype}", help, code="number-range")


def _check_float(value: Any, dtype: DType) -> None:
    if dtype not in OVERFLOW:
        return
    if math.isnan(value):
        fits = dtype is not FP4
    elif math.isinf(value):
        fits = dtype not in _FINITE
    else:
        fits = abs(value) < OVERFLOW[dtype] and not (dtype is FP8E8M0 and value <= 0)
    if not fits:
        low = "a power of two up to" if dtype is FP8E8M0 else f"-{LARGEST[dtype]:.8g} to"
        raise OpError(
            f"the number {value} does not fit {dtype}",
            f"{dtype} holds {low} {LARGEST[dtype]:.8g}",
            code="number-range",
        )


def check_scalar_operand(bound: Bound, name: str, elem: DType) -> None:
    """A scalar beside an array: a literal takes the array's type, a run-time scalar must have it."""
    expr = bound[name]
    type_ = expr.type
    if not isinstance(type_, ScalarType):
        raise OpError(f"`{name}` must be a number or a scalar, found {type_}", code="operand-kind")
    if isinstance(expr, Const):
        if isinstance(expr.value, bool):
            raise OpError("a bool is not an arithmetic operand", "write 1 or 0", code="scalar-type")
        check_number(expr.value, elem, "cast the array to pl.FP32, or write an integer")
        return
    if type_.dtype is INDEX:
        raise OpError(
            "a loop variable or extent cannot be used as data directly",
            f"convert it: pl.cast(s, pl.{elem if elem.is_int else 'INT32'})",
            code="scalar-type",
        )
    if type_.dtype is not elem:
        raise OpError(
            f"scalar is {type_.dtype}, array is {elem}",
            f"convert it: pl.cast(s, pl.{elem})",
            "dtype-mismatch",
        )


def scalar_binary(bound: Bound) -> Type:
    """An array and a scalar of its element type."""
    a = value_type(bound, "lhs")
    check_scalar_operand(bound, "rhs", a.dtype)
    return make(a, valid=a.valid)


def memory_space(bound: Bound) -> Mem:
    """Where a value is to lie."""
    space = bound["target_memory"]
    if not isinstance(space, Mem):
        known = ", ".join(f"pl.Mem.{m.name}" for m in Mem)
        raise OpError(f"target_memory {space!r} is no memory", f"one of {known}", "memory-space")
    return space


ROOM = "pass a tile of its own for what is worked in: pl.create_tile([rows, columns], pl.FP32)"


def check_scratch(bound: Bound, x: ValueType, name: str = "tmp") -> None:
    """Scratch belongs to the tile form: there it is needed, with tensors the compiler adds it."""
    given = bound.type(name)
    if isinstance(x, TensorType):
        if given is not None:
            raise OpError(
                f"`{name}` is for tiles",
                "leave it out: with tensors the compiler adds scratch",
                code="scratch",
            )
    elif given is None:
        raise OpError(
            f"`{name}` is missing: with tiles the scratch is given",
            f"pass a tile of its own: pl.create_tile({format_dims(x.shape)}, pl.{x.dtype})",
            code="scratch",
        )
    elif not isinstance(given, TileType):
        raise OpError(f"`{name}` must be a tile, found {given}", code="operand-kind")


def check_room(bound: Bound, x: ValueType, name: str = "tmp") -> None:
    """The scratch of a tile is at least as large as the tile, and of its element type."""
    tmp = bound.type(name)
    if isinstance(tmp, TileType) and (
        tmp.dtype is not x.dtype or any(a < b for a, b in zip(tmp.shape, x.shape, strict=True))  # type: ignore[operator]
    ):
        raise OpError(
            f"`{name}` is {tmp}", f"it has the element type of {x}, and at least its shape", "scratch"
        )


def integer_type(bound: Bound, name: str) -> ValueType:
    """An operand whose elements are integers."""
    x = value_type(bound, name)
    if not x.dtype.is_int:
        raise OpError(
            f"element type {x.dtype} is not accepted", "cast to an integer type first", "dtype-support"
        )
    return x


def unary(*dtypes: DType) -> Infer:
    """Keeps shape, element type and validity; with `dtypes`, only these are accepted."""

    def infer(bound: Bound) -> Type:
        x = value_type(bound, next(iter(bound)))
        if dtypes and x.dtype not in dtypes:
            names = ", ".join(d.name for d in dtypes)
            raise OpError(
                f"element type {x.dtype} is not accepted",
                f"{'one of ' * (len(dtypes) > 1)}{names} is expected: pl.cast(x, pl.{dtypes[0]})",
                "dtype-support",
            )
        return make(x, valid=x.valid)

    return infer


def check_axes(values: tuple[Any, ...], what: str) -> None:
    if not values:
        raise OpError(f"{what} has no axes", "such as [16, 64]; one number is a scalar", "rank")


NOT_HELD = {
    INDEX: "pl.INT64 holds the same numbers",
    TASK_ID: "task ids are kept in an array: pl.array.create(4, pl.TASK_ID)",
}
"""Types of scalars that no tensor or tile holds, and what does."""


def check_held(dtype: DType) -> None:
    """OpError for an element type of which there are no tensors and tiles."""
    if dtype in NOT_HELD:
        raise OpError(f"tensors and tiles do not hold {dtype}", NOT_HELD[dtype], "dtype-support")
    if dtype in (HF4, HF8):
        raise OpError(
            f"tensors and tiles of {dtype} are not supported", "pl.FP4 or pl.FP8E4M3FN on a5", "dtype-support"
        )


def static_dims(values: tuple[Any, ...], what: str) -> tuple[int, ...]:
    """Extents that must be known at compile time."""
    check_axes(values, what)
    out = []
    for value in values:
        number = arith.as_int(arith.simplify(value))
        if number is None:
            raise OpError(
                f"{what} must be static, found {format_dims(values)}",
                "use a static tile with a run-time valid_shape",
                "not-static",
            )
        if number < 1:
            raise OpError(
                f"{what} has extents of at least 1, found {format_dims(values)}",
                "such as [16, 64]",
                "number-range",
            )
        out.append(number)
    return tuple(out)


def check_order(shape: tuple[Dim, ...], offset: tuple[Dim, ...], call: str) -> None:
    """OpError where a shape and an offset stand in each other's place; `call`: the way they are written."""
    if any(arith.as_int(d) == 0 for d in shape) and all((arith.as_int(d) or 0) > 0 for d in offset):
        raise OpError(
            f"the shape is {format_dims(shape)} at {format_dims(offset)}: they stand in each other's place",
            call.format(shape=format_dims(offset), offset=format_dims(shape)),
            "number-range",
        )


def tensor_operand(bound: Bound, name: str) -> TensorType:
    type_ = value_type(bound, name)
    if not isinstance(type_, TensorType):
        raise OpError(f"`{name}` must be a tensor, found {type_}", code="operand-kind")
    return type_


def check_rank(values: tuple[Any, ...], rank: int, what: str) -> None:
    if len(values) != rank:
        raise OpError(
            f"{what} has {len(values)} entries, the tensor has {rank} axes", "give one for each axis", "rank"
        )
