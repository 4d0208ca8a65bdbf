# SPDX-License-Identifier: Apache-2.0
"""What the harness itself costs: comparing large outputs, and running many kernel files side by side."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import torch

from golden.job import Job
from golden.suite import Outcome, Workers
from golden.validation import compare_outputs

Figure = tuple[str, float, str]

GIB = 1 << 30
FILES = 20
SLOTS = 2

KERNEL = """
import pypto.language as pl

ROWS, COLS = {rows}, 256


@pl.jit
def scale_test(x: pl.Tensor[[ROWS, COLS], pl.FP32], y: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]]):
    for r in pl.parallel(0, ROWS, 32):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="scale"):
            y[r : r + 32, :] = pl.mul(x[r : r + 32, :], {factor})
    return y


def golden_scale_test(tensors):
    tensors["y"][:] = tensors["x"] * {factor}


if __name__ == "__main__":
    import torch

    from golden import TensorSpec, run

    specs = [
        TensorSpec("x", [ROWS, COLS], torch.float32, init_value=torch.randn),
        TensorSpec("y", [ROWS, COLS], torch.float32),
    ]
    result = run(fn=scale_test, specs=specs, golden_fn=golden_scale_test)
    if not result.passed:
        print(result.error)
        raise SystemExit(1)
"""


def figures() -> list[Figure]:
    return [*comparison(), *side_by_side()]


def comparison() -> list[Figure]:
    """Two equal outputs of 1 GiB on one thread, taking turns with `torch.allclose`."""
    actual = torch.randn(GIB // 4, generator=torch.Generator().manual_seed(0))
    expected = actual.clone()
    ours, theirs, extra = [], [], []
    for _ in range(3):
        begin = time.perf_counter()
        assert torch.allclose(actual, expected)
        theirs.append(time.perf_counter() - begin)
        before = _fresh_peak()
        begin = time.perf_counter()
        assert compare_outputs({"y": actual}, {"y": expected})[0].passed
        ours.append(time.perf_counter() - begin)
        extra.append(_peak() - before)
    ratio = statistics.median(ours) / statistics.median(theirs)
    return [
        ("comparing two equal 1-GiB outputs, over torch.allclose (aim 0.5)", ratio, ""),
        ("memory that this adds (aim 256)", max(extra), "MiB"),
    ]


def _fresh_peak() -> float:
    """MiB of the process now, the peak being counted from here."""
    Path("/proc/self/clear_refs").write_text("5")
    return _peak()


def _peak() -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) / 1024


def side_by_side() -> list[Figure]:
    """`golden run -j 2` over 20 files from a warm cache, against the best schedule of their single times."""
    with tempfile.TemporaryDirectory(prefix="goldtile-bench-") as made:
        folder = Path(made)
        jobs = []
        for number in range(FILES):
            path = folder / f"kernel_{number:02}.py"
            path.write_text(KERNEL.format(rows=32 * (1 + number % 5), factor=1.5 + number))
            jobs.append(Job(path=str(path)))
        _single_times(jobs)  # fills the kernel cache
        singles = _single_times(jobs)
        best = best_schedule(singles)
        walls = []
        for _ in range(3):
            begin = time.perf_counter()
            done = subprocess.run(
                [sys.executable, "-m", "golden", "run", made, "-j", str(SLOTS)],
                capture_output=True,
                text=True,
                check=False,
                env=os.environ,
            )
            walls.append(time.perf_counter() - begin)
            if done.returncode:
                raise SystemExit(done.stdout + done.stderr)
        start = _start_seconds()
    whole = statistics.median(walls)
    return [
        (f"golden run, {FILES} files, -j {SLOTS}: whole command", whole, "s"),
        ("of it, start of command and worker (torch, once)", start, "s"),
        ("rest over the best schedule of single times (aim 1.25)", (whole - start) / best, ""),
    ]


def _single_times(jobs: list[Job]) -> list[float]:
    with Workers(1) as workers:
        return [event.seconds for event in workers.run(jobs) if isinstance(event, Outcome) and _passed(event)]


def _passed(outcome: Outcome) -> bool:
    if not outcome.passed:
        raise SystemExit(f"{outcome.job.path}: {outcome.reason}\n{outcome.output}")
    return True


def best_schedule(times: list[float]) -> float:
    """The least possible end of two processes, from all sums of a part of the times, in tenths of a millisecond."""
    ticks = [round(seconds * 1e4) for seconds in times]
    sums = 1
    for tick in ticks:
        sums |= sums << tick
    total = sum(ticks)
    return min(max(part, total - part) for part in range(total + 1) if sums >> part & 1) / 1e4


def _start_seconds() -> float:
    """From the start of the command to a worker that is ready for its first file."""
    with tempfile.TemporaryDirectory(prefix="goldtile-bench-") as made:
        path = Path(made) / "idle.py"
        path.write_text('if __name__ == "__main__":\n    from golden import run\n')
        walls = []
        for _ in range(3):
            begin = time.perf_counter()
            subprocess.run(
                [sys.executable, "-m", "golden", "run", str(path)], capture_output=True, check=False
            )
            walls.append(time.perf_counter() - begin)
    return statistics.median(walls)
