# SPDX-License-Identifier: Apache-2.0
"""What runtime scopes held, as `dfx_outputs/scope_stats/scope_stats.jsonl` of a build folder.

The first line has the largest fill of each ring; then a line for each boundary of a scope, in the order of the run: how
far its ring had given back (`_start`) and given out (`_end`) by then. A ring gives back what no open scope holds, so the
numbers do not depend on how fast tasks run. Of a run that failed the last lines show the scopes that were open.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pypto.runtime.call import Program
    from pypto.runtime.device import NativeRecord, ScopeNote

VERSION = 6
_KINDS = ("task_window", "heap", "dep_pool")


def write_scope_stats(outputs: Path, program: Program, record: NativeRecord, fatal: bool) -> Path:
    """Writes the file of a run; `fatal`: the run failed."""
    notes = record.scopes()
    peaks = record.peaks()
    count = len(peaks) // len(_KINDS)
    head: dict[str, Any] = {"version": VERSION, "fatal": fatal, "dropped": 0, "total": len(notes)}
    for number, kind in enumerate(_KINDS):
        head[f"{kind}_max"] = peaks[number * count : number * count + count]
    head["tensormap_max"] = peaks[-1]
    path = outputs / "scope_stats" / "scope_stats.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [head, *(_row(program, note) for note in notes)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def _row(program: Program, note: ScopeNote) -> dict[str, Any]:
    file, line, _ = program.location(-1, note.location) or ("", 0, 0)
    row: dict[str, Any] = {
        "site": f"{file}:{line}",
        "phase": "begin" if note.begin else "end",
        "depth": note.depth,
        "ring": note.ring,
    }
    for number, kind in enumerate(_KINDS):
        row[f"{kind}_start"], row[f"{kind}_end"] = note.start[number], note.end[number]
    return {**row, "tensormap": note.regions}
