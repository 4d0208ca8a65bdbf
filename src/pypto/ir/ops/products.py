# SPDX-License-Identifier: Apache-2.0
"""Products of tiles: with a bias row, of one row, and of stacks of matrices.

acc = pl.matmul_bias(lhs, rhs, bias)        every row of the product plus the row `bias`
acc = pl.gemv(row, rhs)                     one row; it takes a block of 16 rows of the accumulator
acc = pl.batch_matmul(lhs, rhs)             tiles loaded with more than two axes
"""

from __future__ import annotations

from typing import Any

from pypto.ir import arith
from pypto.ir.nodes import Type, format_dims
from pypto.ir.ops.matmul import (
    MATMUL_ACC,
    Product,
    accumulate,
    accumulated,
    check_bias,
    check_tiles,
    multiplied,
    product,
    result,
)
from pypto.ir.ops.mx import MATMUL_MX_ACC, SCALED
from pypto.ir.ops.rules import value_type
from pypto.ir.ops.table import Bound, Op, OpError, Param, Reject, Trait, op, operand, static

PHASES = ("unspecified", "partial", "final")
"""Scheduling hints of the one-row products, without an effect on numbers."""


def _one_row(bound: Bound, made: Product) -> None:
    if arith.as_int(made.shape[0]) != 1:
        raise OpError(
            f"`lhs` is {format_dims(value_type(bound, 'lhs').shape)}, one row [1, K] is expected",
            "use pl.matmul",
            "shape-mismatch",
        )
    phase = bound.get("acc_phase")
    if phase not in PHASES:
        raise OpError(f"acc_phase={phase!r}", f"one of {', '.join(map(repr, PHASES))}", code="operation-form")


def _single(made: Product, name: str) -> None:
    if arith.as_int(arith.product(made.batch)) != 1:
        raise OpError("the tiles hold several matrices", "use pl.batch_matmul(lhs, rhs)", "rank")


def _infer(
    name: str, *, acc: bool = False, bias: bool = False, row: bool = False, batch: bool = False
) -> Any:
    def infer(bound: Bound) -> Type:
        check_tiles(bound, *["acc"] * acc, "lhs", "rhs", *["bias"] * bias)
        made = multiplied(bound)
        if row:
            _one_row(bound, made)
        if not batch:
            _single(made, name)
        elif not made.batch:
            raise OpError(
                "the tiles hold one matrix each",
                "load more than two axes, or use pl.matmul(lhs, rhs)",
                "rank",
            )
        if bias:
            check_bias(bound, made)
        like = value_type(bound, "lhs")
        return accumulated(value_type(bound, "acc"), made) if acc else result(like, made)

    return infer


_REJECT = (Reject(((16, 16), (16, 16), (16, 16)), "must be a tile"),)
_PHASE: tuple[Param, ...] = (static("acc_phase", "unspecified"),)


def _with_bias(a: Any, b: Any, bias: Any, **_: Any) -> Any:
    import numpy as np

    if bias.dtype.kind in "iu":
        return (product(a, b).astype(np.int64) + bias).astype(np.int32)
    with np.errstate(all="ignore"):
        return (a.astype(np.float64) @ b.astype(np.float64) + bias.astype(np.float64)).astype(np.float32)


def _product(name: str, doc: str, params: tuple[str, ...], **rest: Any) -> Op:
    flags = {
        "acc": "acc" in params,
        "bias": "bias" in params,
        "row": name.startswith("gemv"),
        "batch": name.startswith("batch"),
    }
    more = {Trait.IN_PLACE} if flags["acc"] else set()
    return op(
        name,
        doc=doc,
        params=[*map(operand, params), *(_PHASE if flags["row"] else ())],
        infer=_infer(name, **flags),
        traits={Trait.PURE, Trait.CUBE, *more},
        rejects=tuple(
            Reject(r.shapes[: len(params)], r.match, attrs={"acc_phase": "final"} if flags["row"] else {})
            for r in _REJECT
        ),
        **rest,
    )


MATMUL_BIAS = _product(
    "matmul_bias",
    "Product of lhs and rhs, plus the row `bias` in each row; tiles.",
    ("lhs", "rhs", "bias"),
    reference=_with_bias,
    pto="tmatmul.bias",
    namespaces=("pl", "tile"),
)
GEMV = _product(
    "gemv",
    "One row [1, K] times a matrix; the result takes 16 rows, of which the first is valid; tiles.",
    ("lhs", "rhs"),
    reference=lambda a, b, **_: product(a, b),
    pto="tgemv",
    namespaces=("pl", "tile"),
)
GEMV_ACC = _product(
    "gemv_acc",
    "acc + a row [1, K] times a matrix; tiles.",
    ("acc", "lhs", "rhs"),
    reference=lambda acc, a, b, **_: accumulate(acc, a, b),
    pto="tgemv.acc",
    namespaces=("pl", "tile"),
)
GEMV_BIAS = _product(
    "gemv_bias",
    "One row [1, K] times a matrix, plus the row `bias`; tiles.",
    ("lhs", "rhs", "bias"),
    reference=_with_bias,
    pto="tgemv.bias",
    namespaces=("pl", "tile"),
)
BATCH_MATMUL = _product(
    "batch_matmul",
    "The products of two stacks of matrices, leading axes of extent 1 repeated; tiles.",
    ("lhs", "rhs"),
    reference=lambda a, b, **_: product(a, b),
    pto="tmatmul",
    namespaces=("pl", "tile"),
)
BATCH_MATMUL_ACC = _product(
    "batch_matmul_acc",
    "acc + the products of two stacks of matrices; tiles.",
    ("acc", "lhs", "rhs"),
    reference=lambda acc, a, b, **_: accumulate(acc, a, b),
    pto="tmatmul.acc",
    namespaces=("tile",),
)

ACCUMULATING = frozenset({MATMUL_ACC, GEMV_ACC, BATCH_MATMUL_ACC, MATMUL_MX_ACC})
"""Products that add to their first operand."""


def sides(op: Op) -> tuple[int, int]:
    """Where a product has its left and its right operand."""
    left = 1 if op in ACCUMULATING else 0
    return left, left + (2 if op in SCALED else 1)
