# SPDX-License-Identifier: Apache-2.0
"""How each operation is written: one form per shape of text, with its reader and its printer side by side.

    pto.tadd ins(%a, %b : T, T) outs(%c : T)                  tile instructions
    %t = pto.alloc_tile addr = %a : T                         buffers and views
    %x = pto.load_scalar %p[%i] : !pto.ptr<f32> -> f32        single elements

Control flow and functions, which own blocks, are in `parser.py` and `printer.py`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pypto.assembler.form import Form, show_attrs, show_uses
from pypto.assembler.forms_memory import MEMORY_FORMS
from pypto.assembler.forms_scalar import CAST, SCALAR_FORMS
from pypto.assembler.forms_sync import SYNC_FORMS
from pypto.assembler.nodes import Attr, Op, Use, Value
from pypto.assembler.types import INDEX_TYPE, PartType, PtrType, ScalarType, TileType, Type, ViewType, integer
from pypto.ir.dtypes import INT64

if TYPE_CHECKING:
    from pypto.assembler.parser import Parser

# pto.<op> ins(%a, %b {attrs} : T, T) outs(%d : T) {attrs}


def _read_tile(p: Parser, op: Op) -> list[Type]:
    p.expect("ins", f"after `{op.name}`")
    p.expect("(")
    op.operands = p.uses()
    if p.at("{"):
        op.ins_attrs = p.attr_dict()
    p.expect(":", "before the operand types")
    p.check_types(op.operands, p.types())
    p.expect(")", "after the operand types")
    if not p.accept("outs"):
        return []
    if p.accept(":"):
        return [p.type()]
    p.expect("(")
    op.outs = p.uses()
    p.expect(":", "before the types of outs")
    p.check_types(op.outs, p.types())
    p.expect(")", "after the types of outs")
    if p.at("{"):
        op.attrs = p.attr_dict()
    return []


def _show_tile(op: Op) -> str:
    types = ", ".join(str(u.type) for u in op.operands)
    text = f" ins({show_uses(op)}{show_attrs(op.ins_attrs)} : {types})"
    if op.results:
        return f"{text} outs : {op.result.type}"
    if op.outs:
        outs = ", ".join(str(u.value) for u in op.outs)
        text += f" outs({outs} : {', '.join(str(u.type) for u in op.outs)})"
    return text + show_attrs(op.attrs)


# Views


def _index_list(p: Parser, op: Op, key: str) -> int:
    p.expect(key)
    p.expect("=")
    p.expect("[")
    uses = p.uses()
    p.expect("]")
    p.check_types(uses, [INDEX_TYPE] * len(uses))
    op.operands += uses
    return len(uses)


VIEW_LAYOUTS = ("nd", "dn", "mx_a_zz", "mx_b_nn")
"""Orders of global memory: by rows, by columns, and of the scales of microscaled products."""


MOST_BYTES = 1 << 47
"""What a process can address: extents and strides beyond it would overflow where addresses are computed."""


def _layout(p: Parser, op: Op) -> None:
    for name, attr in op.attrs.items():
        if name != "layout":
            p.fail(f"{op.name} has no attribute `{name}`", attr.span, code="pto-attribute")
        if attr.word == "nz":
            p.fail(
                "a view of layout nz is not supported on the CPU device yet",
                attr.span,
                help="global memory is nd or dn",
                code="pto-unsupported",
            )
        if attr.word not in VIEW_LAYOUTS:
            names = ", ".join(VIEW_LAYOUTS)
            p.fail(f"unknown layout {attr.word}", attr.span, help=names, code="pto-attribute")


def _read_view(p: Parser, op: Op) -> list[Type]:
    pointer = p.use()
    if not isinstance(pointer.type, PtrType):
        p.fail(f"{pointer.value} is {pointer.type}, not a pointer", pointer.span, code="pto-operand")
    op.operands = [pointer]
    p.expect(",", "after the pointer")
    rank = _index_list(p, op, "shape")
    p.expect(",", "before `strides`")
    strides = _index_list(p, op, "strides")
    if p.at("{"):
        op.attrs = p.attr_dict()
        _layout(p, op)
    p.expect(":", "before the view type")
    span = p.here()
    result = p.type()
    if not isinstance(result, ViewType):
        p.fail("make_tensor_view makes a !pto.tensor_view", span, code="pto-type")
    if not rank == strides == result.rank:
        p.fail(
            f"{rank} extents and {strides} strides do not make a view of rank {result.rank}",
            op.span,
            code="pto-count",
        )
    if result.elem is not pointer.type.elem:
        p.fail(
            f"{pointer.value} points to {pointer.type.elem.pto}, the view has {result.elem.pto}",
            span,
            code="pto-type-mismatch",
        )
    for use in op.operands[1:]:
        number = _number(use.value)
        if number is not None and not 0 <= number * max(8, result.elem.bits) // 8 < MOST_BYTES:
            p.fail(
                f"{use.value} is {number}: no tensor has such an extent or stride",
                use.span,
                code="pto-number",
            )
    return [result]


def _show_view(op: Op) -> str:
    rank = len(op.operands) // 2
    names = [str(u.value) for u in op.operands]
    return (
        f" {names[0]}, shape = [{', '.join(names[1 : rank + 1])}], strides = [{', '.join(names[rank + 1 :])}]"
        f"{show_attrs(op.attrs)} : {op.result.type}"
    )


def _read_partition(p: Parser, op: Op) -> list[Type]:
    view = p.use()
    op.operands = [view]
    p.expect(",", "after the view")
    offsets = _index_list(p, op, "offsets")
    p.expect(",", "before `sizes`")
    sizes = _index_list(p, op, "sizes")
    p.expect(":", "before the view type")
    p.check_types([view], [p.type()])
    p.expect("->")
    span = p.here()
    result = p.type()
    if not isinstance(view.type, ViewType) or not isinstance(result, PartType):
        p.fail(
            "partition_view takes a !pto.tensor_view and makes a !pto.partition_tensor_view",
            span,
            code="pto-type",
        )
    if not offsets == sizes == view.type.rank == len(result.dims):
        p.fail(
            f"{offsets} offsets and {sizes} sizes do not fit a view of rank {view.type.rank} "
            f"and a partition of rank {len(result.dims)}",
            op.span,
            code="pto-count",
        )
    if view.type.elem is not result.elem:
        p.fail(
            f"the view has {view.type.elem.pto}, the partition {result.elem.pto}",
            span,
            code="pto-type-mismatch",
        )
    return [result]


def _show_partition(op: Op) -> str:
    rank = (len(op.operands) - 1) // 2
    names = [str(u.value) for u in op.operands]
    return (
        f" {names[0]}, offsets = [{', '.join(names[1 : rank + 1])}], sizes = [{', '.join(names[rank + 1 :])}]"
        f" : {op.operands[0].type} -> {op.result.type}"
    )


def _read_dim(p: Parser, op: Op) -> list[Type]:
    view = p.use()
    p.expect(",")
    axis = p.use()
    p.check_types([axis], [INDEX_TYPE])
    op.operands = [view, axis]
    p.expect(":")
    p.check_types([view], [p.type()])
    p.expect("->")
    p.expect("index")
    return [INDEX_TYPE]


def _show_dim(op: Op) -> str:
    return f" {show_uses(op)} : {op.operands[0].type} -> index"


# Tiles


def _read_alloc(p: Parser, op: Op) -> list[Type]:
    keys = ("addr", "valid_row", "valid_col")
    for key in keys:
        if p.accept(key):
            p.expect("=")
            use = p.use()
            expected = ScalarType(INT64) if key == "addr" else INDEX_TYPE
            p.check_types([use], [expected])
            op.operands.append(use)
            op.attrs[key] = Attr(str(len(op.operands) - 1), use.span)
    p.expect(":", "before the tile type")
    span = p.here()
    tile = p.type()
    if not isinstance(tile, TileType):
        p.fail("alloc_tile makes a !pto.tile_buf", span, code="pto-type")
    for key, valid in (("valid_row", tile.v_row), ("valid_col", tile.v_col)):
        if (key in op.attrs) != (valid is None):
            if valid is None:
                p.fail(
                    f"the type has {key[0]}_{key[6:]}=?, so `{key} = ...` must be given",
                    op.span,
                    code="pto-shape",
                )
            p.fail(
                f"`{key}` is given, but the type has {key[0]}_{key[6:]}={valid}",
                op.attrs[key].span,
                code="pto-shape",
            )
    return [tile]


def alloc_operand(op: Op, key: str) -> Value | None:
    """The value given to `addr`, `valid_row` or `valid_col` of an alloc_tile, or None."""
    return op.operands[int(op.attrs[key].text)].value if key in op.attrs else None


def _show_alloc(op: Op) -> str:
    parts = [f"{key} = {alloc_operand(op, key)}" for key in op.attrs]
    return " " + " ".join([*parts, f": {op.result.type}"])


def _number(value: Value) -> int | None:
    owner = value.owner
    return (
        integer(owner.attrs["value"].text) if owner is not None and owner.name == "arith.constant" else None
    )


def _window(p: Parser, op: Op) -> Use:
    """`%t[%i, %j] sizes [rows, columns]`; the offsets become operands."""
    tile = p.use()
    p.expect("[", "before the offsets")
    at = p.uses()
    p.expect("]", "after the offsets")
    p.expect("sizes", "after the offsets")
    span = p.here()
    p.expect("[")
    rows = p.integer("rows")
    p.expect(",")
    cols = p.integer("columns")
    p.expect("]", "after the sizes")
    p.check_types(at, [INDEX_TYPE] * len(at))
    if not isinstance(tile.type, TileType):
        p.fail(f"{tile.value} is {tile.type}, not a tile", tile.span, code="pto-operand")
    if len(at) != 2:
        p.fail(f"{op.short} takes a row and a column", op.span, code="pto-count")
    if rows < 1 or cols < 1:
        p.fail("a window has at least one row and one column", span, code="pto-shape")
    op.operands = [tile, *at]
    op.attrs = {"rows": Attr(str(rows), span), "cols": Attr(str(cols), span)}
    return tile


def _read_subset(p: Parser, op: Op) -> list[Type]:
    tile = _window(p, op)
    p.expect(":", "before the tile type")
    p.check_types([tile], [p.type()])
    result = subset_type(op)
    _inside(p, op, result)
    return [result]


def _inside(p: Parser, op: Op, window: TileType) -> None:
    if 0 in (window.v_row, window.v_col):
        parent = op.operands[0].value
        p.fail(f"the window lies outside the valid region of {parent}", op.span, code="pto-shape")


def _read_subview(p: Parser, op: Op) -> list[Type]:
    """A window that states its type, and that may state its valid region."""
    tile = _window(p, op)
    valid: list[Use] = []
    if p.accept("valid"):
        span = p.here()
        p.expect("[", "after `valid`")
        valid = p.uses()
        p.expect("]", "after the valid extents")
        p.check_types(valid, [INDEX_TYPE] * len(valid))
        if len(valid) != 2:
            p.fail("valid takes rows and columns", span, code="pto-count")
    p.expect(":", "before the tile type")
    p.check_types([tile], [p.type()])
    p.expect("->")
    span = p.here()
    stated = p.type()
    window = subset_type(op)
    op.operands += valid
    if not valid:
        _inside(p, op, window)
    elif isinstance(stated, TileType):
        for use, size, held in zip(
            valid, (window.rows, window.cols), (stated.v_row, stated.v_col), strict=True
        ):
            number = _number(use.value)
            if number is not None and not 1 <= number <= size:
                p.fail(
                    f"{number} valid of {size}: the valid region lies in the window",
                    use.span,
                    code="pto-shape",
                )
            if held is not None and held != number:
                p.fail(f"the type has {held} valid, {use.value} says another", use.span, code="pto-shape")
        window = replace(window, v_row=stated.v_row, v_col=stated.v_col)
    if stated != window:
        p.fail(f"the window is {window}", span, code="pto-type-mismatch")
    return [window]


def _show_subview(op: Op) -> str:
    tile, row, col, *valid = op.operands
    sizes = f"[{op.attrs['rows'].text}, {op.attrs['cols'].text}]"
    held = f" valid [{', '.join(str(u.value) for u in valid)}]" if valid else ""
    return f" {tile.value}[{row.value}, {col.value}] sizes {sizes}{held} : {tile.type} -> {op.result.type}"


def subset_type(op: Op) -> TileType:
    """The window as a tile; `?` where its valid extent is known at run time only."""
    parent = op.operands[0].type
    assert isinstance(parent, TileType)
    sizes = [int(op.attrs[key].text) for key in ("rows", "cols")]
    valid: list[int | None] = []
    for use, size, extent, held in zip(
        op.operands[1:3], sizes, (parent.rows, parent.cols), (parent.v_row, parent.v_col), strict=True
    ):
        at = _number(use.value)
        if held == extent:
            valid.append(size)
        else:
            valid.append(None if held is None or at is None else min(size, max(held - at, 0)))
    return replace(parent, rows=sizes[0], cols=sizes[1], v_row=valid[0], v_col=valid[1])


def _show_subset(op: Op) -> str:
    tile, row, col = op.operands
    sizes = f"[{op.attrs['rows'].text}, {op.attrs['cols'].text}]"
    return f" {tile.value}[{row.value}, {col.value}] sizes {sizes} : {tile.type}"


def _read_validshape(p: Parser, op: Op) -> list[Type]:
    op.operands = p.uses()
    if len(op.operands) != 3:
        p.fail("set_validshape takes a tile, its valid rows and its valid columns", op.span, code="pto-count")
    p.expect(":")
    p.check_types(op.operands, [p.type(), INDEX_TYPE, INDEX_TYPE])
    tile = op.operands[0].type
    if not isinstance(tile, TileType):
        p.fail(f"{op.operands[0].value} is no tile", op.operands[0].span, code="pto-operand")
    if tile.v_row is not None or tile.v_col is not None:
        p.fail(
            "set_validshape needs a tile type with v_row=? and v_col=?", op.operands[0].span, code="pto-shape"
        )
    return []


def _show_validshape(op: Op) -> str:
    return f" {show_uses(op)} : {op.operands[0].type}"


TILE = Form(_read_tile, _show_tile)

FORMS: dict[str, Form] = {
    **SCALAR_FORMS,
    **SYNC_FORMS,
    **MEMORY_FORMS,
    "pto.make_tensor_view": Form(_read_view, _show_view),
    "pto.partition_view": Form(_read_partition, _show_partition),
    "pto.get_tensor_view_dim": Form(_read_dim, _show_dim),
    "pto.alloc_tile": Form(_read_alloc, _show_alloc),
    "pto.subset": Form(_read_subset, _show_subset),
    "pto.subview": Form(_read_subview, _show_subview),
    "pto.set_validshape": Form(_read_validshape, _show_validshape),
    "pto.treshape": CAST,
    "pto.bitcast": CAST,
}
