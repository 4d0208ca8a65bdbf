# SPDX-License-Identifier: Apache-2.0
"""A literal beside BF16 elements is a BF16 number, also where the chip computes them in FP32."""

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
