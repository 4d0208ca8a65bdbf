# SPDX-License-Identifier: Apache-2.0
"""Dependencies in AUTO scopes, written down where they are certain."""

import json

import pytest
import torch

import pypto.language as pl
from pypto import ir, stages
from pypto.ir.nodes import Launch, Var, walk
from pypto.passes import pipeline
from pypto.platforms import PLATFORMS
from pypto.runtime.config import RunConfig

ROWS, COLS = 64, 64


@pl.jit
def straight(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.create_tensor([64, 64], dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="fill"):
        t[:, :] = pl.exp(x[:, :])
    for b in pl.spmd(4, name_hint="use"):
        y[b * 16 : b * 16 + 16, :] = pl.mul(t[b * 16 : b * 16 + 16, :], 2.0)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="again"):
        y[:, :] = pl.add(y[:, :], t[:, :])
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="last"):
        y[:, :] = pl.add(y[:, :], 1.0)
    return y


@pl.jit
def branches(
    x: pl.Tensor[[64, 64], pl.FP32], flag: pl.Tensor[[8], pl.INT32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]
):
    n = pl.read(flag, [0])
    t = pl.create_tensor([64, 64], dtype=pl.FP32)
    u = pl.create_tensor([64, 64], dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="first"):
        t[:, :] = pl.exp(x[:, :])
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="second"):
        u[:, :] = pl.add(x[:, :], 1.0)
    if n > 2:
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="more"):
            t[:, :] = pl.add(t[:, :], u[:, :])
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="inside"):
            t[:, :] = pl.mul(t[:, :], 2.0)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="after"):
        y[:, :] = pl.add(t[:, :], u[:, :])
    return y


@pl.jit
def rounds(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.create_tensor([64, 64], dtype=pl.FP32)
    kept = pl.create_tensor([64, 64], dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="start"):
        t[:, :] = pl.add(x[:, :], 0.0)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="keep"):
        kept[:, :] = pl.mul(x[:, :], 3.0)
    for _ in pl.range(3):
        part = pl.create_tensor([64, 64], dtype=pl.FP32)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="make"):
            part[:, :] = pl.add(t[:, :], kept[:, :])
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="carry"):
            t[:, :] = pl.mul(part[:, :], 0.5)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="out"):
        y[:, :] = pl.add(t[:, :], kept[:, :])
    return y


@pl.jit
def windows(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.create_tensor([64, 64], dtype=pl.FP32)
    upper = t[0:32, :]
    lower = t[32:64, :]
    middle = t[16:48, :]
    quarter = lower[16:32, :]
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="up"):
        upper[:, :] = pl.exp(x[0:32, :])
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="low"):
        lower[:, :] = pl.add(x[32:64, :], 1.0)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="both"):
        y[0:32, :] = pl.add(middle[:, :], 1.0)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="one"):
        y[32:48, :] = pl.add(quarter[:, :], 1.0)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="whole"):
        y[48:64, :] = pl.add(t[0:16, :], t[48:64, :])
    return y


@pl.jit
def left_out(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    hidden = pl.create_tensor([64, 64], dtype=pl.FP32, manual_dep=True)
    t = pl.create_tensor([64, 64], dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="dark") as dark:
        hidden[:, :] = pl.exp(x[:, :])
    with pl.manual_scope():
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="bare", deps=[dark]) as bare:
            t[:, :] = pl.add(hidden[:, :], 1.0)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="next", deps=[bare]) as after:
            t[:, :] = pl.mul(t[:, :], 2.0)
    u = pl.create_tensor([64, 64], dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="seen", deps=[after]) as seen:
        u[:, :] = pl.add(t[:, :], 1.0)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="said", deps=[seen]):
        y[:, :] = pl.add(u[:, :], 1.0)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="end"):
        y[:, :] = pl.add(y[:, :], u[:, :])
    return y


KERNELS = {
    straight: {"fill": [], "use": ["fill"], "again": ["fill", "use"], "last": ["again"]},
    branches: {
        "first": [],
        "second": [],
        "more": ["first", "second"],
        "inside": ["more"],
        "after": ["second"],
    },
    rounds: {"start": [], "keep": [], "make": ["keep"], "carry": ["make"], "out": ["keep"]},
    windows: {
        "up": [],
        "low": [],
        "both": ["up", "low"],
        "one": ["both", "low"],
        "whole": ["up", "low", "one"],
    },
    left_out: {
        "dark": [],
        "bare": ["dark"],
        "next": ["bare"],
        "seen": ["next"],
        "said": ["seen"],
        "end": ["seen", "said"],
    },
}


