# SPDX-License-Identifier: Apache-2.0
"""Bodies of mixed regions: loops, pipelines, branches, accumulators, attention, divided between two vector cores."""

import pytest
import torch
from mixed_runs import BOTH_CHIPS, randn, results

import pypto.language as pl
from pypto.errors import UserError
from pypto.frontend.reader import read_program
from pypto.ir.printer import print_program
from pypto.runtime.config import RunConfig

BF16 = torch.bfloat16
QUERIES, WIDTH, KEYS, STEP = 32, 64, 128, 32


@pl.jit.inline
def attend(q: pl.Tensor, k: pl.Tensor, v: pl.Tensor, out: pl.Tensor):
    queries = q[:, :]
    top = pl.full([QUERIES, 1], dtype=pl.FP32, value=-1e30)
    total = pl.full([QUERIES, 1], dtype=pl.FP32, value=0.0)
    mean = pl.full([QUERIES, WIDTH], dtype=pl.FP32, value=0.0)
    for i in pl.range(0, KEYS, STEP):
        scores = pl.mul(pl.matmul(queries, k[i : i + STEP, :], b_trans=True, out_dtype=pl.FP32), 0.125)
        higher = pl.maximum(top, pl.row_max(scores))
        weights = pl.exp(pl.row_expand_sub(scores, higher))
        shrink = pl.exp(pl.sub(top, higher))
        total = pl.add(pl.mul(total, shrink), pl.row_sum(weights))
        new = pl.matmul(pl.cast(weights, pl.BF16, mode="rint"), v[i : i + STEP, :], out_dtype=pl.FP32)
        mean = pl.add(pl.row_expand_mul(mean, shrink), new)
        top = higher
    out[:, :] = pl.row_expand_div(mean, total)
    return out


