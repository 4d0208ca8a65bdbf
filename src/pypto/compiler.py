# SPDX-License-Identifier: Apache-2.0
"""The driver: from a kernel to a build folder, and from a build folder to something that runs.

    artifact = compile_kernel(kernel, arguments, RunConfig())     source -> IR -> passes -> texts -> folder
    artifact = open_build("build_output/softmax_...", RunConfig())  folder -> what was edited is made again
    artifact.build()                                                C++ -> native code
    record = artifact.dispatch([x, y], config)

A fresh compile and a replay are the same code from the folder on. The texts of a program are kept under a key of all
that can change them, so that an unchanged kernel is not compiled twice.
"""

from __future__ import annotations

import hashlib
import json
import os
import reprlib
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pypto import __version__, environment, folder
from pypto.artifact import CompiledProgram
from pypto.distributed import DistributedCompiledProgram, host_only, open_host, ranks_of
from pypto.errors import ArgumentError, AtTheCall, BuildFolderError, Span, UserError
from pypto.frontend.arguments import ArgumentInfo
from pypto.frontend.external import external_digest
from pypto.frontend.key import specialisation_key
from pypto.frontend.source import KernelSource
from pypto.ir.host import HostProgram
from pypto.ir.nodes import Program
from pypto.lazy import LazyModule
from pypto.platforms import PLATFORMS
from pypto.runtime.cache import Cache, cannot_write
from pypto.runtime.config import RunConfig
from pypto.runtime.ranks import DistributedConfig
from pypto.runtime.resident import on_host
from pypto.runtime.result import RunResult, differences, load_tensor

if TYPE_CHECKING:
    from pypto import stages
    from pypto.ir import host_printer, printer
else:  # loaded when something has to be compiled
    stages = LazyModule("pypto.stages")
    printer = LazyModule("pypto.ir.printer")
    host_printer = LazyModule("pypto.ir.host_printer")

HINTS_FILE = "report/perf_hints.log"
RUNTIMES = ("TENSORMAP_AND_RINGBUFFER", "HOST_BUILD_GRAPH")


def compile_kernel(
    kernel: KernelSource,
    arguments: Sequence[ArgumentInfo],
    options: RunConfig | Mapping[str, Any] | None = None,
) -> CompiledProgram | DistributedCompiledProgram:
    """Compile one specialisation into a fresh build folder. Raises UserError for mistakes in the kernel."""
    config = RunConfig.of(options)
    parts = specialisation_key(kernel, arguments)
    if kernel.kind == "host":
        return host_artifact(kernel.name, parts, config, lambda: _lowered_host(kernel, arguments, config))
    host_only(config, kernel.name)
    return _artifact(kernel.name, parts, config, lambda: stages.compile_texts(kernel, arguments, config))


def _lowered_host(kernel: KernelSource, arguments: Sequence[ArgumentInfo], config: RunConfig) -> HostProgram:
    with stages.shallow(kernel):
        return stages.lower_host(kernel, arguments, config.world_size)


def compiled_before(
    kernel: KernelSource,
    arguments: Sequence[ArgumentInfo],
    config: RunConfig,
    known: dict[tuple[str, ...], CompiledProgram | DistributedCompiledProgram],
) -> CompiledProgram | DistributedCompiledProgram:
    """The program that `known` has for these arguments and options; compiled now where it has none."""
    key = (*specialisation_key(kernel, arguments), *config.compile_key())
    found = known.get(key)
    if found is None or not folder.is_build(found.output_dir):
        found = known[key] = compile_kernel(kernel, arguments, config)
        for line in found.warnings:
            print(line, file=sys.stderr)
    return found


def _no_program(given: Any) -> ArgumentError:
    """What stands where a kernel or a program is expected, and what to do about it."""
    name = getattr(given, "__name__", "")
    code = getattr(given, "__code__", None)
    if code is not None:
        return ArgumentError(
            f"{name} is a plain Python function, no kernel",
            span=Span(code.co_filename, code.co_firstlineno),
            help=f"write @pl.jit above `def {name}`",
        )
    if hasattr(given, "compile_fresh"):
        return ArgumentError(
            f"{name} is a kernel, and pypto.ir.compile takes programs", help=f"write {name}.compile(...)"
        )
    if given is None:
        return ArgumentError(
            "a kernel is expected, found None, which is what a call of a kernel returns",
            help="give the kernel itself, without parentheses",
        )
    return ArgumentError(
        f"a kernel is expected, found a {type(given).__name__}: {reprlib.repr(given)}",
        help="a function decorated with @pl.jit, or a class decorated with @pl.program",
    )


