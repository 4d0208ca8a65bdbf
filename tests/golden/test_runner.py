# SPDX-License-Identifier: Apache-2.0
"""`run`: its steps, its printed lines, and which mistakes become a result."""

import ctypes
import logging
import re
import subprocess
import sys
import traceback
import types
from pathlib import Path

import numpy as np
import pytest
import torch
from harness_fakes import Artifact, Config, FakeKernel, UserMistake, Writer, scalar, tensor

import golden.runner
from golden import RunResult, ScalarSpec, TensorSpec, ratio_allclose, run

STAGES = ["compile", "generate inputs", "compute golden", "runtime", "validate"]


def stages_begun(out):
    return re.findall(r"^\[RUN\] ([a-z ]+) \.\.\.$", out, re.M)


def stages_done(out):
    return re.findall(r"^\[RUN\] ([a-z ]+) done \(\d+\.\d\ds\)$", out, re.M)


# --- flow ---


def test_a_right_kernel_passes_through_all_stages(double, double_specs, double_golden, capsys):
    result = run(double, double_specs, double_golden)
    out = capsys.readouterr().out
    assert result.passed and result.error is None and result.work_dir == double.folder
    assert stages_begun(out) == stages_done(out) == STAGES
    assert "[RUN]   'y' PASS  shape=(4, 6) dtype=torch.float32" in out
    assert re.search(r"^\[RUN\] PASS \(\d+\.\d\ds\)$", out, re.M)
    assert [spec.direction for spec in double_specs] == ["in", "out"]


def test_a_wrong_kernel_fails_with_the_report(double, double_specs, double_golden, capsys):
    double.body = lambda v: v["y"].copy_(v["x"] * 3)
    result = run(double, double_specs, double_golden)
    out = capsys.readouterr().out
    assert not result.passed and "[RUN] PASS" not in out
    assert result.error.startswith("Output(s) does not match golden: ['y']")
    assert "Mismatched elements: 24/24" in result.error
    assert "[RUN]   'y' FAIL" in out and result.work_dir == double.folder
    assert result.comparisons[0].mismatched == 24


def test_a_store_that_never_happens_fails_even_for_a_reference_of_zeros(double, double_specs):
    double.body = lambda v: None
    result = run(double, double_specs, lambda values: values["y"].zero_())
    assert not result.passed and "actual: NaN=24" in result.error


def test_without_a_golden_the_run_passes_and_says_so(double, double_specs, capsys):
    result = run(double, double_specs)
    assert result.passed
    assert re.search(
        r"^\[RUN\] PASS \(\d+\.\d\ds, validation skipped: no golden_fn or golden_data\)$",
        capsys.readouterr().out,
        re.M,
    )


def test_compile_only_creates_nothing(double, capsys):
    def never(*_):
        raise AssertionError

    specs = [TensorSpec("x", [4, 6], torch.float32, init_value=never), TensorSpec("y", [4, 6], torch.float32)]
    result = run(double, specs, never, compile_only=True)
    out = capsys.readouterr().out
    assert result.passed and result.work_dir == double.folder and result.outputs is None
    assert stages_begun(out) == ["compile"] and "[RUN] PASS (" in out and "skipped" not in out
    assert double.launches == [] and not (double.folder / "data").exists()


def test_compile_only_refuses_a_runtime_dir(double, double_specs, tmp_path):
    result = run(double, double_specs, compile_only=True, runtime_dir=tmp_path)
    assert not result.passed and "runtime_dir is incompatible with compile_only" in result.error
    assert double.compiled == []


def test_the_golden_runs_before_the_dispatch_and_its_exception_propagates(double, double_specs, capsys):
    def broken(values):
        assert double.launches == []
        raise UserMistake("mine")

    with pytest.raises(UserMistake, match="mine"):
        run(double, double_specs, broken)
    assert double.launches == []
    assert "compute golden" in stages_done(capsys.readouterr().out)


def test_a_runtime_dir_replaces_compiling(double, double_specs, double_golden, backend, tmp_path, capsys):
    folder = tmp_path / "old"
    folder.mkdir()
    backend.builds[folder] = double
    double.messages = ["[cpp->.so] nothing stale; using cached binaries"]
    result = run(double, double_specs, double_golden, runtime_dir=str(folder))
    out = capsys.readouterr().out
    assert result.passed and result.work_dir == folder and double.compiled == []
    assert f"[RUN] runtime_only: skipping JIT compile, using {folder}" in out
    assert "[cpp->.so] nothing stale" in out and "compile" not in stages_begun(out)


