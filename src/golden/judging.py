# SPDX-License-Identifier: Apache-2.0
"""Judging two tensors element by element under a rule, in one walk.

    found = judge(actual, expected, Allclose(rtol=1e-5, atol=1e-5), keep=20)
    found.bad.count, found.illegal.count, found.compared

Most pieces of a good output are settled by one comparison; only pieces that hold something bad are
looked at closely. Integers and bools never leave integer arithmetic. What a report wants beyond the
verdict (largest differences, NaN counts) is a second walk, made for failures only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import torch

from golden.chunks import (
    Located,
    coordinate,
    integer_distance,
    integers,
    same,
    walk,
    wide,
)
from golden.dtypes import is_integer, is_narrow_float
from golden.records import Extreme, Mismatch, NonFinite


class Rule(Protocol):
    """When two elements are too far apart. `native` rules see half floats as they are, others as float32."""

    @property
    def native(self) -> bool: ...

    def good(self, actual: torch.Tensor, expected: torch.Tensor) -> bool:
        """True only if every element is finite and passes; a cheap first look."""

    def bad(self, actual: torch.Tensor, expected: torch.Tensor) -> torch.Tensor:
        """Mask of float elements that are too far apart; only finite pairs are asked about."""

    def bad_integers(self, distance: np.ndarray, actual: np.ndarray, expected: np.ndarray) -> np.ndarray:
        """Mask of integer elements that are too far apart, given their exact distance."""

    def note(self, actual: int | float, expected: int | float) -> str:
        """What a listing adds to one bad element."""


@dataclass(frozen=True)
class Allclose:
    """|actual - expected| <= atol + rtol * |expected|, with Torch's own arithmetic."""

    rtol: float
    atol: float
    native: bool = False
    notes: bool = True

    def good(self, actual: torch.Tensor, expected: torch.Tensor) -> bool:
        excess = torch.sub(actual, expected).abs_()
        excess.sub_(expected.abs().mul_(self.rtol).add_(self.atol))
        return bool(excess.max() <= 0)  # NaN, from anything that is not finite, is not <= 0

    def bad(self, actual: torch.Tensor, expected: torch.Tensor) -> torch.Tensor:
        return ~torch.isclose(actual, expected, rtol=self.rtol, atol=self.atol)

    def bad_integers(self, distance: np.ndarray, actual: np.ndarray, expected: np.ndarray) -> np.ndarray:
        if self.rtol == 0 and self.atol == 0:
            return distance != 0
        magnitude = np.abs(expected.astype(np.float64))
        limit = np.floor(np.minimum(self.atol + self.rtol * magnitude, float(2**63)))
        return distance > limit.astype(np.uint64)

    def note(self, actual: int | float, expected: int | float) -> str:
        if not self.notes:
            return ""
        limit = self.atol + self.rtol * abs(expected)
        return f", diff={abs(actual - expected):.8g}, limit={limit:.8g}"


@dataclass(frozen=True)
class RelativeDifference:
    """Bad where r > threshold: r is d when d < threshold, else d / max(|a|, |e|, 2**-14 / threshold)."""

    threshold: float
    native: bool = False

    def good(self, actual: torch.Tensor, expected: torch.Tensor) -> bool:
        return bool(torch.sub(actual, expected).abs_().max() < self.threshold)

    def measure(self, actual: torch.Tensor, expected: torch.Tensor) -> torch.Tensor:
        distance = torch.sub(actual, expected).abs_()
        base = torch.maximum(actual.abs(), expected.abs()).clamp_(min=2.0**-14 / self.threshold).add_(1e-9)
        return torch.where(distance < self.threshold, distance, distance / base)

    def bad(self, actual: torch.Tensor, expected: torch.Tensor) -> torch.Tensor:
        return ~(self.measure(actual, expected) <= self.threshold)

    def measure_integers(self, distance: np.ndarray, actual: np.ndarray, expected: np.ndarray) -> np.ndarray:
        gap = distance.astype(np.float64)
        magnitude = np.maximum(np.abs(actual.astype(np.float64)), np.abs(expected.astype(np.float64)))
        base = np.maximum(magnitude, 2.0**-14 / self.threshold) + 1e-9
        return np.where(gap < self.threshold, gap, gap / base)

    def bad_integers(self, distance: np.ndarray, actual: np.ndarray, expected: np.ndarray) -> np.ndarray:
        return self.measure_integers(distance, actual, expected) > self.threshold

    def note(self, actual: int | float, expected: int | float) -> str:
        gap = abs(actual - expected)
        base = max(abs(actual), abs(expected), 2.0**-14 / self.threshold) + 1e-9
        return f", diff={gap:.8g}, rdiff={gap if gap < self.threshold else gap / base:.8g}"


@dataclass
class Found:
    """What one walk found. `illegal` are positions where one side is not finite and the two do not agree."""

    compared: int
    ignored: int
    bad: Located
    illegal: Located
    nonfinite: NonFinite
    worst_relative: float


