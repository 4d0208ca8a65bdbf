# SPDX-License-Identifier: Apache-2.0
"""The printed form of programs: spelling, names, precedence, spans."""

import ast

import pytest
from ir_builder import Builder, call, const

from pypto.errors import Diagnostic, Span
from pypto.frontend.reader import read_program
from pypto.ir import nodes as n
from pypto.ir import ops
from pypto.ir.dtypes import BF16, BOOL, FP16, FP32, INDEX, INT32
from pypto.ir.enums import AtomicType, Mem, PadValue
from pypto.ir.printer import print_function, print_program

S = ops.scalar


def body(builder: Builder) -> str:
    """The statements of a program's only function, without spans."""
    lines = print_function(builder.function()).splitlines()
    first = next(i for i, line in enumerate(lines) if line.endswith("):")) + 1
    return "\n".join(line.removeprefix(" " * 4).split("  # @")[0] for line in lines[first:])


def test_whole_program():
    b = Builder("scale")
    rows = b.symbol("T")
    x, y = b.tensor("x", (rows, 64), BF16), b.tensor("y", (rows, 64), BF16, "out")
    s = b.scalar("s", FP32)
    with b.spmd(call(S.FLOORDIV, rows, 8), "body") as block:
        r = b.let("r", call(S.MUL, block, 8))
        left = b.let("n", call(S.MIN, 8, call(S.SUB, rows, r)))
        t = b.slice(x, (8, 64), (r, 0), valid_shape=(left, 64))
        wide = b.call(ops.cast.CAST, t, target_type=FP32, mode="rint")
        b.store(y, b.call(ops.cast.CAST, b.call(ops.elementwise.MUL, wide, s), target_type=BF16), (r, 0))
    b.ret(y)
    warning = Diagnostic("1003", "a write is dropped", Span("test.py", 3, 2), "write y[:] = v")
    program = b.program(returns=(y.type,), constants={"EPS": 1e-6}, warnings=(warning,))
    assert print_program(program) == (
        """\
# source: test.py
# entry: scale
# constant: EPS = 1e-06
# warning: ["1003", "a write is dropped", "write y[:] = v", "@3:2"]
import pypto.language as pl

T = pl.dynamic("T")


@pl.program
class scale:
    @pl.function(type=pl.FunctionType.Orchestration)
    def scale(
        self,
        x: pl.Tensor[[T, 64], pl.BF16],
        y: pl.Out[pl.Tensor[[T, 64], pl.BF16]],
        s: pl.Scalar[pl.FP32],
    ) -> pl.Tensor[[T, 64], pl.BF16]:
        for b in pl.spmd(T // 8, name_hint="body"):  # @1:1
            r = b * 8  # @2:1
            n = pl.min(8, T - r)  # @3:1
            t = pl.slice(x, [8, 64], [r, 0], valid_shape=[n, 64])  # @4:1
            t_1 = pl.cast(t, pl.FP32, mode="rint")  # @6:1
            t_2 = pl.tensor.muls(t_1, s)  # @8:1
            t_3 = pl.cast(t_2, pl.BF16)  # @10:1
            pl.assemble(y, t_3, [r, 0])  # @12:1
        return y  # @13:1
"""
    )


@pytest.mark.parametrize(
    ("build", "text"),
    [
        (lambda a, c: call(S.SUB, a, call(S.SUB, c, 1)), "a - (c - 1)"),
        (lambda a, c: call(S.SUB, call(S.SUB, a, c), 1), "a - c - 1"),
        (lambda a, c: call(S.MUL, call(S.ADD, a, c), call(S.MOD, a, c)), "(a + c) * (a % c)"),
        (lambda a, c: call(S.FLOORDIV, call(S.MUL, a, c), 2), "a * c // 2"),
        (lambda a, c: call(S.SHL, a, call(S.ADD, c, 1)), "a << c + 1"),
        (lambda a, c: call(S.NEG, call(S.ADD, a, c)), "-(a + c)"),
        (lambda a, c: call(S.MUL, call(S.NEG, a), -3), "-a * -3"),
        (lambda a, c: call(S.INVERT, call(S.SHR, a, c)), "~(a >> c)"),
        (lambda a, c: call(S.NOT, call(S.LT, a, c)), "not a < c"),
        (
            lambda a, c: call(
                S.AND, call(S.OR, call(S.LT, a, c), call(S.EQ, a, 1)), call(S.NOT, call(S.NE, a, 2))
            ),
            "(a < c or a == 1) and not a != 2",
        ),
        (lambda a, c: call(S.MAX, call(S.MIN, a, c), 0), "pl.max(pl.min(a, c), 0)"),
        (lambda a, c: call(S.CAST, a, target_type=INT32), "pl.cast(a, pl.INT32)"),
        (lambda a, c: const(1.0, FP16), "pl.const(1.0, pl.FP16)"),
        (lambda a, c: const(3, INT32), "pl.const(3, pl.INT32)"),
        (lambda a, c: const(float("-inf"), FP32), 'float("-inf")'),
        (lambda a, c: const(True), "True"),
        (lambda a, c: n.Const(None, n.TaskIdType()), "None"),
    ],
)  # fmt: skip
def test_scalar_expressions_keep_their_tree(build, text):
    b = Builder()
    a, c = b.scalar("a", INDEX), b.scalar("c", INDEX)
    b.let("v", build(a, c))
    assert body(b) == f"v = {text}"


