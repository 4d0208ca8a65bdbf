# SPDX-License-Identifier: Apache-2.0
"""Compile and run generated kernels; every disagreement and every foreign exception is a `Finding`."""

from __future__ import annotations

import importlib.util
import itertools
import sys
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from generated import text
from generated.core import Case, Memory, Scalar, evaluate, inputs
from generated.packed import to_numpy
from generated.regions import make_case, torch_args
from pypto.compiler import compile_program
from pypto.errors import UserError
from pypto.frontend.reader import read_program
from pypto.ir.nodes import Program
from pypto.ir.printer import print_program
from pypto.runtime.config import RunConfig

CLASSES = 8
"""Of so many kernels one is also written as a class of functions."""
_number = itertools.count()


@dataclass
class Finding:
    """Something that must not happen."""

    seeds: list[int]
    what: str
    detail: str = ""

    def __str__(self) -> str:
        return f"seeds {self.seeds}: {self.what}\n{self.detail}"


@dataclass
class Outcome:
    """What a batch of kernels came to."""

    findings: list[Finding] = field(default_factory=list)
    compared: int = 0  # elements that had to be exact, or within a bound
    exact: int = 0
    limited: int = 0  # kernels that met a limit which they may meet
    classes: int = 0  # kernels that were also run as classes of functions

    def add(self, other: Outcome) -> None:
        self.findings += other.findings
        self.compared += other.compared
        self.exact += other.exact
        self.classes += other.classes
        self.limited += other.limited


