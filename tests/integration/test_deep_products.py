# SPDX-License-Identifier: Apache-2.0
"""Products whose operands lie in Mat and are too deep for Left or Right: steps of equal depth add up."""

import pytest
import torch

import pypto.language as pl
from pypto.errors import CapacityError, UserError
from pypto.ir.dtypes import FP32
from pypto.ir.nodes import TileType
from pypto.passes.tiles import check_layout
from pypto.platforms import PLATFORMS
from pypto.runtime.config import RunConfig

SUMS = {torch.bfloat16: torch.float32, torch.int8: torch.int32}
ROWS, COLS = 32, 96


@pl.jit
def forms(a: pl.Tensor, b: pl.Tensor, depth: pl.Tensor[[1], pl.INT32], y: pl.Out[pl.Tensor]):
    deep = a.shape[1]
    bt = pl.transpose(b, 0, 1)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="plain"):
        y[0:ROWS, :] = pl.matmul(a[:, :], b[:, :], out_dtype=y.dtype)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="turned"):
        y[ROWS : 2 * ROWS, :] = pl.matmul(a[:, :], bt[:, :], b_trans=True, out_dtype=y.dtype)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="both_ways"):
        right = b[:, :]
        y[2 * ROWS : 3 * ROWS, :] = pl.matmul(a[:, :], right, out_dtype=y.dtype)
        y[3 * ROWS : 3 * ROWS + COLS, :] = pl.matmul(right, right, a_trans=True, out_dtype=y.dtype)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="accumulated"):
        acc = pl.create_tensor([ROWS, COLS], dtype=y.dtype)
        for k in pl.range(3):
            acc = pl.matmul_acc(acc, a[:, :], b[:, :], init_cond=(k == 0))
        y[3 * ROWS + COLS : 4 * ROWS + COLS, :] = pl.matmul_acc(acc, a[:, :], b[:, :])
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="narrowed"):
        n = pl.read(depth, [0])
        left = pl.slice(a, [ROWS, deep], [0, 0], valid_shape=[ROWS, n])
        y[4 * ROWS + COLS : 5 * ROWS + COLS, :] = pl.matmul(left, b[:, :], out_dtype=y.dtype)
    return y


@pytest.mark.parametrize(
    ("platform", "dtype", "deep"),
    [("a2a3sim", torch.bfloat16, 1200), ("a5sim", torch.int8, 2048)],
)
def test_every_form_of_a_product_is_taken_in_steps(platform, dtype, deep):
    generator = torch.Generator().manual_seed(deep)
    a, b = (torch.randint(-4, 5, s, generator=generator).to(dtype) for s in ((ROWS, deep), (deep, COLS)))
    y = torch.zeros(5 * ROWS + COLS, COLS, dtype=SUMS[dtype])
    config = RunConfig(platform=platform)
    once = a.long() @ b.long() if dtype is torch.int8 else (a.double() @ b.double())
    square = b.double().T @ b.double()
    for n in (1, 300, deep):
        arguments = [a, b, torch.tensor([n], dtype=torch.int32), y]
        artifact = forms.compile(*arguments, config=config)
        if n == 1:
            text = "".join(p.read_text() for p in sorted((artifact.output_dir / "ptoas").glob("plain*.pto")))
            assert text.count("pto.textract") == 4  # the first step, and the loop of the others
        artifact.dispatch(arguments, config)
        part = a[:, :n].double() @ b[:n].double()
        wanted = torch.cat([x.double() for x in (once, once, once, square, 4 * once, part)])
        assert torch.equal(y.double(), wanted)


@pl.jit
def wide(a: pl.Tensor, b: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
    return y


def test_an_accumulator_that_is_too_large_is_still_refused():
    a, b = torch.zeros(256, 64).bfloat16(), torch.zeros(64, 256).bfloat16()
    with pytest.raises(UserError, match=r"takes 262144 bytes, Acc has 131072") as caught:
        wide.compile(a, b, torch.zeros(256, 256))
    assert caught.value.code == "capacity"
    assert "[128, 256] would fit, one product for each part of the rows" in str(caught.value)


@pl.jit
def in_parts(a: pl.Tensor, b: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for r in pl.range(0, 256, 128):
            y[r : r + 128, :] = pl.matmul(a[r : r + 128, :], b[:, :], out_dtype=pl.FP32)
    return y


def test_the_parts_that_the_refusal_names_fit():
    a, b = torch.randn(256, 64).bfloat16(), torch.randn(64, 256).bfloat16()
    y = torch.zeros(256, 256)
    in_parts(a, b, y)
    torch.testing.assert_close(y, a.float() @ b.float(), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(
    ("shape", "space", "fits"),
    [
        ((512, 512), "Vec", [64, 512]),
        ((1, 1 << 20), "Vec", [1, 1 << 15]),
        ((1 << 30, 64), "Vec", [512, 64]),
        ((8, 60000), "Vec", [8, 5000]),
        ((32, 4096), "Acc", [16, 2048]),
        ((48, 3 * 1024), "Acc", [16, 1536]),
    ],
)
def test_a_part_of_a_tile_that_fits_is_named(shape, space, fits):
    boxed = {"blayout": "col_major", "slayout": "row_major", "fractal": 1024} if space == "Acc" else {}
    tile = TileType(shape, FP32, space=space, **boxed)
    with pytest.raises(CapacityError) as caught:
        check_layout(tile, PLATFORMS["a2a3sim"], "t", None)
    assert f"{fits} would fit" in str(caught.value)
