# SPDX-License-Identifier: Apache-2.0
"""A process that has Torch and the compiler loaded and forks a child for every kernel file.

    python -m golden.worker

reads one request a line from standard input and answers a line when a child has started and when it has ended.
The start of Torch is paid once; a file that crashes, hangs or is killed ends its own child only.
"""

from __future__ import annotations

import importlib
import json
import os
import selectors
import signal
import sys
import time
from pathlib import Path
from types import FrameType
from typing import Any

from golden import processes
from golden.job import TIME_IS_OVER, Job, become

_LOADED = (
    "torch",
    "numpy",
    "ml_dtypes",
    "golden.runner",
    "golden.validation",
    "golden.document",
    "pypto.language",
    "pypto.runtime",
    "pypto.compiler",
    "pypto.stages",
)
_PAUSE = 0.005  # seconds between looks at the children
_GOODBYE = 1.0  # seconds that interrupted files have to end by themselves
_LAST_WORD = 0.1  # seconds that a file whose time is over has to say where it is


def main() -> int:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started this process decides when it ends
    children = _Children()

    def leave(number: int, frame: FrameType | None) -> None:
        children.end_all()
        os._exit(128 + number)

    signal.signal(signal.SIGTERM, leave)
    for name in _LOADED:
        importlib.import_module(name)
    _say({"event": "ready"})
    requests = _Lines(sys.stdin.fileno())
    while True:
        for line in requests.read(_PAUSE if children.running else 0.5):
            children.start(json.loads(line))
        children.reap()
        if requests.closed:  # nobody is left to tell
            children.end_all()
            return 0


def _say(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


class _Lines:
    """Complete lines of a pipe, without waiting longer than asked."""

    def __init__(self, pipe: int) -> None:
        self.pipe = pipe
        self.closed = False
        self.rest = b""
        self.selector = selectors.DefaultSelector()
        self.selector.register(pipe, selectors.EVENT_READ)

    def read(self, seconds: float) -> list[bytes]:
        if not self.selector.select(seconds):
            return []
        data = os.read(self.pipe, 1 << 16)
        self.closed = not data
        *lines, self.rest = (self.rest + data).split(b"\n")
        return lines


class _Children:
    def __init__(self) -> None:
        self.running: dict[int, tuple[int, float, float | None]] = {}  # pid: request, begin, limit in seconds

    def start(self, request: dict[str, Any]) -> None:
        number, limit = request["number"], request["timeout"]
        begin = time.monotonic()
        pid = os.fork()
        if pid == 0:
            for name in (signal.SIGINT, signal.SIGTERM):
                signal.signal(name, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            become(Job(**request["job"]), Path(request["record"]), Path(request["log"]))
        self.running[pid] = number, begin, limit
        _say({"event": "started", "number": number, "pid": pid})

    def reap(self) -> None:
        now = time.monotonic()
        for pid, (number, begin, limit) in list(self.running.items()):
            done, status = os.waitpid(pid, os.WNOHANG)
            late = not done and limit is not None and now - begin > limit
            if late:
                processes.tell(pid, TIME_IS_OVER)
                time.sleep(_LAST_WORD)
                processes.end(pid)
                done, status = os.waitpid(pid, 0)
            if done:
                processes.end_group(pid)  # what the file left running
                del self.running[pid]
                answer = {"event": "ended", "number": number, "late": late, "seconds": now - begin}
                _say({**answer, "status": os.waitstatus_to_exitcode(status)})

    def end_all(self) -> None:
        """Interrupts all files, so that builds clean up after themselves, and kills those that do not end."""
        waiting = set(self.running)
        below = {other for pid in waiting for other in processes.descendants(pid)}
        for pid in waiting:
            processes.tell(pid, signal.SIGINT)
        end = time.monotonic() + _GOODBYE
        while waiting and time.monotonic() < end:
            time.sleep(_PAUSE)
            waiting = {pid for pid in waiting if not os.waitpid(pid, os.WNOHANG)[0]}
        for pid in waiting:
            processes.end(pid)
        for pid in self.running:
            processes.end_group(pid)
        for pid in below:
            processes.tell(pid, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