def test_a_missing_runtime_dir_is_named(double, double_specs, tmp_path):
    result = run(double, double_specs, runtime_dir=tmp_path / "gone")
    assert not result.passed and f"runtime_dir does not exist: {tmp_path / 'gone'}" in result.error


def test_any_iterable_of_specs_is_taken(double, double_specs, double_golden):
    assert run(double, iter(double_specs), double_golden).passed
    assert run(double, tuple(double_specs), double_golden).passed


def test_messages_of_the_compiler_are_printed(double, double_specs, capsys):
    double.messages = ["built: rms"]
    run(double, double_specs, compile_only=True)
    out = capsys.readouterr().out
    assert out.index("built: rms") < out.index("[RUN] compile done")


def test_compile_only_needs_no_native_compiler_and_a_run_does(double, double_specs, capsys):
    double.compilerless = True
    assert run(double, double_specs, compile_only=True).passed
    assert "stopped after the texts" in capsys.readouterr().out
    result = run(double, double_specs)
    assert not result.passed and result.error == "no C++ compiler" and result.work_dir == double.folder


def test_a_missing_card_stops_the_run_after_the_specs_are_checked(double, double_specs, double_golden):
    double.cardless = True
    assert run(double, double_specs, double_golden, compile_only=True).passed
    assert "ABI mismatch" in run(double, [double_specs[0], TensorSpec("y", [1], torch.int8)]).error
    double_specs[0].init_value = lambda: pytest.fail("created")
    assert run(double, double_specs, double_golden).error == "no card; run with -p a2a3sim"


# --- the compiler's side ---


def scalar_kernel(tmp_path):
    return FakeKernel(
        lambda v: v["y"].copy_(v["x"] + v["n"]),
        tensor("x", "in", (2,)),
        scalar("n"),
        tensor("y", "out", (2,)),
        folder=tmp_path / "build",
    )


def scalar_specs(**options):
    return [
        TensorSpec("x", [2], torch.float32, init_value=1),
        ScalarSpec("n", torch.int32, 5, **options),
        TensorSpec("y", [2], torch.float32),
    ]


def test_a_kernel_is_compiled_with_one_sample_per_spec(tmp_path):
    kernel = scalar_kernel(tmp_path)
    assert run(kernel, scalar_specs(), config={"platform": "a5sim"}).passed
    (x, n, y), keywords = kernel.compiled[0]
    assert x.shape == (2,) and x.dtype == torch.float32 and n == 5 and y.shape == (2,)
    assert list(keywords) == ["config"] and keywords["config"].platform == "a5sim"


def test_a_runtime_scalar_is_marked_and_no_samples_are_passed(tmp_path, backend):
    kernel = scalar_kernel(tmp_path)
    assert run(kernel, scalar_specs(compile_runtime=True)).passed
    args, keywords = kernel.compiled[0]
    assert args == () and keywords["n"] is backend.RUNTIME and set(keywords) == {"n", "config"}


def test_scalars_reach_the_dispatch_as_ctypes_and_the_golden_as_python(tmp_path):
    kernel = scalar_kernel(tmp_path)
    seen = {}

    def golden(values):
        seen.update(values)
        values["y"][:] = values["x"] + values["n"]

    assert run(kernel, scalar_specs(), golden).passed
    assert isinstance(kernel.launches[0][1], ctypes.c_int32) and kernel.launches[0][1].value == 5
    assert seen["n"] == 5 and isinstance(seen["n"], int) and list(seen) == ["x", "n", "y"]


def test_a_program_object_is_compiled_by_the_backend(double, double_specs, double_golden, backend):
    class Program:
        pass

    backend.program_artifact = Artifact(double, Path("build"))
    assert run(Program, double_specs, double_golden, config={"dump_passes": True}).passed
    assert backend.programs[0][0] is Program and backend.programs[0][1].dump_passes


