# SPDX-License-Identifier: Apache-2.0
"""The buffers of a consumer's slots get their places: they come first in its memory space."""

from __future__ import annotations

from dataclasses import replace

from pypto.errors import CapacityError, VerifierError
from pypto.ir.nodes import (
    Assign,
    Call,
    Function,
    Stmt,
)
from pypto.ir.ops import pipe
from pypto.ir.visit import Rewriter
from pypto.platforms import Platform


class Slots(Rewriter):
    """The buffers of a consumer's slots come first in its space: `sizes` says how much of it they take."""

    def __init__(self, function: Function, platform: Platform) -> None:
        self.function = function
        self.space = "Vec" if function.kind == "AIV" else "Mat"
        self.platform = platform
        self.sizes: dict[str, int] = {}
        self.taken: list[tuple[str, int, int]] = []  # name, first byte, end

    def run(self) -> Function:
        body = self.block(self.function.body)
        taken = self.sizes.get(self.space, 0)
        limit = self.platform.capacity[self.space]
        if taken > limit:
            raise CapacityError(
                f"the slots of what crosses to `{self.function.name}` take {taken} bytes of {self.space}, "
                f"{limit} are there",
                span=self.function.span,
                help="let smaller tiles cross, or fewer slots: pl.cross_core_slot(slot_num=1), slot_num= of a pipe",
                code="capacity",
            )
        return self.function.with_body(body)

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        new = super().stmt(stmt)
        if not (isinstance(new, Assign) and isinstance(new.value, Call)):
            return new
        call = new.value
        if call.op is not pipe.RESERVE_BUFFER:
            return new
        base, size = call.attrs.get("base", pipe.AUTO), call.attrs["size"]
        taken = self.sizes.get(self.space, 0)
        if base == pipe.AUTO:
            base = taken
        for name, begin, end in self.taken:
            if base < end and begin < base + size:
                raise VerifierError(
                    f'the buffers "{name}" and "{call.attrs["name"]}" of `{self.function.name}` share bytes of '
                    f"{self.space}: {begin} to {end}, and {base} to {base + size}",
                    span=call.span,
                    help="base=pl.AUTO",
                    code="pipe",
                )
        self.taken.append((call.attrs["name"], base, base + size))
        self.sizes[self.space] = max(taken, base + size)
        return replace(new, value=replace(call, attrs={**call.attrs, "base": base}))
