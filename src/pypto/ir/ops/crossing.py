# SPDX-License-Identifier: Apache-2.0
"""Crossings that a kernel names: a product goes to the two vector cores, what they hold is joined for the cube core.

    for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
        half = pl.aiv_shard(c)                  split and lane are those of the loop
        joined = pl.aic_gather(half)
    half = pl.aiv_shard(c, split=1)             outside of such loops, of a tile

The first core gets the first half, of an odd number one more; each part is valid where the whole is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from pypto.ir import arith
from pypto.ir.nodes import Call, Dim, Expr, TensorType, TileType, Type, format_dims
from pypto.ir.ops import scalar as numbers
from pypto.ir.ops.pipe import axis_of, check_stride
from pypto.ir.ops.rules import tile_layout, value_type
from pypto.ir.ops.table import Bound, Infer, Op, OpError, Param, Trait, op, operand, static


def _crossing(bound: Bound, most: int) -> tuple[TensorType | TileType, int | None]:
    """The operand, and the axis along which the two vector cores hold parts of it."""
    x = value_type(bound, "input")
    if len(x.shape) != 2:
        raise OpError(f"two axes are expected, found {format_dims(x.shape)}", code="rank")
    split = bound.get("split")
    if isinstance(split, bool) or not isinstance(split, int) or not 0 <= split <= most:
        raise OpError(
            f"split is a number from 0 to {most}, found {split!r}",
            "0 all of it, 1 parts of the rows, 2 parts of the columns"
            + ("; 3 and 4 the same of an odd number that is valid" if most > 2 else ""),
            "split-aiv",
        )
    return x, axis_of(split)


def left(valid: Dim, lane: Expr, part: int) -> Dim:
    """What of `valid` rows or columns lies in a lane's part."""
    mine = arith.sub(valid, arith.mul(lane, part))
    return arith.minimum(arith.maximum(mine, 0), part)


def on_lane(dim: Dim, lane: Expr | None, number: int) -> Dim:
    """The value of an extent on one of the two vector cores."""
    if lane is not None and arith.key(dim) == arith.key(lane):
        return number
    if not isinstance(dim, Call):
        return dim
    make: Callable[[Dim, Dim], Dim] | None = {
        numbers.ADD: arith.add,
        numbers.SUB: arith.sub,
        numbers.MUL: arith.mul,
        numbers.MIN: arith.minimum,
        numbers.MAX: arith.maximum,
    }.get(dim.op)
    if make is None or len(dim.args) != 2:
        return dim
    a, b = (on_lane(arg, lane, number) for arg in dim.args if arg is not None)
    return make(a, b)


