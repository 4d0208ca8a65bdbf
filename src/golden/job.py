# SPDX-License-Identifier: Apache-2.0
"""One kernel file, run as `__main__` inside this process, with its results on record.

What the command line wants of a file (platform, mode) goes through the file's own options: when the file asks its
parser for the arguments, it gets those of the wanted options that it has.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import os
import runpy
import signal
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

EXIT_LISTED = 0
TIME_IS_OVER = signal.SIGUSR1  # asks a file's process to say where it is


@dataclass(frozen=True)
class Job:
    """A file and how to run it.

    options: by option name, such as {"--mode": "decode"}; an option that the file lacks is an error when it is in
    `required`, and left out otherwise. extra: further arguments, as they are. listing: do not run, only say
    which options the file has.
    """

    path: str
    options: Mapping[str, str] = field(default_factory=dict)
    required: Sequence[str] = ()
    extra: Sequence[str] = ()
    strict: bool = False
    seed: int | None = None
    save_on_fail: bool = False
    engine: str | None = None
    listing: bool = False


class _Listed(BaseException):
    """Ends a file that is only asked for its options; not an Exception, so that no file catches it."""


def execute(job: Job, record: Path) -> int:
    """Runs the file and appends one JSON line an event to `record`; the exit status that the file wants."""
    from golden import document, observers

    def write(kind: str, **facts: Any) -> None:
        with record.open("a", encoding="utf-8", errors="replace") as stream:  # halves of surrogate pairs too
            stream.write(json.dumps({"event": kind, **facts}, allow_nan=False, ensure_ascii=False) + "\n")

    def listed() -> None:
        write("options", options={})
        raise _Listed

    path = Path(job.path)
    sys.argv = [str(path), *job.extra]
    sys.path.insert(0, str(path.resolve().parent))
    taken: set[str] = set()
    wanted = observers.Imposed(job.strict, job.seed, job.save_on_fail, job.engine)
    try:
        with (
            _own_arguments(job, write, taken),
            observers.imposing(wanted),
            observers.observing(lambda result: write("run", document=document.describe(result))),
            observers.before_runs(listed if job.listing else lambda: None),
        ):
            runpy.run_path(str(path), run_name="__main__")
    except _Listed:
        return EXIT_LISTED
    except SystemExit as leaving:
        return _status(leaving)
    except KeyboardInterrupt:
        return 130
    except BaseException as error:
        traceback.print_exc()
        write("exception", text=_headline(error, path), traceback=traceback.format_exc())
        return 1
    finally:
        if not job.listing:
            write("left out", options=[name for name in job.options if name not in taken])
    return 0


def _headline(error: BaseException, path: Path) -> str:
    """What was raised, and the line of the file that it came through last."""
    text = str(error).strip()
    first = f"{type(error).__name__}: {text.splitlines()[0]}" if text else type(error).__name__
    lines = [
        line
        for frame, line in traceback.walk_tb(error.__traceback__)
        if frame.f_code.co_filename == str(path)
    ]
    where = f"{path}:{lines[-1]}" if lines and str(path) not in first else ""
    return ", ".join((first, *getattr(error, "__notes__", ()), *filter(None, (where,))))


def _status(leaving: SystemExit) -> int:
    if leaving.code is None:
        return 0
    if isinstance(leaving.code, int):
        return leaving.code & 0xFF
    print(leaving.code, file=sys.stderr)
    return 1


@contextmanager
def _own_arguments(job: Job, write: Any, taken: set[str]) -> Iterator[None]:
    """Lets the file's own parser see the options that were asked for, in place of the tool's command line."""
    parse = argparse.ArgumentParser.parse_known_args

    def parse_known_args(self: argparse.ArgumentParser, args: Any = None, namespace: Any = None) -> Any:
        if args is not None:  # a parser of the file's own text, or a sub-parser
            return parse(self, args, namespace)
        if job.listing:
            write("options", options=_described(self))
            raise _Listed
        taken.update(name for name in job.options if name in self._option_string_actions)
        return parse(self, [*_arguments(self, job), *job.extra], namespace)

    argparse.ArgumentParser.parse_known_args = parse_known_args  # type: ignore[method-assign]
    try:
        yield
        if job.listing:
            write("options", options={})
    finally:
        argparse.ArgumentParser.parse_known_args = parse  # type: ignore[method-assign]


def _arguments(parser: argparse.ArgumentParser, job: Job) -> list[str]:
    known = parser._option_string_actions
    chosen = []
    for name, value in job.options.items():
        if name in known:
            chosen += [name, value]
        elif name in job.required:
            parser.error(f"this file has no option {name}; it has {', '.join(sorted(known))}")
    return chosen


def _described(parser: argparse.ArgumentParser) -> dict[str, Any]:
    """Option names with their choices and defaults, in JSON's types."""
    described = {}
    for action in parser._actions:
        if not action.option_strings or isinstance(action, argparse._HelpAction):
            continue
        name = max(action.option_strings, key=len)
        default = action.default
        described[name] = {
            "choices": None if action.choices is None else [str(choice) for choice in action.choices],
            "default": default if isinstance(default, str | int | float | bool) else None,
            "names": list(action.option_strings),
        }
    return described


def become(job: Job, record: Path, log: Path) -> None:
    """Turns a freshly forked process into one that runs the file, and leaves with the file's exit status."""
    os.setsid()
    out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(out, 1)
    os.dup2(out, 2)
    # A crash, and a file that is told that its time is over, leave the place in the log.
    faulthandler.enable(2)
    faulthandler.register(TIME_IS_OVER, 2)
    status = 1
    try:
        status = execute(job, record)
    except BaseException:
        traceback.print_exc()
    finally:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(status)
