# SPDX-License-Identifier: Apache-2.0
"""Matrix multiplication on the cube core: FP32 or INT32 accumulation, whole products.

    matmul          tensors and tiles; vectors and batches of tensors
    matmul_acc      adds to an accumulator, or starts it where `init_cond` holds

The forms of tiles alone (bias rows, vectors, batches) stand in `products.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pypto.ir import arith
from pypto.ir.dtypes import BF16, BOOL, FP16, FP32, INT8, INT32, DType
from pypto.ir.nodes import Call, Const, Dim, ScalarType, TensorType, TileType, Type, format_dim, format_dims
from pypto.ir.ops.rules import ValueType, same_level, value_type
from pypto.ir.ops.table import Bound, OpError, Param, Reject, Sample, Trait, op, operand, scalar, static

OPERANDS: tuple[DType, ...] = (FP16, BF16, FP32, INT8)
LONGEST = 4095
"""The most valid rows, columns or inner elements of one product."""
ACC_ROWS = 16


def accumulator(dtype: DType) -> DType:
    return INT32 if dtype is INT8 else FP32


@dataclass(frozen=True)
class Side:
    """An operand as the product sees it: leading axes, and one matrix of each."""

    batch: tuple[Dim, ...]
    shape: tuple[Dim, Dim]
    valid: tuple[Dim, Dim]
    vector: bool


@dataclass(frozen=True)
class Product:
    """What a product of two operands is."""

    batch: tuple[Dim, ...]
    shape: tuple[Dim, Dim]
    valid: tuple[Dim, Dim]
    dtype: DType
    kept: tuple[bool, bool]  # whether the axes of rows and columns stay in the result


def side(x: ValueType, transposed: bool, name: str, right: bool = False) -> Side:
    """Shape and valid shape of an operand; `transposed` exchanges the axes of its matrices."""
    if isinstance(x, TensorType) and x.rank == 1:
        if transposed:
            raise OpError(f"`{name}` has one axis and cannot be transposed", "leave the flag out", "rank")
        row, held = ((e[0], 1) if right else (1, e[0]) for e in (x.shape, x.valid_shape))
        return Side((), row, held, True)
    batch = x.batch if isinstance(x, TileType) else x.shape[:-2]
    rows = arith.exact_quotient(x.shape[-2], _count(batch)) if isinstance(x, TileType) else x.shape[-2]
    assert rows is not None
    shape, valid = (rows, x.shape[-1]), (x.valid_shape[-2], x.valid_shape[-1])
    narrow = isinstance(x, TensorType) and not all(
        arith.same(a, b) for a, b in zip(x.shape[:-2], x.valid_shape[:-2], strict=True)
    )
    if isinstance(x, TileType) and batch:
        narrow = x.valid is not None and not arith.same(x.valid[0], x.shape[0])
        valid = (rows, valid[1])
    if narrow:
        raise OpError(
            f"`{name}` is {x}: only the matrices of a batch may be valid in part",
            "slice the batch so that all of its matrices hold data",
            "valid-shape",
        )
    return Side(batch, shape[::-1] if transposed else shape, valid[::-1] if transposed else valid, False)


def _one_type(left: DType, right: DType, names: str) -> str:
    """How operands of two types come to have one."""
    of_both = next((d for d in (left, right) if d in OPERANDS), None)
    if of_both is None:
        return f"both must be one of {names}"
    return f"convert one: pl.cast(x, pl.{of_both}); both must be one of {names}"


def _count(batch: tuple[Dim, ...]) -> int:
    number = arith.as_int(arith.product(batch))
    if number is None:
        raise OpError(f"the number of matrices must be static, found {format_dims(batch)}", code="not-static")
    return number


def joined(a: tuple[Dim, ...], b: tuple[Dim, ...]) -> tuple[Dim, ...]:
    """The leading axes of a product: aligned from the right, axes of extent 1 repeat."""
    out: list[Dim] = []
    for number in range(1, max(len(a), len(b)) + 1):
        x = a[-number] if number <= len(a) else 1
        y = b[-number] if number <= len(b) else 1
        if not (arith.same(x, y) or arith.as_int(x) == 1 or arith.as_int(y) == 1):
            raise OpError(
                f"the batches {format_dims(a)} and {format_dims(b)} do not match",
                "leading axes are equal, or 1",
                "shape-mismatch",
            )
        out.insert(0, y if arith.as_int(x) == 1 else x)
    return tuple(out)


def multiplied(bound: Bound, left: str = "lhs", right: str = "rhs") -> Product:
    """Shapes, validity and element type of a product, or what is wrong with its operands."""
    a, b = value_type(bound, left), value_type(bound, right)
    same_level(a, b)
    if a.dtype is not b.dtype or a.dtype not in OPERANDS:
        names = ", ".join(f"{d}" for d in OPERANDS)
        raise OpError(
            f"operands are {a.dtype} and {b.dtype}", _one_type(a.dtype, b.dtype, names), "dtype-mismatch"
        )
    check_space(a, left, "Left")
    check_space(b, right, "Right")
    x = side(a, bool(bound.get("a_trans")), left)
    y = side(b, bool(bound.get("b_trans")), right, right=True)
    (m, ka), (kb, n) = x.shape, y.shape
    (vm, vka), (vkb, vn) = x.valid, y.valid
    if arith.as_int(arith.simplify(vka)) == 0:
        raise OpError(
            "the inner axis has no valid element",
            "the sum of nothing is 0: leave the product out, or write pl.full",
            "valid-shape",
        )
    if not arith.same(ka, kb):
        raise OpError(
            f"shapes do not match: {format_dims((m, ka))} times {format_dims((kb, n))}",
            "the inner extents must be equal; b_trans=True takes the right operand as [N, K]"
            if isinstance(a, TensorType)
            else "the inner extents must be equal; pl.tile.transpose_view exchanges the axes of a tile in Mat",
            "shape-mismatch",
        )
    short = arith.as_int(arith.sub(vka, vkb))
    if short is not None and short > 0:
        raise OpError(
            f"the right operand has {format_dim(vkb)} valid rows, the left {format_dim(vka)} valid columns",
            code="valid-shape",
        )
    for what, extent in (("rows", vm), ("inner elements", vka), ("columns", vn)):
        number = arith.as_int(extent)
        if number is not None and number > LONGEST:
            raise OpError(
                f"{number} {what} in one product, the chips multiply at most {LONGEST}",
                "split it: add up pieces with pl.matmul_acc" if what[0] == "i" else "loop over pieces",
                "bounds",
            )
    return Product(
        joined(x.batch, y.batch), (m, n), (vm, vn), accumulator(a.dtype), (not x.vector, not y.vector)
    )


def check_space(x: ValueType, name: str, space: str) -> None:
    """An operand tile lies where products read it, or where a move can take it from."""
    if isinstance(x, TileType) and x.space not in ("Mat", "Acc", space):
        raise OpError(
            f"`{name}` is in {x.space}, a product reads it in {space}",
            "load it with target_memory=pl.Mem.Mat"
            if x.space == "Vec"
            else f"pl.move(x, target_memory=pl.Mem.{space}) from Mat",
            "memory-space",
        )


def result(like: ValueType, product: Product) -> Type:
    """The type of a product: a tensor, or an accumulator tile; one row takes a whole block of it."""
    if isinstance(like, TensorType):
        keep = [i for i in (0, 1) if product.kept[i]]
        shape = (*product.batch, *(product.shape[i] for i in keep))
        valid = (*product.batch, *(product.valid[i] for i in keep))
        if not shape:
            raise OpError(
                "the product of two vectors has no axes, and values here have at least one",
                "keep one: pl.reshape(x, [1, K]) times pl.reshape(y, [K, 1]), or pl.row_sum(pl.mul(x, y))",
                "unsupported",
            )
        same = all(arith.same(v, s) for v, s in zip(valid, shape, strict=True))
        return TensorType(shape, product.dtype, valid=None if same else valid, local=True)
    m, n = (arith.as_int(d) for d in product.shape)
    assert m is not None and n is not None
    count = _count(product.batch)
    if m == 1 and count == 1:
        return acc_tile(ACC_ROWS, n, product.dtype, (1, product.valid[1]))
    valid_rows = product.valid[0]
    if product.batch:
        if not arith.same(product.valid[0], m) and count > 1:
            raise OpError(
                f"{format_dim(product.valid[0])} of {m} rows are valid in each matrix of the batch",
                "multiply the matrices one by one",
                "valid-shape",
            )
        valid_rows = arith.mul(product.valid[0], count)
    return acc_tile(m * count, n, product.dtype, (valid_rows, product.valid[1]), product.batch)


def acc_tile(
    rows: int, cols: int, dtype: DType, valid: tuple[Dim, Dim], batch: tuple[Dim, ...] = ()
) -> TileType:
    same = arith.same(valid[0], rows) and arith.same(valid[1], cols)
    return TileType(
        (rows, cols), dtype, "Acc", None if same else valid, "col_major", "row_major", 1024, batch=batch
    )


def _matmul(bound: Bound) -> Type:
    product = multiplied(bound)
    like = value_type(bound, "lhs")
    acc = product.dtype
    if isinstance(like, TileType):
        for name in ("a_trans", "b_trans", "c_matrix_nz"):
            if bound.get(name):
                raise OpError(
                    f"`{name}` is for tensors",
                    "with tiles use pl.tile.transpose_view in Mat",
                    code="operation-form",
                )
        if _count(product.batch) > 1:
            raise OpError("the tiles hold several matrices", "use pl.batch_matmul(lhs, rhs)", "rank")
    out = bound.get("out_dtype")
    if out is not None and out is not acc:
        if not (acc is FP32 and out in (FP16, BF16)):
            raise OpError(
                f"out_dtype {out} cannot be made from the {acc} accumulator", f"use pl.{acc}", "dtype-support"
            )
        if isinstance(like, TileType):
            raise OpError(
                f"the product is accumulated in {acc}",
                f"leave out_dtype out; storing it into a {out} tensor rounds once",
                "dtype-support",
            )
        product = replace(product, dtype=out)  # narrowed once, where it leaves the accumulator
    return result(like, product)


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


def _reference(
    a: Any, b: Any, *, a_trans: bool = False, b_trans: bool = False, out_dtype: DType | None = None, **_: Any
) -> Any:
    whole = product(a, b, a_trans, b_trans)
    return whole if out_dtype is None else whole.astype(out_dtype.numpy())


MATMUL = op(
    "matmul",
    doc="Matrix product, accumulated in FP32 (INT32 for INT8 operands); vectors, and batches that broadcast.",
    params=[
        operand("lhs"),
        operand("rhs"),
        Param("out_dtype", "dtype", None, absent="tile"),
        static("a_trans", False, level="tensor"),
        static("b_trans", False, level="tensor"),
        static("c_matrix_nz", False, level="tensor"),
    ],
    infer=_matmul,
    traits={Trait.PURE, Trait.CUBE},
    reference=_reference,
    pto="tmatmul",
    samples=(
        Sample(((32, 64), (64, 48)), dtype="BF16", low=-1, high=1),
        Sample(((32, 64), (64, 32)), dtype="INT8", low=-100, high=100),
        Sample(((32, 32), (32, 32)), dtype="FP32", low=-1, high=1),
        Sample(((32, 48), (64, 32)), dtype="FP16", low=-1, high=1, attrs={"a_trans": True, "b_trans": True}),
        Sample(((64,), (64, 48)), dtype="BF16", low=-1, high=1),
        Sample(((48, 64), (64,)), dtype="FP32", low=-1, high=1),
        Sample(((2, 16, 64), (2, 64, 32)), dtype="FP16", low=-1, high=1),
        Sample(((32, 64), (64, 32)), dtype="BF16", low=-1, high=1, attrs={"out_dtype": BF16}),
        Sample(((3, 32, 64), (1, 32, 64)), dtype="INT8", low=-100, high=100, attrs={"b_trans": True}),
    ),
    rejects=(
        Reject(((16, 32), (16, 32)), "shapes"),
        Reject(((16, 16), (16, 16)), "operands", ("FP32", "FP16")),
        Reject(((16,), (16,)), "no axes"),
        Reject(((16,), (16, 16)), "transposed", attrs={"a_trans": True}),
        Reject(((2, 16, 16), (3, 16, 16)), "batches"),
        Reject(((16, 8192), (8192, 16)), "at most 4095"),
        Reject(((16, 16), (16, 16)), "accumulator", attrs={"out_dtype": INT8}),
    ),
)


def is_undeclared(call: Call) -> bool:
    """Whether a product of tensors goes on in the accumulator's type because `out_dtype` does not say another."""
    left = call.args[0] if call.op is MATMUL and call.attrs.get("out_dtype") is None else None
    if left is None or not isinstance(call.type, TensorType) or not isinstance(left.type, TensorType):
        return False
    return call.type.dtype is not left.type.dtype


