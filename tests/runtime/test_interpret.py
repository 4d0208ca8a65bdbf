# SPDX-License-Identifier: Apache-2.0
"""The interpreter against NumPy and Torch: values, valid regions, memory, faults, and what it remembers of a run."""

import ml_dtypes
import numpy as np
import pytest
import torch
from ir_builder import Builder, call, const

from pypto.errors import ArgumentError, KernelFault
from pypto.ir import nodes as n
from pypto.ir import ops
from pypto.ir.dtypes import BF16, FP16, FP32, INDEX, INT8, INT32, UINT8
from pypto.ir.enums import AtomicType, Mem, PadValue
from pypto.ir.verify import verify
from pypto.platforms import PLATFORMS
from pypto.runtime.interpret import interpret

S, E, M = ops.scalar, ops.elementwise, ops.memory
SIM = PLATFORMS["a2a3sim"]


def run(builder, *args, platform=SIM, **options):
    program = builder.program()
    verify(program, "front")
    return interpret(program, None, args, platform, **options)


def randn(*shape, seed=0, dtype=torch.float32):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed)).to(dtype)


def scale(b, x, y, rows, factor=2.0):
    """y = factor * x for 64 columns, 8 rows at a time, the last block partly valid."""
    with b.spmd(call(S.FLOORDIV, call(S.ADD, rows, 7), 8), "scale") as block:
        r = b.let("r", call(S.MUL, block, 8))
        left = b.let("left", call(S.MIN, 8, call(S.SUB, rows, r)))
        t = b.slice(x, (8, 64), (r, 0), valid_shape=(left, 64))
        b.store(y, b.call(E.MUL, t, factor), (r, 0))


@pytest.mark.parametrize("rows", [1, 8, 13, 64])
def test_dynamic_rows_with_a_partly_valid_last_block(rows):
    b = Builder()
    extent = b.symbol("T")
    x, y = b.tensor("x", (extent, 64)), b.tensor("y", (extent, 64), direction="out")
    scale(b, x, y, extent)
    a, out = randn(rows, 64), torch.zeros(rows, 64)
    record = run(b, a, out)
    assert torch.equal(out, 2 * a)
    assert not record.unwritten("y").any()
    assert len(record.tasks) == (rows + 7) // 8
    assert record.task_count == 1


def test_arrays_of_numpy_work_too():
    b = Builder()
    x, y = b.tensor("x", (16, 64), INT32), b.tensor("y", (16, 64), INT32, "out")
    scale(b, x, y, const(16), 3)
    a, out = np.arange(1024, dtype=np.int32).reshape(16, 64), np.zeros((16, 64), np.int32)
    run(b, a, out)
    assert np.array_equal(out, 3 * a)


@pytest.mark.parametrize("dtype", [BF16, FP16])
def test_narrow_floats_round_after_every_operation(dtype):
    kind = {BF16: torch.bfloat16, FP16: torch.float16}[dtype]
    b = Builder()
    x, y, z = (b.tensor(c, (8, 64), dtype, d) for c, d in zip("xyz", ("in", "in", "out"), strict=True))
    with b.at():
        s, t = b.slice(x, (8, 64), (0, 0)), b.slice(y, (8, 64), (0, 0))
        b.store(z, b.call(E.ADD, b.call(E.MUL, s, t), b.call(E.DIV, s, 3.0)), (0, 0))
    a, c, out = randn(8, 64, dtype=kind), randn(8, 64, seed=1, dtype=kind), torch.zeros(8, 64, dtype=kind)
    run(b, a, c, out)
    assert torch.equal(out, a * c + a / 3.0)
    run(b, a, c, out, fp32=True)
    assert torch.equal(out, (a.float() * c.float() + a.float() / 3.0).to(kind))


def test_softmax_with_reductions_and_expands():
    b = Builder()
    x, y = b.tensor("x", (16, 96)), b.tensor("y", (16, 96), direction="out")
    with b.spmd(2) as block:
        r = b.let("r", call(S.MUL, block, 8))
        whole = b.slice(x, (8, 96), (r, 0))
        power = b.call(E.EXP, b.call(ops.expand.ROW["sub"], whole, b.call(ops.reduce.ROW_MAX, whole)))
        total = b.call(ops.reduce.ROW_SUM, power)
        b.store(y, b.call(ops.expand.ROW["mul"], power, b.call(E.RECIP, total)), (r, 0))
    a, out = randn(16, 96), torch.zeros(16, 96)
    run(b, a, out)
    torch.testing.assert_close(out, torch.softmax(a, -1), rtol=1e-6, atol=1e-7)


