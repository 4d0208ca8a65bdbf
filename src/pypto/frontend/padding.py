# SPDX-License-Identifier: Apache-2.0
"""Warning pad-value: a slice, or the view of a parameter, that says what its padding reads as, and has none.

a = pl.slice(x, [8, 64], [0, 0], pad_value=pl.PadValue.min)                         all of it holds data
a = pl.slice(x, [8, 64], [0, 0], valid_shape=[n, 64], pad_value=pl.PadValue.min)    nothing is said
"""

from __future__ import annotations

from collections.abc import Sequence

from pypto.errors import Diagnostic
from pypto.ir.enums import PadValue
from pypto.ir.nodes import Assign, Call, Param, Stmt, TensorType, walk
from pypto.ir.ops import memory


def useless_padding(statements: Sequence[Stmt], params: Sequence[Param] = ()) -> list[Diagnostic]:
    """One warning for each place of such a slice, and for each such parameter."""
    found: dict[object, Diagnostic] = {}
    help = "leave it out, or say with valid_shape=[...] how much holds data"
    for param in params:
        type_ = param.type
        if isinstance(type_, TensorType) and type_.pad is not PadValue.null and type_.valid is None:
            message = f"pad= of parameter `{param.name}`, which holds data everywhere, does nothing"
            found[param.var] = Diagnostic("pad-value", message, param.var.span, help)
    for stmt in walk(tuple(statements)):
        call = stmt.value if isinstance(stmt, Assign) else None
        if not isinstance(call, Call) or call.op is not memory.SLICE or not isinstance(call.type, TensorType):
            continue
        if call.attrs.get("pad_value") in (None, PadValue.null) or call.type.valid is not None:
            continue
        span = call.span or stmt.span
        message = "pad_value of a slice that holds data everywhere does nothing"
        found.setdefault(span, Diagnostic("pad-value", message, span, help))
    return list(found.values())
