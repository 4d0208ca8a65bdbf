# SPDX-License-Identifier: Apache-2.0
"""Kernels written to disk as a user would, and build folders of their own."""

import importlib.util
import textwrap
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

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
