# SPDX-License-Identifier: Apache-2.0
"""Reads of values that nothing wrote: refused, guarded by a flag, or left as they are."""

import pytest
from ir_builder import Builder, call

from pypto.errors import InvalidOperationError
from pypto.ir import ops
from pypto.ir.dtypes import BF16, BOOL, FP32
from pypto.ir.nodes import Const, ScalarType
from pypto.ir.printer import print_program
from pypto.ir.verify import verify
from pypto.passes.written import written

M, S = ops.memory, ops.scalar


def start(first):
    """A product added up in a loop over k, onto a value without content; `first` is the number k is compared with."""
    b = Builder()
    x, y = b.tensor("x", (32, 32), BF16), b.tensor("y", (32, 32), direction="out")
    with b.at("k"):
        acc = b.let("acc", b.call(ops.creation.CREATE_TENSOR, shape=(32, 32), dtype=FP32))
        with b.loop(4) as k:
            part = b.slice(x, (32, 32), (0, 0))
            begins = call(S.EQ, k, first)
            b.set(acc, b.call(ops.matmul.MATMUL_ACC, acc, part, part, begins))
        b.store(y, acc, (0, 0))
    return b.program()


def text_of(program):
    after = written(program)
    verify(after, "front")
    return print_program(after)


def test_a_value_that_is_started_in_the_first_iteration_has_no_flag():
    program = start(0)
    assert text_of(program) == print_program(program)


def test_a_value_that_may_be_started_late_stops_the_kernel():
    text = text_of(start(1))
    lines = [line.split("  #")[0].strip() for line in text.splitlines()]
    at = next(n for n, line in enumerate(lines) if "matmul_acc" in line)
    assert lines[at - 1] == "pl.internal.expect_written(i == 1 or acc_written, value=acc)"
    assert lines[at + 1].endswith(" = True")
    assert any(line.endswith("_written = False") for line in lines[:at])
    assert (
        sum("expect_written" in line for line in lines) == 1
    )  # the loop runs, so that the store finds a sum


def test_a_value_that_nothing_writes_is_refused_at_its_first_read():
    b = Builder()
    y = b.tensor("y", (32, 32), direction="out")
    with b.at("k"):
        b.store(y, b.call(ops.creation.CREATE_TENSOR, shape=(32, 32), dtype=FP32), (0, 0))
    with pytest.raises(InvalidOperationError, match="nothing is ever written into it") as refused:
        written(b.program())
    assert refused.value.code == "never-written"


def test_a_constant_start_decides_at_once():
    b = Builder()
    x, y = b.tensor("x", (32, 32), BF16), b.tensor("y", (32, 32), direction="out")
    with b.at("k"):
        part = b.slice(x, (32, 32), (0, 0))
        acc = b.call(ops.creation.CREATE_TENSOR, shape=(32, 32), dtype=FP32)
        b.store(y, b.call(ops.matmul.MATMUL_ACC, acc, part, part, Const(True, ScalarType(BOOL))), (0, 0))
    program = b.program()
    assert text_of(program) == print_program(program)
