# SPDX-License-Identifier: Apache-2.0
import re

import pytest
import torch
from harness_fakes import FakeKernel, Record, UserMistake, scalar, tensor

from golden import ScalarSpec, TensorSpec, run
from golden.bench import BenchmarkStats, Invocation

HEADLINE = r"^\[RUN\]   effective_us \(\d+ rounds\) min="


@pytest.fixture
def bench(monkeypatch):
    def switch(rounds=None, warmup=None, raw=None, on="1"):
        for name, value in (("", on), ("_ROUNDS", rounds), ("_WARMUP", warmup), ("_RAW", raw)):
            if value is not None:
                monkeypatch.setenv(f"PYPTO_BENCH{name}", str(value))

    return switch


@pytest.mark.parametrize("value", [None, "", "0", "false", " FALSE "])
def test_timing_is_off_by_default(double, double_specs, double_golden, bench, value):
    bench(on=value)
    result = run(double, double_specs, double_golden)
    assert result.bench is None and len(double.launches) == 1


def test_timed_launches_follow_the_comparison(double, double_specs, double_golden, bench, capsys):
    bench(rounds=4, warmup=2)
    result = run(double, double_specs, double_golden)
    out = capsys.readouterr().out
    assert result.passed and len(double.launches) == 1 + 2 + 4
    assert all(launch[0] is double.launches[0][0] for launch in double.launches)
    assert all(config is double.artifact.configs[0] for config in double.artifact.configs)
    assert out.index("'y' PASS") < out.index("[RUN] benchmark ...")
    assert "[RUN]   effective_us (4 rounds) min=12.5 median=12.5 mean=12.5 max=12.5" in out
    assert len(re.findall(HEADLINE, out, re.M)) == 1
    assert result.bench.rounds == 4 and result.bench.warmup == 2 and len(result.bench.invocations) == 4


def test_a_wrong_kernel_is_never_timed(double, double_specs, double_golden, bench):
    bench(rounds=3)
    double.body = lambda v: v["y"].zero_()
    result = run(double, double_specs, double_golden)
    assert not result.passed and result.bench is None and len(double.launches) == 1


def test_without_a_reference_the_kernel_is_timed(double, double_specs, bench):
    bench(rounds=3, warmup=0)
    assert run(double, double_specs).bench.rounds == 3


def test_defaults_and_unusable_numbers(double, double_specs, bench, capsys):
    bench(rounds="abc", warmup="-1")
    result = run(double, double_specs)
    out = capsys.readouterr().out
    assert (result.bench.rounds, result.bench.warmup) == (100, 5)
    assert "[RUN]   ignoring PYPTO_BENCH_ROUNDS='abc' (want an integer >= 1); using 100" in out
    assert "[RUN]   ignoring PYPTO_BENCH_WARMUP='-1' (want an integer >= 0); using 5" in out


def test_raw_samples(double, double_specs, bench, capsys):
    bench(rounds=2, warmup=1, raw=1)
    run(double, double_specs)
    out = capsys.readouterr().out
    assert "[RUN]   raw samples: ranks=1 rounds=2 warmup=1" in out
    assert "[RUN]     rank 0 raw n=2 eff_us=[12.5, 12.5]" in out


def test_without_device_time_the_verdict_stays(double, double_specs, bench, capsys):
    bench(rounds=2)
    double.record = Record(span_us=0.0)
    result = run(double, double_specs)
    out = capsys.readouterr().out
    assert result.passed and result.bench.all_zero_device
    assert "[RUN]   effective_us unavailable:" in out and not re.search(HEADLINE, out, re.M)


class FailsLater:
    """A body that fails from the second launch on."""

    def __init__(self, error):
        self.error, self.calls = error, 0

    def __call__(self, values):
        self.calls += 1
        if self.calls > 1:
            raise self.error
        values["y"].copy_(values["x"] * 2)


def test_missing_markers_leave_the_verdict(double, double_specs, bench, capsys):
    bench(rounds=2)
    double.body = FailsLater(RuntimeError("no [STRACE] markers captured"))
    result = run(double, double_specs)
    assert result.passed and result.bench is None
    assert "[RUN]   benchmark unavailable: no [STRACE] markers captured" in capsys.readouterr().out


