# SPDX-License-Identifier: Apache-2.0
"""`.pto` text of core functions: readable by our own reader, a fixed point of it, and complete."""

import math
import struct

import pytest
from ir_builder import Builder, call, const

from pypto.assembler import parse_pto, print_pto, verify
from pypto.codegen.orchestration import emit_orchestration
from pypto.codegen.pto import emit_pto, uses_block
from pypto.codegen.scalars import float_text
from pypto.ir import nodes as n
from pypto.ir import ops
from pypto.ir.dtypes import BF16, FP16, FP32, INDEX, INT32
from pypto.ir.enums import AtomicType, PadValue
from pypto.passes import pipeline
from pypto.platforms import PLATFORMS

S, E, M, R = ops.scalar, ops.elementwise, ops.memory, ops.reduce


def lowered(b: Builder, platform: str = "a2a3sim") -> n.Program:
    program = b.program()
    for step in pipeline.back_passes(PLATFORMS[platform]):
        program = step.run(program)
    return program


def text(b: Builder, platform: str = "a2a3sim") -> str:
    """The text of the kernel `k`, read and printed by the assembler on the way."""
    pto = emit_pto(lowered(b, platform).functions["k"], PLATFORMS[platform].generation)
    module = parse_pto(pto, "k.pto")
    verify(module)
    printed = print_pto(module)
    assert print_pto(parse_pto(printed, "k.pto")) == printed
    return pto


def test_parameters_are_pointers_scalars_extents_and_block():
    b = Builder()
    rows = b.symbol("T")
    x, y = b.tensor("x", (rows, 64)), b.tensor("y", (rows, 64), direction="out")
    gain = b.scalar("gain", FP32)
    with b.spmd(call(S.FLOORDIV, rows, 8), "k") as block:
        at = call(S.MUL, block, 8)
        b.store(y, b.call(E.MUL, b.slice(x, (8, 64), (at, 0)), gain), (at, 0))
    pto = text(b)
    assert (
        "@k(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>, %gain: f32, %T: index, %block_idx: i32, %block_num: i32)"
        in pto
    )
    assert uses_block(lowered(b).functions["k"])
    assert "pto.tmuls ins(%t, %gain :" in pto


def test_every_operation_names_the_kernels_line():
    b = Builder(file="dir/my kernel.py")
    x, y = b.tensor("x", (8, 64)), b.tensor("y", (8, 64), direction="out")
    with b.at("k"):
        b.store(y, b.call(E.EXP, b.slice(x, (8, 64), (0, 0))), (0, 0))
    operations = [line for line in text(b).splitlines() if line.strip().startswith("pto.t")]
    assert operations
    assert all('loc("dir/my kernel.py":' in line for line in operations)


def test_a_partly_valid_tile_takes_its_extents_at_run_time():
    b = Builder()
    rows = b.symbol("T")
    x, y = b.tensor("x", (rows, 64)), b.tensor("y", (rows, 64), direction="out")
    with b.spmd(call(S.FLOORDIV, call(S.ADD, rows, 7), 8), "k") as block:
        at = call(S.MUL, block, 8)
        left = b.let("left", call(S.MIN, const(8), call(S.SUB, rows, at)))
        t = b.slice(x, (8, 64), (at, 0), valid_shape=(left, 64))
        b.store(y, b.call(E.EXP, t), (at, 0))
    pto = text(b)
    assert "v_row=?" in pto
    assert "valid_row = %" in pto
    assert "!pto.partition_tensor_view<?x64xf32>" in pto


def test_a_transposed_operand_is_loaded_through_a_transposed_view():
    b = Builder()
    a, w = b.tensor("a", (16, 32), BF16), b.tensor("w", (48, 32), BF16)
    y = b.tensor("y", (16, 48), direction="out")
    with b.at("k"):
        left, right = b.slice(a, (16, 32), (0, 0)), b.slice(w, (48, 32), (0, 0))
        b.store(y, b.call(ops.matmul.MATMUL, left, right, b_trans=True), (0, 0))
    pto = text(b)
    assert "%w_view_t = pto.make_tensor_view %w, shape = [%c32, %c48], strides = [%c1, %c32]" in pto
    assert "layout = #pto.layout<dn>" in pto


def test_a_column_tensor_is_printed_in_column_order():
    b = Builder()
    x, y = b.tensor("x", (8, 64)), b.tensor("y", (8, 1), direction="out")
    with b.at("k"):
        b.store(y, b.call(R.ROW_SUM, b.slice(x, (8, 64), (0, 0))), (0, 0))
    assert "strides = [%c1, %c8] {layout = #pto.layout<dn>}" in text(b)