def test_column_forms():
    b = Builder()
    x, w, y = b.tensor("x", (16, 32)), b.tensor("w", (32,)), b.tensor("y", (16, 32), direction="out")
    with b.at():
        t = b.slice(x, (16, 32), (0, 0))
        row = b.call(ops.shaping.RESHAPE, b.slice(w, (32,), (0,)), shape=(1, 32))
        scaled = b.call(ops.expand.COL["mul"], t, row)
        b.store(y, b.call(ops.expand.COL["div"], scaled, b.call(ops.reduce.COL_SUM, t)), (0, 0))
    a, v, out = randn(16, 32), randn(32, seed=1), torch.zeros(16, 32)
    run(b, a, v, out)
    total = torch.zeros(32)
    for row in a:
        total = total + row
    assert torch.equal(out, a * v / total)


def test_reductions_see_valid_cells_only_and_padding_stays_undefined():
    b = Builder()
    count = b.scalar("count", INDEX)
    x, y = b.tensor("x", (8, 64)), b.tensor("y", (8, 2), direction="out")
    z = b.tensor("z", (8, 64), direction="out")
    with b.at():
        t = b.slice(x, (8, 64), (0, 0), valid_shape=(8, count))
        b.store(y, b.call(ops.reduce.ROW_SUM, t), (0, 0))
        filled = b.call(ops.shaping.FILLPAD, t, pad_value=PadValue.min)
        b.store(y, b.call(ops.reduce.ROW_MAX, filled), (0, 1))
        shown = b.call(ops.shaping.SET_VALIDSHAPE, b.call(E.EXP, t), 8, 64)
        b.store(z, shown, (0, 0))
    a, out, all_cells = randn(8, 64) - 9, torch.zeros(8, 2), torch.zeros(8, 64)
    run(b, 10, a, out, all_cells)
    torch.testing.assert_close(out[:, 0], a[:, :10].sum(-1))
    assert torch.equal(out[:, 1], a[:, :10].amax(-1))
    torch.testing.assert_close(all_cells[:, :10], a[:, :10].exp())
    assert all_cells[:, 10:].isnan().all()


def test_nothing_to_reduce_leaves_poison():
    b = Builder()
    count = b.scalar("count", INDEX)
    x, y = b.tensor("x", (8, 64)), b.tensor("y", (8, 1), direction="out")
    with b.at():
        t = b.slice(x, (8, 64), (0, 0), valid_shape=(8, count))
        b.store(y, b.call(ops.reduce.ROW_MAX, t), (0, 0))
    out = torch.zeros(8, 1)
    run(b, 0, randn(8, 64), out)
    assert out.isnan().all()


@pytest.mark.parametrize(("a_trans", "b_trans"), [(False, False), (True, False), (False, True), (True, True)])
@pytest.mark.parametrize("kind", ["bf16", "fp32", "int8"])
def test_matrix_products(kind, a_trans, b_trans):
    dtype, torch_dtype = {
        "bf16": (BF16, torch.bfloat16), "fp32": (FP32, torch.float32), "int8": (INT8, torch.int8),
    }[kind]  # fmt: skip
    acc = INT32 if kind == "int8" else FP32
    shapes = (64, 32) if a_trans else (32, 64), (48, 64) if b_trans else (64, 48)
    b = Builder()
    x, w = b.tensor("x", shapes[0], dtype), b.tensor("w", shapes[1], dtype)
    y = b.tensor("y", (32, 48), acc, "out")
    flags = {"a_trans": a_trans, "b_trans": b_trans}
    with b.at():
        total = b.let("total", b.call(ops.creation.CREATE_TENSOR, shape=(32, 48), dtype=acc))
        with b.loop(0, 64, 16) as k:
            s = b.slice(x, (16, 32) if a_trans else (32, 16), (k, 0) if a_trans else (0, k))
            t = b.slice(w, (48, 16) if b_trans else (16, 48), (0, k) if b_trans else (k, 0))
            first = call(S.EQ, k, 0)
            b.set(total, b.call(ops.matmul.MATMUL_ACC, total, s, t, first, **flags))
        b.store(y, total, (0, 0))
    generator = torch.Generator().manual_seed(0)
    left, right = (torch.randint(-128, 128, s, generator=generator) for s in shapes)
    left, right = left.to(torch_dtype), right.to(torch_dtype)
    out = torch.zeros(32, 48, dtype=torch.int32 if kind == "int8" else torch.float32)
    run(b, left, right, out)
    wide = (left.T if a_trans else left).double() @ (right.T if b_trans else right).double()
    assert torch.equal(out.double(), wide)  # products of bytes are exact


