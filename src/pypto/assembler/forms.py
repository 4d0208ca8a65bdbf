# SPDX-License-Identifier: Apache-2.0
"""How each operation is written: one form per shape of text, with its reader and its printer side by side.

    pto.tadd ins(%a, %b : T, T) outs(%c : T)            TILE
    %u = pto.treshape %t : T0 -> T1                     CAST
    %s = arith.addi %a, %b : index                      SAME

Control flow and functions, which own blocks, are in `parser.py` and `printer.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pypto.assembler.nodes import Attr, Op
from pypto.assembler.types import I1, INDEX_TYPE, PartType, PtrType, ScalarType, TileType, Type, ViewType
from pypto.ir.dtypes import INT32, INT64, DType

if TYPE_CHECKING:
    from pypto.assembler.parser import Parser

Reader = Callable[["Parser", Op], list[Type]]
Printer = Callable[[Op], str]


@dataclass(frozen=True)
class Form:
    """`read` consumes what follows the operation's name and returns the result types; `show` writes it."""

    read: Reader
    show: Printer


def holds(elem: DType, type: Type) -> bool:
    """Whether a scalar of this type is an element: the same type, or the signless integer of its width."""
    if not isinstance(type, ScalarType):
        return False
    signless = elem.kind == "uint" and type.elem.kind == "int" and type.elem.bits == elem.bits
    return type.elem is elem or signless


def _uses(op: Op) -> str:
    return ", ".join(str(u.value) for u in op.operands)


def show_attrs(attrs: dict[str, Attr]) -> str:
    return " {" + ", ".join(f"{k} = {v.text}" for k, v in attrs.items()) + "}" if attrs else ""


# pto.<op> ins(%a, %b {attrs} : T, T) outs(%d : T) {attrs}


def _read_tile(p: Parser, op: Op) -> list[Type]:
    p.expect("ins", f"after `{op.name}`")
    p.expect("(")
    op.operands = p.uses()
    if p.at("{"):
        op.ins_attrs = p.attr_dict()
    p.expect(":", "before the operand types")
    p.check_types(op.operands, p.types())
    p.expect(")", "after the operand types")
    if not p.accept("outs"):
        return []
    if p.accept(":"):
        return [p.type()]
    p.expect("(")
    op.outs = p.uses()
    p.expect(":", "before the types of outs")
    p.check_types(op.outs, p.types())
    p.expect(")", "after the types of outs")
    if p.at("{"):
        op.attrs = p.attr_dict()
    return []


def _show_tile(op: Op) -> str:
    types = ", ".join(str(u.type) for u in op.operands)
    text = f" ins({_uses(op)}{show_attrs(op.ins_attrs)} : {types})"
    if op.results:
        return f"{text} outs : {op.result.type}"
    if op.outs:
        outs = ", ".join(str(u.value) for u in op.outs)
        text += f" outs({outs} : {', '.join(str(u.type) for u in op.outs)})"
    return text + show_attrs(op.attrs)


# Views


def _index_list(p: Parser, op: Op, key: str) -> int:
    p.expect(key)
    p.expect("=")
    p.expect("[")
    uses = p.uses()
    p.expect("]")
    p.check_types(uses, [INDEX_TYPE] * len(uses))
    op.operands += uses
    return len(uses)


def _read_view(p: Parser, op: Op) -> list[Type]:
    pointer = p.use()
    if not isinstance(pointer.type, PtrType):
        p.fail(f"{pointer.value} is {pointer.type}, not a pointer", pointer.span)
    op.operands = [pointer]
    p.expect(",", "after the pointer")
    rank = _index_list(p, op, "shape")
    p.expect(",", "before `strides`")
    strides = _index_list(p, op, "strides")
    if p.at("{"):
        op.attrs = p.attr_dict()
    p.expect(":", "before the view type")
    span = p.here()
    result = p.type()
    if not isinstance(result, ViewType):
        p.fail("make_tensor_view makes a !pto.tensor_view", span)
    if not rank == strides == result.rank:
        p.fail(f"{rank} extents and {strides} strides do not make a view of rank {result.rank}", op.span)
    if result.elem is not pointer.type.elem:
        p.fail(f"{pointer.value} points to {pointer.type.elem.pto}, the view has {result.elem.pto}", span)
    return [result]


