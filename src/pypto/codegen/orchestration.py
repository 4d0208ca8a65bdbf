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

from pypto.codegen.cpp_scalars import HALVES, PRELUDE, CppScalars, c_type, init_bits, unpack
from pypto.errors import InternalError, Span, UnsupportedFeatureError
from pypto.ir import arith
from pypto.ir.dtypes import TASK_ID
from pypto.ir.naming import FreeNames
from pypto.ir.nodes import (
    ArrayType,
    Assign,
    Block,
    Break,
    Call,
    Const,
    Continue,
    Eval,
    Expr,
    For,
    Function,
    If,
    Launch,
    Param,
    Return,
    ScalarType,
    Scope,
    Stmt,
    TaskIdType,
    TensorType,
    Var,
    While,
    walk,
)
from pypto.ir.ops import array, creation, layout, memory, scalar, shaping, system
from pypto.ir.ops.strides import strides_of

_EDGE = {"in": "PTO_IN", "out": "PTO_OUT", "inout": "PTO_INOUT", "none": "PTO_NO_DEP"}
_TEST = {
    scalar.EQ: "PTO_EQ", scalar.NE: "PTO_NE", scalar.LT: "PTO_LT", scalar.LE: "PTO_LE", scalar.GT: "PTO_GT",
    scalar.GE: "PTO_GE",
}  # fmt: skip


def emit_orchestration(function: Function, kernels: Mapping[str, int]) -> str:
    """C++ text of the entry; `kernels` numbers the core functions."""
    return _Emitter(function, kernels).run()


