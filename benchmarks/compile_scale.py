# SPDX-License-Identifier: Apache-2.0
"""How long programs of many regions take to compile: texts with all checks, and then their C++.

    python benchmarks/compile_scale.py            # the texts of 25 to 400 regions, and the exponent of their growth
    python benchmarks/compile_scale.py --build    # the C++ of 100 distinct kernels as well, cold and from the cache

CPU time is user and system time of this process and of the compilers it starts, so it also holds on a busy machine.
"""

from __future__ import annotations

import importlib.util
import itertools
import math
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import pypto.language as pl
from pypto import stages
from pypto.runtime import RunConfig

REGIONS = (25, 50, 100, 200, 400)
CONFIG = RunConfig(platform="a2a3sim")
LIMIT = 3.0  # seconds for the texts of 100 regions
COLD_LIMIT, CACHED_LIMIT = 60.0, 0.5  # seconds for the C++ of 100 kernels
_numbers = itertools.count()


def source(regions: int) -> str:
    """A chain of regions through scratch tensors, no two of them alike: loops, branches, reductions, a helper."""
    lines = [
        "import pypto.language as pl", "", "", "@pl.jit.inline", "def scaled(v, factor):",
        "    return pl.add(pl.mul(v, factor), 1.0)", "", "", "@pl.jit", "def kernel(",
        "    x: pl.Tensor[[64, 64], pl.FP32],", "    n: pl.Scalar[pl.INDEX],",
        "    y: pl.Out[pl.Tensor[[64, 64], pl.FP32]],", "):",
    ]  # fmt: skip
    before = "x"
    for i in range(regions):
        target = "y" if i == regions - 1 else f"t{i}"
        if target != "y":
            lines.append(f"    {target} = pl.create_tensor([64, 64], dtype=pl.FP32)")
        steps = [
            f"u = pl.maximum(pl.row_expand_sub(u, pl.row_max(u)), {i}.5)",
            f"u = pl.col_expand_add(pl.mul(u, {i}.25), pl.col_min(v))",
            f"u = pl.cast(pl.cast(pl.add(u, {i}.0), pl.INT32), pl.FP32)",
            "u = pl.minimum(pl.abs(u), v)",
        ]
        lines += [
            f'    for b{i} in pl.spmd(4, name_hint="step{i}"):',
            f"        r = b{i} * 16",
            f"        v = {before}[r : r + 16, :]",
            f"        u = scaled(v, {i}.75)",
            "        for k in pl.range(n):",
            "            if k % 2 == 0:",
            f"                {steps[i % 4]}",
            "            else:",
            f"                {steps[(i // 4 + 1) % 4]}",
            f"        {steps[(i // 16 + 2) % 4]}",
            f"        {target}[r : r + 16, :] = u",
        ]
        before = target
    return "\n".join([*lines, "    return y"]) + "\n"


def kernel(regions: int, folder: Path) -> Any:
    """The program of so many regions, imported from a file of its own."""
    name = f"regions_{regions}_{next(_numbers)}"
    path = folder / f"{name}.py"
    path.write_text(source(regions))
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.kernel


def compile_texts(program: Any) -> dict[str, str]:
    """From source to all texts of the build folder, verifier after each pass included, dumps off."""
    arguments = program.describe(program.bind((), {"n": pl.RUNTIME}))
    return stages.compile_texts(program.source, arguments, CONFIG)


def spent(work: Callable[[], object]) -> tuple[float, float]:
    """CPU and wall seconds."""

    def cpu() -> float:
        usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(u.ru_utime + u.ru_stime for u in usages)

    before, start = cpu(), time.perf_counter()
    work()
    return cpu() - before, time.perf_counter() - start


def exponent(points: Sequence[tuple[float, float]]) -> float:
    """The slope of a straight line through the logarithms."""
    xs, ys = ([math.log(p[i]) for p in points] for i in (0, 1))
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


def growth(folder: Path) -> Table:
    compile_texts(kernel(2, folder))  # imports and tables of the compiler
    table = Table(title="Compiling to texts, verified after each pass, seconds")
    for heading in ("regions", "CPU", "wall", "aim"):
        table.add_column(heading, justify="right")
    points = []
    for regions in REGIONS:
        program = kernel(regions, folder)
        runs = [spent(lambda program=program: compile_texts(program)) for _ in range(2)]
        cpu, wall = (min(run[i] for run in runs) for i in (0, 1))
        points.append((float(regions), cpu))
        aim = f"<= {LIMIT}" if regions == 100 else ""
        table.add_row(str(regions), f"{cpu:.2f}", f"{wall:.2f}", aim)
    table.add_row("exponent", f"{exponent(points):.2f}", "", "1.0 to 1.1")
    return table


def cpp(folder: Path, kernels: int = 100) -> Table:
    """The C++ of so many kernels, in a cache of its own."""
    table = Table(title=f"C++ of {kernels} distinct kernels, seconds")
    for heading in ("", "CPU", "wall", "aim"):
        table.add_column(heading, justify="right")
    old = os.environ.get("PYPTO_CACHE_DIR")
    os.environ["PYPTO_CACHE_DIR"] = str(folder / "cache")
    try:
        kernel(1, folder).compile(
            n=pl.RUNTIME, config=CONFIG
        ).build()  # the device's runtime is built once a machine
        artifact = kernel(kernels, folder).compile(n=pl.RUNTIME, config=CONFIG)
        for name, aim in (("cold", COLD_LIMIT), ("from the cache", CACHED_LIMIT)):
            cpu, wall = spent(artifact.build)
            table.add_row(name, f"{cpu:.2f}", f"{wall:.2f}", f"<= {aim}")
    finally:
        if old is None:
            del os.environ["PYPTO_CACHE_DIR"]
        else:
            os.environ["PYPTO_CACHE_DIR"] = old
    return table


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="goldtile-bench-") as name:
        folder = Path(name)
        os.environ["PYPTO_PROG_BUILD_DIR"] = str(folder / "build_output")
        console = Console()
        console.print(growth(folder))
        if "--build" in sys.argv[1:]:
            console.print(cpp(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