def test_a_product_reads_valid_cells_only():
    b = Builder()
    x, w, y = b.tensor("x", (8, 64)), b.tensor("w", (64, 16)), b.tensor("y", (8, 16), direction="out")
    with b.at():
        s = b.slice(x, (16, 64), (0, 0), valid_shape=(8, 64))
        t = b.slice(w, (64, 16), (0, 0))
        b.store(y, b.call(ops.matmul.MATMUL, s, t), (0, 0))
    a, v, out = randn(8, 64), randn(64, 16, seed=1), torch.zeros(8, 16)
    run(b, a, v, out)
    assert torch.equal(out, (a.double() @ v.double()).float())


def test_a_product_stored_narrow_rounds_to_even():
    b = Builder()
    x, y = b.tensor("x", (16, 16)), b.tensor("y", (16, 16), BF16, "out")
    with b.at():
        eye = b.call(ops.creation.FULL, shape=(16, 16), dtype=FP32, value=0.0625)
        b.store(y, b.call(ops.matmul.MATMUL, b.slice(x, (16, 16), (0, 0)), eye), (0, 0))
    a, out = torch.full((16, 16), 1.01953125), torch.zeros(16, 16, dtype=torch.bfloat16)
    run(b, a, out)
    assert torch.equal(out, torch.full((16, 16), 1.015625, dtype=torch.bfloat16))


@pytest.mark.parametrize(("mode", "tie"), [("rint", 1.015625), ("round", 1.0234375)])
def test_ties_of_a_cast_to_bf16(mode, tie):
    b = Builder()
    x, y = b.tensor("x", (16, 16)), b.tensor("y", (16, 16), BF16, "out")
    with b.at():
        attrs = {} if mode == "round" else {"mode": mode}
        b.store(y, b.call(ops.cast.CAST, b.slice(x, (16, 16), (0, 0)), target_type=BF16, **attrs), (0, 0))
    half = np.float32(1.01953125)
    above, below = np.nextafter(half, np.float32(2)), np.nextafter(half, np.float32(0))
    values = np.tile(np.array([half, -half, above, below], np.float32), 64).reshape(16, 16)
    out = np.zeros((16, 16), ml_dtypes.bfloat16)
    run(b, values, out)
    wanted = np.array([tie, -tie, 1.0234375, 1.015625], ml_dtypes.bfloat16)
    assert np.array_equal(out.view(np.uint16), np.tile(wanted.view(np.uint16), 64).reshape(16, 16))


def test_casts_follow_the_chain_of_the_chip():
    b = Builder()
    x, y = b.tensor("x", (8, 32)), b.tensor("y", (8, 32), INT8, "out")
    with b.at():
        b.store(y, b.call(ops.cast.CAST, b.slice(x, (8, 32), (0, 0)), target_type=INT8, mode="rint"), (0, 0))
    # FP32 -> FP16 -> INT8: 100.49999 becomes 100.5 first, and 200 wraps.
    a, out = torch.full((8, 32), 100.49999), torch.zeros(8, 32, dtype=torch.int8)
    a[0, :3] = torch.tensor([101.49999, 200.0, -129.0])
    run(b, a, out)
    assert out[0, :4].tolist() == [102, -56, 127, 100]
    assert out[1].tolist() == [100] * 32


def test_a_cast_that_the_chip_has_no_chain_for_is_refused():
    b = Builder()
    x, y = b.tensor("x", (8, 32), UINT8), b.tensor("y", (8, 32), direction="out")
    with b.at():
        b.store(y, b.call(ops.cast.CAST, b.slice(x, (8, 32), (0, 0)), target_type=FP32), (0, 0))
    args = torch.zeros(8, 32, dtype=torch.uint8), torch.zeros(8, 32)
    with pytest.raises(KernelFault, match="no conversion from UINT8 to FP32"):
        run(b, *args)
    run(b, *args, fp32=True)


