# SPDX-License-Identifier: Apache-2.0
"""Loops whose carried values change what of them is valid are read again, as often as the nesting is deep."""

import ast
import importlib.util
from collections import Counter

import pytest
import torch

import pypto.language as pl
from pypto.codes import HINTS
from pypto.errors import UserError
from pypto.frontend.statements import Statements

HEAD = """\
import pypto.language as pl


@pl.jit.inline
def part(x, n):
    t = x[0:16, :]
    for k in pl.range(2):
        t = pl.slice(x, [16, 64], [k, 0], valid_shape=[n - k, 64])
    return t


@pl.jit
def kernel(
    n: pl.INDEX,
    m: pl.INDEX,
    x: pl.Tensor[[64, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
"""


def kernel(body, folder):
    path = folder / f"reread_{abs(hash(body))}.py"
    path.write_text(HEAD + "\n".join("        " + line for line in body.splitlines()) + "\n    return y\n")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.kernel


def compiled(body, folder, engine="interpret"):
    return kernel(body, folder).compile(n=pl.RUNTIME, m=pl.RUNTIME, config={"engine": engine})


def nested(depth, body, names):
    """Loops in loops around some lines."""
    lines = [f"{name} = x[0:16, :]" for name in names]
    for level in range(depth):
        lines.append("    " * level + f"for i{level} in pl.range(3):")
    lines += ["    " * depth + line for line in body]
    lines += [f"y[{16 * place} : {16 * place + 16}, :] = {name}" for place, name in enumerate(names)]
    return "\n".join(lines)


@pytest.fixture
def reads(monkeypatch):
    """How often each statement is lowered, by its text."""
    counts = Counter()
    lower = Statements.statement

    def counted(self, stmt):
        counts[ast.unparse(stmt)] += 1
        lower(self, stmt)

    monkeypatch.setattr(Statements, "statement", counted)
    return counts


CHANGE = "t = pl.slice(x, [16, 64], [0, 0], valid_shape=[n - i0, 64])"


@pytest.mark.parametrize("depth", range(1, 7))
def test_the_innermost_body_is_read_once_more_for_each_loop_around_it(depth, reads, tmp_path):
    compiled(nested(depth, [CHANGE], "t"), tmp_path)
    assert reads[CHANGE] <= depth + 1


@pytest.mark.parametrize("depth", range(1, 6))
def test_names_that_hand_a_change_on_add_their_number_once(depth, reads, tmp_path):
    """`s` and `r` change an iteration later each, which costs a reading each, not one at every depth."""
    compiled(nested(depth, ["r = s", "s = t", CHANGE], "rst"), tmp_path)
    assert reads[CHANGE] <= depth + 3


def test_what_is_known_of_a_copy_is_not_that_of_another(reads, tmp_path):
    """Copies of one body meet different loops; the loops of a helper are those of each of its calls."""
    body = """\
t = part(x, n)
for i in pl.range(2):
    for j in pl.unroll(2):
        s = x[0:16, :]
        for k in pl.range(3):
            if j == 1:
                s = pl.slice(x, [16, 64], [0, 0], valid_shape=[n - k, 64])
            else:
                s = pl.slice(x, [16, 64], [k, 0])
        t = part(x, n - i)
        y[j * 16 : j * 16 + 16, :] = s
y[32:48, :] = t"""
    program = compiled(body, tmp_path)
    x, y = torch.randn(64, 64), torch.zeros(64, 64)
    program(9, 0, x, y)
    assert torch.equal(y[0:16], x[2:18])
    assert torch.equal(y[16:23], x[0:7]) and bool(y[23:32].isnan().all())
    assert torch.equal(y[32:39], x[1:8]) and bool(y[39:48].isnan().all())


def test_what_is_wrong_in_a_body_is_said_once(tmp_path):
    body = nested(3, [CHANGE, "u = pl.add(t, absent)"], "t")
    with pytest.raises(UserError) as caught:
        compiled(body, tmp_path)
    assert str(caught.value).count("undefined name") == 1


