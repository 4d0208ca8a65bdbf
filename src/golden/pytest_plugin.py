# SPDX-License-Identifier: Apache-2.0
"""`pytest --golden kernels/`: every kernel file a test, one item a mode and platform.

    [tool.pytest.ini_options]
    golden = true                         # instead of the flag
    golden_platforms = ["a2a3sim", "a5sim"]

Without flag and setting the plugin collects nothing and loads nothing. A file runs in a process of its own, so a
crash is one failed test; the options of the file decide how: an item a choice of `--mode` (but "all"), an item a
platform where it has `--platform`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from golden.suite import Outcome, Workers

_WORKERS: pytest.StashKey[Any] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("golden", "kernel files")
    group.addoption(
        "--golden", action="store_true", help="collect kernel files, one item a mode and platform"
    )
    group.addoption(
        "--golden-platform",
        action="append",
        default=[],
        metavar="NAME",
        help="a platform to run on; repeatable",
    )
    group.addoption(
        "--golden-timeout", type=float, default=600.0, metavar="SECONDS", help="per kernel file and mode"
    )
    group.addoption("--golden-strict", action="store_true", help="run with strict=True")
    parser.addini("golden", "collect kernel files", type="bool", default=False)
    parser.addini("golden_platforms", "platforms to run kernel files on", type="args", default=[])


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    config = parent.config
    if file_path.suffix != ".py" or not (config.getoption("golden") or config.getini("golden")):
        return None
    from golden.kernel_files import examine

    if examine(file_path) is None:
        return None
    return KernelFileCollector.from_parent(parent, path=file_path)


def pytest_unconfigure(config: pytest.Config) -> None:
    workers = config.stash.get(_WORKERS, None)
    if workers is not None:
        workers.close()


def _workers(config: pytest.Config) -> Workers:
    from golden.suite import Workers

    if _WORKERS not in config.stash:
        config.stash[_WORKERS] = Workers(1)
    return config.stash[_WORKERS]


def _run(config: pytest.Config, job: Any, timeout: float | None) -> Outcome:
    from golden.suite import Outcome

    for event in _workers(config).run([job], timeout):
        if isinstance(event, Outcome):
            return event
    raise AssertionError("a job always ends with an outcome")


class KernelFileCollector(pytest.File):
    """One kernel file; its own parser says which modes and platforms there are."""

    def collect(self) -> Iterator[pytest.Item]:
        from golden.job import Job

        found = _run(self.config, Job(path=str(self.path), listing=True), 60.0)
        if not found.passed:
            yield KernelItem.from_parent(self, name="file", options={})
            return
        for options in _variants(found.options, _platforms(self.config)):
            yield KernelItem.from_parent(self, name="-".join(options.values()) or "run", options=options)


def _platforms(config: pytest.Config) -> list[str]:
    return list(config.getoption("golden_platform") or config.getini("golden_platforms") or ["a2a3sim"])


def _variants(options: dict[str, Any], platforms: list[str]) -> Iterator[dict[str, str]]:
    modes: list[str | None] = [None]
    choices = options.get("--mode", {}).get("choices")
    if choices:
        modes = [choice for choice in choices if choice != "all"] or [None]
    chosen: list[str | None] = list(platforms) if "--platform" in options else [None]
    for mode in modes:
        for platform in chosen:
            named = {"--mode": mode, "--platform": platform}
            yield {name: value for name, value in named.items() if value is not None}


class KernelFailure(Exception):
    """A kernel file that did not pass; its text is the report."""


class KernelItem(pytest.Item):
    """One run of a kernel file."""

    def __init__(self, *, options: dict[str, str], **rest: Any) -> None:
        super().__init__(**rest)
        self.options = options

    def runtest(self) -> None:
        from golden.job import Job

        job = Job(
            path=str(self.path),
            options=self.options,
            required=list(self.options),
            strict=bool(self.config.getoption("golden_strict")),
        )
        outcome = _run(self.config, job, self.config.getoption("golden_timeout") or None)
        if outcome.output:
            self.add_report_section("call", "output", outcome.output)
        if not outcome.passed:
            failed = [document["error"] or "failed" for document in outcome.runs if not document["passed"]]
            raise KernelFailure("\n".join(failed or [f"{outcome.status.value}: {outcome.reason}"]))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, KernelFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, f"{self.path.name}[{self.name}]"