def compile_program(
    program: Program, options: RunConfig | Mapping[str, Any] | None = None
) -> CompiledProgram:
    """Compile a program into a fresh build folder; its entry is what the host calls."""
    config = RunConfig.of(options)
    host_only(config, program.entry)
    parts = ("program", printer.print_program(program), *_external_digests([program]))
    return _artifact(program.entry, parts, config, lambda: stages.program_texts(program, config))


def _external_digests(programs: Iterable[Program]) -> list[str]:
    """Hashes of the C++ that is not in the text of programs."""
    return [
        external_digest(f.external, f.attrs.get("external_includes", ()))
        for program in programs
        for f in program.functions.values()
        if f.external
    ]


def compile_host(
    program: HostProgram, options: RunConfig | Mapping[str, Any] | None = None
) -> DistributedCompiledProgram:
    """Compile a program of the host, and those that it dispatches, into a fresh build folder."""
    given = RunConfig.of(options)
    if program.world_size is None:  # nobody has said how many ranks there are but the configuration
        program = replace(program, world_size=given.world_size)
    parts = ("host", host_printer.print_host(program), *_external_digests(program.entries.values()))
    config = ranks_of(given, program.world_size)
    artifact = host_artifact(program.driver.name, parts, config, lambda: program)
    artifact.hold(program)
    return artifact


def host_artifact(
    name: str, parts: Sequence[str], config: RunConfig, make: Callable[[], HostProgram]
) -> DistributedCompiledProgram:
    """The same for a program that is made where the cache has no texts under `parts`: all that can change it, but the
    configuration, which says how many ranks there are."""
    if config.distributed_config is None:
        config = replace(config, distributed_config=DistributedConfig())
    made: list[HostProgram] = []

    def texts_of_program() -> dict[str, str]:
        made.append(make())
        return stages.host_texts(made[0], ranks_of(config, made[0].world_size))

    texts, cached = _texts(parts, config, texts_of_program)
    document = json.loads(texts[folder.HOST_MANIFEST])
    config = ranks_of(config, document["world_size"])
    threads = config.aicpu_thread_num or config.distributed_config.aicpu_thread_num
    manifests = {
        entry: _with_threads(texts, f"{folder.PARTS}/{entry}/{folder.MANIFEST}", threads)
        for entry in document["entries"]
    }
    where = folder.create(name, texts, config.save_kernels_dir)
    entries = {
        entry: CompiledProgram(where / folder.PARTS / entry, manifest, config)
        for entry, manifest in manifests.items()
    }
    artifact = DistributedCompiledProgram(where, document, config, entries)
    if made:
        artifact.hold(made[0])
    return _reported(artifact, texts, cached)


def _with_threads(texts: dict[str, str], path: str, threads: int) -> dict[str, Any]:
    """A manifest with the threads of the control processor, on which no other text depends."""
    document: dict[str, Any] = json.loads(texts[path])
    document["options"]["aicpu_thread_num"] = threads
    texts[path] = json.dumps(document, indent=1) + "\n"
    return document


def _artifact(
    name: str, parts: Sequence[str], config: RunConfig, make: Callable[[], dict[str, str]]
) -> CompiledProgram:
    """A build folder with the texts of the cache, or with those that are made now."""
    texts, cached = _texts(parts, config, make)
    document = _with_threads(texts, folder.MANIFEST, config.aicpu_thread_num or 0)
    where = folder.create(name, texts, config.save_kernels_dir)
    return _reported(CompiledProgram(where, document, config), texts, cached)


def _texts(
    parts: Sequence[str], config: RunConfig, make: Callable[[], dict[str, str]]
) -> tuple[dict[str, str], bool]:
    """The texts of the cache, or those that are made now; whether they are of the cache."""
    key = _program_key(parts, config)
    cache = Cache.open()
    done = config.compile_profiling or environment.reads_back()  # what is timed or checked is done
    texts = None if done else _load_texts(cache, key)
    cached = texts is not None
    if texts is None:
        texts = make()
        if not config.compile_profiling:
            _store_texts(cache, key, texts)
    return texts, cached


C = TypeVar("C", CompiledProgram, DistributedCompiledProgram)


def _reported(artifact: C, texts: Mapping[str, str], cached: bool) -> C:
    """The artifact with what there is to say of how it was compiled."""
    where = artifact.output_dir
    artifact.warnings += texts.get("report/warnings.txt", "").splitlines()
    artifact.messages += artifact.warnings
    hints = texts.get(HINTS_FILE, "").splitlines()
    if hints:
        artifact.messages.append(f"[RUN]   {len(hints)} hint(s) about speed: {where / HINTS_FILE}")
    source = ", program from the cache" if cached else ""
    artifact.messages.append(f"[RUN]   build folder: {where}{source}")
    return artifact


