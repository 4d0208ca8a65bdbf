# SPDX-License-Identifier: Apache-2.0
"""The element types that each chip executes: the table as the chips have it, beside the rows that say so."""

import importlib.util
from pathlib import Path

import pytest

from pypto.errors import UserError
from pypto.ir.ops.table import TABLE, Trait

TABLE_FILE = Path(__file__).parents[1] / "data" / "element_types.tsv"
LINES = [
    line.split("\t")
    for line in TABLE_FILE.read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
CASES = [
    (name, older, added)
    for names, older, added, _ in LINES
    for name in names.split()
    if ":" not in name and TABLE[name].native is not None and name != "recip"
]


@pytest.mark.parametrize(("name", "older", "added"), CASES)
def test_a_row_says_what_the_chips_execute(name, older, added):
    native = TABLE[name].native
    assert {d.name for d in native["a2a3"]} == set(older.split())
    assert {d.name for d in native["a5"]} == set(older.split()) | set(added.split())


PROBES = ("INT8", "INT64", "FP8E5M2")
OF_INTEGERS = ("exp", "sqrt", "rsqrt")  # of an integer tensor they give FP32
REFUSED = [
    (name, dtype)
    for name, older, _ in CASES
    for dtype in PROBES
    if not (name in OF_INTEGERS and dtype.startswith("INT"))
    if dtype not in older.split() and TABLE[name].samples and "tensor" in TABLE[name].namespaces
    if name not in ("full", "mrgsort") and TABLE[name].samples[0].shapes and not TABLE[name].samples[0].dtypes
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
