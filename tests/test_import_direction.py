# SPDX-License-Identifier: Apache-2.0
"""Imports run one way, heavy modules load on first use, and every module can be imported alone.

golden -> pypto.language -> pypto.compiler -> frontend | passes | codegen | assembler | runtime -> ir
    -> platforms, errors
"""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src"
STAGES = ("frontend", "passes", "codegen", "assembler", "runtime")

# A room may import itself and every room of a lower floor.
FLOORS = {
    "golden": 7,
    "pypto.language": 6,
    "pypto.compiler": 5,
    "pypto.stages": 4,
    "pypto.__main__": 4,
    "pypto.oppages": 3.5,
    "pypto.optable": 3,
    "pypto.compiled": 3,
    "pypto.artifact": 3.5,
    "pypto.dump_check": 3,
    "pypto.distributed": 4.5,
    "pypto.distributed_worker": 4,
    "pypto.worker": 4,
    "pypto.benchmark": 4,
    "pypto.folder": 3,
    "pypto.buildinfo": 4,
    "pypto.manifest_check": 2,
    **{f"pypto.{stage}": 2 for stage in STAGES},
    "pypto.ir": 1,
    "pypto.platforms": 0,
    "pypto.codes": -1,
    "pypto.timing": -1,
    "pypto.errors": -1,
    "pypto.lazy": -1,
    "pypto.nearby": -1,
    "pypto.environment": -1,
    "pypto": -2,
}

# Too slow to load for someone who only imports a kernel file.
HEAVY = {"torch", "numpy", "ml_dtypes", "hashlib"}

# Packages that may be absent: extras of the distribution, loaded where they are used.
OPTIONAL = {"jinja2", "matplotlib", "mpi4py", "ziglang"}

# Rooms that `__getattr__` of a module may import on first use: public names at established paths that stand
# below what they lead to, and the compiler, which importing a kernel must not load.
LAZY = {
    "pypto.language.driver": {"pypto.compiler"},
    "pypto.ir": {"pypto.compiler"},
    "pypto.ir.distributed_compiled_program": {"pypto.runtime", "pypto.compiler"},
    "pypto.runtime": {"pypto.compiler", "pypto.runtime", "pypto.worker", "pypto.benchmark"},
}

# The only module of the harness that knows the compiler.
MEETING_POINT = "golden.runner"


@dataclass(frozen=True)
class Import:
    """One import: `scope` is "module", "typing" or the name of the innermost enclosing function."""

    target: str
    scope: str
    line: int


def _modules() -> dict[str, Path]:
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = _modules()


def _imports(module: str, path: Path) -> Iterator[Import]:
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]

    def targets(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
            return
        base = node.module or ""
        if node.level:
            parent = package.split(".")
            parent = parent[: len(parent) - node.level + 1]
            base = ".".join([*parent, base] if base else parent)
        for alias in node.names:
            name = f"{base}.{alias.name}"
            yield name if name in MODULES else base

    def walk(node: ast.AST, scope: str) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import | ast.ImportFrom):
                yield from (Import(target, scope, child.lineno) for target in targets(child))
            elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                yield from walk(child, getattr(child, "name", "lambda"))
            elif isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"):
                for statement in child.body:
                    yield from walk(ast.Module(body=[statement], type_ignores=[]), "typing")
                for statement in child.orelse:
                    yield from walk(ast.Module(body=[statement], type_ignores=[]), scope)
            else:
                yield from walk(child, scope)

    yield from walk(ast.parse(path.read_text(encoding="utf-8")), "module")


IMPORTS = {module: tuple(_imports(module, path)) for module, path in MODULES.items()}


def _room(module: str) -> str:
    parts = module.split(".")
    return parts[0] if parts[0] == "golden" or len(parts) == 1 else ".".join(parts[:2])


def _ours(target: str) -> bool:
    return target.split(".")[0] in ("pypto", "golden")


def _loaded_by(start: str) -> set[str]:
    """Modules that importing `start` loads: parents, and whatever stands at module level in each."""
    seen: set[str] = set()
    todo = [start]
    while todo:
        module = todo.pop()
        if module in seen or module not in MODULES:
            continue
        seen.add(module)
        if "." in module:
            todo.append(module.rpartition(".")[0])
        todo += [item.target for item in IMPORTS[module] if item.scope == "module"]
    return seen


def test_every_room_has_a_floor():
    assert {_room(module) for module in MODULES} <= set(FLOORS)


@pytest.mark.parametrize("module", MODULES)
def test_imports_run_one_way(module):
    room = _room(module)
    wrong = []
    for item in IMPORTS[module]:
        if not _ours(item.target):
            continue
        target = _room(item.target)
        lazy = item.scope == "__getattr__" and target in LAZY.get(module, ())
        if target != room and FLOORS[target] >= FLOORS[room] and not lazy:
            wrong.append(f"line {item.line}: {room} must not import {item.target}")
    assert not wrong


@pytest.mark.parametrize("module", [m for m in MODULES if _room(m) == "golden" and m != MEETING_POINT])
def test_only_the_runner_of_the_harness_knows_the_compiler(module):
    assert not [item for item in IMPORTS[module] if item.target.split(".")[0] == "pypto"]


@pytest.mark.parametrize("module", [m for m in MODULES if _room(m) != "golden"])
def test_imports_stand_at_the_top_unless_they_are_heavy_or_optional(module):
    hidden = [
        f"line {item.line}: {item.target} in {item.scope}()"
        for item in IMPORTS[module]
        if item.scope not in ("module", "typing")
        and item.target.split(".")[0] not in HEAVY | OPTIONAL
        and not (item.scope == "__getattr__" and _room(item.target) in LAZY.get(module, ()))
    ]
    assert not hidden


def test_a_kernel_file_does_not_pay_for_heavy_modules():
    loaded = _loaded_by("pypto.language")
    assert "pypto.language" in loaded
    heavy = [
        f"{module}, line {item.line}: {item.target}"
        for module in sorted(loaded)
        for item in IMPORTS[module]
        if item.scope == "module" and item.target.split(".")[0] in HEAVY
    ]
    assert not heavy


def _python(code: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    result = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def test_importing_the_language_loads_no_heavy_module():
    code = f"import sys, pypto.language; print(*sorted({HEAVY!r} & set(sys.modules)))"
    assert _python(code).strip() == ""


def test_every_module_imports_alone():
    # What a package loads itself is loaded with the package, whoever asks; the others are tried one by one, each
    # in a fresh child. The parent has loaded the heavy modules once, so that a child is cheap.
    entries = [
        module
        for module in MODULES
        if "." not in module or module not in _loaded_by(module.rpartition(".")[0])
    ]
    code = f"""
import importlib, os, sys, traceback
import torch, numpy, ml_dtypes
failed = 0
for module in {entries!r}:
    if module.endswith("__main__"):
        continue
    child = os.fork()
    if child == 0:
        try:
            importlib.import_module(module)
        except BaseException:
            print("cannot import", module, "alone", flush=True)
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    failed += os.waitpid(child, 0)[1] != 0
sys.exit(failed)
"""
    _python(code)
