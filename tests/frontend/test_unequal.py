# SPDX-License-Identifier: Apache-2.0
"""Warning valid-regions: where it stands, what it names, and what silences it."""

import pytest

import pypto.language as pl

M = pl.dynamic("M")

# expression, the two regions that the warning names, what of the result is unspecified, what to fill
CASES = {
    "rows": ("pl.add(whole, rows)", "[8, 64]", "[5, 64]", "rows", "the right operand"),
    "in the namespace": ("pl.tensor.sub(whole, rows)", "[8, 64]", "[5, 64]", "rows", "the right operand"),
    "columns": ("pl.mul(columns, whole)", "[8, 48]", "[8, 64]", "columns", "the left operand"),
    "both": ("pl.maximum(rows, columns)", "[5, 64]", "[8, 48]", "cells", "both operands"),
    "run time": ("pl.add(some, whole)", "[n, 64]", "[8, 64]", "rows", "the left operand"),
    "run time, in the namespace": (
        "pl.tensor.add(whole, some)", "[8, 64]", "[n, 64]", "rows", "the right operand"
    ),
    "two of run time": ("pl.add(some, other)", "[n, 64]", "[k, 64]", "rows", "both operands"),
    "a comparison": ("pl.cmp(whole, some)", "[8, 64]", "[n, 64]", "rows", "the right operand"),
    "filled too late": ("pl.fillpad(pl.add(whole, some))", "[8, 64]", "[n, 64]", "rows", "the right operand"),
}  # fmt: skip

SILENT = {
    "equal": "pl.add(rows, pl.exp(rows))",
    "equal at run time": "pl.tensor.add(some, pl.exp(some))",
    "written twice": "pl.add(some, pl.slice(x, [8, 64], [8, 0], valid_shape=[n, 64]))",
    "filled": "pl.add(whole, pl.fillpad(some))",
    "filled with a value": "pl.tensor.maximum(pl.fillpad(rows, pad_value=pl.PadValue.min), whole)",
    "declared": "pl.set_validshape(pl.add(whole, some), n, 64)",
    "declared in the namespace": "pl.tensor.set_validshape(pl.tensor.add(whole, rows), 5, 64)",
    "a part of both": "pl.part_add(whole, rows)",
    "a number": "pl.add(some, 1.0)",
    "a column that covers": "pl.row_expand_mul(rows, pl.row_sum(whole))",
    "a column of the operand itself": "pl.row_expand_sub(some, pl.row_max(some))",
    "a row that covers": "pl.col_expand_mul(columns, pl.slice(x, [1, 64], [0, 0]))",
    "a row of fewer rows": "pl.col_expand_mul(whole, pl.col_sum(rows))",
    "a column that was filled": "pl.row_expand_add(whole, pl.row_max(pl.fillpad(some)))",
    "a column whose result is narrowed": "pl.set_validshape(pl.row_expand_add(whole, pl.row_max(some)), n, 64)",
}

KERNEL = """\
import pypto.language as pl

@pl.jit
def kernel(
    x: pl.Tensor[[16, 64], pl.FP32],
    n: pl.Scalar[pl.INDEX],
    k: pl.Scalar[pl.INDEX],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        whole = pl.slice(x, [8, 64], [0, 0])
        rows = pl.slice(x, [8, 64], [0, 0], valid_shape=[5, 64])
        columns = pl.slice(x, [8, 64], [0, 0], valid_shape=[8, 48])
        some = pl.slice(x, [8, 64], [0, 0], valid_shape=[n, 64])
        other = pl.slice(x, [8, 64], [0, 0], valid_shape=[k, 64])
        RESULT
    return y
"""


def warned(tmp_path, *lines):
    """The warnings of a region with these lines."""
    path = tmp_path / "kernel.py"
    path.write_text(KERNEL.replace("RESULT", "\n        ".join(lines)), encoding="utf-8")
    scope: dict[str, object] = {}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), scope)
    program = scope["kernel"].lower(n=pl.RUNTIME, k=pl.RUNTIME)
    return [w for w in program.warnings if w.code == "valid-regions"]


@pytest.mark.parametrize("name", CASES)
def test_both_regions_and_what_is_unspecified_are_named(tmp_path, name):
    expression, left, right, what, fill = CASES[name]
    (warning,) = warned(tmp_path, f"y[:, :] = {expression}")
    assert warning.message == (
        f"the valid regions {left} and {right} are not provably equal: the result counts as fully valid, "
        f"and its {what} that are not in both hold unspecified data"
    )
    assert warning.span.line == KERNEL[: KERNEL.index("RESULT")].count("\n") + 1
    assert warning.help == (
        f"fill {fill} first: pl.fillpad(v), or narrow the result: pl.set_validshape(v, rows, cols)"
    )


@pytest.mark.parametrize(
    ("expression", "vector", "held", "word", "wanted"),
    [
        ("pl.row_expand_sub(whole, pl.row_max(other))", "column", "k", "rows", "8"),
        ("pl.tensor.row_expand_mul(other, pl.row_sum(some))", "column", "n", "rows", "k"),
        ("pl.row_expand(whole, pl.row_max(some))", "column", "n", "rows", "8"),
        ("pl.col_expand_add(whole, pl.col_sum(pl.set_validshape(whole, 8, n)))", "row", "n", "columns", "64"),
    ],
)
def test_a_column_or_a_row_that_does_not_cover_the_operand_is_named(
    tmp_path, expression, vector, held, word, wanted
):
    (warning,) = warned(tmp_path, f"y[:, :] = {expression}")
    assert warning.message == (
        f"the {vector} holds data in {held} {word}, the operand beside it in {wanted}: where the {vector} holds "
        f"none, the {word} of the result hold unspecified data"
    )
    assert warning.help is not None and "pl.fillpad(v)" in warning.help


@pytest.mark.parametrize("name", SILENT)
def test_equal_filled_and_declared_regions_are_silent(tmp_path, name):
    assert warned(tmp_path, "out = " + SILENT[name], "y = pl.assemble(y, out, [0, 0])") == []


def test_a_result_under_its_one_name_may_be_declared_before_it_is_used(tmp_path):
    declared = ("s = pl.add(whole, some)", "s = pl.set_validshape(s, n, 64)", "y = pl.assemble(y, s, [0, 0])")
    assert warned(tmp_path, *declared) == []
    late = ("s = pl.add(whole, some)", "t = pl.set_validshape(s, n, 64)", "y[:, :] = s", "y[0:n, :] = t")
    assert len(warned(tmp_path, *late)) == 1


@pl.jit.inline
def summed(a, b):
    return pl.add(a, b)


@pl.jit
def over_rows(x: pl.Tensor[[M, 64], pl.FP32], y: pl.Out[pl.Tensor[[8, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.slice(x, [8, 64], [0, 0])
        for r in pl.range(8, M, 8):
            acc = pl.add(acc, pl.slice(x, [8, 64], [r, 0], clamp=True))
        for r in pl.unroll(2):
            acc = summed(acc, pl.slice(x, [8, 64], [r * 8, 0], valid_shape=[r + 1, 64]))
        for r in pl.range(8, M, 8):
            acc = pl.add(acc, pl.fillpad(pl.slice(x, [8, 64], [r, 0], clamp=True)))
        y[:, :] = acc
    return y


def test_a_loop_over_rows_is_warned_of_once_at_each_place():
    found = [w for w in over_rows.lower().warnings if w.code == "valid-regions"]
    assert [w.message.split(" are ")[0] for w in found] == [
        "the valid regions [8, 64] and [min(8, max((M - r), 0)), 64]",
        "the valid regions [8, 64] and [1, 64]",
    ]
