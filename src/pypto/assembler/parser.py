# SPDX-License-Identifier: Apache-2.0
"""`.pto` text -> module.

    module attributes {...} { func.func @k(...) attributes {...} { ... return } }

Names are resolved and written types compared with the values' types while reading, so that a mistake is
reported at the word that makes it. What the operations then ask of their operands is in `verify.py`.
"""

from __future__ import annotations

import difflib
import re

from pypto.assembler import catalog
from pypto.assembler.forms import FORMS, TILE
from pypto.assembler.nodes import Attr, Block, Function, Loc, Module, Op, Use, Value
from pypto.assembler.scanner import Scanner
from pypto.assembler.types import I1, INDEX_TYPE, PtrType, ScalarType, Type
from pypto.errors import Span

_OP = re.compile(r"(?:[A-Za-z_][A-Za-z0-9_]*\.)?[A-Za-z_][A-Za-z0-9_.]*")


class Parser(Scanner):
    """The reader; one instance reads one text."""

    def __init__(self, text: str, file: str) -> None:
        super().__init__(text, file)
        self._scopes: list[dict[str, Value]] = []

    # Names

    def define(self, name: str, type: Type, span: Span, owner: Op | None = None) -> Value:
        for scope in self._scopes:
            if name in scope:
                first = scope[name].span
                raise self.source.error(
                    f"%{name} is defined twice",
                    span,
                    notes=(f"the first definition is at line {first.line}",),
                    code="pto-duplicate",
                )
        value = Value(name, type, span, owner)
        self._scopes[-1][name] = value
        return value

    def use(self) -> Use:
        name, span = self.value_name()
        for scope in reversed(self._scopes):
            if name in scope:
                return Use(scope[name], span)
        names = [n for scope in self._scopes for n in scope]
        near = difflib.get_close_matches(name, names, 1)
        self.fail(
            f"%{name} is not defined here",
            span,
            help=f"did you mean %{near[0]}?" if near else None,
            code="pto-undefined",
        )

    def uses(self) -> list[Use]:
        uses = [self.use()]
        while self.accept(","):
            uses.append(self.use())
        return uses

    def types(self) -> list[Type]:
        types = [self.type()]
        while self.accept(","):
            types.append(self.type())
        return types

    def check_types(self, uses: list[Use], types: list[Type]) -> None:
        if len(uses) != len(types):
            self.fail(f"{len(uses)} operands but {len(types)} types", uses[-1].span, code="pto-count")
        for use, type in zip(uses, types, strict=True):
            if use.type != type:
                raise self.source.error(
                    f"{use.value} does not have the type written here",
                    use.span,
                    notes=(
                        f"{use.value} is {use.type}, defined at line {use.value.span.line}",
                        f"written here: {type}",
                    ),
                    code="pto-type-mismatch",
                )

    def position(self, what: str) -> int:
        """A line or a column of a source file."""
        span = self.here()
        number = self.integer(what)
        if not 0 <= number < 2**31:
            self.fail(f"{what} lies from 0 to {2**31 - 1}", span, code="pto-number")
        return number

    def loc(self) -> Loc | None:
        if not self.accept("loc"):
            return None
        self.expect("(")
        result = None
        if not self.accept("unknown"):
            file = self.string("a file name")
            self.expect(":")
            line = self.position("a line")
            self.expect(":")
            result = Loc(file, line, self.position("a column"))
        self.expect(")")
        return result

    # Module and functions

    def module(self) -> Module:
        while self.at("!"):
            self._alias()
        self.expect("module", "or a type alias at the start of the text")
        attrs = self._attributes()
        if "pto.target_arch" not in attrs or attrs["pto.target_arch"].text not in ('"a2a3"', '"a5"'):
            span = attrs["pto.target_arch"].span if "pto.target_arch" in attrs else self.here()
            self.fail(
                'a module says its target: pto.target_arch = "a2a3" or "a5"', span, code="pto-structure"
            )
        self.expect("{")
        functions: list[Function] = []
        while not self.at("}"):
            function = self._function()
            if any(f.name == function.name for f in functions):
                self.fail(f"function @{function.name} stands here twice", function.span, code="pto-duplicate")
            functions.append(function)
        self.expect("}")
        self.loc()
        if self.pos < len(self.text):
            self.fail("text after the module", code="pto-structure")
        if not functions:
            self.fail("the module has no function", self.span(0), code="pto-structure")
        return Module(self.source, attrs, functions)

    def _alias(self) -> None:
        start = self.pos
        match = re.compile(r"![A-Za-z_][A-Za-z0-9_$]*").match(self.text, self.pos)
        if match is None:
            self.fail("expected the name of a type alias")
        self.pos = match.end()
        self.skip()
        if match.group() in self.aliases:
            self.fail(
                f"type alias {match.group()} is defined twice",
                self.span(start, match.end()),
                code="pto-duplicate",
            )
        self.expect("=")
        self.aliases[match.group()] = self.type()

    def _attributes(self) -> dict[str, Attr]:
        return self.attr_dict() if self.accept("attributes") else {}

    def _function(self) -> Function:
        self.expect("func.func", "in the module")
        start = self.pos
        self.expect("@")
        name = self.word("the function's name")
        span = self.span(start, start + 1 + len(name))
        self._scopes.append({})
        params: list[Value] = []
        self.expect("(")
        while not self.at(")"):
            param, where = self.value_name()
            self.expect(":", "after the parameter's name")
            at = self.here()
            type = self.type()
            if not isinstance(type, (PtrType, ScalarType)):
                self.fail(
                    f"the parameter %{param} is {type}: kernels take pointers and scalars",
                    at,
                    code="pto-type",
                )
            params.append(self.define(param, type, where))
            if not self.accept(","):
                break
        self.expect(")", "after the parameters")
        attrs = self._attributes()
        kind = attrs.get("pto.kernel_kind")
        if kind is None or kind.text not in ("#pto.kernel_kind<vector>", "#pto.kernel_kind<cube>"):
            self.fail(
                f"@{name} does not say whether it is a vector or a cube kernel",
                kind.span if kind else span,
                help="attributes {pto.kernel_kind = #pto.kernel_kind<vector>}",
                code="pto-structure",
            )
        body = Block()
        self._block(body)
        if not body.ops or body.ops[-1].name != "func.return":
            self.fail(f"@{name} does not end in `return`", span, code="pto-structure")
        self._scopes.pop()
        return Function(name, span, params, body, attrs, self.loc())

    # Operations

    def _block(self, block: Block) -> None:
        """`{ operations }`; names defined in it end with it. The block's arguments are in scope."""
        self.expect("{")
        self._scopes.append({value.name: value for value in block.args})
        if self.at("^"):
            self._block_label(block)
        while not self.at("}"):
            if block.ops and block.ops[-1].name in ("func.return", "scf.yield", "scf.condition"):
                self.fail(f"nothing may follow `{block.ops[-1].name}` in its block", code="pto-structure")
            block.ops.append(self.operation())
        self._scopes.pop()
        self.expect("}")

    def _block_label(self, block: Block) -> None:
        self.pos += 1
        self.word("a block label")
        if self.accept("("):
            while not self.at(")"):
                name, span = self.value_name()
                self.expect(":")
                block.args.append(self.define(name, self.type(), span))
                if not self.accept(","):
                    break
            self.expect(")")
        self.expect(":")

    def operation(self) -> Op:
        names = self._result_names()
        span = self.here()
        match = _OP.match(self.text, self.pos)
        if match is None:
            self.fail(f"expected an operation, found {self._found()}")
        name = match.group()
        name = {"return": "func.return", "scf.yield": "scf.yield"}.get(name, name)
        op = Op(name, self.span(self.pos, match.end()))
        self.pos = match.end()
        self.skip()
        control = {
            "scf.for": self._for,
            "scf.if": self._if,
            "scf.while": self._while,
            "scf.yield": self._yield,
            "scf.condition": self._condition,
            "func.return": lambda op: [],
        }
        if name in control:
            types = control[name](op)
        elif name in FORMS:
            types = FORMS[name].read(self, op)
        elif name.startswith("pto.") and catalog.known(op.short):
            types = TILE.read(self, op)
        else:
            self._unknown(name, span)
        op.loc = self.loc()
        if len(types) != len(names):
            self.fail(
                f"{name} has {len(types)} results, {len(names)} names stand before it",
                op.span,
                code="pto-count",
            )
        op.results = [self.define(n, t, s, op) for (n, s), t in zip(names, types, strict=True)]
        return op

    def _unknown(self, name: str, span: Span) -> None:
        if reason := catalog.unsupported(name):
            self.fail(
                f"{name} is not supported on the CPU device yet", span, help=reason, code="pto-unsupported"
            )
        candidates = [*FORMS, *(f"pto.{n}" for n in catalog.names()), "scf.for", "scf.if", "scf.while"]
        near = difflib.get_close_matches(name, candidates, 1)
        self.fail(
            f"unknown operation {name}",
            span,
            help=f"did you mean {near[0]}?" if near else None,
            code="pto-operation",
        )

    def _result_names(self) -> list[tuple[str, Span]]:
        if not self.at("%"):
            return []
        names: list[tuple[str, Span]] = []
        while True:
            name, span = self.value_name()
            if self.accept(":"):
                count = self.integer("a number of results")
                names += [(f"{name}#{i}", span) for i in range(count)]
            else:
                names.append((name, span))
            if not self.accept(","):
                break
        self.expect("=", "after the result's name")
        return names

    # Control flow

    def _type_list(self) -> list[Type]:
        """`-> (T, T)` or `-> T`, if it stands here."""
        if not self.accept("->"):
            return []
        if not self.accept("("):
            return [self.type()]
        types = self.types()
        self.expect(")")
        return types

    def _carried(self, op: Op, keyword: str) -> list[tuple[str, Span]]:
        """`iter_args(%a = %init, ...)`: appends the initial values to the operands."""
        names: list[tuple[str, Span]] = []
        if keyword and not self.accept(keyword):
            return names
        if not self.accept("("):
            if keyword:
                self.fail(f"expected `(` after `{keyword}`")
            return names
        while not self.at(")"):
            names.append(self.value_name())
            self.expect("=")
            op.operands.append(self.use())
            if not self.accept(","):
                break
        self.expect(")")
        return names

    def _for(self, op: Op) -> list[Type]:
        variable = self.value_name()
        self.expect("=")
        bounds = [self.use()]
        self.expect("to")
        bounds.append(self.use())
        self.expect("step")
        bounds.append(self.use())
        op.operands = list(bounds)
        names = self._carried(op, "iter_args")
        types = self._type_list()
        index: Type = self.type() if self.accept(":") else INDEX_TYPE
        self.check_types(bounds, [index] * 3)
        self.check_types(op.operands[3:], types) if types or names else None
        self._scopes.append({})
        body = Block(
            [self.define(n, t, s) for (n, s), t in zip([variable, *names], [index, *types], strict=True)]
        )
        op.regions = [body]
        self._block(body)
        self._scopes.pop()
        self._check_yield(op, body, types)
        return types

    def _if(self, op: Op) -> list[Type]:
        op.operands = [self.use()]
        self.check_types(op.operands, [I1])
        types = self._type_list()
        op.regions = [Block()]
        self._block(op.regions[0])
        if self.accept("else"):
            op.regions.append(Block())
            self._block(op.regions[1])
        elif types:
            self.fail("an scf.if with results needs an `else`", op.span, code="pto-structure")
        for region in op.regions:
            self._check_yield(op, region, types)
        return types

    def _while(self, op: Op) -> list[Type]:
        names = self._carried(op, "")
        self.expect(":")
        self.expect("(")
        types = [] if self.at(")") else self.types()
        self.expect(")")
        results = self._result_types()
        self.check_types(op.operands, types) if types or op.operands else None
        self._scopes.append({})
        before = Block([self.define(n, t, s) for (n, s), t in zip(names, types, strict=True)])
        self._block(before)
        self._scopes.pop()
        if not before.ops or before.ops[-1].name != "scf.condition":
            self.fail("the first region of scf.while ends in scf.condition", op.span, code="pto-structure")
        self._agree(before.ops[-1], before.ops[-1].operands[1:], results)
        self.expect("do", "after the first region of scf.while")
        after = Block()
        self._block(after)
        if [a.type for a in after.args] != results:
            self.fail(
                "the arguments of the `do` region have the types of the results",
                op.span,
                code="pto-structure",
            )
        op.regions = [before, after]
        self._check_yield(op, after, types)
        return results

    def _result_types(self) -> list[Type]:
        self.expect("->")
        if not self.accept("("):
            return [self.type()]
        types = [] if self.at(")") else self.types()
        self.expect(")")
        return types

    def _check_yield(self, op: Op, block: Block, types: list[Type]) -> None:
        last = block.ops[-1] if block.ops else None
        if last is not None and last.name == "scf.yield":
            self._agree(last, last.operands, types)
        elif types:
            self.fail(
                f"this block of {op.name} does not yield its {len(types)} results",
                op.span,
                code="pto-structure",
            )

    def _agree(self, op: Op, uses: list[Use], types: list[Type]) -> None:
        if [u.type for u in uses] != types:
            expected = ", ".join(map(str, types)) or "nothing"
            self.fail(f"{op.name} must give {expected}", op.span, code="pto-structure")

    def _yield(self, op: Op) -> list[Type]:
        if self.at("%"):
            op.operands = self.uses()
            self.expect(":")
            self.check_types(op.operands, self.types())
        return []

    def _condition(self, op: Op) -> list[Type]:
        self.expect("(")
        op.operands = [self.use()]
        self.check_types(op.operands, [I1])
        self.expect(")")
        if self.at("%"):
            rest = self.uses()
            self.expect(":")
            self.check_types(rest, self.types())
            op.operands += rest
        return []


def parse_pto(text: str, file: str) -> Module:
    """Read a module; mistakes are `PtoSyntaxError`s that name `file`, line and column."""
    return Parser(text, file).module()


__all__ = ["Parser", "ScalarType", "parse_pto"]
