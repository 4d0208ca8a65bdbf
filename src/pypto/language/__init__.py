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

from typing import TYPE_CHECKING, Any

from pypto.frontend.words import WORDS
from pypto.language.jit import JITFunction as JITFunction
from pypto.language.jit import jit as jit
from pypto.language.program import function as function
from pypto.language.program import inline as inline
from pypto.language.program import program as program
from pypto.language.text import loads as loads
from pypto.language.text import loads_program as loads_program
from pypto.language.text import parse as parse
from pypto.language.text import parse_program as parse_program
from pypto.lazy import LazyModule

if TYPE_CHECKING:
    from pypto.frontend import foreign, surface
else:  # the operations, which a kernel file does not need before it compiles a kernel
    foreign = LazyModule("pypto.frontend.foreign")
    surface = LazyModule("pypto.frontend.surface")

globals().update(WORDS)
_NAMES = frozenset(
    [
        "JITFunction",
        "jit",
        "function",
        "inline",
        "program",
        "loads",
        "loads_program",
        "parse",
        "parse_program",
    ]
)


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(f"module 'pypto.language' has no attribute {name!r}")
    if name not in surface.MEMBERS:
        help = foreign.instead_of(name) or foreign.like(name, {"pl": _NAMES | surface.MEMBERS.keys()})
        raise AttributeError(f"there is no pl.{name}" + (f"; {help}" if help else ""))
    globals().update(surface.MEMBERS)
    return surface.MEMBERS[name]


def __dir__() -> list[str]:
    return sorted({*_NAMES, *surface.MEMBERS})
