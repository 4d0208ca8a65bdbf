# SPDX-License-Identifier: Apache-2.0
"""What runtime scopes hold: their statistics, and rings of a given size."""

import json

import pytest
import torch

import pypto.language as pl
from pypto.errors import KernelFault
from pypto.runtime.config import RunConfig

D = 64


@pl.jit
def automatic(x: pl.Tensor[[64, D], pl.FP32], y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    whole = pl.create_tensor([64, D], dtype=pl.FP32)
    for i in pl.range(4):
        part = pl.create_tensor([16, D], dtype=pl.FP32)
        with pl.at(level=pl.Level.CORE_GROUP):
            part[:, :] = pl.mul(x[i * 16 : i * 16 + 16, :], 2.0)
        if i > 1:
            with pl.at(level=pl.Level.CORE_GROUP):
                whole[i * 16 : i * 16 + 16, :] = part[:, :]
        else:
            with pl.at(level=pl.Level.CORE_GROUP):
                whole[i * 16 : i * 16 + 16, :] = pl.add(part[:, :], 1.0)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = whole[:, :]
    return y


@pl.jit(auto_scope=False)
def by_hand(x: pl.Tensor[[64, D], pl.FP32], y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    for i in pl.range(4):
        with pl.scope():
            part = pl.create_tensor([16, D], dtype=pl.FP32)
            with pl.manual_scope():
                with pl.at(level=pl.Level.CORE_GROUP) as first:
                    part[:, :] = pl.mul(x[i * 16 : i * 16 + 16, :], 2.0)
                with pl.at(level=pl.Level.CORE_GROUP, deps=[first]):
                    y[i * 16 : i * 16 + 16, :] = part[:, :]
        if i == 2:
            break
    with pl.at(level=pl.Level.CORE_GROUP):
        y[48:64, :] = x[48:64, :]
    return y


def arguments():
    return torch.randn(64, D), torch.zeros(64, D)


def statistics(kernel, x, y, **config):
    program = kernel.compile(x, y)
    program(x, y, config=RunConfig(enable_scope_stats=True, **config))
    return read(program)


def read(program):
    text = (program.output_dir / "dfx_outputs/scope_stats/scope_stats.jsonl").read_text()
    head, *rows = map(json.loads, text.splitlines())
    return head, rows


def line_of(kernel, text):
    start = kernel.source.function.__code__.co_firstlineno
    with open(__file__) as file:
        lines = file.read().splitlines()
    return next(n for n, line in enumerate(lines, 1) if n >= start and text in line)


@pytest.mark.parametrize("workers", [1, 2])
def test_each_scope_has_a_line_where_it_begins_and_where_it_ends(workers):
    x, y = arguments()
    head, rows = statistics(automatic, x, y, workers=workers)
    expected = 2 * x
    expected[:32] += 1
    assert torch.equal(y, expected)
    assert head == {
        "version": 6, "fatal": False, "dropped": 0, "total": 18,
        "task_window_max": [2, 2, 1, 0], "heap_max": [64 * D * 4, 16 * D * 4, 0, 0], "dep_pool_max": [1, 0, 2, 0],
        "tensormap_max": 2,
    }  # fmt: skip
    assert [row["depth"] for row in rows] == [0, *([1, 2, 2, 1] * 4), 0]
    assert [row["ring"] for row in rows] == [row["depth"] for row in rows]
    phases = ["begin", *(["begin", "begin", "end", "end"] * 4), "end"]
    assert [row["phase"] for row in rows] == phases
    loop = f"{__file__}:{line_of(automatic, 'for i in')}"
    assert [row["site"] for row in rows if row["depth"] == 1] == [loop] * 8
    begin, end = rows[9], rows[12]  # the third iteration: a scratch tensor and the task that fills it
    assert begin["depth"] == end["depth"] == 1
    assert end["task_window_end"] - end["task_window_start"] == 2
    assert end["heap_end"] - begin["heap_start"] == 16 * D * 4


def test_scopes_by_hand_stand_alone_and_a_break_leaves_them():
    x, y = arguments()
    head, rows = statistics(by_hand, x, y)
    assert torch.equal(y[:48], 2 * x[:48]) and torch.equal(y[48:], x[48:])
    assert [row["depth"] for row in rows] == [0, *([1, 2, 2, 1] * 3), 0]
    assert head["task_window_max"] == [1, 1, 2, 0] and not head["fatal"]


def test_loops_without_tasks_have_no_scope():
    @pl.jit
    def counted(x: pl.Tensor[[64, D], pl.FP32], y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
        n = 0
        for i in pl.range(4):
            n = n + i
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.mul(x[:, :], pl.cast(n, pl.INT32))
        return y

    _, rows = statistics(counted, *arguments())
    assert [(row["depth"], row["phase"]) for row in rows] == [(0, "begin"), (0, "end")]


@pytest.mark.parametrize(
    ("key", "sizes", "code", "said"),
    [
        (
            "ring_heap",
            (16384, 2048, 0, 0),
            "heap-ring",
            "4096 bytes of scratch tensors, where ring 1 has 2048",
        ),
        ("ring_heap", 8192, "heap-ring", "16384 bytes of scratch tensors, where ring 0 has 8192 bytes"),
    ],
)
def test_a_ring_that_is_too_small_stops_the_run_where_it_is_full(key, sizes, code, said):
    x, y = arguments()
    program = automatic.compile(x, y)
    before = y.clone()
    with pytest.raises(KernelFault, match=said) as caught:
        program(x, y, config=RunConfig(enable_scope_stats=True, **{key: sizes}))
    assert caught.value.code == code and key in caught.value.help
    assert caught.value.span.file == __file__
    assert torch.equal(y, before)
    head, rows = read(program)
    assert head["fatal"] and rows[-1]["phase"] == "begin"


@pl.jit
def many(x: pl.Tensor[[64, D], pl.FP32], y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    for i in pl.range(8):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[i * 8 : i * 8 + 8, :] = pl.mul(x[i * 8 : i * 8 + 8, :], 2.0)
    for u in pl.unroll(8):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[u * 8 : u * 8 + 8, :] = pl.add(y[u * 8 : u * 8 + 8, :], 1.0)
    return y


def test_a_window_counts_the_tasks_of_open_scopes():
    x, y = arguments()
    program = many.compile(x, y)
    with pytest.raises(KernelFault, match="5 tasks, where ring 0 has 4 slots") as caught:
        program(x, y, config=RunConfig(ring_task_window=4))
    assert caught.value.code == "task-window" and "ring_task_window to 8" in caught.value.help
    with pytest.raises(KernelFault, match="edges between tasks, where ring 0 has 4") as caught:
        program(x, y, config=RunConfig(ring_dep_pool=4))
    assert caught.value.code == "dependency-pool"
    program(x, y, config=RunConfig(ring_task_window=8, ring_dep_pool=64))
    assert torch.equal(y, 2 * x + 1)
    program(x, y)  # sizes are those of one call
    assert torch.equal(y, 2 * x + 1)


def test_sizes_come_from_the_environment_where_the_call_has_none(monkeypatch):
    x, y = arguments()
    program = many.compile(x, y)
    monkeypatch.setenv("PTO2_RING_TASK_WINDOW", "4,0,0,0")
    with pytest.raises(KernelFault, match="where ring 0 has 4 slots"):
        program(x, y, config=RunConfig())
    program(x, y, config=RunConfig(ring_task_window=[0, 8, 0, 0]))
    assert torch.equal(y, 2 * x + 1)
