# SPDX-License-Identifier: Apache-2.0
"""Reads what `ir/printer.py` writes: program.py of a build folder and the dumps between passes.

The text is one module with one class; it is parsed, never run. Reading is exact: each name is one variable, an
assignment to a known name assigns that variable, nothing is folded and no variable is invented, so that
`print_program(read_program(text, file)) == text`. Spans come from the trailing `# @LINE:COLUMN` comments; errors
point into the text itself.
"""

from __future__ import annotations

import ast
import json
import os
import re
from typing import Any

from pypto.errors import Diagnostic, ParserSyntaxError, Span
from pypto.frontend import constructs as c
from pypto.frontend import host_names
from pypto.frontend.exact import Exact
from pypto.frontend.exact_source import TextFunction, mark
from pypto.frontend.exact_values import PRINTED
from pypto.frontend.host_text import read_text_driver
from pypto.frontend.names import last_name
from pypto.frontend.session import Session
from pypto.frontend.source import SourceFile
from pypto.frontend.surface import MEMBERS
from pypto.ir.host import HostProgram
from pypto.ir.nodes import Function, Program
from pypto.ir.ops import TABLE

_HEAD = re.compile(r"#\s*(source|entry|constant|warning|driver|world|folded): (.*)$")

INTERNAL = c.Namespace("internal", {row.name: row for row in TABLE.values() if not row.namespaces})
LANGUAGE = c.Namespace("", {**MEMBERS, **PRINTED, "internal": INTERNAL})


def read_printed(text: str, file: str, marked: bool = True) -> Program | HostProgram:
    """The program that a printed text says; `file` names the text in messages.

    Where the text is not `marked`, its statements stand where the text has them.
    """
    source = SourceFile(os.path.abspath(file), tuple(text.splitlines(keepends=True)))
    return _Reader(source, tree_of(source), marked).program()


def read_program(text: str, file: str) -> Program:
    """The same of the program of one chip."""
    found = read_printed(text, file)
    if isinstance(found, HostProgram):
        raise ParserSyntaxError(
            "this is a program of the host, and that of one chip is expected",
            span=Span(os.path.abspath(file), 1),
            code="program-text",
        )
    return found


def read_function(source: SourceFile) -> Function:
    """The one function of a printed text."""
    return _Reader(source, tree_of(source), marked=False).function()


def tree_of(source: SourceFile) -> ast.Module:
    """The syntax tree of a text; ParserSyntaxError where it is no Python."""
    try:
        return source.tree
    except SyntaxError as error:
        span = Span(source.path, error.lineno or 1, error.offset or 1)
        raise ParserSyntaxError(
            f"this is no Python text: {error.msg}",
            span=span,
            text=source.line(span.line),
            code="program-text",
        ) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise ParserSyntaxError(
            f"this is no Python text: {error}", span=Span(source.path, 1), code="program-text"
        ) from None