def test_an_artifact_that_is_only_callable_is_dispatched_by_calling(double, double_specs, double_golden):
    class Callable_:
        output_dir = double.folder

        def __call__(self, x, y, *, config):
            y.copy_(x * 2)

    double.compile = lambda *args, config: Callable_()
    for spec, direction in zip(double_specs, ("in", "out"), strict=True):
        spec.direction = direction  # no parameter metadata: specs stay as they are
    assert run(double, double_specs, double_golden).passed


def test_residents_are_refused_by_name(double, double_specs):
    double_specs[0].resident = 0
    result = run(double, double_specs)
    assert not result.passed and "['x'] are only supported for L3" in result.error


# --- configuration ---


def test_one_dict_reaches_compiling_and_dispatching_and_is_not_changed(double, double_specs):
    config = dict(platform="a2a3sim", device_id=3, dump_passes=True, log_level="debug")
    before = dict(config)
    assert run(double, double_specs, config=config).passed
    assert config == before
    assert double.compiled[0][1]["config"].dump_passes and double.artifact.configs[0].device_id == 3


def test_a_ready_configuration_is_accepted(double, double_specs):
    ready = Config(device_id=2)
    assert run(double, double_specs, config=ready).passed
    assert double.artifact.configs[0] is ready


def test_an_unknown_key_is_a_type_error_that_ends_in_run(double, double_specs):
    with pytest.raises(TypeError, match="unknown config key 'plattform'") as caught:
        run(double, double_specs, config={"plattform": "a5"})
    frames = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert frames[-1] == "run" and frames.count("run") == 1
    assert caught.value.__suppress_context__ and double.compiled == []


def test_a_wrong_value_is_a_failed_result(double, double_specs):
    result = run(double, double_specs, config={"platform": "nope"})
    assert not result.passed and "Invalid platform" in result.error


def test_log_level_is_set_for_the_run_and_put_back(double, double_specs, double_golden):
    logger = logging.getLogger("pypto")
    before, handlers = logger.level, list(logger.handlers)
    seen = []
    body = double.body
    double.body = lambda v: (seen.append(logger.level), body(v))
    for value, level in [("DEBUG", 10), ("timing", 25), ("warning", 30), ("v3", 18), (7, 7)]:
        run(double, double_specs, double_golden, config={"log_level": value})
        assert seen.pop() == level and logger.level == before
    double.fault = RuntimeError("boom")
    with pytest.raises(RuntimeError):
        run(double, double_specs, config={"log_level": "error"})
    assert logger.level == before and logger.handlers == handlers


def test_an_unknown_log_level_is_refused_with_the_known_ones(double, double_specs):
    result = run(double, double_specs, config={"log_level": "verbose"})
    assert not result.passed and "'verbose'" in result.error and "debug" in result.error


# --- which errors become a result ---


def test_mistakes_in_kernel_and_toolchain_become_a_result(double, double_specs):
    double.compile_fault = UserMistake("kernel.py:3:5: error: shapes do not match")
    result = run(double, double_specs)
    assert not result.passed and result.error == "kernel.py:3:5: error: shapes do not match"
    double.compile_fault, double.fault = None, UserMistake("load out of bounds")
    result = run(double, double_specs)
    assert not result.passed and result.error == "load out of bounds" and result.work_dir == double.folder


@pytest.mark.parametrize("where", ["compile_fault", "fault"])
def test_other_errors_propagate(double, double_specs, where):
    setattr(double, where, ZeroDivisionError("ours"))
    with pytest.raises(ZeroDivisionError):
        run(double, double_specs)


@pytest.mark.parametrize("stage", STAGES)
def test_an_interrupt_passes_every_stage_and_closes_it(double, double_specs, stage, capsys):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    golden = lambda values: values["y"].copy_(values["x"] * 2)  # noqa: E731
    compare = {}
    if stage == "compile":
        double.compile_fault = KeyboardInterrupt()
    elif stage == "generate inputs":
        double_specs[0].init_value = interrupt
    elif stage == "compute golden":
        golden = interrupt
    elif stage == "runtime":
        double.fault = KeyboardInterrupt()
    else:
        compare = {"y": interrupt}
    threads = torch.get_num_threads()
    with pytest.raises(KeyboardInterrupt):
        run(double, double_specs, golden, compare_fn=compare, save_data=True)
    assert stages_done(capsys.readouterr().out)[-1] == stage
    assert torch.get_num_threads() == threads
    leftovers = [path.name for path in double.folder.rglob(".*")] if double.folder.exists() else []
    assert leftovers == []


