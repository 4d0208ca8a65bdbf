# SPDX-License-Identifier: Apache-2.0
"""Kernels written to disk as a user would, and build folders of their own."""

import importlib.util
import textwrap
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def build_output(tmp_path, monkeypatch):
    monkeypatch.setenv("PYPTO_PROG_BUILD_DIR", str(tmp_path / "build_output"))
    return tmp_path / "build_output"


@pytest.fixture
def load(tmp_path) -> Callable[[str], ModuleType]:
    """`load(source)` writes a module and imports it; each call gets a file of its own."""
    count = 0

    def write(source: str, name: str = "kernel") -> ModuleType:
        nonlocal count
        count += 1
        folder = tmp_path / f"file{count}"
        folder.mkdir()
        path = Path(folder / f"{name}.py")
        path.write_text(textwrap.dedent(source))
        spec = importlib.util.spec_from_file_location(f"{name}_{count}", path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return write


@pytest.fixture
def kept_kernel(pytestconfig) -> Callable[[str, str], Any]:
    """`kept_kernel(name, source)`: the kernel `run` of a source at a path that stays.

    Native code names the path of its source, so that a second test run finds what the first one built.
    """
    folder = pytestconfig.rootpath / ".test_cache" / "programs"
    folder.mkdir(parents=True, exist_ok=True)

    def load(name: str, source: str) -> Any:
        path = folder / f"{name}.py"
        path.write_text(source)
        module = ModuleType(name)
        exec(compile(source, str(path), "exec"), vars(module))
        return module.run

    return load
