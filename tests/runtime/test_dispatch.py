# SPDX-License-Identifier: Apache-2.0
"""Tasks, edges and buffers: programs whose result is wrong when an edge is missing."""

import threading
from pathlib import Path

import numpy as np
import pytest
import torch
from runtime_programs import AXPB, Kernel, load, scalar, tensor, write_program

WORKERS = [1, 2, 3]

# y[rows 0..blocks) += 1 per element after a delay, so that a consumer that does not wait reads too early
SLOW_ADD = Kernel(
    "slow_add",
    [("y", "inout", "INT32"), ("amount", "", "INT32")],
    """
    usleep(300);
    int32_t* y = at<int32_t>(slots, 0) + 16 * block_idx;
    for (int i = 0; i < 16; ++i) put(core, gm(slots, 0), y + i, y[i] + (int32_t)slots[1]);
""",
)
# y = 3 * y + amount: does not commute
AFFINE = Kernel(
    "affine",
    [("y", "inout", "INT32"), ("amount", "", "INT32"), ("rows", "", "INT64"), ("columns", "", "INT64")],
    """
    if (slots[1] % 4 == 0) usleep(100); // time for others to overtake
    int32_t* y = at<int32_t>(slots, 0);
    for (int64_t r = 0; r < (int64_t)slots[2]; ++r)
        for (int64_t c = 0; c < (int64_t)slots[3]; ++c)
            put(core, gm(slots, 0), y + r * 64 + c, (int32_t)(3u * (uint32_t)y[r * 64 + c] + (uint32_t)slots[1]));
""",
)
SET_SLOWLY = Kernel(
    "set_slowly",
    [("y", "out", "INT32"), ("value", "", "INT32")],
    """
    usleep(300);
    int32_t* y = at<int32_t>(slots, 0);
    for (int i = 0; i < 16; ++i) put(core, gm(slots, 0), y + i, (int32_t)slots[1]);
""",
)
ADD = Kernel(
    "add",
    [("a", "in", "INT32"), ("b", "in", "INT32"), ("y", "out", "INT32")],
    """
    const int32_t *a = at<int32_t>(slots, 0), *b = at<int32_t>(slots, 1);
    int32_t* y = at<int32_t>(slots, 2);
    for (int i = 0; i < 16; ++i) put(core, gm(slots, 2), y + i, a[i] + b[i]);
""",
)
COLUMN_SUM = Kernel(
    "column_sum",
    [("x", "in", "INT32"), ("rows", "", "INT64"), ("y", "out", "INT32")],
    """
    const int32_t* x = at<int32_t>(slots, 0);
    int32_t* y = at<int32_t>(slots, 2);
    for (int c = 0; c < 16; ++c) {
        int32_t sum = 0;
        for (int64_t r = 0; r < (int64_t)slots[1]; ++r) sum += x[16 * r + c];
        put(core, gm(slots, 2), y + c, sum);
    }
""",
)

Y = tensor("y", "out", [4, 16], "INT32")


@pytest.mark.parametrize("workers", WORKERS)
def test_blocks_of_one_task_cover_the_rows(tmp_path: Path, workers: int) -> None:
    program = load(*write_program(
        tmp_path,
        [tensor("x", "in", [-1, 16], d0="T"), tensor("y", "out", [-1, 16], d0="T"), scalar("f", "FP32")],
        [AXPB],
        """
    pto_view x = o->param(run, 0), y = o->param(run, 1);
    o->task(run, 0, x.shape[0], 1);
    o->tensor(run, &x, PTO_IN);
    o->tensor(run, &y, PTO_OUT);
    o->value(run, o->scalar(run, 2));
    o->value(run, 0x3f800000);
    o->submit(run);
""",
    ))  # fmt: skip
    for rows in (0, 1, 7, 300):
        x = torch.arange(rows * 16, dtype=torch.float32).reshape(rows, 16)
        y = torch.zeros(rows, 16)
        record = program.dispatch([x, y, 2.0], workers=workers, trace=True)
        assert torch.equal(y, 2 * x + 1)
        assert sorted(t.block for t in record.tasks) == list(range(rows))
        assert not record.unwritten("y").any()


