# SPDX-License-Identifier: Apache-2.0
"""Accesses without an order are reported whatever happened to run first; ordered ones never are."""

from pathlib import Path

import pytest
import torch
from runtime_programs import Kernel, load, scalar, tensor, write_program

from pypto.errors import KernelFault

# Touches rows [row + rows * block, ...) and all or some columns of y: kind 0 writes, 1 reads, 2 adds.
TOUCH = Kernel(
    "touch",
    [
        ("y", "inout", "INT32"),
        *((n, "", "INT64") for n in ("kind", "row", "rows", "step", "column", "columns")),
    ],
    """
    const pto_gm* y = gm(slots, 0);
    const int64_t row = (int64_t)slots[2] + (int64_t)slots[4] * block_idx, rows = (int64_t)slots[3];
    char* p = y->data + 64 * row + 4 * (int64_t)slots[5];
    const int64_t bytes = 4 * (int64_t)slots[6];
    if (slots[1] == 0) pto_log_write(core, y, p, rows, bytes, 64, 1);
    if (slots[1] == 1 && core->log_read) core->log_read(core, y, p, rows, bytes, 64, 2);
    static const int32_t ones[256] = {1};
    pto_atomic a = {y, p, ones, rows, (int64_t)slots[6], 64, 0, PTO_INT32, PTO_ATOMIC_ADD, 3};
    if (slots[1] == 2) core->atomic_store(core, &a);
    if (slots[1] == 3) pto_log_store(core, y, p, rows, bytes, 64, 1, PTO_MAYBE);
""",
)

HELPERS = """
    pto_view y = o->param(run, 0);
    pto_view t = o->create(run, PTO_INT32, 2, y.shape, 1, 0, 0, 2);  // not tracked
    enum { WRITE, READ, ADD, MAYBE };
    auto touch = [&](pto_view v, int direction, int kind, int row, int rows, int64_t dep = -1, int column = 0,
                     int columns = 16, int blocks = 1, int step = 0) {
        o->task(run, 0, blocks, 1);
        o->tensor(run, &v, direction);
        const int64_t numbers[] = {kind, row, rows, step, column, columns};
        for (int64_t n : numbers) o->value(run, n);
        o->dep(run, dep);
        return o->submit(run);
    };
    switch (o->scalar(run, 1)) {
"""

ORDERED = {
    "an inferred edge": "touch(y, PTO_OUT, WRITE, 0, 4); touch(y, PTO_IN, READ, 0, 4);",
    "a declared edge": "int64_t a = touch(t, PTO_OUT, WRITE, 0, 4); touch(t, PTO_IN, READ, 0, 4, a);",
    "an edge through others": "int64_t a = touch(t, PTO_IN, READ, 0, 4); a = touch(t, PTO_OUT, WRITE, 8, 1, a);"
    "o->task(run, -1, 0, 1); o->dep(run, a); a = o->join(run); touch(t, PTO_OUT, WRITE, 0, 4, a);",
    "a task of no blocks": "int64_t a = touch(t, PTO_IN, READ, 0, 4); a = touch(t, PTO_OUT, WRITE, 8, 1, a, 0, 16, 0);"
    "touch(t, PTO_OUT, WRITE, 0, 4, a);",
    "many producers of one reader": "for (int i = 0; i < 16; ++i) touch(y, PTO_OUT, WRITE, i, 1);"
    "for (int i = 0; i < 16; ++i) touch(y, PTO_IN, READ, i, 1); touch(y, PTO_INOUT, READ, 0, 16);",
    "a wait of the orchestration": "touch(t, PTO_IN, READ, 0, 4); int64_t at[2] = {9, 0}; o->write(run, &t, at, 0, 1);"
    "touch(t, PTO_OUT, WRITE, 0, 4);",
    "a producer the orchestration read": "touch(y, PTO_OUT, WRITE, 0, 4); int64_t at[2] = {0, 0};"
    "o->read(run, &y, at, 1); touch(y, PTO_NO_DEP, READ, 0, 4);",
    "disjoint rows": "touch(t, PTO_OUT, WRITE, 0, 4); touch(t, PTO_OUT, WRITE, 4, 4);",
    "disjoint columns": "touch(t, PTO_OUT, WRITE, 0, 16, -1, 0, 8); touch(t, PTO_OUT, WRITE, 0, 16, -1, 8, 8);",
    "disjoint blocks": "touch(t, PTO_OUT, WRITE, 0, 2, -1, 0, 16, 8, 2);",
    "what may have been touched": "touch(t, PTO_OUT, MAYBE, 0, 16); touch(t, PTO_OUT, MAYBE, 0, 16);"
    "touch(t, PTO_OUT, WRITE, 0, 4);",
    "readers": "touch(t, PTO_IN, READ, 0, 16); touch(t, PTO_IN, READ, 0, 16);",
    "atomic stores": "touch(t, PTO_INOUT, ADD, 0, 4, -1, 0, 16, 3); touch(t, PTO_INOUT, ADD, 2, 4);",
}  # fmt: skip

