# SPDX-License-Identifier: Apache-2.0
"""Who wants to know of finished runs, and what a caller outside the kernel file imposes on them.

    with observing(records.append), imposing(strict=True, seed=3):
        runpy.run_path("kernels/norm/rms_norm.py", run_name="__main__")

Nothing here is on by default: a kernel file that is started by hand has no observer and no impositions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from golden.result import RunResult

Observer = Callable[["RunResult"], None]


@dataclass(frozen=True)
class Imposed:
    """Arguments that a tool sets for every run of a file; what the file gives itself stays where these are None."""

    strict: bool = False
    seed: int | None = None
    save_on_fail: bool = False
    engine: str | None = None


_observers: list[Observer] = []
_before: list[Callable[[], None]] = []
_imposed: list[Imposed] = [Imposed()]


@contextmanager
def observing(observer: Observer) -> Iterator[None]:
    """Calls `observer` with every result of `run` inside the block."""
    _observers.append(observer)
    try:
        yield
    finally:
        _observers.remove(observer)


@contextmanager
def before_runs(action: Callable[[], None]) -> Iterator[None]:
    """Calls `action` where a `run` begins inside the block; what it raises leaves the file."""
    _before.append(action)
    try:
        yield
    finally:
        _before.remove(action)


def begin() -> None:
    for action in list(_before):
        action()


@contextmanager
def imposing(imposed: Imposed) -> Iterator[None]:
    """Sets `imposed` for every `run` inside the block."""
    _imposed.append(imposed)
    try:
        yield
    finally:
        _imposed.pop()


def imposed() -> Imposed:
    return _imposed[-1]


def notify(result: RunResult) -> None:
    for observer in list(_observers):
        observer(result)
