# SPDX-License-Identifier: Apache-2.0
"""Text for what a run found: the lines of a comparison, the regions never written, the final error."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from golden.records import Comparison, Index, Mismatch, NonFinite

_SHOWN_RANGES = 4

Flags = np.ndarray[Any, np.dtype[np.bool_]]


def say(line: str) -> None:
    """One line to standard output, at once; where nobody reads it any more, as behind `| head`, to nowhere."""
    try:
        print(line, flush=True)
    except BrokenPipeError:
        silence()


def silence() -> None:
    """Sends what this process prints from here on to nowhere; its exit status still tells the verdict."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def render_index(index: Index) -> str:
    return "[" + ",".join(str(position) for position in index) + "]"


def render_changed(names: Sequence[str]) -> str:
    """What to do about In parameters that the kernel wrote."""
    one = len(names) == 1
    return (
        f"the kernel wrote into its input(s) {list(names)}: {', '.join(names)} {'is' if one else 'are'} In; "
        f"declare {'it pl.Out, or pl.InOut where it is' if one else 'them pl.Out, or pl.InOut where they are'} read too"
    )


def render_verdict(record: Comparison) -> str:
    """The line printed for each output."""
    line = (
        f"'{record.name}' {'PASS' if record.passed else 'FAIL'}  "
        f"shape={tuple(record.shape)} dtype={record.dtype}"
    )
    if record.comparator:
        line += f" ({record.comparator})"
    if record.passed and record.compared == 0:
        line += "  validated 0 elements"
    return line


def render_no_power(record: Comparison) -> str:
    power = record.no_power
    assert power is not None
    return (
        f"'{record.name}': this comparison has no power: an all-zero output would pass "
        f"(largest golden magnitude {power.largest_expected:.6g}, {power.tolerance})"
    )


def render_failures(records: Sequence[Comparison]) -> str:
    """The error text for all failing outputs; the first line names them."""
    failing = [record for record in records if not record.passed]
    blocks = [f"Output(s) does not match golden: {[record.name for record in failing]}"]
    for record in failing:
        blocks.append(render_verdict(record))
        blocks += [f"  {line}" for line in render_detail(record)]
    return "\n".join(blocks)


def render_detail(record: Comparison) -> list[str]:
    """Everything known about one failing comparison, without its name."""
    lines = record.headline.splitlines()
    if record.box:
        lines.append(f"bad elements lie in {render_box(record.box)}")
    counts = render_nonfinite(record.nonfinite)
    if counts and counts not in record.headline:
        lines.append(counts)
    for title, extreme in (("absolute", record.max_absolute), ("relative", record.max_relative)):
        if extreme is not None:
            note = f" ({extreme.note})" if extreme.note else ""
            lines.append(
                f"largest {title} difference: {_number(extreme.value)} at {render_index(extreme.index)}{note}"
            )
    if record.first:
        lines.append(f"first {len(record.first)} mismatches:")
        lines += [f"  {_mismatch(item)}" for item in record.first]
    lines += record.notes
    if record.detail:
        lines += record.detail.splitlines()
    return lines


def render_nonfinite(counts: NonFinite) -> str:
    if not counts:
        return ""
    return (
        f"actual: NaN={counts.actual_nan} Inf={counts.actual_inf}; "
        f"expected: NaN={counts.expected_nan} Inf={counts.expected_inf}"
    )


def render_box(box: Sequence[tuple[int, int]]) -> str:
    if len(box) == 1:
        return f"elements {_range(*box[0])}"
    if len(box) == 2:
        return f"rows {_range(*box[0])}, columns {_range(*box[1])}"
    return "[" + ", ".join(_range(low, high) for low, high in box) + "]"


def _range(low: int, high: int) -> str:
    return f"{low}..{high}" if high != low else str(low)


def _mismatch(item: Mismatch) -> str:
    values = f"actual={_number(item.actual)}, expected={_number(item.expected)}"
    return f"{render_index(item.index)} {values}{item.note}"


def _number(value: Any) -> str:
    return f"{value:.8g}" if isinstance(value, float) else str(value)


def render_unwritten(mask: Flags) -> str:
    """Which part of an output no store touched: whole rows and columns where it is made of them.

    `mask` is true where nothing was written. Empty text when everything was.
    """
    count = int(np.count_nonzero(mask))
    if count == 0:
        return ""
    if count == mask.size:
        return "no element was ever written"
    if mask.ndim == 1:
        return f"never written: elements {_ranges(mask)}"
    share = f"{count} of {mask.size} elements"
    if mask.ndim == 2:
        rows, columns = np.all(mask, axis=1), np.all(mask, axis=0)
        named = [f"rows {_ranges(rows)}"] if rows.any() else []
        named += [f"columns {_ranges(columns)}"] if columns.any() else []
        covered = rows[:, None] | columns[None, :]
    else:
        slabs = np.all(mask.reshape(mask.shape[0], -1), axis=1)
        named = [f"[{_ranges(slabs)}] along axis 0"] if slabs.any() else []
        covered = np.broadcast_to(slabs.reshape(-1, *[1] * (mask.ndim - 1)), mask.shape)
    rest = mask & ~covered
    if rest.any():
        where = np.nonzero(rest)
        box = render_box([(int(axis.min()), int(axis.max())) for axis in where])
        named.append(f"{int(np.count_nonzero(rest))} elements in {box}")
    return f"never written: {' and '.join(named)} ({share})"


def _ranges(flags: Flags) -> str:
    """Runs of true flags: `0..3, 120..127`."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False])).astype(np.int8)))
    runs = [_range(int(begin), int(end) - 1) for begin, end in zip(edges[::2], edges[1::2], strict=True)]
    more = f" (+{len(runs) - _SHOWN_RANGES} more)" if len(runs) > _SHOWN_RANGES else ""
    return ", ".join(runs[:_SHOWN_RANGES]) + more