def _with(values: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    return (*values[:at], value, *values[at + 1 :])


def part_of(x: TensorType | TileType, split: int, stride: int | None) -> int | None:
    """How many rows or columns a vector core gets: of an odd number the first one gets one more."""
    axis = axis_of(split)
    if axis is None:
        return None
    whole = x.valid_shape[axis] if split > 2 else x.shape[axis]
    size, box = arith.as_int(whole), arith.as_int(x.shape[axis])
    word = ("rows", "columns")[axis]
    if size is None or box is None:
        raise OpError(
            f"{x} has a number of {word} that is known at run time only", f"split={axis + 1}", "split"
        )
    if split > 2 and size % 2 == 0:
        raise OpError(
            f"split={split} divides an odd number of valid {word}, {x} has {size}",
            f"split={axis + 1}",
            "split",
        )
    part = -(-size // 2) if stride is None else stride
    if stride is not None and not (size <= 2 * stride and stride <= box):
        raise OpError(
            f"lane_stride={stride} does not divide {size} {word} in two",
            f"a number from {-(-size // 2)} to {box}",
            "split",
        )
    return part


def _shard(bound: Bound) -> Type:
    x, axis = _crossing(bound, 4)
    check_stride(bound, bound["split"], "split")
    part = part_of(x, bound["split"], bound["lane_stride"])
    made = x
    if axis is not None and part is not None:
        valid = None
        if x.valid is not None or 2 * part != arith.as_int(x.shape[axis]):
            valid = _with(x.valid_shape, axis, left(x.valid_shape[axis], bound["lane"], part))
        made = replace(x, shape=_with(x.shape, axis, part), valid=valid)
    if isinstance(made, TileType):
        if made.space != "Acc":
            raise OpError(f"{x} is not in Acc", "a product is what crosses to the vector cores", "split")
        return replace(
            made, space="Vec", blayout=tile_layout(made.shape), slayout="none_box", fractal=512, pad=0
        )
    return made


def _joined(
    x: TensorType | TileType, axis: int, stride: int | None, lane: Expr | None
) -> tuple[Dim, Dim] | None:
    """What is valid of the two parts, the second one beginning `stride` behind the first."""
    part = arith.as_int(x.shape[axis])
    assert part is not None
    step, across = part if stride is None else stride, 1 - axis
    first, second = (tuple(on_lane(d, lane, n) for d in x.valid_shape) for n in (0, 1))
    total: Dim | None = None
    if (arith.as_int(first[axis]) or 0) >= step:
        total = arith.add(step, second[axis])
    elif step == part and lane is not None:
        whole = _divided(x.valid_shape[axis], lane, part)
        total = None if whole is None else arith.minimum(arith.maximum(whole, 0), 2 * part)
    if total is None or not arith.same(first[across], second[across]):
        raise OpError(f"{x} is valid in part", "pl.fillpad it before it is joined", "split")
    return _unless_whole(_with(first, axis, total), _with(x.shape, axis, 2 * part))


def _divided(valid: Dim, lane: Expr, part: int) -> Dim | None:
    """The extent that was divided where the parts of it are as pl.aiv_shard leaves them: nothing behind a gap."""
    bounded = valid.args[0] if isinstance(valid, Call) and valid.op is numbers.MIN else None
    mine = bounded.args[0] if isinstance(bounded, Call) and bounded.op is numbers.MAX else None
    whole = None if mine is None else on_lane(mine, lane, 0)
    return whole if whole is not None and arith.same(left(whole, lane, part), valid) else None


def _unless_whole(valid: Sequence[Dim], shape: Sequence[Dim]) -> tuple[Dim, Dim] | None:
    rows, columns = valid
    return None if all(map(arith.same, valid, shape)) else (rows, columns)


def _gather(bound: Bound) -> Type:
    x, axis = _crossing(bound, 2)
    check_stride(bound, bound["split"], "split")
    made = x
    if axis is not None:
        size = arith.as_int(x.shape[axis])
        assert size is not None
        stride = bound["lane_stride"]
        if stride is not None and stride > size:
            raise OpError(
                f"lane_stride={stride} leaves a gap between parts of {size} {('rows', 'columns')[axis]}",
                f"a number from 1 to {size}",
                "split",
            )
        joined = _joined(x, axis, stride, bound["lane"])
        made = replace(x, shape=_with(x.shape, axis, 2 * size), valid=joined)
    elif x.valid is not None:  # as the first core has it
        valid = tuple(on_lane(d, bound["lane"], 0) for d in x.valid)
        made = replace(x, valid=_unless_whole(valid, x.shape))
    if isinstance(made, TileType):
        if made.space != "Vec":
            raise OpError(f"{x} is not in Vec", "a vector value is what crosses to the cube core", "split")
        return replace(made, space="Mat", blayout="col_major", slayout="row_major", fractal=512, pad=0)
    return made


def _named(name: str, doc: str, infer: Infer) -> Op:
    params = [
        operand("input", "x", "tile"),
        static("split", None),
        static("lane_stride", None),
        Param("lane", "scalar", None, internal=True),
    ]
    return op(
        name, doc=doc, params=params, infer=infer, traits={Trait.MTE}, positional=1, namespaces=("pl", "tile")
    )


AIV_SHARD = _named(
    "aiv_shard",
    "A product as the vector cores get it: a part each of its rows or columns, or with SplitMode.NONE all of it.",
    _shard,
)
AIC_GATHER = _named(
    "aic_gather",
    "What the two vector cores hold, joined as an operand of products; with SplitMode.NONE that of the first one.",
    _gather,
)

NAMED = (AIV_SHARD, AIC_GATHER)
