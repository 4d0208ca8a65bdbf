# SPDX-License-Identifier: Apache-2.0
"""Runtime scopes: names pass through them, and in a manual one `deps=` alone order tasks."""

import pytest
import torch
from kernel_runs import reads_back, run_everywhere

import pypto.language as pl
from pypto.ir.nodes import Launch, walk
from pypto.passes.fold import fold
from pypto.passes.inline import inline
from pypto.passes.outline import outline

D = 64


def ramp(rows=64):
    return torch.arange(float(rows))[:, None].repeat(1, D)


def edges(kernel, *args):
    """Task name -> effective directions of its tensors."""
    program = outline(fold(inline(kernel.lower(*args))))
    return {
        s.function: dict(zip((a.name for a in s.args), s.directions, strict=False))
        for s in walk(program.entry_function.body)
        if isinstance(s, Launch)
    }


@pl.jit.inline
def stage(x: pl.Tensor, t: pl.Tensor):
    with pl.scope():
        for b in pl.spmd(4, name_hint="stage"):
            t[b * 16 : b * 16 + 16, :] = pl.add(x[b * 16 : b * 16 + 16, :], 1.0)
    return t


@pl.jit(auto_scope=False)
def tiers(x: pl.Tensor[[64, D], pl.FP32], y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    with pl.scope():
        t = pl.create_tensor([64, D], dtype=pl.FP32)
        stage(x, t)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="seen", no_dep_args=[x]) as ready:
            t[0:16, :] = pl.mul(t[0:16, :], 2.0)
        with pl.scope(mode=pl.ScopeMode.MANUAL):
            count = 4
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="first", deps=[ready]) as first:
                t[16:32, :] = pl.mul(t[0:16, :], 3.0)
            with pl.spmd(count, name_hint="second", deps=[first]) as second:
                r = pl.tile.get_block_idx() * 16
                y[r : r + 16, :] = t[r : r + 16, :]
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="third", deps=[second]):
        y[48:64, :] = pl.full([count * 4, D], dtype=pl.FP32, value=7.0)
    return y


def test_scopes_are_transparent_and_order_nothing_when_manual():
    y = run_everywhere(tiers, ramp(), torch.zeros(64, D))[1]
    wanted = ramp() + 1
    wanted[0:16] *= 2
    wanted[16:32] = wanted[0:16] * 3
    wanted[48:64] = 7
    assert torch.equal(y, wanted)


def test_a_manual_scope_has_no_inferred_edges():
    found = edges(tiers, ramp(), torch.zeros(64, D))
    assert found["stage"] == {"x": "in", "t": "out"}
    assert found["seen"] == {"t": "inout"}
    assert found["first"] == {"t": "none"}
    assert found["second"] == {"t": "none", "y": "none"}
    assert found["third"] == {"y": "inout"}


def test_scopes_print():
    text = reads_back(tiers, ramp(), torch.zeros(64, D))
    assert "        with pl.scope():\n" not in text  # each has its place in the source
    assert text.count("with pl.scope():  # @") == 2 and text.count("with pl.manual_scope():  # @") == 1


@pl.jit
def fan(x: pl.Tensor[[64, D], pl.FP32], start: pl.INDEX, y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    t = pl.create_tensor([64, D], dtype=pl.FP32, init_value=0.0)
    with pl.manual_scope():
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="first") as last:
            t[0:16, :] = x[0:16, :]
        for i in pl.parallel(start, start + 8, 2):
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="part", deps=[last]) as part:
                r = (i - start) * 8
                s = r + 0
                y[s : s + 16, :] = pl.add(t[0:16, :], pl.cast(pl.cast(r, pl.INT32), pl.FP32))
            if i > start + 2:
                last = part
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="end", deps=[last]):
            y[63:64, :] = pl.full([1, D], dtype=pl.FP32, value=-1.0)
    return y


def test_an_id_carried_by_a_parallel_loop_of_a_manual_scope_stands_for_all_iterations():
    y = run_everywhere(fan, ramp(), 3, torch.zeros(64, D))[2]
    wanted = ramp(16).repeat(4, 1) + torch.arange(4.0).repeat_interleave(16)[:, None] * 16
    wanted[63] = -1
    assert torch.equal(y, wanted)
    text = reads_back(fan, ramp(), 3, torch.zeros(64, D))
    assert "last_all = pl.array.create(4, pl.TASK_ID)" in text
    assert "pl.system.task_dummy(deps=[last_all])" in text


def test_auto_scope_is_a_bool():
    with pytest.raises(TypeError, match="auto_scope is True or False"):
        pl.jit(auto_scope=1)