def judge(
    actual: torch.Tensor,
    expected: torch.Tensor,
    rule: Rule,
    *,
    keep: int = 0,
    ignore_nan: bool = False,
    equal_nan: bool = False,
    stop_above: int | None = None,
) -> Found:
    """Walk two tensors of one shape and dtype.

    With `stop_above` the walk ends as soon as more bad elements are found, or any illegal one.
    """
    found = Found(0, 0, Located(actual.shape, keep), Located(actual.shape, keep), NonFinite(), 0.0)
    for start, (left, right) in walk(actual, expected):
        if is_integer(left.dtype):
            _judge_integers(found, start, left, right, rule)
        else:
            _judge_floats(found, start, left, right, rule, ignore_nan, equal_nan)
        if stop_above is not None and (found.bad.count > stop_above or found.illegal.count):
            break
    return found


def _judge_integers(found: Found, start: int, left: torch.Tensor, right: torch.Tensor, rule: Rule) -> None:
    found.compared += left.numel()
    if same(left, right):
        return
    a, e = integers(left), integers(right)
    distance = integer_distance(a, e)
    bad = rule.bad_integers(distance, a, e)
    found.bad.add(start, bad)
    if isinstance(rule, RelativeDifference) and bad.any():
        worst = float(rule.measure_integers(distance, a, e)[bad].max())
        found.worst_relative = max(found.worst_relative, worst)


def _judge_floats(
    found: Found,
    start: int,
    left: torch.Tensor,
    right: torch.Tensor,
    rule: Rule,
    ignore_nan: bool,
    equal_nan: bool,
) -> None:
    if not rule.native or is_narrow_float(left.dtype):
        left, right = wide(left), wide(right)
    if torch.equal(left, right) or rule.good(left, right):
        found.compared += left.numel()
        return
    settled = left == right
    if ignore_nan:
        ignored = torch.isnan(right)
        count = int(ignored.sum())
        found.ignored += count
        found.compared += left.numel() - count
        settled |= ignored
    else:
        found.compared += left.numel()
    if equal_nan:
        settled |= torch.isnan(left) & torch.isnan(right)
    finite = torch.isfinite(left) & torch.isfinite(right)
    illegal = ~(finite | settled)
    if illegal.any():
        found.illegal.add(start, illegal)
        found.nonfinite = _added(found.nonfinite, left[illegal], right[illegal])
    bad = rule.bad(left, right) & finite & ~settled
    found.bad.add(start, bad)
    if isinstance(rule, RelativeDifference) and bad.any():
        worst = float(rule.measure(left, right)[bad].max())
        found.worst_relative = max(found.worst_relative, worst)


def _added(counts: NonFinite, left: torch.Tensor, right: torch.Tensor) -> NonFinite:
    return NonFinite(
        counts.actual_nan + int(torch.isnan(left).sum()),
        counts.actual_inf + int(torch.isinf(left).sum()),
        counts.expected_nan + int(torch.isnan(right).sum()),
        counts.expected_inf + int(torch.isinf(right).sum()),
    )


def extremes(actual: torch.Tensor, expected: torch.Tensor) -> tuple[Extreme | None, Extreme | None]:
    """The largest absolute and the largest relative difference over the elements finite on both sides."""
    absolute: tuple[int | float, int] | None = None
    relative: tuple[float, int] | None = None
    for start, (left, right) in walk(actual, expected):
        if same(left, right):
            continue
        if is_integer(left.dtype):
            a, e = integers(left), integers(right)
            exact = integer_distance(a, e)
            place = int(exact.argmax())
            largest: int | float = int(exact[place])
            gap, size = exact.astype(np.float64), np.abs(e.astype(np.float64))
        else:
            a, e = left.to(torch.float64).numpy(), right.to(torch.float64).numpy()
            with np.errstate(invalid="ignore"):
                gap, size = np.abs(a - e), np.abs(e)
            gap = np.where(np.isfinite(gap), gap, 0.0)
            place = int(gap.argmax())
            largest = float(gap[place])
        if largest and (absolute is None or largest > absolute[0]):
            absolute = (largest, start + place)
        ratio = np.divide(gap, size, out=np.zeros_like(gap), where=(size > 0) & np.isfinite(size))
        place = int(ratio.argmax())
        if ratio[place] and (relative is None or ratio[place] > relative[0]):
            relative = (float(ratio[place]), start + place)
    shape = actual.shape
    return (
        None if absolute is None else Extreme(absolute[0], coordinate(absolute[1], shape)),
        None if relative is None else Extreme(relative[0], coordinate(relative[1], shape)),
    )


def nonfinite_counts(actual: torch.Tensor, expected: torch.Tensor) -> NonFinite:
    """NaN and Inf of both sides, over everything."""
    counts = NonFinite()
    if is_integer(actual.dtype):
        return counts
    for _, (left, right) in walk(actual, expected):
        counts = _added(counts, wide(left), wide(right))
    return counts


def mismatches(
    flat: list[int], actual: torch.Tensor, expected: torch.Tensor, rule: Rule | None
) -> list[Mismatch]:
    """The listed elements with their values."""
    listed = []
    for position in flat:
        index = coordinate(position, actual.shape)
        left, right = actual[index].item(), expected[index].item()
        listed.append(Mismatch(index, left, right, rule.note(left, right) if rule else ""))
    return listed