class _Reader:
    """The module: head comments, dynamic extents, signatures, then bodies."""

    def __init__(self, source: SourceFile, tree: ast.Module, marked: bool) -> None:
        self.source = source
        self.marked = marked
        self.tree = tree
        self.head: dict[str, list[tuple[int, str]]] = {}
        for number, line in enumerate(source.lines, 1):
            match = _HEAD.match(line)
            if match:
                self.head.setdefault(match[1], []).append((number, match[2].strip()))
            elif line.startswith("import"):
                break
        self.origin = self.head.get("source", [(0, None)])[0][1] if marked else source.path

    def fail(self, message: str, node: ast.AST) -> ParserSyntaxError:
        span = self.source.span(node)
        return ParserSyntaxError(message, span=span, text=self.source.line(span.line), code="program-text")

    def damaged(self, number: int, wanted: str) -> ParserSyntaxError:
        """The error of a line of the head."""
        return ParserSyntaxError(
            f"this line has to say {wanted}",
            span=Span(self.source.path, number, 1),
            text=self.source.line(number),
            help="compile the kernel again: the line is written with the program",
            code="program-text",
        )

    def program(self) -> Program | HostProgram:
        dims: list[str] = []
        classes = [node for node in self.tree.body if isinstance(node, ast.ClassDef)]
        if len(classes) != 1:
            found = ", ".join(node.name for node in classes) or "none"
            raise ParserSyntaxError(
                f"a program is one class, found {found}", span=Span(self.source.path, 1), code="program-text"
            )
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                dims.append(node.targets[0].id)
            elif not isinstance(node, ast.ClassDef | ast.Import):
                raise self.fail("a printed program has dynamic extents and one class", node)
        session = Session()
        functions: dict[str, Exact] = {}
        drivers: list[ast.FunctionDef] = []
        names = {
            "pl": LANGUAGE, "pld": host_names.NAMESPACE, **{name: c.DynamicDim(name) for name in dims},
        }  # fmt: skip
        for node in classes[0].body:
            if not isinstance(node, ast.FunctionDef):
                raise self.fail("a program's class has functions", node)
            if any(word == "level" for word in _decorator_words(node)):
                drivers.append(node)
                continue
            kernel = TextFunction(self.source, node, names)
            functions[node.name] = Exact(session, kernel, self.origin, functions, self.marked)
        if not functions and not drivers:
            raise self.fail("the program has no functions", classes[0])
        for function in functions.values():
            function.signature()
        done = {name: function.finish() for name, function in functions.items()}
        session.raise_errors()
        if drivers:
            return self.host_program(classes[0].name, drivers, done)
        number, entry = self.head.get("entry", [(1, next(iter(done)))])[0]
        if entry not in done:
            raise self.damaged(number, f"which function is the entry; there are {', '.join(done)}")
        return Program(classes[0].name, done, entry, self.constants(), self.warnings(), self.origin)

    def host_program(
        self, name: str, drivers: list[ast.FunctionDef], functions: dict[str, Function]
    ) -> HostProgram:
        """The driver of a printed program, with the functions that it dispatches."""
        found = [n for n in drivers if "SubWorker" not in map(last_name, _decorator_values(n))]
        if len(found) != 1:
            raise self.fail("a printed program has one driver", drivers[-1])
        node = found[0]
        world: int | None = None
        for number, text in self.head.get("world", []):
            if not text.isdigit() or not 1 <= int(text) <= 64:
                raise self.damaged(number, "how many ranks there are, from 1 to 64")
            world = int(text)
        folded: dict[str, int | float | bool] = self.constants("folded")
        return read_text_driver(
            name, self.source, node, functions, world, folded, self.warnings(), self.origin, self.marked
        )

    def function(self) -> Function:
        names: dict[str, Any] = {"pl": LANGUAGE, "pld": host_names.NAMESPACE}
        found: list[ast.FunctionDef] = []
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                names[node.targets[0].id] = c.DynamicDim(node.targets[0].id)
            elif isinstance(node, ast.FunctionDef):
                found.append(node)
            elif not isinstance(node, ast.Import):
                raise self.fail("a printed function has dynamic extents and one function", node)
        if len(found) != 1:
            raise ParserSyntaxError(
                "a printed function is one function", span=Span(self.source.path, 1), code="program-text"
            )
        session = Session()
        exact = Exact(session, TextFunction(self.source, found[0], names), self.origin, {}, self.marked)
        exact.signature()
        function = exact.finish()
        session.raise_errors()
        return function

    def constants(self, word: str = "constant") -> dict[str, int | float | bool]:
        found: dict[str, int | float | bool] = {}
        for number, line in self.head.get(word, []):
            name, _, text = line.partition(" = ")
            words = {"True": True, "False": False}
            try:
                found[name] = words[text] if text in words else _number(text)
            except ValueError:
                raise self.damaged(number, "what a constant is: NAME = 16") from None
        return found

    def warnings(self) -> tuple[Diagnostic, ...]:
        found = []
        for number, line in self.head.get("warning", []):
            try:
                code, message, help, where = json.loads(line)
            except (ValueError, RecursionError):  # the error of JSON is a ValueError
                code = message = help = where = None
            if not all(isinstance(part, str) for part in (code, message, where, help or "")):
                raise self.damaged(number, 'what was warned of: ["1001", "message", "help", "@line:column"]')
            found.append(Diagnostic(code, message, mark(f"# {where}", self.origin) if where else None, help))
        return tuple(found)


def _decorator_words(node: ast.FunctionDef) -> list[str | None]:
    """The keywords of a function's decorators."""
    return [k.arg for d in node.decorator_list if isinstance(d, ast.Call) for k in d.keywords]


def _decorator_values(node: ast.FunctionDef) -> list[ast.expr]:
    """The values of those keywords."""
    return [k.value for d in node.decorator_list if isinstance(d, ast.Call) for k in d.keywords]


def _number(text: str) -> int | float:
    """What a constant of the program is; ValueError where the text is no number."""
    return int(text) if text.lstrip("-").isdigit() else float(text)
