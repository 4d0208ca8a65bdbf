# SPDX-License-Identifier: Apache-2.0
"""What the verifier finds, with code and position, and what it lets pass."""

import pytest
from ir_builder import Builder, call, const

from pypto.errors import ErrorGroup, VerifierError
from pypto.ir import nodes as n
from pypto.ir import ops
from pypto.ir.dtypes import BF16, BOOL, FP32, INDEX, INT32
from pypto.ir.verify import find_errors, verify

S = ops.scalar
E = ops.elementwise
INT = n.ScalarType(INDEX)


def codes(builder: Builder, stage: str = "front", *others: n.Function) -> list[tuple[str, int]]:
    return [(e.code, e.span.line if e.span else 0) for e in find_errors(builder.program(*others), stage)]


def valid() -> Builder:
    """Carries, merges, regions, tasks: everything that is allowed."""
    b = Builder()
    rows = b.symbol("T")
    x, y = b.tensor("x", (rows, 64), BF16), b.tensor("y", (rows, 64), BF16, "out")
    flags = b.tensor("flags", (4,), INT32)
    tid = n.Var("tid", n.TaskIdType())
    total = b.let("total", 0)
    with b.loop(0, rows, 8) as i:
        with b.branch(call(S.EQ, i, 8)) as orelse:
            m = b.let("m", 1)
            with orelse():
                b.set(m, 2)
        b.set(total, call(S.ADD, total, m))
        with b.branch(call(S.GT, i, 64)) as orelse:
            b.emit(n.Break())
            with orelse():
                late = b.let("late", i)
        b.let("use", late)
    v = n.Var("v", n.ScalarType(INT32))
    read = call(ops.memory.READ, flags, offset=(0,))
    b.emit(n.While((n.Assign(v, read),), call(S.GT, v, const(0, INT32)), (n.Break(),)))
    b.let("after", v)
    with b.at("body", task=tid, blocks=call(S.FLOORDIV, rows, 8)):
        block = b.let("block", call(ops.system.GET_BLOCK_IDX))
        r = b.let("r", call(S.MUL, block, 8))
        left = b.let("left", call(S.MIN, 8, call(S.SUB, rows, r)))
        wide = b.call(ops.cast.CAST, b.slice(x, (8, 64), (r, 0), valid_shape=(left, 64)), target_type=FP32)
        acc = b.let("acc", b.call(ops.creation.FULL, shape=(8, 1), dtype=FP32, value=0.0))
        with b.loop(2, kind="pipeline", stage=2):
            b.set(acc, b.call(E.ADD, acc, b.call(ops.reduce.ROW_SUM, wide)))
        b.store(y, b.call(ops.cast.CAST, wide, target_type=BF16), (r, 0))
    done = b.call(ops.system.TASK_DUMMY, deps=(tid,), name="done")
    with b.at(deps=(done, n.Const(None, n.TaskIdType()))):
        pass
    b.ret(y)
    return b


def test_a_valid_program_passes():
    assert codes(valid()) == []
    verify(valid().program(), "front")


def test_reads_before_an_assignment():
    b = Builder()
    never = n.Var("never", INT)
    b.let("a", call(S.ADD, never, 1))
    b.let("b", call(S.ADD, never, 1))  # reported once
    with b.branch(call(S.LT, 1, 2)) as orelse:
        arm = b.let("arm", 1)
        with orelse():
            pass
    b.let("c", arm)
    with b.loop(b.scalar("count", INDEX)):
        inside = b.let("inside", 1)
    b.let("d", inside)
    with b.at():
        core = b.let("core", 1)
    b.let("e", core)
    assert codes(b) == [("401", 1), ("401", 5), ("401", 8), ("401", 11)]


def test_loops_that_surely_run_define_names():
    b = Builder()
    with b.loop(4):
        inside = b.let("inside", 1)
    b.let("d", inside)
    assert codes(b) == []


def test_types_may_only_mention_known_variables():
    b = Builder()
    x = b.tensor("x", (64, 64))
    late = n.Var("late", INT)
    with b.at():
        t = n.Var("t", n.TensorType((8, 64), FP32, None, (late, 64), local=True))
        b.emit(n.Assign(t, call(ops.memory.SLICE, x, shape=(8, 64), offset=(0, 0)), b.span()))
    errors = find_errors(b.program(), "front")
    assert [e.code for e in errors] == ["401", "101"]
    assert "late" in errors[0].message