# --- comparing ---


def test_a_misspelt_comparator_key_is_an_error_before_inputs(double, double_specs, double_golden, capsys):
    result = run(double, double_specs, double_golden, compare_fn={"yy": ratio_allclose()})
    assert not result.passed
    assert "'yy' names no output; outputs are ['y']; did you mean 'y'?" in result.error
    assert stages_begun(capsys.readouterr().out) == ["compile"]
    result = run(double, double_specs, double_golden, compare_fn={"x": ratio_allclose()})
    assert not result.passed and "'x' names no output" in result.error


def test_comparators_get_inputs_scalars_and_tolerances(tmp_path):
    kernel = scalar_kernel(tmp_path)
    seen = {}

    def comparator(actual, expected, *, actual_outputs, expected_outputs, inputs, rtol, atol):
        seen.update(inputs=inputs, tolerances=(rtol, atol), outputs=list(actual_outputs))
        return True, ""

    golden = lambda values: values["y"].fill_(0)  # noqa: E731
    assert run(kernel, scalar_specs(), golden, rtol=0.5, atol=0.25, compare_fn={"y": comparator}).passed
    assert set(seen["inputs"]) == {"x", "n"} and seen["inputs"]["n"].item() == 5
    assert seen["inputs"]["n"].dim() == 0
    assert seen["tolerances"] == (0.5, 0.25) and seen["outputs"] == ["y"]


def test_a_changed_input_fails_first_and_with_its_remedy(double, double_specs, double_golden):
    double.record.changed = ["x"]
    text = "the kernel wrote into its input(s) ['x']: x is In; declare it pl.Out, or pl.InOut where it is read too"
    assert run(double, double_specs).error == run(double, double_specs, double_golden).error == text
    double.body = lambda v: v["y"].copy_(v["x"] * 3)
    result = run(double, double_specs, double_golden)
    assert result.error.startswith(f"{text}\nOutput(s) does not match golden: ['y']")
    double.record.changed = ["x", "y"]
    assert (
        "['x', 'y']: x, y are In; declare them pl.Out, or pl.InOut where they are read too"
        in run(double, double_specs).error
    )


def test_the_report_names_what_was_never_written_and_who_wrote_the_first_wrong_element(
    double, double_specs, double_golden
):
    def body(values):
        values["y"][:3] = values["x"][:3] * 2
        values["y"][1, 2] = 99.0

    mask = np.zeros((4, 6), dtype=bool)
    mask[3] = True
    double.body = body
    double.record.unwritten_masks = {"y": mask}
    double.record.writers = {"y": Writer(7, 0, "kernels/double.py", 12)}
    error = run(double, double_specs, double_golden).error
    assert "never written: rows 3 (6 of 24 elements)" in error
    assert "[1,2] was last written by task 7 (kernel double), kernels/double.py:12" in error
    assert "bad elements lie in rows 1..3, columns 0..5" in error


def test_unwritten_elements_outside_the_compared_region_are_told_apart(double, double_specs, double_golden):
    def body(values):
        values["y"][:2] = values["x"][:2] * 2 + 1

    mask = np.zeros((4, 6), dtype=bool)
    mask[2:] = True
    double.body = body
    double.record.unwritten_masks = {"y": mask}
    error = run(double, double_specs, double_golden, compare_fn={"y": ratio_allclose(valid_rows=2)}).error
    assert "never written: rows 2..3 (12 of 24 elements)" in error
    assert "0 of the elements never written lie in the compared region" in error


HINT = "did the kernel read a buffer that nothing had written"


