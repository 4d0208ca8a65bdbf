# SPDX-License-Identifier: Apache-2.0
"""What microscaled products ask of their operands: FP8 tiles, scales in blocks of 32 bytes, whole tensors of scales.

    pto.tmatmul.mx ins(%l, %ls, %r, %rs : L, LS, R, RS) outs(%c : C)

`.acc` takes the accumulator first, `.bias` a bias row last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pypto.assembler import verify_cube as cube
from pypto.assembler.analysis import constant
from pypto.assembler.nodes import Op, Use
from pypto.assembler.types import PartType, TileType
from pypto.ir.dtypes import FP8E4M3FN, FP8E8M0, FP32
from pypto.ir.ops.mx import GROUP, MULTIPLES

if TYPE_CHECKING:
    from pypto.assembler.verify import Checker

LAYOUTS = {"mx_a_zz": "row_major", "mx_b_nn": "col_major"}
"""Layout of a view of scales -> order of the blocks, and inside them, of its tile."""


def _layout(part: Use) -> str | None:
    """The layout of the view that a partition is taken from, where the text says it."""
    owner = part.value.owner
    view = owner.operands[0].value.owner if owner is not None and owner.name == "pto.partition_view" else None
    attr = None if view is None or view.name != "pto.make_tensor_view" else view.attr("layout")
    return None if attr is None else attr.word


def check_load(check: Checker, op: Op) -> None:
    """Scales are loaded whole, out of a view of their layout, and nothing else has one."""
    part, out = op.operands[0], op.outs[0]
    tile, layout = check.tile(out), _layout(part)
    if tile.elem is not FP8E8M0:
        if layout in LAYOUTS:
            check.fail(part, f"layout {layout} is that of f8E8M0FNU scales")
        return
    if LAYOUTS.get(layout or "") != tile.slayout or tile.blayout != tile.slayout:
        wanted = next((k for k, order in LAYOUTS.items() if order == tile.slayout), None)
        check.fail(
            part,
            f"{out.value} is {tile.brief()}, blocks {tile.blayout}, inside {tile.slayout}: "
            f"a view of the layout {wanted} is expected, found {layout or 'none'}",
        )
    assert isinstance(part.type, PartType) and part.value.owner is not None
    rank = len(part.type.dims)
    offsets = part.value.owner.operands[1 : rank + 1]
    if rank != 2 or any(constant(u.value) != 0 for u in offsets):
        check.misfit(part, "a tensor of scales has two extents and is loaded whole, from its origin")
    view = part.value.owner.operands[0].value.owner
    assert view is not None
    extents = [constant(u.value) for u in view.operands[1 : rank + 1]]
    if extents != [tile.rows, tile.cols] or (tile.v_row, tile.v_col) != (tile.rows, tile.cols):
        check.misfit(part, f"{out.value} is {tile.brief()}: scales are loaded whole, the tensor is {extents}")


def check_move(check: Checker, op: Op, source: TileType, target: TileType) -> None:
    """Scales keep their order and go to their own buffer."""
    if (target.space == "scaling") != (source.elem is FP8E8M0):
        check.fail(op.operands[0], f"{op.operands[0].value} is {source.brief()}, scales go to scaling")
    if target.space == "scaling" and source.layout != target.layout:
        check.fail(op.outs[0], f"{op.outs[0].value} and {op.operands[0].value} have one shape and one order")
    if target.space == "scaling" and check.chip.generation == "a2a3":
        check.fail(op, "a2a3 has no buffers of scales", help="microscaled products are for a5")


def check_whole(check: Checker, op: Op) -> None:
    """A tile of scales has no parts and no other type."""
    use = op.operands[0]
    if check.tile(use).elem is FP8E8M0:
        check.fail(use, f"{use.value} holds scales, which are moved and multiplied only")


def check_product(check: Checker, op: Op) -> None:
    acc, bias = op.short.endswith(".acc"), op.short.endswith(".bias")
    check.count(op, 4 + acc + bias, 4 + acc + bias)
    check.native(op, check.tile(op.operands[acc]).elem)
    target = check.tile(op.outs[0], "acc")
    if acc and op.operands[0].type != op.outs[0].type:
        check.tile(op.operands[0], "acc")
        check.fail(
            op.operands[0],
            f"{op.operands[0].value} and {op.outs[0].value} are one accumulator of one type",
        )
    left, left_scale, right, right_scale = op.operands[acc : acc + 4]
    for use, space in ((left, "left"), (right, "right")):
        if check.tile(use, space).elem is not FP8E4M3FN:
            check.fail(use, f"{use.value} is {check.tile(use).brief()}, expected f8E4M3FN")
    if target.elem is not FP32:
        check.fail(op.outs[0], f"a microscaled product is f32, {op.outs[0].value} is {target.brief()}")
    cube.meets(check, op, left, right)
    a, b = check.tile(left), check.tile(right)
    for (letter, multiple), extent in zip(MULTIPLES, (a.rows, a.cols, b.cols), strict=True):
        if extent % multiple:
            check.misfit(op, f"{letter} is {extent}, {op.name} asks for a multiple of {multiple}")
    for use, order, shape in (
        (left_scale, "row_major", (a.rows, a.cols // GROUP)),
        (right_scale, "col_major", (b.rows // GROUP, b.cols)),
    ):
        tile = check.tile(use, "scaling")
        if (tile.blayout, tile.slayout) != (order, order) or (tile.rows, tile.cols) != shape:
            check.fail(
                use, f"{use.value} is {tile.brief()}, expected {order} scales of {shape[0]}x{shape[1]}"
            )
    if bias:
        cube.add_row(check, op.operands[4], op.outs[0])
