# SPDX-License-Identifier: Apache-2.0
"""Matrix products in the interpreter: over the left operand's valid depth, with leading axes that repeat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Any

from pypto.ir.calls import bind
from pypto.ir.nodes import Call, Expr, TensorType, TileType
from pypto.ir.ops import matmul, mx, products
from pypto.ir.ops.table import Op
from pypto.runtime.machine import Machine
from pypto.runtime.values import Local


def matrices(machine: Machine, arg: Expr) -> tuple[Any, tuple[int, ...]]:
    """The data of an operand with its leading axes, and its valid extents."""
    local = machine.local(arg)
    type_ = arg.type
    if not (isinstance(type_, TileType) and type_.batch):
        return local.data, local.valid
    batch = machine.dims(type_.batch)
    data = local.data.reshape(*batch, local.data.shape[0] // prod(batch), local.data.shape[1])
    return data, (*batch, data.shape[-2], local.valid[1])


def multiply(machine: Machine, call: Call) -> Local:
    """A product, with an accumulator or a bias row where the operation has one."""
    bound = bind(call, True)
    a_trans, b_trans = bool(bound.get("a_trans")), bool(bound.get("b_trans"))
    left, held = matrices(machine, bound["lhs"])
    left = left[tuple(slice(0, n) for n in held)]
    right, valid = matrices(machine, bound["rhs"])
    depth = left.shape[-2 if a_trans and left.ndim > 1 else -1]
    if right.ndim == 1:
        right = right[:depth]
    else:
        cols = valid[-2 if b_trans else -1]
        right = right[..., :cols, :depth] if b_trans else right[..., :depth, :cols]
    flags = {"a_trans": a_trans, "b_trans": b_trans} if "a_trans" in bound else {}
    assert call.op.reference is not None and isinstance(call.type, TensorType | TileType)
    if "acc" not in bound:
        bias = [machine.local(bound["bias"]).data[:, : right.shape[-1]]] if "bias" in bound else []
        return _placed(machine, call, call.op.reference(left, right, *bias, **flags))
    init = bound.get("init_cond")
    if init is not None and machine.scalar(init):
        return _placed(machine, call, matmul.product(left, right, a_trans, b_trans))
    acc, _ = matrices(machine, bound["acc"])
    _, valid = machine.extents(call)
    stacked = isinstance(call.type, TileType) and call.type.batch
    acc = acc[..., : valid[1]] if stacked else acc[tuple(slice(0, n) for n in valid)]
    return _placed(machine, call, call.op.reference(acc, left, right, **flags))


def multiply_scaled(machine: Machine, call: Call) -> Local:
    """A microscaled product over the left operand's valid depth."""
    bound = bind(call, True)
    left, rows = machine.local(bound["lhs"]).held, machine.local(bound["rhs"])
    right = rows.data[: left.shape[1], : rows.valid[1]]
    groups = -(-left.shape[1] // mx.GROUP)
    left_scale = machine.local(bound["lhs_scale"]).data[: left.shape[0], :groups]
    right_scale = machine.local(bound["rhs_scale"]).data[:groups, : right.shape[1]]
    operands = [left, left_scale, right, right_scale]
    if "acc" in bound:
        acc = machine.local(bound["acc"]).data[: left.shape[0], : right.shape[1]]
        operands.insert(0, acc)
    if "bias" in bound:
        operands.append(machine.local(bound["bias"]).data[:, : right.shape[1]])
    assert call.op.reference is not None
    return machine.place(call, call.op.reference(*operands))


def _placed(machine: Machine, call: Call, values: Any) -> Local:
    if isinstance(call.type, TileType):
        values = values.reshape(-1, values.shape[-1])
    return machine.place(call, values)


PRODUCTS: Mapping[Op, Callable[[Machine, Call], Local]] = dict.fromkeys(
    (
        matmul.MATMUL,
        matmul.MATMUL_ACC,
        products.MATMUL_BIAS,
        products.GEMV,
        products.GEMV_ACC,
        products.GEMV_BIAS,
        products.BATCH_MATMUL,
        products.BATCH_MATMUL_ACC,
    ),
    multiply,
) | dict.fromkeys(mx.SCALED, multiply_scaled)
