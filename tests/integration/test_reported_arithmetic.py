# SPDX-License-Identifier: Apache-2.0
"""Arithmetic that other tools got wrong: ties of BF16, rounding to FP8, what fits the vector buffer, a quantisation."""

import ml_dtypes
import numpy as np
import pytest
import torch

import pypto.language as pl
from pypto.errors import CapacityError

ENGINES = ("native", "interpret")
PLATFORMS = ("a2a3sim", "a5sim")


@pl.jit
def to_bf16(x: pl.Tensor[[16, 16], pl.FP32], even: pl.Out[pl.Tensor[[16, 16], pl.BF16]],
            away: pl.Out[pl.Tensor[[16, 16], pl.BF16]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        even[:, :] = pl.cast(x[:, :], pl.BF16, mode="rint")
        away[:, :] = pl.cast(x[:, :], pl.BF16)
    return even, away


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("engine", ENGINES)
def test_a_tie_of_bf16_goes_where_the_mode_says(engine, platform):
    tie = torch.tensor(1.01953125)
    beside = [torch.nextafter(tie, torch.tensor(2.0)), torch.nextafter(tie, torch.tensor(0.0))]
    x = torch.stack([tie, *beside, -tie, *(-b for b in beside)]).repeat(43)[:256].reshape(16, 16)
    even, away = (torch.zeros(16, 16, dtype=torch.bfloat16) for _ in range(2))
    to_bf16(x, even, away, config={"engine": engine, "platform": platform})
    low, high = 1.015625, 1.0234375
    wanted = torch.tensor([[low, high, low, -low, -high, -low], [high, high, low, -high, -high, -low]])
    for found, values in ((even, wanted[0]), (away, wanted[1])):
        expected = values.bfloat16().repeat(43)[:256].reshape(16, 16)
        assert torch.equal(found.view(torch.int16), expected.view(torch.int16))
    assert torch.equal(even.view(torch.int16), x.bfloat16().view(torch.int16))


@pl.jit
def to_fp8(x: pl.Tensor[[8, 32], pl.FP32], y: pl.Out[pl.Tensor[[56, 32], pl.FP8E4M3FN]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = x[:, :]
        y[0:8, :] = pl.cast(v, pl.FP8E4M3FN, mode="none")
        y[8:16, :] = pl.cast(v, pl.FP8E4M3FN, mode="rint")
        y[16:24, :] = pl.cast(v, pl.FP8E4M3FN, mode="round")
        y[24:32, :] = pl.cast(v, pl.FP8E4M3FN, mode="floor")
        y[32:40, :] = pl.cast(v, pl.FP8E4M3FN, mode="ceil")
        y[40:48, :] = pl.cast(v, pl.FP8E4M3FN, mode="trunc")
        y[48:56, :] = pl.cast(v, pl.FP8E4M3FN, mode="odd")
    return y


# mode: what each value becomes; the largest finite value is where every mode stops
FP8_VALUES = (1.0625, 1.1875, -1.1875, 17, 19, 126.24, 0.0029296875, 0.0009765625, 500, -1e9)
FP8_RESULTS = {
    1: (1.0, 1.25, -1.25, 16, 20, 128, 0.00390625, 0.0, 448, -448),
    2: (1.125, 1.25, -1.25, 18, 20, 128, 0.00390625, 0.001953125, 448, -448),
    3: (1.0, 1.125, -1.25, 16, 18, 120, 0.001953125, 0.0, 448, -448),
    4: (1.125, 1.25, -1.125, 18, 20, 128, 0.00390625, 0.001953125, 448, -448),
    5: (1.0, 1.125, -1.125, 16, 18, 120, 0.001953125, 0.0, 448, -448),
    6: (1.125, 1.125, -1.125, 18, 18, 128, 0.001953125, 0.001953125, 448, -448),
}


@pytest.mark.parametrize("engine", ENGINES)
def test_fp8_rounds_by_the_mode_and_keeps_nan(engine):
    x = torch.zeros(8, 32)
    x[0, : len(FP8_VALUES)] = torch.tensor(FP8_VALUES)
    x[1, 0], x[1, 1], x[1, 2] = torch.nan, torch.inf, -torch.inf
    y = torch.zeros(56, 32, dtype=torch.float8_e4m3fn)
    to_fp8(x, y, config={"engine": engine, "platform": "a5sim"})
    for mode in range(7):
        wanted = FP8_RESULTS[mode or 1]  # none is rint between floats
        block = y[mode * 8 : mode * 8 + 8]
        expected = np.array(wanted, np.float32).astype(ml_dtypes.float8_e4m3fn).view(np.uint8)
        assert block[0, : len(wanted)].view(torch.uint8).tolist() == expected.tolist(), mode
        assert block[1, 0].float().isnan()
        assert block[1, 1:3].float().tolist() == [448, -448]


def kept_alive(count):
    """A kernel that holds `count` tiles of 4096 bytes until their sum."""
    loads = "\n".join(f"        t{i} = x[{i * 16} : {i * 16 + 16}, :]" for i in range(count))
    back = "\n".join(f"        s = pl.add(s, t{i})" for i in range(count - 1))
    return f"""
import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[{count * 16}, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
{loads}
        s = t{count - 1}
{back}
        y[:, :] = s
    return y
"""


@pytest.mark.parametrize(("platform", "fits", "limit"), [("a2a3sim", 45, 188416), ("a5sim", 59, 245760)])
def test_what_fits_the_vector_buffer_and_what_does_not(load, platform, fits, limit):
    """One tile too many is refused, with every live tile and its line; what fits runs right."""
    x = torch.randint(-9, 9, (16 * fits, 64)).float()
    y = torch.zeros(16, 64)
    load(kept_alive(fits)).kernel(x, y, config={"platform": platform, "engine": "native"})
    assert torch.equal(y, x.reshape(fits, 16, 64).sum(0))
    many = limit // 4096 + 1
    with pytest.raises(CapacityError) as raised:
        load(kept_alive(many)).kernel.compile(config={"platform": platform})
    message = str(raised.value)
    assert f"keeps {many * 4096} bytes of Vec alive, {limit} are there" in message
    for number in range(many):
        assert f"4096 bytes: t{number} [16, 64] FP32 at line {8 + number}\n" in message


@pl.jit
def quantised(x: pl.Tensor[[16, 16], pl.FP32], top: pl.Tensor[[16, 1], pl.FP32],
              codes: pl.Out[pl.Tensor[[16, 16], pl.INT32]], scale: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
              other: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        v = x[:, :]
        wide = pl.row_expand(v, top[:, :])
        q = pl.div(pl.full([16, 16], dtype=pl.FP32, value=127.0), wide)
        scale[:, :] = q
        codes[:, :] = pl.cast(pl.mul(v, q), pl.INT32, mode="rint")
        other[:, :] = pl.mul(pl.recip(wide), 127.0)
    return codes, scale, other


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("engine", ENGINES)
def test_a_quantisation_divides_and_a_reciprocal_is_something_else(engine, platform):
    x = torch.full((16, 16), -3.6396782398223877)
    top = torch.full((16, 1), 3.933950424194336)
    codes, scale, other = torch.zeros(16, 16, dtype=torch.int32), torch.zeros(16, 16), torch.zeros(16, 16)
    quantised(x, top, codes, scale, other, config={"engine": engine, "platform": platform})
    assert (scale == torch.tensor(32.2830696105957)).all() and (codes == -117).all()
    assert (other == torch.tensor(32.28307342529297)).all()
    assert (torch.round(x * other) == -118).all()