@pytest.mark.parametrize("workers", WORKERS)
def test_a_chain_of_inout_tasks_runs_in_order(tmp_path: Path, workers: int) -> None:
    program = load(*write_program(
        tmp_path,
        [tensor("y", "inout", [4, 64], "INT32")],
        [AFFINE],
        """
    pto_view y = o->param(run, 0);
    for (int i = 0; i < 500; ++i) {
        o->task(run, 0, 1, 1);
        o->tensor(run, &y, PTO_INOUT);
        o->value(run, i);
        o->value(run, 4);
        o->value(run, 64);
        o->submit(run);
    }
""",
    ))  # fmt: skip
    y = torch.arange(256, dtype=torch.int32).reshape(4, 64)
    expected = y.numpy().astype(np.uint32)
    for i in range(500):
        expected = expected * np.uint32(3) + np.uint32(i)
    program.dispatch([y], workers=workers)
    assert np.array_equal(y.numpy().view(np.uint32), expected)


@pytest.mark.parametrize("workers", WORKERS)
def test_a_diamond_joins_both_branches(tmp_path: Path, workers: int) -> None:
    program = load(*write_program(
        tmp_path,
        [Y],
        [SET_SLOWLY, ADD],
        """
    pto_view y = o->param(run, 0), row[4];
    for (int i = 0; i < 4; ++i) row[i] = part(y, 0, i, 1);
    o->task(run, 0, 1, 1); o->tensor(run, &row[0], PTO_OUT); o->value(run, 5); o->submit(run);
    for (int i = 1; i < 3; ++i) {
        o->task(run, 1, 1, 2);
        o->tensor(run, &row[0], PTO_IN); o->tensor(run, &row[i - 1], PTO_IN); o->tensor(run, &row[i], PTO_OUT);
        o->submit(run);
    }
    o->task(run, 1, 1, 3);
    o->tensor(run, &row[1], PTO_IN); o->tensor(run, &row[2], PTO_IN); o->tensor(run, &row[3], PTO_OUT);
    o->submit(run);
""",
    ))  # fmt: skip
    y = torch.zeros(4, 16, dtype=torch.int32)
    program.dispatch([y], workers=workers)
    assert [row.unique().tolist() for row in y] == [[5], [10], [15], [25]]


@pytest.mark.parametrize("workers", WORKERS)
def test_a_reader_waits_for_all_parallel_writers(tmp_path: Path, workers: int) -> None:
    program = load(*write_program(
        tmp_path,
        [tensor("z", "out", [16], "INT32")],
        [SET_SLOWLY, COLUMN_SUM],
        """
    int64_t shape[2] = {32, 16};
    pto_view s = o->create(run, PTO_INT32, 2, shape, 0, 0, 0, 1), z = o->param(run, 0);
    for (int i = 0; i < 32; ++i) {
        pto_view row = part(s, 0, i, 1);
        o->task(run, 0, 1, 1); o->tensor(run, &row, PTO_OUT); o->value(run, i); o->submit(run);
    }
    o->task(run, 1, 1, 2);
    o->tensor(run, &s, PTO_IN); o->value(run, 32); o->tensor(run, &z, PTO_OUT);
    o->submit(run);
""",
    ))  # fmt: skip
    z = torch.zeros(16, dtype=torch.int32)
    program.dispatch([z], workers=workers)
    assert z.unique().tolist() == [sum(range(32))]


@pytest.mark.parametrize("workers", WORKERS)
def test_writers_of_one_region_stay_parallel_and_a_later_inout_waits_for_them(
    tmp_path: Path, workers: int
) -> None:
    program = load(*write_program(
        tmp_path,
        [Y],
        [SET_SLOWLY, SLOW_ADD],
        """
    pto_view y = o->param(run, 0), row = part(y, 0, 0, 1);
    for (int i = 0; i < 6; ++i) {
        o->task(run, 0, 1, 1); o->tensor(run, &row, PTO_OUT); o->value(run, 7); o->submit(run);
    }
    for (int i = 0; i < 3; ++i) {
        o->task(run, 1, 1, 2); o->tensor(run, &row, PTO_INOUT); o->value(run, 1); o->submit(run);
    }
""",
    ))  # fmt: skip
    y = torch.zeros(4, 16, dtype=torch.int32)
    record = program.dispatch([y], workers=workers, trace=True)
    assert y[0].unique().tolist() == [10]
    ends = {t.task: t.end_us for t in record.tasks}
    starts = {t.task: t.start_us for t in record.tasks}
    assert starts[6] >= max(ends[t] for t in range(6))
    assert starts[7] >= ends[6] and starts[8] >= ends[7]


