# SPDX-License-Identifier: Apache-2.0
"""Scalar expressions as `arith` operations of `.pto` text."""

from __future__ import annotations

import struct
from collections.abc import Callable

from pypto.errors import InternalError
from pypto.ir.dtypes import BF16, BOOL, FP32, INDEX, DType
from pypto.ir.evaluate import normalise
from pypto.ir.nodes import Call, Const, Dim, Expr, ScalarType, Var
from pypto.ir.ops import scalar as ops
from pypto.ir.ops.scalar import promote

_INT = {
    ops.ADD: "addi", ops.SUB: "subi", ops.MUL: "muli", ops.DIV: "divsi", ops.MIN: "minsi", ops.MAX: "maxsi",
    ops.SHL: "shli", ops.SHR: "shrsi",
}  # fmt: skip
_UNSIGNED = {
    ops.DIV: "divui", ops.FLOORDIV: "divui", ops.MOD: "remui", ops.MIN: "minui", ops.MAX: "maxui", ops.SHR: "shrui",
}  # fmt: skip
_FLOAT = {
    ops.ADD: "addf", ops.SUB: "subf", ops.MUL: "mulf", ops.DIV: "divf", ops.MIN: "minimumf", ops.MAX: "maximumf",
}  # fmt: skip
_CMP_INT = {ops.EQ: "eq", ops.NE: "ne", ops.LT: "slt", ops.LE: "sle", ops.GT: "sgt", ops.GE: "sge"}
_CMP_UNSIGNED = {ops.LT: "ult", ops.LE: "ule", ops.GT: "ugt", ops.GE: "uge"}
_CMP_FLOAT = {ops.EQ: "oeq", ops.NE: "une", ops.LT: "olt", ops.LE: "ole", ops.GT: "ogt", ops.GE: "oge"}


def mlir_type(dtype: DType) -> str:
    """The signless MLIR type of a scalar."""
    if dtype is INDEX:
        return "index"
    if dtype is BOOL:
        return "i1"
    if dtype.is_float:
        assert dtype.pto is not None
        return dtype.pto
    return f"i{dtype.bits}"


def float_text(value: float, dtype: DType) -> str:
    """A float constant that reads back to the same bits: decimal, or hexadecimal bits for infinities and NaN.

    A number beyond the type's range becomes infinity, as a conversion makes it.
    """
    value = float(normalise(value, dtype))
    if value != value or value in (float("inf"), float("-inf")):
        if dtype is FP32:
            return f"0x{struct.unpack('<I', struct.pack('<f', value))[0]:08X}"
        return f"0x{half_bits(value, dtype):04X}"
    text = repr(value)
    mantissa, _, exponent = text.partition("e")
    if "." not in mantissa:
        mantissa += ".0"
    return f"{mantissa}e{exponent}" if exponent else mantissa


def half_bits(value: float, dtype: DType) -> int:
    """The 16 bits of a number in FP16 or BF16."""
    value = float(normalise(value, dtype))
    if dtype is BF16:
        return int(struct.unpack("<I", struct.pack("<f", value))[0]) >> 16
    return int(struct.unpack("<H", struct.pack("<e", value))[0])


