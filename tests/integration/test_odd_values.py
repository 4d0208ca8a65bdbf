# SPDX-License-Identifier: Apache-2.0
"""Values that no kernel should have: what is no flag, tensors of no size, programs edited into nonsense."""

import pytest
import torch
from kernel_runs import run_everywhere

import pypto.language as pl
from pypto.errors import UserError
from pypto.runtime import RunConfig

ENGINES = ("native", "interpret")


@pl.jit
def allocated(
    x: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]
):
    rows = pl.create_tensor([n, 1048576], dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:8, :] = rows[0:8, 0:64]
    return y


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (2**24, f"needs {2**46} bytes of device memory"),
        (2**62, "bytes of device memory, more than the system has"),
        (-1, "the extent of a new tensor is -1 on axis 0"),
    ],
)
def test_a_scratch_tensor_of_an_impossible_size(engine, rows, words):
    program = allocated.compile(n=pl.RUNTIME)
    with pytest.raises(UserError, match=words) as caught:
        program.dispatch([torch.zeros(16, 64), rows, torch.zeros(16, 64)], RunConfig(engine=engine))
    assert "test_odd_values.py:" in str(caught.value)


@pl.jit
def with_clamp(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.slice(x, [16, 64], [0, 0], clamp=1)
    return y


@pl.jit
def with_mode(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.BF16, mode=len)
    return y


@pytest.mark.parametrize(
    ("kernel", "words"),
    [
        (with_clamp, "`clamp` must be True or False, `1` is the number 1"),
        (with_mode, "`mode` must be a plain value, `len` is a Python builtin"),
    ],
    ids=["clamp", "mode"],
)
def test_a_flag_is_true_or_false_and_a_mode_no_function(kernel, words):
    with pytest.raises(UserError, match=words):
        kernel.compile()


@pl.jit
def unrolled(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    for b in pl.unroll(2):
        with pl.at(level=pl.Level.CORE_GROUP):
            v = x[b * 16 : b * 16 + 16, :]
            total = pl.full([16, 64], pl.FP32, 0.0)
            for _ in pl.range(2):
                for _i, (w,) in pl.range(3, init_values=(v,)):
                    w = pl.yield_(pl.add(w, 1.0))
                w = pl.mul(w, 2.0)
                total = pl.add(total, w)
            y[b * 16 : b * 16 + 16, :] = total
    return y


def test_a_carried_name_starts_anew_where_its_loop_does():
    x = torch.arange(2048.0).reshape(32, 64)
    _, y = run_everywhere(unrolled, x, torch.zeros(32, 64))
    assert torch.equal(y, (x + 3) * 4)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("pl.add(", "pl.add(pl.Level.CORE_GROUP, ", "pl.add"),
        ("[16, 64], [0, 0]", "[16, 64], [pl.PadValue.zero, 0]", "integer"),
        ("[16, 64], [16, 0]", "[16, 64], [17, 0]", "17 to 33"),
        ("pl.Tensor[[32, 64], pl.FP32]", "pl.Tensor[32, pl.FP32]", "extents"),
        ("pl.Tensor[[32, 64], pl.FP32]", "pl.Tensor[[32, 32], pl.FP32]", "different parameters|asks for"),
        ("pl.at(", "pl.at(3, ", "blocks"),
        ("pl.range(3)", "pl.range(pl.FP32)", "integer"),
        ("pl.range(3)", "pl.range()", "bounds"),
        ("pl.range(3)", "pl.range(3 in 4)", "a comparison has two sides"),
    ],
)
def test_an_edited_program_that_makes_no_sense(old, new, words, tmp_path):
    config = RunConfig(engine="interpret", save_kernels_dir=str(tmp_path / "build"))
    artifact = unrolled.compile(config=config)
    path = artifact.output_dir / "program.py"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(UserError, match=words) as caught:
        artifact.dispatch([torch.zeros(32, 64), torch.zeros(32, 64)])
    assert "program.py" in str(caught.value)
