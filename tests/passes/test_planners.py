# SPDX-License-Identifier: Apache-2.0
"""Who gives tiles their addresses: the default planner, the packing one, or the assembler."""

import random

import pytest
import torch

import pypto.language as pl
from pypto import buildinfo
from pypto.compiler import open_build
from pypto.errors import CapacityError
from pypto.ir.dtypes import BY_NAME
from pypto.ir.nodes import TileType, Var
from pypto.passes.packing import Memory, packed, usual
from pypto.platforms import PLATFORMS
from pypto.runtime.config import RunConfig

EIGHTH = {"a2a3sim": 92, "a5sim": 120}
"""Rows of 64 FP32 elements in an eighth of the unified buffer."""


def crossing_lives(rows: int):
    """Five tiles: of the places that the largest-first and the oldest-first order give, some leave a gap too small."""
    two, three, five, all_rows = 2 * rows, 3 * rows, 5 * rows, 15 * rows

    @pl.jit
    def kernel(x: pl.Tensor[[all_rows, 64], pl.FP32], y: pl.Out[pl.Tensor[[all_rows, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            a = x[0:two, :]
            b = x[two : two + five, :]
            y[two : two + five, :] = b
            c = x[two + five : two + five + two, :]
            d = x[all_rows - three - three : all_rows - three, :]
            y[0:two, :] = a
            e = x[all_rows - three : all_rows, :]
            y[two + five : two + five + two, :] = c
            y[all_rows - three : all_rows, :] = e
            y[all_rows - three - three : all_rows - three, :] = d
        return y

    return kernel


def tensors(rows: int) -> tuple[torch.Tensor, torch.Tensor]:
    return torch.randn(15 * rows, 64), torch.zeros(15 * rows, 64)


@pytest.mark.parametrize("platform", EIGHTH)
def test_the_packing_planner_places_what_the_default_one_cannot(platform):
    rows = EIGHTH[platform]
    kernel = crossing_lives(rows)
    x, y = tensors(rows)
    with pytest.raises(CapacityError) as caught:
        kernel.compile(x, y, config=RunConfig(platform=platform))
    error = caught.value
    assert error.code == "capacity" and error.help == 'memory_planner="DSA_RP" finds room for all of them'
    assert f"{PLATFORMS[platform].capacity['Vec']} are there" in error.message
    assert "in the gaps that the planner leaves" in error.message
    for engine in ("native", "interpret"):
        config = RunConfig(platform=platform, engine=engine, memory_planner="DSA_RP")
        program = kernel.compile(x, y, config=config)
        y.zero_()
        program(x, y)
        assert torch.equal(x, y)


def test_the_assembler_says_what_does_not_fit_as_the_planner_does():
    @pl.jit
    def kernel(x: pl.Tensor[[1024, 64], pl.FP32], y: pl.Out[pl.Tensor[[1024, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            a = x[0:512, :]
            b = x[512:1024, :]
            y[0:512, :] = b
            y[512:1024, :] = a
        return y

    x, y = torch.zeros(1024, 64), torch.zeros(1024, 64)
    found = []
    for planner in ("PYPTO", "DSA_RP", "PTOAS"):
        with pytest.raises(CapacityError) as caught:
            kernel.compile(x, y, config=RunConfig(memory_planner=planner))
        found.append(caught.value)
    assert len({(e.span.file, e.span.line, e.code) for e in found}) == 1
    assert found[0].message == found[1].message
    assert "keeps 262144 bytes of Vec alive, 188416 are there" in found[0].message
    assert "keeps 262144 bytes of Vec alive, 196608 are there" in found[2].message
    for error in found:
        assert [n.strip() for n in error.notes[1:]] == [
            f"131072 bytes: {name} [512, 64] FP32 at line {error.span.line - 2 + i}"
            for i, name in enumerate("ab")
        ]


def buffers(seed: int, count: int) -> tuple[Memory, int]:
    """Buffers with the lives of a straight program, and the bytes that are alive at most."""
    chance = random.Random(seed)
    moments = [number for number in range(count) for _ in "ab"]
    chance.shuffle(moments)
    lives = [(moments.index(n), 2 * count - 1 - moments[::-1].index(n)) for n in range(count)]
    lives.sort()
    tile = TileType((1, 8), BY_NAME["FP32"])
    made = [Var(f"t{n}", tile) for n in range(count)]
    sizes = {v: 32 * chance.randint(1, 20) for v in made}
    edges = {
        v: {o for (b, e), o in zip(lives, made, strict=True) if o is not v and b < end and begin < e}
        for v, (begin, end) in zip(made, lives, strict=True)
    }
    alive = [
        sum(sizes[v] for v, (b, e) in zip(made, lives, strict=True) if b <= m < e) for m in range(2 * count)
    ]
    return Memory(made, sizes, edges, 64), 64 + max(alive)


@pytest.mark.parametrize("seed", range(60))
def test_packing_keeps_what_is_alive_together_apart_and_never_takes_more(seed):
    memory, least = buffers(seed, 4 + seed % 9)
    limit = 64 + 32 * (20 + seed % 40)
    placed, fits = usual(memory, limit)
    tight = packed(memory, limit, least)
    assert set(tight) == set(memory.buffers) and packed(memory, limit, least) == tight
    assert least <= memory.end(tight) <= memory.end(placed)
    assert fits == (memory.end(placed) <= limit)
    for v, at in tight.items():
        assert at >= 64 and at % 32 == 0
        for other in memory.edges[v]:
            assert at + memory.sizes[v] <= tight[other] or tight[other] + memory.sizes[other] <= at


def test_packing_reaches_what_is_alive_at_most_where_the_usual_orders_do_not():
    won = 0
    for seed in range(300):
        memory, least = buffers(seed, 10)
        ends = memory.end(usual(memory, 10**9)[0]), memory.end(packed(memory, 10**9, least))
        won += ends[1] == least < ends[0]
    assert won > 60


@pl.jit
def views(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.exp(x[:, :])
        b = pl.row_sum(a)
        wide = pl.mul(pl.reshape(a, [32, 128]), 2.0)
        y[:, :] = pl.row_expand_div(pl.reshape(wide, [64, 64]), b)
    return y


def test_the_assembler_places_what_has_no_address(tmp_path):
    x = torch.randn(64, 64)
    y = torch.zeros(64, 64)
    made = {}
    for planner in ("PYPTO", "PTOAS"):
        config = RunConfig(memory_planner=planner, save_kernels_dir=tmp_path / planner, dump_passes=True)
        program = views.compile(x, y, config=config)
        program(x, y)
        made[planner] = y.clone()
        assert program.document["options"]["memory_planner"] == planner
    assert torch.equal(made["PYPTO"], made["PTOAS"])
    [text] = [path.read_text() for path in (tmp_path / "PTOAS/ptoas").glob("*.pto")]
    assert "addr" not in text and "pto.treshape" in text
    [dump] = (tmp_path / "PTOAS/passes_dump").glob("*_allocate.py")
    assert 'pl.Mem.Vec, pl.MemRef("a")]' in dump.read_text()
    [kernel] = buildinfo.describe(tmp_path / "PTOAS")["kernels"]
    [space] = kernel["memory"]
    assert space["capacity"] == 196608 and 0 < space["used"] <= 4 * 64 * 64 * 4 and not kernel["problem"]
    [path] = (tmp_path / "PTOAS/ptoas").glob("*.pto")
    path.write_text(text.replace("arith.constant 2.0 : f32", "arith.constant 4.0 : f32"))
    again = open_build(tmp_path / "PTOAS", RunConfig())
    again(x, y)
    assert torch.equal(y, 2 * made["PTOAS"])


def test_each_planner_has_a_compiled_program_of_its_own():
    x, y = torch.ones(64, 64), torch.zeros(64, 64)
    programs = {
        planner: views.compile(x, y, config=RunConfig(memory_planner=planner))
        for planner in (None, "DSA_RP", "PTOAS", "PYPTO")
    }
    assert programs[None] is programs["PYPTO"]
    assert len({id(p) for p in programs.values()}) == 3
    keys = {RunConfig(memory_planner=p).text_key() for p in programs}
    assert len(keys) == 3
    with pytest.raises(ValueError, match="compiled with 'PYPTO', and a call of it cannot have 'PTOAS'"):
        programs[None](x, y, config=RunConfig(memory_planner="PTOAS"))
    programs["PTOAS"](x, y, config=RunConfig(memory_planner="PTOAS"))
    programs[None](x, y, config=RunConfig(memory_planner="PYPTO"))


@pl.jit
def open_extents(
    x: pl.Tensor[[64, 64], pl.FP32],
    n: pl.Tensor[[8], pl.INT32],
    y: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
    z: pl.Out[pl.Tensor[[1, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.read(n, [0])
        c = pl.read(n, [1])
        a = pl.slice(x, [32, 64], [0, 0], valid_shape=[r, 64])
        s = pl.row_sum(pl.exp(pl.row_expand_sub(a, pl.row_max(a))))
        y[0:32, :] = pl.row_expand_div(a, s)
        b = pl.slice(x, [32, 64], [0, 0], valid_shape=[32, c])
        top = pl.col_max(b)
        z[0:1, :] = pl.add(top, pl.col_sum(b))
        y[32:64, :] = pl.col_expand_mul(b, top)
    return y, z


@pytest.mark.parametrize("platform", EIGHTH)
def test_extents_known_at_run_time_need_no_address(platform):
    x, n = torch.randn(64, 64), torch.tensor([20, 40, 0, 0, 0, 0, 0, 0], dtype=torch.int32)
    found = []
    for planner in ("PYPTO", "PTOAS"):
        y, z = torch.zeros(64, 64), torch.zeros(1, 64)
        open_extents(x, n, y, z, config=RunConfig(platform=platform, memory_planner=planner))
        found.append((y.view(torch.int32), z.view(torch.int32)))
    assert all(torch.equal(a, b) for a, b in zip(*found, strict=True))
    shares = (x[:20] - x[:20].amax(1, keepdim=True)).exp().sum(1, keepdim=True)
    torch.testing.assert_close(y[:20], x[:20] / shares, rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(z[:, :40], (x[:32].amax(0) + x[:32].sum(0))[None, :40], rtol=1e-4, atol=1e-4)
