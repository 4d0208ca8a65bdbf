# SPDX-License-Identifier: Apache-2.0
"""Codes of errors: every code that the sources raise is in the one table, and every code of the table is raised."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from pypto.__main__ import main
from pypto.codes import CODES

SOURCE = Path(__file__).resolve().parents[1] / "src"
TREES = {
    path: ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(SOURCE.rglob("*.py"))
    if path.name != "codes.py"
}


def literal(node: ast.AST | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def raised() -> Iterator[tuple[str, str]]:
    """Codes that stand in the sources where an error or a warning is made, and where."""
    for path, tree in TREES.items():
        for node in ast.walk(tree):
            where = f"{path.relative_to(SOURCE)}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "default_code":
                yield literal(node.value) or "", where
            elif isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                found = [literal(k.value) for k in node.keywords if k.arg == "code"]
                if name == "OpError" and len(node.args) >= 3:
                    found.append(literal(node.args[2]))
                if name in ("report", "Diagnostic") and node.args:
                    found.append(literal(node.args[0]))
                yield from ((code, where) for code in found if code is not None)


# Bases of classes that are never raised themselves.
BASES = {"error", "errors", "kernel"}


def test_every_raised_code_is_in_the_table():
    unknown = [(code, where) for code, where in raised() if code not in CODES and code not in BASES]
    assert unknown == []


def test_every_code_of_the_table_is_raised():
    texts = {literal(node) for tree in TREES.values() for node in ast.walk(tree)}
    assert [code for code in CODES if code not in texts] == []


def test_codes_are_listed_and_explained(capsys):
    assert main(["errors"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed] == list(CODES)
    assert main(["errors", "[slice-step]"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown == ["slice-step: a slice with a step", "see docs/errors/subscripts.md#slice-step"]


def test_an_unknown_code_names_the_nearest(capsys):
    assert main(["errors", "slice-stop"]) == 2
    assert "did you mean 'slice-step'" in capsys.readouterr().err


@pytest.mark.parametrize("code", CODES.values(), ids=lambda code: code.name)
def test_a_code_is_a_word_with_a_meaning(code):
    assert code.name == code.name.lower() and " " not in code.name
    assert code.meaning and not code.meaning.endswith(".")
