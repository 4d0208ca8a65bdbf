# SPDX-License-Identifier: Apache-2.0
"""Module -> `.pto` text, in one canonical layout: printing what was read from printed text gives the same text."""

from __future__ import annotations

from pypto.assembler.form import show_attrs
from pypto.assembler.forms import FORMS, TILE
from pypto.assembler.nodes import Block, Function, Loc, Module, Op


def print_pto(module: Module) -> str:
    """The canonical text of a module."""
    lines = [f"module attributes{show_attrs(module.attrs)} {{"]
    for function in module.functions:
        lines += _function(function)
    return "\n".join([*lines, "}"]) + "\n"


def _loc(loc: Loc | None) -> str:
    return f" {loc}" if loc else ""


def _function(function: Function) -> list[str]:
    params = ", ".join(f"{p}: {p.type}" for p in function.params)
    head = f"  func.func @{function.name}({params}) attributes{show_attrs(function.attrs)} {{"
    return [head, *_block(function.body, 4), f"  }}{_loc(function.loc)}"]


def _block(block: Block, indent: int) -> list[str]:
    lines: list[str] = []
    for op in block.ops:
        lines += _op(op, indent)
    return lines


def _results(op: Op) -> str:
    if not op.results:
        return ""
    first = op.results[0].name
    if "#" in first:
        return f"%{first.partition('#')[0]}:{len(op.results)} = "
    return ", ".join(map(str, op.results)) + " = "


def _op(op: Op, indent: int) -> list[str]:
    pad = " " * indent
    head = pad + _results(op)
    if op.name in _CONTROL:
        lines = _CONTROL[op.name](op, head, pad, indent)
        lines[-1] += _loc(op.loc)
        return lines
    form = FORMS.get(op.name, TILE)
    return [f"{head}{op.name}{form.show(op)}{_loc(op.loc)}"]


def _types(op: Op) -> str:
    return f" -> ({', '.join(str(r.type) for r in op.results)})" if op.results else ""


def _for(op: Op, head: str, pad: str, indent: int) -> list[str]:
    body = op.regions[0]
    low, high, step, *inits = op.operands
    text = f"{head}scf.for {body.args[0]} = {low.value} to {high.value} step {step.value}"
    if inits:
        pairs = ", ".join(f"{a} = {i.value}" for a, i in zip(body.args[1:], inits, strict=True))
        text += f" iter_args({pairs}){_types(op)}"
    if str(body.args[0].type) != "index":
        text += f" : {body.args[0].type}"
    return [text + " {", *_block(body, indent + 2), pad + "}"]


def _if(op: Op, head: str, pad: str, indent: int) -> list[str]:
    lines = [f"{head}scf.if {op.operands[0].value}{_types(op)} {{", *_block(op.regions[0], indent + 2)]
    if len(op.regions) > 1:
        lines += [pad + "} else {", *_block(op.regions[1], indent + 2)]
    return [*lines, pad + "}"]


def _while(op: Op, head: str, pad: str, indent: int) -> list[str]:
    before, after = op.regions
    pairs = ", ".join(f"{a} = {i.value}" for a, i in zip(before.args, op.operands, strict=True))
    inputs = ", ".join(str(a.type) for a in before.args)
    outputs = ", ".join(str(r.type) for r in op.results)
    text = f"{head}scf.while{' (' + pairs + ')' if pairs else ''} : ({inputs}) -> ({outputs}) {{"
    lines = [text, *_block(before, indent + 2), pad + "} do {"]
    if after.args:
        lines.append(f"{pad}^bb0({', '.join(f'{a}: {a.type}' for a in after.args)}):")
    return [*lines, *_block(after, indent + 2), pad + "}"]


def _yield(op: Op, head: str, pad: str, indent: int) -> list[str]:
    if not op.operands:
        return [head + "scf.yield"]
    values = ", ".join(str(u.value) for u in op.operands)
    return [f"{head}scf.yield {values} : {', '.join(str(u.type) for u in op.operands)}"]


def _condition(op: Op, head: str, pad: str, indent: int) -> list[str]:
    first, *rest = op.operands
    text = f"{head}scf.condition({first.value})"
    if rest:
        text += f" {', '.join(str(u.value) for u in rest)} : {', '.join(str(u.type) for u in rest)}"
    return [text]


_CONTROL = {
    "scf.for": _for,
    "scf.if": _if,
    "scf.while": _while,
    "scf.yield": _yield,
    "scf.condition": _condition,
    "func.return": lambda op, head, pad, indent: [head + "return"],
}