UNORDERED = {
    "a write after a read": (
        "touch(y, PTO_IN, READ, 0, 4); touch(y, PTO_OUT, WRITE, 3, 2);",
        ["task 1 `touch` writes row 3, columns 0..15 of `y` while task 0 `touch` may still read it",
         "task 0 `touch` reads it at kernel.py:12", "task 1 `touch` writes it at kernel.py:11", "deps=[earlier]"],
    ),
    "a read that no edge orders": (
        "touch(t, PTO_OUT, WRITE, 0, 4); touch(t, PTO_IN, READ, 2, 8, -1, 4, 2);",
        ["task 1 `touch` reads rows 2..3, columns 4..5 of `y`, which task 0 `touch` may not have written yet",
         "`y` is a scratch tensor made at entry.py:3"],
    ),
    "two writes": (
        "touch(t, PTO_OUT, WRITE, 0, 9, -1, 5, 1); touch(t, PTO_OUT, WRITE, 8, 1);",
        ["task 0 `touch` and task 1 `touch` write row 8, column 5 of `y` in no order", "pl.range"],
    ),
    "a tensor left out of tracking": (
        "touch(y, PTO_OUT, WRITE, 0, 1); touch(y, PTO_NO_DEP, READ, 0, 1);",
        ["which task 0 `touch` may not have written yet"],
    ),
    "a branch beside the edge": (
        "int64_t a = touch(t, PTO_OUT, WRITE, 0, 1); touch(t, PTO_OUT, WRITE, 1, 1, a);"
        "touch(t, PTO_IN, READ, 1, 1, a);",
        ["task 2 `touch` reads row 1", "which task 1 `touch`"],
    ),
    "an atomic store and a read": (
        "touch(t, PTO_INOUT, ADD, 0, 1); touch(t, PTO_IN, READ, 0, 1);",
        ["task 0 `touch` adds to it at kernel.py:13"],
    ),
    "blocks that write one place": (
        "touch(t, PTO_OUT, WRITE, 0, 2, -1, 0, 16, 8, 1);",
        ["two blocks write the same place: blocks 0 and 1 of task 0 `touch` on row 1, columns 0..15",
         "block 0 of task 0 `touch` writes it at kernel.py", "block 1 of task 0 `touch` writes it at kernel.py",
         "blocks of one task have no order"],
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    cases = [*ORDERED.values(), *(text for text, _ in UNORDERED.values())]
    text = (
        HELPERS + "".join(f"    case {n}: {{ {case} break; }}\n" for n, case in enumerate(cases)) + "    }\n"
    )
    parameters = [tensor("y", "inout", [16, 16], "INT32"), scalar("case", "INT64")]
    return load(*write_program(tmp_path_factory.mktemp("races"), parameters, [TOUCH], text))


def run(program, case: int, **options):
    y = torch.zeros(16, 16, dtype=torch.int32)
    return program.dispatch([y, case], **options)


@pytest.mark.parametrize("workers", [1, 3])
def test_what_is_in_order_passes(program, workers: int) -> None:
    for case, name in enumerate(ORDERED):
        try:
            run(program, case, workers=workers, check=True)
            run(program, case, workers=workers, check=True, seed=case)
        except KernelFault as error:
            raise AssertionError(name) from error


@pytest.mark.parametrize("number", range(len(UNORDERED)), ids=UNORDERED)
def test_what_is_not_is_reported_with_both_sides(program, number: int) -> None:
    expected = [*UNORDERED.values()][number][1]
    texts = set()
    for workers in (1, 3):
        for seed in (None, 5):
            with pytest.raises(KernelFault) as error:
                run(program, len(ORDERED) + number, workers=workers, check=True, seed=seed)
            texts.add(error.value.render())
    assert len(texts) == 1, "the report does not depend on what ran first"
    text = texts.pop()
    assert "[unordered-access]" in text
    for part in expected:
        assert part in text
    run(program, len(ORDERED) + number, workers=1, check=False)


def test_reads_of_what_nobody_wrote_are_reported_on_demand(tmp_path: Path) -> None:
    text = (
        HELPERS.replace("1, 0, 0, 2);  // not", "0, o->scalar(run, 1) == 3, 0, 2);  // not")
        + """
    case 0: case 3: touch(t, PTO_OUT, WRITE, 0, 4); touch(t, PTO_IN, READ, 2, 4); break;
    case 1: touch(t, PTO_OUT, WRITE, 0, 4); touch(t, PTO_IN, READ, 0, 4); break;
    case 2: touch(y, PTO_IN, READ, 0, 4); touch(t, PTO_OUT, MAYBE, 0, 16); touch(t, PTO_IN, READ, 0, 9); break;
    case 4: { int64_t at[2] = {0, 0}; o->write(run, &t, at, 0, 1); touch(t, PTO_IN, READ, 0, 1); break; }
    }
"""
    )
    parameters = [tensor("y", "inout", [16, 16], "INT32"), scalar("case", "INT64")]
    program = load(*write_program(tmp_path, parameters, [TOUCH], text))
    for case in (1, 2, 3, 4):
        run(program, case, check=2)
    run(program, 0, check=1)
    with pytest.raises(
        KernelFault, match=r"reads rows 4..5, columns 0..15 of `y`, which nothing has written"
    ) as error:
        run(program, 0, check=2)
    assert error.value.code == "undefined-read"


def test_single_elements_all_over_a_large_tensor(tmp_path: Path) -> None:
    text = """
    pto_view y = o->param(run, 0);
    const int64_t last = (int64_t)o->scalar(run, 1);
    for (int64_t i = 0; i < 700; ++i) {
        o->task(run, 0, 1, 1);
        o->tensor(run, &y, PTO_NO_DEP);
        const int64_t place = i * i % 2003 * 16 + i % 16;
        const int64_t at = i == 699 && last >= 0 ? last : place;
        const int64_t numbers[] = {0, at / 16, 1, 0, at % 16, 1};
        for (int64_t n : numbers) o->value(run, n);
        o->submit(run);
    }
"""
    parameters = [tensor("y", "inout", [120000, 16], "INT32"), scalar("last", "INT64")]
    program = load(*write_program(tmp_path, parameters, [TOUCH], text))
    places = [i * i % 2003 * 16 + i % 16 for i in range(700)]
    y = torch.zeros(120000, 16, dtype=torch.int32)
    assert len(set(places)) == 700
    program.dispatch([y, 119999 * 16 + 15], check=1)
    with pytest.raises(
        KernelFault, match=r"task 12 `touch` and task 699 `touch` write row 144, column 12 of `y`"
    ):
        program.dispatch([y, places[12]], check=1)


def test_an_unordered_run_changes_no_output(program) -> None:
    y = torch.full((16, 16), 7, dtype=torch.int32)
    with pytest.raises(KernelFault):
        program.dispatch([y, len(ORDERED)], workers=1, check=True)
    assert (y == 7).all()


def test_the_check_agrees_with_a_direct_one_on_random_graphs(tmp_path: Path) -> None:
    """Random tasks over random rectangles, with random edges: the check against all pairs and a closure of the edges."""
    text = """
    pto_view y = o->param(run, 0);
    pto_view t = o->create(run, PTO_INT32, 2, y.shape, 1, 0, 0, 2);
    for (int i = 0; i < y.shape[0]; ++i) {
        const int64_t at = i;
        auto field = [&](int64_t k) { int64_t index[2] = {at, k}; return (int64_t)(int32_t)o->read(run, &y, index, 1); };
        int64_t values[9];
        for (int k = 0; k < 9; ++k) values[k] = field(k);
        o->task(run, 0, 1, 1);
        o->tensor(run, &t, PTO_NO_DEP);
        for (int k = 0; k < 6; ++k) o->value(run, values[k]);
        for (int k = 6; k < 9; ++k) o->dep(run, values[k]);
        o->submit(run);
    }
"""
    program = load(*write_program(tmp_path, [tensor("y", "in", [-1, 16], "INT32", d0="N")], [TOUCH], text))
    generator = torch.Generator().manual_seed(4)

    def draw(limit: int) -> int:
        return int(torch.randint(0, limit, (1,), generator=generator))

    met = set()
    for _ in range(60):
        count = 3 + draw(5)
        rows = []
        for i in range(count):
            row, column = draw(4 * count), draw(8)
            deps = [draw(i) if i and draw(3) else -1 for _ in range(3)]
            rows.append([draw(3), row, 1 + draw(4), 0, column, 1 + draw(8), *deps])
        before = [set() for _ in rows]
        for i, fields in enumerate(rows):
            for d in fields[6:]:
                if d >= 0:
                    before[i] |= {d} | before[d]
        area = [{(r, c) for r in range(f[1], f[1] + f[2]) for c in range(f[4], f[4] + f[5])} for f in rows]
        conflict = any(
            area[a] & area[b] and a not in before[b] and not (rows[a][0] == rows[b][0] != 0)
            for b in range(count) for a in range(b)
        )  # fmt: skip
        y = torch.zeros(max(count, 40), 16, dtype=torch.int32)
        y[:count, :9] = torch.tensor(rows, dtype=torch.int32)
        y[count:, 2] = 0
        y[count:, 6:9] = -1
        met.add(conflict)
        if conflict:
            with pytest.raises(KernelFault, match=r"no order|may"):
                program.dispatch([y], workers=2, check=True)
        else:
            program.dispatch([y], workers=2, check=True)
    assert met == {True, False}
