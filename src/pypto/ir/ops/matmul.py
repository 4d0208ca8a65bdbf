# SPDX-License-Identifier: Apache-2.0
"""Matrix multiplication on the cube core: FP32 or INT32 accumulation, whole products."""

from __future__ import annotations

from typing import Any

from pypto.ir import arith
from pypto.ir.dtypes import BF16, BOOL, FP16, FP32, INT8, INT32, DType
from pypto.ir.nodes import ScalarType, TensorType, TileType, Type, format_dim, format_dims
from pypto.ir.ops.rules import ValueType, same_level, value_type
from pypto.ir.ops.table import Bound, OpError, Param, Reject, Sample, Trait, op, operand, scalar, static

OPERANDS: tuple[DType, ...] = (FP16, BF16, FP32, INT8)


def accumulator(dtype: DType) -> DType:
    return INT32 if dtype is INT8 else FP32


def _matrix(x: ValueType, transposed: bool, name: str) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """Shape and valid shape of an operand as the product sees it."""
    if len(x.shape) != 2:
        raise OpError(
            f"`{name}` must have two axes, found {format_dims(x.shape)}",
            "reshape a vector to [1, K] or [K, 1]; loop over batches",
            "rank",
        )
    shape, valid = (x.shape[0], x.shape[1]), (x.valid_shape[0], x.valid_shape[1])
    return (shape[::-1], valid[::-1]) if transposed else (shape, valid)


def _product(bound: Bound, lhs_name: str = "lhs", rhs_name: str = "rhs") -> tuple[Any, Any, DType]:
    a, b = value_type(bound, lhs_name), value_type(bound, rhs_name)
    same_level(a, b)
    if a.dtype is not b.dtype or a.dtype not in OPERANDS:
        names = ", ".join(f"{d}" for d in OPERANDS)
        raise OpError(
            f"operands are {a.dtype} and {b.dtype}", f"both must be one of {names}", "dtype-mismatch"
        )
    (m, ka), (vm, vka) = _matrix(a, bool(bound.get("a_trans")), lhs_name)
    (kb, n), (vkb, vn) = _matrix(b, bool(bound.get("b_trans")), rhs_name)
    if not arith.same(ka, kb):
        raise OpError(
            f"shapes do not match: {format_dims((m, ka))} times {format_dims((kb, n))}",
            "the inner extents must be equal; b_trans=True takes the right operand as [N, K]",
            "shape-mismatch",
        )
    short = arith.as_int(arith.sub(vka, vkb))
    if short is not None and short > 0:
        raise OpError(
            f"the right operand has {format_dim(vkb)} valid rows, the left {format_dim(vka)} valid columns",
            code="valid-shape",
        )
    return (m, n), (vm, vn), accumulator(a.dtype)


def _result(like: ValueType, shape: Any, valid: Any, dtype: DType) -> Type:
    kept = None if all(arith.same(v, s) for v, s in zip(valid, shape, strict=True)) else tuple(valid)
    if isinstance(like, TensorType):
        return TensorType(tuple(shape), dtype, valid=kept, local=True)
    rows, cols = (arith.as_int(d) for d in shape)
    assert rows is not None and cols is not None
    return TileType((rows, cols), dtype, "Acc", kept, "col_major", "row_major", 1024)


def _matmul(bound: Bound) -> Type:
    shape, valid, acc = _product(bound)
    out = bound.get("out_dtype")
    if out is not None and out is not acc:
        if not (acc is FP32 and out in (FP16, BF16)):
            raise OpError(
                f"out_dtype {out} cannot be made from the {acc} accumulator", f"use pl.{acc}", "dtype-support"
            )
        raise OpError(
            f"the product is accumulated in {acc}",
            f"pass out_dtype=pl.{acc}; storing it into a {out} tensor rounds once",
            "dtype-support",
        )
    return _result(value_type(bound, "lhs"), shape, valid, acc)


def _trans(x: Any, flag: bool) -> Any:
    return x.swapaxes(-1, -2) if flag else x


