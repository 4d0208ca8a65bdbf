# SPDX-License-Identifier: Apache-2.0
"""A compiled program: a build folder with its manifest, ready to be built and called.

artifact = kernel.compile(x, y)
artifact.build()                      # native code, from the cache where nothing changed
record = artifact.dispatch([x, y])    # what it did: times, never-written regions, who wrote what
artifact(x, y)                        # the same, in the manner of a function
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from pypto import folder
from pypto.compiled import OUTPUTS, Compiled, check_device
from pypto.compiled import Parameter as Parameter
from pypto.dump_check import DumpReport, check_dumps
from pypto.errors import ArgumentError, AtTheCall, BuildFolderError, ToolchainError
from pypto.lazy import LazyModule
from pypto.runtime import device
from pypto.runtime.arguments import FROM_NUMPY, check_folded
from pypto.runtime.build import RUNTIME_NAME, BuildResult, build_all
from pypto.runtime.call import Program, RunRecord
from pypto.runtime.config import MEMORY, RunConfig
from pypto.runtime.dumps import write_deps, write_dumps
from pypto.runtime.memory import DeviceMemory
from pypto.runtime.pmu import write_pmu
from pypto.runtime.resident import DeviceTensor, check_platform
from pypto.runtime.scope_stats import write_scope_stats
from pypto.runtime.swimlane import write_swimlane

if TYPE_CHECKING:
    from pypto.frontend import reader
    from pypto.ir import verify as checker
    from pypto.ir.nodes import Program as IrProgram
    from pypto.runtime import interpret as interpreter
    from pypto.runtime.history import InterpretedRecord
else:  # what a native run from the cache does not need
    reader = LazyModule("pypto.frontend.reader")
    checker = LazyModule("pypto.ir.verify")
    interpreter = LazyModule("pypto.runtime.interpret")


class CompiledProgram(Compiled):
    """See the module's text."""

    def __init__(
        self, where: Path, document: dict[str, Any], config: RunConfig, replayed: bool = False
    ) -> None:
        super().__init__(where, document, config, replayed)
        self._native: Program | None = None

    opener: ClassVar[Callable[..., CompiledProgram] | None] = None  # of the compiler, which knows all stages

    @classmethod
    def from_dir(
        cls, path: str | os.PathLike[str], config: RunConfig | Mapping[str, Any] | None = None
    ) -> CompiledProgram:
        """The program of a build folder, as a run with `runtime_dir` opens it; nothing is compiled from its source again.

        `config`: how it runs, where that is not how it was compiled. FileNotFoundError where there is no build folder,
        ValueError for one of another version.
        """
        if cls.opener is None:
            raise RuntimeError("the compiler is not loaded: from pypto.ir import CompiledProgram")
        with AtTheCall():
            return cls.opener(path, config)

    load = from_dir

    @property
    def entry(self) -> str:
        return str(self.document["entry"])

    @property
    def rows(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.document["parameters"]
        return rows

    @property
    def kernel_names(self) -> list[str]:
        return [kernel["function"] for kernel in self.document["kernels"]]

    @property
    def runtime_name(self) -> str:
        """How the tasks of the program reach the cores; there is one way."""
        return "tensormap_and_ringbuffer"

    @property
    def runtime_config(self) -> dict[str, Any]:
        """What the runtime is told beside the program; 0 threads are as many as the platform has."""
        threads = self.document["options"].get("aicpu_thread_num", 0)
        return {"runtime": self.runtime_name, "aicpu_thread_num": threads}

    @property
    def orchestration_names(self) -> list[str]:
        """The functions that a host can call: a build folder has one."""
        return [self.entry]

    @property
    def program(self) -> IrProgram:
        """The program as the folder holds it: inlined and folded, before it is cut into kernels."""
        return self._front_program

    @property
    def chip_callable(self) -> Program:
        """The native program, built and loaded on first use; `dispatch` calls it."""
        self.check_device()
        self.load_native()
        assert self._native is not None
        return self._native

    def build_orch_args(self, args: Sequence[Any]) -> list[Any]:
        """What `dispatch` takes: an argument for each parameter, with new outputs where `args` are the inputs alone."""
        with AtTheCall():
            return self.completed(args)

    def build_call_config(self, config: RunConfig | Mapping[str, Any] | None = None) -> RunConfig:
        """The configuration of a call. ValueError for one that the program was not compiled for."""
        options = self.config if config is None else RunConfig.of(config)
        if options.codegen_only:
            raise ValueError("config key 'codegen_only' stops before anything runs: compile without calling")
        if options.chip.generation != self.document["platform"]:
            raise ValueError(
                f"compiled for {self.document['platform']}, cannot be dispatched on {options.platform}"
            )
        options.check_compiled(self.config)
        return options

    def validate_ir(self) -> DumpReport:
        """Read what `dump_passes` wrote after each pass, and print it again."""
        with AtTheCall():
            return check_dumps(self.output_dir)

    def build(self, required: bool = True, engine: str | None = None) -> list[str]:
        """Make native code where the engine needs it; returns lines that say what was built and what was reused.

        With `required` False a machine without a C++ compiler gets a line instead of the error. `engine`: that of the
        dispatch to come, where it is not the one that the program was compiled for.
        """
        if (engine or self.config.engine) == "interpret":
            return []
        built = build_programs([self], required)
        return ["[RUN]   no C++ compiler: stopped after the texts"] if built is None else built[0]

    def loaded(self, result: BuildResult) -> list[str]:
        """Take native code into this process; lines that say what was built and what was reused."""
        self._native = Program(self.output_dir, self.document, result)
        edited = folder.edited_sources(self.output_dir, self.document) if self.replayed else None
        return _build_lines(result, self.document, edited)

    def load_native(self) -> None:
        """Native code in this process, built where that was not done yet."""
        if not self.is_loaded:
            self.build(engine="native")

    @property
    def is_loaded(self) -> bool:
        """Whether its native code is in this process."""
        return self._native is not None

    def dispatch(
        self,
        args: Sequence[Any],
        config: RunConfig | None = None,
        memory: DeviceMemory | None = None,
        outputs: Path | None = None,
    ) -> RunRecord | InterpretedRecord:
        """Run once on tensors and scalars in parameter order; outputs are written into the given tensors.

        Tensors are those of the host's memory, or of a ChipWorker's: of `memory`, where that is given. Raises
        ArgumentError for arguments that do not fit, KernelFault for what the device does not allow. `outputs`: where what
        the run is asked to record goes, `dfx_outputs` of the build folder where it is not given.
        """
        where = outputs or self.output_dir / OUTPUTS
        options = self.build_call_config(config)
        for p, value in zip(self.parameters, args, strict=False):
            if isinstance(value, DeviceTensor):
                check_platform(value, options.platform, f"argument `{p.name}`")
            elif hasattr(value, "__array_interface__") and p.kind == "tensor":
                raise ArgumentError(f"argument `{p.name}` is a NumPy array", help=FROM_NUMPY)
        check_device(options.chip)
        check_folded(self.document["parameters"], args)
        level, schedulers = options.enable_chip_swimlane, self.control_threads(options) - 1
        record: RunRecord | InterpretedRecord
        if options.engine == "interpret":
            shared = any(isinstance(value, DeviceTensor) for value in args)
            with device.turn if shared else nullcontext():
                record = interpreter.interpret(
                    self._front_program,
                    self.document,
                    list(args),
                    options.chip,
                    memory=memory,
                    folder=self.output_dir,
                )
        else:
            self.load_native()
            record = self._run_native(args, options, memory, where)
            with self.recording(where):
                if options.enable_dump_args:
                    write_dumps(where, self.document, record.native, options.enable_dump_args)
                if options.enable_pmu:
                    write_pmu(where, self.document, record, options.enable_pmu, schedulers)
                if options.enable_dep_gen:
                    write_deps(where, self.document, record.native)
        if level:
            with self.recording(where):
                write_swimlane(where, self.document, record, level, schedulers)
        return record

    def control_threads(self, options: RunConfig | None = None) -> int:
        """Threads of the control processor in a run: a call's number over the program's over the chip's."""
        called = (options or self.config).aicpu_thread_num
        number = self.document["options"].get("aicpu_thread_num", 0) if called is None else called
        return int(number) or self.config.chip.control_threads

    def _run_native(
        self, args: Sequence[Any], options: RunConfig, memory: DeviceMemory | None, where: Path
    ) -> RunRecord:
        assert self._native is not None
        record: RunRecord | None = None
        try:
            record = self._native.dispatch(
                args,
                workers=options.workers,
                trace=max(min(options.enable_chip_swimlane, 2), int(options.enable_pmu > 0)),
                check={None: 1, True: 2, False: 0}[options.sanitize],
                seed=options.seed,
                dump_level=options.enable_dump_args,
                note=options.enable_dep_gen,
                count=options.enable_pmu == MEMORY,
                scopes=options.enable_scope_stats,
                rings=options.ring_limits,
                memory=memory,
            )
            return record
        finally:
            kept = self._native.failed_record if record is None else record.native
            if options.enable_scope_stats and kept is not None:
                with (
                    self.recording(where) if record else suppress(OSError)
                ):  # the fault says more than a full disk
                    write_scope_stats(where, self._native, kept, record is None)

    @cached_property
    def _front_program(self) -> IrProgram:
        path = self.output_dir / "program.py"
        try:
            text = path.read_text()
        except OSError as error:
            raise BuildFolderError(
                f"{path} cannot be read: {error.strerror}", help="compile the kernel again"
            ) from error
        program = reader.read_program(text, str(path))
        checker.verify(program, "front")  # the text may have been edited
        return program


def build_programs(programs: Sequence[CompiledProgram], required: bool) -> list[list[str]] | None:
    """Native code of several programs, made together: the lines of each; None where a machine without a C++ compiler
    is no error."""
    try:
        results = build_all([(p.output_dir, p.document) for p in programs])
    except ToolchainError as error:
        if required or error.code != "no-compiler":
            raise
        return None
    return [program.loaded(result) for program, result in zip(programs, results, strict=True)]


def _build_lines(result: BuildResult, document: dict[str, Any], edited: list[str] | None) -> list[str]:
    """What was compiled and what came from the cache, in the user's terms; `edited` is None for a fresh compile."""
    paths = {k["function"]: k["cpp"] for k in document["kernels"]}
    paths["orchestration"] = document["orchestration"]["cpp"]
    built = [paths[name] for name in result.built if name in paths]
    lines = ["[RUN]   device runtime built (once per machine)"] if RUNTIME_NAME in result.built else []
    if not built:
        note = f" (edited: {', '.join(edited)})" if edited else ""
        return [*lines, f"[cpp->.so] nothing stale; using cached binaries{note}"]
    shown = ", ".join(built[:5]) + (f" (+{len(built) - 5} more)" if len(built) > 5 else "")
    if edited is not None:
        return [*lines, f"[cpp->.so] {len(built)} stale source file(s): {shown}; rebuilding"]
    return [*lines, f"[cpp->.so] built {shown}"]
