# SPDX-License-Identifier: Apache-2.0
"""A call that finds no room on the device says how much it needs, and changes nothing."""

from pathlib import Path

import pytest
import torch
from runtime_programs import AXPB, load, scalar, tensor, write_program

from pypto.errors import ArgumentError, UserError
from pypto.runtime.call import Program

PARAMS = [tensor("x", "in", [-1, 16]), tensor("y", "out", [-1, 16]), scalar("extent", "INT64")]
ORCHESTRATION = """
    pto_view x = o->param(run, 0), y = o->param(run, 1);
    int64_t shape[1] = {(int64_t)o->scalar(run, 2)};
    o->create(run, PTO_FP32, 1, shape, 0, 0, 0, 2);
    o->task(run, 0, x.shape[0], 1);
    o->tensor(run, &x, PTO_IN); o->tensor(run, &y, PTO_OUT);
    o->value(run, 0x3f800000); o->value(run, 0);
    o->submit(run);
"""


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return load(*write_program(tmp_path, PARAMS, [AXPB], ORCHESTRATION))


def test_a_scratch_tensor_that_finds_no_room(program: Program) -> None:
    x, y = torch.ones(8, 16), torch.full((8, 16), 5.0)
    with pytest.raises(MemoryError) as caught:
        program.dispatch([x, y, 1 << 46])
    assert isinstance(caught.value, ArgumentError)
    assert str(caught.value) == (
        f"entry.py:3:5: error: a scratch tensor needs {1 << 48} bytes of device memory, "
        "more than the system has [memory]"
    )
    assert (y == 5.0).all()
    program.dispatch([x, y, 16])
    assert (y == 1.0).all(), "the next call works"


def test_arguments_that_find_no_room(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    y = torch.full((8, 16), 5.0)
    pack = program._packer.pack

    def packed(args, words, start, memory):
        shapes = pack(args, words, start, memory)
        words[start + 4] = 1 << 42  # the rows of x
        return shapes

    monkeypatch.setattr(program._packer, "pack", packed)
    with pytest.raises(UserError) as caught:
        program.dispatch([torch.ones(8, 16), y, 16])
    assert isinstance(caught.value, MemoryError)
    needed = (64 << 42) + 5 * 64 + 8 * 16 * 4 + 5 * 64
    assert str(caught.value) == (
        f"error: the arguments need {needed} bytes of device memory, more than the system has [memory]"
    )
    assert (y == 5.0).all()
    monkeypatch.undo()
    program.dispatch([torch.ones(8, 16), y, 16])
    assert (y == 1.0).all()
