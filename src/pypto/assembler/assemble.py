# SPDX-License-Identifier: Apache-2.0
"""Module -> the `.cpp` text of each of its functions.

    // header comment
    #include "pto/kernel.hpp"
    // --- ptoas-generated code ---
    ... everything that is made from the .pto text ...
    // --- Kernel entry point ---
    extern "C" PTO_EXPORT void <function>_entry(...)

What stands between the two marks belongs to the assembler; `splice` replaces it and keeps the rest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pypto.assembler.context import Locations
from pypto.assembler.function import BLOCK_PARAMS, FunctionWriter
from pypto.assembler.nodes import Module
from pypto.assembler.pipes import Pipes
from pypto.assembler.place import place
from pypto.assembler.verify import verify
from pypto.errors import BuildFolderError
from pypto.platforms import PLATFORMS

BEGIN = "// --- ptoas-generated code ---"
END = "// --- Kernel entry point ---"


@dataclass(frozen=True)
class AssembledKernel:
    """`generated_text` is what stands between the marks of `cpp_text`."""

    name: str
    core: str  # "aiv" or "aic"
    cpp_text: str
    generated_text: str


def assemble(module: Module, *, fuse: bool = True) -> dict[str, AssembledKernel]:
    """C++ for each function; `fuse=False` gives one instruction per line and the same results."""
    verify(module)
    chip = PLATFORMS[module.arch]
    pipes = Pipes(module, chip)
    kernels = {}
    for function in module.functions:
        writer = FunctionWriter(module, function, place(module, function, chip, pipes), fuse, pipes)
        generated = _generated(writer)
        text = f"{_head(writer)}{BEGIN}\n{generated}{END}\n{_entry(writer)}"
        kernels[function.name] = AssembledKernel(function.name, function.core, text, generated)
    return kernels


def _head(writer: FunctionWriter) -> str:
    core = {"aiv": "vector", "aic": "cube"}[writer.function.core]
    return (
        f"// Kernel {writer.function.name} for a {core} core ({writer.module.arch}).\n"
        f"// The text between the two marks below is made from the .pto file; it is replaced when that file changes.\n"
        f'#include "pto/kernel.hpp"\n\n'
    )


def _signature(writer: FunctionWriter) -> str:
    params = ", ".join(f"{type} {name}" for type, name, _ in writer.params)
    return f"static void {writer.function.name}_body(pto_core* core, {params})"


def _generated(writer: FunctionWriter) -> str:
    parts = ["using namespace pto;\n"]
    parts += [text + "\n" for text in writer.definitions.values()]
    parts.append("\n".join([_signature(writer) + " {", *writer.text, "}"]) + "\n")
    parts.append(_locations(writer.function.name, writer.locations))
    return "\n".join(parts)


def _locations(name: str, locations: Locations) -> str:
    rows = []
    for loc in locations.entries:
        file = loc.file.replace("\\", "\\\\").replace('"', '\\"')
        rows.append(f'    {{"{file}", {loc.line}, {loc.column}}},')
    return "\n".join(
        [
            f'extern "C" PTO_EXPORT const pto_location {name}_locations[] = {{',
            *rows,
            "};",
            f'extern "C" PTO_EXPORT const int32_t {name}_location_count = {len(rows)};',
            "",
        ]
    )


def _entry(writer: FunctionWriter) -> str:
    name = writer.function.name
    arguments = ", ".join(["core", *(how for _, _, how in writer.params)])
    return (
        f'extern "C" PTO_EXPORT void {name}_entry(pto_core* core, const uint64_t* slots, int32_t block_idx,\n'
        f"    int32_t block_num, int32_t lane) {{\n"
        f"    {name}_body({arguments});\n"
        f"}}\n"
    )


def splice(old_cpp: str, generated: str) -> str:
    """The old text with everything between the two marks replaced."""
    head, _, tail = _parts(old_cpp)
    newline = (
        "\r\n" if head.endswith("\r\n") or "\r\n" in old_cpp[len(head) : len(head) + len(BEGIN) + 2] else "\n"
    )
    return f"{head}{BEGIN}{newline}{generated}{END}{tail}"


def generated_part(cpp: str) -> str:
    """The text between the two marks."""
    return _parts(cpp)[1]


def parameters(generated: str) -> list[str] | None:
    """What a kernel's C++ takes, in order: types, and the names of what the launch provides."""
    found = re.search(r"^static void \w+_body\(pto_core\* core(?:, )?(.*)\) \{$", generated, re.MULTILINE)
    if found is None:
        return None
    pairs = [text.rpartition(" ") for text in found[1].split(", ") if text]
    return [f"{kind} {name}" if name in BLOCK_PARAMS else kind for kind, _, name in pairs]


def _parts(cpp: str) -> tuple[str, str, str]:
    """What stands before, between and after the marks."""
    for mark in (BEGIN, END):
        if cpp.count(mark) != 1:
            raise BuildFolderError(
                f"the C++ file does not hold the line `{mark}` exactly once",
                help="restore the line, or compile the kernel again",
            )
    head, rest = cpp.split(BEGIN)
    if END not in rest:
        raise BuildFolderError(
            f"in the C++ file the line `{END}` stands before `{BEGIN}`",
            help="restore their order, or compile the kernel again",
        )
    middle, tail = rest.split(END)
    return head, middle.lstrip("\r\n"), tail
