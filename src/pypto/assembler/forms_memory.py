# SPDX-License-Identifier: Apache-2.0
"""Forms of what a core does with global memory one element at a time, and of what stops it.

    %x = pto.load_scalar %p[%i] : !pto.ptr<f32> -> f32
    %q = pto.addptr %p, %n : !pto.ptr<f32> -> !pto.ptr<f32>

What a trap asked for stands behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pypto.assembler.form import Form, holds, show_attrs, show_uses
from pypto.assembler.nodes import Op
from pypto.assembler.types import INDEX_TYPE, PtrType, Type

if TYPE_CHECKING:
    from pypto.assembler.parser import Parser


def _element(p: Parser, op: Op) -> None:
    pointer = p.use()
    p.expect("[")
    index = p.use()
    p.expect("]")
    p.check_types([index], [INDEX_TYPE])
    if not isinstance(pointer.type, PtrType):
        p.fail(f"{pointer.value} is {pointer.type}, not a pointer", pointer.span, code="pto-operand")
    op.operands += [pointer, index]


def _read_load_scalar(p: Parser, op: Op) -> list[Type]:
    _element(p, op)
    p.expect(":")
    p.check_types(op.operands[:1], [p.type()])
    p.expect("->")
    span = p.here()
    result = p.type()
    pointer = op.operands[0].type
    if not isinstance(pointer, PtrType) or not holds(pointer.elem, result):
        p.fail(f"{pointer} holds no {result}", span, code="pto-type-mismatch")
    return [result]


def _show_load_scalar(op: Op) -> str:
    pointer, index = op.operands
    return f" {pointer.value}[{index.value}] : {pointer.type} -> {op.result.type}"


def _read_store_scalar(p: Parser, op: Op) -> list[Type]:
    op.operands = [p.use()]
    p.expect(",")
    _element(p, op)
    p.expect(":")
    pointer_type = p.type()
    p.expect(",")
    p.check_types([op.operands[1], op.operands[0]], [pointer_type, p.type()])
    if not isinstance(pointer_type, PtrType) or not holds(pointer_type.elem, op.operands[0].type):
        p.fail(
            f"{pointer_type} cannot take {op.operands[0].type}", op.operands[0].span, code="pto-type-mismatch"
        )
    return []


def _show_store_scalar(op: Op) -> str:
    value, pointer, index = op.operands
    return f" {value.value}, {pointer.value}[{index.value}] : {pointer.type}, {value.type}"


def _read_addptr(p: Parser, op: Op) -> list[Type]:
    op.operands = p.uses()
    if len(op.operands) != 2:
        p.fail("addptr takes a pointer and an offset in elements", op.span, code="pto-count")
    p.expect(":")
    pointer = p.type()
    p.check_types(op.operands, [pointer, INDEX_TYPE])
    p.expect("->")
    span = p.here()
    if p.type() != pointer:
        p.fail(f"addptr keeps the type {pointer}", span, code="pto-type-mismatch")
    return [pointer]


def _show_addptr(op: Op) -> str:
    return f" {show_uses(op)} : {op.operands[0].type} -> {op.result.type}"


def _read_trap(p: Parser, op: Op) -> list[Type]:
    """Nothing, or what a single element was asked for: `{bounds = "read", axis = 1} (%x, %index, %extent : ...)`.

    An element of a tile or of an array has no pointer.
    """
    if not p.at("{"):
        return []
    span = p.here()
    op.attrs = p.attr_dict()
    named = list(op.attrs) == ["bounds", "axis"] and op.attrs["bounds"].text in (
        '"read"',
        '"write"',
        '"array"',
    )
    if not named or not op.attrs["axis"].text.isdigit():
        p.fail('a trap has no attributes, or {bounds = "read", axis = 0}', span, code="pto-attribute")
    p.expect("(", "before what was asked for")
    op.operands = p.uses()
    p.expect(":")
    p.check_types(op.operands, p.types())
    p.expect(")")
    *pointer, index, extent = [use.type for use in op.operands] if len(op.operands) in (2, 3) else [None] * 2
    if (index, extent) != (INDEX_TYPE, INDEX_TYPE) or not all(isinstance(t, PtrType) for t in pointer):
        p.fail("a trap names a pointer, an index and an extent, or the last two", span, code="pto-operand")
    return []


def _show_trap(op: Op) -> str:
    if not op.attrs:
        return ""
    types = ", ".join(str(use.type) for use in op.operands)
    return f"{show_attrs(op.attrs)} ({show_uses(op)} : {types})"


MEMORY_FORMS: dict[str, Form] = {
    "pto.addptr": Form(_read_addptr, _show_addptr),
    "pto.load_scalar": Form(_read_load_scalar, _show_load_scalar),
    "pto.store_scalar": Form(_read_store_scalar, _show_store_scalar),
    "pto.trap": Form(_read_trap, _show_trap),
}
