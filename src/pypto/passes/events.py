# SPDX-License-Identifier: Apache-2.0
"""Waits for events say which kind of core waits.

    pl.system.sync_set(3, pipe=pl.PipeType.FIX)           pl.system.sync_set(3, pipe=pl.PipeType.FIX)
    pl.system.sync_wait(3, pipe=pl.PipeType.FIX)    ->    pl.system.sync_wait(3, pipe=pl.PipeType.FIX, core_type="aiv")

A wait names the pipe that raises the event, which is often one of the other core.
"""

from __future__ import annotations

from dataclasses import replace

from pypto.ir.calls import CORE_KINDS
from pypto.ir.nodes import Block, Call, Const, Eval, Function, Program, Region, Stmt, walk
from pypto.ir.ops import system
from pypto.ir.visit import Rewriter


def events(program: Program) -> Program:
    everywhere = [c for f in program.functions.values() for c in raised_in(f.body)]
    functions = {name: _waits(f, everywhere) for name, f in program.functions.items()}
    return program.with_functions(functions)


def _waits(function: Function, everywhere: list[Call]) -> Function:
    if not any(c.op is system.SYNC_WAIT for c in _calls(function.body)):
        return function
    kind = function.kind.lower() if function.kind in ("AIV", "AIC") else None
    raised = raised_in(function.body) if function.kind in CORE_KINDS else []
    return function.with_body(_Waits(kind, [raised, everywhere]).block(function.body))


class _Waits(Rewriter):
    """`raised`: the events that are raised nearby, and in the whole program."""

    def __init__(self, kind: str | None, raised: list[list[Call]]) -> None:
        self.kind = kind
        self.raised = raised

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        if isinstance(stmt, Region):
            before, self.raised = self.raised, [raised_in(stmt.body), *self.raised]
            new = super().stmt(stmt)
            self.raised = before
            return new
        if not isinstance(stmt, Eval) or not isinstance(stmt.value, Call):
            return super().stmt(stmt)
        call = stmt.value
        if call.op is not system.SYNC_WAIT or call.attrs["core_type"] is not None:
            return stmt
        attrs = {**call.attrs, "core_type": self.kind or self.waiting(call)}
        return replace(stmt, value=replace(call, attrs=attrs))

    def waiting(self, wait: Call) -> str:
        """The core for which the event is raised, nearby before elsewhere, on the pipe that is named before others.

        Where nothing raises it, what is raised on the pipe, or at all, tells which core is meant.
        """
        for raised in self.raised:
            meant = [c for c in raised if may_be_one_event(c, wait)]
            of_pipe = [c for c in raised if c.attrs["pipe"] is wait.attrs["pipe"]]
            for some in ([c for c in meant if c in of_pipe], meant, of_pipe, raised):
                kinds = {reached(c) for c in some}
                if len(kinds) == 1:
                    return kinds.pop()
        return _other(core_of(wait))


def raised_in(block: Block) -> list[Call]:
    return [call for call in _calls(block) if call.op is system.SYNC_SET]


def _calls(block: Block) -> list[Call]:
    return [s.value for s in walk(block) if isinstance(s, Eval) and isinstance(s.value, Call)]


def core_of(call: Call) -> str:
    """The kind of core that raises an event or waits for one."""
    kind = system.cores_of_event(call.attrs["pipe"], call.attrs["core_type"])
    assert kind is not None
    return kind


def reached(call: Call) -> str:
    """The kind of core that an event is raised for."""
    return core_of(call) if call.attrs["ffts_mode"] in (0, 1) else _other(core_of(call))


def may_be_one_event(a: Call, b: Call) -> bool:
    x, y = a.args[0], b.args[0]
    return not (isinstance(x, Const) and isinstance(y, Const)) or x.value == y.value


def _other(kind: str) -> str:
    return "aic" if kind == "aiv" else "aiv"
