# SPDX-License-Identifier: Apache-2.0
"""What comes of damaged kernels and texts: one of our errors, or a program whose engines agree."""

from __future__ import annotations

import random
import re
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from generated import directed, text
from generated.check import Finding, load, scalar_values
from generated.core import Case, inputs
from generated.mutations import SourceMutator
from generated.packed import to_numpy
from generated.regions import make_case, torch_args
from generated.text_mutations import TextMutator, damaged_json
from pypto import compiler, stages
from pypto.errors import ErrorGroup, UserError
from pypto.runtime.config import RunConfig

SECONDS = 60  # for one text


class Hang(BaseException):
    pass


@contextmanager
def limited(seconds: int = SECONDS) -> Iterator[None]:
    """Raises Hang in Python code that does not end."""

    def stop(*_: object) -> None:
        raise Hang

    old = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, old)


def misplaced(error: UserError, path: Path | str) -> str | None:
    """What is wrong with an error's position, or None."""
    found = error.errors if isinstance(error, ErrorGroup) else [error]
    for one in found:
        if one.span is None:
            return f"no position: {one.message}"
        if one.span.file == str(path):
            lines = Path(path).read_text().split("\n")
            if (
                not 1 <= one.span.line <= len(lines)
                or not 1 <= one.span.column <= len(lines[one.span.line - 1]) + 1
            ):
                return f"{one.span} lies outside of the file"
        if not one.message or "Traceback" in str(one):
            return f"no message: {one!r}"
    return None


def outcome_of(run: Callable[[], Any]) -> tuple[str, Any]:
    """`ok`, `refused` or `exception` with what came of it."""
    try:
        with limited():
            return "ok", run()
    except UserError as error:
        return "refused", error
    except Hang:
        return "exception", f"no end after {SECONDS} s"
    except Exception:
        return "exception", traceback.format_exc()


# ---- kernels -----------------------------------------------------------------------------------------------------


