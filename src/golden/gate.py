# SPDX-License-Identifier: Apache-2.0
"""The default gate: what judges an output that has no comparator.

Floats pass exactly when `torch.allclose` says so; integers and bools must be equal.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch

from golden.comparator import Comparator, Context, start_record
from golden.dtypes import is_integer
from golden.judging import Allclose, extremes, judge, mismatches, nonfinite_counts
from golden.keywords import NAN
from golden.records import Comparison

_SHOWN = 20


@dataclass(frozen=True)
class DefaultGate(Comparator):
    """`equal_nan` lets NaN match NaN; nothing else is a choice here."""

    equal_nan: bool = False

    @property
    def factory(self) -> str:
        return "default"

    def tolerance(self, context: Context) -> str:
        return f"rtol={context.rtol:g} atol={context.atol:g}"

    def judge(
        self, actual: torch.Tensor, expected: torch.Tensor, context: Context, *, verdict_only: bool = False
    ) -> Comparison:
        record = start_record(actual, expected, None)
        if not record.passed:
            return record
        exact = is_integer(actual.dtype)
        record.rtol, record.atol = (0.0, 0.0) if exact else (context.rtol, context.atol)
        rule = Allclose(record.rtol, record.atol, native=True, notes=False)
        found = judge(
            actual,
            expected,
            rule,
            keep=0 if verdict_only else _SHOWN,
            equal_nan=self.equal_nan,
            stop_above=0 if verdict_only else None,
        )
        record.compared = found.compared
        # A position where one side is not finite is one more mismatch here, not a class of its own.
        record.mismatched = found.bad.count + found.illegal.count
        record.passed = record.mismatched == 0
        if record.passed or verdict_only:
            return record
        how = "compared exactly" if exact else f"rtol={record.rtol:g} atol={record.atol:g}"
        share = 100.0 * record.mismatched / record.total
        record.headline = f"Mismatched elements: {record.mismatched}/{record.total} ({share:.4g}%), {how}"
        positions = sorted(found.bad.first + found.illegal.first)[:_SHOWN]
        record.first = mismatches(positions, actual, expected, None)
        record.box = joined(found.bad.box, found.illegal.box)
        record.nonfinite = nonfinite_counts(actual, expected)
        record.max_absolute, record.max_relative = extremes(actual, expected)
        if record.nonfinite.expected_nan and not self.equal_nan:
            record.notes.append(
                f"the golden holds {record.nonfinite.expected_nan} NaN, which match nothing; {NAN}"
            )
        return record


def joined(
    one: list[tuple[int, int]] | None, other: list[tuple[int, int]] | None
) -> list[tuple[int, int]] | None:
    """The box that holds both boxes."""
    if one is None or other is None:
        return one or other
    return [(min(a[0], b[0]), max(a[1], b[1])) for a, b in zip(one, other, strict=True)]
