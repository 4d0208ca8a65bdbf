# SPDX-License-Identifier: Apache-2.0
"""`error_distribution`: a measurement of how far an output is from its reference, not a gate."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import torch

from golden.chunks import integer_distance, integers, walk
from golden.comparator import Comparator, Context, failed, start_record
from golden.dtypes import is_integer
from golden.keywords import named
from golden.records import Comparison, NonFinite


@dataclass
class _Sums:
    """Running totals over the finite pairs; the sums are in float64."""

    thresholds: tuple[float, ...]
    actual: float = 0.0
    expected: float = 0.0
    product: float = 0.0
    error: float = 0.0
    magnitude: float = 0.0
    finite: int = 0
    above: list[int] = field(default_factory=list)
    worst: list[float] = field(default_factory=list)
    nonfinite: NonFinite = field(default_factory=NonFinite)
    unequal: int = 0  # NaN anywhere, or an infinity that the other side does not equal

    def __post_init__(self) -> None:
        self.above = [0] * len(self.thresholds)
        self.worst = [0.0] * len(self.thresholds)

    def add(self, left: np.ndarray, right: np.ndarray, gap: np.ndarray) -> None:
        finite = np.isfinite(left) & np.isfinite(right)
        if not finite.all():
            self.nonfinite = NonFinite(
                self.nonfinite.actual_nan + int(np.isnan(left).sum()),
                self.nonfinite.actual_inf + int(np.isinf(left).sum()),
                self.nonfinite.expected_nan + int(np.isnan(right).sum()),
                self.nonfinite.expected_inf + int(np.isinf(right).sum()),
            )
            self.unequal += int((~finite & (left != right)).sum())
            left, right, gap = left[finite], right[finite], gap[finite]
        self.finite += int(left.size)
        wide_left, wide_right, wide_gap = (part.astype(np.float64) for part in (left, right, gap))
        self.actual += _dot(wide_left, wide_left)
        self.expected += _dot(wide_right, wide_right)
        self.product += _dot(wide_left, wide_right)
        self.error += _dot(wide_gap, wide_gap)
        self.magnitude += float(np.abs(wide_right).sum())
        larger = np.maximum(np.abs(left), np.abs(right))
        for place, threshold in enumerate(self.thresholds):
            measured = gap / (np.maximum(larger, np.float32(2.0**-14 / threshold)) + np.float32(1e-9))
            np.copyto(measured, gap, where=gap < threshold)
            self.above[place] += int(np.count_nonzero(measured > threshold))
            self.worst[place] = max(self.worst[place], float(measured.max(initial=0.0)))


def _dot(left: np.ndarray, right: np.ndarray) -> float:
    return float(np.einsum("i,i", left, right))  # np.dot starts threads for each of many small pieces


def _pair(left: torch.Tensor, right: torch.Tensor) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Both pieces and their distance in float32; integer distances are exact before they are rounded."""
    if is_integer(left.dtype):
        a, e = integers(left), integers(right)
        return a.astype(np.float32), e.astype(np.float32), integer_distance(a, e).astype(np.float32)
    a, e = (piece.to(torch.float32).numpy() for piece in (left, right))
    with np.errstate(invalid="ignore", over="ignore"):
        return a, e, np.abs(a - e)


