# SPDX-License-Identifier: Apache-2.0
"""A partly valid value keeps its valid region through every operation on its shape: padding is never stored.

The source holds 1e4 where it is padding, so that a row which leaks becomes infinite under pl.exp.
"""

import pytest
import torch
from integration_kernels import HEAD
from kernel_runs import run_everywhere

import pypto.language as pl
from pypto.errors import UserError

ROWS = 5  # of 8 are data

KERNEL = (
    HEAD
    + """
@pl.jit
def entry(x: pl.Tensor[SHAPE, pl.FP32], y: pl.InOut[pl.Tensor[OUT, pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, SHAPE, ORIGIN, valid_shape=VALID)
        r = pl.exp(EXPRESSION)
        y = pl.assemble(y, r, TARGET)
    return y
"""
)

# expression, shape of the result, and what of exp(x) the result holds, given the 8 x 16 values of x
CASES = {
    "no operation": ("v", [8, 16], lambda x: x[:ROWS]),
    "16 x 8": ("pl.reshape(v, [16, 8])", [16, 8], lambda x: x[:ROWS].reshape(10, 8)),
    "one row": ("pl.reshape(v, [1, 128])", [1, 128], lambda x: x[:ROWS].reshape(1, 80)),
    "one axis": ("pl.reshape(v, [128])", [128], lambda x: x[:ROWS].reshape(80)),
    "there and back": ("pl.reshape(pl.reshape(v, [16, 8]), [8, 16])", [8, 16], lambda x: x[:ROWS]),
    "transposed": ("pl.transpose(v, 0, 1)", [16, 8], lambda x: x[:ROWS].T),
    "a part across the edge": ("v[4:8, :]", [4, 16], lambda x: x[4:ROWS]),
    "some columns": ("v[:, 8:16]", [8, 8], lambda x: x[:ROWS, 8:]),
    "with a value of the same region": ("pl.sub(v, pl.mul(v, 0.0))", [8, 16], lambda x: x[:ROWS]),
    "with a column": ("pl.row_expand_sub(v, pl.mul(pl.row_max(v), 0.0))", [8, 16], lambda x: x[:ROWS]),
    "a converted value": ("pl.cast(pl.cast(v, pl.FP16), pl.FP32)", [8, 16], lambda x: x[:ROWS]),
    "a column": ("pl.row_max(v)", [8, 1], lambda x: x[:ROWS].amax(1, keepdim=True)),
    "less than valid": ("pl.set_validshape(v, 3, 8)", [8, 16], lambda x: x[:3, :8]),
}


def source(expression: str, out: list[int], unit: bool = False, valid: list[int] | None = None) -> str:
    shape = [1, 8, 16] if unit else [8, 16]
    valid = valid or ([1, ROWS, 16] if unit else [ROWS, 16])
    values = {
        "SHAPE": shape, "OUT": out, "ORIGIN": [0] * len(shape), "VALID": valid, "TARGET": [0] * len(out),
        "EXPRESSION": expression,
    }  # fmt: skip
    text = KERNEL
    for name, value in values.items():
        text = text.replace(name, str(value))
    return text


def padded() -> torch.Tensor:
    x = torch.linspace(-1.0, 1.0, 128).view(8, 16).half().float()
    x[ROWS:] = 1e4
    return x


def check(load, text: str, x: torch.Tensor, out: list[int], held: torch.Tensor) -> None:
    y = torch.full(out, 3.0)
    load(text).entry(x, y)
    wanted = torch.full(out, 3.0)
    wanted[tuple(slice(0, n) for n in held.shape)] = held.exp()
    torch.testing.assert_close(y, wanted, rtol=1e-6, atol=0.0)


@pytest.mark.parametrize("engine", ["native", "interpret"])
@pytest.mark.parametrize("case", CASES)
def test_padding_is_not_stored(load, monkeypatch, engine, case):
    monkeypatch.setenv("PYPTO_ENGINE", engine)
    expression, out, held = CASES[case]
    x = padded()
    check(load, source(expression, out), x, out, held(x))


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_a_unit_axis_that_is_dropped(load, monkeypatch, engine):
    monkeypatch.setenv("PYPTO_ENGINE", engine)
    x = padded()
    check(load, source("pl.reshape(v, [8, 16])", [8, 16], unit=True), x.view(1, 8, 16), [8, 16], x[:ROWS])


@pytest.mark.parametrize(
    ("expression", "out", "valid"),
    [("pl.reshape(v, [4, 32])", [4, 32], [ROWS, 16]), ("pl.reshape(v, [16, 8])", [16, 8], [8, ROWS])],
)
def test_a_region_that_would_be_no_rectangle_is_refused(load, expression, out, valid):
    with pytest.raises(UserError, match="is no rectangle of") as caught:
        load(source(expression, out, valid=valid)).entry(torch.zeros(8, 16), torch.zeros(out))
    assert caught.value.code == "valid-shape"


@pl.jit
def nothing_valid(x: pl.Tensor[[8, 16], pl.FP32], filled: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
                  kept: pl.InOut[pl.Tensor[[8, 16], pl.FP32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        none = pl.set_validshape(x[:, :], 0, 16)
        filled[0:8, :] = pl.fillpad(pl.mul(none, 2.0), pad_value=pl.PadValue.min)
        t = pl.load(x, [0, 0], [8, 16], valid_shape=[8, 0])
        filled = pl.store(pl.fillpad(t), [8, 0], filled)
        kept = pl.assemble(kept, pl.add(none, none), [0, 0])
    return filled, kept


def test_a_region_without_elements():
    _, filled, kept = run_everywhere(
        nothing_valid, torch.ones(8, 16), torch.zeros(16, 16), torch.full((8, 16), 3.0)
    )
    assert (filled[:8] == -torch.inf).all() and (filled[8:] == 0).all() and (kept == 3).all()


@pl.jit
def empty_sums(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        none = pl.slice(x, [16, 16], [0, 0], valid_shape=[16, 0])
        y[:, :] = pl.matmul(none, x[:, :])
    return y


def test_a_product_over_no_element_is_refused():
    with pytest.raises(UserError, match="the inner axis has no valid element") as caught:
        empty_sums(torch.zeros(16, 16), torch.zeros(16, 16))
    assert caught.value.code == "valid-shape"