@pytest.mark.parametrize("workers", WORKERS)
def test_declared_dependencies_and_joins_hold_back_a_task(tmp_path: Path, workers: int) -> None:
    program = load(*write_program(
        tmp_path,
        [Y],
        [SET_SLOWLY, ADD],
        """
    pto_view y = o->param(run, 0), row[4];
    for (int i = 0; i < 4; ++i) row[i] = part(y, 0, i, 1);
    int64_t first[2];
    for (int i = 0; i < 2; ++i) {
        o->task(run, 0, 1, 1); o->tensor(run, &row[i], PTO_NO_DEP); o->value(run, i + 1); first[i] = o->submit(run);
    }
    o->task(run, -1, 0, 2);
    o->dep(run, first[0]); o->dep(run, -1); o->dep(run, first[1]);
    int64_t both = o->join(run);
    o->task(run, 1, 1, 3);
    o->tensor(run, &row[0], PTO_NO_DEP); o->tensor(run, &row[1], PTO_NO_DEP); o->tensor(run, &row[2], PTO_OUT);
    o->dep(run, both);
    o->submit(run);
    o->task(run, 1, 1, 3);
    o->tensor(run, &row[2], PTO_IN); o->tensor(run, &row[2], PTO_IN); o->tensor(run, &row[3], PTO_OUT);
    o->submit(run);
""",
    ))  # fmt: skip
    y = torch.zeros(4, 16, dtype=torch.int32)
    record = program.dispatch([y], workers=workers)
    assert y[:, 0].tolist() == [1, 2, 3, 6]
    assert record.task_count == 5


@pytest.mark.parametrize("workers", WORKERS)
def test_created_tensors_start_as_their_value_or_as_poison(tmp_path: Path, workers: int) -> None:
    copy = Kernel(
        "copy_bytes",
        [("x", "in", "UINT8"), ("y", "out", "UINT8"), ("n", "", "INT64")],
        """
    for (int64_t i = 0; i < (int64_t)slots[2]; ++i)
        put(core, gm(slots, 1), at<char>(slots, 1) + i, at<char>(slots, 0)[i]);
""",
    )
    kinds = [
        ("PTO_FP32", 1, 0x3F800000, 4, b"\x00\x00\x80\x3f"),
        ("PTO_INT8", 1, 0x17, 1, b"\x17"),
        ("PTO_INT64", 1, 0x0102030405060708, 8, bytes(range(8, 0, -1))),
        ("PTO_FP32", 0, 0, 4, b"\xa5\xa5\xa5\x7f"),
        ("PTO_BF16", 0, 0, 2, b"\xa5\x7f"),
        ("PTO_FP16", 0, 0, 2, b"\xa5\x7d"),
        ("PTO_INT32", 0, 0, 4, b"\xa5\xa5\xa5\xa5"),
        ("PTO_BOOL", 0, 0, 1, b"\xa5"),
    ]
    lines = [
        f"""{{ int64_t shape[2] = {{3, 5}}; pto_view s = o->create(run, {dtype}, 2, shape, 0, {init}, {bits}ull, 1);
        pto_view row = part(y, 0, {i}, 1);
        o->task(run, 0, 1, 1); o->tensor(run, &s, PTO_IN); o->tensor(run, &row, PTO_OUT); o->value(run, {15 * size});
        o->submit(run); }}"""
        for i, (dtype, init, bits, size, _) in enumerate(kinds)
    ]
    program = load(*write_program(
        tmp_path,
        [tensor("y", "out", [len(kinds), 120], "UINT8")],
        [copy],
        "    pto_view y = o->param(run, 0);\n" + "\n".join(lines),
    ))  # fmt: skip
    y = torch.zeros(len(kinds), 120, dtype=torch.uint8)
    program.dispatch([y], workers=workers)
    for row, (_, _, _, size, pattern) in zip(y, kinds, strict=True):
        assert bytes(row.tolist())[: 15 * size] == pattern * 15


