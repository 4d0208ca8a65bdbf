# SPDX-License-Identifier: Apache-2.0
"""Rules of names: kernels go by their own names, types stay in deeper blocks, results replace what was passed."""

import pytest

import pypto.ir
import pypto.language as pl
from pypto.errors import ErrorGroup, UserError

TILE = pl.Tensor[[16, 64], pl.FP32]
HALF = pl.Tensor[[16, 64], pl.FP16]
AT = pl.Level.CORE_GROUP
MODE = 1


@pl.jit.incore
def exp_rows(x: TILE, o: pl.Out[TILE]):
    o[:, :] = pl.exp(x[:, :])
    return o


other_name = exp_rows


@pl.jit
def through_an_alias(x: TILE, y: pl.Out[TILE]):
    y = other_name(x, y)
    return y


@pl.jit
def submitted_alias(x: TILE, y: pl.Out[TILE]):
    y, _task = pl.submit(other_name, x, y)
    return y


@pl.jit
def local_alias(x: TILE, y: pl.Out[TILE]):
    f = exp_rows
    y = f(x, y)
    return y


@pl.jit
def never_taken(x: TILE, y: pl.Out[TILE]):
    with pl.at(level=AT):
        if MODE == 2:
            y[:, :] = pl.expp(x[:, :])
            y[:, :] = pl.exp(x[:, :], extra=1)
            y[:, :] = pl.exp(x[0, :, :])  # of a tensor that this specialisation does not have
        else:
            y[:, :] = pl.exp(x[:, :])
    return y


@pl.jit
def too_large(x: HALF, y: pl.Out[HALF]):
    with pl.at(level=AT):
        a = pl.add(x[:, :], 65520.0)
        b = pl.full([16, 64], pl.FP16, -1e6)
        c = 1e39
        y[:, :] = pl.add(pl.add(a, b), c)
    return y


@pl.jit
def past_the_largest(y: pl.Out[pl.Tensor[[16, 64], pl.FP8E4M3FN]]):
    _a = pl.const(464.5, pl.FP8E4M3FN)
    _b = pl.const(float("-inf"), pl.FP8E4M3FN)
    _c = pl.const(61440, pl.FP8E5M2)
    _d = pl.const(-7.0, pl.FP4)
    _e = pl.const(float("nan"), pl.FP4)
    _f = pl.const(0.0, pl.FP8E8M0)
    pl.write(y, [0, 0], 1e6)
    with pl.at(level=AT):
        y[:, :] = pl.full([16, 64], pl.FP8E4M3FN, -1e6)
    return y


@pl.jit
def up_to_the_largest(n: pl.INDEX, x: HALF, y: pl.Out[HALF]):
    _a, _b = pl.const(464, pl.FP8E4M3FN), pl.const(float("nan"), pl.FP8E4M3FN)
    _c, _d = pl.const(61439.0, pl.FP8E5M2), pl.const(float("inf"), pl.FP8E5M2)
    _e = pl.const(-448.0, pl.FP8E4M3FN)
    with pl.at(level=AT):
        y[:, :] = x


@pl.jit
def largest(x: HALF, y: pl.Out[HALF]):
    with pl.at(level=AT):
        a = pl.add(x[:, :], 65519.0)
        b = pl.maximum(a, float("-inf"))
        y[:, :] = pl.minimum(b, -65504.0)
    return y


@pl.jit
def unread_change(n: pl.INDEX, x: TILE, y: pl.Out[TILE]):
    s = n
    with pl.at(level=AT):
        t = x[:, :]
        for _ in pl.range(4):
            t = pl.cast(x[:, :], pl.BF16)  # noqa: F841
        if n > 3:
            s = 1.5  # noqa: F841
        y[:, :] = pl.exp(x[:, :])
    return y


@pl.jit
def sibling_blocks(x: TILE, y: pl.Out[TILE]):
    with pl.at(level=AT):
        t = pl.cast(x[:, :], pl.BF16)
        t = pl.cast(t, pl.FP32)
        y[:, :] = t
    for b in pl.spmd(2):
        t = x[b * 8 : b * 8 + 8, :]
        y[b * 8 : b * 8 + 8, :] = pl.exp(t)
    return y


@pl.jit
def old_name(x: TILE, y: pl.Out[TILE]):
    z = pl.create_tensor([16, 64], dtype=pl.FP32)
    r = exp_rows(x, z)
    y = exp_rows(z, y)
    y = exp_rows(r, y)
    return y


@pl.jit
def unnamed_result(x: TILE, y: pl.Out[TILE]):
    z = pl.create_tensor([16, 64], dtype=pl.FP32)
    exp_rows(x, z)
    y = exp_rows(z, y)
    return y


