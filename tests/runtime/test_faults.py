# SPDX-License-Identifier: Apache-2.0
"""A fault stops the run, names everything, and leaves outputs and the device as they were."""

from pathlib import Path

import pytest
import torch
from runtime_programs import Kernel, load, scalar, tensor, write_program

from pypto.errors import KernelFault
from pypto.runtime.device import Fault
from pypto.runtime.faults import LOAD_BOUNDS, VALID_SHAPE, fault_text

FAULTY = Kernel(
    "faulty",
    [("tokens", "in", "FP32"), ("y", "out", "FP32"), ("code", "", "INT32"), ("bad", "", "INT32")],
    """
    put(core, gm(slots, 1), at<float>(slots, 1) + block_idx, 1.0f);
    if (block_idx >= (int32_t)slots[3])
        pto_raise(core, (int32_t)slots[2], 2, 0, 0, 0, 16, 8, 99);
""",
)
ORCHESTRATION = """
    pto_view x = o->param(run, 0), y = o->param(run, 1);
    for (int i = 0; i < 4; ++i) {
        o->task(run, 0, 64, 1);
        o->tensor(run, &x, PTO_IN); o->tensor(run, &y, PTO_INOUT);
        o->value(run, o->scalar(run, 2)); o->value(run, i < 2 ? 1000 : (int64_t)o->scalar(run, 3));
        o->submit(run);
    }
"""


@pytest.fixture
def program(tmp_path: Path):
    params = [
        tensor("x", "in", [8, 64]),
        tensor("y", "out", [64]),
        scalar("code", "INT32"),
        scalar("bad", "INT32"),
    ]
    return load(*write_program(tmp_path, params, [FAULTY], ORCHESTRATION))


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_an_overhanging_load_names_tensor_axis_range_extent_and_line(program, workers: int) -> None:
    x, y = torch.zeros(8, 64), torch.full((64,), 5.0)
    with pytest.raises(KernelFault) as caught:
        program.dispatch([x, y, 1, 20], workers=workers)
    assert str(caught.value).splitlines() == [
        "kernel.py:12:9: error: load reads outside of `tokens`: [0, 16) of axis 0, whose extent is 8 [load-bounds]",
        "     = note: in kernel `faulty` (kernels/aiv/faulty.cpp), task 2, block 20",
        "     = note: `tokens` is a part of the parameter `x`",
        "     = help: where the tile may hang over the edge, load with valid_shape= of at most 8 on axis 0",
    ]
    assert (y == 5.0).all(), "a failed run writes no output"
    program.dispatch([x, y, 1, 1000], workers=workers)
    assert (y == 1.0).all(), "the next run works"


def test_a_load_that_begins_behind_the_end_says_so() -> None:
    fault = Fault(code=LOAD_BOUNDS, begin=128, size=64, axis=0, extent=128)
    message, code, help = fault_text(fault, "tokens")
    assert code == "load-bounds" and "[128, 192)" in message
    assert help == "it begins behind the end: run fewer blocks or iterations"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (2, "store writes outside of `tokens`: [0, 16) of axis 0, whose extent is 8 [store-bounds]"),
        (3, "read reads outside of `tokens`: [0, 16) of axis 0, whose extent is 8 [read-bounds]"),
        (4, "write writes outside of `tokens`: [0, 16) of axis 0, whose extent is 8 [write-bounds]"),
        (5, "valid extent 16 on axis 0 of `tokens` does not lie in [0, 8] [valid-shape]"),
        (6, "the kernel stopped itself (16, 8, 99) [trap]"),
        (7, "`tokens` reaches outside of its buffer: bytes 0 to 16 of 8 [buffer-bounds]"),
    ],
)
def test_each_kind_of_fault_has_its_text(program, code: int, text: str) -> None:
    with pytest.raises(KernelFault) as caught:
        program.dispatch([torch.zeros(8, 64), torch.zeros(64), code, 0])
    assert str(caught.value).splitlines()[0] == f"kernel.py:12:9: error: {text}"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("pto_view w = part(x, 0, 6, 4); o->task(run, 0, 1, 1); o->tensor(run, &w, PTO_IN); o->submit(run);",
         "entry.py:2:5: error: `tokens` reaches outside of its buffer: bytes 1536 to 2560 of 2048"),
        ("int64_t at[2] = {3, 64}; o->read(run, &x, at, 2);",
         "entry.py:3:5: error: read reads outside of `x`: [64, 65) of axis 1, whose extent is 64"),
        ("int64_t at[2] = {-1, 0}; o->write(run, &x, at, 0, 3);",
         "entry.py:4:5: error: write writes outside of `x`: [-1, 0) of axis 0, whose extent is 8"),
        ("o->fail(run, 1, 60, 8, 2); for (;;) {}",
         "entry.py:3:5: error: a slice reaches outside of its tensor: [60, 68) of axis 1 [slice-bounds]"),
        ("o->task(run, 0, 1, 1); o->dep(run, 17); o->submit(run);",
         "entry.py:2:5: error: a dependency names task 17, but 0 tasks were submitted before [unknown-task]"),
        ("o->task(run, 0, 1000000000000, 3); o->submit(run);",
         "entry.py:4:5: error: too many blocks: 1000000000000, where a task has at most 2147483647 "
         "[too-many-blocks]"),
        ("o->task(run, 1, 1, 1); o->submit(run);",
         "entry.py:2:5: error: unknown kernel 1: the program has 1 kernels [unknown-kernel]"),
        ("o->task(run, -7, 1, 1); o->submit(run);",
         "entry.py:2:5: error: unknown kernel -7: the program has 1 kernels [unknown-kernel]"),
    ],
    ids=["argument", "read", "write", "fail", "dep", "blocks", "kernel", "negative kernel"],
)  # fmt: skip
def test_faults_of_the_orchestration_name_its_line(tmp_path: Path, body: str, text: str) -> None:
    params = [tensor("x", "in", [8, 64]), tensor("y", "out", [64])]
    program = load(*write_program(tmp_path, params, [FAULTY], f"    pto_view x = o->param(run, 0);\n{body}"))
    with pytest.raises(KernelFault) as caught:
        program.dispatch([torch.zeros(8, 64), torch.zeros(64)])
    assert str(caught.value).startswith(text)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_the_first_faulty_block_is_reported_even_if_a_later_one_faults_sooner(
    tmp_path: Path, workers: int
) -> None:
    kernel = Kernel(
        "late",
        [("y", "out", "FP32")],
        """
    if (block_idx < 2) return;
    if (block_idx < 6) usleep(3000);
    pto_raise(core, PTO_FAULT_TRAP, 1, -1, -1, 0, 0, 0, block_idx);
""",
    )
    orchestration = (
        "pto_view y = o->param(run, 0); o->task(run, 0, 64, 1); o->tensor(run, &y, PTO_OUT); o->submit(run);"
    )
    program = load(*write_program(tmp_path, [tensor("y", "out", [64])], [kernel], orchestration))
    for _ in range(5):
        with pytest.raises(KernelFault) as caught:
            program.dispatch([torch.zeros(64)], workers=workers)
        assert caught.value.notes[0].endswith("task 0, block 2")


def test_a_value_without_a_name_is_not_quoted() -> None:
    fault = Fault(code=VALID_SHAPE, size=40, extent=32)
    assert fault_text(fault, "a value on the core")[0] == (
        "valid extent 40 on axis 0 of a value on the core does not lie in [0, 32]"
    )
    assert "of `tokens` does" in fault_text(fault, "tokens")[0]