def test_statements():
    b = Builder()
    x, flags = b.tensor("x", (8, 8)), b.tensor("flags", (4,), INT32)
    y = b.tensor("y", (8, 8), FP32, "inout")
    first = n.Var("first", n.TaskIdType())
    with b.at("load", task=first, attrs={"allow_early_resolve": True, "no_dep_args": (y,)}):
        t = b.slice(x, (8, 8), (0, 0))
        padded = b.call(ops.shaping.FILLPAD, t, pad_value=PadValue.min)
        b.store(y, padded, (0, 0), atomic=AtomicType.Add)
    done = b.call(ops.system.TASK_DUMMY, deps=(first,), name="done")
    with b.at(deps=(first, done)):
        pass
    with b.loop(0, 64, 8, kind="parallel") as i, b.branch(call(S.EQ, i, 8)) as orelse:
        b.emit(n.Continue())
        with orelse(), b.branch(call(S.EQ, i, 16)) as other:
            b.emit(n.Break())
            with other():
                b.call(ops.memory.READ, flags, offset=(0,), name="f")
    with b.loop(-1, -9, -2) as i, b.loop(4, kind="unroll"):
        pass
    v = n.Var("v", n.ScalarType(INT32))
    b.emit(
        n.While(
            (n.Assign(v, call(ops.memory.READ, flags, offset=(0,))),),
            call(S.GT, v, const(0, INT32)),
            (n.Break(),),
        )
    )
    b.emit(n.While((), call(S.GT, v, const(0, INT32)), ()))
    b.ret()
    assert body(b) == (
        """\
with pl.at(level=pl.Level.CORE_GROUP, name_hint="load", allow_early_resolve=True, no_dep_args=[y]) as first:
    t = pl.slice(x, [8, 8], [0, 0])
    t_1 = pl.fillpad(t, pad_value=pl.PadValue.min)
    pl.assemble(y, t_1, [0, 0], atomic=pl.AtomicType.Add)
done = pl.system.task_dummy(deps=[first])
with pl.at(level=pl.Level.CORE_GROUP, deps=[first, done]):
    pass
for i in pl.parallel(0, 64, 8):
    if i == 8:
        continue
    elif i == 16:
        break
    else:
        f = pl.read(flags, [0])
for i_1 in pl.range(-1, -9, -2):
    for i_2 in pl.unroll(4):
        pass
for _ in pl.while_():
    v = pl.read(flags, [0])
    pl.cond(v > pl.const(0, pl.INT32))
    break
while v > pl.const(0, pl.INT32):
    pass
return"""
    )


def test_names_are_unique_valid_and_stable():
    b = Builder()
    x = b.tensor("x", (8, 8))
    for name in ("x", "class", "a.b", "pl", "x_1", "x"):
        b.let(name, 1)
    with b.at():
        b.slice(x, (8, 8), (0, 0), name="x")
    text = body(b)
    assert [line.split(" =")[0].strip() for line in text.splitlines() if " = " in line] == [
        "x_1", "class_1", "v", "pl_1", "x_1_1", "x_2", "x_3",
    ]  # fmt: skip
    assert print_program(b.program()) == print_program(b.program())


def test_functions_with_a_symbol_of_one_name_share_its_line():
    functions = []
    for name, kind in (("core", "InCore"), ("run", "Orchestration")):
        b = Builder(name, kind)
        b.tensor("x", (b.symbol("T"), 8))
        functions.append(b.function())
    two = Builder("two")
    two.tensor("x", (two.symbol("T"), two.symbol("T")))
    program = n.Program("p", {f.name: f for f in (*functions, two.function())}, "run")
    text = print_program(program)
    assert text.count("pl.dynamic") == 2
    assert "x: pl.Tensor[[T, 8], pl.FP32]" in text
    assert "x: pl.Tensor[[T, T_1], pl.FP32]" in text


