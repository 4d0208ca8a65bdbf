# SPDX-License-Identifier: Apache-2.0
"""Timing on a machine that others may use: contenders take turns, and the median of each is reported."""

from __future__ import annotations

import hashlib
import statistics
import threading
import time
from collections.abc import Callable, Mapping

import numpy as np

Sample = Callable[[], float]  # runs once and returns microseconds


def wall(action: Callable[[], object]) -> Sample:
    """Time one call of `action` from outside."""

    def sample() -> float:
        start = time.perf_counter()
        action()
        return (time.perf_counter() - start) * 1e6

    return sample


def interleaved(samples: Mapping[str, Sample], *, budget_s: float = 2.0, least: int = 7) -> dict[str, float]:
    """Medians; every round runs each contender once, so that a disturbance meets all of them."""
    for sample in samples.values():  # warm up
        sample()
    taken: dict[str, list[float]] = {name: [] for name in samples}
    rounds, end = 0, time.perf_counter() + budget_s
    while rounds < least or (time.perf_counter() < end and rounds < 500):
        for name, sample in samples.items():
            taken[name].append(sample())
        rounds += 1
    return {name: statistics.median(values) for name, values in taken.items()}


def _on_threads(work: Callable[[int], None], count: int) -> float:
    """Seconds until `count` threads have each run their share."""
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - start


def arithmetic_speedup() -> float:
    """How much more arithmetic two threads do than one; about 2 on two idle cores."""
    text = bytes(2**20)  # hashed without the interpreter's lock, and small enough for the cache

    def work(number: int) -> None:
        for _ in range(60):
            hashlib.sha256(text).digest()

    pairs = [(_on_threads(work, 1), _on_threads(work, 2)) for _ in range(9)]
    return statistics.median(2 * one / two for one, two in pairs)


def copy_bandwidth() -> tuple[float, float]:
    """GB/s read plus written while one thread and while two threads copy 64 MiB each."""
    source = [np.ones(16 * 2**20, dtype=np.float32) for _ in range(2)]
    target = [np.zeros_like(block) for block in source]

    def work(number: int) -> None:
        np.copyto(target[number], source[number])

    moved = 2 * source[0].nbytes / 1e9
    pairs = [(moved / _on_threads(work, 1), 2 * moved / _on_threads(work, 2)) for _ in range(9)]
    return statistics.median(one for one, _ in pairs), statistics.median(two for _, two in pairs)
