# SPDX-License-Identifier: Apache-2.0
"""Every public name takes the parameters of its signature: names, order, defaults, what is given by keyword only."""

import ast
from enum import Enum

import pytest
from spellings import Spelling, spellings

import pypto.language as pl
from pypto.ir.dtypes import BY_NAME, DType
from pypto.ir.enums import AtomicType, Mem, PadValue, TensorLayout
from pypto.ir.nodes import TileType, Var
from pypto.ir.ops.table import REQUIRED, SCRATCH_NAMES, Bound, Op, OpError, Param

ENUMS = {"MemorySpace": Mem, "AtomicType": AtomicType, "PadValue": PadValue, "TensorLayout": TensorLayout}
POSITION = "span"  # carries where a call was written, and nothing else
# What a name takes beyond its signature: printed programs write it.
MORE = {
    "pl.rsqrt": frozenset({"tmp"}),
    "pl.transpose": frozenset({"tmp_tile"}),
    **dict.fromkeys(
        ("pl.aiv_shard", "pl.aic_gather", "pl.tile.aiv_shard", "pl.tile.aic_gather"),
        frozenset({"split", "lane", "lane_stride"}),
    ),
}
OPEN = {s.full for s in spellings() if s.name == "scatter_update"}  # several forms, in a signature of *args
NO_ROWS = {
    "pl.dump_tag", "pl.no_dep", "pl.tensor.no_dep", "pl.system.task_invalid",
    "pl.prefetch.async_prefetch", "pl.prefetch.make_context", "pl.prefetch.session", "pl.prefetch.wait",
}  # fmt: skip
LISTED = [s for s in spellings() if s.signature.startswith("(") and s.full not in OPEN | NO_ROWS]


def named(spelling: Spelling) -> object:
    found: object = pl
    for part in spelling.full.split(".")[1:]:
        found = getattr(found, part, None)
    return found


def default(node: ast.expr) -> object:
    """A default as the table has it."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        kind, name = node.value.id, node.attr
        return BY_NAME[name] if kind == "DataType" else ENUMS[kind][name]
    if isinstance(node, ast.Name):
        return getattr(pl, node.id)
    return ast.literal_eval(node)


def listed(spelling: Spelling) -> tuple[list[tuple[str, object]], dict[str, object]]:
    """What may be given by position, in order, and what by keyword only, each with its default."""
    function = ast.parse(f"def f{spelling.signature}: pass").body[0]
    assert isinstance(function, ast.FunctionDef)
    given = function.args
    missing = len(given.args) - len(given.defaults)
    values = [REQUIRED] * missing + [default(d) for d in given.defaults]
    by_position = [(a.arg, v) for a, v in zip(given.args, values, strict=True) if a.arg != POSITION]
    by_keyword = {
        a.arg: REQUIRED if v is None else default(v)
        for a, v in zip(given.kwonlyargs, given.kw_defaults, strict=True)
        if a.arg != POSITION
    }
    return by_position, by_keyword


def names_of(param: Param) -> tuple[str, ...]:
    return (param.name, *param.aliases)


def same_default(row: Op, param: Param, wanted: object, space: str | None) -> bool:
    if wanted is REQUIRED and param.default is None and param.name in SCRATCH_NAMES and space == "tile":
        return needs_scratch(row, param)
    kinds = (DType, Enum, bool, type(None))
    exact = param.default is wanted if isinstance(wanted, kinds) or wanted is REQUIRED else None
    return param.default == wanted if exact is None else exact


def needs_scratch(row: Op, param: Param) -> bool:
    """Whether a call with tiles is refused without the scratch."""
    tiles = {p.name: Var(p.name, TileType((16, 32), BY_NAME[dtype])) for p, dtype in operands(row)}
    bound = {p.name: tiles.get(p.name, None if p.default is REQUIRED else p.default) for p in row.params}
    bound[param.name] = None
    try:
        row.infer(Bound(bound, True, True))
    except OpError as error:
        return error.code == "scratch"
    return False


def operands(row: Op) -> list[tuple[Param, str]]:
    dtype = "INT32" if row.name.startswith("xor") else "FP32"
    return [(p, dtype) for p in row.data_params]


@pytest.mark.parametrize("spelling", LISTED, ids=lambda s: s.full)
def test_a_name_takes_the_parameters_of_its_signature(spelling):
    row = named(spelling)
    assert isinstance(row, Op)
    space = spelling.namespace.removeprefix("pl.") if spelling.namespace in ("pl.tensor", "pl.tile") else None
    more = MORE.get(spelling.full, frozenset()) | {POSITION}
    taken = [p for p in row.params if not p.internal and p.stands_in(space) and p.name not in more]
    places = [p for p in row.by_position(space) if p.name not in more]
    by_position, by_keyword = listed(spelling)
    assert len(places) == len(by_position), [p.name for p in places]
    for param, (name, wanted) in zip(places, by_position, strict=True):
        assert name in names_of(param)
        assert same_default(row, param, wanted, space), (name, param.default)
    rest = [p for p in taken if p not in places]
    assert len(rest) == len(by_keyword), [p.name for p in rest]
    for name, wanted in by_keyword.items():
        param = next(p for p in rest if name in names_of(p))
        assert same_default(row, param, wanted, space), (name, param.default)


def test_names_without_a_row_are_constructs_or_refused():
    for spelling in spellings():
        if spelling.full in NO_ROWS:
            assert not isinstance(named(spelling), Op), spelling.full
