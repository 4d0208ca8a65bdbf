# SPDX-License-Identifier: Apache-2.0
"""Arguments that are known while a kernel is read, with values that no operation knows."""

import pytest

from pypto.errors import UserError

KERNEL = """
import pypto.language as pl
@pl.jit
def kernel(
    x: pl.Tensor[[32, 64], pl.FP16],
    i: pl.Tensor[[1, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 64], pl.FP16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 64])
        m = pl.load(x, [0, 0], [32, 64], target_memory=pl.Mem.Mat)
        q = {}
        y = pl.store(t, [0, 0], y)
    return y
"""
MEMORIES = [
    "pl.create_tile([16, 64], pl.FP32, target_memory={})",
    "pl.load(x, [0, 0], [32, 64], target_memory={})",
    "pl.move(m, target_memory={})",
    "pl.tile.extract(m, 0, 0, [16, 64], target_memory={})",
    "pl.mgather(x, i, target_memory={})",
]
OTHERS = [
    ("pl.slice(x, [1, 64], [0, 0], drop_dims=1.5)", "drop_dims 1.5 is no list of axes"),
    ("pl.slice(x, [1, 64], [0, 0], drop_dims=[-2])", "drop_dims names axis -2, the axes are 0 to 1"),
    ("pl.slice(x, [1, 64], [0, 0], drop_dims=['a'])", "drop_dims names axis 'a'"),
    ("pl.write(y, [0, 0], None)", "value is TaskId, the tensor holds FP16"),
]
WRONG = [(call.format(value), "is no memory") for call in MEMORIES for value in ("1e39", "'Vec'", "[1, 2]")]


@pytest.mark.parametrize(("call", "message"), [*WRONG, *OTHERS], ids=lambda v: v[:60])
def test_a_value_that_says_nothing_is_refused_at_the_call(call, message, tmp_path):
    path, space = tmp_path / "kernel.py", {}
    path.write_text(KERNEL.format(call))
    exec(compile(path.read_text(), str(path), "exec"), space)
    with pytest.raises(UserError) as error:
        space["kernel"].lower()
    assert message in str(error.value) and f"{path}:12:13" in str(error.value)
