# SPDX-License-Identifier: Apache-2.0
"""A compiled program: a build folder with its manifest, ready to be built and called.

artifact = kernel.compile(x, y)
artifact.build()                      # native code, from the cache where nothing changed
record = artifact.dispatch([x, y])    # what it did: times, never-written regions, who wrote what
artifact(x, y)                        # the same, in the manner of a function
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pypto import folder
from pypto.errors import ArgumentError, AtTheCall, BuildFolderError, ToolchainError
from pypto.ir.dtypes import BY_NAME, DType
from pypto.lazy import LazyModule
from pypto.platforms import Platform
from pypto.runtime import arguments as packing
from pypto.runtime import device
from pypto.runtime.arguments import FROM_NUMPY, check_folded, scalar_bits
from pypto.runtime.build import RUNTIME_NAME, BuildResult, build
from pypto.runtime.call import Program, RunRecord
from pypto.runtime.config import COUNTED_GROUPS, MEMORY, PMU_GROUPS, RunConfig
from pypto.runtime.dumps import write_deps, write_dumps
from pypto.runtime.faults import DeviceMemoryError
from pypto.runtime.memory import DeviceMemory
from pypto.runtime.pmu import write_pmu
from pypto.runtime.resident import DeviceTensor, check_platform
from pypto.runtime.scope_stats import write_scope_stats
from pypto.runtime.swimlane import write_swimlane
from pypto.runtime.values import torch_dtype

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


@dataclass(frozen=True)
class Parameter:
    """One parameter: `shape` None for a scalar, -1 for a dynamic axis; direction "in", "out" or "inout"."""

    name: str
    kind: str
    direction: str
    shape: tuple[int, ...] | None
    dtype: str
    dims: Mapping[int, str] = field(default_factory=dict)  # names of the dynamic axes


class CompiledProgram:
    """See the module's text. `messages`: lines about warnings, what was reused and what was built;
    `warnings`: those of the compiler.
    """

    def __init__(
        self, where: Path, document: dict[str, Any], config: RunConfig, replayed: bool = False
    ) -> None:
        self.output_dir = where
        self.document = document
        self.config = config
        self.messages: list[str] = [f"[RUN]   schedule: {config.schedule}"] if config.schedule else []
        if config.enable_pmu and config.enable_pmu not in COUNTED_GROUPS:
            group = f"{config.enable_pmu} ({PMU_GROUPS[config.enable_pmu]})"
            self.messages.append(
                f"[RUN]   pmu.csv: only total cycles; the CPU device counts nothing of event group {group}"
            )
        self.replayed = replayed
        self.warnings: list[str] = []  # of the compiler; `messages` has them too
        self._native: Program | None = None

    def __fspath__(self) -> str:
        return os.fspath(self.output_dir)

    @property
    def entry(self) -> str:
        return str(self.document["entry"])

    @property
    def platform(self) -> str:
        return self.config.platform

    @property
    def backend_type(self) -> str:
        return self.config.chip.backend

    @cached_property
    def parameters(self) -> list[Parameter]:
        return [
            Parameter(
                p["name"],
                p["kind"],
                p["direction"],
                None if p["shape"] is None else tuple(p["shape"]),
                p["dtype"],
                {int(axis): symbol for axis, symbol in (p.get("dims") or {}).items()},
            )
            for p in self.document["parameters"]
        ]

    @property
    def param_names(self) -> list[str]:
        return [p.name for p in self.parameters]

    @property
    def output_indices(self) -> list[int]:
        return [i for i, p in enumerate(self.parameters) if p.direction != "in"]

    @property
    def has_return(self) -> bool:
        return bool(self.document["returns"])

    def build(self, required: bool = True, engine: str | None = None) -> list[str]:
        """Make native code where the engine needs it; returns lines that say what was built and what was reused.

        With `required` False a machine without a C++ compiler gets a line instead of the error. `engine`: that of the
        dispatch to come, where it is not the one that the program was compiled for.
        """
        if (engine or self.config.engine) == "interpret":
            return []
        try:
            result = build(self.output_dir, self.document)
        except ToolchainError as error:
            if required or error.code != "no-compiler":
                raise
            return ["[RUN]   no C++ compiler: stopped after the texts"]
        self._native = Program(self.output_dir, self.document, result)
        edited = folder.edited_sources(self.output_dir, self.document) if self.replayed else None
        return _build_lines(result, self.document, edited)

    def check_device(self) -> None:
        """ToolchainError where the platform is a card: this package brings the CPU device only."""
        check_device(self.config.chip)

    def load_native(self) -> None:
        """Native code in this process, built where that was not done yet."""
        if self._native is None:
            self.build(engine="native")

    def dispatch(
        self, args: Sequence[Any], config: RunConfig | None = None, memory: DeviceMemory | None = None
    ) -> RunRecord | InterpretedRecord:
        """Run once on tensors and scalars in parameter order; outputs are written into the given tensors.

        Tensors are those of the host's memory, or of a ChipWorker's: of `memory`, where that is given. Raises
        ArgumentError for arguments that do not fit, KernelFault for what the device does not allow.
        """
        options = config or self.config
        if options.codegen_only:
            raise ValueError("config key 'codegen_only' stops before anything runs: compile without calling")
        if options.chip.generation != self.document["platform"]:
            raise ValueError(
                f"compiled for {self.document['platform']}, cannot be dispatched on {options.platform}"
            )
        for p, value in zip(self.parameters, args, strict=False):
            if isinstance(value, DeviceTensor):
                check_platform(value, options.platform, f"argument `{p.name}`")
            elif hasattr(value, "__array_interface__") and p.kind == "tensor":
                raise ArgumentError(f"argument `{p.name}` is a NumPy array", help=FROM_NUMPY)
        options.check_compiled(self.config)
        self.check_device()
        check_folded(self.document["parameters"], args)
        level, schedulers = options.enable_chip_swimlane, self.control_threads(options) - 1
        record: RunRecord | InterpretedRecord
        if options.engine == "interpret":
            shared = any(isinstance(value, DeviceTensor) for value in args)
            with device.turn if shared else nullcontext():
                record = interpreter.interpret(
                    self._front_program, self.document, list(args), options.chip, memory=memory
                )
        else:
            self.load_native()
            record = self._run_native(args, options, memory)
            with self._recording():
                if options.enable_dump_args:
                    write_dumps(self.output_dir, self.document, record.native, options.enable_dump_args)
                if options.enable_pmu:
                    write_pmu(self.output_dir, self.document, record, options.enable_pmu, schedulers)
                if options.enable_dep_gen:
                    write_deps(self.output_dir, self.document, record.native)
        if level:
            with self._recording():
                write_swimlane(self.output_dir, self.document, record, level, schedulers)
        return record

    def control_threads(self, options: RunConfig | None = None) -> int:
        """Threads of the control processor in a run: a call's number over the program's over the chip's."""
        called = (options or self.config).aicpu_thread_num
        number = self.document["options"].get("aicpu_thread_num", 0) if called is None else called
        return int(number) or self.config.chip.control_threads

    @contextmanager
    def _recording(self) -> Iterator[None]:
        """What a run was asked to record may find no room, which is no mistake of the program."""
        try:
            yield
        except OSError as error:
            where = self.output_dir / "dfx_outputs"
            raise BuildFolderError(
                f"what the run was asked to record cannot be written to {where}: {error.strerror or error}",
                help="the outputs are complete: make room there, or leave the config key out",
            ) from error

    def _run_native(self, args: Sequence[Any], options: RunConfig, memory: DeviceMemory | None) -> RunRecord:
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
                    self._recording() if record else suppress(OSError)
                ):  # the fault says more than a full disk
                    write_scope_stats(self.output_dir, self._native, kept, record is None)

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

    def __call__(self, *args: Any, config: RunConfig | Mapping[str, Any] | None = None) -> Any:
        """All parameters: in place, returns None. Only the inputs of a program that returns: allocates and returns.

        Tensors are contiguous, in CPU memory or DeviceTensors of one open ChipWorker, mixed in any way. The tensors
        that are allocated are CPU tensors, with poison where nothing writes. Raises TypeError for any other count,
        ArgumentError for what does not fit a parameter, ValueError for a configuration that the program was not
        compiled for.
        """
        config = None if config is None else RunConfig.of(config)
        with AtTheCall():
            return self.call(args, config)

    def call(self, args: Sequence[Any], config: RunConfig | None, memory: DeviceMemory | None = None) -> Any:
        """The same; device tensors have to lie in `memory`, where that is given."""
        full = self.completed(args)
        self.dispatch(full, config, memory)
        if len(args) == len(full):
            return None
        values = dict(zip(self.param_names, full, strict=True))
        returned = tuple(values[name] for name in self.document["returns"])
        return returned[0] if len(returned) == 1 else returned

    def completed(self, args: Sequence[Any]) -> list[Any]:
        """An argument for each parameter: those given, and new outputs where only the inputs are."""
        parameters = self.parameters
        inputs = [p for p in parameters if p.direction != "out"]
        if len(args) == len(parameters):
            return list(args)
        if self.has_return and len(args) == len(inputs):
            return self._with_outputs(args)
        counts = [str(len(parameters))]
        if self.has_return:
            counts.append(f"{len(inputs)} (outputs are allocated)")
        raise TypeError(
            f"{self.entry} takes {' or '.join(counts)} arguments, {len(args)} given; parameters: "
            f"{', '.join(self.param_names)}"
        )

    def empty(self, parameter: Parameter) -> Any:
        """A host tensor for an output whose extents are all static."""
        if parameter.shape is None or -1 in parameter.shape:
            raise ArgumentError(
                f"the extents of `{parameter.name}` are known at run time only", help="pass the tensor"
            )
        return _zeros(parameter.shape, BY_NAME[parameter.dtype], parameter.name)

    def _with_outputs(self, args: Sequence[Any]) -> list[Any]:
        given = iter(args)
        rows = self.document["parameters"]
        full = [None if row["direction"] == "out" else next(given) for row in rows]
        extents = _extents(
            [(row, value) for row, value in zip(rows, full, strict=True) if row["direction"] != "out"]
        )
        for number, row in enumerate(rows):
            if row["direction"] != "out":
                continue
            unknown = next((symbol for symbol in row["dims"].values() if symbol not in extents), None)
            if unknown is not None:
                raise ArgumentError(
                    f"the output `{row['name']}` cannot be allocated: no input has its extent {unknown}",
                    help=f"pass all of {', '.join(self.param_names)}",
                )
            shape = [extents[row["dims"][str(i)]] if d == -1 else d for i, d in enumerate(row["shape"])]
            if min(shape, default=0) < 0:
                raise ArgumentError(
                    f"the output `{row['name']}` cannot be allocated: its shape would be {shape}",
                    help="extents are integers from 0",
                )
            full[number] = _zeros(shape, BY_NAME[row["dtype"]], row["name"])
        return full


