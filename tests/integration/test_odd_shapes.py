# SPDX-License-Identifier: Apache-2.0
"""Operations at shapes that fill no vector, against NumPy: one row, one column, odd widths, windows, more axes."""

import numpy as np
import pytest
import torch

ENGINES = ("native", "interpret")
PER_REGION = 27
NUMPY = {"FP32": np.float32, "FP16": np.float16, "INT32": np.int32, "INT16": np.int16}


def _exp_difference(a, b):
    difference = (a - b).astype(a.dtype)
    return np.exp(difference.astype(np.float64)).astype(a.dtype)


# The expression over x, y [.., M, N], c [.., M, 1], r [.., 1, N]; what NumPy says.
FLOATS = {
    "pl.add(x, y)": lambda x, y, c, r: x + y,
    "pl.sub(x, 1.5)": lambda x, y, c, r: x - x.dtype.type(1.5),
    "pl.mul(x, y)": lambda x, y, c, r: x * y,
    "pl.div(x, y)": lambda x, y, c, r: x / y,
    "pl.maximum(x, y)": lambda x, y, c, r: np.maximum(x, y),
    "pl.minimum(x, 0.25)": lambda x, y, c, r: np.minimum(x, x.dtype.type(0.25)),
    "pl.fmod(x, y)": lambda x, y, c, r: np.fmod(x, y),
    "pl.part_add(x, y)": lambda x, y, c, r: x + y,
    "pl.part_max(x, y)": lambda x, y, c, r: np.maximum(x, y),
    "pl.neg(x)": lambda x, y, c, r: -x,
    "pl.abs(x)": lambda x, y, c, r: np.abs(x),
    "pl.row_expand(x, c)": lambda x, y, c, r: np.broadcast_to(c, x.shape),
    "pl.row_expand_add(x, c)": lambda x, y, c, r: x + c,
    "pl.row_expand_sub(x, c)": lambda x, y, c, r: x - c,
    "pl.row_expand_mul(x, c)": lambda x, y, c, r: x * c,
    "pl.row_expand_div(x, c)": lambda x, y, c, r: x / c,
    "pl.row_expand_max(x, c)": lambda x, y, c, r: np.maximum(x, c),
    "pl.row_expand_min(x, c)": lambda x, y, c, r: np.minimum(x, c),
    "pl.row_expand_expdif(x, c)": lambda x, y, c, r: _exp_difference(x, c),
    "pl.col_expand(x, r)": lambda x, y, c, r: np.broadcast_to(r, x.shape),
    "pl.col_expand_add(x, r)": lambda x, y, c, r: x + r,
    "pl.col_expand_sub(x, r)": lambda x, y, c, r: x - r,
    "pl.col_expand_mul(x, r)": lambda x, y, c, r: x * r,
    "pl.col_expand_div(x, r)": lambda x, y, c, r: x / r,
    "pl.col_expand_max(x, r)": lambda x, y, c, r: np.maximum(x, r),
    "pl.col_expand_min(x, r)": lambda x, y, c, r: np.minimum(x, r),
    "pl.col_expand_expdif(x, r)": lambda x, y, c, r: _exp_difference(x, r),
    "pl.expands(x, 2.5)": lambda x, y, c, r: np.full_like(x, 2.5),
    **{
        f"pl.cmp(x, y, {code})": lambda x, y, c, r, f=f: f(x, y).astype(x.dtype)
        for code, f in enumerate(
            (np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal)
        )
    },
}
WHOLE = {
    "pl.add(x, y)": lambda x, y, c, r: x + y,
    "pl.sub(x, y)": lambda x, y, c, r: x - y,
    "pl.mul(x, y)": lambda x, y, c, r: x * y,
    "pl.maximum(x, 3)": lambda x, y, c, r: np.maximum(x, 3),
    "pl.fmod(x, y)": lambda x, y, c, r: np.fmod(x, y),
    "pl.and_(x, y)": lambda x, y, c, r: x & y,
    "pl.or_(x, 5)": lambda x, y, c, r: x | 5,
    "pl.xor(x, y)": lambda x, y, c, r: x ^ y,
    "pl.shl(x, 3)": lambda x, y, c, r: x << 3,
    "pl.shr(x, 2)": lambda x, y, c, r: x >> 2,
    "pl.neg(x)": lambda x, y, c, r: -x,
    "pl.row_expand_add(x, c)": lambda x, y, c, r: x + c,
    "pl.col_expand_mul(x, r)": lambda x, y, c, r: x * r,
    "pl.row_expand_min(x, c)": lambda x, y, c, r: np.minimum(x, c),
}
ROWS = {
    "pl.row_sum(x)": lambda x: x.sum(-1, keepdims=True, dtype=x.dtype),
    "pl.row_max(x)": lambda x: x.max(-1, keepdims=True),
    "pl.row_min(x)": lambda x: x.min(-1, keepdims=True),
    "pl.row_prod(x)": lambda x: x.prod(-1, keepdims=True, dtype=x.dtype),
}
COLS = {
    "pl.col_sum(x)": lambda x: x.sum(-2, keepdims=True, dtype=x.dtype),
    "pl.col_max(x)": lambda x: x.max(-2, keepdims=True),
    "pl.col_min(x)": lambda x: x.min(-2, keepdims=True),
    "pl.col_prod(x)": lambda x: x.prod(-2, keepdims=True, dtype=x.dtype),
}
FIRST = {
    "pl.row_argmax(x)": lambda x: x.argmax(-1, keepdims=True).astype(np.int32),
    "pl.row_argmin(x)": lambda x: x.argmin(-1, keepdims=True).astype(np.int32),
    "pl.col_argmax(x)": lambda x: x.argmax(-2, keepdims=True).astype(np.int32),
    "pl.col_argmin(x)": lambda x: x.argmin(-2, keepdims=True).astype(np.int32),
}
# The shapes that hold data; tiles around them are wider and higher, as rows of 32 bytes ask.
CASES = [
    ((1, 1), "INT16"), ((1, 37), "FP16"), ((13, 1), "FP32"), ((5, 33), "INT32"), ((17, 75), "FP32"),
    ((2, 16, 21), "INT16"), ((1, 1, 13, 9), "FP16"),
]  # fmt: skip


