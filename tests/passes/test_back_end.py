# SPDX-License-Identifier: Apache-2.0
"""Lowering, memory spaces, pipelined loops and addresses."""

from collections.abc import Iterator

import pytest
from ir_builder import Builder, call, const

from pypto.errors import CapacityError, InvalidOperationError, UnsupportedFeatureError
from pypto.ir import nodes as n
from pypto.ir import ops
from pypto.ir.dtypes import BF16, FP16, FP32, INT8, INT32
from pypto.passes import pipeline
from pypto.platforms import PLATFORMS

S, E, M = ops.scalar, ops.elementwise, ops.memory


def back(b: Builder, platform: str = "a2a3sim") -> n.Program:
    program = b.program()
    for step in pipeline.back_passes(PLATFORMS[platform]):
        program = step.run(program)
    return program


def kernel(b: Builder, platform: str = "a2a3sim", name: str = "k") -> n.Function:
    return back(b, platform).functions[name]


def assigns(function: n.Function) -> Iterator[n.Assign]:
    return (s for s in n.walk(function.body) if isinstance(s, n.Assign))


def test_a_row_reduction_gets_scratch_of_its_own():
    b = Builder()
    x, y = b.tensor("x", (8, 64)), b.tensor("y", (8, 1), direction="out")
    with b.at("k"):
        b.store(y, b.call(ops.reduce.ROW_SUM, b.slice(x, (8, 64), (0, 0))), (0, 0))
    function = kernel(b)
    [reduction] = [s for s in assigns(function) if s.value.op is ops.reduce.ROW_SUM]
    operand, scratch = reduction.value.args
    places = {operand.type.address, scratch.type.address, reduction.target.type.address}
    assert len(places) == 3
    assert reduction.target.type.blayout == "col_major"


def test_a_write_into_a_part_is_in_place_where_the_old_value_is_not_needed():
    def copies(needed: bool) -> int:
        b = Builder()
        x, y = b.tensor("x", (8, 64)), b.tensor("y", (8, 64), direction="out")
        with b.at("k"):
            old = b.slice(x, (8, 64), (0, 0))
            carried = b.let("acc", old)
            with b.loop(4) as i:
                line = b.slice(x, (1, 64), (i, 0))
                b.set(carried, b.call(M.ASSEMBLE, carried, line, offset=(i, 0)))
            b.store(y, b.call(E.ADD, carried, old) if needed else carried, (0, 0))
        return sum(isinstance(s.value, n.Var) for s in assigns(kernel(b)))

    assert copies(needed=False) == 0
    assert copies(needed=True) == 1


def test_a_carried_tile_keeps_one_buffer_and_needs_no_copy():
    b = Builder()
    x, y = b.tensor("x", (8, 512)), b.tensor("y", (8, 64), direction="out")
    with b.at("k"):
        start = b.call(ops.creation.FULL, shape=(8, 64), dtype=FP32, value=0.0)
        carried = b.let("acc", start)
        with b.loop(8) as i:
            t = b.slice(x, (8, 64), (0, call(S.MUL, i, 64)))
            b.set(carried, b.call(E.ADD, carried, t))
        b.store(y, carried, (0, 0))
    function = kernel(b)
    assert not any(isinstance(s.value, n.Var) for s in assigns(function))
    sums = [s.target.type.address for s in assigns(function) if s.value.op in (ops.creation.FULL, E.ADD)]
    assert len(set(sums)) == 1


def test_a_value_that_is_still_needed_is_copied_into_the_carry():
    """The online maximum: the old and the new one are both alive."""
    b = Builder()
    x, y = b.tensor("x", (8, 512)), b.tensor("y", (8, 64), direction="out")
    with b.at("k"):
        carried = b.let("m", b.call(ops.creation.FULL, shape=(8, 64), dtype=FP32, value=0.0))
        with b.loop(8) as i:
            t = b.slice(x, (8, 64), (0, call(S.MUL, i, 64)))
            new = b.call(E.MAXIMUM, carried, t)
            b.store(y, b.call(E.SUB, carried, new), (0, 0))
            b.set(carried, new)
        b.store(y, carried, (0, 0))
    function = kernel(b)
    [copy] = [s for s in assigns(function) if isinstance(s.value, n.Var)]
    assert copy.target.type.address != copy.value.type.address


