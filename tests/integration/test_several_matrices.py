# SPDX-License-Identifier: Apache-2.0
"""Values of three and four axes in a region, next to Torch: each matrix of the leading axes on its own."""

import pytest
import torch
from torch.nn.functional import pad

ENGINES = ("native", "interpret")
PLATFORMS = ("a2a3sim", "a5sim")
TYPES = {"FP32": torch.float32, "FP16": torch.float16, "INT32": torch.int32, "BF16": torch.bfloat16}
UNTOUCHED = 77

REDUCED = {
    "pl.col_sum(x)": lambda x: x.sum(-2, keepdim=True, dtype=x.dtype),
    "pl.col_max(x)": lambda x: x.amax(-2, keepdim=True),
    "pl.col_min(x)": lambda x: x.amin(-2, keepdim=True),
    "pl.col_prod(x)": lambda x: x.prod(-2, keepdim=True, dtype=x.dtype),
}
FIRST = {
    "pl.col_argmax(x)": lambda x: x.argmax(-2, keepdim=True).int(),
    "pl.col_argmin(x)": lambda x: x.argmin(-2, keepdim=True).int(),
}
EXPANDED = {
    "pl.col_expand(x, r)": lambda x, r: r.expand(x.shape),
    "pl.col_expand_add(x, r)": lambda x, r: x + r,
    "pl.col_expand_sub(x, r)": lambda x, r: x - r,
    "pl.col_expand_mul(x, r)": lambda x, r: x * r,
    "pl.col_expand_max(x, r)": lambda x, r: torch.maximum(x, r),
    "pl.col_expand_min(x, r)": lambda x, r: torch.minimum(x, r),
}
DIVIDED = {
    "pl.col_expand_div(x, r)": lambda x, r: x / r,
    "pl.col_expand_expdif(x, r)": lambda x, r: torch.exp((x - r).double()).to(x.dtype),
}


def kernel(inputs, outputs, lines):
    """A kernel with one region; inputs and outputs are (name, shape, element type)."""
    text = "import pypto.language as pl\n\n\n@pl.jit\ndef run(\n"
    text += "".join(f"    {n}: pl.Tensor[{list(s)}, pl.{d}],\n" for n, s, d in inputs if s is not None)
    text += "".join(f"    {n}: pl.Scalar[pl.{d}],\n" for n, s, d in inputs if s is None)
    text += "".join(f"    {n}: pl.InOut[pl.Tensor[{list(s)}, pl.{d}]],\n" for n, s, d in outputs)
    text += "):\n    with pl.at(level=pl.Level.CORE_GROUP):\n"
    text += "".join(f"        {line}\n" for line in lines)
    return text + f"    return {', '.join(n for n, _, _ in outputs)}\n"


def small(shape, dtype, seed=0):
    """Small numbers other than 0, of which sums and products are exact."""
    numbers = torch.tensor([-2, -1, 1, 2])
    drawn = numbers[torch.randint(0, 4, tuple(shape), generator=torch.Generator().manual_seed(seed))]
    return drawn.to(TYPES[dtype]) / 2 if dtype not in ("INT32",) else drawn.to(TYPES[dtype])