def _matmul_acc(bound: Bound) -> Type:
    made = multiplied(bound)
    acc = value_type(bound, "acc")
    same_level(acc, value_type(bound, "lhs"))
    check_ranks(bound, "acc", "lhs", "rhs")
    init = bound.get("init_cond")
    if init is not None:
        if not (isinstance(init.type, ScalarType) and init.type.dtype is BOOL):
            raise OpError(
                "init_cond must be a condition",
                "write a comparison, such as init_cond=(k == 0)",
                code="condition",
            )
        if _count(made.batch) > 1:
            raise OpError(
                f"init_cond starts one matrix, the product is a batch of {_count(made.batch)}",
                "peel the first step into pl.matmul",
                "rank",
            )
        rows = arith.as_int(made.shape[0])
        narrow = arith.as_int(made.valid[0]) is None
        if not isinstance(init, Const) and narrow and (rows is None or rows > ACC_ROWS):
            raise OpError(
                f"init_cond with an accumulator of {format_dim(made.shape[0])} rows, of which a number known at run "
                "time only is valid",
                "peel the first step: acc = pl.matmul(a0, b0) before the loop, and pl.matmul_acc without init_cond "
                f"from the second step on; or at most {ACC_ROWS} rows at a time",
                "unsupported",
            )
    if isinstance(acc, TileType):
        for name in ("a_trans", "b_trans"):
            if bound.get(name):
                raise OpError(
                    f"`{name}` is for tensors",
                    "with tiles use pl.tile.transpose_view in Mat",
                    code="operation-form",
                )
        if _count(made.batch) > 1:
            raise OpError(
                "the tiles hold several matrices", "use pl.tile.batch_matmul_acc(acc, lhs, rhs)", "rank"
            )
    return accumulated(acc, made)


