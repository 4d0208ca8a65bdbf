# SPDX-License-Identifier: Apache-2.0
"""Data and calls for the samples of the operation table."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
from ir_builder import call, const

from pypto.ir import nodes as n
from pypto.ir.dtypes import BY_NAME
from pypto.ir.ops.table import Op, Sample


def array_of(sample: Sample, number: int) -> np.ndarray:
    """Uniform data of one operand; `special` puts zeros, infinities and NaN in front."""
    dtype = BY_NAME[sample.dtype_of(number)]
    rng = np.random.default_rng(100 + number)
    shape = sample.shapes[number]
    low, high = sample.ranges[number] if sample.ranges else (sample.low, sample.high)
    if sample.run:
        return sorted_pairs(rng, shape, sample.run)
    data = rng.uniform(low, high, shape)
    if dtype.is_int:
        return rng.integers(int(low), int(high), shape).astype(dtype.numpy())
    if sample.special:
        data.flat[:6] = np.roll([0.0, -0.0, math.inf, -math.inf, math.nan, 1e-42], number)
    return data.astype(dtype.numpy())


def sorted_pairs(rng: np.random.Generator, shape: tuple[int, ...], run: int) -> np.ndarray:
    """Runs of pairs, descending by value; few values, so that many are equal, and any bits beside them."""
    pairs = np.empty(shape, np.float32)
    words = pairs.view(np.uint32)
    words[...] = rng.integers(0, 2**32, shape, dtype=np.uint32)
    for start in range(0, shape[-1], run):
        values = pairs[..., start : start + run : 2]
        values[...] = -np.sort(-rng.integers(-9, 9, values.shape).astype(np.float32), axis=-1)
    return pairs


def ordered(row: Op, arrays: Iterable[Any], numbers: Iterable[Any]) -> list[Any]:
    """Arrays and scalars of a sample where the row's parameters have them."""
    left, right = iter(arrays), iter(numbers)
    found = []
    for param in row.data_params:
        value = next(right, None) if param.kind == "scalar" else next(left, None)
        if value is not None:
            found.append(value)
    return [*found, *left, *right]


def operands_of(row: Op, sample: Sample) -> list[np.ndarray | float | int]:
    return ordered(row, (array_of(sample, i) for i in range(len(sample.shapes))), sample.scalars)


def tensor_var(array: np.ndarray, dtype: str) -> n.Var:
    return n.Var("x", n.TensorType(array.shape, BY_NAME[dtype], local=True))


def typed_call(row: Op, sample: Sample) -> n.Call:
    """The call of a sample as the front end would make it."""
    args = [tensor_var(np.empty(s), sample.dtype_of(i)) for i, s in enumerate(sample.shapes)]
    numbers = [const(v, BY_NAME[sample.dtype]) for v in sample.scalars]
    return call(row, *ordered(row, args, numbers), **sample.attrs)
