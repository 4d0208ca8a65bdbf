# SPDX-License-Identifier: Apache-2.0
"""The harness with the real compiler and device, on one small kernel file."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from golden import TensorSpec, run
from golden.runner import load_backend

KERNEL = """
import pypto.language as pl

ROWS, COLS = 16, 64


@pl.jit
def double_rows(x: pl.Tensor[[pl.dynamic("M"), COLS], pl.FP32], y: pl.Out[pl.Tensor[[pl.dynamic("M"), COLS], pl.FP32]]):
    for r in pl.parallel(0, {rows}, ROWS):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="twice"):
            y[r : r + ROWS, 0:COLS] = pl.mul(x[r : r + ROWS, 0:COLS], {factor})
    return y
"""


@pytest.fixture(autouse=True)
def real_backend(monkeypatch):
    monkeypatch.setattr("golden.runner.load_backend", load_backend)


def load_text(folder, text):
    name = f"kernel_file_{len(list(folder.glob('*.py')))}"
    path = folder / f"{name}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def load(tmp_path):
    def make(factor="2.0", rows="64"):
        return load_text(tmp_path, KERNEL.replace("{factor}", factor).replace("{rows}", rows)).double_rows

    return make


def specs():
    return [
        TensorSpec("x", [64, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [64, 64], torch.float32),
    ]


def golden(values):
    values["y"][:] = values["x"] * 2


def test_a_right_kernel_passes(load):
    result = run(load(), specs(), golden, rtol=0, atol=0, strict=True)
    assert result.passed, result.error
    assert (result.work_dir / "program.json").is_file()


def test_a_wrong_kernel_fails_and_names_the_line_that_wrote_the_first_wrong_element(load):
    result = run(load(factor="3.0"), specs(), golden, rtol=0, atol=0, seed=5)
    assert not result.passed
    assert "Mismatched elements: 4096/4096" in result.error
    assert "[0,0] was last written by task 0 (kernel twice" in result.error
    assert "kernel_file_0.py:11" in result.error


def test_rows_that_are_never_written_are_named(load):
    result = run(load(rows="48"), specs(), golden)
    assert not result.passed
    assert "actual: NaN=1024 Inf=0" in result.error and "never written: rows 48..63" in result.error


def test_a_snapshot_and_a_build_folder_are_replayed(load, capsys):
    first = run(load(), specs(), golden, save_data=True)
    assert first.passed, first.error
    wrong = lambda values: pytest.fail("called")  # noqa: E731
    again = run(load(), specs(), wrong, golden_data=first.work_dir / "data", runtime_dir=first.work_dir)
    assert again.passed, again.error
    assert f"[RUN] runtime_only: skipping JIT compile, using {first.work_dir}" in capsys.readouterr().out


def test_a_mistake_in_the_kernel_is_a_result_at_its_line(load):
    result = run(load(factor="nothing"), specs(), golden)
    assert not result.passed and "kernel_file_0.py:11" in result.error and "nothing" in result.error


def test_compile_only_and_timing(load, monkeypatch, capsys):
    assert run(load(), specs(), golden, compile_only=True).passed
    monkeypatch.setenv("PYPTO_BENCH", "1")
    monkeypatch.setenv("PYPTO_BENCH_ROUNDS", "5")
    result = run(load(), specs(), golden)
    assert result.passed and len(result.bench.samples) == 5 and min(result.bench.samples) > 0
    assert "[RUN]   effective_us (5 rounds) min=" in capsys.readouterr().out


def test_engines_agree(load):
    outputs = [
        run(load(), specs(), golden, config={"engine": engine}, seed=1, return_outputs=True).outputs["y"]
        for engine in ("native", "interpret")
    ]
    assert np.array_equal(outputs[0].numpy(), outputs[1].numpy())


def test_a_card_that_is_not_there_is_said_in_one_line(load):
    assert run(load(), specs(), golden, config={"platform": "a2a3"}, compile_only=True).passed
    result = run(load(), specs(), golden, config={"platform": "a2a3"})
    assert not result.passed and "a2a3sim" in result.error


SMALL = """
import pypto.language as pl


