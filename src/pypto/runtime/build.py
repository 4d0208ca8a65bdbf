# SPDX-License-Identifier: Apache-2.0
"""From the C++ of a build folder to one shared library, through the cache.

    result = build(folder, manifest)
    result.library, result.runtime      what to load
    result.built, result.reused         names, for the user

One object per kernel and orchestration, keyed by everything that can change it: text, device headers,
flags, compiler, processor features. Objects compile in parallel, from the file in the folder, so that a
message names the file a user may have edited. One library per program; none of it lies in the folder.
"""

from __future__ import annotations

import contextlib
import filecmp
import functools
import hashlib
import os
import re
import signal
import subprocess
import threading
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pypto.errors import BuildError, BuildFolderError, Span, ToolchainError
from pypto.platforms import PLATFORMS, Platform
from pypto.runtime.cache import Cache, cannot_write
from pypto.runtime.toolchain import Compiler, environment, find_compiler

DEVICE = Path(__file__).parent / "device"
INCLUDE = DEVICE / "include"
RUNTIME_NAME = "device runtime"

_SHOWN_LINES = 30
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*\Z")
_BARRIER = re.compile(r"\b(?:SYNCALL|LAUNCH_SET)\(|->\s*barrier\(|\bPTO_LAUNCH\b")
_LINE_COMMENT = re.compile(
    rb"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|/\*.*?\*/)|//[^\n]*(?<!\\)$""", re.DOTALL | re.MULTILINE
)
_INCLUDES = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
_ERROR_LINE = re.compile(
    r"^(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): (?:fatal )?error: (?P<text>.*)$", re.M
)
_QUOTED_LINE = re.compile(r" *\d* \|")  # source as the compiler shows it below a message
_PLACE = re.compile(
    r"^(?P<before>In file included from |\s+from |)(?P<file>/[^:\n]+)(?=:(?:\d| In | At ))", re.M
)
_MESSAGE_LINE = re.compile(r": (?:(?:fatal )?error|warning|note): ")


@dataclass(frozen=True)
class BuildResult:
    """What to load, and which parts were compiled now or found in the cache."""

    library: Path
    runtime: Path
    built: list[str]
    reused: list[str]


@dataclass(frozen=True)
class _Unit:
    """One file to compile: `name` for people, `shown` the path that messages carry."""

    name: str
    source: Path
    key: str
    extra: tuple[str, ...] = ()
    text: str | None = None  # written to a temporary file instead of read from `source`
    external: bool = False  # the user's own C++
    copies: tuple[tuple[str, str], ...] = ()  # files of the folder, and the user's files that they copy


def build(folder: Path, manifest: dict[str, Any]) -> BuildResult:
    """Compile and link a folder's C++; `BuildError` carries the messages of every file that failed."""
    return build_all([(folder, manifest)])[0]


@dataclass
class _Part:
    """One of the programs that are built together."""

    units: list[_Unit]
    key: str
    library: Path | None
    named: list[str]
    built: list[str]


def build_all(programs: Sequence[tuple[Path, dict[str, Any]]]) -> list[BuildResult]:
    """The same for several programs at once, a result for each; the runtime is told of with the first."""
    compiler = find_compiler()
    cache = Cache.open()
    runtime_key = _digest(compiler.identity, _tree_digest(DEVICE), "runtime")
    runtime = cache.get(runtime_key, ".so")
    parts = [_part(cache, compiler, folder, manifest) for folder, manifest in programs]
    missing = [part for part in parts if part.library is None]
    fresh_runtime = False
    if runtime is None or missing:
        with _Workers(cache, compiler) as workers:
            units = [(part, unit) for part in missing for unit in part.units]
            # Long files first, since the last one to finish decides; the runtime is the longest.
            units.sort(key=lambda pair: _size(pair[1]), reverse=True)
            jobs: list[_Job] = []
            if runtime is None:
                jobs.append(lambda: workers.runtime(runtime_key))
            jobs += [functools.partial(workers.object, unit) for _, unit in units]
            results = workers.run(jobs, _compile_error)
            if runtime is None:
                runtime, fresh_runtime = results.pop(0)
            objects: dict[int, list[Path]] = {id(part): [] for part in missing}
            for (part, unit), (path, fresh) in zip(units, results, strict=True):
                objects[id(part)].append(path)
                if fresh and unit.name in part.named:
                    part.built.append(unit.name)
            links = [functools.partial(workers.library, part.key, objects[id(part)]) for part in missing]
            for part, (library, _) in zip(missing, workers.run(links, _link_error), strict=True):
                part.library = library
        cache.trim()
    assert runtime is not None
    return [_result(part, runtime, fresh_runtime and part is parts[0]) for part in parts]


