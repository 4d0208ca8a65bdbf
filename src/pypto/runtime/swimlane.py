# SPDX-License-Identifier: Apache-2.0
"""The timeline of a traced run, as `dfx_outputs/chip_swimlane_records.json` of its build folder.

A core of the file is one worker in one of its two roles, cube ("aic") or vector ("aiv"). Times are
measured nanoseconds from the first start, written as cycles of a 1 GHz clock.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pypto.runtime.call import RunRecord

if TYPE_CHECKING:
    from pypto.runtime.history import InterpretedRecord

CLOCK_HZ = 1_000_000_000


def write_swimlane(
    folder: Path, manifest: dict[str, Any], record: RunRecord | InterpretedRecord, level: int = 1
) -> Path:
    """Write the records; every level from 1 to 4 holds those of level 1."""
    if not 1 <= level <= 4:
        raise ValueError(f"a swimlane level is 1 to 4, not {level!r}")
    core_types = {kernel["id"]: kernel["core"] for kernel in manifest["kernels"]}
    names = {kernel["id"]: kernel["function"] for kernel in manifest["kernels"]}
    tasks = record.tasks
    lanes = sorted({(core_types[t.kernel], t.worker) for t in tasks})
    core_ids = {lane: core for core, lane in enumerate(lanes)}
    rows = []
    functions: dict[str, int] = {}
    dispatched = [0] * len(lanes)
    for t in tasks:
        core = core_ids[core_types[t.kernel], t.worker]
        rows.append([core, str(t.task), dispatched[core], round(t.start_us * 1e3), round(t.end_us * 1e3)])
        dispatched[core] += 1
        functions[str(t.task)] = t.kernel
    outputs = folder / "dfx_outputs"
    outputs.mkdir(exist_ok=True)
    _write_json(
        outputs / f"name_map_{manifest['entry']}.json",
        {
            "level": level,
            "orchestrator_name": manifest["entry"],
            "callable_id_to_name": {str(k): name for k, name in names.items()},
        },
    )
    path = outputs / "chip_swimlane_records.json"
    _write_json(
        path,
        {
            "chip_swimlane_level": level,
            "metadata": {
                "clock_freq_hz": CLOCK_HZ,
                "num_cores": len(lanes),
                "core_types": [core_type for core_type, _ in lanes],
                "core_to_thread": [worker for _, worker in lanes],
            },
            "task_functions": functions,
            "aicore_tasks": rows,
        },
    )
    return path


def _write_json(path: Path, content: dict[str, Any]) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w") as file:
            json.dump(content, file, separators=(",", ":"))
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
