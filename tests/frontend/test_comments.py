# SPDX-License-Identifier: Apache-2.0
"""Comments before statements stay with them as text, again and again; others are dropped with a warning."""

import importlib.util
import warnings

import pytest

import pypto.language as pl
from pypto.runtime import DistributedConfig

SOURCE = '''
import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]], n: pl.INDEX):
    """Not a comment: # here"""
    # how many rows
    # are left
    rows = n + 1

    # one block after the other
    for b in pl.range(
        2,  # two halves
    ):
        # its place
        r = b * 8
        # a value
        # of two lines
        text = "# no comment"
        with pl.at(level=pl.Level.CORE_GROUP):
            # twice the rows
            y[r : r + 8, :] = pl.mul(
                # inside a call
                x[r : r + 8, :],
                2.0,
            )
            # behind the last statement
    # a branch
    if rows > 3:
        # its arm
        rows = 3
        # behind its arm
    else:
        # the other arm
        rows = 4
    # what is given back
    return y
    # behind everything
'''


def kernel(tmp_path):
    path = tmp_path / "kernel.py"
    path.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("commented", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.kernel


def comments(text):
    return [
        line.strip() for line in text.split("import pypto", 1)[1].splitlines() if line.strip().startswith("#")
    ]


KEPT = [
    "# how many rows", "# are left", "# one block after the other", "# its place", "# a value", "# of two lines",
    "# twice the rows", "# a branch", "# its arm", "# the other arm", "# what is given back",
]  # fmt: skip


def test_comments_stay_before_their_statements(tmp_path):
    program = kernel(tmp_path).lower(n=pl.RUNTIME)
    text = program.as_python()
    assert comments(text) == KEPT
    lines = [line.strip() for line in text.splitlines()]
    for comment, statement in (
        ("# are left", "rows = n + 1"),
        ("# one block after the other", "for b in pl.range(2):"),
        ("# its place", "r = b * 8"),
        ("# twice the rows", "t_1 = pl.slice(x, [8, 64], [r, 0])"),
        ("# a branch", "if rows > 3:"),
        ("# what is given back", "return y"),
    ):
        assert lines[lines.index(comment) + 1] == statement


def test_text_keeps_them_and_equality_does_not_count_them(tmp_path):
    program = kernel(tmp_path).lower(n=pl.RUNTIME)
    text = program.as_python()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = pl.parse(text)
    assert again.as_python() == text and again == program
    bare = "\n".join(line for line in text.splitlines() if line.strip() not in KEPT) + "\n"
    assert pl.parse(bare) == program and comments(pl.parse(bare).as_python()) == []
    function = program.functions["kernel"]
    assert comments(function.as_python()) == KEPT
    assert pl.parse(function.as_python()).as_python() == function.as_python()


def test_comments_of_a_text_in_the_language(tmp_path):
    text = SOURCE.replace("@pl.jit", "@pl.function(type=pl.FunctionType.Orchestration)")
    with pytest.warns(
        UserWarning, match="a comment after the last statement of a block is dropped"
    ) as caught:
        function = pl.parse(text, "text.txt")
    lines = text.splitlines()
    behind = [n for n, line in enumerate(lines, 1) if "# behind" in line]
    assert [str(w.message).split(": ")[0] for w in caught] == [f"text.txt:{n}" for n in behind]
    assert comments(function.as_python()) == KEPT


DRIVER = '''
import pypto.language as pl
import pypto.language.distributed as pld


@pl.jit
def step(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]], n: pl.Scalar[pl.INT32]):
    # inside the program of a rank
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x[:, :], pl.cast(n, pl.FP32))
    return y


@pl.jit.inline
def helper(x, y):
    # of a helper
    step(x, y, 1, device=0)


@pl.jit.host
def driver(xs: pl.Tensor[[2, 16, 64], pl.FP32], ys: pl.Out[pl.Tensor[[2, 16, 64], pl.FP32]], k: pl.Scalar[pl.INT32]):
    """Not a comment: # here"""
    # how often
    n = k + 1
    # each rank
    for r in pl.range(pld.world_size()):
        # a part
        x = xs[r]
        # a branch
        if r < n:
            # one way
            step(x, ys[r], n, device=r)  # behind a line
            # behind a block
        else:
            # the other way,
            # of two lines
            step(x, ys[r], 2, device=r)
    helper(xs[0], ys[0])
    # what is given back
    return ys
'''


def test_comments_of_a_driver_stay_with_its_statements(tmp_path):
    path = tmp_path / "driver.py"
    path.write_text(DRIVER)
    spec = importlib.util.spec_from_file_location("commented_driver", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    program = module.driver.lower(
        k=pl.RUNTIME, config={"distributed_config": DistributedConfig(device_ids=[0, 1])}
    )
    text = program.as_python()
    head, _, body = text.partition("pl.Role.Orchestrator")
    assert "# inside the program of a rank" in head
    lines = [line.strip() for line in body.splitlines()[7:]]
    assert lines == [
        "# how often",
        "n = k + 1",
        "# each rank",
        "for r in pl.range(pld.world_size()):",
        "# a part",
        "# a branch",
        "if r < n:",
        "# one way",
        "self.step(xs[r], ys[r], n, device=r)",
        "else:",
        "# the other way,",
        "# of two lines",
        "self.step_1(xs[r], ys[r], 2, device=r)",
        "self.step_2(xs[0], ys[0], 1, device=0)",
        "# what is given back",
        "return ys",
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = pl.parse(text)
    assert again.as_python() == text
    bare = pl.parse("\n".join(line for line in text.splitlines() if "# " not in line or line.startswith("#")))
    assert bare == program and bare.as_python() != text
