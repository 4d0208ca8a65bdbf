# SPDX-License-Identifier: Apache-2.0
"""What the harness promises of a run: its flow, configuration, buffers, replay, timing and flags, one test a promise."""

import ctypes
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from golden_kernel_texts import write
from harness_fakes import FakeKernel, UserMistake, scalar, tensor

from golden import RunResult, ScalarSpec, TensorSpec, run

STAGES = ["compile", "generate inputs", "compute golden", "runtime", "validate"]


def kernel(tmp_path, *parameters, body=lambda values: None):
    return FakeKernel(body, *parameters, folder=tmp_path / "build")


def wrong_golden(values):
    values["y"][:] = values["x"] + 1


def with_scalar(tmp_path):
    """y = x * n, and its specs and golden."""
    fn = kernel(
        tmp_path,
        tensor("x", "in", (4,)),
        scalar("n"),
        tensor("y", "out", (4,)),
        body=lambda v: v["y"].copy_(v["x"] * v["n"]),
    )
    specs = [
        TensorSpec("x", [4], torch.float32, init_value=1.5),
        ScalarSpec("n", torch.int32, 3),
        TensorSpec("y", [4], torch.float32),
    ]

    def reference(values):
        values["y"][:] = values["x"] * values["n"]

    return fn, specs, reference


# --- flow ---


def test_the_stages_come_in_order_each_with_a_done_line(double, double_specs, double_golden, capsys):
    result = run(double, double_specs, double_golden)
    out = capsys.readouterr().out
    assert re.findall(r"^\[RUN\] ([a-z ]+) \.\.\.$", out, re.M) == STAGES
    assert re.findall(r"^\[RUN\] ([a-z ]+) done \(\d+\.\d\ds\)$", out, re.M) == STAGES
    assert list(result.stages) == STAGES


def test_a_golden_that_raises_ends_the_run_before_the_dispatch(double, double_specs, capsys):
    def broken(values):
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        run(double, double_specs, broken)
    assert not double.launches
    assert "[RUN] compute golden done (" in capsys.readouterr().out


def test_compile_only_has_a_folder_and_touches_no_data(double):
    def bomb():
        raise AssertionError("a tensor was created")

    specs = [TensorSpec("x", [4, 6], torch.float32, init_value=bomb), TensorSpec("y", [4, 6], torch.float32)]
    result = run(double, specs, lambda values: bomb(), compile_only=True)
    assert result.passed and result.work_dir == double.folder and not double.launches


def test_compile_only_and_runtime_dir_contradict_each_other(double, double_specs, tmp_path):
    result = run(double, double_specs, compile_only=True, runtime_dir=tmp_path)
    assert "incompatible" in result.error and not double.compiled


def test_without_a_reference_the_pass_line_says_that_nothing_was_validated(double, double_specs, capsys):
    assert run(double, double_specs).passed
    assert re.search(
        r"PASS \(\d+\.\d\ds, validation skipped: no golden_fn or golden_data\)", capsys.readouterr().out
    )


def test_a_result_prints_its_verdict_and_time():
    assert str(RunResult(True, execution_time=1.234)) == "PASS (1.23s)"
    assert str(RunResult(False)) == "FAIL"
    assert str(RunResult(False, "boom", 0.5)) == "FAIL: boom (0.50s)"


def test_outputs_are_those_of_the_compared_dispatch(tmp_path, monkeypatch):
    monkeypatch.setenv("PYPTO_BENCH", "1")
    monkeypatch.setenv("PYPTO_BENCH_ROUNDS", "2")
    fn = kernel(
        tmp_path, tensor("s", "inout", (2,)), tensor("y", "out", (2,)),
        body=lambda v: (v["s"].add_(1), v["y"].copy_(v["s"])),
    )  # fmt: skip
    specs = [TensorSpec("s", [2], torch.float32), TensorSpec("y", [2], torch.float32)]

    def reference(values):
        values["s"] += 1
        values["y"][:] = values["s"]

    result = run(fn, specs, reference, return_outputs=True)
    assert {name: value.tolist() for name, value in result.outputs.items()} == {"s": [1, 1], "y": [1, 1]}
    assert run(fn, specs, reference).outputs is None


