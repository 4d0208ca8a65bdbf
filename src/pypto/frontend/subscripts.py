# SPDX-License-Identifier: Apache-2.0
"""Subscripts: element reads, windows, and windowed writes.

x[r : r + 16, :]        ->  slice(x, [16, 64], [r, 0])
x[i, 0:64]              ->  slice(x, [1, 64], [i, 0], drop_dims=[0])
x[i, j]                 ->  read(x, [i, j])
y[r : r + 16, :] = v    ->  assemble(y, v, [r, 0])

The elements of a `pl.array` are in tasks.py.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pypto.frontend import constructs as c
from pypto.frontend.calls import Calls
from pypto.frontend.host_names import DistributedTensor
from pypto.frontend.tasks import is_small_array
from pypto.frontend.values import Value, describe, is_array, is_scalar, static_number
from pypto.ir import arith
from pypto.ir.enums import AtomicType
from pypto.ir.nodes import Dim, Expr, TensorType, TileType, Var, format_dim, format_dims
from pypto.ir.ops import memory, shaping


@dataclass
class Window:
    """A bound subscript: offsets and extents of every axis; `points` are the axes indexed by one number."""

    offset: tuple[Dim, ...]
    shape: tuple[Dim, ...]
    points: tuple[int, ...]
    nodes: tuple[ast.expr | None, ...]

    @property
    def is_element(self) -> bool:
        return len(self.points) == len(self.shape)


class Subscripts(Calls):
    """Lowers `x[...]` and `x[...] = v`."""

    def subscript(self, node: ast.Subscript) -> Value:
        base = self.expr(node.value)
        if isinstance(base, type) and (base in c.ANNOTATION_CLASSES or base is DistributedTensor):
            items = self.settled(node.slice)
            return self.written(node, lambda: base[items])  # type: ignore[index]
        if isinstance(base, c.MemRef):
            slot = self.plain_value(node.slice)
            if not is_scalar(slot) and not (isinstance(slot, int) and not isinstance(slot, bool)):
                self.type_error(
                    "a slot of a pl.MemRef is an integer",
                    node.slice,
                    "such as ring[i % 2]",
                    code="annotation",
                )
            return self.written(node, lambda: base[slot])
        if base is tuple:
            items = self.settled(node.slice)
            return c.TupleAnnotation(items if isinstance(items, tuple) else (items,))
        if isinstance(base, tuple):
            return self.entry(base, node)
        if is_small_array(base):
            return self.array_element(base, node)
        if not is_array(base):
            self.type_error(
                f"`{self.quote(node.value)}` is {describe(base)} and has no elements",
                node,
                "tensors, tiles, arrays and tuples have elements",
                code="subscript-base",
            )
        if not isinstance(base, Var):
            base = self.temporary(base, self.span(node.value))
        window = self.window(base, node)
        self.check_bounds(base, window, node)
        if window.is_element:
            bound: dict[str, Any] = {"src": base, "offset": window.offset}
            return self.apply(memory.READ, bound, {"src": node.value}, self.label(node), node)
        shape, valid = (
            self.of_tile(base, window, node) if isinstance(base.type, TileType) else (window.shape, None)
        )
        if isinstance(base.type, TileType) and window.points == (0,):
            warnings.warn(
                f"{self.span(node)}: tiles have two axes: `{self.quote(node)}` is one row of both",
                stacklevel=2,
            )
        bound = {
            "input": base,
            "shape": shape,
            "offset": window.offset,
            "valid_shape": valid,
            "drop_dims": window.points or None,
            "pad_value": None,
            "clamp": False,
        }
        return self.apply(memory.SLICE, bound, {"input": node.value}, self.label(node), node)

    def of_tile(
        self, base: Expr, window: Window, node: ast.Subscript
    ) -> tuple[tuple[Dim, ...], tuple[Dim, ...] | None]:
        """Shape and valid shape of a part of a tile: an upper bound beyond the tile is cut, and one that is known at
        run time only gives the valid extent of a part that reaches to the end of the tile."""
        extents: tuple[Dim, ...] = base.type.shape  # type: ignore[attr-defined]
        shape, valid, narrow = list(window.shape), list(window.shape), False
        for axis, (size, lower, extent) in enumerate(zip(shape, window.offset, extents, strict=True)):
            if axis not in window.points and arith.as_int(lower) is None:
                sizes, offsets = format_dims(window.shape), format_dims(window.offset)
                self.syntax(
                    f"dynamic lower bound `{format_dim(lower)}` on axis {axis} of a slice of a tile",
                    window.nodes[axis] or node,
                    f"write pl.slice({self.quote(node.value)}, {sizes}, {offsets})",
                    code="not-static",
                )
            rest = arith.as_int(arith.sub(extent, lower))
            if rest is None or rest <= 0 or axis in window.points:
                continue
            number = arith.as_int(size)
            shape[axis] = rest if number is None else min(number, rest)
            valid[axis] = shape[axis] if number is not None else arith.minimum(size, rest)
            narrow = narrow or number is None
        return tuple(shape), tuple(valid) if narrow else None

    def label(self, node: ast.Subscript) -> str:
        return f"{self.quote(node.value)}[...]"

    def entry(self, items: tuple[Value, ...], node: ast.Subscript) -> Value:
        """One entry of a tuple; the index is static."""
        if isinstance(node.slice, ast.Slice):
            self.unsupported(
                "slices of tuples are not part of the kernel language",
                node,
                "write the entries out: (t[0], t[1])",
                code="tuple-index",
            )
        index = static_number(self.settled(node.slice))
        if not isinstance(index, int) or isinstance(index, bool):
            what = "must be known while the kernel is read" if index is None else "is an integer"
            self.syntax(
                f"the index of a tuple {what}, found `{self.quote(node.slice)}`",
                node,
                "a number, or the variable of a pl.unroll loop",
                code="tuple-index",
            )
        if not -len(items) <= index < len(items):
            self.type_error(
                f"index {index} is outside a tuple of {len(items)} entries",
                node,
                f"its indices are 0 to {len(items) - 1}" if items else "it is empty",
                code="tuple-index",
            )
        return items[index]

    def window(self, base: Expr, node: ast.Subscript) -> Window:
        """Offsets and extents that a subscript asks for; missing trailing axes are whole."""
        extents: tuple[Dim, ...] = base.type.shape  # type: ignore[attr-defined]
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for written in items:
            if isinstance(written, ast.Constant):
                self.refuse_placeholder(written)
        if len(items) > len(extents):
            self.type_error(
                f"{len(items)} indices for {len(extents)} axes",
                node.slice,
                f"take {len(items) - len(extents)} of them away",
                code="index-count",
            )
        offset: list[Dim] = []
        shape: list[Dim] = []
        points: list[int] = []
        for axis, extent in enumerate(extents):
            item = items[axis] if axis < len(items) else None
            if item is None:
                offset.append(0)
                shape.append(extent)
            elif isinstance(item, ast.Slice):
                if item.step is not None:
                    self.unsupported(
                        "a step in a slice is not part of the kernel language",
                        item.step,
                        "take every row, or the rows one by one in a loop",
                        code="slice-step",
                    )
                lower = self.bound(item.lower, 0)
                upper = self.bound(item.upper, extent)
                offset.append(lower)
                shape.append(self.extent(lower, upper, item))
            else:
                offset.append(self.bound(item, 0))
                shape.append(1)
                points.append(axis)
        nodes = tuple(items[axis] if axis < len(items) else None for axis in range(len(extents)))
        return Window(tuple(offset), tuple(shape), tuple(points), nodes)

    def bound(self, node: ast.expr | None, default: Dim) -> Dim:
        if node is None:
            return default
        if isinstance(node, ast.Constant):
            self.refuse_placeholder(node)
        value = self.settled(node)
        if is_array(value):
            self.unsupported(
                "an index tensor in a subscript is not part of the kernel language",
                node,
                "take rows with pl.mgather, elements with pl.gather",
                code="index-form",
            )
        dim = self.dim(value, node)
        number = arith.as_int(dim)
        if number is not None and number < 0:
            self.unsupported(
                f"a negative index is not part of the kernel language, found {number}",
                node,
                "count from the start: x.shape[0] - 1",
                code="negative-index",
            )
        return dim

    def refuse_placeholder(self, node: ast.Constant) -> None:
        """`None` and `...` are no indices."""
        if node.value is None or node.value is ...:
            self.unsupported(
                f"`{node.value if node.value is None else '...'}` in a subscript is not part of the kernel language",
                node,
                "write every axis: x[0:16, :]" if node.value is ... else "add an axis with pl.reshape",
                code="index-form",
            )

    def extent(self, lower: Dim, upper: Dim, node: ast.Slice) -> Dim:
        size = arith.sub(upper, lower)
        if not isinstance(size, int):
            size = self.known(size) if arith.as_int(size) is None else size
            (size,) = self.spelled_out((size,))
        number = arith.as_int(size)
        if number is not None and number <= 0:
            self.type_error(
                f"the slice `{self.quote(node)}` is empty",
                node,
                "the upper bound is greater than the lower",
                code="empty-slice",
            )
        return size

    def check_bounds(
        self, base: Expr, window: Window, node: ast.AST, axes: Iterable[int] | None = None
    ) -> None:
        """Indices are inside: those of the axes that are given, else those that are one number."""
        for axis in window.points if axes is None else axes:
            at, extent = window.offset[axis], base.type.shape[axis]  # type: ignore[attr-defined]
            beyond = arith.as_int(arith.sub(at, extent))
            if beyond is not None and beyond >= 0:
                self.type_error(
                    f"index {format_dim(at)} is outside axis {axis} of extent {format_dim(extent)}",
                    node,
                    f"its indices are 0 to {format_dim(arith.sub(extent, 1))}",
                    code="bounds",
                )

    # Writes

    def store(self, target: ast.Subscript, value_node: ast.expr) -> None:
        """`dst[window] = src`."""
        if not isinstance(target.value, ast.Name):
            self.syntax(
                "the left side of a windowed write is a name with one subscript",
                target,
                "y[a:b, c:d] = v",
                code="window-target",
            )
        name = target.value.id
        # A helper may give names of the caller new values, so it runs before any of them is looked up.
        given = self.right_side(value_node) if self.callee(value_node) is not None else None
        base = self.expr(target.value)
        if is_small_array(base):
            self.array_store(base, target, value_node, given)
            return
        source = self.expr(value_node) if given is None else given
        if isinstance(base, tuple):
            self.unsupported(
                "entries of a tuple cannot be assigned",
                target,
                "make a new tuple, or an array: pl.array.create(4, pl.INT32)",
                code="tuple-index",
            )
        if not is_array(base):
            self.type_error(
                f"`{name}` is {describe(base)} and has no elements",
                target,
                f"write {name} = ..." if is_scalar(base) else "tensors, tiles and arrays have elements",
                code="subscript-base",
            )
        window = self.window(base, target)
        self.check_bounds(base, window, target)
        if window.is_element:
            self.unsupported(
                "assigning one element is not part of the kernel language",
                target,
                f"write pl.write({name}, [{self.quote(target.slice)}], {self.quote(value_node)})",
                code="element-write",
            )
        if not is_array(source):
            self.type_error(
                f"a tensor is expected on the right, `{self.quote(value_node)}` is {describe(source)}",
                value_node,
                "build it with pl.full(shape, dtype, value)",
                code="argument-type",
            )
        if isinstance(base.type, TensorType) != isinstance(source.type, TensorType):
            self.type_error(
                f"`{name}` is {base.type}, the right side is {source.type}: tensors and tiles do not mix",
                target,
                f"store the tile: pl.store(tile, offsets, {name})"
                if isinstance(base.type, TensorType)
                else "load the tensor: pl.load(x, offsets, shapes)",
                code="level-mix",
            )
        if not isinstance(source, Var):
            source = self.temporary(source, self.span(value_node))
        source = self.on_chip(source, value_node)
        assert isinstance(source, Var)
        source = self.fitted(source, window, target, value_node)
        into, offset = base, window.offset
        if len(source.type.shape) < len(offset):  # type: ignore[attr-defined]
            into, offset = self.dropped_axes(base, window, target)
        bound = {"target": into, "source": source, "offset": offset, "atomic": AtomicType.None_}
        result = self.apply(
            memory.ASSEMBLE, bound, {"target": target.value, "source": value_node}, self.label(target), target
        )
        self.rebind(name, base if into is not base else result, target)

    def dropped_axes(
        self, base: Value, window: Window, target: ast.Subscript
    ) -> tuple[Value, tuple[Dim, ...]]:
        """The window of a tensor in orchestration as a view without the axes that one index stands for."""
        bound = {
            "input": base, "shape": window.shape, "offset": window.offset, "valid_shape": None,
            "drop_dims": window.points, "pad_value": None, "clamp": False,
        }  # fmt: skip
        view = self.apply(memory.SLICE, bound, {"input": target.value}, self.label(target), target)
        view = self.temporary(view, self.span(target))
        return view, (0,) * len(view.type.shape)  # type: ignore[attr-defined]

    def rebind(self, name: str, value: Value, node: ast.AST) -> None:
        """Give a name the value that a windowed write returns."""
        if not isinstance(value, Var):
            value = self.define(name, value, self.span(node))
        self.env[name] = value

    def fitted(self, source: Var, window: Window, target: ast.Subscript, node: ast.expr) -> Var:
        """The source with the rank of the target, after comparing it with the window."""
        type_ = source.type
        shape: tuple[Dim, ...] = type_.shape  # type: ignore[attr-defined]
        valid: tuple[Dim, ...] = type_.valid_shape  # type: ignore[attr-defined]
        axes = [i for i in range(len(window.shape)) if i not in window.points]
        full = len(shape) == len(window.shape) and all(arith.as_int(shape[i]) == 1 for i in window.points)
        if len(shape) != len(axes) and not full:
            self.type_error(
                f"source has {len(shape)} axes, the window has {len(axes)}",
                target,
                f"reshape the source: pl.reshape(v, {format_dims(tuple(window.shape[i] for i in axes))})",
                [f"{self.quote(node)} is {type_}"],
                code="window-shape",
            )
        for k, axis in enumerate(range(len(shape)) if full else axes):
            wanted, has, holds = window.shape[axis], shape[k], valid[k]
            if arith.same(wanted, has) or arith.same(wanted, holds):
                continue
            if self.same_known(wanted, has) or self.same_known(wanted, holds):
                continue
            self.type_error(
                f"source axis {k}: the window has {format_dim(wanted)}, the source has {format_dim(has)}",
                target,
                "narrow what the source holds: pl.set_validshape(v, rows, cols)"
                if arith.as_int(wanted) is None
                else "write a window of the extent of the source, or a part of the source",
                notes=[f"{self.quote(node)} is {type_}"],
                code="window-shape",
            )
        if full or self.region is None:
            return source
        new = tuple(window.shape[i] if i in axes else 1 for i in range(len(window.shape)))
        bound = {
            "input": source,
            "shape": tuple(shape[axes.index(i)] if i in axes else 1 for i in range(len(new))),
        }
        reshaped = self.apply(shaping.RESHAPE, bound, {"input": node}, "pl.reshape", node)
        return self.temporary(reshaped, self.span(node))

    def same_known(self, a: Dim, b: Dim) -> bool:
        return arith.as_int(self.known(arith.sub(a, b))) == 0
