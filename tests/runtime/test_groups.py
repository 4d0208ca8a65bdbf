# SPDX-License-Identifier: Apache-2.0
"""Groups of a cube core and vector cores: pipes keep order and block, faults and deadlocks end every member."""

from pathlib import Path

import pytest
import torch
from runtime_programs import Kernel, load, scalar, tensor, write_program

from pypto.errors import KernelFault
from pypto.runtime.call import Program

# The cube core pushes `pushes` numbers through a pipe of two slots; each vector core adds up `pops` of them.
_PIPE = """
static const pto_pipe numbers = {0, PTO_C2V, 2, 2, 64, 0, nullptr};
static float* slot(pto_core* c, int64_t n) { return (float*)(c->space[PTO_VEC] + n % 2 * 64); }
"""
ARGUMENTS = [("y", "inout", "FP32"), ("pushes", "", "INT64"), ("pops", "", "INT64"), ("fault", "", "INT64")]
CUBE = Kernel(
    "cube",
    ARGUMENTS,
    """
    if (!core->pipe_open(core, &numbers, 1)) return;
    for (int64_t i = 0; i < (int64_t)slots[1]; ++i) {
        int64_t n = core->pipe_wait(core, &numbers, PTO_PUSH, 2);
        if (n < 0) return;
        for (int k = PTO_LANE0; k < PTO_MEMBERS; ++k)
            if (core->member[k]) *slot(core->member[k], n) = float(block_idx * 1000 + i);
        if (!core->pipe_done(core, &numbers, PTO_PUSH, 2)) return;
        if (slots[3] == 1 && i == 5) return pto_raise(core, PTO_FAULT_TRAP, 3, -1, -1, 0, 0, 0, 0);
    }
""",
    core="aic",
    helpers=_PIPE,
)
VECTOR = Kernel(
    "vector",
    ARGUMENTS,
    """
    if (!core->pipe_open(core, &numbers, 1)) return;
    float sum = 0;
    for (int64_t i = 0; i < (int64_t)slots[2]; ++i) {
        int64_t n = core->pipe_wait(core, &numbers, PTO_POP, 4);
        if (n < 0) return;
        sum += *slot(core, n) * float(i + 1);
        if (slots[3] == 3 || !core->pipe_done(core, &numbers, PTO_POP, 5)) {
            if (slots[3] != 3) return;
        }
        if (slots[3] == 2 && i == 3 && lane == 0) return pto_raise(core, PTO_FAULT_TRAP, 6, -1, -1, 0, 0, 0, 0);
    }
    if (slots[3] == 4 && !core->pipe_done(core, &numbers, PTO_POP, 7)) return;
    put(core, gm(slots, 0), at<float>(slots, 0) + 2 * block_idx + lane, sum);
""",
    helpers=_PIPE,
)
ORCHESTRATION = """
    pto_view y = o->param(run, 0);
    for (int task = 0; task < 3; ++task) {
        o->task(run, 2, 16, 1);
        o->tensor(run, &y, PTO_INOUT);
        for (int i = 1; i < 4; ++i) o->value(run, o->scalar(run, i));
        o->submit(run);
    }
"""
PARAMS = [tensor("y", "inout", [32]), *(scalar(n, "INT64") for n in ("pushes", "pops", "fault"))]


def program_with(tmp_path: Path, lanes: int) -> Program:
    group = [0, 1, 1 if lanes == 2 else -1]
    return load(*write_program(tmp_path, PARAMS, [CUBE, VECTOR], ORCHESTRATION, groups=[group]))


@pytest.fixture(scope="module")
def program(tmp_path_factory) -> Program:
    return program_with(tmp_path_factory.mktemp("groups"), 2)


def expected(lanes: int) -> torch.Tensor:
    weights = torch.arange(1, 9, dtype=torch.float32)
    sums = torch.stack([(weights * (block * 1000 + torch.arange(8.0))).sum() for block in range(16)])
    y = torch.full((32,), -1.0)
    y[0::2] = sums
    if lanes == 2:
        y[1::2] = sums
    return y


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_both_vector_cores_receive_everything_in_order(program: Program, workers: int) -> None:
    y = torch.full((32,), -1.0)
    record = program.dispatch([y, 8, 8, 0], workers=workers, trace=True)
    assert torch.equal(y, expected(2))
    assert not record.unwritten("y").any()
    writer = record.writer("y", (5,))
    assert writer is not None and (writer.task, writer.kernel, writer.block, writer.line) == (2, 1, 2, 11)
    assert len(record.tasks) == 3 * 16 * 3  # one entry for every member


def test_a_group_of_one_vector_core(tmp_path: Path) -> None:
    y = torch.full((32,), -1.0)
    program_with(tmp_path, 1).dispatch([y, 8, 8, 0], workers=2)
    assert torch.equal(y, expected(1))


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("args", "line", "text"),
    [
        (
            (8, 9, 0),
            14,
            "deadlock: the pop waits for pipe 0 from cube to vector, and nothing pushes into it any more",
        ),
        ((9, 5, 0), 12, "deadlock: the push waits for one of the 2 slots of pipe 0 from cube to vector"),
        ((8, 7, 0), 12, "the block ends with 1 slot(s) of pipe 0 from cube to vector still in use"),
        ((8, 8, 1), 13, "the kernel stopped itself"),
        ((8, 8, 2), 16, "the kernel stopped itself"),
        ((8, 8, 3), 14, "the pop finds all 2 slots of pipe 0 from cube to vector held"),
        ((8, 8, 4), 17, "a free of pipe 0 from cube to vector without a pop before it"),
    ],
    ids=["pop", "push", "left", "cube-fault", "vector-fault", "held", "free"],
)
def test_what_goes_wrong_ends_the_run_with_a_line(
    program: Program, workers: int, args, line: int, text: str
) -> None:
    y = torch.zeros(32)
    with pytest.raises(KernelFault) as caught:
        program.dispatch([y, *args], workers=workers)
    assert str(caught.value).startswith(f"kernel.py:{line}:9: error: {text}")
    assert "task 0, block 0" in str(caught.value)
    assert (y == 0).all(), "a failed run writes no output"
    program.dispatch([y, 8, 8, 0], workers=workers)
    assert torch.equal(y, expected(2)), "the next run works"


def test_a_pipe_outside_of_a_group_is_a_fault(tmp_path: Path) -> None:
    alone = ORCHESTRATION.replace("o->task(run, 2, 16, 1)", "o->task(run, 1, 16, 1)")
    program = load(*write_program(tmp_path, PARAMS, [CUBE, VECTOR], alone))
    with pytest.raises(KernelFault, match="a pipe is used outside of a group"):
        program.dispatch([torch.zeros(32), 8, 8, 0])
