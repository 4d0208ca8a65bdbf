# SPDX-License-Identifier: Apache-2.0
"""Names, literals, operators and attributes.

An expression is either a Python value known while the kernel is read (numbers, element types, captured tuples), or
an IR expression. Operators on two Python numbers follow Python; as soon as one side is a scalar of the program the
typing rules of scalars hold, and constants are folded with the meaning of the operation's row.
"""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable
from enum import Enum
from types import ModuleType
from typing import Any, NoReturn

from pypto.errors import InvalidOperationError, UndefinedVariableError, UserError
from pypto.frontend import constructs as c
from pypto.frontend.arguments import round_float
from pypto.frontend.foreign import instead_of
from pypto.frontend.source import KernelFunction
from pypto.frontend.state import (
    POISON,
    Missing,
    Poisoned,
    State,
    Value,
    describe,
    is_array,
    is_number,
    is_scalar,
    nearest,
    plain_number,
    static_number,
)
from pypto.frontend.surface import MEMBERS
from pypto.frontend.words import PLANNED
from pypto.ir import arith
from pypto.ir.dtypes import BOOL, INDEX, INT64, DType
from pypto.ir.nodes import (
    ArrayType,
    Call,
    Const,
    Dim,
    Expr,
    PtrType,
    ScalarType,
    TaskIdType,
    TensorType,
    Var,
    is_bool,
)
from pypto.ir.ops import scalar as ops
from pypto.ir.ops.table import Bound, Op, OpError, Trait

BUILTINS: dict[str, Callable[..., Any]] = {
    name: getattr(builtins, name)
    for name in (
        *("len", "max", "min", "abs", "sum", "round", "int", "float", "bool", "list", "tuple", "range"),
        *("isinstance", "type"),
    )
}
"""Python functions that kernel source may call on values that are known while it is read."""

INSTEAD = {
    "min": "on run-time scalars use pl.min(a, b)",
    "max": "on run-time scalars use pl.max(a, b)",
    "abs": "on tensors use pl.abs(x)",
    "int": "convert a scalar with pl.cast(s, pl.INT32)",
    "float": "convert a scalar with pl.cast(s, pl.FP32)",
    "sum": "along rows use pl.row_sum(x)",
    "print": "to see a value while the kernel is read: pl.static_print(...)",
    "range": "loops are written: for i in pl.range(n):",
    "len": "an extent is x.shape[0]",
    "bool": "write a comparison, such as n != 0",
    "round": 'convert a scalar with pl.cast(s, pl.INT32, mode="rint")',
    "enumerate": "loops are written: for i in pl.range(n):",
    "zip": "loops are written: for i in pl.range(n):",
    "slice": "a window is written x[r : r + 16, :]",
    "getattr": "x.shape and x.dtype are what a tensor has",
}

_LONGEST_EXTENT = 64  # terms of an extent that is written out; a longer one keeps its name
MOST_TERMS = 128  # of a scalar whose definitions are followed
_MOST_BITS = 4096  # of a number while known numbers are computed; what is left fits 64

BINARY: dict[type[ast.operator], tuple[str, Op | None, Callable[[Any, Any], Any], str]] = {
    ast.Add: ("+", ops.ADD, operator.add, "pl.add(a, b)"),
    ast.Sub: ("-", ops.SUB, operator.sub, "pl.sub(a, b)"),
    ast.Mult: ("*", ops.MUL, operator.mul, "pl.mul(a, b)"),
    ast.Div: ("/", ops.DIV, operator.truediv, "pl.div(a, b)"),
    ast.FloorDiv: ("//", ops.FLOORDIV, operator.floordiv, "pl.div(a, b)"),
    ast.Mod: ("%", ops.MOD, operator.mod, "pl.fmod(a, b)"),
    ast.LShift: ("<<", ops.SHL, operator.lshift, "pl.shl(a, b)"),
    ast.RShift: (">>", ops.SHR, operator.rshift, "pl.shr(a, b)"),
    ast.Pow: ("**", None, operator.pow, "pl.mul(a, a)"),
    ast.BitAnd: ("&", None, operator.and_, "pl.and_(a, b)"),
    ast.BitOr: ("|", None, operator.or_, "pl.or_(a, b)"),
    ast.BitXor: ("^", None, operator.xor, "pl.xor(a, b)"),
    ast.MatMult: ("@", None, operator.matmul, "pl.matmul(a, b)"),
}

