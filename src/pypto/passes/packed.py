# SPDX-License-Identifier: Apache-2.0
"""4-bit elements, of which two share a byte: what cores do with them, and where parts and rows of them begin.

    t = pl.load(x, [r, 2 * c], [16, 64])     begins on a byte
    t = pl.load(x, [0, 3], [16, 64])         refused: element 3 is the upper half of a byte
    t = pl.load(x, [r, 2 * c + 1], [16, 64]) refused: odd whatever r and c are

A start of which only the run knows whether it is even is looked at by the device.
"""

from __future__ import annotations

from pypto.errors import InvalidOperationError
from pypto.ir import arith
from pypto.ir.dtypes import DType
from pypto.ir.enums import AtomicType
from pypto.ir.nodes import Assign, Call, Dim, Eval, Expr, Function, Program, TensorType, TileType, Var, walk
from pypto.ir.ops import cast, creation, dispatch, memory, shaping, system, transfer
from pypto.ir.ops.strides import strides_of

_TILES = (
    *(transfer.LOAD, transfer.STORE, transfer.MOVE, cast.CAST),
    *(shaping.RESHAPE, memory.SLICE, memory.ASSEMBLE, creation.CREATE_TENSOR),
)
"""What cores do with tiles of packed elements: they load, store, copy and cast them, and see them as other tiles."""

_TENSORS = (
    *(transfer.LOAD, transfer.STORE, memory.SLICE, shaping.RESHAPE),
    *(creation.CREATE_TENSOR, memory.DIM, system.DUMP_TAG),
)
"""What is done with tensors of them in global memory."""


def check_packed(program: Program) -> None:
    """Refuse what a lowered program does with packed elements and no core can."""
    for function in program.functions.values():
        _check(function)


def _check(function: Function) -> None:
    for stmt in walk(function.body):
        call = stmt.value if isinstance(stmt, Assign | Eval) else None
        if not isinstance(call, Call):
            continue
        packed = next((a for a in (*call.args, call) if a is not None and _packed(a)), None)
        if packed is None:
            continue
        tiles = any(a is not None and isinstance(a.type, TileType) for a in (*call.args, call))
        atomic = call.attrs.get("atomic") not in (None, AtomicType.None_)
        if call.op not in (_TILES if tiles else _TENSORS) or atomic:
            assert isinstance(packed.type, TensorType | TileType)
            raise InvalidOperationError(
                f"{dispatch.spelling(call)} does not take {packed.type.dtype}: its values are loaded, copied, cast "
                "and stored",
                span=call.span,
                help="compute in another type: pl.cast(x, pl.BF16), and cast the result back",
                code="dtype-support",
            )
        if call.op in (creation.CREATE_TENSOR, shaping.RESHAPE) and not tiles:
            _whole_rows(call)
        if call.op in (transfer.LOAD, transfer.STORE) or (call.op is memory.SLICE and not tiles):
            _start(call)


def check_part(dtype: DType, column: Dim, call: Call) -> None:
    """Refuse a part of a value on a core that no copy of whole 32 bytes reaches: there are no single elements."""
    if not dtype.packed:
        return
    number = arith.as_int(column)
    at = "a column known at run time only" if number is None else f"column {number}"
    raise InvalidOperationError(
        f"{dispatch.spelling(call)} takes a part of {dtype} values on a core that begins at {at}",
        span=call.span,
        help=f"let it begin at a multiple of {dtype.block} columns, or take it from the tensor in global memory",
        code="packed-offset",
    )


def _packed(expr: Expr) -> bool:
    return isinstance(expr.type, TensorType | TileType) and expr.type.dtype.packed


def _whole_rows(call: Call) -> None:
    assert isinstance(call.type, TensorType)
    row = arith.as_int(call.type.shape[-1])
    if row is not None and row % 2:
        raise InvalidOperationError(
            f"a row of {row} {call.type.dtype} elements ends inside a byte: two share one",
            span=call.span,
            help="make the last extent even",
            code="packed-offset",
        )


def _start(call: Call) -> None:
    tensor = next(
        (a for a in call.args if a is not None and isinstance(a.type, TensorType) and not a.type.local), None
    )
    if tensor is None:
        return
    assert isinstance(tensor.type, TensorType)
    offset = call.attrs["offset" if call.op is memory.SLICE else "offsets"]
    start: Dim = 0
    for at, stride in zip(offset, strides_of(tensor.type), strict=True):
        start = arith.add(start, arith.mul(at, stride))
    if arith.exact_quotient(arith.sub(start, 1), 2) is not None:
        number = arith.as_int(start)
        name = f"`{tensor.name}`" if isinstance(tensor, Var) else "a tensor"
        at = "an odd element" if number is None else f"element {number}"
        raise InvalidOperationError(
            f"a part of {name} begins at {at}, inside a byte: two {tensor.type.dtype} elements share one",
            span=call.span,
            help="let it begin at an even element",
            code="packed-offset",
        )
