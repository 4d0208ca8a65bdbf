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
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pypto import __version__, folder
from pypto.artifact import CompiledProgram
from pypto.assembler import assemble, parse_pto
from pypto.codegen.manifest import manifest as make_manifest
from pypto.codegen.orchestration import emit_orchestration
from pypto.codegen.pto import emit_pto
from pypto.errors import InternalError
from pypto.frontend.arguments import ArgumentInfo
from pypto.frontend.lower import lower_kernel, specialisation_key
from pypto.frontend.source import KernelSource
from pypto.ir.nodes import Program, Return, Stmt, Var
from pypto.ir.printer import print_program
from pypto.ir.verify import verify
from pypto.passes import pipeline
from pypto.runtime.cache import Cache, cannot_write
from pypto.runtime.config import RunConfig


def compile_kernel(
    kernel: KernelSource,
    arguments: Sequence[ArgumentInfo],
    options: RunConfig | Mapping[str, Any] | None = None,
) -> CompiledProgram:
    """Compile one specialisation into a fresh build folder. Raises UserError for mistakes in the kernel."""
    config = options if isinstance(options, RunConfig) else RunConfig.from_dict(options or {})
    key = _program_key(kernel, arguments, config)
    cache = Cache.open()
    texts = _load_texts(cache, key)
    cached = texts is not None
    if texts is None:
        texts = compile_texts(kernel, arguments, config)
        _store_texts(cache, key, texts)
    where = folder.create(kernel.name, texts, config.save_kernels_dir)
    artifact = CompiledProgram(where, json.loads(texts["program.json"]), config)
    artifact.messages += texts.get("report/warnings.txt", "").splitlines()
    if cached:
        artifact.messages.append(f"[RUN]   program {kernel.name} taken from the cache")
    return artifact


def open_build(path: str | os.PathLike[str], config: RunConfig) -> CompiledProgram:
    """Open an existing build folder; kernels whose `.pto` was edited are assembled again."""
    where = Path(path)
    document = folder.read_manifest(where, config.chip)
    where, messages = folder.refresh(where, document, assemble_text, edited_engine=config.engine)
    artifact = CompiledProgram(where, document, config, replayed=True)
    artifact.messages += messages
    return artifact


def compile_texts(
    kernel: KernelSource, arguments: Sequence[ArgumentInfo], config: RunConfig
) -> dict[str, str]:
    """Every text of the build folder by its path inside it."""
    platform, texts, dumps = (
        config.chip,
        {},
        _Dumps(bool(config.dump_passes) and config.dump_passes != "NONE"),
    )

    program = lower_kernel(kernel, arguments)  # Python source -> typed program
    verify(program, "front")
    dumps.add("frontend", program)

    for step in pipeline.front_passes():  # inline, fold
        program = step.run(program)
        verify(program, step.stage)
        dumps.add(f"after_{step.name}", program)
    texts["program.py"] = print_program(program)  # what the interpreter runs
    returns = _returned_parameters(program)

    for step in pipeline.back_passes(platform):  # regions -> placed tiles
        program = step.run(program)
        verify(program, step.stage)
        dumps.add(f"after_{step.name}", program)

    kernels = {
        f.name: i for i, f in enumerate(f for f in program.functions.values() if f.kind in ("AIV", "AIC"))
    }
    document = make_manifest(program, kernels, platform, {"goldtile": __version__}, {}, returns)
    for entry in document["kernels"]:
        pto = emit_pto(
            program.functions[entry["function"]], platform.generation
        )  # one text per core function
        texts[entry["pto"]] = pto
        texts[entry["cpp"]] = assemble_text(pto, entry["pto"], entry["function"])  # from the text alone
    texts[document["orchestration"]["cpp"]] = emit_orchestration(program.entry_function, kernels)
    texts.update(dumps.texts)
    if program.warnings:
        texts["report/warnings.txt"] = "\n".join(w.render() for w in program.warnings) + "\n"
    document["files"] = folder.hashes(texts, document)
    texts["program.json"] = json.dumps(document, indent=1) + "\n"
    return texts


def assemble_text(pto: str, file: str, function: str) -> str:
    """The `.cpp` of one kernel from its `.pto` text; PtoSyntaxError names `file`, line and column."""
    made = assemble(parse_pto(pto, file))
    if function not in made:
        raise InternalError(f"{file} defines no function {function}")
    return made[function].cpp_text


class _Dumps:
    """The program after each pass, as text; nothing where dumps are off."""

    def __init__(self, enabled: bool) -> None:
        self.enabled = enabled
        self.texts: dict[str, str] = {}

    def add(self, name: str, program: Program) -> None:
        if self.enabled:
            self.texts[f"passes_dump/{len(self.texts):02d}_{name}.py"] = print_program(program)


def _returned_parameters(program: Program) -> list[str]:
    """Names of the parameters that the entry returns."""
    entry = program.entry_function
    names = {p.var: p.name for p in entry.params}
    last: Stmt | None = entry.body[-1] if entry.body else None
    if not isinstance(last, Return):
        return []
    return [names[v] for v in last.values if isinstance(v, Var) and v in names]


def _program_key(kernel: KernelSource, arguments: Sequence[ArgumentInfo], config: RunConfig) -> str:
    """All that can change a text: sources and folded numbers, arguments, platform, options, this package."""
    parts = [_package_stamp(), *specialisation_key(kernel, arguments), config.platform, repr(config.dump_passes)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


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
