# SPDX-License-Identifier: Apache-2.0
"""Statements: loops and scopes with their headers, calls, returns.

A mistake in one statement is recorded, the names that it would have bound are poisoned, and reading goes on, so that
all mistakes of a function come out together.
"""

from __future__ import annotations

import ast
import builtins

from pypto.errors import ParserSyntaxError, UserError
from pypto.frontend import constructs as c
from pypto.frontend.branches import counts_unrun
from pypto.frontend.directives import Directives
from pypto.frontend.expressions import REFUSED
from pypto.frontend.names import targets, touched
from pypto.frontend.operators import BINARY
from pypto.frontend.source import KernelSource
from pypto.frontend.state import LoopState, Poisoned, RegionState
from pypto.frontend.values import POISON, Value, is_array, is_global, is_number
from pypto.ir.dtypes import INDEX
from pypto.ir.nodes import Call, Expr, ScalarType, Var

ACCEPTED = "assignments, for, while, if, with, return, break, continue, pass and calls"

STATEMENTS: dict[type[ast.stmt], str] = {
    ast.Assert: "assert", ast.Try: "try", ast.Raise: "raise", ast.Delete: "del", ast.Global: "global",
    ast.Nonlocal: "nonlocal", ast.Import: "import", ast.ImportFrom: "import", ast.FunctionDef: "a nested function",
    ast.ClassDef: "a class", ast.Match: "match", ast.AsyncFunctionDef: "async", ast.AsyncFor: "async",
    ast.AsyncWith: "async",
}  # fmt: skip


def _ends_with(block: ast.stmt, stmt: ast.stmt) -> bool:
    """Whether a statement is the last of a `with` block, or of blocks in it."""
    while isinstance(block, ast.With):
        block = block.body[-1]
    return block is stmt


WRITE_INSTEAD = {
    "a nested function": "write it at the level of the module, decorated with @pl.jit.inline",
    "global": "pass it as a parameter",
    "nonlocal": "pass it as a parameter",
    "import": "import at the top of the file",
    "assert": f"pl.static_assert(...) checks while the kernel is read; a kernel has {ACCEPTED}",
}


