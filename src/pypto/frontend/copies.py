# SPDX-License-Identifier: Apache-2.0
"""A write of one tensor of global memory into another in orchestration: a task that copies it, piece by piece.

                                    with pl.at(level=CORE_GROUP, name_hint="assemble"):
y = pl.assemble(y, x, [8, 0])   ->      for r in pl.range(0, rows, 64):
                                            v = pl.slice(x, [64, 128], [r, 0], valid_shape=[...])
                                            pl.assemble(y, v, [8 + r, 0])
"""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Callable, Sequence

from pypto.errors import Span
from pypto.frontend.operations import Operations
from pypto.ir import arith
from pypto.ir.dtypes import INDEX
from pypto.ir.enums import AtomicType
from pypto.ir.nodes import Dim, For, ScalarType, TensorType, Var
from pypto.ir.ops import memory

LINE = 4096
"""Bytes of one row of a piece, at most."""

PIECE = 32768
"""Bytes of a piece, at most: small beside what any core holds."""

ALIGNED = 32
"""Bytes: the lines of a piece are multiples of it."""


class Copies(Operations):
    """Lowers writes of whole tensors and views into tensors."""

    @abstractmethod
    def task_of(self, hint: str, lower: Callable[[], None], span: Span) -> None:
        """A region of the body that `lower` emits."""

    def copy_task(self, target: Var, source: Var, offset: Sequence[Dim], node: ast.AST) -> None:
        """`target[offset...] = source` as one task."""
        assert isinstance(source.type, TensorType)
        sizes = piece_of(source.type)
        span = self.span(node)
        place = self.session.place
        pieces = any(
            (arith.as_int(n) or size + 1) > size for n, size in zip(source.type.shape, sizes, strict=True)
        )
        if pieces and place.get(source, source) is place.get(target, target):
            source = self.copied(source, node)
        self.task_of("assemble", lambda: self.copy_axis((), target, source, tuple(offset), sizes, node), span)

    def copied(self, source: Var, node: ast.AST) -> Var:
        """A copy of what may lie where a later piece is read from."""
        assert isinstance(source.type, TensorType)
        span, type_ = self.span(node), TensorType(source.type.shape, source.type.dtype)
        scratch = self.new_tensor("copy", type_, span)
        self.copy_task(scratch, source, (0,) * type_.rank, node)
        return scratch

    def copy_axis(
        self,
        at: tuple[Dim, ...],
        target: Var,
        source: Var,
        offset: tuple[Dim, ...],
        sizes: tuple[int, ...],
        node: ast.AST,
    ) -> None:
        """The loop over the pieces along one axis, or the copy of one piece; `at`: where it begins on the axes before."""
        assert isinstance(source.type, TensorType)
        axis, span = len(at), self.span(node)
        if axis == len(sizes):
            self.copy_piece(at, target, source, offset, sizes, node)
            return
        extent = source.type.shape[axis]
        known = arith.as_int(extent)
        if known is not None and known <= sizes[axis]:
            self.copy_axis((*at, 0), target, source, offset, sizes, node)
            return
        var = self.fresh("part", ScalarType(INDEX), span)
        with self.collect() as statements:
            self.copy_axis((*at, var), target, source, offset, sizes, node)
        bounds = (arith.to_expr(0), arith.to_expr(extent), arith.to_expr(sizes[axis]))
        self.emit(For(var, *bounds, tuple(statements), "range", 1, span))

    def copy_piece(
        self,
        at: tuple[Dim, ...],
        target: Var,
        source: Var,
        offset: tuple[Dim, ...],
        sizes: tuple[int, ...],
        node: ast.AST,
    ) -> None:
        assert isinstance(source.type, TensorType)
        valid = tuple(
            arith.minimum(size, arith.sub(extent, start))
            for size, extent, start in zip(sizes, source.type.shape, at, strict=True)
        )
        bound = {
            "input": source,
            "shape": sizes,
            "offset": at,
            "valid_shape": valid,
            "drop_dims": None,
            "pad_value": None,
            "clamp": False,
        }
        span = self.span(node)
        piece = self.temporary(self.apply(memory.SLICE, bound, {}, "pl.slice", node), span)
        into = tuple(arith.add(o, a) for o, a in zip(offset, at, strict=True))
        write = {"target": target, "source": piece, "offset": into, "atomic": AtomicType.None_}
        self.apply(memory.ASSEMBLE, write, {}, "pl.assemble", node)


def piece_of(type_: TensorType) -> tuple[int, ...]:
    """The extents of one piece: lines of at most LINE bytes, as many as PIECE bytes hold, of one matrix."""
    step = max(1, ALIGNED * 8 // type_.dtype.bits)
    last = arith.as_int(type_.shape[-1])
    most = LINE * 8 // type_.dtype.bits
    columns = most if last is None else min(most, -(-last // step) * step)
    if type_.rank == 1:
        return (columns,)
    height = arith.as_int(type_.shape[-2])
    rows = max(1, PIECE * 8 // (columns * type_.dtype.bits))
    return (*(1,) * (type_.rank - 2), rows if height is None else min(rows, max(height, 1)), columns)
