# SPDX-License-Identifier: Apache-2.0
"""Blocks that meet at barriers or wait for events of each other, in the interpreter: one of them runs at a time.

    Meeting().run(8, body)          body(number, turn) for every block, each on a thread
    turn.meet()                     returns when all have called it
    turn.pause(test, otherwise)     returns when the test holds; `otherwise` makes the error where it never will

From barrier to barrier the blocks run one after the other, in order, so that a run repeats exactly. `round` counts how
often all of them had their turn.
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


class Turn:
    """A block of the task."""

    def __init__(self, meeting: Meeting) -> None:
        self.meeting = meeting
        self.go = threading.Semaphore(0)
        self.waits = False  # at a barrier
        self.test: Callable[[], bool] | None = None
        self.otherwise: Callable[[], BaseException] | None = None
        self.ended = False
        self.error: BaseException | None = None

    def meet(self) -> None:
        self.waits = True
        self._hand_over()

    def pause(self, test: Callable[[], bool], otherwise: Callable[[], BaseException]) -> None:
        self.test, self.otherwise = test, otherwise
        self._hand_over()
        self.test = None

    def _hand_over(self) -> None:
        self.meeting.back.release()
        self.go.acquire()
        if self.meeting.stopping:
            raise _Stop

    def can_go(self) -> bool:
        return not self.ended and not self.waits and (self.test is None or self.test())


class Meeting:
    """The blocks of one task."""

    def __init__(self) -> None:
        self.round = 0
        self.blocks: list[Turn] = []
        self.back = threading.Semaphore(0)
        self.stopping = False

    def run(self, count: int, body: Callable[[int, Turn], None]) -> None:
        """Run all blocks; the first error of one of them is raised here. Parted where not all come to a barrier."""
        self.blocks = [Turn(self) for _ in range(count)]
        threads = [threading.Thread(target=self._start, args=(n, body), daemon=True) for n in range(count)]
        for thread in threads:
            thread.start()
        error: BaseException | None = None
        while error is None and not all(block.ended for block in self.blocks):
            error = self._turns()
        self.stopping = True
        for block in self.blocks:
            block.go.release()
        for thread in threads:
            thread.join()
        if error is not None:
            raise error

    def _start(self, number: int, body: Callable[[int, Turn], None]) -> None:
        block = self.blocks[number]
        block.go.acquire()
        try:
            if not self.stopping:
                body(number, block)
        except _Stop:
            pass
        except BaseException as error:
            block.error = error
        block.ended = True
        self.back.release()

    def _turns(self) -> BaseException | None:
        """A turn for each block that can go on, in order; then whoever stands at a barrier may pass if all do."""
        self.round += 1
        moved = False
        for block in self.blocks:
            if not block.can_go():
                continue
            moved = True
            block.go.release()
            self.back.acquire()
            if block.error is not None:
                return block.error
        waiting = [n for n, block in enumerate(self.blocks) if block.waits and not block.ended]
        if waiting and any(block.ended for block in self.blocks):
            return Parted(waiting[0])
        if waiting and len(waiting) == len(self.blocks):
            for block in self.blocks:
                block.waits = False
        elif not moved and not any(block.can_go() for block in self.blocks):
            stuck = [block.otherwise for block in self.blocks if block.test is not None and not block.ended]
            if stuck and stuck[0] is not None:
                return stuck[0]()
        return None
