# SPDX-License-Identifier: Apache-2.0
"""Timing a program that has passed: `PYPTO_BENCH=1 python kernel.py`.

Switches are environment variables, so no kernel file changes to be timed. The timed launches use the
arguments and the configuration of the correctness dispatch; warm-up launches are dropped.
"""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from golden import ranks
from golden.report import say

_OFF = ("", "0", "false")
_NO_MARKERS = "no [STRACE] markers captured"


@dataclass(frozen=True)
class BenchSettings:
    enabled: bool
    rounds: int = 100
    warmup: int = 5
    raw: bool = False

    @classmethod
    def from_environment(cls) -> BenchSettings:
        if not _switch("PYPTO_BENCH"):
            return cls(enabled=False)
        return cls(
            enabled=True,
            rounds=_number("PYPTO_BENCH_ROUNDS", 100, 1),
            warmup=_number("PYPTO_BENCH_WARMUP", 5, 0),
            raw=_switch("PYPTO_BENCH_RAW"),
        )


def _switch(name: str) -> bool:
    return os.environ.get(name, "").strip().lower() not in _OFF


def _number(name: str, default: int, least: int) -> int:
    raw = os.environ.get(name)
    if not raw:
        return default
    try:
        value = int(raw)
    except ValueError:
        value = least - 1
    if value < least:
        say(f"[RUN]   ignoring {name}='{raw}' (want an integer >= {least}); using {default}")
        return default
    return value


@dataclass(frozen=True)
class Invocation:
    """One measured launch, in microseconds; `record` is what the device reported."""

    effective_us: float
    device_us: float
    host_us: float
    record: Any = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class BenchmarkStats:
    """What the timed launches of one program took; all times are in microseconds.

    A round of a program on several ranks counts as long as its slowest rank takes for all that it was given.
    """

    rounds: int
    warmup: int
    invocations: list[Invocation] = field(default_factory=list)

    @property
    def fallback_flattened(self) -> bool:
        """Whether launches cannot be told apart by rounds; each round has a record of its own, so that they can."""
        return False

    @property
    def unstable_dispatch_slots(self) -> bool:
        """Whether one place of a rank's order had another program in another round."""
        return ranks.are_unstable(self.rounds_dispatches)

    @property
    def rounds_dispatches(self) -> list[dict[int, list[Any]]]:
        """Of each round what each rank was given, in order; nothing where the program runs on one chip."""
        return [
            ranks.by_rank(launch.record) for launch in self.invocations if ranks.is_several(launch.record)
        ]

    def per_rank(self, metric: str) -> dict[int, list[float]]:
        """One figure a round for each rank, summed over what it was given: "device", "host" or "effective"."""
        return ranks.per_rank(self.rounds_dispatches, metric)

    def per_dispatch(self, metric: str) -> dict[tuple[int, int], list[float]]:
        """The same by rank and place in its order, nothing summed; empty where these are unstable."""
        return {} if self.unstable_dispatch_slots else ranks.per_dispatch(self.rounds_dispatches, metric)

    def dispatch_tasks(self) -> dict[tuple[int, int], str]:
        """What ran there, by name."""
        return {} if self.unstable_dispatch_slots else ranks.tasks(self.rounds_dispatches)

    @property
    def device_wall_us(self) -> list[float]:
        return [launch.device_us for launch in self.invocations]

    @property
    def host_wall_us(self) -> list[float]:
        return [launch.host_us for launch in self.invocations]

    @property
    def samples(self) -> list[float]:
        return self.device_wall_us

    @property
    def device_us_min(self) -> float:
        return min(self.device_wall_us, default=0.0)

    @property
    def device_us_median(self) -> float:
        return statistics.median(self.device_wall_us) if self.invocations else 0.0

    @property
    def device_us_mean(self) -> float:
        return statistics.fmean(self.device_wall_us) if self.invocations else 0.0

    @property
    def device_us_max(self) -> float:
        return max(self.device_wall_us, default=0.0)

    @property
    def device_us_stdev(self) -> float:
        return statistics.stdev(self.device_wall_us) if len(self.invocations) > 1 else 0.0

    device_wall_us_min = device_us_min
    device_wall_us_median = device_us_median
    device_wall_us_mean = device_us_mean
    device_wall_us_max = device_us_max
    device_wall_us_stdev = device_us_stdev

    @property
    def all_zero_device(self) -> bool:
        return bool(self.invocations) and not any(self.device_wall_us)

    def per_round(self, metric: str) -> list[float]:
        """One figure a round: "device", "host" or "effective"; of several ranks "union", from the first start to the
        last end by the clock of the host."""
        if metric == "union":
            return [ranks.union(found) for found in self.rounds_dispatches]
        if metric not in ("device", "host", "effective"):
            raise ValueError(f"unknown metric {metric!r}; use device, host, effective or union")
        return [getattr(launch, f"{metric}_us") for launch in self.invocations]


def measure(settings: BenchSettings, launch: Callable[[], Any], name: str = "") -> BenchmarkStats | None:
    """Launch `warmup + rounds` times and print the report; None where the runtime gives no timing. `name`: that of the
    build folder."""
    invocations = []
    try:
        for index in range(settings.warmup + settings.rounds):
            record = launch()
            if index >= settings.warmup:
                invocations.append(_invocation(record))
    except Exception as error:
        if _NO_MARKERS not in str(error):
            raise
        say(f"[RUN]   benchmark unavailable: {error}")
        return None
    stats = BenchmarkStats(settings.rounds, settings.warmup, invocations)
    _print(stats, settings.raw)
    if stats.rounds_dispatches:
        ranks.print_report(stats, settings.raw, name)
    return stats


def _invocation(record: Any) -> Invocation:
    effective = float(getattr(record, "span_us", 0.0) or 0.0)
    host = float(getattr(record, "dispatch_us", 0.0) or 0.0)
    return Invocation(effective_us=effective, device_us=effective, host_us=host, record=record)


def _print(stats: BenchmarkStats, raw: bool) -> None:
    samples = stats.per_round("effective")
    timed = [sample for sample in samples if sample]
    if not timed:
        say("[RUN]   effective_us unavailable: the device reported no execution span")
        return
    say(
        f"[RUN]   effective_us ({len(timed)} rounds) min={min(timed):.1f} "
        f"median={statistics.median(timed):.1f} mean={statistics.fmean(timed):.1f} max={max(timed):.1f}"
    )
    if raw and not stats.rounds_dispatches:
        figures = ", ".join(f"{sample:.1f}" for sample in samples)
        say(f"[RUN]   raw samples: ranks=1 rounds={stats.rounds} warmup={stats.warmup}")
        say(f"[RUN]     rank 0 raw n={len(samples)} eff_us=[{figures}]")
