# SPDX-License-Identifier: Apache-2.0
"""Comparators for a paged pool that a kernel writes through a slot map.

Rows named by the map are judged numerically; every other row must hold the reference's very bits,
which is how a write outside the map is caught.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import torch

from golden.chunks import CHUNK, bits, coordinate, integers
from golden.comparator import Comparator, Context, failed, listed, plain, require, start_record
from golden.keywords import named
from golden.ratio import RatioAllclose, RatioReldiff
from golden.records import Comparison, Extreme, Index, Mismatch

_MAP_DTYPES = (torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8)


@dataclass(frozen=True, kw_only=True)
class _MappedPool(Comparator):
    mapping_name: str
    mapping_shape: tuple[int, ...]
    block_size: int
    leading_rank_axis: bool = False
    pool_name: str = "pool"

    def __post_init__(self) -> None:
        sizes = self.mapping_shape
        require(
            len(sizes) > 0 and all(size > 0 for size in sizes),
            f"{self.factory}: mapping_shape must hold positive sizes, got {list(sizes)}",
        )
        require(self.block_size > 0, f"{self.factory}: block_size must be positive, got {self.block_size}")
        require(
            not (self.leading_rank_axis and len(sizes) == 1),
            f"{self.factory}: with a rank axis mapping_shape needs a second axis, got {list(sizes)}",
        )
        _ = self.rows_comparator  # checks the thresholds now, not at the first comparison

    @property
    def rows_comparator(self) -> RatioAllclose | RatioReldiff:
        raise NotImplementedError

    def tolerance(self, context: Context) -> str:
        return self.rows_comparator.tolerance(context)

    @property
    def label(self) -> str:
        named = {
            "mapping": self.mapping_name,
            "shape": list(self.mapping_shape),
            "block_size": self.block_size,
            "leading_rank_axis": self.leading_rank_axis,
            **self.rows_comparator.thresholds,
        }
        return f"{self.factory}({listed(named)})"

    def judge(
        self, actual: torch.Tensor, expected: torch.Tensor, context: Context, *, verdict_only: bool = False
    ) -> Comparison:
        record = start_record(actual, expected, self.label)
        if not record.passed:
            record.headline = f"{self.pool_name} {record.headline}"
            return record
        problem, mapping = self._mapping(actual, context)
        if mapping is None:
            return failed(record, problem)
        ranks = mapping.shape[0]
        row_count = actual.numel() and math.prod(actual.shape[: self._lead]) // ranks
        problem, mapped = self._mapped_rows(mapping, row_count)
        if problem:
            return failed(record, problem)
        record.compared = actual.numel()
        # [ranks * rows, values of a row]: the physical rows of all ranks, one after the other
        # A view wherever there is one, also of an expanded element.
        left = actual.reshape(ranks * row_count, -1) if actual.numel() else actual.view(0, 1)
        right = expected.reshape(left.shape)
        changed = _first_changed_row(left, right, mapped)
        if changed is not None:
            return self._row_changed(record, left, right, changed, row_count)
        if mapped.any():
            self._judge_mapped(record, left, right, mapped, context, verdict_only)
        return record

    @property
    def _lead(self) -> int:
        """How many axes lead to one physical row."""
        return 3 if self.leading_rank_axis else 2

    def _mapping(self, pool: torch.Tensor, context: Context) -> tuple[str, np.ndarray | None]:
        """The map as [ranks, entries], or what is wrong with pool or map."""
        lead = self._lead
        if pool.dim() < lead or pool.shape[lead - 1] != self.block_size:
            axes = (
                "[ranks, blocks, block_size, ...]" if self.leading_rank_axis else "[blocks, block_size, ...]"
            )
            return (
                f"expected block-major {self.pool_name} layout {axes} with block_size={self.block_size}, "
                f"got shape {list(pool.shape)}"
            ), None
        mapping = context.inputs.get(self.mapping_name)
        if mapping is None:
            return (
                f"compare_fn misconfigured: missing input '{self.mapping_name}'; "
                f"inputs are {list(context.inputs)}"
            ), None
        name = f"mapping '{self.mapping_name}'"
        if mapping.dtype not in _MAP_DTYPES:
            return f"{name} must have an integer dtype, got {mapping.dtype}", None
        if tuple(mapping.shape) != tuple(self.mapping_shape):
            return f"{name} must have shape {list(self.mapping_shape)}, got {list(mapping.shape)}", None
        if self.leading_rank_axis and pool.shape[0] != self.mapping_shape[0]:
            return (
                f"leading rank count of {self.pool_name} must be {self.mapping_shape[0]}, got {pool.shape[0]}"
            ), None
        ranks = self.mapping_shape[0] if self.leading_rank_axis else 1
        return "", integers(plain(mapping)).astype(np.int64).reshape(ranks, -1)

    def _mapped_rows(self, mapping: np.ndarray, row_count: int) -> tuple[str, np.ndarray]:
        """Flags over the physical rows of all ranks, or the first bad entry of the map."""
        mapped = np.zeros((mapping.shape[0], row_count), dtype=bool)
        low, high = np.flatnonzero(mapping < -1), np.flatnonzero(mapping >= row_count)
        for positions, why in (
            (low, "is invalid; only -1 is a negative sentinel"),
            (high, f"is outside physical row range [0, {row_count})"),
        ):
            if positions.size:
                place = list(coordinate(int(positions[0]), self.mapping_shape))
                entry = mapping.reshape(-1)[positions[0]]
                return f"mapping '{self.mapping_name}' entry {entry} at {place} {why}", mapped
        for rank, rows in enumerate(mapping):
            named, counts = np.unique(rows[rows >= 0], return_counts=True)
            if (counts > 1).any():
                where = f" on rank {rank}" if self.leading_rank_axis else ""
                row = int(named[counts > 1][0])
                return f"mapping '{self.mapping_name}' contains duplicate physical row {row}{where}", mapped
            mapped[rank, named] = True
        return "", mapped.reshape(-1)

    def _row_changed(
        self, record: Comparison, left: torch.Tensor, right: torch.Tensor, row: int, row_count: int
    ) -> Comparison:
        different = bits(left[row]) != bits(right[row])
        count = int(different.sum())
        rank, physical = divmod(row, row_count)
        where = f"rank={rank} " if self.leading_rank_axis else ""
        column = int(different.nonzero()[0])
        index = self._original(row, coordinate(column, record.shape[self._lead :]), record.shape)
        record.mismatched = count
        record.first = [Mismatch(index, left[row, column].item(), right[row, column].item())]
        return failed(
            record,
            f"unmapped physical {self.pool_name} row changed: {where}row={physical} "
            f"changed_values={count} mapping='{self.mapping_name}'",
        )

    def _judge_mapped(
        self,
        record: Comparison,
        left: torch.Tensor,
        right: torch.Tensor,
        mapped: np.ndarray,
        context: Context,
        verdict_only: bool,
    ) -> None:
        rows = np.flatnonzero(mapped)
        picked = torch.from_numpy(rows)
        comparator = self.rows_comparator
        inner = comparator.judge(left[picked], right[picked], context, verdict_only=verdict_only)
        if inner.passed:
            return
        tail = record.shape[self._lead :]

        def original(index: Index) -> Index:
            return self._original(int(rows[index[0]]), coordinate(index[1], tail), record.shape)

        def moved(extreme: Extreme | None) -> Extreme | None:
            return None if extreme is None else replace(extreme, index=original(extreme.index))

        lines = [f"mapped rows in {self.pool_name} from '{self.mapping_name}': {inner.headline}"]
        counts = inner.nonfinite
        for side, bad in (
            ("expected", counts.expected_nan + counts.expected_inf),
            ("actual", counts.actual_nan + counts.actual_inf),
        ):
            if bad:
                lines.insert(
                    0,
                    f"{side} mapped rows in {self.pool_name} from '{self.mapping_name}' "
                    f"contain {bad} non-finite value(s)",
                )
        failed(record, "\n".join(lines))
        record.mismatched, record.permitted = inner.mismatched, inner.permitted
        record.nonfinite = counts
        record.first = [replace(item, index=original(item.index)) for item in inner.first]
        record.max_absolute, record.max_relative = moved(inner.max_absolute), moved(inner.max_relative)
        record.notes = inner.notes

    def _original(self, row: int, rest: Index, shape: Index) -> Index:
        return (*coordinate(row, shape[: self._lead]), *rest)


def _first_changed_row(left: torch.Tensor, right: torch.Tensor, mapped: np.ndarray) -> int | None:
    """The first row outside the map whose bits differ."""
    if left.numel() == 0:
        return None
    left, right = bits(left), bits(right)
    step = max(1, CHUNK // left.shape[1])
    for begin in range(0, left.shape[0], step):
        one, other = left[begin : begin + step], right[begin : begin + step]
        if torch.equal(one, other):
            continue
        changed = (one != other).any(dim=1).numpy() & ~mapped[begin : begin + step]
        if changed.any():
            return begin + int(changed.argmax())
    return None


@dataclass(frozen=True, kw_only=True)
class MappedPoolRatioAllclose(_MappedPool):
    atol: float | None = None
    rtol: float | None = None
    max_error_ratio: float = 0.005

    @property
    def factory(self) -> str:
        return "mapped_pool_ratio_allclose"

    @property
    def rows_comparator(self) -> RatioAllclose:
        return RatioAllclose(atol=self.atol, rtol=self.rtol, max_error_ratio=self.max_error_ratio)


@dataclass(frozen=True, kw_only=True)
class MappedPoolRatioReldiff(_MappedPool):
    diff_thd: float = 0.01
    pct_thd: float = 0.05
    max_diff_hd: float = math.inf

    @property
    def factory(self) -> str:
        return "mapped_pool_ratio_reldiff"

    @property
    def rows_comparator(self) -> RatioReldiff:
        return RatioReldiff(diff_thd=self.diff_thd, pct_thd=self.pct_thd, max_diff_hd=self.max_diff_hd)


@named()
def mapped_pool_ratio_allclose(
    mapping_name: str,
    *,
    mapping_shape: tuple[int, ...] | list[int],
    block_size: int,
    leading_rank_axis: bool = False,
    pool_name: str = "pool",
    atol: float | None = None,
    rtol: float | None = None,
    max_error_ratio: float = 0.005,
) -> MappedPoolRatioAllclose:
    """Judge the rows that input `mapping_name` names by `ratio_allclose`; all others must be unchanged.

    The output is `[blocks, block_size, ...]`, with a leading axis of ranks where `leading_rank_axis` says so. An
    entry of the map is the number of a row, counted through all blocks, or -1 for none; no row is named twice.

    Args:
        mapping_name: The input that holds the map, of an integer dtype.
        mapping_shape: Its shape; the first axis is that of the ranks where there is one.
        block_size: Rows of a block.
        leading_rank_axis: Whether output and map begin with an axis of ranks.
        pool_name: What the output is called in messages.
        atol, rtol, max_error_ratio: As in `ratio_allclose`.

    Raises:
        ValueError: A number or a size is out of its range.
        TypeError: A keyword is not one of these.
    """
    return MappedPoolRatioAllclose(
        mapping_name=mapping_name,
        mapping_shape=tuple(mapping_shape),
        block_size=block_size,
        leading_rank_axis=leading_rank_axis,
        pool_name=pool_name,
        atol=atol,
        rtol=rtol,
        max_error_ratio=max_error_ratio,
    )


@named()
def mapped_pool_ratio_reldiff(
    mapping_name: str,
    *,
    mapping_shape: tuple[int, ...] | list[int],
    block_size: int,
    leading_rank_axis: bool = False,
    pool_name: str = "pool",
    diff_thd: float = 0.01,
    pct_thd: float = 0.05,
    max_diff_hd: float = math.inf,
) -> MappedPoolRatioReldiff:
    """Judge the rows that input `mapping_name` names by `ratio_reldiff`; all others must be unchanged.

    The output is `[blocks, block_size, ...]`, with a leading axis of ranks where `leading_rank_axis` says so. An
    entry of the map is the number of a row, counted through all blocks, or -1 for none; no row is named twice.

    Args:
        mapping_name: The input that holds the map, of an integer dtype.
        mapping_shape: Its shape; the first axis is that of the ranks where there is one.
        block_size: Rows of a block.
        leading_rank_axis: Whether output and map begin with an axis of ranks.
        pool_name: What the output is called in messages.
        diff_thd, pct_thd, max_diff_hd: As in `ratio_reldiff`.

    Raises:
        ValueError: A number or a size is out of its range.
        TypeError: A keyword is not one of these.
    """
    return MappedPoolRatioReldiff(
        mapping_name=mapping_name,
        mapping_shape=tuple(mapping_shape),
        block_size=block_size,
        leading_rank_axis=leading_rank_axis,
        pool_name=pool_name,
        diff_thd=diff_thd,
        pct_thd=pct_thd,
        max_diff_hd=max_diff_hd,
    )
