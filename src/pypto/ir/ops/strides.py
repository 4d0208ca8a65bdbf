# SPDX-License-Identifier: Apache-2.0
"""Strides of tensors, in elements."""

from __future__ import annotations

from pypto.ir import arith
from pypto.ir.dtypes import FP32
from pypto.ir.nodes import (
    Dim,
    TensorType,
)


def strides_of(type_: TensorType) -> tuple[Dim, ...]:
    """Strides in elements, computed from the shape where the tensor is contiguous."""
    if type_.strides is not None:
        return type_.strides
    out: list[Dim] = []
    step: Dim = 1
    for extent in reversed(type_.shape):
        out.append(step)
        step = arith.mul(step, extent)
    return tuple(reversed(out))


def column_strides(shape: tuple[Dim, ...]) -> tuple[Dim, ...]:
    """Strides in elements of packed matrices whose columns lie one behind the other: the layout DN."""
    *out, second, last = strides_of(TensorType((*shape[:-2], shape[-1], shape[-2]), FP32))
    return (*out, last, second)


def is_contiguous(type_: TensorType) -> bool:
    """Whether the elements of a view lie one after the other, unit axes aside."""
    if type_.strides is None:
        return True
    plain = strides_of(TensorType(type_.shape, type_.dtype))
    return all(
        arith.same(a, b) or arith.as_int(extent) == 1
        for a, b, extent in zip(type_.strides, plain, type_.shape, strict=True)
    )
