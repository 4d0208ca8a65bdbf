# SPDX-License-Identifier: Apache-2.0
"""`program.json`: the contract between compiling and running (schema 1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pypto.codegen.pto import uses_block
from pypto.codegen.schema import SCHEMA
from pypto.ir.nodes import Eval, Function, Invoke, Program, ScalarType, TensorType, Var
from pypto.platforms import Platform


def parameters_of(entry: Function) -> list[dict[str, Any]]:
    """Name, kind, direction, shape (-1 where dynamic, with the symbol's name) and element type per parameter."""
    out: list[dict[str, Any]] = []
    for param in entry.params:
        type_ = param.type
        if isinstance(type_, TensorType):
            shape = [d if isinstance(d, int) else -1 for d in type_.shape]
            dims = {str(i): d.name for i, d in enumerate(type_.shape) if isinstance(d, Var)}
            out.append(
                {
                    "name": param.name,
                    "kind": "tensor",
                    "direction": param.direction,
                    "shape": shape,
                    "dims": dims,
                    "dtype": type_.dtype.name,
                }
            )
        else:
            assert isinstance(type_, ScalarType)
            out.append(
                {
                    "name": param.name,
                    "kind": "scalar",
                    "direction": "in",
                    "shape": None,
                    "dims": {},
                    "dtype": type_.dtype.name,
                }
            )
    return out


def group_members(function: Function) -> tuple[str, ...]:
    """The functions that run together as a group, cube core first; nothing where the function is no group."""
    if function.kind != "Group":
        return ()
    names = [s.value.function for s in function.body if isinstance(s, Eval) and isinstance(s.value, Invoke)]
    lanes = names[1:] * int(function.attrs.get("lanes", 1))
    return (names[0], *lanes)


def kernel_entry(number: int, function: Function, unit: str) -> dict[str, Any]:
    core = "aic" if function.kind == "AIC" else "aiv"
    span = function.span
    return {
        "id": number,
        "function": function.name,
        "unit": unit,
        "core": core,
        "pto": None if function.external else f"ptoas/{unit}.pto",
        "cpp": f"kernels/{core}/{function.name}.cpp",
        "arguments": [
            {
                "name": name,
                "kind": "tensor" if isinstance(p.type, TensorType) else "scalar",
                "direction": p.direction,
                "dtype": p.type.dtype.name,  # type: ignore[attr-defined]
            }
            for p, name in zip(function.params, _names(function), strict=True)
        ],
        "dynamic_dims": [s.name for s in function.symbols],
        "uses_block": uses_block(function),
        "source": {"file": span.file if span else "", "line": span.line if span else 0},
    }


def _names(function: Function) -> list[str]:
    """What the source calls the parameters, where that tells them apart."""
    written = [p.var.written or p.name for p in function.params]
    taken = [p.name for p in function.params]
    return [
        name if written.count(name) == 1 and (name == own or name not in taken) else own
        for name, own in zip(written, taken, strict=True)
    ]


def manifest(
    program: Program,
    kernels: Mapping[str, int],
    platform: Platform,
    versions: Mapping[str, str],
    options: Mapping[str, Any],
    returns: list[str],
) -> dict[str, Any]:
    """The whole document but `files`, which whoever writes the folder fills in."""
    units = {member: group.name for group in program.functions.values() for member in group_members(group)}
    groups = [
        [*(kernels[m] for m in members), *([-1] if len(members) == 2 else [])]
        for members in map(group_members, program.functions.values())
        if members
    ]
    return {
        "schema": SCHEMA,
        "versions": dict(versions),
        "platform": platform.generation,
        "options": dict(options),
        "entry": program.entry,
        "constants": {k: _number(v) for k, v in program.constants.items()},
        "parameters": parameters_of(program.entry_function),
        "returns": returns,
        "kernels": [
            kernel_entry(n, program.functions[name], units.get(name, name)) for name, n in kernels.items()
        ],
        "groups": groups,
        "orchestration": {"cpp": f"orchestration/{program.entry}.cpp", "function": "pto_orchestrate"},
        "files": {},
    }


def _number(value: float) -> Any:
    """JSON has no NaN and no infinities."""
    if isinstance(value, float) and (value != value or abs(value) == float("inf")):
        return repr(value)
    return value