def _part(cache: Cache, compiler: Compiler, folder: Path, manifest: dict[str, Any]) -> _Part:
    units = _units(folder, manifest, compiler)
    key = _digest(compiler.identity, *compiler.link_flags, *(unit.key for unit in units))
    named = [unit.name for unit in units if unit.text is None]
    return _Part(units, key, cache.get(key, ".so"), named, [])


def _result(part: _Part, runtime: Path, fresh_runtime: bool) -> BuildResult:
    assert part.library is not None
    built = [name for name in part.named if name in part.built]
    told = [RUNTIME_NAME, *built] if fresh_runtime else built
    return BuildResult(part.library, runtime, told, [n for n in [RUNTIME_NAME, *part.named] if n not in told])


def _size(unit: _Unit) -> int:
    return unit.source.stat().st_size if unit.text is None else 0


# ---- what to compile ------------------------------------------------------------------------------------------


def _units(folder: Path, manifest: dict[str, Any], compiler: Compiler) -> list[_Unit]:
    headers = _tree_digest(INCLUDE)
    kernels = sorted(manifest["kernels"], key=lambda kernel: kernel["id"])
    units = []
    for kernel in kernels:
        source = _inside(folder, kernel["cpp"])
        roots = [_inside_directory(folder, d) for d in kernel.get("include", ())]
        include = tuple(f"-I{root}" for root in roots)
        key = _source_key(source, headers, compiler, roots)
        copies = tuple(
            (os.path.realpath(folder / inside), origin) for inside, origin in kernel.get("copies", {}).items()
        )
        units.append(
            _Unit(kernel["function"], source, key, include, external=kernel["pto"] is None, copies=copies)
        )
    source = _inside(folder, manifest["orchestration"]["cpp"])
    units.append(_Unit("orchestration", source, _source_key(source, headers, compiler)))
    meeting = {
        k["function"]
        for k in kernels
        if _BARRIER.search(_inside(folder, k["cpp"]).read_text("utf-8", "replace"))
    }
    table = _table(
        kernels, manifest["groups"], manifest["orchestration"], meeting, PLATFORMS[manifest["platform"]]
    )
    key = _digest(compiler.identity, headers, table)
    units.append(_Unit("program table", Path("program_table.cpp"), key, ("-O1",), table))
    return units


def _inside(folder: Path, name: str) -> Path:
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise BuildFolderError(f"program.json names {name!r}, which lies outside of {folder}")
    if not path.is_file():
        raise BuildFolderError(
            f"{path} is missing", help="compile the kernel again, or put the file back", code="build-folder"
        )
    return path


def _inside_directory(folder: Path, name: str) -> Path:
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise BuildFolderError(f"program.json names {name!r}, which lies outside of {folder}")
    return path


def _source_key(source: Path, headers: str, compiler: Compiler, roots: Sequence[Path] = ()) -> str:
    parts = [compiler.identity, headers]
    seen: set[Path] = set()
    waiting = [source]
    while waiting:  # the file and whatever it includes from beside it
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        data = path.read_bytes()
        parts.append(hashlib.sha256(_without_comments(data)).hexdigest())
        for name in _INCLUDES.findall(data.decode(errors="replace")):
            places = (root / name for root in (path.parent, *roots))
            waiting += [beside for beside in places if beside.is_file()][:1]
    return _digest(*parts)


def _without_comments(text: bytes) -> bytes:
    """C++ without its line comments: texts that differ in them alone are one object."""
    return text if b'R"' in text else _LINE_COMMENT.sub(lambda found: found[1] or b"", text)