def test_a_kernel_is_compiled_from_samples_or_with_a_marked_scalar_from_keywords(tmp_path, backend):
    fn, specs, _ = with_scalar(tmp_path)
    run(fn, specs)
    samples, keywords = fn.compiled[0]
    assert [type(value) for value in samples] == [torch.Tensor, int, torch.Tensor] and list(keywords) == [
        "config"
    ]
    specs[1] = ScalarSpec("n", torch.int32, 3, compile_runtime=True)
    run(fn, specs)
    samples, keywords = fn.compiled[1]
    assert samples == () and keywords["n"] is backend.RUNTIME


def test_a_program_object_is_compiled_with_the_configuration(double, double_specs, double_golden, backend):
    program = object()
    backend.program_artifact = double.compile(config=None)
    assert run(program, double_specs, double_golden, config={"dump_passes": True}).passed
    assert backend.programs[0][0] is program and backend.programs[0][1].dump_passes


def test_a_comparator_for_no_output_is_an_error_that_lists_the_outputs(double, double_specs, double_golden):
    error = run(double, double_specs, double_golden, compare_fn={"yy": lambda *a, **k: (True, "")}).error
    assert "yy" in error and "'y'" in error


# --- configuration ---


def test_one_dict_reaches_compiling_and_dispatching_and_stays_as_it_was(double, double_specs, double_golden):
    config = {"platform": "a5sim", "device_id": 3, "dump_passes": True}
    assert run(double, double_specs, double_golden, config=config).passed
    assert double.compiled[0][1]["config"].dump_passes and double.artifact.configs[0].device_id == 3
    assert config == {"platform": "a5sim", "device_id": 3, "dump_passes": True}


def test_an_unknown_key_is_a_type_error_before_compiling(double, double_specs):
    with pytest.raises(TypeError, match="plattform"):
        run(double, double_specs, config={"plattform": "a5sim"})
    assert not double.compiled


def test_a_wrong_platform_is_a_failed_result(double, double_specs):
    assert "Invalid platform" in run(double, double_specs, config={"platform": "nope"}).error


def test_a_ready_configuration_is_taken(double, double_specs, double_golden, backend):
    ready = backend.make_config({"device_id": 2})
    assert run(double, double_specs, double_golden, config=ready).passed
    assert double.artifact.configs == [ready]


@pytest.mark.parametrize("golden_fn", [None, wrong_golden])
def test_the_log_level_is_the_loggers_and_is_put_back(double, double_specs, golden_fn):
    import logging

    logger = logging.getLogger("pypto")
    logger.setLevel(33)
    seen = []
    double.body = lambda v: (seen.append(logger.level), v["y"].copy_(v["x"] * 2))
    run(double, double_specs, golden_fn, config={"log_level": "DEBUG"})
    run(double, double_specs, golden_fn)
    assert seen == [10, 33] and logger.level == 33
    logger.setLevel(0)


def test_an_unknown_log_level_is_refused_with_the_known_ones(double, double_specs):
    error = run(double, double_specs, config={"log_level": "loud"}).error
    assert "'loud'" in error and "timing" in error


def test_the_swimlane_level_is_checked_by_the_configuration():
    from pypto.runtime.config import RunConfig

    assert RunConfig(enable_chip_swimlane=True).enable_chip_swimlane == 4
    with pytest.raises(ValueError):
        RunConfig(enable_chip_swimlane=5)
    with pytest.raises(TypeError):
        RunConfig(enable_chip_swimlane="x")


def test_ring_sizes_are_powers_of_two_one_for_all_or_four():
    from pypto.runtime.config import RunConfig

    for wrong in (3, [8, 8, 8], True, 8.0):
        with pytest.raises(ValueError, match="ring_task_window"):
            RunConfig(ring_task_window=wrong)
    RunConfig(ring_task_window=[0, 8, 8, 8])


def test_true_is_the_first_level_of_dumped_arguments():
    from pypto.runtime.config import RunConfig

    assert [RunConfig(enable_dump_args=value).enable_dump_args for value in (False, True, 3)] == [0, 1, 3]


def test_a_diagnosis_that_is_not_offered_is_refused_by_name():
    from pypto.runtime.config import RunConfig

    with pytest.raises(ValueError, match="'enable_pmu' must be 0 or an event group"):
        RunConfig(enable_pmu=3)