def check_ranks(bound: Bound, *names: str) -> None:
    """Operands of an accumulation have two axes at least."""
    for name in names:
        type_ = value_type(bound, name)
        if len(type_.shape) < 2:
            raise OpError(
                f"`{name}` has one axis, found {format_dims(type_.shape)}",
                "reshape it to [1, K], or use pl.matmul",
                "rank",
            )


def check_tiles(bound: Bound, *names: str) -> None:
    """Operands of products that only tiles have."""
    for name in names:
        type_ = value_type(bound, name)
        if not isinstance(type_, TileType):
            raise OpError(
                f"`{name}` must be a tile, found {type_}",
                "load it first: pl.load(x, offsets, shape, target_memory=pl.Mem.Mat)"
                if type_.dtype.bits == 8 and type_.dtype.is_float
                else "with tensors use pl.matmul",
                code="operand-kind",
            )


def check_bias(bound: Bound, made: Product) -> None:
    """The bias is one row of the accumulator's type."""
    bias = value_type(bound, "bias")
    assert isinstance(bias, TileType)
    if bias.dtype is not made.dtype:
        raise OpError(f"the bias is {bias.dtype}", f"it must be {made.dtype}", "dtype-mismatch")
    if bias.space not in ("Mat", "Bias"):
        raise OpError(
            f"the bias is in {bias.space}, a product reads it in Bias",
            "load it with target_memory=pl.Mem.Mat",
            "memory-space",
        )
    if bias.shape[0] != 1 or not arith.same(bias.shape[1], made.shape[1]):
        raise OpError(
            f"the bias is {format_dims(bias.shape)}, a row [1, {format_dim(made.shape[1])}] is expected",
            code="shape-mismatch",
        )
    short = arith.as_int(arith.sub(made.valid[1], bias.valid_shape[1]))
    if short is not None and short > 0:
        raise OpError(
            f"the bias has {format_dim(bias.valid_shape[1])} valid columns, the product {format_dim(made.valid[1])}",
            code="valid-shape",
        )


