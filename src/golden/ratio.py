# SPDX-License-Identifier: Apache-2.0
"""Comparators that allow a bounded share of bad points: `ratio_allclose` and `ratio_reldiff`."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch

from golden.chunks import count_nonzero
from golden.comparator import (
    ROUNDINGS,
    Comparator,
    Context,
    failed,
    listed,
    permitted_points,
    require,
    start_record,
)
from golden.gate import joined
from golden.judging import Allclose, Found, RelativeDifference, Rule, extremes, judge, mismatches
from golden.keywords import named
from golden.records import Comparison


@dataclass(frozen=True, kw_only=True)
class _Ratio(Comparator):
    """Restriction to a prefix, NaN mask, budget and report; the rule comes from the subclass."""

    max_show: int = 10
    valid_rows: int | None = None
    valid_axis: int = 0
    zero_tail: bool = False
    ignore_nan: bool = False
    equal_nan: bool = False
    rounding: str = "floor"

    def __post_init__(self) -> None:
        require(
            self.rounding in ROUNDINGS,
            f"{self.factory}: rounding must be one of {list(ROUNDINGS)}, got {self.rounding!r}",
        )

    @property
    def thresholds(self) -> dict[str, float | None]:
        """What the rule and the budget are made of, by the names of the factory's arguments."""
        raise NotImplementedError

    @property
    def label(self) -> str:
        named = {
            **self.thresholds,
            "valid_rows": self.valid_rows,
            "valid_axis": self.valid_axis,
            "zero_tail": self.zero_tail,
            **self._options(),
        }
        return f"{self.factory}({listed(named)})"

    def _options(self) -> dict[str, object]:
        """Label parts that appear only where they differ from the default."""
        defaults = {"ignore_nan": False, "equal_nan": False, "rounding": "floor"}
        given = {name: getattr(self, name) for name in defaults}
        return {name: value for name, value in given.items() if value != defaults[name]}

    def rule(self, context: Context) -> Rule:
        raise NotImplementedError

    @property
    def budget(self) -> float:
        raise NotImplementedError

    def limits(self, rule: Rule) -> str:
        raise NotImplementedError

    def worst_problem(self, found: Found) -> str:
        return ""

    def judge(
        self, actual: torch.Tensor, expected: torch.Tensor, context: Context, *, verdict_only: bool = False
    ) -> Comparison:
        record = start_record(actual, expected, self.label)
        if not record.passed:
            return record
        if self.valid_rows is not None:
            problem = self._prefix_problem(record, actual)
            if problem:
                return failed(record, problem)
            axis = self.valid_axis % actual.dim()
            actual = actual.narrow(axis, 0, self.valid_rows)
            expected = expected.narrow(axis, 0, self.valid_rows)
            record.compared_region = (axis, self.valid_rows)
        return self._judge_region(record, actual, expected, context, verdict_only)

    def _prefix_problem(self, record: Comparison, actual: torch.Tensor) -> str:
        rows, axis = self.valid_rows, self.valid_axis
        assert rows is not None
        rank = actual.dim()
        if not -rank <= axis < rank:
            return f"valid_axis={axis} out of range for shape {list(actual.shape)}"
        length = actual.shape[axis]
        if not 0 <= rows <= length:
            return f"valid_rows={rows} out of range for axis {axis} of length {length}"
        if not self.zero_tail:
            return ""
        count = count_nonzero(actual.narrow(axis, rows, length - rows))
        return f"inactive tail contains {count} nonzero values" if count else ""

    def _judge_region(
        self,
        record: Comparison,
        actual: torch.Tensor,
        expected: torch.Tensor,
        context: Context,
        verdict_only: bool,
    ) -> Comparison:
        rule = self.rule(context)
        total = actual.numel()
        found = judge(
            actual,
            expected,
            rule,
            keep=0 if verdict_only else self.max_show,
            ignore_nan=self.ignore_nan,
            equal_nan=self.equal_nan,
            stop_above=permitted_points(self.budget, total, self.rounding) if verdict_only else None,
        )
        record.compared, record.ignored = found.compared, found.ignored
        record.mismatched = found.bad.count
        record.permitted = permitted_points(self.budget, found.compared, self.rounding)
        if total and not found.compared:
            return failed(
                record, f"golden is entirely NaN: {found.ignored}/{total} points, nothing to compare"
            )
        problems = []
        if found.illegal.count:
            problems.append(
                f"illegal values in comparison: actual: NaN={found.nonfinite.actual_nan} "
                f"Inf={found.nonfinite.actual_inf}; expected: NaN={found.nonfinite.expected_nan} "
                f"Inf={found.nonfinite.expected_inf}"
            )
        broken = []
        if found.bad.count > record.permitted:
            broken.append(self._budget_text(found, record.permitted))
        worst = self.worst_problem(found)
        if worst:
            broken.append(worst)
        if broken:
            problems.append(f"{self.factory} fail: {' AND '.join(broken)}, {self.limits(rule)}")
        if problems:
            failed(record, "\n".join(problems))
            if not verdict_only:
                self._explain(record, found, actual, expected, rule)
        return record

    def _budget_text(self, found: Found, permitted: int) -> str:
        share = 100.0 * found.bad.count / found.compared
        return (
            f"error_count={found.bad.count}/{found.compared} ({share:.4f}% > {100.0 * self.budget:.4f}%, "
            f"permitted {permitted} points)"
        )

    def _explain(
        self, record: Comparison, found: Found, actual: torch.Tensor, expected: torch.Tensor, rule: Rule
    ) -> None:
        if found.illegal.count:
            record.first = mismatches(found.illegal.first, actual, expected, None)
        else:
            record.first = mismatches(found.bad.first, actual, expected, rule)
        record.box = joined(found.bad.box, found.illegal.box)
        record.nonfinite = found.nonfinite
        record.max_absolute, record.max_relative = extremes(actual, expected)
        if record.max_absolute is not None:
            place = record.max_absolute.index
            note = rule.note(actual[place].item(), expected[place].item()).partition("limit=")[2]
            if note:
                record.max_absolute = type(record.max_absolute)(
                    record.max_absolute.value, place, f"tolerance {note}"
                )
        if found.ignored:
            record.notes.append(f"{found.ignored}/{actual.numel()} NaN golden pts ignored")