COMPARE: dict[type[ast.cmpop], tuple[str, Op, Callable[[Any, Any], Any]]] = {
    ast.Eq: ("==", ops.EQ, operator.eq),
    ast.NotEq: ("!=", ops.NE, operator.ne),
    ast.Lt: ("<", ops.LT, operator.lt),
    ast.LtE: ("<=", ops.LE, operator.le),
    ast.Gt: (">", ops.GT, operator.gt),
    ast.GtE: (">=", ops.GE, operator.ge),
}

REFUSED: dict[type[ast.expr], tuple[str, str | None]] = {
    ast.IfExp: ("the conditional expression `a if c else b`", "write an if statement that assigns in both branches"),
    ast.ListComp: ("a list comprehension", "write the entries out"),
    ast.GeneratorExp: ("a generator expression", "write the entries out"),
    ast.SetComp: ("a set comprehension", "write the entries out, as a tuple"),
    ast.DictComp: ("a dict comprehension", "compute it at module level, as a tuple"),
    ast.Lambda: ("a lambda", "write a helper decorated with @pl.jit.inline"),
    ast.JoinedStr: ("an f-string", "f-strings belong into pl.static_print"),
    ast.Dict: ("a dict", "give its entries names of their own"),
    ast.Set: ("a set", "write a tuple"),
    ast.Starred: ("a starred argument", "write the arguments out"),
    ast.NamedExpr: ("the assignment expression `:=`", "assign on a line of its own"),
    ast.Await: ("await", "a kernel is a plain `def`"),
    ast.Yield: ("yield", "results are written into pl.Out parameters; values of a loop are given by pl.yield_"),
    ast.YieldFrom: ("yield from", "results are written into pl.Out parameters"),
}  # fmt: skip

CAPTURED = (
    int, float, str, DType, Enum, Op, ModuleType, c.Construct, c.Namespace, c.Runtime, c.DynamicDim, KernelFunction,
    c.TensorAnnotation, c.TileAnnotation, c.ScalarAnnotation, c.ArrayAnnotation, c.TupleAnnotation,
    c.DirectionAnnotation,
)  # fmt: skip
"""What a body can use of the names outside it."""


def is_language(value: Any) -> bool:
    """Whether a value is the module that kernel files import as `pl`."""
    return isinstance(value, ModuleType) and value.__name__ == "pypto.language"


def check_count(count: Expr, bits: int) -> None:
    """A shift count that is known is one of the positions that a number has."""
    if isinstance(count, Const) and isinstance(count.value, int) and not 0 <= count.value < bits:
        raise OpError(
            f"the shift count {count.value} is outside 0..{bits - 1}",
            "shift by fewer bits" if count.value > 0 else "shift the other way",
            code="number-range",
        )


