# SPDX-License-Identifier: Apache-2.0
"""From a kernel to the texts of its build folder: the stages in order, one step a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pypto import __version__, folder
from pypto.assembler import assemble, parse_pto
from pypto.codegen.external import emit_external, places
from pypto.codegen.manifest import manifest as make_manifest
from pypto.codegen.orchestration import emit_orchestration
from pypto.codegen.pto import emit_pto
from pypto.errors import BuildError, InternalError, ParserSyntaxError, PtoSyntaxError, Span
from pypto.frontend.arguments import ArgumentInfo, Number
from pypto.frontend.external import external_files
from pypto.frontend.lower import lower_kernel
from pypto.frontend.reader import read_program
from pypto.frontend.source import KernelSource
from pypto.ir.nodes import Function, Program, Return, Stmt, Var
from pypto.ir.printer import print_program
from pypto.ir.verify import verify
from pypto.passes import pipeline
from pypto.runtime.arguments import folded_bits
from pypto.runtime.config import RunConfig


def compile_texts(
    kernel: KernelSource, arguments: Sequence[ArgumentInfo], config: RunConfig
) -> dict[str, str]:
    """Every text of the build folder of a kernel, by its path inside it."""
    with shallow(kernel):
        program = lower_kernel(kernel, arguments)  # Python source -> typed program
        folded = [argument.value if argument.kind == "scalar" else None for argument in arguments]
        return program_texts(program, config, folded)


@contextmanager
def shallow(kernel: KernelSource) -> Iterator[None]:
    """Source that is nested more deeply than Python's own stack can follow is a mistake of the kernel."""
    try:
        yield
    except RecursionError:
        raise ParserSyntaxError(
            f"{kernel.name} is nested too deeply",
            span=kernel.span,
            help="give parts of long expressions names of their own, and move deep blocks into helpers",
            code="nesting",
        ) from None


def program_texts(
    program: Program, config: RunConfig, folded: Sequence[Number | None] = ()
) -> dict[str, str]:
    """Every text of the build folder of a program; `folded`: values of scalar parameters that became constants."""
    platform, texts, dumps = (
        config.chip,
        {},
        _Dumps(bool(config.dump_passes) and config.dump_passes != "NONE"),
    )
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
    groups = (f.name for f in program.functions.values() if f.kind == "Group")
    tasks = {**kernels, **{name: len(kernels) + i for i, name in enumerate(groups)}}
    document = make_manifest(program, kernels, platform, {"goldtile": __version__}, {}, returns)
    for parameter, value in zip(document["parameters"], folded, strict=False):
        if value is not None:  # a call has to bring the same value
            parameter["folded"] = folded_bits(parameter, value)
    units: dict[str, list[Function]] = {}
    for entry in document["kernels"]:
        function = program.functions[entry["function"]]
        if function.external:
            entry["include"], entry["copies"] = _external_texts(function, entry["cpp"], texts)
            continue
        units.setdefault(entry["pto"], []).append(program.functions[entry["function"]])
    for name, unit in units.items():
        texts[name] = emit_pto(unit, platform.generation)  # one text per core function or group
    for entry in document["kernels"]:  # from the text alone
        if entry["pto"] is None:
            continue
        texts[entry["cpp"]] = assemble_text(texts[entry["pto"]], entry["pto"], entry["function"])
    texts[document["orchestration"]["cpp"]] = emit_orchestration(program.entry_function, tasks)
    texts.update(dumps.texts)
    if program.warnings:
        texts["report/warnings.txt"] = "\n".join(w.render() for w in program.warnings) + "\n"
    document["files"] = folder.hashes(texts, document)
    texts["program.json"] = json.dumps(document, indent=1) + "\n"
    return texts


def _external_texts(function: Function, cpp: str, texts: dict[str, str]) -> tuple[list[str], dict[str, str]]:
    """Adds the files of a kernel with a C++ body; the include directories inside, and whose copy each file is."""
    source, directories = str(function.external), tuple(function.attrs.get("external_includes", ()))
    files = external_files(source, directories)
    if not re.search(r"\bkernel_entry\b", "".join(files.values())):
        raise BuildError(
            f"{source} defines no kernel_entry",
            span=Span(source, 1),
            help='extern "C" void kernel_entry(__gm__ int64_t* args)',
            code="external",
        )
    inside = places(function.name, files, directories)
    texts.update({inside[path]: text for path, text in files.items()})
    texts[cpp] = emit_external(function, inside[source])
    return [inside[d] for d in directories], {inside[path]: path for path in files}


def check_round_trip(program: Program, config: RunConfig) -> None:
    """The program after each pass, printed, read and printed again; InternalError where the texts differ."""
    steps = [*pipeline.front_passes(), *pipeline.back_passes(config.chip)]
    name = "frontend"
    for step in [None, *steps]:
        if step is not None:
            program, name = step.run(program), step.name
        text = print_program(program)
        if print_program(read_program(text, f"{name}.py")) != text:
            raise InternalError(f"the program after {name} does not read back from its text")


def assemble_text(pto: str, file: str, function: str, generation: str | None = None) -> str:
    """The `.cpp` of one kernel from its `.pto` text; PtoSyntaxError names `file`, line and column."""
    module = parse_pto(pto, file)
    if generation is not None and module.arch != generation:
        raise PtoSyntaxError(
            f"{file} is for {module.arch}, the folder is for {generation}",
            help=f'set pto.target_arch = "{generation}", or compile the kernel for {module.arch}',
        )
    made = assemble(module)
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
