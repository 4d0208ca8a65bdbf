# SPDX-License-Identifier: Apache-2.0
"""A run as JSON: what the report file, the command line and the HTML page are made from.

Numbers that JSON lacks are the strings "nan", "inf" and "-inf". The document is complete: no renderer looks at
tensors.
"""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path
from typing import Any

import torch

from golden.replay import versions
from golden.report import render_verdict
from golden.result import RunResult

SCHEMA = 1


def describe(result: RunResult) -> dict[str, Any]:
    """The run as a dict of JSON's types."""
    bench = result.bench
    return {
        "schema": SCHEMA,
        "versions": versions(),
        "kernel": result.kernel,
        "platform": result.platform,
        "engine": result.engine,
        "passed": result.passed,
        "error": result.error,
        "skipped": result.skipped,
        "seconds": result.execution_time,
        "stages": dict(result.stages),
        "seed": result.seed,
        "work_dir": None if result.work_dir is None else str(result.work_dir),
        "timeline": timeline_of(result.work_dir),
        "outputs": [{**plain(item), "verdict": render_verdict(item)} for item in result.comparisons],
        "bench": None if bench is None else _bench(bench),
    }


def timeline_of(folder: Path | None) -> str | None:
    """Where the run recorded its tasks, if it did."""
    path = None if folder is None else folder / "dfx_outputs" / "chip_swimlane_records.json"
    return str(path.resolve()) if path is not None and path.is_file() else None


def _bench(bench: Any) -> dict[str, Any]:
    return plain(
        {
            "rounds": bench.rounds,
            "warmup": bench.warmup,
            "device_us_min": bench.device_us_min,
            "device_us_median": bench.device_us_median,
            "device_us_mean": bench.device_us_mean,
            "device_us_max": bench.device_us_max,
        }
    )


def plain(value: Any) -> Any:
    """A record in JSON's types."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {item.name: plain(getattr(value, item.name)) for item in dataclasses.fields(value)}
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, torch.dtype | Path):
        return str(value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