@dataclass(frozen=True, kw_only=True)
class RatioAllclose(_Ratio):
    """At most a share of points outside atol + rtol * |expected|."""

    atol: float | None = None
    rtol: float | None = None
    max_error_ratio: float = 0.005

    def __post_init__(self) -> None:
        super().__post_init__()
        require(
            0.0 <= self.max_error_ratio <= 1.0,
            f"ratio_allclose: max_error_ratio must be in [0, 1], got {self.max_error_ratio!r}",
        )
        for name in ("atol", "rtol"):
            value = getattr(self, name)
            require(value is None or value >= 0, f"ratio_allclose: {name} must be >= 0, got {value!r}")

    @property
    def factory(self) -> str:
        return "ratio_allclose"

    @property
    def thresholds(self) -> dict[str, float | None]:
        return {"atol": self.atol, "rtol": self.rtol, "max_error_ratio": self.max_error_ratio}

    def _options(self) -> dict[str, object]:
        return {"ignore_nan": self.ignore_nan, **super()._options()}  # always shown here

    @property
    def budget(self) -> float:
        return self.max_error_ratio

    def rule(self, context: Context) -> Allclose:
        return Allclose(
            rtol=context.rtol if self.rtol is None else self.rtol,
            atol=context.atol if self.atol is None else self.atol,
        )

    def limits(self, rule: Rule) -> str:
        assert isinstance(rule, Allclose)
        return f"rtol={rule.rtol:g} atol={rule.atol:g}"

    def tolerance(self, context: Context) -> str:
        return f"{self.limits(self.rule(context))} max_error_ratio={self.max_error_ratio:g}"


