# SPDX-License-Identifier: Apache-2.0
"""`golden run`: every kernel file in a process of its own, one line a file, a table of what failed."""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from golden import files, html, junit, session_file
from golden.cli import FAILED, INTERRUPTED, PASSED, USAGE, UsageError
from golden.errors import HarnessError
from golden.job import Job
from golden.kernel_files import NoSuchPath, find
from golden.suite import Outcome, Started, Status, Workers

_STYLE = {Status.PASS: "green"}


def run(options: argparse.Namespace) -> int:
    try:
        found = find(options.paths)
    except NoSuchPath as error:
        raise UsageError(str(error)) from error
    if not found:
        raise UsageError(
            f"no kernel file under {', '.join(map(str, options.paths))}: a file runs when its "
            '`if __name__ == "__main__":` part calls golden.run'
        )
    reports = [path for path in (options.junit, options.json, options.html) if path is not None]
    for path in reports:
        files.prepare(path)
    if options.html is not None:
        html.check()
    began = time.monotonic()
    outcomes = run_jobs([_job(file.path, options) for file in found], options)
    seconds = time.monotonic() - began
    missing = write_reports(outcomes, seconds, options)
    for problem in missing:
        print(f"golden: {problem}", file=sys.stderr)
    if any(outcome.status is Status.INTERRUPTED for outcome in outcomes):
        print("golden: interrupted", file=sys.stderr)
        return INTERRUPTED
    if not all(outcome.passed for outcome in outcomes):
        return FAILED
    return USAGE if missing else PASSED


def _job(path: Path, options: argparse.Namespace) -> Job:
    wanted = {"--platform": options.platform, "--mode": options.mode}
    return Job(
        path=str(path),
        options={name: value for name, value in wanted.items() if value is not None},
        required=["--mode"],
        strict=options.strict,
        seed=options.seed,
        save_on_fail=options.save_on_fail,
        engine=options.engine,
    )


def run_jobs(jobs: Sequence[Job], options: argparse.Namespace) -> list[Outcome]:
    """Outcomes in the order of the jobs; a line is printed for each as it ends."""
    console = Console(highlight=False)
    done: dict[str, Outcome] = {}
    begun: set[str] = set()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    width = max(len(job.path) for job in jobs)
    with (
        Workers(min(options.jobs, len(jobs))) as workers,
        Progress(*columns, console=console, transient=True) as progress,
    ):
        bar = progress.add_task("running", total=len(jobs))
        with contextlib.suppress(KeyboardInterrupt):
            for event in workers.run(jobs, options.timeout or None):
                if isinstance(event, Started):
                    begun.add(event.job.path)
                    continue
                done[event.job.path] = event
                console.print(_line(event, width), soft_wrap=True)
                progress.advance(bar)
    outcomes = [done.get(job.path) or _interrupted(job, job.path in begun) for job in jobs]
    _print_failures(console, outcomes)
    return outcomes


def _interrupted(job: Job, begun: bool) -> Outcome:
    return Outcome(job, Status.INTERRUPTED, reason="interrupted while it ran" if begun else "not begun")


def _line(outcome: Outcome, width: int) -> Text:
    style = _STYLE.get(outcome.status, "bold red")
    line = Text(f"{outcome.job.path:<{width}}  ")
    line.append(f"{outcome.status.value.upper():<7}", style)
    line.append(f" {outcome.seconds:6.2f} s")
    if outcome.passed:
        line.append(f"  {len(outcome.runs)} run{'s' if len(outcome.runs) != 1 else ''}")
        if any(document["skipped"] for document in outcome.runs):
            line.append(", validation skipped", "yellow")
        if any(output["no_power"] for document in outcome.runs for output in document["outputs"]):
            line.append(", no power: zeros would pass", "yellow")
        if outcome.note:
            line.append(f", {outcome.note}", "yellow")
    else:
        line.append(f"  {outcome.reason}")
    return line


def _print_failures(console: Console, outcomes: Sequence[Outcome]) -> None:
    for outcome in outcomes:
        if outcome.passed or outcome.status is Status.INTERRUPTED:
            continue
        console.print(Text(f"\n--- {outcome.job.path}: {outcome.status.value}", "bold"), soft_wrap=True)
        failed = [document for document in outcome.runs if not document["passed"]]
        for document in failed:
            console.print(Text(document["error"] or "failed"), soft_wrap=True)
        if not failed:
            console.print(Text(outcome.reason), soft_wrap=True)
            if outcome.output:
                console.print(Text(outcome.output.rstrip()), soft_wrap=True)
    good = sum(outcome.passed for outcome in outcomes)
    left = [outcome for outcome in outcomes if outcome.status is Status.INTERRUPTED]
    bad = len(outcomes) - good - len(left)
    console.print()
    for outcome in left:
        console.print(Text(f"{outcome.job.path}  {outcome.reason}"), soft_wrap=True)
    interrupted = f", {len(left)} interrupted" if left else ""
    style = "bold red" if bad or left else "bold green"
    console.print(Text(f"{good} passed, {bad} failed{interrupted}", style))


def write_reports(outcomes: Sequence[Outcome], seconds: float, options: argparse.Namespace) -> list[str]:
    """Writes every report that was asked for; why some could not be written."""
    document = session_file.describe(outcomes, seconds)
    problems = []
    for path, write in (
        (options.junit, lambda path: files.write(path, junit.render(outcomes))),
        (options.json, lambda path: files.write_json(path, document)),
        (options.html, lambda path: files.write(path, html.render(document))),
    ):
        try:
            if path is not None:
                write(path)
        except HarnessError as error:
            problems.append(str(error))
    return problems
