# SPDX-License-Identifier: Apache-2.0
"""Every operation with every element type on both chips, and tiles at the edge of every memory space.

`data/element_types.tsv` and `data/tiles.tsv` say what the chips have. Programs are lowered, not compiled to native code.
"""

from pathlib import Path

import pytest
from ir_builder import Builder, const
from op_samples import ordered

from pypto.assembler.scanner import layout_problem
from pypto.assembler.types import TileType as PtoTile
from pypto.errors import UserError
from pypto.ir import dtypes
from pypto.ir.dtypes import BY_NAME, INT16, INT32, DType
from pypto.ir.enums import Mem, PadValue
from pypto.ir.nodes import Program, TileType, Var
from pypto.ir.ops import elementwise, matmul, memory, shaping, staging, transfer
from pypto.ir.ops.rules import space_layout
from pypto.ir.ops.table import TABLE, Op, OpError
from pypto.passes import pipeline
from pypto.passes.tiles import check_layout
from pypto.platforms import PLATFORMS, Platform

DATA = Path(__file__).parents[1] / "data"
CHIPS = ("a2a3sim", "a5sim")
TYPES = [
    d
    for d in dtypes.ALL
    if d.bits >= 8 and d.name not in ("FP8E8M0", "HF8", "INDEX", "TASK_ID")  # these have no kernels
]


def lines(name: str) -> list[list[str]]:
    text = (DATA / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if not line.startswith("#")]


def executed() -> dict[str, tuple[set[str], set[str]]]:
    """By operation the element types that a2a3 and a5 take."""
    found = {}
    for names, older, added, both in lines("element_types.tsv"):
        for name in names.split():
            old = {*older.split(), *both.split()}
            found[name] = old, old | set(added.split())
    return found


EXECUTED = executed()
SHAPES = {"matmul": ((32, 64), (64, 32)), "mrgsort": ((1, 64), (1, 32))}
WITHOUT_SAMPLES = {"sel", "sels"}  # masks: tests of their own


