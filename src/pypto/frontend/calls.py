# SPDX-License-Identifier: Apache-2.0
"""Calls of operations and of the small functions of the language.

    pl.add(x[0:16, :], 2)  ->  t_1 = slice(x, [16, 64], [0, 0]); adds(t_1, 2)

A call is bound to the parameters of the operation's row, `resolve` picks the row for the operands, and the row's
type rule accepts or refuses them. A pure call is returned unassigned, so that an assignment can name its variable.
"""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from pypto.errors import InvalidOperationError
from pypto.frontend import constructs as c
from pypto.frontend.clones import expand_clone
from pypto.frontend.crossings import peer_name, take_annotation
from pypto.frontend.expressions import BUILTINS, INSTEAD, is_language
from pypto.frontend.promotion import promoted
from pypto.frontend.source import KernelFunction
from pypto.frontend.state import (
    Value,
    describe,
    is_array,
    is_global,
    is_number,
    is_scalar,
    nearest,
    plain_number,
    static_number,
)
from pypto.frontend.tasks import Tasks
from pypto.ir import arith
from pypto.ir.dtypes import INDEX, INT32, DType
from pypto.ir.enums import AtomicType, Mem, SplitMode
from pypto.ir.nodes import (
    Call,
    Const,
    Eval,
    Expr,
    ScalarType,
    TensorType,
    TileType,
    TupleType,
    Type,
    Var,
)
from pypto.ir.ops import array, dispatch, gather, indexed, layout, memory, pipe, scatter, system, transfer
from pypto.ir.ops import scalar as scalar_ops
from pypto.ir.ops.table import REQUIRED, Bound, Op, OpError, Param, Trait

MOST_ENTRIES = 100_000  # of a range that is known while the kernel is read

GLOBAL_OPERANDS: frozenset[tuple[str, str]] = frozenset(
    {
        ("slice", "input"), ("read", "src"), ("write", "dst"), ("assemble", "target"), ("dim", "tensor"),
        ("load", "tensor"), ("store", "output_tensor"), ("gather_row", "src"), ("gather_row", "dst"),
        ("paged_gather", "src"), ("paged_gather", "indices"), ("paged_gather", "block_table"),
        ("mgather", "mem"), ("mgather", "idx"), ("mgather", "scratch"), ("mscatter", "output_tensor"),
        ("expand_clone", "target"),
        ("cacheinvalid", "tensor"), ("syncall", "gm_workspace"), ("set_ffts", "workspace"),
    }
)  # fmt: skip
"""Operands that stay in global memory inside a region; every other one is copied on chip first."""

PAIRS = frozenset({gather.GATHER, gather.GATHER_COMPARE})
"""Operations that may give two values: what was found, and how much."""

LIBRARIES = frozenset({"torch", "numpy", "jax", "triton", "cupy", "scipy"})
"""Packages whose functions on arrays have counterparts in kernels."""

MEMORY_OPERANDS = frozenset({"tensor", "mem"})
"""First operands of tile operations that are tensors."""

PLACES = (c.Tensor, c.TensorView, c.TileView, c.MemRef)
"""Classes that annotations call."""

COMPUTES = frozenset({Trait.VECTOR, Trait.CUBE, Trait.MTE})
"""Operations that run on a core."""


def is_tile_only(op: Op) -> bool:
    """Whether an operation has no tensor form."""
    return "tile" in op.namespaces and "tensor" not in op.namespaces and op not in pipe.NAMED


def _other_level(op: Op, wanted: str) -> str:
    if wanted == "tensor" or "tensor" in op.namespaces:
        return f"write pl.{op.name}"
    return "load it first: pl.load(x, offsets, shapes)"