@pytest.mark.parametrize(
    ("dtype", "raw", "handed_on", "made", "infinity"),
    [
        (torch.float32, torch.int32, 0x7FE5A5A5, 0xFFC00000 - 2**32, 0x7F800000),
        (torch.float16, torch.int16, 0x7FA5, 0xFE00 - 2**16, 0x7C00),
        (torch.bfloat16, torch.int16, 0x7FE5, 0xFFC0 - 2**16, 0x7F80),
    ],
)
def test_a_nan_that_buffers_start_as_is_told_from_one_that_arithmetic_makes(
    tmp_path, dtype, raw, handed_on, made, infinity
):
    kernel = FakeKernel(lambda v: None, tensor("y", "out", (3, 4), dtype), folder=tmp_path)
    kernel.record.unwritten_masks = {"y": np.zeros((3, 4), dtype=bool)}

    def error_of(bits):
        def body(values):
            values["y"].zero_()
            values["y"].view(raw)[1, 2:] = bits

        kernel.body = body
        return run(kernel, [TensorSpec("y", [3, 4], dtype)], lambda values: values["y"].zero_()).error

    assert f"NaN where the golden has a number, first at [1,2]: {HINT}" in error_of(handed_on)
    assert error_of(handed_on).count(HINT) == 1
    assert "NaN=2" in error_of(made) and HINT not in error_of(made)
    assert "Inf=2" in error_of(infinity) and HINT not in error_of(infinity)


def test_the_hint_on_nan_is_for_written_and_compared_elements_without_nan_in_the_golden(tmp_path):
    kernel = FakeKernel(
        lambda v: (v["y"][3].zero_(), v["n"].zero_()),
        tensor("y", "out", (4, 6)),
        tensor("n", "out", (3,), torch.int32),
        folder=tmp_path,
    )
    specs = [TensorSpec("y", [4, 6], torch.float32), TensorSpec("n", [3], torch.int32)]

    def golden(values):
        values["n"].fill_(1)
        values["y"].fill_(1)
        values["y"][0] = float("nan")

    mask = np.zeros((4, 6), dtype=bool)
    kernel.record.unwritten_masks = {"y": mask, "n": np.zeros(3, dtype=bool)}
    assert "first at [1,0]: did" in run(kernel, specs, golden).error
    mask[1, :5] = True
    assert "first at [1,5]: did" in run(kernel, specs, golden).error
    mask[1:3] = True
    assert HINT not in run(kernel, specs, golden).error
    mask[:] = False
    compare = {"y": ratio_allclose(valid_rows=1)}
    assert HINT not in run(kernel, specs, golden, compare_fn=compare).error
    kernel.record.unwritten_masks = {}
    assert HINT not in run(kernel, specs, golden).error


def test_equal_nan_reaches_the_default_gate(double, double_specs):
    double.body = lambda v: None
    golden = lambda values: values["y"].fill_(float("nan"))  # noqa: E731
    assert not run(double, double_specs, golden).passed
    assert run(double, double_specs, golden, equal_nan=True).passed


# --- strict ---


def test_strict_turns_skipped_empty_and_powerless_comparisons_into_failures(tmp_path, double, double_specs):
    result = run(double, double_specs, strict=True)
    assert not result.passed and "strict: validation skipped: no golden_fn or golden_data" in result.error

    tiny = FakeKernel(lambda v: v["y"].zero_(), tensor("y", "out", (64,)), folder=tmp_path / "tiny")
    specs = [TensorSpec("y", [64], torch.float32)]
    golden = lambda values: values["y"].fill_(1e-6)  # noqa: E731
    assert run(tiny, specs, golden).passed
    result = run(tiny, specs, golden, strict=True)
    assert not result.passed and "strict: 'y': this comparison has no power" in result.error

    empty = FakeKernel(lambda v: None, tensor("y", "out", (0, 3)), folder=tmp_path / "empty")
    specs = [TensorSpec("y", [0, 3], torch.float32)]
    assert run(empty, specs, lambda values: None).passed
    result = run(empty, specs, lambda values: None, strict=True)
    assert not result.passed and "strict: 'y': validated 0 elements" in result.error


def test_strict_leaves_a_sound_comparison_alone(double, double_specs, double_golden):
    assert run(double, double_specs, double_golden, strict=True).passed


# --- seeds and threads ---


def test_a_seed_makes_inputs_repeat_and_leaves_no_trace(double, double_specs, double_golden, capsys):
    double_specs[0].init_value = lambda: torch.randn(4, 6) + float(np.random.rand())
    torch.manual_seed(1)
    state = torch.random.get_rng_state()
    inputs = []
    for seed in (5, 5, 6):
        run(double, double_specs, double_golden, seed=seed)
        inputs.append(double.launches[0][0])
    assert torch.equal(inputs[0], inputs[1]) and not torch.equal(inputs[0], inputs[2])
    assert torch.equal(torch.random.get_rng_state(), state)
    assert "[RUN]   seed 5" in capsys.readouterr().out


