# SPDX-License-Identifier: Apache-2.0
"""One mistake gives one error: what follows from it stays silent, and what is wrong beside it is reported too."""

import importlib.util

import pytest

from pypto.errors import ErrorGroup, UserError

HEAD = """\
import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
"""
REGION = "with pl.at(level=pl.Level.CORE_GROUP):\n"


def errors_of(tmp_path, body, region):
    lines = (
        body.splitlines() if not region else [REGION.rstrip(), *(f"    {line}" for line in body.splitlines())]
    )
    path = tmp_path / "kernel.py"
    path.write_text(HEAD + "".join(f"    {line}\n" for line in lines))
    spec = importlib.util.spec_from_file_location("kernel", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.raises(UserError) as refused:
        module.kernel.lower()
    error = refused.value
    return list(error.errors) if isinstance(error, ErrorGroup) else [error]


ALONE = {
    "a list that is built up": ("ts = []\nts.append(x)\ny[:, :] = ts[0]", "function-call"),
    "a list that a loop builds up": (
        "ts = []\nfor i in pl.range(2):\n    ts.append(x)\ny[:, :] = pl.add(ts[0], ts[1])",
        "function-call",
    ),
    "a loop that starts with a number": (
        "acc = 0.0\nfor i in pl.range(4):\n    acc = pl.add(acc, x)\ny[:, :] = acc",
        "operand-kind",
    ),
    "a loop that starts with None": (
        "acc = None\nfor i in pl.range(4):\n    acc = pl.add(acc, x)\ny[:, :] = acc",
        "operand-kind",
    ),
    "a sum of the wrong kind of number": (
        "s = 0\nfor i in pl.range(4):\n    s = s + x[i, 0]\npl.write(y, [0, 0], s)",
        "scalar-type",
    ),
    "a nested function": ("def f(a):\n    return a\ny[:, :] = f(x)", "python-statement"),
    "a nested class": ("class Part:\n    n = 3\ny[:, :] = pl.mul(x, Part.n)", "python-statement"),
    "an import": ("import math\ny[:, :] = pl.mul(x, math.pi)", "python-statement"),
    "an import under another name": ("from math import pi as p\ny[:, :] = pl.mul(x, p)", "python-statement"),
    "a match": ("match x:\n    case [a, *_]:\n        pass\ny[:, :] = a", "python-statement"),
    "a try": ("try:\n    t = x\nexcept ValueError as e:\n    t = e\ny[:, :] = t", "python-statement"),
    "an unknown operation": ("v = pl.addd(x, x)\nw = pl.mul(v, v)\ny[:, :] = w", "unknown-operation"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "code"), ALONE.values(), ids=ALONE)
def test_what_follows_from_a_mistake_in_a_region_is_not_reported(tmp_path, body, code):
    assert [error.code for error in errors_of(tmp_path, body, region=True)] == [code]


TASKS = """\
tids = []
for i in pl.{loop}(4):
    with pl.at(level=pl.Level.CORE_GROUP) as tid:
        y[i * 4 : i * 4 + 4, :] = pl.add(x[i * 4 : i * 4 + 4, :], 1.0)
    {change}
with pl.at(level=pl.Level.CORE_GROUP, deps=tids):
    y[:, :] = pl.add(y, 1.0)
"""
SUBMITTING = {
    "task ids in a list": (TASKS.format(loop="range", change="tids.append(tid)"), "function-call"),
    "task ids of copies in a list": (TASKS.format(loop="unroll", change="tids.append(tid)"), "function-call"),
    "task ids that are added": (TASKS.format(loop="range", change="tids = tids + [tid]"), "argument-type"),
    "an unknown scope": ("with pl.region():\n    t = pl.add(x, 1.0)\n    y[:, :] = t", "unknown-operation"),
    "a block index that nobody bound": ("with pl.spmd(4):\n    y[b : b + 1, :] = x[b : b + 1, :]", "undefined-name"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "code"), SUBMITTING.values(), ids=SUBMITTING)
def test_what_follows_from_a_mistake_outside_of_regions_is_not_reported(tmp_path, body, code):
    assert [error.code for error in errors_of(tmp_path, body, region=False)] == [code]


def test_one_task_id_beside_deps_is_told_to_be_a_list(tmp_path):
    body = (
        "with pl.at(level=pl.Level.CORE_GROUP) as tid:\n    y[:, :] = pl.add(x, 1.0)\n"
        "with pl.at(level=pl.Level.CORE_GROUP, deps=tid):\n    y[:, :] = pl.add(y, 1.0)"
    )
    (error,) = errors_of(tmp_path, body, region=False)
    assert error.code == "deps-form" and error.help == "deps=[tid]"


BESIDE = {
    "a value that is wrong already": "v = pl.addd(x, x)\nw = pl.mul(v, missing)\ny[:, :] = w",
    "a condition that is wrong already": "v = pl.addd(x, x)\nif v > 3:\n    u = missing\ny[:, :] = x",
    "a loop whose bound is wrong already": "v = pl.addd(x, x)\nfor i in pl.range(v):\n    u = missing\ny[:, :] = x",
}


@pytest.mark.parametrize("body", BESIDE.values(), ids=BESIDE)
def test_an_undefined_name_is_reported_beside(tmp_path, body):
    assert [e.code for e in errors_of(tmp_path, body, region=True)] == ["unknown-operation", "undefined-name"]


UNRUN = {
    "a name that has no value there": "if False:\n    v = 3\nif False:\n    w = v + missing\ny[:, :] = x",
    "a value of another shape": "if False:\n    v = pl.add(x[0:8, :], x)\n    w = pl.add(v, missing)\ny[:, :] = x",
    "behind a jump": "for i in pl.range(3):\n    if 1 > 0:\n        break\n    else:\n        v = i\n"
    "    w = v + missing\ny[:, :] = x",
}


@pytest.mark.parametrize("body", UNRUN.values(), ids=UNRUN)
def test_an_undefined_name_is_reported_where_nothing_runs(tmp_path, body):
    (error,) = errors_of(tmp_path, body, region=True)
    assert error.message == "undefined name `missing`"
