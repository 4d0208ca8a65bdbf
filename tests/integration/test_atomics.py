# SPDX-License-Identifier: Apache-2.0
"""Atomic adds add: every element type of each chip, partial sums of parallel tasks, repeated and shuffled."""

import pytest
import torch
from kernel_runs import PLATFORMS, run_everywhere

import pypto.language as pl
from pypto.errors import InvalidOperationError
from pypto.runtime.config import RunConfig

D, B = 64, 6


@pl.jit
def split_k(
    a: pl.Tensor[[16, 256], pl.FP32],
    b: pl.Tensor[[256, 16], pl.FP32],
    y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]],
):
    for t in pl.parallel(4):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="part", no_dep_args=[y]):
            part = pl.matmul(a[:, t * 64 : t * 64 + 64], b[t * 64 : t * 64 + 64, :])
            y = pl.assemble(y, part, [0, 0], atomic=pl.AtomicType.Add)
    return y


def test_partial_products_add_up():
    a, b = torch.randint(-4, 5, (16, 256)).float(), torch.randint(-4, 5, (256, 16)).float()
    found = run_everywhere(split_k, a, b, torch.full((16, 16), 3.0))[2]
    assert torch.equal(found, a @ b + 3.0)


@pytest.mark.parametrize("platform", PLATFORMS)
def test_runs_repeat_bit_for_bit_and_a_shuffled_one_stays_within_rounding(platform):
    generator = torch.Generator().manual_seed(7)
    a, b = (torch.randn(shape, generator=generator) for shape in ((16, 256), (256, 16)))
    program = split_k.compile(a, b, torch.zeros(16, 16), config={"platform": platform})

    def run(**config):
        y = torch.full((16, 16), 3.0)
        program.dispatch([a, b, y], RunConfig(platform=platform, **config))
        return y

    first = run(workers=1)
    assert all(torch.equal(run(workers=1 + n % 3), first) for n in range(10))
    exact = a.double() @ b.double() + 3.0
    bound = 260 * 2.0**-24 * (a.double().abs() @ b.double().abs() + 3.0)
    shuffled = [run(schedule=f"random:{seed}", workers=2) for seed in range(8)]
    assert all(bool(((y.double() - exact).abs() <= bound).all()) for y in [first, *shuffled])
    assert torch.equal(run(schedule="random:3"), shuffled[3]), "a seed names one order"
    assert any(not torch.equal(y, first) for y in shuffled)


@pl.jit
def tiles(
    a: pl.Tensor[[B, 16, D], pl.FP32], b: pl.Tensor[[B, 16, D], pl.FP16], c: pl.Tensor[[B, 16, D], pl.INT32],
    d: pl.Tensor[[B, 16, D], pl.INT16], e: pl.Tensor[[B, 16, D], pl.INT8],
    v: pl.InOut[pl.Tensor[[16, D], pl.FP32]], w: pl.InOut[pl.Tensor[[16, D], pl.FP16]],
    x: pl.InOut[pl.Tensor[[16, D], pl.INT32]], y: pl.InOut[pl.Tensor[[16, D], pl.INT16]],
    z: pl.InOut[pl.Tensor[[16, D], pl.INT8]],
):  # fmt: skip
    for n in pl.spmd(B):
        v = pl.assemble(v, a[n, :, :], [0, 0], atomic=pl.AtomicType.Add)
        w = pl.assemble(w, b[n, :, :], [0, 0], atomic=pl.AtomicType.Add)
        x = pl.assemble(x, c[n, :, :], [0, 0], atomic=pl.AtomicType.Add)
        y = pl.assemble(y, d[n, :, :], [0, 0], atomic=pl.AtomicType.Add)
        t = pl.load(e, [n, 0, 0], [1, 16, D])
        z = pl.store(t, [0, 0], z, atomic=pl.AtomicType.Add)
    return v, w, x, y, z


@pl.jit
def brain(
    a: pl.Tensor[[B, 16, D], pl.BF16], b: pl.Tensor[[D, D], pl.BF16], y: pl.InOut[pl.Tensor[[16, D], pl.BF16]],
    z: pl.InOut[pl.Tensor[[16, D], pl.BF16]], h: pl.InOut[pl.Tensor[[16, D], pl.FP16]],
):  # fmt: skip
    for n in pl.spmd(B):
        y = pl.assemble(y, a[n, :, :], [0, 0], atomic=pl.AtomicType.Add)
    for n in pl.spmd(B, name_hint="products"):
        acc = pl.matmul(a[n, :, :], b[:, :])
        z = pl.assemble(z, acc, [0, 0], atomic=pl.AtomicType.Add)
        h = pl.assemble(h, acc, [0, 0], atomic=pl.AtomicType.Add)
    return y, z, h


def drawn(kind, *shape):
    if kind.is_floating_point:
        return (torch.randn(shape) * 3).to(kind)
    limits = torch.iinfo(kind)
    return torch.randint(limits.min, limits.max, shape, dtype=kind)


def summed(start, parts):
    for part in parts:
        start = start + part  # every add rounds, or wraps
    return start


def test_every_type_rounds_or_wraps_after_each_add():
    kinds = torch.float32, torch.float16, torch.int32, torch.int16, torch.int8
    parts, starts = [drawn(k, B, 16, D) for k in kinds], [drawn(k, 16, D) for k in kinds]
    found = run_everywhere(tiles, *parts, *starts)[5:]
    for got, start, part in zip(found, starts, parts, strict=True):
        assert torch.equal(got, summed(start, part))


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_bf16_adds_on_one_chip_and_products_are_converted_first(engine):
    a, b = torch.randint(-3, 4, (B, 16, D)).bfloat16(), torch.randint(-3, 4, (D, D)).bfloat16()
    y, z, h = drawn(torch.bfloat16, 16, D), drawn(torch.bfloat16, 16, D), drawn(torch.float16, 16, D)
    given = y.clone(), z.clone(), h.clone()
    brain(a, b, *given, config={"platform": "a2a3sim", "engine": engine})
    products = a.float() @ b.float()
    assert torch.equal(given[0], summed(y, a))
    assert torch.equal(given[1], summed(z, products.bfloat16()))
    assert torch.equal(given[2], summed(h, products.half()))
    with pytest.raises(InvalidOperationError, match="a5 adds no BF16 atomically, and `y` holds it"):
        brain(a, b, *given, config={"platform": "a5sim", "engine": engine})


@pl.jit
def any_type(x: pl.Tensor, y: pl.InOut[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.assemble(y, x[:, :], [0, 0], atomic=pl.AtomicType.Add)
    return y


@pytest.mark.parametrize("kind", [torch.int64, torch.uint8, torch.float8_e4m3fn], ids=str)
@pytest.mark.parametrize("platform", PLATFORMS)
def test_other_types_are_refused(kind, platform):
    x = torch.zeros(16, D).to(kind)
    with pytest.raises(InvalidOperationError, match="atomically"):
        any_type.compile(x, x.clone(), config={"platform": platform})
