# SPDX-License-Identifier: Apache-2.0
"""Arguments of a function whose parameter says how much of a tensor holds data, or what the rest reads as.

    x: pl.Tensor[[16, 64], pl.FP32, pl.TensorView(valid_shape=[8, 64], layout=pl.TensorLayout.ND)]

A whole tensor is given as its part, before the call: `pl.slice(x, [16, 64], [0, 0], valid_shape=[8, 64])`.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pypto.frontend import constructs as c
from pypto.frontend.parameters import Declaration
from pypto.frontend.source import KernelSource
from pypto.frontend.state import Value
from pypto.frontend.values import is_global
from pypto.ir import arith
from pypto.ir.enums import PadValue
from pypto.ir.nodes import Dim, TensorType, Var, format_dims
from pypto.ir.ops import memory

if TYPE_CHECKING:
    from pypto.frontend.helpers import Helpers


def narrowed(
    caller: Helpers, child: Helpers, kernel: KernelSource, declaration: Declaration, node: ast.expr
) -> Value:
    """The value of a parameter as its view says: the argument, or a part of it."""
    value, view = child.env[declaration.name], declaration.view
    if not isinstance(value, Var) or not is_global(value) or declaration.direction == "out":
        return value
    type_ = value.type
    assert isinstance(type_, TensorType)
    valid = type_.valid_shape if view.valid is None else tuple(_extent(child, d, node) for d in view.valid)
    same = all(arith.same(a, b) for a, b in zip(valid, type_.valid_shape, strict=True))
    whole = all(arith.same(a, b) for a, b in zip(valid, type_.shape, strict=True))
    if same and (whole or view.pad in (None, type_.pad)):
        return value
    pad = type_.pad if view.pad is None else view.pad
    said = f"valid {format_dims(valid)}" + (
        f" and the padding {pad.name}" if pad is not PadValue.null else ""
    )
    if caller.region is not None or declaration.direction == "inout":
        caller.type_error(
            f"parameter `{declaration.name}` of {kernel.name} is {said}, the argument is {type_}",
            node,
            f"outside of the region: v = pl.slice({caller.quote(node)}, {format_dims(type_.shape)}, "
            f"{[0] * type_.rank}, valid_shape={format_dims(valid)}, pad_value=pl.PadValue.{pad.name})"
            if declaration.direction == "in"
            else "take the pl.TensorView away: what is written is not narrowed",
            code="argument-mismatch",
        )
    bound = {
        "input": value,
        "shape": type_.shape,
        "offset": (0,) * type_.rank,
        "valid_shape": valid,
        "drop_dims": None,
        "pad_value": view.pad,
        "clamp": False,
    }
    made = caller.apply(memory.SLICE, bound, {"input": node}, "pl.slice", node)
    return made if isinstance(made, Var) else caller.temporary(made, caller.span(node))


def _extent(child: Helpers, extent: int | c.DynamicDim, node: ast.expr) -> Dim:
    """A valid extent of the parameter in terms of the call."""
    return child.symbol(extent, node) if isinstance(extent, c.DynamicDim) else extent