def check(run, arguments, outputs, wanted, platform, near=0.0):
    """Both engines write what is wanted, and nothing where `wanted` says UNTOUCHED."""
    for engine in ENGINES:
        got = [torch.full(tuple(s), UNTOUCHED, dtype=TYPES[d]) for _, s, d in outputs]
        run(*arguments, *got, config={"engine": engine, "platform": platform})
        for (name, _, _), found, want in zip(outputs, got, wanted, strict=True):
            assert found.shape == want.shape and found.dtype == want.dtype, name
            torch.testing.assert_close(
                found, want, rtol=near, atol=near, msg=lambda m, n=name, e=engine: f"{e} {n}: {m}"
            )


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize(
    ("shape", "held", "dtype"),
    [
        ((3, 8, 64), (3, 8, 64), "FP32"),
        ((2, 3, 4, 32), (2, 3, 4, 32), "FP16"),
        ((3, 8, 64), (3, 5, 33), "INT32"),  # the data of a matrix is followed by padding
        ((2, 3, 8, 32), (2, 2, 7, 9), "FP32"),
        ((4, 8, 16), (3, 8, 16), "BF16"),
        ((3, 1, 16), (3, 1, 16), "FP32"),
        ((2, 2, 6, 16), (1, 2, 6, 15), "INT32"),
    ],
    ids=lambda p: p if isinstance(p, str) else "x".join(map(str, p)),
)
def test_columns_of_each_matrix(kept_kernel, shape, held, dtype, platform):
    """Reductions and expansions of columns, of the cells that hold data."""
    lead, rest = shape[:-2], (shape[-2] - held[-2], shape[-1] - held[-1])
    row = (*lead, 1, shape[-1])
    table = [(t, "r", dtype, f) for t, f in REDUCED.items() if dtype != "BF16" or t[7:10] in ("max", "min")]
    table += [(t, "r", "INT32", f) for t, f in FIRST.items() if dtype in ("FP32", "FP16")]
    more = DIVIDED if dtype in ("FP32", "FP16") else {}
    table += [(t, "x", dtype, f) for t, f in (EXPANDED | more).items()]
    inputs = [("x_", shape, dtype), ("r_", row, dtype)]
    outputs = [(f"o{i}", row if kind == "r" else shape, of) for i, (_, kind, of, _) in enumerate(table)]
    zero = [0] * len(shape)
    lines = [
        f"x = pl.slice(x_, {list(shape)}, {zero}, valid_shape={list(held)})",
        f"r = pl.slice(r_, {list(row)}, {zero}, valid_shape={[*held[:-2], 1, held[-1]]})",
    ]
    lines += [f"o{i} = pl.assemble(o{i}, {t}, {zero})" for i, (t, _, _, _) in enumerate(table)]
    name = f"columns_{'x'.join(map(str, (*shape, *held)))}_{dtype}"
    run = kept_kernel(name, kernel(inputs, outputs, lines))
    x_, r_ = small(shape, dtype), small(row, dtype, 1)
    inside = tuple(slice(0, n) for n in held)
    x, r = x_[inside], r_[(*inside[:-2], slice(None), inside[-1])]
    wanted = []
    for _, kind, _, reference in table:
        found = reference(x) if kind == "r" and reference.__code__.co_argcount == 1 else reference(x, r)
        room = [0, rest[1], 0, rest[0] if kind == "x" else 0]
        for extent, data in zip(lead[::-1], held[:-2][::-1], strict=True):
            room += [0, extent - data]
        wanted.append(pad(found, room, value=UNTOUCHED))
    check(run, [x_, r_], outputs, wanted, platform, 2e-3 if dtype == "FP16" else 1e-6)


MOVES = {
    "pl.transpose(x, 1, 2)": lambda x: x.transpose(1, 2),
    "pl.transpose(x, 0, 1)": lambda x: x.transpose(0, 1),
    "pl.transpose(x, 0, -1)": lambda x: x.transpose(0, 2),
    "x[:, 2:6, :]": lambda x: x[:, 2:6],
    "x[2:6, 3:5, 16:32]": lambda x: x[2:6, 3:5, 16:32],
    "x[:, 3:4, 5:13]": lambda x: x[:, 3:4, 5:13],  # begins inside a unit of 32 bytes
    "x[:, n:n + 4, :]": lambda x: x[:, 3:7],
    "pl.slice(x, [8, 8, 32], [0, 4, 0], valid_shape=[8, 4, 32])": lambda x: pad(
        x[:, 4:], (0, 0, 0, 4), value=UNTOUCHED
    ),
    "pl.fillpad_expand(x, [9, 10, 40], pl.PadValue.zero)": lambda x: pad(x, (0, 8, 0, 2, 0, 1)),
    "pl.fillpad(pl.slice(x, [8, 8, 32], [0, 0, 0], valid_shape=[8, 5, 24]))": lambda x: pad(
        x[:, :5, :24], (0, 8, 0, 3)
    ),
    "pl.fillpad(pl.slice(x_, [8, 8, 32], [0, 0, 0], valid_shape=[6, n, 24]), pl.PadValue.max)": lambda x: pad(
        x[:6, :3, :24], (0, 8, 0, 5, 0, 2), value=float("inf") if x.dtype.is_floating_point else 2**31 - 1
    ),
    "pl.row_max(pl.slice(x_, [8, 8, 32], [0, 0, 0], valid_shape=[6, 3, 24]))": lambda x: pad(
        x[:6, :3, :24].amax(-1, keepdim=True), (0, 0, 0, 5, 0, 2), value=UNTOUCHED
    ),
    "pl.neg(pl.slice(x_, [8, 8, 32], [0, 0, 0], valid_shape=[8, n, 32]))": lambda x: pad(
        -x[:, :3], (0, 0, 0, 5), value=UNTOUCHED
    ),
}


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("dtype", ["FP32", "INT32"])
def test_parts_and_axes_of_several_matrices(kept_kernel, dtype, platform):
    shape = (8, 8, 32)
    x, number = small(shape, dtype), 3
    wanted = [reference(x) for reference in MOVES.values()]
    inputs = [("x_", shape, dtype), ("n", None, "INDEX")]
    outputs = [(f"o{i}", w.shape, dtype) for i, w in enumerate(wanted)]
    lines = ["x = x_[:, :, :]"]
    lines += [f"o{i} = pl.assemble(o{i}, {t}, [0, 0, 0])" for i, t in enumerate(MOVES)]
    run = kept_kernel(f"moves_{dtype}", kernel(inputs, outputs, lines))
    check(run, [x, number], outputs, wanted, platform)