def load(source: str, folder: Path, name: str = "generated_kernel") -> tuple[ModuleType, Path]:
    """Write a file and import it."""
    folder.mkdir(parents=True, exist_ok=True)
    unique = f"{name}_{next(_number)}"
    path = folder / f"{unique}.py"
    path.write_text(source)
    spec = importlib.util.spec_from_file_location(unique, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules.pop(unique, None)
    spec.loader.exec_module(module)
    return module, path


def scalar_values(case: Case, prefix: str = "") -> dict[str, Any]:
    """The keywords of a compilation without tensors."""
    import pypto.language as pl

    first = inputs(case, 0)
    values: dict[str, Any] = {}
    for p in case.params:
        if isinstance(p, Scalar):
            given = first[p.name]
            known = given.item() if isinstance(given, np.generic) else given
            values[prefix + p.name] = known if p.folded else pl.RUNTIME
    return values


def difference(actual: np.ndarray, wanted: Memory) -> tuple[str | None, int, int]:
    """What is wrong with an output, and how many elements were compared, exactly among them."""
    exact_type = np.longdouble if wanted.data.dtype.itemsize == 8 else np.float64
    with np.errstate(all="ignore"):  # a signalling NaN turns quiet
        x, y = actual.astype(exact_type), wanted.data.astype(exact_type)
    asked = wanted.written & np.isfinite(wanted.err)
    exact = asked & (wanted.err == 0)
    with np.errstate(all="ignore"):
        same = (x == y) | (np.isnan(x) & np.isnan(y))
        near = same | (np.abs(x - y) <= wanted.err)
    wrong = asked & ~np.where(exact, same, near)
    counts = int(asked.sum()), int(exact.sum())
    if not wrong.any():
        return None, *counts
    at = tuple(int(i) for i in np.argwhere(wrong)[0])
    told = f"{int(wrong.sum())} of {wrong.size} elements, first {list(at)}: {x[at]!r}, expected {y[at]!r}"
    return f"{told} within {wanted.err[at]}", *counts


def reads_back(program: Any, artifact: Any) -> str | None:
    """What is wrong with the text of a program: it has to read back to an equal program, and to print the same."""
    import pypto.language as pl

    text_ = program.as_python()
    again = pl.parse(text_)
    if again != program or again.as_python() != text_:
        return f"as_python() and pl.parse disagree\n{text_}"
    printed = (artifact.output_dir / "program.py").read_text()
    if print_program(read_program(printed, "program.py")) != printed:
        return f"program.py is printed differently after it was read\n{printed}"
    return None


def run_cases(
    cases: list[Case],
    folder: Path,
    engines: tuple[str, ...] = ("native", "interpret"),
    runs: int = 2,
    source: str | None = None,
) -> Outcome:
    """One program of all cases, against NumPy in every engine."""
    seeds = [case.seed for case in cases]
    outcome = Outcome()
    alone = len(cases) == 1
    source = source or (text.single(cases[0]) if alone else text.bundle(cases))
    try:
        module, path = load(source, folder)
        prefixes = [""] if alone else [f"c{i}_" for i in range(len(cases))]
        keywords: dict[str, Any] = {}
        for case, prefix in zip(cases, prefixes, strict=True):
            keywords |= scalar_values(case, prefix)
        config = RunConfig(platform=cases[0].platform, save_kernels_dir=str(path.with_suffix("")))
        whole = isinstance(module.kernel, Program)
        program = module.kernel if whole else module.kernel.lower(**keywords)
        artifact = (
            compile_program(program, config) if whole else module.kernel.compile(**keywords, config=config)
        )
        if "native" in engines:
            artifact.build()
        told = reads_back(program, artifact)
        if told:
            outcome.findings.append(Finding(seeds, "the text does not read back", told))
        for run in range(runs):
            sets = [inputs(case, run) for case in cases]
            wanted = [evaluate(case, given) for case, given in zip(cases, sets, strict=True)]
            for engine in engines:
                args = [a for case, given in zip(cases, sets, strict=True) for a in torch_args(case, given)]
                record = artifact.dispatch(args, RunConfig(platform=cases[0].platform, engine=engine))
                compare(cases, args, wanted, record, prefixes, f"{engine}, run {run}", outcome)
            if "native" in engines and run == 0:
                again = [a for case, given in zip(cases, sets, strict=True) for a in torch_args(case, given)]
                order = f"random:{seeds[0]}"
                shuffled = RunConfig(platform=cases[0].platform, engine="native", schedule=order, workers=2)
                record = artifact.dispatch(again, shuffled)
                compare(cases, again, wanted, record, prefixes, f"native, schedule {order}", outcome)
    except UserError as error:
        if alone and error.code in cases[0].limits:
            outcome.limited += 1
        else:
            outcome.findings.append(Finding(seeds, "refused", str(error)))
    except Exception:
        outcome.findings.append(Finding(seeds, "exception", traceback.format_exc()))
    return outcome


def compare(
    cases: list[Case], args: list[Any], wanted: list[dict[str, Memory]], record: Any, prefixes: list[str],
    where: str, outcome: Outcome,
) -> None:  # fmt: skip
    place = 0
    for case, expected, prefix in zip(cases, wanted, prefixes, strict=True):
        for p in case.params:
            value, place = args[place], place + 1
            if p.name not in expected:
                continue
            problem, compared, exact = difference(to_numpy(value), expected[p.name])
            outcome.compared += compared
            outcome.exact += exact
            if problem is None and p.direction == "out":
                unwritten = record.unwritten(prefix + p.name)
                if (unwritten == expected[p.name].written).any():
                    problem = "other elements were written"
            if problem:
                outcome.findings.append(Finding([case.seed], f"wrong value: {p.name}, {where}", problem))


def run_seeds(seeds: list[int], folder: Path, platform: str | None = None, **options: Any) -> Outcome:
    """The cases of some seeds as one program, or alone where that fails."""
    groups: dict[str, list[Case]] = {}
    total = Outcome()
    for seed in seeds:
        try:
            case = make_case(seed, platform)
        except Exception:
            total.findings.append(Finding([seed], "the generator failed", traceback.format_exc()))
            continue
        groups.setdefault(case.platform, []).append(case)
    for cases in groups.values():
        found = run_cases(cases, folder, **options)
        if found.findings and len(cases) > 1:
            apart = [run_cases([case], folder, **options) for case in cases]
            limited = sum(o.limited for o in apart)
            findings = [f for o in apart for f in o.findings]
            found = Outcome(findings or ([] if limited else found.findings), limited=limited)
            found.compared, found.exact = (sum(getattr(o, n) for o in apart) for n in ("compared", "exact"))
        total.add(found)
        for case in cases:
            form = text.as_class(case) if case.seed % CLASSES == 0 else None
            if form is not None:
                total.classes += 1
                total.add(run_cases([case], folder, **{**options, "runs": 1, "source": form}))
    return total
