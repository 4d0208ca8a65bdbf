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
    "pl.add(i, 3000000000)": "help: INT32 holds -2147483648 to 2147483647",
    "pl.sub(i, 2.5)": "help: cast the array to pl.FP32, or write an integer",
    "pl.add(a, NUMBER)": "VALUE = float(NUMBER)",
    "pl.add(a, COUNT)": "VALUE = int(COUNT)",
    "pl.mul(a, NUMBER * 2)": "VALUE = float(NUMBER)",
    "pl.add(a, print(a))": "pl.static_print(...)",
    "pl.exp(x[0:8, :])": "write a window of the extent of the source, or a part of the source",
    "pl.concat(x[:, 0:12], x[:, 0:52])": "`x[:, 0:12]` Tile[[16, 12], FP32, Vec]",
}


def message(load, call):
    kernel = load(
        f"""
        import numpy as np
        import torch

        import pypto.language as pl

        NUMBER = np.float32(0.5)
        COUNT = torch.tensor(3)


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


@pytest.mark.parametrize(
    ("body", "direction"),
    [
        ("z[:, :] = x[:, :]", "Out"),
        ("z[0:8, :] = pl.exp(z[8:16, :])", "InOut"),
        ("z[:, :] = x[:, :]\n        y[:, :] = z[:, :]", "InOut"),
    ],
)
def test_an_input_that_is_written_is_declared_by_what_the_kernel_does_with_it(body, direction, load, capsys):
    kernel = load(
        f"""
import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[16, 64], pl.FP32], z: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
        {body}
    return y
"""
    ).kernel
    found = [w for w in kernel.lower().warnings if w.code == "1004"]
    assert [w.help for w in found] == [f"declare it z: pl.{direction}[...]"]


def test_a_misplaced_operation_is_called_as_the_source_calls_it(load):
    kernel = load(
        """
        import pypto.language as pl


        @pl.jit
        def kernel(x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
            y = pl.add(x, 1.0)
            with pl.at(level=pl.Level.CORE_GROUP):
                out[:, :] = y[:, :]
            return out
        """
    ).kernel
    with pytest.raises(UserError, match=r"Misplaced tensor op 'add': pl\.add computes"):
        kernel(X, X.clone())


def test_an_argument_that_is_not_contiguous_is_to_be_copied():
    with pytest.raises(UserError, match=r"help: pass a copy: \.contiguous\(\)"):
        scalars_first(torch.zeros(64, 16).t(), torch.zeros(48, 64), config=RunConfig(engine="interpret"))


def test_blocks_are_counted_from_one(load):
    kernel = load(
        """
        import pypto.language as pl


        @pl.jit
        def kernel(x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
            for b in pl.spmd(0):
                out[:, :] = x[:, :]
            return out
        """
    ).kernel
    with pytest.raises(UserError, match=r"help: launch at least one block"):
        kernel(X, X.clone())
