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
    """The verdict of a run and what it left behind."""

    passed: bool
    error: str | None = None
    execution_time: float | None = None
    work_dir: Path | None = None
    bench: BenchmarkStats | None = None
    outputs: dict[str, torch.Tensor] | None = None
    comparisons: list[Comparison] = field(default_factory=list, repr=False)
    stages: dict[str, float] = field(default_factory=dict, repr=False)  # seconds by name, in order
    kernel: str | None = None
    platform: str | None = None
    engine: str | None = None
    seed: int | None = None
    skipped: str = ""  # why nothing was compared

    def __str__(self) -> str:
        text = "PASS" if self.passed else "FAIL"
        if self.error and not self.passed:
            text += f": {self.error}"
        return text if self.execution_time is None else f"{text} ({self.execution_time:.2f}s)"