# --- buffers ---


def test_a_golden_that_overwrites_all_inputs_leaves_the_dispatch_alone(double, double_specs):
    def tramples(values):
        values["y"][:] = values["x"] * 2
        values["x"].fill_(-1)

    assert run(double, double_specs, tramples).passed


def test_a_pure_output_is_zero_for_the_golden_and_not_what_is_dispatched(double, double_specs):
    seen = []

    def reference(values):
        seen.append(values["y"])
        assert not values["y"].any()
        values["y"][:] = values["x"] * 2

    assert run(double, double_specs, reference).passed
    assert seen[0].data_ptr() != double.launches[0][1].data_ptr()


def test_an_inout_is_uploaded_and_a_pure_output_is_not(tmp_path):
    seen = {}
    fn = kernel(
        tmp_path, tensor("s", "inout", (2,)), tensor("y", "out", (2,)),
        body=lambda v: (seen.update({n: t.clone() for n, t in v.items()}), v["y"].zero_()),
    )  # fmt: skip
    run(
        fn,
        [
            TensorSpec("s", [2], torch.float32, init_value=5),
            TensorSpec("y", [2], torch.float32, init_value=5),
        ],
    )
    assert seen["s"].tolist() == [5, 5] and seen["y"].isnan().all()


def test_a_scalar_is_a_number_for_the_golden_and_a_ctypes_value_for_the_chip(tmp_path):
    fn, specs, _ = with_scalar(tmp_path)
    seen = []

    def reference(values):
        seen.append(values["n"])
        values["y"][:] = values["x"] * values["n"]

    assert run(fn, specs, reference).passed
    assert seen == [3] and type(seen[0]) is int
    assert isinstance(fn.launches[0][1], ctypes.c_int32)


# --- save and replay ---


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.pt"))


def test_saving_writes_inputs_states_scalars_and_references_and_is_off(tmp_path):
    fn, specs, reference = with_scalar(tmp_path)
    result = run(fn, specs, reference)
    assert not (result.work_dir / "data").exists()
    result = run(fn, specs, reference, save_data=True)
    assert files(result.work_dir / "data") == ["in/n.pt", "in/x.pt", "out/y.pt"]


def test_the_reference_is_on_disk_even_if_the_dispatch_fails(double, double_specs, double_golden):
    double.fault = UserMistake("the kernel faulted")
    result = run(double, double_specs, double_golden, save_data=True)
    assert not result.passed and files(result.work_dir / "data") == ["in/x.pt", "out/y.pt"]


def test_a_replay_makes_nothing_writes_nothing_and_still_compares(double, double_specs, double_golden):
    data = run(double, double_specs, double_golden, save_data=True).work_dir / "data"
    before = {path: path.stat().st_mtime_ns for path in data.rglob("*")}

    def bomb(*values):
        raise AssertionError("something was computed again")

    specs = [TensorSpec("x", [4, 6], torch.float32, init_value=bomb), TensorSpec("y", [4, 6], torch.float32)]
    assert run(double, specs, bomb, golden_data=data, save_data=True).passed
    assert {path: path.stat().st_mtime_ns for path in data.rglob("*")} == before
    double.body = lambda v: v["y"].copy_(v["x"] * 3)
    assert "does not match golden" in run(double, specs, bomb, golden_data=data).error


def test_a_missing_directory_fails_before_compiling_and_missing_files_are_all_listed(
    double, double_specs, tmp_path
):
    assert "golden_data is not a directory" in run(double, double_specs, golden_data=tmp_path / "no").error
    assert not double.compiled
    (tmp_path / "out").mkdir()
    error = run(double, double_specs, golden_data=tmp_path).error
    assert str(tmp_path / "in" / "x.pt") in error and str(tmp_path / "out" / "y.pt") in error


def test_inputs_alone_run_without_a_golden_and_fail_with_one(double, double_specs, double_golden, capsys):
    data = run(double, double_specs, save_data=True).work_dir / "data"
    assert run(double, double_specs, golden_data=data).passed
    assert "validation skipped: golden_data has no out/" in capsys.readouterr().out
    assert "y.pt" in run(double, double_specs, double_golden, golden_data=data).error