class ScalarEmitter:
    """Writes the operations of scalar expressions through `emit` and knows the names of variables.

    `emit(text)` appends a line `%name = text` and returns `%name`; `constant(text, type)` gives a pooled constant.
    """

    def __init__(self, emit: Callable[[str], str], constant: Callable[[str, str], str]) -> None:
        self.emit = emit
        self.constant = constant
        self.values: dict[Var, str] = {}
        self.non_negative: set[Var] = set()

    def dim(self, dim: Dim) -> str:
        if isinstance(dim, int):
            return self.constant(str(dim), "index")
        return self.convert(self.value(dim), _dtype(dim), INDEX)

    def value(self, expr: Expr) -> str:
        """The name of the value of a scalar expression."""
        if isinstance(expr, Const):
            return self.literal(expr.value, _dtype(expr))
        if isinstance(expr, Var):
            return self.values[expr]
        if isinstance(expr, Call):
            return self.call(expr)
        raise InternalError(f"no scalar form of {expr}")

    def literal(self, value: object, dtype: DType) -> str:
        if dtype is BOOL:
            return self.constant("true" if value else "false", "i1")
        if dtype.is_float:
            return self.constant(float_text(float(value), dtype), mlir_type(dtype))  # type: ignore[arg-type]
        return self.constant(str(int(value)), mlir_type(dtype))  # type: ignore[call-overload]

    def as_type(self, expr: Expr, dtype: DType) -> str:
        """A scalar operand in the type an operation wants; literals are written in it directly."""
        if isinstance(expr, Const) and not isinstance(expr.value, bool) and expr.value is not None:
            return self.literal(expr.value, dtype)
        return self.convert(self.value(expr), _dtype(expr), dtype)

    def convert(self, name: str, source: DType, target: DType) -> str:
        a, b = mlir_type(source), mlir_type(target)
        if a == b:
            return name
        if target is BOOL:  # whether it is other than 0; NaN is
            word, zero = ("cmpf une", "0.0") if source.is_float else ("cmpi ne", "0")
            return self.emit(f"arith.{word}, {name}, {self.constant(zero, a)} : {a}")
        if source.is_float and target.is_float:
            return self.emit(f"arith.{'extf' if target.bits > source.bits else 'truncf'} {name} : {a} to {b}")
        if source.is_float:
            wide = "i64" if target is INDEX else b
            word = "fptoui" if target.kind == "uint" else "fptosi"
            whole = self.emit(f"arith.{word} {name} : {a} to {wide}")
            return self.emit(f"arith.index_cast {whole} : {wide} to index") if target is INDEX else whole
        if target.is_float:
            if source is INDEX:
                name, a = self.emit(f"arith.index_cast {name} : index to i64"), "i64"
            word = "uitofp" if source.kind == "uint" or source is BOOL else "sitofp"
            return self.emit(f"arith.{word} {name} : {a} to {b}")
        if source is BOOL and target is INDEX:
            return self.emit(f"arith.index_castui {name} : {a} to {b}")
        if INDEX in (source, target):
            return self.emit(f"arith.index_cast {name} : {a} to {b}")
        if target.bits < source.bits:
            return self.emit(f"arith.trunci {name} : {a} to {b}")
        word = "extui" if source.kind == "uint" or source is BOOL else "extsi"
        return self.emit(f"arith.{word} {name} : {a} to {b}")

    def call(self, call: Call) -> str:
        op = call.op
        if op is ops.CAST:
            source = call.args[0]
            assert source is not None
            return self.convert(self.value(source), _dtype(source), call.attrs["target_type"])
        if op in (ops.AND, ops.OR):
            names = [self.value(a) for a in call.args if a is not None]
            return self.emit(f"arith.{'andi' if op is ops.AND else 'ori'} {names[0]}, {names[1]} : i1")
        if op is ops.NOT:
            (inner,) = (a for a in call.args if a is not None)
            return self.emit(f"arith.xori {self.value(inner)}, {self.constant('true', 'i1')} : i1")
        if op in (ops.NEG, ops.INVERT):
            return self.unary(call)
        left, right = (a for a in call.args if a is not None)
        dtype = promote(_dtype(left), _dtype(right))
        type_ = mlir_type(dtype)
        a, b = self.as_type(left, dtype), self.as_type(right, dtype)
        if op in _CMP_INT:
            if dtype.is_float:
                return self.emit(f"arith.cmpf {_CMP_FLOAT[op]}, {a}, {b} : {type_}")
            order = _CMP_UNSIGNED.get(op) if dtype.kind == "uint" else None
            return self.emit(f"arith.cmpi {order or _CMP_INT[op]}, {a}, {b} : {type_}")
        if dtype.kind == "uint" and op in _UNSIGNED:
            return self.emit(f"arith.{_UNSIGNED[op]} {a}, {b} : {type_}")
        if op in (ops.FLOORDIV, ops.MOD) and not dtype.is_float:
            return self.floored(op is ops.MOD, a, b, type_, self.known_sign(left) and self.known_sign(right))
        table = _FLOAT if dtype.is_float else _INT
        if op not in table:
            raise InternalError(f"no {type_} form of {op.name}")
        return self.emit(f"arith.{table[op]} {a}, {b} : {type_}")

    def unary(self, call: Call) -> str:
        (inner,) = (a for a in call.args if a is not None)
        dtype, name = _dtype(inner), self.value(inner)
        type_ = mlir_type(dtype)
        if call.op is ops.INVERT:
            return self.emit(f"arith.xori {name}, {self.constant('-1', type_)} : {type_}")
        if dtype.is_float:
            return self.emit(f"arith.negf {name} : {type_}")
        return self.emit(f"arith.subi {self.constant('0', type_)}, {name} : {type_}")

    def floored(self, modulo: bool, a: str, b: str, type_: str, plain: bool) -> str:
        """Floor division or its remainder out of the truncating ones; alike when no side is negative."""
        if plain:
            return self.emit(f"arith.{'remsi' if modulo else 'divsi'} {a}, {b} : {type_}")
        zero, one = self.constant("0", type_), self.constant("1", type_)
        rest = self.emit(f"arith.remsi {a}, {b} : {type_}")
        rest_negative = self.emit(f"arith.cmpi slt, {rest}, {zero} : {type_}")
        divisor_negative = self.emit(f"arith.cmpi slt, {b}, {zero} : {type_}")
        differ = self.emit(f"arith.xori {rest_negative}, {divisor_negative} : i1")
        inexact = self.emit(f"arith.cmpi ne, {rest}, {zero} : {type_}")
        fix = self.emit(f"arith.andi {differ}, {inexact} : i1")
        if modulo:
            moved = self.emit(f"arith.addi {rest}, {b} : {type_}")
            return self.emit(f"arith.select {fix}, {moved}, {rest} : {type_}")
        quotient = self.emit(f"arith.divsi {a}, {b} : {type_}")
        lower = self.emit(f"arith.subi {quotient}, {one} : {type_}")
        return self.emit(f"arith.select {fix}, {lower}, {quotient} : {type_}")

    def known_sign(self, expr: Expr) -> bool:
        """Whether a value is provably not negative."""
        if isinstance(expr, Const):
            return isinstance(expr.value, int) and expr.value >= 0
        if isinstance(expr, Var):
            return expr in self.non_negative
        if isinstance(expr, Call) and expr.op in (ops.ADD, ops.MUL, ops.FLOORDIV, ops.DIV, ops.MIN, ops.SHR):
            return all(self.known_sign(a) for a in expr.args if a is not None)
        if isinstance(expr, Call) and expr.op is ops.MOD:
            return self.known_sign(expr.args[1]) if expr.args[1] is not None else False
        return (
            isinstance(expr, Call)
            and expr.op is ops.MAX
            and any(self.known_sign(a) for a in expr.args if a is not None)
        )


def _dtype(expr: Expr) -> DType:
    assert isinstance(expr.type, ScalarType), expr
    return expr.type.dtype