@pl.jit.extern(core_type="aiv", source=__file__)
def only_described(x: pl.Tensor, o: pl.Out[pl.Tensor]):
    """Does something in C++."""


@pl.jit
def calls_described(x: TILE, y: pl.Out[TILE]):
    only_described(x, y)
    return y


@pl.jit
def by_zero(n: pl.INDEX, y: pl.Out[TILE]):
    for _ in pl.range(n // 0 + 1):
        with pl.at(level=AT):
            y[:, :] = pl.full([16, 64], pl.FP32, 1.0)
    for _ in pl.range(n % 0):
        with pl.at(level=AT):
            y[:, :] = pl.full([16, 64], pl.FP32, 2.0)
    return y


def found(kernel: pl.JITFunction) -> list[tuple[str, str]]:
    scalars = {p.name: pl.RUNTIME for p in kernel.signature_parameters if p.kind == "scalar"}
    try:
        kernel.lower(**scalars)
    except UserError as error:
        return [(e.code, e.message) for e in (error.errors if isinstance(error, ErrorGroup) else [error])]
    return []


@pytest.mark.parametrize(
    ("kernel", "name"),
    [(through_an_alias, "other_name"), (submitted_alias, "other_name"), (local_alias, "f")],
)
def test_a_kernel_is_called_by_its_own_name(kernel, name):
    message = f"`{name}` is another name of the kernel function exp_rows and is not resolved"
    assert found(kernel) == [("function-call", message)]


def test_calls_of_a_branch_that_is_never_taken_are_checked_as_far_as_text_goes():
    assert found(never_taken) == [
        ("unknown-operation", "unknown operation pl.expp"),
        ("argument-list", "pl.exp has no parameter `extra`"),
    ]


def test_a_float_that_would_become_infinite_does_not_fit():
    assert found(too_large) == [
        ("number-range", "the number 65520.0 does not fit FP16 in pl.add"),
        ("number-range", "the number -1000000.0 does not fit FP16 in pl.full"),
        ("number-range", "the number 1e+39 does not fit FP32"),
    ]


def test_a_float_past_the_largest_one_of_a_narrow_type_does_not_fit():
    assert found(past_the_largest) == [
        ("number-range", "the number 464.5 does not fit FP8E4M3FN"),
        ("number-range", "the number -inf does not fit FP8E4M3FN"),
        ("number-range", "the number 61440 does not fit FP8E5M2"),
        ("number-range", "the number -7.0 does not fit FP4"),
        ("number-range", "the number nan does not fit FP4"),
        ("number-range", "the number 0.0 does not fit FP8E8M0"),
        ("number-range", "the number 1000000.0 does not fit FP8E4M3FN"),
        ("number-range", "the number -1000000.0 does not fit FP8E4M3FN in pl.full"),
    ]


@pytest.mark.parametrize("kernel", [largest, sibling_blocks, unnamed_result, up_to_the_largest])
def test_legal_neighbours_of_the_mistakes(kernel):
    assert found(kernel) == []


def test_a_docstring_is_no_body_of_an_external_kernel():
    assert found(calls_described) == [("external", "the body of only_described is in C++; here it is `...`")]


def test_a_division_by_the_number_zero_is_refused():
    rest = "cannot be computed: integer division or modulo by zero"
    assert found(by_zero) == [("constant-arithmetic", f"`{e}` {rest}") for e in ("n // 0", "n % 0")]


def test_a_type_change_in_a_deeper_block_is_refused_though_nobody_reads_it():
    assert found(unread_change) == [
        (
            "type-change",
            "cannot reassign `t` with a different type: was Tensor[[16, 64], FP32], got Tensor[[16, 64], BF16]",
        ),
        ("type-change", "cannot reassign `s` with a different type: was Scalar[INDEX], got Scalar[FP32]"),
    ]


def test_the_result_of_a_kernel_replaces_the_name_that_was_passed():
    message = "`z` was written by `exp_rows(x, z)` at line 126, whose result is `r`"
    assert found(old_name) == [("written-argument", message)]


def test_compiling_a_program_object_shows_no_frames_of_the_compiler(tmp_path):
    @pl.jit
    def too_big(x: pl.Tensor[[512, 512], pl.FP32], y: pl.Out[pl.Tensor[[512, 512], pl.FP32]]):
        with pl.at(level=AT):
            y[:, :] = pl.exp(x[:, :])
        return y

    program = too_big.lower()
    with pytest.raises(UserError) as caught:
        pypto.ir.compile(program, output_dir=str(tmp_path), platform="a2a3sim")
    files = [str(entry.path) for entry in caught.traceback]
    assert all(not f.endswith(("pipeline.py", "allocate.py", "stages.py")) for f in files)
    assert caught.value.__suppress_context__
