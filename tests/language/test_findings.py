# SPDX-License-Identifier: Apache-2.0
"""What a compile reports beside errors: warnings, hints about speed, times of its steps; and how to choose among them."""

import json

import pytest
import torch

import pypto.language as pl
from pypto import ir, runtime
from pypto.assembler import parse_pto, print_pto
from pypto.codes import HINTS, WARNINGS
from pypto.language import yield_
from pypto.runtime.config import RunConfig

D = 64


@pl.jit
def several(
    x: pl.Tensor[[16, D], pl.FP32], b: pl.Tensor[[16, D], pl.BF16], y: pl.Out[pl.Tensor[[16, D], pl.FP32]]
):
    unused = 3  # noqa: F841
    for i, (n,) in pl.range(4, init_values=(0,)):
        last = pl.yield_(n + i)  # noqa: F841
    with pl.at(level=pl.Level.CORE_GROUP):
        for j in pl.parallel(2):
            y[j * 8 : j * 8 + 8, :] = pl.add(
                x[j * 8 : j * 8 + 8, :], pl.cast(pl.add(b, b)[j * 8 : j * 8 + 8, :], pl.FP32)
            )
    return y


def compiled(**config):
    return several.compile_fresh(config={"engine": "interpret", **config})


def codes(program):
    return [code for code in WARNINGS if f"[{code}]" in "\n".join(program.warnings)]


def hints(program):
    log = program.output_dir / "report/perf_hints.log"
    return log.read_text().splitlines() if log.exists() else []


def test_warnings_are_told_and_hints_are_logged():
    program = compiled()
    assert codes(program) == ["1001"]
    assert [line.split()[0] for line in hints(program)] == list(HINTS.values())
    placement, arithmetic = hints(program)
    line = several.source.function.__code__.co_firstlineno + 8
    assert (
        f" {__file__}:{line}:18: pl.parallel inside of a region is a plain loop; write pl.range" in placement
    )
    assert "a2a3 has no pl.add of BF16: it is done in FP32 and rounded once" in arithmetic
    assert any("2 hint(s) about speed" in message for message in program.messages)


def test_the_other_chip_computes_in_bf16():
    assert [line.split()[0] for line in hints(compiled(platform="a5sim"))] == ["PH-LP-001"]


@pytest.mark.parametrize(
    ("config", "warned", "hinted"),
    [
        ({"diagnostic_phase": "NONE"}, [], 0),
        ({"diagnostic_phase": "PRE_PIPELINE"}, ["1001"], 1),
        ({"diagnostic_phase": "post_pipeline"}, ["1001"], 2),
        ({"disabled_diagnostics": []}, ["1001", "1002"], 2),
        ({"disabled_diagnostics": ["1001"]}, ["1002"], 2),
        ({"disabled_diagnostics": ("1001", "1002", "loop-placement")}, [], 1),
    ],
)
def test_findings_are_chosen_by_phase_and_code(config, warned, hinted):
    program = compiled(**config)
    assert codes(program) == warned and len(hints(program)) == hinted


def test_the_environment_has_a_phase_for_calls_without_one(monkeypatch):
    monkeypatch.setenv("PYPTO_WARNING_LEVEL", "none")
    assert codes(compiled()) == [] and codes(compiled(diagnostic_phase="POST_PIPELINE")) == ["1001"]
    monkeypatch.setenv("PYPTO_WARNING_LEVEL", "loud")
    with pytest.raises(ValueError, match="PYPTO_WARNING_LEVEL must be one of NONE, PRE_PIPELINE"):
        RunConfig()


def test_a_phase_of_the_environment_is_no_wish_of_a_call(monkeypatch):
    program = compiled(diagnostic_phase="POST_PIPELINE")
    monkeypatch.setenv("PYPTO_WARNING_LEVEL", "NONE")
    RunConfig(workers=1).check_compiled(program.config)
    with pytest.raises(ValueError, match="'diagnostic_phase' is for compiling"):
        RunConfig(diagnostic_phase="PRE_PIPELINE").check_compiled(program.config)


