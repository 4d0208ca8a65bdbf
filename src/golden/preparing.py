# SPDX-License-Identifier: Apache-2.0
"""What a run does before it has data: its arguments and specs are checked, and there is an artifact."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from golden import bench, buffers, folder_lock, scopes
from golden.abi import check_artifact, check_comparators, check_signature, check_specs, signature_of
from golden.comparator import Comparator
from golden.errors import HarnessError
from golden.fingerprint import source_hash
from golden.replay import Origin, Snapshot
from golden.report import say
from golden.run_state import RunState, user_errors
from golden.spec import ScalarSpec, TensorSpec


def check_arguments(run: RunState) -> None:
    run.threads = scopes.thread_count()
    run.bench_settings = bench.BenchSettings.from_environment()
    check_specs(run.specs)
    refuse_residents(run)
    if run.golden_data is not None:
        if run.golden_data.is_dir():
            run.holding.enter_context(folder_lock.held(run.golden_data, alone=False))
        run.snapshot = Snapshot(run.golden_data, has_callback=run.golden_fn is not None)
    if run.runtime_dir is not None and not run.runtime_dir.is_dir():
        raise HarnessError(f"runtime_dir does not exist: {run.runtime_dir}")
    signature = signature_of(run.fn) if run.runtime_dir is None else None
    if signature is not None:
        check_signature(run.specs, signature, getattr(run.fn, "parameter_span", None))
    run.origin = Origin(run.seed, source_hash(run.golden_fn), source_hash(run.fn), describe_comparison(run))
    if run.snapshot is not None:
        run.snapshot.check_specs(run.specs)
        run.specs = run.snapshot.with_scalars(run.specs)
        report_stale(run)
    refuse_steps(run)


def refuse_residents(run: RunState) -> None:
    residents = [spec for spec in run.specs if isinstance(spec, TensorSpec) and spec.is_resident]
    if residents:
        names = [spec.name for spec in residents]
        if getattr(run.config, "distributed_config", None) is not None:
            raise HarnessError(
                f"resident tensors {names} need a worker that keeps tensors on the ranks between launches, "
                "which is not supported yet",
                place=residents[0].place,
                help="leave resident= out: each launch takes the tensors of the host",
            )
        raise HarnessError(
            f"resident tensors {names} are only supported for L3 programs",
            place=residents[0].place,
            help="leave resident= out",
        )


def refuse_steps(run: RunState) -> None:
    """A stepped scalar needs launches that each take another value, which timing does not do."""
    stepped = run.stepped()
    names = [spec.name for spec in stepped]
    if stepped and bool(getattr(run.config, "enable_chip_swimlane", 0)):
        raise HarnessError(
            f"benchmark_step is incompatible with enable_chip_swimlane: {names}", place=stepped[0].place
        )
    if run.runtime_dir is not None:
        return
    folded = [spec for spec in stepped if not spec.compile_runtime]
    if folded and run.is_jit:
        raise HarnessError(
            f"benchmark_step requires compile_runtime=True: {[spec.name for spec in folded]}",
            place=folded[0].place,
        )
    if stepped and run.bench_settings.enabled and not run.compile_only:
        several = getattr(run.config, "distributed_config", None) is not None
        kind = "non-resident L3 benchmark" if several else "L2 benchmark"
        raise HarnessError(f"{kind} does not support benchmark_step: {names}", place=stepped[0].place)


def report_stale(run: RunState) -> None:
    assert run.snapshot is not None and run.origin is not None
    differences = run.snapshot.differences(run.origin)
    for line in differences:
        say(f"[RUN]   warning: {line}")
    if differences and run.strict:
        raise HarnessError(f"strict: {'; '.join(differences)}")


def describe_comparison(run: RunState) -> dict[str, Any]:
    """How outputs are judged, for whoever replays the snapshot without the kernel file."""
    outputs: dict[str, Any] = {}
    for name, comparator in run.compare_fn.items():
        if isinstance(comparator, Comparator):
            outputs[name] = {"comparator": comparator.factory, "arguments": comparator.arguments()}
        else:
            outputs[name] = {"comparator": None, "label": getattr(comparator, "__name__", "custom")}
    return {"rtol": run.rtol, "atol": run.atol, "equal_nan": run.equal_nan, "outputs": outputs}


def obtain_artifact(run: RunState) -> None:
    if run.runtime_dir is not None:
        label = "JIT compile" if run.is_jit else "Program compile"
        say(f"[RUN] runtime_only: skipping {label}, using {run.runtime_dir}")
        with user_errors():
            run.artifact = run.backend.open_build(run.runtime_dir, run.config)
            build(run)
        run.work_dir = run.runtime_dir
        return
    with run.stage("compile"), user_errors():
        run.artifact = compile_kernel(run)
        run.work_dir = Path(run.artifact.output_dir)
        build(run)


def build(run: RunState) -> None:
    """Native code, where the artifact has a step for it; compile-only does without a C++ compiler."""
    for line in getattr(run.artifact, "messages", ()):
        say(line)
    if hasattr(run.artifact, "build") and not getattr(run.config, "codegen_only", False):
        for line in run.artifact.build(required=not run.compile_only):
            say(line)


def compile_kernel(run: RunState) -> Any:
    if not run.is_jit:
        return run.backend.compile_program(run.fn, run.config)
    compile_ = getattr(run.fn, "compile_fresh", run.fn.compile)  # a folder for each run
    if any(isinstance(spec, ScalarSpec) and spec.compile_runtime for spec in run.specs):
        scalars = {
            spec.name: run.backend.runtime_marker() if spec.compile_runtime else spec.to_python()
            for spec in run.specs
            if isinstance(spec, ScalarSpec)
        }
        return compile_(config=run.config, **scalars)
    samples = [spec.to_python() if isinstance(spec, ScalarSpec) else spec.allocate() for spec in run.specs]
    return compile_(*samples, config=run.config)


def check_against_artifact(run: RunState) -> None:
    check_entry(run)
    parameters = getattr(run.artifact, "parameters", None)
    if parameters is not None:
        fresh = run.runtime_dir is None
        declared = getattr(run.fn, "parameter_span", None) if fresh else None
        check_artifact(run.specs, parameters, fresh=fresh, declared=declared)
    if run.snapshot is not None:
        run.snapshot.check_directions(run.specs)
    outputs = [spec.name for spec in buffers.tensor_specs(run.specs) if spec.is_output]
    check_comparators(run.compare_fn, outputs)
    if not outputs and not run.compile_only and (run.golden_fn is not None or run.snapshot is not None):
        raise HarnessError(
            "the kernel has no Out or InOut parameter, so there is nothing to compare; "
            "declare what it writes pl.Out or pl.InOut"
        )
    if run.snapshot is not None and not run.compile_only:
        run.snapshot.check_files(run.specs)


def check_entry(run: RunState) -> None:
    """A build folder belongs to one kernel; another one's may even have the same parameters."""
    built, wanted = getattr(run.artifact, "entry", None), getattr(run.fn, "__name__", None)
    if run.runtime_dir is not None and built is not None and wanted is not None and built != wanted:
        raise HarnessError(
            f"{run.runtime_dir} was built from the kernel {built}, this run is of {wanted}; "
            "give the folder that a run of this kernel printed"
        )
