# SPDX-License-Identifier: Apache-2.0
"""Statements whose results nothing reads are left out."""

from __future__ import annotations

from dataclasses import replace

from pypto.ir.nodes import (
    Assign,
    Block,
    Call,
    Expr,
    For,
    If,
    Stmt,
    Var,
    While,
    walk,
)
from pypto.ir.ops import memory, pipe
from pypto.ir.visit import defined_vars, header_exprs, vars_in, vars_in_type


def without_unused(block: Block, keep_reads: bool) -> Block:
    """The block without values that nothing reads; a read of memory may fail, so one side keeps it."""
    while True:
        used = {v for s in walk(block) for e in header_exprs(s) for v in vars_in(e)}
        for stmt in walk(block):
            for var in (*defined_vars(stmt), *(v for e in header_exprs(stmt) for v in vars_in(e))):
                if var in used or isinstance(stmt, For):
                    used.update(vars_in_type(var.type))
        smaller = _pruned(block, used, keep_reads)
        if smaller == block:
            return block
        block = smaller


def _pruned(block: Block, used: set[Var], keep_reads: bool) -> Block:
    out: list[Stmt] = []
    for stmt in block:
        if isinstance(stmt, Assign) and stmt.target not in used and _droppable(stmt.value, keep_reads):
            continue
        if isinstance(stmt, For):
            body = _pruned(stmt.body, used, keep_reads)
            if not body:
                continue
            stmt = stmt if body == stmt.body else replace(stmt, body=body)
        elif isinstance(stmt, While):
            setup, body = _pruned(stmt.setup, used, keep_reads), _pruned(stmt.body, used, keep_reads)
            stmt = stmt if (setup, body) == (stmt.setup, stmt.body) else replace(stmt, setup=setup, body=body)
        elif isinstance(stmt, If):
            then, orelse = _pruned(stmt.then, used, keep_reads), _pruned(stmt.orelse, used, keep_reads)
            if not then and not orelse:
                continue
            stmt = (
                stmt
                if (then, orelse) == (stmt.then, stmt.orelse)
                else replace(stmt, then=then, orelse=orelse)
            )
        out.append(stmt)
    return tuple(out)


def _droppable(value: Expr, keep_reads: bool) -> bool:
    if not isinstance(value, Call):
        return True
    if value.op in pipe.POPS or value.op in pipe.BUFFERS:
        return False
    return not (value.op is memory.READ and keep_reads)
