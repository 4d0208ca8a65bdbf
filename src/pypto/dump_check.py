# SPDX-License-Identifier: Apache-2.0
"""Whether the programs that a compilation dumped after its passes read back from their texts.

report = compiled.validate_ir()
report.passed, report.files, report.wrong      # {"passes_dump/07_after_fold.py": "reads back as another text: ..."}
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pypto.errors import BuildFolderError, UserError
from pypto.lazy import LazyModule

if TYPE_CHECKING:
    from pypto.frontend import reader
    from pypto.ir import printer
else:  # what a native run from the cache does not need
    reader = LazyModule("pypto.frontend.reader")
    printer = LazyModule("pypto.ir.printer")


@dataclass(frozen=True)
class DumpReport:
    """The dumps that were read, in order of the passes, and what is wrong with those that do not read back."""

    files: tuple[str, ...]
    wrong: Mapping[str, str]

    @property
    def passed(self) -> bool:
        return not self.wrong

    def __str__(self) -> str:
        lines = [f"{name}: {self.wrong.get(name, 'reads back')}" for name in self.files]
        return "\n".join(lines)


def check_dumps(where: Path) -> DumpReport:
    """Every dump of a build folder, read and printed again."""
    files = sorted((where / "passes_dump").glob("*.py"))
    if not files:
        raise BuildFolderError(
            f"{where} holds no programs after passes", help='compile it with config={"dump_passes": True}'
        )
    names = tuple(f"passes_dump/{path.name}" for path in files)
    found = {name: _difference(path) for name, path in zip(names, files, strict=True)}
    return DumpReport(names, {name: what for name, what in found.items() if what is not None})


def _difference(path: Path) -> str | None:
    try:
        text = path.read_text()
        again = printer.print_program(reader.read_program(text, str(path)))
    except (OSError, UnicodeDecodeError) as error:
        return f"cannot be read: {error}"
    except UserError as error:
        return str(error)
    if again == text:
        return None
    rows = difflib.unified_diff(text.splitlines(), again.splitlines(), lineterm="", n=0)
    changed = [row for row in rows if row[:1] in "+-" and row[:3] not in ("+++", "---")]
    return f"reads back as another text: {'; '.join(changed[:2])}"
