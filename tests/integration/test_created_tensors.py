# SPDX-License-Identifier: Apache-2.0
"""New tensors and tiles: what a scratch tensor is filled with, which shapes and element types there are."""

import pytest
import torch
from kernel_runs import run_everywhere, run_on_newer

import pypto.language as pl
from pypto.errors import UserError


@pl.jit
def zeros_of_eight_bits(y: pl.Out[pl.Tensor[[16, 64], pl.FP8E4M3FN]]):
    t = pl.create_tensor([16, 64], dtype=pl.FP8E4M3FN, init_value=0)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = t[:, :]
    return y


def test_a_tensor_of_fp8_is_filled_with_zeros_in_both_engines():
    (y,) = run_on_newer(zeros_of_eight_bits, torch.ones(16, 64).to(torch.float8_e4m3fn))
    assert torch.equal(y.float(), torch.zeros(16, 64))


KERNEL = """
import pypto.language as pl
@pl.jit
def kernel(y: pl.Out[pl.Tensor[[16, 64], pl.INT8]]):
    t = pl.create_tensor([16, 64], dtype=pl.{}, init_value={})
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.full([16, 64], pl.INT8, 0)
    return y
"""


@pytest.mark.parametrize(
    ("dtype", "number", "message"),
    [
        ("INT8", "1.5", "the number 1.5 does not fit INT8"),
        ("INT8", "300", "the number 300 does not fit INT8"),
        ("FP8E5M2", "1.5", "a FP8E5M2 tensor can only be pre-filled with 0"),
        ("FP32", "True", "`init_value` must be a number"),
    ],
)
def test_a_number_that_is_none_of_the_type_is_refused(dtype, number, message, tmp_path):
    path, space = tmp_path / "kernel.py", {}
    path.write_text(KERNEL.format(dtype, number))
    exec(compile(path.read_text(), str(path), "exec"), space)
    with pytest.raises(UserError) as error:
        space["kernel"].compile(torch.zeros(16, 64, dtype=torch.int8), config={"platform": "a5sim"})
    assert message in str(error.value) and f"{path}:5:9" in str(error.value)


@pl.jit
def no_elements(n: pl.INDEX, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    _a = pl.create_tensor([16, 0], dtype=pl.FP32)
    _rows = pl.create_tensor([2 * n, 64], dtype=pl.FP32, init_value=1)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x


def test_a_scratch_tensor_may_have_no_elements():
    x = torch.randn(16, 64)
    assert torch.equal(run_everywhere(no_elements, 0, x, torch.zeros(16, 64))[2], x)


SHAPED = """
import pypto.language as pl
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    {}
    with pl.at(level=pl.Level.CORE_GROUP):
        {}
        y[:, :] = x
    return y
"""
NO_AXES, ON_CORE = "has no axes", "extents of at least 1"


@pytest.mark.parametrize(
    ("call", "orchestration", "region"),
    [
        ("pl.create_tensor([], dtype=pl.FP32)", NO_AXES, NO_AXES),
        ("pl.create_tensor([16, 0], dtype=pl.FP32)", None, ON_CORE),
        ("pl.create_tensor([16, -1], dtype=pl.FP32)", "extent -1 is negative", "extent -1 is negative"),
        ("pl.create_tensor([16, x.shape[1] * n], dtype=pl.FP32)", None, None),
        *((f"pl.create_tensor([16], dtype=pl.{d})", f"hold {d}", f"hold {d}") for d in ("INDEX", "TASK_ID")),
        ("pl.create_tensor([16], dtype=pl.HF8)", "HF8 are not supported", "HF8 are not supported"),
        ("pl.create_tile([16, 64], dtype=pl.INDEX)", "Misplaced", "hold INDEX"),
        ("pl.create_tile([16, 64], dtype=pl.BOOL)", "Misplaced", "BOOL are not supported"),
        ("pl.full([], dtype=pl.FP32, value=1)", "Misplaced", NO_AXES),
        ("pl.full([16, 64], dtype=pl.TASK_ID, value=1)", "Misplaced", "hold TASK_ID"),
        ("pl.load(x, [0, 0], [])", "Misplaced", NO_AXES),
        ("pl.reshape(x, [])", NO_AXES, NO_AXES),
        ("pl.arange(0, [], dtype=pl.INT32)", "Misplaced", NO_AXES),
    ],
)
def test_shapes_and_element_types_of_new_values(load, call, orchestration, region):
    for outer, inner, message in ((f"t = {call}", "pass", orchestration), ("pass", f"t = {call}", region)):
        kernel = load(SHAPED.format(outer, inner)).kernel
        if message is None:
            kernel.lower(2, torch.zeros(16, 64), torch.zeros(16, 64))
            continue
        with pytest.raises(UserError) as error:
            kernel.lower(2, torch.zeros(16, 64), torch.zeros(16, 64))
        assert message in str(error.value)


@pl.jit
def shifted(y: pl.InOut[pl.Tensor[[1024, 64], pl.FP32]]):
    y[8:1008, :] = y[0:1000, :]
    return y


@pl.jit
def exchanged(y: pl.InOut[pl.Tensor[[256, 256], pl.FP32]]):
    y[:, :] = pl.transpose(y, 0, 1)
    return y


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_a_part_of_a_tensor_is_copied_over_another_part_of_it(engine):
    y = torch.randn(1024, 64)
    wanted = torch.cat([y[:8], y[:1000], y[1008:]])
    shifted(y, config={"engine": engine})
    assert torch.equal(y, wanted)
    square = torch.randn(256, 256)
    wanted = square.T.clone()
    exchanged(square, config={"engine": engine})
    assert torch.equal(square, wanted)