def test_an_accumulator_that_changes_says_how_to_keep_its_valid_part(tmp_path):
    body = """\
acc = pl.matmul(x[0:16, :], x)
for i in pl.range(n):
    acc = pl.matmul(pl.slice(x, [16, 64], [16, 0], valid_shape=[m, 64]), x)
y[0:16, :] = acc"""
    with pytest.raises(UserError, match="has no one type after the loop") as caught:
        compiled(body, tmp_path)
    assert caught.value.help == "keep what of it is valid: acc = pl.set_validshape(acc, 16, 64)"
    compiled(body.replace("\ny[", "\n    acc = pl.set_validshape(acc, 16, 64)\ny["), tmp_path)


def test_hints_are_given_once(tmp_path):
    body = nested(3, [CHANGE, "for k in pl.parallel(2):", "    y[48:64, :] = x[48:64, :]"], "t")
    log = compiled(body, tmp_path).output_dir / "report/perf_hints.log"
    assert log.read_text().count(HINTS["loop-placement"]) == 1


WAYS = {
    "two sizes that were known before the loop": """\
t = x[0:16, :]
for i in pl.range(3):
    if n > i:
        t = pl.slice(x, [16, 64], [0, 0], valid_shape=[n, 64])
        continue
    t = pl.slice(x, [16, 64], [0, 0], valid_shape=[m, 64])
y[0:16, :] = t""",
    "a size that is known and one that is not": """\
t = x[0:16, :]
for i in pl.range(3):
    if n > i:
        t = pl.slice(x, [16, 64], [0, 0], valid_shape=[n, 64])
        continue
    t = pl.slice(x, [16, 64], [0, 0], valid_shape=[m - i, 64])
y[0:16, :] = t""",
    "all of it on the first way, a part on the second": """\
t = x[0:16, :]
for i in pl.range(3):
    if n > i:
        t = x[16:32, :]
        continue
    t = pl.slice(x, [16, 64], [32, 0], valid_shape=[m, 64])
y[0:16, :] = t""",
    "a part on the first way, all of it on the second": """\
t = x[0:16, :]
for i in pl.range(3):
    if n > i:
        t = pl.slice(x, [16, 64], [32, 0], valid_shape=[m, 64])
        continue
    t = x[16:32, :]
y[0:16, :] = t""",
    "a part, where no iteration may run": """\
t = x[0:16, :]
for i in pl.range(n):
    t = pl.slice(x, [16, 64], [32, 0], valid_shape=[m, 64])
y[0:16, :] = t""",
    "an inner loop that leaves a part of a value that changes": """\
t = x[0:16, :]
for i in pl.range(3):
    for j in pl.range(3):
        t = pl.slice(x, [16, 64], [0, 0], valid_shape=[n, 64])
    if n > i:
        t = pl.slice(x, [16, 64], [0, 0], valid_shape=[m + i, 64])
y[0:16, :] = t""",
    "a part that the loop binds first": """\
for i in pl.range(3):
    t = pl.slice(x, [16, 64], [i, 0], valid_shape=[5, 64])
    if n > i:
        break
y[0:16, :] = t""",
    "an empty part that the loop binds first": """\
for i in pl.range(3):
    t = pl.slice(x, [16, 64], [i, 0], valid_shape=[0, 64])
    if n > i:
        break
y[0:16, :] = t""",
}


def rows_of(body, n, m, x):
    """What y holds after the lines ran as Python."""

    class Names:
        range = staticmethod(range)

        @staticmethod
        def slice(source, shape, at, valid_shape):
            return source[at[0] : at[0] + valid_shape[0]]

    class Output:
        rows = torch.full((64, 64), float("nan"))

        def __setitem__(self, at, value):
            self.rows[at[0].start : at[0].start + len(value)] = value

    y = Output()
    exec(body, {"pl": Names, "n": n, "m": m, "x": x, "y": y})
    return y.rows


@pytest.mark.parametrize("engine", ["native", "interpret"])
@pytest.mark.parametrize("ways", WAYS)
def test_what_is_valid_behind_a_loop_is_what_its_last_iteration_left(ways, engine, tmp_path):
    program = compiled(WAYS[ways], tmp_path, engine)
    x = torch.randn(64, 64)
    for n in (0, 1, 5):
        y = torch.zeros(64, 64)
        program(n, 4, x, y)
        assert torch.equal(y.nan_to_num(nan=-99.0), rows_of(WAYS[ways], n, 4, x).nan_to_num(nan=-99.0)), n
