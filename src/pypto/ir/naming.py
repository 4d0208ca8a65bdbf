# SPDX-License-Identifier: Apache-2.0
"""Names that `.pto` text, C++ and file systems take.

>>> plain("größe")
'gruf6uc9ffe'
>>> kernel_name("pto")
'kernel_pto'
"""

from __future__ import annotations

_LONGEST = 80


def plain(name: str) -> str:
    """The name in ASCII letters, digits and underscores."""
    return "".join(c if c.isascii() and (c.isalnum() or c == "_") else f"u{ord(c):x}" for c in name)


def kernel_name(hint: str) -> str:
    """The name of a core function: of its text, its files and its C++ entry; `pto...` belongs to the device."""
    name = plain(hint)[:_LONGEST]
    return f"kernel_{name}" if name.startswith("pto") or not name[:1].isalpha() else name
