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
from pypto.ir.enums import PipeType
from pypto.ir.ops.system import CORE_TYPES, MOST_EVENTS

if TYPE_CHECKING:
    from pypto.assembler.parser import Parser

PIPE_NAMES = tuple(f"PIPE_{pipe.name}" for pipe in PipeType)
EVENT_NAMES = tuple(f"EVENT_ID{number}" for number in range(MOST_EVENTS))
EVENT_KINDS = (
    *("TLOAD", "TSTORE_ACC", "TSTORE_VEC", "TMOV_M2L", "TMOV_M2S", "TMOV_M2B", "TMOV_M2V", "TMOV_V2M"),
    *("TMATMUL", "TVEC"),
)
"""Kinds of operations that events order."""


def _angle(p: Parser, what: str, known: tuple[str, ...]) -> str:
    """`<WORD>`, one of some."""
    p.expect("<", f"before {what}")
    span = p.here()
    word = p.word(what)
    if word not in known:
        p.fail(f"{word} is not {what}", span, help="one of " + ", ".join(known), code="pto-attribute")
    p.expect(">", f"after {what}")
    return word


def _typed(p: Parser, head: str, what: str, known: tuple[str, ...]) -> str:
    """`#pto.event<WORD>`."""
    if not p.accept(f"#pto.{head}"):
        p.fail(f"expected `#pto.{head}<...>`")
    return f"#pto.{head}<{_angle(p, what, known)}>"


def _read_flag(p: Parser, op: Op) -> list[Type]:
    """`[<pipe>, <pipe>, <event>]`; the number of the event may be a value."""
    span = p.here()
    p.expect("[", f"after `{op.name}`")
    pipes = [_angle(p, "a pipe", PIPE_NAMES)]
    p.expect(",")
    pipes.append(_angle(p, "a pipe", PIPE_NAMES))
    p.expect(",")
    given = ", ".join(f"<{name}>" for name in pipes)
    if p.at("%"):
        op.operands = [p.use()]
        if not isinstance(op.operands[0].type, ScalarType) or op.operands[0].type.elem.is_float:
            p.fail(
                f"{op.operands[0].value} is no number of an event", op.operands[0].span, code="pto-operand"
            )
    else:
        given += f", <{_angle(p, 'an event', EVENT_NAMES)}>"
    p.expect("]", "after the event")
    op.attrs["pipes"] = Attr(given, span)
    return []


def _show_flag(op: Op) -> str:
    event = f", {op.operands[0].value}" if op.operands else ""
    return f"[{op.attrs['pipes'].text}{event}]"


def _read_record(p: Parser, op: Op) -> list[Type]:
    """`[#pto.pipe_event_type<...>, #pto.pipe_event_type<...>, #pto.event<...>]`."""
    span = p.here()
    p.expect("[", f"after `{op.name}`")
    first = _typed(p, "pipe_event_type", "a kind of operation", EVENT_KINDS)
    p.expect(",")
    second = _typed(p, "pipe_event_type", "a kind of operation", EVENT_KINDS)
    p.expect(",")
    event = _typed(p, "event", "an event", EVENT_NAMES)
    p.expect("]", "after the event")
    op.attrs["event"] = Attr(f"{first}, {second}, {event}", span)
    return []


def _read_barrier(p: Parser, op: Op) -> list[Type]:
    span = p.here()
    op.attrs["pipe"] = Attr(_angle(p, "a pipe", PIPE_NAMES), span)
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
    span = p.here()
    op.attrs["pipe"] = Attr(_angle(p, "a pipe", PIPE_NAMES), span)
    p.expect(",")
    op.operands = [p.use()]
    p.expect(":")
    p.check_types(op.operands, [p.type()])
    if p.at("{"):
        op.attrs |= p.attr_dict()
    mode = op.attrs.get("ffts_mode")
    if op.name.endswith("set") and (mode is None or mode.text not in ("0", "1", "2")):
        p.fail("pto.sync.set needs ffts_mode = 0, 1 or 2", op.span, code="pto-attribute")
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
for _name in ("set_flag", "wait_flag"):
    SYNC_FORMS[f"pto.{_name}"] = Form(_read_flag, _show_flag)
for _name in ("record_event", "wait_event"):
    SYNC_FORMS[f"pto.{_name}"] = Form(_read_record, lambda op: f" [{op.attrs['event'].text}]")
SYNC_FORMS["pto.barrier"] = Form(_read_barrier, lambda op: f" <{op.attrs['pipe'].text}>")
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
