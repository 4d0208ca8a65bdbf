# SPDX-License-Identifier: Apache-2.0
"""Operations of pipes as a kernel writes them: the type of a popped tile, the name of the other function; crossings of
a region that say themselves how they are divided.

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
from pypto.frontend.values import describe
from pypto.ir import arith
from pypto.ir.dtypes import INDEX
from pypto.ir.enums import SplitMode
from pypto.ir.nodes import Call, Expr, ScalarType, TensorType, TileType
from pypto.ir.ops.crossing import AIC_GATHER
from pypto.ir.ops.pipe import axis_of
from pypto.ir.ops.system import GET_SUBBLOCK_IDX
from pypto.ir.visit import vars_in_type

if TYPE_CHECKING:
    from pypto.frontend.binding import Binding
    from pypto.frontend.loops import Loops
    from pypto.ir.ops.table import Op


def take_annotation(
    body: Binding,
    bound: dict[str, Any],
    annotation: Any,
    span: Span,
) -> None:
    """Fills in what the annotation of the target says of a popped tile."""
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


# Crossings of a region, pl.aiv_shard and pl.aic_gather, outside of a loop over the two vector cores

DIVISION = ("split", "mode", "lane_stride", "lane")
"""Keywords that say how a crossing is divided; a loop says it too."""

_LOOP = "for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):"


def check_own_split(body: Loops, spelling: str, node: ast.Call) -> None:
    """A crossing says as a number how it is divided."""
    region = body.region
    given = {item.arg: item.value for item in node.keywords}
    for item in node.keywords:
        if item.arg in ("mode", "lane"):
            body.syntax(
                f"{spelling} has no keyword `{item.arg}`",
                item,
                "split=1 divides the rows, 2 the columns, 0 nothing",
                code="split-aiv",
            )
    if region is None or "split" not in given:
        or_split = "" if region is None else ", or says split="
        body.syntax(
            f"{spelling} stands in a loop over the two vector cores{or_split}", node, _LOOP, code="split-aiv"
        )
    if region.split:
        body.syntax(
            f"a region has pl.split or {spelling}, not both",
            node,
            "leave pl.split out of optimizations=",
            code="split-aiv",
        )
    if region.loops:
        body.refuse_both(node)
    for word in ("split", "lane_stride"):
        if word not in given:
            continue
        value = body.settled(given[word])
        if isinstance(value, bool) or not isinstance(value, int):
            number = f"{word}={value.value}" if isinstance(value, SplitMode) else f"{word}=1"
            body.syntax(
                f"`{word}` of {spelling} is a whole number, found `{body.quote(given[word])}`",
                given[word],
                number,
                code="split-aiv",
            )
    region.crosses = True


def own_lane(
    body: Binding, op: Op, bound: dict[str, Any], nodes: dict[str, ast.expr], spelling: str, node: ast.Call
) -> Expr | None:
    """The number of the vector core, where what is valid on it depends on that."""
    x = bound["input"]
    if isinstance(x, Expr) and isinstance(x.type, TensorType):
        body.type_error(
            f"outside of a loop over the two vector cores {spelling} takes a tile, `{body.quote(nodes['input'])}` is "
            f"{describe(x)}",
            nodes["input"],
            _LOOP,
            code="split-aiv",
        )
    if not isinstance(x, Expr) or not isinstance(x.type, TileType):
        return None
    for var in vars_in_type(x.type):
        if var in body.session.lanes:
            return var
    axis = axis_of(bound["split"])
    parts = axis is not None and (
        bound["lane_stride"] or bound["split"] > 2 or arith.as_int(x.type.shape[axis]) == 1
    )
    if op is AIC_GATHER or not (parts or x.type.valid is not None):
        return None
    return body.define(
        "lane", Call(GET_SUBBLOCK_IDX, (), {}, ScalarType(INDEX), body.span(node)), body.span(node)
    )
