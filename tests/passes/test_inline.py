# SPDX-License-Identifier: Apache-2.0
"""Calls of inline functions become their bodies."""

import pytest
from ir_builder import Builder, call, const

from pypto.errors import InternalError, VerifierError
from pypto.ir import nodes as n
from pypto.ir import ops
from pypto.ir.dtypes import FP32, INDEX
from pypto.ir.printer import print_function
from pypto.passes.inline import inline

S = ops.scalar


def text(program: n.Program) -> str:
    lines = print_function(program.entry_function).splitlines()[2:]
    return "\n".join(line.removeprefix("    ").split("  # @")[0] for line in lines)


def doubled(returns: bool = True) -> n.Function:
    """y[r : r + 8] = 2 * x[r : r + 8] for an extent C of columns; returns the number of columns."""
    b = Builder("doubled", "Inline")
    cols = b.symbol("C")
    x, y = b.tensor("x", (64, 32)), b.tensor("y", (64, cols))
    r = b.scalar("r", INDEX)
    b.depth = 1
    t = b.slice(x, (8, 32), (r, 0))
    b.store(y, b.call(ops.elementwise.ADD, t, t, name="sum"), (r, call(S.SUB, cols, 32)))
    if returns:
        b.ret(b.let("width", call(S.MUL, cols, 2)))
    return b.function((n.ScalarType(INDEX),) if returns else ())


def invoke(function: n.Function, *args: n.Expr, **fields: object) -> n.Invoke:
    type_ = function.returns[0] if len(function.returns) == 1 else n.TupleType(function.returns)
    return n.Invoke(function.name, args, type_, **fields)  # type: ignore[arg-type]


def test_parameters_extents_and_results_are_replaced():
    callee = doubled()
    b = Builder("run")
    rows = b.symbol("T")
    a, out = b.tensor("a", (64, 32)), b.tensor("out", (64, rows), direction="out")
    with b.spmd(8) as block:
        width = b.let("w", invoke(callee, a, out, call(S.MUL, block, 8)))
        b.let("t", invoke(callee, a, out, const(0)))
        b.let("last", call(S.ADD, width, 1))
    program = inline(b.program(callee))
    assert set(program.functions) == {"run"}
    assert text(program) == (
        """\
for b in pl.spmd(8):
    r = b * 8
    t_1 = pl.slice(a, [8, 32], [r, 0])
    sum = pl.add(t_1, t_1)
    pl.assemble(out, sum, [r, T - 32])
    w = T * 2
    t_2 = pl.slice(a, [8, 32], [0, 0])
    sum_1 = pl.add(t_2, t_2)
    pl.assemble(out, sum_1, [0, T - 32])
    t = T * 2
    last = w + 1"""
    )
    names = [v.target.name for v in n.walk(program.entry_function.body) if isinstance(v, n.Assign)]
    assert len(names) == len(set(names))


def test_static_extents_of_the_caller_make_static_types():
    callee = doubled(returns=False)
    b = Builder("run")
    a, out = b.tensor("a", (64, 32)), b.tensor("out", (64, 128), direction="out")
    with b.at():
        b.emit(n.Eval(invoke(callee, a, out, const(8))))
    (region,) = inline(b.program(callee)).entry_function.body
    store = region.body[-1].value
    assert store.type == n.TensorType((64, 128), FP32)
    assert "128 - 32" in text(inline(b.program(callee)))


def test_several_results_and_results_that_are_parameters():
    callee = Builder("both", "Inline")
    x = callee.tensor("x", (8, 8))
    k = callee.scalar("k", INDEX)
    v = callee.let("v", call(S.ADD, k, 1))
    callee.ret(v, v, x, k, const(3))
    types = (v.type, v.type, x.type, v.type, v.type)
    function = callee.function(types)
    b = Builder("run")
    a, s = b.tensor("a", (8, 8)), b.scalar("s", INDEX)
    names = [n.Var(name, n.ScalarType(INDEX)) for name in ("p", "q", "copy", "three")]
    p, q, copy, three = names
    b.emit(n.Eval(invoke(function, a, s, results=(p, q, None, copy, three))))
    program = b.program(function)
    assert "p, q, _, copy, three = self.both(a, s)" in print_function(program.entry_function)
    assert text(inline(program)) == "p = s + 1\nq = p\ncopy = s\nthree = 3"