def resized(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Whole units of 32 bytes, whatever the element type."""
    return tuple(n if n == 1 else 32 if axis == 0 else -(-n // 32) * 32 for axis, n in enumerate(shape))


def kinds(row: Op, dtype: DType) -> list[DType]:
    """Element types of the operands: those that have the type of the first are `dtype`."""
    sample = row.samples[0]
    first = sample.dtype_of(0) if sample.shapes else ""
    found = [
        dtype if sample.dtype_of(i) == first else BY_NAME[sample.dtype_of(i)]
        for i in range(len(sample.shapes))
    ]
    if row.name == "scatter" and dtype.bits < 32:
        found[1] = INT16
    return found


def program(row: Op, dtype: DType, tiles: bool) -> Program:
    b = Builder(row.word)
    with b.at():
        if row is memory.SLICE or row is shaping.FILLPAD:
            held = {} if row is memory.SLICE else {"valid_shape": (16, 32)}
            value = b.slice(b.tensor("x", (32, 64), dtype), (32, 64), (0, 0), **held)
            if row is shaping.FILLPAD:
                value = b.call(row, value, pad_value=PadValue.zero)
        else:
            sample = row.samples[0]
            shapes = SHAPES.get(row.name, tuple(map(resized, sample.shapes)))
            values = []
            for number, (shape, kind) in enumerate(zip(shapes, kinds(row, dtype), strict=True)):
                x, at = b.tensor(f"x{number}", shape, kind), (0,) * len(shape)
                if tiles:
                    where = {"offsets": at, "shapes": shape, "target_memory": Mem.Vec}
                    values.append(b.call(transfer.LOAD, x, **where))
                else:
                    values.append(b.slice(x, shape, at))
            attrs = {k: dtype if isinstance(v, DType) else v for k, v in sample.attrs.items()}
            attrs |= {"value": 3} if "value" in attrs else {}
            attrs |= {"shape": (64, 128)} if row.name == "fillpad_expand" else {}
            kind = dtype if values else INT32 if row.name == "random" else None
            numbers = [const(3 if dtype.is_int and values else v, kind) for v in sample.scalars]
            value = b.call(row, *ordered(row, values, numbers), **attrs)
        y = b.tensor("y", value.type.shape, value.type.dtype, "out")
        if tiles:
            b.effect(transfer.STORE, value, y, offsets=(0, 0))
        else:
            b.store(y, value, (0,) * y.type.rank)
    return b.program()


def verdict(row: Op, dtype: DType, chip: Platform, tiles: bool) -> str:
    """The code of the error, "" where the program is lowered."""
    try:
        found = program(row, dtype, tiles)
        for step in (*pipeline.front_passes(), *pipeline.back_passes(chip)):
            found = step.run(found)
    except (OpError, UserError) as error:
        return error.code
    return ""


@pytest.mark.parametrize("name", [n for n in EXECUTED if n not in WITHOUT_SAMPLES])
def test_an_operation_takes_the_types_of_the_chip_and_refuses_all_others(name):
    row, tiles = TABLE[name.removeprefix("tile:")], name.startswith("tile:")
    for platform, legal in zip(CHIPS, EXECUTED[name], strict=True):
        found = {d.name: verdict(row, d, PLATFORMS[platform], tiles) for d in TYPES if d is not dtypes.BOOL}
        assert {d for d, code in found.items() if not code} == legal, f"{name} on {platform}: {found}"
        assert {code for code in found.values() if code} <= {"dtype-support", "dtype-mismatch"}, found


def test_the_table_of_types_has_every_row_that_says_which_it_takes():
    listed = {name.removeprefix("tile:") for name in EXECUTED}
    said = {row.name for row in TABLE.values() if row.native is not None and row.samples}
    assert said - listed == {"fmod", "fmods"}  # no instruction of their own


def tile(space: str, dtype: DType, rows: int, cols: int, chip: Platform) -> TileType:
    blayout, slayout, fractal = space_layout(space, (rows, cols))
    if space == "Left":
        blayout, slayout = chip.left_layout
    return TileType((rows, cols), dtype, space, None, blayout, slayout, fractal)


def lowered(b: Builder, chip: Platform) -> str:
    """The code of the error that lowering a program gives, "ok" without one."""
    try:
        found = b.program()
        for step in (*pipeline.front_passes(), *pipeline.back_passes(chip)):
            found = step.run(found)
            if step.name == "lower":
                return "ok"
    except (OpError, UserError) as error:
        return error.code
    raise AssertionError("no step is called lower")


def created(wanted: TileType, chip: Platform) -> str:
    """The same for a kernel that makes a tile."""
    b = Builder("created")
    with b.at():
        attrs = {"shape": wanted.shape, "dtype": wanted.dtype, "target_memory": Mem[wanted.space]}
        b.call(staging.CREATE_TILE, **attrs)
    return lowered(b, chip)


@pytest.mark.parametrize(("space", "dtype", "rows", "cols", "older", "newer"), lines("tiles.tsv"))
def test_a_tile_fits_its_space_in_whole_units_or_is_refused(space, dtype, rows, cols, older, newer):
    for platform, wanted in zip(CHIPS, (older, newer), strict=True):
        chip = PLATFORMS[platform]
        found = tile(space, BY_NAME[dtype], int(rows), int(cols), chip)
        try:
            check_layout(found, chip, "t", None)
            code = "ok"
        except UserError as error:
            code = error.code
        assert code == wanted, platform
        if not space.endswith("Scale"):
            assert created(found, chip) == code, platform
        place = "scaling" if space.endswith("Scale") else space.lower()
        orders = (found.blayout, found.slayout, found.fractal)
        text = PtoTile(place, found.dtype, found.shape[0], found.shape[1], *found.shape, *orders)
        whole_blocks = (
            found.dtype is not INT32
        )  # 32 rows on the older chip are its rule, not that of the text
        if code != "dtype-support" and whole_blocks:
            assert (layout_problem(text) is None) == (code != "alignment"), layout_problem(text)


SPACES = [
    space for space in PLATFORMS["a5"].capacity if not space.endswith("Scale")
]  # those take scales only
BOTH, ADDED = ({line[0]: line[column].split() for line in lines("moves.tsv")} for column in (1, 2))


def filled(b: Builder, space: str, shape: tuple[int, int]) -> Var:
    """A tile in a space, with content where something reads it."""
    if space in ("Vec", "Mat"):
        attrs = {"offsets": (0, 0), "shapes": shape, "target_memory": Mem[space]}
        return b.call(transfer.LOAD, b.tensor("x", shape, dtypes.FP32), **attrs)
    if space == "Acc":
        mat = filled(b, "Mat", shape)
        return b.call(matmul.MATMUL, mat, mat)
    return b.call(staging.CREATE_TILE, shape=shape, dtype=dtypes.FP32, target_memory=Mem[space])


def multiplied(b: Builder, tile: Var) -> None:
    b.call(matmul.MATMUL, tile, tile)


def stored(b: Builder, tile: Var) -> None:
    y = b.tensor("y", (32, 32), dtypes.FP32, "out")
    b.effect(transfer.STORE, b.call(elementwise.EXP, tile), y, offsets=(0, 0))


CROSSING = {("Vec", "Mat"): multiplied, ("Acc", "Vec"): stored}
"""What the other core does with what it gets; without that no region has work for it."""


@pytest.mark.parametrize("target", SPACES)
@pytest.mark.parametrize("source", SPACES)
def test_a_tile_moves_where_the_chip_has_a_way(source, target):
    shape = (1, 32) if "Bias" in (source, target) and source != "Acc" else (32, 32)
    for platform, added in zip(CHIPS, (False, True), strict=True):
        b = Builder("moved")
        try:
            with b.at():
                moved = b.call(transfer.MOVE, filled(b, source, shape), target_memory=Mem[target])
                if (source, target) in CROSSING:
                    CROSSING[source, target](b, moved)
            code = lowered(b, PLATFORMS[platform])
        except OpError as error:
            code = error.code
        legal = target in BOTH[source] or (added and target in ADDED[source])
        assert code == ("ok" if legal else "memory-space"), platform
