# SPDX-License-Identifier: Apache-2.0
"""Tiles of the cube core in both engines on both platforms: moves, parts, views, every product of tiles."""

import pytest
import torch
from kernel_runs import PLATFORMS, reads_back

import pypto.language as pl
from pypto.errors import UserError

M, K, N = 32, 64, 48


def run_everywhere(kernel, *args):
    """What each engine on each platform makes of the arguments."""
    reads_back(kernel, *args)
    found = []
    for platform in PLATFORMS:
        for engine in ("interpret", "native"):
            given = [a.clone() for a in args]
            kernel(*given, config={"platform": platform, "engine": engine})
            found.append(given)
    return found


def randoms(*shapes, dtype=torch.float16, seed=0):
    generator = torch.Generator().manual_seed(seed)
    if dtype is torch.int8:
        return [torch.randint(-128, 128, s, generator=generator).to(dtype) for s in shapes]
    return [torch.randn(s, generator=generator).to(dtype) for s in shapes]


def close(found, wanted, depth):
    """FP32 sums in any order: the usual bound on the error of a sum of products."""
    bound = 2.0**-23 * (depth + 4) * (1 + wanted.abs())
    assert ((found.double() - wanted.double()).abs() <= bound * 4).all()


@pl.jit
def staged(
    a: pl.Tensor[[M, K], pl.BF16],
    b: pl.Tensor[[K, N], pl.BF16],
    bias: pl.Tensor[[1, N], pl.FP32],
    y: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    z: pl.Out[pl.Tensor[[M, N], pl.BF16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        rows = pl.load(a, [0, 0], [M, K], target_memory=pl.Mem.Mat)
        columns = pl.load(b, [0, 0], [K, N], target_memory=pl.Mem.Mat)
        row = pl.move(pl.load(bias, [0, 0], [1, N], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Bias)
        left = pl.move(rows, target_memory=pl.Mem.Left)
        right = pl.move(columns, target_memory=pl.Mem.Right, blayout="row_major", slayout="col_major")
        y = pl.store(pl.matmul_bias(left, right, row), [0, 0], y)
        acc = pl.create_tile([M, N], pl.FP32, target_memory=pl.Mem.Acc)
        for k in pl.range(0, K, 32):
            part = pl.tile.extract(rows, 0, k, [M, 32], target_memory=pl.Mem.Left)
            other = pl.tile.extract(columns, k, 0, [32, N], target_memory=pl.Mem.Right)
            acc = pl.matmul_acc(acc, part, other, init_cond=(k == 0))
        z = pl.store(acc, [0, 0], z)
    return y, z


def test_moves_parts_and_a_bias_row():
    a, b = randoms((M, K), (K, N), dtype=torch.bfloat16)
    (bias,) = randoms((1, N), dtype=torch.float32, seed=1)
    wanted = a.double() @ b.double()
    for *_, y, z in run_everywhere(staged, a, b, bias, torch.zeros(M, N), torch.zeros(M, N).bfloat16()):
        close(y, wanted + bias, K)
        assert torch.allclose(z.double(), wanted, rtol=2.0**-7, atol=1e-4)


@pl.jit
def chained(
    a: pl.Tensor[[M, K], pl.FP16],
    b: pl.Tensor[[N, K], pl.FP16],
    c: pl.Tensor[[N, 32], pl.FP16],
    y: pl.Out[pl.Tensor[[M, 32], pl.FP32]],
    z: pl.Out[pl.Tensor[[M, M], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        turned = pl.tile.transpose_view(pl.load(b, [0, 0], [N, K], target_memory=pl.Mem.Mat))
        product = pl.matmul(pl.load(a, [0, 0], [M, K], target_memory=pl.Mem.Mat), turned)
        middle = pl.tile.create([M, N], pl.FP16, target_memory=pl.Mem.Mat)
        middle = pl.tile.assemble(middle, product, [0, 0])
        y = pl.store(pl.matmul(middle, pl.load(c, [0, 0], [N, 32], target_memory=pl.Mem.Mat)), [0, 0], y)
        wide = pl.move(product, target_memory=pl.Mem.Mat)
        z = pl.store(pl.matmul(wide, pl.tile.transpose_view(wide)), [0, 0], z)
    return y, z


def test_a_product_becomes_an_operand_through_mat():
    a, b, c = randoms((M, K), (N, K), (N, 32))
    args = (a, b, c, torch.zeros(M, 32), torch.zeros(M, M))
    for *_, y, z in run_everywhere(chained, *args):
        first = (a.double() @ b.double().T).float()
        assert torch.allclose(y, first.half().float() @ c.float(), rtol=1e-3, atol=1e-2)
        assert torch.allclose(z, first @ first.T, rtol=1e-5, atol=1e-3)


@pl.jit
def rows_times_matrices(
    v: pl.Tensor[[2, K], pl.INT8],
    b: pl.Tensor[[K, 64], pl.INT8],
    bias: pl.Tensor[[1, 64], pl.INT32],
    y: pl.Out[pl.Tensor[[3, 64], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.load(b, [0, 0], [K, 64], target_memory=pl.Mem.Mat)
        first = pl.load(v, [0, 0], [1, K], target_memory=pl.Mem.Mat)
        second = pl.load(v, [1, 0], [1, K], target_memory=pl.Mem.Mat)
        row = pl.load(bias, [0, 0], [1, 64], target_memory=pl.Mem.Mat)
        one = pl.gemv(first, m)
        y = pl.store(one, [0, 0], y)
        both = pl.gemv_acc(one, second, m, acc_phase="final")
        y = pl.store(both, [1, 0], y)
        y = pl.store(pl.gemv_bias(second, m, row), [2, 0], y)
    return y


def test_products_of_one_row_are_exact_for_integers():
    v, b = randoms((2, K), (K, 64), dtype=torch.int8)
    bias = torch.arange(64, dtype=torch.int32).reshape(1, 64) * 1000
    wanted = v.long() @ b.long()
    expected = torch.cat([wanted[:1], wanted[:1] + wanted[1:], wanted[1:] + bias]).int()
    for *_, y in run_everywhere(rows_times_matrices, v, b, bias, torch.zeros(3, 64, dtype=torch.int32)):
        assert torch.equal(y, expected)


@pl.jit
def stacks(
    a: pl.Tensor[[2, 3, 16, K], pl.FP32],
    b: pl.Tensor[[3, K, 32], pl.FP32],
    y: pl.Out[pl.Tensor[[2, 3, 16, 32], pl.FP32]],
    z: pl.Out[pl.Tensor[[2, 3, 16, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        left = pl.load(a, [0, 0, 0, 0], [2, 3, 16, K], target_memory=pl.Mem.Mat)
        right = pl.load(b, [0, 0, 0], [3, K, 32], target_memory=pl.Mem.Mat)
        acc = pl.batch_matmul(left, right)
        y = pl.store(acc, [0, 0, 0, 0], y)
        acc = pl.tile.batch_matmul_acc(acc, left, right)
        z = pl.store(acc, [0, 0, 0, 0], z)
    return y, z


@pl.jit
def shapes(
    a: pl.Tensor[[2, 3, 16, K], pl.FP32],
    b: pl.Tensor[[3, 32, K], pl.FP32],
    v: pl.Tensor[[K], pl.FP32],
    batch: pl.Out[pl.Tensor[[2, 3, 16, 32], pl.FP32]],
    row: pl.Out[pl.Tensor[[32], pl.FP32]],
    column: pl.Out[pl.Tensor[[16], pl.FP32]],
    total: pl.Out[pl.Tensor[[3, 16, 32], pl.FP32]],
    square: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        batch[:, :, :, :] = pl.matmul(a, b, b_trans=True)
        row[:] = pl.matmul(v, b[0, :, :], b_trans=True)
        column[:] = pl.matmul(a[1, 1, :, :], v)
        acc = pl.matmul(a[0, :, :, :], b, b_trans=True)
        acc = pl.matmul_acc(acc, a[1, :, :, :], b, b_trans=True)
        total[:, :, :] = acc
        one = a[1, 2, :, :]
        square[:, :] = pl.matmul(one, one, b_trans=True)
    return batch, row, column, total, square


def test_stacks_of_matrices_repeat_leading_axes():
    a, b = randoms((2, 3, 16, K), (3, K, 32), dtype=torch.float32)
    wanted = a.double() @ b.double()
    for *_, y, z in run_everywhere(stacks, a, b, torch.zeros(2, 3, 16, 32), torch.zeros(2, 3, 16, 32)):
        close(y, wanted, K)
        close(z, 2 * wanted, 2 * K)


def test_tensors_multiply_as_vectors_matrices_and_batches():
    a, b, v = randoms((2, 3, 16, K), (3, 32, K), (K,), dtype=torch.float32)
    outs = [torch.zeros(s) for s in ((2, 3, 16, 32), (32,), (16,), (3, 16, 32), (16, 16))]
    wide = a.double(), b.double().mT, v.double()
    for *_, batch, row, column, total, square in run_everywhere(shapes, a, b, v, *outs):
        close(batch, wide[0] @ wide[1], K)
        close(row, wide[2] @ wide[1][0], K)
        close(column, wide[0][1, 1] @ wide[2], K)
        close(total, wide[0].sum(0) @ wide[1], 2 * K)
        close(square, wide[0][1, 2] @ wide[0][1, 2].T, K)


@pl.jit
def narrow(
    a: pl.Tensor[[16, K], pl.FP32],
    b: pl.Tensor[[K, 16], pl.FP32],
    n: pl.INDEX,
    y: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        left = pl.load(a, [0, 0], [16, K], valid_shape=[16, n], target_memory=pl.Mem.Mat)
        right = pl.load(b, [0, 0], [K, 16], valid_shape=[n, 16], target_memory=pl.Mem.Mat)
        y = pl.store(pl.matmul(left, right), [0, 0], y)
    return y


def test_padding_never_contributes():
    a, b = randoms((16, K), (K, 16), dtype=torch.float32)
    a[:, 24:] = torch.nan
    b[24:] = torch.inf
    wanted = a[:, :24].double() @ b[:24].double()
    program = {p: narrow.compile(n=pl.RUNTIME, config={"platform": p}) for p in PLATFORMS}
    for platform in PLATFORMS:
        y = torch.zeros(16, 16)
        program[platform](a, b, 24, y)
        close(y, wanted, 24)
        again = torch.zeros(16, 16)
        narrow(a, b, 24, again, config={"platform": platform, "engine": "interpret"})
        close(again, wanted, 24)


# What is refused


def refusal(body):
    """The message about a kernel of one FP16 tensor whose region is `body`."""
    lines = "\n".join(f"        {line}" for line in body.splitlines())
    return f"""
import pypto.language as pl
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP16], y: pl.Out[pl.Tensor[[64, 64], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.load(x, [0, 0], [64, 64], target_memory=pl.Mem.Mat)
{lines}
    return y
"""


WRONG = [
    ("pl.move(t, target_memory=pl.Mem.Left)", "a2a3sim", "Vec -> GM -> Mat -> Left"),
    ("pl.move(m, target_memory=pl.Mem.Vec)", "a2a3sim", "no move from Mat to Vec"),
    ("pl.move(pl.move(m, target_memory=pl.Mem.Left), target_memory=pl.Mem.Mat)", "a5sim", "read by products only"),
    ("pl.move(m, target_memory=pl.Mem.DDR)", "a5sim", "pl.store"),
    ('pl.move(m, target_memory=pl.Mem.Right, slayout="none_box")', "a5sim", "leave `slayout` out"),
    ('v = pl.matmul(pl.move(m, target_memory=pl.Mem.Left, blayout="row_major"), m)', "a5sim", "blayout col_major on a5"),
    ("pl.load(x, [0, 0], [64, 64], target_memory=pl.Mem.Left)", "a5sim", "a load reaches Vec and Mat"),
    ("pl.store(m, [0, 0], y)", "a2a3sim", "a tile in Mat cannot be stored"),
    ("pl.matmul(t, m)", "a2a3sim", "`lhs` is in Vec"),
    ("pl.matmul(m, m, b_trans=True)", "a2a3sim", "`b_trans` is for tensors"),
    ("pl.matmul_acc(m, m, m)", "a2a3sim", "accumulator is FP16"),
    ("pl.gemv(m, m)", "a2a3sim", "one row"),
    ("pl.gemv(pl.load(x, [0, 0], [1, 64], target_memory=pl.Mem.Mat), m, acc_phase='last')", "a2a3sim", "acc_phase"),
    ("pl.batch_matmul(m, m)", "a2a3sim", "one matrix each"),
    ("pl.matmul_bias(m, m, m)", "a2a3sim", "the bias is FP16"),
    ("pl.tile.transpose_view(t)", "a2a3sim", "for tiles in Mat"),
    ("pl.tile.extract(m, 32, 0, [64, 64], target_memory=pl.Mem.Left)", "a2a3sim", "leaves the source"),
    ("pl.tile.extract(m, 0, 0, [64, 64], target_memory=pl.Mem.Vec)", "a2a3sim", "no extract from Mat to Vec"),
    (
        "p = pl.tile.extract(pl.matmul(m, m), 16, 0, [16, 16], target_memory=pl.Mem.Mat)\nv = pl.matmul(p, p)", "a2a3sim",
        "a part of an accumulator",
    ),
    ("v = pl.matmul(pl.load(x, [0, 0], [24, 64], target_memory=pl.Mem.Mat), m)", "a2a3sim", "whole blocks of 16 x 16"),
    ("pl.create_tile([16, 16], pl.FP16, transpose=True)", "a2a3sim", "for tiles in Mat"),
    ("pl.create_tile([16, 16], pl.FP16, target_memory=pl.Mem.Acc)", "a2a3sim", "FP32 or INT32"),
    (
        "p = pl.create_tile([512, 1024], pl.FP16, target_memory=pl.Mem.Mat)\n"
        "p = pl.tile.assemble(p, pl.matmul(m, m), [0, 0])\n"
        "v = pl.matmul(pl.tile.extract(p, 0, 0, [64, 64], target_memory=pl.Mem.Left), m)", "a2a3sim",
        "Mat has 524288",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("body", "platform", "message"), WRONG, ids=[w[2] + w[1] for w in WRONG])
def test_wrong_uses_of_cube_tiles_are_refused(body, platform, message, tmp_path):
    path = tmp_path / "kernel.py"
    if "v =" in body:
        body += "\ny = pl.store(v, [0, 0], y)"
    elif "store" not in body:
        body = f"t = pl.load(x, [0, 0], [64, 64])\nv = {body}\ny = pl.store(t, [0, 0], y)"
    path.write_text(refusal(body))
    space = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    args = torch.zeros(64, 64).half(), torch.zeros(64, 64).half()
    with pytest.raises(UserError) as error:
        space["kernel"].compile(*args, config={"platform": platform})
    assert message in str(error.value)
    assert f"{path}:" in str(error.value)


@pl.jit
def part_of_an_accumulator(
    a: pl.Tensor[[32, 32], pl.FP32], k: pl.INDEX, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.load(a, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        part = pl.tile.extract(pl.matmul(m, m), k, 16, [16, 16], target_memory=pl.Mem.Mat)
        y = pl.store(pl.matmul(part, part), [0, 0], y)
    return y


def test_a5_extracts_parts_of_accumulators():
    (a,) = randoms((32, 32), dtype=torch.float32)
    part = (a.double() @ a.double())[16:, 16:]
    for engine in ("native", "interpret"):
        y = torch.zeros(16, 16)
        part_of_an_accumulator(a, 16, y, config={"platform": "a5sim", "engine": engine})
        assert torch.allclose(y.double(), part @ part, rtol=1e-4, atol=1e-3)
    with pytest.raises(UserError, match=r"\[17, 33\)"):
        program = part_of_an_accumulator.compile(k=pl.RUNTIME, config={"platform": "a5sim"})
        program(a, 17, torch.zeros(16, 16))


@pl.jit
def many(a: pl.Tensor[[32, 1024], pl.INT8], n: pl.INDEX, y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        left = a[:, :]
        acc = pl.create_tensor([32, 32], dtype=pl.INT32)
        for i in pl.range(n):
            acc = pl.matmul_acc(acc, left, left, b_trans=True, init_cond=(i == 0))
        y[:, :] = acc
    return y


def test_sums_of_integer_products_wrap():
    a = torch.full((32, 1024), -128, dtype=torch.int8)
    total = 140 * 1024 * 2**14
    assert total >= 2**31
    for engine in ("native", "interpret"):
        y = torch.zeros(32, 32, dtype=torch.int32)
        many(a, 140, y, config={"engine": engine})
        assert torch.equal(y, torch.full((32, 32), total - 2**32, dtype=torch.int32))


@pl.jit
def one_row_crosses(
    x: pl.Tensor[[K], pl.BF16], w: pl.Tensor[[K, 32], pl.BF16], y: pl.Out[pl.Tensor[[32], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.add(pl.matmul(x, w), 1.0)
    return y


def test_a_product_of_one_row_crosses_to_the_vector_core():
    x, w = randoms((K,), (K, 32), dtype=torch.bfloat16)
    for *_, y in run_everywhere(one_row_crosses, x, w, torch.zeros(32)):
        close(y, x.double() @ w.double() + 1, K)


@pl.jit
def narrowed(
    a: pl.Tensor[[M, K], pl.BF16],
    b: pl.Tensor[[K, 32], pl.BF16],
    c: pl.Tensor[[32, 32], pl.BF16],
    stored: pl.Out[pl.Tensor[[M, 32], pl.BF16]],
    chained: pl.Out[pl.Tensor[[M, 32], pl.FP32]],
    crossed: pl.Out[pl.Tensor[[M, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        p = pl.matmul(a, b, out_dtype=pl.BF16)
        stored[:, :] = p
        chained[:, :] = pl.matmul(p, c)
    with pl.at(level=pl.Level.CORE_GROUP):
        crossed[:, :] = pl.cast(pl.matmul(a, b, out_dtype=pl.BF16), pl.FP32)
    return stored, chained, crossed


def test_a_product_of_a_narrower_type_is_rounded_once_wherever_it_goes():
    a, b, c = randoms((M, K), (K, 32), (32, 32), dtype=torch.bfloat16)
    outs = torch.zeros(M, 32).bfloat16(), torch.zeros(M, 32), torch.zeros(M, 32)
    for *_, stored, chained, crossed in run_everywhere(narrowed, a, b, c, *outs):
        wanted = a.double() @ b.double()
        assert torch.allclose(stored.double(), wanted, rtol=2.0**-8, atol=1e-5)
        assert torch.equal(crossed, stored.float())
        close(chained, stored.double() @ c.double(), 32)


@pytest.mark.parametrize("dtype", ["INT4", "UINT4", "HF4", "HF8", "FP8E8M0"])
def test_element_types_without_kernels_are_refused_where_they_are_read(dtype, tmp_path):
    path = tmp_path / "kernel.py"
    path.write_text(f"""
import pypto.language as pl
@pl.jit
def kernel(x: pl.Tensor[[16, 64], pl.{dtype}], y: pl.Out[pl.Tensor[[16, 64], pl.{dtype}]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y
""")
    space = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    with pytest.raises(UserError, match=f"`x` holds {dtype}") as error:
        space["kernel"].compile()
    assert f"{path}:6:" in str(error.value)


@pl.jit
def started_narrow(
    x: pl.Tensor[[64, 64], pl.BF16],
    numbers: pl.Tensor[[1], pl.INT32],
    y: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
    rows: pl.INDEX,
):
    with pl.at(level=pl.Level.CORE_GROUP):
        n = pl.cast(pl.read(numbers, [0]), pl.INDEX)
        acc = pl.set_validshape(pl.create_tensor([rows, 64], dtype=pl.FP32), n, 64)
        for k in pl.range(2):
            left = pl.slice(x, [rows, 32], [0, k * 32], valid_shape=[n, 32])
            acc = pl.matmul_acc(acc, left, x[k * 32 : k * 32 + 32, :], init_cond=(k == 0))
        y = pl.assemble(y, acc, [0, 0])
    return y


@pl.jit
def peeled_narrow(
    x: pl.Tensor[[64, 64], pl.BF16],
    numbers: pl.Tensor[[1], pl.INT32],
    y: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
    rows: pl.INDEX,
):
    with pl.at(level=pl.Level.CORE_GROUP):
        n = pl.cast(pl.read(numbers, [0]), pl.INDEX)
        acc = pl.matmul(pl.slice(x, [rows, 32], [0, 0], valid_shape=[n, 32]), x[0:32, :], out_dtype=pl.FP32)
        for k in pl.range(1, 2):
            left = pl.slice(x, [rows, 32], [0, k * 32], valid_shape=[n, 32])
            acc = pl.matmul_acc(acc, left, x[k * 32 : k * 32 + 32, :])
        y = pl.assemble(y, acc, [0, 0])
    return y


def test_init_cond_with_rows_known_at_run_time_takes_one_block_of_rows_or_the_peeled_form():
    (x,) = randoms((64, 64), dtype=torch.bfloat16)
    wanted = x.double() @ x.double()
    for rows, held, kernel in ((16, 5, started_narrow), (48, 33, peeled_narrow)):
        numbers = torch.tensor([held], dtype=torch.int32)
        for platform in PLATFORMS:
            for engine in ("interpret", "native"):
                y = torch.zeros(64, 64)
                kernel(x, numbers, y, rows, config={"platform": platform, "engine": engine})
                close(y[:held], wanted[:held], 64)
    with pytest.raises(UserError, match="accumulator of 48 rows") as refused:
        started_narrow(x, torch.tensor([33], dtype=torch.int32), torch.zeros(64, 64), 48)
    assert "acc = pl.matmul(a0, b0) before the loop" in refused.value.help


@pl.jit
def power(
    x: pl.Tensor[[32, 64], pl.FP32], b: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = x[:, :]
        for _ in pl.range(3):
            v = pl.matmul(v, b[:, :])
        y[:, :] = v
    return y


@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_name_that_is_loaded_and_then_a_product_is_refused_where_it_is_loaded(platform):
    with pytest.raises(UserError) as error:
        power.compile(config={"platform": platform})
    assert "`v` is loaded here and is a product elsewhere" in str(error.value)
    assert error.value.span.line == power.__wrapped__.__code__.co_firstlineno + 5
