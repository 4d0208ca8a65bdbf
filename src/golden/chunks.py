# SPDX-License-Identifier: Apache-2.0
"""Walking tensors in pieces that stay in the cache, so that comparing needs bounded extra memory.

Every walk yields flat pieces in row-major order together with the flat index of their first element.
A contiguous tensor is never copied; any other is copied piece by piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import torch

from golden.records import Index

CHUNK = 1 << 17
_BITS = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


def walk(*tensors: torch.Tensor, chunk: int = CHUNK) -> Iterator[tuple[int, list[torch.Tensor]]]:
    """Flat pieces of tensors of one shape, side by side."""
    if tensors[0].numel():
        yield from _walk(list(tensors), 0, chunk)


def _walk(tensors: list[torch.Tensor], start: int, chunk: int) -> Iterator[tuple[int, list[torch.Tensor]]]:
    first = tensors[0]
    total = first.numel()
    if all(tensor.is_contiguous() for tensor in tensors):
        flat = [tensor.view(-1) for tensor in tensors]
        for begin in range(0, total, chunk):
            yield start + begin, [tensor[begin : begin + chunk] for tensor in flat]
        return
    if total <= chunk:
        yield start, [tensor.reshape(-1) for tensor in tensors]
        return
    rows = first.shape[0]
    row = total // rows
    step = chunk // row
    if step == 0:
        for index in range(rows):
            yield from _walk([tensor[index] for tensor in tensors], start + index * row, chunk)
        return
    for index in range(0, rows, step):
        yield start + index * row, [tensor[index : index + step].reshape(-1) for tensor in tensors]


def coordinate(flat: int, shape: Sequence[int]) -> Index:
    """The index of a flat position in the tensor's own axes; `()` for a 0-dim tensor."""
    index: list[int] = []
    for size in reversed(shape):
        flat, position = divmod(flat, size)
        index.append(position)
    return tuple(reversed(index))


def wide(piece: torch.Tensor) -> torch.Tensor:
    """A piece of floats as float32, or float64 where it already is."""
    return piece if piece.dtype in (torch.float32, torch.float64) else piece.to(torch.float32)


def integers(piece: torch.Tensor) -> np.ndarray:
    """A piece of integers or bools as a NumPy array of an integer type."""
    array: np.ndarray = piece.numpy()
    return array.view(np.uint8) if array.dtype == np.bool_ else array


def integer_distance(actual: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """|actual - expected| as uint64, which holds the distance of any two 64-bit integers of one type."""
    if actual.dtype.kind == "i":
        actual, expected = actual.astype(np.int64), expected.astype(np.int64)
    larger = actual >= expected
    left = actual.astype(np.uint64)
    right = expected.astype(np.uint64)
    return np.where(larger, left - right, right - left)


def same(actual: torch.Tensor, expected: torch.Tensor) -> bool:
    """Equal by value in every element; NaN equals nothing."""
    if actual.dtype.itemsize == 1 and actual.dtype.is_floating_point:
        actual, expected = wide(actual), wide(expected)
    if not actual.dtype.is_floating_point:
        actual, expected = bits(actual), bits(expected)
    return torch.equal(actual, expected)


def bits(tensor: torch.Tensor) -> torch.Tensor:
    """The same bytes as signed integers, which Torch compares for every width."""
    return tensor.view(_BITS[tensor.dtype.itemsize])


class Located:
    """Bad elements gathered over a walk: how many, the first few, and the box that holds them all."""

    def __init__(self, shape: Sequence[int], keep: int) -> None:
        self.shape = tuple(shape)
        self.keep = keep
        self.count = 0
        self.first: list[int] = []
        self._low: np.ndarray | None = None
        self._high: np.ndarray | None = None

    def add(self, start: int, bad: torch.Tensor | np.ndarray) -> None:
        where = np.flatnonzero(bad.numpy() if isinstance(bad, torch.Tensor) else bad)
        if where.size == 0:
            return
        self.count += int(where.size)
        where = where + start
        if len(self.first) < self.keep:
            self.first += [int(flat) for flat in where[: self.keep - len(self.first)]]
        if not self.shape:
            return
        axes = np.unravel_index(where, self.shape)
        low = np.array([axis.min() for axis in axes])
        high = np.array([axis.max() for axis in axes])
        self._low = low if self._low is None else np.minimum(self._low, low)
        self._high = high if self._high is None else np.maximum(self._high, high)

    @property
    def box(self) -> list[tuple[int, int]] | None:
        if self._low is None or self._high is None:
            return None
        return [(int(low), int(high)) for low, high in zip(self._low, self._high, strict=True)]


def largest_magnitude(tensor: torch.Tensor) -> int | float:
    """The largest finite |x|; 0 where there is none."""
    largest: int | float = 0
    for _, (piece,) in walk(tensor):
        if not piece.dtype.is_floating_point:
            array = integers(piece)
            largest = max(largest, abs(int(array.min())), abs(int(array.max())))
            continue
        magnitude = wide(piece).abs()
        magnitude = magnitude[torch.isfinite(magnitude)]
        if magnitude.numel():
            largest = max(largest, float(magnitude.max()))
    return largest


def any_nonzero(tensor: torch.Tensor) -> bool:
    """Whether any element differs from zero; NaN does, negative zero does not."""
    return any(count_nonzero(piece) for _, (piece,) in walk(tensor))


def count_nonzero(tensor: torch.Tensor) -> int:
    count = 0
    for _, (piece,) in walk(tensor):
        if piece.dtype.is_floating_point:
            count += int((wide(piece) != 0).sum())
        else:
            count += int(np.count_nonzero(integers(piece)))
    return count


def zeros_like(tensor: torch.Tensor) -> torch.Tensor:
    """All zeros in the shape of `tensor`, at the memory cost of one element."""
    return torch.zeros((), dtype=tensor.dtype).expand(tensor.shape)


def first_difference(one: torch.Tensor, other: torch.Tensor) -> Index | None:
    """Where two tensors of one shape and dtype first differ in their bits, NaN payloads and signs of zero included."""
    for start, (left, right) in walk(one, other):
        left, right = bits(left), bits(right)
        if not torch.equal(left, right):
            return coordinate(start + int((left != right).nonzero()[0]), one.shape)
    return None
