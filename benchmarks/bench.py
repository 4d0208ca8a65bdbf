# SPDX-License-Identifier: Apache-2.0
"""How fast the library's kernels run, next to the same expression in eager Torch on one thread.

    make bench

Everything that is compared is measured in the same run, taking turns, so ratios hold on a machine that is
not idle; absolute figures do not. A kernel's time is the sum of its blocks on one worker; a dispatch also
copies the arguments to the device and the outputs back.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import harness
import torch
from cases import Case, all_cases
from compile_scale import cpp, growth
from measure import arithmetic_speedup, copy_bandwidth, interleaved, wall
from rich.console import Console
from rich.table import Table
from startup import figures

from pypto.runtime import RunConfig

IDLE = 1.8  # what two threads must gain on plain arithmetic before figures for two workers mean anything


def config(workers: int) -> RunConfig:
    return RunConfig(platform="a2a3sim", workers=workers, sanitize=False)


def check(case: Case, artifact) -> None:
    """A wrong kernel is not worth timing."""
    artifact.dispatch(list(case.args), config(1))
    torch.testing.assert_close(
        case.output, case.eager(), rtol=case.rtol, atol=case.atol, msg=lambda text: f"{case.name}: {text}"
    )


def one_worker(cases: list[Case], artifacts: list) -> Table:
    table = Table(title="One worker, microseconds (medians); ratios are Goldtile over Torch eager")
    table.add_column("kernel", no_wrap=True)
    for heading in ("Torch eager", "kernel", "ratio", "aim", "dispatch", "ratio", "aim", "other Torch form"):
        table.add_column(heading, justify="right")
    for case, artifact in zip(cases, artifacts, strict=True):
        check(case, artifact)
        dispatches = []

        def kernel_us(case: Case = case, artifact=artifact, dispatches: list[float] = dispatches) -> float:
            record = artifact.dispatch(list(case.args), config(1))
            dispatches.append(record.dispatch_us)
            return record.kernel_us

        samples = {"eager": wall(case.eager), "kernel": kernel_us}
        if case.other:
            samples["other"] = wall(case.other[1])
        times = interleaved(samples)
        dispatch = sorted(dispatches)[len(dispatches) // 2]
        other = ""
        if case.other:
            other = f"{case.other[0]} {times['other']:.1f}, {times['kernel'] / times['other']:.2f}"
        table.add_row(
            case.name,
            f"{times['eager']:.1f}",
            f"{times['kernel']:.1f}",
            f"{times['kernel'] / times['eager']:.2f}",
            f"<= {case.kernel_limit}",
            f"{dispatch:.1f}",
            f"{dispatch / times['eager']:.2f}",
            f"<= {case.dispatch_limit}" if case.dispatch_limit else "",
            other,
        )
    return table


def two_workers(cases: list[Case], artifacts: list) -> Table:
    """The aim: 1.5 times one worker, or 75 % of what two threads copy, whichever is less."""
    table = Table(title="Two workers, microseconds from first start to last end")
    table.add_column("kernel", no_wrap=True)
    for heading in ("one worker", "two workers", "gain", "GB/s", "of two-thread copy"):
        table.add_column(heading, justify="right")
    one, two = copy_bandwidth()
    for case, artifact in zip(cases, artifacts, strict=True):
        if not case.name.startswith(("GEMM", "softmax [4096", "RMSNorm [4096")):
            continue

        def span(workers: int, case: Case = case, artifact=artifact):
            return lambda: artifact.dispatch(list(case.args), config(workers)).span_us

        times = interleaved({"one": span(1), "two": span(2)})
        rate = case.traffic / times["two"] / 1e3
        table.add_row(
            case.name,
            f"{times['one']:.1f}",
            f"{times['two']:.1f}",
            f"{times['one'] / times['two']:.2f}",
            f"{rate:.1f}",
            f"{rate / two:.0%}",
        )
    table.add_row("copy of 64 MiB a thread, GB/s", f"{one:.1f}", f"{two:.1f}", f"{two / one:.2f}")
    return table


def start_up() -> Table:
    table = Table(title="Start-up")
    table.add_column("what")
    table.add_column("", justify="right")
    for what, value, unit in figures():
        table.add_row(what, f"{value:.1f} {unit}")
    return table


def of_the_harness() -> Table:
    table = Table(title="The harness")
    table.add_column("what")
    table.add_column("", justify="right")
    for what, value, unit in harness.figures():
        table.add_row(what, f"{value:.2f} {unit}".rstrip())
    return table


def main() -> int:
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory(prefix="goldtile-bench-") as builds:
        os.environ["PYPTO_PROG_BUILD_DIR"] = builds
        report(Path(builds))
    return 0


def report(folder: Path) -> None:
    console = Console()
    if not console.is_terminal:
        console.width = 120  # a log has no width of its own
    cases = all_cases()
    artifacts = [case.kernel.compile(*case.args, config=config(1)) for case in cases]
    for artifact in artifacts:
        artifact.build()
    console.print(one_worker(cases, artifacts))
    gain = arithmetic_speedup()
    if gain >= IDLE:
        console.print(two_workers(cases, artifacts))
    else:
        console.print(
            f"machine busy: two threads do {gain:.2f} times the arithmetic of one, less than {IDLE}; "
            "figures for two workers are left out"
        )
    console.print(start_up())
    console.print(growth(folder))
    console.print(cpp(folder))
    console.print(of_the_harness())


if __name__ == "__main__":
    sys.exit(main())