def compile_ir(
    program: Program | HostProgram,
    output_dir: str | os.PathLike[str] | None = None,
    strategy: Any = None,
    dump_passes: bool | str = True,
    backend_type: Any = None,
    platform: str | None = None,
    skip_ptoas: bool = False,
    verification_level: str | None = None,
    diagnostic_phase: Any = None,
    disabled_diagnostics: Any = None,
    memory_planner: Any = None,
    enable_pypto_l0c_double_buffer: bool = False,
    analyze_auto_scopes_for_deps: bool = False,
    profiling: bool = False,
    emit_source_loc: bool | None = None,
    dump_ptoas_passes: bool = False,
    runtime: Any = None,
    distributed_config: Any = None,
    **options: Any,
) -> CompiledProgram | DistributedCompiledProgram:
    """`pypto.ir.compile`: compile a program object, of one chip or of the host; nothing is run.

    `platform` wins over `backend_type`; `options` are further keys of RunConfig. `verification_level` "ROUNDTRIP" also
    reads the program back from its text after each pass. Keys that are not built are errors at other values than
    their defaults.
    """
    if not isinstance(program, Program | HostProgram):
        raise _no_program(program)
    chosen = _platform(platform, backend_type)
    level, levels = verification_level or "BASIC", environment.VERIFICATION_LEVELS
    if level not in levels:
        raise ValueError(f"verification_level must be one of {', '.join(levels)}, got {level!r}")
    not_built = {
        "skip_ptoas": skip_ptoas,
        "enable_pypto_l0c_double_buffer": enable_pypto_l0c_double_buffer,
        "runtime": _runtime(runtime) != "TENSORMAP_AND_RINGBUFFER",
    }
    for key, given in not_built.items():
        if given:
            raise ValueError(f"pypto.ir.compile: {key} is not supported yet; leave it out")
    config = RunConfig.from_dict(
        {
            **options,
            "platform": chosen,
            "save_kernels_dir": output_dir if output_dir is not None else options.get("save_kernels_dir"),
            "compile_profiling": profiling or options.get("compile_profiling", False),
            "strategy": strategy,
            "dump_passes": dump_passes,
            "diagnostic_phase": diagnostic_phase,
            "disabled_diagnostics": disabled_diagnostics,
            "memory_planner": memory_planner,
            "analyze_auto_scopes_for_deps": analyze_auto_scopes_for_deps,
            "dump_ptoas_passes": dump_ptoas_passes,
            "emit_source_loc": emit_source_loc,
            "distributed_config": distributed_config,
        }
    )
    with AtTheCall():
        if level == "ROUNDTRIP" and not environment.reads_back():
            for part in program.entries.values() if isinstance(program, HostProgram) else [program]:
                stages.check_round_trip(part, config)
        if isinstance(program, HostProgram):
            return compile_host(program, config)
        return compile_program(program, config)


def run_program(
    program: Program | HostProgram, *tensors: Any, config: RunConfig | Mapping[str, Any] | None = None
) -> RunResult:
    """`pypto.runtime.run`: compile a program, run it, and compare where `golden_data_dir` holds a reference.

    Without arguments the inputs come from the reference's `in` directory. Mistakes of the user are a failed result.
    """
    options = RunConfig.of(config)
    began = time.perf_counter()
    folder_of_data = None if options.golden_data_dir is None else Path(options.golden_data_dir)
    artifact: CompiledProgram | DistributedCompiledProgram | None = None
    try:
        artifact = compile_ir(program, **options.compile_kwargs(), engine=options.engine)
        if options.codegen_only:
            return RunResult(True, None, time.perf_counter() - began, artifact.output_dir)
        values = list(tensors)
        if not values and folder_of_data is not None:
            values = [
                artifact.empty(p) if p.direction == "out" else load_tensor(folder_of_data, "in", p.name)
                for p in artifact.parameters
            ]
        artifact(*values, config=options)
        problems = []
        if folder_of_data is not None:
            outputs = [artifact.parameters[i].name for i in artifact.output_indices]
            written = [on_host(values[i]) for i in artifact.output_indices]
            problems = differences(outputs, written, folder_of_data, options.rtol, options.atol)
        error = "; ".join(problems) or None
    except (UserError, TypeError) as problem:
        error = str(problem)
    where = None if artifact is None else artifact.output_dir
    return RunResult(error is None, error, time.perf_counter() - began, where)


