# SPDX-License-Identifier: Apache-2.0
"""Programs and functions given as text: read, never run.

Text that `as_python()` printed (it opens with `# entry:` or `# function:`) reads back exactly. Any other text is a
module with one class decorated with `@pl.program`, or one function decorated with `@pl.function`, in the language
that kernel files are written in; before it may stand imports of `pypto.language`, numbers, and dynamic extents.
"""

from __future__ import annotations

import ast
import re
import warnings
from typing import Any

from pypto.errors import ParserSyntaxError
from pypto.frontend import constructs as c
from pypto.frontend import host_names
from pypto.frontend.comments import comments_of
from pypto.frontend.external import ExternalTypeError, ExternalValueError, check_extern
from pypto.frontend.functions import TextSource, refuse_self
from pypto.frontend.program import Unit
from pypto.frontend.reader import read_function, read_printed, tree_of
from pypto.frontend.session import Session
from pypto.frontend.source import SourceFile
from pypto.frontend.statements import Statements
from pypto.frontend.surface import MEMBERS
from pypto.frontend.values import is_number, static_number
from pypto.ir.enums import FunctionType
from pypto.ir.host import HostProgram
from pypto.ir.nodes import Function, Program

_PRINTED = re.compile(r"# (entry|function|driver): ", re.MULTILINE)
_MARKED = re.compile(r"^# source: ", re.MULTILINE)

LANGUAGE = c.Namespace("", MEMBERS)
PACKAGE = "pypto.language"


def parse_text(text: str, file: str) -> Program | HostProgram | Function:
    """The program or function that a text says; `file` names the text in messages."""
    source = SourceFile(file, tuple(text.splitlines(keepends=True)))
    tree = tree_of(source)
    for node in ast.walk(tree):
        for line in comments_of(source, node)[1] if isinstance(node, ast.FunctionDef) else ():
            warnings.warn(
                f"{file}:{line}: a comment after the last statement of a block is dropped: there is no statement "
                "that it could stay with",
                stacklevel=3,
            )
    head = text.partition("import")[0]
    match = _PRINTED.search(head)
    if match is not None:
        if match[1] == "function":
            return read_function(source)
        return read_printed(text, file, marked=bool(_MARKED.search(head)))
    return _Module(source, tree).read()


