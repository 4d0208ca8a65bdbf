# SPDX-License-Identifier: Apache-2.0
"""Calls of a driver: programs of ranks, helpers that are read where they are called, and what it cannot call."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from pypto.errors import (
    ArgumentError,
    CallCycleError,
    HostValueError,
    LevelError,
    Span,
    UndefinedVariableError,
    UserError,
)
from pypto.frontend import constructs as c
from pypto.frontend import host_names as h
from pypto.frontend.arguments import RUNTIME_SCALAR, ArgumentInfo, fit
from pypto.frontend.exact_source import mark
from pypto.frontend.functions import FunctionSource, TextSource
from pypto.frontend.host_entries import Entries, Entry
from pypto.frontend.host_numbers import HostExpressions
from pypto.frontend.host_values import (
    NUMERIC,
    BufferName,
    Entity,
    HostTensor,
    Numbers,
    Unknown,
    WindowName,
    a_kind,
    describe,
    shown,
)
from pypto.frontend.host_workers import is_worker, worker
from pypto.frontend.parameters import Declaration, declarations, dynamic_axes
from pypto.frontend.source import KernelFunction, KernelSource
from pypto.frontend.state import Poisoned
from pypto.ir.dtypes import BOOL, DType
from pypto.ir.host import (
    Argument,
    Callback,
    Dispatch,
    Extent,
    Name,
    Number,
    Numeric,
    Step,
    SubWorker,
    WindowOf,
)
from pypto.ir.naming import FreeNames
from pypto.ir.nodes import ScalarType, TensorType
from pypto.ir.ops.table import Op

DEVICES = "a number, the variable of `for r in pl.range(pld.world_size())`, or that of `for r in pl.range(8)`"


@dataclass
class Reading:
    """What all functions of one driver share while it is read."""

    entries: Entries
    numbers: Numbers
    errors: list[UserError]
    names: FreeNames
    folded: bool  # scalars that are the same in each run become part of the entries
    loops: dict[str, int | None] = field(
        default_factory=dict
    )  # `pl.range(n)` from 0: how many, None for all ranks
    sizes: set[str] = field(default_factory=set)  # names of the number of ranks
    dims: dict[str, Extent] = field(default_factory=dict)  # dynamic extents of the driver's tensors
    locals: set[str] = field(default_factory=set)  # numbers that the driver and its helpers compute
    windows: dict[str, WindowName] = field(default_factory=dict)
    buffers: dict[str, BufferName] = field(default_factory=dict)
    passed: set[str] = field(default_factory=set)  # windows that a dispatch receives
    workers: dict[str, SubWorker] = field(default_factory=dict)
    helpers: list[KernelSource] = field(default_factory=list)
    written: set[str] = field(default_factory=set)  # tensors that a call may write
    active: list[KernelSource] = field(default_factory=list)
    origin: str | None = None  # of a printed text: the file that its marks are about


class HostCalls(HostExpressions):
    """Lowers calls; `steps` are the statements of the block that is being read."""

    def __init__(self, kernel: KernelSource, reading: Reading) -> None:
        super().__init__(kernel, reading.numbers)
        self.reading = reading
        self.steps: list[Step] = []
        self.result: list[Entity] | None = None

    def at(self, node: ast.expr | ast.stmt) -> Span:
        """Where a statement comes from."""
        found = None
        if self.reading.origin is not None:
            found = mark(self.kernel.source.line(node.lineno), self.reading.origin)
        return found or self.base.span(node)

    # What is called

    def callee(self, node: ast.expr) -> KernelSource | None:
        """The kernel function that an expression calls, as `f(...)` or `self.f(...)`."""
        if not isinstance(node, ast.Call):
            return None
        if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
            if node.func.value.id == "self" and "self" not in self.env:
                return self.method(node.func)
            return None
        value = self.denoted(node.func)
        if not isinstance(value, KernelFunction):
            return None
        source = value.source
        assert isinstance(node.func, ast.Name)
        if type(source) is KernelSource and source.name != node.func.id:
            self.base.unsupported(
                f"`{node.func.id}` is another name of the kernel function {source.name} and is not resolved",
                node.func,
                f"call {source.name}(...)",
                code="function-call",
            )
        return source

    @abstractmethod
    def method(self, node: ast.Attribute) -> KernelSource:
        """The function of the program that `self.name` denotes."""

    @abstractmethod
    def child(self, kernel: KernelSource) -> HostCalls:
        """The reading of a helper's body."""

    @abstractmethod
    def read_body(self) -> None:
        """Read the statements of the function."""

    def misplaced(self, node: ast.Call, function: Any) -> NoReturn:
        quoted = self.base.quote(node.func)
        if isinstance(function, h.HostConstruct):
            h.refuse_layer(self.base, function, node, "driver")
        if isinstance(function, Op):
            raise self.base.error(
                LevelError,
                f"{quoted} computes on a core, and this is a driver, which runs on the host",
                node.func,
                help="move it into a function decorated with @pl.jit, and call that with device=",
            )
        if isinstance(function, c.Construct):
            raise self.base.error(
                LevelError,
                f"{quoted} belongs to a program of one chip, and this is a driver, which runs on the host",
                node.func,
                help="move it into a function decorated with @pl.jit, and call that with device=",
            )
        if isinstance(function, KernelFunction) or self.callee(node) is not None:
            self.base.unsupported(
                f"`{quoted}` is called inside an expression",
                node,
                f"give the result a name on a line of its own: y = {self.base.quote(node)}",
                code="nested-call",
            )
        if isinstance(node.func, ast.Name) and node.func.id in self.reading.entries.methods:
            raise self.base.error(
                UndefinedVariableError,
                f"undefined name `{node.func.id}`",
                node.func,
                help=f"it is a method of the program: self.{node.func.id}(...)",
            )
        if isinstance(node.func, ast.Name) and node.func.id == "print" and function is None:
            self.base.unsupported(
                "`print` is not part of a driver",
                node,
                "call Python of the host: a function decorated with @pl.jit.host whose body is `...`, bound when it runs",
                code="python-name",
            )
        if function is None and isinstance(node.func, ast.Name | ast.Attribute):
            self.base.expr(node.func)  # an error for an unknown name
        self.base.unsupported(
            f"`{self.base.quote(node)}` is not part of a driver",
            node,
            "a driver calls functions decorated with @pl.jit, and helpers decorated with @pl.jit.inline",
            code="function-call",
        )

    # Calls

    def invoke(
        self, source: KernelSource, node: ast.Call, targets: Sequence[str] | None
    ) -> list[Entity] | None:
        """A call that stands alone, or on the right of an assignment to `targets`; what it gives back."""
        entries = self.reading.entries
        if is_worker(source):
            self.callback(source, node, targets)
            return None
        if source.kind in entries.kinds and (not entries.methods or source in entries.methods.values()):
            return self.dispatch(source, node, targets)
        if source.kind == "inline" and not source.options.get("macro"):
            return self.expanded(source, node)
        if isinstance(source, FunctionSource) and entries.methods and source.kind in entries.kinds:
            self.base.unsupported(
                f"{source.name} is no method of this program",
                node,
                f"move it into the class, and call self.{source.name}(...)",
                code="function-call",
            )
        what = {
            "host": "is a driver itself",
            "graph": "is a Graph function, which is not built yet",
            "inline": "is a macro of @pl.inline",
            "jit": "is decorated with @pl.jit, and this driver is a method of a program",
            "orchestration": "is a function of a program, and this driver is decorated with @pl.jit.host",
        }.get(source.kind, "runs on a core")
        help = f"call it in a function decorated with @pl.jit, and call that from {self.kernel.name}"
        if source.kind == "host":
            help = "decorate it with @pl.jit.inline: its body is read where it is called"
        if source.kind == "jit":
            help = f"give it a method: self.{source.name}(...), with type=pl.FunctionType.Orchestration"
        if source.kind == "orchestration":
            help = f"decorate {source.name} with @pl.jit"
        if source.kind == "opaque":
            what, help = "is a part of a chip's program", f"decorate {source.name} with @pl.jit"
        raise self.base.error(
            LevelError, f"{source.name} {what}: the driver {self.kernel.name} cannot call it", node, help=help
        )

    def bound(
        self, source: KernelSource, names: Sequence[str], node: ast.Call, device: bool
    ) -> tuple[dict[str, ast.expr], ast.expr | None]:
        """Arguments by parameter, and `device=`."""
        self.base.no_stars(node)
        found = dict(zip(names, node.args, strict=False))
        where: ast.expr | None = None
        if len(node.args) > len(names):
            self.mismatch(source, names, len(node.args), node.args[len(names)])
        for keyword in node.keywords:
            name = str(keyword.arg)
            if name == "device" and (device or "device" not in names):
                if not device:
                    helper = source.kind == "inline"
                    raise self.base.error(
                        LevelError,
                        f"device= belongs to calls of programs of ranks; {source.name} "
                        f"{'is a helper' if helper else 'runs on the host'}",
                        keyword,
                        help="leave it out, and give device= to the calls inside it"
                        if helper
                        else "leave it out",
                        code="host-call",
                    )
                where = keyword.value
            elif name not in names:
                self.base.invalid(
                    f"{source.name} has no parameter `{name}`",
                    keyword,
                    "which rank runs it is said with device="
                    if device and name in ("rank", "worker", "worker_id", "device_id")
                    else f"its parameters are {', '.join(names)}",
                    code="argument-list",
                )
            elif name in found:
                self.base.invalid(
                    f"`{name}` of {source.name} is given twice",
                    keyword,
                    "leave one of them out",
                    code="argument-list",
                )
            else:
                found[name] = keyword.value
        defaults = dict(zip(reversed(names), reversed(source.defaults), strict=False))
        for name in names:
            if name not in found and name in defaults:
                found[name] = ast.copy_location(ast.Constant(defaults[name]), node)
        if len(found) < len(names):
            self.mismatch(source, names, len(found), node)
        return found, where

    def mismatch(self, source: KernelSource, names: Sequence[str], count: int, node: ast.AST) -> NoReturn:
        self.base.type_error(
            f"{source.name} takes {len(names)} arguments, {count} given",
            node,
            f"its parameters are {', '.join(names)}",
            code="argument-list",
        )

    def expanded(self, source: KernelSource, node: ast.Call) -> list[Entity] | None:
        """A helper's body, read here; its parameters are the caller's values."""
        if source in self.reading.active:
            raise self.base.error(
                CallCycleError, f"{source.name} calls itself", node, help="write a loop", code="recursion"
            )
        given, _ = self.bound(source, source.parameter_names, node, device=False)
        child = self.child(source)
        for name, value in given.items():
            child.env[name] = self.expr(value)
        child.steps = self.steps
        errors = self.reading.errors
        before = len(errors)
        self.reading.active.append(source)
        self.reading.helpers.append(source)
        try:
            child.read_body()
        except UserError as error:
            errors += getattr(error, "errors", (error,))
            raise Poisoned from None
        finally:
            self.reading.active.pop()
            self.report_call(source, node, before)
        return child.result

    def report_call(self, source: KernelSource, node: ast.Call, before: int) -> None:
        """Mistakes of a helper say where it is called, and are reported for its first call alone."""
        errors = self.reading.errors
        known = {(e.message, e.span) for e in errors[:before]}
        here = self.base.span(node)
        found = [e for e in errors[before:] if (e.message, e.span) not in known]
        for error in found:
            error.notes = (*error.notes, f"{source.name} is called from {here.file}:{here.line}")
        errors[before:] = found

    # Python of the host

    def callback(self, source: KernelSource, node: ast.Call, targets: Sequence[str] | None) -> None:
        if targets is not None:
            self.base.type_error(
                f"{source.name} runs on the host and gives nothing back",
                node,
                f"call it on a line of its own: {self.base.quote(node)}",
                code="host-call",
            )
        declared = declarations(source)
        given, _ = self.bound(source, [d.name for d in declared], node, device=False)
        arguments = []
        for item in declared:
            value, at = self.expr(given[item.name]), given[item.name]
            where = f"`{item.name}` of {source.name}"
            if isinstance(value, WindowName | BufferName):
                self.base.type_error(
                    f"{where} is given {describe(value)}, which stays on the ranks",
                    at,
                    "have a rank write it to a tensor of the host, and pass that",
                    code="window",
                )
            if isinstance(value, HostTensor):
                self.reading.written.add(value.owner)
                self.check_host_argument(where, item, value, at)
            elif isinstance(value, NUMERIC) and item.annotated:
                self.check_number(where, item, value, at)
            arguments.append(self.passed(value, at))
        self.reading.workers.setdefault(source.name, worker(source, declared, self.reading.origin))
        self.steps.append(Callback(source.name, tuple(arguments), self.at(node)))

    def check_host_argument(self, where: str, item: Declaration, value: HostTensor, node: ast.expr) -> None:
        """A tensor that Python of the host gets."""
        if item.annotated and item.kind != "tensor":
            self.base.type_error(
                f"{where} is a scalar, the argument is {describe(value)}",
                node,
                "pass a number",
                code="argument-mismatch",
            )
        problem = unlike(item, value)
        if problem is not None:
            self.base.type_error(
                f"{where} has {problem}",
                node,
                "pass a tensor of the parameter's type",
                code="argument-mismatch",
            )
        if item.direction != "in" and value.direction == "in":
            word = "Out" if item.direction == "out" else "InOut"
            self.base.type_error(
                f"{where} is written, and `{value.part.tensor}` is an input of the driver",
                node,
                f"declare it {value.part.tensor}: pl.{word}[...]",
                code="host-call",
            )

    # Dispatches

    def dispatch(
        self, source: KernelSource, node: ast.Call, targets: Sequence[str] | None
    ) -> list[Entity] | None:
        declared = self.reading.entries.declared(source)
        if any(d.name == "device" for d in declared):
            self.base.type_error(
                f"{source.name} has a parameter `device`, and device= of a call says which rank runs it",
                node,
                "give the parameter another name",
                code="host-call",
            )
        check_order(self, source, declared, node)
        given, where = self.bound(source, [d.name for d in declared], node, device=True)
        values = [self.expr(given[d.name]) for d in declared]
        device = None if where is None else self.device(where)
        infos = [
            self.described(source, d, value, given[d.name]) for d, value in zip(declared, values, strict=True)
        ]
        window = next((n for n, v in enumerate(values) if isinstance(v, WindowName)), None)
        if window is not None and device is None:
            name = declared[window].name
            raise self.base.error(
                HostValueError,
                f"this call of {source.name} passes a window as `{name}` and has no device=",
                node,
                help=f"say which rank runs it: {source.name}(..., device=r)",
                code="host-call",
            )
        try:
            entry = self.reading.entries.entry(source, infos)
        except ArgumentError as error:
            self.base.type_error(error.message, node, error.help, code="host-call")
        if entry is None:  # its mistakes are reported
            return None if targets is None else [Unknown()] * len(targets)
        for item, value in zip(declared, values, strict=True):
            self.check_argument(entry, item.name, value, given[item.name])
        arguments = [self.passed(value, given[d.name]) for d, value in zip(declared, values, strict=True)]
        results: list[Entity] | None = None
        if targets is not None:
            results = self.results(entry, declared, values, targets, node)
        self.steps.append(
            Dispatch(
                entry.name,
                tuple(arguments),
                device,
                None if targets is None else tuple(targets),
                self.at(node),
            )
        )
        return results

    def results(
        self,
        entry: Entry,
        declared: Sequence[Declaration],
        values: Sequence[Entity],
        targets: Sequence[str],
        node: ast.Call,
    ) -> list[Entity]:
        """What the call gives back: the arguments of the parameters that it returns."""
        by_name = {d.name: v for d, v in zip(declared, values, strict=True)}
        found = [by_name[name] for name in entry.returns]
        if len(found) != len(targets):
            count = "nothing" if not found else f"{len(found)} value{'s' if len(found) > 1 else ''}"
            left = "" if not found else f"{', '.join(entry.returns)} = "
            self.base.type_error(
                f"{entry.name} returns {count}, {len(targets)} name{'s' if len(targets) > 1 else ''} "
                "stand on the left",
                node,
                f"{left}{entry.name}(...) on a line of its own",
                code="host-call",
            )
        return found

    def described(
        self, source: KernelSource, item: Declaration, value: Entity, node: ast.expr
    ) -> ArgumentInfo:
        """What the entry needs to know of an argument."""
        where = f"`{item.name}` of {source.name}"
        if isinstance(value, BufferName):
            self.base.type_error(
                f"{where} is given a window buffer",
                node,
                f"view it first: w = pld.window({value.name}, [64, 128], dtype=pl.FP32)",
                code="window",
            )
        if isinstance(value, HostTensor | WindowName):
            if item.kind != "tensor":
                self.base.type_error(
                    f"{where} is a scalar, the argument is {describe(value)}",
                    node,
                    "pass a number",
                    code="argument-mismatch",
                )
            if item.window != isinstance(value, WindowName):
                found = describe(value)
                kind = "a window" if item.window else "a tensor of the host"
                window = f"pld.DistributedTensor[{shown(value.shape)}, pl.{value.dtype}]"
                help = (
                    "pass what pld.window(...) gives"
                    if item.window
                    else f"declare it {item.name}: pl.InOut[{window}]"
                )
                self.base.type_error(
                    f"{where} is {kind}, the argument is {found}", node, help, code="argument-mismatch"
                )
            self.check_known(source, item, value, node)
            shape = tuple(d if isinstance(d, int) else 1 for d in value.shape)
            return ArgumentInfo.tensor(shape, value.dtype)
        if not isinstance(value, NUMERIC):
            self.base.type_error(
                f"{where} is given {describe(value)}",
                node,
                "pass a tensor, a window or a number",
                code="argument-mismatch",
            )
        known = self.check_number(where, item, value, node)
        return RUNTIME_SCALAR if known is None or not self.reading.folded else ArgumentInfo.scalar(known)

    def check_known(
        self, source: KernelSource, item: Declaration, value: HostTensor | WindowName, node: ast.expr
    ) -> None:
        """A parameter without a shape takes that of its argument, which has to have one before the run."""
        if not self.reading.folded or item.shape is not None:
            return
        axes = dynamic_axes(source)
        for axis, extent in enumerate(value.shape):
            if isinstance(extent, str) and (item.name, axis) not in axes:
                self.base.type_error(
                    f"`{item.name}` of {source.name} has no shape of its own, and extent {axis} of the argument is "
                    "known at run time only",
                    node,
                    f'declare it: T = pl.dynamic("T"), and {item.name}: pl.Tensor[[T, 64], pl.{value.dtype}]',
                    code="host-call",
                )

    def check_number(
        self, where: str, item: Declaration, value: Numeric, node: ast.expr
    ) -> int | float | bool | None:
        """A number against the scalar that takes it; its value, where that is the same in each run."""
        if item.kind == "tensor":
            self.base.type_error(
                f"{where} is a tensor, the argument is {describe(value)}",
                node,
                "pass a tensor, or annotate the parameter pl.Scalar[pl.INT32]",
                code="argument-mismatch",
            )
        known = self.numbers.constant(value)
        if known is not None and item.dtype is not None:
            try:
                fit(known, item.dtype, item.name)
            except ArgumentError as error:
                self.base.type_error(error.message, node, error.help, code="argument-mismatch")
        kind = self.numbers.kind(value)
        wrong = kind == "bool" or known is None
        if wrong and item.dtype is not None and not takes(item.dtype, kind):
            self.base.type_error(
                f"{where} is Scalar[{item.dtype}], the argument is {a_kind(kind)}",
                node,
                "compare numbers: x != 0"
                if item.dtype is BOOL
                else "pass a number, an integer where no float is taken",
                code="argument-mismatch",
            )
        return known

    def check_argument(self, entry: Entry, name: str, value: Entity, node: ast.expr) -> None:
        """An argument against the parameter as the entry has it."""
        param = next(p for p in entry.function.params if p.name == name)
        if param.direction != "in" and isinstance(value, HostTensor):
            self.reading.written.add(value.owner)
        where = f"`{name}` of {entry.name}"
        if isinstance(param.type, ScalarType) or not isinstance(value, HostTensor | WindowName):
            return
        assert isinstance(param.type, TensorType)
        problem = None
        if param.type.dtype is not value.dtype:
            problem = f"element type {param.type.dtype}, the argument has {value.dtype}"
        elif len(param.type.shape) != len(value.shape):
            problem = f"{len(param.type.shape)} axes, the argument has {len(value.shape)}"
        else:
            for axis, (wanted, has) in enumerate(zip(param.type.shape, value.shape, strict=True)):
                if isinstance(wanted, int) and isinstance(has, int) and wanted != has:
                    problem = f"extent {wanted} on axis {axis}, the argument has {has}"
                    break
        if problem is not None:
            help = None
            if (
                "axes" in problem
                and isinstance(value, HostTensor)
                and len(value.shape) > len(param.type.shape)
            ):
                help = f"the part of one rank is {value.part.tensor}[r]"
            self.base.type_error(f"{where} has {problem}", node, help, code="argument-mismatch")
        if param.direction != "in" and isinstance(value, HostTensor) and value.direction == "in":
            word = "Out" if param.direction == "out" else "InOut"
            self.base.type_error(
                f"{entry.name} writes its `{name}`, and `{value.owner}` is an input of the driver",
                node,
                f"declare it {value.owner}: pl.{word}[...]",
                code="host-call",
            )

    def passed(self, value: Entity, node: ast.expr) -> Argument:
        if isinstance(value, WindowName):
            self.reading.passed.add(value.name)
            return WindowOf(value.name)
        if isinstance(value, HostTensor):
            return value.part
        assert isinstance(value, NUMERIC)
        return value

    def device(self, node: ast.expr) -> Numeric:
        """`device=`: a number of a rank, or the variable of a loop over ranks."""
        value = self.expr(node)
        if isinstance(value, Number) and isinstance(node, ast.Constant | ast.Name | ast.UnaryOp):
            number = value.value
            if isinstance(number, int) and not isinstance(number, bool):
                self.check_rank(number, node)
                return value
        if isinstance(value, Name) and value.name in self.reading.loops:
            count = self.reading.loops[value.name]
            if count is not None:
                self.check_rank(count - 1, node)
            return value
        self.base.invalid_value(
            f"device= of a call is a rank, `{self.base.quote(node)}` is none of the three forms",
            node,
            DEVICES,
            code="host-call",
        )

    def check_rank(self, rank: int, node: ast.expr) -> None:
        size = self.numbers.world_size
        if rank >= 0 and (size is None or rank < size):
            return
        if size is None:
            self.base.invalid_value("ranks count from 0", node, DEVICES, code="host-call")
        there = "is one rank, 0" if size == 1 else f"are {size} ranks, 0 to {size - 1}"
        self.base.invalid_value(
            f"device {rank} does not exist: there {there}",
            node,
            "ranks count from 0" if rank < 0 else f"give each rank a device: {devices(rank + 1)}",
            code="host-call",
        )

    def dynamic_extent(self, dim: c.DynamicDim, node: ast.AST) -> Numeric:
        found = self.reading.dims.get(dim.name)
        if found is None:
            known = ", ".join(self.reading.dims) or "none"
            self.base.type_error(
                f"`{dim.name}` is no extent of a tensor of this driver",
                node,
                f"its dynamic extents are {known}; xs: pl.Tensor[[{dim.name}, 64], pl.FP32] makes it one",
                code="host-form",
            )
        return found

    def check_rank_axis(self, index: Numeric, leading: int | str, node: ast.AST) -> None:
        if (
            not isinstance(index, Name)
            or index.name not in self.reading.loops
            or not isinstance(leading, int)
        ):
            return
        count = self.reading.loops[index.name]
        ranks = self.numbers.world_size if count is None else count
        if ranks is None:
            return
        if count is None and ranks != leading:
            self.base.invalid_value(
                f"the rank axis has {leading} entries, there {'is' if ranks == 1 else 'are'} {ranks} "
                f"rank{'s' if ranks > 1 else ''}",
                node,
                f"give the tensor one entry for each rank, or each rank a device: {devices(leading)}",
                code="host-call",
            )
        if ranks > leading:
            self.base.invalid_value(
                f"index {ranks - 1} of an axis of {leading}",
                node,
                f"indices are 0 to {leading - 1}",
                code="bounds",
            )


