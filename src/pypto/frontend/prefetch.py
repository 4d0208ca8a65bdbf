# SPDX-License-Identifier: Apache-2.0
"""`pl.prefetch`: hints that move global memory toward the shared cache.

They change no value, and the caches of this device fill themselves: a call is checked and leaves nothing behind. The
handles exist while the kernel is read only.

ctx = pl.prefetch.make_context()                       session = pl.prefetch.session(ctx)
event = pl.prefetch.async_prefetch(x[0:1, :], ctx)     done = pl.prefetch.wait(event, session)      # True
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from pypto.frontend import constructs as c
from pypto.frontend.subscripts import Subscripts
from pypto.frontend.values import Value, describe, is_array, is_global
from pypto.ir import arith
from pypto.ir.dtypes import BOOL
from pypto.ir.nodes import Const, Dim, ScalarType, TensorType, Var
from pypto.ir.ops.strides import strides_of


@dataclass(frozen=True, eq=False)
class Handle:
    """What a prefetch operation gives: a context, a session or an event."""

    kind: str

    def __repr__(self) -> str:
        return f"a prefetch {self.kind}"


_PARAMETERS: dict[c.Construct, tuple[str, ...]] = {
    c.MAKE_CONTEXT: (),
    c.ASYNC_PREFETCH: ("src", "ctx"),
    c.PREFETCH_SESSION: ("ctx",),
    c.PREFETCH_WAIT: ("event", "session_handle"),
}
_KINDS = {"ctx": "context", "event": "event", "session_handle": "session"}
_RESULTS = {c.MAKE_CONTEXT: "context", c.ASYNC_PREFETCH: "event", c.PREFETCH_SESSION: "session"}


class Prefetches(Subscripts):
    """Checks prefetch operations."""

    def prefetch(self, function: c.Construct, node: ast.Call) -> Value:
        names = _PARAMETERS[function]
        given = dict(zip(names, node.args, strict=False))
        if len(node.args) > len(names):
            self.invalid(
                f"pl.{function.name} takes {len(names)} argument(s), found {len(node.args)}",
                node,
                code="argument-list",
            )
        for keyword in node.keywords:
            if keyword.arg not in names or keyword.arg in given:
                self.invalid(
                    f"pl.{function.name} has no parameter `{keyword.arg}`",
                    keyword,
                    code="argument-list",
                )
            given[keyword.arg] = keyword.value
        for name in names:
            if name not in given:
                self.invalid(f"pl.{function.name} needs `{name}`", node, code="argument-list")
            if name == "src":
                self.prefetched(given[name])
                continue
            value = self.expr(given[name])
            if not isinstance(value, Handle) or value.kind != _KINDS[name]:
                self.invalid(
                    f"`{name}` of pl.{function.name} is a prefetch {_KINDS[name]}, found {describe(value)}",
                    given[name],
                    code="argument-type",
                )
        if function is c.PREFETCH_WAIT:
            return Const(True, ScalarType(BOOL), self.span(node))
        return Handle(_RESULTS[function])

    def prefetched(self, node: ast.expr) -> None:
        """The source is a run of global memory of known length; nothing is loaded for it."""
        part = node if isinstance(node, ast.Subscript) else None
        base: Any = self.expr(part.value if part is not None else node)
        if not isinstance(base, Var) or not is_array(base) or not is_global(base):
            self.invalid(
                f"pl.prefetch.async_prefetch takes a tensor, found {describe(base)}",
                node,
                code="argument-type",
            )
        type_ = base.type
        assert isinstance(type_, TensorType)
        shape: tuple[Dim, ...] = type_.shape
        if part is not None:
            window = self.window(base, part)
            self.check_bounds(base, window, part, range(len(window.shape)))
            shape = window.shape
        extents = [arith.as_int(arith.simplify(d)) for d in shape]
        step = arith.as_int(strides_of(type_)[-1])
        if step != 1:
            self.invalid(
                f"pl.prefetch.async_prefetch moves one run of memory, the elements of `{base.name}` lie apart",
                node,
                "prefetch a row of the tensor that it is a view of",
                code="operation-form",
            )
        if None in extents or any(n != 1 for n in extents[:-1]):
            columns = arith.as_int(type_.shape[-1])
            self.invalid(
                "pl.prefetch.async_prefetch moves one run of memory: a static shape with all axes 1 but the last",
                node,
                f"such as {base.name}[{'0:1, ' * (type_.rank - 1)}0:{columns or 512}]",
                code="operation-form",
            )
