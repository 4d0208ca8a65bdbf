# SPDX-License-Identifier: Apache-2.0
"""`attrs={"arg_directions": [...]}` on a call of a kernel or a submission: the directions of its arguments.

    y = k(x, y, attrs={"arg_directions": [pl.adir.input, pl.adir.inout]})

Where an output stands, `inout` orders the task behind the last writer of the tensor, `output` leaves that out, and
`no_dep` takes the argument out of tracking. The other directions say again what the kernel declares.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pypto.frontend.parameters import declarations
from pypto.frontend.source import KernelSource
from pypto.ir.enums import ArgDirection

if TYPE_CHECKING:
    from pypto.frontend.helpers import Helpers

HOW = 'attrs={"arg_directions": [pl.adir.input, pl.adir.output]}'
LAUNCHES = ("incore", "extern", "group", "spmd")
FITS = {
    "in": (ArgDirection.input, ArgDirection.no_dep),
    "out": (ArgDirection.output, ArgDirection.output_existing, ArgDirection.inout, ArgDirection.no_dep),
    "inout": (ArgDirection.inout, ArgDirection.no_dep),
    "scalar": (ArgDirection.scalar,),
}


def split_directions(
    body: Helpers, kernel: KernelSource, node: ast.Call
) -> tuple[ast.Call, dict[str, ArgDirection]]:
    """A call without its `attrs=`, and what that says of each parameter."""
    given = next((k for k in node.keywords if k.arg == "attrs"), None)
    if given is None or kernel.kind not in LAUNCHES or "attrs" in kernel.parameter_names:
        return node, {}
    keywords = [k for k in node.keywords if k is not given]
    named = list(kernel.parameter_names)[: len(node.args)]
    for keyword in keywords:
        hidden = isinstance(keyword.value, ast.Name) and not keyword.value.id.isidentifier()
        if keyword.arg is not None and not hidden:  # hidden: an output that a submission leaves out
            named.append(keyword.arg)
    rest = ast.copy_location(ast.Call(node.func, node.args, keywords), node)
    return rest, read_directions(body, kernel, given.value, named)


def read_directions(
    body: Helpers, kernel: KernelSource, node: ast.expr, named: list[str]
) -> dict[str, ArgDirection]:
    """The directions by parameter; `named`: the parameters that the call gives, in the order of its arguments."""
    keys = node.keys if isinstance(node, ast.Dict) else []
    words = [key.value if isinstance(key, ast.Constant) else None for key in keys]
    if "manual_dep_edges" in words:
        body.syntax("manual_dep_edges is no way to order tasks", node, "write deps=[task]", code="deps-form")
    items = node.values[0] if isinstance(node, ast.Dict) and words == ["arg_directions"] else None
    if not isinstance(items, ast.List | ast.Tuple):
        body.syntax("attrs= of a call is a dict of arg_directions", node, HOW, code="attribute")
    if len(items.elts) != len(named):
        body.syntax(
            f"arg_directions has {len(items.elts)} entries, the call has {len(named)} arguments",
            items,
            HOW,
            code="attribute",
        )
    declared = {d.name: "scalar" if d.kind == "scalar" else d.direction for d in declarations(kernel)}
    found: dict[str, ArgDirection] = {}
    for name, item in zip(named, items.elts, strict=True):
        value = body.expr(item)
        fits = FITS.get(declared.get(name, ""), ())
        if value not in fits:
            body.syntax(
                f"`{body.quote(item)}` is no direction of parameter `{name}` of {kernel.name}",
                item,
                f"one of {', '.join(f'pl.adir.{d.value}' for d in fits)}",
                code="attribute",
            )
        found[name] = value
    return found
