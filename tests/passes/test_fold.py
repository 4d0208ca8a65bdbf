# SPDX-License-Identifier: Apache-2.0
"""What is known at compile time is computed at compile time."""

import pytest
from ir_builder import Builder, call, const

from pypto.errors import VerifierError
from pypto.ir import nodes as n
from pypto.ir import ops
from pypto.ir.dtypes import FP32, INDEX, INT8, INT32
from pypto.ir.printer import print_function
from pypto.passes.fold import fold

S = ops.scalar
E = ops.elementwise


def folded(builder: Builder) -> str:
    function = fold(builder.program()).entry_function
    lines = print_function(function).splitlines()
    first = next(i for i, line in enumerate(lines) if line.endswith("):")) + 1
    return "\n".join(line.removeprefix("    ").split("  # @")[0] for line in lines[first:])


def keep(b: Builder, *values: n.Expr) -> None:
    """Give values a use that stays."""
    target = b.scalars = getattr(b, "scalars", None) or b.tensor("kept", (64,), INT32, "out")  # type: ignore[attr-defined]
    for value in values:
        b.emit(n.Eval(n.Call(ops.memory.WRITE, (target, value), {"offset": (0,)}, target.type)))


def expression(build) -> str:
    b = Builder()
    x, y = b.scalar("x", INDEX), b.scalar("y", INDEX)
    keep(b, build(x, y))
    return folded(b).removeprefix("pl.write(kept, [0], ").removesuffix(")")


@pytest.mark.parametrize(
    ("build", "text"),
    [
        (lambda x, y: call(S.ADD, 2, call(S.MUL, 3, 4)), "14"),
        (lambda x, y: call(S.FLOORDIV, -7, 2), "-4"),
        (lambda x, y: call(S.DIV, -7, 2), "-3"),
        (lambda x, y: call(S.MOD, -7, 4), "1"),
        (lambda x, y: call(S.FLOORDIV, 7, 0), "0"),
        (lambda x, y: call(S.ADD, 0.1, 0.2), "0.30000001192092896"),
        (lambda x, y: call(S.MUL, 3e38, 10.0), 'float("inf")'),
        (lambda x, y: call(S.DIV, -1.0, 0.0), 'float("-inf")'),
        (lambda x, y: call(S.ADD, const(127, INT8), const(1, INT8)), "pl.const(-128, pl.INT8)"),
        (lambda x, y: call(S.SHR, const(-8, INT32), const(1, INT32)), "pl.const(-4, pl.INT32)"),
        (lambda x, y: call(S.CAST, const(7, INT32), target_type=FP32), "7.0"),
        (lambda x, y: call(S.CAST, const(16777217, INT32), target_type=FP32), "16777216.0"),
        (lambda x, y: call(S.CAST, -1.5, target_type=INT32), "pl.const(-1, pl.INT32)"),
        (lambda x, y: call(S.SUB, call(S.ADD, x, 64), x), "64"),
        (lambda x, y: call(S.ADD, call(S.ADD, x, y), 0), "x + y"),
        (lambda x, y: call(S.MUL, call(S.ADD, x, y), 8), "(x + y) * 8"),
        (lambda x, y: call(S.FLOORDIV, call(S.MUL, x, 16), 8), "x * 2"),
        (lambda x, y: call(S.MOD, call(S.MUL, x, 16), 8), "0"),
        (lambda x, y: call(S.FLOORDIV, x, 8), "x // 8"),
        (lambda x, y: call(S.MIN, call(S.ADD, x, 1), x), "x"),
        (lambda x, y: call(S.MAX, call(S.ADD, x, 1), x), "x + 1"),
        (lambda x, y: call(S.LT, x, call(S.ADD, x, 1)), "True"),
        (lambda x, y: call(S.EQ, x, y), "x == y"),
        (lambda x, y: call(S.AND, call(S.LT, x, y), call(S.LE, 1, 1)), "x < y"),
        (lambda x, y: call(S.OR, call(S.LT, x, y), call(S.LE, 1, 1)), "True"),
        (lambda x, y: call(S.NOT, call(S.GT, 1, 2)), "True"),
    ],
)  # fmt: skip
def test_expressions(build, text):
    assert expression(build) == text