def _table(
    kernels: Sequence[dict[str, Any]],
    groups: Sequence[Sequence[int]],
    orchestration: dict[str, Any],
    meeting: Collection[str],
    platform: Platform,
) -> str:
    """`meeting`: kernels whose blocks wait for each other."""
    functions: list[str] = [kernel["function"] for kernel in kernels]
    orchestrate: str = orchestration["function"]
    for name in (*functions, orchestrate):
        if not _IDENTIFIER.match(name):
            raise BuildFolderError(f"program.json names the function {name!r}, which is no C identifier")
    lines = ['#include "pto/program.h"', 'extern "C" {']
    for name in functions:
        lines.append(f"void {name}_entry(pto_core*, const uint64_t*, int32_t, int32_t, int32_t);")
        lines.append(f"extern const pto_location {name}_locations[];")
        lines.append(f"extern const int32_t {name}_location_count;")
    lines.append(f"void {orchestrate}(pto_orch*);")
    lines.append(f"extern const pto_location {orchestrate}_locations[];")
    lines.append("static const pto_kernel kernels[] = {")
    for name, kernel in zip(functions, kernels, strict=True):
        cpp, cube = _literal(kernel["cpp"]), int(kernel["core"] == "aic")
        lines.append(
            f'    {{"{name}", {cpp}, {name}_entry, {name}_locations, &{name}_location_count, {cube}, '
            f"{int(name in meeting)}}},"
        )
    lines.append("    {nullptr, nullptr, nullptr, nullptr, nullptr, 0, 0}};")
    cpp = _literal(orchestration["cpp"])
    lines.append("static const pto_group groups[] = {")
    lines += [f"    {{{{{', '.join(str(int(member)) for member in group)}}}}}," for group in groups]
    lines.append("    {{-1, -1, -1}}};")
    row = f"PTO_ABI, {len(functions)}, kernels, {len(groups)}, groups"
    row += (
        f", {orchestrate}, {orchestrate}_locations, {cpp}, {{{platform.cube_cores}, {platform.vector_cores}}}"
    )
    lines.append(f"const pto_program pto_program_table = {{{row}}};")
    lines.append("}")
    return "\n".join(lines) + "\n"


def _literal(text: str) -> str:
    """A C string: every byte but plain ones as three octal digits."""
    plain = re.sub(rb"[^\w./ -]", lambda byte: b"\\%03o" % byte[0][0], text.encode()).decode()
    return f'"{plain}"'


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _tree_digest(root: Path) -> str:
    files = sorted(p for p in root.rglob("*") if p.suffix in (".h", ".hpp", ".cpp"))
    stamp = tuple((str(p), (s := p.stat()).st_mtime_ns, s.st_size) for p in files)
    return _digest_of_files(stamp)


@functools.lru_cache(maxsize=16)
def _digest_of_files(stamp: tuple[tuple[str, int, int], ...]) -> str:
    parts = []
    for name, _, _ in stamp:
        path = Path(name)
        parts += [path.name, hashlib.sha256(path.read_bytes()).hexdigest()]
    return _digest(*parts)


# ---- running the compiler -------------------------------------------------------------------------------------


class _CompileFailure(Exception):
    """One file that does not compile."""

    def __init__(self, name: str, output: str, external: bool = False) -> None:
        super().__init__(name)
        self.name = name
        self.output = output
        self.external = external


_Job = Callable[[], tuple[Path, bool]]


class _Stopped(Exception):
    """The build was interrupted; seen only by the threads it ends."""


class _Workers:
    """Compiler processes on a pool of threads; leaving it ends them all."""

    def __init__(self, cache: Cache, compiler: Compiler) -> None:
        self.cache = cache
        self.compiler = compiler
        self.guard = threading.Lock()
        self.children: set[subprocess.Popen[str]] = set()
        self.stopped = False
        self.stack = contextlib.ExitStack()

    def __enter__(self) -> _Workers:
        self.work = self.stack.enter_context(self.cache.workspace())
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    def run(
        self, jobs: Sequence[_Job], explain: Callable[[Sequence[_CompileFailure]], BuildError]
    ) -> list[tuple[Path, bool]]:
        """All jobs, results in order; every compile failure is collected before one error is raised."""
        pool = ThreadPoolExecutor(max_workers=usable_cores())
        try:
            futures = [pool.submit(job) for job in jobs]
            waiting: set[Future[tuple[Path, bool]]] = set(futures)
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_EXCEPTION)
                for future in done:
                    error = future.exception()
                    if error is not None and not isinstance(error, _CompileFailure):
                        raise error
        except BaseException:
            self.stop()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
        failures = [e for e in (future.exception() for future in futures) if isinstance(e, _CompileFailure)]
        if failures:
            raise explain(failures)
        return [future.result() for future in futures]

    def stop(self) -> None:
        """Kill every compiler with its own children."""
        with self.guard:
            self.stopped = True
            for child in self.children:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(child.pid, signal.SIGKILL)

    def object(self, unit: _Unit) -> tuple[Path, bool]:
        """The unit's object, and whether it was compiled now."""
        return self._make(unit.key, ".o", lambda target: self._compile(unit, target))

    def runtime(self, key: str) -> tuple[Path, bool]:
        """The runtime's library, and whether it was compiled now."""

        def make(target: Path) -> None:
            # -O2: -O3 takes twice as long here and gains nothing, the hot loops being written as vectors.
            made = target.with_suffix(".o")
            self._call(
                RUNTIME_NAME,
                self.compiler.compile_command(DEVICE / "runtime.cpp", made, INCLUDE, ("-O2", f"-I{DEVICE}")),
            )
            self._call(RUNTIME_NAME, self.compiler.link_command([made], target))

        return self._make(key, ".so", make)

    def library(self, key: str, objects: Sequence[Path]) -> tuple[Path, bool]:
        """The program's library, and whether it was linked now."""
        return self._make(
            key, ".so", lambda target: self._call("program", self.compiler.link_command(objects, target))
        )

    def _make(self, key: str, suffix: str, make: Callable[[Path], None]) -> tuple[Path, bool]:
        found = self.cache.get(key, suffix)
        if found is not None:
            return found, False
        with self.cache.lock(key, lambda: self.stopped):
            found = self.cache.get(key, suffix)  # another process may have made it meanwhile
            if found is not None:
                return found, False
            target = self.work / f"{key}{suffix}"
            make(target)
            return self.cache.put(key, suffix, target), True

    def _compile(self, unit: _Unit, target: Path) -> None:
        source = unit.source
        if unit.text is not None:
            source = self.work / f"{unit.key}.cpp"
            source.write_text(unit.text)
        try:
            self._call(unit.name, self.compiler.compile_command(source, target, INCLUDE, unit.extra))
        except _CompileFailure as failure:
            failure.external = unit.external
            failure.output = _at_home(failure.output, unit.copies)
            raise

    def _call(self, name: str, command: list[str]) -> None:
        with self.guard:
            if self.stopped:
                raise _Stopped
            child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                env={**environment(), "TMPDIR": str(self.work)},  # what the compiler leaves goes with it
                process_group=0,  # so that the compiler's own children can be ended with it
            )
            self.children.add(child)
        try:
            output, _ = child.communicate()
        finally:
            with self.guard:
                self.children.discard(child)
        if self.stopped:
            raise _Stopped
        if child.returncode == 0:
            return
        if "No space left on device" in output:
            raise cannot_write(self.cache.root, OSError(28, "No space left on device"))
        if child.returncode < 0:
            number = -child.returncode
            raise ToolchainError(f"the C++ compiler was ended by signal {number} while compiling {name}")
        raise _CompileFailure(name, output)