def test_a_kernel_fault_in_the_loop_fails_the_run_and_other_errors_propagate(double, double_specs, bench):
    bench(rounds=2)
    double.body = FailsLater(UserMistake("store out of bounds"))
    result = run(double, double_specs)
    assert not result.passed and result.error == "store out of bounds"
    double.body = FailsLater(ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        run(double, double_specs)


def test_returned_outputs_are_those_of_the_first_dispatch(tmp_path, bench):
    bench(rounds=3, warmup=1)
    kernel = FakeKernel(lambda v: v["s"].add_(1), tensor("s", "inout", (2,)), folder=tmp_path)
    specs = [TensorSpec("s", [2], torch.float32)]
    result = run(kernel, specs, lambda values: values["s"].add_(1), return_outputs=True)
    assert result.outputs["s"].tolist() == [1.0, 1.0]
    assert kernel.launches[0][0].tolist() == [5.0, 5.0]


def test_instrumented_timing_is_said(double, double_specs, bench, capsys):
    bench(rounds=1, warmup=0)
    run(double, double_specs, config={"enable_chip_swimlane": 1})
    assert "[RUN]   note: timing is instrumented by enable_chip_swimlane" in capsys.readouterr().out


# --- stepped scalars ---


def stepped(tmp_path, **options):
    kernel = FakeKernel(
        lambda v: v["y"].fill_(1), scalar("n"), tensor("y", "out", (2,)), folder=tmp_path / "build"
    )
    return kernel, [
        ScalarSpec("n", torch.int32, 2, benchmark_step=43, **options),
        TensorSpec("y", [2], torch.float32),
    ]


def test_a_stepped_scalar_must_be_a_runtime_parameter(tmp_path):
    kernel, specs = stepped(tmp_path)
    result = run(kernel, specs)
    assert not result.passed and "benchmark_step requires compile_runtime=True: ['n']" in result.error
    assert kernel.compiled == []


def test_a_stepped_scalar_does_not_go_with_a_swimlane(tmp_path):
    kernel, specs = stepped(tmp_path, compile_runtime=True)
    result = run(kernel, specs, config={"enable_chip_swimlane": 1})
    assert not result.passed and "benchmark_step is incompatible with enable_chip_swimlane" in result.error


def test_one_chip_timing_refuses_a_stepped_scalar_and_a_plain_run_does_not(tmp_path, bench):
    kernel, specs = stepped(tmp_path, compile_runtime=True)
    assert run(kernel, specs).passed and kernel.launches[0][0].value == 2
    bench()
    result = run(kernel, specs)
    assert not result.passed and "L2 benchmark does not support" in result.error and "'n'" in result.error


def test_on_a_replay_the_benchmark_is_skipped_with_a_note(tmp_path, bench, backend, capsys):
    kernel, specs = stepped(tmp_path)
    backend.builds[tmp_path] = kernel
    bench()
    result = run(kernel, specs, runtime_dir=tmp_path)
    assert result.passed and result.bench is None and len(kernel.launches) == 1
    assert "[RUN]   benchmark skipped: runtime_dir replay cannot prove stepped scalar(s) ['n']" in (
        capsys.readouterr().out
    )


# --- statistics ---


def test_statistics_of_the_device_time():
    stats = BenchmarkStats(3, 1, [Invocation(e, d, h) for e, d, h in ((1, 2, 9), (2, 4, 8), (6, 9, 7))])
    assert stats.samples == stats.device_wall_us == [2, 4, 9] and stats.host_wall_us == [9, 8, 7]
    assert (stats.device_us_min, stats.device_us_median, stats.device_us_mean, stats.device_us_max) == (
        2,
        4,
        5,
        9,
    )
    assert stats.device_us_stdev == stats.device_wall_us_stdev == pytest.approx(3.605551275)
    assert stats.per_round("effective") == [1, 2, 6] and stats.per_round("union") == []
    with pytest.raises(ValueError, match="unknown metric 'wall'"):
        stats.per_round("wall")


def test_statistics_of_nothing():
    stats = BenchmarkStats(3, 1)
    assert stats.device_us_min == stats.device_us_median == stats.device_us_mean == stats.device_us_max == 0
    assert stats.device_us_stdev == 0 and not stats.all_zero_device
    assert stats.fallback_flattened is stats.unstable_dispatch_slots is False