def test_results_are_found_however_the_language_is_imported():
    @pl.jit
    def kernel(x: pl.Tensor[[16, D], pl.FP32], y: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
        for i, (a,) in pl.range(4, init_values=(0,)):
            a1 = yield_(a + i)  # noqa: F841
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = x[:, :]
        return y

    found = kernel.lower(config={"disabled_diagnostics": []}).warnings
    assert [(w.code, w.span.column) for w in found] == [("1002", 13)]


def test_results_that_nothing_reads_are_found_where_they_are_yielded():
    @pl.jit
    def kernel(x: pl.Tensor[[16, D], pl.FP32], y: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
        for i, (a, b, c) in pl.range(4, init_values=(0, 0, 0)):
            a1, b1, c1 = pl.yield_(a + i, b + i, c + 1)  # noqa: RUF059
        if x.shape[0] > 8:  # noqa: SIM108
            chosen = pl.yield_(1)
        else:
            chosen = pl.yield_(2)  # noqa: F841
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.mul(x[:, :], pl.cast(a1 + b1, pl.INT32))
        return y

    found = kernel.lower(config={"disabled_diagnostics": []}).warnings
    assert [(w.code, w.message.split("`")[1]) for w in found] == [("1002", "c1"), ("1002", "chosen")]
    assert [w.span.column for w in found] == [21, 13]
    assert kernel.lower().warnings == ()


def test_a_hint_is_no_warning_of_a_direct_call(capsys):
    x, b, y = torch.ones(16, D), torch.ones(16, D, dtype=torch.bfloat16), torch.zeros(16, D)
    several(x, b, y, config={"engine": "interpret"})
    said = capsys.readouterr().err
    assert "[1001]" in said and "loop-placement" not in said
    assert torch.equal(y, torch.full((16, D), 3.0))


# The steps


def test_the_steps_of_a_compile_are_timed(monkeypatch):
    program = compiled(compile_profiling=True)
    profile = json.loads((program.output_dir / "report/pipeline_profile.json").read_text())
    assert [stage["name"] for stage in profile["stages"]] == [
        "front end",
        "passes",
        "code generation",
        "assembler",
    ]
    assert profile["total_seconds"] == pytest.approx(sum(stage["seconds"] for stage in profile["stages"]))
    passes = profile["stages"][1]["children"]
    names = [p["name"] for p in passes]
    assert names[0] == "inline" and "fold" in names and names[-1] == "allocate"
    assert all(p["seconds"] > 0 for p in passes)
    lines = (program.output_dir / "report/pipeline_profile.txt").read_text().splitlines()
    assert lines[0].endswith("total") and len(lines) == 1 + 4 + len(passes)
    assert not (compiled().output_dir / "report/pipeline_profile.json").exists()
    monkeypatch.setenv("PYPTO_COMPILE_PROFILING", "1")
    assert (compiled().output_dir / "report/pipeline_profile.json").exists()


@pl.program
class Doubled:
    @pl.function
    def run(self, x: pl.Tensor[[16, D], pl.FP32], y: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.mul(x[:, :], 2.0)
        return y


def test_code_generation_alone_runs_nothing():
    x, y = torch.ones(16, D), torch.zeros(16, D)
    result = runtime.run(Doubled, x, y, config={"codegen_only": True})
    assert result.passed and (result.work_dir / "program.json").exists()
    assert torch.equal(y, torch.zeros(16, D))


def test_names_of_program_compiling_are_checked():
    with pytest.raises(ValueError, match="runtime must be one of TENSORMAP_AND_RINGBUFFER, HOST_BUILD_GRAPH"):
        ir.compile(Doubled, runtime="EAGER")
    with pytest.raises(ValueError, match="runtime is not supported yet"):
        ir.compile(Doubled, runtime="HOST_BUILD_GRAPH")
    with pytest.raises(ValueError, match="'strategy' must be one of Default, got 'Fast'"):
        ir.compile(Doubled, strategy="Fast")
    assert ir.compile(Doubled, profiling=True, strategy="default").config.compile_profiling


def test_the_assembler_shows_its_steps():
    x, b, y = torch.ones(16, D), torch.ones(16, D, dtype=torch.bfloat16), torch.zeros(16, D)
    program = several.compile_fresh(x, b, y, config={"dump_ptoas_passes": True})
    program(x, b, y)
    assert torch.equal(y, torch.full((16, D), 3.0))
    (unit,) = (program.output_dir / "ptoas_passes").iterdir()
    kernel = program.document["kernels"][0]
    name = kernel["function"]
    assert sorted(path.name for path in unit.iterdir()) == [
        "00_read.pto", "01_placed.txt", f"02_{name}.cpp", f"03_fused_{name}.cpp"
    ]  # fmt: skip
    read = (unit / "00_read.pto").read_text()
    assert print_pto(parse_pto(read, "again.pto")) == read
    assert (unit / f"03_fused_{name}.cpp").read_text() in (program.output_dir / kernel["cpp"]).read_text()
    placed = (unit / "01_placed.txt").read_text().splitlines()
    assert placed[0] == f"{name}:" and placed[1].split()[:3] == ["vec", "0", ".."]
    assert not (several.compile_fresh(x, b, y).output_dir / "ptoas_passes").exists()