def test_narrow_integers_wrap_and_are_left_alone():
    b = Builder()
    v = b.scalar("v", INT32)
    keep(b, call(S.LT, v, call(S.ADD, v, const(1, INT32))), call(S.SUB, call(S.ADD, v, v), v))
    assert folded(b) == ("pl.write(kept, [0], v < v + pl.const(1, pl.INT32))\npl.write(kept, [0], v + v - v)")


def test_constants_and_aliases_go_into_uses_and_types():
    b = Builder()
    x, y = b.tensor("x", (64, 64)), b.tensor("y", (64, 64), direction="out")
    rows = b.let("rows", call(S.MUL, 2, 4))
    again = b.let("again", rows)
    with b.spmd(rows) as block:
        r = b.let("r", block)
        valid = b.let("valid", call(S.MIN, 8, again))
        part = b.let("part", call(S.MIN, call(S.SUB, again, 5), 4))
        t = b.slice(x, (8, 64), (r, 0), valid_shape=(valid, 64))
        u = b.slice(x, (8, 64), (r, 0), valid_shape=(part, 64))
        b.store(y, t, (r, 0))
        b.store(y, u, (r, 0))
    program = fold(b.program())
    assert folded(b) == (
        """\
for b in pl.spmd(8):
    t = pl.slice(x, [8, 64], [b, 0], valid_shape=[8, 64])
    t_1 = pl.slice(x, [8, 64], [b, 0], valid_shape=[3, 64])
    pl.assemble(y, t, [b, 0])
    pl.assemble(y, t_1, [b, 0])"""
    )
    first, second = program.entry_function.body[0].body[:2]
    assert first.target.type.valid is None
    assert second.target.type.valid == (3, 64)
    assert second.value.type == second.target.type


def test_variables_assigned_more_than_once_are_kept():
    b = Builder()
    c = b.let("c", 1)
    held = b.let("held", c)
    with b.loop(4) as i:
        b.set(c, call(S.ADD, c, i))
    keep(b, held, c)
    assert folded(b) == (
        "c = 1\nheld = c\nfor i in pl.range(4):\n    c = c + i\n"
        "pl.write(kept, [0], held)\npl.write(kept, [0], c)"
    )


def test_dim_is_the_extent():
    b = Builder()
    x = b.tensor("x", (b.symbol("T"), 64))
    keep(b, call(ops.memory.DIM, x, axis=0), call(ops.memory.DIM, x, axis=-1))
    assert folded(b) == "pl.write(kept, [0], T)\npl.write(kept, [0], 64)"


@pytest.mark.parametrize(("cols", "kept"), [(512, "1"), (4096, "2")])
def test_the_arm_that_runs_stays_and_its_merged_names_become_known(cols, kept):
    b = Builder()
    m = n.Var("m", n.ScalarType(INDEX))
    with b.branch(call(S.LE, cols, 2048)) as orelse:
        b.set(m, 1)
        with orelse():
            b.set(m, 2)
    keep(b, m)
    assert folded(b) == f"pl.write(kept, [0], {kept})"


def test_empty_loops_branches_and_unused_scalars_disappear():
    b = Builder()
    x = b.tensor("x", (8,), INT32)
    flag = b.scalar("flag", INDEX)
    b.let("unused", call(S.ADD, b.let("used_by_unused", call(S.MUL, flag, 2)), 1))
    with b.loop(3, 3):
        keep(b, flag)
    with b.loop(4):
        b.let("nothing", call(S.MUL, flag, 3))
    with b.branch(call(S.LT, flag, 3)) as orelse:
        b.let("nothing", flag)
        with orelse():
            pass
    b.emit(n.While((), call(S.LT, 2, 1), (n.Break(),)))
    b.call(ops.memory.READ, x, offset=(7,), name="checked")  # reading may fail, so it stays
    assert folded(b) == "checked = pl.read(x, [7])"


