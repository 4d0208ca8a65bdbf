# SPDX-License-Identifier: Apache-2.0
"""Comments before statements stay with them as text, again and again; others are dropped with a warning."""

import importlib.util
import warnings

import pytest

import pypto.language as pl

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
