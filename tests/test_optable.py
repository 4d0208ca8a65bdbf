# SPDX-License-Identifier: Apache-2.0
"""`python -m pypto ops`: every operation is listed as kernels write it, with the types that chips take."""

import importlib.util
import io
from pathlib import Path

import pytest
from rich.console import Console

import pypto.language as pl
from pypto import optable
from pypto.__main__ import main
from pypto.errors import InvalidOperationError
from pypto.ir.ops import TABLE

TYPES_FILE = Path(__file__).parent / "data" / "element_types.tsv"


def printed(show, *args):
    console = Console(file=io.StringIO(), width=900, highlight=False)
    show(console, *args)
    return console.file.getvalue()


def test_the_list_has_every_operation_once():
    lines = printed(optable.print_list).splitlines()
    calls = [line.split("  ")[0] for line in lines]
    for row in TABLE.values():
        assert calls.count(optable.call_of(row)) == 1, row.name


@pytest.mark.parametrize(
    "row", [r for r in TABLE.values() if r.namespaces], ids=lambda row: f"{row.namespaces[0]}-{row.name}"
)
def test_a_listed_call_names_the_operation_of_the_language(row):
    path = optable.call_of(row).partition("(")[0].split(".")[1:]
    found = pl
    for part in path:
        found = getattr(found, part)
    assert found is row


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("add", "pl.add(lhs, rhs)"),
        ("pl.tile.load", "pl.load(tensor, offsets, shapes, valid_shape=None, "),
        ("adds", "pl.tensor.adds(lhs, rhs)"),
        ("scalar.mod", "a % b"),
        ("scalar.cast", "pl.cast(value, target_type)"),
        ("fillpad", "pl.fillpad(value, pad_value=pl.PadValue.zero)"),
        ("system.task_dummy", "pl.system.task_dummy(*, deps)"),
    ],
)
def test_details_start_with_the_call_and_the_text_of_the_row(name, call):
    first, doc, *_ = printed(optable.print_details, name).splitlines()
    assert first.startswith(call)
    assert doc == optable.find(name).doc


def test_details_name_types_defaults_and_the_other_forms():
    text = printed(optable.print_details, "add")
    assert "element types on a2a3: FP32 FP16 INT32 INT16 BF16*\n" in text
    assert "a scalar on the right: adds\n" in text
    assert "mode: known while the kernel is read, 'round' if left out" in printed(
        optable.print_details, "cast"
    )


@pytest.mark.parametrize("name", ["add", "mul", "div", "abs", "exp", "and_"])
@pytest.mark.parametrize("generation", optable.GENERATIONS)
def test_the_compiler_takes_the_listed_element_types_and_no_others(name, generation, tmp_path):
    row = TABLE[name]
    listed = {item.rstrip("*") for item in optable.types_of(row, generation).split()}
    for dtype in ("FP32", "FP16", "BF16", "INT8", "INT16", "INT32", "UINT8"):
        source = tmp_path / f"{name}_{generation}_{dtype}.py"
        operands = ", ".join("x[:, :]" for _ in row.data_params)
        source.write_text(
            "import pypto.language as pl\n\n\n@pl.jit\n"
            f"def apply(x: pl.Tensor[[16, 64], pl.{dtype}], y: pl.Out[pl.Tensor[[16, 64], pl.{dtype}]]):\n"
            "    with pl.at(level=pl.Level.CORE_GROUP):\n"
            f"        y[:, :] = pl.{name}({operands})\n"
            "    return y\n"
        )
        kernel = _load(source)
        config = {"platform": f"{generation}sim", "save_kernels_dir": tmp_path / source.stem}
        if dtype in listed:
            kernel.compile(config=config)
        else:
            with pytest.raises(InvalidOperationError):
                kernel.compile(config=config)


EVERY = [line.split("\t") for line in TYPES_FILE.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
TAKEN = [
    (name, generation, *line[1:])
    for line in EVERY
    for name in line[0].split()
    for generation in optable.GENERATIONS
]


@pytest.mark.parametrize(("name", "generation", "older", "added", "both"), TAKEN)
def test_the_listed_element_types_are_those_of_the_chips_with_what_is_widened(
    name, generation, older, added, both
):
    row = TABLE[name.removeprefix("tile:")]
    if f"tile:{row.name}" == name or row.native is None or row is TABLE["recip"]:
        return  # tiles take more than tensors, and the list says so
    wanted = {*older.split(), *both.split()} | ({*added.split()} if generation == "a5" else set())
    assert {item.rstrip("*") for item in optable.types_of(row, generation).split()} == wanted


def _load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.apply


def test_types_without_an_instruction_are_marked_where_they_are_widened():
    assert "BF16*" in optable.types_of(TABLE["exp"], "a5").split()
    assert "BF16" in optable.types_of(TABLE["add"], "a5").split()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("scatter_row", "did you mean pl.scatter?"),
        ("row_sun", "did you mean pl.row_sum?"),
        ("sigmiod", "for sigmoid, compose it: pl.recip("),
        ("task_dumy", "did you mean pl.system.task_dummy?"),
        ("zzzzz", "no operation 'zzzzz'"),
    ],
)
def test_a_name_that_is_no_operation_is_refused(name, message, capsys):
    assert main(["ops", name]) == 2
    assert message in capsys.readouterr().err


def test_the_command_prints_the_list_and_one_operation(capsys):
    assert main(["ops"]) == 0
    assert "pl.row_expand_mul(" in capsys.readouterr().out
    assert main(["ops", "matmul"]) == 0
    assert "FP16 BF16 FP32 INT8" in capsys.readouterr().out


def test_pages_name_every_operation_once(tmp_path, capsys):
    assert main(["ops", "--markdown", str(tmp_path / "pages")]) == 0
    written = capsys.readouterr().out.split()
    texts = {path.name: path.read_text() for path in (tmp_path / "pages").iterdir()}
    assert {name.rpartition("/")[2] for name in written} == set(texts)
    sections = [line for text in texts.values() for line in text.splitlines() if line.startswith("## ")]
    assert sorted(sections) == sorted(f"## {row.name}" for row in TABLE.values())
    page = texts["reductions.md"]
    assert "| `pl.row_max(input, tmp_tile=None)` | FP32 FP16 INT32 INT16 BF16* |" in page
    assert "- stands in: pl, pl.tensor, pl.tile" in page
    for name in texts:
        assert name == "index.md" or f"({name})" in texts["index.md"]


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("addc", ["lhs: a tile"]),
        ("rem", ["lhs: a tile", "rhs: a tile", "tmp: a scratch tile"]),
        ("sel", ["mask: a tile", "lhs: a tile", "rhs: a tile", "tmp: a scratch tile"]),
        ("load", ["tensor: a tensor"]),
        ("xor", ["tmp: a scratch tile, for the tile form only, None if left out"]),
    ],
)
def test_details_say_whether_an_operand_is_a_tensor_or_a_tile(name, lines):
    found = [line.strip() for line in printed(optable.print_details, name).splitlines()]
    assert [line for line in lines if line not in found] == []
