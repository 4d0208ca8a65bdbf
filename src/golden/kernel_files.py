# SPDX-License-Identifier: Apache-2.0
"""Which files of a folder are kernel files that run, found without executing them.

A file is runnable when its `if __name__ == "__main__":` part calls the harness's `run`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from golden.files import is_build_folder

_SKIPPED = {"__pycache__", "build_output", "node_modules", "site-packages"}


class NoSuchPath(Exception):
    """A path that does not exist."""


@dataclass(frozen=True)
class KernelFile:
    """One file to run. `problem` says why it cannot be read as Python; such a file is run all the same, to fail."""

    path: Path
    problem: str = ""


def find(paths: Iterable[str | Path]) -> list[KernelFile]:
    """Runnable files under folders, and every file that is named itself, each once, folders in name order."""
    found: dict[Path, KernelFile] = {}
    for given in paths:
        path = Path(given)
        if path.is_dir():
            for file in _walk(path):
                kernel = examine(file)
                if kernel is not None:
                    found.setdefault(file.resolve(), kernel)
        elif path.is_file():
            found.setdefault(path.resolve(), examine(path) or KernelFile(path))
        else:
            raise NoSuchPath(f"no such file or folder: {given}")
    return list(found.values())


def _walk(folder: Path) -> Iterator[Path]:
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.name.startswith(".") or entry.name in _SKIPPED:
            continue
        if entry.is_dir():
            if not (entry / "pyvenv.cfg").exists() and not is_build_folder(entry):
                yield from _walk(entry)
        elif entry.suffix == ".py":
            yield entry


def examine(path: Path) -> KernelFile | None:
    """None for a file that does not run a kernel."""
    try:
        source = path.read_bytes()
    except OSError as error:
        return KernelFile(path, str(error))
    if b"golden" not in source or b"__main__" not in source:
        return None
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError) as error:
        return KernelFile(path, f"not Python: {error}")
    return KernelFile(path) if any(_runs_a_kernel(node) for node in tree.body) else None


def _runs_a_kernel(node: ast.stmt) -> bool:
    if not isinstance(node, ast.If) or "__name__" not in ast.dump(node.test):
        return False
    return any(
        isinstance(child, ast.ImportFrom) and child.module in ("golden", "golden.runner")
        for child in ast.walk(node)
    ) or any(isinstance(child, ast.Call) and _is_run(child.func) for child in ast.walk(node))


def _is_run(function: ast.expr) -> bool:
    """`run(...)`, `golden.run(...)`, or a `main()` that may hold the call."""
    if isinstance(function, ast.Name):
        return function.id in ("run", "main")
    return isinstance(function, ast.Attribute) and function.attr == "run"