def _runtime(given: Any) -> str:
    """How the orchestration runs, by name."""
    name = "TENSORMAP_AND_RINGBUFFER" if given is None else getattr(given, "name", given)
    if not isinstance(name, str) or name.upper() not in RUNTIMES:
        raise ValueError(f"runtime must be one of {', '.join(RUNTIMES)}, got {given!r}")
    return name.upper()


def _platform(platform: str | None, backend: Any) -> str:
    """The platform that two arguments choose, which must not contradict each other."""
    name = None if backend is None else str(getattr(backend, "name", backend))
    known = {p.backend: p.name for p in PLATFORMS.values() if p.simulator}
    if name is not None and name not in known:
        raise ValueError(f"backend_type must be one of {', '.join(known)}, got {name!r}")
    if platform is None:
        return known[name] if name is not None else "a2a3sim"
    if name is not None and platform in PLATFORMS and PLATFORMS[platform].backend != name:
        raise ValueError(
            f"platform {platform!r} has the backend {PLATFORMS[platform].backend}, backend_type says {name!r}"
        )
    return platform


def lower_kernel(
    kernel: KernelSource, arguments: Sequence[ArgumentInfo], config: RunConfig | None = None
) -> Program | HostProgram:
    """The typed program of a kernel, before the passes."""
    options = config or RunConfig()
    if kernel.kind == "host":
        return _lowered_host(kernel, arguments, options)
    with stages.shallow(kernel):
        return stages.reported(stages.lower_kernel(kernel, arguments), options)


def open_build(
    path: str | os.PathLike[str], config: RunConfig
) -> CompiledProgram | DistributedCompiledProgram:
    """Open an existing build folder; kernels whose `.pto` was edited are assembled again."""
    where = Path(path)
    if folder.is_host_build(where):
        return open_host(where, config)
    document = folder.read_manifest(where, config.chip)
    host_only(config, document["entry"])
    where, messages = folder.refresh(where, document, _assembler(config), edited_engine=config.engine)
    artifact = CompiledProgram(where, document, config, replayed=True)
    artifact.messages += messages
    return artifact


def reopen(
    path: str | os.PathLike[str], config: RunConfig | Mapping[str, Any] | None = None
) -> CompiledProgram:
    """`CompiledProgram.from_dir`: a build folder that runs as it says itself where `config` does not."""
    if folder.is_host_build(Path(path)):
        raise BuildFolderError(
            f"{os.fspath(path)} is the build folder of a driver",
            help="open it with pypto.ir.distributed_compiled_program.DistributedCompiledProgram.from_dir",
        )
    chip = f"{folder.generation_of(Path(path))}sim"
    own = {**folder.read_manifest(Path(path), PLATFORMS[chip])["options"], "platform": chip}
    options = RunConfig.of({**own, **config} if isinstance(config, Mapping) else config or own)
    found = open_build(path, options)
    assert isinstance(found, CompiledProgram)
    return found


CompiledProgram.opener = staticmethod(reopen)


def _assembler(config: RunConfig) -> folder.Assemble:
    """Assembles a text that must be for the chip of the run."""

    def assemble_text(pto: str, file: str, function: str) -> str:
        return stages.assemble_text(pto, file, function, config.chip.generation)

    return assemble_text


def _program_key(parts: Sequence[str], config: RunConfig) -> str:
    """All that can change a text: sources and folded numbers, arguments, platform, options, this package."""
    whole = [_package_stamp(), *parts, *config.text_key()]
    return hashlib.sha256("\0".join(whole).encode()).hexdigest()


def _package_stamp() -> str:
    """Changes whenever a file of the package does."""
    root = Path(__file__).parent
    rows = []
    for directory, names, files in os.walk(root):
        names[:] = [n for n in names if n != "__pycache__"]
        for name in files:
            status = os.stat(os.path.join(directory, name))
            rows.append(f"{directory}/{name} {status.st_size} {status.st_mtime_ns}")
    return f"{__version__} " + hashlib.sha256("\n".join(sorted(rows)).encode()).hexdigest()


def _load_texts(cache: Cache, key: str) -> dict[str, str] | None:
    found = cache.get(key, ".json")
    if found is None:
        return None
    texts: dict[str, str] = json.loads(found.read_text())
    return texts


def _store_texts(cache: Cache, key: str, texts: dict[str, str]) -> None:
    with cache.workspace() as work:
        made = work / f"{key}.json"
        try:
            made.write_text(json.dumps(texts))
        except OSError as error:
            raise cannot_write(cache.root, error) from error
        cache.put(key, ".json", made)