def test_a_stored_scalar_takes_the_place_of_the_specs_value(tmp_path):
    fn, specs, reference = with_scalar(tmp_path)
    data = run(fn, specs, reference, save_data=True).work_dir / "data"
    specs[1] = ScalarSpec("n", torch.int32, 9)
    seen = []

    def judge(actual, expected, *, inputs, **context):
        seen.append(int(inputs["n"]))
        return True, ""

    assert run(fn, specs, golden_data=data, compare_fn={"y": judge}).passed
    assert fn.compiled[-1][0][1] == 3 and fn.launches[-1][1].value == 3 and seen == [3]


@pytest.mark.parametrize("stored", [torch.ones(1, dtype=torch.int32), torch.tensor(1.0)])
def test_a_stored_scalar_of_another_rank_or_type_fails(tmp_path, stored):
    fn, specs, reference = with_scalar(tmp_path)
    data = run(fn, specs, reference, save_data=True).work_dir / "data"
    (data / "manifest.json").unlink()
    torch.save(stored, data / "in" / "n.pt")
    error = run(fn, specs, golden_data=data).error
    assert "0-dim" in error or "dtype mismatch" in error


def test_a_stored_tensor_of_another_shape_fails_and_names_the_file(double, double_specs, double_golden):
    data = run(double, double_specs, double_golden, save_data=True).work_dir / "data"
    (data / "manifest.json").unlink()
    torch.save(torch.zeros(3), data / "in" / "x.pt")
    assert str(data / "in" / "x.pt") in run(double, double_specs, golden_data=data).error


def test_a_build_folder_takes_the_place_of_compiling(double, double_specs, double_golden, backend, tmp_path):
    backend.builds[tmp_path] = double
    result = run(double, double_specs, double_golden, runtime_dir=tmp_path)
    assert result.passed and result.work_dir == tmp_path and not double.compiled
    assert "runtime_dir does not exist" in run(double, double_specs, runtime_dir=tmp_path / "no").error


def test_a_golden_only_run_leaves_a_snapshot_that_a_replay_takes(double, double_specs, double_golden):
    def bomb(values):
        raise AssertionError("the golden was called")

    made = run(double, double_specs, double_golden, golden_only=True)
    assert made.passed and not double.launches
    assert run(double, double_specs, bomb, golden_data=made.work_dir / "data").passed


# --- benchmark ---


@pytest.mark.parametrize(("value", "launches"), [(None, 1), ("0", 1), ("false", 1), ("1", 1 + 2 + 3)])
def test_timing_is_warmup_and_rounds_after_the_comparison(
    double, double_specs, double_golden, monkeypatch, value, launches
):
    if value is not None:
        monkeypatch.setenv("PYPTO_BENCH", value)
    monkeypatch.setenv("PYPTO_BENCH_WARMUP", "2")
    monkeypatch.setenv("PYPTO_BENCH_ROUNDS", "3")
    assert run(double, double_specs, double_golden).passed
    assert len(double.launches) == launches


def test_a_failing_comparison_means_no_timing(double, double_specs, monkeypatch):
    monkeypatch.setenv("PYPTO_BENCH", "1")
    assert not run(double, double_specs, wrong_golden).passed
    assert len(double.launches) == 1


def test_defaults_are_100_and_5_and_an_unusable_number_is_said(double, double_specs, monkeypatch, capsys):
    monkeypatch.setenv("PYPTO_BENCH", "1")
    monkeypatch.setenv("PYPTO_BENCH_ROUNDS", "abc")
    stats = run(double, double_specs).bench
    assert (stats.rounds, stats.warmup) == (100, 5)
    out = capsys.readouterr().out
    assert "ignoring PYPTO_BENCH_ROUNDS='abc' (want an integer >= 1); using 100" in out
    assert len(re.findall(r"effective_us \(\d", out)) == 1


def test_missing_timing_markers_leave_the_verdict(double, double_specs, monkeypatch):
    monkeypatch.setenv("PYPTO_BENCH", "1")

    def body(values):
        if len(double.launches) > 1:
            raise RuntimeError("no [STRACE] markers captured")

    double.body = body
    result = run(double, double_specs)
    assert result.passed and result.bench is None


