# SPDX-License-Identifier: Apache-2.0
"""Programs of the host through the harness: verdicts that name the rank, timing, snapshots."""

import re
from dataclasses import replace

import host_programs as made
import pytest
import torch
from host_programs import R, call, part, rank_loop, scalar, tensor

import pypto.language as pl
from golden import ScalarSpec, TensorSpec, run
from golden.runner import load_backend
from pypto.distributed_worker import DistributedWorker
from pypto.ir.host import Name
from pypto.runtime import DistributedConfig

SIZE = made.SIZE
TWO = DistributedConfig(device_ids=[0, 1])


@pytest.fixture(autouse=True)
def real_backend(monkeypatch):
    monkeypatch.setattr("golden.runner.load_backend", load_backend)


def specs(**options):
    return [
        TensorSpec("xs", [2, SIZE, SIZE], torch.float32, init_value=torch.randn, **options),
        TensorSpec("ys", [2, SIZE, SIZE], torch.float32),
    ]


def twice(values):
    values["ys"][:] = 2 * values["xs"]


def scaling(factor):
    """ys[r] = xs[r] * n, with rank 1 getting another factor where it is given."""
    body = [rank_loop(call("scale", part("xs", R), factor, part("ys", R)))]
    return made.host_program(
        [tensor("xs"), tensor("ys", "out"), scalar("n")],
        body,
        {"scale": (made.scale, {"factor": pl.RUNTIME})},
    )


@pytest.mark.parametrize("engine", ["native", "interpret"])
@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
def test_a_program_of_two_ranks_passes(engine, platform):
    config = {"platform": platform, "engine": engine, "distributed_config": TWO}
    result = run(made.doubling(), specs(), twice, config=config, return_outputs=True)
    assert result.passed, result.error
    assert result.kernel == "several" and set(result.outputs) == {"ys"}


@pytest.mark.parametrize("runtime", [False, True])
@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_a_driver_of_a_kernel_file_passes_and_replays(engine, runtime):
    def golden(values):
        for r in range(2):
            values["ys"][r] = values["xs"][r] * sum(r + i for i in range(values["n"]))

    config = {"engine": engine, "distributed_config": TWO}
    given = [*specs(), ScalarSpec("n", torch.int32, 3, compile_runtime=runtime)]
    first = run(made.growing, given, golden, config=config, save_data=True)
    assert first.passed, first.error
    replay = {"golden_data": first.work_dir / "data", "runtime_dir": first.work_dir, "config": config}
    again = run(made.growing, given, **replay)
    assert again.passed, again.error
    other = {**config, "distributed_config": {"device_ids": [0, 1, 2]}}
    refused = run(made.growing, given, **{**replay, "config": other})
    assert not refused.passed and "for 2 ranks, and distributed_config names 3 devices" in refused.error


def test_a_scalar_reaches_every_rank():
    def golden(values):
        values["ys"][:] = values["xs"] * values["n"]

    given = [*specs(), ScalarSpec("n", torch.int32, 3)]
    result = run(scaling(Name("n")), given, golden, config={"distributed_config": TWO})
    assert result.passed, result.error


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_a_wrong_value_names_the_rank_and_the_line_of_the_kernel(engine, capsys):
    factor = made.plus(R, 2)  # 2 on rank 0, 3 on rank 1
    given = [*specs(), ScalarSpec("n", torch.int32, 3)]
    result = run(scaling(factor), given, twice, config={"engine": engine, "distributed_config": TWO})
    assert not result.passed
    shown = capsys.readouterr().out + result.error
    writer = r"\[1,0,0\] was last written by rank 1, dispatch 0 of scale: task 0 \(kernel \w+\), "
    assert re.search(writer + re.escape(made.__file__) + r":\d+", shown), shown


def test_what_no_rank_wrote_is_said(capsys):
    body = [rank_loop(call("half_written", part("xs", R), part("ys", R)))]
    entries = {"half_written": (made.half_written, {})}
    program = made.host_program([tensor("xs"), tensor("ys", "out")], body, entries)
    result = run(program, specs(), lambda v: v["ys"].copy_(v["xs"]), config={"distributed_config": TWO})
    assert not result.passed and "never written" in capsys.readouterr().out + result.error


def test_another_number_of_ranks_is_a_failed_result():
    result = run(made.doubling(), specs(), twice, config={"distributed_config": {"device_ids": [0]}})
    assert not result.passed and "for 2 ranks, and distributed_config names 1 device" in result.error


