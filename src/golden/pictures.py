# SPDX-License-Identifier: Apache-2.0
"""Where and how far an output is off, as numbers small enough to draw: a heat map and two histograms.

    picture = error_picture(actual, expected)
    picture.heat[3][0]           # the largest |actual - expected| of that block of elements
    picture.ulp[2].count         # how many elements are 2 to 3 units in the last place apart

Made for failing outputs only, in pieces, so that the extra memory does not grow with the output.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import torch

from golden.chunks import coordinate, integer_distance, integers, walk, wide
from golden.dtypes import is_integer, is_narrow_float
from golden.records import Comparison, Mismatch

CELLS = 96  # of a heat map, along each axis, at most
_DECADES = range(-9, 1)
_ULP_STEPS = 24


@dataclass(frozen=True)
class Bin:
    """How many elements lie in one range of a histogram."""

    label: str
    count: int


@dataclass(frozen=True)
class ErrorPicture:
    """heat: per block of elements the largest absolute difference, infinity where one side is not finite and the
    sides differ. A block is `row_step` by `column_step` elements of the first two axes, over all further axes.
    ulp, relative: how many elements lie how far apart, in units in the last place (floats only) and relative to
    the golden.
    """

    rows: int
    columns: int
    row_step: int
    column_step: int
    heat: list[list[float]]
    ulp: list[Bin] = field(default_factory=list)
    relative: list[Bin] = field(default_factory=list)


def error_picture(actual: torch.Tensor, expected: torch.Tensor) -> ErrorPicture | None:
    """None where the two cannot be laid over each other, or hold nothing."""
    if actual.shape != expected.shape or actual.dtype != expected.dtype or not actual.numel():
        return None
    rows, columns, depth = _plane(tuple(actual.shape))
    row_step, column_step = -(-rows // CELLS), -(-columns // CELLS)
    heat = np.zeros((-(-rows // row_step), -(-columns // column_step)))
    ulps = np.zeros(_ULP_STEPS + 2, dtype=np.int64)
    decades = np.zeros(len(_DECADES) + 3, dtype=np.int64)
    floats = not is_integer(actual.dtype)
    for start, (left, right) in walk(actual, expected):
        gap = _gaps(left, right)
        places = np.flatnonzero(gap) + start
        if places.size:
            plane = places // depth
            cells = (plane // columns // row_step, plane % columns // column_step)
            np.maximum.at(heat, cells, gap[places - start])
        _count_relative(decades, gap, right)
        if floats:
            _count_ulps(ulps, left, right)
    return ErrorPicture(
        rows,
        columns,
        row_step,
        column_step,
        [[float(value) for value in row] for row in heat],
        _bins(_ulp_labels(), ulps) if floats else [],
        _bins(_decade_labels(), decades),
    )


def _plane(shape: tuple[int, ...]) -> tuple[int, int, int]:
    """Rows, columns, and how many elements stand behind each cell of that plane."""
    if len(shape) < 2:
        return 1, math.prod(shape), 1
    return shape[0], shape[1], math.prod(shape[2:])


def _gaps(left: torch.Tensor, right: torch.Tensor) -> np.ndarray:
    if is_integer(left.dtype):
        return integer_distance(integers(left), integers(right)).astype(np.float64)
    a, e = wide(left).to(torch.float64).numpy(), wide(right).to(torch.float64).numpy()
    with np.errstate(invalid="ignore"):
        gap = np.abs(a - e)
        same = (a == e) | (np.isnan(a) & np.isnan(e))
    return np.where(same, 0.0, np.where(np.isfinite(gap), gap, np.inf))


def _count_relative(decades: np.ndarray, gap: np.ndarray, expected: torch.Tensor) -> None:
    """First bin: equal; then one bin a decade; last: not finite."""
    size = np.abs(
        integers(expected).astype(np.float64)
        if is_integer(expected.dtype)
        else wide(expected).to(torch.float64).numpy()
    )
    finite = np.isfinite(gap) & np.isfinite(size)
    ratio = np.full(gap.shape, np.inf)
    np.divide(gap, size, out=ratio, where=finite & (size > 0))
    where = np.full(gap.shape, len(decades) - 1)
    graded = finite & (gap > 0)
    with np.errstate(divide="ignore"):
        decade = np.floor(np.log10(np.minimum(ratio[graded], 10.0)))
    where[graded] = np.clip(decade - _DECADES.start + 1, 1, len(decades) - 2).astype(np.int64)
    where[gap == 0] = 0
    decades += np.bincount(where, minlength=len(decades))


def _decade_labels() -> list[str]:
    return ["equal", *(f"1e{low}" for low in _DECADES), "10 or more", "not finite"]


def _count_ulps(ulps: np.ndarray, left: torch.Tensor, right: torch.Tensor) -> None:
    """First bin: equal; then 1, 2, 4, ... steps between the two encodings; last: not finite."""
    if is_narrow_float(left.dtype):
        left, right = left.to(torch.float16), right.to(torch.float16)  # exact, and ordered the same way
    finite = (torch.isfinite(left) & torch.isfinite(right)).numpy()
    a, e = _ordered(left), _ordered(right)
    distance = integer_distance(a, e).astype(np.float64)
    same = distance == 0
    where = np.full(distance.shape, len(ulps) - 1)
    graded = finite & ~same
    step = np.floor(np.log2(distance[graded])) + 1
    where[graded] = np.minimum(step, len(ulps) - 2).astype(np.int64)
    where[same] = 0
    ulps += np.bincount(where, minlength=len(ulps))


def _ordered(piece: torch.Tensor) -> np.ndarray:
    """The encodings of floats as integers in the order of their values; both zeros are 0."""
    bits = piece.contiguous().view({2: torch.int16, 4: torch.int32, 8: torch.int64}[piece.dtype.itemsize])
    signed = bits.numpy().astype(np.int64)
    low = np.int64(-(2 ** (8 * piece.dtype.itemsize - 1)))
    return np.where(signed < 0, low - signed, signed)


def _ulp_labels() -> list[str]:
    return ["0", *(str(2**step) for step in range(_ULP_STEPS - 1)), f"{2 ** (_ULP_STEPS - 1)}+", "not finite"]


def _bins(labels: list[str], counts: np.ndarray) -> list[Bin]:
    """Without the empty bins behind the last full one, but for the first."""
    filled = [place for place, count in enumerate(counts) if count]
    last = max(filled, default=0)
    return [Bin(label, int(count)) for label, count in zip(labels[: last + 1], counts, strict=False)]


def draw(comparison: Comparison, actual: torch.Tensor, expected: torch.Tensor) -> None:
    """Adds picture and worst points to the record of a failing output."""
    actual, expected = actual.detach().cpu(), expected.detach().cpu()
    comparison.picture = error_picture(actual, expected)
    if comparison.picture is not None:
        comparison.worst = worst_points(actual, expected)


def worst_points(actual: torch.Tensor, expected: torch.Tensor, count: int = 10) -> list[Mismatch]:
    """The elements farthest apart, those that are not finite first."""
    best: list[tuple[float, int]] = []
    for start, (left, right) in walk(actual, expected):
        gap = _gaps(left, right)
        bad = np.flatnonzero(gap)
        if bad.size > count:
            bad = bad[np.argpartition(gap[bad], -count)[-count:]]
        best += [(float(gap[place]), start + int(place)) for place in bad]
        best = sorted(best, key=lambda item: (-item[0], item[1]))[:count]
    return [
        Mismatch(index, actual[index].item(), expected[index].item(), f", diff={gap:.8g}")
        for gap, index in ((gap, coordinate(flat, actual.shape)) for gap, flat in best)
    ]
