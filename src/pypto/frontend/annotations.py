# SPDX-License-Identifier: Apache-2.0
"""What stands behind shape and element type in the annotation of a tensor or a tile.

    pl.Tensor[[16, 64], pl.FP32, pl.TensorView(stride=[1024, 1], layout=pl.TensorLayout.ND)]
    pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[8, 64])]

Both functions take `fail(message, help, at, value)`, which raises: `at` is the part of the annotation that is wrong, as
`part_of` names parts, and `{at}` in a message stands for its text, or for the value where the text is elsewhere.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol

from pypto.frontend import constructs as c
from pypto.ir import arith
from pypto.ir.dtypes import FP8E8M0
from pypto.ir.enums import CompactMode, Mem, PadValue, TensorLayout, TileLayout
from pypto.ir.nodes import Const, Expr, TensorType, TileType, format_dim
from pypto.ir.ops.creation import check_columns, layout_help
from pypto.ir.ops.rules import space_layout
from pypto.ir.ops.strides import column_strides, strides_of
from pypto.ir.ops.table import OpError

Part = tuple[str | int, ...]
"""`("shape",)`, `("shape", axis)`, `("dtype",)` or `("extra", position)`; empty is the whole."""


class Fail(Protocol):
    """Refuses an annotation."""

    def __call__(self, message: str, help: str | None, at: Part = (), value: Any = None) -> NoReturn: ...


def part_of(node: ast.expr, at: Part) -> ast.expr | None:
    """The node of a part of an annotation; None where the annotation names it, or is written in another way."""
    while isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Tuple):  # pl.Out[...]
        node = node.slice
    if not at:
        return None
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
        items = node.slice.elts
    elif isinstance(node, ast.Call):
        items = node.args
    else:
        return None
    first = {"shape": 0, "dtype": 1, "extra": 2}[str(at[0])]
    position = first + int(at[1]) if at[0] == "extra" else first
    found = items[position] if position < len(items) else None
    if at[0] != "shape" or len(at) == 1:
        return found
    axis = int(at[1])
    inside = found.elts if isinstance(found, ast.List | ast.Tuple) else []
    return inside[axis] if axis < len(inside) else None


def fill(message: str, node: ast.expr | None, value: Any) -> str:
    """The message with the text of the wrong part, or with its value."""
    return message.replace("{at}", ast.unparse(node) if node is not None else _shown(value))


@dataclass(frozen=True)
class TensorExtras:
    """The parts of a view that a tensor annotation gives; None where it says nothing.

    `layout`: that of scales; `columns`: whether a view says DN, None where there is no view; `pad`: what an element
    outside of what is valid reads as.
    """

    stride: tuple[Any, ...] | None = None
    valid: tuple[Any, ...] | None = None
    is_view: bool = False
    layout: TensorLayout | None = None
    columns: bool | None = None
    pad: PadValue | None = None


NO_EXTRAS = TensorExtras()


def tensor_extras(annotation: c.TensorAnnotation, fail: Fail) -> TensorExtras:
    """Layout or view, at most one, and the place that printed programs give."""
    views = [e for e in annotation.extras if isinstance(e, c.TensorView | TensorLayout)]
    places = [e for e in annotation.extras if isinstance(e, c.MemRef)]
    for position, extra in enumerate(annotation.extras):
        if not isinstance(extra, c.TensorView | TensorLayout | c.MemRef):
            help = "pl.TensorLayout.ND, or pl.TensorView(...)"
            fail("{at} is no layout of a tensor", help, ("extra", position), extra)
    for known, what in ((views, "layout or view"), (places, "pl.MemRef")):
        if len(known) > 1:
            second = [i for i, e in enumerate(annotation.extras) if any(e is k for k in known)][1]
            fail(f"a tensor has at most one {what}", "leave this one out", ("extra", second))
    at = ("extra", annotation.extras.index(views[0])) if views else ()
    view = views[0] if views else TensorLayout.ND
    layout = view if isinstance(view, TensorLayout) else view.keywords.get("layout", TensorLayout.ND)
    if view is TensorLayout.DN:
        fail(
            "a tensor in global memory is declared row-major; pl.DN alone is no layout of it",
            "write the row-major shape and transpose where it is used: b_trans=True, or pl.transpose",
            at,
        )
    if not isinstance(layout, TensorLayout):
        fail(f"{_shown(layout)} is no layout", "layout=pl.TensorLayout.ND, or pl.TensorLayout.DN", at)
    if layout is TensorLayout.NZ:
        fail("NZ is a layout of tiles, not of tensors", layout_help(layout), at)
    if layout.scales and annotation.dtype is not FP8E8M0:
        fail(f"{layout.name} is the layout of FP8E8M0 scales, not of {annotation.dtype}", "leave it out", at)
    if not isinstance(view, c.TensorView):
        return TensorExtras(layout=layout) if layout.scales else NO_EXTRAS
    if layout.scales:
        fail(
            f"a tensor with the layout {layout.name} is whole and packed", f"write pl.{layout.name} alone", at
        )
    pad = view.keywords.get("pad")
    if "pad" in view.keywords and not isinstance(pad, PadValue):
        fail(f"pad= of pl.TensorView: {_shown(pad)} is no such value", "such as pad=pl.PadValue.zero", at)
    lists = {}
    for name in ("stride", "valid_shape"):
        given = view.keywords.get(name)
        if given is not None and (not isinstance(given, list | tuple) or len(given) != len(annotation.shape)):
            help = f"{name}={list(annotation.shape)}" if name == "valid_shape" else f"{name}=[64, 1]"
            if len(annotation.shape) != 2 and name == "stride":
                help = f"{len(annotation.shape)} of them"
            fail(f"{name}= of pl.TensorView has one entry per axis, found {_shown(given)}", help, at)
        lists[name] = None if given is None else tuple(given)
    check_order(layout, lists["stride"], annotation, lambda message, help: fail(message, help, at))
    return TensorExtras(lists["stride"], lists["valid_shape"], True, None, layout is TensorLayout.DN, pad)


def check_order(
    layout: TensorLayout, stride: tuple[Any, ...] | None, annotation: c.TensorAnnotation, fail: Any
) -> None:
    """Whether strides are those of the layout beside them."""
    rank = len(annotation.shape)
    if layout is TensorLayout.DN:
        try:
            check_columns(rank, annotation.dtype)
        except OpError as error:
            fail(error.message, error.help)
    if stride is None or rank < 2:
        return
    row, column = (arith.as_int(s) if isinstance(s, int | Expr) else None for s in stride[-2:])
    if layout is TensorLayout.DN and row not in (1, None):
        fail(
            f"stride {_shown(stride)} is not that of the layout DN, whose axis before the last has stride 1",
            "layout=pl.TensorLayout.ND says the order of rows",
        )
    if layout is TensorLayout.ND and row == 1 and column not in (1, None):
        fail(
            f"stride {_shown(stride)} is that of the layout DN: columns lie one behind the other",
            "layout=pl.TensorLayout.DN",
        )


def other_strides(view: TensorExtras, type_: TensorType) -> str | None:
    """Where a tensor lies otherwise than the view of a parameter says, None where it does not."""
    if view.columns is None or (view.stride is None and not view.columns):
        return None
    packed = column_strides(type_.shape)
    for axis, (extent, has) in enumerate(zip(type_.shape, strides_of(type_), strict=True)):
        wanted: Any = packed[axis] if view.stride is None else view.stride[axis]
        if isinstance(wanted, c.DynamicDim) or arith.as_int(extent) == 1:
            continue
        if not arith.same(wanted, has):
            return f"stride {format_dim(wanted)} on axis {axis}, the argument has {format_dim(has)}"
    return None


@dataclass(frozen=True)
class TileExtras:
    """The parts of a tile annotation; None where it says nothing."""

    space: str | None = None
    view: c.TileView | None = None
    memref: c.MemRef | None = None


def tile_extras(annotation: c.TileAnnotation, fail: Fail) -> TileExtras:
    """Memory space, view and place, at most one of each, in any order."""
    found: dict[type, Any] = {}
    words = {Mem: "memory space", c.TileView: "pl.TileView", c.MemRef: "pl.MemRef"}
    places: dict[type, Part] = {}
    for position, extra in enumerate(annotation.extras):
        at = ("extra", position)
        if isinstance(extra, TensorLayout):
            fail(
                f"a tile takes no layout name, found {extra.name}",
                "pl.TileView(blayout=..., slayout=...) says the layout of a tile",
                at,
            )
        kind = next((k for k in words if isinstance(extra, k)), None)
        if kind is None:
            fail("{at} has no place in the annotation of a tile", "pl.Mem.Vec, pl.TileView(...)", at, extra)
        if kind in found:
            fail(f"at most one {words[kind]} in the annotation of a tile", "leave this one out", at)
        found[kind], places[kind] = extra, at
    if c.MemRef in found and Mem not in found:
        help = "pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, ring]"
        fail("a pl.MemRef needs the memory space beside it", help, places[c.MemRef])
    space = found.get(Mem)
    if space is Mem.DDR:
        fail("a tile lives in a memory of a core, not in DDR", "pl.Mem.Vec", places[Mem])
    view = found.get(c.TileView)
    if view is not None:
        check_view(view, fail, places[c.TileView])
        check_packed(annotation, view, space.name if space is not None else "Vec", fail, places[c.TileView])
    return TileExtras(space.name if space is not None else None, view, found.get(c.MemRef))


def check_packed(annotation: c.TileAnnotation, view: c.TileView, space: str, fail: Fail, at: Part) -> None:
    """What a view says of strides and the start is what every tile has."""
    stride, start = view.keywords.get("stride"), view.keywords.get("start_offset", 0)
    extents = [v for v in annotation.shape if isinstance(v, int)]
    if stride is not None and len(extents) == 2:
        rows, cols = extents
        layout = layout_of(view, space, (rows, cols))
        packed = [1, rows] if layout["blayout"] == "col_major" else [cols, 1]
        if not isinstance(stride, list | tuple) or list(stride) != packed:
            fail(f"a tile is packed: its stride is {packed}, found {_shown(stride)}", f"stride={packed}", at)
    if start != 0 or isinstance(start, bool):
        fail(f"a tile begins at its first byte, found start_offset={_shown(start)}", "start_offset=0", at)


def check_view(view: c.TileView, fail: Fail, at: Part) -> None:
    """Values of the keywords; `compact` is how a part of a tile is transferred, which changes no value."""
    given = view.keywords
    for name, kinds, wanted in (
        ("blayout", (TileLayout, str), "pl.TileLayout.row_major"),
        ("slayout", (TileLayout, str), "pl.TileLayout.none_box"),
        ("fractal", int, "512"),
        ("pad", (PadValue, int), "pl.PadValue.zero"),
        ("compact", CompactMode, "pl.CompactMode.null"),
    ):
        if name in given and (not isinstance(given[name], kinds) or isinstance(given[name], bool)):
            fail(
                f"{name}= of pl.TileView: {_shown(given[name])} is no such value",
                f"such as {name}={wanted}",
                at,
            )
    if isinstance(given.get("pad"), int) and not 0 <= given["pad"] < len(PadValue):
        fail(f"pad= of pl.TileView: {given['pad']} is no such value", "such as pad=pl.PadValue.zero", at)
    valid = given.get("valid_shape")
    if valid is not None and (not isinstance(valid, list | tuple) or len(valid) != 2):
        fail(f"valid_shape= of pl.TileView has two entries, found {_shown(valid)}", "valid_shape=[8, 64]", at)


def layout_of(view: c.TileView | None, space: str, shape: tuple[int, int]) -> dict[str, Any]:
    """Layout, fractal and pad of a tile: what the view says, else what the space implies."""
    fields = dict(zip(("blayout", "slayout", "fractal"), space_layout(space, shape), strict=True))
    fields["pad"] = 0
    for name in fields if view is not None else ():
        assert view is not None
        value = view.keywords.get(name)
        if value is not None:
            fields[name] = value.value if isinstance(value, TileLayout | PadValue) else value
    return fields


def tile_type(annotation: c.TileAnnotation, fail: Fail) -> TileType:
    """The type that the annotation of a tile parameter says."""
    extras = tile_extras(annotation, fail)
    if extras.memref is not None:
        at = ("extra", annotation.extras.index(extras.memref))
        fail("a pl.MemRef belongs to a tile that the function makes", "take it away from the parameter", at)
    shape = (int(annotation.shape[0]), int(annotation.shape[1]))
    space = extras.space or "Vec"
    valid = None if extras.view is None else extras.view.keywords.get("valid_shape")
    if valid is not None:
        static = len(valid) == 2 and all(
            isinstance(v, int) and 0 <= v <= n for v, n in zip(valid, shape, strict=True)
        )
        if not static:
            fail(
                f"the valid shape {_shown(valid)} of a tile parameter is static and inside {list(shape)}",
                None,
            )
        valid = None if tuple(valid) == shape else tuple(valid)
    fields = layout_of(extras.view, space, shape)
    if valid is not None and fields["pad"] != 0:
        at = ("extra", annotation.extras.index(extras.view))
        fail(
            f"a tile parameter that holds data in part has no padding, found pad={PadValue(fields['pad']).name}",
            "leave pad= out, and fill it in the body: pl.fillpad(t, pad_value=pl.PadValue.zero)",
            at,
        )
    return TileType(
        shape, annotation.dtype, space, valid, **(fields | {"pad": 0})
    )  # a whole one has no padding


def _shown(value: Any) -> str:
    if isinstance(value, c.View):
        return f"pl.{type(value).__name__}(...)"
    if isinstance(value, type):
        return value.__name__
    if isinstance(value, Const):
        return f"{value.value!r}"
    if isinstance(value, Expr):
        return str(value.type)
    return f"[{', '.join(map(_shown, value))}]" if isinstance(value, tuple | list) else f"{value!r}"