@pytest.mark.parametrize("tiles, fits", [(45, True), (47, False)])
def test_the_unified_buffer_holds_184_kib_of_live_tiles(tiles, fits):
    b = Builder()
    x, y = b.tensor("x", (8 * tiles, 128)), b.tensor("y", (8, 128), direction="out")
    with b.at("k"):
        loaded = [b.slice(x, (8, 128), (8 * i, 0)) for i in range(tiles)]
        total = loaded[0]
        for t in loaded[1:]:
            total = b.call(E.ADD, total, t)
        b.store(y, total, (0, 0))
    if fits:
        kernel(b)
        return
    with pytest.raises(CapacityError) as info:
        kernel(b)
    text = str(info.value)
    assert "192512 bytes of Vec" in text and "188416 are there" in text
    assert text.count("[8, 128] FP32") == 47
    kernel(b, "a5sim")  # 240 KiB there


@pytest.mark.parametrize(
    "shape, dtype, match",
    [
        ((8, 4), FP32, r"\[8, 8\] with valid_shape=\[8, 4\]"),
        ((4, 1), FP32, r"\[8, 1\]"),
        ((8, 24), FP16, r"\[8, 32\]"),
    ],
)
def test_rows_that_are_no_multiple_of_32_bytes_are_refused(shape, dtype, match):
    b = Builder()
    x, y = b.tensor("x", shape, dtype), b.tensor("y", shape, dtype, direction="out")
    with b.at("k"):
        b.store(y, b.slice(x, shape, (0, 0)), (0, 0))
    with pytest.raises(CapacityError, match=match):
        kernel(b)


def test_a_tile_larger_than_its_space_is_refused_at_its_line():
    b = Builder()
    x, y = b.tensor("x", (64, 4096)), b.tensor("y", (64, 4096), direction="out")
    with b.at("k"):
        b.store(y, b.slice(x, (64, 4096), (0, 0)), (0, 0))
    with pytest.raises(CapacityError, match="1048576 bytes, Vec has 188416"):
        kernel(b)


def test_a_cast_without_a_direct_conversion_becomes_the_chips_chain():
    b = Builder()
    x, y = b.tensor("x", (8, 64)), b.tensor("y", (8, 64), INT8, direction="out")
    with b.at("k"):
        t = b.call(ops.cast.CAST, b.slice(x, (8, 64), (0, 0)), target_type=INT8, mode="rint")
        b.store(y, t, (0, 0))
    steps = [s.value.attrs["target_type"] for s in assigns(kernel(b)) if s.value.op is ops.cast.CAST]
    assert steps == [FP16, INT8]


def test_a_cast_without_a_chain_is_refused_with_a_way():
    b = Builder()
    x, y = b.tensor("x", (8, 64), INT8), b.tensor("y", (8, 64), direction="out")
    with b.at("k"):
        b.store(y, b.call(ops.cast.CAST, b.slice(x, (8, 64), (0, 0)), target_type=FP32, mode="none"), (0, 0))
    with pytest.raises(InvalidOperationError, match=r"pl.cast\(pl.cast\(x, pl.FP16\), pl.FP32\)"):
        kernel(b)


def test_bf16_arithmetic_is_widened_where_the_chip_lacks_it():
    def build() -> Builder:
        b = Builder()
        x, y = b.tensor("x", (8, 64), BF16), b.tensor("y", (8, 64), BF16, direction="out")
        with b.at("k"):
            t = b.slice(x, (8, 64), (0, 0))
            b.store(y, b.call(E.ADD, t, t), (0, 0))
        return b

    names = [s.value.op.name for s in assigns(kernel(build()))]
    assert names == ["load", "cast", "cast", "add", "cast"]
    last = [s for s in assigns(kernel(build()))][-1]
    assert last.value.attrs["mode"] == "rint"
    assert [s.value.op.name for s in assigns(kernel(build(), "a5sim"))] == ["load", "add"]


def test_an_element_type_that_the_chip_does_not_execute_is_refused():
    b = Builder()
    x, y = b.tensor("x", (8, 64), INT8), b.tensor("y", (8, 64), INT8, direction="out")
    with b.at("k"):
        t = b.slice(x, (8, 64), (0, 0))
        b.store(y, b.call(E.ADD, t, t), (0, 0))
    with pytest.raises(InvalidOperationError, match=r"pl.add does not execute INT8 on a2a3sim"):
        kernel(b)


def matmul_kernel(init: n.Expr | None, steps: int = 4) -> Builder:
    b = Builder()
    a, w = b.tensor("a", (64, 256), BF16), b.tensor("w", (256, 64), BF16)
    y = b.tensor("y", (64, 64), direction="out")
    with b.at("k"):
        acc = b.let("acc", b.call(ops.creation.CREATE_TENSOR, shape=(64, 64), dtype=FP32))
        with b.loop(steps) as i:
            at = call(S.MUL, i, 64)
            left, right = b.slice(a, (64, 64), (0, at)), b.slice(w, (64, 64), (at, 0))
            first = call(S.EQ, i, 0) if init is None else init
            b.set(acc, b.call(ops.matmul.MATMUL_ACC, acc, left, right, first))
        b.store(y, acc, (0, 0))
    return b