def test_a_result_that_is_carried_is_copied_after_the_body():
    callee = Builder("next", "Inline")
    k = callee.scalar("k", INDEX)
    up = callee.let("up", call(S.ADD, k, 1))
    callee.ret(callee.let("sum", call(S.ADD, up, k)))
    function = callee.function((n.ScalarType(INDEX),))
    b = Builder("run")
    c = b.let("c", const(1))
    with b.loop(4):
        b.set(c, invoke(function, c))
    assert text(inline(b.program(function))) == (
        "c = 1\nfor i in pl.range(4):\n    up = c + 1\n    sum = up + c\n    c = sum"
    )


def test_nested_calls_loops_and_regions_are_copied():
    inner = doubled(returns=False)
    outer = Builder("outer", "Inline")
    x, y = outer.tensor("x", (64, 32)), outer.tensor("y", (64, 64))
    done = n.Var("done", n.TaskIdType())
    with outer.loop(0, 64, 8) as i, outer.at("part", task=done):
        outer.emit(n.Eval(invoke(inner, x, y, i)))
    outer.ret()
    function = outer.function()
    b = Builder("run")
    a, out = b.tensor("a", (64, 32)), b.tensor("out", (64, 64), direction="out")
    b.emit(n.Eval(invoke(function, a, out)))
    b.emit(n.Eval(invoke(function, a, out)))
    program = inline(b.program(inner, function))
    loop, again = program.entry_function.body
    assert loop.var is not again.var
    assert loop.body[0].task is not again.body[0].task
    assert text(program).splitlines()[:4] == [
        "for i in pl.range(0, 64, 8):",
        '    with pl.at(level=pl.Level.CORE_GROUP, name_hint="part") as done:',
        "        t = pl.slice(a, [8, 32], [i, 0])",
        "        sum = pl.add(t, t)",
    ]


def test_the_callee_keeps_its_source_positions():
    callee = doubled(returns=False)
    b = Builder("run", file="caller.py")
    a, out = b.tensor("a", (64, 32)), b.tensor("out", (64, 64), direction="out")
    with b.at():
        b.emit(n.Eval(invoke(callee, a, out, const(8))))
    (region,) = inline(b.program(callee)).entry_function.body
    assert [s.span.file for s in (region, *region.body)] == ["caller.py", *["test.py"] * 3]


def test_cycles_are_named():
    functions = []
    for name, other in (("f", "g"), ("g", "f")):
        b = Builder(name, "Inline")
        b.emit(n.Eval(n.Invoke(other, (), n.TupleType(()))))
        functions.append(b.function())
    b = Builder("run")
    b.emit(n.Eval(n.Invoke("f", (), n.TupleType(()))))
    with pytest.raises(VerifierError, match="f -> g -> f"):
        inline(b.program(*functions))


def test_a_return_before_the_end_is_refused():
    callee = Builder("early", "Inline")
    with callee.branch(const(True)):
        callee.ret()
    b = Builder("run")
    b.emit(n.Eval(n.Invoke("early", (), n.TupleType(()))))
    with pytest.raises(VerifierError, match="last statement") as error:
        inline(b.program(callee.function()))
    assert error.value.span.line == 2


def test_an_unknown_callee_is_an_internal_error():
    b = Builder("run")
    b.emit(n.Eval(n.Invoke("nothing", (), n.TupleType(()))))
    with pytest.raises(InternalError):
        inline(b.program())