def test_repeats_cross_checks_and_saved_data(tmp_path):
    config = {"distributed_config": TWO, "save_kernels_dir": tmp_path / "build"}
    result = run(made.doubling(), specs(), twice, config=config, repeat=2, cross_check=True, save_data=True)
    assert result.passed, result.error
    assert (tmp_path / "build/data/in/xs.pt").is_file() and (tmp_path / "build/data/out/ys.pt").is_file()


def test_resident_tensors_and_stepped_scalars_are_refused_by_what_is_missing(monkeypatch):
    result = run(made.doubling(), specs(resident="stacked"), twice, config={"distributed_config": TWO})
    assert not result.passed and "need a worker that keeps tensors on the ranks" in result.error
    monkeypatch.setenv("PYPTO_BENCH", "1")
    given = [*specs(), ScalarSpec("n", torch.int32, 3, benchmark_step=1)]
    result = run(scaling(Name("n")), given, config={"distributed_config": TWO})
    assert "non-resident L3 benchmark does not support benchmark_step: ['n']" in result.error


def timed(monkeypatch, program, raw=False):
    for name, value in (("", 1), ("_ROUNDS", 3), ("_WARMUP", 1), ("_RAW", int(raw))):
        monkeypatch.setenv(f"PYPTO_BENCH{name}", str(value))
    result = run(program, specs(), twice, config={"distributed_config": TWO})
    assert result.passed, result.error
    return result.bench


def test_timing_is_told_by_rank(monkeypatch, capsys):
    stats = timed(monkeypatch, made.doubling(), raw=True)
    out = capsys.readouterr().out
    assert len(re.findall(r"effective_us \(3 rounds\) min=", out)) == 1
    assert re.findall(r"^\[RUN\]     rank (\d): eff_us min=[\d.]+ median=", out, re.M) == ["0", "1"]
    assert "slot" not in out and "[RUN]   raw samples: ranks=2 rounds=3 warmup=1" in out
    assert len(re.findall(r"rank \d raw n=3 eff_us=\[", out)) == 2
    last = r"benchmark kernel=several l3=1 rounds=3 ranks=2 host_union_mean_us=\d+ host_mean_us=\d+$"
    assert re.search(last, out, re.M)
    by_rank = stats.per_rank("effective")
    assert stats.per_round("effective") == [max(by_rank[r][n] for r in (0, 1)) for n in range(3)]
    assert len(stats.per_round("union")) == 3 and min(stats.per_round("union")) > 0
    assert stats.dispatch_tasks() == {(0, 0): "double", (1, 0): "double"}
    assert not stats.fallback_flattened and not stats.unstable_dispatch_slots


def test_several_dispatches_of_a_rank_are_told_one_by_one(monkeypatch, capsys):
    stats = timed(monkeypatch, made.gathering())
    out = capsys.readouterr().out
    assert re.findall(r"slot (\d) \((\w+)\): eff_us", out) == [("0", "gather"), ("1", "gather")] * 2
    one = stats.per_dispatch("host")
    assert stats.per_rank("host")[1] == [a + b for a, b in zip(one[1, 0], one[1, 1], strict=True)]
    mixed = replace(stats, invocations=[*stats.invocations, _renamed(stats.invocations[0])])
    assert mixed.unstable_dispatch_slots and mixed.per_dispatch("host") == {} == mixed.dispatch_tasks()
    assert len(mixed.per_rank("host")[0]) == 4


def test_timed_launches_find_windows_as_they_were_left(monkeypatch):
    left = []
    dispatch = DistributedWorker.dispatch

    def seen(self, args, config=None):
        record = dispatch(self, args, config)
        left.append(args[1] / args[0])
        return record

    monkeypatch.setattr(DistributedWorker, "dispatch", seen)
    timed(monkeypatch, made.gathering())
    assert [round(float(ratio.median())) for ratio in left] == [2, 4, 6, 8]


def _renamed(invocation):
    """A round in which something else ran."""
    launches = [
        replace(one, launch=replace(one.launch, callee="other")) for one in invocation.record.launches
    ]
    record = type("Record", (), {"launches": launches})
    return replace(invocation, record=record)


def test_compile_only_stops_before_inputs(capsys):
    result = run(made.doubling(), specs(), twice, config={"distributed_config": TWO}, compile_only=True)
    assert result.passed and "next_levels/double" in capsys.readouterr().out
