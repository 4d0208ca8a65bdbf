# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C: an interrupt of a run stays a KeyboardInterrupt, and one that nobody catches ends the program in one line.

$ python kernel.py
[RUN] compute golden ...
^C[RUN] interrupted
"""

from __future__ import annotations

import sys
from types import TracebackType

_MARK = "_golden_interrupted"


def end_in_one_line(interrupt: KeyboardInterrupt) -> None:
    """An interrupt of a run shows no traceback at the end of the program, unless the program has a hook of its own."""
    setattr(interrupt, _MARK, True)
    if sys.excepthook is sys.__excepthook__:
        sys.excepthook = _hook


def _hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """What Python calls with an exception that nobody caught; after an interrupt the status in a shell is 130."""
    if hasattr(error, _MARK):
        print("[RUN] interrupted", file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, trace)
