# SPDX-License-Identifier: Apache-2.0
"""What stands behind shape and element type in the annotation of a tensor or a tile.

    pl.Tensor[[16, 64], pl.FP32, pl.TensorView(stride=[1024, 1], layout=pl.TensorLayout.ND)]
    pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[8, 64])]

Both functions take `fail(message, help)`, which raises.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pypto.frontend import constructs as c
from pypto.ir.dtypes import FP8E8M0
from pypto.ir.enums import CompactMode, Mem, PadValue, TensorLayout, TileLayout
from pypto.ir.nodes import TileType
from pypto.ir.ops.rules import space_layout


@dataclass(frozen=True)
class TensorExtras:
    """The parts of a view that a tensor annotation gives; None where it says nothing."""

    stride: tuple[Any, ...] | None = None
    valid: tuple[Any, ...] | None = None
    is_view: bool = False
    layout: TensorLayout | None = None


NO_EXTRAS = TensorExtras()


def tensor_extras(annotation: c.TensorAnnotation, fail: Any) -> TensorExtras:
    """Layout or view, at most one, and the place that printed programs give."""
    views = [e for e in annotation.extras if isinstance(e, c.TensorView | TensorLayout)]
    places = [e for e in annotation.extras if isinstance(e, c.MemRef)]
    for extra in annotation.extras:
        if not isinstance(extra, c.TensorView | TensorLayout | c.MemRef):
            fail(f"{_shown(extra)} is no layout of a tensor", "pl.TensorLayout.ND, or pl.TensorView(...)")
    if len(views) > 1:
        fail("a tensor has at most one layout or view", None)
    if len(places) > 1:
        fail("a tensor has at most one pl.MemRef", None)
    view = views[0] if views else TensorLayout.ND
    layout = view if isinstance(view, TensorLayout) else view.keywords.get("layout", TensorLayout.ND)
    if layout is TensorLayout.DN:
        fail(
            "a tensor in global memory is row-major; pl.DN is no layout of it",
            "write the row-major shape and transpose where it is used: b_trans=True, or pl.transpose",
        )
    if layout is TensorLayout.NZ:
        fail("NZ is a layout of tiles, not of tensors", "leave it out")
    if not isinstance(layout, TensorLayout):
        fail(f"{_shown(layout)} is no layout", "layout=pl.TensorLayout.ND")
    if layout.scales and annotation.dtype is not FP8E8M0:
        fail(f"{layout.name} is the layout of FP8E8M0 scales, not of {annotation.dtype}", "leave it out")
    if not isinstance(view, c.TensorView):
        return TensorExtras(layout=layout) if layout.scales else NO_EXTRAS
    if layout.scales:
        fail(f"a tensor with the layout {layout.name} is whole and packed", f"write pl.{layout.name} alone")
    if view.keywords.get("pad", PadValue.null) is not PadValue.null:
        fail("pad= of pl.TensorView is not built yet", "fill the padding where it is read: pl.fillpad")
    lists = {}
    for name in ("stride", "valid_shape"):
        given = view.keywords.get(name)
        if given is not None and (not isinstance(given, list | tuple) or len(given) != len(annotation.shape)):
            fail(f"{name}= of pl.TensorView has one entry per axis, found {_shown(given)}", None)
        lists[name] = None if given is None else tuple(given)
    return TensorExtras(lists["stride"], lists["valid_shape"], True)


@dataclass(frozen=True)
class TileExtras:
    """The parts of a tile annotation; None where it says nothing."""

    space: str | None = None
    view: c.TileView | None = None
    memref: c.MemRef | None = None


def tile_extras(annotation: c.TileAnnotation, fail: Any) -> TileExtras:
    """Memory space, view and place, at most one of each, in any order."""
    found: dict[type, Any] = {}
    words = {Mem: "memory space", c.TileView: "pl.TileView", c.MemRef: "pl.MemRef"}
    for extra in annotation.extras:
        if isinstance(extra, TensorLayout):
            fail(
                f"a tile takes no layout name, found {extra.name}",
                "pl.TileView(blayout=..., slayout=...) says the layout of a tile",
            )
        kind = next((k for k in words if isinstance(extra, k)), None)
        if kind is None:
            fail(f"{_shown(extra)} has no place in the annotation of a tile", "pl.Mem.Vec, pl.TileView(...)")
        assert kind is not None
        if kind in found:
            fail(f"at most one {words[kind]} in the annotation of a tile", None)
        found[kind] = extra
    if c.MemRef in found and Mem not in found:
        fail("a pl.MemRef needs the memory space beside it", "pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, ring]")
    space = found.get(Mem)
    if space is Mem.DDR:
        fail("a tile lives in a memory of a core, not in DDR", "pl.Mem.Vec")
    view = found.get(c.TileView)
    if view is not None:
        check_view(view, fail)
    return TileExtras(space.name if space is not None else None, view, found.get(c.MemRef))


def check_view(view: c.TileView, fail: Any) -> None:
    """Values of the keywords, and those that say more than is built."""
    given = view.keywords
    for name, kinds in (
        ("blayout", (TileLayout, str)),
        ("slayout", (TileLayout, str)),
        ("pad", (PadValue, int)),
    ):
        if name in given and not isinstance(given[name], kinds):
            fail(f"{name}= of pl.TileView: {_shown(given[name])} is no such value", None)
    if given.get("compact", CompactMode.null) is not CompactMode.null:
        fail("compact= of pl.TileView is not built yet", "leave it out")
    for name in ("stride", "start_offset"):
        if given.get(name) is not None:
            fail(f"{name}= of pl.TileView is not built yet", "leave it out: a tile is packed")


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


def tile_type(annotation: c.TileAnnotation, fail: Any) -> TileType:
    """The type that the annotation of a tile parameter says."""
    extras = tile_extras(annotation, fail)
    if extras.memref is not None:
        fail("a pl.MemRef belongs to a tile that the function makes", "take it away from the parameter")
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
    return TileType(shape, annotation.dtype, space, valid, **layout_of(extras.view, space, shape))


def _shown(value: Any) -> str:
    return str(list(value)) if isinstance(value, tuple | list) else f"{value!r}"