class Statements(Directives):
    """Lowers the body of one function."""

    def new(self, kernel: KernelSource) -> Statements:
        return Statements(self.session, kernel)

    def block(self, body: list[ast.stmt], *, nested: bool = True) -> None:
        """Read statements. `nested`: they are a block of their own, not part of the one around them."""
        if nested:
            self.blocks.append(set() if self.blocks else set(self.env))
        try:
            self.read(body)
        finally:
            if nested:
                self.blocks.pop()

    def read(self, body: list[ast.stmt]) -> None:
        for number, stmt in enumerate(body):
            if self.terminated and self.decided:
                self.terminated = False
                self.dead(body[number:], "is bound only behind a jump that is always taken")
                self.terminated = True
                return
            try:
                if self.terminated or self.returned:
                    word = "return" if self.returned else "break or continue"
                    self.syntax(
                        f"nothing may follow {word}",
                        stmt,
                        "take it out, or put the jump under an if",
                        code="unreachable",
                    )
                self.statement(stmt)
            except UserError as error:
                self.session.report(error)
                if self.session.unrun and not counts_unrun(error):
                    self.undefined_in(stmt)
                self.poison(touched(stmt, self.env))
            except Poisoned:
                self.session.incomplete = True
                self.undefined_in(stmt)
                self.poison(touched(stmt, self.env))
            except RecursionError:
                self.session.report(
                    self.error(
                        ParserSyntaxError,
                        "this is nested too deeply",
                        stmt,
                        help="give parts of it names of their own",
                        code="nesting",
                    )
                )
                self.poison(touched(stmt, self.env))

    def statement(self, stmt: ast.stmt) -> None:
        if isinstance(stmt, ast.Assign):
            self.assign(stmt)
        elif isinstance(stmt, ast.AnnAssign):
            self.annotated(stmt)
        elif isinstance(stmt, ast.For):
            self.for_stmt(stmt)
        elif isinstance(stmt, ast.While):
            self.while_loop(stmt)
        elif isinstance(stmt, ast.If):
            self.if_stmt(stmt)
        elif isinstance(stmt, ast.With):
            self.with_stmt(stmt)
        elif isinstance(stmt, ast.Return):
            self.return_stmt(stmt)
        elif isinstance(stmt, ast.Expr):
            self.expression(stmt)
        elif isinstance(stmt, ast.Break | ast.Continue):
            self.jump(stmt)
        elif isinstance(stmt, ast.AugAssign):
            sign = self.quote(ast.BinOp(ast.Name("a"), stmt.op, ast.Name("b"))).split()[1]
            target = self.quote(stmt.target)
            value = self.quote(stmt.value)
            _, row, _, instead = BINARY[type(stmt.op)]
            help = f"write {target} = {target} {sign} {value}"
            if row is None:
                help = f"scalars have + - * / // % << >>; on tensors use {instead}"
            name: ast.expr = stmt.target
            while isinstance(name, ast.Subscript):
                name = name.value
            if isinstance(name, ast.Name) and is_array(self.env.get(name.id)):
                help = f"write {target} = {instead.partition('(')[0]}({target}, {value})"
                if isinstance(stmt.op, ast.Pow):
                    power = ast.copy_location(ast.BinOp(stmt.target, stmt.op, stmt.value), stmt)
                    help = f"write {target} = {self.power(power, self.env.get(name.id), self.settled(stmt.value))}"
            self.unsupported(
                f"`{sign}=` (AugAssign) is not part of the kernel language",
                stmt,
                help,
                code="augmented-assignment",
            )
        elif not isinstance(stmt, ast.Pass):
            what = STATEMENTS.get(type(stmt), type(stmt).__name__)
            help = WRITE_INSTEAD.get(what, f"a kernel has {ACCEPTED}")
            self.unsupported(
                f"{what} ({type(stmt).__name__}) is not part of the kernel language",
                stmt,
                help,
                code="python-statement",
            )

    def expression(self, stmt: ast.Expr) -> None:
        node = stmt.value
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return  # a docstring
        if type(node) in REFUSED:
            self.expr(node)
        if isinstance(node, ast.Constant) and node.value is ...:
            self.syntax(
                "`...` is no statement of a kernel",
                stmt,
                "write pass; a body of ... alone is for functions in C++: @pl.jit.extern, or external_source=",
                code="no-effect",
            )
        if not isinstance(node, ast.Call):
            self.syntax(
                f"`{self.quote(node)}` has no effect",
                stmt,
                "give it a name, or take it out",
                code="no-effect",
            )
        if (
            isinstance(node.func, ast.Attribute)
            and node.func.attr == "bind_dynamic"
            and is_array(self.expr(node.func.value))
        ):
            return  # taken into the signature before the body was read
        construct = self.construct_of(node)
        if construct is not None:
            self.no_stars(node)
        if construct is c.STATIC_ASSERT:
            self.static_assert(node)
        elif construct is c.STATIC_PRINT:
            if not node.args or node.keywords:
                self.syntax(
                    "pl.static_print takes one or more values",
                    node,
                    'pl.static_print("n is", n)',
                    code="static-print",
                )
            self.session.say(" ".join(self.shown(item) for item in node.args))
        elif construct is c.YIELD:
            self.bare_yield(node)
        elif construct is c.COND:
            if stmt not in self.tests:
                help = "for (a,) in pl.while_(init_values=(a0,)): pl.cond(a > 0)"
                self.syntax(
                    "pl.cond is the first statement of a pl.while_ loop", stmt, help, code="cond-form"
                )
        elif construct is c.DUMP_TAG:
            self.dump_tag(node)
        elif construct in c.PREFETCHES:
            self.expr(node)  # a hint whose handle nobody needs
        elif construct is c.FUNC_ATTR:
            self.syntax(
                "pl.func_attr stands before every other statement of a function",
                node,
                "move it to the top of the body",
                code="func-attr",
            )
        else:
            kernel = self.callee(node)
            if kernel is not None:
                self.invoke(kernel, node)
                return
            value = self.expr(node)
            plain = not isinstance(value, Expr | tuple) and value is not None
            if plain or (isinstance(value, Expr) and not is_global(value)):
                self.syntax(
                    f"the result of `{self.quote(node)}` is not used",
                    stmt,
                    "give it a name",
                    code="no-effect",
                )

    def for_stmt(self, stmt: ast.For) -> None:
        construct = None
        try:
            construct = None if self.is_python(stmt.iter) else self.construct_of(stmt.iter)
            if construct is not None:
                assert isinstance(stmt.iter, ast.Call)
                self.no_stars(stmt.iter)
            if construct in c.LOOPS:
                assert construct is not None and isinstance(stmt.iter, ast.Call)
                self.for_loop(stmt, construct, stmt.iter)
                return
            if construct is c.SPMD:
                assert isinstance(stmt.iter, ast.Call)
                self.spmd_loop(stmt, stmt.iter)
                return
            if construct is c.WHILE:
                assert isinstance(stmt.iter, ast.Call)
                self.explicit_while(stmt, stmt.iter)
                return
            if construct is c.SPLIT_AIV:
                assert isinstance(stmt.iter, ast.Call)
                self.split_loop(stmt, stmt.iter)
                return
            self.syntax(
                "a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, "
                f"not `{self.quote(stmt.iter)}`",
                stmt.iter,
                self.loop_instead(stmt.iter, construct),
                code="loop-iterator",
            )
        except (UserError, Poisoned):
            region, lane = self.region, None if self.region is None else self.region.lane
            if region is not None and construct is c.SPLIT_AIV and lane is None:
                region.lane = Var(
                    "lane", ScalarType(INDEX)
                )  # what belongs to a lane is no mistake of the body
            self.after_bad_header(stmt, construct in (c.AT, c.SPMD))
            if region is not None:
                region.lane = lane
            raise

    def loop_instead(self, node: ast.expr, construct: c.Construct | None) -> str:
        """What to write where a loop runs over something else."""
        if construct is c.AT:
            return "with pl.at(level=pl.Level.CORE_GROUP):"
        if isinstance(node, ast.Tuple | ast.List):
            return "for i in pl.unroll(len(values)):, and values[i] in its body"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
            return f"for i in pl.{self.quote(node)}:"
        return "for i in pl.range(n):"

    def with_stmt(self, stmt: ast.With) -> None:
        if len(stmt.items) != 1:
            self.syntax(
                "one scope per with statement",
                stmt,
                "nest them: one `with` inside the other",
                code="with-form",
            )
        item = stmt.items[0]
        call = item.context_expr
        construct, task = None, None
        try:
            construct = None if self.is_python(call) else self.construct_of(call)
            if construct is not None:
                assert isinstance(call, ast.Call)
                self.no_stars(call)
            if item.optional_vars is not None:
                if not isinstance(item.optional_vars, ast.Name):
                    self.syntax(
                        "the name of a task is one plain name",
                        item.optional_vars,
                        "with pl.at(level=pl.Level.CORE_GROUP) as task:",
                        code="task-name",
                    )
                task = item.optional_vars.id
            if construct is c.CLUSTER:
                assert isinstance(call, ast.Call)
                self.cluster(stmt, call, task)
                return
            if construct in (c.AT, c.SPMD, c.SCOPE, c.MANUAL_SCOPE):
                assert construct is not None and isinstance(call, ast.Call)
                if construct is c.AT:
                    self.at(stmt, call, task)
                elif construct is c.SPMD:
                    self.spmd_with(stmt, call, task)
                else:
                    self.runtime_scope(stmt, construct, call, task)
                return
            named = self.expr(call) if isinstance(call, ast.Name | ast.Attribute) else None
            construct = named if isinstance(named, c.Construct) else construct
            self.syntax(
                f"`{self.quote(call)}` is no scope",
                call,
                f"with {self.quote(call)}():"
                if construct in (c.SCOPE, c.MANUAL_SCOPE, c.CLUSTER)
                else "with pl.at(level=pl.Level.CORE_GROUP):",
                code="with-form",
            )
        except (UserError, Poisoned):
            self.after_bad_header(stmt, construct in (None, c.AT, c.SPMD))
            raise

    def is_python(self, node: ast.expr) -> bool:
        """Whether an expression calls one of Python's own functions, such as `enumerate`."""
        return (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and hasattr(builtins, node.func.id)
            and node.func.id not in self.env
            and node.func.id not in self.kernel.globals
        )

    def is_cond(self, stmt: ast.stmt) -> bool:
        return isinstance(stmt, ast.Expr) and self.construct_of(stmt.value) is c.COND

    def after_bad_header(self, stmt: ast.For | ast.With, region: bool) -> None:
        """Read the body of a loop or scope that cannot be used, for the mistakes in it."""
        env, outer, loop = dict(self.env), self.region, self.loop
        self.tests.update(s for s in stmt.body if self.calls(s, c.COND))
        self.yields_in(stmt.body)
        if isinstance(stmt, ast.For):
            self.poison([*targets(stmt.target)])
            self.tests |= {s for s in stmt.body if self.is_cond(s)}
        if region:
            self.region = self.region or RegionState(self.span(stmt), since=self.now, unsure=True)
        self.loop = LoopState("range", lambda: None)
        try:
            with self.collect():
                self.block(stmt.body)
        finally:
            self.env, self.region, self.loop, self.terminated = env, outer, loop, False

    def return_stmt(self, stmt: ast.Return) -> None:
        body = self.kernel.definition.body
        if not body or body[-1] is not stmt:
            self.unsupported(
                "return stands at the end of the function only",
                stmt,
                "write it behind the block, at the end of the function"
                if any(_ends_with(block, stmt) for block in body)
                else "use if and else",
                code="return-place",
            )
        self.returned = True
        nothing = isinstance(stmt.value, ast.Constant) and stmt.value.value is None
        if stmt.value is None or (nothing and self.kernel.kind == "jit"):
            return
        self.result = POISON  # until the value is read without a mistake
        if isinstance(stmt.value, ast.Tuple):
            self.result = tuple(self.returned_value(item) for item in stmt.value.elts)
            return
        self.result = self.returned_value(stmt.value)

    def returned_value(self, node: ast.expr) -> Value:
        value = self.right_side(node)
        if is_number(value):
            return self.literal(value)
        if isinstance(value, Call):
            return self.temporary(value, self.span(node))
        return value
