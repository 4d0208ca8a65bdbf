# SPDX-License-Identifier: Apache-2.0
"""Single numbers of 8-bit floats and truth values in both engines, and the types that have none.

What is expected is found among all patterns of the type, by exact fractions.
"""

import math
from fractions import Fraction

import pytest
import torch

import pypto.language as pl
from pypto.errors import UserError

COUNT = 256
E4M3, E5M2 = torch.float8_e4m3fn, torch.float8_e5m2


def nearest(value, dtype):
    """The pattern next to a number, the even one of two; the largest finite one where all are too small."""
    values = torch.arange(COUNT, dtype=torch.uint8).view(dtype).float().tolist()
    if math.isnan(value):
        return math.nan
    finite = {bits: v for bits, v in enumerate(values) if math.isfinite(v)}
    if math.isinf(value):
        return math.copysign(max(finite.values()), value)
    exact = Fraction(value)
    return finite[min(finite, key=lambda bits: (abs(Fraction(finite[bits]) - exact), bits & 1))]


@pl.jit
def numbers(
    x: pl.Tensor[[2, COUNT], pl.FP8E4M3FN],
    w: pl.Tensor[[2, COUNT], pl.FP8E5M2],
    f: pl.Tensor[[COUNT], pl.FP32],
    by: pl.FP8E4M3FN,
    product: pl.Out[pl.Tensor[[COUNT], pl.FP8E4M3FN]],
    sums: pl.Out[pl.Tensor[[COUNT], pl.FP8E5M2]],
    rounded: pl.Out[pl.Tensor[[3, COUNT], pl.FP32]],
):
    given = pl.read(x, [0, 5])
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(COUNT):
            pl.write(product, [i], x[0, i] * x[1, i])
            pl.write(sums, [i], w[0, i] + w[1, i])
            pl.write(rounded, [0, i], pl.cast(pl.cast(f[i], pl.FP8E4M3FN), pl.FP32))
            pl.write(rounded, [1, i], pl.cast(pl.cast(f[i], pl.FP8E5M2), pl.FP32))
            pl.write(rounded, [2, i], pl.cast(given * by, pl.FP32))
    return product, sums, rounded


def test_numbers_of_eight_bits_round_to_even_and_saturate():
    generator = torch.Generator().manual_seed(1)
    bits = torch.stack((torch.arange(COUNT), torch.randint(0, COUNT, (COUNT,), generator=generator))).to(
        torch.uint8
    )
    x, w = bits.view(E4M3), bits.view(E5M2)
    edges = [
        0.0,
        -0.0,
        math.inf,
        -math.inf,
        math.nan,
        448.0,
        464.0,
        465.0,
        1e30,
        57344.0,
        61440.0,
        -61441.0,
        1e-9,
    ]
    f = torch.randn(COUNT, generator=generator) * torch.logspace(-5, 5, COUNT)
    f[: len(edges)] = torch.tensor(edges)
    by = nearest(float(x[0, 5]) * nearest(300.0, E4M3), E4M3)
    wanted = [
        [nearest(a * b, E4M3) for a, b in zip(*x.double().tolist(), strict=True)],
        [nearest(a + b, E5M2) for a, b in zip(*w.double().tolist(), strict=True)],
        [nearest(v, E4M3) for v in f.tolist()],
        [nearest(v, E5M2) for v in f.tolist()],
        [by] * COUNT,
    ]
    for engine in ("interpret", "native"):
        outs = torch.zeros(COUNT).to(E4M3), torch.zeros(COUNT).to(E5M2), torch.zeros(3, COUNT)
        program = numbers.compile(by=pl.RUNTIME, config={"platform": "a5sim", "engine": engine})
        program(x, w, f, 300.0, *outs)
        for found, expected in zip([outs[0].float(), outs[1].float(), *outs[2]], wanted, strict=True):
            torch.testing.assert_close(found, torch.tensor(expected), rtol=0, atol=0, equal_nan=True)


@pl.jit
def truths(
    x: pl.Tensor[[2, 64], pl.BOOL], y: pl.Out[pl.Tensor[[64], pl.BOOL]], z: pl.Out[pl.Tensor[[64], pl.INT32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        for i in pl.range(64):
            pl.write(y, [i], pl.cast(pl.cast(x[0, i], pl.FP32) * 2.0, pl.BOOL))
            pl.write(z, [i], pl.cast(t[1, i], pl.INT32))
    return y, z


@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
def test_truth_values_are_read_from_memory_and_from_the_core(platform):
    x = torch.randint(0, 2, (2, 64), generator=torch.Generator().manual_seed(2)).bool()
    for engine in ("interpret", "native"):
        y, z = torch.zeros(64, dtype=torch.bool), torch.zeros(64, dtype=torch.int32)
        truths(x, y, z, config={"platform": platform, "engine": engine})
        assert torch.equal(y, x[0])
        assert torch.equal(z, x[1].int())


@pl.jit
def across(
    a: pl.Tensor[[64, 64], pl.BOOL],
    h: pl.Tensor[[64, 64], pl.BF16],
    y: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
    q: pl.Out[pl.Tensor[[64, 64], pl.BOOL]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(a, [0, 0], [64, 64])
        _ = pl.move(t, pl.Mem.Mat)
        x = pl.load(h, [0, 0], [64, 64], target_memory=pl.Mem.Mat)
        y = pl.store(pl.matmul(pl.move(x, pl.Mem.Left), pl.move(x, pl.Mem.Right)), [0, 0], y)
        q = pl.store(t, [0, 0], q)
    return y, q


def test_truth_values_cross_to_the_cube_core_in_bytes():
    generator = torch.Generator().manual_seed(4)
    a = torch.randint(0, 2, (64, 64), generator=generator).bool()
    h = torch.randint(-2, 3, (64, 64), generator=generator).bfloat16()
    for engine in ("interpret", "native"):
        y, q = torch.zeros(64, 64), torch.zeros(64, 64, dtype=torch.bool)
        across(a, h, y, q, config={"platform": "a5sim", "engine": engine})
        assert torch.equal(y, h.float() @ h.float())
        assert torch.equal(q, a)


FORMS = [
    ("s: pl.{0}, ", "pass"),
    ("", "s = pl.const(1, pl.{0})"),
    ("", "s: pl.Scalar[pl.{0}] = 1"),
    ("n: pl.FP32, ", "s = pl.cast(n, pl.{0})"),
]


@pytest.mark.parametrize("dtype", ["FP4", "INT4", "UINT4", "HF4", "HF8", "FP8E8M0"])
def test_types_without_single_numbers_say_so_where_one_is_asked_for(dtype, tmp_path):
    tensor = "pl.Tensor[[32, 64], pl.FP32]"
    for number, (parameter, line) in enumerate(FORMS):
        path, space = tmp_path / f"kernel{number}.py", {}
        path.write_text(
            "import pypto.language as pl\n@pl.jit\n"
            f"def kernel(a: {tensor}, {parameter.format(dtype)}y: pl.Out[{tensor}]):\n"
            f"    with pl.at(level=pl.Level.CORE_GROUP):\n        {line.format(dtype)}\n"
            "        y[:, :] = a[:, :]\n    return y\n"
        )
        exec(compile(path.read_text(), str(path), "exec"), space)
        names = {name: pl.RUNTIME for name in ("s", "n") if parameter.startswith(name)}
        with pytest.raises(UserError, match=f"there are no scalars of {dtype}") as error:
            space["kernel"].compile(config={"platform": "a5sim"}, **names)
        assert error.value.span.line == (5 if "s =" in line or "s:" in line else 3)
        assert error.value.help
