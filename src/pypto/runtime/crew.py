# SPDX-License-Identifier: Apache-2.0
"""The cores of a group in the interpreter: each on a thread, one of them running at a time.

    run_crew([cube, vector], stuck)       cube(wait) and vector(wait); wait(test) returns when test() holds

A core runs until it has to wait; then the next one that can go on does, in the order of the list, so that a run
repeats exactly. Where none of those that are left can, `stuck(n)` makes the error of the first that waits.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TypeAlias

Test: TypeAlias = "Callable[[], bool]"
Wait: TypeAlias = "Callable[[Test], None]"
Pause: TypeAlias = "Callable[[Test, Callable[[], BaseException]], None]"


class _Stop(BaseException):
    """Ends a core whose group has failed."""


class _Core:
    def __init__(self) -> None:
        self.go = threading.Semaphore(0)
        self.test: Test | None = None
        self.ended = False
        self.error: BaseException | None = None


def run_crew(
    bodies: Sequence[Callable[[Wait], None]],
    stuck: Callable[[int], BaseException],
    pause: Pause | None = None,
) -> None:
    """Run all cores to their end; the first error of one of them is raised here.

    `pause`, where other blocks may let them go on, hands over to those.
    """
    cores = [_Core() for _ in bodies]
    back = threading.Semaphore(0)
    stopping = False

    def start(core: _Core, body: Callable[[Wait], None]) -> None:
        def wait(test: Test) -> None:
            if test():
                return
            core.test = test
            back.release()
            core.go.acquire()
            core.test = None
            if stopping:
                raise _Stop

        core.go.acquire()
        try:
            if not stopping:
                body(wait)
        except _Stop:
            pass
        except BaseException as error:
            core.error = error
        core.ended = True
        back.release()

    threads = [
        threading.Thread(target=start, args=pair, daemon=True) for pair in zip(cores, bodies, strict=True)
    ]
    for thread in threads:
        thread.start()
    error: BaseException | None = None

    def first_stuck() -> BaseException:
        return stuck(next(n for n, core in enumerate(cores) if not core.ended))

    def ready(core: _Core) -> bool:
        return not core.ended and (core.test is None or core.test())

    try:
        while error is None and not all(core.ended for core in cores):
            moved = False
            for core in cores:
                if not ready(core):
                    continue
                moved = True
                core.go.release()
                back.acquire()
                error = core.error
                if error is not None:
                    break
            if error is None and not moved:
                if pause is None:
                    error = first_stuck()
                else:
                    pause(lambda: any(map(ready, cores)), first_stuck)
    finally:
        stopping = True
        for core in cores:
            core.go.release()
        for thread in threads:
            thread.join()
    if error is not None:
        raise error
