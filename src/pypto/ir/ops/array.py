# SPDX-License-Identifier: Apache-2.0
"""Small arrays: task ids or scalars of orchestration, scalars of a core; indexed at run time.

tids = pl.array.create(4, pl.TASK_ID)      four ids of no task
tids[i] = task                             pl.array.update_element(tids, i, task)
first = tids[0]                            pl.array.get_element(tids, 0)
"""

from __future__ import annotations

from pypto.ir.dtypes import BOOL, TASK_ID, DType
from pypto.ir.nodes import ArrayType, Const, Expr, ScalarType, TaskIdType, TupleType, Type, Var
from pypto.ir.ops.table import Bound, OpError, Param, Trait, op, scalar, static, value

MOST_ELEMENTS = 65536  # of an array: it lies on the stack of the orchestration
MOST_ON_CORE = 64  # each is a scalar of its own there


def _create(bound: Bound) -> Type:
    extent, dtype = bound["extent"], bound["dtype"]
    if bound.region and dtype is TASK_ID:
        raise OpError(
            "task ids belong to orchestration", "create the array before the region", "array-escapes"
        )
    if isinstance(extent, bool) or not isinstance(extent, int) or extent < 1:
        raise OpError(
            f"the extent of an array is a whole number of at least 1, found {extent!r}",
            "pl.array.create(4, pl.INT32)",
            "array-form",
        )
    if extent > MOST_ELEMENTS:
        raise OpError(
            f"an array has at most {MOST_ELEMENTS} elements, found {extent}",
            "use a tensor",
            "array-form",
        )
    if bound.region and extent > MOST_ON_CORE:
        raise OpError(
            f"an array of a region has at most {MOST_ON_CORE} elements, found {extent}",
            "keep the values in one tile, or in a tensor",
            "array-form",
        )
    if not (dtype is TASK_ID or dtype is BOOL or (dtype.is_int and dtype.bits >= 8)):
        raise OpError(
            f"an array cannot hold {dtype}",
            "it holds pl.TASK_ID, pl.BOOL or integers",
            code="array-form",
        )
    return ArrayType(extent, dtype, bound.region)


def _element(bound: Bound) -> tuple[ArrayType, Type]:
    array, index = bound["array"], bound["index"]
    if not isinstance(array, Var) or not isinstance(array.type, ArrayType):
        raise OpError(f"`array` must be an array, found {array.type}", code="operand-kind")
    type_ = array.type
    if bound.region and not type_.local:
        raise OpError(
            f"`{array.name}` belongs to orchestration",
            "read the element before the region: s = a[i]",
            code="array-escapes",
        )
    if not isinstance(index.type, ScalarType) or not index.type.dtype.is_int:
        raise OpError(
            f"the index of an array must be an integer, found {index.type}",
            "such as 2, or a scalar of type INDEX",
            "array-index",
        )
    if isinstance(index, Const) and not 0 <= int(index.value or 0) < type_.extent:
        raise OpError(
            f"index {index.value} is outside an array of {type_.extent} elements",
            f"its indices are 0 to {type_.extent - 1}",
            "array-index",
        )
    return type_, element_type(type_.dtype)


def element_type(dtype: DType) -> Type:
    return TaskIdType() if dtype is TASK_ID else ScalarType(dtype)


def _update(bound: Bound) -> Type:
    type_, wanted = _element(bound)
    given: Expr = bound["value"]
    if given.type != wanted:
        cast = isinstance(given.type, ScalarType) and isinstance(wanted, ScalarType)
        raise OpError(
            f"the array holds {wanted}, the value is {given.type}",
            f"convert it: pl.cast(s, pl.{type_.dtype})" if cast else f"give it a {wanted}",
            code="dtype-mismatch",
        )
    return type_


CREATE = op(
    "create",
    doc="An array of `extent` elements: ids of no task, or zeros.",
    params=[Param("extent", "number"), Param("dtype", "dtype")],
    infer=_create,
    traits={Trait.CONTROL},
    namespaces=("array",),
)
GET_ELEMENT = op(
    "get_element",
    doc="The element at an index.",
    params=[value("array"), scalar("index")],
    infer=lambda bound: _element(bound)[1],
    traits={Trait.CONTROL, Trait.SCALAR},
    namespaces=("array",),
)
UPDATE_ELEMENT = op(
    "update_element",
    doc="Writes the element at an index.",
    params=[value("array"), scalar("index"), value("value")],
    infer=_update,
    traits={Trait.CONTROL, Trait.EFFECT},
    namespaces=("array",),
)
EXPECT_INDEX = op(
    "expect_index",
    doc="Stops the kernel where `index` is none of an array of `extent` elements.",
    params=[scalar("index"), static("extent")],
    infer=lambda bound: TupleType(()),
    traits={Trait.EFFECT, Trait.SYNC},
    namespaces=(),
)
