# SPDX-License-Identifier: Apache-2.0
"""What a run-time index of a core function is certainly a multiple of.

for c in pl.range(0, 256, 64):        c is a multiple of 64
    at = c + 16                       at is a multiple of 16
"""

from __future__ import annotations

from collections import Counter
from math import gcd

from pypto.ir import arith
from pypto.ir.nodes import Assign, Block, Call, Const, Dim, Expr, For, ScalarType, Var, walk
from pypto.ir.ops import scalar

LARGEST = 1 << 16
"""Numbers wrap at powers of two, so only powers of two survive every step; more than this nobody asks for."""


class Multiples:
    """The largest known power of two that divides each integer of a body."""

    def __init__(self, body: Block) -> None:
        self.known: dict[Var, int] = {}
        times = Counter(s.target for s in walk(body) if isinstance(s, Assign))
        for stmt in walk(body):
            if isinstance(stmt, For):
                self.known[stmt.var] = gcd(self.of(stmt.start), self.of(stmt.step))
            elif isinstance(stmt, Assign) and times[stmt.target] == 1 and _integer(stmt.target):
                self.known[stmt.target] = self.of(stmt.value)

    def of(self, dim: Dim) -> int:
        number = arith.as_int(dim)
        if number is not None:
            return gcd(number, LARGEST)
        assert not isinstance(dim, int)
        return min(self._expr(dim), LARGEST)

    def _expr(self, expr: Expr) -> int:
        if isinstance(expr, Const):
            return gcd(int(expr.value or 0), LARGEST) if isinstance(expr.value, int) else 1
        if isinstance(expr, Var):
            return self.known.get(expr, 1)
        if not isinstance(expr, Call) or not isinstance(expr.type, ScalarType) or not expr.type.dtype.is_int:
            return 1
        parts = [self.of(a) for a in expr.args if a is not None]
        if expr.op is scalar.MUL:
            return parts[0] * parts[1]
        if expr.op in (scalar.ADD, scalar.SUB, scalar.MIN, scalar.MAX):
            return gcd(*parts)
        return parts[0] if expr.op in (scalar.CAST, scalar.NEG) and _integer(expr.args[0]) else 1


def _integer(expr: Expr | None) -> bool:
    return expr is not None and isinstance(expr.type, ScalarType) and expr.type.dtype.is_int
