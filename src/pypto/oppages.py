# SPDX-License-Identifier: Apache-2.0
"""The operation table as Markdown: one page per family, with a section for each operation.

python -m pypto ops --markdown FOLDER
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from pypto import optable
from pypto.ir.ops import Op


def write_pages(folder: Path) -> list[Path]:
    """Write a page for each family and a list of them; what was written."""
    folder.mkdir(parents=True, exist_ok=True)
    written, contents = [], ["# Operations by family", ""]
    for family, rows in optable.families().items():
        if not rows:
            continue
        name = re.sub(r"[^a-z0-9]+", "-", family.lower()).strip("-") + ".md"
        path = folder / name
        path.write_text(page(family, rows), encoding="utf-8")
        written.append(path)
        names = ", ".join(f"`{row.word}`" for row in rows)
        contents.append(f"- [{family}]({name}): {names}")
    index = folder / "index.md"
    index.write_text("\n".join([*contents, ""]), encoding="utf-8")
    return [index, *written]


def page(family: str, rows: Sequence[Op]) -> str:
    """The page of a family."""
    lines = [
        f"# {family}",
        "",
        f"| Call | {' | '.join(optable.GENERATIONS)} | What it does |",
        "|---|---|---|---|",
    ]
    for row in rows:
        types = [optable.types_of(row, generation) for generation in optable.GENERATIONS]
        lines.append("| " + " | ".join(map(_cell, (f"`{optable.call_of(row)}`", *types, row.doc))) + " |")
    for row in rows:
        lines += ["", f"## {row.name}", "", *_section(row)]
    return "\n".join([*lines, ""])


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _section(row: Op) -> Iterator[str]:
    yield from ["```python", optable.call_of(row), "```", "", row.doc, ""]
    for line in optable.details(row):
        if line:
            yield f"- {line.strip()}"