def test_views_reshapes_and_reads_in_orchestration():
    b = Builder()
    x, y = b.tensor("x", (4, 8, 16)), b.tensor("y", (8, 16), direction="out")
    table = b.tensor("table", (3,), INT32)
    page = b.let("page", call(S.CAST, b.call(M.READ, table, offset=(1,)), target_type=INDEX))
    plane = b.slice(x, (1, 8, 16), (page, 0, 0), drop_dims=(0,))
    column = b.slice(plane, (8, 4), (0, 12))
    flat = b.call(ops.shaping.RESHAPE, plane, shape=(2, 64))
    with b.at():
        b.store(y, b.slice(column, (8, 4), (0, 0)), (0, 0))
        b.store(y, b.call(ops.shaping.RESHAPE, b.slice(flat, (1, 12), (1, 52)), shape=(1, 12)), (0, 4))
    a, out = randn(4, 8, 16), torch.zeros(8, 16)
    record = run(b, a, out, torch.tensor([0, 2, 0], dtype=torch.int32))
    assert torch.equal(out[:, :4], a[2][:, 12:])
    assert torch.equal(out[0, 4:], a[2].reshape(2, 64)[1, 52:])
    mask = record.unwritten("y")
    assert mask.shape == (8, 16)
    assert mask.sum() == 7 * 12
    assert out[1:, 4:].isnan().all()


def test_scratch_tensors_and_elements_written_one_by_one():
    b = Builder()
    y = b.tensor("y", (4, 8), INT32, "out")
    scratch = b.call(ops.creation.CREATE_TENSOR, shape=(4, 8), dtype=INT32)
    zeros = b.call(ops.creation.CREATE_TENSOR, shape=(4, 8), dtype=INT32, init_value=7)
    with b.at("fill"), b.loop(4) as i, b.loop(8) as j:
        value = call(S.CAST, call(S.ADD, call(S.MUL, i, 8), j), target_type=INT32)
        b.effect(M.WRITE, scratch, value, offset=(i, j))
    with b.at("copy"):
        t = b.slice(scratch, (4, 8), (0, 0))
        b.store(y, b.call(E.ADD, t, b.slice(zeros, (4, 8), (0, 0))), (0, 0))
    out = torch.zeros(4, 8, dtype=torch.int32)
    run(b, out)
    assert torch.equal(out, torch.arange(32, dtype=torch.int32).reshape(4, 8) + 7)


def test_undefined_memory_is_poison():
    b = Builder()
    b.tensor("f", (4, 8), FP16, "out")
    i = b.tensor("i", (4, 8), INT32, "out")
    scratch = b.call(ops.creation.CREATE_TENSOR, shape=(4, 8), dtype=INT32)
    with b.at():
        b.store(i, b.slice(scratch, (2, 8), (0, 0)), (0, 0))
    halves, ints = torch.zeros(4, 8, dtype=torch.float16), torch.zeros(4, 8, dtype=torch.int32)
    record = run(b, halves, ints)
    assert (halves.view(torch.int16) == 0x7DA5).all()
    assert (ints.view(torch.uint8) == 0xA5).all()
    assert record.unwritten("f").all()
    assert record.unwritten("i").tolist() == [[False] * 8] * 2 + [[True] * 8] * 2


def test_control_flow():
    b = Builder()
    limit = b.scalar("limit", INT32)
    y = b.tensor("y", (8,), INT32, "out")
    total = b.let("total", const(0, INT32))
    with b.loop(0, 20) as i:
        number = b.let("number", call(S.CAST, i, target_type=INT32))
        with b.branch(call(S.EQ, call(S.MOD, i, 3), 0)) as orelse:
            b.emit(n.Continue())
            with orelse():
                pass
        with b.branch(call(S.GT, number, limit)) as orelse:
            b.emit(n.Break())
            with orelse():
                pass
        b.set(total, call(S.ADD, total, number))
    steps = b.let("steps", const(0, INT32))
    k = b.let("k", limit)
    half = n.Assign(k, call(S.FLOORDIV, k, const(2, INT32)))
    up = n.Assign(steps, call(S.ADD, steps, const(1, INT32)))
    b.emit(n.While((), call(S.GT, k, const(1, INT32)), (half, up)))
    with b.at():
        b.effect(M.WRITE, y, total, offset=(0,))
        b.effect(M.WRITE, y, steps, offset=(1,))
    out = torch.zeros(8, dtype=torch.int32)
    run(b, 11, out)
    assert out[:2].tolist() == [sum(i for i in range(12) if i % 3), 3]


