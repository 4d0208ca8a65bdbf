# SPDX-License-Identifier: Apache-2.0
"""What fits: the layouts that tiles of each memory space have, and their sizes.

Rows of unboxed tiles are whole units of 32 bytes; boxed tiles are whole blocks; one tile fits its space.
"""

from __future__ import annotations

from pypto.errors import CapacityError, InvalidOperationError, Span, as_written
from pypto.ir.dtypes import FP32
from pypto.ir.nodes import TensorType, TileType, Type
from pypto.platforms import Platform


def on_chip(type_: Type) -> bool:
    """Whether a value of the type lives in a tile once it is lowered."""
    return isinstance(type_, TileType) or (isinstance(type_, TensorType) and type_.local)


def block_of(tile: TileType, platform: Platform) -> tuple[int, int]:
    """Rows and columns of one block of a boxed tile; of an accumulator what the chip asks of its extents."""
    width = tile.dtype.block
    if tile.space == "Acc":
        return (16 if tile.dtype is FP32 else platform.acc_row_multiple_int32, 16)
    if tile.fractal == 32:
        return (16, 2) if tile.slayout == "row_major" else (2, 16)
    return (16, width) if tile.slayout == "row_major" else (width, 16)


def _cut(name: str, shape: list[int], tile: TileType, whole: bool) -> str:
    """How a window of a tensor, `x[3:10, 1]`, or a `whole` tensor is cut out with another shape."""
    base, _, rest = name.partition("[")
    window = rest.endswith("]") and rest.count("]") == 1
    if not (base.isidentifier() and (window or (whole and not rest))):
        return ""
    start = "[row, column]" if window else "[0, 0]"
    return f": pl.slice({base}, {shape}, {start}, valid_shape={list(tile.shape)})"


def check_layout(tile: TileType, platform: Platform, name: str, span: Span | None) -> None:
    """Refuse a tile that the chip cannot hold."""
    given, name = name, as_written(name, span)
    rows, cols = tile.shape
    unit = tile.dtype.block
    if tile.dtype.name in platform.absent:
        raise InvalidOperationError(
            f"`{name}` {tile}: the cores of {platform.name} neither load nor store {tile.dtype}",
            span=span,
            help="declare the tensor pl.UINT8 to move its bytes, or convert it to pl.BF16 on the host; a5 takes it",
            code="dtype-support",
        )
    if tile.dtype.packed and (tile.space != "Vec" or tile.blayout != "row_major"):
        where = f"in {tile.space}" if tile.space != "Vec" else "by columns"
        raise InvalidOperationError(
            f"`{name}` {tile}: {tile.dtype} values lie in rows on a vector core, not {where}",
            span=span,
            help="convert it on a vector core first: pl.cast(x, pl.FP8E4M3FN) for products, pl.BF16 otherwise",
            code="dtype-support",
        )
    if tile.space not in platform.capacity:
        raise CapacityError(
            f"`{name}` {tile}: {platform.generation} has no {tile.space}",
            span=span,
            help="microscaled products are for a5",
            code="memory-space",
        )
    if tile.slayout == "none_box":
        run, what = (cols, "row") if tile.blayout == "row_major" else (rows, "column")
        if run % unit:
            padded = -(-run // unit) * unit
            shape = [rows, padded] if what == "row" else [padded, cols]
            raise CapacityError(
                f"`{name}` {tile}: a {what} has {tile.dtype.bytes_of(run)} bytes, not a multiple of 32",
                span=span,
                help=f"use the shape {shape} with valid_shape={list(tile.shape)}{_cut(name, shape, tile, name != given)}",
                code="alignment",
            )
    else:
        block_rows, block_cols = block_of(tile, platform)
        turned = tile.space == "Mat" and tile.slayout == "col_major"
        one_row = rows == 1 and tile.space in ("Mat", "Left") and not turned  # needs no whole block
        bad_rows = rows % block_rows and not one_row
        bad_cols = cols % block_cols and not (turned and cols == 1)
        if bad_rows or bad_cols:
            whole = [-(-rows // block_rows) * block_rows, -(-cols // block_cols) * block_cols]
            raise CapacityError(
                f"`{name}` {tile} is not made of whole blocks of {block_rows} x {block_cols}",
                span=span,
                help=_whole_product(tile, whole)
                if tile.space == "Acc"
                else f"use the shape {whole} with valid_shape={list(tile.shape)}",
                code="alignment",
            )
    limit = platform.capacity[tile.space]
    if tile.nbytes > limit:
        raise CapacityError(
            f"`{name}` {tile} takes {tile.nbytes} bytes, {tile.space} has {limit}",
            span=span,
            help=f"split it into smaller pieces: {_fitting(tile, platform)} would fit{_in_product(tile)}",
            code="capacity",
        )


def _fitting(tile: TileType, platform: Platform) -> list[int]:
    """The largest part of a tile that its space holds: fewer lines, and shorter ones where one block of them is too
    much."""
    size, limit = tile.dtype.get_byte(), platform.capacity[tile.space]
    unit = 32 // size
    blocks = (1, unit) if tile.blayout == "row_major" else (unit, 1)
    if tile.slayout != "none_box":
        blocks = block_of(tile, platform)
    by_column = tile.slayout == "none_box" and tile.blayout == "col_major"
    extents = list(tile.shape)
    order = (1, 0) if by_column else (0, 1)
    if (
        tile.slayout == "none_box" and limit < extents[order[1]] * size * blocks[order[0]]
    ):  # shorter lines, then, and as many as there are
        order = order[1], order[0]
    for axis in order:
        most = min(extents[axis], limit // (extents[1 - axis] * size))
        fits = range(blocks[axis], most + 1, blocks[axis])
        even = [n for n in fits if tile.shape[axis] % n == 0]
        extents[axis] = (even or fits or blocks[axis : axis + 1])[-1]
        if fits:
            break
    return extents


def _whole_product(tile: TileType, whole: list[int]) -> str:
    """How a product gets whole blocks: it has the rows and columns of its operands."""
    sides = (("rows of the left", tile.shape[0], whole[0]), ("columns of the right", tile.shape[1], whole[1]))
    wanted = " and ".join(f"{n} {side} operand" for side, has, n in sides if has != n)
    return f"take {wanted}, for a product of {whole}; where fewer hold data, pl.slice it with valid_shape="


def _in_product(tile: TileType) -> str:
    """How a product is computed in parts; its depth needs none."""
    return (
        ", one product for each part of the rows of the left operand or of the columns of the right one"
        * (tile.space == "Acc")
    )