class Calls(Tasks):
    """Lowers calls that stand in expressions."""

    expected: tuple[Any, ast.expr] | None = None  # the annotation of the target of the statement

    def call(self, node: ast.Call) -> Value:
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("get_byte", "bind_dynamic"):
            base = self.expr(node.func.value)
            if isinstance(base, DType) and node.func.attr == "get_byte":
                return base.get_byte()
            if is_array(base) and node.func.attr == "bind_dynamic":
                self.syntax(
                    "bind_dynamic is a statement of its own: x.bind_dynamic(0, T)", node, code="dynamic-form"
                )
        if not isinstance(node.func, ast.Name | ast.Attribute):
            self.unsupported(f"unsupported function call `{self.quote(node)}`", node, code="function-call")
        if self.is_method(node.func):
            self.unsupported(
                f"`{self.quote(node.func)}` is called inside an expression",
                node,
                f"give the result a name on a line of its own: y = {self.quote(node)}",
                code="nested-call",
            )
        function = self.callee_value(node.func)
        if isinstance(function, Op):
            return self.operation(function, node)
        if isinstance(function, c.Construct):
            return self.construct(function, node)
        if isinstance(function, KernelFunction) and function.source.options.get("macro"):
            return self.right_side(node)
        if isinstance(function, KernelFunction):
            self.unsupported(
                f"`{self.quote(node.func)}` is called inside an expression",
                node,
                f"give the result a name on a line of its own: y = {self.quote(node)}",
                code="nested-call",
            )
        if function in PLACES:
            return self.place_of(function, node)
        if function is c.dynamic:
            self.syntax(
                "pl.dynamic stands alone on the right of an assignment",
                node,
                'write: T = pl.dynamic("T")',
                code="dynamic-form",
            )
        if any(function is known for known in BUILTINS.values()):
            return self.builtin(function, node)
        if isinstance(function, DType):
            self.unsupported(
                f"`{self.quote(node)}` is not a conversion",
                node,
                f"write pl.cast(x, pl.{function})",
                code="function-call",
            )
        if callable(function) and not isinstance(function, Expr):
            self.unsupported(
                f"unsupported function call `{self.quote(node)}`: `{self.quote(node.func)}` is a Python function",
                node,
                "decorate it with @pl.jit.inline, or compute the number at module level",
                code="function-call",
            )
        self.unsupported(
            f"unsupported function call `{self.quote(node)}`: not a function", node, code="function-call"
        )

    def place_of(self, function: Any, node: ast.Call) -> Value:
        """`pl.TensorView(...)`, `pl.TileView(...)`, `pl.MemRef(...)`, and `pl.Tensor(shape, dtype)` as a type."""
        if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
            self.unsupported(
                "starred arguments are not part of the kernel language", node, code="argument-list"
            )
        args = [self.plain_value(a) for a in node.args]
        keywords = {str(k.arg): self.plain_value(k.value) for k in node.keywords}
        return self.written(node, lambda: function(*args, **keywords))

    def plain_value(self, node: ast.expr) -> Value:
        """A value whose constants are Python numbers."""
        value = self.settled(node)
        number = static_number(value)
        if number is not None:
            return number
        if not isinstance(value, tuple):
            return value
        return tuple(v if (n := static_number(v)) is None else n for v in value)

    def written(self, node: ast.AST, make: Any) -> Any:
        """What a class of the language makes of its arguments; its complaint stands at the call."""
        try:
            return make()
        except c.ViewError as error:
            self.type_error(error.message, node, error.help, code=error.code)
        except TypeError as error:
            self.type_error(str(error), node, code="annotation")

    def callee_value(self, node: ast.Name | ast.Attribute) -> Value:
        """What a call calls; functions of Python modules and objects are refused by their own name."""
        if isinstance(node, ast.Attribute):
            root: ast.expr = node.value
            while isinstance(root, ast.Attribute):
                root = root.value
            library = self.expr(root) if isinstance(root, ast.Name) else None
            if isinstance(library, ModuleType) and library.__name__.split(".")[0] in LIBRARIES:
                help = self.function_for(node.attr)
                if "compose" not in help:
                    help += f"; numbers are computed at module level: VALUE = {self.quote(node)}(...)"
                self.unsupported(
                    f"unsupported function call: `{self.quote(node)}` is a Python function",
                    node,
                    help,
                    code="function-call",
                )
            base = self.expr(node.value)
            if isinstance(base, ModuleType) and isinstance(vars(base).get(node.attr), KernelFunction):
                self.unsupported(
                    f"kernel functions are called by their bare name, found `{self.quote(node)}`",
                    node,
                    f"from {base.__name__} import {node.attr}",
                    code="function-call",
                )
            ours = is_language(base) or isinstance(base, c.Namespace | Expr | DType | type)
            if not ours and not (isinstance(base, ModuleType) and base.__name__ == "pypto"):
                self.unsupported(
                    f"unsupported function call: `{self.quote(node)}` is a Python function",
                    node,
                    f"compute it at module level and use the name in the kernel: VALUE = {self.quote(node)}(...)",
                    code="function-call",
                )
        return self.expr(node)

    def builtin(self, function: Any, node: ast.Call) -> Value:
        """A Python function on values that are known while the kernel is read."""
        name = function.__name__
        if function in (isinstance, type):
            return self.kind_of(function, node)
        values = []
        for item in node.args:
            value = self.settled(item)
            number = static_number(value)
            if number is not None:
                value = number
            elif isinstance(value, tuple) and name != "len":
                numbers = [static_number(v) for v in value]
                value = tuple(numbers) if None not in numbers else None
            elif not isinstance(value, tuple | str):
                value = None
            if value is None:
                self.unsupported(
                    f"`{name}` works on values that are known while the kernel is read, `{self.quote(item)}` is not",
                    node,
                    INSTEAD.get(name),
                    code="not-static",
                )
            values.append(value)
        if node.keywords:
            self.unsupported(
                f"keywords of `{name}` are not part of the kernel language", node, code="argument-list"
            )
        result = self.python(node, lambda: function(*values))
        if isinstance(result, range) and abs(result.stop - result.start) // abs(result.step) > MOST_ENTRIES:
            self.type_error(
                f"`{self.quote(node)}` has more than {MOST_ENTRIES} entries", node, code="number-range"
            )
        return tuple(result) if isinstance(result, list | range) else result

    def kind_of(self, function: Any, node: ast.Call) -> Value:
        """`isinstance(N, int)`, `type(N)`, of values that are known while the kernel is read."""
        if len(node.args) != (2 if function is isinstance else 1) or node.keywords:
            form = "isinstance(N, int)" if function is isinstance else "type(N)"
            self.syntax(f"`{function.__name__}` is written {form}", node, code="argument-list")
        first = node.args[0]
        value = self.settled(first)
        if isinstance(first, ast.Name) and first.id not in self.env and isinstance(value, tuple):
            value = self.kernel.lookup(first.id)  # a list from outside is a tuple inside
        number = static_number(value)
        value = value if number is None else number
        if isinstance(value, Expr | c.DynamicDim):
            self.unsupported(
                f"`{function.__name__}` works on values that are known while the kernel is read, "
                f"`{self.quote(first)}` is not",
                node,
                code="not-static",
            )
        if function is type:
            return type(value)
        kinds = self.expr(node.args[1])
        return self.python(node, lambda: isinstance(value, kinds))

    def construct(self, function: c.Construct, node: ast.Call) -> Value:
        if function is c.CONST:
            return self.const(node)
        if function is c.YIELD:
            values = tuple(self.settled(a) for a in node.args)
            return values[0] if len(values) == 1 else values
        if function is c.TASK_INVALID:
            return self.constant(ast.copy_location(ast.Constant(None), node))
        if function is c.NO_DEP:  # beside a kernel's argument it leaves tracking; elsewhere it is its operand
            return self.settled(self.exempted(node))
        if function in c.PREFETCHES:
            return self.prefetch(function, node)
        if function in c.LOOPS or function in (c.SPMD, c.SPLIT_AIV):
            self.syntax(
                f"pl.{function.name} belongs in a for statement",
                node,
                f"for i in pl.{function.name}(...):",
                code="misplaced-construct",
            )
        if function in (c.SUBMIT, c.SPMD_SUBMIT):
            how = f"y, task = pl.{function.name}(kernel, x, y)"
            self.syntax(
                f"pl.{function.name} stands alone on the right of an assignment",
                node,
                how,
                code="misplaced-construct",
            )
        if function is c.WHILE:
            self.syntax(
                "pl.while_ belongs in a for statement",
                node,
                "for (a,) in pl.while_(init_values=(a0,)):",
                code="misplaced-construct",
            )
        if function in (c.AT, c.SCOPE, c.MANUAL_SCOPE):
            self.syntax(
                f"pl.{function.name} belongs in a with statement",
                node,
                f"with pl.{function.name}(...):",
                code="misplaced-construct",
            )
        self.syntax(f"pl.{function.name} cannot stand here", node, code="misplaced-construct")

    def exempted(self, node: ast.Call) -> ast.expr:
        """The operand of pl.no_dep."""
        if len(node.args) != 1 or node.keywords:
            self.syntax("pl.no_dep takes one tensor", node, "kernel(pl.no_dep(x), y)", code="argument-list")
        return node.args[0]

    @abstractmethod
    def prefetch(self, function: c.Construct, node: ast.Call) -> Value:
        """What an operation of pl.prefetch gives."""

    def const(self, node: ast.Call) -> Const:
        if len(node.args) != 2 or node.keywords:
            self.syntax(
                "pl.const takes a number and an element type",
                node,
                "pl.const(7, pl.INT32)",
                code="const-form",
            )
        value, dtype = self.expr(node.args[0]), self.expr(node.args[1])
        if not is_number(value):
            self.syntax(
                f"pl.const takes a number, `{self.quote(node.args[0])}` is {describe(value)}",
                node.args[0],
                code="const-form",
            )
        if not isinstance(dtype, DType):
            self.type_error(
                f"an element type is expected, found {describe(dtype)}",
                node.args[1],
                "such as pl.INT32",
                code="argument-type",
            )
        self.number_fits(value, dtype, node)
        return Const(self.wrapped(value, dtype), ScalarType(dtype), self.span(node))

    # Operations

    def operation(self, op: Op, node: ast.Call) -> Value:
        spelling = self.spelling(node.func)
        if op is system.TASK_DUMMY:
            return self.task_dummy(node)
        level = self.level(node.func)
        expected, self.expected = self.expected, None
        bound, nodes = self.bind(op, spelling, node, level)
        if op in pipe.MOVES and isinstance(bound["split"], SplitMode):
            bound["split"] = bound["split"].value
        if op in pipe.POPS:
            take_annotation(self, bound, nodes, spelling, expected, self.span(node))
        if op in pipe.OPENS:
            for name in ("c2v_consumer_buf", "v2c_consumer_buf"):
                if name not in nodes:
                    bound[name] = Const(0, ScalarType(INT32), self.span(node))
        self.check_level(op, bound, nodes, level, spelling, node)
        if op is array.UPDATE_ELEMENT:
            return self.update_element(bound, nodes, node)
        if op in (pipe.AIV_SHARD, pipe.AIC_GATHER):
            self.lane_terms(bound, nodes, spelling, node)
        if op is memory.DIM:
            return self.dimension(bound, spelling, node)
        made = level or ("tile" if is_tile_only(op) else None)
        return self.apply(op, bound, nodes, spelling, node, tile=made == "tile")

    def level(self, node: ast.expr) -> str | None:
        """The level that a spelling names: `pl.tile.add` is of tiles, `pl.add` of what its operands are."""
        if isinstance(node, ast.Attribute):
            base = self.expr(node.value)
            if isinstance(base, c.Namespace) and base.name in ("tensor", "tile"):
                return base.name
        return None

    def check_level(
        self,
        op: Op,
        bound: Mapping[str, Any],
        nodes: Mapping[str, ast.expr],
        level: str | None,
        spelling: str,
        node: ast.AST,
    ) -> None:
        """The operands are of the level of the spelling, and parameters of one level only stand with it."""
        first = next((p for p in op.params if p.kind == "operand"), None)
        given = bound[first.name].type if first is not None and isinstance(bound[first.name], Expr) else None
        if first is None or first.name in MEMORY_OPERANDS or not isinstance(given, TensorType | TileType):
            return
        found = "tile" if isinstance(given, TileType) else "tensor"
        wanted = level or ("tile" if is_tile_only(op) else None)
        operands = tuple(bound[p.name] for p in op.value_params)
        where = tuple(nodes.get(p.name) for p in op.value_params)
        if wanted is not None and wanted != found:
            error = OpError(
                f"{spelling} takes {wanted}s, `{first.name}` is a {found} ({given})",
                _other_level(op, wanted),
                "level-mix",
            )
            raise self.operation_error(error, spelling, operands, where, node)
        for param in op.params:
            if param.level in (None, found) or bound[param.name] == param.default:
                continue
            error = OpError(
                f"`{param.name}` is for {param.level}s", f"leave it out with {found}s", "level-mix"
            )
            raise self.operation_error(error, spelling, operands, where, node)

    @abstractmethod
    def lane_terms(
        self, bound: dict[str, Any], nodes: dict[str, ast.expr], spelling: str, node: ast.Call
    ) -> None:
        """How a named crossing between the cores is divided."""

    def spelling(self, node: ast.expr) -> str:
        """How the operation was written, with `pl` as the prefix whatever the module was imported as."""
        text = self.quote(node)
        head, dot, tail = text.partition(".")
        return f"pl.{tail}" if dot else f"pl.{head}"

    def bind(
        self, op: Op, spelling: str, node: ast.Call, level: str | None = None
    ) -> tuple[dict[str, Any], dict[str, ast.expr]]:
        """Arguments by parameter name, converted to what the parameter's kind asks for."""
        given: dict[str, ast.expr] = {}
        accepted = [p for p in op.params if level is None or p.level in (None, level)]
        names = [n for n in positional(op, node) if any(p.name == n for p in accepted)]
        limit = sum(p in accepted for p in op.params[: op.positional])
        by_name = {alias: p.name for p in accepted for alias in (p.name, *p.aliases)}
        for position, item in enumerate(node.args):
            if isinstance(item, ast.Starred):
                self.unsupported(
                    "a starred argument is not part of the kernel language",
                    item,
                    "write the arguments out",
                    code="argument-list",
                )
            if position >= len(names):
                self.invalid(
                    f"{spelling} takes {len(names)} argument{'s' * (len(names) != 1)}, found {len(node.args)}",
                    item,
                    f"its parameters are {', '.join(names)}" if names else None,
                    code="argument-list",
                )
            if position >= limit:
                self.invalid(
                    f"{spelling} takes {limit} argument(s) by position",
                    item,
                    f"write {names[position]}={self.quote(item)}",
                    code="argument-list",
                )
            given[names[position]] = item
        for keyword in node.keywords:
            if keyword.arg is None:
                self.unsupported(
                    "`**` arguments are not part of the kernel language", keyword.value, code="argument-list"
                )
            name = by_name.get(keyword.arg)
            if name is None:
                near = nearest(keyword.arg, by_name)
                self.invalid(
                    f"{spelling} has no parameter `{keyword.arg}`",
                    keyword.value,
                    f"did you mean `{near}`?" if near else f"its parameters are {', '.join(names)}",
                    code="argument-list",
                )
            if name in given:
                self.invalid(f"{spelling} got `{name}` twice", keyword.value, code="argument-list")
            given[name] = keyword.value
        bound: dict[str, Any] = {}
        params = {p.name: p for p in op.params}
        for name, item in given.items():  # in source order, so that effects keep theirs
            bound[name] = self.argument(op, params[name], item)
        for param in op.params:
            if param.name not in bound:
                if param.default is REQUIRED:
                    self.invalid(
                        f"{spelling} needs `{param.name}`",
                        node,
                        f"its parameters are {', '.join(names)}",
                        code="argument-list",
                    )
                bound[param.name] = param.default
        if op is indexed.MGATHER and bound["target_memory"] is not Mem.Mat and "idx" in given:
            bound["idx"] = self.on_chip(bound["idx"], given["idx"])  # into Mat it is read where it lies
        return {p.name: bound[p.name] for p in op.params}, given

    def argument(self, op: Op, param: Param, node: ast.expr) -> Any:
        if param.kind == "operand":
            return self.operand(
                node, keep=(op.name, param.name) in GLOBAL_OPERANDS, optional=param.default is None
            )
        if param.kind in ("scalar", "value"):
            value = self.settled(node)
            if isinstance(value, c.DynamicDim):
                value = self.symbol(value, node)
            if is_number(value):
                return self.literal(value)
            if isinstance(value, Expr):
                return self.on_chip(value, node) if is_array(value) else value
            self.type_error(
                f"`{param.name}` must be a scalar, `{self.quote(node)}` is {describe(value)}",
                node,
                code="argument-type",
            )
        if param.name == "peer_func":
            return peer_name(self, node)
        value = self.settled(node)
        if param.kind == "dims":
            if isinstance(value, Const) and value.value is None and param.default is None:
                return None
            dims = self.dims(value, node, f"`{param.name}`")
            return self.spelled_out(dims) if param.name in ("shape", "valid_shape") else dims
        if param.kind == "dtype":
            if isinstance(value, DType) or (
                param.default is None and isinstance(value, Const) and value.value is None
            ):
                return value if isinstance(value, DType) else None
            self.type_error(
                f"`{param.name}` must be an element type, `{self.quote(node)}` is {describe(value)}",
                node,
                "such as pl.FP32",
                code="argument-type",
            )
        known = self.static(value, node, param.name)
        flag = isinstance(param.default, bool)
        if callable(known) or (flag and not isinstance(known, bool)):
            wanted = "True or False" if flag else "a plain value"
            self.type_error(
                f"`{param.name}` must be {wanted}, `{self.quote(node)}` is {describe(value)}",
                node,
                code="argument-type",
            )
        return known

    def static(self, value: Value, node: ast.expr, name: str) -> Any:
        """A plain Python value for a parameter that shapes the code."""
        if isinstance(value, Const):
            return value.value
        if isinstance(value, tuple):
            return tuple(self.static(v, node, name) for v in value)
        if isinstance(value, Expr):
            self.type_error(
                f"`{name}` must be known while the kernel is read, `{self.quote(node)}` is {describe(value)}",
                node,
                code="not-static",
            )
        return value

    def operand(self, node: ast.expr, *, keep: bool = False, optional: bool = False) -> Any:
        """A tensor or tile as a variable; global memory is copied on chip in a region unless `keep`."""
        value = self.expr(node)
        if is_number(value):
            return self.literal(value)
        if isinstance(value, c.DynamicDim):
            return self.symbol(value, node)
        if not isinstance(value, Expr):
            self.type_error(
                f"a tensor is expected, `{self.quote(node)}` is {describe(value)}",
                node,
                plain_number(value, self.quote(node)),
                code="argument-type",
            )
        if optional and isinstance(value, Const) and value.value is None:
            return None
        if is_scalar(value):
            return self.scalar_value(value, node)
        if isinstance(value, Call):
            value = self.temporary(value, self.span(node))
        return value if keep else self.on_chip(value, node)

    def on_chip(self, value: Expr, node: ast.expr) -> Expr:
        """Inside a region, a whole tensor of global memory as an on-chip value."""
        if self.region is None or not is_global(value):
            return value
        type_ = value.type
        assert isinstance(type_, TensorType)
        whole = {"input": value, "shape": type_.shape, "offset": (0,) * type_.rank}
        bound = {p.name: whole.get(p.name, p.default) for p in memory.SLICE.params}
        try:
            result = memory.SLICE.infer(Bound(bound, True))
        except OpError:
            raise self.error(
                InvalidOperationError,
                f"`{self.quote(node)}` is a whole tensor whose extents are known at run time only",
                node,
                help=f"take a window of static shape: {self.quote(node)}[r : r + 16, :]",
                notes=[f"{self.quote(node)} is {type_}"],
                code="not-static",
            ) from None
        return self.temporary(self.make_call(memory.SLICE, bound, result, self.span(node)), self.span(node))

    def make_call(self, op: Op, bound: Mapping[str, Any], type_: Type, span: Any) -> Call:
        """The node of a bound call: value operands in `args`, everything else in `attrs`."""
        args = [bound[p.name] for p in op.value_params]
        while args and args[-1] is None:
            args.pop()
        values = {p.name for p in op.value_params}
        attrs = {p.name: bound[p.name] for p in op.params if p.name not in values}
        return Call(op, tuple(args), attrs, type_, span)

    def apply(
        self,
        op: Op,
        bound: dict[str, Any],
        nodes: Mapping[str, ast.expr],
        spelling: str,
        node: ast.AST,
        *,
        tile: bool = False,
    ) -> Value:
        """Choose the row for the operands, infer the type, and emit what has an effect."""
        span = self.span(node)
        operands = tuple(bound[p.name] for p in op.value_params)
        operand_nodes = tuple(nodes.get(p.name) for p in op.value_params)
        try:
            if self.region is not None and op.promotes:
                bound = promoted(self, op, bound, span)
                operands = tuple(bound[p.name] for p in op.value_params)
            row, args = dispatch.resolve(op, operands)
            if row is not op:
                bound = {
                    **{p.name: bound.get(p.name, p.default) for p in row.params},
                    **{p.name: a for p, a in zip(row.value_params, args, strict=False)},
                }
            if self.region is None and row.traits & COMPUTES and not row.has(Trait.CONTROL):
                raise self.misplaced(row, spelling, node)
            if row.has(Trait.SCALAR) and row.has(Trait.PURE):
                return self.scalar_operation(row, bound, spelling, node)
            for p in row.value_params:
                if p.kind == "scalar" and isinstance(bound[p.name], Expr) and is_array(bound[p.name]):
                    raise OpError(
                        f"`{p.name}` must be a scalar, found {bound[p.name].type}", code="argument-type"
                    )
            if row is memory.SET_VALIDSHAPE:  # extents are INDEX wherever they are given
                for name in ("valid_rows", "valid_cols"):
                    if is_scalar(bound[name]) and bound[name].type.dtype.is_int:
                        bound[name] = self.retyped(bound[name], INDEX)
            type_ = row.infer(Bound(bound, self.region is not None, tile))
        except OpError as error:
            raise self.operation_error(error, spelling, operands, operand_nodes, node) from None
        if row is memory.SLICE and self.region is None and self.covers(bound):
            return bound["input"]
        if row is layout.VIEW:
            shape = bound["tensor"].type.shape if bound["shape"] is None else bound["shape"]
            return Call(memory.RESHAPE, (bound["tensor"],), {"shape": tuple(shape)}, type_, span)
        if row is layout.EXPAND_CLONE:
            return expand_clone(self, bound, span)
        call = self.make_call(row, bound, type_, span)
        if row is memory.ASSEMBLE:
            return self.assemble(call, spelling, node, (nodes.get("target"), nodes.get("source")))
        if row in (transfer.STORE, indexed.MSCATTER):
            self.effect(call, span)
            return bound["output_tensor"]
        if row in PAIRS and "counts" in nodes:
            self.invalid(
                f"{spelling} has no parameter `counts`",
                nodes["counts"],
                "it gives indices and counts",
                code="argument-list",
            )
        if row in PAIRS and gather.is_comparison(bound):
            counts = {**bound, "counts": True}
            other = self.make_call(row, counts, row.infer(Bound(counts, True)), span)
            return self.temporary(call, span), self.temporary(other, span)
        if row is memory.WRITE:
            return self.write(call, node)
        if type_ == TupleType(()):
            self.effect(call, span)
            return None
        return call

    def covers(self, bound: Mapping[str, Any]) -> bool:
        """Whether a slice in orchestration is the whole tensor."""
        type_ = bound["input"].type
        return (
            not bound["drop_dims"]
            and bound["valid_shape"] is None
            and all(arith.as_int(o) == 0 for o in bound["offset"])
            and all(arith.same(a, b) for a, b in zip(bound["shape"], type_.shape, strict=True))
        )

    def misplaced(self, row: Op, spelling: str, node: ast.AST) -> Any:
        name = spelling.rpartition(".")[2]
        return self.error(
            InvalidOperationError,
            f"Misplaced tensor op '{name}': {spelling} computes, and this code only decides what runs",
            node,
            help="wrap it in a region: with pl.at(level=pl.Level.CORE_GROUP):",
            code="misplaced",
        )

    def scalar_operation(self, row: Op, bound: Mapping[str, Any], spelling: str, node: ast.AST) -> Expr:
        """`pl.min`, `pl.max` and `pl.cast` of scalars."""
        if row is not scalar_ops.CAST:
            for p in row.value_params:
                if not is_scalar(bound[p.name]):
                    raise OpError(
                        f"`{p.name}` must be a scalar, found {describe(bound[p.name])}",
                        f"on tensors use pl.{row.name}imum(a, b)" if row.name in ("min", "max") else None,
                        code="argument-type",
                    )
            return self.scalar_call(row, spelling, tuple(bound[p.name] for p in row.value_params), node)
        value, target = bound["value"], bound["target_type"]
        type_ = row.infer(Bound(bound, self.region is not None))
        if value.type == type_:
            return value
        if isinstance(value, Const):
            assert row.reference is not None and value.value is not None
            folded = self.python(node, lambda: row.reference(value.value, target))  # type: ignore[misc]
            return Const(self.wrapped(folded, target), type_, self.span(node))
        return Call(row, (value,), {"target_type": target}, type_, self.span(node))

    def dimension(self, bound: Mapping[str, Any], spelling: str, node: ast.AST) -> Expr:
        """`pl.dim` is the extent that the type holds."""
        try:
            memory.DIM.infer(Bound(bound))
        except OpError as error:
            raise self.operation_error(error, spelling, (bound["tensor"],), (), node) from None
        return arith.to_expr(bound["tensor"].type.shape[bound["axis"]])

    # Effects

    def assemble(self, call: Call, spelling: str, node: ast.AST, nodes: tuple[ast.expr | None, ...]) -> Value:
        """Write `source` into `target`: global memory keeps its variable, an on-chip target becomes a new value."""
        target, source = call.args
        assert isinstance(target, Var) and isinstance(source, Var)
        self.check_storable(source, target, spelling, node, nodes)
        if is_global(target):
            self.emit(Eval(call, self.span(node)))
            return target
        if call.attrs["atomic"] is not AtomicType.None_:
            self.invalid("atomic adds go to global memory", node, code="atomic")
        return call

    def check_storable(
        self, source: Var, target: Var, spelling: str, node: ast.AST, nodes: tuple[ast.expr | None, ...]
    ) -> None:
        from_, to = source.type.dtype, target.type.dtype  # type: ignore[attr-defined]
        accumulator = isinstance(source.type, TileType) and source.type.space == "Acc"
        cube = source in self.session.cube or accumulator
        if not memory.storable(from_, to, cube):
            error = OpError(
                f"a {from_} value cannot be stored into a {to} tensor",
                f"convert it: pl.cast(v, pl.{to})",
                "dtype-mismatch",
            )
            raise self.operation_error(error, spelling, (target, source), nodes, node)

    def write(self, call: Call, node: ast.AST) -> Value:
        target, value = call.args
        assert isinstance(target, Var) and value is not None
        dtype = target.type.dtype  # type: ignore[attr-defined]
        if isinstance(value, Const):
            self.number_fits(value.value, dtype, node)
            call = Call(call.op, (target, self.retyped(value, dtype)), call.attrs, call.type, call.span)
        self.effect(call, self.span(node))
        return None


def positional(op: Op, node: ast.Call) -> list[str]:
    """The parameters in the order of positional arguments; `scatter_update` may have its `dim` second."""
    names = [p.name for p in op.params]
    if op is scatter.SCATTER_UPDATE:
        given = {k.arg for k in node.keywords}
        behind = len({"index", "src"} - given)  # of the positional arguments after `input`
        if "dim" not in given and len(node.args) == behind + 2:
            names = ["input", "dim", "index", "src"]
    return names
