# SPDX-License-Identifier: Apache-2.0
"""The orchestration function as C++ that submits tasks through the runtime's table of functions.

for r in pl.parallel(0, 512, 64):            for (int64_t r = 0; r < 512; r += 64) {
    launch square(mid, out, r)        ->         o->task(o->run, 1, 1, 4);
                                                 o->tensor(o->run, &mid, PTO_IN); ...
                                                 o->value(o->run, pto_int(r)); o->submit(o->run);
                                             }
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from pypto.codegen.scalars import float_text
from pypto.errors import InternalError, Span, UnsupportedFeatureError
from pypto.ir import arith
from pypto.ir.dtypes import BOOL, FP32, INDEX, TASK_ID, DType
from pypto.ir.nodes import (
    ArrayType,
    Assign,
    Block,
    Break,
    Call,
    Const,
    Continue,
    Dim,
    Eval,
    Expr,
    For,
    Function,
    If,
    Launch,
    Param,
    Return,
    ScalarType,
    Stmt,
    TaskIdType,
    TensorType,
    Var,
    While,
)
from pypto.ir.ops import array, memory, scalar, system
from pypto.ir.ops.scalar import promote

_PRELUDE = """\
static inline int64_t pto_floordiv(int64_t a, int64_t b) {
    int64_t q = a / b;
    return q - ((a % b != 0) && ((a % b < 0) != (b < 0)));
}
static inline int64_t pto_floormod(int64_t a, int64_t b) {
    int64_t r = a % b;
    return r + ((r != 0 && ((r < 0) != (b < 0))) ? b : 0);
}
static inline int64_t pto_min(int64_t a, int64_t b) { return b < a ? b : a; }
static inline int64_t pto_max(int64_t a, int64_t b) { return a < b ? b : a; }
struct pto_index {
    int64_t at[PTO_RANK];
    operator const int64_t*() const { return at; }
};
static inline uint64_t pto_bits(int64_t v) { return (uint64_t)v; }
static inline uint64_t pto_bits(float v) {
    uint32_t b;
    __builtin_memcpy(&b, &v, 4);
    return b;
}
template <class T, int64_t N> static inline T& pto_at(pto_orch* o, T (&array)[N], int64_t index, int32_t location) {
    if (index >= 0 && index < N) return array[index];
    o->fail(o->run, -1, index, N, location);
    return array[0];
}
static inline float pto_float(uint64_t bits) {
    uint32_t b = (uint32_t)bits;
    float v;
    __builtin_memcpy(&v, &b, 4);
    return v;
}
"""

_INFIX = {
    scalar.ADD: "+", scalar.SUB: "-", scalar.MUL: "*", scalar.DIV: "/", scalar.SHL: "<<", scalar.SHR: ">>",
    scalar.EQ: "==", scalar.NE: "!=", scalar.LT: "<", scalar.LE: "<=", scalar.GT: ">", scalar.GE: ">=",
    scalar.AND: "&&", scalar.OR: "||",
}  # fmt: skip
_FUNCTION = {
    scalar.FLOORDIV: "pto_floordiv",
    scalar.MOD: "pto_floormod",
    scalar.MIN: "pto_min",
    scalar.MAX: "pto_max",
}
_EDGE = {"in": "PTO_IN", "out": "PTO_OUT", "inout": "PTO_INOUT", "none": "PTO_NO_DEP"}


def emit_orchestration(function: Function, kernels: Mapping[str, int]) -> str:
    """C++ text of the entry; `kernels` numbers the core functions."""
    return _Emitter(function, kernels).run()


class _Emitter:
    def __init__(self, function: Function, kernels: Mapping[str, int]) -> None:
        self.function = function
        self.kernels = kernels
        self.locations: dict[tuple[str, int, int], int] = {}
        self.names: dict[Var, str] = {}
        self.taken: set[str] = {"o"}
        self.body: list[str] = []
        self.indent = 1
        self.location(function.span)

    def run(self) -> str:
        for index, param in enumerate(self.function.params):
            self.parameter(index, param)
        self.block(self.function.body)
        rows = [f"    {{{json.dumps(file)}, {line}, {column}}}," for file, line, column in self.locations]
        return "\n".join(
            [
                "// SPDX-License-Identifier: Apache-2.0",
                f"// Orchestration of {self.function.name}: submits the tasks, in the kernel's order.",
                '#include "pto/orchestration.h"',
                "",
                'extern "C" PTO_EXPORT const pto_location pto_orchestrate_locations[] = {',
                *rows,
                "};",
                "",
                _PRELUDE,
                'extern "C" PTO_EXPORT void pto_orchestrate(pto_orch* o) {',
                *self.body,
                "}",
                "",
            ]
        )

    def location(self, span: Span | None) -> int:
        key = ("", 0, 0) if span is None else (span.file, span.line, span.column)
        return self.locations.setdefault(key, len(self.locations))

    def line(self, text: str) -> None:
        self.body.append("    " * self.indent + text)

    def name(self, var: Var) -> str:
        if var not in self.names:
            base = "v_" + re.sub(r"\W", "_", var.name)
            name, n = base, 0
            while name in self.taken:
                n += 1
                name = f"{base}_{n}"
            self.taken.add(name)
            self.names[var] = name
        return self.names[var]

    def parameter(self, index: int, param: Param) -> None:
        name = self.name(param.var)
        if isinstance(param.type, TensorType):
            self.line(f"const pto_view {name} = o->param(o->run, {index});")
            for axis, dim in enumerate(param.type.shape):
                if isinstance(dim, Var) and dim in self.function.symbols and dim not in self.names:
                    self.line(f"const int64_t {self.name(dim)} = {name}.shape[{axis}];")
                    self.line(f"(void){self.name(dim)};")
            self.line(f"(void){name};")
            return
        assert isinstance(param.type, ScalarType)
        self.line(
            f"const {_ctype(param.type.dtype)} {name} = {_unpack(param.type.dtype, f'o->scalar(o->run, {index})')};"
        )
        self.line(f"(void){name};")

    # Expressions ----------------------------------------------------------------------------------------------------

    def dim(self, dim: Dim) -> str:
        return f"INT64_C({dim})" if isinstance(dim, int) else self.expr(dim)

    def expr(self, expr: Expr) -> str:
        if isinstance(expr, Const):
            return self.literal(expr)
        if isinstance(expr, Var):
            return self.name(expr)
        if isinstance(expr, Call):
            return self.call(expr)
        raise InternalError(f"no C++ form of {expr}")

    def literal(self, expr: Const) -> str:
        value = expr.value
        if value is None:
            return "INT64_C(-1)"
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, float) or (isinstance(expr.type, ScalarType) and expr.type.dtype.is_float):
            if value != value or abs(value) == float("inf"):
                return f"pto_float({float_text(float(value), FP32)}u)"
            return f"{float_text(float(value), FP32)}f"
        if value == -(1 << 63):
            return "INT64_MIN"
        return f"INT64_C({value})" if value >= 0 else f"(-INT64_C({-value}))"

    def call(self, call: Call) -> str:
        op = call.op
        args = [self.expr(a) for a in call.args if a is not None]
        if op is scalar.CAST:
            return _convert(args[0], call.attrs["target_type"])
        if op is scalar.NOT:
            return f"(!{args[0]})"
        if op is scalar.NEG:
            return f"(-{args[0]})"
        if op is scalar.INVERT:
            return f"(~{args[0]})"
        if op in _INFIX or op in _FUNCTION:
            left, right = (a for a in call.args if a is not None)
            assert isinstance(left.type, ScalarType) and isinstance(right.type, ScalarType)
            if op in _FUNCTION and promote(left.type.dtype, right.type.dtype).is_float:
                raise UnsupportedFeatureError(
                    f"{op.name.removeprefix('scalar.')} of floats in orchestration is not supported yet",
                    span=call.span,
                    help="compute it inside the region",
                )
            text = (
                f"{_FUNCTION[op]}({args[0]}, {args[1]})"
                if op in _FUNCTION
                else f"({args[0]} {_INFIX[op]} {args[1]})"
            )
            assert isinstance(call.type, ScalarType)
            return _narrow(text, call.type.dtype)
        if op is array.GET_ELEMENT:
            return self.element(call)
        if op is memory.READ:
            source = call.args[0]
            assert isinstance(source, Var) and isinstance(call.type, ScalarType)
            index = ", ".join(self.dim(d) for d in call.attrs["offset"])
            word = (
                f"o->read(o->run, &{self.name(source)}, pto_index{{{{{index}}}}}, {self.location(call.span)})"
            )
            return _unpack(call.type.dtype, word)
        raise InternalError(f"no C++ form of pl.{op.name} in orchestration")

    def element(self, call: Call) -> str:
        """One element of an array, checked."""
        base, index = call.args[:2]
        assert isinstance(base, Var) and index is not None
        return f"pto_at(o, {self.name(base)}, {self.expr(index)}, {self.location(call.span)})"

    def bits(self, expr: Expr) -> str:
        """A scalar as the 64-bit slot that holds its pattern."""
        assert isinstance(expr.type, ScalarType)
        dtype = expr.type.dtype
        text = self.expr(expr)
        if dtype is FP32:
            return f"pto_bits((float){text})"
        if dtype.is_float:
            raise UnsupportedFeatureError(
                f"a {dtype} scalar cannot be passed to a region yet",
                span=expr.span,
                help="use pl.FP32 scalars",
            )
        return f"pto_bits((int64_t){text})"

    # Statements -----------------------------------------------------------------------------------------------------

    def block(self, block: Block) -> None:
        for stmt in block:
            self.stmt(stmt)

    def nested(self, block: Block) -> None:
        self.indent += 1
        self.block(block)
        self.indent -= 1

    def declare_ahead(self, *blocks: Block) -> None:
        """Variables that several places assign are declared before the branch or loop that assigns them."""
        for block in blocks:
            for stmt in block:
                if isinstance(stmt, If):
                    self.declare_ahead(stmt.then, stmt.orelse)
                elif isinstance(stmt, For | While):
                    self.declare_ahead(stmt.body)
                elif isinstance(stmt, Assign) and stmt.target not in self.names:
                    if isinstance(stmt.target.type, ScalarType):
                        self.line(f"{_ctype(stmt.target.type.dtype)} {self.name(stmt.target)} = 0;")
                    elif isinstance(stmt.target.type, TaskIdType):
                        self.line(f"int64_t {self.name(stmt.target)} = -1;")
                elif isinstance(stmt, Launch) and stmt.task is not None and stmt.task not in self.names:
                    self.line(f"int64_t {self.name(stmt.task)} = -1;")

    def stmt(self, stmt: Stmt) -> None:
        if isinstance(stmt, Assign):
            self.assign(stmt)
        elif isinstance(stmt, Eval):
            self.effect(stmt)
        elif isinstance(stmt, Launch):
            self.launch(stmt)
        elif isinstance(stmt, For):
            self.for_loop(stmt)
        elif isinstance(stmt, If):
            self.declare_ahead(stmt.then, stmt.orelse)
            self.line(f"if ({self.expr(stmt.condition)}) {{")
            self.nested(stmt.then)
            if stmt.orelse:
                self.line("} else {")
                self.nested(stmt.orelse)
            self.line("}")
        elif isinstance(stmt, While):
            self.declare_ahead(stmt.setup, stmt.body)
            self.line("for (;;) {")
            self.nested(stmt.setup)
            self.indent += 1
            self.line(f"if (!({self.expr(stmt.condition)})) break;")
            self.indent -= 1
            self.nested(stmt.body)
            self.line("}")
        elif isinstance(stmt, Break):
            self.line("break;")
        elif isinstance(stmt, Continue):
            self.line("continue;")
        elif not isinstance(stmt, Return):
            raise InternalError(f"{type(stmt).__name__} in orchestration")

    def for_loop(self, loop: For) -> None:
        self.declare_ahead(loop.body)
        var = self.name(loop.var)
        start, stop, step = (self.expr(e) for e in (loop.start, loop.stop, loop.step))
        number = arith.as_int(arith.simplify(loop.step))
        if number == 0:
            raise UnsupportedFeatureError("a loop needs a step other than 0", span=loop.span)
        if number is None:
            test = f"({step}) > 0 ? {var} < stop_ : {var} > stop_"
        else:
            test = f"{var} {'<' if number > 0 else '>'} stop_"
        self.line("{")
        self.indent += 1
        self.line(f"const int64_t stop_ = {stop};")
        self.line(f"for (int64_t {var} = {start}; {test}; {var} += {step}) {{")
        self.nested(loop.body)
        self.line("}")
        self.indent -= 1
        self.line("}")

    def assign(self, stmt: Assign) -> None:
        target, value = stmt.target, stmt.value
        if isinstance(target.type, TensorType):
            self.tensor(stmt)
            return
        known = target in self.names
        name = self.name(target)
        if isinstance(target.type, ArrayType):
            empty = "-1" if target.type.dtype is TASK_ID else "0"
            self.line(f"{_ctype(target.type.dtype)} {name}[{target.type.extent}];")
            self.line(f"for (auto& element : {name}) element = {empty};")
            return
        if isinstance(target.type, TaskIdType):
            text = self.task_id(value)
            self.line(f"{name} = {text};" if known else f"int64_t {name} = {text};")
            return
        assert isinstance(target.type, ScalarType)
        text = self.expr(value)
        declare = "" if known else f"{_ctype(target.type.dtype)} "
        self.line(f"{declare}{name} = {text};")
        if not known:
            self.line(f"(void){name};")

    def task_id(self, value: Expr) -> str:
        if isinstance(value, Call) and value.op is system.TASK_DUMMY:
            self.line(f"o->task(o->run, -1, 0, {self.location(value.span)});")
            self.dependencies(value.attrs["deps"] or ())
            return "o->join(o->run)"
        return self.expr(value)

    def dependencies(self, deps: Sequence[Expr]) -> None:
        for dep in deps:
            if isinstance(dep.type, ArrayType):
                self.line(f"for (int64_t task : {self.expr(dep)}) o->dep(o->run, task);")
            else:
                self.line(f"o->dep(o->run, {self.expr(dep)});")

    def tensor(self, stmt: Assign) -> None:
        """Allocation and views: a view is a descriptor with another offset, shape and strides."""
        target, value = stmt.target, stmt.value
        name = self.name(target)
        assert isinstance(target.type, TensorType)
        if isinstance(value, Var):
            self.line(f"const pto_view {name} = {self.name(value)};")
            return
        assert isinstance(value, Call)
        at = self.location(value.span)
        if value.op is memory.CREATE_TENSOR:
            dims = ", ".join(self.dim(d) for d in target.type.shape)
            init = value.attrs.get("init_value")
            has_init, bits = (0, "0") if init is None else (1, _init_bits(init, target.type.dtype))
            flags = int(bool(value.attrs.get("manual_dep")))
            self.line(
                f"const pto_view {name} = o->create(o->run, {target.type.dtype.code}, {target.type.rank}, "
                f"pto_index{{{{{dims}}}}}, {flags}, {has_init}, {bits}, {at});"
            )
            return
        source = value.args[0]
        assert isinstance(source, Var) and isinstance(source.type, TensorType)
        self.line(f"pto_view {name} = {self.name(source)};")
        if value.op is memory.SLICE:
            self.slice(name, value, source)
        elif value.op is not memory.RESHAPE:
            raise InternalError(f"no C++ form of pl.{value.op.name} in orchestration")
        self.line(f"{name}.rank = {target.type.rank};")
        for axis, (extent, stride) in enumerate(
            zip(target.type.shape, memory.strides_of(target.type), strict=True)
        ):
            self.line(
                f"{name}.shape[{axis}] = {self.dim(extent)}; {name}.stride[{axis}] = {self.dim(stride)};"
            )

    def slice(self, name: str, call: Call, source: Var) -> None:
        """Moves the start; a window that leaves its source stops the run."""
        assert isinstance(source.type, TensorType)
        for axis, offset in enumerate(call.attrs["offset"]):
            start, size = self.dim(offset), self.dim(call.attrs["shape"][axis])
            self.line(
                f"if ({start} < 0 || {start} + {size} > {self.name(source)}.shape[{axis}]) {{ "
                f"o->fail(o->run, {axis}, {start}, {size}, {self.location(call.span)}); return; }}"
            )
            self.line(f"{name}.offset += {start} * {self.name(source)}.stride[{axis}];")

    def effect(self, stmt: Eval) -> None:
        value = stmt.value
        if isinstance(value, Call) and value.op is array.UPDATE_ELEMENT:
            assert value.args[2] is not None
            self.line(f"{self.element(value)} = {self.expr(value.args[2])};")
            return
        if isinstance(value, Call) and value.op is memory.WRITE:
            target, number = value.args
            assert isinstance(target, Var) and number is not None and isinstance(target.type, TensorType)
            index = ", ".join(self.dim(d) for d in value.attrs["offset"])
            dtype = target.type.dtype
            if isinstance(number, Const) and isinstance(number.type, ScalarType):
                number = Const(number.value, ScalarType(dtype), number.span)
            self.line(
                f"o->write(o->run, &{self.name(target)}, pto_index{{{{{index}}}}}, {self.bits(number)}, "
                f"{self.location(value.span)});"
            )
            return
        if isinstance(value, Call) and value.op is memory.DIM:
            return
        raise InternalError(f"no C++ form of the statement {value}")

    def launch(self, launch: Launch) -> None:
        blocks = "1" if launch.blocks is None else self.expr(launch.blocks)
        kernel = self.kernels[launch.function]
        self.line(f"o->task(o->run, {kernel}, {blocks}, {self.location(launch.span)});  // {launch.function}")
        edges = iter(launch.directions)
        for arg in launch.args:
            if isinstance(arg.type, TensorType):
                self.line(f"o->tensor(o->run, &{self.expr(arg)}, {_EDGE[next(edges)]});")
            else:
                self.line(f"o->value(o->run, {self.bits(arg)});")
        for extent in launch.extents:
            self.line(f"o->value(o->run, {self.bits(extent)});")
        self.dependencies(launch.deps)
        if launch.task is None:
            self.line("o->submit(o->run);")
            return
        known = launch.task in self.names
        self.line(f"{'' if known else 'int64_t '}{self.name(launch.task)} = o->submit(o->run);")
        self.line(f"(void){self.name(launch.task)};")


def _ctype(dtype: DType) -> str:
    if dtype is BOOL:
        return "bool"
    if dtype.is_float:
        return "float"
    return "int64_t"


def _unpack(dtype: DType, word: str) -> str:
    """The value in a 64-bit slot."""
    if dtype is FP32:
        return f"pto_float({word})"
    if dtype.is_float:
        raise UnsupportedFeatureError(
            f"a {dtype} scalar is not supported in orchestration yet", help="use pl.FP32 scalars"
        )
    if dtype is BOOL:
        return f"(({word} & 1) != 0)"
    return _narrow(f"(int64_t){word}", dtype)


def _narrow(text: str, dtype: DType) -> str:
    """Integer arithmetic wraps at the width of its type."""
    if dtype is INDEX or dtype.is_float or dtype is BOOL or dtype.bits == 64:
        return text
    return f"(int64_t)({'u' if dtype.kind == 'uint' else ''}int{dtype.bits}_t)({text})"


def _convert(text: str, dtype: DType) -> str:
    if dtype is BOOL:
        return f"({text} != 0)"
    if dtype.is_float:
        return f"(float)({text})"
    return _narrow(f"(int64_t)({text})", dtype)


def _init_bits(value: float | int, dtype: DType) -> str:
    if dtype is FP32:
        return f"pto_bits({float_text(float(value), FP32)}f)"
    return f"pto_bits((int64_t){int(value)})"
