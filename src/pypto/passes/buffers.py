# SPDX-License-Identifier: Apache-2.0
"""Buffers of tiles: which tiles share one, and the types that say where they lie."""

from __future__ import annotations

from dataclasses import replace

from pypto.ir import arith
from pypto.ir.nodes import (
    Assign,
    Call,
    Expr,
    MemRef,
    Stmt,
    TileType,
    Var,
)
from pypto.ir.visit import Rewriter


class Classes:
    """Union-find over tile variables; the oldest member represents a class."""

    def __init__(self) -> None:
        self.parent: dict[Var, Var] = {}

    def find(self, var: Var) -> Var:
        path = []
        while var in self.parent:
            path.append(var)
            var = self.parent[var]
        for node in path:
            self.parent[node] = var
        return var

    def union(self, keep: Var, other: Var) -> None:
        keep, other = self.find(keep), self.find(other)
        if keep is not other:
            self.parent[other] = keep


class Addresses(Rewriter):
    """Write the address into the type of every tile, or the buffer in which the assembler places it.

    Variables of one buffer and one type become one variable, so that the copies among them vanish.
    """

    def __init__(
        self, classes: Classes, addresses: dict[Var, int], buffers: dict[tuple[Var, int], MemRef]
    ) -> None:
        self.classes = classes
        self.buffers = buffers
        self.addresses = addresses
        self.vars: dict[object, Var] = {}

    def var(self, var: Var) -> Expr:
        return self.target(var)

    def target(self, var: Var) -> Var:
        type_ = var.type
        if not isinstance(type_, TileType):
            return var
        root = self.classes.find(var)
        extents = tuple(arith.key(arith.simplify(d)) for d in type_.valid_shape)
        key = (root, replace(type_, valid=None), extents)
        if key not in self.vars:
            placed = replace(
                type_,
                address=self.addresses.get(root),
                memref=self.buffers.get((root, type_.nbytes)),
            )
            self.vars[key] = Var(var.name, placed, var.span)
        return self.vars[key]

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        new = super().stmt(stmt)
        if not (isinstance(new, Assign) and isinstance(new.target.type, TileType)):
            return new
        if new.value is new.target:
            return ()
        if isinstance(new.value, Call):
            return replace(new, value=replace(new.value, type=new.target.type))
        return new
