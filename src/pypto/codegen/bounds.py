# SPDX-License-Identifier: Apache-2.0
"""What is known of the range of scalars, and the checks of single elements that it leaves over.

The range of a variable counts where nothing but one loop or one assignment gives it: `i` of pl.range(64) lies in
[0, 64), so `x[0, i]` of 64 columns needs no check and `x[0, i + 1]` needs one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from pypto.ir import arith
from pypto.ir.dtypes import INDEX, DType
from pypto.ir.nodes import Call, Dim, Expr, For, ScalarType, TensorType, TileType, Var, walk
from pypto.ir.ops import scalar as ops
from pypto.ir.visit import defined_vars

Range = tuple[int | None, int | None]
"""The least and the greatest value; None where there is no known one."""

ANY: Range = (None, None)


class Ranges:
    """Ranges of the scalars of one function."""

    def __init__(self) -> None:
        self.known: dict[Var, Range] = {}
        self.stops: dict[Var, Dim] = {}  # what a loop's variable stays below

    def enter(self, loop: For, step: int) -> None:
        """The variable of a loop, where its body gives it no other value."""
        self.known.pop(loop.var, None)
        self.stops.pop(loop.var, None)
        if any(loop.var in defined_vars(stmt) for stmt in walk(loop.body)):
            return
        start, stop = self.of(loop.start), self.of(loop.stop)
        if step > 0:
            self.stops[loop.var] = loop.stop
        first, end = arith.as_int(loop.start), arith.as_int(loop.stop)
        if first is not None and end is not None and (taken := range(first, end, step)):
            self.known[loop.var] = (min(taken[0], taken[-1]), max(taken[0], taken[-1]))
        elif step > 0:
            self.known[loop.var] = (start[0], None if stop[1] is None else stop[1] - 1)
        else:
            self.known[loop.var] = (None if stop[0] is None else stop[0] + 1, start[1])

    def of(self, dim: Dim) -> Range:
        number = arith.as_int(dim)
        if number is not None:
            return number, number
        if isinstance(dim, Var):
            return self.known.get(dim, ANY)
        if isinstance(dim, Call) and isinstance(dim.type, ScalarType):
            return _held(self.call(dim), dim.type.dtype)
        return ANY

    def call(self, call: Call) -> Range:
        if call.op is ops.CAST:
            source = call.args[0]
            assert source is not None and isinstance(source.type, ScalarType)
            return self.of(source) if not source.type.dtype.is_float else ANY
        if len(call.args) != 2 or any(a is None for a in call.args):
            return ANY
        (a, b), (c, d) = (self.of(x) for x in call.args if x is not None)
        if call.op is ops.ADD:
            return _plus(a, c), _plus(b, d)
        if call.op is ops.SUB:
            return _plus(a, None if d is None else -d), _plus(b, None if c is None else -c)
        if call.op is ops.MIN:
            tops = [x for x in (b, d) if x is not None]
            return (None if a is None or c is None else min(a, c)), min(tops, default=None)
        if call.op is ops.MAX:
            ends = [x for x in (a, c) if x is not None]
            return max(ends, default=None), (None if b is None or d is None else max(b, d))
        if call.op is ops.MUL:
            if None not in (a, b, c, d):
                corners = [x * y for x, y in product((a, b), (c, d))]  # type: ignore[operator]
                return min(corners), max(corners)
            return (0 if a is not None and c is not None and min(a, c) >= 0 else None), None
        if c is None or c != d or c <= 0:
            return ANY
        if call.op is ops.MOD:
            return 0, c - 1
        if call.op is ops.FLOORDIV:
            return (None if a is None else a // c), (None if b is None else b // c)
        return ANY

    def inside(self, index: Dim, extent: Dim) -> bool:
        """Whether an index provably lies in [0, extent)."""
        low, high = self.of(index)
        if low is None or low < 0:
            return False
        number = arith.as_int(arith.simplify(extent))
        if number is not None and high is not None:
            return high < number
        for var, stop in self.stops.items():  # i + c with i < stop, where stop + c <= extent
            if isinstance(index, Expr) and _is_index(index) and _is_index(var):
                beyond = arith.as_int(arith.sub(index, var))
                over = None if beyond is None else arith.as_int(arith.sub(arith.add(stop, beyond), extent))
                if over is not None and over <= 0:
                    return True
        return False


def unproven(ranges: Ranges, call: Call) -> Iterator[tuple[int, Dim, Dim]]:
    """The axes of a read or write of one element that have to be looked at while it runs: number, index, extent."""
    array = call.args[0]
    assert array is not None and isinstance(array.type, TensorType | TileType)
    indices = call.attrs.get("asked", call.attrs["offset"])
    extents = call.attrs.get("extents", array.type.shape)
    if len(indices) < len(extents):
        extents = extents[len(extents) - len(indices) :]
    for axis, (index, extent) in enumerate(zip(indices, extents, strict=True)):
        if not ranges.inside(index, extent):
            yield axis, index, extent


def _plus(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def _held(found: Range, dtype: DType) -> Range:
    """The range, or nothing where a number of this type could wrap around."""
    if dtype.is_float:
        return ANY
    bits = 64 if dtype is INDEX else dtype.bits
    least, most = (0, 2**bits - 1) if dtype.kind == "uint" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    low, high = found
    wraps = (low is not None and low < least) or (high is not None and high > most)
    if wraps or (bits < 64 and None in found):
        return ANY
    return found


def _is_index(expr: Expr) -> bool:
    return isinstance(expr.type, ScalarType) and expr.type.dtype is INDEX