class _Emitter:
    def __init__(self, function: Function, kernels: Mapping[str, int]) -> None:
        self.function = function
        self.kernels = kernels
        self.locations: dict[tuple[str, int, int], int] = {}
        self.names: dict[Var, str] = {}
        self.scalars = CppScalars(self.name, self.location)
        self.free = FreeNames(("o",))
        self.body: list[str] = []
        self.indent = 1
        self.manual = False
        self.open_scopes: list[int] = [0]  # of each loop around: the runtime scopes that began inside it
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
                *([HALVES] if self.scalars.halves else []),
                "",
                'extern "C" PTO_EXPORT const pto_location pto_orchestrate_locations[] = {',
                *rows,
                "};",
                "",
                PRELUDE,
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
            self.names[var] = self.free.fresh(base)
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
            f"const {c_type(param.type.dtype)} {name} = {unpack(param.type.dtype, f'o->scalar(o->run, {index})')};"
        )
        self.line(f"(void){name};")

    # Expressions ----------------------------------------------------------------------------------------------------

    # Statements -----------------------------------------------------------------------------------------------------

    def block(self, block: Block) -> None:
        for stmt in block:
            self.stmt(stmt)

    def nested(self, block: Block) -> None:
        self.indent += 1
        self.block(block)
        self.indent -= 1

    def scoped(self, block: Block, span: Span | None) -> None:
        """A body or branch, in a runtime scope where the compiler places them and it holds anything."""
        held = self.function.auto_scope and not self.manual and any(_holds(stmt) for stmt in walk(block))
        self.indent += 1
        if held:
            self.enter(1, span)
        self.block(block)
        if held:
            self.leave(block)
        self.indent -= 1

    def enter(self, mode: int, span: Span | None) -> None:
        self.open_scopes[-1] += 1
        self.line(f"o->scope(o->run, {mode}, {self.location(span)});")

    def leave(self, block: Block) -> None:
        self.open_scopes[-1] -= 1
        if not (block and isinstance(block[-1], Break | Continue)):  # these have left it
            self.line("o->scope(o->run, 0, 0);")

    def declare_ahead(self, *blocks: Block) -> None:
        """Variables that several places assign are declared before the branch or loop that assigns them."""
        for block in blocks:
            for stmt in block:
                if isinstance(stmt, If):
                    self.declare_ahead(stmt.then, stmt.orelse)
                elif isinstance(stmt, For | While | Scope):
                    self.declare_ahead(stmt.body)
                elif isinstance(stmt, Assign) and stmt.target not in self.names:
                    if isinstance(stmt.target.type, ScalarType):
                        self.line(f"{c_type(stmt.target.type.dtype)} {self.name(stmt.target)} = 0;")
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
        elif isinstance(stmt, Scope):  # no C++ scope: names inside are visible after it
            self.line("// manual scope: deps= alone order its tasks" if stmt.manual else "// scope")
            outer, self.manual = self.manual, self.manual or stmt.manual
            self.enter(2 if stmt.manual else 1, stmt.span)
            self.block(stmt.body)
            self.leave(stmt.body)
            self.manual = outer
        elif isinstance(stmt, If):
            self.declare_ahead(stmt.then, stmt.orelse)
            self.line(f"if ({self.scalars.expr(stmt.condition)}) {{")
            self.scoped(stmt.then, stmt.span)
            if stmt.orelse:
                self.line("} else {")
                self.scoped(stmt.orelse, stmt.span)
            self.line("}")
        elif isinstance(stmt, While):
            self.declare_ahead(stmt.setup, stmt.body)
            self.line("for (;;) {")
            self.nested(stmt.setup)
            self.indent += 1
            self.line(f"if (!({self.scalars.expr(stmt.condition)})) break;")
            self.indent -= 1
            self.open_scopes.append(0)
            self.nested(stmt.body)
            self.open_scopes.pop()
            self.line("}")
        elif isinstance(stmt, Break | Continue):
            for _ in range(self.open_scopes[-1]):
                self.line("o->scope(o->run, 0, 0);")
            self.line("break;" if isinstance(stmt, Break) else "continue;")
        elif not isinstance(stmt, Return):
            raise InternalError(f"{type(stmt).__name__} in orchestration")

    def for_loop(self, loop: For) -> None:
        self.declare_ahead(loop.body)
        var = self.name(loop.var)
        start, stop, step = (self.scalars.expr(e) for e in (loop.start, loop.stop, loop.step))
        number = arith.as_int(arith.simplify(loop.step))
        if number == 0:
            raise UnsupportedFeatureError(
                "a loop needs a step other than 0", span=loop.span, code="loop-step"
            )
        if number is None:
            test = f"step_ > 0 ? {var} < stop_ : step_ < 0 && {var} > stop_"
        else:
            test = f"{var} {'<' if number > 0 else '>'} stop_"
        self.line("{")
        self.indent += 1
        self.line(f"const int64_t stop_ = {stop};")
        if number is None:
            self.line(f"const int64_t step_ = {step};")
            step = "step_"
        self.line(f"for (int64_t {var} = {start}; {test}; {var} += {step}) {{")
        self.open_scopes.append(0)
        self.scoped(loop.body, loop.span)
        self.open_scopes.pop()
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
            self.line(f"{c_type(target.type.dtype)} {name}[{target.type.extent}];")
            self.line(f"for (auto& element : {name}) element = {empty};")
            return
        if isinstance(target.type, TaskIdType):
            text = self.task_id(value)
            self.line(f"{name} = {text};" if known else f"int64_t {name} = {text};")
            return
        assert isinstance(target.type, ScalarType)
        text = self.scalars.expr(value)
        declare = "" if known else f"{c_type(target.type.dtype)} "
        self.line(f"{declare}{name} = {text};")
        if not known:
            self.line(f"(void){name};")

    def task_id(self, value: Expr) -> str:
        if isinstance(value, Call) and value.op is system.TASK_DUMMY:
            self.line(f"o->task(o->run, -1, 0, {self.location(value.span)});")
            self.dependencies(value.attrs["deps"] or ())
            return "o->join(o->run)"
        return self.scalars.expr(value)

    def dependencies(self, deps: Sequence[Expr]) -> None:
        for dep in deps:
            if isinstance(dep.type, ArrayType):
                self.line(f"for (int64_t task : {self.scalars.expr(dep)}) o->dep(o->run, task);")
            else:
                self.line(f"o->dep(o->run, {self.scalars.expr(dep)});")

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
        if value.op is creation.CREATE_TENSOR:
            dims = ", ".join(self.scalars.dim(d) for d in target.type.shape)
            init = value.attrs.get("init_value")
            has_init, bits = (0, "0") if init is None else (1, init_bits(init, target.type.dtype))
            flags = int(bool(value.attrs.get("manual_dep")))
            qualifier = "const " if target.type.strides is None else ""
            self.line(
                f"{qualifier}pto_view {name} = o->create(o->run, {target.type.dtype.code}, {target.type.rank}, "
                f"pto_index{{{{{dims}}}}}, {flags}, {has_init}, {bits}, {at});"
            )
            for axis, stride in enumerate(target.type.strides or ()):
                self.line(f"{name}.stride[{axis}] = {self.scalars.dim(stride)};")
            return
        source = value.args[0]
        assert isinstance(source, Var) and isinstance(source.type, TensorType)
        self.line(f"pto_view {name} = {self.name(source)};")
        if value.op is memory.SLICE:
            self.slice(name, value, source)
        elif value.op not in (shaping.RESHAPE, layout.TRANSPOSE):
            raise InternalError(f"no C++ form of pl.{value.op.name} in orchestration")
        self.line(f"{name}.rank = {target.type.rank};")
        for axis, (extent, stride) in enumerate(zip(target.type.shape, strides_of(target.type), strict=True)):
            self.line(
                f"{name}.shape[{axis}] = {self.scalars.dim(extent)}; {name}.stride[{axis}] = {self.scalars.dim(stride)};"
            )
        if target.type.valid is not None:
            self.clip(name, value, source)

    def clip(self, name: str, call: Call, source: Var) -> None:
        """A window may leave its source where it holds no data: what a task is given lies in memory."""
        held = self.name(source)
        if call.op is memory.SLICE:
            dropped = call.attrs.get("drop_dims") or ()
            kept = [axis for axis in range(len(call.attrs["shape"])) if axis not in dropped]
            for axis, old in enumerate(kept):
                rest = f"{held}.shape[{old}] - {self.scalars.dim(call.attrs['offset'][old])}"
                self.line(f"if ({rest} < {name}.shape[{axis}]) {name}.shape[{axis}] = {rest};")
        elif call.op is layout.TRANSPOSE:
            assert isinstance(source.type, TensorType)
            first, second = layout.axes_of(source.type.rank, call.attrs["axis1"], call.attrs["axis2"])
            self.line(f"{name}.shape[{first}] = {held}.shape[{second}];")
            self.line(f"{name}.shape[{second}] = {held}.shape[{first}];")
        else:
            count = " * ".join(f"{held}.shape[{axis}]" for axis in range(len(source.type.shape)))  # type: ignore[attr-defined]
            self.line(f"pto_clip(&{name}, {count});")

    def slice(self, name: str, call: Call, source: Var) -> None:
        """Moves the start; a window of which what holds data leaves its source stops the run."""
        assert isinstance(source.type, TensorType) and isinstance(call.type, TensorType)
        dropped, held = call.attrs.get("drop_dims") or (), iter(call.type.valid_shape)
        for axis, offset in enumerate(call.attrs["offset"]):
            start, size = self.scalars.dim(offset), self.scalars.dim(1 if axis in dropped else next(held))
            self.line(
                f"if ({start} < 0 || {start} + {size} > {self.name(source)}.shape[{axis}]) {{ "
                f"o->fail(o->run, {axis}, {start}, {size}, {self.location(call.span)}); return; }}"
            )
            self.line(f"{name}.offset += {start} * {self.name(source)}.stride[{axis}];")

    def effect(self, stmt: Eval) -> None:
        value = stmt.value
        if isinstance(value, Call) and value.op is array.UPDATE_ELEMENT:
            assert value.args[2] is not None
            self.line(f"{self.scalars.element(value)} = {self.scalars.expr(value.args[2])};")
            return
        if isinstance(value, Call) and value.op is memory.WRITE:
            target, number = value.args
            assert isinstance(target, Var) and number is not None and isinstance(target.type, TensorType)
            index = ", ".join(self.scalars.dim(d) for d in value.attrs["offset"])
            dtype = target.type.dtype
            if isinstance(number, Const) and isinstance(number.type, ScalarType):
                number = Const(number.value, ScalarType(dtype), number.span)
            self.line(
                f"o->write(o->run, &{self.name(target)}, pto_index{{{{{index}}}}}, {self.scalars.bits(number)}, "
                f"{self.location(value.span)});"
            )
            return
        if isinstance(value, Call) and value.op in (memory.DIM, system.DUMP_TAG):
            return
        raise InternalError(f"no C++ form of the statement {value}")

    def predicate(self, test: Call) -> None:
        """What decides, when the task is ready, whether it runs."""
        read, number = test.args
        assert isinstance(read, Call) and isinstance(read.args[0], Var) and isinstance(number, Const)
        index = ", ".join(self.scalars.dim(d) for d in read.attrs["offset"])
        self.line(
            f"o->predicate(o->run, &{self.name(read.args[0])}, pto_index{{{{{index}}}}}, {_TEST[test.op]}, "
            f"{number.value}LL, {self.location(test.span)});"
        )

    def launch(self, launch: Launch) -> None:
        blocks = "1" if launch.blocks is None else self.scalars.expr(launch.blocks)
        kernel = self.kernels[launch.function]
        self.line(f"o->task(o->run, {kernel}, {blocks}, {self.location(launch.span)});  // {launch.function}")
        edges = iter(launch.directions)
        for arg in launch.args:
            if isinstance(arg.type, TensorType):
                self.line(f"o->tensor(o->run, &{self.scalars.expr(arg)}, {_EDGE[next(edges)]});")
            else:
                self.line(f"o->value(o->run, {self.scalars.bits(arg)});")
        for extent in launch.extents:
            self.line(f"o->value(o->run, {self.scalars.bits(extent)});")
        self.dependencies(launch.deps)
        if "dumps" in launch.attrs:
            self.line(f"o->dump(o->run, {sum(1 << n for n in launch.attrs['dumps'])}u);")
        if "predicate" in launch.attrs:
            self.predicate(launch.attrs["predicate"])
        if launch.task is None:
            self.line("o->submit(o->run);")
            return
        known = launch.task in self.names
        self.line(f"{'' if known else 'int64_t '}{self.name(launch.task)} = o->submit(o->run);")
        self.line(f"(void){self.name(launch.task)};")


def _holds(stmt: Stmt) -> bool:
    """Whether a statement makes something that a runtime scope holds: a task, or a scratch tensor."""
    if isinstance(stmt, Assign) and isinstance(stmt.value, Call):
        return stmt.value.op in (creation.CREATE_TENSOR, system.TASK_DUMMY)
    return isinstance(stmt, Launch)
