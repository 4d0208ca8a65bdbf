# SPDX-License-Identifier: Apache-2.0
"""The kernel language: what a kernel file writes after `import pypto.language as pl`.

    @pl.jit
    def scale(x: pl.Tensor, y: pl.Out[pl.Tensor]):
        for b in pl.spmd(x.shape[0] // 16):
            r = b * 16
            y[r : r + 16, :] = pl.mul(x[r : r + 16, :], 2.0)
        return y

Operations come from the operation table; `help(pl.mul)` shows a row's own text. Nothing here runs when a kernel is
called: kernel bodies are read, not executed.
"""

from typing import Any

from pypto.frontend.surface import MEMBERS, PLANNED
from pypto.language.jit import JITFunction, jit

globals().update(MEMBERS)

__all__ = ["JITFunction", "jit", *MEMBERS]


def __getattr__(name: str) -> Any:
    if name in PLANNED:
        raise AttributeError(f"pl.{name} is not built yet")
    raise AttributeError(f"module 'pypto.language' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
