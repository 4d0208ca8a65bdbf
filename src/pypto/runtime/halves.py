# SPDX-License-Identifier: Apache-2.0
"""Which half of a region that uses both kinds of core stored something: the one whose `.pto` text has that store.

The interpreter runs such a region as one; it became two kernels, and a store stands in one of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from pypto.errors import Span

_FUNCTION = re.compile(r"func\.func @(\w+)\(")
_STORE = re.compile(r'pto\.(?:tstore|mscatter|store_scalar)\b.* loc\((".*"):(\d+):(\d+)\)$')


class Halves:
    """The kernels of the groups of a build folder, by the stores that they hold."""

    def __init__(self, folder: Path, document: Mapping[str, Any]) -> None:
        self._folder = folder
        self._kernels = document["kernels"]
        self._groups = [[n for n in group if n >= 0] for group in document["groups"]]

    def storing(self, kernel: int, span: Span | None) -> int:
        """Of a kernel and those that run with it, the one that holds a store; the kernel itself where none does."""
        members = next((group for group in self._groups if kernel in group), [])
        if span is None or len(members) < 2:
            return kernel
        place = span.file, span.line, span.column
        return next((n for n in [kernel, *members] if place in self._stores.get(n, ())), kernel)

    @cached_property
    def _stores(self) -> dict[int, set[tuple[str, int, int]]]:
        numbers = {self._kernels[n]["function"]: n for group in self._groups for n in group}
        texts = {self._kernels[n]["pto"] for n in numbers.values()} - {None}
        found: dict[int, set[tuple[str, int, int]]] = {}
        for text in texts:
            for function, place in _stores_in((self._folder / text).read_text()):
                if function in numbers:
                    found.setdefault(numbers[function], set()).add(place)
        return found


def _stores_in(text: str) -> Iterator[tuple[str, tuple[str, int, int]]]:
    function = ""
    for line in text.splitlines():
        named, store = _FUNCTION.search(line), _STORE.search(line)
        if named is not None:
            function = named[1]
        elif store is not None:
            yield function, (json.loads(store[1]), int(store[2]), int(store[3]))
