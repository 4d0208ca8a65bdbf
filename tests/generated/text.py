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


def _method(name: str, kind: str, params: list[str], body: list[str]) -> list[str]:
    lines = [f"    @pl.function(type=pl.FunctionType.{kind})", f"    def {name}(", "        self,"]
    return [*lines, *(f"        {p}," for p in params), "    ):", *("        " + line for line in body), ""]


def as_class(case: Case, name: str = "kernel") -> str | None:
    """The kernel as a class of functions, or None where a task takes tensors whose shapes are nowhere written."""
    known = {t.name: t for t in [*case.tensors, *case.scratch]}
    macros: list[str] = []
    methods: list[str] = []
    callees: list[str] = []
    for helper in split_helpers(case.helpers):
        header = next(i for i, line in enumerate(helper) if line.startswith("def "))
        called = helper[header].split("(")[0].removeprefix("def ")
        if helper[0] == "@pl.jit.inline":
            macros += ["@pl.inline", *helper[1:]]
            continue
        callees.append(called)
        end = next(i for i, line in enumerate(helper) if line == "):" or line.endswith("):"))
        if end == header:
            return None
        params = []
        for line in helper[header + 1 : end]:
            given, _, declared = line.strip().rstrip(",").partition(": ")
            if declared.startswith("pl.Scalar"):
                params.append(f"{given}: {declared}")
            elif given in known:
                t = known[given]
                inner = Tensor(t.name, t.shape, t.dtype, "out" if declared.startswith("pl.Out") else "in")
                params.append(f"{given}: {inner.annotation()}")
            else:
                return None
        methods += _method(called, "InCore", params, [line[4:] for line in helper[end + 1 :] if line])
    body = [*case.body.text, *_returned(case)]
    for called in callees:
        body = [line.replace(f"{called}(", f"self.{called}(") for line in body]
        body = [line.replace(f"pl.submit({called},", f"pl.submit(self.{called},") for line in body]
    params = [f"{p.name}: {_declared(p)}" for p in case.params]
    lines = [HEADER, *_symbols(case), "", *macros, "", "@pl.program", f"class {name}:"]
    return "\n".join([*lines, *methods, *_method("run", "Opaque", params, body)]) + "\n"


def split_helpers(lines: list[str]) -> list[list[str]]:
    """The text of each helper."""
    found: list[list[str]] = []
    for line in lines:
        if line.startswith("@"):
            found.append([])
        found[-1].append(line)
    return found