@pytest.mark.parametrize("platform", PLATFORMS)
def test_writes_into_the_middle_axes_of_a_value(kept_kernel, platform):
    """Windows that are not in one piece, of data that is not, into a value that is read in between."""
    inputs = [("x_", (2, 8, 32), "FP32"), ("n", None, "INDEX")]
    outputs = [("o0", (2, 16, 32), "FP32"), ("o1", (2, 3, 16, 32), "FP32"), ("o2", (2, 16, 32), "FP32")]
    lines = [
        "x = x_[:, :, :]",
        "a = pl.full([2, 16, 32], pl.FP32, 0.0)",
        "a[:, 4:12, :] = x",
        "o0[:, :, :] = a",
        "b = pl.full([2, 3, 16, 32], pl.FP32, 1.0)",
        "for i in pl.range(3):",
        "    b[:, i, n:n + 8, :] = x",
        "o1[:, :, :, :] = b",
        "c = pl.full([2, 16, 32], pl.FP32, 2.0)",
        "c = pl.assemble(c, pl.slice(x_, [2, 8, 32], [0, 0, 0], valid_shape=[2, n, 32]), [0, 8, 0])",
        "o2[:, :, :] = c",
    ]
    run = kept_kernel("middle", kernel(inputs, outputs, lines))
    x, n = small((2, 8, 32), "FP32"), 5
    second = torch.full((2, 3, 16, 32), 1.0)
    second[:, :, n : n + 8] = x[:, None]
    third = torch.full((2, 16, 32), 2.0)
    third[:, 8 : 8 + n] = x[:, :n]
    check(run, [x, n], outputs, [pad(x, (0, 0, 4, 4)), second, third], platform)


@pytest.mark.parametrize("platform", PLATFORMS)
def test_one_row_for_all_matrices(kept_kernel, platform):
    """A row of fewer axes, and leading axes of one element, are repeated."""
    shapes = [(32,), (1, 1, 1, 32), (2, 1, 1, 32), (1, 3, 1, 32)]
    shape = (2, 3, 8, 32)
    inputs = [("x_", shape, "FP32"), *((f"r{i}", s, "FP32") for i, s in enumerate(shapes))]
    outputs = [(f"o{i}", shape, "FP32") for i in range(len(shapes))]
    lines = ["x = x_[:, :, :, :]"]
    for i, s in enumerate(shapes):
        lines.append(f"o{i}[:, :, :, :] = pl.col_expand_add(x, r{i}[{', '.join(':' * len(s))}])")
    run = kept_kernel("one_row", kernel(inputs, outputs, lines))
    x = small(shape, "FP32")
    rows = [small(s, "FP32", 2 + i) for i, s in enumerate(shapes)]
    check(run, [x, *rows], outputs, [x + r for r in rows], platform)