def test_a_lowered_program_shows_buffers_and_launches():
    core = Builder("body", "AIV")
    rows = core.symbol("T")
    x, y = core.tensor("x", (rows, 64), FP16), core.tensor("y", (rows, 64), FP16, "out")
    block = core.scalar("block", INDEX)
    core.depth = 1
    r = core.let("r", call(S.MUL, block, 8))
    tile = n.TileType((8, 64), FP16, "Vec", None, address=1024)
    a = n.Var("a", tile)
    core.emit(n.Assign(a, n.Call(ops.transfer.LOAD, (x,), {"offsets": (r, 0), "shapes": (8, 64)}, tile)))
    partial = n.TileType((8, 64), FP16, "Vec", (r, 64), address=2048, pad=2)
    c = n.Var("c", partial)
    core.emit(n.Assign(c, n.Call(ops.elementwise.EXP, (a,), {}, partial)))
    column = n.Var("m", n.TileType((8, 1), FP16, "Vec", None, "row_major"))
    core.emit(n.Assign(column, n.Call(ops.reduce.ROW_MAX, (c,), {}, column.type)))
    left = n.Var("l", n.TileType((8, 64), FP16, "Left", None, "row_major", "row_major"))
    core.emit(n.Assign(left, n.Call(ops.transfer.MOVE, (a,), {"target_memory": Mem.Left}, left.type)))
    core.emit(n.Eval(n.Call(ops.transfer.STORE, (c, y), {"offsets": (r, 0)}, y.type)))

    b = Builder("run")
    total = b.symbol("T")
    p, q = b.tensor("p", (total, 64), FP16), b.tensor("q", (total, 64), FP16, "out")
    view = b.slice(p, (16, 32), (0, 32))
    sub = n.Var("sub", n.TensorType((16, 32), FP16, (64, 1), (8, 32)))
    b.emit(n.Assign(sub, view))
    task = n.Var("done", n.TaskIdType())
    b.emit(n.Launch("body", (p, q), (total,), ("in", "out"), const(4), task, (), {"predicate": True}))
    b.emit(n.Launch("body", (view, q), deps=(task,)))
    program = b.program(core.function())
    ast.parse(print_program(program))
    text = print_function(program.functions["body"])
    assert text.replace("] = ", "] =\n        ").replace(" pl.TileView(v", "\n        pl.TileView(v") == (
        """\
@pl.function(type=pl.FunctionType.AIV)
def body(
    self,
    x: pl.Tensor[[T, 64], pl.FP16],
    y: pl.Out[pl.Tensor[[T, 64], pl.FP16]],
    block: pl.Scalar[pl.INDEX],
):
    r = block * 8  # @"test.py":1:1
    a: pl.Tile[[8, 64], pl.FP16, pl.Mem.Vec, pl.MemRef("Vec", 1024, 1024)] =
        pl.tile.load(x, [r, 0], [8, 64])
    c: pl.Tile[[8, 64], pl.FP16, pl.Mem.Vec, pl.MemRef("Vec", 2048, 1024),
        pl.TileView(valid_shape=[r, 64], pad=2)] =
        pl.tile.exp(a)
    m: pl.Tile[[8, 1], pl.FP16, pl.Mem.Vec, pl.TileView(blayout="row_major")] =
        pl.tile.row_max(c)
    l: pl.Tile[[8, 64], pl.FP16, pl.Mem.Left, pl.TileView(blayout="row_major")] =
        pl.tile.move(a, target_memory=pl.Mem.Left)
    pl.tile.store(c, [r, 0], y)
"""
    )
    lines = print_function(program.functions["run"], "test.py").splitlines()[2:]
    assert [line.strip() for line in lines] == [
        "t = pl.slice(p, [16, 32], [0, 32])  # @1:1",
        "sub: pl.Tensor[[16, 32], pl.FP16, pl.TensorView(valid_shape=[8, 32], stride=[64, 1], "
        "layout=pl.TensorLayout.ND)] = t",
        'done = pl.spmd_submit(self.body, p, q, core_num=4, extents=[T], directions=["in", "out"], '
        'attrs={"predicate": True})',
        "pl.submit(self.body, t, q, deps=[done])",
    ]


def test_spans_of_other_files_carry_their_name():
    b = Builder()
    b.emit(n.Assign(n.Var("a", n.ScalarType(BOOL)), const(True), Span("lib/helper.py", 7, 3)))
    assert 'a = True  # @"lib/helper.py":7:3\n' in print_program(b.program())


