# SPDX-License-Identifier: Apache-2.0
"""Jumps of a region become branches and flags."""

import pytest
from ir_builder import Builder, call

from pypto.errors import UnsupportedFeatureError
from pypto.ir import nodes as n
from pypto.ir import ops
from pypto.ir.dtypes import INDEX
from pypto.ir.printer import print_program
from pypto.ir.verify import verify
from pypto.passes import structured_jumps as jumps
from pypto.passes.structured_jumps import structured_jumps

S = ops.scalar


def lines(program):
    text = print_program(program).splitlines()
    first = next(i for i, line in enumerate(text) if "pl.at(" in line)
    return [line.split("  # @")[0][12:] for line in text[first + 1 :]]


def count(step=1, maybe=False):
    """A loop that leaves at 5; with `maybe` only where n is 3 too."""
    b = Builder("run")
    limit = b.scalar("n", INDEX)
    with b.at():
        total = b.let("total", 0)
        with b.loop(0, limit, step) as i, b.branch(call(S.EQ, i, 5)) as orelse:
            if maybe:
                with b.branch(call(S.EQ, limit, 3)):
                    b.emit(n.Break())
            else:
                b.emit(n.Break())
        loop = b.blocks[-1].pop()
        rest = n.Assign(total, call(S.ADD, total, 1))
        b.emit(n.For(loop.var, loop.start, loop.stop, loop.step, (*loop.body, rest)))
    del orelse
    return b.program()


def test_the_rest_moves_into_the_arm_that_goes_on():
    program = structured_jumps(count())
    verify(program, "front")
    assert lines(program) == [
        "total = 0",
        "i_stop = n",
        "i_next = 0",
        "going = i_next < i_stop",
        "while going:",
        "    i = i_next",
        "    i_next = i + 1",
        "    going = i_next < i_stop",
        "    if i == 5:",
        "        going = False",
        "    else:",
        "        total = total + 1",
    ]


def test_where_an_arm_may_jump_the_rest_stands_under_a_flag():
    program = structured_jumps(count(maybe=True))
    verify(program, "front")
    assert lines(program)[8:] == [
        "    stay = True",
        "    if i == 5:",
        "        if n == 3:",
        "            stay = False",
        "            going = False",
        "    if stay:",
        "        total = total + 1",
    ]


def test_a_loop_that_always_leaves_runs_once():
    b = Builder("run")
    limit = b.scalar("n", INDEX)
    with b.at():
        total = b.let("total", 0)
        with b.loop(0, limit):
            b.set(total, 1)
            b.emit(n.Break())
    program = structured_jumps(b.program())
    verify(program, "front")
    assert lines(program)[4:] == [
        "while going:",
        "    i = i_next",
        "    i_next = i + 1",
        "    total = 1",
        "    going = False",
    ]


def test_a_loop_of_unknown_step_counts_its_iterations():
    b = Builder("run")
    step = b.scalar("step", INDEX)
    with b.at(), b.loop(2, 9, step):
        b.let("total", 0)
    program = structured_jumps(b.program())
    verify(program, "front")
    *_, trips, head, at, _ = lines(program)
    assert trips == "i_trips = (i_step - pl.min(pl.max(i_step, -1), 1) + 7) // i_step"
    assert head == "for i_count in pl.range(i_trips):"
    assert at == "    i = i_count * i_step + 2"


def test_copies_have_a_limit(monkeypatch):
    """Ten branches in a row that may jump and whose values are read later: each doubles what follows."""
    monkeypatch.setattr(jumps, "MOST_STATEMENTS", 500)
    b = Builder("run")
    limit = b.scalar("n", INDEX)
    total = None
    with b.at(), b.loop(0, limit) as i:
        for number in range(10):
            merged = n.Var(f"m{number}", n.ScalarType(INDEX))
            with b.branch(call(S.EQ, i, number)) as orelse:
                with b.branch(call(S.EQ, limit, number)):
                    b.emit(n.Continue())
                b.set(merged, 1)
                with orelse():
                    b.set(merged, 2)
            total = b.let("total", merged if total is None else call(S.ADD, total, merged))
    verify(b.program(), "front")
    with pytest.raises(UnsupportedFeatureError, match="too many branches"):
        structured_jumps(b.program())