def test_unroll_makes_copies_with_static_extents():
    b = Builder()
    x, y = b.tensor("x", (64, 32)), b.tensor("y", (64, 32), direction="out")
    with b.at():
        acc = b.let("acc", b.slice(x, (8, 32), (0, 0), name="first"))
        with b.loop(8, 64, 24, kind="unroll") as i:
            t = b.slice(x, (8, 32), (i, 0), valid_shape=(call(S.MIN, call(S.SUB, 64, i), 8), 32))
            b.set(acc, b.call(E.ADD, acc, t, name="sum"))
        b.store(y, acc, (0, 0))
        b.store(y, t, (8, 0))
    assert folded(b) == (
        """\
with pl.at(level=pl.Level.CORE_GROUP):
    first = pl.slice(x, [8, 32], [0, 0])
    t_1 = pl.slice(x, [8, 32], [8, 0], valid_shape=[8, 32])
    sum_1 = pl.add(first, t_1)
    t_2 = pl.slice(x, [8, 32], [32, 0], valid_shape=[8, 32])
    sum_2 = pl.add(sum_1, t_2)
    t_3 = pl.slice(x, [8, 32], [56, 0], valid_shape=[8, 32])
    sum_3 = pl.add(sum_2, t_3)
    pl.assemble(y, sum_3, [0, 0])
    pl.assemble(y, t_3, [8, 0])"""
    )
    names = [s.target.name for s in n.walk(fold(b.program()).entry_function.body) if isinstance(s, n.Assign)]
    assert len(set(names)) == len(names)


def test_unrolled_carries_that_swap_and_nested_loops():
    b = Builder()
    p, q = b.let("p", 1), b.let("q", 2)
    with b.loop(3, kind="unroll") as i, b.loop(2, kind="unroll") as j:
        held = b.let("held", p)
        b.set(p, call(S.ADD, q, call(S.ADD, call(S.MUL, i, 10), j)))
        b.set(q, held)
    keep(b, p, q)
    expected = [1, 2]
    for i in range(3):
        for j in range(2):
            expected = [expected[1] + 10 * i + j, expected[0]]
    assert folded(b) == "".join(f"pl.write(kept, [0], {v})\n" for v in expected).rstrip()


def test_statements_behind_a_continue_that_is_always_taken_disappear():
    b = Builder()
    with b.loop(b.scalar("limit", INDEX)) as i:
        with b.branch(call(S.LT, 1, 2)) as orelse:
            keep(b, i)
            b.emit(n.Continue())
            with orelse():
                pass
        keep(b, const(1))
    assert folded(b) == "for i in pl.range(limit):\n    pl.write(kept, [0], i)\n    continue"


def test_an_unrolled_carry_that_a_branch_assigns():
    b = Builder()
    c = b.let("c", 0)
    limit = b.scalar("limit", INDEX)
    with b.loop(2, kind="unroll") as i, b.branch(call(S.LT, i, limit)) as orelse:
        b.set(c, call(S.ADD, c, 1))
        with orelse():
            pass
    keep(b, c)
    assert folded(b) == (
        "c = 0\nif 0 < limit:\n    c = c + 1\nif 1 < limit:\n    c = c + 1\npl.write(kept, [0], c)"
    )


@pytest.mark.parametrize("kind", ["unroll", "range"])
def test_a_step_of_zero_is_refused(kind):
    b = Builder()
    with b.loop(0, 4, 0, kind=kind):
        keep(b, const(1))
    with pytest.raises(VerifierError, match="step"):
        fold(b.program())


def test_unroll_needs_static_bounds_and_no_break():
    b = Builder()
    with b.loop(b.scalar("limit", INDEX), kind="unroll"):
        keep(b, const(1))
    with pytest.raises(VerifierError, match="known at compile time"):
        fold(b.program())
    b = Builder()
    with b.loop(4, kind="unroll"), b.branch(call(S.LT, b.scalar("limit", INDEX), 3)):
        b.emit(n.Break())
    with pytest.raises(VerifierError, match="break"):
        fold(b.program())


def test_folding_twice_changes_nothing():
    b = Builder()
    x, y = b.tensor("x", (64, 64)), b.tensor("y", (64, 64), direction="out")
    with b.spmd(call(S.FLOORDIV, 64, 8)) as block:
        r = b.let("r", call(S.MUL, block, 8))
        b.store(y, b.call(E.ADD, b.slice(x, (8, 64), (r, 0)), b.slice(x, (8, 64), (r, 0))), (r, 0))
    once = fold(b.program())
    assert print_function(fold(once).entry_function) == print_function(once.entry_function)
