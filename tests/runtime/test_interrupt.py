# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C during a call: it stops, and the next call works."""

import gc
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from runtime_programs import Kernel, load, scalar, tensor, write_program

from pypto.ir.dtypes import INT32
from pypto.runtime.memory import DeviceMemory
from pypto.runtime.resident import allocate, release

# Runs for `slots[1]` turns; 0 means until the process ends.
SPIN = Kernel(
    "spin",
    [("y", "out", "INT32"), ("turns", "", "INT64")],
    """
    volatile int64_t turn = 0;
    for (; slots[1] == 0 || turn < (int64_t)slots[1]; turn = turn + 1) {}
    put(core, gm(slots, 0), at<int32_t>(slots, 0) + block_idx, 7);
""",
)
PARAMS = [
    tensor("y", "out", [64], "INT32"),
    scalar("blocks", "INT64"),
    scalar("turns", "INT64"),
    scalar("tasks", "INT64"),
]
ORCHESTRATION = """
    pto_view y = o->param(run, 0);
    for (int64_t i = 0; i < (int64_t)o->scalar(run, 3); ++i) {
        o->task(run, 0, (int64_t)o->scalar(run, 1), 1);
        o->tensor(run, &y, PTO_INOUT);
        o->value(run, o->scalar(run, 2));
        o->submit(run);
    }
    int64_t at[1] = {0};
    if (o->scalar(run, 3) == 2) o->read(run, &y, at, 1);
"""


def interrupted(call: Callable[[], object]) -> None:
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        call()
    timer.join()
    assert time.monotonic() - start < 30


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    "args",
    [[64, 10_000_000, 1_000], [1, 10_000_000, 100_000], [64, 100_000_000, 2], [64, 1, 1_000_000_000]],
    ids=["blocks", "tasks", "read", "submission"],
)
def test_a_long_run_stops_and_the_next_one_works(tmp_path: Path, workers: int, args: list[int]) -> None:
    program = load(*write_program(tmp_path, PARAMS, [SPIN], ORCHESTRATION))
    y = torch.ones(64, dtype=torch.int32)
    interrupted(lambda: program.dispatch([y, *args], workers=workers))
    assert (y == 1).all(), "an interrupted run writes no output"
    program.dispatch([y, 64, 1, 1], workers=workers)
    assert (y == 7).all()


def test_a_block_that_never_ends_is_left_behind(tmp_path: Path) -> None:
    """In a process of its own: the block's thread spins until the process ends."""
    program = load(*write_program(tmp_path, PARAMS, [SPIN], ORCHESTRATION))
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            y = torch.ones(64, dtype=torch.int32)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            interrupted(lambda: program.dispatch([y, 2, 0, 1], workers=2))
            program.dispatch([y, 64, 1, 1], workers=2)
            code = 0 if bool((y == 7).all()) else 2
        finally:
            os._exit(code)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0


SCRIBBLE = Kernel(
    "scribble",
    [("y", "inout", "INT32")],
    """
    volatile int32_t* y = at<int32_t>(slots, 0);
    for (int64_t i = 0;; i = (i + 1024) % (1 << 24)) y[i] = y[i] + 1;
""",
)


def test_memory_that_a_block_without_an_end_writes_is_never_given_back(tmp_path: Path) -> None:
    """In a process of its own, which would crash."""
    params = [tensor("y", "inout", [1 << 24], "INT32")]
    program = load(*write_program(tmp_path, params, [SCRIBBLE], """
        pto_view y = o->param(run, 0);
        o->task(run, 0, 1, 1); o->tensor(run, &y, PTO_INOUT); o->submit(run);
    """))  # fmt: skip
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            memory = DeviceMemory("a2a3sim")
            y = allocate(memory, [1 << 24], INT32)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            interrupted(lambda: program.dispatch([y], workers=1))
            release(memory, y)
            memory.close()
            del y, memory
            gc.collect()
            time.sleep(0.3)
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def test_signal_handlers_run_during_a_call_and_need_not_end_it(tmp_path: Path) -> None:
    program = load(*write_program(tmp_path, PARAMS, [SPIN], ORCHESTRATION))
    seen = []
    before = signal.signal(signal.SIGUSR1, lambda *_: seen.append(time.monotonic()))
    try:
        timer = threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGUSR1))
        timer.start()
        y = torch.ones(64, dtype=torch.int32)
        program.dispatch([y, 64, 10_000_000, 1], workers=1)
        ended = time.monotonic()
        timer.join()
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert (y == 7).all()
    assert len(seen) == 1 and seen[0] < ended


def test_other_threads_run_during_a_call(tmp_path: Path) -> None:
    program = load(*write_program(tmp_path, PARAMS, [SPIN], ORCHESTRATION))
    ticks = []
    done = threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.01)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.monotonic()
    program.dispatch([torch.ones(64, dtype=torch.int32), 64, 3_000_000, 1], workers=1)
    end = time.monotonic()
    done.set()
    thread.join()
    assert sum(start < t < end for t in ticks) >= 2