def _show_view(op: Op) -> str:
    rank = len(op.operands) // 2
    names = [str(u.value) for u in op.operands]
    return (
        f" {names[0]}, shape = [{', '.join(names[1 : rank + 1])}], strides = [{', '.join(names[rank + 1 :])}]"
        f"{show_attrs(op.attrs)} : {op.result.type}"
    )


def _read_partition(p: Parser, op: Op) -> list[Type]:
    view = p.use()
    op.operands = [view]
    p.expect(",", "after the view")
    offsets = _index_list(p, op, "offsets")
    p.expect(",", "before `sizes`")
    sizes = _index_list(p, op, "sizes")
    p.expect(":", "before the view type")
    p.check_types([view], [p.type()])
    p.expect("->")
    span = p.here()
    result = p.type()
    if not isinstance(view.type, ViewType) or not isinstance(result, PartType):
        p.fail("partition_view takes a !pto.tensor_view and makes a !pto.partition_tensor_view", span)
    if not offsets == sizes == view.type.rank == len(result.dims):
        p.fail(
            f"{offsets} offsets and {sizes} sizes do not fit a view of rank {view.type.rank} "
            f"and a partition of rank {len(result.dims)}",
            op.span,
        )
    if view.type.elem is not result.elem:
        p.fail(f"the view has {view.type.elem.pto}, the partition {result.elem.pto}", span)
    return [result]


def _show_partition(op: Op) -> str:
    rank = (len(op.operands) - 1) // 2
    names = [str(u.value) for u in op.operands]
    return (
        f" {names[0]}, offsets = [{', '.join(names[1 : rank + 1])}], sizes = [{', '.join(names[rank + 1 :])}]"
        f" : {op.operands[0].type} -> {op.result.type}"
    )


def _read_dim(p: Parser, op: Op) -> list[Type]:
    view = p.use()
    p.expect(",")
    axis = p.use()
    p.check_types([axis], [INDEX_TYPE])
    op.operands = [view, axis]
    p.expect(":")
    p.check_types([view], [p.type()])
    p.expect("->")
    p.expect("index")
    return [INDEX_TYPE]


def _show_dim(op: Op) -> str:
    return f" {_uses(op)} : {op.operands[0].type} -> index"


# Tiles


def _read_alloc(p: Parser, op: Op) -> list[Type]:
    keys = ("addr", "valid_row", "valid_col")
    for key in keys:
        if p.accept(key):
            p.expect("=")
            use = p.use()
            expected = ScalarType(INT64) if key == "addr" else INDEX_TYPE
            p.check_types([use], [expected])
            op.operands.append(use)
            op.attrs[key] = Attr(str(len(op.operands) - 1), use.span)
    p.expect(":", "before the tile type")
    span = p.here()
    tile = p.type()
    if not isinstance(tile, TileType):
        p.fail("alloc_tile makes a !pto.tile_buf", span)
    for key, valid in (("valid_row", tile.v_row), ("valid_col", tile.v_col)):
        if (key in op.attrs) != (valid is None):
            if valid is None:
                p.fail(f"the type has {key[0]}_{key[6:]}=?, so `{key} = ...` must be given", op.span)
            p.fail(f"`{key}` is given, but the type has {key[0]}_{key[6:]}={valid}", op.attrs[key].span)
    return [tile]


def alloc_operand(op: Op, key: str):  # type: ignore[no-untyped-def]
    """The value given to `addr`, `valid_row` or `valid_col` of an alloc_tile, or None."""
    return op.operands[int(op.attrs[key].text)].value if key in op.attrs else None


def _show_alloc(op: Op) -> str:
    parts = [f"{key} = {alloc_operand(op, key)}" for key in op.attrs]
    return " " + " ".join([*parts, f": {op.result.type}"])