def unlike(item: Declaration, value: HostTensor) -> str | None:
    """In what a tensor differs from the annotation of a parameter; None where it does not."""
    if item.dtype is not None and item.dtype is not value.dtype:
        return f"element type {item.dtype}, the argument has {value.dtype}"
    if item.shape is None:
        return None
    if len(item.shape) != len(value.shape):
        return f"{len(item.shape)} axes, the argument has {len(value.shape)}"
    for axis, (wanted, has) in enumerate(zip(item.shape, value.shape, strict=True)):
        if isinstance(wanted, int) and isinstance(has, int) and wanted != has:
            return f"extent {wanted} on axis {axis}, the argument has {has}"
    return None


def devices(count: int) -> str:
    """A configuration of so many ranks, for a message."""
    ids = list(range(count)) if count <= 8 else f"range({count})"
    return f"distributed_config=DistributedConfig(device_ids={ids})"


def takes(dtype: DType, kind: str) -> bool:
    """Whether a scalar parameter takes a number of some kind."""
    return kind == "bool" if dtype is BOOL else kind == "int" or (kind == "float" and dtype.is_float)


def check_order(
    reader: HostCalls, source: KernelSource, declared: Sequence[Declaration], node: ast.Call
) -> None:
    """Tensors of a program of ranks come before its scalars."""
    scalar: str | None = None
    for item in declared:
        if item.kind == "scalar":
            scalar = item.name
        elif item.kind == "tensor" and scalar is not None:
            span = source.argument_span(item.name)
            raise reader.base.error(
                LevelError,
                f"`{item.name}` of {source.name} is a tensor behind the scalar `{scalar}`",
                node if isinstance(source, TextSource | FunctionSource) else span,
                help="a function that a driver calls takes its tensors first, then its scalars",
                code="host-call",
            )
