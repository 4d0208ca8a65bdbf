# SPDX-License-Identifier: Apache-2.0
"""The name that a misspelt one looks most like.

nearest("shpe", ["shape", "dtype"])    "shape"
nearest_member("vec", Mem)             "Vec"
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from enum import Enum


def nearest(name: str, candidates: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The candidate that looks most like the name, in any order of its words."""
    known = sorted(set(candidates))
    found = difflib.get_close_matches(name, known, n=1, cutoff=cutoff)
    by_words = {words(candidate): candidate for candidate in known}
    again = [] if found else difflib.get_close_matches(words(name), list(by_words), n=1, cutoff=cutoff)
    return found[0] if found else by_words[again[0]] if again else None


def words(name: str) -> str:
    """The words of a name in the order of the alphabet."""
    return "_".join(sorted(name.lower().split("_")))


def nearest_member(name: str, kind: type[Enum]) -> str | None:
    """The member of an enumeration that looks most like the name, however that is capitalised."""
    by_capitals = {member.upper(): member for member in kind.__members__}
    found = nearest(name, kind.__members__) or nearest(name.upper(), by_capitals)
    return by_capitals.get(found.upper(), found) if found else None
