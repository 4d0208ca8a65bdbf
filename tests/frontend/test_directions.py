# SPDX-License-Identifier: Apache-2.0
"""Directions that a call or a submission says of its arguments: attrs={"arg_directions": [...]}."""

import pytest

import pypto.language as pl
from pypto import stages
from pypto.errors import ErrorGroup, UserError
from pypto.ir.nodes import Launch, walk
from pypto.passes import pipeline
from pypto.runtime.config import RunConfig

TILE = pl.Tensor[[16, 64], pl.FP32]


@pl.jit.incore
def exp_rows(x: TILE, o: pl.Out[TILE]):
    o[:, :] = pl.exp(x[:, :])
    return o


@pl.jit.incore
def grow(x: TILE, n: pl.Scalar[pl.FP32], o: pl.InOut[TILE]):
    o[:, :] = pl.add(o[:, :], pl.mul(x[:, :], n))
    return o


@pl.jit
def said_again(x: TILE, y: pl.Out[TILE]):
    y = exp_rows(x, y, attrs={"arg_directions": [pl.adir.input, pl.adir.output]})
    y, _a = pl.submit(
        grow, x, 2.0, y, attrs={"arg_directions": [pl.adir.input, pl.adir.scalar, pl.adir.inout]}
    )
    return y


@pl.jit
def behind_the_last_writer(x: TILE, y: pl.Out[TILE]):
    y = exp_rows(x, y, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})
    y, _a = pl.spmd_submit(
        exp_rows, x, y, core_num=2, attrs={"arg_directions": [pl.adir.no_dep, pl.adir.output_existing]}
    )
    return y


@pl.jit
def left_out(x: TILE, y: pl.Out[TILE]):
    z, _a = pl.submit(exp_rows, x, attrs={"arg_directions": [pl.adir.input]})
    y = exp_rows(z, y)
    return y


@pl.jit
def mistakes(x: TILE, y: pl.Out[TILE]):
    y = exp_rows(x, y, attrs={"arg_directions": [pl.adir.input]})
    y = exp_rows(x, y, attrs={"arg_directions": [pl.adir.output, pl.adir.output]})
    y, _a = pl.submit(exp_rows, x, y, attrs={"arg_directions": [pl.adir.input, pl.adir.input]})
    y, _b = pl.submit(exp_rows, x, y, attrs={"manual_dep_edges": []})
    y, _c = pl.submit(exp_rows, x, y, attrs={"note": 1})
    return y


def directions(kernel: pl.JITFunction) -> list[tuple[str, ...]]:
    program = kernel.lower()
    for step in pipeline.front_passes():
        program = step.run(program)
    for step in pipeline.back_passes("a2a3sim"):
        program = step.run(program)
        if step.name == "outline":
            break
    return [s.directions for s in walk(program.entry_function.body) if isinstance(s, Launch)]


@pytest.mark.parametrize(
    ("kernel", "expected"),
    [
        (said_again, [("in", "out"), ("inout", "in")]),
        (behind_the_last_writer, [("in", "inout"), ("none", "out")]),  # inferred: out, then inout
        (left_out, [("in", "out"), ("in", "out")]),
    ],
)
def test_the_directions_of_a_call_decide_the_order_of_tasks(kernel, expected):
    assert directions(kernel) == expected


@pytest.mark.parametrize("kernel", [said_again, behind_the_last_writer, left_out])
def test_a_program_with_directions_reads_back(kernel):
    stages.check_round_trip(kernel.lower(), RunConfig.from_dict({"platform": "a2a3sim"}))


def test_directions_that_do_not_fit_the_kernel_are_refused():
    with pytest.raises(UserError) as caught:
        mistakes.lower()
    assert isinstance(caught.value, ErrorGroup)
    assert [(e.code, e.message) for e in caught.value.errors] == [
        ("attribute", "arg_directions has 1 entries, the call has 2 arguments"),
        ("attribute", "`pl.adir.output` is no direction of parameter `x` of exp_rows"),
        ("attribute", "`pl.adir.input` is no direction of parameter `o` of exp_rows"),
        ("deps-form", "manual_dep_edges is no way to order tasks"),
        ("attribute", "attrs= of a call is a dict of arg_directions"),
    ]
