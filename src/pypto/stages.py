# SPDX-License-Identifier: Apache-2.0
"""From a kernel to the texts of its build folder: the stages in order, one step a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

from pypto import __version__, environment, folder
from pypto.assembler import assemble, assembler_steps, parse_pto
from pypto.codegen.external import emit_external, places
from pypto.codegen.host import driver_text, host_manifest
from pypto.codegen.manifest import manifest as make_manifest
from pypto.codegen.orchestration import emit_orchestration
from pypto.codegen.pto import emit_pto
from pypto.codes import HINTS
from pypto.errors import (
    BuildError,
    CapacityError,
    Diagnostic,
    InternalError,
    ParserSyntaxError,
    PtoSyntaxError,
    Span,
)
from pypto.frontend.arguments import ArgumentInfo, Number
from pypto.frontend.external import external_files
from pypto.frontend.host import lower_host as lower_host
from pypto.frontend.lower import lower_kernel
from pypto.frontend.reader import read_program
from pypto.frontend.source import KernelSource
from pypto.ir.host import HostProgram
from pypto.ir.host_printer import print_host
from pypto.ir.nodes import Function, Program, Return, Stmt, Var
from pypto.ir.printer import print_program
from pypto.ir.verify import verify
from pypto.passes import pipeline
from pypto.runtime.arguments import folded_bits
from pypto.runtime.config import OFF_BY_DEFAULT, RunConfig
from pypto.timing import Profile

P = TypeVar("P", Program, HostProgram)


def compile_texts(
    kernel: KernelSource, arguments: Sequence[ArgumentInfo], config: RunConfig
) -> dict[str, str]:
    """Every text of the build folder of a kernel, by its path inside it."""
    profile = Profile()
    with shallow(kernel):
        with profile.stage("front end"):
            program = lower_kernel(kernel, arguments)  # Python source -> typed program
        folded = [argument.value if argument.kind == "scalar" else None for argument in arguments]
        return program_texts(program, config, folded, profile)


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
    program: Program,
    config: RunConfig,
    folded: Sequence[Number | None] = (),
    profile: Profile | None = None,
) -> dict[str, str]:
    """Every text of the build folder of a program; `folded`: values of scalar parameters that became constants."""
    return _texts_and_findings(program, config, folded, profile or Profile())[0]


def host_texts(program: HostProgram, config: RunConfig) -> dict[str, str]:
    """Every text of the build folder of a program of the host: a whole folder for each program of its ranks."""
    assert config.distributed_config is not None
    findings = list(reported(program, config).warnings)
    texts = {"program.py": print_host(program), folder.DRIVER: driver_text(program)}
    for name, entry in program.entries.items():
        made, found = _texts_and_findings(entry, config, (), Profile())
        texts |= {f"{folder.PARTS}/{name}/{path}": text for path, text in made.items()}
        findings += [finding for finding in found if finding not in findings]
    document = host_manifest(
        program,
        config.chip,
        {"goldtile": __version__},
        config.distributed_config.as_dict(),
        {name: folder.digest(entry.as_python()) for name, entry in program.entries.items()},
        {name: folder.digest(texts[name]) for name in ("program.py", folder.DRIVER)},
    )
    for row, p in zip(document["params"], program.driver.params, strict=True):
        if p.shape is None and p.value is not None:  # a call has to bring the same value
            row["folded"] = folded_bits(row, p.value)
    texts[folder.HOST_MANIFEST] = json.dumps(document, indent=1) + "\n"
    return texts | report_texts(findings)


def _texts_and_findings(
    program: Program, config: RunConfig, folded: Sequence[Number | None], profile: Profile
) -> tuple[dict[str, str], Sequence[Diagnostic]]:
    if environment.reads_back():
        check_round_trip(program, config)
    platform, texts = config.chip, {}
    program = reported(program, config)
    findings = program.warnings
    passes = _Passes(program, config, profile)
    with profile.stage("passes"):
        program = passes.run(pipeline.front_passes())  # inline, fold
        texts["program.py"] = print_program(program)  # what the interpreter runs
        returns = _returned_parameters(program)
        program = passes.run(_back_passes(config))  # regions -> placed tiles
    if config.diagnostic_phase != "PRE_PIPELINE":
        findings = reported(program, config).warnings

    kernels = {
        f.name: i for i, f in enumerate(f for f in program.functions.values() if f.kind in ("AIV", "AIC"))
    }
    groups = (f.name for f in program.functions.values() if f.kind == "Group")
    tasks = {**kernels, **{name: len(kernels) + i for i, name in enumerate(groups)}}
    options = {
        "memory_planner": config.planner,
        "analyze_auto_scopes_for_deps": config.analyze_auto_scopes_for_deps,
    }
    document = make_manifest(program, kernels, platform, {"goldtile": __version__}, options, returns)
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
    with profile.stage("code generation"):
        for name, unit in units.items():
            texts[name] = emit_pto(
                unit, platform.generation, config.source_loc
            )  # one per core function or group
        cpp = document["orchestration"]["cpp"]
        texts[cpp] = emit_orchestration(program.entry_function, tasks)
    with profile.stage("assembler"):
        for entry in document["kernels"]:  # from the text alone
            if entry["pto"] is not None:
                texts[entry["cpp"]] = _assembled(texts[entry["pto"]], entry["pto"], entry["function"])
    if config.dump_ptoas_passes:
        for name in units:
            unit_name = name.removeprefix("ptoas/").removesuffix(".pto")
            steps = assembler_steps(parse_pto(texts[name], name))
            texts |= {f"ptoas_passes/{unit_name}/{file}": text for file, text in steps.items()}
    texts |= passes.dumps | report_texts(findings)
    if config.compile_profiling:
        texts |= profile.texts()
    document["files"] = folder.hashes(texts, document)
    texts[folder.MANIFEST] = json.dumps(document, indent=1) + "\n"
    return texts, findings


def reported(program: P, config: RunConfig) -> P:
    """The program with those findings that the configuration asks for."""
    if config.diagnostic_phase == "NONE":
        return replace(program, warnings=())
    off = OFF_BY_DEFAULT if config.disabled_diagnostics is None else config.disabled_diagnostics
    return replace(program, warnings=tuple(w for w in program.warnings if w.code not in off))


def report_texts(findings: Sequence[Diagnostic]) -> dict[str, str]:
    """Warnings as a reader sees them; hints about speed one a line: number, place, text."""
    warnings = [w.render() for w in findings if w.code not in HINTS]
    hints = [f"{HINTS[w.code]} {w.span or '-'}: {w.message}; {w.help}" for w in findings if w.code in HINTS]
    texts = {"report/warnings.txt": warnings, "report/perf_hints.log": hints}
    return {path: "\n".join(lines) + "\n" for path, lines in texts.items() if lines}


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
    steps = [*pipeline.front_passes(), *_back_passes(config)]
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


def _assembled(pto: str, file: str, function: str) -> str:
    """The same for text of the compiler: what does not fit is a mistake of the kernel, at its line there."""
    try:
        return assemble_text(pto, file, function)
    except CapacityError as error:
        raise error.of_kernel() from None


def _back_passes(config: RunConfig) -> tuple[pipeline.Pass, ...]:
    return pipeline.back_passes(config.chip, config.planner, config.analyze_auto_scopes_for_deps)


class _Passes:
    """Runs passes on a program, which is verified after each of them; keeps its text after each where asked to."""

    def __init__(self, program: Program, config: RunConfig, profile: Profile) -> None:
        self.program = program
        self.profile = profile
        self.dumping = bool(config.dump_passes) and config.dump_passes != "NONE"
        self.dumps: dict[str, str] = {}
        verify(program, "front")
        self.dump("frontend")

    def run(self, passes: Iterable[pipeline.Pass]) -> Program:
        for step in passes:
            with self.profile.stage(step.name):
                self.program = step.run(self.program)
                verify(self.program, step.stage)
            self.dump(f"after_{step.name}")
        return self.program

    def dump(self, name: str) -> None:
        if self.dumping:
            self.dumps[f"passes_dump/{len(self.dumps):02d}_{name}.py"] = print_program(self.program)


def _returned_parameters(program: Program) -> list[str]:
    """Names of the parameters that the entry returns."""
    entry = program.entry_function
    names = {p.var: p.name for p in entry.params}
    last: Stmt | None = entry.body[-1] if entry.body else None
    if not isinstance(last, Return):
        return []
    return [names[v] for v in last.values if isinstance(v, Var) and v in names]