def test_operands_of_a_product_move_to_left_and_right_and_the_accumulator_stays():
    function = kernel(matmul_kernel(None))
    assert function.kind == "AIC"
    spaces = {s.target.type.space for s in assigns(function) if isinstance(s.target.type, n.TileType)}
    assert spaces == {"Mat", "Left", "Right", "Acc"}
    accumulators = {
        s.target.type.address
        for s in assigns(function)
        if isinstance(s.target.type, n.TileType) and s.target.type.space == "Acc"
    }
    assert accumulators == {0}
    [branch] = [s for s in n.walk(function.body) if isinstance(s, n.If)]
    assert branch.then[-1].value.op is ops.matmul.MATMUL
    assert branch.orelse[-1].value.op is ops.matmul.MATMUL_ACC


def test_a_constant_init_cond_needs_no_branch():
    function = kernel(matmul_kernel(const(False)))
    assert not any(isinstance(s, n.If) for s in n.walk(function.body))


def test_an_accumulator_that_is_read_after_it_was_added_to_is_refused():
    b = Builder()
    a, y, z = (
        b.tensor("a", (16, 16)),
        b.tensor("y", (16, 16), direction="out"),
        b.tensor("z", (16, 16), direction="out"),
    )
    with b.at("k"):
        t = b.slice(a, (16, 16), (0, 0))
        first = b.call(ops.matmul.MATMUL, t, t)
        second = b.call(ops.matmul.MATMUL_ACC, first, t, t)
        b.store(y, second, (0, 0))
        b.store(z, first, (0, 0))
    with pytest.raises(UnsupportedFeatureError, match="used again"):
        kernel(b)


def test_a_product_with_rows_that_are_no_block_is_refused():
    b = Builder()
    a, y = b.tensor("a", (8, 64)), b.tensor("y", (8, 64), direction="out")
    w = b.tensor("w", (64, 64))
    with b.at("k"):
        p = b.call(ops.matmul.MATMUL, b.slice(a, (8, 64), (0, 0)), b.slice(w, (64, 64), (0, 0)))
        b.store(y, p, (0, 0))
    with pytest.raises(CapacityError, match=r"\[16, 64\] with valid_shape=\[8, 64\]"):
        kernel(b)


@pytest.mark.parametrize("trips, stage, copies, rest", [(8, 2, 2, 0), (7, 3, 3, 1), (6, 1, 1, 0)])
def test_a_pipelined_loop_stands_once_per_stage_and_once_for_the_rest(trips, stage, copies, rest):
    b = Builder()
    x, y = b.tensor("x", (64, 64)), b.tensor("y", (64, 64), direction="out")
    with b.at("k"), b.loop(trips, kind="pipeline", stage=stage) as i:
        at = call(S.MUL, i, 8)
        b.store(y, b.call(E.EXP, b.slice(x, (8, 64), (at, 0))), (at, 0))
    function = kernel(b)
    loops = [s for s in function.body if isinstance(s, n.For)]
    assert [sum(isinstance(s, n.Eval) for s in loop.body) for loop in loops] == [copies, *[1] * rest]
    loads = [
        s.target.type.address
        for s in assigns(n.Function("", "", (), loops[0].body))
        if s.value.op is ops.transfer.LOAD
    ]
    assert len(set(loads)) == copies
    assert loops[0].kind == "range"


def test_a_pipelined_loop_with_a_dynamic_bound_keeps_its_iterations():
    b = Builder()
    rows = b.symbol("T")
    x, y = b.tensor("x", (rows, 64)), b.tensor("y", (rows, 64), direction="out")
    with b.at("k"), b.loop(call(S.FLOORDIV, rows, 8), kind="pipeline", stage=2) as i:
        at = call(S.MUL, i, 8)
        b.store(y, b.slice(x, (8, 64), (at, 0)), (at, 0))
    main, rest = (s for s in kernel(b).body if isinstance(s, n.For))
    assert n.format_dim(main.stop) == n.format_dim(rest.start)
    assert main.step.value == 2 and rest.step.value == 1


def test_integer_sums_use_int32_accumulators():
    b = Builder()
    a, y = b.tensor("a", (32, 32), INT8), b.tensor("y", (32, 32), INT32, direction="out")
    with b.at("k"):
        t = b.slice(a, (32, 32), (0, 0))
        b.store(y, b.call(ops.matmul.MATMUL, t, t), (0, 0))
    [product] = [s for s in assigns(kernel(b)) if s.value.op is ops.matmul.MATMUL]
    assert product.target.type.dtype is INT32