@pytest.mark.parametrize("platform", PLATFORMS)
def test_columns_in_a_loop_with_a_carried_value(kept_kernel, platform):
    """A value of several matrices that each turn of a loop replaces."""
    inputs = [("x_", (2, 8, 32), "FP32"), ("r_", (4, 2, 1, 32), "FP32")]
    outputs = [("o", (2, 8, 32), "FP32")]
    lines = [
        "x = x_[:, :, :]",
        "for i in pl.range(4):",
        "    x = pl.col_expand_add(x, r_[i, :, :, :])",
        "    x = pl.col_expand_sub(x, pl.col_max(x))",
        "o[:, :, :] = x",
    ]
    run = kept_kernel("carried_columns", kernel(inputs, outputs, lines))
    x, r = small((2, 8, 32), "FP32"), small((4, 2, 1, 32), "FP32", 1)
    want = x
    for i in range(4):
        want = want + r[i]
        want = want - want.amax(-2, keepdim=True)
    check(run, [x, r], outputs, [want], platform)


@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_tile_with_the_rows_of_several_matrices_is_stored_without_shapes(kept_kernel, platform):
    """A tile has the rows of all matrices; the tensor says how many each of them has."""
    inputs = [("x", (2, 3, 8, 32), "FP32")]
    outputs = [("o0", (2, 3, 8, 32), "FP32"), ("o1", (4, 3, 8, 32), "FP32"), ("o2", (2, 3, 8, 32), "FP32")]
    lines = [
        "t = pl.neg(pl.load(x, [0, 0, 0, 0], [2, 3, 8, 32]))",
        "o0 = pl.store(t, [0, 0, 0, 0], o0)",
        "o1 = pl.store(t, [1, 0, 0, 0], o1)",
        "u = pl.abs(pl.load(x, [1, 1, 0, 0], [1, 2, 8, 32]))",
        "o2 = pl.store(u, [0, 1, 0, 0], o2)",
    ]
    run = kept_kernel("stored_matrices", kernel(inputs, outputs, lines))
    x = small((2, 3, 8, 32), "FP32")
    third = torch.full((2, 3, 8, 32), float(UNTOUCHED))
    third[0, 1:] = x[1, 1:].abs()
    check(run, [x], outputs, [-x, pad(-x, (0, 0, 0, 0, 0, 0, 1, 1), value=UNTOUCHED), third], platform)


def refused(load, lines, inputs, outputs=(("o", (2, 8, 32), "FP32"),)):
    with pytest.raises(Exception) as caught:
        load(kernel(inputs, outputs, lines)).run.compile()
    return str(caught.value)


def test_rows_of_other_matrices_are_refused(load):
    inputs = [("x_", (3, 8, 32), "FP32"), ("r_", (2, 1, 32), "FP32")]
    lines = ["o = pl.assemble(o, pl.col_expand_add(x_[:, :, :], r_[:, :, :]), [0, 0, 0])"]
    message = refused(load, lines, inputs)
    assert "shapes do not match" in message and "against [..., M, N]" in message


def test_a_row_without_data_for_each_matrix_is_refused(load):
    inputs = [("x_", (2, 8, 32), "FP32"), ("r_", (2, 1, 32), "FP32")]
    lines = [
        "r = pl.slice(r_, [2, 1, 32], [0, 0, 0], valid_shape=[1, 1, 32])",
        "o = pl.assemble(o, pl.col_expand_add(x_[:, :, :], r), [0, 0, 0])",
    ]
    assert "the second operand holds data in 1 matrices, the first in 2" in refused(load, lines, inputs)


def test_partial_combination_of_data_in_pieces_is_refused(load):
    inputs = [("x_", (2, 8, 32), "FP32")]
    lines = [
        "x = pl.slice(x_, [2, 8, 32], [0, 0, 0], valid_shape=[2, 5, 32])",
        "o = pl.assemble(o, pl.part_add(x, x), [0, 0, 0])",
    ]
    message = refused(load, lines, inputs)
    assert "whose data is not in one piece" in message and "pl.fillpad" in message
