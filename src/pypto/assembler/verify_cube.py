# SPDX-License-Identifier: Apache-2.0
"""What the operations of a cube core ask of their operands: products, moves between its memories, parts of tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pypto.assembler.analysis import constant
from pypto.assembler.nodes import Op, Use
from pypto.assembler.types import INDEX_TYPE, TileType
from pypto.ir.dtypes import BF16, FP16, FP32, INT8, INT32, DType

if TYPE_CHECKING:
    from pypto.assembler.verify import Checker

PRODUCTS: dict[DType, DType] = {FP16: FP32, BF16: FP32, FP32: FP32, INT8: INT32}
"""Operand type of a matrix product -> type of its accumulator."""

ACC_STORES = {FP32: (FP32, FP16, BF16), INT32: (INT32,)}
_CUBE_MOVES = {("mat", "left"), ("mat", "right"), ("mat", "bias"), ("mat", "scaling"), ("acc", "mat")}


def matmul(check: Checker, op: Op) -> None:
    acc, biased = op.short.endswith(".acc"), op.short.endswith(".bias")
    check.count(op, 2 + acc + biased, 2 + acc + biased)
    if acc:
        use = op.operands[0]
        check.tile(use, "acc")
        if use.type != op.outs[0].type:
            check.fail(use, f"{use.value} and {op.outs[0].value} are one accumulator of one type")
    left_use, right_use = op.operands[acc : acc + 2]
    left = check.tile(left_use, "left")
    check.tile(right_use, "right")
    target = check.tile(op.outs[0], "acc")
    if biased:
        add_row(check, op.operands[2], op.outs[0])
    if op.short.startswith("tgemv") and left.v_row not in (1, None):
        check.misfit(left_use, f"{op.name} multiplies one row, {left_use.value} is {left.brief()}")
    check.same_elem(left_use, right_use)
    if PRODUCTS.get(left.elem) is not target.elem:
        wanted = PRODUCTS.get(left.elem)
        help = f"it must be {wanted.pto}" if wanted else "operands are f16, bf16, f32 or i8"
        check.fail(op.outs[0], f"the product of {left.elem.pto} tiles is no {target.elem.pto}", help=help)
    meets(check, op, left_use, right_use)


def meets(check: Checker, op: Op, left_use: Use, right_use: Use) -> None:
    """The operands of a product and its accumulator have equal extents where they meet."""
    left, right, target = (check.tile(u) for u in (left_use, right_use, op.outs[0]))
    for name, a, b, at in (
        ("inner extents", left.v_col, right.v_row, right_use),
        ("rows", left.v_row, target.v_row, op.outs[0]),
        ("columns", right.v_col, target.v_col, op.outs[0]),
    ):
        if a is not None and b is not None and (b < a if at is right_use else a != b):
            check.misfit(
                at,
                f"{name} do not match: {a} and {b}",
                f"{left_use.value} is {left.brief()}",
                f"{right_use.value} is {right.brief()}",
                f"{op.outs[0].value} is {target.brief()}",
            )

    if left.cols != right.rows or right.cols != target.cols:
        check.misfit(
            op,
            "tiles of a product have equal physical extents where they meet",
            f"{left_use.value} is {left.brief()}",
            f"{right_use.value} is {right.brief()}",
            f"{op.outs[0].value} is {target.brief()}",
            help="round the extents up alike and give the valid region",
        )


def add_row(check: Checker, use: Use, out: Use) -> None:
    """A bias is one row of the accumulator's columns and type."""
    bias, target = check.tile(use, "bias"), check.tile(out, "acc")
    check.same_elem(use, out)
    if bias.rows != 1 or bias.cols != target.cols:
        check.misfit(use, f"{use.value} is {bias.brief()}, a row of {target.cols} columns is expected")
    check.region(use, out, rows=False)


def part_at(check: Checker, op: Op, part: TileType, whole: Use) -> None:
    """The row and the column of a part lie inside the tile, on blocks where they are constant."""
    outer = check.tile(whole)
    for use, name, size, limit in zip(
        op.operands[1:],
        ("rows", "columns"),
        (part.rows, part.cols),
        (outer.rows, outer.cols),
        strict=True,
    ):
        if use.type != INDEX_TYPE:
            check.fail(use, f"{use.value} is {use.type}, expected index")
        at = constant(use.value)
        if isinstance(at, int) and not 0 <= at <= limit - size:
            check.misfit(use, f"the part takes {name} {at} to {at + size}, {whole.value} has {limit}")


def extract(check: Checker, op: Op) -> None:
    check.count(op, 3, 3)
    source, out = op.operands[0], op.outs[0]
    a, b = check.tile(source, "mat", "acc"), check.tile(out, "left", "right", "mat")
    if a.space == "acc" and check.chip.generation == "a2a3":
        check.fail(source, f"{op.name} reads mat on a2a3, {source.value} is in acc")
    if (a.space == "acc") != (b.space == "mat"):
        check.fail(out, f"{op.name} goes from mat to left or right, or from acc to mat")
    converted(check, source, out)
    part_at(check, op, b, source)


def insert(check: Checker, op: Op) -> None:
    check.count(op, 3, 3)
    source, out = op.operands[0], op.outs[0]
    check.tile(out, "mat")
    part_at(check, op, check.tile(source, "acc"), out)
    converted(check, source, out)


def converted(check: Checker, source: Use, out: Use) -> None:
    """Equal element types; an accumulator may be rounded on its way to mat."""
    a, b = check.tile(source), check.tile(out)
    if a.space != "acc":
        check.same_elem(source, out)
    elif b.elem not in ACC_STORES.get(a.elem, ()):
        check.fail(out, f"an accumulator of {a.elem.pto} does not become {b.elem.pto}")


def move(check: Checker, op: Op) -> None:
    check.count(op, 1, 1)
    source, target = check.tile(op.operands[0]), check.tile(op.outs[0])
    if (source.space, target.space) not in _CUBE_MOVES:
        check.unsupported(
            op, f"a move from {source.space} to {target.space} is not supported on the CPU device yet"
        )
    converted(check, op.operands[0], op.outs[0])
    check.region(op.operands[0], op.outs[0])
