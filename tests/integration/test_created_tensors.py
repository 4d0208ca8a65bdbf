# SPDX-License-Identifier: Apache-2.0
"""What a scratch tensor of orchestration is filled with."""

import pytest
import torch
from kernel_runs import run_on_newer

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
