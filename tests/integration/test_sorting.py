# SPDX-License-Identifier: Apache-2.0
"""Sorts, merges and what is picked from them: both engines, both platforms, bit for bit."""

import numpy as np
import pytest
import torch
from kernel_runs import run_everywhere
from placed import mrgsort, sort32

import pypto.language as pl
from pypto.errors import UserError

Pattern = pl.tile.MaskPattern

N = 4096
K = 64


@pl.jit
def ranked(x: pl.Tensor[[4, N], pl.FP32], values: pl.Out[pl.Tensor[[4, K], pl.FP32]],
           index: pl.Out[pl.Tensor[[4, K], pl.INT32]], words: pl.Out[pl.Tensor[[4, K], pl.INT32]]):  # fmt: skip
    for row in pl.spmd(4):
        places = pl.arange(0, [1, N], dtype=pl.UINT32)
        pairs = pl.sort32(x[row : row + 1, :], places)
        pairs = pl.mrgsort(pairs, block_len=64)
        pairs = pl.mrgsort(pairs, block_len=256)
        pairs = pl.tensor.mrgsort(pairs, block_len=1024)
        pairs = pl.mrgsort(pairs[:, 0:N], pairs[:, N : 2 * N])
        best = pairs[:, 0 : 2 * K]
        values[row : row + 1, :] = pl.gather(best, mask_pattern=Pattern.P0101)
        index[row : row + 1, :] = pl.gather(best, mask_pattern=Pattern.P1010, output_dtype=pl.INT32)
        unsigned = pl.gather(best, mask_pattern=Pattern.P1010, output_dtype=pl.UINT32)
        words[row : row + 1, :] = pl.reinterpret_view(unsigned, pl.INT32)
    return values, index, words


def test_the_greatest_values_of_each_row_and_where_they_stood():
    x = torch.randn(4, N, generator=torch.Generator().manual_seed(0))
    x[2] = torch.randint(-3, 3, (N,), generator=torch.Generator().manual_seed(1)).float()
    out = [torch.zeros(4, K, dtype=t) for t in (torch.float32, torch.int32, torch.int32)]
    _, values, index, words = run_everywhere(ranked, x, *out)
    wanted = x.sort(dim=1, descending=True, stable=True)
    assert torch.equal(values, wanted.values[:, :K])
    assert torch.equal(index.long(), wanted.indices[:, :K])
    assert torch.equal(words, index)