def test_second_assignment_in_a_block():
    b = Builder()
    v = b.let("v", 1)
    b.set(v, 2)
    assert codes(b) == [("1", 2)]
    assert codes(b, "lowered") == []  # copies of a pipeline body assign a carried value in turn


def test_types_of_assignments_and_calls():
    b = Builder()
    x = b.tensor("x", (8, 8))
    b.emit(n.Assign(n.Var("v", n.ScalarType(INT32)), const(1), b.span()))
    with b.at():
        t = b.slice(x, (8, 8), (0, 0))
        wrong = n.TensorType((8, 4), FP32, local=True)
        b.emit(n.Assign(n.Var("w", wrong), n.Call(E.ADD, (t, t), {}, wrong), b.span()))
        half = b.call(ops.cast.CAST, t, target_type=BF16)
        b.emit(n.Assign(n.Var("z", t.type), n.Call(E.ADD, (t, half), {}, t.type), b.span()))
    errors = find_errors(b.program(), "front")
    assert [(e.code, e.span.line) for e in errors] == [("101", 1), ("102", 5), ("dtype-mismatch", 8)]
    assert errors[2].message.startswith("pl.add: element types differ")
    assert errors[2].help == "convert one side: pl.cast(x, pl.FP32)"


def test_operands_have_the_right_kind():
    b = Builder()
    x = b.tensor("x", (8, 8))
    s = b.scalar("s", FP32)
    with b.at():
        t = b.slice(x, (8, 8), (0, 0))
        nested = call(E.EXP, t)
        b.emit(n.Assign(n.Var("a", t.type), n.Call(E.EXP, (nested,), {}, t.type), b.span()))
        b.emit(n.Assign(n.Var("b", t.type), n.Call(E.EXP, (s,), {}, t.type), b.span()))
        b.emit(n.Assign(n.Var("c", t.type), n.Call(E.ADDS, (t, t), {}, t.type), b.span()))
        b.emit(n.Assign(n.Var("d", t.type), n.Call(E.EXP, (t, t), {}, t.type), b.span()))
    assert codes(b) == [("103", 4), ("103", 4), ("103", 5), ("103", 6), ("103", 7)]


def test_what_a_core_computes_with_lies_on_the_core():
    b = Builder()
    x, y = b.tensor("x", (8, 8)), b.tensor("y", (8, 8))
    with b.at():
        t = b.slice(x, (8, 8), (0, 0))
        b.emit(n.Assign(n.Var("a", t.type), n.Call(E.ADD, (t, x), {}, t.type), b.span()))
        for source in (t, x):
            moved = n.Call(ops.memory.ASSEMBLE, (y, source), {"offset": (0, 0)}, y.type)
            b.emit(n.Eval(moved, b.span()))
    errors = find_errors(b.program(), "front")
    wanted = "must be on the core, Var(x: Tensor[[8, 8], FP32]) is in global memory"
    assert [e.message for e in errors] == [f"`rhs` of add {wanted}", f"`source` of assemble {wanted}"]


def test_a_part_of_a_tensor_is_written_in_a_region():
    b = Builder()
    x, y = b.tensor("x", (8, 8)), b.tensor("y", (8, 8))
    b.emit(n.Eval(n.Call(ops.memory.ASSEMBLE, (y, x), {"offset": (0, 0)}, y.type), b.span()))
    assert codes(b) == [("misplaced", 1)]


def test_an_entry_takes_tensors_and_scalars():
    b = Builder()
    b.param("t", n.TileType((8, 8), FP32, "Vec"))
    assert [e.message for e in find_errors(b.program(), "front")] == [
        "an entry takes tensors and scalars, `t` is a Tile[[8, 8], FP32, Vec]"
    ]


def test_computing_in_orchestration_and_nested_regions():
    b = Builder()
    x = b.tensor("x", (8, 8))
    b.emit(n.Assign(n.Var("a", n.TensorType((8, 8), FP32, local=True)), call(E.EXP, x), b.span()))
    with b.at(), b.spmd(4):
        b.slice(x, (8, 8), (0, 0))
    assert codes(b) == [("misplaced", 1), ("501", 3)]


