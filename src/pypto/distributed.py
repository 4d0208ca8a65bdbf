# SPDX-License-Identifier: Apache-2.0
"""A compiled program of the host: its driver, and a compiled program for each of the programs that it dispatches.

artifact = driver.compile(xs, ys, config={"distributed_config": DistributedConfig(device_ids=[0, 1])})
artifact(xs, ys)                         # on two ranks
record = artifact.dispatch([xs, ys])     # what they did
"""

from __future__ import annotations

import inspect
import json
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pypto import folder
from pypto.artifact import CompiledProgram, build_programs
from pypto.compiled import OUTPUTS, Compiled, check_device
from pypto.errors import ArgumentError, AtTheCall, BuildFolderError
from pypto.lazy import LazyModule
from pypto.platforms import PLATFORMS
from pypto.runtime.arguments import FROM_NUMPY, ArgumentPacker, Parameter, check_folded
from pypto.runtime.config import RunConfig
from pypto.runtime.device import ARGUMENT_WORDS
from pypto.runtime.memory import DeviceMemory
from pypto.runtime.ranks import DistributedConfig
from pypto.runtime.resident import DeviceTensor

if TYPE_CHECKING:
    from pypto import distributed_worker as worker
    from pypto import stages
    from pypto.codegen import host as manifests
    from pypto.distributed_worker import DistributedWorker
    from pypto.frontend import text as reader
    from pypto.ir import host
    from pypto.runtime import drive, plan, slots
    from pypto.runtime.windows import Ranks
else:  # what opening a folder does not need
    stages = LazyModule("pypto.stages")
    manifests = LazyModule("pypto.codegen.host")
    reader = LazyModule("pypto.frontend.text")
    host = LazyModule("pypto.ir.host")
    worker = LazyModule("pypto.distributed_worker")
    drive = LazyModule("pypto.runtime.drive")
    plan = LazyModule("pypto.runtime.plan")
    slots = LazyModule("pypto.runtime.slots")


class ResidentArgumentError(ArgumentError, TypeError):
    """A tensor of a device, where a call takes those of the host."""


class RanksError(ArgumentError, ValueError):
    """A number of ranks, or a configuration of them, that does not fit a program."""


class CallbackError(ArgumentError, TypeError):
    """What cannot run as Python of the host."""


