# SPDX-License-Identifier: Apache-2.0
"""Every element type that a row of the operation table calls native, and BF16 that a chip computes in FP32, runs natively
and agrees with the interpreter.

The programs follow from the table: per chip and element type, one region for each few rows on the same operands.
"""

from dataclasses import replace

import numpy as np
import pytest
import torch
from both_engines import distance, run_both
from ir_builder import Builder, const
from op_samples import ordered

from pypto.ir.dtypes import ALL, DType
from pypto.ir.ops.table import TABLE, Op, Trait
from pypto.platforms import PLATFORMS
from pypto.runtime.values import numpy_to_torch

PER_REGION = 20  # outputs; a region takes at most 32 tensors
REORDERED = {"row_sum", "row_prod"}  # of floats: sums and products in any order, held by their samples
TILES = {"recip"}  # of integers: tiles alone have a form, and a test of it
ROWS = [
    row
    for row in sorted(TABLE.values(), key=lambda row: row.name)
    if row.native is not None
    and row.samples
    and row.has(Trait.VECTOR)
    # Operands of several types, and sorted runs, are held by their samples.
    and not (row.samples[0].dtypes or row.samples[0].run)
]


def rows_of(generation: str, dtype: DType) -> list[Op]:
    return [
        row
        for row in ROWS
        if row.native is not None
        and (
            dtype in row.native[generation]
            or (row.widens(dtype, generation) and not row.has(Trait.NO_BF16))  # computed in FP32
        )
        and not (dtype.is_float and row.name in REORDERED)
        and not (dtype.is_int and row.name in TILES)
    ]


CASES = [
    pytest.param(name, dtype, rows, id=f"{name}-{dtype}")
    for name in ("a2a3sim", "a5sim")
    for dtype in ALL
    if (rows := rows_of(PLATFORMS[name].generation, dtype))
]


def data(shape: tuple[int, ...], number: int, dtype: DType) -> np.ndarray:
    """Values over the whole range of the type; floats around 0 with special values."""
    rng = np.random.default_rng(7 + number)
    if dtype.is_int:
        limits = np.iinfo(dtype.numpy())
        values = rng.integers(limits.min, limits.max, shape, dtype.numpy(), endpoint=True)
        values.flat[:4] = np.roll(np.array([limits.min, limits.max, 0, 1], dtype.numpy()), number)
        values.flat[8:64] = rng.integers(0, 9, 56)  # small divisors and counts
        return values
    values = rng.uniform(-4, 4, shape)
    values.flat[:6] = np.roll([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-42], number)
    return values.astype(dtype.numpy())


def resized(shape: tuple[int, ...]) -> tuple[int, ...]:
    """32 rows and a multiple of 32 columns, so that columns and rows of bytes are whole units."""
    return tuple(n if n == 1 else 32 if axis == 0 else -(-n // 32) * 32 for axis, n in enumerate(shape))


@pytest.mark.parametrize(("platform", "dtype", "rows"), CASES)
def test_native_types(platform, dtype, rows):
    b = Builder("native")
    args: list[torch.Tensor] = []
    inputs: dict[tuple[int, tuple[int, ...]], object] = {}

    def source(number, shape):
        if (number, shape) not in inputs:
            inputs[number, shape] = b.tensor(f"x{len(args)}", shape, dtype)
            args.append(numpy_to_torch(data(shape, number, dtype)))
        return inputs[number, shape]

    checked = []
    for start in range(0, len(rows), PER_REGION):
        with b.at():
            for row in rows[start : start + PER_REGION]:
                sample = replace(row.samples[0], dtype=dtype.name)
                attrs = {k: dtype if isinstance(v, DType) else v for k, v in sample.attrs.items()}
                if "value" in attrs:
                    attrs["value"] = 3
                sources = [source(i, resized(s)) for i, s in enumerate(sample.shapes)]
                values = [b.slice(x, x.type.shape, (0,) * x.type.rank) for x in sources]
                numbers = [const(3 if dtype.is_int else v, dtype) for v in sample.scalars]
                if not sources:  # a number that says where, not a value of the element type
                    numbers = [const(v) for v in sample.scalars]
                result = b.call(row, *ordered(row, values, numbers), **attrs)
                target = b.tensor(f"y{len(args)}", result.type.shape, result.type.dtype, "out")
                checked.append((row, len(args)))
                args.append(
                    torch.from_numpy(np.zeros(result.type.shape, result.type.dtype.numpy().str))
                    if result.type.dtype.is_int
                    else numpy_to_torch(np.zeros(result.type.shape, result.type.dtype.numpy()))
                )
                b.store(target, result, (0,) * target.type.rank)
    native, wanted = run_both(b.program(), args, platform)
    for row, at in checked:
        assert distance(native[at], wanted[at]).max() <= row.ulp, row.name
