# SPDX-License-Identifier: Apache-2.0
"""Source files of generated kernels: one kernel as a user would write it, or many of them in one program."""

from __future__ import annotations

from generated.core import Case, Scalar, Tensor

HEADER = "import pypto.language as pl\n"


def _declared(p: Tensor | Scalar) -> str:
    return p.annotation() if isinstance(p, Tensor) else f"pl.Scalar[pl.{p.dtype}]"


def _symbols(case: Case) -> list[str]:
    return [f'{name} = pl.dynamic("{name}")' for name in case.symbols]


def _returned(case: Case) -> list[str]:
    names = [t.name for t in case.outputs]
    return [f"return {', '.join(names)}"] if names and case.returns else []


def single(case: Case, name: str = "kernel") -> str:
    """The file of one kernel."""
    lines = [HEADER, *_symbols(case), "", *case.helpers, "", "@pl.jit", f"def {name}("]
    lines += [f"    {p.name}: {_declared(p)}," for p in case.params]
    lines += ["):", *("    " + line for line in [*case.body.text, *_returned(case)])]
    return "\n".join(lines) + "\n"


def _bare(p: Tensor | Scalar) -> str:
    if not isinstance(p, Tensor):
        return f"pl.Scalar[pl.{p.dtype}]"
    return {"in": "pl.Tensor", "out": "pl.Out[pl.Tensor]", "inout": "pl.InOut[pl.Tensor]"}[p.direction]


def bundle(cases: list[Case], name: str = "kernel") -> str:
    """One program of all cases; the parameters of case 3 are named c3_x0 and so on."""
    lines, entry, calls = [HEADER], [], []
    for number, case in enumerate(cases):
        lines += [*_symbols(case), *case.helpers, "", "@pl.jit.opaque", f"def case{number}("]
        lines += [f"    {p.name}: {_bare(p)}," for p in case.params]
        lines += ["):", *("    " + line for line in case.body.text)]
        outs = ", ".join(t.name for t in case.outputs)
        lines += [f"    return {outs}", ""]
        entry += [f"    c{number}_{p.name}: {_declared(p)}," for p in case.params]
        args = ", ".join(f"c{number}_{p.name}" for p in case.params)
        results = ", ".join(f"c{number}_{t.name}" for t in case.outputs)
        calls.append(f"    {results} = case{number}({args})")
    results = ", ".join(f"c{i}_{t.name}" for i, case in enumerate(cases) for t in case.outputs)
    lines += ["", "@pl.jit", f"def {name}(", *entry, "):", *calls, f"    return {results}"]
    return "\n".join(lines) + "\n"
