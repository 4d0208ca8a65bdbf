# SPDX-License-Identifier: Apache-2.0
"""Building, loading and dispatching compiled programs on the CPU device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pypto.runtime.config import RunConfig as RunConfig
    from pypto.runtime.result import RunResult as RunResult


def __getattr__(name: str) -> Any:
    if name == "RunConfig":
        from pypto.runtime.config import RunConfig

        return RunConfig
    if name == "RunResult":
        from pypto.runtime.result import RunResult

        return RunResult
    if name == "run":
        from pypto.compiler import run_program

        return run_program
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