@dataclass(frozen=True)
class ErrorDistribution(Comparator):
    """Norms, shares above thresholds, and percentiles of one output's error."""

    diff_thds: tuple[float, ...] = (1e-3, 3e-3, 5e-3, 1e-2, 3e-2, 5e-2)
    quantiles: tuple[float, ...] = (0.5, 0.9, 0.99, 0.999, 0.9999, 1.0)
    always_pass: bool = True

    def __post_init__(self) -> None:
        if not all(threshold > 0 for threshold in self.diff_thds):
            raise ValueError(f"error_distribution: diff_thds must be > 0, got {list(self.diff_thds)}")
        if not all(0.0 <= quantile <= 1.0 for quantile in self.quantiles):
            raise ValueError(f"error_distribution: quantiles must be in [0, 1], got {list(self.quantiles)}")

    @property
    def factory(self) -> str:
        return "error_distribution"

    @property
    def label(self) -> str:
        return f"error_distribution(diff_thds={self.diff_thds})"

    def tolerance(self, context: Context) -> str:
        return "a measurement, not a gate"

    def accepts_zeros(self, expected: torch.Tensor, context: Context) -> bool:
        return True  # asked only after a pass, and every finite output passes

    def judge(
        self, actual: torch.Tensor, expected: torch.Tensor, context: Context, *, verdict_only: bool = False
    ) -> Comparison:
        record = start_record(actual, expected, self.label)
        if not record.passed:
            return record
        record.compared = actual.numel()
        sums = _Sums(self.diff_thds)
        for _, (left, right) in walk(actual, expected):
            sums.add(*_pair(left, right))
        if not verdict_only:
            record.printed = self._report(actual, expected, sums)
        record.nonfinite = sums.nonfinite
        if not self.always_pass and sums.unequal:
            failed(record, f"error_distribution fail: {sums.unequal} NaN or unmatched Inf value(s)")
        return record

    def _report(self, actual: torch.Tensor, expected: torch.Tensor, sums: _Sums) -> list[str]:
        if actual.numel() == 0:
            return ["numel=0"]
        counts = sums.nonfinite
        lines = []
        if counts.actual_nan or counts.actual_inf:
            lines.append(f"illegal values in actual: NaN={counts.actual_nan} Inf={counts.actual_inf}")
        if counts.expected_nan or counts.expected_inf:
            lines.append(f"illegal values in expected: NaN={counts.expected_nan} Inf={counts.expected_inf}")
        relative = 100.0 * math.sqrt(sums.error) / max(math.sqrt(sums.expected), 1e-12)
        norms = math.sqrt(sums.actual) * math.sqrt(sums.expected)
        cosine = sums.product / norms if norms else float(sums.actual == sums.expected)
        lines.append(f"rel-L2 = {relative:.6g}%  cosine = {cosine:.8f}  numel={actual.numel()}")
        for threshold, above, worst in zip(self.diff_thds, sums.above, sums.worst, strict=True):
            share = 100.0 * above / max(sums.finite, 1)
            lines.append(f"diff_thd={threshold:g}  frac>thd={share:.4f}%  worst={worst:.6g}")
        measures: list[tuple[str, Callable[..., np.ndarray]]] = [
            (
                "rel diff",
                lambda a, e, gap: gap / np.maximum(np.maximum(np.abs(a), np.abs(e)), np.float32(1e-6)),
            ),
            ("abs diff", lambda a, e, gap: gap),
            ("|expected|", lambda a, e, gap: np.abs(e)),
        ]
        for title, measure in measures:
            lines.append(f"{title}: {self._percentiles(actual, expected, measure)}")
        if sums.finite:
            lines[-1] += f" mean={sums.magnitude / sums.finite:.6g}"
        return lines

    def _percentiles(
        self, actual: torch.Tensor, expected: torch.Tensor, measure: Callable[..., np.ndarray]
    ) -> str:
        """Exact percentiles with linear interpolation; holds one float32 array of the tensor's size."""
        values = np.empty(actual.numel(), dtype=np.float32)
        count = 0
        for _, (left, right) in walk(actual, expected):
            with np.errstate(invalid="ignore", over="ignore"):
                piece = measure(*_pair(left, right))
            finite = np.isfinite(piece)
            piece = piece if finite.all() else piece[finite]
            values[count : count + piece.size] = piece
            count += piece.size
        if count == 0:
            return "no finite values"
        values = values[:count]
        positions = [quantile * (count - 1) for quantile in self.quantiles]
        wanted = sorted({math.floor(p) for p in positions} | {math.ceil(p) for p in positions})
        values.partition(wanted)
        parts = []
        for quantile, position in zip(self.quantiles, positions, strict=True):
            low, high = float(values[math.floor(position)]), float(values[math.ceil(position)])
            parts.append(
                f"p{100.0 * quantile:g}={low + (high - low) * (position - math.floor(position)):.6g}"
            )
        return " ".join(parts)


@named()
def error_distribution(
    diff_thds: tuple[float, ...] = (1e-3, 3e-3, 5e-3, 1e-2, 3e-2, 5e-2),
    quantiles: tuple[float, ...] = (0.5, 0.9, 0.99, 0.999, 0.9999, 1.0),
    always_pass: bool = True,
) -> ErrorDistribution:
    """Print how an output's error is distributed, and pass.

    With `always_pass=False` it fails on any NaN, and on an infinity the other side does not equal.

    Args:
        diff_thds: Thresholds, greater than 0; for each the share of points beyond it, in percent.
        quantiles: Which quantiles of the error are printed, each 0 to 1.
        always_pass: Whether illegal values pass as well.

    Raises:
        ValueError: A threshold or a quantile is out of its range.
        TypeError: A keyword is not one of these.
    """
    return ErrorDistribution(tuple(diff_thds), tuple(quantiles), always_pass)
