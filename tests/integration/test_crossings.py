# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: B007, F841  # kernels that are read and not run
"""Values that cross between the cube core and the two vector cores: odd extents, crossings with their own split."""

import pytest
import torch
from mixed_runs import BOTH_CHIPS, randn, results

import pypto.language as pl
from pypto.errors import ErrorGroup, UserError
from pypto.frontend.reader import read_program
from pypto.ir.printer import print_program
from pypto.passes.outline import outline
from pypto.passes.split_cores import split_cores
from pypto.platforms import PLATFORMS
from pypto.runtime.config import RunConfig

BF16 = torch.bfloat16
ROWS, COLUMNS, DEPTH = 33, 47, 64
TALL, WIDE = 48, 64  # whole blocks, and halves of whole blocks


def odd(mode, half_row, half_column):
    """By hand, joined by hand, divided by the compiler, joined by the compiler: one below the other."""

    @pl.jit
    def kernel(
        a: pl.Tensor[[ROWS, DEPTH], pl.BF16],
        b: pl.Tensor[[DEPTH, COLUMNS], pl.BF16],
        w: pl.Tensor[[COLUMNS, COLUMNS], pl.BF16],
        out: pl.Out[pl.Tensor[[4 * ROWS, COLUMNS], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            x = pl.slice(a, [TALL, DEPTH], [0, 0], valid_shape=[ROWS, DEPTH])
            y = pl.slice(b, [DEPTH, WIDE], [0, 0], valid_shape=[DEPTH, COLUMNS])
            z = pl.slice(w, [WIDE, WIDE], [0, 0], valid_shape=[COLUMNS, COLUMNS])
            c = pl.matmul(x, y, out_dtype=pl.FP32)
            for lane in pl.split_aiv(2, mode=mode):
                part = pl.exp(pl.aiv_shard(c))
                pl.assemble(out, part, [lane * half_row, lane * half_column])
                joined = pl.aic_gather(pl.cast(part, pl.BF16, mode="rint"))
            pl.assemble(out, pl.matmul(joined, z, out_dtype=pl.FP32), [ROWS, 0])
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(mode)]):
            x = pl.slice(a, [TALL, DEPTH], [0, 0], valid_shape=[ROWS, DEPTH])
            y = pl.slice(b, [DEPTH, WIDE], [0, 0], valid_shape=[DEPTH, COLUMNS])
            z = pl.slice(w, [WIDE, WIDE], [0, 0], valid_shape=[COLUMNS, COLUMNS])
            whole = pl.exp(pl.matmul(x, y, out_dtype=pl.FP32))
            pl.assemble(out, whole, [2 * ROWS, 0])
            product = pl.matmul(pl.cast(whole, pl.BF16, mode="rint"), z, out_dtype=pl.FP32)
            pl.assemble(out, pl.mul(product, 1.0), [3 * ROWS, 0])
        return out

    return kernel


@BOTH_CHIPS
@pytest.mark.parametrize("mode", ["UP_DOWN", "LEFT_RIGHT"])
def test_odd_rows_and_columns_are_divided_and_joined(mode, platform):
    a, b, w = (
        randn(ROWS, DEPTH, dtype=BF16) / 8,
        randn(DEPTH, COLUMNS, seed=1, dtype=BF16) / 8,
        randn(COLUMNS, COLUMNS, dtype=BF16),
    )
    halves = (TALL // 2, 0) if mode == "UP_DOWN" else (0, WIDE // 2)
    kernel = odd(pl.SplitMode[mode], *halves)
    native, wanted, _ = results(kernel, [a, b, w], (4 * ROWS, COLUMNS), platform)
    e = torch.exp(a.double() @ b.double())
    product = e.bfloat16().double() @ w.double()
    torch.testing.assert_close(native.double(), torch.cat([e, product, e, product]), rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(native, wanted, rtol=1e-5, atol=1e-5)


@pl.jit
def one_row(
    a: pl.Tensor[[1, 64], pl.BF16],
    b: pl.Tensor[[64, 64], pl.BF16],
    x: pl.Tensor[[32, 64], pl.BF16],
    out: pl.Out[pl.Tensor[[33, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
        c = pl.exp(pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32))
        d = pl.matmul(pl.cast(c, pl.BF16, mode="rint"), b[:, :], out_dtype=pl.FP32)
        out[0:32, :] = pl.col_expand_add(pl.matmul(x[:, :], b[:, :], out_dtype=pl.FP32), d)
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            half = pl.exp(pl.aiv_shard(c))  # the first core has the row
            if lane == 0:
                out[32:33, :] = half
    return out


@BOTH_CHIPS
def test_a_single_row_is_not_halved(platform):
    a, b, x = randn(1, 64, dtype=BF16) / 8, randn(64, 64, dtype=BF16), randn(32, 64, dtype=BF16)
    native, wanted, _ = results(one_row, [a, b, x], (33, 64), platform)
    e = torch.exp(a.double() @ b.double())
    rows = x.double() @ b.double() + e.bfloat16().double() @ b.double()
    torch.testing.assert_close(native.double(), torch.cat([rows, e]), rtol=1e-5, atol=1e-4)
    torch.testing.assert_close(native, wanted, rtol=1e-5, atol=1e-4)


def test_a_join_of_parts_with_a_gap_is_refused():
    @pl.jit
    def kernel(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
        with pl.at(level=pl.Level.CORE_GROUP):
            c = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
            for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
                half = pl.set_validshape(pl.cast(pl.aiv_shard(c), pl.BF16, mode="rint"), 30, 64)
                joined = pl.aic_gather(half)
            out[:, :] = pl.matmul(joined, b[:, :], out_dtype=pl.FP32)
        return out

    (error,) = refused(kernel)
    assert error.code == "split" and "valid in part" in error.message
    assert error.help == "pl.fillpad it before it is joined"


# What a vector core keeps from one loop to the next


@pl.jit
def kept(
    a: pl.Tensor[[ROWS, 64], pl.BF16],
    b: pl.Tensor[[64, 64], pl.BF16],
    out: pl.Out[pl.Tensor[[ROWS, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(pl.slice(a, [48, 64], [0, 0], valid_shape=[ROWS, 64]), b[:, :], out_dtype=pl.FP32)
        row = 0
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            row = lane * 24
            half = pl.aiv_shard(c)
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            pl.assemble(out, pl.exp(half), [row, 0])
    return out


def test_scalars_and_valid_extents_are_those_of_each_vector_core():
    a, b = randn(ROWS, 64, dtype=BF16) / 8, randn(64, 64, dtype=BF16)
    native, wanted, _ = results(kept, [a, b], (ROWS, 64), "a5sim")
    torch.testing.assert_close(native.double(), torch.exp(a.double() @ b.double()), rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(native, wanted, rtol=1e-4, atol=1e-4)


@pl.jit
def plain_outside(
    a: pl.Tensor[[64, 64], pl.BF16],
    b: pl.Tensor[[64, 64], pl.BF16],
    x: pl.Tensor[[32, 64], pl.FP32],
    out: pl.Out[pl.Tensor[[96, 64], pl.FP32]],
):
    counts = pl.create_tensor([32, 64], dtype=pl.FP32, init_value=0)
    with pl.at(level=pl.Level.CORE_GROUP) as task:
        c = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
        plain = x[:, :]
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            out[lane * 32 : lane * 32 + 32, :] = pl.add(pl.aiv_shard(c), plain)
        pl.assemble(counts, plain, [0, 0], atomic=pl.AtomicType.Add)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[task]):
        out[64:96, :] = counts[:, :]
    return out


@BOTH_CHIPS
def test_plain_loads_and_stores_outside_of_the_loops_are_done_once(platform):
    a, b, x = randn(64, 64, dtype=BF16) / 8, randn(64, 64, dtype=BF16), randn(32, 64)
    native, wanted, _ = results(plain_outside, [a, b, x], (96, 64), platform)
    exact = torch.cat([a.double() @ b.double() + x.double().repeat(2, 1), x.double()])
    torch.testing.assert_close(native.double(), exact, rtol=1e-5, atol=1e-4)
    torch.testing.assert_close(native, wanted, rtol=1e-5, atol=1e-4)


# Crossings with a split of their own


@pl.jit.incore
def upper_and_lower(
    a: pl.Tensor[[32, 64], pl.BF16],
    b: pl.Tensor[[64, 64], pl.BF16],
    out: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
):
    left = pl.move(pl.load(a, [0, 0], [32, 64], target_memory=pl.Mem.Mat), pl.Mem.Left)
    right = pl.move(pl.load(b, [0, 0], [64, 64], target_memory=pl.Mem.Mat), pl.Mem.Right)
    half = pl.tile.exp(pl.aiv_shard(pl.matmul(left, right), split=1))
    both = pl.tile.aic_gather(pl.tile.cast(half, pl.BF16, mode="rint"), split=1)
    again = pl.matmul(pl.move(both, pl.Mem.Left), right)
    lane = pl.tile.get_subblock_idx()
    out = pl.store(pl.tile.aiv_shard(again, split=2), [0, lane * 32], out)
    return out


@pl.jit
def own_splits(
    a: pl.Tensor[[33, 64], pl.BF16],
    b: pl.Tensor[[64, 64], pl.BF16],
    out: pl.Out[pl.Tensor[[131, 64], pl.FP32]],
):
    out = own_regions(a, b, out)
    return out


@pl.jit.inline
def own_regions(a, b, out):
    for i in pl.spmd(2):  # each core its own rows of an undivided value
        left = pl.move(pl.load(a, [i * 16, 0], [16, 64], target_memory=pl.Mem.Mat), pl.Mem.Left)
        right = pl.move(pl.load(b, [0, 0], [64, 64], target_memory=pl.Mem.Mat), pl.Mem.Right)
        whole = pl.aiv_shard(pl.matmul(left, right), split=0)
        if pl.tile.get_subblock_idx() == 0:
            out = pl.store(whole[0:8, :], [i * 16, 0], out)
        else:
            out = pl.store(pl.tile.muls(whole[8:16, :], 3.0), [i * 16 + 8, 0], out)
    with pl.at(level=pl.Level.CORE_GROUP):  # an odd number of valid rows, joined and divided
        right = pl.move(pl.load(b, [0, 0], [64, 64], target_memory=pl.Mem.Mat), pl.Mem.Right)
        lane = pl.tile.get_subblock_idx()
        mine = pl.load(a, [lane * 17, 0], [24, 64], valid_shape=[17 - lane, 64])
        both = pl.aic_gather(pl.tile.add(mine, mine), split=1, lane_stride=17)
        product = pl.matmul(pl.move(both, pl.Mem.Left), right)
        out = pl.store(pl.aiv_shard(product, split=3), [32 + lane * 17, 0], out)
    with pl.at(level=pl.Level.CORE_GROUP):  # 32 of 33 rows, and the last one
        left = pl.load(a, [0, 0], [48, 64], valid_shape=[33, 64], target_memory=pl.Mem.Mat)
        right = pl.move(pl.load(b, [0, 0], [64, 64], target_memory=pl.Mem.Mat), pl.Mem.Right)
        product = pl.matmul(pl.move(left, pl.Mem.Left), right)
        lane = pl.tile.get_subblock_idx()
        out = pl.store(pl.aiv_shard(product, split=1, lane_stride=32), [65 + lane * 32, 0], out)
    with pl.at(level=pl.Level.CORE_GROUP):  # 55 of 64 columns in parts of 40
        left = pl.move(pl.load(a, [0, 0], [32, 64], target_memory=pl.Mem.Mat), pl.Mem.Left)
        right = pl.load(b, [0, 0], [64, 64], valid_shape=[64, 55], target_memory=pl.Mem.Mat)
        product = pl.matmul(left, pl.move(right, pl.Mem.Right))
        lane = pl.tile.get_subblock_idx()
        out = pl.store(pl.aiv_shard(product, split=2, lane_stride=40), [98, lane * 40], out)
    return out


@BOTH_CHIPS
def test_crossings_say_themselves_how_they_are_divided(platform):
    a, b = randn(33, 64, dtype=BF16) / 8, randn(64, 64, dtype=BF16)
    exact = a.double() @ b.double()
    out = torch.zeros(131, 64)
    wanted = torch.zeros(131, 64)
    config = RunConfig(platform=platform)
    artifact = own_splits.compile(a, b, out, config=config)
    artifact.dispatch([a, b, out], config)
    artifact.dispatch([a, b, wanted], RunConfig(platform=platform, engine="interpret"))
    first = exact[:32].reshape(2, 2, 8, 64) * torch.tensor([1.0, 3.0]).reshape(1, 2, 1, 1)
    for found in (out, wanted):
        torch.testing.assert_close(found[:32].double(), first.reshape(32, 64), rtol=1e-5, atol=1e-4)
        torch.testing.assert_close(found[32:65].double(), 2 * exact, rtol=1e-5, atol=1e-4)
        torch.testing.assert_close(found[65:98].double(), exact, rtol=1e-5, atol=1e-4)
        torch.testing.assert_close(found[98:130, :55].double(), exact[:32, :55], rtol=1e-5, atol=1e-4)


def compiled(kernel, *shapes):
    *inputs, out = shapes or [(64, 64)] * 3
    tensors = [*(torch.zeros(shape, dtype=BF16) for shape in inputs), torch.zeros(out)]
    return kernel.compile(*tensors, config=RunConfig(platform="a2a3sim", dump_passes=True))


@pl.jit
def in_a_function(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
    out = upper_and_lower(a, b, out)
    return out


def test_an_incore_function_lets_values_cross():
    a, b = randn(32, 64, dtype=BF16) / 8, randn(64, 64, dtype=BF16)
    native, wanted, document = results(in_a_function, [a, b], (32, 64), "a2a3sim")
    exact = torch.exp(a.double() @ b.double()).bfloat16().double() @ b.double()
    torch.testing.assert_close(native.double(), exact, rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(native, wanted, rtol=1e-4, atol=1e-4)
    assert document["groups"] == [[0, 1, 1]]


def test_printed_crossings_read_back():
    folder = compiled(own_splits, (33, 64), (64, 64), (131, 64)).output_dir
    text = (folder / "program.py").read_text()
    for spelling in (
        "pl.tile.aiv_shard(t_3, split=0)",
        "split=1, lane_stride=17, lane=lane)",
        "pl.tile.aiv_shard(product, split=3, lane=",
    ):
        assert spelling in text
    texts = [text, (compiled(kept, (33, 64), (64, 64), (33, 64)).output_dir / "program.py").read_text()]
    assert "half = pl.aiv_shard(c)  #" in texts[1]
    texts += [path.read_text() for path in sorted((folder / "passes_dump").glob("*.py"))]
    assert len(texts) > 10
    for text in texts:
        assert print_program(read_program(text, "program.py")) == text
        assert pl.parse(text).as_python() == pl.parse(pl.parse(text).as_python()).as_python()


# Refusals


def refused(kernel):
    with pytest.raises((UserError, ErrorGroup)) as caught:
        compiled(kernel)
    found = caught.value
    return list(found.errors) if isinstance(found, ErrorGroup) else [found]


def test_the_form_of_a_crossing_is_checked():
    @pl.jit
    def kernel(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
        with pl.at(level=pl.Level.CORE_GROUP):
            left = pl.move(pl.load(a, [0, 0], [64, 64], target_memory=pl.Mem.Mat), pl.Mem.Left)
            right = pl.move(pl.load(b, [0, 0], [64, 64], target_memory=pl.Mem.Mat), pl.Mem.Right)
            c = pl.matmul(left, right)
            t = pl.aiv_shard(c)
            t = pl.aiv_shard(c, split=pl.SplitMode.UP_DOWN)
            t = pl.aiv_shard(c, split=1.0)
            t = pl.aiv_shard(c, split=True)
            t = pl.aiv_shard(c, mode=pl.SplitMode.UP_DOWN)
            t = pl.aiv_shard(c, split=5)
            t = pl.aiv_shard(c, split=3)
            t = pl.aiv_shard(c, split=1, lane_stride=31)
            t = pl.aiv_shard(c, split=0, lane_stride=32)
            t = pl.aiv_shard(right, split=1)
            t = pl.aic_gather(c, split=1)
            t = pl.aiv_shard(pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32), split=1)
        with pl.at(level=pl.Level.CORE_GROUP):
            c = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
            for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
                t = pl.aiv_shard(c, split=1)
                t = pl.aiv_shard(c, mode=pl.SplitMode.UP_DOWN)
                t = pl.aic_gather(c, lane_stride=3)
            t = pl.aiv_shard(c, split=1)
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
            t = pl.aiv_shard(pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32), split=1)
        return out

    mode, form = (
        "pl.aiv_shard takes its mode from the loop around it",
        "`split` of pl.aiv_shard is a whole number, found",
    )
    assert [(error.code, error.message) for error in refused(kernel)] == [
        ("split-aiv", "pl.aiv_shard stands in a loop over the two vector cores, or says split="),
        ("split-aiv", f"{form} `pl.SplitMode.UP_DOWN`"),
        ("split-aiv", f"{form} `1.0`"),
        ("split-aiv", f"{form} `True`"),
        ("split-aiv", "pl.aiv_shard has no keyword `mode`"),
        ("split-aiv", "split is a number from 0 to 4, found 5 in pl.aiv_shard"),
        (
            "split",
            "split=3 divides an odd number of valid rows, Tile[[64, 64], FP32, Acc] has 64 in pl.aiv_shard",
        ),
        ("split", "lane_stride=31 does not divide 64 rows in two in pl.aiv_shard"),
        ("split", "lane_stride is a positive number and goes with a split, found 32 in pl.aiv_shard"),
        ("split", "Tile[[64, 64], BF16, Right] is not in Acc in pl.aiv_shard"),
        ("split", "Tile[[64, 64], FP32, Acc] is not in Vec in pl.aic_gather"),
        (
            "split-aiv",
            "outside of a loop over the two vector cores pl.aiv_shard takes a tile, "
            "`pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)` is Tensor[[64, 64], FP32]",
        ),
        ("split-aiv", mode),
        ("split-aiv", mode),
        ("split-aiv", mode.replace("aiv_shard", "aic_gather")),
        ("split-aiv", "a region has loops over the two vector cores or crossings with split=, not both"),
        ("split-aiv", "a region has pl.split or pl.aiv_shard, not both"),
    ]


def test_a_divided_region_does_not_ask_which_core_it_is_on():
    @pl.jit
    def kernel(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
            c = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
            out[:, :] = pl.add(c, pl.cast(pl.cast(pl.tile.get_subblock_idx(), pl.INT32), pl.FP32))
        return out

    (error,) = refused(kernel)
    assert error.code == "split" and "asks which vector core does it" in error.message


def test_one_mode_of_a_region_even_where_it_divides_nothing():
    @pl.jit
    def kernel(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.NONE)]):
            c = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
            for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
                out[:, :] = pl.aiv_shard(c)
        return out

    (error,) = refused(kernel)
    assert (error.code, error.message) == ("split-aiv", "a region has pl.split or pl.split_aiv, not both")


def test_a_store_outside_of_what_a_vector_core_computed_is_refused():
    @pl.jit
    def kernel(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
        with pl.at(level=pl.Level.CORE_GROUP):
            c = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
            for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
                half = pl.aiv_shard(c)
            out[0:32, :] = half
        return out

    (error,) = refused(kernel)
    assert (
        error.code == "split-aiv" and "works on a vector core, outside of every pl.split_aiv" in error.message
    )


WRITES = {
    "its half": ("UP_DOWN", ["out[0:32, :] = pl.exp(pl.aiv_shard(c))"], 1),
    "its half in parts": (
        "UP_DOWN",
        [
            "h = pl.aiv_shard(c)",
            "for i in pl.range(2):",
            "    out[i * 16 : i * 16 + 16, :] = pl.mul(h[0:16, :], 2.0)",
        ],
        3,
    ),
    "what it loads": ("NONE", ["x = pl.cast(a[n * 32 : n * 32 + 32, :], pl.FP32)", "out[0:32, :] = x"], 2),
    "an element": ("UP_DOWN", ["h = pl.aiv_shard(c)", "pl.write(out, [0, 0], pl.read(h, [0, 0]))"], 2),
    "the same": ("NONE", ["out[:, :] = pl.exp(pl.aiv_shard(c))"], 0),
    "a window": ("UP_DOWN", ["m = n * 32", "out[m : m + 32, :] = pl.aiv_shard(c)"], 0),
    "its branch": (
        "UP_DOWN",
        ["h = pl.aiv_shard(c)", "if n == 0:", "    out[0:32, :] = h", "else:", "    out[32:64, :] = h"],
        0,
    ),
    "its sum": (
        "UP_DOWN",
        ["h = pl.col_sum(pl.aiv_shard(c))", "pl.assemble(out, h, [0, 0], atomic=pl.AtomicType.Add)"],
        0,
    ),
}
WRITE_TEXT = """
import pypto.language as pl

@pl.program
class text:
    @pl.function(type=pl.FunctionType.Orchestration)
    def text(self, a: pl.Tensor[[64, 64], pl.BF16], out: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            c = pl.matmul(a[:, :], a[:, :], out_dtype=pl.FP32)
            for n in pl.split_aiv(2, mode=pl.SplitMode.MODE):
                BODY
        return out
"""


@pytest.mark.parametrize("name", WRITES)
def test_both_vector_cores_write_one_place_only_what_they_have_alike(name):
    mode, lines, wrong = WRITES[name]
    text = WRITE_TEXT.replace("MODE", mode).replace("BODY", "\n                ".join(lines))
    program = pl.parse(text)
    try:
        split_cores(outline(program), PLATFORMS["a2a3sim"])
    except UserError as error:
        assert wrong, error
        assert error.code == "split-aiv" and "both vector cores write this place of `out`" in error.message
        assert error.span is not None and error.span.line == 11 + wrong - 1
        assert error.help == "put `n` into the place that is written, or let one of them write: if n == 0:"
    else:
        assert not wrong


def test_a_region_with_crossings_of_its_own_works_on_tiles_and_names_all_of_them():
    @pl.jit
    def tensors(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
        with pl.at(level=pl.Level.CORE_GROUP):
            left = pl.move(pl.load(a, [0, 0], [64, 64], target_memory=pl.Mem.Mat), pl.Mem.Left)
            right = pl.move(pl.load(b, [0, 0], [64, 64], target_memory=pl.Mem.Mat), pl.Mem.Right)
            c = pl.aiv_shard(pl.matmul(left, right), split=0)
            out[:, :] = pl.exp(out[:, :])
            pl.store(c, [0, 0], out)
        return out

    @pl.jit
    def unnamed(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
        with pl.at(level=pl.Level.CORE_GROUP):
            left = pl.move(pl.load(a, [0, 0], [64, 64], target_memory=pl.Mem.Mat), pl.Mem.Left)
            right = pl.move(pl.load(b, [0, 0], [64, 64], target_memory=pl.Mem.Mat), pl.Mem.Right)
            c = pl.matmul(left, right)
            d = pl.aiv_shard(c, split=0)
            if pl.tile.get_subblock_idx() == 0:
                e = pl.aiv_shard(c, split=0)
                pl.store(e, [0, 0], out)
            pl.store(d, [0, 0], out)
        return out

    @pl.jit
    def in_a_group(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
        with pl.cluster():
            with pl.at(level=pl.Level.CORE_GROUP):
                left = pl.move(pl.load(a, [0, 0], [64, 64], target_memory=pl.Mem.Mat), pl.Mem.Left)
                right = pl.move(pl.load(b, [0, 0], [64, 64], target_memory=pl.Mem.Mat), pl.Mem.Right)
                d = pl.aiv_shard(pl.matmul(left, right), split=0)
                pl.store(d, [0, 0], out)
            with pl.at(level=pl.Level.CORE_GROUP):
                out[:, :] = pl.exp(out[:, :])
        return out

    for kernel, code, text in (
        (
            tensors,
            "split-aiv",
            "is a value of tensor code, and a region whose crossings say split= works on tiles",
        ),
        (unnamed, "vector-scalar", "which says which of the two vector cores this is"),
        (
            in_a_group,
            "group",
            "works on the cube core and on vector cores, and a kernel of a group runs on one kind",
        ),
    ):
        (error,) = refused(kernel)
        assert error.code == code, error
        assert text in error.message
