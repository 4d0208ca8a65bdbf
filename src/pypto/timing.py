# SPDX-License-Identifier: Apache-2.0
"""How long the steps of a compile take.

profile = Profile()
with profile.stage("passes"):
    with profile.stage("fold"): ...
profile.texts()     # report/pipeline_profile.txt and .json
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any


@dataclass
class _Stage:
    name: str
    seconds: float = 0.0
    children: list[_Stage] = field(default_factory=list)

    def document(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "seconds": self.seconds,
            "children": [child.document() for child in self.children],
        }

    def lines(self, depth: int = 0) -> Iterator[str]:
        yield f"{self.seconds * 1e3:10.2f} ms  {'  ' * depth}{self.name}"
        for child in self.children:
            yield from child.lines(depth + 1)


class Profile:
    """Stages that are timed, in the order in which they began; those within another one are its children."""

    def __init__(self) -> None:
        self._open = [_Stage("total")]

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        stage = _Stage(name)
        self._open[-1].children.append(stage)
        self._open.append(stage)
        began = time.perf_counter()
        try:
            yield
        finally:
            stage.seconds = time.perf_counter() - began
            self._open.pop()

    def texts(self) -> dict[str, str]:
        """The two files of the build folder."""
        whole = self._open[0]
        whole.seconds = sum(stage.seconds for stage in whole.children)
        document = {"total_seconds": whole.seconds, "stages": whole.document()["children"]}
        return {
            "report/pipeline_profile.json": json.dumps(document, indent=1) + "\n",
            "report/pipeline_profile.txt": "\n".join(whole.lines()) + "\n",
        }
