# SPDX-License-Identifier: Apache-2.0
"""The pages under docs/errors that show kernels, made from the files in tests/kernels/wrong.

    python tests/error_pages.py     writes the pages

A section is a code: the docstring of its file says cause and remedy, the kernel is the example, and the comments beside
its wrong lines are what the compiler says there.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

from wrong_kernels import FILES, code_of

from pypto.codes import CODES, Code

DOCS = Path(__file__).resolve().parents[1] / "docs" / "errors"

# What no small kernel shows.
NOTES: dict[str, tuple[str, str]] = {
    "bf16-arithmetic": (
        "The chip computes nothing in BF16 here: each such operation becomes one in FP32 between two conversions. It is "
        "no error; the build folder's `report/perf_hints.log` lists the places.",
        "Cast to FP32 before several operations in a row, and back behind the last one; the results then round once.",
    ),
    "jump-copies": (
        "In a region `break` and `continue` become branches, and what follows a branch is copied where both ways "
        "read it. Many branches in a row, each with a jump, grow too large.",
        "Compute the condition first and jump once.",
    ),
    "nesting": (
        "Expressions or blocks stand inside each other more deeply than Python's own stack can follow: some hundred "
        "levels, or as many terms of one `+` or branches of one `elif`.",
        "Give parts of an expression names of their own; move blocks into helpers.",
    ),
    "external": (
        "A kernel whose body is a C++ file: the stub has the body `...`, the file defines `kernel_entry`, arguments are "
        "whole tensors, and it is called outside regions. The interpreter cannot run it.",
        "See the section on external kernels of the language page.",
    ),
    "method-call": (
        "A function of a class decorated with @pl.program is called from outside of that class.",
        "Define the function at module level, or call it inside the class as self.f(...).",
    ),
    "text-form": (
        "pl.parse and pl.loads read one program or one function, with imports of pl, numbers and dynamic extents "
        "before it. The text is read and never run.",
        "Remove what the message points at.",
    ),
}

TITLES = {
    "names": "names",
    "statements": "statements",
    "expressions": "expressions and arguments",
    "subscripts": "subscripts and windows",
    "loops": "loops, branches and what they carry",
    "regions": "regions and runtime scopes",
    "tasks": "tasks and arrays",
    "functions": "functions and parameters",
    "hosts": "drivers of several ranks",
    "operations": "operations, element types and memory",
    "programs": "warnings, and programs as text",
}

# Pages that are written by hand; the files show some of their codes all the same.
BY_HAND = ("runs", "pto", "programs", "general")


def example(path: Path) -> str:
    """The kernel of a file; comments keep what is said and drop where."""
    text = path.read_text(encoding="utf-8").split("import pypto.language as pl\n", 1)[1].strip("\n")
    return re.sub(r"  # ([EW]):\d+ (?:[A-Z]{2} )?\[\S+\] ", r"  # \1: ", text).replace("  # E: ", "  # ")


def section(code: Code, path: Path | None) -> str:
    if path is None:
        said = NOTES.get(code.name, (f"{code.meaning[0].upper()}{code.meaning[1:]}.",))
        return f"## {code.name}\n\n" + "\n\n".join(said) + "\n"
    doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert doc is not None
    cause, _, remedy = doc.partition("\n\n")
    return f"## {code.name}\n\n{cause}\n\n```python\n{example(path)}\n```\n\n{remedy}\n"


def pages() -> dict[str, str]:
    """The text of every page that is made from files."""
    by_code = {code_of(path): path for path in FILES}
    sections: dict[str, list[str]] = {}
    for code in CODES.values():
        if code.page not in BY_HAND:
            sections.setdefault(code.page, []).append(section(code, by_code.get(code.name)))
    return {
        page: f"# Errors: {TITLES[page]}\n\nComments say what the compiler reports for a line.\n\n"
        + "\n".join(found)
        for page, found in sections.items()
    }


if __name__ == "__main__":
    DOCS.mkdir(exist_ok=True)
    for page, text in pages().items():
        (DOCS / f"{page}.md").write_text(text, encoding="utf-8")
