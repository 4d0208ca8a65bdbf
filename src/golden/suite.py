# SPDX-License-Identifier: Apache-2.0
"""Many kernel files, several at a time, each in a process of its own.

    with Workers(slots=2) as workers:
        for event in workers.run(jobs, timeout=600):
            ...

Nothing here loads Torch: files run in children of `golden.worker`.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import queue
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from golden import processes
from golden.job import Job

_TAIL = 8000  # characters of a file's output that are kept


class Status(Enum):
    """What became of one file."""

    PASS = "pass"
    FAIL = "fail"  # a run whose verdict is FAIL
    ERROR = "error"  # an exception, or an exit status that its runs do not explain
    CRASH = "crash"  # ended by a signal
    TIMEOUT = "timeout"
    NO_RUN = "no run"  # ended well, without having run a kernel
    INTERRUPTED = "interrupted"  # by Ctrl-C, while it ran or before


@dataclass
class Outcome:
    """One file's verdict and what led to it. `runs` are documents, see `golden.document`."""

    job: Job
    status: Status
    seconds: float = 0.0
    reason: str = ""
    runs: list[dict[str, Any]] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    output: str = ""
    left_out: list[str] = field(default_factory=list)  # options of the job that the file did not ask for

    @property
    def passed(self) -> bool:
        return self.status is Status.PASS

    @property
    def note(self) -> str:
        """What the command asked for and the file did not take, with where it ran instead."""
        if not (self.left_out and self.runs):
            return ""
        plural = "s" if len(self.left_out) > 1 else ""
        text = f"option{plural} {', '.join(self.left_out)} not taken"
        platforms = sorted({document["platform"] for document in self.runs if document["platform"]})
        return (
            f"{text}: ran on {', '.join(platforms)}" if platforms and "--platform" in self.left_out else text
        )


@dataclass(frozen=True)
class Started:
    job: Job


class Workers:
    """A process that forks a child for each file; started at first use, and again when it dies."""

    def __init__(self, slots: int = 1) -> None:
        self.slots = slots
        self._server: _Server | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="golden-")

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        if self._server is not None:
            self._server.stop()
            self._server = None
        self._folder.cleanup()

    def run(self, jobs: Sequence[Job], timeout: float | None = None) -> Iterator[Started | Outcome]:
        """Events as they come; every job ends with one outcome."""
        waiting = list(enumerate(jobs))
        # Of several files one ended the process that runs them; each runs again, alone, to find it.
        alone: list[tuple[int, Job]] = []
        running: dict[int, Job] = {}
        begun: set[int] = set()
        while waiting or alone or running:
            server = self._live()
            while (alone and not running) or (waiting and not alone and len(running) < self.slots):
                number, job = (alone or waiting).pop(0)
                running[number] = job
                server.send(number, job, self._file(number, "record"), self._file(number, "log"), timeout)
                if number not in begun:
                    begun.add(number)
                    yield Started(job)
                if alone:
                    break
            answer = server.next()
            if answer is None:
                why = server.why()
                server.stop()
                self._server = None
                if len(running) == 1:
                    ((number, job),) = running.items()
                    yield self._finish(number, job, {"status": -signal.SIGKILL, "seconds": 0.0, "why": why})
                else:
                    alone += running.items()
                    for number in running:
                        self._forget(number)
                running.clear()
            elif answer["event"] == "ended":
                yield self._finish(answer["number"], running.pop(answer["number"]), answer)

    def _live(self) -> _Server:
        if self._server is None:
            self._server = _Server(self.slots)
        return self._server

    def _file(self, number: int, kind: str) -> Path:
        return Path(self._folder.name) / f"{number}.{kind}"

    def _finish(self, number: int, job: Job, answer: dict[str, Any]) -> Outcome:
        record, log = self._file(number, "record"), self._file(number, "log")
        outcome = Outcome(job, Status.PASS, answer["seconds"], output=_tail(log))
        exception = ""
        for event in _events(record):
            if event["event"] == "run":
                outcome.runs.append(event["document"])
            elif event["event"] == "options":
                outcome.options = event["options"]
            elif event["event"] == "left out":
                outcome.left_out = event["options"]
            elif event["event"] == "exception":
                exception = event["text"]
        outcome.status, outcome.reason = judge(job, answer, outcome, exception)
        self._forget(number)
        return outcome

    def _forget(self, number: int) -> None:
        for kind in ("record", "log"):
            self._file(number, kind).unlink(missing_ok=True)


