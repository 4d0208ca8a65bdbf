# SPDX-License-Identifier: Apache-2.0
"""Pages of the documentation, and what stands in their code blocks and tables."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def blocks(page: Path, language: str) -> list[str]:
    """The code blocks of a page in one language."""
    pattern = re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return pattern.findall(page.read_text(encoding="utf-8"))


def table(page: str, first: str) -> list[list[str]]:
    """The rows of the table of a page whose header begins with the cell `first`."""
    lines = (ROOT / "docs" / page).read_text(encoding="utf-8").splitlines()
    begin = next(number for number, line in enumerate(lines) if line.startswith(f"| {first} |"))
    rows = []
    for line in lines[begin + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return rows


def names(cell: str) -> list[str]:
    """What a cell sets in code font."""
    return re.findall(r"`([^`]+)`", cell)
