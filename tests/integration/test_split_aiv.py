# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: B007, F841  # kernels that are read and not run
"""Loops over the two vector cores: `pl.split_aiv`, `pl.aiv_shard`, `pl.aic_gather`."""

import pytest
import torch
from mixed_runs import randn, results

import pypto.language as pl
from pypto.errors import ErrorGroup, UserError
from pypto.frontend.reader import read_program
from pypto.ir.printer import print_program
from pypto.runtime.config import RunConfig

BF16 = torch.bfloat16
QUERIES, WIDTH, KEYS, STEP = 32, 64, 128, 32


@pl.jit
def rows_then_columns(
    a: pl.Tensor[[64, 64], pl.BF16],
    b: pl.Tensor[[64, 64], pl.BF16],
    r: pl.Tensor[[64, 64], pl.FP32],
    out: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            half = pl.add(pl.aiv_shard(c), r[lane * 32 : lane * 32 + 32, :])
            joined = pl.aic_gather(pl.cast(half, pl.BF16, mode="rint"))
        d = pl.matmul(joined, b[:, :], out_dtype=pl.FP32)
        for lane in pl.split_aiv(2, mode=pl.SplitMode.LEFT_RIGHT):
            out[:, lane * 32 : lane * 32 + 32] = pl.mul(pl.aiv_shard(d), 2.0)
    return out


def test_halves_of_rows_and_of_columns():
    a, b, r = randn(64, 64, dtype=BF16), randn(64, 64, seed=1, dtype=BF16), randn(64, 64)
    native, wanted, document = results(rows_then_columns, [a, b, r], (64, 64), "a2a3sim")
    joined = (a.float() @ b.float() + r).bfloat16().double()
    torch.testing.assert_close(native.double(), 2 * joined @ b.double(), rtol=0, atol=0.5)
    torch.testing.assert_close(native, wanted, rtol=0, atol=0.5)
    assert document["groups"] == [[0, 1, 1]]


@pl.jit
def attention(
    q: pl.Tensor[[QUERIES, WIDTH], pl.BF16],
    k: pl.Tensor[[KEYS, WIDTH], pl.BF16],
    v: pl.Tensor[[KEYS, WIDTH], pl.BF16],
    out: pl.Out[pl.Tensor[[QUERIES, WIDTH], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="attention"):
        queries = q[:, :]
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):  # each core keeps its own rows
            top = pl.full([QUERIES // 2, 1], dtype=pl.FP32, value=-1e30)
            total = pl.full([QUERIES // 2, 1], dtype=pl.FP32, value=0.0)
            mean = pl.full([QUERIES // 2, WIDTH], dtype=pl.FP32, value=0.0)
        for i in pl.range(0, KEYS, STEP):
            scores = pl.matmul(queries, k[i : i + STEP, :], b_trans=True, out_dtype=pl.FP32)
            for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
                mine = pl.mul(pl.aiv_shard(scores), 0.125)
                higher = pl.maximum(top, pl.row_max(mine))
                weights = pl.exp(pl.row_expand_sub(mine, higher))
                shrink = pl.exp(pl.sub(top, higher))
                total = pl.add(pl.mul(total, shrink), pl.row_sum(weights))
                top = higher
                joined = pl.aic_gather(pl.cast(weights, pl.BF16, mode="rint"))
            new = pl.matmul(joined, v[i : i + STEP, :], out_dtype=pl.FP32)
            for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
                mean = pl.add(pl.row_expand_mul(mean, shrink), pl.aiv_shard(new))
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            half = QUERIES // 2
            out[lane * half : lane * half + half, :] = pl.row_expand_div(mean, total)
    return out


def test_attention_that_keeps_its_state_on_each_vector_core():
    q, k, v = (randn(n, WIDTH, seed=i, dtype=BF16) for i, n in enumerate((QUERIES, KEYS, KEYS)))
    native, wanted, _ = results(attention, [q, k, v], (QUERIES, WIDTH), "a5sim")
    exact = torch.softmax(q.double() @ k.double().T * 0.125, -1) @ v.double()
    torch.testing.assert_close(native.double(), exact, rtol=0, atol=2**-8)
    torch.testing.assert_close(native, wanted, rtol=0, atol=2**-9)


@pl.jit
def divided_by_hand(
    a: pl.Tensor[[64, 64], pl.BF16],
    b: pl.Tensor[[64, 64], pl.BF16],
    out: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    for i in pl.spmd(2):
        c = pl.matmul(a[i * 32 : i * 32 + 32, :], b[:, :], out_dtype=pl.FP32)
        for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            whole = pl.aiv_shard(c)
            row = i * 32
            if lane == 0:
                out[row : row + 16, :] = pl.mul(whole[0:16, :], 3.0)
            elif pl.tile.get_subblock_idx() == 1:
                out[row + 16 : row + 32, :] = pl.add(whole[16:32, :], 1.0)
    return out


def test_both_cores_get_all_of_a_value_where_the_kernel_divides_the_work():
    a, b = randn(64, 64, dtype=BF16), randn(64, 64, dtype=BF16)
    native, wanted, _ = results(divided_by_hand, [a, b], (64, 64), "a2a3sim")
    exact = (a.double() @ b.double()).reshape(2, 2, 16, 64)
    exact = torch.stack([exact[:, 0] * 3, exact[:, 1] + 1], 1).reshape(64, 64)
    torch.testing.assert_close(native.double(), exact, rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(native, wanted, rtol=1e-5, atol=1e-5)


def compiled(kernel, count=3):
    square = [torch.zeros(64, 64, dtype=BF16)] * (count - 1) + [torch.zeros(64, 64)]
    return kernel.compile(*square, config=RunConfig(platform="a2a3sim"))


def test_the_text_of_a_loop_over_the_vector_cores_reads_back():
    text = (compiled(divided_by_hand).output_dir / "program.py").read_text()
    assert "for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):" in text
    assert "whole = pl.aiv_shard(c)" in text
    assert print_program(read_program(text, "program.py")) == text


# Refusals


def refused(body):
    """The errors of a kernel."""
    with pytest.raises((UserError, ErrorGroup)) as caught:
        compiled(body)
    found = caught.value
    return list(found.errors) if isinstance(found, ErrorGroup) else [found]


def one_refusal(kernel, text):
    (error,) = refused(kernel)
    assert error.code == "split-aiv", error
    assert text in error.message


def test_vector_work_outside_of_the_loops_is_refused():
    @pl.jit
    def kernel(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
        with pl.at(level=pl.Level.CORE_GROUP):
            c = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
            r = pl.exp(out[:, :])
            for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
                out[:, :] = pl.add(pl.aiv_shard(c), r)
        return out

    one_refusal(kernel, "pl.exp works on a vector core, outside of every pl.split_aiv")


def test_a_product_inside_the_loop_is_refused():
    @pl.jit
    def kernel(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
        with pl.at(level=pl.Level.CORE_GROUP):
            for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
                out[:, :] = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
        return out

    one_refusal(kernel, "pl.matmul runs on the cube core, and this loop on the vector cores")


def test_values_that_cross_without_being_named_are_refused():
    @pl.jit
    def to_vector(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
        with pl.at(level=pl.Level.CORE_GROUP):
            c = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
            for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
                out[:, :] = pl.exp(c)
        return out

    @pl.jit
    def to_cube(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
        with pl.at(level=pl.Level.CORE_GROUP):
            for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
                e = pl.cast(pl.exp(pl.cast(a[:, :], pl.FP32)), pl.BF16, mode="rint")
            out[:, :] = pl.matmul(e, b[:, :], out_dtype=pl.FP32)
        return out

    one_refusal(to_vector, "`c` is a value of the cube core and is read on the vector core")
    one_refusal(to_cube, "`e` is a value of the vector core and is read on the cube core")


def test_the_form_of_the_loop_is_checked():
    @pl.jit
    def kernel(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
        with pl.at(level=pl.Level.CORE_GROUP):
            c = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
            for lane in pl.split_aiv(3, mode=pl.SplitMode.NONE):
                pass
            for lane in pl.split_aiv(2):
                pass
            for lane in pl.split_aiv(2, mode=2):
                pass
            for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE, stage=2):
                pass
            w = pl.aiv_shard(c)
            for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
                v = pl.aiv_shard(c, split=1)
                for other in pl.split_aiv(2, mode=pl.SplitMode.NONE):
                    pass
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
            for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
                pass
        for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            pass
        return out

    errors = refused(kernel)
    assert {e.code for e in errors} == {"split-aiv"}
    assert [e.message for e in errors] == [
        "pl.split_aiv takes the number 2",
        "pl.split_aiv needs a mode",
        "mode= is one of pl.SplitMode",
        "pl.split_aiv has no keyword `stage`",
        "pl.aiv_shard stands in a loop over the two vector cores, or says split=",
        "pl.aiv_shard takes its mode from the loop around it",
        "a pl.split_aiv cannot stand inside another one",
        "a region has pl.split or pl.split_aiv, not both",
        "pl.split_aiv stands inside a region",
    ]
