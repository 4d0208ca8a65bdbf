# SPDX-License-Identifier: Apache-2.0
"""Types, nodes, operation table, printer and verifier: what every stage shares.

`pypto.ir.compile(program, platform="a2a3sim")` compiles a program object.
"""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    if name == "compile":
        from pypto.compiler import compile_ir

        return compile_ir
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
