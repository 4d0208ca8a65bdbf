# SPDX-License-Identifier: Apache-2.0
"""Variables of the environment: the one place that reads them. An empty one counts as unset, an unusable one is an error.

choice("PYPTO_ENGINE", ("native", "interpret"), "native")
switch("PYPTO_REBUILD_FROM_PTO", True)
ValueError: PYPTO_REBUILD_FROM_PTO must be 1 or 0, got 'x'
"""

from __future__ import annotations

import os
from collections.abc import Sequence

_ON = ("1", "true", "yes", "on")
_OFF = ("0", "false", "no", "off")


VERIFICATION_LEVELS = ("NONE", "BASIC", "ROUNDTRIP")


def given(name: str) -> str | None:
    """What a variable says; None where it is unset or empty."""
    return os.environ.get(name) or None


def choice(name: str, accepted: Sequence[str], default: str | None = None) -> str | None:
    """One of some words, in whatever letters."""
    text = given(name)
    if text is None:
        return default
    found = next((word for word in accepted if word.lower() == text.strip().lower()), None)
    if found is None:
        raise ValueError(f"{name} must be one of {', '.join(accepted)}, got {text!r}")
    return found


def switch(name: str, default: bool) -> bool:
    """Whether something is on."""
    text = given(name)
    word = (text or "").strip().lower()
    if text is not None and word not in (*_ON, *_OFF):
        raise ValueError(f"{name} must be 1 or 0, got {text!r}")
    return default if text is None else word in _ON


def number(name: str, least: int, most: int | None = None) -> int | None:
    """A whole number; None where the variable is unset."""
    text = given(name)
    if text is None:
        return None
    value = whole(text)
    if value is None or value < least or (most is not None and value > most):
        bounds = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise ValueError(f"{name} must be an integer {bounds}, got {text!r}")
    return value


def whole(text: str) -> int | None:
    """The number that decimal digits say; None for anything else, and for more than 18 of them."""
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 18 else None


def reads_back() -> bool:
    """Whether programs are also read back from their text after each pass."""
    return choice("PYPTO_VERIFY_LEVEL", VERIFICATION_LEVELS) == "ROUNDTRIP"


def source_loc() -> bool:
    """Whether `.pto` texts say where in the kernel file their lines come from."""
    return switch("PYPTO_EMIT_PTO_LOC", True)


def reassembles() -> bool:
    """Whether a replay makes new C++ of an edited `.pto`."""
    return switch("PYPTO_REBUILD_FROM_PTO", True)
