# SPDX-License-Identifier: Apache-2.0
"""Atomic stores take effect in order of submission, then of block, with any number of workers."""

from pathlib import Path

import numpy as np
import pytest
import torch
from runtime_programs import Kernel, load, tensor, write_program


def adder(dtype: str, cpp: str, mode: str = "PTO_ATOMIC_ADD") -> Kernel:
    """y[2, 8] <- y op x[block], where blocks take different times so that they end out of order."""
    return Kernel(
        "adder",
        [("x", "in", dtype), ("y", "inout", dtype)],
        f"""
    if (block_idx % 3 == 0) usleep(200);
    const {cpp}* x = at<{cpp}>(slots, 0) + 32 * block_idx;
    pto_atomic a = {{gm(slots, 1), at<char>(slots, 1), x, 2, 8, 16 * sizeof({cpp}), 16 * sizeof({cpp}),
                     PTO_{dtype}, {mode}, 2}};
    core->atomic_store(core, &a);
""",
    )


ONE_TASK = """
    pto_view x = o->param(run, 0), y = o->param(run, 1);
    o->task(run, 0, x.shape[0], 1); o->tensor(run, &x, PTO_IN); o->tensor(run, &y, PTO_OUT); o->submit(run);
"""
MANY_TASKS = """
    pto_view x = o->param(run, 0), y = o->param(run, 1);
    for (int i = 0; i < x.shape[0]; i += 4) {
        pto_view rows = part(x, 0, i, 4);
        o->task(run, 0, 4, 1); o->tensor(run, &rows, PTO_IN); o->tensor(run, &y, PTO_OUT); o->submit(run);
    }
"""


def program_for(folder: Path, kernel: Kernel, dtype: str, orchestration: str):
    params = [tensor("x", "in", [-1, 2, 16], dtype, d0="N"), tensor("y", "inout", [2, 16], dtype)]
    return load(*write_program(folder, params, [kernel], orchestration))


@pytest.mark.parametrize("orchestration", [ONE_TASK, MANY_TASKS], ids=["one task", "many tasks"])
def test_float_sums_are_those_of_running_in_order(tmp_path: Path, orchestration: str) -> None:
    program = program_for(tmp_path, adder("FP32", "float"), "FP32", orchestration)
    x = torch.randn(64, 2, 16, generator=torch.Generator().manual_seed(1)) * 1e3
    expected = torch.full((2, 16), 3.0)
    for block in x:
        expected[:, :8] += block[:, :8]
    for workers in (1, 2, 3, 2, 3):
        y = torch.full((2, 16), 3.0)
        record = program.dispatch([x, y], workers=workers)
        assert torch.equal(y, expected)
        writer = record.writer("y", (1, 7))
        assert writer is not None and writer.block == (63 if orchestration is ONE_TASK else 3)
        assert record.writer("y", (1, 8)) is None


def test_a_reader_sees_every_atomic_store(tmp_path: Path) -> None:
    reader = Kernel(
        "reader",
        [("x", "in", "INT32"), ("y", "out", "INT32")],
        "for (int i = 0; i < 8; ++i) put(core, gm(slots, 1), at<int32_t>(slots, 1) + i, at<int32_t>(slots, 0)[i]);",
    )
    params = [
        tensor("x", "in", [-1, 2, 16], "INT32", d0="N"),
        tensor("y", "inout", [2, 16], "INT32"),
        tensor("z", "out", [8], "INT32"),
    ]
    orchestration = (
        MANY_TASKS
        + """
    pto_view z = o->param(run, 2);
    o->task(run, 1, 1, 1); o->tensor(run, &y, PTO_IN); o->tensor(run, &z, PTO_OUT); o->submit(run);
"""
    )
    program = load(*write_program(tmp_path, params, [adder("INT32", "int32_t"), reader], orchestration))
    x = torch.arange(64 * 32, dtype=torch.int32).reshape(64, 2, 16)
    for workers in (1, 2, 3):
        y, z = torch.zeros(2, 16, dtype=torch.int32), torch.zeros(8, dtype=torch.int32)
        program.dispatch([x, y, z], workers=workers)
        assert torch.equal(z, x.sum(0, dtype=torch.int32)[0, :8])


@pytest.mark.parametrize(
    ("dtype", "cpp"),
    [("FP16", "uint16_t"), ("BF16", "uint16_t"), ("INT8", "int8_t"), ("INT16", "int16_t"), ("UINT8", "uint8_t"),
     ("INT64", "int64_t")],
)  # fmt: skip
def test_every_type_rounds_or_wraps_after_each_store(tmp_path: Path, dtype: str, cpp: str) -> None:
    from pypto.ir.dtypes import BY_NAME

    program = program_for(tmp_path, adder(dtype, cpp), dtype, ONE_TASK)
    kind = getattr(torch, BY_NAME[dtype].torch or "")
    generator = torch.Generator().manual_seed(2)
    if kind.is_floating_point:
        x = (torch.randn(40, 2, 16, generator=generator) * torch.logspace(-8, 3, 40)[:, None, None]).to(kind)
    else:
        low, high = torch.iinfo(kind).min, torch.iinfo(kind).max
        x = torch.randint(low, high, (40, 2, 16), dtype=kind, generator=generator)
    y = torch.zeros(2, 16, dtype=kind)
    expected = y.clone()
    for block in x:
        expected[:, :8] = expected[:, :8] + block[:, :8]
    program.dispatch([x, y], workers=2)
    assert torch.equal(y.view(torch.uint8), expected.view(torch.uint8))


@pytest.mark.parametrize(("mode", "reduce"), [("PTO_ATOMIC_MAX", np.maximum), ("PTO_ATOMIC_MIN", np.minimum)])
def test_extremes_keep_nan(tmp_path: Path, mode: str, reduce: np.ufunc) -> None:
    program = program_for(tmp_path, adder("FP32", "float", mode), "FP32", ONE_TASK)
    x = torch.randn(10, 2, 16, generator=torch.Generator().manual_seed(3))
    x[4, 0, 0] = float("nan")
    y = torch.zeros(2, 16)
    program.dispatch([x, y], workers=2)
    expected = reduce.reduce(x.numpy(), axis=0, initial=0.0)
    assert np.array_equal(y[:, :8].numpy(), expected[:, :8], equal_nan=True)
    assert y[0, 0].isnan()
