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
from typing import TYPE_CHECKING, Any

from pypto import __version__, folder
from pypto.artifact import CompiledProgram
from pypto.frontend.arguments import ArgumentInfo
from pypto.frontend.key import specialisation_key
from pypto.frontend.source import KernelSource
from pypto.ir.nodes import Program
from pypto.lazy import LazyModule
from pypto.runtime.cache import Cache, cannot_write
from pypto.runtime.config import RunConfig

if TYPE_CHECKING:
    from pypto import stages
else:  # loaded when something has to be compiled
    stages = LazyModule("pypto.stages")


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
        texts = stages.compile_texts(kernel, arguments, config)
        _store_texts(cache, key, texts)
    where = folder.create(kernel.name, texts, config.save_kernels_dir)
    artifact = CompiledProgram(where, json.loads(texts["program.json"]), config)
    artifact.messages += texts.get("report/warnings.txt", "").splitlines()
    source = ", program from the cache" if cached else ""
    artifact.messages.append(f"[RUN]   build folder: {where}{source}")
    return artifact


def lower_kernel(kernel: KernelSource, arguments: Sequence[ArgumentInfo]) -> Program:
    """The typed program of a kernel, before the passes."""
    return stages.lower_kernel(kernel, arguments)


def open_build(path: str | os.PathLike[str], config: RunConfig) -> CompiledProgram:
    """Open an existing build folder; kernels whose `.pto` was edited are assembled again."""
    where = Path(path)
    document = folder.read_manifest(where, config.chip)
    where, messages = folder.refresh(where, document, _assembler(config), edited_engine=config.engine)
    artifact = CompiledProgram(where, document, config, replayed=True)
    artifact.messages += messages
    return artifact


def _assembler(config: RunConfig) -> folder.Assemble:
    """Assembles a text that must be for the chip of the run."""

    def assemble_text(pto: str, file: str, function: str) -> str:
        return stages.assemble_text(pto, file, function, config.chip.generation)

    return assemble_text


def _program_key(kernel: KernelSource, arguments: Sequence[ArgumentInfo], config: RunConfig) -> str:
    """All that can change a text: sources and folded numbers, arguments, platform, options, this package."""
    parts = [
        _package_stamp(),
        *specialisation_key(kernel, arguments),
        config.platform,
        repr(config.dump_passes),
    ]
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
