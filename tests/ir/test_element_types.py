# SPDX-License-Identifier: Apache-2.0
"""The element types that each chip executes: the table as the chips have it, beside the rows that say so."""

import importlib.util

import pytest

from pypto.errors import UserError
from pypto.ir.ops.table import TABLE, Trait

SIGNED = "INT16 INT32 FP16 FP32"
INTS = "INT8 UINT8 INT16 UINT16 INT32 UINT32"
ALL = f"{INTS} INT64 UINT64"
TWO_AND_FOUR = "INT16 UINT16 INT32 UINT32 FP16 BF16 FP32"
MOVED = f"{INTS} FP16 BF16 FP32"

# Operations: what the older chip executes, and what the newer one adds.
EXECUTED = {
    "add adds sub subs maximum maximums minimum minimums part_add part_max part_min addc addsc subc subsc": (
        SIGNED, "INT8 UINT8 UINT16 UINT32 INT64 UINT64 BF16"),
    "mul muls part_mul": (SIGNED, "UINT16 UINT32 INT64 UINT64 BF16"),
    "div divs": ("FP16 FP32", "INT16 INT32 UINT16 UINT32 INT64 UINT64"),
    "exp log sqrt rsqrt lrelu prelu row_argmax row_argmin col_argmax col_argmin": ("FP16 FP32", ""),
    "row_expand_expdif col_expand_expdif": ("FP16 FP32", ""),
    "abs": ("FP16 FP32", "INT8 INT16 INT32"),
    "neg": (SIGNED, "UINT16 UINT32 BF16"),
    "relu": ("FP16 FP32 INT32", ""),
    "sin cos": ("FP32", ""),
    "rem rems": ("FP32 INT32", "FP16 INT16 UINT16 UINT32 INT64 UINT64"),
    "and_ ands or_ ors xor xors not_": (INTS, ""),
    "shl shls shr shrs": (INTS, "INT64 UINT64"),
    "cmp": ("INT32 FP16 FP32", f"{ALL} BF16"),
    "cmps": ("INT16 UINT16 INT32 FP16 FP32", f"{ALL} BF16"),
    "sel sels": (TWO_AND_FOUR, "INT8 UINT8 INT64 UINT64"),
    "row_expand col_expand": (MOVED, "INT64 UINT64"),
    "full expands": (MOVED, "INT64 UINT64"),
    "row_expand_add row_expand_sub row_expand_mul row_expand_max row_expand_min": (
        SIGNED, "UINT16 UINT32 INT8 UINT8 BF16"),
    "col_expand_add col_expand_sub col_expand_mul col_expand_max col_expand_min": (
        SIGNED, "UINT16 UINT32 INT8 UINT8 BF16"),
    "sort32 mrgsort": ("FP32", ""),
}  # fmt: skip
CASES = [(name, *types) for names, types in EXECUTED.items() for name in names.split()]


@pytest.mark.parametrize(("name", "older", "added"), CASES)
def test_a_row_says_what_the_chips_execute(name, older, added):
    native = TABLE[name].native
    assert {d.name for d in native["a2a3"]} == set(older.split())
    assert {d.name for d in native["a5"]} == set(older.split()) | set(added.split())


PROBES = ("INT8", "INT64", "FP8E5M2")
REFUSED = [
    (name, dtype)
    for name, older, _ in CASES
    for dtype in PROBES
    if dtype not in older.split() and TABLE[name].samples and "tensor" in TABLE[name].namespaces
    if name not in ("full", "sort32", "mrgsort")
]


@pytest.mark.parametrize("name", sorted({name for name, _ in REFUSED}))
def test_what_a_chip_does_not_execute_is_refused_with_what_it_does(name, tmp_path):
    row = TABLE[name]
    sample = row.samples[0]
    for dtype in [d for n, d in REFUSED if n == name]:
        operands, numbers = iter(f"x{i}" for i in range(len(sample.shapes))), iter("3333")
        given = [next(numbers) if p.kind == "scalar" else next(operands) for p in row.data_params]
        shapes = [[32 if m > 1 else 1, 64 if n > 1 else 1] for m, n in sample.shapes]
        params = [f"x{i}: pl.Tensor[{shape}, pl.{dtype}]" for i, shape in enumerate(shapes)]
        reads = [f"        x{i} = pl.slice(x{i}, {shape}, [0, 0])" for i, shape in enumerate(shapes)]
        lines = [
            "import pypto.language as pl", "", "", "@pl.jit",
            f"def run({', '.join(params)}, y: pl.Out[pl.Tensor[[64, 64], pl.{dtype}]]):",
            "    with pl.at(level=pl.Level.CORE_GROUP):", *reads,
            f"        v = pl.tensor.{name}({', '.join(given)})",
            "        y = pl.assemble(y, v, [0, 0])", "    return y", "",
        ]  # fmt: skip
        path = tmp_path / f"{name}_{dtype}.py"
        path.write_text("\n".join(lines))
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        with pytest.raises(UserError) as raised:
            module.run.compile(config={"platform": "a2a3sim", "save_kernels_dir": tmp_path / path.stem})
        message = str(raised.value)
        assert dtype in message and "[dtype-support]" in message, message
        if not row.has(Trait.CUBE):
            assert "= help:" in message
