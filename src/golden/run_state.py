# SPDX-License-Identifier: Apache-2.0
"""What the steps of one run share: its arguments, and what they have made so far.

A step that finds a mistake of the user's raises `Failure`; what is not such a mistake (the golden's own exceptions, an
interrupt) passes through every step.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import torch

from golden import bench, buffers
from golden.abi import Spec
from golden.errors import HarnessError, is_user_error
from golden.records import Comparison
from golden.replay import Origin, Snapshot
from golden.report import say
from golden.result import RunResult
from golden.spec import ScalarSpec


class Backend(Protocol):
    """What the harness asks of a compiler."""

    def make_config(self, config: Any) -> Any:
        """The run configuration from a dict, from None, or the ready object itself."""

    def compile_program(self, program: Any, config: Any) -> Any:
        """The artifact of a program object."""

    def open_build(self, folder: Path, config: Any) -> Any:
        """The artifact of an existing build folder."""

    def describe_build(self, folder: Path) -> dict[str, Any]:
        """What a build folder holds, without building or running anything."""

    def runtime_marker(self) -> Any:
        """The sentinel that keeps a scalar a runtime parameter."""


class Failure(Exception):
    """A mistake of the user's, already rendered; `run` makes it the result."""


@contextmanager
def user_errors() -> Iterator[None]:
    """Turns the errors that blame the user into a failed result; all others pass."""
    try:
        yield
    except Exception as error:
        if is_user_error(error):
            raise Failure(str(error)) from error
        raise


@contextmanager
def file_errors(what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        where = f" {error.filename}" if error.filename else ""
        raise HarnessError(f"{what}{where}: {error.strerror or error}") from error


@dataclass
class RunState:
    """One run."""

    fn: Any
    specs: list[Spec]
    golden_fn: Callable[[dict[str, Any]], Any] | None
    golden_data: Path | None
    rtol: float
    atol: float
    compare_fn: dict[str, Callable[..., Any]]
    compile_only: bool
    runtime_dir: Path | None
    save_data: bool
    return_outputs: bool
    equal_nan: bool
    seed: int | None
    strict: bool
    began: float
    golden_only: bool = False
    save_on_fail: bool = False
    repeat: int | None = None
    cross_check: bool = False
    engine: str | None = None  # imposed from outside, whatever the config says

    backend: Any = None
    config: Any = None
    level: int | None = None
    threads: int = 1
    bench_settings: bench.BenchSettings = field(default_factory=lambda: bench.BenchSettings(False))
    origin: Origin | None = None
    holding: ExitStack = field(default_factory=ExitStack)  # data folders, until inputs and golden are there
    snapshot: Snapshot | None = None
    artifact: Any = None
    work_dir: Path | None = None
    inputs: dict[str, torch.Tensor] = field(default_factory=dict)
    read_back: dict[str, torch.Tensor] = field(default_factory=dict)
    expected: dict[str, torch.Tensor] | None = None
    comparisons: list[Comparison] = field(default_factory=list)
    outputs: dict[str, torch.Tensor] | None = None
    stages: dict[str, float] = field(default_factory=dict)
    initial: dict[str, torch.Tensor] = field(
        default_factory=dict
    )  # InOut state, kept where it is needed again

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        say(f"[RUN] {name} ...")
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.stages[name] = time.perf_counter() - begin
            say(f"[RUN] {name} done ({self.stages[name]:.2f}s)")

    @property
    def is_jit(self) -> bool:
        return callable(getattr(self.fn, "compile", None))

    @property
    def is_distributed(self) -> bool:
        """Whether the artifact is a program of the host, which runs on several ranks."""
        return getattr(self.artifact, "world_size", None) is not None

    def stepped(self) -> list[ScalarSpec]:
        return [spec for spec in self.specs if isinstance(spec, ScalarSpec) and spec.has_benchmark_step]

    def scalars(self) -> dict[str, torch.Tensor]:
        return {spec.name: spec.value for spec in self.specs if isinstance(spec, ScalarSpec)}

    def launch(self, tensors: Mapping[str, torch.Tensor], config: Any = None, target: Any = None) -> Any:
        """One dispatch over host tensors; scalars as ctypes values, for several ranks as tensors without axes.

        `target`: what is launched, where that is not the artifact itself.
        """
        config = self.config if config is None else config
        arguments = [
            tensors[spec.name]
            if not isinstance(spec, ScalarSpec)
            else spec.value
            if self.is_distributed
            else spec.to_ctypes()
            for spec in self.specs
        ]
        target = self.artifact if target is None else target
        if hasattr(target, "dispatch"):
            return target.dispatch(arguments, config)
        return target(*arguments, config=config)

    def actual_outputs(self) -> dict[str, torch.Tensor]:
        tensors = {**self.inputs, **self.read_back}
        return {spec.name: tensors[spec.name] for spec in buffers.tensor_specs(self.specs) if spec.is_output}

    def kernel_names(self) -> list[str]:
        """Function names by kernel number, where the artifact has them, or a manifest that lists them."""
        names = getattr(self.artifact, "kernel_names", None)
        if names is not None:
            return list(names)
        document = getattr(self.artifact, "document", None) or {}
        return [kernel["function"] for kernel in document.get("kernels", ())]

    def skipped(self) -> str:
        if self.expected is not None:
            return ""
        why = "no golden_fn or golden_data" if self.snapshot is None else "golden_data has no out/"
        return f"validation skipped: {why}"

    def result(self, passed: bool, error: str | None, stats: bench.BenchmarkStats | None = None) -> RunResult:
        return RunResult(
            passed=passed,
            error=error,
            execution_time=time.perf_counter() - self.began,
            work_dir=self.work_dir,
            bench=stats,
            outputs=self.outputs,
            comparisons=self.comparisons,
            stages=self.stages,
            kernel=getattr(self.fn, "__name__", None) or getattr(self.artifact, "entry", None),
            platform=getattr(self.config, "platform", None),
            engine=getattr(self.config, "engine", None),
            seed=self.seed,
            skipped=self.skipped() if passed and not self.compile_only else "",
        )
