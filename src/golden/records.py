# SPDX-License-Identifier: Apache-2.0
"""What a comparison found, as data. Printing is `golden.report`'s work."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from golden.pictures import ErrorPicture

Index = tuple[int, ...]
Number = int | float | bool


@dataclass(frozen=True)
class Mismatch:
    """One bad element; `note` holds what its rule adds, such as the limit that was exceeded."""

    index: Index
    actual: Number
    expected: Number
    note: str = ""


@dataclass(frozen=True)
class Extreme:
    """The largest value of a measure, and the first place that reaches it."""

    value: int | float
    index: Index
    note: str = ""


@dataclass(frozen=True)
class NonFinite:
    """NaN and Inf counts of both sides."""

    actual_nan: int = 0
    actual_inf: int = 0
    expected_nan: int = 0
    expected_inf: int = 0

    def __bool__(self) -> bool:
        return bool(self.actual_nan or self.actual_inf or self.expected_nan or self.expected_inf)


@dataclass(frozen=True)
class NoPower:
    """An all-zero output would pass this comparison although the reference is not all zero."""

    largest_expected: int | float
    tolerance: str


@dataclass
class Comparison:
    """The verdict over one output and everything a report says about it.

    `compared` counts the elements that were judged, `mismatched` those judged bad. `headline` is the
    comparator's own summary of a failure, `notes` are further facts and `detail` is text of a
    comparator that is not ours.
    """

    passed: bool
    name: str = ""
    shape: Index = ()
    dtype: torch.dtype = torch.float32
    comparator: str | None = None
    total: int = 0
    compared: int | None = None
    mismatched: int = 0
    ignored: int = 0
    permitted: int = 0
    rtol: float | None = None
    atol: float | None = None
    headline: str = ""
    first: list[Mismatch] = field(default_factory=list)
    box: list[tuple[int, int]] | None = None
    nonfinite: NonFinite = NonFinite()
    max_absolute: Extreme | None = None
    max_relative: Extreme | None = None
    notes: list[str] = field(default_factory=list)
    detail: str = ""
    printed: list[str] = field(default_factory=list)  # lines to show whatever the verdict
    no_power: NoPower | None = None
    compared_region: tuple[int, int] | None = None  # (axis, length): only this prefix was judged
    picture: ErrorPicture | None = None  # of failing outputs
    worst: list[Mismatch] = field(default_factory=list)  # of failing outputs, the largest difference first

    @property
    def first_index(self) -> Index | None:
        """Where the first bad element is, if the comparator located any."""
        return self.first[0].index if self.first else None
