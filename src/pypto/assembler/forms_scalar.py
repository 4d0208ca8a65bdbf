# SPDX-License-Identifier: Apache-2.0
"""Forms of scalar operations: one type for all, a type per operand, conversions, constants, comparisons.

%s = arith.addi %a, %b : index
%n = arith.index_cast %s : index to i64
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pypto.assembler.form import Form, show_uses
from pypto.assembler.nodes import Attr, Op
from pypto.assembler.types import I1, INDEX_TYPE, ScalarType, Type, integer

if TYPE_CHECKING:
    from pypto.assembler.parser import Parser


def _read_cast(p: Parser, op: Op) -> list[Type]:
    op.operands = p.uses()
    p.expect(":")
    p.check_types(op.operands[:1], [p.type()])
    p.expect("to" if op.name.startswith("arith.") else "->")
    return [p.type()]


def _show_cast(op: Op) -> str:
    arrow = "to" if op.name.startswith("arith.") else "->"
    return f" {show_uses(op)} : {op.operands[0].type} {arrow} {op.result.type}"


def _read_same(p: Parser, op: Op) -> list[Type]:
    op.operands = p.uses()
    p.expect(":", "before the type")
    result = p.type()
    p.check_types(op.operands, [result] * len(op.operands))
    return [result]


def _show_same(op: Op) -> str:
    return f" {show_uses(op)} : {op.operands[0].type}"


def _read_compare(p: Parser, op: Op) -> list[Type]:
    span = p.here()
    op.attrs["predicate"] = Attr(p.word("a predicate"), span)
    p.expect(",", "after the predicate")
    _read_same(p, op)
    return [I1]


def _show_compare(op: Op) -> str:
    return f" {op.attrs['predicate'].text}, {show_uses(op)} : {op.operands[0].type}"


def _read_select(p: Parser, op: Op) -> list[Type]:
    op.operands = p.uses()
    if len(op.operands) != 3:
        p.fail("arith.select takes a condition and two values", op.span, code="pto-count")
    p.expect(":")
    result = p.type()
    p.check_types(op.operands, [I1, result, result])
    return [result]


def _show_select(op: Op) -> str:
    return f" {show_uses(op)} : {op.result.type}"


def _read_constant(p: Parser, op: Op) -> list[Type]:
    span = p.here()
    if p.at("true") or p.at("false"):
        op.attrs["value"] = Attr(p.word(), span)
        return [I1]
    op.attrs["value"] = Attr(p.number("a constant"), span)
    p.expect(":", "before the type of the constant")
    type_span = p.here()
    result = p.type()
    if not isinstance(result, ScalarType):
        p.fail("arith.constant has a scalar type", type_span, code="pto-type")
    text = op.attrs["value"].text
    fraction = not text.lower().startswith(("0x", "-0x")) and any(c in text for c in ".eE")
    hexadecimal = text.lower().lstrip("-").startswith("0x")
    if result.elem.is_float and not (fraction or hexadecimal):
        p.fail(
            f"a constant of type {result} has a decimal point",
            span,
            help=f"write {text}.0 : {result}",
            code="pto-number",
        )
    if not result.elem.is_float and fraction:
        p.fail(f"a constant of type {result} is an integer", span, code="pto-number")
    bits = 1 if result == I1 else result.elem.bits
    most = 1 << (bits - 1 if result == INDEX_TYPE else bits)  # the others may be written as bit patterns
    if not result.elem.is_float and not -(1 << (bits - 1)) <= integer(text) < most:
        p.fail(f"the constant {text} does not fit {result}", span, code="pto-number")
    return [result]


def _show_constant(op: Op) -> str:
    text = op.attrs["value"].text
    return f" {text}" if text in ("true", "false") else f" {text} : {op.result.type}"


CAST = Form(_read_cast, _show_cast)
SAME = Form(_read_same, _show_same)

_SAME = (
    "addi subi muli divsi divui remsi remui floordivsi ceildivsi minsi maxsi minui maxui andi ori xori shli shrsi shrui",
    "addf subf mulf divf remf negf minimumf maximumf minnumf maxnumf",
)
_CASTS = "index_cast index_castui extsi extui trunci extf truncf sitofp uitofp fptosi fptoui bitcast"
SCALAR_FORMS: dict[str, Form] = {
    "arith.constant": Form(_read_constant, _show_constant),
    "arith.cmpi": Form(_read_compare, _show_compare),
    "arith.cmpf": Form(_read_compare, _show_compare),
    "arith.select": Form(_read_select, _show_select),
    **{f"arith.{name}": SAME for names in _SAME for name in names.split(" ")},
    **{f"arith.{name}": CAST for name in _CASTS.split(" ")},
}
