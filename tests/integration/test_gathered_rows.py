# SPDX-License-Identifier: Apache-2.0
"""Rows gathered from global memory into Mat and Vec, in both engines on both platforms."""

import pytest
import torch
from kernel_runs import run_everywhere

import pypto.language as pl
from pypto.errors import KernelFault, UserError

D, T, BLOCK = 64, 32, 16


@pl.jit
def by_index(
    q: pl.Tensor[[16, D], pl.BF16],
    cache: pl.Tensor[[128, D], pl.BF16],
    index: pl.Tensor[[T], pl.INT32],
    scores: pl.Out[pl.Tensor[[16, T], pl.FP32]],
    values: pl.Out[pl.Tensor[[16, D], pl.FP32]],
    rows: pl.Out[pl.Tensor[[16, D], pl.BF16]],
    tile: pl.Out[pl.Tensor[[8, 32], pl.BF16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.create_l1([T, D], pl.BF16, transpose=True)
        v = pl.create_l1([T, D], pl.BF16)
        for i in pl.range(T):
            r = pl.read(index, [i])
            k = pl.gather_row(k, cache, [i, 0], [r, 0], [1, D], transpose=True)
            v = pl.gather_row(v, cache, [i, 0], [r, 0], [1, D])
        scores[:, :] = pl.matmul(q, k, b_trans=True, out_dtype=pl.FP32)
        values[:, :] = pl.matmul(q[:, 0:T], v, out_dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tensor([16, D], dtype=pl.BF16)
        for i in pl.range(16):
            t = pl.gather_row(t, cache, [i, 0], [pl.read(index, [i]), 0], [1, D])
        rows[:, :] = t
        u = pl.create_tile([8, 32], pl.BF16)
        for i in pl.range(0, 8, 2):
            u = pl.tile.gather_row(u, cache, [i, 0], [i * 2, 32], [2, 32])
        tile = pl.store(u, [0, 0], tile)
    return scores, values, rows, tile


def test_rows_are_gathered_into_mat_and_vec():
    torch.manual_seed(0)
    q, cache = torch.randint(-4, 5, (16, D)).bfloat16(), torch.randint(-4, 5, (128, D)).bfloat16()
    index = torch.randperm(128)[:T].int()
    outs = [
        torch.zeros(16, T),
        torch.zeros(16, D),
        torch.zeros(16, D).bfloat16(),
        torch.zeros(8, 32).bfloat16(),
    ]
    *_, scores, values, rows, tile = run_everywhere(by_index, q, cache, index, *outs)
    found = cache[index.long()]
    assert torch.equal(scores, q.float() @ found.float().T)
    assert torch.equal(values, q[:, :T].float() @ found.float())
    assert torch.equal(rows, found[:16])
    assert torch.equal(tile, cache[[0, 1, 4, 5, 8, 9, 12, 13], 32:])


@pl.jit
def by_page(
    q: pl.Tensor[[16, D], pl.FP16],
    cache: pl.Tensor[[128, D], pl.FP16],
    index: pl.Tensor[[1, 20], pl.INT32],
    table: pl.Tensor[[8], pl.INT32],
    scores: pl.Out[pl.Tensor[[16, 20], pl.FP32]],
    same: pl.Out[pl.Tensor[[16, 20], pl.FP32]],
    rows: pl.Out[pl.Tensor[[20, 32], pl.FP16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.paged_gather(cache, index, table, BLOCK, D, T)
        scores[:, :] = pl.matmul(q, k, b_trans=True, out_dtype=pl.FP32)
        turned = pl.paged_gather(cache, index, table, BLOCK, D, T, is_trans=True, is_b_matrix=True)
        same[:, :] = pl.matmul(q, turned, out_dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        rows[:, :] = pl.paged_gather(cache, index, table, BLOCK, 32, T, space=pl.Mem.Vec, col_off=32)
    return scores, same, rows


def pages(seed=1):
    torch.manual_seed(seed)
    q, cache = torch.randint(-4, 5, (16, D)).half(), torch.randint(-4, 5, (128, D)).half()
    index, table = torch.randperm(128)[:20].int().reshape(1, 20), torch.randperm(8).int()
    outs = [torch.zeros(16, 20), torch.zeros(16, 20), torch.zeros(20, 32).half()]
    return q, cache, index, table, *outs


def test_pages_are_followed_row_by_row():
    q, cache, index, table, *outs = pages()
    *_, scores, same, rows = run_everywhere(by_page, q, cache, index, table, *outs)
    place = (table[(index // BLOCK).long()] * BLOCK + index % BLOCK).long()[0]
    assert torch.equal(scores, q.float() @ cache[place].float().T)
    assert torch.equal(same, scores)
    assert torch.equal(rows, cache[place][:, 32:])


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_an_index_outside_of_the_pages_stops_the_run(engine):
    q, cache, index, table, *outs = pages()
    table[int(index[0, 3]) // BLOCK] = 9
    with pytest.raises(KernelFault, match="cache"):
        by_page(q, cache, index, table, *outs, config={"engine": engine})


WRONG = [
    ("k = pl.create_l1([16, 64], pl.BF16)\nk = pl.gather_row(k, x, [0, 0], [0, 0], [1, 64])", "BF16"),
    ("k = pl.create_l1([16, n], pl.FP16)", "static"),
    ("k = pl.create_l1([16, 64], pl.FP16)\nk = pl.gather_row(k, x, [16, 0], [0, 0], [1, 64])", "leaves"),
    ("k = pl.create_l1([16, 64], pl.FP16)\nk = pl.gather_row(k, x, [0, 0], [0, 1], [1, 64])", "leaves"),
    ("k = pl.create_l1([16, 64], pl.FP16)\nk = pl.gather_row(k, x, [0, 0], [0, 0], [1, n])", "static"),
    (
        "k = pl.create_l1([16, 64], pl.FP16)\nk = pl.gather_row(k, x, [0, 8], [0, 0], [1, 32])",
        "not a multiple of 32",
    ),
    (
        "k = pl.create_l1([16, 64], pl.FP16)\nk = pl.gather_row(k, x, [0, 0], [0, 0], [1, 64], transpose=True)",
        "was not made so",
    ),
    (
        "k = pl.create_l1([16, 64], pl.FP16, transpose=True)\n"
        "k = pl.gather_row(k, x, [0, 0], [0, 0], [1, 64], transpose=True)\ny[0:16, 0:64] = pl.matmul(x[0:16, 0:16], k)",
        "was made with transpose=True",
    ),
    ("y = pl.gather_row(y, x, [0, 0], [0, 0], [1, 64])", "tensor in global memory"),
    ("k = pl.paged_gather(x, x, x, 16, 64, 16)", "INT32"),
    ("k = pl.paged_gather(x, i, i, 16, 64, 16, space=pl.Mem.Vec, is_trans=True)", "needs space=pl.Mem.Mat"),
    ("k = pl.paged_gather(x, i, i, 16, 64, 2)", "max_indices is 2"),
]


@pytest.mark.parametrize(("body", "message"), WRONG, ids=[str(i) for i in range(len(WRONG))])
def test_wrong_gathers_are_refused(body, message, tmp_path):
    lines = "\n".join(f"        {line}" for line in body.splitlines())
    product = (
        "" if "matmul" in body or "y =" in body else "        y[0:16, 0:16] = pl.matmul(k, k, b_trans=True)\n"
    )
    path = tmp_path / "kernel.py"
    path.write_text(f"""
import pypto.language as pl
@pl.jit
def kernel(
    x: pl.Tensor[[64, 64], pl.FP16],
    i: pl.Tensor[[4], pl.INT32],
    n: pl.INDEX,
    y: pl.Out[pl.Tensor[[64, 64], pl.FP16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
{lines}
{product}    return y
""")
    space = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    with pytest.raises(UserError) as error:
        space["kernel"].compile(n=pl.RUNTIME)
    assert message in str(error.value)
    assert f"{path}:" in str(error.value)