@pl.jit
def attention(
    q: pl.Tensor[[QUERIES, WIDTH], pl.BF16],
    k: pl.Tensor[[KEYS, WIDTH], pl.BF16],
    v: pl.Tensor[[KEYS, WIDTH], pl.BF16],
    out: pl.Out[pl.Tensor[[QUERIES, WIDTH], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="attention"):
        out = attend(q, k, v, out)
    return out


@pl.jit
def divided_attention(
    q: pl.Tensor[[QUERIES, WIDTH], pl.BF16],
    k: pl.Tensor[[KEYS, WIDTH], pl.BF16],
    v: pl.Tensor[[KEYS, WIDTH], pl.BF16],
    out: pl.Out[pl.Tensor[[QUERIES, WIDTH], pl.FP32]],
):
    with pl.at(
        level=pl.Level.CORE_GROUP,
        name_hint="attention",
        optimizations=[pl.split(pl.SplitMode.UP_DOWN), pl.cross_core_slot(slot_num=3)],
    ):
        out = attend(q, k, v, out)
    return out


@pytest.mark.parametrize(
    ("kernel", "platform"),
    [(attention, "a2a3sim"), (divided_attention, "a2a3sim"), (divided_attention, "a5sim")],
    ids=["one-lane-a2a3", "two-lanes-a2a3", "two-lanes-a5"],
)
def test_attention_with_a_running_softmax(kernel, platform):
    q, k, v = (randn(n, WIDTH, seed=i, dtype=BF16) for i, n in enumerate((QUERIES, KEYS, KEYS)))
    native, wanted, document = results(kernel, [q, k, v], (QUERIES, WIDTH), platform)
    probabilities = torch.softmax(q.double() @ k.double().T * 0.125, -1)
    torch.testing.assert_close(native.double(), probabilities @ v.double(), rtol=0, atol=2**-8)
    torch.testing.assert_close(native, wanted, rtol=0, atol=2**-9)
    assert document["groups"] == [[0, 1, 1 if kernel is divided_attention else -1]]


@pl.jit
def pipelined_accumulator(
    a: pl.Tensor[[64, 256], pl.BF16],
    b: pl.Tensor[[256, 64], pl.BF16],
    r: pl.Tensor[[64, 64], pl.FP32],
    out: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    for block in pl.spmd(2, optimizations=[pl.split(pl.SplitMode.LEFT_RIGHT)]):
        row = block * 32
        acc = pl.create_tensor([32, 64], dtype=pl.FP32)
        for k in pl.pipeline(0, 256, 64, stage=2):
            if k == 0:
                acc = pl.matmul(a[row : row + 32, k : k + 64], b[k : k + 64, :], out_dtype=pl.FP32)
            else:
                acc = pl.matmul_acc(acc, a[row : row + 32, k : k + 64], b[k : k + 64, :])
        out[row : row + 32, :] = pl.exp(pl.mul(pl.add(acc, r[row : row + 32, :]), 0.01))
    return out


def test_an_accumulator_crosses_once_when_its_loop_is_over():
    a, b, r = randn(64, 256, dtype=BF16), randn(256, 64, dtype=BF16), randn(64, 64)
    native, wanted, _ = results(pipelined_accumulator, [a, b, r], (64, 64), "a5sim")
    exact = torch.exp((a.double() @ b.double() + r) * 0.01)
    torch.testing.assert_close(native.double(), exact, rtol=2e-6, atol=0)
    torch.testing.assert_close(native, wanted, rtol=2e-6, atol=0)


@pl.jit
def two_layers(
    x: pl.Tensor[[128, 64], pl.FP32],
    first: pl.Tensor[[64, 64], pl.BF16],
    second: pl.Tensor[[64, 64], pl.BF16],
    out: pl.Out[pl.Tensor[[128, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.cross_core_slot(slot_num=1)]):
        for i in pl.pipeline(0, 128, 16, stage=2):
            scaled = pl.cast(pl.mul(x[i : i + 16, :], 0.1), pl.BF16, mode="rint")
            hidden = pl.maximum(pl.matmul(scaled, first[:, :], out_dtype=pl.FP32), 0.0)
            result = pl.matmul(pl.cast(hidden, pl.BF16, mode="rint"), second[:, :], out_dtype=pl.FP32)
            out[i : i + 16, :] = pl.add(result, x[i : i + 16, :])
    return out


@BOTH_CHIPS
def test_values_cross_both_ways_in_a_pipelined_loop(platform):
    x, first, second = randn(128, 64), randn(64, 64, dtype=BF16), randn(64, 64, seed=1, dtype=BF16)
    native, wanted, _ = results(two_layers, [x, first, second], (128, 64), platform)
    hidden = ((x * 0.1).bfloat16().double() @ first.double()).relu().bfloat16()
    torch.testing.assert_close(native.double(), hidden.double() @ second.double() + x, rtol=0, atol=2**-5)
    torch.testing.assert_close(native, wanted, rtol=0, atol=2**-5)


@pl.jit
def branches_and_rest(
    a: pl.Tensor[[64, 64], pl.BF16],
    b: pl.Tensor[[64, 64], pl.BF16],
    n: pl.Tensor[[4], pl.INT32],
    out: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    for i in pl.spmd(4, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
        rows = pl.cast(pl.read(n, [i]), pl.INDEX)
        x = pl.slice(a, [16, 64], [i * 16, 0], valid_shape=[rows, 64])
        c = pl.matmul(x, b[:, :], out_dtype=pl.FP32)
        if i < 2:  # noqa: SIM108
            d = pl.add(c, 1.0)
        else:
            d = pl.mul(c, 2.0)
        out[i * 16 : i * 16 + 16, :] = pl.fillpad(d, pad_value=pl.PadValue.zero)
    return out


def test_branches_and_valid_rows_known_at_run_time():
    a, b, n = (
        randn(64, 64, dtype=BF16),
        randn(64, 64, dtype=BF16),
        torch.tensor([16, 5, 9, 0], dtype=torch.int32),
    )
    native, wanted, _ = results(branches_and_rest, [a, b, n], (64, 64), "a2a3sim")
    product = a.double() @ b.double()
    exact = torch.zeros_like(product)
    for i, rows in enumerate(n.tolist()):
        part = product[i * 16 : i * 16 + rows]
        exact[i * 16 : i * 16 + rows] = part + 1 if i < 2 else part * 2
    torch.testing.assert_close(native.double(), exact, rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(native, wanted, rtol=1e-5, atol=1e-5)


@pl.jit
def both_orders(
    a: pl.Tensor[[64, 64], pl.FP32],
    b: pl.Tensor[[64, 64], pl.BF16],
    out: pl.Out[pl.Tensor[[64, 256], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        twice = pl.cast(pl.mul(a[:, :], 2.0), pl.BF16, mode="rint")
        for j in pl.range(0, 4):  # the operand stays on the cube core for the whole loop
            y = pl.matmul(twice, b[:, :], b_trans=True, out_dtype=pl.FP32)
            again = pl.cast(pl.mul(pl.maximum(y, 0.0), 0.25), pl.BF16, mode="rint")
            z = pl.matmul(b[:, :], again, out_dtype=pl.FP32)
            out[:, j * 64 : j * 64 + 64] = pl.sub(pl.matmul(twice, again, out_dtype=pl.FP32), z)
    return out


def test_an_operand_is_held_through_a_loop_and_read_in_both_orders():
    a, b = randn(64, 64), randn(64, 64, dtype=BF16)
    native, wanted, _ = results(both_orders, [a, b], (64, 256), "a5sim")
    twice = (a * 2).bfloat16().double()
    again = ((twice @ b.double().T).relu() * 0.25).float().bfloat16().double()
    exact = (twice @ again - b.double() @ again).repeat(1, 4)
    torch.testing.assert_close(native.double(), exact, rtol=0, atol=2**-1)
    torch.testing.assert_close(native, wanted, rtol=0, atol=2**-1)


@pl.jit
def through_memory(
    a: pl.Tensor[[64, 64], pl.BF16],
    b: pl.Tensor[[64, 64], pl.BF16],
    product: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
    out: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        product[:, :] = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
        for i in pl.range(0, 64, 16):
            out[i : i + 16, :] = pl.exp(pl.mul(product[i : i + 16, :], 0.01))
    return out


def test_what_goes_through_global_memory_is_left_to_the_vector_core():
    a, b, product = randn(64, 64, dtype=BF16), randn(64, 64, dtype=BF16), torch.zeros(64, 64)
    native, wanted, _ = results(through_memory, [a, b, product], (64, 64), "a2a3sim")
    torch.testing.assert_close(native.double(), torch.exp(a.double() @ b.double() * 0.01), rtol=2e-6, atol=0)
    torch.testing.assert_close(native, wanted, rtol=2e-6, atol=0)


# Refusals


def compile_error(kernel, *shapes, platform="a2a3sim"):
    arguments = [torch.zeros(shape, dtype=dtype) for shape, dtype in shapes]
    with pytest.raises(UserError) as caught:
        kernel.compile(*arguments, config=RunConfig(platform=platform))
    return caught.value


SQUARE = ((64, 64), torch.float32)
HALVES = ((64, 64), BF16)


@pl.jit
def vector_accumulator(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.full([64, 64], dtype=pl.FP32, value=0.0)
        for k in pl.range(0, 64, 32):
            acc = pl.matmul_acc(acc, a[:, k : k + 32], b[k : k + 32, :])
        out[:, :] = acc
    return out


@pl.jit
def decided_by_a_value(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
        d = pl.exp(c)
        s = pl.read(d, [0, 0])
        if s > 0.0:
            out[:, :] = pl.add(pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32), d)
    return out


@pl.jit
def turned_in_halves(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
        c = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
        e = pl.exp(c)
        out[:, :] = pl.transpose(e, 0, 1)
    return out


@pl.jit
def turned_by_a_flag(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
        c = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
        e = pl.cast(pl.exp(c), pl.BF16)
        out[:, :] = pl.matmul(a[:, :], e, b_trans=True, out_dtype=pl.FP32)
    return out


@pl.jit
def sums_in_halves(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.LEFT_RIGHT)]):
        c = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
        out[:, :] = pl.row_expand_sub(c, pl.row_sum(c))
    return out


@pytest.mark.parametrize(
    ("kernel", "code", "line", "text"),
    [
        (vector_accumulator, "acc-move", 5, "`acc_1` of this product is computed on the vector core"),
        (decided_by_a_value, "vector-scalar", 7, "the cube core would have to know `s`"),
        (turned_in_halves, "split", 5, "half of the rows of `e`, and pl.transpose needs all of them"),
        (
            turned_by_a_flag,
            "split",
            4,
            "`e`, and the product that transposes it by a_trans or b_trans needs all of them",
        ),
        (sums_in_halves, "split", 4, "half of the columns of `c`, and pl.row_sum needs all of them"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_what_a_mixed_region_cannot_do_is_refused_with_a_line(kernel, code, line, text):
    error = compile_error(kernel, HALVES, HALVES, SQUARE)
    assert text in error.message
    assert error.code == code
    assert error.span.line == kernel.__wrapped__.__code__.co_firstlineno + line


@pl.jit
def too_many_slots(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.cross_core_slot(slot_num=8)]):
        for i in pl.range(0, 64, 16):
            c = pl.matmul(a[i : i + 16, :], b[:, :], out_dtype=pl.FP32)
            out[i : i + 16, :] = pl.add(pl.exp(c), c)
    return out


def test_the_slots_are_named_where_memory_does_not_suffice():
    error = compile_error(too_many_slots, ((64, 64), BF16), ((64, 512), BF16), ((64, 512), torch.float32))
    assert error.code == "capacity"
    assert (
        "the slots of what crosses to `too_many_slots_incore_0_aiv` take 262144 bytes of Vec" in error.message
    )
    assert "pl.cross_core_slot" in error.help


@pl.jit
def room_for_one(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(0, 128, 64):
            c = pl.matmul(a[i : i + 64, :], b[:, :], out_dtype=pl.FP32)
            out[i : i + 64, :] = pl.add(pl.exp(c), c)
    return out


def test_a_region_without_room_for_two_slots_takes_one():
    a, b = randn(128, 32, dtype=BF16), randn(32, 256, dtype=BF16)
    native, interpreted, _ = results(room_for_one, (a, b), (128, 256), "a2a3sim")
    c = a.float() @ b.float()
    torch.testing.assert_close(native, c.exp() + c, rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(native, interpreted, rtol=1e-5, atol=1e-5)
    artifact = room_for_one.compile(a, b, native, config=RunConfig(platform="a2a3sim"))
    texts = [path.read_text() for path in (artifact.output_dir / "ptoas").glob("*.pto")]
    assert any("slot_num = 1}" in text for text in texts)


def test_the_depth_of_pipes_in_a_split_is_taken_with_a_warning():
    @pl.jit
    def kernel(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.NONE, slot_num=4)]):
            out[:, :] = pl.exp(pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32))
        return out

    arguments = [torch.zeros(shape, dtype=dtype) for shape, dtype in (HALVES, HALVES, SQUARE)]
    artifact = kernel.compile(*arguments, config=RunConfig(platform="a5sim"))
    assert any("[1005]" in m and "slot_num= of pl.split is deprecated" in m for m in artifact.messages)
    (pto,) = (artifact.output_dir / "ptoas").iterdir()
    assert "slot_size = 16384, slot_num = 4" in pto.read_text()
    assert "size = 65536" in pto.read_text()
    text = (artifact.output_dir / "program.py").read_text()
    assert "optimizations=[pl.cross_core_slot(slot_num=4)]" in text
    assert print_program(read_program(text, "program.py")) == text


@pl.jit
def scattered_in_stages(
    a: pl.Tensor[[32, 32], pl.FP16],
    b: pl.Tensor[[32, 64], pl.FP16],
    index: pl.Tensor[[32, 64], pl.INT32],
    out: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
        total = pl.full([32, 64], pl.FP32, 0.0)
        for _ in pl.pipeline(3, stage=2):  # every copy of the body sees the slot of `c` in another shape
            total = pl.add(total, pl.scatter(c, dim=-1, index=index[0:32, 0:64], src=c))
        out[:, :] = total
    return out


@BOTH_CHIPS
def test_a_product_is_read_in_another_shape_by_every_copy_of_a_pipelined_body(platform):
    a, b = randn(32, 32, dtype=torch.float16), randn(32, 64, dtype=torch.float16)
    index = torch.stack([torch.randperm(64, generator=torch.Generator().manual_seed(r)) for r in range(32)])
    native, wanted, _ = results(scattered_in_stages, [a, b, index.int()], (32, 64), platform)
    exact = torch.zeros(32, 64, dtype=torch.float64).scatter(1, index, 3 * (a.double() @ b.double()))
    torch.testing.assert_close(native.double(), exact, rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(native, wanted, rtol=1e-6, atol=1e-5)