@pytest.mark.parametrize("seed", [0, 2**32, 2**64 - 1])
def test_every_seed_of_torch_is_taken(double, double_specs, double_golden, seed):
    assert run(double, double_specs, double_golden, seed=seed).passed


def test_golden_and_comparison_run_under_the_thread_limit(double, double_specs, monkeypatch):
    before = torch.get_num_threads()
    seen = []

    def golden(values):
        seen.append(torch.get_num_threads())
        values["y"][:] = values["x"] * 2

    def compare(actual, expected, **_):
        seen.append(torch.get_num_threads())
        return True, ""

    monkeypatch.setenv("PYPTO_GOLDEN_NUM_THREADS", "3")
    assert run(double, double_specs, golden, compare_fn={"y": compare}).passed
    assert seen == [3, 3] and torch.get_num_threads() == before


@pytest.mark.parametrize("value", ["0", "-1", "many", ""])
def test_a_bad_thread_count_fails_the_run(double, double_specs, monkeypatch, value):
    monkeypatch.setenv("PYPTO_GOLDEN_NUM_THREADS", value)
    result = run(double, double_specs)
    assert not result.passed
    assert f"PYPTO_GOLDEN_NUM_THREADS must be a positive integer, got '{value}'" in result.error
    assert double.compiled == []


# --- results ---


def test_results_as_text():
    assert str(RunResult(True, execution_time=1.234)) == "PASS (1.23s)"
    assert str(RunResult(False)) == "FAIL"
    assert str(RunResult(False, error="boom", execution_time=0.5)) == "FAIL: boom (0.50s)"
    assert str(RunResult(True)) == "PASS"


def test_outputs_are_returned_on_request_and_also_after_a_mismatch(tmp_path):
    kernel = FakeKernel(
        lambda v: (v["s"].add_(1), v["y"].fill_(3)),
        tensor("s", "inout", (2,)),
        tensor("y", "out", (2,)),
        folder=tmp_path,
    )
    specs = [TensorSpec("s", [2], torch.float32, init_value=4), TensorSpec("y", [2], torch.float32)]
    assert run(kernel, specs).outputs is None
    outputs = run(kernel, specs, return_outputs=True).outputs
    assert {name: value.tolist() for name, value in outputs.items()} == {"s": [5.0, 5.0], "y": [3.0, 3.0]}
    result = run(kernel, specs, lambda values: values["y"].fill_(9), return_outputs=True)
    assert not result.passed and result.outputs["y"].tolist() == [3.0, 3.0]


# --- the surface ---


def test_every_public_name_is_the_same_object_in_its_module():
    import golden.spec
    import golden.validation

    assert golden.TensorSpec is golden.spec.TensorSpec and golden.ScalarSpec is golden.spec.ScalarSpec
    assert golden.run is golden.runner.run and golden.RunResult is golden.runner.RunResult
    for name in golden.__all__:
        if name not in ("TensorSpec", "ScalarSpec", "run", "RunResult"):
            assert getattr(golden, name) is getattr(golden.validation, name)


def test_importing_golden_loads_no_compiler_and_changes_no_threads():
    code = (
        "import sys, torch; before = torch.get_num_threads(); import golden; "
        "assert 'pypto' not in sys.modules; assert torch.get_num_threads() == before"
    )
    source = Path(golden.__file__).parents[1]
    environment = {"PYTHONPATH": str(source), "PYPTO_GOLDEN_NUM_THREADS": "many", "PATH": ""}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)


def test_another_pypto_is_recognised_and_named(double, double_specs, monkeypatch):
    monkeypatch.undo()
    foreign = types.ModuleType("pypto")
    foreign.__file__ = "/somewhere/site-packages/pypto/__init__.py"
    monkeypatch.setitem(sys.modules, "pypto", foreign)
    result = run(double, double_specs)
    assert not result.passed and len(result.error.splitlines()) == 1
    assert "/somewhere/site-packages/pypto/__init__.py" in result.error and "pip" in result.error
