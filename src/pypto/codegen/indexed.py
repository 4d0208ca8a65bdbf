# SPDX-License-Identifier: Apache-2.0
"""Sorts, merges, gathers and scatters as `.pto` text: what an instruction says beside its tiles, and loops over rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from pypto.codegen.scalars import mlir_type
from pypto.errors import InternalError
from pypto.ir import arith
from pypto.ir.dtypes import INT32
from pypto.ir.evaluate import normalise
from pypto.ir.nodes import Call, Const, Expr, TensorType, TileType, Var, dtype_of
from pypto.ir.ops import gather, indexed, random, scatter, sort
from pypto.ir.ops.table import Op

if TYPE_CHECKING:
    from pypto.codegen.pto import Emitter

Typed = tuple[str, str]
"""The name and the type of an operand."""


def instruction(e: Emitter, name: str, ins: list[Typed], outs: list[Typed], attr: str = "") -> None:
    """`pto.<name> ins(...) outs(...)`; `attr` stands behind the operands of `ins`."""
    sides = []
    for side, extra in ((ins, attr), (outs, "")):
        names, types = ", ".join(n for n, _ in side), ", ".join(t for _, t in side)
        sides.append(f"({names}{f' {{{extra}}}' if extra else ''} : {types})")
    e.line(f"pto.{name} ins{sides[0]} outs{sides[1]}")


def _attrs(call: Call) -> str:
    found = {} if call.op.pto_attrs is None else call.op.pto_attrs(call.attrs)
    return ", ".join(f"{k} = {v}" for k, v in found.items())


def _operands(e: Emitter, call: Call) -> list[Typed]:
    return [e.typed(a) for a in call.args if a is not None]


def _mrgsort(e: Emitter, target: Var, call: Call) -> None:
    ins, length = _operands(e, call), call.attrs.get("block_len")
    attr = ""
    if length is not None:
        ins.append((e.constant(str(length), "i32"), "i32"))
    else:
        attr = f"exhausted = {'true' if call.attrs['exhausted'] else 'false'}"
    instruction(e, "tmrgsort", ins, [e.typed(target)], attr)


def _plain(e: Emitter, target: Var, call: Call) -> None:
    assert call.op.pto is not None
    instruction(e, call.op.pto, _operands(e, call), [e.typed(target)], _attrs(call))


# Rows by themselves


@contextmanager
def _loop(e: Emitter, count: int) -> Iterator[str]:
    """A loop over a count; nothing where it runs once."""
    if count == 1:
        yield e.constant("0", "index")
        return
    counter = e.fresh("i")
    stop, step = (e.constant(str(n), "index") for n in (count, 1))
    e.body.append(f"{'  ' * e.indent}scf.for {counter} = {e.constant('0', 'index')} to {stop} step {step} {{")
    with e.inner():
        yield counter
    e.body.append("  " * e.indent + "}" + e.location(e.span))


def _row(e: Emitter, outer: str, inner: str, step: int, other: int) -> str:
    """`outer * step + inner * other`"""
    total = ""
    for counter, factor in ((outer, step), (inner, other)):
        if factor == 0 or counter == e.constant("0", "index"):
            continue
        part = counter
        if factor != 1:
            part = e.define(f"arith.muli {counter}, {e.constant(str(factor), 'index')} : index")
        total = e.define(f"arith.addi {total}, {part} : index") if total else part
    return total or e.constant("0", "index")


def rows_of(e: Emitter, tile: Expr | None, row: str, rows: int, *, whole: bool = False) -> Typed:
    """Some rows of a tile at a run-time place, or of all its bytes."""
    if not isinstance(tile, Var) or not isinstance(tile.type, TileType):
        raise InternalError("rows are taken from a tile")
    type_ = replace(tile.type, valid=None) if whole else tile.type
    name, parent = (e.fixed_tile(tile, type_, e.text(type_)), e.text(type_)) if whole else e.typed(tile)
    if rows == type_.shape[0]:
        return name, parent
    zero, held = e.constant("0", "index"), arith.as_int(type_.valid_shape[0])
    known = held is not None and (held == type_.shape[0] or row == zero)
    valid = min(rows, held or 0) if known else rows
    part = e.text(replace(type_, shape=(rows, type_.shape[1]), valid=(valid, type_.valid_shape[1])))
    if not known:
        part = part.replace(f"v_row={rows},", "v_row=?,")
    size = f"[{rows}, {type_.shape[1]}]"
    return e.define(f"pto.subset {name}[{row}, {zero}] sizes {size} : {parent}", f"{tile.name}_rows"), part


def _ahead(e: Emitter, *tiles: Expr | None) -> None:
    """Tiles of a loop that are used after it are allocated before it."""
    for tile in tiles:
        e.typed(tile)


def _gather(e: Emitter, target: Var, call: Call) -> None:
    windows = call.attrs.get("windows")
    if windows is None:
        return _plain(e, target, call)
    outer, inner, s, t, height, p, q, rows = windows
    source, index, tmp = call.args
    _ahead(e, target, index)
    with _loop(e, outer) as i, _loop(e, inner) as j:
        there, here = _row(e, i, j, s, t), _row(e, i, j, p, q)
        ins = [rows_of(e, source, there, height, whole=True), rows_of(e, index, here, rows), e.typed(tmp)]
        instruction(e, "tgather", ins, [rows_of(e, target, here, rows)])
    return None


def _gather_compare(e: Emitter, target: Var, call: Call) -> None:
    source, value, tmp = call.args
    assert isinstance(source, Var) and value is not None
    dtype = dtype_of(source.type)
    number = (e.scalars.as_type(value, dtype), mlir_type(dtype))
    outs = [e.typed(target), e.typed(call.attrs["spare"])]
    attr = (
        f"cmpMode = #pto<cmp {gather.comparison_of(call.attrs['cmp_mode'])}>, offset = {call.attrs['offset']}"
    )
    ins = [e.typed(source), number, e.typed(tmp)]
    instruction(e, "tgather", ins, outs[::-1] if call.attrs["counts"] else outs, attr)


def _scatter(e: Emitter, target: Var, call: Call) -> None:
    """Flat positions; with `windows` each of so many rows by itself."""
    rows = call.attrs.get("windows")
    if rows is None:
        return _plain(e, target, call)
    _, values, index = call.args
    _ahead(e, target, values, index)
    with _loop(e, rows) as i:
        ins = [rows_of(e, values, i, 1), rows_of(e, index, i, 1)]
        instruction(e, "tscatter", ins, [rows_of(e, target, i, 1)])
    return None


def whole_tensor(e: Emitter, tensor: Expr | None) -> Typed:
    """All of a tensor in global memory."""
    assert isinstance(tensor, Var) and isinstance(tensor.type, TensorType)
    return e.partition(tensor, (0,) * tensor.type.rank, tensor.type.shape)


def _mgather(e: Emitter, target: Var, call: Call) -> None:
    ins = [
        e.typed(a) if a is not None and isinstance(a.type, TileType) else whole_tensor(e, a)
        for a in call.args
    ]
    instruction(e, "mgather", ins, [e.typed(target)], _attrs(call))


def mscatter(e: Emitter, call: Call) -> None:
    source, index, tensor = call.args
    part = whole_tensor(e, tensor)
    instruction(e, "mscatter", [e.typed(source), e.typed(index)], [part])


def _random(e: Emitter, target: Var, call: Call) -> None:
    ins: list[Typed] = []
    for word in call.args:
        assert word is not None
        if isinstance(word, Const):
            ins.append((e.constant(str(normalise(word.value or 0, INT32)), "i32"), "i32"))
        else:
            ins.append((e.scalars.value(word), "i32"))
    instruction(e, "trandom", ins, [e.typed(target)], f"rounds = {call.attrs['rounds']}")


INDEXED: Mapping[Op, Callable[[Emitter, Var, Call], None]] = {
    sort.SORT32: _plain,
    sort.MRGSORT: _mrgsort,
    gather.TILE_GATHER: _gather,
    gather.GATHER_MASK: _plain,
    gather.GATHER_COMPARE: _gather_compare,
    gather.GATHERB: _plain,
    scatter.TILE_SCATTER: _scatter,
    scatter.SCATTER_MASK: _plain,
    indexed.MGATHER: _mgather,
    random.RANDOM: _random,
    random.TILE_RANDOM: _random,
}