def product(a: Any, b: Any, a_trans: bool = False, b_trans: bool = False) -> Any:
    """The whole product: exact in INT32 (wrapping), FP32 products summed in float64 and rounded once."""
    import numpy as np

    a, b = _trans(a, a_trans), _trans(b, b_trans)
    if a.dtype.kind in "iu":
        return (a.astype(np.int64) @ b.astype(np.int64)).astype(np.int32)
    with np.errstate(all="ignore"):
        return (a.astype(np.float64) @ b.astype(np.float64)).astype(np.float32)


MATMUL = op(
    "matmul",
    doc="Matrix product, accumulated in FP32 (INT32 for INT8 operands).",
    params=[
        operand("lhs"),
        operand("rhs"),
        Param("out_dtype", "dtype", None),
        static("a_trans", False),
        static("b_trans", False),
        static("c_matrix_nz", False),
    ],
    infer=_matmul,
    traits={Trait.PURE, Trait.CUBE},
    reference=lambda a, b, *, a_trans=False, b_trans=False, **_: product(a, b, a_trans, b_trans),
    pto="tmatmul",
    samples=(
        Sample(((32, 64), (64, 48)), dtype="BF16", low=-1, high=1),
        Sample(((32, 64), (64, 32)), dtype="INT8", low=-100, high=100),
        Sample(((32, 32), (32, 32)), dtype="FP32", low=-1, high=1),
    ),
    rejects=(
        Reject(((16, 32), (16, 32)), "shapes"),
        Reject(((16, 16), (16, 16)), "operands", ("FP32", "FP16")),
    ),
)


def _matmul_acc(bound: Bound) -> Type:
    acc = value_type(bound, "acc")
    shape, valid, dtype = _product(bound)
    if acc.dtype is not dtype:
        raise OpError(f"the accumulator is {acc.dtype}", f"it must be {dtype}", "dtype-mismatch")
    if len(acc.shape) != 2 or not all(arith.same(a, b) for a, b in zip(acc.shape, shape, strict=True)):
        raise OpError(
            f"shapes do not match: accumulator {format_dims(acc.shape)}, product {format_dims(shape)}",
            code="shape-mismatch",
        )
    init = bound.get("init_cond")
    if init is not None and not (isinstance(init.type, ScalarType) and init.type.dtype is BOOL):
        raise OpError(
            "init_cond must be a condition",
            "write a comparison, such as init_cond=(k == 0)",
            code="condition",
        )
    return _result(acc, shape, valid, dtype)


def _acc_reference(
    acc: Any, a: Any, b: Any, init_cond: Any = None, *, a_trans: bool = False, b_trans: bool = False
) -> Any:
    import numpy as np

    if init_cond:
        return product(a, b, a_trans, b_trans)
    if acc.dtype.kind in "iu":
        return (acc.astype(np.int64) + product(a, b, a_trans, b_trans)).astype(np.int32)
    with np.errstate(all="ignore"):  # a signalling NaN turns quiet
        wide = _trans(a, a_trans).astype(np.float64) @ _trans(b, b_trans).astype(np.float64)
        return (acc.astype(np.float64) + wide).astype(np.float32)


MATMUL_ACC = op(
    "matmul_acc",
    doc="acc + lhs times rhs; where init_cond holds, acc is overwritten and its old content is not read.",
    params=[
        operand("acc"),
        operand("lhs"),
        operand("rhs"),
        static("a_trans", False),
        static("b_trans", False),
        scalar("init_cond", default=None),
    ],
    infer=_matmul_acc,
    traits={Trait.PURE, Trait.CUBE, Trait.IN_PLACE},
    reference=_acc_reference,
    pto="tmatmul.acc",
    samples=(Sample(((32, 48), (32, 64), (64, 48)), dtype="FP32", low=-1, high=1),),
    rejects=(Reject(((16, 16), (16, 32), (16, 32)), "shapes"),),
)
