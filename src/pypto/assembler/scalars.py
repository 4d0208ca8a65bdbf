# SPDX-License-Identifier: Apache-2.0
"""Scalar operations as C++ expressions: arith.* and constants.

%rest = arith.subi %rows, %i : index      ->  rows - i
%n = arith.minsi %rest, %c32 : index      ->  pto::minsi<int64_t>(rest, 32)
"""

from __future__ import annotations

from collections.abc import Callable

from pypto.assembler.nodes import Op, Value
from pypto.assembler.types import INDEX_TYPE, ScalarType, integer
from pypto.ir.dtypes import BOOL, FP32, DType

_INTEGER = {">": "gt", "<": "lt", ">=": "ge", "<=": "le"}
_CMPI = {"eq": "==", "ne": "!=", **{"s" + word: sign for sign, word in _INTEGER.items()}}
_CMPI_UNSIGNED = {"u" + word: sign for sign, word in _INTEGER.items()}
_CMPF = {"oeq": "==", "une": "!=", **{"o" + word: sign for sign, word in _INTEGER.items()}}
_CMPF_NEGATED = {"ugt": "<=", "ult": ">=", "uge": "<", "ule": ">"}
_PLAIN = {"addi": "+", "subi": "-", "muli": "*"}
_FLOAT = {"addf": "+", "subf": "-", "mulf": "*", "divf": "/"}
_FLOAT_CALLS = {
    "remf": "pto::vfmod",
    "minimumf": "pto::vmin",
    "maximumf": "pto::vmax",
    "minnumf": "__builtin_fminf",
    "maxnumf": "__builtin_fmaxf",
}

Name = Callable[[Value], str]


def elem(value: Value) -> DType:
    assert isinstance(value.type, ScalarType)
    return value.type.elem


def cpp_type(value: Value) -> str:
    """Truth is a byte in memory, and `bool` by itself."""
    return _cpp(elem(value))


def _cpp(dtype: DType) -> str:
    return "bool" if dtype is BOOL else str(dtype.cpp)


def constant(op: Op) -> str:
    """The C++ spelling of an arith.constant."""
    text = op.attrs["value"].text
    dtype = elem(op.result)
    if text in ("true", "false"):
        return text
    hexadecimal = text.lower().startswith("0x")
    if not dtype.is_float:
        number = integer(text)
        if dtype is BOOL:
            return "true" if number else "false"
        if dtype.is_signed and number >> (dtype.bits - 1) == 1:  # the bits of a negative number
            number -= 1 << dtype.bits
        if dtype.bits == 64:
            return f"(-{-number - 1}LL - 1)" if number == -(2**63) else f"{number}"
        return f"({dtype.cpp}){number}" if number == -(2**31) else str(number)
    if hexadecimal:
        return f"pto::recast<{dtype.cpp}>((uint{dtype.bits}_t){text})"
    literal = f"{text}f" if "." in text or "e" in text.lower() else f"{text}.0f"
    return literal if dtype is FP32 else f"pto::stored<{dtype.cpp}>({literal})"


def expression(op: Op, name: Name) -> str:
    """The C++ expression of an arith operation."""
    args = [name(u.value) for u in op.operands]
    short = op.short
    if short == "constant":
        return constant(op)
    if short in ("cmpi", "cmpf"):
        return _compare(op, args)
    if short == "select":
        return f"{args[0]} ? {args[1]} : {args[2]}"
    source = op.operands[0].value
    if short in _FLOAT or short in _FLOAT_CALLS or short == "negf":
        return _float(op, args, elem(source))
    if len(args) == 1:
        return _cast(short, args[0], elem(source), elem(op.result))
    if short in _PLAIN and op.result.type == INDEX_TYPE:
        return f"{args[0]} {_PLAIN[short]} {args[1]}"
    return f"pto::{short}<{cpp_type(op.result)}>({args[0]}, {args[1]})"


def _compare(op: Op, args: list[str]) -> str:
    predicate = op.attrs["predicate"].text
    dtype = elem(op.operands[0].value)
    a, b = args
    if op.short == "cmpi":
        if predicate in _CMPI_UNSIGNED and dtype is not BOOL:
            unsigned = f"uint{dtype.bits}_t"
            return f"({unsigned}){a} {_CMPI_UNSIGNED[predicate]} ({unsigned}){b}"
        return f"{a} {(_CMPI | _CMPI_UNSIGNED)[predicate]} {b}"
    a, b = _widened(a, dtype), _widened(b, dtype)
    if predicate in _CMPF:
        return f"{a} {_CMPF[predicate]} {b}"
    if predicate in _CMPF_NEGATED:
        return f"!({a} {_CMPF_NEGATED[predicate]} {b})"
    special = {
        "one": f"{a} < {b} || {a} > {b}",
        "ueq": f"!({a} < {b} || {a} > {b})",
        "ord": f"{a} == {a} && {b} == {b}",
        "uno": f"{a} != {a} || {b} != {b}",
        "true": "true",
        "false": "false",
    }
    return special[predicate]


def predicates(short: str) -> set[str]:
    """What may follow arith.cmpi or arith.cmpf."""
    if short == "cmpi":
        return {*_CMPI, *_CMPI_UNSIGNED}
    return {*_CMPF, *_CMPF_NEGATED, "one", "ueq", "ord", "uno", "true", "false"}


def _widened(text: str, dtype: DType) -> str:
    return text if dtype is FP32 else f"pto::value({text})"


def _narrowed(text: str, dtype: DType) -> str:
    return text if dtype is FP32 else f"pto::stored<{dtype.cpp}>({text})"


def _float(op: Op, args: list[str], dtype: DType) -> str:
    wide = [_widened(a, dtype) for a in args]
    if op.short == "negf":
        text = f"-{wide[0]}"
    elif op.short in _FLOAT:
        text = f"{wide[0]} {_FLOAT[op.short]} {wide[1]}"
    else:
        text = f"{_FLOAT_CALLS[op.short]}({wide[0]}, {wide[1]})"
    return _narrowed(text, dtype)


def _cast(short: str, arg: str, source: DType, target: DType) -> str:
    if short in ("extf", "truncf"):
        return _narrowed(_widened(arg, source), target)
    if short == "bitcast":
        return f"pto::recast<{_cpp(target)}>({arg})"
    unsigned = arg if source is BOOL else f"(uint{source.bits}_t){arg}"
    if short in ("sitofp", "uitofp"):
        signed = f"-(int32_t){arg}" if source is BOOL else arg
        whole = unsigned if short == "uitofp" else signed
        return f"(float)({whole})" if target is FP32 else f"pto::whole_to_float<{target.cpp}>({whole})"
    if short in ("fptosi", "fptoui"):
        return f"pto::{short}<{_cpp(target)}>({_widened(arg, source)})"
    if target is BOOL:
        return f"({arg} & 1) != 0"
    if short in ("extui", "index_castui"):
        return f"({_cpp(target)}){unsigned}"
    return f"({_cpp(target)})-(int32_t){arg}" if source is BOOL else f"({_cpp(target)}){arg}"
