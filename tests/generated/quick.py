# SPDX-License-Identifier: Apache-2.0
"""A quicker build for thousands of small kernels: all kernels of a program in one file, and without optimisation.

The C++ is the same text; what differs is how long the compiler thinks about it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pypto.runtime import build

_INCLUDE = '#include "pto/kernel.hpp"'


@contextmanager
def quick_builds(enabled: bool = True, flag: str = "-O0") -> Iterator[None]:
    """Within it, `build` compiles one file for all kernels."""
    original = build._units

    def units(folder: Path, manifest: dict[str, Any], compiler: Any) -> list[Any]:
        found = original(folder, manifest, compiler)
        sources = {folder / kernel["cpp"] for kernel in manifest["kernels"]}
        texts, others = [_INCLUDE], []
        for unit in found:
            if unit.source not in sources:
                others.append(
                    build._Unit(unit.name, unit.source, f"{unit.key}{flag}", (*unit.extra, flag), unit.text)
                )
                continue
            body = unit.source.read_text().replace(_INCLUDE, "")
            texts.append(
                f"namespace in_{len(texts)} {{\n{body}\n}}"
            )  # C symbols are the same in any namespace
        if len(texts) == 1:
            return others
        text = "\n".join(texts)
        key = build._digest(compiler.identity, build._tree_digest(build.INCLUDE), text, flag)
        return [build._Unit("kernels", Path("kernels.cpp"), key, (flag,), text), *others]

    if enabled:
        build._units = units
    try:
        yield
    finally:
        build._units = original
