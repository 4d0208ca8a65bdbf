# SPDX-License-Identifier: Apache-2.0
"""The write log: what was never written, who wrote an element, which inputs were touched."""

import gc
from pathlib import Path

import numpy as np
import pytest
import torch
from runtime_programs import Kernel, load, tensor, write_program

# Stores rectangles of 4-byte elements in a buffer of rows of 64: plan rows hold row, rows, column, columns.
RECTANGLES = Kernel(
    "rectangles",
    [("plan", "in", "INT64"), ("y", "out", "INT32")],
    """
    const int64_t* p = at<int64_t>(slots, 0) + 4 * block_idx;
    int32_t* y = at<int32_t>(slots, 1) + 64 * p[0] + p[2];
    for (int64_t r = 0; r < p[1]; ++r)
        for (int64_t c = 0; c < p[3]; ++c) y[64 * r + c] = block_idx;
    pto_log_write(core, gm(slots, 1), (const char*)y, p[1], 4 * p[3], 256, 3);
""",
)
PARAMS = [tensor("plan", "in", [-1, 4], "INT64", d0="N"), tensor("y", "out", [64, 64], "INT32")]
ORCHESTRATION = """
    pto_view plan = o->param(run, 0), y = o->param(run, 1);
    o->task(run, 0, plan.shape[0], 1); o->tensor(run, &plan, PTO_IN); o->tensor(run, &y, PTO_OUT); o->submit(run);
"""


@pytest.mark.parametrize("seed", range(5))
def test_the_log_agrees_with_the_bytes(tmp_path: Path, seed: int) -> None:
    program = load(*write_program(tmp_path, PARAMS, [RECTANGLES], ORCHESTRATION))
    random = np.random.default_rng(seed)
    plan, owner = [], np.full((64, 64), -1)
    for block in range(40):
        r, c = random.integers(64, size=2)
        rows, columns = 1 + random.integers(min(12, 64 - r)), 1 + random.integers(64 - c)
        plan.append((r, rows, c, columns))
        owner[r : r + rows, c : c + columns] = block
    y = torch.zeros(64, 64, dtype=torch.int32)
    record = program.dispatch([torch.tensor(np.array(plan, np.int64)), y], workers=1)
    assert np.array_equal(record.unwritten("y"), owner < 0)
    assert np.array_equal(np.where(owner < 0, y.numpy() * 0 - 1, y.numpy()), owner)
    for index in np.ndindex(64, 64):
        writer = record.writer("y", index)
        assert (writer.block if writer else -1) == owner[index]
        assert writer is None or (writer.task, writer.file, writer.line) == (0, "kernel.py", 13)


def test_stores_that_continue_each_other_share_a_record(tmp_path: Path) -> None:
    """Rows downwards, columns sideways and single elements in a run: one record each, nothing lost."""
    stores = Kernel(
        "stores",
        [("y", "out", "INT32"), ("count", "out", "INT64")],
        """
    const char* y = at<char>(slots, 0);
    for (int i = 0; i < 8; ++i) pto_log_write(core, gm(slots, 0), y + 256 * i, 1, 32, 256, 1);
    int64_t down = core->log_count;
    for (int i = 0; i < 8; ++i) pto_log_write(core, gm(slots, 0), y + 8192 + 32 * i, 4, 32, 256, 2);
    int64_t across = core->log_count;
    for (int i = 0; i < 8; ++i) pto_log_write(core, gm(slots, 0), y + 12288 + 4 * i, 1, 4, 4, 3);
    int64_t along = core->log_count;
    pto_log_write(core, gm(slots, 0), y + 12288 + 64, 1, 4, 4, 3);
    pto_log_write(core, gm(slots, 0), y + 12288 + 128, 0, 4, 4, 3);
    int64_t* n = at<int64_t>(slots, 1);
    n[0] = down; n[1] = across; n[2] = along; n[3] = core->log_count;
""",
    )
    params = [tensor("y", "out", [64, 64], "INT32"), tensor("n", "out", [4], "INT64")]
    program = load(*write_program(tmp_path, params, [stores], """
    pto_view y = o->param(run, 0), n = o->param(run, 1);
    o->task(run, 0, 1, 1); o->tensor(run, &y, PTO_OUT); o->tensor(run, &n, PTO_OUT); o->submit(run);
"""))  # fmt: skip
    n = torch.zeros(4, dtype=torch.int64)
    record = program.dispatch([torch.zeros(64, 64, dtype=torch.int32), n])
    assert n.tolist() == [1, 2, 3, 4]
    expected = np.ones((64, 64), bool)
    expected[:8, :8] = False
    expected[32:36, :] = False
    expected[48, :8] = False
    expected[48, 16] = False
    assert np.array_equal(record.unwritten("y"), expected)


def test_an_input_that_a_store_touched_is_named(tmp_path: Path) -> None:
    bad = Kernel("bad", [("x", "in", "FP32")], "put(core, gm(slots, 0), at<float>(slots, 0) + 3, 0.0f);")
    params = [tensor("w", "in", [4]), tensor("x", "in", [4]), tensor("y", "out", [4])]
    program = load(*write_program(tmp_path, params, [bad], """
    pto_view x = o->param(run, 1);
    o->task(run, 0, 1, 1); o->tensor(run, &x, PTO_IN); o->submit(run);
"""))  # fmt: skip
    x = torch.ones(4)
    record = program.dispatch([torch.ones(4), x, torch.ones(4)])
    assert record.changed_inputs() == ["x"]
    assert (x == 1).all(), "an input is never copied back"


def test_records_outlive_later_calls(tmp_path: Path) -> None:
    program = load(*write_program(tmp_path, PARAMS, [RECTANGLES], ORCHESTRATION))
    records = []
    for row in range(20):
        plan = torch.tensor([[row, 1, 0, 64]])
        records.append(program.dispatch([plan, torch.zeros(64, 64, dtype=torch.int32)]))
    for row, record in enumerate(records):
        assert np.flatnonzero(~record.unwritten("y").all(axis=1)).tolist() == [row]
    del records[::2]
    gc.collect()
    assert not records[0].unwritten("y")[1].any()


def test_questions_about_what_does_not_exist(tmp_path: Path) -> None:
    program = load(*write_program(tmp_path, PARAMS, [RECTANGLES], ORCHESTRATION))
    record = program.dispatch([torch.tensor([[0, 1, 0, 1]]), torch.zeros(64, 64, dtype=torch.int32)])
    with pytest.raises(KeyError, match="plan, y"):
        record.unwritten("z")
    for index in [(64, 0), (0,), (0, 0, 0), (-1, 0)]:
        with pytest.raises(IndexError):
            record.writer("y", index)
    assert record.tasks == []
