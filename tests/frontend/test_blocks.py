# SPDX-License-Identifier: Apache-2.0
"""Rules that hold across blocks: loops that make no copy, and results that replace names."""

import pytest

import pypto.language as pl
from pypto.errors import ErrorGroup, UserError

TILE = pl.Tensor[[16, 64], pl.FP32]
AT = pl.Level.CORE_GROUP


@pl.jit.incore
def exp_rows(x: TILE, o: pl.Out[TILE]):
    o[:, :] = pl.exp(x[:, :])
    return o


@pl.jit
def no_copies(x: TILE, y: pl.Out[TILE]):
    with pl.at(level=AT):
        for i in pl.unroll(0):
            y[:, :] = pl.exp(missing)  # noqa: F821
            y[:, :] = pl.expp(x[:, :])
            y[:, :] = pl.exp(x[i, :, :])  # of a tensor that this specialisation does not have
        for i in pl.unroll(3, 3):
            del i
        y[:, :] = pl.exp(x[:, :])
    return y


@pl.jit
def bound_by_no_copy(x: TILE, y: pl.Out[TILE]):
    with pl.at(level=AT):
        for _ in pl.unroll(0):
            v = pl.exp(x[:, :])
        y[:, :] = v
    return y


@pl.jit
def changed_by_no_copy(x: TILE, y: pl.Out[TILE]):
    with pl.at(level=AT):
        v = pl.exp(x[:, :])
        for i in pl.unroll(2, 2):
            v = pl.mul(v, i)
        y[:, :] = v
    return y


@pl.jit
def old_name_after_loop(x: TILE, y: pl.Out[TILE]):
    z = pl.create_tensor([16, 64], dtype=pl.FP32)
    for _ in pl.range(2):
        _r = exp_rows(x, z)
    y = exp_rows(z, y)
    return y


@pl.jit
def old_name_after_copies(x: TILE, y: pl.Out[TILE]):
    z = pl.create_tensor([16, 64], dtype=pl.FP32)
    for _ in pl.unroll(2):
        _r = exp_rows(x, z)
    y = exp_rows(z, y)
    return y


@pl.jit
def old_name_after_while(x: TILE, y: pl.Out[TILE]):
    z = pl.create_tensor([16, 64], dtype=pl.FP32)
    n = 0
    while n < 2:
        _r = exp_rows(x, z)
        n = n + 1
    y = exp_rows(z, y)
    return y


@pl.jit
def old_name_after_launch(x: TILE, y: pl.Out[TILE]):
    z = pl.create_tensor([16, 64], dtype=pl.FP32)
    with pl.spmd(2):
        _r = exp_rows(x, z)
    y = exp_rows(z, y)
    return y


@pl.jit
def results_in_blocks(x: TILE, y: pl.Out[TILE]):
    z = pl.create_tensor([16, 64], dtype=pl.FP32)
    for _ in pl.range(2):
        r = exp_rows(x, z)
        y = exp_rows(r, y)
    return y


@pl.jit
def results_in_copies(x: TILE, y: pl.Out[TILE]):
    z = pl.create_tensor([16, 64], dtype=pl.FP32)
    for _ in pl.unroll(2):
        r = exp_rows(x, z)
        y = exp_rows(r, y)
    return y


@pl.jit
def renamed_in_a_loop(x: TILE, y: pl.Out[TILE]):
    z = pl.create_tensor([16, 64], dtype=pl.FP32)
    for _ in pl.range(2):
        r = exp_rows(x, z)
        z = r
    y = exp_rows(z, y)
    return y


@pl.jit
def read_by_the_next_iteration(x: TILE, y: pl.Out[TILE]):
    z = pl.create_tensor([16, 64], dtype=pl.FP32)
    for _ in pl.range(2):
        y = exp_rows(z, y)
        r = exp_rows(x, z)
        y = exp_rows(r, y)
    return y


@pl.jit
def read_by_the_next_copy(x: TILE, y: pl.Out[TILE]):
    z = pl.create_tensor([16, 64], dtype=pl.FP32)
    for _ in pl.unroll(3):
        y = exp_rows(z, y)
        r = exp_rows(x, z)
        y = exp_rows(r, y)
    return y


@pl.jit
def read_by_the_next_turn_of_a_while(x: TILE, y: pl.Out[TILE]):
    z = pl.create_tensor([16, 64], dtype=pl.FP32)
    n = 0
    while n < 2:
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.add(z[:, :], 1.0)
        r = exp_rows(x, z)
        y = exp_rows(r, y)
        n = n + 1
    return y


@pl.jit
def made_by_each_iteration(x: TILE, y: pl.Out[TILE]):
    z = pl.create_tensor([16, 64], dtype=pl.FP32)
    y = exp_rows(z, y)
    for _ in pl.range(2):
        z = pl.create_tensor([16, 64], dtype=pl.FP32)
        w = exp_rows(x, z)
        y = exp_rows(w, y)
    return y


def found(kernel: pl.JITFunction) -> list[tuple[str, str]]:
    try:
        kernel.lower()
    except UserError as error:
        return [(e.code, e.message) for e in (error.errors if isinstance(error, ErrorGroup) else [error])]
    return []


def test_the_body_of_an_unrolled_loop_without_copies_is_checked_as_far_as_text_goes():
    assert found(no_copies) == [
        ("undefined-name", "undefined name `missing`"),
        ("unknown-operation", "unknown operation pl.expp"),
        ("python-statement", "del (Delete) is not part of the kernel language"),
    ]


def test_an_unrolled_loop_without_copies_binds_nothing():
    [(code, message)] = found(bound_by_no_copy)
    assert code == "not-always-bound"
    assert message.startswith("`v` is first bound inside the loop at line ")
    assert message.endswith(", which runs zero times")


@pytest.mark.parametrize(
    "kernel", [read_by_the_next_iteration, read_by_the_next_copy, read_by_the_next_turn_of_a_while]
)
def test_a_result_replaces_the_name_that_was_passed_in_the_next_iteration_too(kernel):
    [(code, message)] = found(kernel)
    assert code == "written-argument"
    assert message.startswith("`z` was written by `exp_rows(x, z)` in the iteration before, at line ")


@pytest.mark.parametrize(
    "kernel", [old_name_after_loop, old_name_after_copies, old_name_after_while, old_name_after_launch]
)
def test_a_result_replaces_the_name_that_was_passed_behind_a_block_too(kernel):
    [(code, message)] = found(kernel)
    assert code == "written-argument"
    assert message.startswith("`z` was written by `exp_rows(x, z)` at line ")


@pytest.mark.parametrize(
    "kernel",
    [made_by_each_iteration, changed_by_no_copy, results_in_blocks, results_in_copies, renamed_in_a_loop],
)
def test_legal_neighbours(kernel):
    assert found(kernel) == []
