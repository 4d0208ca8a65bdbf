# SPDX-License-Identifier: Apache-2.0
"""Drivers of several ranks: what their source becomes, and that its text reads back."""

import pytest

import pypto.language as pl
import pypto.language.distributed as pld
from pypto.errors import ErrorGroup, LevelError, UserError
from pypto.frontend.arguments import DECLARED, RUNTIME_SCALAR, ArgumentInfo
from pypto.frontend.host import lower_host
from pypto.ir.host import Dispatch, HostProgram, Loop, Name, Number, Operation, WorldSize, evaluate, steps
from pypto.ir.host import Values as HostValues
from pypto.ir.host_printer import print_host

ROWS, COLS = 32, 64


@pl.jit
def step(x: pl.Tensor, y: pl.Out[pl.Tensor], n: pl.Scalar[pl.INT32]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x[:, :], pl.cast(n, pl.FP32))
    return y


@pl.jit
def held(
    x: pl.Tensor[[ROWS, COLS], pl.FP32],
    y: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
    w: pl.InOut[pld.DistributedTensor[[ROWS, COLS], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        w[:, :] = pl.add(x[:, :], 1.0)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(w[:, :], 1.0)
    return y


@pl.jit.inline
def over_ranks(xs: pl.Tensor, ys: pl.Tensor, memory):
    for r in pl.range(pld.world_size()):
        w = pld.window(memory, [ROWS, COLS], dtype=pl.FP32)
        held(xs[r], ys[r], w, device=r)


@pl.jit.host
def ring(
    xs: pl.Tensor[[2, ROWS, COLS], pl.FP32],
    ys: pl.Out[pl.Tensor[[2, ROWS, COLS], pl.FP32]],
    zs: pl.Out[pl.Tensor[[2, ROWS, COLS], pl.FP32]],
    k: pl.Scalar[pl.INT32],
):
    """Each rank adds, then scales with the number of its neighbour."""
    n = pld.world_size()
    memory = pld.alloc_window_buffer([ROWS, COLS], dtype=pl.FP32)
    over_ranks(xs, ys, memory)
    total = 0
    for r in pl.range(n):
        total = total + k * r
        if (r + 1) % n == 0 and k > 0:
            step(ys[r], zs[r], total, device=r)
        else:
            step(ys[r], zs[r], -1, device=r)
    return ys, zs


def lowered(driver, *arguments, ranks=2):
    return lower_host(driver.source, list(arguments), ranks)


def test_a_driver_becomes_statements_and_a_program_for_each_set_of_types():
    program = lowered(ring, DECLARED, DECLARED, DECLARED, RUNTIME_SCALAR)
    assert isinstance(program, HostProgram)
    assert list(program.entries) == ["held", "step", "step_1"]  # the number -1 is part of the third
    assert program.driver.returns == ("ys", "zs")
    assert [p.direction for p in program.driver.params] == ["in", "out", "out", "in"]
    calls = [s for s in steps(program.driver.body) if isinstance(s, Dispatch)]
    assert [c.callee for c in calls] == ["held", "step", "step_1"]
    assert all(isinstance(c.device, Name) for c in calls)
    assert program.entries["held"].entry_function.params[2].window


def test_a_value_of_a_scalar_becomes_part_of_the_entries():
    known = lowered(ring, DECLARED, DECLARED, DECLARED, ArgumentInfo.scalar(3))
    assert known.driver.params[3].value == 3
    assert "# folded: k = 3" in known.as_python()


@pytest.mark.parametrize("scalar", [RUNTIME_SCALAR, ArgumentInfo.scalar(3)], ids=["runtime", "value"])
def test_the_text_of_a_driver_reads_back_to_an_equal_program(scalar):
    program = lowered(ring, DECLARED, DECLARED, DECLARED, scalar)
    for text, printed in (
        (program.as_python(), HostProgram.as_python),
        (print_host(program), print_host),
    ):
        again = pl.parse(text)
        assert isinstance(again, HostProgram)
        assert printed(again) == text
        assert again == program


def test_places_of_a_printed_driver_are_those_of_the_kernel_file():
    program = pl.parse(print_host(lowered(ring, DECLARED, DECLARED, DECLARED, RUNTIME_SCALAR)))
    loop = next(s for s in program.driver.body if isinstance(s, Loop))
    assert loop.span.file == __file__
    with open(__file__, encoding="utf-8") as file:
        line = file.read().splitlines()[loop.span.line - 1]
    assert line[loop.span.column - 1 :] == "for r in pl.range(pld.world_size()):"


@pl.program
class Pair:
    @pl.function(type=pl.FunctionType.InCore)
    def body(
        self, x: pl.Tensor[[ROWS, COLS], pl.FP32], y: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]]
    ) -> pl.Tensor[[ROWS, COLS], pl.FP32]:
        y = pl.store(pl.add(pl.load(x, [0, 0], [ROWS, COLS]), 1.0), [0, 0], y)
        return y

    @pl.function(level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def chip(
        self, x: pl.Tensor[[ROWS, COLS], pl.FP32], y: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]]
    ) -> pl.Tensor[[ROWS, COLS], pl.FP32]:
        y = self.body(x, y)
        return y

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def driver(
        self,
        xs: pl.Tensor[[2, ROWS, COLS], pl.FP32],
        ys: pl.Out[pl.Tensor[[2, ROWS, COLS], pl.FP32]],
    ):
        for r in pl.range(pld.world_size()):
            self.chip(xs[r], ys[r], device=r)
        return ys


