# SPDX-License-Identifier: Apache-2.0
"""Loops and branches as `scf` operations: scalars that they assign are carried, tiles are allocated before them."""

from __future__ import annotations

from pypto.codegen.scalars import mlir_type
from pypto.codegen.text import Text, place_of
from pypto.errors import InternalError
from pypto.ir import arith
from pypto.ir.nodes import (
    Block,
    For,
    If,
    ScalarType,
    TileType,
    Var,
    While,
    walk,
)
from pypto.ir.visit import defined_vars, vars_in_type


class Control(Text):
    """Loops and branches, with the scalars that they carry."""

    def block(self, block: Block) -> None:
        raise NotImplementedError

    def carried(self, *blocks: Block) -> list[Var]:
        """Scalars that exist before and are assigned inside."""
        out: list[Var] = []
        for block in blocks:
            for stmt in walk(block):
                for var in defined_vars(stmt):
                    if isinstance(var.type, ScalarType) and var in self.scalars.values and var not in out:
                        out.append(var)
        return out

    def allocate_ahead(self, *blocks: Block) -> None:
        """Tiles that several places assign are allocated before the branch or loop that assigns them.

        What lies in the slot of a pipe has no address, and gets its name where it is popped or seen in another shape.
        """
        for block in blocks:
            for stmt in walk(block):
                for var in defined_vars(stmt):
                    if (
                        isinstance(var.type, TileType)
                        and var.type.buffer is not None
                        and self.assignments[var] > 1
                        and place_of(var.type) not in self.anew
                        and self.is_known(var.type)
                    ):
                        self.tile(var)

    def is_known(self, tile: TileType) -> bool:
        """Whether the valid extents of a tile have a value already."""
        return all(v in self.scalars.values for v in vars_in_type(tile))

    def nested(self, block: Block) -> None:
        with self.inner():
            self.block(block)

    def for_loop(self, loop: For) -> None:
        self.allocate_ahead(loop.body)
        step = arith.as_int(arith.simplify(loop.step))
        if not step:
            raise InternalError("the step of a loop in a region is a number other than 0")
        self.ranges.enter(loop, step)
        start, stop = self.scalars.dim(loop.start), self.scalars.dim(loop.stop)
        counter = self.fresh(loop.var.name)
        if step > 0:
            bounds = f"{start} to {stop} step {self.constant(str(step), 'index')}"
        else:
            span = arith.add(arith.sub(loop.start, loop.stop), -step - 1)
            trips = self.scalars.floored(
                False, self.scalars.dim(span), self.constant(str(-step), "index"), "index", False
            )
            bounds = f"{self.constant('0', 'index')} to {trips} step {self.constant('1', 'index')}"
        carried = self.carried(loop.body)
        names = [self.fresh(v.name) for v in carried]
        types = [mlir_type(v.type.dtype) for v in carried]  # type: ignore[attr-defined]
        head, results = f"scf.for {counter} = {bounds}", ""
        if carried:
            inits = ", ".join(f"{n} = {self.scalars.values[v]}" for n, v in zip(names, carried, strict=True))
            outs = [self.fresh(v.name) for v in carried]
            results = ", ".join(outs) + " = "
            head += f" iter_args({inits}) -> ({', '.join(types)})"
        self.body.append("  " * self.indent + f"{results}{head} {{")
        for var, name in zip(carried, names, strict=True):
            self.scalars.values[var] = name
        if step > 0:
            self.scalars.values[loop.var] = counter
            if self.scalars.known_sign(loop.start):
                self.scalars.non_negative.add(loop.var)
        else:
            self.indent += 1
            moved = self.define(f"arith.muli {counter}, {self.constant(str(step), 'index')} : index")
            self.scalars.values[loop.var] = self.define(f"arith.addi {start}, {moved} : index")
            self.indent -= 1
        self.nested(loop.body)
        if carried:
            self.yield_([self.scalars.values[v] for v in carried], types)
        self.body.append("  " * self.indent + "}" + self.location(loop.span))
        for i, var in enumerate(carried):
            self.scalars.values[var] = outs[i]

    def yield_(self, names: list[str], types: list[str]) -> None:
        self.body.append("  " * (self.indent + 1) + f"scf.yield {', '.join(names)} : {', '.join(types)}")

    def while_loop(self, loop: While) -> None:
        self.allocate_ahead(loop.setup, loop.body)
        carried = self.carried(loop.setup, loop.body)
        names = [self.fresh(v.name) for v in carried]
        after = [self.fresh(v.name) for v in carried]
        outs = [self.fresh(v.name) for v in carried]
        types = [mlir_type(v.type.dtype) for v in carried]  # type: ignore[attr-defined]
        inits = ", ".join(f"{n} = {self.scalars.values[v]}" for n, v in zip(names, carried, strict=True))
        signature = f"({', '.join(types)}) -> ({', '.join(types)})"
        results = f"{', '.join(outs)} = " if carried else ""
        self.body.append("  " * self.indent + f"{results}scf.while ({inits}) : {signature} {{")
        for var, name in zip(carried, names, strict=True):
            self.scalars.values[var] = name
        self.nested(loop.setup)
        self.indent += 1
        condition = self.scalars.value(loop.condition)
        passed = [self.scalars.values[v] for v in carried]
        tail = f" {', '.join(passed)} : {', '.join(types)}" if carried else ""
        self.line(f"scf.condition({condition}){tail}", loop.span)
        self.indent -= 1
        args = ", ".join(f"{n}: {t}" for n, t in zip(after, types, strict=True))
        self.body.append("  " * self.indent + "} do {")
        if carried:
            self.body.append("  " * self.indent + f"^bb0({args}):")
        for var, name in zip(carried, after, strict=True):
            self.scalars.values[var] = name
        self.nested(loop.body)
        if carried:
            self.yield_([self.scalars.values[v] for v in carried], types)
        else:
            self.body.append("  " * (self.indent + 1) + "scf.yield")
        self.body.append("  " * self.indent + "}" + self.location(loop.span))
        for var, name in zip(carried, outs, strict=True):
            self.scalars.values[var] = name

    def branch(self, stmt: If) -> None:
        self.allocate_ahead(stmt.then, stmt.orelse)
        condition = self.scalars.value(stmt.condition)
        merged = self.carried(stmt.then, stmt.orelse)
        assigned = [
            {v for s in walk(arm) for v in defined_vars(s) if isinstance(v.type, ScalarType)}
            for arm in (stmt.then, stmt.orelse)
        ]
        merged += [v for v in _ordered(stmt.then) if v in assigned[0] & assigned[1] and v not in merged]
        types = [mlir_type(v.type.dtype) for v in merged]  # type: ignore[attr-defined]
        outs = [self.fresh(v.name) for v in merged]
        results = f"{', '.join(outs)} = " if merged else ""
        returned = f" -> ({', '.join(types)})" if merged else ""
        self.body.append("  " * self.indent + f"{results}scf.if {condition}{returned} {{")
        before = dict(self.scalars.values)
        self.nested(stmt.then)
        if merged:
            self.yield_([self.scalars.values[v] for v in merged], types)
        self.scalars.values = dict(before)
        if stmt.orelse or merged:
            self.body.append("  " * self.indent + "} else {")
            self.nested(stmt.orelse)
            if merged:
                self.yield_([self.scalars.values[v] for v in merged], types)
        self.body.append("  " * self.indent + "}" + self.location(stmt.span))
        self.scalars.values = before
        for var, name in zip(merged, outs, strict=True):
            self.scalars.values[var] = name


def _ordered(block: Block) -> list[Var]:
    out: list[Var] = []
    for stmt in walk(block):
        for var in defined_vars(stmt):
            if isinstance(var.type, ScalarType) and var not in out:
                out.append(var)
    return out
