# SPDX-License-Identifier: Apache-2.0
"""Forms of what orders and connects cores: flags, events, barriers, block indices, cross-core pipes.

Flags, events and barriers are read, kept, and without effect where instructions run in program order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pypto.assembler.form import Form, show_attrs
from pypto.assembler.nodes import Attr, Op
from pypto.assembler.types import ScalarType, Type
from pypto.ir.dtypes import INT32
from pypto.ir.ops.system import CORE_TYPES

if TYPE_CHECKING:
    from pypto.assembler.parser import Parser


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


def _show_flag(op: Op) -> str:
    text = op.attrs["sync"].text
    return text if text[0] == "[" and "flag" in op.name else f" {text}"


# Barriers over all cores of a launch, fences, caches


def _read_syncall(p: Parser, op: Op) -> list[Type]:
    if p.accept("("):
        op.operands = p.uses()
        p.expect(":")
        p.check_types(op.operands, p.types())
        p.expect(")")
    span = p.here()
    op.attrs = p.attr_dict()
    mode, kind = (op.attrs.get(name) for name in ("mode", "core_type"))
    if mode is None or mode.text not in ('"hard"', '"soft"'):
        p.fail('pto.syncall needs mode = "hard" or "soft"', span, code="pto-attribute")
    if kind is None or kind.text.strip('"') not in CORE_TYPES:
        p.fail(f"pto.syncall needs core_type, one of {', '.join(CORE_TYPES)}", span, code="pto-attribute")
    if len(op.operands) != (2 if mode.text == '"soft"' else 0):
        p.fail(
            "a soft pto.syncall takes its workspace and a number of cores, a hard one nothing",
            op.span,
            code="pto-count",
        )
    return []


def _show_syncall(op: Op) -> str:
    types = ", ".join(str(u.type) for u in op.operands)
    given = f"({', '.join(str(u.value) for u in op.operands)} : {types})" if op.operands else ""
    return given + show_attrs(op.attrs)


def _read_event(p: Parser, op: Op) -> list[Type]:
    p.expect("<")
    span = p.here()
    op.attrs["pipe"] = Attr(p.word("a pipe"), span)
    p.expect(">")
    p.expect(",")
    op.operands = [p.use()]
    p.expect(":")
    p.check_types(op.operands, [p.type()])
    if p.at("{"):
        op.attrs |= p.attr_dict()
    mode = op.attrs.get("ffts_mode")
    if op.name.endswith("set") and (mode is None or mode.text not in ("1", "2")):
        p.fail("pto.sync.set needs ffts_mode = 1 or 2", op.span, code="pto-attribute")
    return []


def _show_event(op: Op) -> str:
    rest = {name: attr for name, attr in op.attrs.items() if name != "pipe"}
    return f" <{op.attrs['pipe'].text}>, {op.operands[0].value} : {op.operands[0].type}{show_attrs(rest)}"


def _read_workspace(p: Parser, op: Op) -> list[Type]:
    op.operands = [p.use()]
    p.expect(":")
    p.check_types(op.operands, [p.type()])
    return []


def _read_fence(p: Parser, op: Op) -> list[Type]:
    op.attrs["scope"] = p.attr()
    return []


def _read_cacheinvalid(p: Parser, op: Op) -> list[Type]:
    if p.accept("all"):
        op.attrs["space"] = p.attr()
        return []
    op.operands = [p.use()]
    p.expect("single_cache_line")
    p.expect(":")
    p.check_types(op.operands, [p.type()])
    return []


def _show_cacheinvalid(op: Op) -> str:
    if not op.operands:
        return f" all {op.attrs['space'].text}"
    return f" {op.operands[0].value} single_cache_line : {op.operands[0].type}"


SYNC_FORMS: dict[str, Form] = {}
for _name in ("set_flag", "wait_flag", "record_event", "wait_event", "barrier"):
    SYNC_FORMS[f"pto.{_name}"] = Form(_read_flag, _show_flag)
for _name in ("get_block_idx", "get_block_num", "get_subblock_idx", "get_subblock_num"):
    SYNC_FORMS[f"pto.{_name}"] = Form(_read_block, lambda op: "")
for _name in ("reserve_buffer", "import_reserved_buffer"):
    SYNC_FORMS[f"pto.{_name}"] = Form(_read_buffer, lambda op: f"{show_attrs(op.attrs)} -> i32")
for _core in ("aic", "aiv"):
    SYNC_FORMS[f"pto.{_core}_initialize_pipe"] = Form(_read_pipe, _show_pipe)
    SYNC_FORMS[f"pto.tpush_to_{_core}"] = Form(
        _read_push, lambda op: f"({op.operands[0].value} : {op.operands[0].type}){show_attrs(op.attrs)}"
    )
    SYNC_FORMS[f"pto.tpop_from_{_core}"] = Form(
        _read_pop, lambda op: f"{show_attrs(op.attrs)} -> {op.result.type}"
    )
    SYNC_FORMS[f"pto.tfree_from_{_core}"] = Form(_read_free, lambda op: show_attrs(op.attrs))
SYNC_FORMS["pto.sync.set"] = SYNC_FORMS["pto.sync.wait"] = Form(_read_event, _show_event)
SYNC_FORMS["pto.set_ffts"] = Form(
    _read_workspace, lambda op: f" {op.operands[0].value} : {op.operands[0].type}"
)
SYNC_FORMS["pto.syncall"] = Form(_read_syncall, _show_syncall)
SYNC_FORMS["pto.fence.barrier_all"] = Form(_read_fence, lambda op: f" {op.attrs['scope'].text}")
SYNC_FORMS["pto.cmo.cacheinvalid"] = Form(_read_cacheinvalid, _show_cacheinvalid)
