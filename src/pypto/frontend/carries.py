# SPDX-License-Identifier: Apache-2.0
"""Carried names: what a loop hands from one iteration to the next, and what a name denotes once the loop is done.

A loop gives each name that it rebinds and that is read again a carry variable:

    s = full(...)                     s = full(...)
    for j in pl.range(8):             s_1 = s
        s = pl.add(s, v)         ->   for j in range(8):
                                          s_2 = add(s_1, v)
                                          s_1 = s_2
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping, Sequence

from pypto.errors import (
    Span,
    VerifierError,
)
from pypto.frontend.carried import Carried, Carry, Firsts, Loop, Reading
from pypto.frontend.names import assigned, read_beside
from pypto.frontend.names import bound as bound_in
from pypto.frontend.state import LoopState
from pypto.frontend.values import (
    POISON,
    Missing,
    Value,
    is_array,
    is_global,
    is_poison,
    is_retired,
    same_value,
)
from pypto.ir.nodes import (
    Assign,
    Expr,
    ScalarType,
    TaskIdType,
    TensorType,
    TileType,
    Var,
)


class Carries(Carried):
    """Lowers the body of a loop and the bindings around it."""

    def live_after(self, stmt: ast.stmt) -> frozenset[str]:
        return self.session.liveness[self.kernel].after[id(stmt)]

    def live_in_body(self, stmt: ast.stmt) -> frozenset[str]:
        return self.session.liveness[self.kernel].body_start[id(stmt)]

    def carrying(self, loop: Loop) -> dict[str, str]:
        """Lower a loop. The result maps the names in its header to those that the body yields for them.

        That the valid region of a carried value changes shows at the end of the body only, which is read again then.
        """
        with self.session.holding(), self.session.learning(loop.stmt) as learnt:
            while True:
                undo = self.checkpoint()
                learnt.start()
                reading = self.begin_loop(loop, learnt.varying)
                loop.build(lambda reading=reading: self.read_body(reading))  # type: ignore[misc]
                if not reading.found:
                    self.finish_loop(reading)
                    return reading.yielded
                undo()
                learnt.add(reading.found)

    def checkpoint(self) -> Callable[[], None]:
        """A function that undoes what is read from here on."""
        session, env, length = self.session, dict(self.env), len(self.out)
        errors, warnings, deprecated = list(session.errors), list(session.warnings), set(session.deprecated)
        counts = session.unrolled, session.copies, session.incomplete
        said = len(session.said or ())
        ended = self.terminated, self.decided

        def undo() -> None:
            self.env = env
            del self.out[length:]
            session.errors[:], session.warnings[:], session.deprecated = errors, warnings, deprecated
            session.unrolled, session.copies, session.incomplete = counts
            if session.said is not None:
                del session.said[said:]
            self.terminated, self.decided = ended

        return undo

    def begin_loop(self, loop: Loop, varying: Mapping[str, Collection[int]]) -> Reading:
        """Decide what the loop carries; `varying`: the axes on which valid extents of names are known to change."""
        stmt, before = loop.stmt, dict(self.env)
        live, inside = self.live_after(stmt), self.live_in_body(stmt)
        names = [n for n in assigned(stmt.body) if n not in loop.bound]
        same = {n: first for n, first in loop.explicit.items() if is_global(first)}

        def carry(name: str, value: Expr, read_first: bool) -> Carry:
            span = value.span if value.span is not None else self.span(stmt)
            axes = varying.get(name, ()) if self.may_vary(value) else ()
            slot = self.slot(name, value.type, axes, span)
            return Carry(name, slot, value, read_first, survives=read_first or not loop.runs)

        since, at = self.now, len(self.out)
        carries = [
            carry(n, first, True)
            for n, first in loop.explicit.items()
            if n not in same and n not in loop.apart
        ]
        fixed: dict[str, Value] = {}
        for name in names:
            value = before.get(name)
            if name in loop.explicit or name not in before or isinstance(value, Missing):
                continue
            if name not in inside and name not in live:
                continue
            if isinstance(value, Expr) and self.is_carriable(value):
                carries.append(carry(name, value, name in inside))
            else:
                fixed[name] = value
        results = bound_in(self.yields_in(stmt.body)) if loop.explicit else ()
        firsts = Firsts(
            frozenset(
                n
                for n in names
                if loop.runs and loop.kind != "split_aiv"
                and n in live and n not in loop.explicit and n not in results
                and (n not in before or isinstance(before[n], Missing))
            )
        )  # fmt: skip
        self.env.update(same)
        self.env.update({n: loop.explicit[n] for n in loop.apart})
        for item in carries:
            self.env[item.name] = item.var
            for group in (self.session.cube, self.session.created):
                if item.initial in group:
                    group.add(item.var)
        return Reading(loop, before, since, at, live, inside, same, carries, fixed, firsts)

    def read_body(self, reading: Reading) -> None:
        """Lower the body, and the copies at its end."""
        loop, stmt = reading.loop, reading.loop.stmt
        outer = self.loop
        state = LoopState(loop.kind, lambda: self.close_iteration(reading))
        self.loop = reading.firsts.loop = state
        reading.firsts.index = tuple(self.env[n] for n in loop.bound if n in self.env)
        for item in reading.carries:
            item.now = self.env[item.name] = self.taken(item.slot, self.span(stmt))
        try:
            self.block(stmt.body)
        finally:
            self.loop = outer
        reading.ends.update(self.env)
        if loop.explicit:
            reading.yielded.update(self.yield_names(stmt.body, list(loop.explicit)))
            for header, target in reading.yielded.items():
                value = self.env.get(target, POISON)
                self.check_yield(header, loop.explicit[header], value, target, stmt)
                self.env[header] = value
        if not self.terminated:
            self.close_iteration(reading)
        self.terminated = False
        reading.jumps = state.jumps

    def close_iteration(self, reading: Reading) -> None:
        """The copies at the end of an iteration, on one way out of the body."""
        stmt, inside = reading.loop.stmt, reading.inside
        kept = self.keep(reading.firsts, reading.since)
        self.copy_carries(reading, kept)
        for name, value in reading.same.items():
            end = self.env.get(name)
            if not same_value(end, value) and (name in inside or not isinstance(end, Missing)):
                self.changed(name, value, end, stmt)
        for name, value in reading.fixed.items():
            if not same_value(self.env.get(name), value) and name in inside:
                self.changed(name, value, self.env.get(name), stmt)

    def finish_loop(self, reading: Reading) -> None:
        """What stands before the loop, and the bindings behind it."""
        stmt = reading.loop.stmt
        for name in reading.inside:
            if name in reading.before and is_retired(reading.ends.get(name)):
                self.read_again(name, reading.ends[name], stmt.body)
        for item in reading.carries:
            self.narrow(item, stmt, reading.at)
        with self.collect() as starts:
            for item in reading.carries:
                if item.var not in self.session.dropped:
                    self.assign_all(self.put(item.slot, item.initial), self.span(stmt))
            for slot in reading.firsts.slots.values():
                for var in slot.variables:
                    self.emit(Assign(var, self.empty(var.type, slot.whole.span), slot.whole.span))
        self.out[reading.at : reading.at] = starts
        self.after_loop(reading)
        for name, value in reading.same.items():
            self.env[reading.yielded.get(name, name)] = value

    def read_again(self, name: str, value: Value, body: Sequence[ast.stmt]) -> None:
        """Report a name that an iteration retires and that the next one reads; it may be handed to the kernel again."""
        calls = [call for retired, call in self.session.retiring if retired == name]
        node = read_beside(body, name, calls)
        assert isinstance(value, Missing) and value.error is not None
        if node is not None:
            message = value.error.message.replace(" at line ", " in the iteration before, at line ")
            self.session.report(
                self.error(VerifierError, message, node, help=value.error.help, code=value.error.code)
            )

    def keep(self, firsts: Firsts, since: int) -> list[tuple[Var, Expr]]:
        """What to assign so that the names that are read behind the loop wait there, on one way out of the body."""
        assert firsts.loop is not None
        pairs: list[tuple[Var, Expr]] = []
        for name in sorted(firsts.names):
            value = self.env.get(name, POISON)
            differs = firsts.differs(name, value)
            if not firsts.loop.jumps and (
                any(value is index for index in firsts.index) or not self.depends_on(value, since)
            ):
                continue
            if not isinstance(value, Expr) or not self.can_wait(value, since):
                firsts.lacking.add(name)
                continue
            axes = self.changing_axes(value.type, since)
            slot = firsts.slots.get(name)
            if slot is None and not differs:
                slot = firsts.slots[name] = self.slot(name, value.type, axes, value.span)
                if value in self.session.cube:
                    self.session.cube.add(slot.whole)
            if slot is None or not self.fits(slot, value):
                firsts.lacking.add(name)
                continue
            pairs += self.put(slot, value)
        return pairs

    def assign_all(self, pairs: Sequence[tuple[Var, Expr]], span: Span | None) -> None:
        for var, value in pairs:
            self.emit(Assign(var, value, span))

    def is_carriable(self, value: Value) -> bool:
        if not isinstance(value, Expr):
            return False
        if isinstance(value.type, TensorType):
            return value.type.local
        return isinstance(value.type, ScalarType | TaskIdType | TileType)

    def may_vary(self, value: Value) -> bool:
        """Whether valid extents of a value may change from one iteration to the next; an accumulator is not cut."""
        return is_array(value) and len(value.type.shape) == 2 and value not in self.session.cube

    def copy_carries(self, reading: Reading, kept: Sequence[tuple[Var, Expr]]) -> None:
        """Assign all carries at once; a source that another copy overwrites is saved first."""
        stmt = reading.loop.stmt
        pending: list[tuple[Var, Expr]] = []
        for carry in reading.carries:
            value = self.env.get(carry.name)
            if value is carry.now or value is None:
                continue
            if isinstance(value, Missing):
                if value.error is not None:
                    self.unknown_next(value, carry.read_first, stmt)
                    self.session.dropped.add(carry.var)
                continue
            if self.narrows(carry, value, reading.since):
                pending.append((carry.var, value))
                continue
            was: Value = carry.initial if carry.narrowed is None else Var(carry.name, carry.narrowed)
            if not isinstance(value, Expr) or carry.narrowed is not None or not self.fits(carry.slot, value):
                cut = self.may_vary(carry.var) and self.may_vary(value)
                axes = (
                    {*self.other_axes(carry.slot, was), *self.other_axes(carry.slot, value)} if cut else set()
                )
                if axes:
                    reading.found.setdefault(carry.name, set()).update(axes)
                elif carry.read_first:
                    self.session.report(self.retype_error(carry.name, was, value, stmt))
                self.session.dropped.add(carry.var)
                continue
            carry.whole = True
            pending += self.put(carry.slot, value)
        pending += kept
        overwritten = {var for var, _ in pending}
        for i, (var, value) in enumerate(pending):
            place = self.session.place.get(value, value) if isinstance(value, Var) else None
            if place in overwritten and value is not var:
                pending[i] = (var, self.temporary(value, value.span))
        for var, value in pending:
            if value is var:
                continue
            self.emit(Assign(var, value, value.span))
            if value in self.session.cube:
                self.session.cube.add(var)

    def after_loop(self, reading: Reading) -> None:
        """Bindings once the loop is done."""
        loop, stmt = reading.loop, reading.loop.stmt
        before, ends, firsts = reading.before, reading.ends, reading.firsts
        self.env = dict(before)
        line = stmt.lineno
        self.env.update({n: v for n, v in ends.items() if n in before and is_retired(v)})
        for name in assigned(stmt.body):
            if name in before and not isinstance(before[name], Missing):
                continue
            value = ends.get(name, POISON)
            slot = None if name in firsts.lacking else firsts.slots.get(name)
            if isinstance(value, Missing):
                self.env[name] = value
            elif slot is not None:
                self.env[name] = self.taken(slot, self.span(stmt))
            elif not self.depends_on(value, reading.since) and name not in firsts.lacking:
                self.env[name] = value
            elif (
                name in reading.live
                and loop.runs
                and not reading.jumps
                and self.is_carriable(value)
                and isinstance(value, Expr)
            ):
                self.env[name] = value  # at least one iteration: its last value is there
            else:
                self.env[name] = self.missing_name(
                    name,
                    f"is first bound inside the loop at line {line}, "
                    + (
                        "and what it is behind the loop the run decides"
                        if loop.runs
                        else "which may run zero times"
                    ),
                    "bind it before the loop",
                    code="not-always-bound",
                )
        for name in loop.bound:
            self.env[name] = before.get(name) or self.missing_name(
                name,
                f"is the variable of the loop at line {line}",
                "give its value another name, bound before the loop",
                code="out-of-scope",
            )
        for carry in reading.carries:
            if carry.name in loop.explicit:
                continue
            if carry.var in self.session.dropped:
                after = self.changed_in_loop(carry.name, carry.var, ends.get(carry.name), stmt)
                self.env[carry.name] = POISON if carry.read_first else after
            else:
                self.env[carry.name] = self.taken(carry.slot, self.span(stmt))
        for name, value in reading.fixed.items():
            end = ends.get(name)
            if not same_value(end, value) and end is not None:
                read_first = name in reading.inside
                self.env[name] = POISON if read_first else self.changed_in_loop(name, value, end, stmt)
        wrong = [
            n for n in before if is_poison(ends.get(n)) and n not in loop.bound and n not in loop.explicit
        ]
        self.poison(wrong)
        for header, target in reading.yielded.items():
            if header not in before:
                self.env[header] = self.missing_name(
                    header,
                    f"belongs to the loop at line {line}",
                    f"its last value is the result of the loop: `{target}`",
                    code="out-of-scope",
                )
        for carry in reading.carries:  # last: a result takes its name, whatever that denoted before the loop
            if carry.name in loop.explicit:
                self.env[reading.yielded.get(carry.name, carry.name)] = self.taken(
                    carry.slot, self.span(stmt)
                )
