# SPDX-License-Identifier: Apache-2.0
"""`.pto` text -> checked module -> C++ text for the CPU device. Knows nothing of Python kernels.

module = parse_pto(text, "kernel.pto")
verify(module)
assemble(module)["kernel"].cpp_text
"""

from pypto.assembler.assemble import AssembledKernel, assemble, generated_part, parameters, splice
from pypto.assembler.nodes import Module
from pypto.assembler.parser import parse_pto
from pypto.assembler.printer import print_pto
from pypto.assembler.steps import assembler_steps
from pypto.assembler.verify import verify

__all__ = [
    "AssembledKernel",
    "Module",
    "assemble",
    "assembler_steps",
    "generated_part",
    "parameters",
    "parse_pto",
    "print_pto",
    "splice",
    "verify",
]