def cases_of(dtype, shape):
    """(expression, result shape of an operand's shape, reference over x, y, c, r), of a type."""
    table = [(t, "x", f) for t, f in (WHOLE if dtype.startswith("INT") else FLOATS).items()]
    for group, kind in ((ROWS, "c"), (COLS, "r")):
        table += [(t, kind, lambda x, y, c, r, f=f: f(x)) for t, f in group.items()]
    if not dtype.startswith("INT"):
        table += [(t, "c" if "row" in t else "r", lambda x, y, c, r, f=f: f(x)) for t, f in FIRST.items()]
    return table


def up(extent, multiple=16):
    return -(-extent // multiple) * multiple


def kernel_text(shape, dtype, cases):
    """Two regions; operands are windows of wider tensors, so that their rows do not follow one another."""
    rows, cols = up(shape[-2]), up(shape[-1])
    lead = shape[:-2]
    held = {"x": shape, "c": (*shape[:-1], 1), "r": (*lead, 1, shape[-1])}
    room = {"x": (*lead, rows, cols), "c": (*lead, rows, 1), "r": (*lead, 1, cols)}
    wide = (*lead, rows, cols + 3)
    lines = ["import pypto.language as pl\n\n\n@pl.jit\ndef run("]
    lines += [f"    {n}_: pl.Tensor[{list(wide)}, pl.{dtype}]," for n in "xy"]
    lines += [f"    {n}_: pl.Tensor[{list(room[n])}, pl.{dtype}]," for n in "cr"]
    for i, (text, kind, _) in enumerate(cases):
        of = "INT32" if "arg" in text else dtype
        lines.append(f"    o{i}: pl.InOut[pl.Tensor[{list(room[kind])}, pl.{of}]],")
    lines.append("):")
    zero = [0] * len(shape)
    for i, (text, _, _) in enumerate(cases):
        if i % PER_REGION == 0:
            lines.append("    with pl.at(level=pl.Level.CORE_GROUP):")
            for n in "xycr":
                kind = "x" if n == "y" else n
                at = [*zero[:-1], 2] if n in "xy" else zero
                lines.append(
                    f"        {n} = pl.slice({n}_, {list(room[kind])}, {at}, valid_shape={list(held[kind])})"
                )
        lines.append(f"        o{i} = pl.assemble(o{i}, {text}, {zero})")
    lines.append("    return " + ", ".join(f"o{i}" for i in range(len(cases))))
    return "\n".join(lines) + "\n", held, room, wide


def operands(rng, dtype, room, wide):
    """Small numbers that sums and products hold exactly; NaN and the greatest integer where no data is."""

    def draw(at, numbers):
        found = rng.choice(numbers, at).astype(NUMPY[dtype])
        return found if dtype.startswith("INT") else found / NUMPY[dtype](2)

    some = [-2, -1, 1, 2]
    return [draw(wide, [0, *some]), draw(wide, some), draw(room["c"], some), draw(room["r"], some)]


def inside(array, extents, start=0):
    """The part of an array that holds data."""
    first = [slice(0, e) for e in extents]
    first[-1] = slice(start, start + extents[-1])
    return array[tuple(first)]


@pytest.mark.parametrize(
    ("shape", "dtype"), CASES, ids=lambda p: p if isinstance(p, str) else "x".join(map(str, p))
)
def test_odd_shapes(kept_kernel, shape, dtype):
    cases = cases_of(dtype, shape)
    text, held, room, wide = kernel_text(shape, dtype, cases)
    run = kept_kernel(f"odd_{'x'.join(map(str, shape))}_{dtype}", text)
    inputs = operands(np.random.default_rng(len(text)), dtype, room, wide)
    for array, kind, start in zip(inputs, "xxcr", (2, 2, 0, 0), strict=True):
        data = inside(array, held[kind], start).copy()
        array[...] = 32767 if dtype.startswith("INT") else np.nan
        inside(array, held[kind], start)[...] = data
    x, y = (inside(array, shape, 2) for array in inputs[:2])
    c, r = inside(inputs[2], held["c"]), inside(inputs[3], held["r"])
    with np.errstate(all="ignore"):
        wanted = [np.asarray(f(x, y, c, r)) for _, _, f in cases]
    for engine in ENGINES:
        outputs = [np.full(room[k], 77, w.dtype) for (_, k, _), w in zip(cases, wanted, strict=True)]
        run(*map(torch.from_numpy, [*inputs, *outputs]), config={"engine": engine})
        for (expression, kind, _), got, want in zip(cases, outputs, wanted, strict=True):
            assert want.shape == held[kind] and want.dtype == got.dtype, expression
            data = inside(got, held[kind])
            near = 2e-3 if got.dtype == np.float16 else 1e-6
            np.testing.assert_allclose(
                data.astype(np.float64), want.astype(np.float64), rtol=near if "expdif" in expression else 0,
                err_msg=f"{engine}: {expression}",
            )  # fmt: skip
            data[...] = 77
            assert (got == 77).all(), f"{engine}: {expression} wrote where no data is"
