# SPDX-License-Identifier: Apache-2.0
"""Names that `.pto` text, C++ and file systems take.

>>> plain("größe")
'gruf6uc9ffe'
>>> kernel_name("pto")
'kernel_pto'
"""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST = 80


class FreeNames:
    """Gives each wish a name of its own: x, x_1, x_2, ...; `first` is the first number."""

    def __init__(self, taken: Iterable[str] = (), first: int = 1) -> None:
        self.taken = set(taken)
        self._first = first
        self._next: dict[str, int] = {}  # where the search goes on, of each wish

    def fresh(self, wish: str) -> str:
        name, number = wish, self._next.get(wish, self._first)
        while name in self.taken:
            name = f"{wish}_{number}"
            number += 1
        self._next[wish] = number
        self.taken.add(name)
        return name


def free_name(base: str, taken: set[str]) -> str:
    """`base`, numbered where it is taken; taken afterwards."""
    name, number = base, 0
    while name in taken:
        number += 1
        name = f"{base}_{number}"
    taken.add(name)
    return name


def plain(name: str) -> str:
    """The name in ASCII letters, digits and underscores."""
    return "".join(c if c.isascii() and (c.isalnum() or c == "_") else f"u{ord(c):x}" for c in name)


def kernel_name(hint: str) -> str:
    """The name of a core function: of its text, its files and its C++ entry; `pto...` belongs to the device."""
    name = plain(hint)[:_LONGEST]
    return f"kernel_{name}" if name.startswith("pto") or not name[:1].isalpha() else name
