# SPDX-License-Identifier: Apache-2.0
"""What names of a driver denote: in blocks, behind them, in helpers, and where a number changes later."""

import pytest

import pypto.language as pl
import pypto.language.distributed as pld
from pypto.errors import ErrorGroup, UserError
from pypto.frontend.arguments import DECLARED, RUNTIME_SCALAR
from pypto.frontend.host import lower_host
from pypto.ir.host import Dispatch, Let, Part, WindowOf
from pypto.runtime.plan import Callee, plan_of

XS = pl.Tensor[[2, 32, 64], pl.FP32]
COUNT = 9223372036854775807


@pl.jit
def step(x: pl.Tensor, y: pl.Out[pl.Tensor], n: pl.Scalar[pl.INT32]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x[:, :], pl.cast(n, pl.FP32))
    return y


@pl.jit
def held(x: pl.Tensor[[32, 64], pl.FP32], w: pl.InOut[pld.DistributedTensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        w[:, :] = pl.exp(x[:, :])
    return w


@pl.jit.inline
def exchanged(a, b):
    return b, a


@pl.jit.inline
def counted(n):
    for i in pl.range(3):
        n = n + i
    return n


@pl.jit.inline
def wrong(x, y):
    step(x, y, missing)  # noqa: F821
    return x


def lowered(driver):
    return lower_host(driver.source, [DECLARED, DECLARED, RUNTIME_SCALAR], 2)


def launches(driver, k=0):
    """(first index of x, first index of y, n) of each launch, as the driver works them out; its text says the same."""
    program = lowered(driver)
    found = []
    for read in (program, pl.parse(program.as_python())):
        callees = {name: Callee(_parameters(p), ("y",)) for name, p in read.entries.items()}
        plan = plan_of(read, {"xs": (2, 32, 64), "ys": (2, 32, 64)}, {"k": k}, callees)
        found.append([tuple(getattr(a, "axes", [a])[0] for a in one.arguments) for one in plan.launches])
    assert found[0] == found[1]
    return found[0]


def _parameters(program):
    from pypto.runtime.arguments import Parameter

    return [
        Parameter(p.name, "scalar", p.direction, None, p.type.dtype)
        if not hasattr(p.type, "shape")
        else Parameter(p.name, "tensor", p.direction, (32, 64), p.type.dtype)
        for p in program.entry_function.params
    ]


def refused(driver):
    with pytest.raises(UserError) as caught:
        lowered(driver)
    errors = caught.value.errors if isinstance(caught.value, ErrorGroup) else [caught.value]
    return [error.message for error in errors]


def test_a_part_keeps_the_index_that_it_was_made_with():
    @pl.jit.host
    def driver(xs: XS, ys: pl.Out[XS], k: pl.Scalar[pl.INT32]):
        i = k
        t = xs[i]
        y = step(xs[i], ys[i], k)
        i = i + 1
        step(t, y, i)
        return ys

    assert launches(driver) == [(0, 0, 0), (0, 0, 1)]
    assert any(isinstance(s, Let) and isinstance(s.value, Part) for s in lowered(driver).driver.body)


def test_a_tensor_does_not_change_from_one_round_of_a_loop_to_the_next():
    @pl.jit.host
    def driver(xs: XS, ys: pl.Out[XS], k: pl.Scalar[pl.INT32]):
        t = xs[0]
        y = ys[0]
        for r in pl.range(2):
            y = step(t, y, k)  # the same again
            t = ys[r]
        return ys

    assert refused(driver) == [
        "`t` is a tensor [32, 64] FP32 outside of this block, and would become another: a tensor [32, 64] FP32"
    ]


def test_a_window_may_be_made_again_and_not_become_another_one():
    @pl.jit.host
    def same(xs: XS, ys: pl.Out[XS], k: pl.Scalar[pl.INT32]):
        memory = pld.alloc_window_buffer([32, 64], dtype=pl.FP32)
        w = pld.window(memory, [32, 64], dtype=pl.FP32)
        for r in pl.range(pld.world_size()):
            w = pld.window(memory, [32, 64], dtype=pl.FP32)
            w = held(xs[r], w, device=r)
        held(xs[0], w, device=0)
        return ys

    @pl.jit.host
    def other(xs: XS, ys: pl.Out[XS], k: pl.Scalar[pl.INT32]):
        memory = pld.alloc_window_buffer([32, 64], dtype=pl.FP32)
        second = pld.alloc_window_buffer([32, 64], dtype=pl.FP32)
        w = pld.window(memory, [32, 64], dtype=pl.FP32)
        for r in pl.range(pld.world_size()):
            held(xs[r], w, device=r)
            w = pld.window(second, [32, 64], dtype=pl.FP32)
        return ys

    calls = [s for s in lowered(same).driver.body if isinstance(s, Dispatch)]
    assert isinstance(calls[0].arguments[1], WindowOf)
    assert "would become another: a window [32, 64] FP32" in refused(other)[0]


def test_numbers_that_both_ways_of_a_branch_bind_are_read_behind_it():
    @pl.jit.host
    def driver(xs: XS, ys: pl.Out[XS], k: pl.Scalar[pl.INT32]):
        for r in pl.range(2):
            if r == k:
                n = 5
                m = 1  # noqa: F841
            elif k == 7:
                n = 6
            else:
                n = r + 1
            step(xs[r], ys[r], n)
        return ys

    assert launches(driver, 0) == [(0, 0, 5), (1, 1, 2)]
    assert launches(driver, 7) == [(0, 0, 6), (1, 1, 6)]

    @pl.jit.host
    def one_way(xs: XS, ys: pl.Out[XS], k: pl.Scalar[pl.INT32]):
        if k == 0:
            n = 5
        step(xs[0], ys[0], n)
        return ys

    assert refused(one_way) == ["`n` has a value inside the branch only"]


def test_parameters_change_in_loops_and_not_those_of_the_caller():
    @pl.jit.host
    def driver(xs: XS, ys: pl.Out[XS], k: pl.Scalar[pl.INT32]):
        for r in pl.range(2):
            a = counted(r)
            b = counted(k)
            k = k + 1
            step(xs[r], ys[r], a * 10 + b)
        step(xs[0], ys[0], k)
        return ys

    assert launches(driver, 1) == [(0, 0, 34), (1, 1, 45), (0, 0, 3)]


def test_results_of_a_helper_are_all_known_before_the_first_gets_its_name():
    @pl.jit.host
    def driver(xs: XS, ys: pl.Out[XS], k: pl.Scalar[pl.INT32]):
        a = k + 1
        b = k + 2
        a, b = exchanged(a, b)
        step(xs[0], ys[0], a * 10 + b)
        return ys

    assert launches(driver) == [(0, 0, 21)]


def test_the_variable_of_a_loop_takes_a_name_away():
    @pl.jit.host
    def behind(xs: XS, ys: pl.Out[XS], k: pl.Scalar[pl.INT32]):
        r = 5
        for r in pl.range(2):
            for r in pl.range(1):
                step(xs[r], ys[r], k)
            step(xs[0], ys[0], r)
        step(xs[1], ys[1], r)
        return ys

    assert refused(behind) == ["`r` has a value inside the loop only"] * 2

    @pl.jit.host
    def inside(xs: XS, ys: pl.Out[XS], k: pl.Scalar[pl.INT32]):
        r = 5
        for i in pl.range(2):
            step(xs[i], ys[i], r)
            for r in pl.range(1):  # noqa: B007
                pass
        return ys

    assert refused(inside) == ["`r` is a number outside of this block, and would become a variable of a loop"]


def test_extents_of_slices_are_their_own():
    @pl.jit.host
    def driver(xs: XS, ys: pl.Out[XS], k: pl.Scalar[pl.INT32]):
        part = xs[k:2]
        row = xs[0, k : k + 16]
        step(xs[0], ys[0], part.shape[0] * 100 + row.shape[0])
        return ys

    assert launches(driver, 0) == [(0, 0, 216)]
    assert launches(driver, 1) == [(0, 0, 116)]


def test_the_size_of_a_slice_is_known_where_it_is_the_same_for_all_numbers():
    @pl.jit
    def fixed(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.exp(x[:, :])

    @pl.jit.host
    def same(xs: XS, ys: pl.Out[XS], k: pl.Scalar[pl.INT32]):
        for r in pl.range(2):
            step(xs[r, (r + 1) * k - k * r - k : (r + 1) * 32 - r * 32], ys[r], 1)
        return ys

    @pl.jit.host
    def other(xs: XS, ys: pl.Out[XS], k: pl.Scalar[pl.INT32]):
        for r in pl.range(2):
            step(xs[r, r // 20 : 32], ys[r], 1)  # not the same where r is 20
        return ys

    assert lowered(same).entries["step"].entry_function.params[0].type.shape == (32, 64)
    assert "known at run time only" in refused(other)[0]


def test_a_mistake_of_a_helper_is_reported_once_and_says_who_calls_it():
    @pl.jit.host
    def driver(xs: XS, ys: pl.Out[XS], k: pl.Scalar[pl.INT32]):
        a = wrong(xs[0], ys[0])
        b = wrong(xs[1], ys[1])
        step(a, ys[0], k)
        step(b, ys[1], k)
        return ys

    with pytest.raises(UserError) as caught:
        lowered(driver)
    assert not isinstance(caught.value, ErrorGroup)
    assert "undefined name `missing`" in caught.value.message
    assert any("wrong is called from" in note for note in caught.value.notes)


def test_truth_values_are_no_numbers_and_numbers_have_64_bits():
    @pl.jit.host
    def driver(xs: XS, ys: pl.Out[XS], k: pl.Scalar[pl.INT32]):
        a = -(k == 1)  # noqa: F841
        b = (k == 1) < (k == 2)  # noqa: F841
        c = COUNT * 3  # noqa: F841
        step(xs[0], ys[0], k < 1)
        step(xs[0], ys[0], True)
        d = +k  # noqa: F841
        return ys

    said = refused(driver)
    assert [message.partition(",")[0] for message in said] == [
        "`k == 1` is a truth value",
        "`k == 1` is a truth value",
        "the integer 27670116110564327421 does not fit 64 bits",
        "`n` of step is Scalar[INT32]",
        "`n` of step is Scalar[INT32]",
        "`+` is not part of a driver",
    ]


def test_the_size_of_an_element_type_is_a_number():
    @pl.jit.host
    def driver(xs: XS, ys: pl.Out[XS], k: pl.Scalar[pl.INT32]):
        step(xs[0], ys[0], 3 * pl.INT32.get_byte() + k)
        return ys

    assert launches(driver) == [(0, 0, 12)]


def test_outputs_that_no_call_writes_and_names_that_nothing_reads_are_warned_of():
    @pl.jit.inline
    def helper(x, y):
        unread = 3  # noqa: F841
        step(x, y, 1)

    @pl.jit.host
    def driver(xs: XS, ys: pl.Out[XS], zs: pl.Out[XS], ws: pl.Out[XS], k: pl.Scalar[pl.INT32]):
        n = k + 1  # noqa: F841
        _m = k + 1
        part = zs[0]
        result = step(xs[0], part, k)  # noqa: F841
        helper(xs[0], zs[1])
        helper(xs[0], ws[1])
        return ys

    program = lower_host(driver.source, [DECLARED] * 4 + [RUNTIME_SCALAR], 2)
    assert [(w.code, w.message) for w in program.warnings] == [
        ("1003", "`ys` is an output of the driver, and no call writes it"),
        ("1001", "`n` is never read"),
        ("1001", "`unread` is never read"),
    ]
