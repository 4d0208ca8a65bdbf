# SPDX-License-Identifier: Apache-2.0
"""Times of programs on several ranks: by rank, by place in the order of what a rank was given, over all of them."""

from __future__ import annotations

import re
import statistics
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from golden.report import say

if TYPE_CHECKING:
    from golden.bench import BenchmarkStats

Round: TypeAlias = Mapping[int, Sequence[Any]]
"""What each rank was given in one round, in order: things with rank, slot, task and times."""

_METRICS = {"device": "span_us", "effective": "span_us", "host": "dispatch_us"}
_STAMP = re.compile(r"_\d{8}_\d{6}(_\d+)?$")


def is_several(record: Any) -> bool:
    """Whether a record is one of several ranks."""
    return getattr(record, "launches", None) is not None


def by_rank(record: Any) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for launch in record.launches:
        found.setdefault(launch.rank, []).append(launch)
    return dict(sorted(found.items()))


def _names(round_: Round) -> dict[tuple[int, int], str]:
    return {(rank, slot): one.task for rank, given in round_.items() for slot, one in enumerate(given)}


def are_unstable(rounds: Sequence[Round]) -> bool:
    """Whether rounds differ in what ran where."""
    return any(_names(one) != _names(rounds[0]) for one in rounds[1:])


def tasks(rounds: Sequence[Round]) -> dict[tuple[int, int], str]:
    return _names(rounds[0]) if rounds else {}


def _time(metric: str) -> str:
    if metric not in _METRICS:
        raise ValueError(f"unknown metric {metric!r}; use device, host or effective")
    return _METRICS[metric]


def per_rank(rounds: Sequence[Round], metric: str) -> dict[int, list[float]]:
    name = _time(metric)
    ranks = sorted({rank for one in rounds for rank in one})
    return {rank: [sum(getattr(g, name) for g in one.get(rank, ())) for one in rounds] for rank in ranks}


def per_dispatch(rounds: Sequence[Round], metric: str) -> dict[tuple[int, int], list[float]]:
    name = _time(metric)
    return {(rank, slot): [getattr(one[rank][slot], name) for one in rounds] for rank, slot in tasks(rounds)}


def union(round_: Round) -> float:
    """From the first start to the last end."""
    given = [one for found in round_.values() for one in found]
    first = min((one.began_us for one in given), default=0.0)
    return max((one.ended_us for one in given), default=0.0) - first


def print_report(stats: BenchmarkStats, raw: bool, folder: str) -> None:
    """The lines below the headline."""
    times = stats.per_rank("effective")
    names = stats.dispatch_tasks()
    slots = stats.per_dispatch("effective")
    shown = any(slot for _, slot in slots)
    for rank, samples in times.items():
        say(f"[RUN]     rank {rank}: {_figures(samples)}")
        for (at, slot), found in sorted(slots.items()):
            if shown and at == rank:
                say(f"[RUN]       slot {slot} ({names[at, slot]}): {_figures(found)}")
    if raw:
        say(f"[RUN]   raw samples: ranks={len(times)} rounds={stats.rounds} warmup={stats.warmup}")
        for rank in times:
            launched = [one.span_us for round_ in stats.rounds_dispatches for one in round_.get(rank, ())]
            listed = ", ".join(f"{time:.1f}" for time in launched)
            say(f"[RUN]     rank {rank} raw n={len(launched)} eff_us=[{listed}]")
    both = ""
    for key, samples in (
        ("host_union_mean_us", stats.per_round("union")),
        ("host_mean_us", stats.host_wall_us),
    ):
        if any(samples):
            both += f" {key}={statistics.fmean(samples):.0f}"
    name = _STAMP.sub("", folder)
    say(f"[RUN] benchmark kernel={name} l3=1 rounds={stats.rounds} ranks={len(times)}{both}")


def _figures(samples: Sequence[float]) -> str:
    timed = [sample for sample in samples if sample]
    if not timed:
        return "(no timing)"
    return (
        f"eff_us min={min(timed):.1f} median={statistics.median(timed):.1f} "
        f"mean={statistics.fmean(timed):.1f} max={max(timed):.1f}"
    )
