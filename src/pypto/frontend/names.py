# SPDX-License-Identifier: Apache-2.0
"""Which names statements assign and which are read later, found by walking the syntax tree.

The front end asks this before it lowers a loop or a branch: a name is carried round a loop, merged after a branch,
or brought out of a region only if something reads it there.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence


def last_name(node: ast.expr) -> str:
    """The last word of a dotted name; empty for anything else."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def targets(node: ast.expr) -> Iterator[str]:
    """Names that an assignment target binds; a subscript counts as rebinding the name it indexes."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Tuple | ast.List):
        for item in node.elts:
            yield from targets(item)
    elif isinstance(node, ast.Starred | ast.Subscript | ast.Attribute):
        yield from targets(node.value)


def assigned(statements: Iterable[ast.stmt]) -> list[str]:
    """Names that the statements bind or rebind, in source order, each once."""
    found: dict[str, None] = {}

    def visit(stmt: ast.stmt) -> None:
        if isinstance(stmt, ast.Assign):
            for target in stmt.targets:
                found.update(dict.fromkeys(targets(target)))
        elif isinstance(stmt, ast.AnnAssign | ast.AugAssign | ast.For):
            found.update(dict.fromkeys(targets(stmt.target)))
        elif isinstance(stmt, ast.With):
            for item in stmt.items:
                if item.optional_vars is not None:
                    found.update(dict.fromkeys(targets(item.optional_vars)))
        for block in blocks(stmt):
            for inner in block:
                visit(inner)

    for stmt in statements:
        visit(stmt)
    return list(found)


def bound(statements: Iterable[ast.stmt]) -> list[str]:
    """Names that the statements give a new value; a windowed write leaves its name as it is."""
    found: dict[str, None] = {}
    for stmt in statements:
        for node in ast.walk(stmt):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found[node.id] = None
    return list(found)


def touched(stmt: ast.stmt, known: Mapping[str, object]) -> list[str]:
    """Names whose value a statement that was refused may have been meant to give or to change."""
    found = bound([stmt])
    for node in ast.walk(stmt):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.append(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found += [(alias.asname or alias.name).partition(".")[0] for alias in node.names]
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs) and node.name:
            found.append(node.name)
    call = stmt.value if isinstance(stmt, ast.Expr) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
        found += [name for name in targets(call.func.value) if name in known]  # values.append(x)
    return found


def loaded(stmt: ast.stmt) -> list[ast.Name]:
    """Reads of names that the statement does not bind itself, each name once, in source order."""
    own = {n.id if isinstance(n, ast.Name) else n.arg for n in ast.walk(stmt) if isinstance(n, ast.arg)
           or (isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))}  # fmt: skip
    found = [n for n in ast.walk(stmt) if isinstance(n, ast.Name) and n.id not in own]
    found.sort(key=lambda n: (n.lineno, n.col_offset))
    return list({n.id: n for n in reversed(found)}.values())[::-1]


def read_beside(statements: Iterable[ast.stmt], name: str, calls: Collection[ast.AST]) -> ast.Name | None:
    """The first read of a name that is no argument of some calls; None where a binding of it comes first."""
    handed = {
        a
        for call in calls
        if isinstance(call, ast.Call)
        for a in (*call.args, *(k.value for k in call.keywords))
    }
    nodes = [n for stmt in statements for n in ast.walk(stmt) if isinstance(n, ast.Name) and n.id == name]
    nodes.sort(
        key=lambda n: (n.lineno, isinstance(n.ctx, ast.Store), n.col_offset)
    )  # a value comes before its name
    for node in nodes:
        if isinstance(node.ctx, ast.Store):
            return None
        if node not in handed:
            return node
    return None


def last_binding(statements: Iterable[ast.stmt], name: str) -> ast.expr | None:
    """The last target, in source order, that gives the name a value; a windowed write where nothing else does."""
    found: ast.expr | None = None

    def rank(node: ast.expr) -> tuple[bool, int, int]:
        return isinstance(node, ast.Name), node.lineno, node.col_offset

    for stmt in statements:
        for node in ast.walk(stmt):
            if not isinstance(node, ast.Name | ast.Subscript) or not isinstance(node.ctx, ast.Store):
                continue
            if name in targets(node) and (found is None or rank(node) > rank(found)):
                found = node
    return found


def blocks(stmt: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The statement lists directly inside a statement."""
    if isinstance(stmt, ast.For | ast.While | ast.If):
        yield stmt.body
        yield stmt.orelse
    elif isinstance(stmt, ast.With):
        yield stmt.body


