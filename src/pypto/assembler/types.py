# SPDX-License-Identifier: Apache-2.0
"""The types of `.pto` text: scalars, pointers, views, partitions and tiles.

    f32   index   !pto.ptr<f32>   !pto.tensor_view<?x?xf32>   !pto.partition_tensor_view<16x?xf32>
    !pto.tile_buf<loc=vec, dtype=f32, rows=16, cols=64, v_row=16, v_col=?, blayout=row_major, ...>

`str(type)` is the spelling that the reader accepts; `None` stands for a dynamic extent.
"""

from __future__ import annotations

from dataclasses import dataclass

from pypto.ir.dtypes import BOOL, INDEX, DType

SPACES = ("vec", "mat", "left", "right", "acc", "bias", "scaling")


def _extent(value: int | None) -> str:
    return "?" if value is None else str(value)


@dataclass(frozen=True)
class ScalarType:
    """A number: `f32`, `i32`, `i1`, `index`."""

    elem: DType

    def __str__(self) -> str:
        return str(self.elem.pto)


@dataclass(frozen=True)
class PtrType:
    """A pointer into global memory."""

    elem: DType

    def __str__(self) -> str:
        return f"!pto.ptr<{self.elem.pto}>"


@dataclass(frozen=True)
class ViewType:
    """A strided view of global memory; all extents are known at run time only."""

    rank: int
    elem: DType

    def __str__(self) -> str:
        return f"!pto.tensor_view<{'?x' * self.rank}{self.elem.pto}>"


@dataclass(frozen=True)
class PartType:
    """A rectangle of a view."""

    dims: tuple[int | None, ...]
    elem: DType

    def __str__(self) -> str:
        dims = "".join(f"{_extent(d)}x" for d in self.dims)
        return f"!pto.partition_tensor_view<{dims}{self.elem.pto}>"


@dataclass(frozen=True)
class TileType:
    """A buffer in one of the core's memory spaces, with its valid region and layout."""

    space: str
    elem: DType
    rows: int
    cols: int
    v_row: int | None
    v_col: int | None
    blayout: str = "row_major"
    slayout: str = "none_box"
    fractal: int = 512
    pad: int = 0
    compact: int = 0

    @property
    def size(self) -> int:
        """Bytes."""
        return self.elem.bytes_of(self.rows * self.cols)

    @property
    def room(self) -> str:
        """The memory that the tile lies in: the scales of the left and of the right operand have one each."""
        if self.space != "scaling":
            return self.space
        return f"scaling of the {'left' if self.slayout == 'row_major' else 'right'} operand"

    @property
    def boxed(self) -> bool:
        return self.slayout != "none_box"

    @property
    def by_column(self) -> bool:
        """Whether the device stores columns: unboxed by the order of elements, in mat by that inside a block.

        Scales lie as they do in global memory, block behind block.
        """
        if self.boxed:
            return self.space == "mat" and self.fractal != 32 and self.slayout == "col_major"
        return self.blayout == "col_major"

    @property
    def box(self) -> tuple[int, int]:
        """Rows and columns of one block of a boxed tile."""
        width = self.elem.block
        if self.fractal == 1024:
            return (16, 16)
        if self.fractal == 32:
            return (16, 2) if self.slayout == "row_major" else (2, 16)
        return (16, width) if self.slayout == "row_major" else (width, 16)

    @property
    def layout(self) -> tuple[object, ...]:
        """All that says which cell lies at which byte."""
        return (self.rows, self.cols, self.elem.bits, self.blayout, self.slayout, self.fractal)

    def __str__(self) -> str:
        compact = f", compact={self.compact}" if self.compact else ""
        return (
            f"!pto.tile_buf<loc={self.space}, dtype={self.elem.pto}, rows={self.rows}, cols={self.cols}, "
            f"v_row={_extent(self.v_row)}, v_col={_extent(self.v_col)}, blayout={self.blayout}, "
            f"slayout={self.slayout}, fractal={self.fractal}, pad={self.pad}{compact}>"
        )

    def brief(self) -> str:
        """For messages: `vec 16x64xf32`, with the valid region where it is smaller."""
        text = f"{self.space} {self.rows}x{self.cols}x{self.elem.pto}"
        if (self.v_row, self.v_col) != (self.rows, self.cols):
            text += f", valid {_extent(self.v_row)}x{_extent(self.v_col)}"
        return text


Type = ScalarType | PtrType | ViewType | PartType | TileType

INDEX_TYPE = ScalarType(INDEX)
I1 = ScalarType(BOOL)


def integer(text: str) -> int:
    """The value of an integer literal: decimal, or hexadecimal with 0x."""
    return int(text, 16 if text.lower().lstrip("-").startswith("0x") else 10)