def _read_validshape(p: Parser, op: Op) -> list[Type]:
    op.operands = p.uses()
    if len(op.operands) != 3:
        p.fail("set_validshape takes a tile, its valid rows and its valid columns", op.span)
    p.expect(":")
    p.check_types(op.operands, [p.type(), INDEX_TYPE, INDEX_TYPE])
    tile = op.operands[0].type
    if not isinstance(tile, TileType):
        p.fail(f"{op.operands[0].value} is no tile", op.operands[0].span)
    if tile.v_row is not None or tile.v_col is not None:
        p.fail("set_validshape needs a tile type with v_row=? and v_col=?", op.operands[0].span)
    return []


def _show_validshape(op: Op) -> str:
    return f" {_uses(op)} : {op.operands[0].type}"


# Values with one type, with a type per operand, and conversions


def _read_cast(p: Parser, op: Op) -> list[Type]:
    op.operands = p.uses()
    p.expect(":")
    p.check_types(op.operands[:1], [p.type()])
    p.expect("to" if op.name.startswith("arith.") else "->")
    return [p.type()]


def _show_cast(op: Op) -> str:
    arrow = "to" if op.name.startswith("arith.") else "->"
    return f" {_uses(op)} : {op.operands[0].type} {arrow} {op.result.type}"


def _read_same(p: Parser, op: Op) -> list[Type]:
    op.operands = p.uses()
    p.expect(":", "before the type")
    result = p.type()
    p.check_types(op.operands, [result] * len(op.operands))
    return [result]


def _show_same(op: Op) -> str:
    return f" {_uses(op)} : {op.operands[0].type}"


def _read_compare(p: Parser, op: Op) -> list[Type]:
    span = p.here()
    op.attrs["predicate"] = Attr(p.word("a predicate"), span)
    p.expect(",", "after the predicate")
    _read_same(p, op)
    return [I1]


def _show_compare(op: Op) -> str:
    return f" {op.attrs['predicate'].text}, {_uses(op)} : {op.operands[0].type}"


def _read_select(p: Parser, op: Op) -> list[Type]:
    op.operands = p.uses()
    if len(op.operands) != 3:
        p.fail("arith.select takes a condition and two values", op.span)
    p.expect(":")
    result = p.type()
    p.check_types(op.operands, [I1, result, result])
    return [result]


def _show_select(op: Op) -> str:
    return f" {_uses(op)} : {op.result.type}"


def _read_constant(p: Parser, op: Op) -> list[Type]:
    span = p.here()
    if p.at("true") or p.at("false"):
        op.attrs["value"] = Attr(p.word(), span)
        return [I1]
    op.attrs["value"] = Attr(p.number("a constant"), span)
    p.expect(":", "before the type of the constant")
    type_span = p.here()
    result = p.type()
    if not isinstance(result, ScalarType):
        p.fail("arith.constant has a scalar type", type_span)
    text = op.attrs["value"].text
    fraction = not text.lower().startswith(("0x", "-0x")) and any(c in text for c in ".eE")
    hexadecimal = text.lower().lstrip("-").startswith("0x")
    if result.elem.is_float and not (fraction or hexadecimal):
        p.fail(f"a constant of type {result} has a decimal point", span, help=f"write {text}.0 : {result}")
    if not result.elem.is_float and fraction:
        p.fail(f"a constant of type {result} is an integer", span)
    return [result]


def _show_constant(op: Op) -> str:
    text = op.attrs["value"].text
    return f" {text}" if text in ("true", "false") else f" {text} : {op.result.type}"


# Global memory, one element at a time


def _element(p: Parser, op: Op) -> None:
    pointer = p.use()
    p.expect("[")
    index = p.use()
    p.expect("]")
    p.check_types([index], [INDEX_TYPE])
    if not isinstance(pointer.type, PtrType):
        p.fail(f"{pointer.value} is {pointer.type}, not a pointer", pointer.span)
    op.operands += [pointer, index]