@pytest.mark.parametrize(
    ("dtype", "pattern"),
    [
        (torch.float32, b"\xa5\xa5\xa5\x7f"),
        (torch.bfloat16, b"\xa5\x7f"),
        (torch.float16, b"\xa5\x7d"),
        (torch.int8, b"\xa5"),
        (torch.int64, b"\xa5" * 8),
    ],
)
def test_an_output_nobody_writes_comes_back_as_poison(
    tmp_path: Path, dtype: torch.dtype, pattern: bytes
) -> None:
    from pypto.ir.dtypes import BY_TORCH

    name = BY_TORCH[str(dtype).removeprefix("torch.")].name
    params = [tensor("y", "out", [3, 5], name), tensor("z", "inout", [2], name)]
    program = load(*write_program(tmp_path, params, [], ""))
    y, z = torch.zeros(3, 5, dtype=dtype), torch.ones(2, dtype=dtype)
    record = program.dispatch([y, z], workers=1)
    assert y.view(torch.uint8).numpy().tobytes() == pattern * 15
    assert torch.equal(z, torch.ones(2, dtype=dtype))
    assert record.unwritten("y").all()
    assert record.task_count == 0 and record.kernel_us == 0


@pytest.mark.parametrize("workers", WORKERS)
def test_a_task_of_no_blocks_is_complete_at_once(tmp_path: Path, workers: int) -> None:
    program = load(*write_program(
        tmp_path,
        [Y],
        [SET_SLOWLY, ADD],
        """
    pto_view y = o->param(run, 0), a = part(y, 0, 0, 1), b = part(y, 0, 1, 1);
    o->task(run, 0, 1, 1); o->tensor(run, &a, PTO_OUT); o->value(run, 4); o->submit(run);
    o->task(run, 0, 0, 1); o->tensor(run, &a, PTO_OUT); o->value(run, 9); int64_t none = o->submit(run);
    o->task(run, 0, -3, 1); o->tensor(run, &a, PTO_INOUT); o->value(run, 9); o->submit(run);
    o->task(run, 1, 1, 1);
    o->tensor(run, &a, PTO_IN); o->tensor(run, &a, PTO_IN); o->tensor(run, &b, PTO_OUT); o->dep(run, none);
    o->submit(run);
""",
    ))  # fmt: skip
    y = torch.zeros(4, 16, dtype=torch.int32)
    record = program.dispatch([y], workers=workers)
    assert y[:2, 0].tolist() == [4, 8]
    assert record.task_count == 4


@pytest.mark.parametrize("workers", WORKERS)
def test_orchestration_reads_what_tasks_wrote_and_tasks_read_what_it_wrote(
    tmp_path: Path, workers: int
) -> None:
    program = load(*write_program(
        tmp_path,
        [Y],
        [SET_SLOWLY, ADD],
        """
    pto_view y = o->param(run, 0), row[4];
    for (int i = 0; i < 4; ++i) row[i] = part(y, 0, i, 1);
    int64_t last[2] = {0, 15}, first[2] = {0, 0};
    o->task(run, 0, 1, 1); o->tensor(run, &row[0], PTO_OUT); o->value(run, 21); o->submit(run);
    uint64_t seen = o->read(run, &row[0], last, 1);
    o->task(run, 0, 1, 1); o->tensor(run, &row[1], PTO_OUT); o->value(run, 2 * seen); o->submit(run);
    o->write(run, &row[1], first, 1000, 2);
    o->task(run, 1, 1, 1);
    o->tensor(run, &row[0], PTO_IN); o->tensor(run, &row[1], PTO_IN); o->tensor(run, &row[2], PTO_OUT);
    o->submit(run);
    o->task(run, 0, 1, 1); o->tensor(run, &row[3], PTO_NO_DEP); o->value(run, 77); o->submit(run);
    if (o->read(run, &row[3], first, 1) != 77) o->fail(run, 0, 0, 0, 3);
""",
    ))  # fmt: skip
    y = torch.zeros(4, 16, dtype=torch.int32)
    record = program.dispatch([y], workers=workers)
    assert y[2].tolist() == [1021] + [63] * 15
    writer = record.writer("y", (1, 0))
    assert writer is not None and (writer.kernel, writer.file, writer.line) == (-1, "entry.py", 3)