@pl.jit
def sorted_blocks(x: pl.Tensor[[8, 128], pl.FP32], words: pl.Tensor[[8, 128], pl.INT32],
                  y: pl.Out[pl.Tensor[[8, 256], pl.FP32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.sort32(x[:, :], pl.reinterpret_view(words[:, :], pl.UINT32))
    return y


def test_equal_values_keep_their_order_and_every_bit_beside_them():
    rng = np.random.default_rng(2)
    x = torch.from_numpy(rng.integers(-2, 3, (8, 128)).astype(np.float32))
    x[3] = torch.tensor([np.nan, 0.0, -0.0, np.inf, -np.inf, 1e-42, -1e-42, 3.0]).repeat(16)
    x[4, 5], x[4, 77] = torch.nan, -torch.nan
    words = torch.from_numpy(
        rng.integers(-(2**31), 2**31, (8, 128), dtype=np.int32)
    )  # also bits of signalling NaN
    _, _, y = run_everywhere(sorted_blocks, x, words, torch.zeros(8, 256))
    assert torch.equal(y.view(torch.int32), sort32(x, words).view(torch.int32))


@pl.jit
def merged_lists(a: pl.Tensor[[1, 64], pl.FP32], b: pl.Tensor[[1, 128], pl.FP32], c: pl.Tensor[[1, 32], pl.FP32],
                 d: pl.Tensor[[1, 64], pl.FP32], two: pl.Out[pl.Tensor[[1, 192], pl.FP32]],
                 three: pl.Out[pl.Tensor[[1, 224], pl.FP32]], four: pl.Out[pl.Tensor[[1, 288], pl.FP32]],
                 early: pl.Out[pl.Tensor[[1, 192], pl.FP32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        p, q, r, s = a[:, :], b[:, :], c[:, :], d[:, :]
        two[:, :] = pl.mrgsort(p, q)
        three[:, :] = pl.tensor.mrgsort(p, q, r)
        four[:, :] = pl.mrgsort(p, q, src2=r, src3=s)
        early[:, :] = pl.mrgsort(p, q, exhausted=True)
    return two, three, four, early


def sorted_list(rng, columns, values):
    pairs = np.empty((1, columns), np.float32)
    pairs.view(np.uint32)[:] = rng.integers(0, 2**32, pairs.shape, dtype=np.uint32)
    pairs[:, 0::2] = -np.sort(-rng.choice(values, columns // 2).astype(np.float32))
    return torch.from_numpy(pairs)


@pytest.mark.parametrize("nan", [False, True])
def test_lists_are_merged_earlier_ones_first(nan):
    rng = np.random.default_rng(3)
    lists = [sorted_list(rng, n, np.array([-np.inf, -1, -0.0, 0.0, 0.5, 2])) for n in (64, 128, 32, 64)]
    if nan:
        lists[1][0, 0] = lists[3][0, 0] = lists[3][0, 2] = torch.nan
    outs = [torch.zeros(1, n) for n in (192, 224, 288, 192)]
    *_, two, three, four, early = run_everywhere(merged_lists, *lists, *outs)
    for number, found in enumerate((two, three, four), 2):
        assert torch.equal(found.view(torch.int32), mrgsort(*lists[:number]).view(torch.int32))
    ends = [max(i for i, w in enumerate(two[0, 0::2]) if w == x[0, -2]) + 1 for x in lists[:2]]
    whole = 2 * min(ends)  # equal values beyond a list's own last one belong to the other list
    held = early.view(torch.int32)
    filled = int((held[0] != 0x7FA5A5A5).sum())
    assert 64 <= filled <= whole and not filled % 2
    assert torch.equal(held[:, :filled], two.view(torch.int32)[:, :filled])


@pl.jit
def tiles(x: pl.Tensor[[2, 48], pl.FP32], words: pl.Tensor[[2, 48], pl.INT32], room: pl.Tensor[[1, 128], pl.FP32],
          y: pl.Out[pl.Tensor[[2, 80], pl.FP32]], z: pl.Out[pl.Tensor[[1, 128], pl.FP32]],
          part: pl.Out[pl.Tensor[[2, 40], pl.INT32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(x, [0, 0], [2, 48], valid_shape=[2, 40])
        b = pl.load(words, [0, 0], [2, 48], valid_shape=[2, 40])
        pairs = pl.tile.sort32(a, pl.tile.reinterpret_view(b, dtype=pl.UINT32))
        pl.store(pairs, [0, 0], y)
        pl.store(pl.tile.gather_mask(pairs, Pattern.P1010, output_dtype=pl.INT32), [0, 0], part)
        first = pl.tile.slice(pairs, [1, 64], [0, 0])
        second = pl.tile.slice(pairs, [1, 64], [1, 0])
        tmp = pl.load(room, [0, 0], [1, 128])
        pl.store(pl.tile.mrgsort(first, second, None, None, tmp, False), [0, 0], z)
    return y, z, part


def test_tiles_sort_a_tail_shorter_than_a_block():
    rng = np.random.default_rng(4)
    x = torch.from_numpy(rng.integers(-9, 9, (2, 48)).astype(np.float32))
    words = torch.from_numpy(rng.integers(-(2**31), 2**31, (2, 48), dtype=np.int32))
    given = (
        torch.zeros(1, 128),
        torch.zeros(2, 80),
        torch.zeros(1, 128),
        torch.zeros(2, 40, dtype=torch.int32),
    )
    *_, y, z, part = run_everywhere(tiles, x, words, *given)
    wanted = sort32(x[:, :40], words[:, :40])
    assert torch.equal(y.view(torch.int32), wanted.view(torch.int32))
    assert torch.equal(part, wanted.view(torch.int32)[:, 1::2])
    runs = [wanted[r : r + 1, :64] for r in range(2)]
    assert torch.equal(z.view(torch.int32), mrgsort(*runs).view(torch.int32))


WRONG = [
    ("pl.sort32(x[0:1, :], pl.arange(0, [1, 64]))", "`idx` holds INT32"),
    ("pl.sort32(pl.cast(x[0:1, :], pl.FP16), pl.arange(0, [1, 64], dtype=pl.UINT32))", "pairs of FP16"),
    ("pl.mrgsort(x[0:1, :], tmp=x[0:1, :], block_len=64)", "`tmp` is for tiles"),
    ("pl.mrgsort(x[0:1, :], src2=x[0:1, :])", "`src1` is missing"),
    ("pl.mrgsort(x[0:2, :], block_len=64)", "one row"),
    ("pl.gather(x[0:1, :], mask_pattern=9)", "no pattern"),
    ("pl.tile.gather_mask(x[0:1, :], pl.tile.MaskPattern.P0101)", "takes tiles"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), WRONG)
def test_wrong_calls_are_refused(call, message, tmp_path):
    path = tmp_path / "wrong.py"
    path.write_text(
        "import pypto.language as pl\n\n\n@pl.jit\n"
        "def wrong(x: pl.Tensor[[8, 64], pl.FP32], y: pl.Out[pl.Tensor[[8, 64], pl.FP32]]):\n"
        "    with pl.at(level=pl.Level.CORE_GROUP):\n"
        f"        y[0:1, :] = {call}\n"
        "    return y\n"
    )
    namespace = {"__file__": str(path), "__name__": "wrong"}
    exec(compile(path.read_text(), str(path), "exec"), namespace)
    with pytest.raises(UserError, match=message) as caught:
        namespace["wrong"].lower(torch.zeros(8, 64), torch.zeros(8, 64))
    assert caught.value.span.line == 7