def _read_load_scalar(p: Parser, op: Op) -> list[Type]:
    _element(p, op)
    p.expect(":")
    p.check_types(op.operands[:1], [p.type()])
    p.expect("->")
    span = p.here()
    result = p.type()
    pointer = op.operands[0].type
    if not isinstance(pointer, PtrType) or not holds(pointer.elem, result):
        p.fail(f"{pointer} holds no {result}", span)
    return [result]


def _show_load_scalar(op: Op) -> str:
    pointer, index = op.operands
    return f" {pointer.value}[{index.value}] : {pointer.type} -> {op.result.type}"


def _read_store_scalar(p: Parser, op: Op) -> list[Type]:
    op.operands = [p.use()]
    p.expect(",")
    _element(p, op)
    p.expect(":")
    pointer_type = p.type()
    p.expect(",")
    p.check_types([op.operands[1], op.operands[0]], [pointer_type, p.type()])
    if not isinstance(pointer_type, PtrType) or not holds(pointer_type.elem, op.operands[0].type):
        p.fail(f"{pointer_type} cannot take {op.operands[0].type}", op.operands[0].span)
    return []


def _show_store_scalar(op: Op) -> str:
    value, pointer, index = op.operands
    return f" {value.value}, {pointer.value}[{index.value}] : {pointer.type}, {value.type}"


def _read_addptr(p: Parser, op: Op) -> list[Type]:
    op.operands = p.uses()
    if len(op.operands) != 2:
        p.fail("addptr takes a pointer and an offset in elements", op.span)
    p.expect(":")
    pointer = p.type()
    p.check_types(op.operands, [pointer, INDEX_TYPE])
    p.expect("->")
    span = p.here()
    if p.type() != pointer:
        p.fail(f"addptr keeps the type {pointer}", span)
    return [pointer]


def _show_addptr(op: Op) -> str:
    return f" {_uses(op)} : {op.operands[0].type} -> {op.result.type}"


# Synchronisation: read, kept, and without effect where instructions run in program order


def _read_flag(p: Parser, op: Op) -> list[Type]:
    start = p.pos
    closing = {"[": "]", "<": ">"}.get(p.text[p.pos : p.pos + 1])
    if closing is None:
        p.fail(f"expected the pipes and event of `{op.name}`")
    end = p.text.find("\n", p.pos)
    stop = p.text.rfind(closing, p.pos, end if end >= 0 else len(p.text))
    if stop < 0:
        p.fail(f"`{op.name}` has no closing `{closing}`")
    text = " ".join(p.text[start : stop + 1].split())
    op.attrs["sync"] = Attr(text, p.span(start, stop + 1))
    p.pos = stop + 1
    p.skip()
    return []


def _read_block(p: Parser, op: Op) -> list[Type]:
    if p.accept(":"):
        p.expect("i32")
    return [ScalarType(INT32)]


# Cross-core pipes


def _read_buffer(p: Parser, op: Op) -> list[Type]:
    op.attrs = p.attr_dict()
    p.expect("->")
    p.expect("i32")
    return [ScalarType(INT32)]


def _read_pipe(p: Parser, op: Op) -> list[Type]:
    op.attrs = p.attr_dict()
    p.expect("(", "before the buffers of the pipe")
    while not p.at(")"):
        span = p.here()
        name = p.word("the name of a buffer")
        p.expect("=")
        op.operands.append(p.use())
        op.ins_attrs[name] = Attr(name, span)
        p.expect(":")
        p.check_types(op.operands[-1:], [p.type()])
        if not p.accept(","):
            break
    p.expect(")")
    return []


def _show_pipe(op: Op) -> str:
    buffers = (f"{n} = {u.value} : {u.type}" for n, u in zip(op.ins_attrs, op.operands, strict=True))
    return f"{show_attrs(op.attrs)} ({', '.join(buffers)})"


def _read_push(p: Parser, op: Op) -> list[Type]:
    p.expect("(")
    op.operands = [p.use()]
    p.expect(":")
    p.check_types(op.operands, [p.type()])
    p.expect(")")
    op.attrs = p.attr_dict()
    return []