def test_an_empty_body_is_pass():
    assert body(Builder()) == "pass"


def scale_program() -> n.Program:
    b = Builder("scale")
    rows = b.symbol("T")
    x, y = b.tensor("x", (rows, 64), BF16), b.tensor("y", (rows, 64), BF16, "out")
    s, limit = b.scalar("s", BF16), b.scalar("limit", INT32)
    flags = b.tensor("flags", (4,), INT32)
    done = n.Var("done", n.TaskIdType())
    with b.at("body", blocks=call(S.FLOORDIV, rows, 8), task=done, attrs={"allow_early_resolve": True}):
        r = b.let("r", call(S.MUL, call(ops.system.GET_BLOCK_IDX), 8))
        left = b.let("left", call(S.MIN, 8, call(S.SUB, rows, r)))
        t = b.slice(x, (8, 64), (r, 0), valid_shape=(left, 64))
        total = b.let("total", b.call(ops.cast.CAST, t, target_type=FP32, mode="rint"))
        with b.loop(0, 64, 16, kind="pipeline", stage=2) as i:
            with b.branch(call(S.AND, call(S.GT, i, 3), call(S.NOT, call(S.EQ, i, 32)))) as orelse:
                m = b.let("m", b.call(ops.elementwise.MUL, total, -0.5))
                with orelse():
                    b.set(m, total)
            b.set(total, m)
        wide = b.call(ops.cast.CAST, total, target_type=BF16)
        b.store(y, b.call(ops.elementwise.MUL, wide, s), (r, 0), atomic=AtomicType.Add)
    joined = b.call(ops.system.TASK_DUMMY, deps=(done,), name="joined")
    v = n.Var("v", n.ScalarType(INT32))
    read = call(ops.memory.READ, flags, offset=(0,))
    b.emit(n.While((n.Assign(v, read),), call(S.GT, v, limit), (n.Continue(),)))
    with b.at(deps=(joined, n.Const(None, n.TaskIdType()))):
        b.effect(ops.memory.WRITE, flags, const(3, INT32), offset=(1,))
    b.ret(y)
    warning = Diagnostic("1003", "a write is dropped", Span("test.py", 3, 2), None)
    constants = {"EPS": 1e-6, "ROWS": 8, "FAST": True}
    return b.program(returns=(y.type,), constants=constants, warnings=(warning,))


def lowered_program() -> n.Program:
    core = Builder("body", "AIV")
    rows = core.symbol("T")
    x, y = core.tensor("x", (rows, 64), FP16), core.tensor("y", (rows, 64), FP16, "out")
    core.depth = 1
    r = core.let("r", call(S.MUL, call(ops.system.GET_BLOCK_IDX), 8))
    tile = n.TileType((8, 64), FP16, "Vec", (r, 64), address=1024, pad=2)
    a = n.Var("a", tile)
    window = {"offsets": (r, 0), "shapes": (8, 64), "valid_shape": (r, 64)}
    core.emit(n.Assign(a, n.Call(ops.transfer.LOAD, (x,), window, tile)))
    exp = n.Call(ops.elementwise.EXP, (a,), {}, n.TileType((8, 64), FP16, "Vec", (r, 64), address=4096))
    e = n.Var("e", exp.type)
    core.emit(n.Assign(e, exp))
    left = n.Var("l", n.TileType((8, 64), FP16, "Left", None, "row_major", "row_major"))
    core.emit(n.Assign(left, n.Call(ops.transfer.MOVE, (a,), {"target_memory": Mem.Left}, left.type)))
    core.emit(n.Eval(n.Call(ops.transfer.STORE, (e, y), {"offsets": (r, 0)}, y.type)))
    b = Builder("run")
    total = b.symbol("T")
    p, q = b.tensor("p", (total, 64), FP16), b.tensor("q", (total, 64), FP16, "out")
    task = n.Var("done", n.TaskIdType())
    directions = ("in", "out")
    b.emit(n.Launch("body", (p, q), (total,), directions, call(S.FLOORDIV, total, 8), task, (), {"stage": 2}))
    b.emit(n.Launch("body", (p, q), (total,), directions, None, None, (task,)))
    return b.program(core.function())


@pytest.mark.parametrize("make", [scale_program, lowered_program])
def test_printed_text_reads_back(make):
    text = print_program(make())
    read = read_program(text, "program.py")
    assert print_program(read) == text
    assert read.constants == make().constants
    assert read.warnings == make().warnings
    assert [f.kind for f in read.functions.values()] == [f.kind for f in make().functions.values()]
