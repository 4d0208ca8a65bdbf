# SPDX-License-Identifier: Apache-2.0
"""Kernel source -> program: the statements that each kernel becomes, and what surrounds them."""

from collections.abc import Mapping

import lowering_kernels as kernels
import pytest

import pypto.language as pl
from pypto.errors import ArgumentError, UnsupportedFeatureError
from pypto.frontend.arguments import DECLARED, RUNTIME_SCALAR, ArgumentInfo
from pypto.frontend.lower import lower_kernel
from pypto.frontend.reader import read_program
from pypto.ir.dtypes import BF16, FP16, FP32
from pypto.ir.nodes import Const, For, Program, Region, TensorType, walk
from pypto.ir.printer import print_program
from pypto.ir.verify import verify

TENSOR = ArgumentInfo.tensor


@pl.jit.inline
def directed(x: pl.Tensor, y: pl.InOut[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = x[0:16, :]


@pl.jit
def directed_caller(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    directed(x, y)
    directed(y, y)
    return y


ARGUMENTS = {
    "helpers": [TENSOR((50, 64), FP32), TENSOR((50, 64), FP32)],
    "dynamic": [TENSOR((48, 64), FP32), DECLARED, TENSOR((48, 64), FP32)],
}

EXPECTED: Mapping[str, str] = {
    "aliases": """\
with pl.at(level=pl.Level.CORE_GROUP):
    t_1 = pl.slice(x, [16, 64], [32, 0])
    pl.assemble(y, t_1, [0, 0])
return y
""",
    "begun_anew": """\
with pl.at(level=pl.Level.CORE_GROUP):
    for k in pl.range(2):
        t_1 = pl.slice(x, [128, 128], [0, 0])
        t_2 = pl.exp(t_1)
        t_3 = pl.slice(x, [128, 128], [128, 0])
        t_4 = pl.add(t_2, t_3)
        top = pl.col_max(t_4)
        rows = pl.create_tensor([256, 128], pl.FP32)
        rows_1 = rows
        for i in pl.range(n):
            t_5 = pl.slice(x, [8, 128], [i * 8, 0])
            t_6 = pl.col_expand_mul(t_5, top)
            rows_2 = pl.assemble(rows_1, t_6, [i * 8, 0])
            rows_1 = rows_2
        pl.assemble(y, rows_1, [0, 0])
return y
""",
    "carried": """\
with pl.at(level=pl.Level.CORE_GROUP):
    a = pl.slice(x, [16, 64], [0, 0])
    b = pl.slice(x, [16, 64], [16, 0])
    a_1 = a
    b_1 = b
    for i in pl.range(n):
        temporary = pl.add(a_1, b_1)
        t_1 = b_1
        a_1 = t_1
        b_1 = temporary
    pl.assemble(y, a_1, [0, 0])
return y
""",
    "local_to_the_loop": """\
with pl.at(level=pl.Level.CORE_GROUP):
    part = pl.slice(x, [16, 64], [0, 0])
    pl.assemble(y, part, [0, 0])
    for r in pl.range(16, 64, 16):
        t_1 = pl.slice(x, [16, 64], [r, 0])
        t_2 = pl.cast(t_1, pl.BF16)
        part_1 = pl.cast(t_2, pl.FP32)
        pl.assemble(y, part_1, [r, 0])
return y
""",
    "jumps": """\
with pl.at(level=pl.Level.CORE_GROUP):
    a = pl.slice(x, [16, 64], [0, 0])
    k = 0
    a_1 = a
    for i in pl.range(n):
        k_1 = k + 1
        if k_1 == 3:
            k = k_1
            continue
        a_2 = pl.tensor.adds(a_1, 1.0)
        if k_1 > 7:
            k = k_1
            a_1 = a_2
            break
        k = k_1
        a_1 = a_2
    pl.assemble(y, a_1, [0, 0])
return y
""",
    "while_loop": """\
with pl.at(level=pl.Level.CORE_GROUP):
    a = pl.slice(x, [16, 64], [0, 0])
    k = n
    a_1 = a
    for _ in pl.while_():
        t_1 = pl.read(x, [0, 0])
        pl.cond(t_1 > 0.5 and pl.cast(k, pl.INDEX) > 1)
        k_1 = k // pl.const(2, pl.INT32)
        a_2 = pl.tensor.muls(a_1, 0.5)
        k = k_1
        a_1 = a_2
    pl.assemble(y, a_1, [0, 0])
return y
""",
    "merged": """\
with pl.at(level=pl.Level.CORE_GROUP):
    a = pl.slice(x, [16, 64], [0, 0])
    if n > 2:
        a_1 = pl.exp(a)
        a_2 = a_1
        k_1 = 1
    else:
        if n == 1:
            k = 2
        else:
            k = 3
        a_2 = a
        k_1 = k
    t_1 = pl.tensor.adds(a_2, pl.cast(pl.cast(k_1, pl.INT32), pl.FP32))
    pl.assemble(y, t_1, [0, 0])
return y
""",
    "static_branch": """\
with pl.at(level=pl.Level.CORE_GROUP):
    t_1 = pl.slice(x, [32, 64], [0, 0])
    pl.assemble(y, t_1, [0, 0])
return y
""",
    "unrolled": """\
with pl.at(level=pl.Level.CORE_GROUP):
    total = pl.full([16, 64], pl.FP32, 0.0)
    t_1 = pl.slice(x, [16, 64], [0, 0])
    total_1 = pl.add(total, t_1)
    t_2 = pl.slice(x, [16, 64], [16, 0])
    total_2 = pl.add(total_1, t_2)
    t_3 = pl.slice(x, [16, 64], [32, 0])
    total_3 = pl.add(total_2, t_3)
    pl.assemble(y, total_3, [0, 0])
return y
""",
    "leaving": """\
v_1 = pl.create_tensor([16, 64], pl.FP32)
with pl.at(level=pl.Level.CORE_GROUP, name_hint="first") as first:
    t_1 = pl.slice(x, [16, 64], [0, 0])
    v = pl.exp(t_1)
    unused = pl.row_sum(v)
    pl.assemble(v_1, v, [0, 0])
done = pl.system.task_dummy(deps=[first, None])
with pl.at(level=pl.Level.CORE_GROUP, deps=[done, None], allow_early_resolve=True, no_dep_args=[x]):
    t_2 = pl.slice(v_1, [16, 64], [0, 0])
    pl.assemble(y, t_2, [16, 0])
return y
""",
    "elements": """\
for i in pl.parallel(4):
    page = pl.read(table, [i])
    with pl.at(level=pl.Level.CORE_GROUP):
        tile = pl.slice(x, [1, 16, 64], [pl.cast(page, pl.INDEX), 0, 0], drop_dims=[0])
        t_1 = pl.tensor.muls(tile, 2.0)
        t_2 = pl.reshape(t_1, [1, 16, 64])
        pl.assemble(y, t_2, [i, 0, 0])
        scale = pl.read(table, [0])
        t_3 = pl.tensor.adds(tile, pl.cast(scale, pl.FP32) * 0.5)
        t_4 = pl.reshape(t_3, [1, 16, 64])
        pl.assemble(y, t_4, [i, 0, 0])
        whole = pl.slice(x, [1, 16, 64], [pl.cast(page, pl.INDEX), 0, 0])
        pl.assemble(y, whole, [i, 0, 0])
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [i, 0, 0], 1.0)
return y
""",
    "helpers": """\
for b in pl.spmd((T + 15) // 16, name_hint="scale"):
    r = b * 16
    n = pl.min(16, T - r)
    v = pl.slice(x, [16, 64], [r, 0], valid_shape=[n, 64])
    t_1 = pl.tensor.muls(v, 2.0)
    pl.assemble(y, t_1, [r, 0])
with pl.at(level=pl.Level.CORE_GROUP, name_hint="doubled"):
    t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 64])
    t_2: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(t, t)
    pl.tile.store(t_2, [0, 0], y)
with pl.spmd(2, name_hint="doubled"):
    t_3: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 64])
    t_3_1: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(t_3, t_3)
    pl.tile.store(t_3_1, [0, 0], y)
return y
""",
    "explicit": """\
with pl.at(level=pl.Level.CORE_GROUP):
    start = pl.slice(x, [16, 64], [0, 0])
    best = start
    count = 0
    for i in pl.range(4):
        t_1 = pl.slice(x, [16, 64], [i * 16, 0])
        t_2 = pl.maximum(best, t_1)
        next_count = count + 1
        best = t_2
        count = next_count
    if count > 3:
        t_3 = pl.tensor.adds(best, 1.0)
        result = t_3
    else:
        result = best
    pl.assemble(y, result, [0, 0])
return y
""",
    "dynamic": """\
for b in pl.spmd((M + T) // 16):
    t_1 = pl.slice(x, [16, 64], [b * 16, 0])
    pl.assemble(y, t_1, [b * 16, 0])
return y
""",
    "tiles": """\
with pl.scope():
    with pl.spmd(4, name_hint="outer"):
        t_1 = pl.get_block_idx()
        r = t_1 * 16
        t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [r, 0], [16, 64])
        pl.tile.store(t, [r, 0], y)
return y
""",
}


def lower(name: str) -> Program:
    """The program of a kernel, types from the annotations and scalars at run time where nothing else is said."""
    kernel = getattr(kernels, name)
    arguments = ARGUMENTS.get(name) or [
        RUNTIME_SCALAR if p.kind == "scalar" else DECLARED for p in kernel.signature_parameters
    ]
    return lower_kernel(kernel.source, arguments)


def statements(program: Program) -> str:
    """The printed body of the entry, without spans."""
    lines = print_program(program).splitlines()
    first = next(i for i, line in enumerate(lines) if "->" in line) + 1
    return "".join(line.split("  # @")[0][8:] + "\n" for line in lines[first:])


@pytest.mark.parametrize("name", EXPECTED)
def test_statements(name):
    assert statements(lower(name)) == EXPECTED[name]


@pytest.mark.parametrize("name", EXPECTED)
def test_programs_verify_and_read_back(name):
    program = lower(name)
    verify(program, "front")
    text = print_program(program)
    again = read_program(text, "program.py")
    verify(again, "front")
    assert print_program(again) == text


def test_every_kernel_of_the_file_is_here():
    entries = [k for k in vars(kernels).values() if isinstance(k, pl.JITFunction) and k.source.kind == "jit"]
    assert {k.__name__ for k in entries} == set(EXPECTED)


def test_parameters_follow_annotations_where_they_are_static_and_arguments_elsewhere():
    program = lower_kernel(
        kernels.dynamic.source, [TENSOR((48, 32), BF16), TENSOR((7, 7), FP16), TENSOR((48, 32), BF16)]
    )
    x, w, y = program.entry_function.params
    assert str(x.type) == "Tensor[[M, 32], BF16]"
    assert str(w.type) == "Tensor[[T, 64], FP32]"  # the annotation says so; the caller compares
    assert str(y.type) == "Tensor[[T, 32], BF16]"
    assert [s.name for s in program.entry_function.symbols] == ["M", "T"]
    assert (x.direction, w.direction, y.direction) == ("in", "in", "out")


def test_a_helper_makes_an_axis_of_its_caller_dynamic():
    x, y = lower("helpers").entry_function.params
    assert str(x.type) == "Tensor[[T, 64], FP32]"
    assert str(y.type) == "Tensor[[50, 64], FP32]"


def test_folded_numbers_are_recorded():
    assert lower("static_branch").constants == {"WIDE": True}
    assert lower("unrolled").constants["SHAPE[1]"] == 64


def test_a_scalar_with_a_value_becomes_a_number_and_stays_a_parameter():
    arguments = [DECLARED, ArgumentInfo.scalar(3), DECLARED]
    program = lower_kernel(kernels.carried.source, arguments)
    assert [p.name for p in program.entry_function.params] == ["x", "n", "y"]
    loop = next(s for s in walk(program.entry_function.body) if isinstance(s, For))
    assert isinstance(loop.stop, Const) and loop.stop.value == 3


def test_spans_point_into_the_source():
    program = lower("aliases")
    lines = kernels.aliases.source.source.lines
    region = next(s for s in walk(program.entry_function.body) if isinstance(s, Region))
    assert region.span is not None and region.span.file == kernels.__file__
    assert lines[region.span.line - 1][region.span.column - 1 :].startswith("with pl.at(")
    assert program.entry_function.span is not None
    assert lines[program.entry_function.span.line - 1][program.entry_function.span.column - 1 :].startswith(
        "aliases("
    )


def test_values_of_a_region_are_local_and_parameters_are_not():
    program = lower("leaving")
    region = next(s for s in walk(program.entry_function.body) if isinstance(s, Region))
    for stmt in region.body:
        target = getattr(stmt, "target", None)
        assert target is None or not isinstance(target.type, TensorType) or target.type.local


def test_arguments_have_to_fit():
    with pytest.raises(ArgumentError, match="has 3 parameters, 1 arguments"):
        lower_kernel(kernels.carried.source, [DECLARED])
    with pytest.raises(ArgumentError, match="`n` of carried is a scalar"):
        lower_kernel(kernels.carried.source, [DECLARED, DECLARED, DECLARED])
    with pytest.raises(ArgumentError, match="`x` of carried is a tensor"):
        lower_kernel(kernels.carried.source, [RUNTIME_SCALAR, RUNTIME_SCALAR, DECLARED])
    with pytest.raises(ArgumentError, match="the shape of `x` is not known"):
        lower_kernel(kernels.helpers.source, [DECLARED, DECLARED])
    with pytest.raises(ArgumentError, match="outside"):
        lower_kernel(kernels.while_loop.source, [DECLARED, ArgumentInfo.scalar(2**31), DECLARED])


def test_only_entries_compile():
    with pytest.raises(UnsupportedFeatureError, match=r"scaled is @pl\.jit\.inline"):
        lower_kernel(kernels.scaled.source, [])


def test_a_direction_on_a_parameter_of_an_inline_helper_is_deprecated():
    with pytest.warns(DeprecationWarning, match=r"pl\.InOut on `y` of the inline helper directed") as caught:
        assert "y: pl.Out[" in print_program(lower_kernel(directed_caller.source, [DECLARED, DECLARED]))
    assert len(caught) == 1 and caught[0].filename == __file__