def reads(node: ast.AST | None) -> set[str]:
    """Names that an expression reads."""
    if node is None:
        return set()
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


class Liveness:
    """For each statement of a function, the names whose value may be read before and after it.

    A conservative analysis: every path counts, constant conditions included.
    """

    def __init__(self, body: Sequence[ast.stmt]) -> None:
        self.after: dict[int, frozenset[str]] = {}
        self.body_start: dict[int, frozenset[str]] = {}
        self._block(body, frozenset(), None)

    def _block(
        self,
        body: Sequence[ast.stmt],
        after: frozenset[str],
        loop: tuple[frozenset[str], frozenset[str]] | None,
    ) -> frozenset[str]:
        live = after
        for stmt in reversed(body):
            self.after[id(stmt)] = live
            live = self._stmt(stmt, live, loop)
        return live

    def _stmt(
        self, stmt: ast.stmt, after: frozenset[str], loop: tuple[frozenset[str], frozenset[str]] | None
    ) -> frozenset[str]:
        """Live names before the statement; `loop` holds those at `continue` and those at `break`."""
        if isinstance(stmt, ast.For | ast.While):
            header = reads(stmt.iter) if isinstance(stmt, ast.For) else reads(stmt.test)
            bound = frozenset(targets(stmt.target)) if isinstance(stmt, ast.For) else frozenset()
            again = frozenset(header) if isinstance(stmt, ast.While) else frozenset()
            # What the next iteration reads is live at the end of this one. A loop inside another one is read again
            # with more names live after it; what its body reads first is known by then.
            known = self.body_start.get(id(stmt))
            start = frozenset[str]() if known is None else known
            for _ in range(2 if known is None else 1):
                head = start - bound | again | after
                start = self._block(stmt.body, head, (head, after))
            self.body_start[id(stmt)] = start | again
            return (start - bound) | header | (after - _initialised(stmt))
        if isinstance(stmt, ast.If):
            then = self._block(stmt.body, after, loop)
            orelse = self._block(stmt.orelse, after, loop)
            return then | orelse | reads(stmt.test)
        if isinstance(stmt, ast.With):
            names = frozenset(
                name for item in stmt.items if item.optional_vars for name in targets(item.optional_vars)
            )
            live = self._block(stmt.body, after - names, loop)
            for item in stmt.items:
                live |= reads(item.context_expr)
            return live
        if isinstance(stmt, ast.Return):
            return frozenset(reads(stmt.value))
        if isinstance(stmt, ast.Continue | ast.Break) and loop is not None:
            return loop[0] if isinstance(stmt, ast.Continue) else loop[1]
        if isinstance(stmt, ast.Assign):
            killed = {t.id for target in stmt.targets for t in _plain(target)}
            used = reads(stmt.value)
            for target in stmt.targets:
                used |= _subscript_reads(target)
            return (after - killed) | used
        if isinstance(stmt, ast.AnnAssign):
            killed = {t.id for t in _plain(stmt.target)}
            return (
                (after - killed) | reads(stmt.value) | reads(stmt.annotation) | _subscript_reads(stmt.target)
            )
        return after | reads(stmt)


def _initialised(stmt: ast.For | ast.While) -> set[str]:
    """Names of `for i, (a, b) in ...`, and of its results, that have a value after the loop even where it never runs."""
    if not isinstance(stmt, ast.For) or not isinstance(stmt.target, ast.Tuple):
        return set()
    counted = len(stmt.target.elts) == 2 and isinstance(stmt.target.elts[1], ast.Tuple | ast.List)
    found = set(targets(stmt.target.elts[1] if counted else stmt.target))
    for inner in stmt.body:
        if isinstance(inner, ast.Assign) and isinstance(inner.value, ast.Call):
            function = inner.value.func
            if isinstance(function, ast.Attribute) and function.attr == "yield_":
                found.update(name for target in inner.targets for name in targets(target))
    return found


def _plain(node: ast.expr) -> Iterator[ast.Name]:
    if isinstance(node, ast.Name):
        yield node
    elif isinstance(node, ast.Tuple | ast.List):
        for item in node.elts:
            yield from _plain(item)


def _subscript_reads(node: ast.expr) -> set[str]:
    """A subscript on the left reads the name it writes into, and its indices."""
    if isinstance(node, ast.Subscript):
        return reads(node.value) | reads(node.slice) | set(targets(node.value))
    if isinstance(node, ast.Tuple | ast.List):
        return set().union(*(_subscript_reads(item) for item in node.elts))
    return set()
