# SPDX-License-Identifier: Apache-2.0
"""Names and habits of other libraries: the message says how a kernel says it, and what it says is true."""

import importlib.util
import re

import pytest
import torch

import pypto.language as pl
from pypto.errors import ErrorGroup, UserError
from pypto.frontend import foreign
from pypto.frontend.surface import MEMBERS
from pypto.optable import UnknownOperation, find

HEAD = """
import torch
import torch.nn.functional as F

import pypto.language as pl


@pl.jit
def kernel(
    x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]], z: pl.Out[pl.Tensor[[16, 1], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        {line}
    return y, z
"""


def kernel_of(tmp_path, source):
    """A kernel in a file, as a user writes it."""
    path = tmp_path / "kernel.py"
    path.write_text(source)
    spec = importlib.util.spec_from_file_location("kernel", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.kernel


def refusal(tmp_path, line):
    with pytest.raises(UserError) as refused:
        kernel_of(tmp_path, HEAD.format(line=line)).compile()
    return refused.value


TEXTS = {**foreign._CALLS, **foreign._COMPOSED}


def test_every_advice_uses_names_that_exist():
    for name, text in TEXTS.items():
        for found in re.findall(r"pl\.(\w+)", text):
            assert found in MEMBERS, (name, found)


def test_no_foreign_name_is_one_of_the_language():
    operations = {name for name in TEXTS if name in MEMBERS}
    assert not operations


MISSPELT = {
    "add_": "pl.add", "mull": "pl.mul", "matmull": "pl.matmul", "rowsum": "pl.row_sum", "sum_row": "pl.row_sum",
    "Row_Sum": "pl.row_sum", "colmax": "pl.col_max", "sqrtt": "pl.sqrt", "maxmum": "pl.maximum", "cst": "pl.cast",
    "fulls": "pl.full", "reshap": "pl.reshape", "tranpose": "pl.transpose", "asemble": "pl.assemble",
    "creat_tensor": "pl.create_tensor", "expand_row_mul": "pl.row_expand_mul", "scater": "pl.scatter",
    "sort_32": "pl.sort32", "block_idx": "pl.get_block_idx", "laod": "pl.load", "dump_tga": "pl.dump_tag",
    "tile.sotre": "pl.tile.store", "tile.creat": "pl.tile.create", "tile.get_blk_idx": "pl.tile.get_block_idx",
    "tensor.wirte": "pl.tensor.write", "tensor.slicee": "pl.tensor.slice", "array.crete": "pl.array.create",
    "system.task_dumy": "pl.system.task_dummy", "tile.task_dumy": "pl.system.task_dummy",
    "substract": "pl.sub(a, b)", "divide_": "pl.div(a, b)", "reciprical": "pl.recip(x)", "Sum": "pl.row_sum(x)",
    "sigmiod": "pl.recip(pl.add(pl.exp(pl.neg(x)), 1.0))", "sofmax": "pl.row_max(x)", "gleu": "0.044715",
    "rmsnorm": "pl.rsqrt(", "powr": "pl.exp(pl.mul(pl.log(x), p))", "logarithm": "pl.log(x)",
}  # fmt: skip


@pytest.mark.parametrize(("name", "meant"), MISSPELT.items())
def test_a_misspelt_operation_is_told_what_it_looks_like(tmp_path, name, meant):
    error = refusal(tmp_path, f"y[:, :] = pl.{name}(t)")
    assert f" pl.{name}" in error.message and meant in error.help


@pytest.mark.parametrize(
    ("line", "message", "help"),
    [
        ("y[:, :] = pl.multiply(t, t)", "unknown operation pl.multiply", "write pl.mul(a, b)"),
        ("y[:, :] = pl.tile.dot(t, t)", "unknown operation pl.tile.dot", "write pl.matmul(a, b)"),
        ("y[:, :] = pl.where(t, t, t)", "unknown operation pl.where", "pl.sel(mask, a, b, tmp)"),
        ("y[:, :] = pl.softmax(t)", "unknown operation pl.softmax", "compose it: m = pl.row_max(x)"),
        ("y[:, :] = pl.sync_set(t)", "unknown operation pl.sync_set", "did you mean pl.system.sync_set?"),
        ("y[:, :] = pl.ad(t, t)", "unknown operation pl.ad", "did you mean pl.add?"),
        (
            "y[:, :] = pl.muls(t, 2.0)",
            "unknown operation pl.muls",
            "pl.mul takes a number too; or say which: pl.tensor.muls or pl.tile.muls",
        ),
        ("y[:, :] = torch.mul(t, t)", "`torch.mul` is a Python function", "write pl.mul(...)"),
        ("y[:, :] = F.softmax(t)", "`F.softmax` is a Python function", "compose it"),
        ("y[:, :] = torch.nn.functional.silu(t)", "`torch.nn.functional.silu` is a Python function", "compose it"),
        ("z[:, :] = t.sum()", "`t.sum` is not part", "write pl.row_sum(x) along rows"),
        ("t += x[:, :]", "`+=`", "write t = pl.add(t, x[:, :])"),
        ("y[0:8, :] -= t[0:8, :]", "`-=`", "write y[0:8, :] = pl.sub(y[0:8, :], t[0:8, :])"),
        ("t = pl.mul(t, pl.tri(0, [16, 64], dtype=pl.FP32))", "cannot mix", "instead of x[...]"),
        ("t = pl.full([16, 64], dtype=np.float32, value=0.0)", "undefined name `np`", "pl.FP32"),
        ("y[:, :] = pl.sel(t, t, t, t)", "pl.sel takes tiles", "pl.add(b, pl.mul(m, pl.sub(a, b)))"),
        (
            "for i in pl.range(2): t = pl.cast(t, pl.BF16)",
            "cannot reassign `t` with a different type",
            "start from the new type: t = pl.cast(t, pl.BF16) before this block",
        ),
        ("z[0:1, :] = pl.row_sum(t[0:1, :])", "not a multiple of 32", "[8, 64] with valid_shape=[1, 64]"),
        ("z[0:1, :] = pl.col_max(z[:, :])", "not a multiple of 32", "[16, 8] with valid_shape=[16, 1]"),
        ("z[0:1, :] = pl.row_sum(t[0:1, :])", "not a multiple of 32", "widen it: pl.fillpad_expand(v, [8, 64])"),
        (
            "c = pl.create_tensor([8, 16], dtype=pl.FP32); "
            "y[0:8, 0:16] = pl.matmul_acc(c, x[0:8, :], x[:, :], b_trans=True, init_cond=(0 == 0))",
            "not made of whole blocks of 16 x 16",
            "take 16 rows of the left operand, for a product of [16, 16]",
        ),
        ("for i in pl.range(2, init_value=(t,)): pass", "no keyword `init_value`", "did you mean `init_values`?"),
        ("for i in pl.range(x.shape[0] / 16.0): pass", "cannot mix INDEX and FP32", "divide whole numbers: a // b"),
        ("for i in pl.range(0, 4, step=2): pass", "no keyword `step`", "pl.range(start, stop, step)"),
        ("y[:, :] = pl.random([16, 64])", "`key0` must be a scalar", "its parameters are key0, key1, counter0"),
        ("t = pl.max(t)", "pl.max needs `rhs`", "along rows pl.row_max(x)"),
        ("t = pl.min(t, axis=1)", "has no parameter `axis`", "along rows pl.row_min(x)"),
        ("t = pl.matmul(t, t, transpose_b=True)", "has no parameter `transpose_b`", "did you mean `b_trans`?"),
        ("t = pl.fillpad(t, value=0)", "got `value` twice", "its parameters are value, pad_value"),
        ("t = pl.tile(t)", "not a function", "pl.tile is a group of names, such as pl.tile."),
        ("i = pl.get_block_idx(1)", "takes 0 arguments, found 1", "it takes no arguments"),
        ("t = pl.slice(x, [8, 64], 0)", "must be a list", "write [0], or more"),
    ],
)  # fmt: skip
def test_the_help_says_how_a_kernel_says_it(tmp_path, line, message, help):
    error = refusal(tmp_path, line)
    assert message in error.message and help in error.help


def test_the_list_of_operations_knows_foreign_names_too():
    with pytest.raises(UnknownOperation, match=r"pl\.mul\(a, b\)"):
        find("multiply")


GELU = torch.nn.GELU(approximate="tanh")
SAID = {
    "softmax": lambda x: x.softmax(1),
    "log_softmax": lambda x: x.log_softmax(1),
    "sigmoid": torch.sigmoid,
    "silu": torch.nn.functional.silu,
    "tanh": torch.tanh,
    "gelu": GELU,
    "exp2": torch.exp2,
    "log2": torch.log2,
    "log10": torch.log10,
    "log1p": torch.log1p,
    "expm1": torch.expm1,
    "norm": lambda x: x.norm(dim=1, keepdim=True),
    "clamp": lambda x: x.clamp(0.5, 1.5),
    "mean": lambda x: x.mean(1, keepdim=True),
}


def test_what_is_advised_computes_what_the_name_says(tmp_path):
    """One region with all of them, in the interpreter."""
    lines = []
    for name in SAID:
        text = TEXTS[name].replace("1.0 / N", "1.0 / 64").replace("low", "0.5").replace("high", "1.5")
        *steps, last = text.split("; ")
        lines += [*steps, f"o_{name}[:, :] = {last}"]
    wanted = {name: function(X) for name, function in SAID.items()}
    params = [f"o_{n}: pl.Out[pl.Tensor[[16, {w.shape[1]}], pl.FP32]]" for n, w in wanted.items()]
    body = "\n".join(f"        {line}" for line in ["x = given[:, :]", *lines])
    source = (
        "import pypto.language as pl\n\n\n@pl.jit\ndef kernel(\n    given: pl.Tensor[[16, 64], pl.FP32],\n"
        + "".join(f"    {p},\n" for p in params)
        + f"):\n    with pl.at(level=pl.Level.CORE_GROUP):\n{body}\n    return {', '.join(f'o_{n}' for n in wanted)}\n"
    )
    found = [torch.zeros_like(w) for w in wanted.values()]
    kernel_of(tmp_path, source)(X, *found, config={"engine": "interpret"})
    for (name, w), y in zip(wanted.items(), found, strict=True):
        assert torch.allclose(y, w, rtol=1e-5, atol=1e-5), name


X = torch.rand(16, 64, generator=torch.Generator().manual_seed(1)) * 2 + 0.1


@pl.jit
def one_row(x: pl.Tensor[[16, 64], pl.FP32], z: pl.Out[pl.Tensor[[16, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        row = pl.slice(x, [8, 64], [3, 0], valid_shape=[1, 64])
        z = pl.assemble(z, pl.row_max(row), [3, 0])
    return z


def test_one_row_is_reduced_as_the_help_says():
    for engine in ("interpret", "native"):
        z = torch.zeros(16, 1)
        one_row(X, z, config={"engine": engine})
        assert torch.equal(z[3], X[3].amax().reshape(1))


def test_a_tensor_that_is_taken_whole_is_not_bound_where_it_is_read(tmp_path):
    notes = refusal(tmp_path, "y[:, :] = pl.add(x, t[:, 0:8])").notes
    assert any(note.startswith("x is Tensor") for note in notes)
    assert not any("x is" in note and "bound" in note for note in notes)


def test_a_region_in_the_wrong_form_is_the_only_mistake_where_it_continues_a_view(tmp_path):
    source = """
import pypto.language as pl


@pl.jit
def kernel(
    new: pl.Tensor[[4, 64], pl.FP32], n: pl.Scalar[pl.INDEX], cache: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]
):
    held = pl.slice(cache, [64, 64], [0, 0], valid_shape=[n, 64])
    with pl.at(name_hint="append"):
        held[n : n + 4, :] = new[:, :]
    return cache
"""
    with pytest.raises(UserError) as refused:
        kernel_of(tmp_path, source).compile(n=pl.RUNTIME)
    assert refused.value.code == "at-level" and not isinstance(refused.value, ErrorGroup)


def test_a_submission_under_one_name_is_told_to_be_unpacked(tmp_path):
    source = """
import pypto.language as pl


@pl.jit.incore
def part(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[:, :] = x[:, :]
    return y


@pl.jit
def kernel(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    y = pl.submit(part, x, y)
    return y
"""
    with pytest.raises(UserError) as refused:
        kernel_of(tmp_path, source).compile()
    assert refused.value.code == "array-escapes" and "y, task = pl.submit(...)" in refused.value.help
