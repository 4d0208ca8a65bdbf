# SPDX-License-Identifier: Apache-2.0
"""The memory of a core at the start of a call: a pattern that no type reads as zero and every float as NaN."""

from pathlib import Path

import pytest
import torch
from runtime_programs import Kernel, load, scalar, tensor, write_program

from pypto.platforms import PLATFORMS
from pypto.runtime.call import Program
from pypto.runtime.device import SPACES

PATTERN = 0x7FA57FA5
GENERATIONS = ["a2a3", "a5"]

# Per block: how many words of space `slots[1]` differ from the pattern, and its first word; then zeros over all of it.
BODY = """
    unsigned* words = (unsigned*)core->space[slots[1]];
    int64_t count = (int64_t)slots[2] / 4, others = 0;
    for (int64_t i = 0; i < count; ++i) others += words[i] != 0x7FA57FA5u;
    int64_t* row = at<int64_t>(slots, 0) + 4 * block_idx;
    put(core, gm(slots, 0), row, others);
    put(core, gm(slots, 0), row + 1, (int64_t)words[0]);
    put(core, gm(slots, 0), row + 2, (int64_t)core->worker);
    put(core, gm(slots, 0), row + 3, (int64_t)block_idx);
    usleep(2000);
    for (int64_t i = 0; i < count; ++i) words[i] = 0;
"""
ARGUMENTS = [("y", "out", "INT64"), ("space", "", "INT64"), ("size", "", "INT64")]
ORCHESTRATION = """
    pto_view y = o->param(run, 0);
    o->task(run, 0, y.shape[0], 1);
    o->tensor(run, &y, PTO_OUT); o->value(run, o->scalar(run, 1)); o->value(run, o->scalar(run, 2));
    o->submit(run);
"""


def program(folder: Path, core: str, generation: str) -> Program:
    params = [tensor("y", "out", [-1, 4], "INT64"), scalar("space", "INT64"), scalar("size", "INT64")]
    kernel = Kernel("look", ARGUMENTS, BODY, core)
    return load(*write_program(folder, params, [kernel], ORCHESTRATION, generation))


def spaces(generation: str, core: str) -> list[tuple[int, int]]:
    """(number, bytes) of the spaces that a core's kernels work in."""
    chip = PLATFORMS[generation]
    names = ["Vec"] if core == "aiv" else ["Mat", "Left", "Right", "Acc", "Bias"]
    return [(SPACES.index(n), chip.capacity[n] + chip.reserve.get(n, 0)) for n in names]


@pytest.mark.parametrize("generation", GENERATIONS)
@pytest.mark.parametrize("core", ["aiv", "aic"])
def test_every_word_is_the_pattern_in_each_call_and_later_blocks_see_what_was_left(
    tmp_path: Path, core: str, generation: str
) -> None:
    look = program(tmp_path, core, generation)
    for _ in range(2):
        for space, size in spaces(generation, core):
            y = torch.zeros(3, 4, dtype=torch.int64)
            look.dispatch([y, space, size], workers=1)
            assert y[:, 0].tolist() == [0, size // 4, size // 4]
            assert y[:, 1].tolist() == [PATTERN, 0, 0]


@pytest.mark.parametrize("core", ["aiv", "aic"])
def test_the_first_block_of_every_worker_finds_the_pattern(tmp_path: Path, core: str) -> None:
    look = program(tmp_path, core, "a2a3")
    space, size = spaces("a2a3", core)[0]
    for _ in range(3):
        y = torch.zeros(40, 4, dtype=torch.int64)
        look.dispatch([y, space, size], workers=3)
        first = {worker: row for *row, worker, _ in reversed(y.tolist())}
        assert len(first) > 1
        assert all(row == [0, PATTERN] for row in first.values())


def test_no_type_reads_zero_and_every_float_reads_nan() -> None:
    words = torch.tensor([PATTERN], dtype=torch.int32)
    for kind in (torch.float32, torch.float16, torch.bfloat16):
        assert words.view(kind).isnan().all(), kind
    for kind in (torch.int8, torch.uint8, torch.int16, torch.int32):
        assert (words.view(kind) != 0).all(), kind
