# SPDX-License-Identifier: Apache-2.0
"""What the assembler makes on its way from a unit's text to C++, step by step, to look at.

00_read.pto               the module as it was read, in the canonical layout
01_placed.txt             the bytes of every tile
02_<function>.cpp         one instruction after the other
03_fused_<function>.cpp   chains of element-wise instructions as one loop: what is compiled
"""

from __future__ import annotations

from pypto.assembler.assemble import assemble
from pypto.assembler.nodes import Module
from pypto.assembler.pipes import Pipes
from pypto.assembler.place import place
from pypto.assembler.printer import print_pto
from pypto.assembler.verify import verify
from pypto.platforms import PLATFORMS


def assembler_steps(module: Module) -> dict[str, str]:
    """A text for each step, by file name."""
    verify(module)
    texts = {"00_read.pto": print_pto(module), "01_placed.txt": _placed(module)}
    for fused, name in ((False, "02_{}.cpp"), (True, "03_fused_{}.cpp")):
        made = assemble(module, fuse=fused)
        texts |= {name.format(function): kernel.generated_text for function, kernel in made.items()}
    return texts


def _placed(module: Module) -> str:
    chip = PLATFORMS[module.arch]
    pipes = Pipes(module, chip)
    lines = []
    for function in module.functions:
        placement = place(module, function, chip, pipes)
        lines.append(f"{function.name}:")
        rows = sorted((*placement.range(tile), str(tile)) for tile in placement.address)
        lines += [f"  {space:6} {start:8} .. {end:8}  {tile}" for space, start, end, tile in rows]
    return "\n".join(lines) + "\n"
