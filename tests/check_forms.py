# SPDX-License-Identifier: Apache-2.0
"""The other forms of a listed check, which must say the same at the same places.

    @pl.jit                                     a method of a program: `class kernel` with `def kernel(self, ...)`
    def kernel(x: ..., y: pl.Out[...]):    ->   a helper that an entry calls: `@pl.jit.inline`, `inner_body`
        ...                                     a function that runs on a core, where the body is one region

A check with a line `# form: jit` has none of them, one with `# form: entry` no helper. A loop over the two vector cores
stands in regions alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from listed_checks import Check

_FORM = re.compile(r"^# form: (jit|entry)$", re.M)
_ENTRY = re.compile(r"^@pl\.jit(?:\((auto_scope=False)\))?\ndef kernel\((.*)\):\n", re.M)
_BODY = re.compile(r"(?:    .*\n|\n)*")
_REGION = re.compile(
    r"    with pl\.at\(level=pl\.Level\.CORE_GROUP\):\n(?P<body>(?:        .*\n|\n)*)(?P<rest>    return \w+\n)"
)
_BARE_SCALAR = re.compile(r"(\w+): (pl\.[A-Z]+\d*)\b(?=,|$)")
_BARE_TENSOR = re.compile(r"pl\.Tensor\b(?!\[)")
_DIRECTION = re.compile(r"pl\.(?:In)?Out\[(pl\.Tensor(?:\[\[[^]]*\], pl\.\w+\])?)\]")
_PLACED = re.compile(r"# ([EW]):(\d+) ")


def method(check: Check) -> Check | None:
    """The kernel as a method of a program."""
    parts = _parts(check, "jit")
    if parts is None:
        return None
    above, options, parameters, below = parts
    body = "".join(f"    {line}" if line.strip() else line for line in below.splitlines(keepends=True))
    head = f"@pl.program\nclass kernel:\n    @pl.function(type=pl.FunctionType.Orchestration{options})\n"
    return replace(check, text=f"{above}{head}    def kernel(self, {parameters}):\n{_moved(body, 4)}")


def helper(check: Check) -> Check | None:
    """The body as an inline helper that the kernel calls."""
    parts = _parts(check, "jit", "entry")
    if parts is None:
        return None
    above, options, parameters, below = parts
    plain = _DIRECTION.sub(r"\1", parameters)
    names = re.findall(r"(\w+): pl\.", parameters)
    body = _BODY.match(below)
    returned = re.findall(r"^    return (\w+)$", below, re.M)
    if "Out[" in plain or body is None or len(returned) != 1 or returned[0] not in names or options:
        return None
    entry = (
        f"@pl.jit\ndef kernel({parameters}):\n    {returned[0]} = inner_body({', '.join(names)})\n"
        f"    return {returned[0]}\n"
    )
    return replace(
        check,
        text=f"{above}@pl.jit.inline\ndef inner_body({plain}):\n{body[0].rstrip()}\n\n\n{entry}{below[body.end() :]}",
    )


def core(check: Check) -> Check | None:
    """The body of the one region as that of a function that runs on a core."""
    parts = _parts(check, "jit")
    region = None if parts is None else _REGION.match(parts[3])
    if parts is None or region is None or "pl.split_aiv" in region["body"]:
        return None
    above, _, parameters, below = parts
    body = "".join(line.removeprefix("    ") for line in region["body"].splitlines(keepends=True))
    head = f"@pl.function(type=pl.FunctionType.InCore)\ndef kernel({parameters}):\n"
    return replace(check, text=f"{above}{head}{_moved(body, -4)}{region['rest']}{below[region.end() :]}")


FORMS: dict[str, Callable[[Check], Check | None]] = {"method": method, "helper": helper, "core": core}


def _parts(check: Check, *without: str) -> tuple[str, str, str, str] | None:
    """What stands before the entry, its options, its parameters with every type written out, and what follows."""
    match, form = _ENTRY.search(check.text), _FORM.search(check.text)
    if match is None or check.raises is not None or (form is not None and form[1] in without):
        return None
    parameters = _BARE_SCALAR.sub(r"\1: pl.Scalar[\2]", match[2])
    if "pl.Tensor" not in parameters or _BARE_TENSOR.search(parameters):
        return None
    options = ", auto_scope=False" if match[1] else ""
    return check.text[: match.start()], options, parameters, check.text[match.end() :]


def _moved(text: str, by: int) -> str:
    """The text with the columns of its comments moved."""
    return _PLACED.sub(lambda m: f"# {m[1]}:{int(m[2]) + by} ", text)
