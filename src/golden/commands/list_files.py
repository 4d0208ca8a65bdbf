# SPDX-License-Identifier: Apache-2.0
"""`golden list`: the kernel files that can be run, with platforms and modes as their own parsers say."""

from __future__ import annotations

import argparse
import os
import sys

from rich.console import Console
from rich.table import Table

from golden.cli import FAILED, PASSED, UsageError
from golden.job import Job
from golden.kernel_files import NoSuchPath, find
from golden.suite import Outcome, Workers


def run(options: argparse.Namespace) -> int:
    try:
        found = find(options.paths)
    except NoSuchPath as error:
        raise UsageError(str(error)) from error
    jobs = [Job(path=str(file.path), listing=True) for file in found]
    done: dict[str, Outcome] = {}
    if jobs:
        with Workers(min(len(jobs), os.cpu_count() or 1)) as workers:
            for event in workers.run(jobs, 60.0):
                if isinstance(event, Outcome):
                    done[event.job.path] = event
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("File", no_wrap=True)
    table.add_column("Modes", overflow="fold")
    table.add_column("Platforms", overflow="fold")
    for job in jobs:
        table.add_row(*_row(done[job.path]))
    Console(width=None if sys.stdout.isatty() else 160, highlight=False).print(table)
    return PASSED if all(outcome.passed for outcome in done.values()) else FAILED


def _row(outcome: Outcome) -> tuple[str, str, str]:
    if not outcome.passed:
        return outcome.job.path, f"cannot be listed: {outcome.reason}", ""
    named = outcome.options
    if not named:
        return outcome.job.path, "runs without options", ""
    return outcome.job.path, _choices(named, "--mode"), _choices(named, "--platform")


def _choices(named: dict[str, dict[str, object]], name: str) -> str:
    if name not in named:
        return ""
    choices, default = named[name]["choices"], named[name]["default"]
    shown = " ".join(choices) if isinstance(choices, list) else "any"
    return f"{shown} (default {default})" if default is not None else shown
