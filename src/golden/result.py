# SPDX-License-Identifier: Apache-2.0
"""`RunResult`: the verdict of a run as data."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import torch

from golden.bench import BenchmarkStats
from golden.records import Comparison


@dataclass
class RunResult:
    """The verdict of a run and what it left behind.

    Attributes:
        passed: Whether nothing that was asked of the run failed.
        error: What failed, as text; None where it passed.
        execution_time: Seconds of the whole run, from its arguments to its verdict.
        work_dir: The build folder.
        bench: Times of the launches after a pass, in microseconds, with `PYPTO_BENCH=1`.
        outputs: The outputs by name, on the CPU, with `return_outputs=True`.
        comparisons: A record for each output that was compared, in the order of the signature.
        stages: Seconds by stage, in order.
        kernel, platform, engine, seed: What was run, on what, how, and from which seed.
        skipped: Why nothing was compared; empty where something was.
    """

    passed: bool
    error: str | None = None
    execution_time: float | None = None
    work_dir: Path | None = None
    bench: BenchmarkStats | None = None
    outputs: dict[str, torch.Tensor] | None = None
    comparisons: list[Comparison] = field(default_factory=list, repr=False)
    stages: dict[str, float] = field(default_factory=dict, repr=False)
    kernel: str | None = None
    platform: str | None = None
    engine: str | None = None
    seed: int | None = None
    skipped: str = ""

    def __str__(self) -> str:
        text = "PASS" if self.passed else "FAIL"
        if self.error and not self.passed:
            text += f": {self.error}"
        return text if self.execution_time is None else f"{text} ({self.execution_time:.2f}s)"