def accumulated(acc: ValueType, made: Product) -> Type:
    """The type of a sum: that of the product, which the accumulator has to have."""
    if acc.dtype is not made.dtype:
        raise OpError(f"the accumulator is {acc.dtype}", f"it must be {made.dtype}", "dtype-mismatch")
    if isinstance(acc, TileType) and acc.space != "Acc":
        raise OpError(
            f"`acc` is in {acc.space}, an accumulator lies in Acc",
            "start with pl.matmul, or pl.create_tile(shape, dtype, target_memory=pl.Mem.Acc) and init_cond",
            "memory-space",
        )
    type_ = result(acc, made)
    assert isinstance(type_, TensorType | TileType)
    if len(acc.shape) != len(type_.shape) or not all(
        arith.same(a, b) for a, b in zip(acc.shape, type_.shape, strict=True)
    ):
        raise OpError(
            f"shapes do not match: accumulator {format_dims(acc.shape)}, product {format_dims(type_.shape)}",
            code="shape-mismatch",
        )
    return type_


def accumulate(acc: Any, a: Any, b: Any, a_trans: bool = False, b_trans: bool = False) -> Any:
    """acc + a times b, rounded once."""
    import numpy as np

    if acc.dtype.kind in "iu":
        return (acc.astype(np.int64) + product(a, b, a_trans, b_trans)).astype(np.int32)
    with np.errstate(all="ignore"):  # a signalling NaN turns quiet
        wide = _trans(a, a_trans).astype(np.float64) @ _trans(b, b_trans).astype(np.float64)
        return (acc.astype(np.float64) + wide).astype(np.float32)


def _acc_reference(
    acc: Any, a: Any, b: Any, init_cond: Any = None, *, a_trans: bool = False, b_trans: bool = False
) -> Any:
    if init_cond:
        return product(a, b, a_trans, b_trans)
    return accumulate(acc, a, b, a_trans, b_trans)


MATMUL_ACC = op(
    "matmul_acc",
    doc="acc + lhs times rhs; where init_cond holds, acc is overwritten and its old content is not read.",
    params=[
        operand("acc"),
        operand("lhs"),
        operand("rhs"),
        static("a_trans", False, level="tensor"),
        static("b_trans", False, level="tensor"),
        scalar("init_cond", default=None),
    ],
    infer=_matmul_acc,
    traits={Trait.PURE, Trait.CUBE, Trait.IN_PLACE},
    reference=_acc_reference,
    pto="tmatmul.acc",
    samples=(Sample(((32, 48), (32, 64), (64, 48)), dtype="FP32", low=-1, high=1),),
    rejects=(
        Reject(((16, 16), (16, 32), (16, 32)), "shapes"),
        Reject(((16,), (16,), (16, 16)), "one axis"),
    ),
)