def test_another_error_in_the_timing_loop_propagates(double, double_specs, monkeypatch):
    monkeypatch.setenv("PYPTO_BENCH", "1")

    def body(values):
        if len(double.launches) > 1:
            raise RuntimeError("the device is gone")

    double.body = body
    with pytest.raises(RuntimeError, match="the device is gone"):
        run(double, double_specs)


# --- what several chips or cards would need: refused by name ---


@pytest.mark.parametrize("where", [0, "stacked"])
def test_a_resident_tensor_on_one_chip_is_refused(double, double_specs, where):
    double_specs[0] = TensorSpec("x", [4, 6], torch.float32, resident=where)
    assert "only supported for L3" in run(double, double_specs).error
    assert not double.compiled


def test_a_stepped_scalar_is_refused_where_it_could_not_step(tmp_path, monkeypatch):
    fn, specs, _ = with_scalar(tmp_path)
    specs[1] = ScalarSpec("n", torch.int32, 1, benchmark_step=1)
    assert "benchmark_step requires compile_runtime=True" in run(fn, specs).error
    specs[1] = ScalarSpec("n", torch.int32, 1, compile_runtime=True, benchmark_step=1)
    assert (
        "incompatible with enable_chip_swimlane" in run(fn, specs, config={"enable_chip_swimlane": 1}).error
    )
    monkeypatch.setenv("PYPTO_BENCH", "1")
    assert "L2 benchmark does not support" in run(fn, specs).error


def test_on_a_replay_a_stepped_scalar_skips_the_benchmark_with_a_note(tmp_path, monkeypatch, backend, capsys):
    fn, specs, reference = with_scalar(tmp_path)
    specs[1] = ScalarSpec("n", torch.int32, 3, compile_runtime=True, benchmark_step=1)
    backend.builds[tmp_path] = fn
    monkeypatch.setenv("PYPTO_BENCH", "1")
    assert run(fn, specs, reference, runtime_dir=tmp_path).passed
    assert "benchmark skipped: runtime_dir replay cannot prove" in capsys.readouterr().out
    assert len(fn.launches) == 1


# --- flags ---

KERNEL = Path(__file__).resolve().parents[2] / "kernels" / "basic" / "add_scalar.py"


def command(tmp_path, path, *arguments):
    return subprocess.run(
        [sys.executable, str(path), *map(str, arguments)],
        cwd=tmp_path,
        env={**os.environ, "PYPTO_PROG_BUILD_DIR": "build_output"},
        capture_output=True,
        text=True,
    )


def test_a_bare_swimlane_flag_is_level_one_and_5_is_a_usage_error(tmp_path):
    code = (
        "import golden, runpy, sys\n"
        "golden.run = lambda **k: print('level', k['config']['enable_chip_swimlane']) or type('R', (), {'passed': 1})\n"
        "runpy.run_path(sys.argv[1], run_name='__main__')\n"
    )
    script = tmp_path / "levels.py"
    script.write_text(code.replace("sys.argv[1]", repr(str(KERNEL))))
    levels = {
        flags: command(tmp_path, script, "--mode", "fp32", *flags).stdout.split()
        for flags in ((), ("--enable-chip-swimlane",), ("--enable-chip-swimlane", "4"))
    }
    assert list(levels.values()) == [["level", "0"], ["level", "1"], ["level", "4"]]
    assert command(tmp_path, script, "--enable-chip-swimlane", "5").returncode == 2


def test_all_cases_run_until_the_first_that_fails(tmp_path):
    path = write(tmp_path, "k.py", factor="2.5")
    done = command(tmp_path, path, "--mode", "all")
    assert done.returncode == 1
    assert "mode one" in done.stdout and "mode two" not in done.stdout


def test_a_saved_run_is_replayed_without_the_golden(tmp_path):
    assert command(tmp_path, KERNEL, "--mode", "fp32", "--save-data").returncode == 0
    (data,) = tmp_path.glob("build_output/*/data")
    text = KERNEL.read_text().replace(
        'tensors["y"][:] =', 'raise AssertionError("called")\n    tensors["y"][:] ='
    )
    copy = tmp_path / "replayed.py"
    copy.write_text(text)
    assert command(tmp_path, copy, "--mode", "fp32").returncode != 0
    done = command(tmp_path, copy, "--mode", "fp32", "--golden-data", data)
    assert done.returncode == 0, done.stdout + done.stderr