def test_scalars_round_and_wrap_in_their_type():
    b = Builder()
    f, h, i = b.scalar("f", FP32), b.scalar("h", BF16), b.scalar("i", INT8)
    y, z = b.tensor("y", (4,), FP32, "out"), b.tensor("z", (4,), INT8, "out")
    w = b.tensor("w", (4,), BF16, "out")
    with b.at():
        b.effect(M.WRITE, y, call(S.MUL, call(S.ADD, f, 0.2), f), offset=(0,))
        b.effect(M.WRITE, w, call(S.ADD, h, h), offset=(0,))
        b.effect(M.WRITE, z, call(S.ADD, i, i), offset=(0,))
        b.effect(M.WRITE, z, call(S.FLOORDIV, const(-7, INT8), const(2, INT8)), offset=(1,))
        b.effect(M.WRITE, z, call(S.MOD, const(-7, INT8), const(4, INT8)), offset=(2,))
    out, ints = torch.zeros(4), torch.zeros(4, dtype=torch.int8)
    halves = torch.zeros(4, dtype=torch.bfloat16)
    run(b, 0.1, 1.01, 100, out, ints, halves)
    x = np.float32(0.1)
    assert out[0].item() == float((x + np.float32(0.2)) * x)
    assert halves[0] == torch.tensor(1.01, dtype=torch.bfloat16) * 2
    assert ints[:3].tolist() == [-56, -4, 1]


def test_the_block_index_and_block_count():
    b = Builder()
    count = b.scalar("count", INDEX)
    y = b.tensor("y", (8, 2), INT32, "out")
    with b.at("mark", blocks=count):
        block = call(ops.system.GET_BLOCK_IDX)
        number = b.let("number", call(S.CAST, call(ops.system.GET_BLOCK_NUM), target_type=INT32))
        b.effect(M.WRITE, y, call(S.CAST, block, target_type=INT32), offset=(block, 0))
        b.effect(M.WRITE, y, number, offset=(block, 1))
    out = torch.zeros(8, 2, dtype=torch.int32)
    run(b, 8, out)
    assert out.tolist() == [[i, 8] for i in range(8)]
    assert run(b, 0, out).tasks == []


def test_local_values_are_assembled_and_sliced():
    b = Builder()
    x, y = b.tensor("x", (8, 16)), b.tensor("y", (8, 16), direction="out")
    with b.at():
        acc = b.let("acc", b.call(ops.creation.FULL, shape=(8, 16), dtype=FP32, value=0.0))
        with b.loop(0, 16, 4) as c:
            part = b.slice(b.slice(x, (8, 16), (0, 0)), (8, 4), (0, c))
            grown = b.call(M.ASSEMBLE, acc, part, offset=(0, call(S.SUB, 12, c)))
            b.set(acc, grown)
        b.store(y, acc, (0, 0))
    a, out = randn(8, 16), torch.zeros(8, 16)
    run(b, a, out)
    assert torch.equal(out, torch.cat([a[:, c : c + 4] for c in (12, 8, 4, 0)], 1))


def test_atomic_adds_keep_what_is_there():
    b = Builder()
    a, w = b.tensor("a", (16, 256)), b.tensor("w", (256, 16))
    y = b.tensor("y", (16, 16), direction="inout")
    with b.spmd(4) as block:
        k = b.let("k", call(S.MUL, block, 64))
        product = b.call(ops.matmul.MATMUL, b.slice(a, (16, 64), (0, k)), b.slice(w, (64, 16), (k, 0)))
        b.store(y, product, (0, 0), atomic=AtomicType.Add)
    generator = torch.Generator().manual_seed(0)
    left = torch.randint(-8, 8, (16, 256), generator=generator).float()
    right = torch.randint(-8, 8, (256, 16), generator=generator).float()
    out = torch.full((16, 16), 3.0)
    run(b, left, right, out)
    assert torch.equal(out, left @ right + 3.0)


