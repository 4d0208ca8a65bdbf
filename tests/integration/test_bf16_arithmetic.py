# SPDX-License-Identifier: Apache-2.0
"""BF16 on a chip that computes it in FP32: a literal beside it is a BF16 number, and the result is rounded once."""

import pytest
import torch
from kernel_runs import run_everywhere

import pypto.language as pl

TENTH = 0.1  # no BF16 number


@pl.jit
def literals(
    x: pl.Tensor[[16, 64], pl.BF16],
    total: pl.Out[pl.Tensor[[16, 64], pl.BF16]],
    scaled: pl.Out[pl.Tensor[[16, 64], pl.BF16]],
    divided: pl.Out[pl.Tensor[[16, 64], pl.BF16]],
    larger: pl.Out[pl.Tensor[[16, 64], pl.BF16]],
    below: pl.Out[pl.Tensor[[16, 64], pl.BF16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = x[:, :]
        total[:, :] = pl.add(v, TENTH)
        scaled[:, :] = pl.mul(v, 0.1)
        divided[:, :] = pl.div(v, 0.1)
        larger[:, :] = pl.maximum(v, 0.1)
        below[:, :] = pl.cmp(v, 0.1, cmp_type=3)
    return total, scaled, divided, larger, below


def test_literals_are_rounded_to_the_element_type():
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(16, 64, generator=generator).bfloat16()
    tenth = torch.tensor(0.1).bfloat16()
    x[0, 0] = tenth
    _, *found = run_everywhere(literals, x, *(torch.zeros(16, 64).bfloat16() for _ in range(5)))
    wanted = [x + tenth, x * tenth, x / tenth, x.clamp(min=tenth), (x <= tenth).bfloat16()]
    for number, (a, b) in enumerate(zip(found, wanted, strict=True)):
        assert torch.equal(a, b), number


@pl.jit
def sums(
    x: pl.Tensor[[32, 64], pl.BF16],
    w: pl.Tensor[[32, 64], pl.BF16],
    three: pl.Out[pl.Tensor[[32, 64], pl.BF16]],
    beside: pl.Out[pl.Tensor[[32, 64], pl.BF16]],
    powers: pl.Out[pl.Tensor[[32, 64], pl.BF16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t, u = pl.load(x, [0, 0], [32, 64]), pl.load(w, [0, 0], [32, 64])
        three = pl.store(pl.addc(t, u, t), [0, 0], three)
        beside = pl.store(pl.subsc(t, TENTH, u), [0, 0], beside)
        powers = pl.store(
            pl.row_expand_expdif(t, pl.row_max(u, pl.create_tile([32, 64], pl.BF16))), [0, 0], powers
        )
    return three, beside, powers


@pytest.mark.parametrize("engine", ["native", "interpret"])
@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
def test_operations_of_two_steps_round_once_where_the_chip_computes_in_fp32(platform, engine):
    generator = torch.Generator().manual_seed(3)
    x, w = (torch.randn(32, 64, generator=generator).bfloat16() for _ in range(2))
    three, beside, powers = (torch.zeros(32, 64).bfloat16() for _ in range(3))
    sums(x, w, three, beside, powers, config={"platform": platform, "engine": engine})
    a, b, tenth = x.float(), w.float(), torch.tensor(0.1).bfloat16().float()
    if platform == "a2a3sim":
        assert torch.equal(three, (a + b + a).bfloat16())
        assert torch.equal(beside, (a - tenth - b).bfloat16())
    else:  # which adds and subtracts BF16
        assert torch.equal(three, x + w + x)
        assert torch.equal(beside, x - tenth.bfloat16() - w)
    exact = (a - b.amax(1, keepdim=True)).double().exp()
    assert ((powers.double() - exact).abs() <= exact * 2.0**-8).all()
    nearest = exact.bfloat16()
    assert (powers == nearest).float().mean() > 0.999  # FP32 is exact enough to round as the exact value does