def usable_cores() -> int:
    """Cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _compile_error(failures: Sequence[_CompileFailure]) -> BuildError:
    names = ", ".join(f"`{failure.name}`" for failure in failures)
    what = f"the C++ of {names} does not compile"
    found = _ERROR_LINE.search(failures[0].output)
    span = None
    if found is not None:
        span = Span(found["file"], int(found["line"]), int(found["column"]))
        what = f"{found['text']} ({what})"
    help = None
    if failures[0].external:
        what = f"the external kernel `{failures[0].name}` does not compile for the CPU device"
        what = f"{found['text']}: {what}" if found is not None else what
        help = (
            "the CPU device has pto/external.hpp and the C headers of the compiler; a source that needs the card's "
            "own headers runs on the card only"
        )
    outputs = [failure.output for failure in failures]
    if found is not None:
        outputs[0] = _without(outputs[0], found)
    notes = [f"the compiler says\n{_shortened(output)}" for output in outputs if output]
    return BuildError(what, span=span, notes=notes, help=help)


def _at_home(output: str, copies: Iterable[tuple[str, str]]) -> str:
    """What the compiler says, of the user's files where the copies in the folder are still the same."""
    homes = dict(copies)

    def home(found: re.Match[str]) -> str:
        copy = os.path.realpath(found["file"])
        origin = homes.get(copy)
        same = origin is not None and os.path.isfile(origin) and filecmp.cmp(copy, origin, shallow=False)
        return f"{found['before']}{origin if same else found['file']}"

    return _PLACE.sub(home, output) if homes else output


def _without(output: str, found: re.Match[str]) -> str:
    """What the compiler says beside the error that is reported by itself; nothing where it only leads to it."""
    after = output[found.end() :].lstrip("\n").splitlines()
    while after and _QUOTED_LINE.match(after[0]):
        after.pop(0)
    rest = output[: found.start()] + "\n".join(after)
    return rest if _MESSAGE_LINE.search(rest) else ""


def _link_error(failures: Sequence[_CompileFailure]) -> BuildError:
    return BuildError(
        "the program does not link",
        notes=[f"the linker says\n{_shortened(failures[0].output)}"],
        help="a kernel's .cpp defines <function>_entry, <function>_locations and <function>_location_count, "
        "and calls nothing that only a library has",
        code="link",
    )


def _shortened(output: str) -> str:
    lines = output.rstrip().splitlines()
    if len(lines) > _SHOWN_LINES:
        lines = [*lines[:_SHOWN_LINES], f"... {len(lines) - _SHOWN_LINES} more lines"]
    return "\n".join(lines)
