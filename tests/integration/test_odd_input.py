# SPDX-License-Identifier: Apache-2.0
"""Input at the edge of what is reasonable: huge numbers, foreign letters, many axes."""

import re

import pytest
import torch
from integration_kernels import HEAD

from golden import ScalarSpec, TensorSpec, run

ENGINES = pytest.mark.parametrize("engine", ["native", "interpret"])


def kernel(body, params="x: pl.Tensor, y: pl.Out[pl.Tensor]", hint="odd"):
    lines = "\n".join(f"        {line}" for line in body.splitlines())
    return (
        f"{HEAD}BIG = 1e39\n\n\n@pl.jit\ndef k({params}):\n"
        f'    with pl.at(level=pl.Level.CORE_GROUP, name_hint="{hint}"):\n{lines}\n    return y\n'
    )


def specs(shape=(8, 64), dtype=torch.float32, names=("x", "y")):
    return [TensorSpec(names[0], shape, dtype, init_value=1), TensorSpec(names[1], shape, dtype)]


@pytest.mark.parametrize("number", ["1e39", "10.0**40", "BIG"])
def test_a_number_beyond_the_floats_is_refused_at_its_line(load, number):
    source = kernel(f"y[:, :] = pl.mul(x[:, :], {number})")
    result = run(load(source).k, specs(), golden_fn=lambda v: v["y"].fill_(1))
    assert not result.passed
    assert "[number-range]" in result.error
    assert re.search(r"kernel\.py:\d+:\d+: error", result.error), result.error


@ENGINES
def test_an_infinity_written_as_such_is_one(load, engine):
    source = kernel("y[:, :] = pl.mul(x[:, :], INF)").replace("BIG = 1e39", 'INF = float("inf")')
    golden = lambda v: v["y"].fill_(float("inf"))  # noqa: E731
    assert run(load(source).k, specs(), golden_fn=golden, config={"engine": engine}).passed


@pytest.mark.parametrize(
    "body, words",
    [
        ("y[:, :] = pl.full([8, 64], dtype=pl.INT32, value=2**40)", "1099511627776 does not fit INT32"),
        ("y[:, :] = pl.add(x[:, :], 2**31)", "2147483648 does not fit INT32"),
        ("for i in pl.range(0, 2**70):\n    y[:, :] = x[:, :]", "does not fit 64 bits"),
        ("y[:, :] = pl.slice(x, [8, 64], [0, 0], valid_shape=[-1, 64])", "cannot be negative"),
    ],
)
def test_a_number_that_does_not_fit_is_refused_at_its_line(load, body, words):
    result = run(load(kernel(body)).k, specs(dtype=torch.int32), golden_fn=lambda v: v["y"].fill_(1))
    assert not result.passed
    assert words in result.error
    assert re.search(r"kernel\.py:\d+:\d+: error", result.error), result.error


@ENGINES
def test_names_in_any_script_compile(load, engine):
    source = kernel(
        "größe = x[:, :]\n变量[:, :] = pl.add(größe, 1.0)", "x: pl.Tensor, 变量: pl.Out[pl.Tensor]", "é"
    )
    source = source.replace("return y", "return 变量")
    result = run(
        load(source).k,
        specs(names=("x", "变量")),
        golden_fn=lambda v: v["变量"].fill_(2.0),
        config={"engine": engine},
    )
    assert result.passed, result.error


@pytest.mark.parametrize("hint", ["pto", "pto_entry", "double", "main", "core", "NULL", "x" * 300])
def test_any_name_hint_compiles(load, hint):
    result = run(
        load(kernel("y[:, :] = pl.add(x[:, :], 1.0)", hint=hint)).k,
        specs(),
        golden_fn=lambda v: v["y"].fill_(2.0),
    )
    assert result.passed, result.error


def test_more_axes_than_a_region_takes_are_refused_by_the_tensors_name(load):
    source = kernel("y[0, 0, 0, 0, 0:8, :] = x[0, 0, 0, 0, 0:8, :]")
    result = run(load(source).k, specs((1, 1, 1, 1, 8, 64)), golden_fn=lambda v: v["y"].fill_(1.0))
    assert not result.passed
    assert "`x` has 6 axes" in result.error


REGIONS = (
    HEAD
    + """
@pl.jit
def k(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.slice(x, [8, 64], [0, 0], valid_shape=[8, 40])
        b = x[0:8, :]
        y[:, 0:40] = pl.set_validshape(pl.add(a, b), 8, 40)
    return y
"""
)


@ENGINES
def test_operands_with_different_valid_regions_meet_where_both_hold_data(load, engine):
    specs_ = [
        TensorSpec("x", [8, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [8, 40], torch.float32),
    ]
    result = run(
        load(REGIONS).k,
        specs_,
        golden_fn=lambda v: v["y"].copy_(v["x"][:, :40] * 2),
        config={"engine": engine},
    )
    assert result.passed, result.error


FOLDED = (
    HEAD
    + """
@pl.jit
def k(x: pl.Tensor, s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x[:, :], s)
    return y
"""
)


@ENGINES
def test_a_program_is_not_run_with_another_value_of_a_folded_scalar(load, engine):
    def with_scalar(value):
        x, y = specs()
        return [x, ScalarSpec("s", torch.float32, value), y]

    def golden(values):
        values["y"][:] = values["x"] * values["s"]

    module = load(FOLDED)
    first = run(module.k, with_scalar(2.0), golden_fn=golden, config={"engine": engine})
    assert first.passed, first.error
    config = {"engine": engine}
    assert run(module.k, with_scalar(2.0), golden_fn=golden, runtime_dir=first.work_dir, config=config).passed
    other = run(module.k, with_scalar(3.0), golden_fn=golden, runtime_dir=first.work_dir, config=config)
    assert not other.passed
    assert "`s` is part of the program with another value than" in other.error
