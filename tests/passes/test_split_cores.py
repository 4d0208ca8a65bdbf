# SPDX-License-Identifier: Apache-2.0
"""Mixed regions become a cube function and a vector function with pipes between them."""

from ir_builder import Builder, call

from pypto.ir import nodes as n
from pypto.ir import ops
from pypto.ir.dtypes import BF16, FP32, INDEX
from pypto.ir.ops import pipe
from pypto.ir.verify import verify
from pypto.passes.outline import outline
from pypto.passes.split_cores import split_cores
from pypto.platforms import PLATFORMS

E, M = ops.elementwise, ops.matmul


def split(b: Builder) -> n.Program:
    program = split_cores(outline(b.program()), PLATFORMS["a2a3sim"])
    verify(program, "outlined")
    return program


def names(function: n.Function) -> list[str]:
    """The operations of a function in order; loops in brackets."""
    out: list[str] = []

    def block(body: n.Block) -> None:
        for stmt in body:
            if isinstance(stmt, n.Assign | n.Eval) and isinstance(stmt.value, n.Call):
                out.append(stmt.value.op.name)
            for inner in n.blocks_of(stmt):
                out.append("[")
                block(inner)
                out.append("]")

    block(function.body)
    return out


def opened(function: n.Function) -> list[tuple[int, int]]:
    """Number and direction of the pipes that a function opens."""
    calls = [s.value for s in n.walk(function.body) if isinstance(s, n.Eval)]
    return [
        (c.attrs["id"], c.attrs["dir_mask"]) for c in calls if isinstance(c, n.Call) and c.op in pipe.OPENS
    ]


def test_a_product_crosses_and_its_slot_is_freed_after_the_last_use():
    b = Builder("run")
    x, y = b.tensor("x", (32, 32)), b.tensor("y", (32, 32), direction="out")
    with b.at("k"):
        product = b.call(M.MATMUL, b.slice(x, (32, 32), (0, 0)), b.slice(x, (32, 32), (0, 0)))
        once = b.call(E.EXP, product)
        b.store(y, b.call(E.ADD, once, product), (0, 0))
    program = split(b)
    assert program.functions["k"].kind == "Group"
    assert names(program.functions["k_aic"]) == [
        "import_peer_buffer", "aic_initialize_pipe", "slice", "slice", "matmul", "tpush_to_aiv",
    ]  # fmt: skip
    assert names(program.functions["k_aiv"]) == [
        "reserve_buffer", "aiv_initialize_pipe", "tpop_from_aic", "exp", "add", "tfree_to_aic", "assemble",
    ]  # fmt: skip
    assert [p.name for p in program.functions["k_aic"].params] == ["x", "y"]


def test_a_region_of_one_kind_of_core_stays_one_function():
    b = Builder("run")
    x, y = b.tensor("x", (32, 32)), b.tensor("y", (32, 32), direction="out")
    with b.at("cube"):
        part = b.slice(x, (32, 32), (0, 0))
        b.store(y, b.call(M.MATMUL, part, part), (0, 0))
    with b.at("vector"):
        b.store(y, b.call(E.EXP, b.slice(x, (32, 32), (0, 0))), (0, 0))
    kinds = {f.name: f.kind for f in split(b).functions.values()}
    assert kinds == {"run": "Orchestration", "cube": "AIC", "vector": "AIV"}


def test_a_value_that_is_held_around_a_loop_has_a_pipe_of_its_own():
    b = Builder("run")
    x, y = b.tensor("x", (32, 32), BF16), b.tensor("y", (32, 32), FP32, direction="out")
    with b.at("k"):
        part = b.slice(x, (32, 32), (0, 0))
        held = b.call(E.NEG, part)  # read in every iteration
        with b.loop(4):
            inner = b.call(E.NEG, b.slice(x, (32, 32), (0, 0)))
            b.store(y, b.call(M.MATMUL, held, inner), (0, 0))
    program = split(b)
    assert opened(program.functions["k_aic"]) == [(0, pipe.V2C), (1, pipe.V2C)]
    assert opened(program.functions["k_aiv"]) == [(0, pipe.V2C), (1, pipe.V2C)]
    ops_of_cube = names(program.functions["k_aic"])
    inside = ops_of_cube[ops_of_cube.index("[") : ops_of_cube.index("]")]
    assert inside == ["[", "tpop_from_aiv", "matmul", "tfree_to_aiv", "assemble"]
    assert ops_of_cube[-1] == "tfree_to_aiv"


def test_what_one_core_writes_and_the_other_reads_is_left_to_the_vector_core():
    b = Builder("run")
    x, t = b.tensor("x", (32, 32)), b.tensor("t", (32, 32), direction="inout")
    with b.at("k"):
        part = b.slice(x, (32, 32), (0, 0))
        b.store(t, b.call(M.MATMUL, part, part), (0, 0))
        b.store(t, b.call(E.EXP, b.slice(t, (32, 32), (0, 0))), (0, 0))
    program = split(b)
    assert "assemble" not in names(program.functions["k_aic"])
    assert names(program.functions["k_aiv"]).count("assemble") == 2


def test_a_branch_without_work_for_a_core_is_left_out_there():
    b = Builder("run")
    x, y = b.tensor("x", (32, 32)), b.tensor("y", (32, 32), direction="out")
    count = b.scalar("count", INDEX)
    with b.at("k"):
        part = b.slice(x, (32, 32), (0, 0))
        product = b.call(M.MATMUL, part, part)
        with b.branch(call(ops.scalar.GT, count, 0)):
            b.store(y, b.call(E.EXP, product), (0, 0))
    program = split(b)
    branches = {f.name: sum(isinstance(s, n.If) for s in n.walk(f.body)) for f in program.functions.values()}
    assert (branches["k_aic"], branches["k_aiv"]) == (0, 1)
    assert names(program.functions["k_aiv"])[-1] == "tfree_to_aic"
