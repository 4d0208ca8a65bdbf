# SPDX-License-Identifier: Apache-2.0
"""What the help of a message proposes is right for the line that it stands under."""

import numpy as np
import pytest
import torch

import pypto.language as pl
from pypto.errors import UserError
from pypto.runtime.config import RunConfig

X = torch.linspace(1, 2, 16 * 64).reshape(16, 64)

HELP = {
    "pl.sub(1.0, a)": "s - t is pl.add(pl.neg(t), s)",
    "pl.div(1.0, a)": "1 / t is pl.recip(t)",
    "pl.div(2.0, a)": "pl.div(pl.expands(t, s), t)",
    "pl.mul(2.0, a)": "help: swap the operands",
    "pl.fmod(2.0, a)": "pl.fmod(pl.expands(t, s), t)",
}


def message(load, call):
    kernel = load(
        f"""
        import numpy as np

        import pypto.language as pl

        N = np.float32(0.5)


        @pl.jit
        def kernel(x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
            with pl.at(level=pl.Level.CORE_GROUP):
                a = x[:, :]
                i = pl.full([16, 64], pl.INT32, 0)
                out[:, :] = {call}
            return out
        """
    ).kernel
    with pytest.raises(UserError) as raised:
        kernel(X, X.clone())
    return str(raised.value)


@pytest.mark.parametrize("call", HELP)
def test_the_help_names_what_to_write(call, load):
    assert HELP[call] in message(load, call)


@pl.jit
def scalars_first(x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[48, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        out[0:16, :] = pl.add(pl.neg(t), 1.0)
        out[16:32, :] = pl.recip(t)
        out[32:48, :] = pl.div(pl.expands(t, 2.0), t)
    return out


def test_what_stands_for_a_scalar_on_the_left_computes_it():
    out = torch.zeros(48, 64)
    scalars_first(X, out, config=RunConfig(engine="interpret"))
    np.testing.assert_array_equal(out.numpy(), torch.cat([1 - X, 1 / X, 2 / X]).numpy())
