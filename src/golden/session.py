# SPDX-License-Identifier: Apache-2.0
"""The steps of one run, in order: arguments, artifact, inputs, golden, dispatch, comparison, timing.

`Session.execute` reads as the sequence. A step that finds a mistake of the user's raises `Failure`; what
is not such a mistake (the golden's own exceptions, an interrupt) passes through every step.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

import torch

from golden import bench, buffers, folder_lock, provenance, report, scopes
from golden.abi import Spec, check_artifact, check_comparators, check_signature, check_specs, signature_of
from golden.chunks import first_difference
from golden.comparator import Comparator
from golden.errors import HarnessError, is_user_error
from golden.fingerprint import source_hash
from golden.pictures import draw
from golden.records import Comparison
from golden.replay import Origin, Snapshot, SnapshotWriter
from golden.report import say
from golden.result import RunResult
from golden.spec import ScalarSpec, TensorSpec
from golden.validation import compare_outputs, print_records

_INSTRUMENTS = (
    "enable_chip_swimlane",
    "enable_dump_args",
    "enable_pmu",
    "enable_dep_gen",
    "enable_scope_stats",
)


class Backend(Protocol):
    """What the harness asks of a compiler."""

    def make_config(self, config: Any) -> Any:
        """The run configuration from a dict, from None, or the ready object itself."""

    def compile_program(self, program: Any, config: Any) -> Any:
        """The artifact of a program object."""

    def open_build(self, folder: Path, config: Any) -> Any:
        """The artifact of an existing build folder."""

    def describe_build(self, folder: Path) -> dict[str, Any]:
        """What a build folder holds, without building or running anything."""

    def runtime_marker(self) -> Any:
        """The sentinel that keeps a scalar a runtime parameter."""


class Failure(Exception):
    """A mistake of the user's, already rendered; `run` makes it the result."""


@contextmanager
def _user_errors() -> Iterator[None]:
    """Turns the errors that blame the user into a failed result; all others pass."""
    try:
        yield
    except Exception as error:
        if is_user_error(error):
            raise Failure(str(error)) from error
        raise


