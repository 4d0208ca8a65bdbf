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