def test_a_load_past_the_end_names_what_it_asked_for():
    b = Builder(file="kernel.py")
    x, w = b.tensor("x", (8, 64)), b.tensor("w", (64, 16))
    rows = b.scalar("rows", INDEX)
    y = b.tensor("y", (8, 16), direction="out")
    with b.at("product"):
        s = b.slice(x, (16, 64), (rows, 0), valid_shape=(call(S.ADD, rows, 16), 64))
        p = b.call(ops.matmul.MATMUL, s, b.slice(w, (64, 16), (0, 0)))
        b.store(y, p, (0, 0))
    out = torch.full((8, 16), 5.0)
    with pytest.raises(KernelFault) as error:
        run(b, randn(8, 64), randn(64, 16), 0, out)
    fault = error.value
    assert fault.message == "load reads outside of `x`: [0, 16) of axis 0, whose extent is 8"
    assert (fault.span.file, fault.span.line) == ("kernel.py", 2)
    assert fault.code == "load-bounds"
    assert "region `product`, task 0, block 0" in fault.notes[0]
    assert "valid_shape= of at most 8" in fault.help
    assert (out == 5).all()


def test_a_store_past_the_end():
    b = Builder()
    x, y = b.tensor("x", (8, 64)), b.tensor("y", (40, 64), direction="out")
    with b.spmd(7) as block:
        b.store(y, b.slice(x, (8, 64), (0, 0)), (call(S.MUL, block, 8), 0))
    with pytest.raises(KernelFault, match=r"store writes outside of `y`: \[40, 48\) of axis 0.*extent is 40"):
        run(b, randn(8, 64), torch.zeros(40, 64))


@pytest.mark.parametrize("index", [-1, 8])
def test_reads_and_writes_outside(index):
    b = Builder()
    i = b.scalar("i", INDEX)
    x = b.tensor("x", (8,))
    b.call(M.READ, x, offset=(i,))
    with pytest.raises(KernelFault, match="read reads outside of `x`"):
        run(b, index, torch.zeros(8))
    b = Builder()
    i = b.scalar("i", INDEX)
    y = b.tensor("y", (8,), direction="out")
    with b.at():
        b.effect(M.WRITE, y, 1.0, offset=(i,))
    with pytest.raises(KernelFault, match="write writes outside of `y`"):
        run(b, index, torch.zeros(8))


@pytest.mark.parametrize("rows", [-1, 9])
def test_valid_extents_outside_the_shape(rows):
    b = Builder()
    i = b.scalar("i", INDEX)
    x = b.tensor("x", (64, 64))
    with b.at():
        b.slice(x, (8, 64), (0, 0), valid_shape=(i, 64))
    with pytest.raises(KernelFault, match=f"valid extent {rows} on axis 0"):
        run(b, rows, torch.zeros(64, 64))


def test_provenance():
    b = Builder(file="kernel.py")
    x, y = b.tensor("x", (8, 8)), b.tensor("y", (8, 8), direction="out")
    with b.at("first"):
        b.store(y, b.slice(x, (4, 8), (0, 0)), (0, 0))
    with b.spmd(2, "second") as block:
        t = b.slice(x, (1, 8), (block, 0))
        b.store(y, t, (call(S.MUL, block, 2), 0))
    record = run(b, randn(8, 8), torch.zeros(8, 8))
    assert record.writer("y", (1, 3)).kernel == 0
    last = record.writer("y", (2, 7))
    assert (last.task, last.kernel, last.block, last.file, last.line) == (1, 1, 1, "kernel.py", 8)
    assert record.writer("y", (5, 0)) is None
    assert record.changed_inputs() == []
    with pytest.raises(IndexError):
        record.writer("y", (8, 0))
    with pytest.raises(KeyError):
        record.unwritten("nothing")


def test_inputs_are_copies_and_a_store_to_one_is_reported():
    b = Builder()
    x, y = b.tensor("x", (8, 8)), b.tensor("y", (8, 8), direction="inout")
    with b.at():
        b.store(x, b.slice(y, (8, 8), (0, 0)), (0, 0))
        b.store(y, b.slice(x, (4, 8), (0, 0)), (4, 0))
    a, out = randn(8, 8), randn(8, 8, seed=1)
    before, start = a.clone(), out.clone()
    record = run(b, a, out)
    assert record.changed_inputs() == ["x"]
    assert torch.equal(a, before)
    assert torch.equal(out, torch.cat([start[:4], start[:4]]))


