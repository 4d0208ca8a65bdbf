# SPDX-License-Identifier: Apache-2.0
"""Which compiler is used, and what is said when there is none."""

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from pypto.errors import ToolchainError
from pypto.runtime import toolchain
from pypto.runtime.toolchain import find_compiler


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    toolchain._find.cache_clear()
    yield
    toolchain._find.cache_clear()


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def speaks(path: Path, *macros: str) -> Path:
    """A compiler that answers the probe with these macros."""
    return script(path, "\n".join(f"echo '#define {macro}'" for macro in macros))


@pytest.fixture
def no_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchain.importlib.util, "find_spec", lambda name: None)


def test_the_compiler_named_by_cxx_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = speaks(tmp_path / "my-c++", "__GNUC__ 13", '__VERSION__ "13.1"')
    monkeypatch.setenv("CXX", f"{mine} -m64")
    compiler = find_compiler()
    assert (compiler.kind, compiler.version, compiler.command) == ("gcc", "13.1", (str(mine), "-m64"))
    command = compiler.compile_command("a.cpp", "a.o", Path("inc"))
    assert command[:2] == [str(mine), "-m64"] and command[-5:] == ["-Iinc", "-c", "a.cpp", "-o", "a.o"]
    assert "-ffast-math" not in command


@pytest.mark.parametrize("cxx", ["no-such-compiler-here", "/dev/null", "'unbalanced"])
def test_a_cxx_that_cannot_run_is_an_error_and_no_other_is_taken(
    cxx: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CXX", cxx)
    with pytest.raises(ToolchainError, match="CXX"):
        find_compiler()


def test_the_order_is_cxx_gxx_clang_and_old_ones_are_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_wheel: None
) -> None:
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setenv(
        "PATH", f"{tmp_path}:/usr/bin-of-nothing:{os.path.dirname(shutil.which('sh') or '/bin/sh')}-no"
    )
    speaks(
        tmp_path / "clang++", "__clang__ 1", "__clang_major__ 19", '__clang_version__ "19.1 "', "__GNUC__ 4"
    )
    assert find_compiler().kind == "clang"
    toolchain._find.cache_clear()
    speaks(tmp_path / "c++", "__GNUC__ 9", '__VERSION__ "9.4"')
    assert find_compiler().kind == "clang"
    toolchain._find.cache_clear()
    speaks(tmp_path / "g++", "__GNUC__ 12", '__VERSION__ "12.2"')
    assert find_compiler().path == str(tmp_path / "g++")


def test_without_a_compiler_the_error_names_both_ways_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_wheel: None
) -> None:
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    speaks(tmp_path / "c++", "__GNUC__ 9", '__VERSION__ "9.4"')
    with pytest.raises(ToolchainError) as caught:
        find_compiler()
    text = str(caught.value)
    assert "no usable C++ compiler found [no-compiler]" in text
    assert "gcc 9.4; version 12 or later is needed" in text
    assert "pip install goldtile[compiler]" in text and "PYPTO_ENGINE=interpret" in text


def test_processor_features_are_part_of_the_identity(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    identities = set()
    for features in (["__AVX2__ 1"], ["__AVX2__ 1", "__AVX512F__ 1"], []):
        toolchain._find.cache_clear()
        mine = speaks(tmp_path / "c++", "__GNUC__ 13", '__VERSION__ "13.1"', *features)
        monkeypatch.setenv("CXX", str(mine))
        identities.add(find_compiler().identity)
    assert len(identities) == 3


def test_a_flag_the_compiler_refuses_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = script(
        tmp_path / "c++",
        'for a in "$@"; do [ "$a" = -march=native ] && { echo "unknown option" >&2; exit 1; }; done\n'
        "echo '#define __clang__ 1'; echo '#define __clang_major__ 17'",
    )
    monkeypatch.setenv("CXX", str(mine))
    assert find_compiler().flags[0] == "-mcpu=native"
