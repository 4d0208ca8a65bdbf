# SPDX-License-Identifier: Apache-2.0
"""Gathers and scatters of tiles and of global memory: both engines, both platforms, against NumPy."""

import numpy as np
import pytest
import torch
from kernel_runs import run_everywhere
from placed import philox
from placed import random as drawn

import pypto.language as pl
from pypto.errors import KernelFault, UserError
from pypto.ir.dtypes import INT32

Pattern = pl.tile.MaskPattern


def ints(low, high, *shape, seed=0, dtype=torch.int32):
    return torch.randint(low, high, shape, generator=torch.Generator().manual_seed(seed)).to(dtype)


def floats(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


@pl.jit
def of_tiles(x: pl.Tensor[[8, 64], pl.FP32], i: pl.Tensor[[4, 32], pl.INT32], at: pl.Tensor[[4, 8], pl.INT32],
             flat: pl.Out[pl.Tensor[[4, 30], pl.FP32]], blocks: pl.Out[pl.Tensor[[4, 64], pl.FP32]],
             halves: pl.Out[pl.Tensor[[4, 128], pl.INT16]], spread: pl.Out[pl.Tensor[[4, 64], pl.FP32]],
             put: pl.Out[pl.Tensor[[4, 32], pl.FP32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        source = pl.load(x, [0, 0], [8, 64])
        index = pl.load(i, [0, 0], [4, 32], valid_shape=[4, 30])
        found = pl.tile.gather(source, index, index)
        pl.store(found, [0, 0], flat)
        offset = pl.tile.reinterpret_view(pl.load(at, [0, 0], [4, 8]), pl.UINT32)
        pl.store(pl.gatherb(source, offset), [0, 0], blocks)
        pl.store(pl.tile.gatherb(source, offset, output_dtype=pl.INT16), [0, 0], halves)
        part = pl.load(x, [0, 0], [4, 32])
        pl.store(pl.tile.scatter_mask(pl.load(x, [4, 0], [4, 64]), part, Pattern.P1010), [0, 0], spread)
        pl.store(pl.tile.scatter(part, found, index), [0, 0], put)
    return flat, blocks, halves, spread, put


def test_tiles_are_gathered_by_position_and_scattered_over_zeros():
    x, i = floats(8, 64), ints(-9, 140, 4, 32, seed=1)
    at = 4 * ints(0, 500, 4, 8, seed=2)
    at[0] = torch.tensor([0, 32, 2016, 2017, 2048, -1, 5, 31])
    outs = [torch.zeros(4, 30), torch.zeros(4, 64), torch.zeros(4, 128, dtype=torch.int16), torch.zeros(4, 64),
            torch.zeros(4, 32)]  # fmt: skip
    *_, flat, blocks, halves, spread, put = run_everywhere(of_tiles, x, i, at, *outs)
    inside = (i >= 0) & (i < 512)
    wanted = torch.where(inside, x.flatten()[i.clamp(0, 511).long()], 0.0)[:, :30]
    assert torch.equal(flat, wanted)
    raw = x.numpy().tobytes() + bytes(64)
    lines = [raw[o : o + 32] if 0 <= o <= 2016 else bytes(32) for o in at.flatten().tolist()]
    assert blocks.numpy().tobytes() == halves.numpy().tobytes() == b"".join(lines)
    assert torch.equal(spread[:, 1::2], x[:4, :32]) and not spread[:, 0::2].any()
    placed = torch.zeros(128)
    for place, value in zip(i[:, :30].flatten().tolist(), wanted.flatten(), strict=True):
        if 0 <= place < 128:
            placed[place] = value
    assert torch.equal(put.flatten(), placed)


@pl.jit
def short(x: pl.Tensor[[8, 64], pl.FP16], i: pl.Tensor[[8, 32], pl.INT16], y: pl.Out[pl.Tensor[[8, 32], pl.FP16]],
          z: pl.Out[pl.Tensor[[8, 32], pl.FP16]], w: pl.Out[pl.Tensor[[8, 64], pl.FP16]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        a, index = x[:, :], i[:, :]
        y[:, :] = pl.gather(a, -1, index)
        z[:, :] = pl.gather(a, 0, index)
        w[:, :] = pl.scatter(a, dim=-1, index=index, src=pl.gather(a, -1, index))
    return y, z, w


def test_short_indices_on_the_newer_chip():
    x, i = floats(8, 64).half(), ints(-3, 66, 8, 32, dtype=torch.int16)
    found = {}
    for engine in ("interpret", "native"):
        outs = [torch.zeros(8, n, dtype=torch.float16) for n in (32, 32, 64)]
        short(x, i, *outs, config={"platform": "a5sim", "engine": engine})
        found[engine] = outs
    for a, b in zip(*found.values(), strict=True):
        assert torch.equal(a.view(torch.int16), b.view(torch.int16))
    y, z, w = found["native"]
    at = i.long()
    assert torch.equal(y, torch.where((at >= 0) & (at < 64), x.gather(1, at.clamp(0, 63)), 0))
    assert torch.equal(z, torch.where((at >= 0) & (at < 8), x[:, :32].gather(0, at.clamp(0, 7)), 0))
    wanted = x.clone()
    for r in range(8):
        for k in range(32):
            if 0 <= at[r, k] < 64:
                wanted[r, at[r, k]] = y[r, k]
    assert torch.equal(w, wanted)
    with pytest.raises(UserError, match="indices of INT16 on a2a3sim"):
        short(x, i, y, z, w)


@pl.jit
def where(x: pl.Tensor[[8, 64], pl.FP32], k: pl.Scalar[pl.FP32], at: pl.Out[pl.Tensor[[8, 16], pl.INT32]],
          n: pl.Out[pl.Tensor[[1, 8], pl.INT32]], low: pl.Out[pl.Tensor[[8, 64], pl.INT32]],
          m: pl.Out[pl.Tensor[[1, 8], pl.INT32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        a = x[:, :]
        found, count = pl.gather(a, kvalue=k, cmp_mode="gt", out_cols=16, offset=100)
        at[:, :] = found
        n[:, :] = count
        tile = pl.load(x, [0, 0], [8, 64])
        places, counts = pl.tile.gather_compare(
            tile, -0.5, tile, cmp_mode=3, out_cols=64, count_dtype=pl.UINT32
        )
        pl.store(places, [0, 0], low)
        pl.store(pl.tile.reinterpret_view(counts, pl.INT32), [0, 0], m)
    return at, n, low, m


def test_the_columns_that_compare_with_a_number_and_how_many_there_are():
    x = floats(8, 64)
    x[0], x[1] = 9.0, torch.nan
    outs = [torch.zeros(s, dtype=torch.int32) for s in ((8, 16), (1, 8), (8, 64), (1, 8))]
    _, _, at, n, low, m = run_everywhere(where, x, 0.25, *outs)
    for found, counts, hits, offset in ((at, n, x > 0.25, 100), (low, m, x <= -0.5, 0)):
        assert torch.equal(counts[0], hits.sum(1).int())
        for row, line in zip(found, hits, strict=True):
            columns = line.nonzero().flatten()[: found.shape[1]] + offset
            assert torch.equal(row[: len(columns)], columns.int())
            assert (row[len(columns) :] == -0x5A5A5A5B).all()  # 0xA5A5A5A5, as in fresh memory


@pl.jit
def kept_columns(x: pl.Tensor[[4, 32], pl.BF16], y: pl.Tensor[[4, 64], pl.BF16], z: pl.Out[pl.Tensor[[4, 64], pl.BF16]],
                 w: pl.Out[pl.Tensor[[4, 128], pl.BF16]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        z[:, :] = pl.scatter(x[:, :], mask_pattern=Pattern.P1010, dst=y[:, :])
        w[:, :] = pl.tensor.scatter(x[:, :], mask_pattern=Pattern.P0100, dst=pl.concat(y[:, :], y[:, :]))
    return z, w


def test_a_pattern_of_columns_is_replaced_and_the_others_stay():
    x, y = floats(4, 32).bfloat16(), floats(4, 64, seed=1).bfloat16()
    _, _, z, w = run_everywhere(
        kept_columns, x, y, *(torch.zeros(4, n, dtype=torch.bfloat16) for n in (64, 128))
    )
    wanted, wide = y.clone(), torch.cat([y, y], 1)
    wanted[:, 1::2], wide[:, 2::4] = x, x
    assert torch.equal(z, wanted) and torch.equal(w, wide)


@pl.jit
def cache(x: pl.Tensor[[16, 64], pl.FP32], i: pl.Tensor[[1, 8], pl.INT32], v: pl.Tensor[[8, 64], pl.FP32],
          y: pl.Out[pl.Tensor[[3, 16, 64], pl.FP32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        a, index, source = x[:, :], i[:, :], v[:, :]
        y[0, :, :] = pl.scatter_update(a, index, source)
        y[1, :, :] = pl.scatter_update(a, -2, index, source)
        y[2, :, :] = pl.tensor.scatter_update(a, 0, index=index, src=source)
    return y


def test_rows_are_replaced_the_last_one_for_a_place_stands():
    x, v, i = (
        floats(16, 64),
        floats(8, 64, seed=1),
        torch.tensor([[3, 0, 15, 3, 7, 0, 1, 9]], dtype=torch.int32),
    )
    *_, y = run_everywhere(cache, x, i, v, torch.zeros(3, 16, 64))
    wanted = x.clone()
    for at, row in zip(i[0].tolist(), v, strict=True):
        wanted[at] = row
    assert all(torch.equal(part, wanted) for part in y)
    for engine in ("interpret", "native"):
        with pytest.raises(KernelFault, match="16"):
            cache(x, i + 1, v, y, config={"engine": engine})


@pl.jit
def paged_cache(
    x: pl.Tensor[[2, 8, 1, 64], pl.BF16],
    i: pl.Tensor[[2, 8], pl.INT32],
    v: pl.Tensor[[2, 8, 1, 64], pl.BF16],
    y: pl.Out[pl.Tensor[[2, 8, 1, 64], pl.BF16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :, :, :] = pl.scatter_update(x[:, :, :, :], -2, i[:, :], v[:, :, :, :])
    return y


def test_rows_of_blocks_are_replaced():
    x, v = floats(2, 8, 1, 64).bfloat16(), floats(2, 8, 1, 64, seed=1).bfloat16()
    i = torch.tensor([[3, 0, 15, 3, 7, 0, 1, 9], [4, 5, 5, 5, 8, 9, 10, 11]], dtype=torch.int32)
    *_, y = run_everywhere(paged_cache, x, i, v, torch.zeros(2, 8, 1, 64).bfloat16())
    wanted = x.clone().reshape(16, 64)
    for at, row in zip(i.flatten().tolist(), v.reshape(16, 64), strict=True):
        wanted[at] = row
    assert torch.equal(y.reshape(16, 64), wanted)


T = pl.dynamic("T")


@pl.jit
def rows(
    x: pl.Tensor[[T, 64], pl.BF16],
    i: pl.Tensor[[1, 16], pl.INT32],
    y: pl.Out[pl.Tensor[[4, 16, 64], pl.BF16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        index = pl.load(i, [0, 0], [1, 16])
        pl.store(pl.mgather(x, index, gather_oob="clamp"), [0, 0, 0], y)
        pl.store(pl.tile.mgather(x, index, "row", gather_oob="wrap"), [1, 0, 0], y)
        pl.store(pl.mgather(x, index, coalesce="row", gather_oob=3), [2, 0, 0], y)
        y[3, :, :] = pl.mgather(x, pl.minimum(pl.maximum(i[:, :], 0), 7))
    return y


def test_rows_of_global_memory_by_their_index():
    x, i = floats(8, 64).bfloat16(), ints(0, 8, 1, 16)
    i[0, 3:6] = torch.tensor([8, -1, 1000])
    *_, y = run_everywhere(rows, x, i, torch.zeros(4, 16, 64, dtype=torch.bfloat16))
    at = i[0].long() % 2**32
    assert torch.equal(y[0], x[at.clamp(max=7)])
    assert torch.equal(y[1], x[at % 8])
    assert torch.equal(y[2], torch.where((at < 8)[:, None], x[at % 8], 0))
    assert torch.equal(y[3], x[i[0].clamp(0, 7).long()])


@pl.jit
def elements(x: pl.Tensor[[6, 10], pl.FP32], i: pl.Tensor[[4, 16], pl.INT32], y: pl.Out[pl.Tensor[[4, 16], pl.FP32]],
             z: pl.InOut[pl.Tensor[[3, 40], pl.FP32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        index = pl.load(i, [0, 0], [4, 16])
        found = pl.mgather(x, index, "elem")
        pl.store(found, [0, 0], y)
        z = pl.mscatter(found, index, z)
    return y, z


def test_elements_of_global_memory_by_their_index():
    x, i, z = floats(6, 10), ints(0, 60, 4, 16), floats(3, 40, seed=3)
    _, _, y, after = run_everywhere(elements, x, i, torch.zeros(4, 16), z)
    assert torch.equal(y, x.flatten()[i.long()])
    wanted = z.flatten().clone()
    wanted[i.flatten().long()] = y.flatten()  # equal elements meet at equal places
    assert torch.equal(after.flatten(), wanted)


@pl.jit
def operands(
    x: pl.Tensor[[40, 64], pl.BF16],
    i: pl.Tensor[[1, 32], pl.INT32],
    e: pl.Tensor[[64, 16], pl.INT32],
    n: pl.Scalar[pl.INT32],
    eye: pl.Tensor[[64, 64], pl.BF16],
    y: pl.Out[pl.Tensor[[3, 32, 64], pl.FP32]],
    z: pl.Out[pl.Tensor[[64, 16], pl.FP32]],
    p: pl.Out[pl.Tensor[[32, 16], pl.FP32]],
):
    room = pl.create_tensor([64, 16], dtype=pl.BF16)
    with pl.at(level=pl.Level.CORE_GROUP):
        one = pl.load(eye, [0, 0], [64, 64], target_memory=pl.Mem.Mat)
        k = pl.mgather(x, i, gather_oob="clamp", target_memory=pl.Mem.Mat)
        pl.store(pl.matmul(k, one), [0, 0, 0], y)
        k = pl.tile.mgather(x, i, "row", gather_oob="wrap", target_memory=pl.Mem.Mat)
        pl.store(pl.matmul(k, one), [1, 0, 0], y)
        k = pl.mgather(x, i, gather_oob="zero", target_memory=pl.Mem.Mat, valid_shape=[n, 64])
        pl.store(pl.matmul(k, one), [2, 0, 0], y)
    with pl.at(level=pl.Level.CORE_GROUP):
        one = pl.load(eye, [0, 0], [64, 64], target_memory=pl.Mem.Mat)
        b = pl.mgather(x, e, "elem", gather_oob="zero", target_memory=pl.Mem.Mat, scratch=room)
        pl.store(pl.matmul(one, b), [0, 0], z)
        a = pl.mgather(x, i, gather_oob="clamp", target_memory=pl.Mem.Mat)
        pl.store(pl.matmul(a, b), [0, 0], p)
    return y, z, p


def test_rows_and_elements_become_operands_of_products():
    x = floats(40, 64).mul(4).round().bfloat16()  # exact sums
    i, e = ints(0, 40, 1, 32), ints(-9, 2600, 64, 16, seed=2)
    i[0, 3:6] = torch.tensor([40, -1, 100_000])
    outs = torch.zeros(3, 32, 64), torch.zeros(64, 16), torch.zeros(32, 16)
    for n in (32, 5):
        *_, y, z, p = run_everywhere(operands, x, i, e, n, torch.eye(64).bfloat16(), *outs)
        at, x_rows = i[0].long() % 2**32, x.float()
        assert torch.equal(y[0], x_rows[at.clamp(max=39)])
        assert torch.equal(y[1], x_rows[at % 40])
        assert torch.equal(y[2, :n], torch.where((at < 40)[:, None], x_rows[at % 40], 0)[:n])
        places = e.long() % 2**32
        assert torch.equal(z, torch.where(places < 2560, x_rows.flatten()[places % 2560], 0))
        assert torch.equal(p, y[0] @ z)


@pytest.mark.parametrize("engine", ["interpret", "native"])
def test_an_index_outside_of_global_memory_stops_the_run(engine):
    i = ints(0, 60, 4, 16)
    i[2, 5] = 60
    with pytest.raises(KernelFault, match="60") as caught:
        elements(floats(6, 10), i, torch.zeros(4, 16), torch.zeros(3, 40), config={"engine": engine})
    assert caught.value.span.line == elements.source.definition.lineno + 4
    assert "outside of `x`: element 60 of 60" in caught.value.message


@pl.jit
def noise(k: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[8, 40], pl.INT32]], z: pl.Out[pl.Tensor[[5, 30], pl.INT32]],
          w: pl.Out[pl.Tensor[[1, 8], pl.INT32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.random(k, 7, -1, 4294967295, 3, 0, [8, 40], dtype=pl.INT32)
        tile = pl.tile.random(k, 7, 0, 0, 0, 0, [8, 40], valid_shape=[5, 30], dtype=pl.UINT32, rounds=7)
        pl.store(
            pl.tile.reinterpret_view(pl.tile.slice(tile, [5, 40], [0, 0], valid_shape=[5, 30]), pl.INT32),
            [0, 0],
            z,
        )
        w[:, :] = pl.tensor.random(0, 0, 0, 0, 0, 0, [1, 8], pl.INT32)
    return y, z, w


def test_random_words_follow_from_key_counter_and_place():
    outs = [torch.zeros(s, dtype=torch.int32) for s in ((8, 40), (5, 30), (1, 8))]
    for engine in ("interpret", "native"):
        y, z, w = (o.clone() for o in outs)
        noise(-5, y, z, w, config={"platform": "a5sim", "engine": engine})
        assert torch.equal(y, drawn(-5, 7, -1, 2**32 - 1, 3, 0, shape=(8, 40), dtype=INT32))
        assert torch.equal(z, drawn(-5, 7, 0, 0, 0, 0, shape=(8, 40), dtype=INT32, rounds=7)[:5, :30])
        # The published answer of the cipher for key 0 and counter 0.
        assert [v % 2**32 for v in w[0, :4].tolist()] == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
    assert philox((0, 0), 0, 10) == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
    with pytest.raises(UserError, match=r"pl\.random does not execute INT32 on a2a3sim"):
        noise(-5, *outs)


def test_words_differ_from_place_to_place():
    y = drawn(1, 2, 3, 4, 5, 6, shape=(64, 64), dtype=INT32)
    assert len(np.unique(y.numpy())) > 4090


WRONG = [
    ("pl.gather(x[:, :], kvalue=1.0, out_cols=8)", "`cmp_mode` is missing in pl.gather"),
    ("pl.gather(x[:, :], kvalue=1.0, cmp_mode='gt')", "`out_cols` is missing in pl.gather"),
    ("pl.gather(x[:, :], kvalue=1.0, cmp_mode='gt', out_cols=8, counts=True)", "no parameter `counts`"),
    ("pl.gather(pl.load(x, [0, 0], [8, 64]), dim=0, index=i[:, :])", "must be a tensor"),
    ("pl.mgather(x[:, :], i[:, :])", "global memory"),
    ("pl.mgather(x, i[:, :], target_memory=pl.Mem.Mat)", "`idx` must be a tensor in global memory"),
    ("pl.mgather(x, i, target_memory=pl.Mem.Left)", "mgather reaches Vec and Mat, not Left"),
    ("pl.mgather(x, i, target_memory=pl.Mem.Mat)", "indices of rows are one row"),
    ("pl.mgather(x, i, target_memory=pl.Mem.Mat, scratch=x)", "rows need no `scratch`"),
    ("pl.mgather(x, i, 'elem', target_memory=pl.Mem.Mat)", "elements go through a tensor of FP32"),
    ("pl.mgather(x, i, 'elem', target_memory=pl.Mem.Mat, scratch=i)", "elements go through a tensor of FP32"),
    ("pl.mgather(x, i, 'elem', target_memory=pl.Mem.Mat, scratch=x, valid_shape=[9, 64])", "valid_shape.0. is 9"),
    ("pl.mgather(x, i, 'elem', scratch=x)", "`scratch` is for the target pl.Mem.Mat"),
    ("pl.mgather(x, i[:, :], gather_oob='ignore')", "gather_oob 'ignore' is not known"),
    ("pl.scatter(x[:, :], dim=0, index=i[:, :], src=x[:, :])", "dim 0 is not the last axis"),
    ("pl.random(0, 0, 0, 0, 0, 0, [8, 64], rounds=9)", "rounds=9 in pl.random"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), WRONG)
def test_wrong_calls_are_refused(call, message, tmp_path):
    path = tmp_path / "wrong.py"
    path.write_text(
        "import pypto.language as pl\n\n\n@pl.jit\n"
        "def wrong(x: pl.Tensor[[8, 64], pl.FP32], i: pl.Tensor[[8, 64], pl.INT32], "
        "y: pl.Out[pl.Tensor[[8, 64], pl.FP32]]):\n"
        "    with pl.at(level=pl.Level.CORE_GROUP):\n"
        f"        y[:, :] = {call}\n"
        "    return y\n"
    )
    namespace = {"__file__": str(path), "__name__": "wrong"}
    exec(compile(path.read_text(), str(path), "exec"), namespace)
    args = torch.zeros(8, 64), torch.zeros(8, 64, dtype=torch.int32), torch.zeros(8, 64)
    with pytest.raises(UserError, match=message) as caught:
        namespace["wrong"].lower(*args)
    assert caught.value.span.line == 7


@pl.jit
def clones(x: pl.Tensor[[1, 4, 16], pl.FP32], y: pl.Tensor[[3, 1, 16], pl.FP32], z: pl.Tensor[[3, 8, 1], pl.FP32],
           a: pl.Out[pl.Tensor[[T, 4, 16], pl.FP32]], b: pl.Out[pl.Tensor[[3, 5, 16], pl.FP32]],
           c: pl.Out[pl.Tensor[[3, 8, 16], pl.FP32]], d: pl.Out[pl.Tensor[[3, 4, 16], pl.FP32]],
           e: pl.Out[pl.Tensor[[1, 4, 16], pl.FP32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.expand_clone(x, a)
        pl.expand_clone(y[:, :, :], b)
        c = pl.tensor.expand_clone(z[:, :, :], target=c)
        e = pl.expand_clone(x, e)
        room = pl.full([3, 4, 16], dtype=pl.FP32, value=1.0)
        first = pl.expand_clone(pl.mul(x[:, :, :], 2.0), room)
        second = pl.expand_clone(y[:, :, :], room)
        d[:, :, :] = pl.add(pl.add(first, second), room)
    return a, b, c, d, e


def test_what_has_extent_one_is_repeated():
    x, y, z = floats(1, 4, 16), floats(3, 1, 16, seed=1), floats(3, 8, 1, seed=2)
    outs = [torch.zeros(s) for s in ((6, 4, 16), (3, 5, 16), (3, 8, 16), (3, 4, 16), (1, 4, 16))]
    *_, a, b, c, d, e = run_everywhere(clones, x, y, z, *outs)
    assert torch.equal(a, x.expand(6, 4, 16)) and torch.equal(e, x)
    assert torch.equal(b, y.expand(3, 5, 16))
    assert torch.equal(c, z.expand(3, 8, 16))
    assert torch.equal(d, x * 2.0 + y + 1.0)


@pl.jit
def rotated(x: pl.Tensor[[32, 64], pl.FP32], cos: pl.Tensor[[1, 32], pl.FP32], sin: pl.Tensor[[1, 32], pl.FP32],
            i: pl.Tensor[[16, 64], pl.INT32], y: pl.Out[pl.Tensor[[2, 32, 64], pl.FP32]]):  # fmt: skip
    for block in pl.spmd(2):
        c, s, index = cos[:, :], sin[:, :], i[:, :]
        r = block * 16
        whole = x[r : r + 16, :]
        even = pl.gather(whole, mask_pattern=Pattern.P0101)
        odd = pl.gather(whole, mask_pattern=Pattern.P1010)
        first = pl.sub(pl.col_expand_mul(even, c), pl.col_expand_mul(odd, s))
        second = pl.add(pl.col_expand_mul(even, s), pl.col_expand_mul(odd, c))
        y[0, r : r + 16, :] = pl.gather(pl.concat(first, second), dim=-1, index=index)
        spread = pl.scatter(first, mask_pattern=Pattern.P0101, dst=whole)
        y[1, r : r + 16, :] = pl.scatter(second, mask_pattern=Pattern.P1010, dst=spread)
    return y


def test_an_interleaved_rotary_embedding():
    x, angle = floats(32, 64), floats(1, 32, seed=1)
    index = torch.arange(64).reshape(2, 32).T.reshape(1, 64).expand(16, 64).int().contiguous()
    args = (x, angle.cos(), angle.sin(), index, torch.zeros(2, 32, 64))
    *_, y = run_everywhere(rotated, *args)
    turned = torch.view_as_complex(x.reshape(32, 32, 2)) * torch.complex(angle.cos(), angle.sin())
    torch.testing.assert_close(y[0], torch.view_as_real(turned).reshape(32, 64), rtol=1e-6, atol=1e-6)
    assert torch.equal(y[0], y[1])


@pl.jit
def in_part(x: pl.Tensor[[16, 64], pl.FP32], i: pl.Tensor[[16, 32], pl.INT32], n: pl.Scalar[pl.INDEX],
            m: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]], z: pl.Out[pl.Tensor[[16, 32], pl.FP32]],
            w: pl.Out[pl.Tensor[[2, 16, 64], pl.FP32]], q: pl.Out[pl.Tensor[[16, 32], pl.INT32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        whole = x[:, :]
        index = pl.slice(i, [16, 32], [0, 0], valid_shape=[n, m])
        y[0:n, :] = pl.gather(whole, -1, index)
        z[0:n, :] = pl.gather(whole, 0, index)
        part = pl.slice(x, [16, 32], [0, 0], valid_shape=[n, m])
        w[0, :, :] = pl.scatter(whole, dim=1, index=index, src=part)
        w[1, :, :] = pl.scatter(part, mask_pattern=Pattern.P0101, dst=whole)
        wide = pl.slice(x, [16, 64], [0, 0], valid_shape=[n, m])
        q[0:n, :] = pl.gather(wide, mask_pattern=Pattern.P1010, output_dtype=pl.INT32)
    return y, z, w, q


def test_run_time_extents_bound_what_is_gathered_and_scattered():
    x, i = floats(16, 64), ints(-2, 66, 16, 32)
    programs = [
        in_part.compile(n=pl.RUNTIME, m=pl.RUNTIME, config={"engine": e}) for e in ("interpret", "native")
    ]
    for n, m in ((16, 32), (5, 7), (1, 30)):
        at = i[:n, :m].long()
        inside = torch.where((at >= 0) & (at < 64), x[:n].gather(1, at.clamp(0, 63)), 0)
        below = torch.where((at >= 0) & (at < 16), x[:, :m].gather(0, at.clamp(0, 15)), 0)
        placed, spread = x.clone(), x.clone()
        spread[:n, : 2 * m : 2] = x[:n, :m]
        for r, c in torch.cartesian_prod(torch.arange(n), torch.arange(m)).tolist():
            if 0 <= at[r, c] < 64:
                placed[r, at[r, c]] = x[r, c]
        for program in programs:
            y, z, w, q = torch.zeros(16, 32), torch.zeros(16, 32), torch.zeros(2, 16, 64), ints(0, 1, 16, 32)
            program(x, i, n, m, y, z, w, q)
            assert torch.equal(y[:n, :m], inside) and torch.equal(z[:n, :m], below)
            assert torch.equal(w, torch.stack([placed, spread]))
            assert torch.equal(q[:n, : m // 2], x[:n, 1:m:2].contiguous().view(torch.int32))


@pl.jit
def of_a_product(x: pl.Tensor[[16, 64], pl.FP32], w: pl.Tensor[[64, 64], pl.FP32], i: pl.Tensor[[16, 32], pl.INT32],
                 y: pl.Out[pl.Tensor[[16, 32], pl.FP32]], z: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        product = pl.matmul(x[:, :], w[:, :], out_dtype=pl.FP32)
        even = pl.gather(product, mask_pattern=Pattern.P0101)
        y[:, :] = pl.gather(even, dim=0, index=i[:, :])
        z[:, :] = pl.scatter(product, dim=-1, index=i[:, :], src=even)
    return y, z


def test_a_product_of_the_same_region_is_gathered_and_scattered():
    x, w = (ints(-3, 3, *shape, seed=n).float() for n, shape in enumerate(((16, 64), (64, 64))))
    i = ints(0, 16, 16, 32)
    *_, y, z = run_everywhere(of_a_product, x, w, i, torch.zeros(16, 32), torch.zeros(16, 64))
    product = x @ w
    even, wanted = product[:, 0::2], product.clone()
    assert torch.equal(y, even.gather(0, i.long()))
    for r, c in torch.cartesian_prod(torch.arange(16), torch.arange(32)).tolist():
        wanted[r, i[r, c]] = even[r, c]
    assert torch.equal(z, wanted)


@pl.jit
def one_of_each_row(x: pl.Tensor[[16, 64], pl.FP32], h: pl.Tensor[[16, 64], pl.FP16], i: pl.Tensor[[16, 1], pl.INT32],
                    y: pl.Out[pl.Tensor[[16, 1], pl.FP32]], z: pl.Out[pl.Tensor[[16, 1], pl.FP16]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        index = i[:, :]
        y[:, :] = pl.add(pl.gather(x[:, :], dim=-1, index=index), 1.0)
        z[:, :] = pl.gather(h[:, :], -1, index)
    return y, z


def test_a_column_of_indices_picks_one_of_each_row():
    x, i = floats(16, 64), ints(0, 64, 16, 1)
    i[2], i[5], i[9] = -1, 64, 63
    half = x.half()
    *_, y, z = run_everywhere(one_of_each_row, x, half, i, torch.zeros(16, 1), torch.zeros(16, 1).half())
    inside = (i >= 0) & (i < 64)
    wanted = torch.where(inside, x.gather(1, i.clamp(0, 63).long()), 0)
    assert torch.equal(y, wanted + 1.0) and torch.equal(z, wanted.half())
