# SPDX-License-Identifier: Apache-2.0
"""Ways to damage a kernel's source. What comes out may still be valid."""

from __future__ import annotations

import ast
import copy
import io
import random
import re
import tokenize

from pypto.ir.ops.table import TABLE

DTYPES = [
    "FP32",
    "FP16",
    "BF16",
    "INT8",
    "INT16",
    "INT32",
    "INT64",
    "UINT8",
    "UINT16",
    "UINT32",
    "BOOL",
    "INDEX",
    "FP8E4M3FN",
]
NAMES = [
    "pl",
    "x",
    "self",
    "None",
    "True",
    "print",
    "len",
    "range",
    "T",
    "__class__",
    "undefined_name",
    "kernel",
]
NUMBERS = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "15",
    "31",
    "33",
    "63",
    "100",
    "4096",
    "100000",
    "1.5",
    "1e39",
    "2147483648",
    "10**20",
]
STATEMENTS = [
    line.replace(r"\n", "\n")
    for line in r"""
pass
break
continue
return
return None
return 1
x = 1
del x
global g
nonlocal g
assert True
raise ValueError('x')
import os
from os import path
lambda: 0
yield 1
await f()
print('x')
1 + 1
'text'
...
x: int = 1
x += 1
x = y = 1
(a, b) = (1, 2)
[a] = [1]
*a, b = 1, 2
x = [i for i in range(3)]
x = {1: 2}
x = {1, 2}
x = f'{1}'
x = 1 if True else 2
(x := 1)
x = 0 < 1 < 2
def inner():\n    pass
class C:\n    pass
try:\n    pass\nfinally:\n    pass
with open('f') as f:\n    pass
for q in range(3):\n    pass
for q in [1, 2]:\n    pass
while True:\n    break
if True:\n    pass\nelse:\n    pass
match 1:\n    case 1:\n        pass
pl.static_assert(1 == 1)
pl.static_assert(False, 'no')
pl.static_print(1)
x = pl
x = pl.tensor
x = pl.FP32
pl.nothing()
x = pl.add
x = pl.create_tensor([16, 64], dtype=pl.FP32)
x = pl.create_tensor([0, 64], dtype=pl.FP32)
x = pl.create_tensor([-1, 64], dtype=pl.FP32)
x = pl.full([8, 8], pl.FP32, 0.0)
x = pl.full([3, 5], pl.FP16, 0.0)
x = pl.const(1, pl.INT32)
x = pl.const(300, pl.INT8)
x = 1 // 0
x = 1 % 0
x = 1 << 70
x = -(-5) // 2
x = not 1
with pl.at(level=pl.Level.CORE_GROUP):\n    pass
with pl.at():\n    pass
with pl.spmd(2):\n    pass
for q in pl.spmd(2):\n    pass
for q in pl.parallel(2):\n    pass
for q in pl.range(2):\n    q = 1
for pl in pl.range(2):\n    pass
x = pl.array.create(4, pl.TASK_ID)
x = pl.array.create(4, pl.INT32)\nx[9] = 1
x = pl.system.task_dummy(deps=[])
with pl.manual_scope():\n    pass
with pl.scope():\n    pass
x = 99999999999999999999999
x = 1e400
x = 'a' * 3
x = (1, 2)[5]
x = [1, 2][0]
x = max(1, 2)
x = min()
x = len(3)
x = abs(-1)
x = int('z')
x = 2 ** 200
x = ~1
""".strip().splitlines()
]
CONSTANTS = [
    "None", "True", "'text'", "b'x'", "()", "[]", "...", "pl.FP32", "pl", "undefined", "[1, 2, 3]", "(16, 64)", "nan()",
    "pl.PadValue.zero", "pl.Level.CORE_GROUP", "lambda: 0", "1j",
]  # fmt: skip
OPERATIONS = sorted(name for name in TABLE if "." not in name)


def edited(text: str, at: tuple[int, int], end: tuple[int, int], new: str) -> str:
    """The text with a range of one line replaced; lines from 1, columns from 0."""
    lines = text.splitlines(keepends=True)
    if at[0] != end[0]:
        return text
    line = lines[at[0] - 1]
    lines[at[0] - 1] = line[: at[1]] + new + line[end[1] :]
    return "".join(lines)


