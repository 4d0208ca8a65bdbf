# SPDX-License-Identifier: Apache-2.0
"""Programs built by hand, for tests of what stands below the front end.

b = Builder("double")
x, y = b.tensor("x", (8, 64)), b.tensor("y", (8, 64), direction="out")
with b.at():
    t = b.call(ops.memory.SLICE, x, shape=(8, 64), offset=(0, 0))
    b.store(y, b.call(ops.elementwise.ADD, t, t), (0, 0))
program = b.program()
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pypto.errors import Span
from pypto.ir import nodes as n
from pypto.ir import ops
from pypto.ir.calls import infer
from pypto.ir.dtypes import BOOL, FP32, INDEX, DType


def const(value: Any, dtype: DType | None = None) -> n.Const:
    if dtype is None:
        dtype = BOOL if isinstance(value, bool) else INDEX if isinstance(value, int) else FP32
    return n.Const(value, n.ScalarType(dtype))


def lift(value: Any) -> Any:
    return const(value) if isinstance(value, int | float) else value


def call(op: ops.Op, *args: Any, region: bool = True, span: Span | None = None, **attrs: Any) -> n.Call:
    """A call with the type that the row infers."""
    row, operands = ops.resolve(op, tuple(lift(a) for a in args))
    probe = n.Call(row, operands, attrs, n.ScalarType(INDEX), span)
    return n.Call(row, operands, attrs, infer(probe, region), span)


class Builder:
    def __init__(self, name: str = "test", kind: str = "Orchestration", file: str = "test.py") -> None:
        self.name, self.kind, self.file = name, kind, file
        self.params: list[n.Param] = []
        self.symbols: list[n.Var] = []
        self.blocks: list[list[n.Stmt]] = [[]]
        self.depth = 0
        self.count = 0

    def span(self) -> Span:
        self.count += 1
        return Span(self.file, self.count, 1)

    def emit(self, stmt: n.Stmt) -> None:
        self.blocks[-1].append(stmt)

    # Declarations

    def symbol(self, name: str) -> n.Var:
        var = n.Var(name, n.ScalarType(INDEX))
        self.symbols.append(var)
        return var

    def tensor(self, name: str, shape: tuple[Any, ...], dtype: DType = FP32, direction: str = "in") -> n.Var:
        return self.param(name, n.TensorType(tuple(shape), dtype), direction)

    def scalar(self, name: str, dtype: DType) -> n.Var:
        return self.param(name, n.ScalarType(dtype))

    def param(self, name: str, type_: n.Type, direction: str = "in") -> n.Var:
        var = n.Var(name, type_)
        self.params.append(n.Param(var, direction))
        return var

    # Statements

    def call(self, op: ops.Op, *args: Any, name: str = "t", **attrs: Any) -> n.Var:
        """`name = op(...)` with a fresh variable."""
        expr = call(op, *args, region=self.depth > 0, span=self.span(), **attrs)
        return self.let(name, expr)

    def let(self, name: str, value: Any) -> n.Var:
        value = lift(value)
        var = n.Var(name, value.type)
        self.emit(n.Assign(var, value, self.span()))
        return var

    def set(self, var: n.Var, value: Any) -> None:
        self.emit(n.Assign(var, lift(value), self.span()))

    def effect(self, op: ops.Op, *args: Any, **attrs: Any) -> None:
        expr = call(op, *args, region=self.depth > 0, span=self.span(), **attrs)
        self.emit(n.Eval(expr, expr.span))

    def store(self, target: n.Var, source: n.Var, offset: tuple[Any, ...], **attrs: Any) -> None:
        self.effect(ops.memory.ASSEMBLE, target, source, offset=offset, **attrs)

    def slice(self, x: n.Var, shape: tuple[Any, ...], offset: tuple[Any, ...], **attrs: Any) -> n.Var:
        return self.call(ops.memory.SLICE, x, shape=shape, offset=offset, **attrs)

    def ret(self, *values: n.Expr) -> None:
        self.emit(n.Return(tuple(values), self.span()))

    @contextmanager
    def _block(self) -> Iterator[list[n.Stmt]]:
        self.blocks.append([])
        yield self.blocks[-1]
        self.blocks.pop()

    @contextmanager
    def at(self, hint: str | None = None, **fields: Any) -> Iterator[None]:
        span = self.span()
        self.depth += 1
        with self._block() as body:
            yield
        self.depth -= 1
        self.emit(n.Region(tuple(body), hint, span=span, **fields))

    @contextmanager
    def spmd(self, blocks: Any, hint: str | None = None, **fields: Any) -> Iterator[n.Var]:
        var = n.Var("b", n.ScalarType(INDEX))
        with self.at(hint, blocks=lift(blocks), block=var, **fields):
            yield var

    @contextmanager
    def loop(self, *bounds: Any, kind: str = "range", stage: int = 1) -> Iterator[n.Var]:
        start, stop, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
        var, span = n.Var("i", n.ScalarType(INDEX)), self.span()
        with self._block() as body:
            yield var
        self.emit(n.For(var, lift(start), lift(stop), lift(step), tuple(body), kind, stage, span))

    @contextmanager
    def branch(self, condition: n.Expr) -> Iterator[Any]:
        """`with b.branch(c) as orelse: ...; with orelse(): ...`."""
        span, then, other = self.span(), [], []

        @contextmanager
        def orelse() -> Iterator[None]:
            self.blocks.pop()
            self.blocks.append(other)
            yield

        self.blocks.append(then)
        yield orelse
        self.blocks.pop()
        self.emit(n.If(condition, tuple(then), tuple(other), span))

    # Results

    def function(self, returns: tuple[n.Type, ...] = ()) -> n.Function:
        return n.Function(
            self.name, self.kind, tuple(self.params), tuple(self.blocks[0]), tuple(self.symbols), returns
        )

    def program(self, *others: n.Function, returns: tuple[n.Type, ...] = (), **fields: Any) -> n.Program:
        functions = {f.name: f for f in (*others, self.function(returns))}
        return n.Program(self.name, functions, self.name, source=self.file, **fields)