def test_an_atomic_store_and_a_fill_keep_their_attributes():
    b = Builder()
    x, y = b.tensor("x", (8, 64)), b.tensor("y", (8, 64), direction="inout")
    with b.at("k"):
        t = b.slice(x, (8, 64), (0, 0), valid_shape=(5, 64))
        b.store(y, b.call(ops.shaping.FILLPAD, t, pad_value=PadValue.min), (0, 0), atomic=AtomicType.Add)
    pto = text(b)
    assert "{atomicType = #pto<atomic_type atomic_add>}" in pto
    assert "pad=3>" in pto


def test_a_carried_scalar_becomes_an_argument_of_the_loop():
    b = Builder()
    x, y = b.tensor("x", (64, 64)), b.tensor("y", (64, 64), direction="out")
    with b.at("k"):
        at = b.let("at", const(0))
        with b.loop(8):
            b.store(y, b.slice(x, (8, 64), (at, 0)), (at, 0))
            b.set(at, call(S.ADD, at, 8))
    pto = text(b)
    assert "iter_args(%at = %c0) -> (index)" in pto
    assert "scf.yield" in pto


def test_a_scalar_that_both_arms_assign_is_a_result_of_the_branch():
    b = Builder()
    n_rows = b.scalar("n", INT32)
    x, y = b.tensor("x", (64, 64)), b.tensor("y", (8, 64), direction="out")
    with b.at("k"):
        at = n.Var("at", n.ScalarType(INDEX))
        with b.branch(call(S.GT, n_rows, const(3))) as orelse:
            b.set(at, const(8))
            with orelse():
                b.set(at, const(16))
        b.store(y, b.slice(x, (8, 64), (at, 0)), (0, 0))
    assert "%at = scf.if" in text(b)


def test_a_loop_with_a_negative_step_counts_down():
    b = Builder()
    x, y = b.tensor("x", (64, 64)), b.tensor("y", (64, 64), direction="out")
    with b.at("k"), b.loop(56, -1, -8) as i:
        b.store(y, b.slice(x, (8, 64), (i, 0)), (i, 0))
    assert "arith.muli" in text(b)


def test_break_inside_a_region_becomes_a_loop_on_a_condition():
    b = Builder()
    x, y = b.tensor("x", (64, 64)), b.tensor("y", (64, 64), direction="out")
    with b.at("k"), b.loop(8) as i:
        b.store(y, b.slice(x, (8, 64), (i, 0)), (i, 0))
        b.emit(n.Break(b.span()))
    assert "scf.while" in text(b) and "scf.condition" in text(b)


@pytest.mark.parametrize("value", [0.1, 1e-6, 1 / 4096, 3.0, -2.5e30, 1.1754943508222875e-38, 1e-45])
def test_float_constants_read_back_to_the_same_bits(value):
    bits = struct.pack("<f", value)
    assert struct.pack("<f", float(float_text(value, FP32))) == bits


def test_infinities_and_nan_are_written_as_bits():
    assert float_text(math.inf, FP32) == "0x7F800000"
    assert float_text(-math.inf, FP16) == "0xFC00"
    assert float_text(math.inf, BF16) == "0x7F80"
    assert float_text(math.nan, FP32) == "0x7FC00000"


def test_orchestration_submits_tasks_in_order_with_their_directions():
    b = Builder("run")
    x, y = b.tensor("x", (64, 64)), b.tensor("y", (64, 64), direction="out")
    mid = b.call(ops.creation.CREATE_TENSOR, shape=(64, 64), dtype=FP32, name="mid")
    with b.loop(0, 64, 8, kind="parallel") as i, b.at("first"):
        b.store(mid, b.slice(x, (8, 64), (i, 0)), (i, 0))
    with b.at("second"):
        b.store(y, b.slice(mid, (8, 64), (0, 0)), (0, 0))
    cpp = emit_orchestration(lowered(b).entry_function, {"first": 0, "second": 1})
    body = cpp[cpp.index("void pto_orchestrate") :]
    assert body.index("// first") < body.index("// second")
    assert "o->tensor(o->run, &v_mid, PTO_OUT);" in body
    assert "o->tensor(o->run, &v_mid, PTO_IN);" in body
    assert "for (int64_t v_i = INT64_C(0); v_i < stop_; v_i += INT64_C(8))" in body
