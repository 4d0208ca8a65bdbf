# SPDX-License-Identifier: Apache-2.0
"""How a kernel finds the functions that it calls, and what they know of their arguments."""

import importlib.util
import sys

import pytest
import torch

import pypto.language as pl
from pypto.errors import UserError

ENGINES = ("native", "interpret")
D = 64


@pl.jit.incore
def doubled(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    n = x.shape[0]
    y[0:n, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit.incore
def row_doubled(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[:] = pl.mul(x[:], 2.0)
    return y


@pl.jit.inline
def twice(x: pl.Tensor, y: pl.Tensor):
    y = doubled(x, y)
    return y


def run(kernel, *tensors, engine="interpret"):
    kernel(*tensors, config={"engine": engine})
    return tensors[-1]


@pytest.mark.parametrize("engine", ENGINES)
def test_arguments_are_known_whatever_they_are_made_from(engine):
    @pl.jit
    def kernel(x: pl.Tensor[[32, D], pl.FP32], y: pl.Out[pl.Tensor[[32, D], pl.FP32]]):
        made = pl.create_tensor([4, D], dtype=pl.FP32)
        made = doubled(x[0:4], made)  # a subscript
        other = pl.create_tensor([4, D], dtype=pl.FP32)
        other = doubled(pl.slice(x, [4, D], [4, 0]), other)  # a slice
        shaped = pl.create_tensor([2, D], dtype=pl.FP32)
        shaped = doubled(pl.reshape(x[8:10], [2, D]), shaped)
        again = pl.create_tensor([4, D], dtype=pl.FP32)
        again = doubled(made, again)  # the result of a call
        alias = x
        whole = pl.create_tensor([32, D], dtype=pl.FP32)
        whole = twice(alias, whole)  # another name, through a helper
        for r in pl.range(2):
            y[10 + r, :] = x[10 + r, :]
            row = y[12 + r]
            row = row_doubled(x[12 + r], row)  # one row: a leading axis less
        with pl.at(level=pl.Level.CORE_GROUP):
            y[0:4, :] = again[:, :]
            y[4:8, :] = other[:, :]
            y[8:10, :] = shaped[:, :]
            y[14:32, :] = whole[14:32, :]
        return y

    x = torch.randn(32, D)
    expected = 2 * x
    expected[0:4] *= 2
    expected[10:12] = x[10:12]
    assert torch.equal(run(kernel, x, torch.zeros(32, D), engine=engine), expected)


def test_keywords_of_a_call_come_in_any_order():
    @pl.jit
    def kernel(x: pl.Tensor[[16, D], pl.FP32], y: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
        y = doubled(y=y, x=x)
        return y

    x = torch.randn(16, D)
    assert torch.equal(run(kernel, x, torch.zeros(16, D)), 2 * x)


LIBRARY = """
import pypto.language as pl
FACTOR = 5

@pl.jit.incore
def inner(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[:, :] = pl.mul(x[:, :], FACTOR)
    return y

@pl.jit.inline
def outer(x: pl.Tensor, y: pl.Tensor):
    y = inner(x, y)
    return y
"""
USER = """
import pypto.language as pl
from {library} import outer

FACTOR = 2

if {wide}:
    @pl.jit.incore
    def chosen(x: pl.Tensor, y: pl.Out[pl.Tensor]):
        y[:, :] = pl.add(x[:, :], 1.0)
        return y
else:
    @pl.jit.incore
    def chosen(x: pl.Tensor, y: pl.Out[pl.Tensor]):
        y[:, :] = pl.add(x[:, :], FACTOR)
        return y

@pl.jit
def kernel(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    t = pl.create_tensor([16, 64], dtype=pl.FP32)
    t = outer(x, t)
    y = chosen(t, y)
    return y
"""


def load(folder, name, text):
    path = folder / f"{name}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("wide", "more"), [(True, 1.0), (False, 2.0)])
def test_each_function_resolves_names_where_it_stands_and_a_module_chooses_its_variant(tmp_path, wide, more):
    load(tmp_path, "some_library", LIBRARY)
    user = load(tmp_path, f"some_user_{wide}", USER.format(library="some_library", wide=wide))
    x = torch.randn(16, D)
    assert torch.equal(run(user.kernel, x, torch.zeros(16, D)), 5 * x + more)


def test_a_function_of_a_closure_is_found():
    def make(factor):
        @pl.jit.incore
        def scaled(x: pl.Tensor, y: pl.Out[pl.Tensor]):
            y[:, :] = pl.mul(x[:, :], factor)
            return y

        @pl.jit
        def kernel(x: pl.Tensor[[16, D], pl.FP32], y: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
            y = scaled(x, y)
            return y

        return kernel

    x = torch.randn(16, D)
    assert torch.equal(run(make(3), x, torch.zeros(16, D)), 3 * x)
    assert torch.equal(run(make(4), x, torch.zeros(16, D)), 4 * x)


@pl.jit
def entry(x: pl.Tensor[[16, D], pl.FP32], y: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


@pl.jit.inline
def first(x: pl.Tensor, y: pl.Tensor):
    y = second(x, y)
    return y


@pl.jit.inline
def second(x: pl.Tensor, y: pl.Tensor):
    y = first(x, y)
    return y


renamed = doubled


@pl.jit
def calls_an_entry(x: pl.Tensor[[16, D], pl.FP32], y: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
    y = entry(x, y)
    return y


@pl.jit
def calls_in_a_circle(x: pl.Tensor[[16, D], pl.FP32], y: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
    y = first(x, y)
    return y


@pl.jit
def calls_by_another_name(x: pl.Tensor[[16, D], pl.FP32], y: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
    y = renamed(x, y)
    return y


@pl.jit
def calls_with_a_number(x: pl.Tensor[[16, D], pl.FP32], y: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
    y = doubled(3, y)
    return y


@pytest.mark.parametrize(
    ("kernel", "said"),
    [
        (calls_an_entry, "entry is an entry and cannot be called from a kernel"),
        (calls_in_a_circle, "kernel functions cannot call themselves: first -> second -> first"),
        (calls_by_another_name, "`renamed` is another name of the kernel function doubled"),
        (calls_with_a_number, "parameter `x` of doubled is a tensor, the argument is the number 3"),
    ],
)
def test_calls_that_lead_nowhere_are_refused_where_they_stand(kernel, said):
    with pytest.raises(UserError, match=said) as caught:
        kernel.compile()
    assert caught.value.span.file == __file__


@pytest.mark.parametrize(
    ("decorator", "options", "said"),
    [
        (pl.jit, {"level": pl.Level.AIV}, r"@pl.jit does not take `level=`; it takes auto_scope"),
        (pl.jit.host, {"level": pl.Level.AIV}, r"@pl.jit.host does not take `level=`"),
        (pl.jit.inline, {"level": pl.Level.AIV}, r"@pl.jit.inline does not take `level=`"),
        (pl.jit.incore, {"auto_scope": True}, r"@pl.jit.incore does not take `auto_scope=`; it takes level"),
        (pl.jit.opaque, {"auto_scope": True}, r"@pl.jit.opaque does not take `auto_scope=`"),
        (pl.jit.extern, {"auto_scope": True}, r"@pl.jit.extern does not take `auto_scope=`"),
        (pl.jit, {"auto_scope": 1}, r"auto_scope is True or False, found 1"),
    ],
)
def test_keywords_belong_to_variants_of_the_decorator(decorator, options, said):
    with pytest.raises(TypeError, match=said):
        decorator(**options)