def test_a_program_class_may_have_a_driver():
    assert isinstance(Pair, HostProgram)
    assert list(Pair.entries) == ["chip"]
    assert set(Pair.entries["chip"].functions) == {"body", "chip"}
    assert Pair.world_size is None
    again = pl.parse(Pair.as_python())
    assert again == Pair and again.as_python() == Pair.as_python()


def test_a_text_may_have_a_driver():
    text = """\
import pypto.language as pl
import pypto.language.distributed as pld

N = 32

@pl.program
class Text:
    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(self, x: pl.Tensor[[N, 64], pl.FP32], y: pl.Out[pl.Tensor[[N, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.exp(x[:, :])

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def driver(self, xs: pl.Tensor[[2, N, 64], pl.FP32], ys: pl.Out[pl.Tensor[[2, N, 64], pl.FP32]]):
        for r in pl.range(2):
            self.chip(xs[r], ys[r], device=r)
"""
    program = pl.parse(text)
    assert isinstance(program, HostProgram)
    assert pl.parse(program.as_python()) == program


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("# world: 2", "# world: many", "how many ranks there are"),
        ("device=r)", "device=q)", "undefined name `q`"),
        ("self.held(", "self.hold(", "no function `hold`"),
        ("xs[r], ys[r], w", "xs[r], ys[r], memory", "a window buffer"),
    ],
)
def test_a_damaged_text_of_a_driver_is_refused(old, new, said):
    text = lowered(ring, DECLARED, DECLARED, DECLARED, RUNTIME_SCALAR).as_python()
    assert old in text
    with pytest.raises(UserError, match=said):
        pl.parse(text.replace(old, new))


def test_all_mistakes_of_a_driver_and_of_what_it_calls_are_reported_together():
    @pl.jit
    def wrong(x: pl.Tensor[[ROWS, COLS], pl.FP32], y: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.exp(missing)  # noqa: F821
        return y

    @pl.jit.host
    def driver(xs: pl.Tensor[[2, ROWS, COLS], pl.FP32], ys: pl.Out[pl.Tensor[[2, ROWS, COLS], pl.FP32]]):
        z = pl.exp(xs)
        wrong(xs[0], ys[0], device=0)
        wrong(z, ys[1], device=5)
        return ys

    with pytest.raises(ErrorGroup) as caught:
        lowered(driver, DECLARED, DECLARED)
    said = [error.message for error in caught.value.errors]
    assert len(said) == 2, said  # the call with z says nothing: z has its error already
    assert "undefined name `missing`" in said[0]
    assert isinstance(caught.value.errors[1], LevelError)


def test_an_entry_with_windows_is_not_called_by_the_host():
    with pytest.raises(TypeError, match="`w` is a window"):
        held.compile()


def test_names_of_pld_do_not_run_as_python():
    with pytest.raises(RuntimeError, match=r"belongs in a driver"):
        pld.world_size()
    with pytest.raises(AttributeError, match=r"there is no pld\.ranks"):
        pld.ranks  # noqa: B018
    assert pld.tensor.window is pld.window


@pytest.mark.parametrize(
    ("operator", "left", "right", "value"),
    [
        ("//", -7, 2, -3),
        ("%", -7, 2, -1),
        ("//", 7, -2, -3),
        ("%", 7, -2, 1),
        ("%", -1, 4, -1),
        ("//", 9, 3, 3),
    ],
)
def test_numbers_of_a_driver_divide_towards_zero(operator, left, right, value):
    found = evaluate(Operation(operator, (Number(left), Number(right))), HostValues(2))
    assert found == value


def test_the_number_of_ranks_is_a_number_of_the_driver():
    assert evaluate(Operation("+", (WorldSize(), Number(1))), HostValues(3)) == 4


TEXT = """\
import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class Text:
    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(self, x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.exp(x[:, :])

    @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)
    def report(y: pl.Tensor[[32, 64], pl.FP32], *, r: pl.Scalar[pl.INT32]):
        # verbatim: neither read nor run
        raise RuntimeError(f"{r}: {[n for n in y]}")

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def driver(self, xs: pl.Tensor[[2, 32, 64], pl.FP32], ys: pl.Out[pl.Tensor[[2, 32, 64], pl.FP32]]):
        for r in pl.range(2):
            self.chip(xs[r], ys[r], device=r)
            self.report(ys[r], r)
""".replace("*, ", "")


def test_python_of_the_host_is_kept_as_it_is_written():
    program = pl.parse(TEXT)
    report = program.workers["report"]
    assert report.text == (
        "# verbatim: neither read nor run",
        'raise RuntimeError(f"{r}: {[n for n in y]}")',
    )
    assert report.function is None  # of a text, which is not run
    again = pl.parse(program.as_python())
    assert again == program and again.as_python() == program.as_python()


@pl.jit.host
def said(y: pl.Tensor, r):
    """Bound when the driver runs."""
    ...


@pl.jit.host
def telling(xs: pl.Tensor[[2, ROWS, COLS], pl.FP32], ys: pl.Out[pl.Tensor[[2, ROWS, COLS], pl.FP32]]):
    for r in pl.range(pld.world_size()):
        step(xs[r], ys[r], 1, device=r)
        said(ys[r], r)
    return ys


def test_a_function_of_the_host_without_a_body_is_bound_later():
    program = lowered(telling, DECLARED, DECLARED)
    assert program.workers["said"].text is None
    assert pl.parse(program.as_python()) == program
    with pytest.raises(UserError, match="said has no body"):
        lowered(said, ArgumentInfo.tensor((4, 4), pl.FP32), ArgumentInfo.tensor((4, 4), pl.FP32))