def arguments(kernel: pl.JITFunction, n: int = 3) -> list:
    x, y = torch.rand(ROWS, COLS), torch.zeros(ROWS, COLS)
    return [x, torch.full([8], n, dtype=torch.int32), y] if kernel is branches else [x, y]


def edges(kernel: pl.JITFunction, platform: str) -> dict[str, list[str]]:
    """By kernel, those whose tasks are in its deps after the analysis."""
    program = kernel.lower(*arguments(kernel), config=RunConfig(platform=platform))
    for step in (*pipeline.front_passes(), *pipeline.back_passes(PLATFORMS[platform], analyze=True)):
        program = step.run(program)
    launches = [s for s in walk(program.entry_function.body) if isinstance(s, Launch)]
    named = {stmt.task: stmt.function for stmt in launches if stmt.task is not None}
    assert all(isinstance(dep, Var) for stmt in launches for dep in stmt.deps)
    return {stmt.function: sorted(named[dep] for dep in stmt.deps) for stmt in launches}


@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
def test_certain_dependencies_are_written_and_no_other(kernel, platform):
    assert edges(kernel, platform) == {name: sorted(deps) for name, deps in KERNELS[kernel].items()}


def traced(kernel: pl.JITFunction, analyze: bool, n: int, **options) -> tuple[torch.Tensor, set, set]:
    """The result of a run, and its inferred and explicit edges."""
    torch.manual_seed(4)
    given = arguments(kernel, n)
    config = RunConfig(analyze_auto_scopes_for_deps=analyze, platform=options.get("platform", "a2a3sim"))
    program = kernel.compile(*given, config=config)
    program(*given, config=RunConfig(enable_dep_gen=True, sanitize=True, **options))
    table = json.loads((program.output_dir / "dfx_outputs" / "deps.json").read_text())
    found = {"tensormap": set(), "explicit": set()}
    for edge in table["edges"]:
        found[edge["source"]].add((edge["pred"], edge["succ"]))
    return given[-1], found["tensormap"], found["explicit"]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
def test_every_new_edge_is_one_that_the_runtime_infers_too(kernel):
    for n in (1, 3) if kernel is branches else (3,):
        for options in ({"platform": "a2a3sim"}, {"platform": "a5sim", "schedule": "random:5"}):
            wanted, inferred, declared = traced(kernel, False, n, platform=options["platform"])
            result, again, explicit = traced(kernel, True, n, **options)
            assert torch.equal(result, wanted) and again == inferred
            assert declared <= explicit and explicit - declared <= inferred
            assert explicit - declared or kernel is left_out


def test_what_is_written_is_seen_in_the_folder_and_reads_back(tmp_path):
    given = arguments(straight)
    plain = straight.compile(*given)
    config = RunConfig(
        analyze_auto_scopes_for_deps=True, dump_passes=True, save_kernels_dir=tmp_path / "build"
    )
    program = straight.compile(*given, config=config)
    assert program is not plain and program.document["options"]["analyze_auto_scopes_for_deps"]
    [dump] = (tmp_path / "build/passes_dump").glob("*_after_scope_deps.py")
    assert "fill_id = pl.submit(self.fill," in dump.read_text()
    assert 'directions=["inout", "in"], deps=[use_id, fill_id])' in dump.read_text()
    assert "o->dep(o->run, v_fill_id);" in (tmp_path / "build/orchestration/straight.cpp").read_text()
    assert "o->dep(" not in (plain.output_dir / "orchestration/straight.cpp").read_text()
    with pytest.raises(ValueError, match="'analyze_auto_scopes_for_deps' is for compiling"):
        plain(*given, config=RunConfig(analyze_auto_scopes_for_deps=True))
    for kernel in KERNELS:
        stages.check_round_trip(
            kernel.lower(*arguments(kernel)), RunConfig(analyze_auto_scopes_for_deps=True)
        )


def test_both_engines_and_compile_take_the_key():
    results = []
    for engine in ("native", "interpret"):
        torch.manual_seed(4)
        given = arguments(rounds)
        rounds(*given, config={"engine": engine, "analyze_auto_scopes_for_deps": True})
        results.append(given[-1])
    assert torch.equal(*results)
    program = ir.compile(
        rounds.lower(*arguments(rounds)), analyze_auto_scopes_for_deps=True, verification_level="ROUNDTRIP"
    )
    torch.manual_seed(4)
    given = arguments(rounds)
    program(*given)
    assert torch.equal(given[-1], results[0])
