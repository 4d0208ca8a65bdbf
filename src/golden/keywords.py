# SPDX-License-Identifier: Apache-2.0
"""Keywords that a function of the harness does not have: a TypeError that says which one was meant.

run(kernel, specs, golden, ignore_nan=True)
TypeError: run() got an unexpected keyword argument 'ignore_nan'; equal_nan=True lets NaN match NaN; ...
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def named(meant: Mapping[str, str] | None = None) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Refuses unknown keywords with the near one; `meant` says what to write for those of other libraries."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        known = list(inspect.signature(function).parameters)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            for name in kwargs:
                if name not in known:
                    found = difflib.get_close_matches(name, [*(meant or {}), *known], n=1, cutoff=0.7)
                    help = (meant or {}).get(found[0] if found else name) or near(name, known)
                    raise TypeError(
                        f"{function.__name__}() got an unexpected keyword argument '{name}'; {help}"
                    )
            return function(*args, **kwargs)

        return call

    return decorate


def near(name: str, known: list[str]) -> str:
    """The keyword that looks most like a name, or all of them."""
    found = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {found[0]}=?" if found else f"it takes {', '.join(known)}"


NAN = (
    "equal_nan=True lets NaN match NaN; to leave out where the reference is NaN give the output a comparator: "
    "compare_fn={'y': ratio_allclose(ignore_nan=True)}"
)
_TOLERANCE = "give rtol= and atol="
_CONFIG = "the configuration is one dict: config=dict({name}=...)"
_FOR_RUN = {
    "ignore_nan": NAN,
    "nan_ok": NAN,
    "tol": _TOLERANCE,
    "tolerance": _TOLERANCE,
    "eps": _TOLERANCE,
    "kernel": "the kernel is fn=",
    "inputs": "arguments are described by specs=",
    "args": "arguments are described by specs=",
    "reference": "the reference is golden_fn=",
    "golden": "the reference is golden_fn=, stored data are golden_data=",
    "expected": "the reference is golden_fn=, stored data are golden_data=",
    "device": _CONFIG.format(name="platform"),
    **{
        name: _CONFIG.format(name=name)
        for name in ("platform", "device_id", "engine", "dump_passes", "log_level", "schedule", "sanitize")
    },
}
run_keywords = named(_FOR_RUN)