class DistributedCompiledProgram(Compiled):
    """See the module's text. A context of its own for each call: windows start as zeros, and end with the call."""

    def __init__(
        self,
        where: Path,
        document: dict[str, Any],
        config: RunConfig,
        entries: Mapping[str, CompiledProgram],
        replayed: bool = False,
    ) -> None:
        super().__init__(where, document, config, replayed)
        self.entries = dict(entries)

    def hold(self, program: host.HostProgram) -> None:
        """The program that was compiled, so that it is not read back."""
        self.__dict__["program"] = program

    @classmethod
    def from_dir(
        cls,
        output_dir: str | os.PathLike[str],
        *,
        platform: str | None = None,
        backend_type: Any = None,
        distributed_config: Any = None,
    ) -> DistributedCompiledProgram:
        """The program of an existing build folder. ValueError for another number of ranks than it was compiled for."""
        with AtTheCall():
            where = Path(output_dir)
            chip = _platform_of(where, platform, backend_type)
            return open_host(where, RunConfig(platform=chip, distributed_config=distributed_config))

    @property
    def entry(self) -> str:
        return str(self.document["entry"])

    @property
    def rows(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.document["params"]
        return rows

    @property
    def kernel_names(self) -> list[str]:
        return [name for entry in self.entries.values() for name in entry.kernel_names]

    @property
    def world_size(self) -> int:
        """How many ranks there are."""
        return int(self.document["world_size"])

    @cached_property
    def program(self) -> host.HostProgram:
        """The driver and the programs that it dispatches, as `program.py` has them."""
        path = self.output_dir / "program.py"
        try:
            text = path.read_text()
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BuildFolderError(
                f"{path} cannot be read: {reason}", help="put the file back, or compile the kernel again"
            ) from error
        read = reader.parse_text(text, str(path))
        if not isinstance(read, host.HostProgram):
            raise BuildFolderError(f"{path} has no driver", help="put the file back, or compile again")
        if read.world_size is None:
            read = replace(read, world_size=self.world_size)
        self._check_read(read, path)
        return read

    def _check_read(self, read: host.HostProgram, path: Path) -> None:
        """The text may have been edited: a driver may change, what was compiled may not."""
        told = [{key: row[key] for key in row if key != "folded"} for row in self.rows]
        if told != manifests.host_parameters_of(read.driver):
            raise BuildFolderError(
                f"{folder.HOST_MANIFEST} and {path} have different parameters",
                help="put the signature of the driver back, or compile again",
            )
        if read.world_size != self.world_size:
            raise BuildFolderError(
                f"{path} is for {read.world_size} ranks, {folder.HOST_MANIFEST} says {self.world_size}",
                help="put the number back, or compile again",
            )
        for name, entry in read.entries.items():
            if folder.digest(entry.as_python()) != self.document["entries"].get(name):
                raise BuildFolderError(
                    f"{path}: `{name}`, or what it calls, was edited, and what runs is in {folder.PARTS}/{name}",
                    help=f"edit the files in {self.output_dir / folder.PARTS / name}, or compile again",
                )

    def build(self, required: bool = True, engine: str | None = None) -> list[str]:
        if (engine or self.config.engine) == "interpret":
            return []
        built = build_programs(list(self.entries.values()), required)
        if built is None:
            return ["[RUN]   no C++ compiler: stopped after the texts"]
        lines = [line for name, found in zip(self.entries, built, strict=True) for line in _of(name, found)]
        return list(dict.fromkeys(lines))

    def load_native(self) -> None:
        """Native code of every entry in this process, built where that was not done yet."""
        if not all(entry.is_loaded for entry in self.entries.values()):
            self.build(engine="native")

    def prepare(
        self,
        config: RunConfig | Mapping[str, Any] | None = None,
        *,
        extra_compiled: Sequence[DistributedCompiledProgram] = (),
        persistent: bool = False,
        reset_persistent_windows: bool | None = None,
        callbacks: Mapping[str, Callable[..., Any]] | None = None,
        startup_timeout_s: float | None = None,
    ) -> DistributedWorker:
        """A worker that runs this program, and `extra_compiled`, again and again; a context manager.

        config: stands over that of the program. persistent: windows are kept between calls; they are zeroed before each,
        unless reset_persistent_windows is False, and always after a call that failed. callbacks: what runs where a driver
        calls a function of the host that has no body, by its name. startup_timeout_s: a positive number; ranks of the CPU
        device need no start. ValueError and TypeError for what does not fit, before anything runs.
        """
        with AtTheCall():
            if startup_timeout_s is not None and not startup_timeout_s > 0:
                raise RanksError(f"startup_timeout_s must be a positive number, got {startup_timeout_s!r}")
            options = None if config is None else RunConfig.of(config)
            return worker.DistributedWorker(
                self, options, extra_compiled, persistent, reset_persistent_windows, callbacks or {}
            )

    def dispatch(
        self,
        args: Sequence[Any],
        config: RunConfig | None = None,
        memory: DeviceMemory | None = None,
        callbacks: Mapping[str, Callable[..., Any]] | None = None,
        ranks: Ranks | None = None,
    ) -> drive.HostRecord:
        """Run once on tensors of the host and scalars in parameter order; outputs are written into the given tensors.

        `callbacks`: what runs where the driver calls a function of the host that has no body, by its name.
        `ranks`: memory with windows that are kept.

        Raises ArgumentError for arguments that do not fit and for what the driver does with them, before anything runs;
        KernelFault for what a device does not allow, which names the rank. After an error no output has changed.
        """
        options = config or self.config
        if options.codegen_only:
            raise ValueError("config key 'codegen_only' stops before anything runs: compile without calling")
        if options.chip.generation != self.document["platform"]:
            raise ValueError(
                f"compiled for {self.document['platform']}, cannot be dispatched on {options.platform}"
            )
        stored = DistributedConfig(**self.document["distributed_config"])
        options.check_compiled(ranks_of(self.config, self.world_size, stored))
        check_device(options.chip)
        workers = self.workers(callbacks or {})
        self._check_places(args)
        check_folded(self.rows, args)
        parameters = [Parameter.from_manifest(row) for row in self.rows]
        words = memoryview(bytearray(8 * ARGUMENT_WORDS * len(parameters))).cast("q")
        shapes = ArgumentPacker(parameters).pack(args, words, 0)
        scalars = {
            p.name: slots.scalar_value(words[n * ARGUMENT_WORDS + 3], p.dtype)
            for n, p in enumerate(parameters)
            if not p.is_tensor
        }
        known = {p.name: shape for p, shape in zip(parameters, shapes, strict=True) if shape is not None}
        runners = self._runners(options)
        callees = {
            name: plan.Callee(runner.parameters, self.entries[name].document["returns"])
            for name, runner in runners.items()
        }
        planned = plan.plan_of(self.program, known, scalars, callees)
        if options.engine == "native":
            self.load_native()
        given = {p.name: value for p, value in zip(parameters, args, strict=True) if p.is_tensor}
        recorded = any(options.dfx_options().values())
        if recorded:
            self._write_launches(planned)
        return drive.drive(planned, given, runners, options.platform, workers, ranks)

    def workers(self, callbacks: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
        """The Python of the host that the driver calls: what is bound to a name, else its own body."""
        declared = self.program.workers
        for name, bound in callbacks.items():
            if name not in declared:
                known = ", ".join(declared) or "none"
                raise RanksError(
                    f"callbacks names {name!r}, and {self.entry} calls no function of the host of that name",
                    help=f"its functions of the host: {known}",
                )
            if not callable(bound):
                raise CallbackError(f"callbacks[{name!r}] is {bound!r}, and a function is expected")
            _check_arity(name, bound, [p.name for p in declared[name].params])
        found = {**{name: worker.function for name, worker in declared.items()}, **callbacks}
        for name, function in found.items():
            if function is None:
                why = "has no body" if declared[name].text is None else "comes from a text, which is not run"
                raise RanksError(
                    f"the function of the host `{name}` {why}, and nothing is bound to it",
                    span=declared[name].span,
                    help=f'w = {self.entry}.compile(...).prepare(callbacks={{"{name}": function}}), then w(...)',
                )
        return {name: function for name, function in found.items() if function is not None}

    def _check_places(self, args: Sequence[Any]) -> None:
        for p, value in zip(self.parameters, args, strict=False):
            if isinstance(value, DeviceTensor):
                raise ResidentArgumentError(
                    f"argument `{p.name}` is a device tensor, and a program of the host takes tensors of the host",
                    help="pass a CPU tensor; only windows stay on the ranks, with prepare(persistent=True)",
                )
            if hasattr(value, "__array_interface__") and p.kind == "tensor":
                raise ArgumentError(f"argument `{p.name}` is a NumPy array", help=FROM_NUMPY)

    def _runners(self, options: RunConfig) -> dict[str, drive.Runner]:
        runners, first = {}, 0
        for name, entry in self.entries.items():
            parameters = [Parameter.from_manifest(row) for row in entry.rows]
            runners[name] = drive.Runner(parameters, first, self._runner(entry, options))
            first += len(entry.kernel_names)
        return runners

    def _runner(
        self, entry: CompiledProgram, options: RunConfig
    ) -> Callable[[Sequence[Any], DeviceMemory, plan.Launch], Any]:
        def run(args: Sequence[Any], memory: DeviceMemory, launch: plan.Launch) -> Any:
            outputs = self.output_dir / OUTPUTS / f"rank{launch.rank}" / f"d{launch.slot}"
            return entry.dispatch(args, options, memory, outputs)

        return run

    def _write_launches(self, planned: plan.Plan) -> None:
        """Which program ran in which folder of the diagnostic outputs."""
        rows = [
            {"rank": launch.rank, "dispatch": launch.slot, "function": launch.callee,
             "build": f"{folder.PARTS}/{launch.callee}", "outputs": f"rank{launch.rank}/d{launch.slot}"}
            for launch in planned.launches
        ]  # fmt: skip
        where = self.output_dir / OUTPUTS
        with self.recording(where):
            where.mkdir(exist_ok=True)
            for old in where.glob("rank[0-9]*"):  # of a call before, which may have had more of them
                shutil.rmtree(old)
            (where / "dispatch_program.json").write_text(json.dumps({"dispatches": rows}, indent=1) + "\n")


def _check_arity(name: str, function: Callable[..., Any], params: Sequence[str]) -> None:
    """CallbackError where a function cannot be called with so many arguments."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # of C, without a signature
        return
    try:
        signature.bind(*params)
    except TypeError:
        raise CallbackError(
            f"callbacks[{name!r}] takes {signature}, and the driver calls it with {len(params)} arguments",
            help=f"def {name}({', '.join(params)}): ...",
        ) from None


def _of(name: str, lines: Sequence[str]) -> list[str]:
    """Lines about files of an entry's folder; what is about the machine stays as it is."""
    shown = []
    for line in lines:
        mark, _, rest = line.partition(" ")
        shown.append(f"{mark} {folder.PARTS}/{name}: {rest}" if mark.startswith(("[cpp", "[pto")) else line)
    return shown


def ranks_of(
    config: RunConfig, world_size: int | None, compiled: DistributedConfig | None = None
) -> RunConfig:
    """The configuration with the ranks that a program is for; RanksError where it says others."""
    given = config.distributed_config
    world_size = config.world_size if world_size is None else world_size
    if given is None:
        return replace(config, distributed_config=compiled or DistributedConfig(tuple(range(world_size))))
    if given.world_size != world_size:
        raise RanksError(
            f"the program is for {_count(world_size, 'rank')}, and distributed_config names "
            f"{_count(given.world_size, 'device')}: {list(given.device_ids)}",
            help="compile it for that number of ranks, or name as many devices",
        )
    return config


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def host_only(config: RunConfig, name: str) -> None:
    """RanksError where a program of one chip is to run on several ranks."""
    if config.distributed_config is not None:
        raise RanksError(
            f"distributed_config is for programs of the host, and {name} is a program of one chip",
            help="write a driver with @pl.jit.host that dispatches it: for r in pl.range(pld.world_size())",
        )


def open_host(path: str | os.PathLike[str], config: RunConfig) -> DistributedCompiledProgram:
    """Open an existing build folder; kernels whose `.pto` was edited are assembled again."""
    where = Path(path)
    document = folder.read_host_manifest(where, config.chip)
    config = ranks_of(config, document["world_size"], DistributedConfig(**document["distributed_config"]))
    messages = folder.refresh_driver(where, document)

    def assemble(pto: str, file: str, function: str) -> str:
        return stages.assemble_text(pto, file, function, config.chip.generation)

    entries = {}
    for name in document["entries"]:
        part = folder.inside(where, f"{folder.PARTS}/{name}")
        if not part.is_dir():
            raise BuildFolderError(
                f"{where} has no {folder.PARTS}/{name}, which {folder.HOST_MANIFEST} names",
                help="put the folder back, or compile the program again",
            )
        manifest = folder.read_manifest(part, config.chip)
        part, lines = folder.refresh(part, manifest, assemble, edited_engine=config.engine)
        entries[name] = CompiledProgram(part, manifest, config, replayed=True)
        messages += _of(name, lines)
    artifact = DistributedCompiledProgram(where, document, config, entries, replayed=True)
    artifact.messages += dict.fromkeys(messages)
    return artifact


def _platform_of(where: Path, platform: str | None, backend: Any) -> str:
    """The platform that is asked for; without a word, the one that a folder was compiled for."""
    if platform is not None:
        return platform
    name = None if backend is None else str(getattr(backend, "name", backend))
    for chip in PLATFORMS.values():
        if chip.simulator and name == chip.backend:
            return chip.name
    if name is not None:
        known = ", ".join(p.backend for p in PLATFORMS.values() if p.simulator)
        raise ValueError(f"backend_type must be one of {known}, got {name!r}")
    return f"{folder.generation_of(where)}sim"