@dataclass(frozen=True, kw_only=True)
class RatioReldiff(_Ratio):
    """At most a share of points with a relative difference above a threshold, none above a hard limit."""

    diff_thd: float = 0.01
    pct_thd: float = 0.05
    max_diff_hd: float = math.inf

    def __post_init__(self) -> None:
        super().__post_init__()
        require(self.diff_thd > 0, f"ratio_reldiff: diff_thd must be > 0, got {self.diff_thd!r}")
        require(0.0 <= self.pct_thd <= 1.0, f"ratio_reldiff: pct_thd must be in [0, 1], got {self.pct_thd!r}")
        require(self.max_diff_hd > 0, f"ratio_reldiff: max_diff_hd must be > 0, got {self.max_diff_hd!r}")

    @property
    def factory(self) -> str:
        return "ratio_reldiff"

    @property
    def thresholds(self) -> dict[str, float | None]:
        return {"diff_thd": self.diff_thd, "pct_thd": self.pct_thd, "max_diff_hd": self.max_diff_hd}

    @property
    def budget(self) -> float:
        return self.pct_thd

    def rule(self, context: Context) -> RelativeDifference:
        return RelativeDifference(self.diff_thd)

    def limits(self, rule: Rule) -> str:
        return f"diff_thd={self.diff_thd:g} pct_thd={self.pct_thd:g} max_diff_hd={self.max_diff_hd:g}"

    def worst_problem(self, found: Found) -> str:
        if found.worst_relative < self.max_diff_hd:
            return ""
        return f"worst rdiff={found.worst_relative:.8g} >= max_diff_hd={self.max_diff_hd:g}"

    def tolerance(self, context: Context) -> str:
        return self.limits(self.rule(context))


@named({"max_ratio": "the share is max_error_ratio="})
def ratio_allclose(
    atol: float | None = None,
    rtol: float | None = None,
    max_error_ratio: float = 0.005,
    max_show: int = 10,
    valid_rows: int | None = None,
    valid_axis: int = 0,
    zero_tail: bool = False,
    ignore_nan: bool = False,
    *,
    equal_nan: bool = False,
    rounding: str = "floor",
) -> RatioAllclose:
    """Pass when at most `max_error_ratio` of the points lie outside `atol + rtol * |expected|`.

    `atol` and `rtol` fall back, each on its own, to the values given to `run`. An output of any shape.

    Args:
        atol: Absolute tolerance, at least 0.
        rtol: Tolerance relative to the golden, at least 0.
        max_error_ratio: The share of points that may be bad, 0 to 1.
        max_show: How many bad points are shown.
        valid_rows: Compare only so many first entries along `valid_axis`.
        valid_axis: The axis of `valid_rows`; negative ones count from the last.
        zero_tail: Require the rest of the output, behind `valid_rows`, to be zero.
        ignore_nan: Leave out the positions where the golden is NaN.
        equal_nan: Let NaN match NaN.
        rounding: How the number of points that may be bad is rounded: "floor" or "half_even".

    Raises:
        ValueError: A number is out of its range, or `rounding` is another word.
        TypeError: A keyword is not one of these.
    """
    return RatioAllclose(
        atol=atol,
        rtol=rtol,
        max_error_ratio=max_error_ratio,
        max_show=max_show,
        valid_rows=valid_rows,
        valid_axis=valid_axis,
        zero_tail=zero_tail,
        ignore_nan=ignore_nan,
        equal_nan=equal_nan,
        rounding=rounding,
    )


@named()
def ratio_reldiff(
    diff_thd: float = 0.01,
    pct_thd: float = 0.05,
    max_diff_hd: float = math.inf,
    max_show: int = 10,
    valid_rows: int | None = None,
    valid_axis: int = 0,
    zero_tail: bool = False,
    ignore_nan: bool = False,
    *,
    equal_nan: bool = False,
    rounding: str = "floor",
) -> RatioReldiff:
    """Pass when at most `pct_thd` of the points differ by more than `diff_thd`, and none by `max_diff_hd`.

    A point's difference counts as it is below `diff_thd` and relative to the larger magnitude above it; the
    other arguments are those of `ratio_allclose`.

    Args:
        diff_thd: The difference above which a point is bad, greater than 0.
        pct_thd: The share of points that may be bad, 0 to 1.
        max_diff_hd: The difference that no point may reach, greater than 0.

    Raises:
        ValueError: A number is out of its range, or `rounding` is another word.
        TypeError: A keyword is not one of these.
    """
    return RatioReldiff(
        diff_thd=diff_thd,
        pct_thd=pct_thd,
        max_diff_hd=max_diff_hd,
        max_show=max_show,
        valid_rows=valid_rows,
        valid_axis=valid_axis,
        zero_tail=zero_tail,
        ignore_nan=ignore_nan,
        equal_nan=equal_nan,
        rounding=rounding,
    )
