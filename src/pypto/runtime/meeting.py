# SPDX-License-Identifier: Apache-2.0
"""Blocks that meet at barriers, in the interpreter: each on a thread, one of them running at a time.

    run_together(8, body)        body(block, meet) for every block; meet() returns when all have called it

From barrier to barrier the blocks run one after the other, in order, so that a run repeats exactly.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

MOST_BLOCKS = 1024


class Parted(Exception):
    """A block ended while others, `waiting` the first of them, stand at a barrier."""

    def __init__(self, waiting: int) -> None:
        super().__init__(waiting)
        self.waiting = waiting


class _Stop(BaseException):
    """Ends a block whose task has failed."""


class _Block:
    def __init__(self) -> None:
        self.go = threading.Semaphore(0)
        self.waits = False
        self.ended = False
        self.error: BaseException | None = None


def run_together(count: int, body: Callable[[int, Callable[[], None]], None]) -> None:
    """Run all blocks; the first error of one of them is raised here. Parted where not all come to a barrier."""
    blocks = [_Block() for _ in range(count)]
    back = threading.Semaphore(0)
    stopping = False

    def start(number: int) -> None:
        block = blocks[number]

        def meet() -> None:
            block.waits = True
            back.release()
            block.go.acquire()
            if stopping:
                raise _Stop

        block.go.acquire()
        try:
            if not stopping:
                body(number, meet)
        except _Stop:
            pass
        except BaseException as error:
            block.error = error
        block.ended = True
        back.release()

    threads = [threading.Thread(target=start, args=(n,), daemon=True) for n in range(count)]
    for thread in threads:
        thread.start()
    error: BaseException | None = None
    while error is None and not all(block.ended for block in blocks):
        for block in blocks:
            block.waits = False
            block.go.release()
            back.acquire()
            error = block.error
            if error is not None:
                break
        waiting = [n for n, block in enumerate(blocks) if block.waits and not block.ended]
        if error is None and waiting and any(block.ended for block in blocks):
            error = Parted(waiting[0])
    stopping = True
    for block in blocks:
        block.go.release()
    for thread in threads:
        thread.join()
    if error is not None:
        raise error
