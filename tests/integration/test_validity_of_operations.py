# SPDX-License-Identifier: Apache-2.0
"""Which cells of a result hold data where operands are valid in part, at run time too, and what is in them."""

from collections.abc import Callable

import pytest
import torch
from kernel_runs import run_everywhere
from torch.nn.functional import pad

import pypto.language as pl

N = torch.nan


@pl.jit
def unequal_tensors(
    x: pl.Tensor[[16, 64], pl.FP32],
    i: pl.Tensor[[16, 64], pl.INT32],
    bits: pl.InOut[pl.Tensor[[16, 64], pl.INT32]],
    ones: pl.Out[pl.Tensor[[16, 64], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.slice(i, [16, 64], [0, 0], valid_shape=[9, 17])
        bits = pl.assemble(bits, pl.set_validshape(pl.xor(a, i[:, :]), 9, 17), [0, 0])
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.set_validshape(x[:, :], 7, 33)
        less = pl.cmp(v, x[:, :], cmp_type=5)
        ones[:, :] = pl.cast(pl.sub(less, pl.mul(less, less)), pl.INT32)  # 0 of 0 and 1, and of nothing else
    return bits, ones


def test_tensors_of_different_valid_regions_combine_and_compare():
    i = torch.arange(1024, dtype=torch.int32).view(16, 64)
    *_, bits, ones = run_everywhere(
        unequal_tensors, torch.ones(16, 64), i, torch.full_like(i, 7), torch.ones_like(i)
    )
    wanted = torch.full_like(i, 7)
    wanted[:9, :17] = 0
    assert torch.equal(bits, wanted) and not ones.any()


@pl.jit
def unequal_tiles(
    x: pl.Tensor[[16, 64], pl.FP32],
    i: pl.Tensor[[16, 64], pl.INT32],
    sums: pl.InOut[pl.Tensor[[16, 64], pl.FP32]],
    words: pl.InOut[pl.Tensor[[16, 64], pl.INT32]],
    chosen: pl.InOut[pl.Tensor[[16, 64], pl.FP32]],
):
    """The left operand decides; where the right one holds nothing nobody looks."""
    with pl.at(level=pl.Level.CORE_GROUP):
        a, b = (
            pl.load(x, [0, 0], [16, 64], valid_shape=[9, 33]),
            pl.load(x, [0, 0], [16, 64], valid_shape=[5, 17]),
        )
        total = pl.add(pl.fmod(pl.sub(a, b), a), pl.maximum(a, b))
        sums = pl.store(pl.set_validshape(total, 5, 17), [0, 0], sums)
        c, d = (
            pl.load(i, [0, 0], [16, 64], valid_shape=[9, 33]),
            pl.load(i, [0, 0], [16, 64], valid_shape=[5, 17]),
        )
        room = pl.create_tile([16, 64], pl.INT32)
        words = pl.store(pl.set_validshape(pl.xor(pl.or_(c, d), pl.shl(c, d), room), 5, 17), [0, 0], words)
        mask = pl.cmp(a, b, cmp_type=0)
        picked = pl.sel(mask, a, b, pl.create_tile([1, 32], pl.UINT8))
        chosen = pl.store(pl.set_validshape(picked, 5, 17), [0, 0], chosen)
    return sums, words, chosen


def test_tiles_of_different_valid_regions_follow_the_left_one():
    x = torch.full((16, 64), N)
    x[:9, :33] = 3.0
    i = torch.full((16, 64), 2, dtype=torch.int32)
    before = torch.full((16, 64), 5.0)
    _, _, sums, words, chosen = run_everywhere(unequal_tiles, x, i, before, torch.full_like(i, 9), before)
    for found, inside, outside in ((sums, 3.0, 5.0), (words, 2 ^ 8, 9), (chosen, 3.0, 5.0)):
        assert (found[:5, :17] == inside).all()
        assert (found[5:] == outside).all() and (found[:, 17:] == outside).all()


@pl.jit
def extents_of_the_run(
    x: pl.Tensor[[16, 64], pl.FP32],
    y: pl.Tensor[[16, 64], pl.FP32],
    n: pl.Tensor[[8], pl.INT32],
    joined: pl.InOut[pl.Tensor[[16, 64], pl.FP32]],
    tiles: pl.InOut[pl.Tensor[[16, 64], pl.FP32]],
    every: pl.InOut[pl.Tensor[[16, 64], pl.FP32]],
    chosen: pl.InOut[pl.Tensor[[16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a, b, c, d = pl.read(n, [0]), pl.read(n, [1]), pl.read(n, [2]), pl.read(n, [3])
        v = pl.slice(x, [16, 64], [0, 0], valid_shape=[a, b])
        w = pl.slice(y, [16, 64], [0, 0], valid_shape=[c, d])
        joined = pl.assemble(joined, pl.part_add(v, w), [0, 0])
        every = pl.assemble(every, pl.gather(v, mask_pattern=pl.tile.MaskPattern.P1111), [0, 0])
    with pl.at(level=pl.Level.CORE_GROUP):
        a, b, c, d = pl.read(n, [0]), pl.read(n, [1]), pl.read(n, [2]), pl.read(n, [3])
        s = pl.load(x, [0, 0], [16, 64], valid_shape=[a, b])
        t = pl.load(y, [0, 0], [16, 64], valid_shape=[c, d])
        tiles = pl.store(pl.part_max(s, t), [0, 0], tiles)
        picked = pl.sel(pl.cmps(s, 4.0, cmp_type=3), s, pl.mul(s, 2.0), pl.create_tile([1, 32], pl.UINT8))
        chosen = pl.store(picked, [0, 0], chosen)
    return joined, tiles, every, chosen


@pytest.mark.parametrize(
    "a, b, c, d", [(5, 33, 9, 40), (9, 40, 5, 33), (7, 17, 7, 17), (0, 64, 16, 64), (3, 9, 1, 1)]
)
def test_regions_that_only_the_run_knows(a, b, c, d):
    generator = torch.Generator().manual_seed(11)
    x, y = torch.full((16, 64), N), torch.full((16, 64), N)
    x[:a, :b] = torch.randint(1, 9, (a, b), generator=generator).float()
    y[:c, :d] = torch.randint(1, 9, (c, d), generator=generator).float()
    before, n = torch.full((16, 64), -3.0), torch.tensor([a, b, c, d, 0, 0, 0, 0], dtype=torch.int32)
    _, _, _, joined, tiles, every, chosen = run_everywhere(extents_of_the_run, x, y, n, *[before] * 4)
    for found, both in ((joined, x + y), (tiles, torch.maximum(x, y))):
        one = torch.where(both.isnan(), torch.where(x.isnan(), y, x), both)
        assert torch.equal(found, torch.where(one.isnan(), before, one))
    assert torch.equal(every, torch.where(x.isnan(), before, x))
    assert torch.equal(chosen, torch.where(x.isnan(), before, torch.where(x <= 4, x, 2 * x)))


@pl.jit
def no_index(
    x: pl.Tensor[[16, 64], pl.FP32], i: pl.Tensor[[16, 32], pl.INT32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        index = pl.slice(i, [16, 32], [0, 0], valid_shape=[16, 0])
        y[:, :] = pl.fillpad(pl.gather(x[:, :], dim=-1, index=index))
    return y


def test_a_gather_by_no_index_gives_nothing():
    i = torch.full((16, 32), 10**6, dtype=torch.int32)
    assert not run_everywhere(no_index, torch.ones(16, 64), i, torch.ones(16, 32))[2].any()


@pl.jit
def matrices(
    x: pl.Tensor[[4, 8, 32], pl.FP32],
    n: pl.Tensor[[8], pl.INT32],
    y: pl.InOut[pl.Tensor[[4, 8, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(
            x, [4, 8, 32], [0, 0, 0], valid_shape=[pl.read(n, [0]), pl.read(n, [1]), pl.read(n, [2])]
        )
        y = pl.assemble(y, pl.col_expand_sub(v, pl.col_max(v)), [0, 0, 0])
    return y


@pytest.mark.parametrize("held", [(2, 8, 32), (3, 5, 17), (1, 1, 1), (0, 8, 32)])
def test_columns_of_as_many_matrices_as_the_run_has(held):
    inside = tuple(slice(0, k) for k in held)
    x, wanted = torch.full((4, 8, 32), N), torch.full((4, 8, 32), 7.0)
    x[inside] = torch.randint(-9, 9, held, generator=torch.Generator().manual_seed(2)).float()
    if held[0]:
        wanted[inside] = x[inside] - x[inside].amax(1, keepdim=True)
    n = torch.tensor([*held, 0, 0, 0, 0, 0], dtype=torch.int32)
    assert torch.equal(run_everywhere(matrices, x, n, torch.full((4, 8, 32), 7.0))[2], wanted)


@pl.jit
def begun(
    x: pl.Tensor[[32, 32], pl.FP32], n: pl.Tensor[[8], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]
):
    """Nothing that is needed before the loop lies in the rows that it fills."""
    with pl.at(level=pl.Level.CORE_GROUP):
        top = pl.add(pl.col_max(pl.mul(x[0:8, :], 2.0)), pl.col_max(pl.mul(x[8:16, :], 3.0)))
        rows = pl.create_tensor([32, 32], pl.FP32)
        for i in pl.range(pl.read(n, [0])):
            rows[i * 8 : i * 8 + 8, :] = pl.col_expand_mul(x[i * 8 : i * 8 + 8, :], top)
        y[:, :] = rows
    return y


def test_rows_that_a_loop_of_run_time_length_fills():
    x = torch.randint(-9, 9, (32, 32), generator=torch.Generator().manual_seed(3)).float()
    n = torch.full((8,), 4, dtype=torch.int32)
    top = (x[:8] * 2).amax(0) + (x[8:16] * 3).amax(0)
    assert torch.equal(run_everywhere(begun, x, n, torch.zeros(32, 32))[2], x * top)


@pl.jit
def first_cells(x: pl.Tensor[[4, 8, 32], pl.FP32], a: pl.InOut[pl.Tensor[[32, 32], pl.FP32]],
                b: pl.InOut[pl.Tensor[[64, 16], pl.FP32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [4, 8, 32], [0, 0, 0], valid_shape=[1, 5, 32])
        a = pl.assemble(a, pl.reshape(v, [32, 32]), [0, 0])
        one = pl.slice(x, [4, 8, 32], [0, 0, 0], valid_shape=[1, 1, 8])
        b = pl.assemble(b, pl.reshape(one, [64, 16]), [0, 0])
        none = pl.slice(x, [4, 8, 32], [0, 0, 0], valid_shape=[2, 0, 32])
        b = pl.assemble(b, pl.reshape(none, [64, 16]), [0, 0])
    return a, b


def test_the_first_cells_of_a_value_stay_those_under_another_shape():
    x = torch.arange(1024.0).view(4, 8, 32)
    _, a, b = run_everywhere(first_cells, x, torch.full((32, 32), -1.0), torch.full((64, 16), -1.0))
    wanted_a, wanted_b = torch.full((32, 32), -1.0), torch.full((64, 16), -1.0)
    wanted_a[:5], wanted_b[0, :8] = x[0, :5], x[0, 0, :8]
    assert torch.equal(a, wanted_a) and torch.equal(b, wanted_b)


@pl.jit
def begun_in_little_room(
    x: pl.Tensor[[256, 128], pl.FP32], n: pl.Tensor[[8], pl.INT32], y: pl.Out[pl.Tensor[[256, 128], pl.FP32]]
):
    """The rows that the loop fills need bytes that others had."""
    with pl.at(level=pl.Level.CORE_GROUP):
        top = pl.col_max(pl.add(pl.mul(x[0:128, :], 2.0), x[128:256, :]))
        rows = pl.create_tensor([256, 128], pl.FP32)
        for i in pl.range(pl.read(n, [0])):
            rows[i * 8 : i * 8 + 8, :] = pl.col_expand_mul(x[i * 8 : i * 8 + 8, :], top)
        y[:, :] = rows
    return y


@pytest.mark.parametrize("planner", ["PYPTO", "PTOAS", "DSA_RP"])
def test_rows_that_a_loop_fills_take_bytes_that_are_free(planner):
    x = torch.randint(-9, 9, (256, 128), generator=torch.Generator().manual_seed(4)).float()
    y, n = torch.zeros(256, 128), torch.full((8,), 32, dtype=torch.int32)
    for engine in ("interpret", "native"):
        begun_in_little_room(x, n, y.zero_(), config={"engine": engine, "memory_planner": planner})
        assert torch.equal(y, x * (2 * x[:128] + x[128:]).amax(0))


# Operations on one value of which the run decides how much holds data: expression, shape of the result, and what of it
# holds data, given the valid cells

TILE_ROOM = "pl.create_tile([16, 64], pl.FP32)"
CASES: dict[str, tuple[str, tuple[int, int], Callable[[torch.Tensor], torch.Tensor]]] = {
    "number": ("pl.sub(pl.mul(v, 2.0), 3.0)", (16, 64), lambda x: 2 * x - 3),
    "two": ("pl.maximum(v, pl.neg(v))", (16, 64), torch.abs),
    "fmod": ("pl.fmod(v, 3.0)", (16, 64), lambda x: x.fmod(3)),
    "recip": ("pl.recip(v)", (16, 64), lambda x: 1 / x),
    "cast": ("pl.cast(pl.cast(v, pl.INT32), pl.FP32)", (16, 64), lambda x: x),
    "cmp": ("pl.cmp(v, 4.0, cmp_type=2)", (16, 64), lambda x: (x < 4).float()),
    "row_sum": ("pl.row_sum(v)", (16, 1), lambda x: x.sum(1, keepdim=True)),
    "row_min": ("pl.row_min(v)", (16, 1), lambda x: x.amin(1, keepdim=True)),
    "col_sum": ("pl.col_sum(v)", (1, 64), lambda x: x.sum(0, keepdim=True)),
    "col_max": ("pl.col_max(v)", (1, 64), lambda x: x.amax(0, keepdim=True)),
    "row_expand": ("pl.row_expand_sub(v, pl.row_max(v))", (16, 64), lambda x: x - x.amax(1, keepdim=True)),
    "col_expand": ("pl.col_expand_mul(v, pl.col_min(v))", (16, 64), lambda x: x * x.amin(0)),
    "transpose": ("pl.transpose(v, 0, 1)", (64, 16), torch.t),
    "bits": ("pl.reinterpret_view(pl.reinterpret_view(v, pl.INT16), pl.FP32)", (16, 64), lambda x: x),
    "pattern": ("pl.gather(v, mask_pattern=pl.tile.MaskPattern.P1010)", (16, 32), lambda x: x[:, 1::2]),
    "slice": ("pl.slice(pl.slice(v, [12, 48], [2, 8]), [8, 32], [1, 8])", (8, 32), lambda x: x[3:11, 16:48]),
    "expand": ("pl.fillpad_expand(v, [24, 72])", (24, 72), lambda x: pad(x, (0, 72 - x.shape[1], 0, 24 - x.shape[0]))),
    "tile.add": ("pl.add(t, pl.mul(t, 2.0))", (16, 64), lambda x: 3 * x),
    "tile.row_max": (f"pl.row_max(t, {TILE_ROOM})", (16, 1), lambda x: x.amax(1, keepdim=True)),
    "tile.col_sum": (f"pl.col_sum(t, {TILE_ROOM})", (1, 64), lambda x: x.sum(0, keepdim=True)),
    "tile.prelu": (f"pl.prelu(t, t, {TILE_ROOM})", (16, 64), lambda x: x),
    "tile.rems": (f"pl.rems(t, 3.0, {TILE_ROOM})", (16, 64), lambda x: x.remainder(3)),
}  # fmt: skip
GROUPS = [list(CASES)[i::2] for i in range(2)]


def program(names: list[str]) -> str:
    outputs = [f"y{i}: pl.InOut[pl.Tensor[{list(CASES[n][1])}, pl.FP32]]" for i, n in enumerate(names)]
    lines = ["import pypto.language as pl", "", "", "@pl.jit"]
    lines.append(
        f"def run(x: pl.Tensor[[16, 64], pl.FP32], n: pl.Tensor[[8], pl.INT32], {', '.join(outputs)}):"
    )
    for i, name in enumerate(names):
        lines.append("    with pl.at(level=pl.Level.CORE_GROUP):")
        lines.append("        a, b = pl.read(n, [0]), pl.read(n, [1])")
        if name.startswith("tile."):
            lines.append("        t = pl.set_validshape(pl.load(x, [0, 0], [16, 64]), a, b)")
            lines.append(f"        y{i} = pl.store({CASES[name][0]}, [0, 0], y{i})")
        else:
            lines.append("        v = pl.set_validshape(x[:, :], a, b)")
            lines.append(f"        y{i} = pl.assemble(y{i}, {CASES[name][0]}, [0, 0])")
    lines.append(f"    return {', '.join(f'y{i}' for i in range(len(names)))}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("group", range(len(GROUPS)))
def test_operations_on_as_much_as_the_run_has(kept_kernel, group):
    names = GROUPS[group]
    kernel = kept_kernel(f"validity_{group}", program(names))
    for seed, (a, b) in enumerate([(7, 17), (16, 64), (1, 1), (13, 63), (5, 64), (16, 33)]):
        x = torch.full((16, 64), N)
        x[:a, :b] = torch.randint(1, 9, (a, b), generator=torch.Generator().manual_seed(seed)).float()
        n = torch.tensor([a, b, 0, 0, 0, 0, 0, 0], dtype=torch.int32)
        outputs = [torch.full(CASES[name][1], -77.0) for name in names]
        for name, found in zip(names, run_everywhere(kernel, x, n, *outputs)[2:], strict=True):
            held, wanted = CASES[name][2](x[:a, :b]), torch.full(CASES[name][1], -77.0)
            wanted[: held.shape[0], : held.shape[1]] = held
            assert torch.allclose(found, wanted, rtol=1e-6, atol=0.0), (name, a, b)
