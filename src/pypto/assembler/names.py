# SPDX-License-Identifier: Apache-2.0
"""C++ names for the values of a function: as written in the text where that is possible, and never twice."""

from __future__ import annotations

import re

from pypto.assembler.nodes import Value
from pypto.ir import ops
from pypto.ir.naming import FreeNames

_CPP_WORDS = """
alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl const constexpr const_cast
continue decltype default delete do double dynamic_cast else enum explicit export extern false float for friend goto if
inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
reinterpret_cast return short signed sizeof static static_assert static_cast struct switch template this thread_local
throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t
"""
_OUR_WORDS = (
    "core pto part row col fence f16 bf16 vf vi vu NL Round rounded splat stored value bits lanes slots"
)


def reserved() -> set[str]:
    """Words that a value must not be named after: C++'s own and those that generated text uses."""
    words = set(_CPP_WORDS.split()) | set(_OUR_WORDS.split())
    for row in ops.TABLE.values():
        words |= set(re.findall(r"[A-Za-z_]\w*", row.cpp or ""))
    return words


class Names:
    def __init__(self) -> None:
        self._free = FreeNames(reserved(), first=2)
        self._of: dict[Value, str] = {}

    def fresh(self, wish: str) -> str:
        base = re.sub(r"\W", "_", wish)
        if base[:1].isdigit() or base.startswith("_") or base.lower().startswith("pto_"):
            base = "v" + base
        return self._free.fresh(base)

    def of(self, value: Value) -> str:
        if value not in self._of:
            self._of[value] = self.fresh(value.name)
        return self._of[value]

    def alias(self, value: Value, name: str) -> None:
        """Let a value be known under another one's name or under an expression."""
        self._of[value] = name
