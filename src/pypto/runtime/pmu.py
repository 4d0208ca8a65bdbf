# SPDX-License-Identifier: Apache-2.0
"""What blocks cost, as `dfx_outputs/pmu.csv` of a build folder: one line for each block of a task on each of its cores.

`pmu_total_cycles` is the measured time as cycles of a 1 GHz clock. The CPU device counts the bytes of global memory that
a block loads and stores; it has no pipes and no instruction cache, so their columns stay empty. Of the groups whose
counters have no known names it tells the cycles alone.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pypto.runtime.config import MEMORY, PIPE

if TYPE_CHECKING:
    from pypto.runtime.call import RunRecord

COUNTERS = {
    PIPE: (
        "vec_busy_cycles", "cube_busy_cycles", "scalar_busy_cycles", "mte1_busy_cycles", "mte2_busy_cycles",
        "mte3_busy_cycles", "icache_miss", "icache_req",
    ),
    MEMORY: ("gm_read_bytes", "gm_write_bytes"),
}  # fmt: skip
_CORE_TYPES = {"aic": 0, "aiv": 1}


def write_pmu(
    outputs: Path, manifest: dict[str, Any], record: RunRecord, group: int, schedulers: int
) -> Path:
    """Writes the file of a traced run for one event group; `schedulers`: threads that look after the cores."""
    core_types = {kernel["id"]: _CORE_TYPES[kernel["core"]] for kernel in manifest["kernels"]}
    blocks = sorted(record.native.stamps().tolist(), key=lambda row: (row[0], row[2], row[1], row[3]))
    lanes = sorted({(core_types[kernel], worker) for _, kernel, _, worker, *_ in blocks})
    names = COUNTERS.get(group, ())
    path = outputs / "pmu.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(
            ["thread_id", "core_id", "task_id", "func_id", "core_type", "pmu_total_cycles", *names,
             "event_type"]
        )  # fmt: skip
        for task, kernel, _, worker, start, end, loaded, stored in blocks:
            core_type = core_types[kernel]
            counted = [loaded, stored] if group == MEMORY else [""] * len(names)
            core = lanes.index((core_type, worker))
            table.writerow([worker % schedulers, core, task, kernel, core_type, end - start, *counted, group])
    return path
