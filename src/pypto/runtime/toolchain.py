# SPDX-License-Identifier: Apache-2.0
"""Finding a C++ compiler and saying exactly what it will produce code for.

    compiler = find_compiler()          # $CXX, then c++, g++, clang++, then the ziglang wheel
    compiler.compile_command(source, target, include)

`Compiler.identity` names the compiler, its version and every feature macro it sets for this machine.
It is part of every cache key, so that an object is never loaded where the processor lacks what it uses.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pypto.errors import ToolchainError

#: What kernels, orchestration and device runtime are compiled with, whatever the compiler.
#: No option here changes a value: division and square root stay correctly rounded, NaN and infinity survive.
COMMON_FLAGS = (
    "-std=c++17",
    "-O3",
    "-fno-math-errno",
    "-fno-trapping-math",
    "-ffp-contract=off",
    "-fno-exceptions",
    "-fno-rtti",
    "-fvisibility=hidden",
    "-fPIC",
)

#: Ways to say "this machine's processor"; the first one the compiler accepts is taken.
_NATIVE = (("-march=native",), ("-mcpu=native",), ())

#: Older ones lack `__builtin_shufflevector` or the vector types the device headers use.
_OLDEST = {"gcc": 12, "clang": 14, "zig": 14}

_HELP = (
    "install one (for example `apt install g++`) or `pip install goldtile[compiler]`, "
    'or run without one: config["engine"] = "interpret", or PYPTO_ENGINE=interpret'
)


@dataclass(frozen=True)
class Compiler:
    """A usable C++ compiler; `command` starts it, `flags` are the compile flags for this machine."""

    path: str
    kind: str  # "gcc", "clang" or "zig"
    version: str
    flags: tuple[str, ...]
    command: tuple[str, ...]
    identity: str = field(repr=False)

    def compile_command(
        self, source: Path | str, target: Path | str, include: Path, extra: Sequence[str] = ()
    ) -> list[str]:
        """Compile one file to an object."""
        return [*self.command, *self.flags, *extra, f"-I{include}", "-c", str(source), "-o", str(target)]

    def link_command(self, objects: Sequence[Path | str], target: Path | str) -> list[str]:
        """Link objects to a shared library; an undefined symbol is an error."""
        return [*self.command, *self.link_flags, *map(str, objects), "-o", str(target), *self.libraries]

    @property
    def link_flags(self) -> tuple[str, ...]:
        undefined = () if sys.platform == "darwin" else ("-Wl,-z,defs",)
        return ("-shared", "-nostdlib", "-fPIC", *undefined)

    @property
    def libraries(self) -> tuple[str, ...]:
        # -lc although nothing of it is needed to link: without it an old memcpy is bound.
        if sys.platform == "darwin":
            return ("-lSystem",)
        return ("-lc", "-lgcc") if self.kind == "gcc" else ("-lc",)


def environment() -> dict[str, str]:
    """What compilers run in: messages in English, so that they can be read by machine."""
    return {**os.environ, "LC_ALL": "C"}


def find_compiler() -> Compiler:
    """The compiler to use; looked for again only when `CXX` or `PATH` changes."""
    return _find(os.environ.get("CXX", ""), os.environ.get("PATH", ""))


@functools.lru_cache(maxsize=8)
def _find(cxx: str, path: str) -> Compiler:
    if cxx:
        return _explicit(cxx)
    notes: list[str] = []
    for name in ("c++", "g++", "clang++"):
        found = shutil.which(name, path=path)
        if found is None:
            continue
        compiler = _examine((found,), notes)
        if compiler is not None:
            return compiler
    if importlib.util.find_spec("ziglang") is not None:
        compiler = _examine((sys.executable, "-m", "ziglang", "c++"), notes)
        if compiler is not None:
            return compiler
    looked = "looked for c++, g++ and clang++ on PATH and for the ziglang wheel"
    raise ToolchainError(
        "no usable C++ compiler found", notes=[looked, *notes], help=_HELP, code="no-compiler"
    )


def _explicit(cxx: str) -> Compiler:
    try:
        command = shlex.split(cxx)
    except ValueError as error:
        raise ToolchainError(f"CXX={cxx!r} cannot be read: {error}", code="no-compiler") from error
    found = shutil.which(command[0]) if command else None
    notes: list[str] = []
    compiler = _examine((found, *command[1:]), notes) if found else None
    if compiler is None:
        notes = notes or [f"{command[0] if command else cxx!r} is not an executable file"]
        raise ToolchainError(
            f"the C++ compiler named by CXX={cxx!r} cannot be used",
            notes=notes,
            help="unset CXX to have a compiler looked for; otherwise " + _HELP,
            code="no-compiler",
        )
    return compiler


def _examine(command: tuple[str, ...], notes: list[str]) -> Compiler | None:
    """Ask a compiler for its predefined macros; None, with the reason in `notes`, where it is of no use."""
    problem = ""
    for native in _NATIVE:
        try:
            probe = subprocess.run(
                [*command, *native, "-std=c++17", "-dM", "-E", "-x", "c++", os.devnull],
                capture_output=True,
                text=True,
                stdin=subprocess.DEVNULL,
                env=environment(),
                check=False,
            )
        except OSError as error:
            notes.append(f"{shlex.join(command)}: {error.strerror or error}")
            return None
        if probe.returncode == 0:
            break
        problem = problem or _first_line(probe.stderr)
    else:
        notes.append(f"{shlex.join(command)} failed: {problem}")
        return None
    macros = dict(re.findall(r"^#define (\w+) ?(.*)$", probe.stdout, re.MULTILINE))
    kind = "zig" if "ziglang" in command or Path(command[0]).name.startswith("zig") else None
    if "__clang__" in macros:
        kind = kind or "clang"
        major, version = macros.get("__clang_major__", "0"), macros.get("__clang_version__", "").strip('" ')
    elif "__GNUC__" in macros:
        kind = "gcc"
        major, version = macros["__GNUC__"], macros.get("__VERSION__", "").strip('"')
    else:
        notes.append(f"{shlex.join(command)} is neither gcc nor clang")
        return None
    if int(major) < _OLDEST[kind] and "__apple_build_version__" not in macros:
        notes.append(f"{shlex.join(command)} is {kind} {version}; version {_OLDEST[kind]} or later is needed")
        return None
    flags = (*native, *COMMON_FLAGS)
    text = "\n".join([kind, version, *flags, *sorted(f"{k} {v}" for k, v in macros.items())])
    identity = hashlib.sha256(text.encode()).hexdigest()
    return Compiler(command[0], kind, version, flags, command, identity)


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "no message")