@pytest.mark.parametrize("workers", [2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_random_rectangles_give_the_result_of_running_in_order(
    tmp_path: Path, workers: int, seed: int
) -> None:
    """Tiles, bands, columns and odd rectangles of one buffer; every pair that overlaps needs its edge."""
    program = load(*write_program(
        tmp_path,
        [tensor("plan", "in", [-1, 4], "INT64", d0="N"), tensor("y", "inout", [64, 64], "INT32")],
        [AFFINE],
        """
    pto_view plan = o->param(run, 0), y = o->param(run, 1);
    for (int64_t i = 0; i < plan.shape[0]; ++i) {
        int64_t box[4];
        for (int64_t k = 0; k < 4; ++k) { int64_t at[2] = {i, k}; box[k] = (int64_t)o->read(run, &plan, at, 1); }
        pto_view v = part(part(y, 0, box[0], box[1]), 1, box[2], box[3]);
        o->task(run, 0, 1, 1);
        o->tensor(run, &v, PTO_INOUT);
        o->value(run, i);
        o->value(run, box[1]);
        o->value(run, box[3]);
        o->submit(run);
    }
""",
    ))  # fmt: skip
    random = np.random.default_rng(seed)
    boxes = []
    for _ in range(400):
        kind = random.integers(5)
        if kind == 0:  # aligned tile
            boxes.append((8 * random.integers(8), 8, 16 * random.integers(4), 16))
        elif kind == 1:  # whole rows
            boxes.append((4 * random.integers(16), 4, 0, 64))
        elif kind == 2:  # columns
            boxes.append((0, 64, 8 * random.integers(8), 8))
        elif kind == 3:  # part of a row
            boxes.append((random.integers(64), 1, random.integers(32), 1 + random.integers(32)))
        else:
            r, c = random.integers(60, size=2)
            boxes.append((r, 1 + random.integers(min(4, 64 - r)), c, 1 + random.integers(64 - c)))
    y = torch.from_numpy(random.integers(0, 1000, (64, 64)).astype(np.int32))
    expected = y.numpy().astype(np.uint32)
    for i, (r, rows, c, columns) in enumerate(boxes):
        region = expected[r : r + rows, c : c + columns]
        region[:] = region * np.uint32(3) + np.uint32(i)
    program.dispatch([torch.tensor(np.array(boxes, np.int64)), y], workers=workers)
    assert np.array_equal(y.numpy().view(np.uint32), expected)


@pytest.mark.parametrize("workers", [1, 2])
def test_many_calls_and_many_tiny_blocks(tmp_path: Path, workers: int) -> None:
    count = Kernel(
        "count",
        [("y", "out", "INT32")],
        "put(core, gm(slots, 0), at<int32_t>(slots, 0) + block_idx, block_idx * 2 + block_num);",
    )
    program = load(*write_program(
        tmp_path,
        [tensor("y", "out", [-1], "INT32", d0="N")],
        [count],
        """
    pto_view y = o->param(run, 0);
    o->task(run, 0, y.shape[0], 1); o->tensor(run, &y, PTO_OUT); o->submit(run);
""",
    ))  # fmt: skip
    for n in [16384, *range(1, 200)]:
        y = torch.zeros(n, dtype=torch.int32)
        program.dispatch([y], workers=workers)
        assert torch.equal(y, torch.arange(n, dtype=torch.int32) * 2 + n)


def test_calls_from_several_threads_take_turns(tmp_path: Path) -> None:
    program = load(*write_program(
        tmp_path,
        [Y],
        [SET_SLOWLY],
        "    pto_view y = o->param(run, 0), a = part(y, 0, 0, 1);\n"
        "    o->task(run, 0, 1, 1); o->tensor(run, &a, PTO_OUT); o->value(run, 4); o->submit(run);",
    ))  # fmt: skip
    outputs = [torch.zeros(4, 16, dtype=torch.int32) for _ in range(8)]
    threads = [threading.Thread(target=program.dispatch, args=([y],)) for y in outputs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(y[0].unique().tolist() == [4] for y in outputs)


def test_large_transfers_arrive_whole(tmp_path: Path) -> None:
    """Above the sizes from which copies are shared among workers and streamed."""
    program = load(*write_program(
        tmp_path, [tensor("y", "inout", [-1], "INT8", d0="N"), tensor("z", "out", [-1], "INT16", d0="M")], [], ""
    ))  # fmt: skip
    for n in (1, 63, 4097, (5 << 20) + 13, (17 << 20) + 77):
        y = torch.randint(-128, 128, (n + 1,), dtype=torch.int8, generator=torch.Generator().manual_seed(n))
        shifted = y[1:]  # an odd address
        before = shifted.clone()
        z = torch.zeros(n // 2, dtype=torch.int16)
        for workers in (1, 2):
            program.dispatch([shifted, z], workers=workers)
            assert torch.equal(shifted, before)
            assert (z == np.array(0xA5A5, np.uint16).view(np.int16).item()).all()
