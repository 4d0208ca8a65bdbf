# SPDX-License-Identifier: Apache-2.0
"""The steps of one run, in order: arguments, artifact, inputs, golden, dispatch, comparison, timing.

`Session.steps` reads as the sequence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any

import torch

from golden import arguments, bench, preparing, run_data, scopes, verdict
from golden.report import say
from golden.result import RunResult
from golden.run_state import Backend, Failure, RunState, user_errors

_INSTRUMENTS = (
    "enable_chip_swimlane",
    "enable_dump_args",
    "enable_pmu",
    "enable_dep_gen",
    "enable_scope_stats",
)


class Session(RunState):
    """One run, from its arguments to its result."""

    def configure(self, config: Any, load_backend: Callable[[], Backend]) -> None:
        """The run configuration; an unknown key or a key of a wrong type stays a TypeError."""
        self.refuse_combinations()
        given = config
        with user_errors():
            self.backend = load_backend()
            if isinstance(config, Mapping) and "log_level" in config:
                if config["log_level"] is not None:
                    self.level = scopes.log_level(config["log_level"])
                config = {key: value for key, value in config.items() if key != "log_level"}
            try:
                self.config = self.backend.make_config(config)
            except ValueError as error:
                raise Failure(str(error)) from error
            self.report_without_effect(given)
            if self.engine is not None:
                self.config = replace(self.config, engine=self.engine)
        if getattr(self.config, "codegen_only", False):
            self.compile_only = True
            self.refuse_combinations()

    def report_without_effect(self, config: Any) -> None:
        """Tolerances and data belong to `run`; in the configuration they are for other tools."""
        in_force = {"rtol": self.rtol, "atol": self.atol, "golden_data": self.golden_data}
        found = arguments.without_effect(config, in_force)
        for line in found:
            say(f"[RUN]   warning: {line}")
        if found and self.strict:
            raise Failure(f"strict: {'; '.join(found)}")

    def refuse_combinations(self) -> None:
        if self.compile_only and self.runtime_dir is not None:
            raise Failure("runtime_dir is incompatible with compile_only")
        if not self.golden_only:
            return
        if self.golden_fn is None:
            raise Failure("golden_only needs a golden_fn: without one there is no reference to compute")
        for name in ("golden_data", "compile_only"):
            if getattr(self, name):
                raise Failure(f"golden_only is incompatible with {name}")

    def execute(self) -> RunResult:
        with self.holding:
            return self.steps()

    def steps(self) -> RunResult:
        with user_errors():
            preparing.check_arguments(self)
        preparing.obtain_artifact(self)
        with user_errors():
            preparing.check_against_artifact(self)
        if self.compile_only:
            return self.passed("")
        if hasattr(self.artifact, "check_device") and not self.golden_only:
            with user_errors():
                self.artifact.check_device()
        with scopes.seeded(self.seed if self.snapshot is None else None):
            writer = run_data.generate_inputs(self)
            run_data.compute_golden(self, writer)
        self.holding.close()
        if self.golden_only:
            return self.golden_done()
        run_data.keep_initial(self)
        verdict.validate(self, self.dispatch())
        verdict.check_repeats(self)
        stats = self.benchmark()
        return self.passed(self.skipped(), stats)

    def dispatch(self) -> Any:
        with self.stage("runtime"), user_errors():
            record = self.launch({**self.inputs, **self.read_back})
        if self.return_outputs:
            self.outputs = self.actual_outputs()
        return record

    def timed(self) -> AbstractContextManager[Any]:
        """What is launched for timing: of a program of several ranks a worker, whose windows stay as they were left, as
        those of a program that serves do."""
        if self.is_distributed:
            worker: AbstractContextManager[Any] = self.artifact.prepare(
                self.config, persistent=True, reset_persistent_windows=False
            )
            return worker
        return nullcontext(self.artifact)

    def launch_timed(self, tensors: Mapping[str, torch.Tensor], target: Any) -> Any:
        """A launch without the check of the order of tasks, which the correctness dispatch has done."""
        if getattr(self.config, "sanitize", False) is None:
            self.config = replace(self.config, sanitize=False)
        return self.launch(tensors, target=target)

    def golden_done(self) -> RunResult:
        """Inputs and reference are on disk; that is all that was asked for."""
        assert self.work_dir is not None
        if self.bench_settings.enabled:
            say("[RUN]   note: golden_only times nothing")
        say(f"[RUN]   saved {self.work_dir / 'data'}")
        result = self.result(True, None)
        result.skipped = "golden only"
        say(f"[RUN] PASS ({result.execution_time:.2f}s, golden only)")
        return result

    def benchmark(self) -> bench.BenchmarkStats | None:
        if not self.bench_settings.enabled:
            return None
        stepped = [spec.name for spec in self.stepped()]
        if stepped:
            say(
                f"[RUN]   benchmark skipped: runtime_dir replay cannot prove stepped scalar(s) {stepped} "
                "reach the kernel; recompile to benchmark"
            )
            return None
        instruments = [name for name in _INSTRUMENTS if getattr(self.config, name, 0)]
        if instruments:
            say(f"[RUN]   note: timing is instrumented by {', '.join(instruments)}")
        tensors = {**self.inputs, **self.read_back}
        if self.outputs is not None:  # the timed launches write the same buffers again
            self.outputs = {name: tensor.clone() for name, tensor in self.outputs.items()}
        with self.stage("benchmark"), user_errors(), self.timed() as target:
            return bench.measure(
                self.bench_settings,
                lambda: self.launch_timed(tensors, target),
                self.work_dir.name if self.work_dir else "",
            )

    def passed(self, skipped: str, stats: bench.BenchmarkStats | None = None) -> RunResult:
        result = self.result(True, None, stats)
        note = f", {skipped}" if skipped else ""
        say(f"[RUN] PASS ({result.execution_time:.2f}s{note})")
        return result
