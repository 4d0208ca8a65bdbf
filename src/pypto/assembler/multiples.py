# SPDX-License-Identifier: Apache-2.0
"""What a run-time number of the text is certainly a multiple of: how a window that moves along lines is aligned."""

from __future__ import annotations

from math import gcd

from pypto.assembler.analysis import constant
from pypto.assembler.nodes import Function, Value

LARGEST = 1 << 16
"""Numbers wrap at powers of two, so only powers of two survive every step; more than this nobody asks for."""


class Multiples:
    """The largest known power of two that divides a value."""

    def __init__(self, function: Function) -> None:
        self.loops = {
            op.regions[0].args[0]: (op.operands[0].value, op.operands[2].value)
            for op in function.walk()
            if op.name == "scf.for"
        }

    def of(self, value: Value) -> int:
        number = constant(value)
        if isinstance(number, int):
            return gcd(number, LARGEST)
        if value in self.loops:
            start, step = self.loops[value]
            return gcd(self.of(start), self.of(step))
        op = value.owner
        if op is None:
            return 1
        parts = [use.value for use in op.operands]
        if op.name == "arith.muli":
            return min(self.of(parts[0]) * self.of(parts[1]), LARGEST)
        if op.name in ("arith.addi", "arith.subi", "arith.minsi", "arith.maxsi"):
            return gcd(self.of(parts[0]), self.of(parts[1]))
        if op.name in ("arith.index_cast", "arith.extsi", "arith.trunci"):
            return self.of(parts[0])
        return 1
