# SPDX-License-Identifier: Apache-2.0
"""The module read from `.pto` text: functions, blocks, operations, values.

    Module -> Function -> Block -> Op, with Values between them

Every operation remembers where it stands in the text (`span`) and the kernel line it came from (`loc`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from pypto.assembler.types import TileType, Type
from pypto.errors import PtoSyntaxError, Span, UserError

WINDOWS = ("pto.subset", "pto.subview")
"""The operations that make a window of a tile."""

VIEWS = (*WINDOWS, "pto.treshape", "pto.bitcast")
"""Those that show bytes of another tile."""


@dataclass(frozen=True)
class Source:
    """The text and its name, for positions and messages."""

    file: str
    text: str

    def error(
        self,
        message: str,
        span: Span,
        *,
        notes: tuple[str, ...] = (),
        help: str | None = None,
        code: str | None = None,
        kind: type[UserError] = PtoSyntaxError,
    ) -> UserError:
        lines = self.text.split("\n")
        line = lines[span.line - 1].rstrip("\r") if span.line <= len(lines) else ""
        return kind(message, span=span, notes=notes, help=help, code=code, text=line)


@dataclass(frozen=True)
class Loc:
    """`loc("kernel.py":12:8)`."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f'loc("{self.file}":{self.line}:{self.column})'


@dataclass(frozen=True)
class Attr:
    """An attribute, kept as its text with one space between words."""

    text: str
    span: Span

    @property
    def word(self) -> str:
        """`RINT` of `#pto<round_mode RINT>`; `vector` of `#pto.kernel_kind<vector>`; else the text."""
        if self.text.startswith("#") and self.text.endswith(">"):
            return self.text[self.text.index("<") + 1 : -1].split(" ")[-1]
        return self.text


@dataclass(eq=False)
class Value:
    """An SSA value or a function parameter."""

    name: str
    type: Type
    span: Span
    owner: Op | None = None

    def __str__(self) -> str:
        return f"%{self.name}"


@dataclass(frozen=True, eq=False)
class Use:
    """One mention of a value."""

    value: Value
    span: Span

    @property
    def type(self) -> Type:
        return self.value.type


@dataclass(eq=False)
class Block:
    args: list[Value] = field(default_factory=list)
    ops: list[Op] = field(default_factory=list)


@dataclass(eq=False)
class Op:
    """One operation. `operands` and `outs` are the two lists of a tile operation; others use `operands`."""

    name: str
    span: Span
    operands: list[Use] = field(default_factory=list)
    outs: list[Use] = field(default_factory=list)
    results: list[Value] = field(default_factory=list)
    ins_attrs: dict[str, Attr] = field(default_factory=dict)
    attrs: dict[str, Attr] = field(default_factory=dict)
    regions: list[Block] = field(default_factory=list)
    loc: Loc | None = None

    @property
    def result(self) -> Value:
        (result,) = self.results
        return result

    @cached_property
    def short(self) -> str:
        """The name without its dialect."""
        return self.name.partition(".")[2]

    def attr(self, name: str) -> Attr | None:
        return self.ins_attrs.get(name) or self.attrs.get(name)

    def tiles(self) -> list[Value]:
        return [u.value for u in self.operands + self.outs if isinstance(u.type, TileType)]

    def walk(self) -> Iterator[Op]:
        yield self
        for region in self.regions:
            for op in region.ops:
                yield from op.walk()


@dataclass(eq=False)
class Function:
    name: str
    span: Span
    params: list[Value]
    body: Block
    attrs: dict[str, Attr]
    loc: Loc | None = None

    @property
    def core(self) -> str:
        return "aic" if self.attrs["pto.kernel_kind"].word == "cube" else "aiv"

    def walk(self) -> Iterator[Op]:
        for op in self.body.ops:
            yield from op.walk()


@dataclass(eq=False)
class Module:
    source: Source
    attrs: dict[str, Attr]
    functions: list[Function]

    @property
    def arch(self) -> str:
        return self.attrs["pto.target_arch"].text.strip('"')