def test_conditions_bounds_dependencies_returns():
    b = Builder()
    x = b.tensor("x", (8, 8))
    f = b.scalar("f", FP32)
    with b.branch(const(1)) as orelse, orelse():
        pass
    with b.loop(f):
        pass
    with b.loop(0, 4, 0):
        pass
    with b.at(blocks=const(1.0), deps=(const(1),)):
        pass
    b.ret()
    b.ret(f)
    assert [c for c, _ in codes(b)] == ["105", "106", "106", "106", "108", "107", "401"]
    b = Builder()
    b.ret(b.tensor("x", (8, 8)))
    function = b.function(returns=(n.TensorType((8, 9), FP32),))
    program = n.Program("p", {"test": function}, "test")
    assert [e.code for e in find_errors(program, "front")] == ["107"]
    assert x.type.rank == 2


@pytest.mark.parametrize(("kind", "fine"), [("range", True), ("pipeline", True), ("parallel", False)])
def test_break_leaves_sequential_loops_only(kind, fine):
    b = Builder()
    with b.loop(4, kind=kind), b.branch(call(S.LT, b.scalar("k", INDEX), 1)) as orelse:
        b.emit(n.Break())
        with orelse():
            pass
    assert [e.code for e in find_errors(b.program(), "front")] == ([] if fine else ["stage"])


def test_statements_behind_a_break():
    b = Builder()
    with b.loop(4):
        b.emit(n.Break())
        b.let("v", 1)
    b.emit(n.Continue())
    assert [e.code for e in find_errors(b.program(), "front")] == ["401", "stage"]


def test_calls_and_launches():
    helper = Builder("helper", "Inline")
    helper.tensor("x", (8, 8))
    core = Builder("core", "AIV")
    core.tensor("x", (core.symbol("T"), 8))
    b = Builder()
    x, y = b.tensor("x", (4, 8)), b.tensor("y", (4, 9))
    b.emit(n.Eval(n.Invoke("helper", (x,), n.TupleType(())), b.span()))
    b.emit(n.Eval(n.Invoke("helper", (), n.TupleType(())), b.span()))
    b.emit(n.Eval(n.Invoke("nobody", (), n.TupleType(())), b.span()))
    others = helper.function(), core.function()
    assert codes(b, "front", *others) == [("109", 2), ("109", 3)]
    b.blocks[0].clear()
    b.emit(n.Launch("core", (x,), (const(4),), span=b.span()))
    b.emit(n.Launch("core", (y,), (const(4),), span=b.span()))
    b.emit(n.Launch("core", (x,), span=b.span()))
    b.emit(n.Launch("helper", (x,), span=b.span()))
    assert codes(b, "outlined", *others) == [("109", 5), ("109", 6), ("109", 7)]
    assert ("stage", 4) in codes(b, "front", *others)


def test_regions_and_local_tensors_are_gone_later():
    b = Builder()
    with b.at():
        pass
    b.emit(n.Eval(n.Invoke("test", (), n.TupleType(())), b.span()))
    assert codes(b, "outlined") == [("stage", 1), ("stage", 2)]
    core = Builder("test", "AIV")
    x = core.tensor("x", (8, 8))
    core.depth = 1
    t = core.slice(x, (8, 8), (0, 0))
    core.call(E.EXP, t)
    assert codes(core, "outlined") == []
    assert codes(core, "lowered") == [("stage", 3)]


def test_several_errors_come_together():
    b = Builder()
    never = n.Var("never", n.ScalarType(BOOL))
    with b.branch(never) as orelse, orelse():
        pass
    program = b.program()
    with pytest.raises(VerifierError) as one:
        verify(program, "front")
    assert one.value.code == "401"
    b.emit(n.Break())
    with pytest.raises(ErrorGroup) as several:
        verify(b.program(), "front")
    assert [e.code for e in several.value.errors] == ["401", "stage"]
    with pytest.raises(ValueError, match="stage"):
        verify(program, "middle")


def test_a_tile_may_be_assigned_from_another_buffer_or_after_a_fill():
    core = Builder("core", "AIV")
    x = core.tensor("x", (8, 64))
    core.depth = 1
    plain = n.TileType((8, 64), FP32, address=0)
    filled = n.TileType((8, 64), FP32, pad=1, address=4096)
    window = {"offsets": (0, 0), "shapes": (8, 64)}
    a = n.Var("a", plain)
    core.emit(n.Assign(a, n.Call(ops.transfer.LOAD, (x,), window, plain), core.span()))
    core.emit(n.Assign(n.Var("b", filled), a, core.span()))
    assert codes(core, "lowered") == []
    core.emit(n.Assign(n.Var("c", n.TileType((8, 32), FP32)), a, core.span()))
    assert codes(core, "lowered") == [("101", 3)]