def judge(job: Job, answer: dict[str, Any], outcome: Outcome, exception: str) -> tuple[Status, str]:
    """The verdict over one file; a run that failed stays a failure whatever exit status the file chose."""
    status = answer["status"]
    if answer.get("late"):
        text = f"still running after {answer['seconds']:.0f} s, killed"
        return Status.TIMEOUT, text + _place(outcome.output, job.path)
    if status < 0:
        if "why" in answer:
            return Status.CRASH, answer["why"]
        return Status.CRASH, f"ended by {_signal_name(-status)}{_place(outcome.output, job.path)}"
    failed = [document for document in outcome.runs if not document["passed"]]
    if exception:
        return Status.ERROR, exception
    if failed:
        text = (failed[0]["error"] or "failed").splitlines()[0]
        note = "" if status else " (the file exits with 0 all the same)"
        return Status.FAIL, text + note
    if status:
        last = outcome.output.strip().splitlines()[-1:] or [""]
        return Status.ERROR, f"exit status {status}: {last[0]}".rstrip(": ")
    if not outcome.runs and not job.listing:
        return Status.NO_RUN, "the file never called golden.run"
    if outcome.left_out and (job.strict or any(name in job.required for name in outcome.left_out)):
        return Status.ERROR, outcome.note
    return Status.PASS, ""


def _place(output: str, path: str) -> str:
    """Where a file was when it ended, as far as its last words say: the native kernel, or the file's own line."""
    kernel = re.search(r"^goldtile: (kernel .+) crashed with \w+; (its C\+\+ is .+)$", output, re.MULTILINE)
    if kernel:
        return f" in {kernel[1]}; {kernel[2]}"
    line = re.search(rf'^  File "{re.escape(path)}", line (\d+) in ', output, re.MULTILINE)
    return f" at {path}:{line[1]}" if line else ""


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _events(record: Path) -> Iterator[dict[str, Any]]:
    """Complete lines only: a file that was killed may have left half of one."""
    if not record.exists():
        return
    for line in record.read_text(encoding="utf-8", errors="replace").split("\n")[:-1]:
        try:
            yield json.loads(line)
        except ValueError:
            yield {
                "event": "exception",
                "text": "the record of a run was not written whole: is the disk full?",
            }


_OUR_FRAMES = re.compile(
    r'^  File "(<frozen runpy>|[^"]*/golden/(job|worker)\.py)", line .*\n|^Extension modules: .*\n',
    re.MULTILINE,
)


def _tail(log: Path) -> str:
    if not log.exists():
        return ""
    with log.open("rb") as stream:
        stream.seek(0, os.SEEK_END)
        stream.seek(max(0, stream.tell() - _TAIL))
        return _OUR_FRAMES.sub("", stream.read().decode("utf-8", "replace"))


class _Server:
    """One `golden.worker` and its two pipes."""

    def __init__(self, slots: int) -> None:
        environment = dict(os.environ)
        # Files that run side by side share the cores.
        environment.setdefault("PYPTO_WORKERS", str(max(1, (os.cpu_count() or 1) // slots)))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "golden.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
            start_new_session=True,
        )
        self.children: dict[int, int] = {}
        self.answers: queue.Queue[dict[str, Any] | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.answers.put(json.loads(line))
        self.answers.put(None)

    def send(self, number: int, job: Job, record: Path, log: Path, timeout: float | None) -> None:
        request = {
            "number": number,
            "job": dataclasses.asdict(job),
            "record": str(record),
            "log": str(log),
            "timeout": timeout,
        }
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # the end of its output says the same, and is waited for

    def next(self) -> dict[str, Any] | None:
        """The next answer; None when the process has ended."""
        while True:
            try:
                answer = self.answers.get(timeout=0.2)  # a wait with an end, so that Ctrl-C is noticed
            except queue.Empty:
                continue
            if answer is not None and answer["event"] == "started":
                self.children[answer["number"]] = answer["pid"]
            elif answer is not None and answer["event"] == "ended":
                self.children.pop(answer["number"], None)
            if answer is None or answer["event"] == "ended":
                return answer

    def why(self) -> str:
        code = self.process.wait()
        how = f"was ended by {_signal_name(-code)}" if code < 0 else f"ended with status {code}"
        return f"the process that runs the files {how}"

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()  # it ends its children first
            try:
                self.process.wait(10)
                self.children.clear()
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        for pid in self.children.values():
            processes.end(pid)
        self.children.clear()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()
