# SPDX-License-Identifier: Apache-2.0
"""The timeline file of a traced run."""

import json
from pathlib import Path

import pytest
import torch
from runtime_programs import AXPB, Kernel, load, tensor, write_program

from pypto.runtime.swimlane import write_swimlane


def test_every_block_of_a_run_is_in_the_timeline(tmp_path: Path) -> None:
    cube = Kernel("cube", [("y", "inout", "FP32")], "(void)0;", core="aic")
    folder, manifest = write_program(
        tmp_path,
        [tensor("x", "in", [8, 16]), tensor("y", "out", [8, 16])],
        [AXPB, cube],
        """
    pto_view x = o->param(run, 0), y = o->param(run, 1);
    o->task(run, 0, 8, 1);
    o->tensor(run, &x, PTO_IN); o->tensor(run, &y, PTO_OUT); o->value(run, 0); o->value(run, 0);
    o->submit(run);
    o->task(run, 1, 2, 1); o->tensor(run, &y, PTO_INOUT); o->submit(run);
""",
    )
    program = load(folder, manifest)
    record = program.dispatch([torch.zeros(8, 16), torch.zeros(8, 16)], workers=2, trace=True)
    path = write_swimlane(folder / "dfx_outputs", manifest, record, level=3)
    assert path == folder / "dfx_outputs/chip_swimlane_records.json"
    data = json.loads(path.read_text())
    assert data["chip_swimlane_level"] == 3
    rows = data["aicore_tasks"]
    assert len(rows) == 10 and {row[1] for row in rows} == {"0", "1"}
    types = data["metadata"]["core_types"]
    assert data["metadata"]["num_cores"] == len(types) == len(data["metadata"]["core_to_thread"])
    assert all(types[row[0]] == ("aiv" if row[1] == "0" else "aic") for row in rows)
    assert all(0 <= row[3] <= row[4] for row in rows)
    assert len({(row[0], row[2]) for row in rows}) == 10, "core and dispatch number name a row"
    end_of_first = max(row[4] for row in rows if row[1] == "0")
    assert all(row[3] >= end_of_first for row in rows if row[1] == "1")
    names = json.loads((folder / "dfx_outputs/name_map_entry.json").read_text())
    assert names["callable_id_to_name"] == {"0": "axpb", "1": "cube"}
    assert data["task_functions"] == {"0": 0, "1": 1}
    assert sorted(p.name for p in path.parent.iterdir()) == [path.name, "name_map_entry.json"]
    record = program.dispatch([torch.zeros(8, 16), torch.zeros(8, 16)], workers=2, trace=2)
    data = json.loads(write_swimlane(folder / "dfx_outputs", manifest, record, level=4).read_text())
    blocks = {(row[0], row[2]): row for row in data["aicore_tasks"]}
    assert len(data["aicpu_tasks"]) == 10
    for core, number, dispatched, finished in data["aicpu_tasks"]:
        assert 0 <= dispatched <= blocks[core, number][3] <= blocks[core, number][4] <= finished
    submitted = data["aicpu_orchestrator_phases"][0]
    assert [(p["submit_idx"], p["task_id"]) for p in submitted] == [(0, "0"), (1, "1")]
    assert all(0 <= p["start_cycles"] <= p["end_cycles"] for p in submitted)
    phases = [p for thread in data["aicpu_scheduler_phases"] for p in thread]
    assert {p["kind"] for p in phases} == {"dispatch", "complete"}
    with pytest.raises(ValueError, match="level"):
        write_swimlane(folder / "dfx_outputs", manifest, record, level=5)
