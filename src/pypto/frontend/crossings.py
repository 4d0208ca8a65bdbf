# SPDX-License-Identifier: Apache-2.0
"""Operations of pipes as a kernel writes them: the type of a popped tile, the name of the other function.

t: pl.Tile[[16, 64], pl.FP32] = pl.tpop_from_aic(split=1)      shape and element type stand in the annotation
pl.import_peer_buffer(name="c2v", peer_func=self.vector)       "vector", self.vector or vector
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from pypto.errors import Span
from pypto.frontend import constructs as c
from pypto.frontend.annotations import tile_extras
from pypto.frontend.source import KernelFunction
from pypto.frontend.state import describe
from pypto.ir import arith
from pypto.ir.dtypes import INDEX
from pypto.ir.nodes import Call, ScalarType
from pypto.ir.ops.system import GET_SUBBLOCK_IDX

if TYPE_CHECKING:
    from pypto.frontend.binding import Binding


def take_annotation(
    body: Binding,
    bound: dict[str, Any],
    nodes: dict[str, ast.expr],
    spelling: str,
    annotation: Any,
    span: Span,
) -> None:
    """Fills in what the annotation of the target says of a popped tile."""
    if "valid_shape" in nodes:
        body.invalid(
            f"{spelling} has no parameter `valid_shape`",
            nodes["valid_shape"],
            "t: pl.Tile[[16, 64], pl.FP32, pl.TileView(valid_shape=[n, 64])] = ...",
            code="argument-list",
        )
    target, node = annotation or (None, None)
    if isinstance(target, c.TileAnnotation):
        assert node is not None
        _annotated(body, bound, target, node)
    split, shape = bound["split"], bound["shape"]
    if split not in (3, 4) or bound["lane_stride"] is not None or bound["valid_shape"] is not None:
        return
    if shape is not None and len(shape) == 2:  # the second half of an odd number is one shorter
        lane = Call(GET_SUBBLOCK_IDX, (), {}, ScalarType(INDEX), span)
        number = body.temporary(lane, span)
        valid = list(shape)
        valid[split - 3] = arith.sub(shape[split - 3], number)
        bound["valid_shape"] = tuple(valid)


def _annotated(body: Binding, bound: dict[str, Any], target: c.TileAnnotation, node: ast.expr) -> None:
    if bound["shape"] is None and isinstance(target.shape, tuple | list):
        bound["shape"] = tuple(body.dim(d, node) for d in target.shape)
    if bound["dtype"] is None:
        bound["dtype"] = target.dtype
    view = tile_extras(target, body.refusing("the tile", node)).view
    valid = None if view is None else view.keywords.get("valid_shape")
    if valid is not None and bound["shape"] is not None and len(valid) == len(bound["shape"]):
        extents = tuple(body.dim(d, node) for d in valid)
        if extents != tuple(bound["shape"]):
            bound["valid_shape"] = extents


def peer_name(body: Binding, node: ast.expr) -> str:
    """The function that an argument names."""
    if body.is_method(node):
        assert isinstance(node, ast.Attribute)
        return node.attr
    value = body.expr(node)
    if isinstance(value, str):
        return value
    if isinstance(value, KernelFunction):
        return value.source.name
    body.type_error(
        f"`peer_func` names the other function of the group, `{body.quote(node)}` is {describe(value)}",
        node,
        'peer_func="vector", or peer_func=self.vector',
        code="argument-type",
    )
