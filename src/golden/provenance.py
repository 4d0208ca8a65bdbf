# SPDX-License-Identifier: Apache-2.0
"""What the device knows of a failing output: what no store touched, who wrote the first bad element, and
whether something was read that nothing had written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from golden.chunks import bits, coordinate
from golden.comparator import plain
from golden.records import Comparison
from golden.report import Flags, render_index, render_unwritten

# The NaN that arithmetic makes of numbers, as the signed integer of its bits. Buffers start as another one,
# which arithmetic hands on.
_MADE_NAN = {
    torch.float32: -0x400000,
    torch.float16: -0x200,
    torch.bfloat16: -0x40,
    torch.float8_e4m3fn: -0x1,
    torch.float8_e5m2: -0x2,
}


def lines(
    comparison: Comparison, actual: torch.Tensor, expected: torch.Tensor, record: Any, kernels: Sequence[str]
) -> list[str]:
    """The notes on one failing comparison."""
    notes = []
    mask = record.unwritten(comparison.name) if hasattr(record, "unwritten") else None
    if mask is not None:
        mask = np.asarray(mask, dtype=bool).reshape(comparison.shape)
        notes += unwritten_lines(mask, comparison)
    index = comparison.first_index
    if index is not None and hasattr(record, "writer"):
        writer, place = record.writer(comparison.name, index), render_index(index)
        if writer is None:
            notes.append(f"{place} was never written")
        else:
            notes.append(f"{place} was last written by {_writer(writer, kernels)}")
    if mask is not None:
        notes += _handed_on(comparison, plain(actual), plain(expected), mask)
    return notes


def with_writers(comparison: Comparison, record: Any, kernels: Sequence[str]) -> None:
    """Adds to each worst point who wrote it."""
    if not hasattr(record, "writer"):
        return
    for place, point in enumerate(comparison.worst):
        writer = record.writer(comparison.name, point.index)
        who = "never written" if writer is None else _writer(writer, kernels)
        comparison.worst[place] = replace(point, note=f"{point.note}, {who}")


def _writer(writer: Any, kernels: Sequence[str]) -> str:
    number = writer.kernel
    if number < 0:
        who = f"task {writer.task} (orchestration)"
    else:
        who = f"task {writer.task} (kernel {kernels[number] if number < len(kernels) else number})"
    rank = getattr(writer, "rank", None)
    if rank is not None:  # several ranks count their tasks each for itself
        who = f"rank {rank}, dispatch {writer.slot} of {writer.callee}: {who}"
    return f"{who}, {writer.file}:{writer.line}" if writer.file else who


def unwritten_lines(mask: Flags, comparison: Comparison) -> list[str]:
    """What was never written, and how much of it lies where values were compared."""
    text = render_unwritten(mask)
    if not text:
        return []
    if comparison.compared_region is None:
        return [text]
    inside = int(np.count_nonzero(mask[_region(comparison)]))
    return [text, f"{inside} of the elements never written lie in the compared region"]


def _region(comparison: Comparison) -> tuple[slice, ...]:
    """Which part of an output was judged."""
    if comparison.compared_region is None:
        return ()
    axis, length = comparison.compared_region
    return (slice(None),) * axis + (slice(length),)


def _handed_on(
    comparison: Comparison, actual: torch.Tensor, expected: torch.Tensor, unwritten: Flags
) -> list[str]:
    """A hint where the kernel stored the NaN that buffers start as, and the golden has a number."""
    made = _MADE_NAN.get(actual.dtype)
    if made is None or actual.shape != expected.shape or actual.dtype != expected.dtype:
        return []
    region = _region(comparison)
    stored = torch.isnan(actual[region]) & (bits(actual)[region] != made) & ~torch.isnan(expected[region])
    places = np.flatnonzero(stored.numpy() & ~unwritten[region])
    if not places.size:
        return []
    first = render_index(coordinate(int(places[0]), stored.shape))
    return [
        f"NaN where the golden has a number, first at {first}: did the kernel read a buffer that nothing had "
        "written (Out and created buffers start as NaN)?"
    ]
