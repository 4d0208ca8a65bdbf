# SPDX-License-Identifier: Apache-2.0
"""Microscaled products of tiles: each 32 elements along the inner axis share a scale, a power of two.

acc = pl.matmul_mx(lhs, lhs_scale, rhs, rhs_scale)
acc[m, n] = sum over k of  lhs[m, k] * lhs_scale[m, k // 32] * rhs[k, n] * rhs_scale[k // 32, n]

Operands are FP8E4M3FN, scales FP8E8M0, sums FP32. Scales come from tensors of the layouts MX_A_ZZ (left) and MX_B_NN
(right): blocks of 16 x 2 row by row, and of 2 x 16 column by column, one block behind the other in the same order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pypto.ir import arith
from pypto.ir.dtypes import FP8E4M3FN, FP8E8M0, FP32, DType
from pypto.ir.enums import Mem, TensorLayout
from pypto.ir.nodes import TileType, Type, format_dim, format_dims
from pypto.ir.ops.matmul import (
    LONGEST,
    Product,
    accumulated,
    check_bias,
    check_space,
    check_tiles,
    result,
    side,
)
from pypto.ir.ops.rules import space_layout, value_type
from pypto.ir.ops.table import Bound, Op, OpError, Reject, Trait, op, operand

GROUP = 32
"""Elements along the inner axis that share a scale."""
# `samples` stay empty in these rows: the kernels made of samples load plain operands into the vector memory, and scales
# come from tensors of their own layouts, through Mat. Their products are compared in `tests/integration/test_mx.py`.
MULTIPLES: tuple[tuple[str, int], ...] = (("M", 16), ("K", 64), ("N", 32))
TYPES: Mapping[str, frozenset[DType]] = {"a2a3": frozenset(), "a5": frozenset({FP8E4M3FN})}


def _operand(bound: Bound, name: str) -> TileType:
    tile = value_type(bound, name)
    assert isinstance(tile, TileType)
    if tile.dtype is not FP8E4M3FN:
        raise OpError(
            f"`{name}` is {tile.dtype}, a microscaled product multiplies FP8E4M3FN",
            f"{'convert it first' if name == 'lhs' else 'convert it'}: pl.cast(x, pl.FP8E4M3FN) on a vector core",
            "dtype-support",
        )
    check_space(tile, name, "Left" if name == "lhs" else "Right")
    if tile.batch and arith.as_int(arith.product(tile.batch)) != 1:
        raise OpError(f"`{name}` holds several matrices", "load and multiply them one by one", "rank")
    return tile


def _scale(bound: Bound, name: str, shape: tuple[int, int], what: str) -> None:
    """Scales in Mat or in their own space, in the order of their side."""
    tile = value_type(bound, name)
    assert isinstance(tile, TileType)
    left = name == "lhs_scale"
    space, order = (Mem.LeftScale, TensorLayout.MX_A_ZZ) if left else (Mem.RightScale, TensorLayout.MX_B_NN)
    if tile.space not in ("Mat", space.value):
        raise OpError(
            f"`{name}` is in {tile.space}, a product reads it in {space.value}",
            "load it with target_memory=pl.Mem.Mat",
            "memory-space",
        )
    if tile.dtype is not FP8E8M0 or (tile.blayout, tile.slayout, tile.fractal) != space_layout(
        space.value, tile.shape
    ):
        raise OpError(
            f"`{name}` is {tile}, no scales of the layout {order.name}",
            f"load it from a tensor of FP8E8M0 declared with pl.{order.name}",
            "layout",
        )
    if tile.shape != shape:
        raise OpError(
            f"`{name}` is {format_dims(tile.shape)}, {what} {format_dims(shape)} is expected",
            "one scale for each 32 elements along K",
            "shape-mismatch",
        )


def _multiplied(bound: Bound) -> Product:
    """Shapes and validity of a microscaled product, or what is wrong with its operands."""
    a, b = _operand(bound, "lhs"), _operand(bound, "rhs")
    x, y = side(a, False, "lhs"), side(b, False, "rhs", right=True)
    (m, k), (kb, n) = a.shape, b.shape
    if k != kb:
        raise OpError(
            f"shapes do not match: {format_dims(a.shape)} times {format_dims(b.shape)}",
            "the inner extents must be equal",
            "shape-mismatch",
        )
    for (letter, multiple), extent in zip(MULTIPLES, (m, k, n), strict=True):
        if extent % multiple:
            raise OpError(
                f"{letter} is {extent}, a microscaled product asks for a multiple of {multiple}",
                f"load {-(-extent // multiple) * multiple} with valid_shape=[...], and scales for all of them",
                "alignment",
            )
        if extent > LONGEST:
            raise OpError(
                f"{letter} is {extent}, the chips multiply at most {LONGEST}",
                "split it: add up pieces with pl.matmul_mx_acc" if letter == "K" else "loop over pieces",
                "bounds",
            )
    if arith.as_int(arith.simplify(x.valid[1])) == 0:
        raise OpError("the inner axis has no valid element", "leave the product out", "valid-shape")
    short = arith.as_int(arith.sub(x.valid[1], y.valid[0]))
    if short is not None and short > 0:
        raise OpError(
            f"the right operand has {format_dim(y.valid[0])} valid rows, the left {format_dim(x.valid[1])} valid columns",
            code="valid-shape",
        )
    _scale(bound, "lhs_scale", (m, k // GROUP), "[M, K / 32],")
    _scale(bound, "rhs_scale", (k // GROUP, n), "[K / 32, N],")
    return Product((), (m, n), (x.valid[0], y.valid[1]), FP32, (True, True))


def _infer(acc: bool = False, bias: bool = False) -> Any:
    def infer(bound: Bound) -> Type:
        check_tiles(
            bound, *["acc"] * acc, "lhs", "lhs_scale", "rhs", "rhs_scale", *["bias"] * bias
        )  # before anything else
        made = _multiplied(bound)
        if bias:
            check_bias(bound, made)
        like = value_type(bound, "lhs")
        return accumulated(value_type(bound, "acc"), made) if acc else result(like, made)

    return infer


def logical(packed: Any, order: TensorLayout) -> Any:
    """Scales by row and column, out of an array of the same shape whose elements lie in the order of a layout."""
    rows, cols = packed.shape
    if order is TensorLayout.MX_A_ZZ:
        blocks, axes = packed.reshape(rows // 16, cols // 2, 16, 2), (0, 2, 1, 3)
    else:
        blocks, axes = packed.reshape(cols // 16, rows // 2, 16, 2), (1, 3, 0, 2)
    return blocks.transpose(axes).reshape(rows, cols)


def scaled(a: Any, a_scale: Any, b: Any, b_scale: Any) -> Any:
    """The product in float64: operands and scales are exact there."""
    import numpy as np

    with np.errstate(all="ignore"):
        left = a.astype(np.float64) * np.repeat(a_scale.astype(np.float64), GROUP, axis=1)[:, : a.shape[1]]
        right = b.astype(np.float64) * np.repeat(b_scale.astype(np.float64), GROUP, axis=0)[: b.shape[0]]
        return left @ right


def _rounded(x: Any) -> Any:
    import numpy as np

    with np.errstate(all="ignore"):
        return x.astype(np.float32)


def _with_acc(acc: Any, *operands: Any, **_: Any) -> Any:
    import numpy as np

    return _rounded(acc.astype(np.float64) + scaled(*operands))


def _with_bias(a: Any, a_scale: Any, b: Any, b_scale: Any, bias: Any, **_: Any) -> Any:
    import numpy as np

    return _rounded(scaled(a, a_scale, b, b_scale) + bias.astype(np.float64))


_REJECT = Reject(((16, 64), (16, 2), (64, 32), (2, 32)), "must be a tile", ("FP8E4M3FN",))
_OPERANDS = ("lhs", "lhs_scale", "rhs", "rhs_scale")


def _product(name: str, doc: str, params: tuple[str, ...], **rest: Any) -> Op:
    return op(
        name,
        doc=doc,
        params=map(operand, params),
        infer=_infer("acc" in params, "bias" in params),
        traits={Trait.PURE, Trait.CUBE, Trait.SCALES, *({Trait.IN_PLACE} if "acc" in params else ())},
        native=TYPES,
        namespaces=("pl", "tile"),
        rejects=(Reject((*_REJECT.shapes, (16, 32))[: len(params)], _REJECT.match, _REJECT.dtypes),),
        **rest,
    )


MATMUL_MX = _product(
    "matmul_mx",
    "Microscaled product of FP8 tiles: each 32 elements along K share a scale; FP32 sums; a5.",
    _OPERANDS,
    reference=lambda *operands, **_: _rounded(scaled(*operands)),
    pto="tmatmul.mx",
)
MATMUL_MX_ACC = _product(
    "matmul_mx_acc",
    "acc + a microscaled product of FP8 tiles; a5.",
    ("acc", *_OPERANDS),
    reference=_with_acc,
    pto="tmatmul.mx.acc",
)
MATMUL_MX_BIAS = _product(
    "matmul_mx_bias",
    "Microscaled product of FP8 tiles, plus the row `bias` in each row; a5.",
    (*_OPERANDS, "bias"),
    reference=_with_bias,
    pto="tmatmul.mx.bias",
)

SCALED = frozenset({MATMUL_MX, MATMUL_MX_ACC, MATMUL_MX_BIAS})
"""Products whose operands each stand before their scales."""

SPACES: tuple[Mem, ...] = (Mem.Left, Mem.LeftScale, Mem.Right, Mem.RightScale)
"""Where a microscaled product reads its operands."""