def differ(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether results of two engines are further apart than roundings of sums can make them."""
    with np.errstate(all="ignore"):
        x, y = a.astype(np.float64), b.astype(np.float64)
        tolerance = 2e-2 if a.dtype.itemsize == 2 else 1e-3
        near = (
            (x == y) | (np.isnan(x) & np.isnan(y)) | (np.abs(x - y) <= tolerance * np.maximum(1, np.abs(y)))
        )
    return not bool(near.all())


def mistaken(seed: int, folder: Path) -> tuple[str, Finding | None]:
    """A valid kernel with one mistake that must not pass."""
    rng = random.Random(seed)
    case = make_case(seed % 100_000)
    old = text.single(case)
    if case.races and rng.random() < 0.7:
        found = [("race", directed.race(rng, case, old))]
    else:
        names = rng.sample(list(directed.MISTAKES), len(directed.MISTAKES))
        found = [(name, directed.MISTAKES[name](rng, case, old)) for name in names]
    kind, source = next(((k, new) for k, new in found if new is not None and new != old), ("", None))
    if source is None:
        return "unchanged", None
    outcome, finding = judged(seed, case, source, [kind], folder, directed.CODES.get(kind))
    if finding is not None:
        return outcome, finding
    if kind == "race":
        if outcome == "race":
            return "race", None
    elif outcome in ("refused", "refused at run time", "python refuses it"):
        return f"{outcome}: {kind}", None
    return "passed", Finding([seed], f"{kind}: a mistake that passes ({outcome})", source)


def mutant(seed: int, folder: Path) -> tuple[str, Finding | None]:
    """A wrong kernel: compiled, and where that works run in both engines."""
    rng = random.Random(seed)
    case = make_case(seed % 100_000)
    case.returns = rng.random() < 0.8
    source, kinds = text.single(case), []
    mutator = SourceMutator(rng)
    for _ in range(rng.choice([1, 1, 1, 2])):
        made = mutator.mutate(source)
        if made is not None:
            source, kinds = made[0], [*kinds, made[1]]
    if not kinds:
        return "unchanged", None
    return judged(seed, case, source, kinds, folder)


def judged(
    seed: int, case: Case, source: str, kinds: list[str], folder: Path, code: str | None = None
) -> tuple[str, Finding | None]:
    """What comes of a text: it is refused, with the code where there is one, or both engines agree."""
    try:
        with limited():
            module, path = load(source, folder)
    except Exception:
        return "python refuses it", None  # what stands outside of functions runs as Python
    if not hasattr(module, "kernel") or not hasattr(module.kernel, "compile"):
        return "no kernel", None

    def finding(what: str, detail: str) -> Finding:
        return Finding([seed], f"{what} ({', '.join(kinds)})", f"{detail}\n{source}")

    config = RunConfig(platform=case.platform, save_kernels_dir=str(path.with_suffix("")))

    def compiled() -> Any:
        keywords = scalar_values(case)
        return module.kernel.compile(
            **{k: v for k, v in keywords.items() if k in module.kernel.signature.parameters}, config=config
        )

    what, result = outcome_of(compiled)
    if what == "exception":
        return "exception", finding("exception while compiling", result)
    if what == "refused":
        if isinstance(result, UserError) and result.code == "argument" and result.span is None:
            return "refused", None  # a mistake of the call, not of the file
        wrong = misplaced(result, path) or miscoded(result, code)
        return "refused", finding("misplaced error", wrong + "\n" + str(result)) if wrong else None
    return run_mutant(case, result, finding, code)


def miscoded(error: UserError, code: str | None) -> str | None:
    """What is wrong with the code of an error, or None."""
    found = error.errors if isinstance(error, ErrorGroup) else [error]
    return None if code is None or any(one.code == code for one in found) else f"not refused as {code}"


def run_mutant(
    case: Case, artifact: Any, finding: Callable[[str, str], Finding], code: str | None = None
) -> tuple[str, Finding | None]:
    given = inputs(case, 0)
    names = [p.name for p in artifact.parameters]
    by_name = dict(zip([p.name for p in case.params], torch_args(case, given), strict=True))
    if any(n not in by_name for n in names):
        return "other parameters", None
    results: dict[str, Any] = {}
    for engine in ("interpret", "native"):
        args = [by_name[n].clone() if hasattr(by_name[n], "clone") else by_name[n] for n in names]

        def run(args: list[Any] = args, engine: str = engine) -> list[Any]:
            artifact.dispatch(args, RunConfig(platform=case.platform, engine=engine))
            return [to_numpy(a) for a in args if hasattr(a, "numpy")]

        what, result = outcome_of(run)
        if what == "exception":
            return "exception", finding(f"exception in {engine}", result)
        results[engine] = (what, result)
    (first, a), (second, b) = results["interpret"], results["native"]
    if first == "ok" and second == "refused" and getattr(b, "code", "") == "unordered-access":
        return "race", None  # the interpreter runs one task after the other
    if first != second:
        return "disagree", finding("one engine refuses it", f"interpret {first}: {a}\nnative {second}: {b}")
    if first == "refused":
        wrong = miscoded(a, code) or miscoded(b, code)
        return "refused at run time", finding(wrong, f"{a}\n{b}") if wrong else None
    if any(differ(x, y) for x, y in zip(a, b, strict=True)):
        return "disagree", finding("the engines disagree", "")
    return "still valid", None


# ---- texts of a build folder -------------------------------------------------------------------------------------


def texts_of(seed: int, folder: Path) -> tuple[Case, Any, dict[str, str]] | None:
    """A kernel's build folder; None where the kernel is one of the few that are refused."""
    case = make_case(seed)
    module, path = load(text.single(case), folder)
    config = RunConfig(platform=case.platform, save_kernels_dir=str(path.with_suffix("")))
    what, artifact = outcome_of(lambda: module.kernel.compile(**scalar_values(case), config=config))
    if what == "refused":
        return None
    assert what == "ok", artifact
    root = artifact.output_dir
    return case, artifact, {str(p.relative_to(root)): p.read_text() for p in root.rglob("*") if p.is_file()}


def pto_texts(seed: int, folder: Path, count: int) -> Iterator[tuple[str, Finding | None]]:
    """Damaged `.pto` texts of one kernel, through the reader, the checks and the assembler."""
    rng = random.Random(seed)
    kept = texts_of(seed % 100_000, folder)
    if kept is None or not kept[1].document["kernels"]:
        yield "no kernel", None
        return
    case, artifact, texts = kept
    kernels = artifact.document["kernels"]
    built = 0
    for number in range(count):
        kernel = rng.choice(kernels)
        new, kinds = texts[kernel["pto"]], []
        for _ in range(rng.choice([1, 1, 2])):
            new, kind = TextMutator(rng).mutate(new)
            kinds.append(kind)
        path = artifact.output_dir / kernel["pto"]
        path.write_text(new)
        generation = case.platform.removesuffix("sim")
        what, result = outcome_of(
            lambda new=new, path=path, kernel=kernel, generation=generation: stages.assemble_text(
                new, str(path), kernel["function"], generation
            )
        )
        if what == "exception":
            yield (
                "exception",
                Finding([seed], f"exception ({', '.join(kinds)}), text {number}", f"{result}\n{new}"),
            )
        elif what == "refused":
            wrong = pto_misplaced(result, str(path), new)
            yield (
                "refused",
                Finding([seed], f"misplaced error, text {number}", f"{wrong}\n{result}") if wrong else None,
            )
        elif built < 3:
            built += 1
            yield run_pto(seed, case, artifact, kernel, texts[kernel["pto"]], new)
        else:
            yield "assembled", None
        path.write_text(texts[kernel["pto"]])


def pto_misplaced(error: UserError, path: str, new: str) -> str | None:
    span = error.span
    if span is None:
        return None if "arch" in error.message or "is for" in error.message else "no position"
    lines = re.split(r"\r\n|\n", new)
    if span.file == path and not (1 <= span.line <= len(lines) + 1):
        return f"{span} lies outside of the text"
    return None


def run_pto(
    seed: int, case: Case, artifact: Any, kernel: Any, old: str, new: str
) -> tuple[str, Finding | None]:
    """A damaged text that assembles: it has to compile as C++, and to end with a result or a fault."""
    print(f"pto seed {seed}: native run", file=sys.stderr, flush=True)
    given = torch_args(case, inputs(case, 0))

    def run() -> None:
        again = compiler.open_build(artifact.output_dir, RunConfig(platform=case.platform))
        again.build()
        again.dispatch(given, RunConfig(platform=case.platform))

    what, result = outcome_of(run)
    if what == "exception" or (what == "refused" and "does not compile" in str(result)):
        return "exception", Finding([seed], "a text that assembles does not run", f"{result}\n{new}")
    return "ran" if what == "ok" else "refused at run time", None


def program_texts(seed: int, folder: Path, count: int) -> Iterator[tuple[str, Finding | None]]:
    """Damaged `program.py` texts, read and interpreted."""
    rng = random.Random(seed)
    kept = texts_of(seed % 100_000, folder)
    if kept is None:
        yield "no kernel", None
        return
    case, artifact, texts = kept
    path = artifact.output_dir / "program.py"
    for _ in range(count):
        if rng.random() < 0.5:
            made = SourceMutator(rng).mutate(texts["program.py"])
            if made is None:
                continue
            new = made[0]
        else:
            new = TextMutator(rng).mutate(texts["program.py"])[0]
        if not endless_free_program(new):
            continue
        path.write_text(new)

        def run() -> None:
            config = RunConfig(platform=case.platform, engine="interpret")
            again = compiler.open_build(artifact.output_dir, config)
            again.dispatch(torch_args(case, inputs(case, 0)), config)

        what, result = outcome_of(run)
        if what == "exception":
            yield "exception", Finding([seed], "exception", f"{result}\n{new}")
        else:
            yield ("still valid" if what == "ok" else "refused"), None


def endless_free_program(new: str) -> bool:
    return "while" not in new and not any(
        re.search(r"\d{5,}|1e\d", line) for line in new.splitlines() if "for " in line
    )


def manifests(seed: int, folder: Path, count: int) -> Iterator[tuple[str, Finding | None]]:
    """Damaged `program.json` texts, natively and interpreted."""
    rng = random.Random(seed)
    kept = texts_of(seed % 100_000, folder)
    if kept is None:
        yield "no kernel", None
        return
    case, artifact, texts = kept
    path = artifact.output_dir / "program.json"
    artifact.build()
    for _ in range(count):
        new, kind = damaged_json(texts["program.json"], rng)
        path.write_text(new)
        engine = rng.choice(["native", "interpret"])
        print(f"manifest seed {seed} {engine}: {new}", file=sys.stderr, flush=True)

        def run(engine: str = engine) -> None:
            config = RunConfig(platform=case.platform, engine=engine)
            again = compiler.open_build(artifact.output_dir, config)
            again.build()
            again.dispatch(torch_args(case, inputs(case, 0)), config)

        what, result = outcome_of(run)
        if what == "exception":
            yield "exception", Finding([seed], f"exception in {engine} ({kind})", f"{result}\n{new}")
        else:
            yield ("still valid" if what == "ok" else "refused"), None
        for name, old in texts.items():
            if (artifact.output_dir / name).read_text() != old:
                (artifact.output_dir / name).write_text(old)


PER_SEED = {"pto": 40, "program": 20, "manifest": 15}


def run_seeds(
    kind: str, seeds: list[int], folder: Path
) -> tuple[Counter[str], list[Finding], dict[str, int]]:
    counts: Counter[str] = Counter()
    findings: list[Finding] = []
    for seed in seeds:
        print(f"{kind} seed {seed}", file=sys.stderr, flush=True)
        if kind in ("mutants", "mistakes"):
            one = mutant if kind == "mutants" else mistaken
            made: Iterator[tuple[str, Finding | None]] = iter([one(seed, folder)])
        else:
            made = {"pto": pto_texts, "program": program_texts, "manifest": manifests}[kind](
                seed, folder, PER_SEED[kind]
            )
        for name, finding in made:
            counts[name] += 1
            if finding is not None:
                findings.append(finding)
    return counts, findings, {}
