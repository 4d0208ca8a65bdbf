# SPDX-License-Identifier: Apache-2.0
"""What a partly valid value holds after writes that continue it: both together, as long as they make a rectangle."""

import random

import pytest
import torch
from integration_kernels import HEAD
from kernel_runs import run_everywhere

import pypto.language as pl
from pypto.errors import UserError


@pl.jit
def rows(
    x: pl.Tensor[[32, 32], pl.FP32], y: pl.Tensor[[32, 32], pl.FP32], o: pl.Out[pl.Tensor[[1, 32], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(y, [32, 32], [0, 0], valid_shape=[8, 32])
        v = pl.assemble(v, pl.slice(x, [8, 32], [0, 0]), [8, 0])
        o[:, :] = pl.col_sum(v)
    return o


@pl.jit
def to_the_edge(
    x: pl.Tensor[[32, 32], pl.FP32], y: pl.Tensor[[32, 32], pl.FP32], o: pl.Out[pl.Tensor[[1, 32], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(y, [0, 0], [32, 32], valid_shape=[8, 32])
        t = pl.tile.assemble(t, pl.load(x, [0, 0], [8, 32]), [8, 0])
        t = pl.tile.assemble(t, pl.load(x, [8, 0], [16, 32]), [16, 0])
        o = pl.store(pl.col_sum(t), [0, 0], o)
    return o


@pl.jit
def overlapping(
    x: pl.Tensor[[32, 32], pl.FP32], y: pl.Tensor[[32, 32], pl.FP32], o: pl.Out[pl.Tensor[[1, 32], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(y, [32, 32], [0, 0], valid_shape=[8, 32])
        v[5:12, :] = x[0:7, :]
        v[2:4, 8:16] = x[0:2, 0:8]
        o[:, :] = pl.col_sum(v)
    return o


def numbers() -> tuple[torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(7)
    return tuple(torch.randint(-9, 9, (32, 32), generator=generator).float() for _ in range(2))


def test_rows_that_continue_a_value_are_reduced_with_it():
    x, y = numbers()
    total = run_everywhere(rows, x, y, torch.zeros(1, 32))[2]
    assert torch.equal(total, (y[:8].sum(0) + x[:8].sum(0))[None])


def test_a_tile_that_is_continued_to_its_edge_is_valid_as_a_whole():
    x, y = numbers()
    total = run_everywhere(to_the_edge, x, y, torch.zeros(1, 32))[2]
    assert torch.equal(total, (y[:8].sum(0) + x[:24].sum(0))[None])


def test_a_window_may_overlap_what_is_there():
    x, y = numbers()
    held = torch.zeros(32, 32)
    held[:8], held[5:12], held[2:4, 8:16] = y[:8], x[:7], x[:2, :8]
    total = run_everywhere(overlapping, x, y, torch.zeros(1, 32))[2]
    assert torch.equal(total, held.sum(0, keepdim=True))


@pl.jit
def columns(x: pl.Tensor[[32, 32], pl.FP32], o: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [32, 32], [0, 0], valid_shape=[32, 5])
        v[:, 5:10] = pl.slice(x, [32, 8], [0, 3], valid_shape=[32, 5])
        o[:, :] = pl.fillpad(v)
    return o


def test_columns_that_continue_a_value_at_an_odd_place():
    x, _ = numbers()
    wanted = torch.zeros(32, 32)
    wanted[:, :5], wanted[:, 5:10] = x[:, :5], x[:, 3:8]
    assert torch.equal(run_everywhere(columns, x, torch.ones(32, 32))[1], wanted)


@pl.jit
def pieces(
    x: pl.Tensor[[32, 32], pl.FP32], n: pl.Tensor[[8], pl.INT32], o: pl.Out[pl.Tensor[[32, 32], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.read(n, [0])
        v = pl.slice(x, [32, 32], [0, 0], valid_shape=[4, 32])
        for i in pl.range(4):
            k = pl.max(pl.min(m - i * 4, 4), 0)
            v = pl.assemble(v, pl.slice(x, [4, 32], [i, 0], valid_shape=[k, 32]), [4 + i * 4, 0])
        o[:, :] = pl.fillpad(v)
    return o


@pytest.mark.parametrize("count", [0, 1, 4, 10, 16])
def test_a_loop_that_appends_as_many_rows_as_there_are(count):
    x, _ = numbers()
    wanted = torch.zeros(32, 32)
    wanted[:4] = x[:4]
    for i in range(4):
        k = max(min(count - i * 4, 4), 0)
        wanted[4 + i * 4 : 4 + i * 4 + k] = x[i : i + k]
    n = torch.full([8], count, dtype=torch.int32)
    assert torch.equal(run_everywhere(pieces, x, n, torch.ones(32, 32))[2], wanted)


@pl.jit
def perhaps(
    x: pl.Tensor[[32, 32], pl.FP32], n: pl.Tensor[[8], pl.INT32], o: pl.Out[pl.Tensor[[1, 32], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [32, 32], [0, 0], valid_shape=[4, 32])
        if pl.read(n, [0]) > 3:
            v = pl.assemble(v, x[8:16, :], [2, 0])
        o[:, :] = pl.col_sum(v)
    return o


@pytest.mark.parametrize("count", [3, 4])
def test_a_branch_that_continues_a_value(count):
    x, _ = numbers()
    wanted = x[:2].sum(0) + x[8:16].sum(0) if count > 3 else x[:4].sum(0)
    n = torch.full([8], count, dtype=torch.int32)
    assert torch.equal(run_everywhere(perhaps, x, n, torch.zeros(1, 32))[2], wanted[None])


@pl.jit
def matrices(x: pl.Tensor[[4, 8, 32], pl.FP32], a: pl.Out[pl.Tensor[[4, 8, 32], pl.FP32]],
             b: pl.Out[pl.Tensor[[4, 8, 32], pl.FP32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [4, 8, 32], [0, 0, 0], valid_shape=[2, 8, 32])
        v[2:3, :, :] = x[0:1, :, :]
        a[:, :, :] = pl.fillpad(v)
    with pl.at(level=pl.Level.CORE_GROUP):
        w = pl.slice(x, [4, 8, 32], [0, 0, 0], valid_shape=[4, 8, 8])
        w[:, :, 8:24] = x[:, :, 0:16]
        b[:, :, :] = pl.fillpad(w)
    return a, b


def test_several_matrices_are_continued_along_each_axis():
    x = torch.arange(1.0, 1025.0).view(4, 8, 32)
    _, a, b = run_everywhere(matrices, x, torch.ones_like(x), torch.ones_like(x))
    wanted_a, wanted_b = torch.zeros_like(x), torch.zeros_like(x)
    wanted_a[:2], wanted_a[2] = x[:2], x[0]
    wanted_b[:, :, :8], wanted_b[:, :, 8:24] = x[:, :, :8], x[:, :, :16]
    assert torch.equal(a, wanted_a) and torch.equal(b, wanted_b)


@pl.jit
def nothing_yet(x: pl.Tensor[[32, 32], pl.FP32], o: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [32, 32], [0, 0], valid_shape=[0, 32])
        v[0:8, 0:16] = x[8:16, 0:16]
        v[8:16, 0:16] = pl.slice(x, [8, 16], [0, 0], valid_shape=[0, 16])
        o[:, :] = pl.fillpad(v)
    return o


def test_a_value_that_held_nothing_holds_what_was_written_and_an_empty_write_adds_nothing():
    x, _ = numbers()
    wanted = torch.zeros(32, 32)
    wanted[:8, :16] = x[8:16, :16]
    assert torch.equal(run_everywhere(nothing_yet, x, torch.ones(32, 32))[1], wanted)


# Tensors in global memory


@pl.jit
def views(x: pl.Tensor[[32, 32], pl.FP32], y: pl.InOut[pl.Tensor[[32, 32], pl.FP32]],
          o: pl.Out[pl.Tensor[[4, 32], pl.FP32]]):  # fmt: skip
    v = pl.slice(y, [32, 32], [0, 0], valid_shape=[8, 32])
    with pl.at(level=pl.Level.CORE_GROUP):
        o[0:1, :] = pl.col_sum(v[:, :])
        v = pl.assemble(v, x[0:8, :], [8, 0])
        o[1:2, :] = pl.col_sum(v[:, :])
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.store(pl.load(x, [8, 0], [4, 32]), [16, 0], v)
        v = pl.assemble(v, x[0:2, :], [0, 0])
    v[20:24, :] = x[0:4, :]
    with pl.at(level=pl.Level.CORE_GROUP):
        o[2:3, :] = pl.col_sum(v[:, :])
        o[3:4, :] = pl.col_sum(y[:, :])
    return y, o


def test_a_view_of_a_tensor_holds_what_was_written_behind_its_valid_rows():
    x, y = numbers()
    _, after, o = run_everywhere(views, x, y, torch.zeros(4, 32))
    wanted = y.clone()
    totals = [wanted[:8].sum(0)]
    wanted[8:16] = x[:8]
    totals.append(wanted[:16].sum(0))
    wanted[16:20], wanted[:2], wanted[20:24] = x[8:12], x[:2], x[:4]
    totals += [wanted[:24].sum(0), wanted.sum(0)]
    assert torch.equal(after, wanted) and torch.equal(o, torch.stack(totals))


LENGTH = pl.dynamic("LENGTH")


@pl.jit
def appended(y: pl.InOut[pl.Tensor[[LENGTH, 32], pl.FP32]], x: pl.Tensor[[8, 32], pl.FP32], n: pl.Scalar[pl.INDEX],
             o: pl.Out[pl.Tensor[[1, 32], pl.FP32]]):  # fmt: skip
    v = pl.slice(y, [LENGTH, 32], [0, 0], valid_shape=[n, 32])
    with pl.at(level=pl.Level.CORE_GROUP):
        v[n : n + 8, :] = x[:, :]
        o[:, :] = pl.col_sum(pl.slice(v, [64, 32], [0, 0]))
    return y, o


def test_a_view_of_run_time_length_is_continued():
    y, x = torch.ones(64, 32), torch.full((8, 32), 3.0)
    o = run_everywhere(appended, y, x, 5, torch.zeros(1, 32))[3]
    assert (o == 5 + 8 * 3).all()


# What makes no rectangle

ON_CHIP = (
    HEAD
    + """
@pl.jit
def entry(x: pl.Tensor[[32, 32], pl.FP32], y: pl.InOut[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [32, 32], [0, 0], valid_shape=VALID)
        v = pl.assemble(v, pl.slice(x, SHAPE, [0, 0]), AT)
        y[:, :] = pl.fillpad(v, pad_value=pl.PadValue.max)
    return y
"""
)

IN_MEMORY = (
    HEAD
    + """
@pl.jit
def entry(x: pl.Tensor[[32, 32], pl.FP32], y: pl.InOut[pl.Tensor[[32, 32], pl.FP32]]):
    s = pl.create_tensor([32, 32], pl.FP32)
    s[:, :] = x[:, :]
    v = pl.slice(s, [32, 32], [0, 0], valid_shape=VALID)
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.assemble(v, pl.slice(x, SHAPE, [0, 0]), AT)
        y[:, :] = pl.fillpad(v[:, :], pad_value=pl.PadValue.max)
    return y
"""
)


def expected(x: torch.Tensor, valid, shape, at) -> torch.Tensor | None:
    """The value, and the padding around it; None where the written window does not continue it along one axis."""
    held = torch.zeros(32, 32, dtype=torch.bool)
    held[: valid[0], : valid[1]] = True
    ends = [a + n for a, n in zip(at, shape, strict=True)]
    grows = [e > v for e, v in zip(ends, valid, strict=True)]
    held[at[0] : ends[0], at[1] : ends[1]] = True
    box = [max(e, v) for e, v in zip(ends, valid, strict=True)]
    if not held[: box[0], : box[1]].all() or (all(grows) and 0 not in valid):
        return None
    value = x.clone()
    value[at[0] : ends[0], at[1] : ends[1]] = x[: shape[0], : shape[1]]
    return torch.where(held, value, torch.inf)


def draw(rng: random.Random) -> tuple[list[int], list[int], list[int]]:
    valid = [rng.choice([4, 8, 16, 24, 32]), rng.choice([8, 16, 24, 32])]
    shape = [rng.choice([4, 8, 16, valid[0]]), rng.choice([8, 16, valid[1]])]
    at = [
        min(rng.choice([0, 0, 4, 8, valid[0]]), 32 - shape[0]),
        min(rng.choice([0, 0, 8, valid[1]]), 32 - shape[1]),
    ]
    return valid, shape, at


@pytest.mark.parametrize("text", [ON_CHIP, IN_MEMORY], ids=["on chip", "in memory"])
@pytest.mark.parametrize("seed", range(30))
def test_random_windows(load, monkeypatch, seed, text):
    rng = random.Random(seed)
    valid, shape, at = draw(rng)
    x, y = numbers()
    for name, value in {"VALID": valid, "SHAPE": shape, "AT": at}.items():
        text = text.replace(name, str(value))
    wanted = expected(x, valid, shape, at)
    for engine in ("native", "interpret"):
        monkeypatch.setenv("PYPTO_ENGINE", engine)
        if wanted is None:
            with pytest.raises(UserError, match="does not continue it") as caught:
                load(text).entry(x, y)
            assert caught.value.code == "valid-shape"
            continue
        load(text).entry(x, y)
        assert torch.equal(y, wanted), (valid, shape, at)
