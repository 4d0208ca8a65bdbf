# SPDX-License-Identifier: Apache-2.0
"""Calls of a driver: programs of ranks, helpers that are read where they are called, and what it cannot call."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, NoReturn

from pypto.errors import (
    ArgumentError,
    CallCycleError,
    HostValueError,
    LevelError,
    UndefinedVariableError,
    UserError,
)
from pypto.frontend import constructs as c
from pypto.frontend import host_names as h
from pypto.frontend.functions import FunctionSource, TextSource
from pypto.frontend.host_arguments import HostArguments
from pypto.frontend.host_entries import Entry
from pypto.frontend.host_values import (
    NUMERIC,
    BufferName,
    Entity,
    HostTensor,
    Unknown,
    WindowName,
    describe,
)
from pypto.frontend.host_workers import is_worker, worker
from pypto.frontend.parameters import Declaration, declarations
from pypto.frontend.source import KernelFunction, KernelSource
from pypto.frontend.state import Poisoned
from pypto.ir.host import (
    Callback,
    Dispatch,
)
from pypto.ir.ops.table import Op


class HostCalls(HostArguments):
    """Lowers calls."""

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
