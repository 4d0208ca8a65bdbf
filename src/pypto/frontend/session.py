# SPDX-License-Identifier: Apache-2.0
"""What all functions of one program share while it is read: names, what is known of variables, and reports."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from pypto.errors import (
    Diagnostic,
    Span,
    UserError,
    together,
)
from pypto.frontend.constructs import DynamicDim, MemRef
from pypto.frontend.names import Liveness
from pypto.frontend.rereads import Learnt
from pypto.frontend.source import KernelSource
from pypto.ir.naming import FreeNames
from pypto.ir.nodes import (
    Call,
    Expr,
    Function,
    Type,
    Var,
)


@dataclass
class Frame:
    """One inline call that is being expanded."""

    kernel: KernelSource
    span: Span


@dataclass
class Session:
    """What all functions of one program share."""

    names: FreeNames = field(default_factory=lambda: FreeNames((*keyword.kwlist, "pl", "self")))
    errors: list[UserError] = field(default_factory=list)
    warnings: list[Diagnostic] = field(default_factory=list)
    constants: dict[str, int | float | bool] = field(default_factory=dict)
    symbols: dict[DynamicDim, Var] = field(default_factory=dict)
    frames: list[Frame] = field(default_factory=list)
    serial: dict[Var, int] = field(default_factory=dict)
    definition: dict[Var, Expr] = field(default_factory=dict)
    terms: dict[Var, int] = field(default_factory=dict)  # how long its definition is, written out
    cube: set[Var] = field(default_factory=set)
    wider: set[Var] = field(default_factory=set)  # products whose type nobody said: the accumulator's
    whole: dict[Var, Var] = field(default_factory=dict)  # a value that was narrowed: all of it
    lanes: set[Var] = field(default_factory=set)  # scalars that say which vector core this is
    restated: set[Expr] = field(default_factory=set)  # results of pl.tensor.view and pl.tile.transpose_view
    place: dict[Var, Var] = field(default_factory=dict)  # a view of a value: the value itself
    views: dict[Var, Call] = field(default_factory=dict)  # of tensors in global memory: how they were taken
    created: set[Var] = field(
        default_factory=set
    )  # values on the chip that hold nothing yet, and carries of them
    homes: dict[Var, Expr] = field(default_factory=dict)
    dropped: set[Var] = field(default_factory=set)
    liveness: dict[KernelSource, Liveness] = field(default_factory=dict)
    retiring: list[tuple[str, ast.Call]] = field(
        default_factory=list
    )  # names that calls got and gave back renamed
    numbers: dict[str, int] = field(default_factory=dict)
    hints: dict[str, KernelSource] = field(default_factory=dict)  # names of regions: where each came first
    externals: dict[str, Function] = field(default_factory=dict)  # kernels with a C++ body that were called
    said: list[str] | None = None  # by pl.static_print, where a loop that may be read again holds it back
    unrun: int = 0  # blocks around what is being read that never run
    unrolled: int = 0  # statements that pl.unroll made
    copies: int = 0  # calls of helpers that were expanded
    incomplete: bool = False  # a statement was left out because of a mistake that is reported elsewhere

    memrefs: dict[str, tuple[MemRef, str]] = field(default_factory=dict)  # by name: declaration and space
    inline_memrefs: set[MemRef] = field(default_factory=set)  # that stand in an annotation themselves
    deprecated: set[KernelSource] = field(default_factory=set)  # helpers that were warned about
    learnt: Learnt = field(default_factory=Learnt)  # of the loop whose body is being read

    def say(self, text: str) -> None:
        """Print a text, or hold it back."""
        if self.said is None:
            print(text)
        else:
            self.said.append(text)

    @contextmanager
    def holding(self) -> Iterator[None]:
        """What is said inside comes at the end, as it was read last."""
        if self.said is not None:
            yield
            return
        self.said = []
        try:
            yield
        finally:
            said, self.said = self.said, None
            for text in said:
                print(text)

    @contextmanager
    def learning(self, stmt: ast.stmt) -> Iterator[Learnt]:
        """What is known of a loop; it is the one whose body is read inside."""
        outer = self.learnt
        self.learnt = outer.loop(stmt)
        try:
            yield self.learnt
        finally:
            self.learnt = outer

    def unique(self, name: str) -> str:
        """A name that is free in the printed program: x, x_1, x_2, ..."""
        return self.names.fresh(name)

    def numbered(self, base: str) -> str:
        """The next name base_1, base_2, ... that is free."""
        number = self.numbers[base] = self.numbers.get(base, 0) + 1
        return f"{base}_{number}"

    def var(self, name: str, type_: Type, span: Span | None) -> Var:
        unique = self.unique(name)
        var = Var(unique, type_, span, None if unique == name else name)
        self.serial[var] = len(self.serial)
        return var

    def report(self, error: UserError) -> None:
        for frame in reversed(self.frames):
            error.notes += (f"{frame.kernel.name} is called from {frame.span.file}:{frame.span.line}",)
        known = {(e.message, e.span) for e in self.errors}
        if (error.message, error.span) not in known:
            self.errors.append(error)

    def length(self, expr: Expr) -> int:
        """Terms of a scalar expression with its variables replaced by their definitions."""
        if isinstance(expr, Var):
            return self.terms.get(expr, 1)
        if isinstance(expr, Call):
            return sum(self.length(a) for a in expr.args if a is not None)
        return 1

    def raise_errors(self) -> None:
        """Raise what was collected, in source order of each file."""
        if self.errors:
            raise together(self.errors)
