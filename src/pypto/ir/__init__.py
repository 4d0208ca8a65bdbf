# SPDX-License-Identifier: Apache-2.0
"""Types, nodes, operation table, printer and verifier: what every stage shares.

`pypto.ir.compile(program, platform="a2a3sim")` compiles a program object; `pypto.ir.CompiledProgram.from_dir(path)` opens
what was compiled before.
"""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    if name == "compile":
        from pypto.compiler import compile_ir

        return compile_ir
    if name == "CompiledProgram":
        from pypto.compiler import CompiledProgram

        return CompiledProgram
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
