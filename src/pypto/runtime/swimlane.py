# SPDX-License-Identifier: Apache-2.0
"""The timeline of a traced run, as `dfx_outputs/chip_swimlane_records.json` of its build folder.

A core of the file is one worker in one of its two roles, cube ("aic") or vector ("aiv"). Times are
measured nanoseconds from the first start, written as cycles of a 1 GHz clock. Workers fetch their own blocks; the file
shows that as done by the scheduler thread of the control processor that looks after the core.
"""

from __future__ import annotations

import json
import os
import tempfile
from bisect import bisect_left, bisect_right
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pypto.runtime.call import RunRecord

if TYPE_CHECKING:
    from pypto.runtime.device import Phase
    from pypto.runtime.history import InterpretedRecord

CLOCK_HZ = 1_000_000_000


def write_swimlane(
    outputs: Path,
    manifest: dict[str, Any],
    record: RunRecord | InterpretedRecord,
    level: int = 1,
    schedulers: int = 3,
) -> Path:
    """Write the records: 1 blocks, 2 also when workers took and gave them back, 3 what workers did between blocks, 4 what
    the orchestration submitted. An interpreted run has the first level alone. `schedulers`: threads among which the
    workers are divided.
    """
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
    outputs.mkdir(parents=True, exist_ok=True)
    write_json(
        outputs / f"name_map_{manifest['entry']}.json",
        {
            "level": level,
            "orchestrator_name": manifest["entry"],
            "callable_id_to_name": {str(k): name for k, name in names.items()},
        },
    )
    more: dict[str, Any] = {}
    if level >= 2 and isinstance(record, RunRecord):
        more = _between(record.native.phases(), rows, [worker for _, worker in lanes], level, schedulers)
    path = outputs / "chip_swimlane_records.json"
    write_json(
        path,
        {
            "chip_swimlane_level": level,
            "metadata": {
                "clock_freq_hz": CLOCK_HZ,
                "num_cores": len(lanes),
                "core_types": [core_type for core_type, _ in lanes],
                "core_to_thread": [worker % schedulers for _, worker in lanes],
            },
            "task_functions": functions,
            "aicore_tasks": rows,
            **more,
        },
    )
    return path


_SUBMIT, _DISPATCH, _COMPLETE, _JOIN, _SKIP = range(5)
_KINDS = {_DISPATCH: "dispatch", _COMPLETE: "complete", _JOIN: "dummy_task", _SKIP: "predicated_skip"}


def _between(
    phases: list[Phase], rows: list[list[Any]], workers: list[int], level: int, schedulers: int
) -> dict[str, Any]:
    """Levels 2 to 4. All times move together, so that the first of them is 0."""
    shift = -min([0, *(p.start for p in phases)])
    for row in rows:
        row[3:5] = row[3] + shift, row[4] + shift
    by_worker: dict[int, list[Phase]] = {}
    for phase in phases:
        by_worker.setdefault(phase.worker, []).append(phase)
    taken = {w: sorted(p.end + shift for p in own if p.kind == _DISPATCH) for w, own in by_worker.items()}
    given = {
        w: sorted((p.start + shift, p.end + shift) for p in own if p.kind == _COMPLETE)
        for w, own in by_worker.items()
    }
    seen = []
    for core, _, number, start, end in rows:
        before, after = taken.get(workers[core], []), given.get(workers[core], [])
        at, back = bisect_right(before, start), bisect_left(after, (end, end))
        seen.append(
            [core, number, before[at - 1] if at else start, after[back][1] if back < len(after) else end]
        )
    more: dict[str, Any] = {"aicpu_tasks": seen}
    if level >= 3:
        more["aicpu_scheduler_phases"] = [
            [
                {
                    "kind": _KINDS[p.kind],
                    "start_cycles": p.start + shift,
                    "end_cycles": p.end + shift,
                    "loop_iter": turn,
                    "tasks_processed": p.what if p.kind == _DISPATCH else 1,
                }
                for turn, p in enumerate(own)
            ]
            for own in _by_scheduler(by_worker, schedulers)
        ]
    if level >= 4:
        more["aicpu_orchestrator_phases"] = [
            [
                {
                    "submit_idx": turn,
                    "task_id": str(p.what),
                    "start_cycles": p.start + shift,
                    "end_cycles": p.end + shift,
                }
                for turn, p in enumerate(by_worker.get(-1, []))
            ]
        ]
    return more


def _by_scheduler(by_worker: dict[int, list[Phase]], schedulers: int) -> list[list[Phase]]:
    """What the workers of each thread did, in order of time; -1 is the orchestrator."""
    threads: list[list[Phase]] = [[] for _ in range(schedulers)]
    for worker, phases in by_worker.items():
        if worker >= 0:
            threads[worker % schedulers] += phases
    return [sorted(phases, key=lambda p: (p.start, p.end, p.worker)) for phases in threads]


def write_json(path: Path, content: dict[str, Any]) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w") as file:
            json.dump(content, file, separators=(",", ":"))
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
