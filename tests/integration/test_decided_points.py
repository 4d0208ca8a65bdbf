# SPDX-License-Identifier: Apache-2.0
"""What operations do where one might expect something else: each is settled, and the same in both engines."""

import numpy as np
import torch
from kernel_runs import run_everywhere

import pypto.language as pl

INF, NAN = float("inf"), float("nan")


@pl.jit
def vectors(
    x: pl.Tensor[[8, 64], pl.FP32],
    w: pl.Tensor[[8, 64], pl.FP32],
    differences: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    extremes: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    rounded: pl.Out[pl.Tensor[[48, 64], pl.INT32]],
    short: pl.Out[pl.Tensor[[8, 64], pl.INT16]],
    filled: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    sums: pl.Out[pl.Tensor[[8, 2], pl.FP32]],
    halves: pl.Out[pl.Tensor[[8, 64], pl.BF16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(x, [0, 0], [8, 64])
        b = pl.load(w, [0, 0], [8, 64])
        differences = pl.store(pl.subc(a, b, a), [0, 0], differences)
        differences = pl.store(pl.subsc(a, 0.5, b), [8, 0], differences)
    with pl.at(level=pl.Level.CORE_GROUP):
        u, v = x[:, :], w[:, :]
        extremes[0:8, :] = pl.maximum(u, v)
        extremes[8:16, :] = pl.minimum(v, u)
        rounded[0:8, :] = pl.cast(u, pl.INT32, mode="none")
        rounded[8:16, :] = pl.cast(u, pl.INT32, mode="rint")
        rounded[16:24, :] = pl.cast(u, pl.INT32)
        rounded[24:32, :] = pl.cast(u, pl.INT32, mode="floor")
        rounded[32:40, :] = pl.cast(u, pl.INT32, mode="ceil")
        rounded[40:48, :] = pl.cast(u, pl.INT32, mode="trunc")
        short[:, :] = pl.cast(u, pl.INT16, mode="trunc")
    with pl.at(level=pl.Level.CORE_GROUP):
        part = pl.slice(w, [8, 64], [0, 0], valid_shape=[8, 5])
        filled[0:8, :] = pl.fillpad(part, pl.PadValue.min)
        filled[8:16, :] = pl.fillpad(part, pl.PadValue.max)
        sums[:, 0:1] = pl.row_sum(part)
        sums[:, 1:2] = pl.row_sum(pl.fillpad(part))
        halves[:, :] = pl.add(pl.cast(w[:, :], pl.BF16), pl.cast(w[:, :], pl.BF16))
    return differences, extremes, rounded, short, filled, sums, halves


def test_vectors():
    torch.manual_seed(1)
    x, w = torch.randn(8, 64) * 4, torch.randint(-9, 9, (8, 64)) * 0.25
    x[0, :8] = torch.tensor([0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 1e12, -1e12])
    x[1, :3] = torch.tensor([NAN, 70000.0, -40000.0])
    w[1, 1] = NAN
    outs = run_everywhere(
        vectors, x, w, torch.zeros(16, 64), torch.zeros(16, 64), torch.zeros(48, 64, dtype=torch.int32),
        torch.zeros(8, 64, dtype=torch.int16), torch.zeros(16, 64), torch.zeros(8, 2),
        torch.zeros(8, 64, dtype=torch.bfloat16),
    )[2:]  # fmt: skip
    differences, extremes, rounded, short, filled, sums, halves = outs
    assert torch.equal(differences[:8].nan_to_num(7), ((x - w) - x).nan_to_num(7)), "a - b - c"
    assert torch.equal(differences[8:].nan_to_num(7), ((x - 0.5) - w).nan_to_num(7)), "a - s - c"
    assert torch.equal(extremes[:8].nan_to_num(7), torch.maximum(x, w).nan_to_num(7)), "NaN from either side"
    assert torch.equal(extremes[8:].nan_to_num(7), torch.minimum(w, x).nan_to_num(7))
    modes = [
        torch.trunc,
        torch.round,
        lambda t: (t.abs() + 0.5).floor() * t.sign(),
        torch.floor,
        torch.ceil,
        torch.trunc,
    ]
    exact = x.double().nan_to_num(0)
    for number, mode in enumerate(modes):
        wanted = mode(exact).clamp(-(2**31), 2**31 - 1).to(torch.int64).to(torch.int32)
        assert torch.equal(rounded[number * 8 : number * 8 + 8], wanted), f"mode {number}, saturated"
    low = torch.from_numpy(exact.trunc().clamp(-1e15, 1e15).numpy().astype(np.int64).astype(np.int16))
    assert torch.equal(short, low), "FP32 to INT16 keeps the low bits"
    assert (filled[:8, 5:] == -INF).all() and (filled[8:, 5:] == INF).all()
    assert torch.equal(filled[0:8, :5].nan_to_num(7), w[:, :5].nan_to_num(7))
    assert torch.allclose(sums[:, 0], w[:, :5].sum(1), equal_nan=True), "what holds no data is not added"
    assert torch.equal(sums[:, 0].nan_to_num(7), sums[:, 1].nan_to_num(7))
    small = w.bfloat16()
    assert torch.equal(
        halves.float().nan_to_num(7), (small.float() + small.float()).bfloat16().float().nan_to_num(7)
    )


@pl.jit
def integers(
    x: pl.Tensor[[8, 64], pl.INT32],
    w: pl.Tensor[[8, 64], pl.INT32],
    compared: pl.Out[pl.Tensor[[48, 64], pl.INT32]],
    scalars: pl.Out[pl.Tensor[[8], pl.INT32]],
    short: pl.Out[pl.Tensor[[2, 32], pl.INT16]],
    long: pl.Out[pl.Tensor[[2, 32], pl.INT32]],
    unsigned: pl.Out[pl.Tensor[[1, 32], pl.INT16]],
    words: pl.Out[pl.Tensor[[1, 32], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        for code in pl.unroll(6):
            compared[code * 8 : code * 8 + 8, :] = pl.cmp(x[:, :], w[:, :], cmp_type=code)
    with pl.at(level=pl.Level.CORE_GROUP):
        a = x[0, 0]
        b = w[0, 0]
        pl.write(scalars, [0], a / b)
        pl.write(scalars, [1], a // b)
        pl.write(scalars, [2], a % b)
        pl.write(scalars, [3], pl.div(a, b))
        pl.write(scalars, [4], pl.min(a, b))
        pl.write(scalars, [5], pl.max(a, b))
        pl.write(scalars, [6], pl.cast(pl.cast(-2.75, pl.FP32), pl.INT32))
        pl.write(scalars, [7], pl.cast(a + 1, pl.INT32))
    with pl.at(level=pl.Level.CORE_GROUP):
        short[0:1, :] = pl.arange(32760, [1, 32], dtype=pl.INT16)
        short[1:2, :] = pl.arange(40000, [1, 32], dtype=pl.INT16)
        long[0:1, :] = pl.arange(5, [1, 32])
        long[1:2, :] = pl.arange(x[0, 0], [1, 32], descending=True)
        unsigned[:, :] = pl.reinterpret_view(pl.arange(65530, [1, 32], dtype=pl.UINT16), pl.INT16)
        words[:, :] = pl.reinterpret_view(pl.arange(3, [1, 32], dtype=pl.UINT32, descending=True), pl.INT32)
    return compared, scalars, short, long, unsigned, words


def test_integers():
    torch.manual_seed(2)
    x = torch.randint(-3, 3, (8, 64), dtype=torch.int32)
    w = torch.randint(-3, 3, (8, 64), dtype=torch.int32)
    x[0, 0], w[0, 0] = -7, 2
    x[1, :2], w[1, :2] = torch.tensor([-(2**31), 2**31 - 1]), torch.tensor([2**31 - 1, -(2**31)])
    compared, scalars, short, long, unsigned, words = run_everywhere(
        integers, x, w, torch.zeros(48, 64, dtype=torch.int32), torch.zeros(8, dtype=torch.int32),
        torch.zeros(2, 32, dtype=torch.int16), torch.zeros(2, 32, dtype=torch.int32),
        torch.zeros(1, 32, dtype=torch.int16), torch.zeros(1, 32, dtype=torch.int32),
    )[2:]  # fmt: skip
    for code, holds in enumerate([torch.eq, torch.ne, torch.lt, torch.le, torch.gt, torch.ge]):
        assert torch.equal(compared[code * 8 : code * 8 + 8], holds(x, w).int()), f"code {code}"
    assert scalars.tolist() == [-3, -4, 1, -3, -7, 2, -2, -6], "/ truncates, // and % floor"
    j = np.arange(32)
    assert np.array_equal(short.numpy(), np.stack([32760 + j, 40000 + j]).astype(np.int16))
    assert np.array_equal(long.numpy(), np.stack([5 + j, -7 - j]))
    assert np.array_equal(unsigned.numpy().view(np.uint16), (65530 + j).astype(np.uint16)[None])
    assert np.array_equal(words.numpy().view(np.uint32), (3 - j).astype(np.uint32)[None])


@pl.jit
def places(
    x: pl.Tensor[[8, 64], pl.FP32],
    i: pl.Tensor[[8, 64], pl.INT32],
    z: pl.Tensor[[2, 8, 16], pl.FP32],
    k: pl.Tensor[[2, 8, 16], pl.INT32],
    words: pl.Tensor[[8, 64], pl.INT32],
    along: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    deep: pl.Out[pl.Tensor[[3, 2, 8, 16], pl.FP32]],
    pairs: pl.Out[pl.Tensor[[8, 128], pl.FP32]],
    found: pl.Out[pl.Tensor[[8, 64], pl.INT32]],
    counts: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
    turned: pl.Out[pl.Tensor[[64, 8], pl.FP32]],
    united: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    spread: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        along[0:8, :] = pl.gather(x[:, :], -1, i[:, :])
        along[8:16, :] = pl.gather(x[:, :], 0, i[:, :])
    with pl.at(level=pl.Level.CORE_GROUP):
        deep[0, :, :, :] = pl.gather(z[:, :, :], 0, k[:, :, :])
        deep[1, :, :, :] = pl.gather(z[:, :, :], 1, k[:, :, :])
        deep[2, :, :, :] = pl.gather(z[:, :, :], 2, k[:, :, :])
    with pl.at(level=pl.Level.CORE_GROUP):
        pairs[:, :] = pl.sort32(x[:, :], pl.reinterpret_view(words[:, :], pl.UINT32))
    with pl.at(level=pl.Level.CORE_GROUP):
        where, many = pl.gather(x[:, :], kvalue=0.0, cmp_mode="gt", out_cols=64, offset=100)
        found[:, :] = where
        counts[:, :] = many
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [8, 64], valid_shape=[5, 40])
        whole = pl.full([64, 8], pl.FP32, -1.0)
        turned[:, :] = whole
        turned = pl.store(pl.tile.transpose(t, 0, 1), [0, 0], turned)
    with pl.at(level=pl.Level.CORE_GROUP):
        few = pl.load(x, [0, 0], [8, 64], valid_shape=[8, 24])
        all_ = pl.load(x, [0, 0], [8, 64])
        united = pl.store(pl.part_add(few, all_), [0, 0], united)
    with pl.at(level=pl.Level.CORE_GROUP):
        rows = pl.slice(x, [8, 64], [0, 0], valid_shape=[8, 40])
        spread[:, :] = pl.fillpad(pl.set_validshape(pl.row_expand_sub(rows, pl.row_max(rows)), 8, 40))
    return along, deep, pairs, found, counts, turned, united, spread


def _gathered(x, index, axis):
    inside = (index >= 0) & (index < x.shape[axis])
    safe = torch.where(inside, index, 0).long()
    return torch.where(inside, torch.gather(x, axis, safe), 0.0)


def test_places():
    torch.manual_seed(3)
    x = torch.randn(8, 64)
    i = torch.randint(-3, 70, (8, 64), dtype=torch.int32)
    z = torch.randn(2, 8, 16)
    k = torch.randint(-2, 18, (2, 8, 16), dtype=torch.int32)
    words = torch.from_numpy(np.random.default_rng(3).integers(-(2**31), 2**31, (8, 64), dtype=np.int32))
    along, deep, pairs, found, counts, turned, united, spread = run_everywhere(
        places, x, i, z, k, words, torch.zeros(16, 64), torch.zeros(3, 2, 8, 16), torch.zeros(8, 128),
        torch.zeros(8, 64, dtype=torch.int32), torch.zeros(1, 8, dtype=torch.int32), torch.zeros(64, 8),
        torch.zeros(8, 64), torch.zeros(8, 64),
    )[5:]  # fmt: skip
    assert torch.equal(along[:8], _gathered(x, i, 1)), "0 where there is no element"
    assert torch.equal(along[8:], _gathered(x, i, 0)), "along rows"
    for axis in range(3):
        assert torch.equal(deep[axis], _gathered(z, k, axis)), f"axis {axis} of three"
    values, payload = pairs[:, 0::2], pairs[:, 1::2].contiguous().numpy().view(np.uint32)
    for block in (slice(0, 32), slice(32, 64)):
        order = torch.argsort(x[:, block], dim=1, descending=True, stable=True)
        assert torch.equal(values[:, block], torch.gather(x[:, block], 1, order))
        wanted = np.take_along_axis(words.numpy().view(np.uint32)[:, block], order.numpy(), 1)
        assert np.array_equal(payload[:, block], wanted), "the words are copied as bits"
    for row in range(8):
        columns = torch.nonzero(x[row] > 0).flatten().int() + 100
        assert counts[0, row] == len(columns)
        assert torch.equal(found[row, : len(columns)], columns)
    assert torch.equal(turned[:40, :5], x[:5, :40].T), "a transposed tile is valid where its source was"
    assert (turned[40:] == -1).all() and (turned[:, 5:] == -1).all()
    assert torch.equal(united, torch.cat([x[:, :24] * 2, x[:, 24:]], 1)), "one side alone is copied"
    assert torch.equal(spread[:, :40], x[:, :40] - x[:, :40].amax(1, keepdim=True))
    assert (spread[:, 40:] == 0).all()


@pl.jit
def products(
    x: pl.Tensor[[32, 64], pl.BF16],
    w: pl.Tensor[[64, 32], pl.BF16],
    b: pl.Tensor[[1, 32, 64], pl.BF16],
    wide: pl.Out[pl.Tensor[[64, 32], pl.FP32]],
    narrow: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
    batch: pl.Out[pl.Tensor[[1, 32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(x[:, :], w[:, :])
        wide[0:32, :] = pl.cast(c, pl.FP32)
        wide[32:64, :] = pl.add(pl.matmul(x[:, :], w[:, :]), 1.0)
    with pl.at(level=pl.Level.CORE_GROUP):
        narrow[:, :] = pl.matmul(x[:, :], w[:, :])
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.create_tensor([1, 32, 32], dtype=pl.FP32)
        for step in pl.range(2):
            acc = pl.matmul_acc(acc, b[:, :, :], pl.reshape(w[:, :], [1, 64, 32]), init_cond=step == 0)
        batch[:, :, :] = acc
    return wide, narrow, batch


def test_products():
    torch.manual_seed(4)
    x = torch.randint(-8, 8, (32, 64)).bfloat16() * 0.125
    w = torch.randint(-8, 8, (64, 32)).bfloat16() * 0.125
    wide, narrow, batch = run_everywhere(
        products, x, w, x[None].clone(), torch.zeros(64, 32), torch.zeros(32, 32, dtype=torch.bfloat16),
        torch.zeros(1, 32, 32),
    )[3:]  # fmt: skip
    exact = x.double() @ w.double()  # whole multiples of 1/64: no sum is rounded
    assert torch.equal(wide[:32].double(), exact), "the product of BF16 is FP32 inside the region"
    assert torch.equal(wide[32:].double(), exact + 1)
    assert torch.equal(narrow, exact.bfloat16()), "and is rounded once where it is stored"
    assert torch.equal(batch[0].double(), exact * 2), "a batch of one starts with init_cond"