def check_device(chip: Platform) -> None:
    """ToolchainError for a card: this package brings the CPU device only."""
    if not chip.simulator:
        raise ToolchainError(
            f"no {chip.name} card and no vendor toolchain were found on this machine",
            help=f"run on the CPU device: -p {chip.name}sim (--compile-only checks the kernel without a device)",
            code="no-card",
        )


def _extents(inputs: Sequence[tuple[Mapping[str, Any], Any]]) -> dict[str, int]:
    """The dynamic extents that inputs tell: integers by their names, and tensors."""
    extents: dict[str, int] = {}
    for row, value in inputs:
        if row["kind"] == "scalar":
            if BY_NAME[row["dtype"]].is_int:
                extents.setdefault(row["name"], scalar_bits(packing.Parameter.from_manifest(row), value))
            continue
        known = list(getattr(value, "shape", ()))  # what is no tensor is refused by the dispatch
        if known and BY_NAME[row["dtype"]].packed:
            known[-1] *= 2
        extents.update({s: known[int(axis)] for axis, s in row["dims"].items() if int(axis) < len(known)})
    return extents


def _zeros(shape: Sequence[int], dtype: DType, name: str) -> Any:
    """A host tensor of so many elements."""
    import torch

    if dtype.packed:  # two elements to a byte of the carrier
        shape = [*shape[:-1], shape[-1] // 2]
    try:
        return torch.zeros(shape, dtype=torch_dtype(dtype))
    except RuntimeError as error:  # Torch's word for more than it can address, or the system has
        size = dtype.get_byte() * prod(shape)
        raise DeviceMemoryError(
            f"the output `{name}` needs {size} bytes of memory, more than the system has"
        ) from error


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
