# SPDX-License-Identifier: Apache-2.0
"""Products of bytes where both operands hold data, in both engines on the newer chip."""

import torch
from kernel_runs import run_on_newer

import pypto.language as pl

SHAPE = (16, 64)


@pl.jit
def products(x: pl.Tensor[[16, 64], pl.INT8], y: pl.Tensor[[16, 64], pl.INT8], u: pl.Tensor[[16, 64], pl.UINT8],
             o: pl.Out[pl.Tensor[[16, 64], pl.INT8]], q: pl.Out[pl.Tensor[[16, 64], pl.UINT8]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(x, [0, 0], [16, 64])
        b = pl.load(y, [0, 0], [16, 64], valid_shape=[5, 33])
        c = pl.load(u, [0, 0], [16, 64])
        o = pl.store(pl.part_mul(a, b), [0, 0], o)
        q = pl.store(pl.part_mul(c, c), [0, 0], q)
    return o, q


def test_products_of_bytes_wrap_and_the_rest_stands():
    generator = torch.Generator().manual_seed(3)
    x, y, u = (torch.randint(0, 256, SHAPE, generator=generator).to(torch.uint8) for _ in range(3))
    x, y = x.view(torch.int8), y.view(torch.int8)
    *_, o, q = run_on_newer(products, x, y, u, torch.zeros_like(x), torch.zeros_like(u))
    wanted = x.clone()
    wanted[:5, :33] *= y[:5, :33]
    assert torch.equal(o, wanted) and torch.equal(q, u * u)
