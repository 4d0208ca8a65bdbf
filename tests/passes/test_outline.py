# SPDX-License-Identifier: Apache-2.0
"""Regions become core functions with the right parameters and directions."""

import pytest
from ir_builder import Builder, call

from pypto.errors import VerifierError
from pypto.ir import nodes as n
from pypto.ir import ops
from pypto.ir.dtypes import FP32, INDEX
from pypto.ir.enums import AtomicType
from pypto.passes.outline import outline

S, E = ops.scalar, ops.elementwise


def launches(program: n.Program) -> list[n.Launch]:
    return [s for s in n.walk(program.entry_function.body) if isinstance(s, n.Launch)]


def directions(function: n.Function) -> dict[str, str]:
    return {p.name: p.direction for p in function.params}


def test_captures_become_tensors_then_scalars_then_extents():
    b = Builder("run")
    rows = b.symbol("T")
    x, y = b.tensor("x", (rows, 64)), b.tensor("y", (rows, 64), direction="out")
    gain = b.scalar("gain", FP32)
    with b.spmd(call(S.FLOORDIV, rows, 8), "scale") as block:
        at = call(S.MUL, block, 8)
        b.store(y, b.call(E.MUL, b.slice(x, (8, 64), (at, 0)), gain), (at, 0))
    program = outline(b.program())
    scale = program.functions["scale"]
    assert scale.kind == "AIV"
    assert directions(scale) == {"x": "in", "y": "out", "gain": "in"}
    assert [s.name for s in scale.symbols] == ["T"]
    [launch] = launches(program)
    assert [a.name for a in launch.args] == ["x", "y", "gain"]
    assert [e.name for e in launch.extents] == ["T"]
    assert launch.directions == ("in", "out")


def test_written_and_read_is_inout_and_an_atomic_store_reads():
    b = Builder("run")
    y, z = b.tensor("y", (8, 64), direction="inout"), b.tensor("z", (8, 64), direction="inout")
    with b.at("k"):
        t = b.slice(y, (8, 64), (0, 0))
        b.store(y, t, (0, 0))
        b.store(z, t, (0, 0), atomic=AtomicType.Add)
    assert directions(outline(b.program()).functions["k"]) == {"y": "inout", "z": "inout"}


def test_edges_of_an_out_argument_follow_the_situation_at_the_call():
    b = Builder("run")
    x, y = b.tensor("x", (64, 64)), b.tensor("y", (64, 64), direction="out")

    def region(at: object) -> None:
        with b.at():
            b.store(y, b.slice(x, (8, 64), (at, 0)), (at, 0))

    with b.loop(0, 64, 8, kind="parallel") as i:
        region(i)
    region(0)
    with b.loop(0, 64, 8) as i:
        region(i)
    parallel, second, sequential = launches(outline(b.program()))
    assert parallel.directions == ("in", "out")
    assert second.directions == ("in", "inout")
    assert sequential.directions == ("in", "inout")


def test_an_out_argument_rooted_at_an_inout_parameter_is_inout():
    b = Builder("run")
    x, y = b.tensor("x", (8, 64)), b.tensor("y", (64, 64), direction="inout")
    view = b.slice(y, (8, 64), (8, 0))
    with b.at():
        b.store(view, b.slice(x, (8, 64), (0, 0)), (0, 0))
    [launch] = launches(outline(b.program()))
    assert launch.directions == ("in", "inout")


def test_no_dep_args_opts_a_tensor_out():
    b = Builder("run")
    x, y = b.tensor("x", (8, 64)), b.tensor("y", (8, 64), direction="out")
    with b.at(attrs={"no_dep_args": (x,)}):
        b.store(y, b.slice(x, (8, 64), (0, 0)), (0, 0))
    [launch] = launches(outline(b.program()))
    assert launch.directions == ("none", "out")


def test_names_are_made_unique():
    b = Builder("run")
    x, y = b.tensor("x", (8, 64)), b.tensor("y", (8, 64), direction="out")
    for hint in ("k", "k", None):
        with b.at(hint):
            b.store(y, b.slice(x, (8, 64), (0, 0)), (0, 0))
    assert set(outline(b.program()).functions) == {"run", "k", "k_1", "run_incore_2"}


def test_strides_of_a_view_become_part_of_the_parameter():
    b = Builder("run")
    cols = b.symbol("C")
    x, y = b.tensor("x", (64, cols)), b.tensor("y", (8, 64), direction="out")
    view = b.slice(x, (8, 64), (0, 0))
    with b.at("k"):
        b.store(y, b.slice(view, (8, 64), (0, 0)), (0, 0))
    program = outline(b.program())
    kernel = program.functions["k"]
    [symbol] = kernel.symbols
    assert kernel.params[0].type.strides == (symbol, 1)
    assert [e.name for e in launches(program)[0].extents] == ["C"]


def test_a_region_for_both_cores_is_left_to_the_split():
    b = Builder("run")
    x, y = b.tensor("x", (16, 16)), b.tensor("y", (16, 16), direction="out")
    with b.at("k"):
        t = b.slice(x, (16, 16), (0, 0))
        p = b.call(ops.matmul.MATMUL, t, t)
        b.store(y, b.call(E.ADD, p, p), (0, 0))
    kernel = outline(b.program()).functions["k"]
    assert kernel.kind == "InCore"
    assert kernel.attrs["buffers"] == (0, 1)


def test_computing_in_orchestration_is_refused():
    b = Builder("run")
    x = b.tensor("x", (16, 16))
    b.emit(n.Eval(n.Call(E.EXP, (x,), {}, x.type), b.span()))
    with pytest.raises(VerifierError, match=r"Misplaced tensor op 'pl.exp'"):
        outline(b.program())


def test_more_than_32_tensors_are_refused():
    b = Builder("run")
    tensors = [b.tensor(f"x{i}", (8, 64)) for i in range(33)]
    y = b.tensor("y", (8, 64), direction="out")
    with b.at("k"):
        for t in tensors:
            b.store(y, b.slice(t, (8, 64), (0, 0)), (0, 0))
    with pytest.raises(VerifierError, match="32 tensors"):
        outline(b.program())


def test_an_extent_made_of_scalars_becomes_a_symbol_of_its_own():
    b = Builder("run")
    rows = b.symbol("T")
    x = b.tensor("x", (rows, 64))
    mid = b.call(ops.creation.CREATE_TENSOR, shape=(call(S.MUL, rows, 2), 64), dtype=FP32)
    with b.at("k"):
        b.store(mid, b.slice(x, (8, 64), (0, 0)), (0, 0))
    program = outline(b.program())
    assert [s.name for s in program.functions["k"].symbols] == ["T", "extent_1"]
    assert program.functions["k"].symbols[1].type == n.ScalarType(INDEX)


def test_windows_and_elements_of_one_tensor_are_not_written_in_one_region():
    b = Builder("run")
    x, y = b.tensor("x", (64, 64)), b.tensor("y", (64, 64), direction="out")
    rows = b.slice(y, (8, 64), (0, 0), name="rows")
    with b.at("k"):
        b.store(y, b.slice(x, (8, 64), (8, 0)), (8, 0))
        b.effect(ops.memory.WRITE, rows, 1.0, offset=(0, 0))
    with pytest.raises(VerifierError, match="`rows` is written by windows and by single elements") as caught:
        outline(b.program())
    assert "region of their own" in caught.value.help
