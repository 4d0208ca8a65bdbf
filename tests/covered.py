# SPDX-License-Identifier: Apache-2.0
"""Which public names of operations the tests run, and which the compiler refuses: a cell per chip and engine.

    python tests/covered.py               the table as Markdown; exit code 1 where a cell is empty

A name is tested where a kernel writes it that a test runs in every engine on every chip: the samples of the operation
table (`integration/test_coverage.py`), the kernel files of `kernels/constructs`, and the kernels that a test gives to
`run_everywhere`. A name is refused where a kernel that writes it gets an error that names it.
"""

from __future__ import annotations

import ast
import re
import sys
import tempfile
import types
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from pypto.errors import ErrorGroup, UserError
from pypto.language import JITFunction

TESTS = Path(__file__).resolve().parent
PLATFORMS = ("a2a3sim", "a5sim")
ENGINES = ("native", "interpret")
CELLS = tuple((platform, engine) for platform in PLATFORMS for engine in ENGINES)
_REFUSALS = ("not built yet", "is not supported", "are not supported", "has no conversion")
_CHIP = ("does not execute", "is for a5", "a2a3")


@cache
def tested() -> frozenset[tuple[str, str]]:
    """Names that some kernel writes which a test runs everywhere."""
    from spellings import sample_groups, sample_program, used

    found: set[tuple[str, str]] = set()
    for group in sample_groups():
        for level in ("tensor", "tile"):
            for namespace in ("pl", f"pl.{level}"):
                found |= used(sample_program(group, level, namespace).text)
    for path in sorted((TESTS / "kernels" / "constructs").rglob("*.py")):
        found |= used(path.read_text(encoding="utf-8"))
    for path in sorted(TESTS.glob("*/test_*.py")):
        for kernel in run_everywhere(path.read_text(encoding="utf-8")):
            found |= used(kernel)
    return frozenset(found)


def run_everywhere(text: str) -> list[str]:
    """The kernels of a test module that it gives to `run_everywhere`."""
    tree = ast.parse(text)
    run = {
        call.args[0].id
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in ("run_everywhere", "run_on_newer")
        and call.args
        and isinstance(call.args[0], ast.Name)
    }
    kernels = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in run]
    return [ast.unparse(node) for node in kernels]


_PROBE = """import pypto.language as pl


@pl.jit
def run(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    {}
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = {}(x[:, :])
    return y
"""


def refusal(full: str, platform: str) -> str | None:
    """What the compiler says of a kernel that writes a name, where that is a refusal by name."""
    return _refusal(full, platform, _PROBE.format("pass", full)) or _refusal(
        full, platform, _PROBE.format(f"{full}(x)", "pl.neg")
    )


def _refusal(full: str, platform: str, text: str, words: Sequence[str] = _REFUSALS) -> str | None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "named.py"
        path.write_text(text)
        module = types.ModuleType("named")
        exec(compile(text, str(path), "exec"), vars(module))
        [kernel] = [v for v in vars(module).values() if isinstance(v, JITFunction)]
        try:
            kernel.compile(config={"platform": platform, "save_kernels_dir": f"{folder}/build"})
        except UserError as error:
            named = full.split(".")[1 if "prefetch" in full else -1]
            for message in (e.message for e in (error.errors if isinstance(error, ErrorGroup) else [error])):
                if named in re.findall(r"\w+", message) and any(word in message for word in words):
                    return message
    return None


@cache
def newer_names() -> frozenset[str]:
    """Operations that the older chip executes for no type."""
    from spellings import newer_only

    from pypto.ir.ops.table import TABLE

    return frozenset(row.word for row in TABLE.values() if newer_only(row))


@cache
def older_refuses(name: str) -> str:
    """ "refused" where the older chip's compiler refuses an operation's own sample by name."""
    from spellings import sample_groups, sample_program, used

    for group in sample_groups():
        cases = [case for case in group if case[0].word == name]
        for level in ("tensor", "tile"):
            source = sample_program(cases, level, "pl")
            if source.results:
                return "refused" if _refusal(f"pl.{name}", "a2a3sim", source.text, _CHIP) else ""
    for path in sorted((TESTS / "kernels" / "constructs").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if ("pl", name) in used(text):
            return "refused" if _refusal(f"pl.{name}", "a2a3sim", text, _CHIP) else ""
    return ""


def table() -> dict[str, dict[tuple[str, str], str]]:
    """By full name, then by chip and engine: "tested", "refused" or ""."""
    from spellings import spellings

    found = {}
    for spelling in spellings():
        if (spelling.namespace, spelling.name) in tested():
            cells = dict.fromkeys(CELLS, "tested")
            if spelling.name in newer_names():
                cells |= dict.fromkeys([c for c in CELLS if c[0] == "a2a3sim"], older_refuses(spelling.name))
            found[spelling.full] = cells
            continue
        refused = {p: "refused" if refusal(spelling.full, p) else "" for p in PLATFORMS}
        found[spelling.full] = {(p, e): refused[p] for p, e in CELLS}
    return found


def main() -> int:
    from spellings import spellings

    cells = table()
    counts: dict[int, Counter[str]] = {}
    print("| Name | Tier |" + "".join(f" {p} {e} |" for p, e in CELLS))
    print("|---|---|" + "---|" * len(CELLS))
    for spelling in spellings():
        row = cells[spelling.full]
        print(f"| `{spelling.full}` | {spelling.tier} |" + "".join(f" {row[c]} |" for c in CELLS))
        counts.setdefault(spelling.tier, Counter()).update(row.values())
    print()
    for tier, count in sorted(counts.items()):
        said = ", ".join(f"{number} {word or 'empty'}" for word, number in count.most_common())
        print(f"Tier {tier}: {said}.")
    return int(any(not word for count in counts.values() for word in count))


if __name__ == "__main__":
    sys.path[:0] = [str(TESTS), str(TESTS.parent / "src")]
    raise SystemExit(main())