def test_arguments_are_checked():
    b = Builder()
    extent = b.symbol("T")
    b.tensor("x", (extent, 8))
    b.tensor("y", (extent, 8), direction="out")
    with pytest.raises(ArgumentError, match="2 arguments are needed"):
        run(b, torch.zeros(8, 8))
    with pytest.raises(ArgumentError, match="`y` has T = 4"):
        run(b, torch.zeros(8, 8), torch.zeros(4, 8))
    with pytest.raises(ArgumentError, match="argument `x` does not fit"):
        run(b, torch.zeros(8, 8, dtype=torch.int32), torch.zeros(8, 8))


def test_tasks_wait_and_task_ids_flow():
    b = Builder()
    y = b.tensor("y", (1, 8), direction="out")
    carried = b.let("carried", n.Const(None, n.TaskIdType()))
    one = b.call(ops.system.TASK_DUMMY, deps=())
    with b.loop(3):
        tid = n.Var("tid", n.TaskIdType())
        with b.at(task=tid, deps=(carried, one)):
            b.store(y, b.call(ops.creation.FULL, shape=(1, 8), dtype=FP32, value=1.0), (0, 0))
        b.set(carried, tid)
    out = torch.zeros(1, 8)
    record = run(b, out)
    assert [t.task for t in record.tasks] == [1, 2, 3]
    assert record.task_count == 4
    assert record.kernel_us > 0
    assert record.span_us >= record.kernel_us


def test_tiles_are_loaded_moved_and_stored():
    b = Builder()
    x, y = b.tensor("x", (4, 8, 16), BF16), b.tensor("y", (4, 8, 16), BF16, "out")
    flat, total = b.tensor("flat", (64,), BF16, "out"), b.tensor("total", (32, 16), BF16, "out")
    left = b.scalar("left", INDEX)
    with b.at():
        t = b.call(ops.transfer.LOAD, x, offsets=(1, 0, 0), shapes=(2, 8, 16), valid_shape=(left, 8, 16))
        moved = b.call(ops.transfer.MOVE, b.call(E.ADD, t, t), target_memory=Mem.Vec)
        b.effect(ops.transfer.STORE, moved, total, offsets=(0, 0))
        row = b.call(ops.transfer.LOAD, x, offsets=(0, 0, 0), shapes=(1, 1, 16))
        b.effect(ops.transfer.STORE, row, flat, offsets=(8,))
        rows = b.call(ops.transfer.LOAD, x, offsets=(3, 0, 0), shapes=(1, 8, 16))
        b.effect(ops.transfer.STORE, rows, y, offsets=(2, 0, 0))
        b.effect(ops.transfer.STORE, moved, y, offsets=(0, 0, 0), shapes=(left, 8, 16))
    a = randn(4, 8, 16, dtype=torch.bfloat16)
    outs = [torch.zeros(s, dtype=torch.bfloat16) for s in ((4, 8, 16), (64,), (32, 16))]
    record = run(b, a, *outs, 1)
    assert torch.equal(outs[2][:8], 2 * a[1])
    assert record.unwritten("total")[8:].all()
    assert torch.equal(outs[1][8:24], a[0, 0])
    assert torch.equal(outs[0][0], 2 * a[1])
    assert torch.equal(outs[0][2], a[3])
    with pytest.raises(KernelFault, match="valid extent 3 on axis 0"):
        run(b, a, *outs, 3)


def test_values_on_the_core_are_written_and_read_by_element():
    b = Builder()
    y = b.tensor("y", (8, 8), direction="out")
    with b.at():
        t = b.call(ops.creation.FULL, shape=(8, 8), dtype=FP32, value=1.0)
        b.effect(M.WRITE, t, 5.0, offset=(2, 3))
        v = b.call(M.READ, t, offset=(2, 3))
        b.store(y, b.call(E.MUL, t, v), (0, 0))
    out = torch.zeros(8, 8)
    run(b, out)
    assert out[2, 3] == 25
    assert out.sum() == 63 * 5 + 25