class _Module:
    """The statements of a text, one after the other."""

    def __init__(self, source: SourceFile, tree: ast.Module) -> None:
        self.source = source
        self.tree = tree
        self.names: dict[str, Any] = {}

    def fail(self, message: str, node: ast.AST, help: str | None = None) -> ParserSyntaxError:
        span = self.source.span(node)
        return ParserSyntaxError(
            message, span=span, text=self.source.line(span.line), help=help, code="text-form"
        )

    def read(self) -> Program | HostProgram | Function:
        items: list[ast.ClassDef | ast.FunctionDef] = []
        for node in self.tree.body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                self.imported(node)
            elif isinstance(node, ast.Assign):
                self.constant(node)
            elif isinstance(node, ast.ClassDef | ast.FunctionDef):
                items.append(node)
            elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
                raise self.fail(
                    "a text has imports, numbers, dynamic extents, and one program or function", node
                )
        if len(items) != 1:
            found = ", ".join(item.name for item in items) or "none"
            raise ParserSyntaxError(
                f"a text has one program or function, found {found}",
                span=self.source.span(items[1]) if items else None,
                help="parse each text by itself",
                code="text-form",
            )
        item = items[0]
        if isinstance(item, ast.ClassDef):
            return self.program(item)
        source = self.function(item, None)
        if source is None:
            raise self.fail(f"{item.name} is not decorated with @pl.function", item)
        made = Unit(item.name, {item.name: source}).program()
        if isinstance(made, HostProgram):
            raise self.fail(
                f"{item.name} is a driver, which is part of a program", item, "write it as a method of a class "
                "decorated with @pl.program",
            )  # fmt: skip
        return made.functions[item.name]

    def imported(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            whole = alias.name
            if isinstance(node, ast.ImportFrom):
                whole = f"{node.module}.{alias.name}"
            if isinstance(node, ast.ImportFrom) and node.module == PACKAGE and whole != host_names.MODULE:
                if alias.name not in MEMBERS:
                    raise self.fail(f"pypto.language has no `{alias.name}`", node)
                self.names[alias.asname or alias.name] = MEMBERS[alias.name]
            elif whole == PACKAGE and (alias.asname or isinstance(node, ast.ImportFrom)):
                self.names[alias.asname or alias.name] = LANGUAGE
            elif whole == host_names.MODULE and (alias.asname or isinstance(node, ast.ImportFrom)):
                self.names[alias.asname or alias.name] = host_names.NAMESPACE
            elif whole.partition(".")[0] not in ("__future__", "typing", "torch", "pypto"):
                raise self.fail(
                    f"a text cannot import {whole}: it is read, not run",
                    node,
                    "import pypto.language as pl",
                )

    def constant(self, node: ast.Assign) -> None:
        """`N = 64`, `SHAPE = [N, 64]`, `T = pl.dynamic("T")`."""
        target = node.targets[0]
        if len(node.targets) != 1 or not isinstance(target, ast.Name):
            raise self.fail("a text names one value in an assignment", node)
        value = node.value
        if isinstance(value, ast.Call):
            body = self.reader()
            if body.expr(value.func) is c.dynamic and len(value.args) == 1:
                text = value.args[0]
                if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
                    raise self.fail("pl.dynamic takes one name as text", value)
                try:
                    self.names[target.id] = c.dynamic(text.value)
                except ValueError as error:
                    raise self.fail(str(error), value) from None
                return
        found = self.reader().settled(value)
        number = static_number(found)
        self.names[target.id] = found if number is None else number

    def reader(self) -> Statements:
        """Evaluates expressions outside functions."""
        empty = ast.parse("def module(): pass").body[0]
        assert isinstance(empty, ast.FunctionDef)
        return Statements(Session(), TextSource(self.source, empty, FunctionType.Opaque, {}, self.names))

    def program(self, node: ast.ClassDef) -> Program | HostProgram:
        sources: dict[str, Any] = {}
        for item in node.body:
            if isinstance(item, ast.FunctionDef):
                source = self.function(item, node)
                if source is None:
                    continue
                if item.name in sources:
                    raise self.fail(f"two functions of the program are named {item.name}", item)
                sources[item.name] = source
            elif not isinstance(item, ast.Pass) and not (
                isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant)
            ):
                raise self.fail("a program's class has functions", item)
        if not self.is_decorator(node.decorator_list, "program"):
            raise self.fail(f"{node.name} is not decorated with @pl.program", node)
        return Unit(node.name, sources, self.source.span(node)).program()

    def is_decorator(self, decorators: list[ast.expr], name: str) -> bool:
        for node in decorators:
            target = node.func if isinstance(node, ast.Call) else node
            if ast.unparse(target).rpartition(".")[2] == name:
                return True
        return False

    def function(self, node: ast.FunctionDef, owner: ast.ClassDef | None) -> TextSource | None:
        """The function as source; None without its decorator."""
        if not self.is_decorator(node.decorator_list, "function"):
            return None
        options: dict[str, Any] = {}
        type_ = FunctionType.Opaque
        external: ast.keyword | None = None
        for decorator in node.decorator_list:
            for keyword in decorator.keywords if isinstance(decorator, ast.Call) else ():
                value = self.reader().settled(keyword.value)
                value = value if static_number(value) is None or is_number(value) else static_number(value)
                if keyword.arg == "type":
                    if not isinstance(value, FunctionType):
                        raise self.fail(
                            "type= is a function type", keyword.value, "type=pl.FunctionType.InCore"
                        )
                    type_ = value
                elif keyword.arg in ("level", "role", "auto_scope", "strict_ssa"):
                    options[keyword.arg] = value
                elif keyword.arg == "external_source":
                    external = keyword
                    options[keyword.arg] = value
                else:
                    raise self.fail(f"@pl.function does not take `{keyword.arg}=`", keyword)
        if external is not None:
            options |= self.external(node, type_, options.pop("external_source"), external.value)
        source = TextSource(self.source, node, type_, options, self.names)
        if source.kind == "worker":
            refuse_self(source)
        elif owner is not None and not source.is_method:
            raise self.fail(f"the method {node.name} has no self", node, f"def {node.name}(self, ...)")
        return source

    def external(
        self, node: ast.FunctionDef, type_: FunctionType, path: Any, where: ast.expr
    ) -> dict[str, Any]:
        """What a function whose body is a C++ file adds to its options; the path is relative to the text's file."""
        if type_ not in (FunctionType.AIC, FunctionType.AIV):
            raise self.fail(
                f"external_source= belongs to functions of type AIC or AIV; {node.name} is {type_.name}",
                where,
                "type=pl.FunctionType.AIV",
            )
        try:
            return check_extern(
                {"core_type": type_.value.lower(), "source": path}, self.source.path, node.name
            )
        except (ExternalValueError, ExternalTypeError) as error:
            raise self.fail(error.message, where, error.help) from None