def _read_pop(p: Parser, op: Op) -> list[Type]:
    op.attrs = p.attr_dict()
    p.expect("->")
    return [p.type()]


def _read_free(p: Parser, op: Op) -> list[Type]:
    op.attrs = p.attr_dict()
    return []


TILE = Form(_read_tile, _show_tile)
CAST = Form(_read_cast, _show_cast)
SAME = Form(_read_same, _show_same)
FLAG = Form(_read_flag, lambda op: ("" if op.attrs["sync"].text[0] == "[" and "flag" in op.name else " ")
            + op.attrs["sync"].text)  # fmt: skip

FORMS: dict[str, Form] = {
    "pto.make_tensor_view": Form(_read_view, _show_view),
    "pto.partition_view": Form(_read_partition, _show_partition),
    "pto.get_tensor_view_dim": Form(_read_dim, _show_dim),
    "pto.alloc_tile": Form(_read_alloc, _show_alloc),
    "pto.set_validshape": Form(_read_validshape, _show_validshape),
    "pto.treshape": CAST,
    "pto.bitcast": CAST,
    "pto.addptr": Form(_read_addptr, _show_addptr),
    "pto.load_scalar": Form(_read_load_scalar, _show_load_scalar),
    "pto.store_scalar": Form(_read_store_scalar, _show_store_scalar),
    "pto.trap": Form(lambda p, op: [], lambda op: ""),
    "arith.constant": Form(_read_constant, _show_constant),
    "arith.cmpi": Form(_read_compare, _show_compare),
    "arith.cmpf": Form(_read_compare, _show_compare),
    "arith.select": Form(_read_select, _show_select),
}
for _name in ("set_flag", "wait_flag", "record_event", "wait_event", "barrier"):
    FORMS[f"pto.{_name}"] = FLAG
for _name in ("get_block_idx", "get_block_num", "get_subblock_idx", "get_subblock_num"):
    FORMS[f"pto.{_name}"] = Form(_read_block, lambda op: "")

for _name in ("reserve_buffer", "import_reserved_buffer"):
    FORMS[f"pto.{_name}"] = Form(_read_buffer, lambda op: f"{show_attrs(op.attrs)} -> i32")
for _core in ("aic", "aiv"):
    FORMS[f"pto.{_core}_initialize_pipe"] = Form(_read_pipe, _show_pipe)
    FORMS[f"pto.tpush_to_{_core}"] = Form(
        _read_push, lambda op: f"({op.operands[0].value} : {op.operands[0].type}){show_attrs(op.attrs)}"
    )
    FORMS[f"pto.tpop_from_{_core}"] = Form(
        _read_pop, lambda op: f"{show_attrs(op.attrs)} -> {op.result.type}"
    )
    FORMS[f"pto.tfree_from_{_core}"] = Form(_read_free, lambda op: show_attrs(op.attrs))

INTEGER_OPS = frozenset(
    [
        "addi",
        "subi",
        "muli",
        "divsi",
        "divui",
        "remsi",
        "remui",
        "floordivsi",
        "ceildivsi",
        "minsi",
        "maxsi",
        "minui",
        "maxui",
        "andi",
        "ori",
        "xori",
        "shli",
        "shrsi",
        "shrui",
    ]
)
FLOAT_OPS = frozenset(
    ["addf", "subf", "mulf", "divf", "remf", "negf", "minimumf", "maximumf", "minnumf", "maxnumf"]
)
CAST_OPS = frozenset(
    [
        "index_cast",
        "index_castui",
        "extsi",
        "extui",
        "trunci",
        "extf",
        "truncf",
        "sitofp",
        "uitofp",
        "fptosi",
        "bitcast",
    ]
)
for _name in INTEGER_OPS | FLOAT_OPS:
    FORMS[f"arith.{_name}"] = SAME
for _name in CAST_OPS:
    FORMS[f"arith.{_name}"] = CAST