@pl.jit
def small(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    made = pl.create_tensor([16, 64], dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="small"):
{body}
    return y
"""


def run_small(folder, engine, *lines, factor=2):
    kernel = load_text(folder, SMALL.replace("{body}", "\n".join(" " * 8 + line for line in lines))).small
    small_specs = [
        TensorSpec("x", [16, 64], torch.float32, init_value=lambda: torch.rand(16, 64) + 1),
        TensorSpec("y", [16, 64], torch.float32),
    ]
    return run(
        kernel,
        small_specs,
        lambda values: values["y"].copy_(values["x"] * factor),
        rtol=0,
        atol=0,
        config={"engine": engine},
    )


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_a_kernel_that_writes_its_input_is_told_to_declare_it_inout(tmp_path, engine):
    lines = "x[:, :] = pl.mul(x[:, :], 2.0)", "y[:, :] = pl.mul(x[:, :], 2.0)"
    text = "the kernel wrote into its input(s) ['x']: x is In; declare it pl.Out, or pl.InOut where it is read too"
    assert run_small(tmp_path, engine, *lines, factor=4).error == text
    mismatch = run_small(tmp_path, engine, *lines, factor=2).error
    assert mismatch.startswith(f"{text}\nOutput(s) does not match golden: ['y']")


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_reading_what_nothing_had_written_is_asked_about(tmp_path, engine):
    asked = "first at [0,0]: did the kernel read a buffer that nothing had written"
    for line in ("y[:, :] = pl.add(x[:, :], made[:, :])", "y[:, :] = pl.exp(pl.mul(y[:, :], 2.0))"):
        assert asked in run_small(tmp_path, engine, line).error
    error = run_small(tmp_path, engine, "y[:, :] = pl.sqrt(pl.mul(x[:, :], -1.0))").error
    assert "NaN=1024" in error and "nothing had written" not in error


PROGRAM = """
import pypto.language as pl


@pl.program
class Twice:
    @pl.function(type=pl.FunctionType.InCore)
    def body(
        self, a: pl.Tensor[[16, 64], pl.FP32], o: pl.Out[pl.Tensor[[16, 64], pl.FP32]]
    ) -> pl.Tensor[[16, 64], pl.FP32]:
        t = pl.load(a, [0, 0], [16, 64])
        o = pl.store(pl.add(t, t), [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self, a: pl.Tensor[[16, 64], pl.FP32], o: pl.Out[pl.Tensor[[16, 64], pl.FP32]]
    ) -> pl.Tensor[[16, 64], pl.FP32]:
        o = self.body(a, o)
        return o
"""


@pytest.mark.parametrize(("environment", "engine"), [("interpret", "native"), ("native", "interpret")])
def test_the_configuration_chooses_the_engine_of_a_program_object(tmp_path, monkeypatch, environment, engine):
    monkeypatch.setenv("PYPTO_ENGINE", environment)
    if engine == "interpret":  # no compiler is needed then
        monkeypatch.setenv("CXX", "/nonexistent")
        monkeypatch.setenv("PYPTO_CACHE_DIR", str(tmp_path / "cache"))
    program = load_text(tmp_path, PROGRAM).Twice
    specs = [
        TensorSpec("a", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("o", [16, 64], torch.float32),
    ]

    def reference(values):
        values["o"][:] = values["a"] * 2

    result = run(program, specs, reference, config={"engine": engine})
    assert result.passed, result.error
    assert result.engine == engine


def test_what_is_diagnosed_lies_in_the_build_folder(load):
    result = run(load(), specs(), golden, config={"enable_pmu": 4, "enable_scope_stats": True})
    assert result.passed
    assert (result.work_dir / "dfx_outputs/pmu.csv").is_file()
    assert (result.work_dir / "dfx_outputs/scope_stats/scope_stats.jsonl").is_file()


def test_code_generation_alone_is_compiling_alone(load):
    result = run(load(), specs(), golden, config={"codegen_only": True})
    assert result.passed and not result.comparisons and (result.work_dir / "program.json").is_file()
    result = run(load(), specs(), golden, config={"codegen_only": True}, golden_only=True)
    assert not result.passed and "golden_only is incompatible with compile_only" in result.error


def test_a_ring_that_is_too_small_is_a_failed_run(load):
    assert run(
        load(), specs(), golden, config={"ring_task_window": 4}
    ).passed  # iterations are scopes of their own
    unrolled = load()
    text = Path(unrolled.source.function.__code__.co_filename)
    folder = text.parent / "unrolled"
    folder.mkdir()
    wide = load_text(
        folder,
        text.read_text()
        .replace("pl.parallel(0, 64, ROWS)", "pl.unroll(0, 64, 8)")
        .replace("ROWS, COLS = 16", "ROWS, COLS = 8"),
    )
    result = run(wide.double_rows, specs(), golden, config={"ring_task_window": 4})
    assert not result.passed and "open scopes would hold 5 tasks, where ring 0 has 4 slots" in result.error


@pytest.mark.parametrize("options", [{}, {"compile_only": True}])
def test_specs_that_give_a_shared_extent_two_sizes_fail_before_the_golden(tmp_path, options):
    def never(*_):
        raise AssertionError("called")

    wrong = [
        TensorSpec("x", [64, 64], torch.float32, init_value=lambda: never()),
        TensorSpec("y", [32, 64], torch.float32),
    ]
    shared = KERNEL.replace('pl.dynamic("M")', "M").replace("@pl.jit", 'M = pl.dynamic("M")\n\n@pl.jit')
    kernel = load_text(tmp_path, shared.replace("{factor}", "2.0").replace("{rows}", "M")).double_rows
    first, line, caret, *facts = run(kernel, wrong, never, **options).error.splitlines()
    assert first.startswith(f"{__file__}:")
    assert first.endswith("error: the extent M is 64 in axis 0 of 'x', and 32 in axis 0 of 'y'")
    assert 'TensorSpec("y", [32, 64], torch.float32)' in line and "^" in caret
    declared = kernel.parameter_span("y")
    assert f"    = note: 'x' is specified at {__file__}:" in facts[0][1:]
    assert f"the kernel declares 'y' at {declared}" in facts[2]