class SourceMutator:
    """Damages a kernel file; `mutate` gives Python that parses, or None."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def mutate(self, text: str) -> tuple[str, str] | None:
        """The new text, and the name of what was done to it."""
        for _ in range(20):
            kind = self.rng.choice(
                ["token", "token", "line", "tree", "tree", "tree", "statement", "number", "name"]
            )
            try:
                new = getattr(self, f"by_{kind}")(text)
                ast.parse(new)
            except (SyntaxError, ValueError, tokenize.TokenError, RecursionError, IndexError):
                continue
            if new != text and endless_free(new):
                return new, kind
        return None

    def tokens(self, text: str) -> list[tokenize.TokenInfo]:
        found = list(tokenize.generate_tokens(io.StringIO(text).readline))
        skip = (
            tokenize.NEWLINE,
            tokenize.NL,
            tokenize.INDENT,
            tokenize.DEDENT,
            tokenize.ENDMARKER,
            tokenize.COMMENT,
        )
        return [t for t in found if t.type not in skip and t.start[0] > 1]

    def by_token(self, text: str) -> str:
        tokens = self.tokens(text)
        i = self.rng.randrange(len(tokens) - 1)
        t, u = tokens[i], tokens[i + 1]
        kind = self.rng.choice(["drop", "double", "swap", "other"])
        if kind == "drop":
            return edited(text, t.start, t.end, "")
        if kind == "double":
            return edited(text, t.start, t.end, f"{t.string} {t.string}")
        if kind == "swap" and t.start[0] == u.start[0]:
            return edited(text, t.start, u.end, f"{u.string} {t.string}")
        return edited(text, t.start, t.end, self.rng.choice(tokens).string)

    def by_number(self, text: str) -> str:
        tokens = [t for t in self.tokens(text) if t.type == tokenize.NUMBER]
        t = self.rng.choice(tokens)
        return edited(text, t.start, t.end, self.rng.choice(NUMBERS))

    def by_name(self, text: str) -> str:
        names = [t for t in self.tokens(text) if t.type == tokenize.NAME]
        t = self.rng.choice(names)
        if t.string in DTYPES:
            new = self.rng.choice(DTYPES)
        elif t.string in TABLE:
            new = self.rng.choice([*OPERATIONS, t.string[:-1] or "q", t.string + "x"])
        elif self.rng.random() < 0.6:
            new = self.rng.choice(names).string
        else:
            new = self.rng.choice([*NAMES, t.string + "_", t.string[::-1]])
        return edited(text, t.start, t.end, new)

    def by_line(self, text: str) -> str:
        lines = text.splitlines()
        i = self.rng.randrange(2, len(lines))
        kind = self.rng.choice(["drop", "double", "swap", "move", "indent"])
        if kind == "drop":
            del lines[i]
        elif kind == "double":
            lines.insert(i, lines[i])
        elif kind == "swap" and i + 1 < len(lines):
            lines[i], lines[i + 1] = lines[i + 1], lines[i]
        elif kind == "move":
            lines.insert(self.rng.randrange(2, len(lines)), lines.pop(i))
        else:
            lines[i] = "    " + lines[i] if self.rng.random() < 0.5 else lines[i].removeprefix("    ")
        return "\n".join(lines) + "\n"

    def by_statement(self, text: str) -> str:
        lines = text.splitlines()
        i = self.rng.choice(
            [n for n, line in enumerate(lines) if line.startswith("    ") and not line.rstrip().endswith(",")]
        )
        indent = lines[i][: len(lines[i]) - len(lines[i].lstrip())]
        lines[i:i] = [indent + line for line in self.rng.choice(STATEMENTS).splitlines()]
        return "\n".join(lines) + "\n"

    def by_tree(self, text: str) -> str:
        tree = ast.parse(text)
        nodes = list(ast.walk(tree))
        change = self.rng.choice(
            [self._call, self._call, self._subscript, self._expression, self._keyword, self._assign]
        )
        change(nodes)
        return ast.unparse(ast.fix_missing_locations(tree)) + "\n"

    def _call(self, nodes: list[ast.AST]) -> None:
        call = self.rng.choice([n for n in nodes if isinstance(n, ast.Call)])
        kind = self.rng.choice(["drop", "swap", "add", "constant", "nest", "double", "star"])
        if kind == "add" or not call.args:
            call.args.append(self.constant())
        elif kind == "drop":
            del call.args[self.rng.randrange(len(call.args))]
        elif kind == "swap":
            self.rng.shuffle(call.args)
        elif kind == "constant":
            call.args[self.rng.randrange(len(call.args))] = self.constant()
        elif kind == "nest":
            i = self.rng.randrange(len(call.args))
            call.args[i] = copy.deepcopy(self.rng.choice([n for n in nodes if isinstance(n, ast.Call)]))
        elif kind == "star":
            i = self.rng.randrange(len(call.args))
            call.args[i] = ast.Starred(call.args[i], ast.Load())
        else:
            call.args.append(copy.deepcopy(self.rng.choice(call.args)))

    def _keyword(self, nodes: list[ast.AST]) -> None:
        call = self.rng.choice([n for n in nodes if isinstance(n, ast.Call) and n.keywords])
        i = self.rng.randrange(len(call.keywords))
        kind = self.rng.choice(["drop", "rename", "value", "double"])
        if kind == "drop":
            del call.keywords[i]
        elif kind == "rename":
            call.keywords[i].arg = self.rng.choice(
                ["mode", "shape", "valid_shape", "deps", "x", "level", "stage", None]
            )
        elif kind == "value":
            call.keywords[i].value = self.constant()
        else:
            names = [
                "name_hint",
                "valid_shape",
                "clamp",
                "mode",
                "dtype",
                "atomic",
                "stage",
                "deps",
                "optimizations",
            ]
            call.keywords.append(ast.keyword(self.rng.choice(names), self.constant()))

    def _subscript(self, nodes: list[ast.AST]) -> None:
        subscript = self.rng.choice([n for n in nodes if isinstance(n, ast.Subscript)])
        kind = self.rng.choice(["drop", "add", "step", "bound", "constant"])
        items = list(subscript.slice.elts) if isinstance(subscript.slice, ast.Tuple) else [subscript.slice]
        i = self.rng.randrange(len(items))
        item = items[i]
        if kind == "drop":
            del items[i]
        elif kind == "add":
            items.append(ast.Slice() if self.rng.random() < 0.5 else self.constant())
        elif kind == "constant" or not isinstance(item, ast.Slice):
            items[i] = self.constant()
        elif kind == "step":
            item.step = self.constant()
        else:
            setattr(item, self.rng.choice(["lower", "upper"]), self.rng.choice([None, self.constant()]))
        subscript.slice = items[0] if len(items) == 1 else ast.Tuple(items, ast.Load())

    def _expression(self, nodes: list[ast.AST]) -> None:
        """Another expression in the place of one."""
        parents = [(n, f, v) for n in nodes for f, v in ast.iter_fields(n) if isinstance(v, ast.expr)]
        parent, field, value = self.rng.choice(parents)
        if isinstance(getattr(value, "ctx", None), ast.Store):
            return
        kind = self.rng.choice(
            ["constant", "other", "unary", "binary", "compare", "tuple", "attribute", "call"]
        )
        load = ast.Load()
        new: ast.expr = self.constant()
        if kind == "other":
            new = copy.deepcopy(
                self.rng.choice(
                    [v for _, _, v in parents if not isinstance(getattr(v, "ctx", None), ast.Store)]
                )
            )
        elif kind == "unary":
            new = ast.UnaryOp(self.rng.choice([ast.USub(), ast.Not(), ast.Invert(), ast.UAdd()]), value)
        elif kind == "binary":
            operators = [ast.Add(), ast.Sub(), ast.Mult(), ast.Div(), ast.FloorDiv(), ast.Mod(), ast.Pow(), ast.MatMult(),
                         ast.LShift(), ast.RShift(), ast.BitAnd()]  # fmt: skip
            new = ast.BinOp(value, self.rng.choice(operators), self.constant())
        elif kind == "compare":
            new = ast.Compare(
                value, [self.rng.choice([ast.Lt(), ast.Eq(), ast.Is(), ast.In()])], [self.constant()]
            )
        elif kind == "tuple":
            new = ast.Tuple([value, self.constant()], load)
        elif kind == "attribute":
            new = ast.Attribute(value, self.rng.choice(["shape", "dtype", "add", "x", "__class__"]), load)
        elif kind == "call":
            new = ast.Call(value, [], [])
        setattr(parent, field, new)

    def _assign(self, nodes: list[ast.AST]) -> None:
        assign = self.rng.choice([n for n in nodes if isinstance(n, ast.Assign)])
        kind = self.rng.choice(["targets", "tuple", "value", "nest"])
        if kind == "targets":
            assign.targets = copy.deepcopy(
                self.rng.choice([n for n in nodes if isinstance(n, ast.Assign)]).targets
            )
        elif kind == "tuple":
            assign.targets = [ast.Tuple([assign.targets[0], ast.Name("other", ast.Store())], ast.Store())]
        elif kind == "nest" and isinstance(assign.value, ast.Call):
            assign.value = ast.Call(
                copy.deepcopy(assign.value.func), [assign.value, *copy.deepcopy(assign.value.args[1:])], []
            )
        else:
            assign.value = copy.deepcopy(
                self.rng.choice([n for n in nodes if isinstance(n, ast.Assign)]).value
            )

    def constant(self) -> ast.expr:
        return ast.parse(self.rng.choice([*CONSTANTS, *NUMBERS]), mode="eval").body


def endless_free(text: str) -> bool:
    """Whether every `while` of the text still counts up to its end, and no loop is very long."""
    for number, line in enumerate(text.splitlines()):
        match = re.match(r"\s*while (.*):$", line)
        if not match:
            continue
        counter = re.fullmatch(r"(k\d+) < (\d|\w+ % 4)", match[1])
        if counter is None:
            return False
        name, indent = counter[1], len(line) - len(line.lstrip())
        inside = []
        for later in text.splitlines()[number + 1 :]:
            if later.strip() and len(later) - len(later.lstrip()) <= indent:
                break
            inside.append(later)
        changes = [
            i for i in inside if re.search(rf"\b{name}\b.*=[^=]", i) and not re.match(rf"\s*if .*{name}", i)
        ]
        direct = f"{' ' * (indent + 4)}{name} = {name} + 1"
        if changes != [direct]:
            return False
        before = inside[: inside.index(direct)]
        if any("continue" in i for i in before):
            return False
    return not any(
        re.search(r"\b(100000|2147483648|10 ?\*\* ?20|4096|2 ?\*\*)", i)
        for i in text.splitlines()
        if "for " in i
    )