class Expressions(State):
    """Lowers everything but calls and subscripts."""

    def expr(self, node: ast.expr) -> Value:
        if isinstance(node, ast.Constant):
            return self.constant(node)
        if isinstance(node, ast.Name):
            return self.name(node)
        if isinstance(node, ast.Attribute):
            return self.attribute(node)
        if isinstance(node, ast.BinOp):
            return self.binary(node)
        if isinstance(node, ast.UnaryOp):
            return self.unary(node)
        if isinstance(node, ast.Compare):
            return self.compare(node)
        if isinstance(node, ast.BoolOp):
            return self.logic(node)
        if isinstance(node, ast.Call):
            return self.call(node)
        if isinstance(node, ast.Subscript):
            return self.subscript(node)
        if isinstance(node, ast.Tuple | ast.List):
            return tuple(self.settled(item) for item in node.elts)
        what, help = REFUSED.get(type(node), (type(node).__name__, None))
        self.unsupported(f"{what} is not part of the kernel language", node, help, code="python-expression")

    def settled(self, node: ast.expr) -> Value:
        """An expression whose computing part, if any, is emitted at once."""
        value = self.expr(node)
        if isinstance(value, Call) and not isinstance(value.type, ScalarType):
            return self.temporary(value, self.span(node))
        return self.scalar_value(value, node) if is_scalar(value) else value

    def scalar_value(self, value: Expr, node: ast.expr) -> Expr:
        """A scalar that may stand inside a larger expression: reads become a variable first."""
        if isinstance(value, Call) and not value.op.has(Trait.PURE):
            return self.temporary(value, self.span(node))
        return value

    # Leaves

    def constant(self, node: ast.Constant) -> Value:
        if node.value is None:
            return Const(None, TaskIdType(), self.span(node))
        if isinstance(node.value, bool | int | float | str):
            return self.in_range(node.value, node)
        if node.value is ...:
            self.unsupported(
                "`...` is not part of the kernel language", node, "write every argument out", code="literal"
            )
        self.unsupported(
            f"a {type(node.value).__name__} literal is not part of the kernel language",
            node,
            "literals are integers, floats, True, False and None",
            code="literal",
        )

    def in_range(self, value: Any, node: ast.AST) -> Any:
        """Integers of a program have 64 bits; no number is complex."""
        if isinstance(value, complex):
            self.type_error(
                "the result is a complex number", node, "numbers are integers and floats", code="number-range"
            )
        if isinstance(value, int) and not -(1 << 63) <= value < 1 << 64:
            text = f"{value}" if abs(value) < 10**30 else f"of {value.bit_length()} bits"
            self.type_error(
                f"the integer {text} does not fit 64 bits",
                node,
                f"integers are {-(1 << 63)} to {(1 << 64) - 1}",
                code="number-range",
            )
        return value

    def name(self, node: ast.Name) -> Value:
        name = node.id
        if name in self.env:
            value = self.env[name]
            if isinstance(value, Missing):
                if value.error is None:
                    raise Poisoned
                if value.at is not None:
                    self.env[name] = POISON  # one report of a wrong binding
                raise self.absent(value, node)
            return value
        try:
            value = self.kernel.lookup(name)
        except KeyError:
            if name in BUILTINS:
                return BUILTINS[name]
            if hasattr(builtins, name):
                self.unsupported(
                    f"Python's `{name}` is not part of the kernel language",
                    node,
                    INSTEAD.get(name, "compute it at module level, and use the name of the result"),
                    code="python-name",
                )
            self.undefined(name, node, self.visible_names())
        return self.captured(name, value, node)

    def captured(self, name: str, value: Any, node: ast.AST) -> Value:
        """A Python object from outside the body; numbers are recorded, since the program depends on them."""
        if isinstance(value, bool | int | float):
            self.session.constants[name] = self.in_range(value, node)
        elif value is None:
            return Const(None, TaskIdType())
        elif isinstance(value, list | tuple):
            return tuple(self.captured(f"{name}[{i}]", item, node) for i, item in enumerate(value))
        return value

    def visible_names(self) -> list[str]:
        bound = [n for n, v in self.env.items() if not isinstance(v, Missing)]
        outer = [
            n for n, v in self.kernel.globals.items() if isinstance(v, CAPTURED) and not n.startswith("__")
        ]
        return [*bound, *outer, *self.kernel.closure]

    def attribute(self, node: ast.Attribute) -> Value:
        base = self.expr(node.value)
        name = node.attr
        if isinstance(base, ModuleType) and base.__name__ == "pypto" and name == "language":
            return vars(base)[name]
        if is_language(base):
            if name in MEMBERS:
                return MEMBERS[name]
            if name in vars(base):
                return vars(base)[name]
            self.unknown_member("pl", name, MEMBERS, node)
        if isinstance(base, c.Namespace):
            if name in base.members:
                return base.members[name]
            self.unknown_member(f"pl.{base.name}".rstrip("."), name, base.members, node)
        if isinstance(base, type) and issubclass(base, Enum):
            if name in base.__members__:
                return base[name]
            near = nearest(name, base.__members__)
            self.invalid(
                f"pl.{base.__name__} has no `{name}`",
                node,
                f"did you mean pl.{base.__name__}.{near}?"
                if near
                else f"one of {', '.join(base.__members__)}",
                code="unknown-member",
            )
        if isinstance(base, Expr):
            return self.value_attribute(base, node)
        if isinstance(base, DType | Op | c.Construct):
            size = f"its size in bytes is pl.{base}.get_byte()" if isinstance(base, DType) else None
            self.unsupported(
                f"`{self.quote(node)}` is not part of the kernel language", node, size, code="attribute"
            )
        spelling = name.upper() if not name.isupper() else name
        self.unsupported(
            f"`{self.quote(node)}` reads an attribute of a Python object",
            node,
            f"read it at module level and use the name in the kernel: {spelling} = {self.quote(node)}",
            code="attribute",
        )

    def value_attribute(self, base: Expr, node: ast.Attribute) -> Value:
        if isinstance(base.type, TensorType) or is_array(base):
            if node.attr == "shape":
                return tuple(arith.to_expr(d) for d in base.type.shape)  # type: ignore[attr-defined]
            if node.attr == "dtype":
                return base.type.dtype  # type: ignore[attr-defined]
            self.unsupported(
                f"`{self.quote(node)}` is not part of the kernel language",
                node,
                "a tensor has .shape and .dtype; operations are functions: " + self.function_for(node.attr),
                code="attribute",
            )
        what = {ArrayType: "an array", PtrType: "a pl.Ptr"}.get(type(base.type), "a scalar")
        help = (
            "its type is what its annotation or definition says"
            if node.attr == "dtype"
            else self.function_for(node.attr)
        )
        self.unsupported(f"`{self.quote(node)}`: {what} has no attributes", node, help, code="attribute")

    def function_for(self, name: str) -> str:
        """How a kernel calls what another library calls `name`."""
        if isinstance(MEMBERS.get(name), Op):
            return f"write pl.{name}(...)"
        return instead_of(name) or "such as pl.max(a, b), pl.cast(s, pl.INT32), pl.row_sum(x)"

    def unknown_member(self, space: str, name: str, members: Any, node: ast.AST) -> Any:
        if name in PLANNED:
            self.unsupported(f"{space}.{name} is not built yet", node, code="not-built")
        homes = [
            f"pl.{s}.{name}" if s else f"pl.{name}"
            for s, names in self.namespaces().items()
            if name in names and not isinstance(names[name], c.Namespace)
        ]
        near = nearest(name, [m for m in members if not m.startswith("_")], 0.7)
        help = f"did you mean {' or '.join(homes)}?" if homes else instead_of(name)
        if homes and name[:-1] in members and name.endswith("s"):  # adds, muls: the plain name serves both
            help = f"{space}.{name[:-1]} takes a number too; or say which: {' or '.join(homes)}"
        if help is None and near:
            help = f"did you mean {space}.{near}?"
        if help is None:
            help = "names are in pl, pl.tensor, pl.tile, pl.array and pl.system; `python -m pypto ops` lists operations"
        what = "operation" if name.islower() else "name"
        if space == "pl.adir":
            what, help = "direction", f"one of {', '.join(f'{space}.{m}' for m in members if m[0] != '_')}"
        self.invalid(f"unknown {what} {space}.{name}", node, help, code="unknown-operation")

    def namespaces(self) -> dict[str, dict[str, Any]]:
        """All names of the language by namespace."""
        spaces = {name: value.members for name, value in MEMBERS.items() if isinstance(value, c.Namespace)}
        return {"": MEMBERS, **spaces}

    # Operators

    def binary(self, node: ast.BinOp) -> Value:
        sign, row, evaluate, instead = BINARY[type(node.op)]
        left, right = self.settled(node.left), self.settled(node.right)
        self.check_growth(node, static_number(left), static_number(right))
        if is_number(left) and is_number(right) and sign != "@":
            return self.python(node, lambda: evaluate(left, right))
        for side, value in ((node.left, left), (node.right, right)):
            if is_array(value):
                self.type_error(
                    f"`{sign}` works on scalars, `{self.quote(side)}` is {describe(value)}",
                    node,
                    f"on tensors and tiles use {instead}",
                    code="operator-on-array",
                )
        if row is None:
            a, b = static_number(left), static_number(right)
            if a is not None and b is not None and type(node.op) is not ast.MatMult:
                return self.python(node, lambda: evaluate(a, b))
            self.unsupported(
                f"`{sign}` is not part of the kernel language",
                node,
                f"scalars have + - * / // % << >>; on tensors use {instead}",
                code="operator",
            )
        return self.arithmetic(row, sign, left, right, node)

    def python(self, node: ast.AST, evaluate: Callable[[], Any]) -> Any:
        """Compute with Python numbers; Python's complaint becomes ours."""
        try:
            return self.in_range(evaluate(), node)
        except (ArithmeticError, TypeError, ValueError) as error:
            self.type_error(
                f"`{self.quote(node)}` cannot be computed: {error}",
                node,
                "it is computed while the kernel is read, as Python would",
                code="constant-arithmetic",
            )

    def check_growth(self, node: ast.BinOp, left: Any, right: Any) -> None:
        """Refuse a power or a shift that would take Python ages; its result would not fit anyway."""
        if not (isinstance(left, int) and isinstance(right, int) and left and right > 0):
            return
        grown = {ast.Pow: (abs(left).bit_length() - 1) * right, ast.LShift: right}.get(type(node.op), 0)
        if grown > _MOST_BITS:
            self.type_error(f"`{self.quote(node)}` does not fit 64 bits", node, code="number-range")

    def as_scalar(self, value: Value, node: ast.expr, what: str = "a scalar") -> Expr:
        """A scalar expression; numbers become constants."""
        if is_number(value):
            if isinstance(value, int) and value >= 1 << 63:
                self.type_error(
                    f"the number {value} does not fit INDEX",
                    node,
                    f"INDEX holds {-(1 << 63)} to {(1 << 63) - 1}",
                    code="number-range",
                )
            return self.literal(value)
        if isinstance(value, c.DynamicDim):
            return self.symbol(value, node)
        if is_scalar(value):
            return self.scalar_value(value, node)
        self.type_error(
            f"{what} is expected, `{self.quote(node)}` is {describe(value)}",
            node,
            plain_number(value, self.quote(node)) or self.number_in(value, node),
            code="argument-type",
        )

    def number_in(self, value: Value, node: ast.expr) -> str:
        """How to get at a number that is part of a value, or where numbers come from."""
        if isinstance(value, Expr) and isinstance(value.type, PtrType):
            return "a pl.Ptr names a buffer and has no arithmetic: pl.MemRef(p, offset, size)"
        if isinstance(value, tuple) or (isinstance(value, Expr) and isinstance(value.type, ArrayType)):
            return (
                f"take one entry: {self.quote(node)}[0]" if isinstance(node, ast.Name) else "take one entry"
            )
        return "a number, a loop variable, pl.read(x, [i, j]) or pl.tensor.dim(x, 0) is one"

    def arithmetic(self, row: Op, sign: str, left: Value, right: Value, node: ast.BinOp) -> Expr:
        a, b = self.as_scalar(left, node.left), self.as_scalar(right, node.right)
        zero = isinstance(b, Const) and b.value == 0 and not isinstance(a, Const)
        if zero and sign in ("//", "%") and _are_ints(a, b):
            self.type_error(
                f"`{self.quote(node)}` cannot be computed: integer division or modulo by zero",
                node,
                "divide by another number",
                code="constant-arithmetic",
            )
        return self.scalar_call(row, f"`{sign}`", (a, b), node)

    def scalar_call(self, row: Op, spelling: str, args: tuple[Expr, ...], node: ast.AST) -> Expr:
        """A scalar operation on operands of one type, folded where all of them are constants."""
        names = [p.name for p in row.value_params]
        try:
            type_ = row.infer(Bound(dict(zip(names, args, strict=True)), self.region is not None))
            common = self.common(args)
            if row in (ops.SHL, ops.SHR):
                check_count(args[1], type_.dtype.bits)  # type: ignore[attr-defined]
            if row is ops.DIV and common.is_int and isinstance(args[1], Const) and args[1].value == 0:
                raise OpError("an integer is divided by 0", code="constant-arithmetic")
        except OpError as error:
            whole = next((a for a in args if isinstance(a, Const) and a.type == ScalarType(INDEX)), None)
            if whole is not None and any(is_scalar(a) and a.type.dtype.is_float for a in args):  # type: ignore[attr-defined]
                error = OpError(
                    error.message, f"write the number as a float: {float(whole.value or 0)}", error.code
                )
            raise self.operation_error(error, spelling, args, (), node) from None
        assert isinstance(type_, ScalarType)
        args = tuple(self.retyped(a, common) for a in args)
        if all(isinstance(a, Const) for a in args):
            values = [a.value for a in args if isinstance(a, Const)]
            assert row.reference is not None
            folded = self.python(node, lambda: row.reference(*values))  # type: ignore[misc]
            return Const(self.wrapped(folded, type_.dtype), type_, self.span(node))
        return Call(row, args, {}, type_, self.span(node))

    def common(self, args: tuple[Expr, ...]) -> DType:
        """The type that operands are brought to before a scalar operation."""
        dtype = args[0].type.dtype  # type: ignore[attr-defined]
        for arg in args[1:]:
            other = arg.type.dtype  # type: ignore[attr-defined]
            if dtype is not BOOL or other is not BOOL:
                dtype = ops.meet(dtype, other, isinstance(args[0], Const))
        return dtype

    def as_index(self, value: Expr, dtype: DType) -> Expr:
        """The scalar as what `dtype` says where both are INDEX or INT64, which interchange; else as it is."""
        both = {value.type.dtype, dtype}  # type: ignore[attr-defined]
        return self.retyped(value, dtype) if both == {INDEX, INT64} else value

    def retyped(self, expr: Expr, dtype: DType) -> Expr:
        """The scalar in another type: constants change, others are cast."""
        assert isinstance(expr.type, ScalarType)
        if expr.type.dtype is dtype:
            return expr
        if isinstance(expr, Const):
            return Const(expr.value, ScalarType(dtype), expr.span)
        return Call(ops.CAST, (expr,), {"target_type": dtype}, ScalarType(dtype), expr.span)

    def wrapped(self, value: Any, dtype: DType) -> Any:
        """A folded number in the range and precision of its type."""
        if dtype is BOOL:
            return bool(value)
        if dtype.is_float:
            return round_float(float(value), dtype)
        assert ops.CAST.reference is not None
        return ops.CAST.reference(value, dtype)

    def unary(self, node: ast.UnaryOp) -> Value:
        value = self.settled(node.operand)
        if isinstance(node.op, ast.UAdd):
            self.unsupported(
                "unary `+` is not part of the kernel language", node, "leave it out", code="operator"
            )
        if isinstance(node.op, ast.Not):
            if isinstance(value, bool):
                return not value
            return self.scalar_call(ops.NOT, "`not`", (self.condition(value, node.operand),), node)
        sign, row = ("-", ops.NEG) if isinstance(node.op, ast.USub) else ("~", ops.INVERT)
        if is_number(value):
            return self.python(node, lambda: -value if sign == "-" else ~value)
        if is_array(value):
            self.type_error(
                f"`{sign}` works on scalars, `{self.quote(node.operand)}` is {describe(value)}",
                node,
                f"on tensors and tiles use pl.{'neg' if sign == '-' else 'not_'}(x)",
                code="operator-on-array",
            )
        return self.scalar_call(row, f"`{sign}`", (self.as_scalar(value, node.operand),), node)

    def compare(self, node: ast.Compare) -> Value:
        if len(node.ops) != 1:
            self.syntax(
                "chained comparisons are not part of the kernel language",
                node,
                "write: a < b and b < c",
                code="chained-comparison",
            )
        kind = type(node.ops[0])
        if kind not in COMPARE:
            word = {ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not"}[kind]
            self.unsupported(
                f"`{word}` is not part of the kernel language", node, "compare with == or !=", code="operator"
            )
        sign, row, evaluate = COMPARE[kind]
        left, right = self.settled(node.left), self.settled(node.comparators[0])
        if not (isinstance(left, Expr) or isinstance(right, Expr)) and not isinstance(
            left, c.DynamicDim
        ):  # numbers, element types, enumerations, texts
            return self.python(node, lambda: bool(evaluate(left, right)))
        for side, value in ((node.left, left), (node.comparators[0], right)):
            if is_array(value):
                self.type_error(
                    f"`{sign}` works on scalars, `{self.quote(side)}` is {describe(value)}",
                    node,
                    f"on tensors and tiles use pl.cmp(a, b, cmp_type={list(COMPARE).index(kind)}), or read one element: "
                    "pl.read(x, [i, j])",
                    code="operator-on-array",
                )
        a, b = self.as_scalar(left, node.left), self.as_scalar(right, node.comparators[0])
        if self.dims_equal(row, a, b):
            return row in (ops.EQ, ops.LE, ops.GE)
        return self.scalar_call(row, f"`{sign}`", (a, b), node)

    def dims_equal(self, row: Op, a: Expr, b: Expr) -> bool:
        """Whether two integer expressions, not both constant, are equal whatever their variables hold."""
        both = all(isinstance(e.type, ScalarType) and e.type.dtype is INDEX for e in (a, b))
        return (
            both
            and not (isinstance(a, Const) and isinstance(b, Const))
            and arith.as_int(arith.sub(a, b)) == 0
        )

    def logic(self, node: ast.BoolOp) -> Value:
        row = ops.AND if isinstance(node.op, ast.And) else ops.OR
        word = "and" if row is ops.AND else "or"
        result: Value = None
        for item in node.values:
            value = self.condition(self.settled(item), item)
            if result is None:
                result = value
                continue
            decided = [v for v in (result, value) if isinstance(v, Const)]
            if decided:  # a constant side decides, or drops out
                other = value if decided[0] is result else result
                result = decided[0] if bool(decided[0].value) == (row is ops.OR) else other
            else:
                result = self.scalar_call(row, f"`{word}`", (result, value), node)
        return result

    def condition(self, value: Value, node: ast.expr) -> Expr:
        """A BOOL scalar; there is no truthiness."""
        if isinstance(value, bool):
            return self.literal(value)
        if isinstance(value, Expr) and is_bool(value):
            return self.scalar_value(value, node)
        self.type_error(
            f"a condition must be a BOOL scalar, `{self.quote(node)}` is {describe(value)}",
            node,
            "read one element and compare it: pl.read(x, [i, j]) > 0"
            if is_array(value)
            else "write a comparison, such as n > 0",
            code="condition",
        )

    # Extents

    def dim(self, value: Value, node: ast.expr) -> Dim:
        """An extent, offset or bound: an int or an INDEX expression."""
        if isinstance(value, c.DynamicDim):
            value = self.symbol(value, node)
        if isinstance(value, Const) and isinstance(value.value, int) and not isinstance(value.value, bool):
            return value.value
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if is_scalar(value) and value.type.dtype.is_int:
            return arith.simplify(self.retyped(self.scalar_value(value, node), INDEX))
        self.type_error(
            f"an integer is expected, `{self.quote(node)}` is {describe(value)}",
            node,
            plain_number(value, self.quote(node)) or "an int, or a scalar of an integer type",
            code="argument-type",
        )

    def dims(self, value: Value, node: ast.expr, what: str) -> tuple[Dim, ...]:
        if not isinstance(value, tuple):
            self.type_error(
                f"{what} must be a list, `{self.quote(node)}` is {describe(value)}",
                node,
                "write [a, b]",
                code="argument-type",
            )
        nodes = node.elts if isinstance(node, ast.List | ast.Tuple) else [node] * len(value)
        return tuple(self.dim(v, n) for v, n in zip(value, nodes, strict=True))

    def known(self, dim: Dim) -> Dim:
        """The extent as an int where the definitions of its variables say so."""
        if isinstance(dim, int):
            return dim
        short = self.terms(dim) <= MOST_TERMS  # a longer one may cancel all the same: r + 64 - r
        number = arith.as_int(arith.simplify(self.expanded(dim) if short else dim))
        return dim if number is None else number

    def spelled_out(self, extents: tuple[Dim, ...]) -> tuple[Dim, ...]:
        """Extents of global memory in the symbols that they were computed from, so that equal ones compare equal."""
        if self.region is not None:
            return extents
        return tuple(self.spelled(d) for d in extents)

    def spelled(self, dim: Dim) -> Dim:
        if isinstance(dim, int) or self.terms(dim) > _LONGEST_EXTENT:
            return dim
        return arith.simplify(self.expanded(dim))

    def terms(self, expr: Dim) -> int:
        """How long the expression is with its variables replaced."""
        return 1 if isinstance(expr, int) else self.session.length(expr)

    def expanded(self, expr: Dim) -> Dim:
        """The expression with scalar variables replaced by what they were defined as."""
        if isinstance(expr, Var):
            definition = self.session.definition.get(expr)
            return expr if definition is None else self.expanded(definition)
        if isinstance(expr, Call):
            args = tuple(None if a is None else arith.to_expr(self.expanded(a)) for a in expr.args)
            return Call(expr.op, args, expr.attrs, expr.type, expr.span)
        return expr

    # Errors of operations

    def operation_error(
        self,
        error: OpError,
        spelling: str,
        operands: tuple[Value, ...],
        nodes: tuple[ast.expr | None, ...],
        node: ast.AST,
    ) -> Any:
        from_row = error.message
        head, colon, tail = from_row.partition(": ")
        message = from_row if spelling in from_row else f"{head} in {spelling}{colon}{tail}"
        if spelling.endswith("[...]"):
            message = f"{spelling}: {from_row}"
        notes = []
        for value, operand in zip(operands, nodes or [None] * len(operands), strict=False):
            if isinstance(value, Expr) and not isinstance(value, Const):
                shown = self.quote(operand) if operand is not None else getattr(value, "name", None)
                if shown is None or len(shown) > 40:
                    continue
                line = value.span.line if isinstance(value, Var) and value.span else None
                where = f", bound at line {line}" if line and isinstance(operand, ast.Name) else ""
                notes.append(f"{shown} is {value.type}{where}")
        return self.error(
            InvalidOperationError, message, node, help=error.help, notes=dict.fromkeys(notes), code=error.code
        )

    def absent(self, value: Missing, node: ast.AST) -> UserError:
        """The error of a name without a value that `node` reads."""
        error = value.error
        assert error is not None
        notes = tuple(error.notes)
        if value.at is not None:
            notes += (f"it is read at line {self.span(node).line}",)
        return self.error(
            type(error),  # type: ignore[type-var]
            error.message,
            node if value.at is None else value.at,
            help=error.help,
            notes=notes,
            code=error.code,
        )

    def missing_name(self, name: str, why: str, help: str | None = None, code: str | None = None) -> Missing:
        """A binding whose reading is an error that says why."""
        return Missing(UndefinedVariableError(f"`{name}` {why}", help=help, code=code))

    def no_else(self, stmt: ast.For | ast.While) -> NoReturn:
        """A loop has no `else`."""
        self.unsupported(
            "`else` of a loop is not part of the kernel language",
            stmt.orelse[0],
            "set a flag in the loop and test it after it",
            code="loop-else",
        )

    def no_stars(self, call: ast.Call) -> None:
        """The arguments of a construct are written out."""
        for item in call.args:
            if isinstance(item, ast.Starred):
                self.syntax(
                    "`*` arguments are not part of the kernel language",
                    item,
                    "write the arguments out",
                    code="argument-list",
                )
        for keyword in call.keywords:
            if keyword.arg is None:
                self.syntax(
                    "`**` arguments are not part of the kernel language",
                    keyword.value,
                    "write the arguments out",
                    code="argument-list",
                )

    def poison(self, names: list[str], value: Missing = POISON) -> None:
        for name in names:
            self.env[name] = value


def _are_ints(*args: Expr) -> bool:
    return all(isinstance(a.type, ScalarType) and a.type.dtype.is_int for a in args)