@dataclass
class Session:
    """One run: its arguments, and what its steps have made so far."""

    fn: Any
    specs: list[Spec]
    golden_fn: Callable[[dict[str, Any]], Any] | None
    golden_data: Path | None
    rtol: float
    atol: float
    compare_fn: dict[str, Callable[..., Any]]
    compile_only: bool
    runtime_dir: Path | None
    save_data: bool
    return_outputs: bool
    equal_nan: bool
    seed: int | None
    strict: bool
    began: float
    golden_only: bool = False
    save_on_fail: bool = False
    repeat: int | None = None
    cross_check: bool = False
    engine: str | None = None  # imposed from outside, whatever the config says

    backend: Any = None
    config: Any = None
    level: int | None = None
    threads: int = 1
    bench_settings: bench.BenchSettings = field(default_factory=lambda: bench.BenchSettings(False))
    origin: Origin | None = None
    holding: ExitStack = field(default_factory=ExitStack)  # data folders, until inputs and golden are there
    snapshot: Snapshot | None = None
    artifact: Any = None
    work_dir: Path | None = None
    inputs: dict[str, torch.Tensor] = field(default_factory=dict)
    read_back: dict[str, torch.Tensor] = field(default_factory=dict)
    expected: dict[str, torch.Tensor] | None = None
    comparisons: list[Comparison] = field(default_factory=list)
    outputs: dict[str, torch.Tensor] | None = None
    stages: dict[str, float] = field(default_factory=dict)
    initial: dict[str, torch.Tensor] = field(
        default_factory=dict
    )  # InOut state, kept where it is needed again

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        say(f"[RUN] {name} ...")
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.stages[name] = time.perf_counter() - begin
            say(f"[RUN] {name} done ({self.stages[name]:.2f}s)")

    def configure(self, config: Any, load_backend: Callable[[], Backend]) -> None:
        """The run configuration; an unknown key or a key of a wrong type stays a TypeError."""
        self.refuse_combinations()
        with _user_errors():
            self.backend = load_backend()
            if isinstance(config, Mapping) and "log_level" in config:
                if config["log_level"] is not None:
                    self.level = scopes.log_level(config["log_level"])
                config = {key: value for key, value in config.items() if key != "log_level"}
            try:
                self.config = self.backend.make_config(config)
            except ValueError as error:
                raise Failure(str(error)) from error
            if self.engine is not None:
                self.config = replace(self.config, engine=self.engine)

    def refuse_combinations(self) -> None:
        if self.compile_only and self.runtime_dir is not None:
            raise Failure("runtime_dir is incompatible with compile_only")
        if not self.golden_only:
            return
        if self.golden_fn is None:
            raise Failure("golden_only needs a golden_fn: without one there is no reference to compute")
        for name in ("golden_data", "compile_only"):
            if getattr(self, name):
                raise Failure(f"golden_only is incompatible with {name}")

    def execute(self) -> RunResult:
        with self.holding:
            return self.steps()

    def steps(self) -> RunResult:
        with _user_errors():
            self.check_arguments()
        self.obtain_artifact()
        with _user_errors():
            self.check_against_artifact()
        if self.compile_only:
            return self.passed("")
        if hasattr(self.artifact, "check_device") and not self.golden_only:
            with _user_errors():
                self.artifact.check_device()
        with scopes.seeded(self.seed if self.snapshot is None else None):
            writer = self.generate_inputs()
            self.compute_golden(writer)
        self.holding.close()
        if self.golden_only:
            return self.golden_done()
        self.keep_initial()
        self.validate(self.dispatch())
        self.check_repeats()
        stats = self.benchmark()
        return self.passed(self.skipped(), stats)

    # --- before compiling ---

    def check_arguments(self) -> None:
        self.threads = scopes.thread_count()
        self.bench_settings = bench.BenchSettings.from_environment()
        check_specs(self.specs)
        self.refuse_residents()
        if self.golden_data is not None:
            if self.golden_data.is_dir():
                self.holding.enter_context(folder_lock.held(self.golden_data, alone=False))
            self.snapshot = Snapshot(self.golden_data, has_callback=self.golden_fn is not None)
        if self.runtime_dir is not None and not self.runtime_dir.is_dir():
            raise HarnessError(f"runtime_dir does not exist: {self.runtime_dir}")
        signature = signature_of(self.fn) if self.runtime_dir is None else None
        if signature is not None:
            check_signature(self.specs, signature)
        self.origin = Origin(
            self.seed, source_hash(self.golden_fn), source_hash(self.fn), self.describe_comparison()
        )
        if self.snapshot is not None:
            self.snapshot.check_specs(self.specs)
            self.specs = self.snapshot.with_scalars(self.specs)
            self.report_stale()
        self.refuse_steps()

    def refuse_residents(self) -> None:
        residents = [spec.name for spec in self.specs if isinstance(spec, TensorSpec) and spec.is_resident]
        if residents:
            raise HarnessError(f"resident tensors {residents} are only supported for L3 programs")

    def refuse_steps(self) -> None:
        """A stepped scalar needs launches that each take another value, which one-chip timing does not do."""
        stepped = self.stepped()
        names = [spec.name for spec in stepped]
        if stepped and bool(getattr(self.config, "enable_chip_swimlane", 0)):
            raise HarnessError(f"benchmark_step is incompatible with enable_chip_swimlane: {names}")
        if self.runtime_dir is not None:
            return
        folded = [spec.name for spec in stepped if not spec.compile_runtime]
        if folded and self.is_jit:
            raise HarnessError(f"benchmark_step requires compile_runtime=True: {folded}")
        if stepped and self.bench_settings.enabled and not self.compile_only:
            raise HarnessError(f"L2 benchmark does not support benchmark_step: {names}")

    def stepped(self) -> list[ScalarSpec]:
        return [spec for spec in self.specs if isinstance(spec, ScalarSpec) and spec.has_benchmark_step]

    def report_stale(self) -> None:
        assert self.snapshot is not None and self.origin is not None
        differences = self.snapshot.differences(self.origin)
        for line in differences:
            say(f"[RUN]   warning: {line}")
        if differences and self.strict:
            raise HarnessError(f"strict: {'; '.join(differences)}")

    def describe_comparison(self) -> dict[str, Any]:
        """How outputs are judged, for whoever replays the snapshot without the kernel file."""
        outputs: dict[str, Any] = {}
        for name, comparator in self.compare_fn.items():
            if isinstance(comparator, Comparator):
                outputs[name] = {"comparator": comparator.factory, "arguments": comparator.arguments()}
            else:
                outputs[name] = {"comparator": None, "label": getattr(comparator, "__name__", "custom")}
        return {"rtol": self.rtol, "atol": self.atol, "equal_nan": self.equal_nan, "outputs": outputs}

    # --- the artifact ---

    @property
    def is_jit(self) -> bool:
        return callable(getattr(self.fn, "compile", None))

    def obtain_artifact(self) -> None:
        if self.runtime_dir is not None:
            label = "JIT compile" if self.is_jit else "Program compile"
            say(f"[RUN] runtime_only: skipping {label}, using {self.runtime_dir}")
            with _user_errors():
                self.artifact = self.backend.open_build(self.runtime_dir, self.config)
                self.build()
            self.work_dir = self.runtime_dir
            return
        with self.stage("compile"), _user_errors():
            self.artifact = self.compile()
            self.work_dir = Path(self.artifact.output_dir)
            self.build()

    def build(self) -> None:
        """Native code, where the artifact has a step for it; compile-only does without a C++ compiler."""
        for line in getattr(self.artifact, "messages", ()):
            say(line)
        if hasattr(self.artifact, "build"):
            for line in self.artifact.build(required=not self.compile_only):
                say(line)

    def compile(self) -> Any:
        if not self.is_jit:
            return self.backend.compile_program(self.fn, self.config)
        compile_ = getattr(self.fn, "compile_fresh", self.fn.compile)  # a folder for each run
        if any(isinstance(spec, ScalarSpec) and spec.compile_runtime for spec in self.specs):
            scalars = {
                spec.name: self.backend.runtime_marker() if spec.compile_runtime else spec.to_python()
                for spec in self.specs
                if isinstance(spec, ScalarSpec)
            }
            return compile_(config=self.config, **scalars)
        samples = [
            spec.to_python() if isinstance(spec, ScalarSpec) else spec.allocate() for spec in self.specs
        ]
        return compile_(*samples, config=self.config)

    def check_against_artifact(self) -> None:
        self.check_entry()
        parameters = getattr(self.artifact, "parameters", None)
        if parameters is not None:
            check_artifact(self.specs, parameters, fresh=self.runtime_dir is None)
        if self.snapshot is not None:
            self.snapshot.check_directions(self.specs)
        outputs = [spec.name for spec in buffers.tensor_specs(self.specs) if spec.is_output]
        check_comparators(self.compare_fn, outputs)
        if (
            not outputs
            and not self.compile_only
            and (self.golden_fn is not None or self.snapshot is not None)
        ):
            raise HarnessError(
                "the kernel has no Out or InOut parameter, so there is nothing to compare; "
                "declare what it writes pl.Out or pl.InOut"
            )
        if self.snapshot is not None and not self.compile_only:
            self.snapshot.check_files(self.specs)

    def check_entry(self) -> None:
        """A build folder belongs to one kernel; another one's may even have the same parameters."""
        built, wanted = getattr(self.artifact, "entry", None), getattr(self.fn, "__name__", None)
        if self.runtime_dir is not None and built is not None and wanted is not None and built != wanted:
            raise HarnessError(
                f"{self.runtime_dir} was built from the kernel {built}, this run is of {wanted}; "
                "give the folder that a run of this kernel printed"
            )

    # --- data ---

    def generate_inputs(self) -> SnapshotWriter | None:
        with self.stage("generate inputs"), _user_errors():
            if self.snapshot is not None:
                self.inputs = self.snapshot.load_inputs(self.specs)
                writer = None
            else:
                if self.seed is not None:
                    say(f"[RUN]   seed {self.seed}")
                self.inputs = buffers.create_inputs(self.specs)
                writer = self.save_inputs()
            for spec in buffers.tensor_specs(self.specs):
                if not spec.is_input:
                    self.read_back[spec.name] = buffers.read_back_buffer(spec)
        return writer

    def save_inputs(self) -> SnapshotWriter | None:
        if not (self.save_data or self.golden_only):
            return None
        assert self.work_dir is not None and self.origin is not None
        data = self.work_dir / "data"
        writer = SnapshotWriter(data, self.specs, self.origin)
        with _file_errors("save_data cannot write"):
            data.mkdir(parents=True, exist_ok=True)
            self.holding.enter_context(folder_lock.held(data, alone=True))
            writer.write_inputs({**self.inputs, **self.scalars()})
        return writer

    def scalars(self) -> dict[str, torch.Tensor]:
        return {spec.name: spec.value for spec in self.specs if isinstance(spec, ScalarSpec)}

    def compute_golden(self, writer: SnapshotWriter | None) -> None:
        if self.snapshot is not None:
            if self.snapshot.inputs_only:
                return
            with self.stage("compute golden"), _user_errors():
                self.expected = self.snapshot.load_expected(self.specs)
            return
        if self.golden_fn is None:
            return
        with self.stage("compute golden"):
            with _user_errors():
                values = buffers.golden_values(self.specs, self.inputs)
            try:
                with scopes.torch_settings_kept(), scopes.limited_threads(self.threads):
                    self.expected = buffers.compute_golden(self.golden_fn, self.specs, values)
            except buffers.GoldenError as error:
                raise Failure(str(error)) from error
            if writer is not None:
                with _user_errors(), _file_errors("save_data cannot write"):
                    writer.write_expected(self.expected)

    # --- dispatch and judging ---

    def launch(self, tensors: Mapping[str, torch.Tensor], config: Any = None) -> Any:
        """One dispatch over host tensors, scalars as ctypes values."""
        config = self.config if config is None else config
        arguments = [
            spec.to_ctypes() if isinstance(spec, ScalarSpec) else tensors[spec.name] for spec in self.specs
        ]
        if hasattr(self.artifact, "dispatch"):
            return self.artifact.dispatch(arguments, config)
        return self.artifact(*arguments, config=config)

    def launch_timed(self, tensors: Mapping[str, torch.Tensor]) -> Any:
        """A launch without the check of the order of tasks, which the correctness dispatch has done."""
        if getattr(self.config, "sanitize", False) is None:
            self.config = replace(self.config, sanitize=False)
        return self.launch(tensors)

    def dispatch(self) -> Any:
        with self.stage("runtime"), _user_errors():
            record = self.launch({**self.inputs, **self.read_back})
        if self.return_outputs:
            self.outputs = self.actual_outputs()
        return record

    def actual_outputs(self) -> dict[str, torch.Tensor]:
        tensors = {**self.inputs, **self.read_back}
        return {spec.name: tensors[spec.name] for spec in buffers.tensor_specs(self.specs) if spec.is_output}

    def validate(self, record: Any) -> None:
        changed = list(record.changed_inputs()) if hasattr(record, "changed_inputs") else []
        problems = []
        if changed:
            problems.append(report.render_changed(changed))
        if self.expected is not None:
            with (
                self.stage("validate"),
                scopes.torch_settings_kept(),
                scopes.limited_threads(self.threads),
            ):
                self.compare(record)
            if not all(comparison.passed for comparison in self.comparisons):
                problems.append(report.render_failures(self.comparisons))
                problems += self.after_failure()
        if not problems and self.strict:
            problems = self.strict_problems()
        if problems:
            raise Failure("\n".join(problems))

    def compare(self, record: Any) -> None:
        assert self.expected is not None
        pure = {spec.name for spec in buffers.tensor_specs(self.specs) if not spec.is_output}
        inputs = {name: tensor for name, tensor in self.inputs.items() if name in pure}
        outputs = self.actual_outputs()
        self.comparisons = compare_outputs(
            outputs,
            self.expected,
            self.rtol,
            self.atol,
            self.compare_fn,
            {**inputs, **self.scalars()},
            equal_nan=self.equal_nan,
        )
        for comparison in self.comparisons:
            if not comparison.passed and record is not None:
                name = comparison.name
                comparison.notes += provenance.lines(
                    comparison, outputs[name], self.expected[name], record, self.kernel_names()
                )
            if not comparison.passed:
                draw(comparison, outputs[comparison.name], self.expected[comparison.name])
                provenance.with_writers(comparison, record, self.kernel_names())
        print_records(self.comparisons)

    def kernel_names(self) -> list[str]:
        """Function names by kernel number, where the artifact has a manifest that lists them."""
        document = getattr(self.artifact, "document", None) or {}
        return [kernel["function"] for kernel in document.get("kernels", ())]

    def strict_problems(self) -> list[str]:
        problems = [report.render_no_power(item) for item in self.comparisons if item.no_power is not None]
        problems += [
            f"'{item.name}': validated 0 elements" for item in self.comparisons if item.compared == 0
        ]
        skipped = self.skipped()
        if skipped:
            problems.append(skipped)
        return [f"strict: {problem}" for problem in problems]

    def skipped(self) -> str:
        if self.expected is not None:
            return ""
        why = "no golden_fn or golden_data" if self.snapshot is None else "golden_data has no out/"
        return f"validation skipped: {why}"

    # --- beyond one dispatch ---

    def golden_done(self) -> RunResult:
        """Inputs and reference are on disk; that is all that was asked for."""
        assert self.work_dir is not None
        if self.bench_settings.enabled:
            say("[RUN]   note: golden_only times nothing")
        say(f"[RUN]   saved {self.work_dir / 'data'}")
        result = self.result(True, None)
        result.skipped = "golden only"
        say(f"[RUN] PASS ({result.execution_time:.2f}s, golden only)")
        return result

    def keep_initial(self) -> None:
        """InOut state as it is before the dispatch, where a later step starts from it again."""
        if self.repeat is None and not self.save_on_fail and not self.cross_check:
            return
        with _user_errors():
            self.initial = {
                spec.name: self.inputs[spec.name].clone()
                for spec in buffers.tensor_specs(self.specs)
                if spec.is_input and spec.is_output
            }

    def again(self, config: Any = None) -> dict[str, torch.Tensor]:
        """The outputs of one more dispatch from the same initial state, in buffers of their own."""
        tensors = {**self.inputs, **{name: tensor.clone() for name, tensor in self.initial.items()}}
        for spec in buffers.tensor_specs(self.specs):
            if not spec.is_input:
                tensors[spec.name] = buffers.read_back_buffer(spec)
        self.launch(tensors, config)
        return {spec.name: tensors[spec.name] for spec in buffers.tensor_specs(self.specs) if spec.is_output}

    def check_repeats(self) -> None:
        """Every further dispatch has to give the bits of the first."""
        if self.repeat is None:
            return
        first = self.actual_outputs()
        with self.stage("repeat"), _user_errors():
            for number in range(2, self.repeat + 1):
                for name, tensor in self.again().items():
                    place = first_difference(first[name], tensor)
                    if place is not None:
                        raise HarnessError(
                            f"dispatch {number} of {self.repeat} gives other bits than the first: '{name}' at "
                            f"{report.render_index(place)}: first={first[name][place].item()}, "
                            f"now={tensor[place].item()}; two tasks probably touch the same bytes unordered"
                        )

    def after_failure(self) -> list[str]:
        """What is done once the outputs are known to be wrong."""
        lines = []
        if self.cross_check:
            with self.stage("cross check"):
                lines.append(self.verdict_of_interpreter())
        if self.save_on_fail and self.work_dir is not None and self.origin is not None:
            with _user_errors(), _file_errors("save_on_fail cannot write"):
                data = self.work_dir / "data"
                data.mkdir(parents=True, exist_ok=True)
                with folder_lock.held(data, alone=True):
                    writer = SnapshotWriter(data, self.specs, self.origin)
                    writer.write_inputs({**self.inputs, **self.initial, **self.scalars()})
                    assert self.expected is not None
                    writer.write_expected(self.expected)
                    writer.write_actual(self.actual_outputs())
            lines.append(f"inputs, golden and outputs are saved in {data}")
        return lines

    def verdict_of_interpreter(self) -> str:
        """Whether the kernel or its native code is at fault."""
        if getattr(self.config, "engine", None) == "interpret":
            return "cross check: this run is the interpreter's; run the native engine to compare"
        assert self.expected is not None
        try:
            outputs = self.again(replace(self.config, engine="interpret"))
        except Exception as error:
            if not is_user_error(error):
                raise
            return f"cross check: the interpreter cannot run this: {error}"
        pure = {
            spec.name: self.inputs[spec.name]
            for spec in buffers.tensor_specs(self.specs)
            if not spec.is_output
        }
        records = compare_outputs(
            outputs,
            self.expected,
            self.rtol,
            self.atol,
            self.compare_fn,
            {**pure, **self.scalars()},
            equal_nan=self.equal_nan,
        )
        wrong = [record.name for record in records if not record.passed]
        if not wrong:
            return (
                "cross check: the interpreter agrees with the golden and native code does not: suspect the "
                "compiler, a race between tasks, or edited C++, not the kernel's logic"
            )
        return f"cross check: the interpreter does not agree with the golden either ({wrong}): suspect the kernel"

    # --- timing ---

    def benchmark(self) -> bench.BenchmarkStats | None:
        if not self.bench_settings.enabled:
            return None
        stepped = [spec.name for spec in self.stepped()]
        if stepped:
            say(
                f"[RUN]   benchmark skipped: runtime_dir replay cannot prove stepped scalar(s) {stepped} "
                "reach the kernel; recompile to benchmark"
            )
            return None
        instruments = [name for name in _INSTRUMENTS if getattr(self.config, name, 0)]
        if instruments:
            say(f"[RUN]   note: timing is instrumented by {', '.join(instruments)}")
        tensors = {**self.inputs, **self.read_back}
        if self.outputs is not None:  # the timed launches write the same buffers again
            self.outputs = {name: tensor.clone() for name, tensor in self.outputs.items()}
        with self.stage("benchmark"), _user_errors():
            return bench.measure(self.bench_settings, lambda: self.launch_timed(tensors))

    # --- results ---

    def passed(self, skipped: str, stats: bench.BenchmarkStats | None = None) -> RunResult:
        result = self.result(True, None, stats)
        note = f", {skipped}" if skipped else ""
        say(f"[RUN] PASS ({result.execution_time:.2f}s{note})")
        return result

    def result(self, passed: bool, error: str | None, stats: bench.BenchmarkStats | None = None) -> RunResult:
        return RunResult(
            passed=passed,
            error=error,
            execution_time=time.perf_counter() - self.began,
            work_dir=self.work_dir,
            bench=stats,
            outputs=self.outputs,
            comparisons=self.comparisons,
            stages=self.stages,
            kernel=getattr(self.fn, "__name__", None) or getattr(self.artifact, "entry", None),
            platform=getattr(self.config, "platform", None),
            engine=getattr(self.config, "engine", None),
            seed=self.seed,
            skipped=self.skipped() if passed and not self.compile_only else "",
        )


@contextmanager
def _file_errors(what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise HarnessError(f"{what}: {error}") from error
