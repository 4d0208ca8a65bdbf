# SPDX-License-Identifier: Apache-2.0
"""Mistakes that must never pass: each changes one thing of a valid kernel, and is refused or stops the run.

A mistake gives the new text, or None where the kernel has no place for it. RACE is told by the check of the order of
tasks alone, so that the interpreter, which runs one task after the other, accepts it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from generated.core import Case, Scalar, Tensor

Mistake = Callable[[random.Random, Case, str], str | None]
NAME = re.compile(r"[A-Za-z_]\w*")
BOUND = re.compile(r"^( +)([a-z]\w*) = (.+)$")
REGION = re.compile(r"^( +)with pl\.at\(")
LEVEL = "level=pl.Level.CORE_GROUP"


def _replaced(lines: list[str], at: int, *new: str) -> str:
    return "\n".join([*lines[:at], *new, *lines[at + 1 :]]) + "\n"


def _entry(lines: list[str]) -> int:
    """Where the body of the kernel begins."""
    start = next(i for i, line in enumerate(lines) if line.startswith("def kernel("))
    return next(i for i in range(start, len(lines)) if lines[i].startswith("):")) + 1


def _pick(rng: random.Random, lines: list[str], pattern: str, first: int = 0) -> int | None:
    found = [i for i in range(first, len(lines)) if re.search(pattern, lines[i]) and _is_read(lines, i)]
    return rng.choice(found) if found else None


def _is_read(lines: list[str], at: int) -> bool:
    """Whether a line stands in no branch: of a condition that is known only the taken branch is read."""
    indent = len(_indent(lines[at]))
    for line in reversed(lines[:at]):
        if line.strip() and len(_indent(line)) < indent:
            if line.lstrip().startswith(("if ", "else:")):
                return False
            indent = len(_indent(line))
    return True


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _inside(rng: random.Random, lines: list[str]) -> int | None:
    """A statement directly in a `pl.at` or `pl.spmd` region of the kernel."""
    found = []
    for i in range(_entry(lines), len(lines) - 1):
        if re.match(r" +(with pl\.at|with pl\.spmd|for \w+ in pl\.spmd).*:$", lines[i]):
            found.append(i + 1)
    return rng.choice(found) if found else None


def dropped_binding(rng: random.Random, case: Case, source: str) -> str | None:
    """A value is read that nothing binds any more."""
    lines = source.splitlines()
    bound = [(i, m[2]) for i, line in enumerate(lines) if (m := BOUND.match(line)) and i > 3]
    names = [n for _, n in bound]
    parameters = {p.name for p in case.params}

    def only(i: int, name: str) -> bool:
        uses = [k for k, line in enumerate(lines) if k != i and re.search(rf"\b{name}\b", line)]
        read = any(
            k > i
            and re.search(rf"\b{name}\b", lines[k].split(" = ", 1)[-1] if BOUND.match(lines[k]) else lines[k])
            for k in uses
        )
        header = any(re.search(rf"(for|as|def) .*\b{name}\b", lines[k]) for k in uses)
        return names.count(name) == 1 and read and not header and name not in parameters

    found = [
        i
        for i, name in bound
        if only(i, name) and _is_read(lines, i) and not re.match(r" +\w+ = pl\.yield_", lines[i])
    ]
    if not found:
        return None
    return _replaced(lines, rng.choice(found), "")


def swapped_extents(rng: random.Random, case: Case, source: str) -> str | None:
    """The annotation of a parameter says [N, M] where the data are [M, N]."""
    found = [
        t for t in case.tensors
        if len(t.shape) == 2 and t.shape[0] != t.shape[1] and not isinstance(t.shape[0], str)
    ]  # fmt: skip
    if not found:
        return None
    t = rng.choice(found)
    new = Tensor(t.name, (t.shape[1], t.shape[0]), t.dtype, t.direction).annotation()
    return source.replace(f"    {t.name}: {t.annotation()},", f"    {t.name}: {new},")


def other_dtype(rng: random.Random, case: Case, source: str) -> str | None:
    t = rng.choice(case.tensors)
    dtype = rng.choice([d for d in ("FP32", "FP16", "BF16", "INT32", "INT16", "INT8") if d != t.dtype])
    new = Tensor(t.name, t.shape, dtype, t.direction).annotation()
    return source.replace(f"    {t.name}: {t.annotation()},", f"    {t.name}: {new},")


def outside(rng: random.Random, case: Case, source: str) -> str | None:
    """A window of a region, always reached, begins behind the end of its tensor."""
    lines, names = source.splitlines(), "|".join(t.name for t in case.tensors if t.direction == "in")
    at = _inside(rng, lines)
    if at is None or not names:
        return None
    line = lines[at]
    match = re.match(rf" +\w+ = ({names})\[", line)
    if match is None:
        return None
    t = next(t for t in case.tensors if t.name == match[1])
    if not all(isinstance(n, int) for n in t.shape) or len(t.shape) != 2:
        return None
    rows, cols = int(t.shape[0]), int(t.shape[1])
    new = rng.choice([f"{rows}:{rows + 8}, 0:{cols}", f"0:8, {cols}:{cols + 32}", f"0:{rows + 1}, 0:{cols}"])
    return _replaced(lines, at, line[: match.end()] + new + "]")


def arity(rng: random.Random, case: Case, source: str) -> str | None:
    """A call of a helper or a kernel with one argument more or less."""
    lines = source.splitlines()
    at = _pick(rng, lines, r" = (helper|task|two)\d+_\d+\(.+\)$", _entry(lines))
    if at is None:
        return None
    head, _, rest = lines[at].partition("(")
    given = rest[:-1].split(", ")
    given = given[1:] if rng.random() < 0.5 and len(given) > 1 else [*given, given[0], given[0]]
    return _replaced(lines, at, f"{head}({', '.join(given)})")


def results(rng: random.Random, case: Case, source: str) -> str | None:
    """More names than a call has results."""
    lines = source.splitlines()
    at = _pick(rng, lines, r"^ +\w+ = (helper|task)\d+_\d+\(.+\)$", _entry(lines))
    if at is None:
        return None
    return _replaced(lines, at, re.sub(r"^( +)(\w+) = ", r"\1\2, extra = ", lines[at]))


def missing_return(rng: random.Random, case: Case, source: str) -> str | None:
    """A helper whose result is used gives none."""
    lines = source.splitlines()
    ends = [i for i in range(_entry(lines) - 1) if lines[i].startswith("    return ")]
    for i in rng.sample(ends, len(ends)):
        name = next(m[1] for k in range(i, -1, -1) if (m := re.match(r"def (\w+)\(", lines[k])))
        if re.search(rf"= {name}\(", source) and name.startswith("helper"):
            return _replaced(lines, i, "    pass")
    return None


def misspelt(rng: random.Random, case: Case, source: str) -> str | None:
    lines = source.splitlines()
    at = _pick(
        rng, lines, r"\bpl\.(tensor\.|tile\.)?(add|sub|mul|maximum|matmul|load|store|cast|slice|exp)\("
    )
    if at is None:
        return None
    word = rng.choice(["adddd", "nothing", "reduce_sum", "__add__", "Tensor"])
    return _replaced(
        lines, at, re.sub(r"pl\.(tensor\.|tile\.)?(\w+)\(", rf"pl.\1{word}(", lines[at], count=1)
    )


def keyword(rng: random.Random, case: Case, source: str) -> str | None:
    """A keyword that an operation does not have."""
    lines = source.splitlines()
    at = _pick(rng, lines, r"^ +\w+ = pl\.(tensor\.|tile\.)?(add|sub|mul|maximum|exp|neg|cast|matmul)\(.*\)$")
    return None if at is None else _replaced(lines, at, lines[at][:-1] + ", speed=3)")


def inserted(*statements: str) -> Mistake:
    """A statement that is wrong in every region."""

    def mistake(rng: random.Random, case: Case, source: str) -> str | None:
        lines = source.splitlines()
        at = _inside(rng, lines)
        if at is None:
            return None
        names = [t.name for t in case.tensors]
        text = rng.choice(statements).replace("TENSOR", rng.choice(names))
        indent = _indent(lines[at])
        new = [indent + line for line in text.splitlines()]
        return _replaced(lines, at, *new, lines[at])

    return mistake


def outside_regions(*statements: str) -> Mistake:
    """A statement that is wrong in orchestration."""

    def mistake(rng: random.Random, case: Case, source: str) -> str | None:
        lines = source.splitlines()
        text = rng.choice(statements).replace("TENSOR", rng.choice([t.name for t in case.tensors]))
        at = _entry(lines)
        return _replaced(lines, at, *("    " + line for line in text.splitlines()), lines[at])

    return mistake


def condition(rng: random.Random, case: Case, source: str) -> str | None:
    """A condition that is no comparison."""
    lines = source.splitlines()
    at = _pick(rng, lines, r"^ +if .*:$")
    if at is None:
        return None
    wrong = rng.choice(["1", "0.5", "'yes'", "None", "2 + 1"])
    return _replaced(lines, at, f"{_indent(lines[at])}if {wrong}:")


def launch(rng: random.Random, case: Case, source: str) -> str | None:
    lines = source.splitlines()
    at = _pick(rng, lines, r"pl\.spmd\(\d+")
    if at is None:
        return None
    wrong = rng.choice(["0", "-1", "2.5", "'two'", "None", "1, 2"])
    return _replaced(lines, at, re.sub(r"pl\.spmd\(\d+", f"pl.spmd({wrong}", lines[at]))


def lanes(rng: random.Random, case: Case, source: str) -> str | None:
    lines = source.splitlines()
    at = _pick(rng, lines, r"pl\.split_aiv\(2, mode=")
    if at is None:
        return None
    wrong = rng.choice(
        ["split_aiv(3, mode=pl.SplitMode.NONE)", "split_aiv(2)", "split_aiv(2, mode=1)", "range(2)"]
    )
    return _replaced(lines, at, re.sub(r"split_aiv\(.*\):$", f"{wrong}:", lines[at]))


def operands(rng: random.Random, case: Case, source: str) -> str | None:
    """A product of other extents: the flag of a transposed operand is lost or made up."""
    lines = source.splitlines()
    at = _pick(rng, lines, r"pl\.(tensor\.)?matmul(_acc)?\(.*b_trans=True")
    found = [
        t for t in case.tensors if t.name.startswith("b") and len(t.shape) == 2 and t.shape[0] != t.shape[1]
    ]
    if at is None or not any(re.search(rf"\b{t.name}\[:, :\]", lines[at]) for t in found):
        return None
    return _replaced(lines, at, lines[at].replace(", b_trans=True", ""))


def stage(rng: random.Random, case: Case, source: str) -> str | None:
    lines = source.splitlines()
    at = _pick(rng, lines, r", stage=\d\):")
    if at is None:
        return None
    return _replaced(
        lines, at, re.sub(r", stage=\d", rng.choice(["", ", stage=0", ", stage=1.5", ", stage=n"]), lines[at])
    )


def returned(rng: random.Random, case: Case, source: str) -> str | None:
    """The kernel returns a value that is no parameter."""
    lines = source.splitlines()
    last = max(i for i, line in enumerate(lines) if line.strip())
    return _replaced(
        lines, last, rng.choice(["    return 1", "    return nothing", "    return pl", "    return (1, 2)"])
    )


def inside_a_byte(rng: random.Random, case: Case, source: str) -> str | None:
    """A part of a tensor of FP4 begins at an odd element: a number, or one that only the run knows."""
    lines = source.splitlines()
    names = "|".join(t.name for t in case.tensors if t.dtype == "FP4")
    column = re.compile(rf".*\b(?:{names})\b.*?(2 \* \(.+?\))(?= : |\])")
    found = [(i, m[1]) for i, line in enumerate(lines) if (m := column.match(line))] if names else []
    if not found:
        return None
    at, old = rng.choice(found)
    counters = [p.name for p in case.params if isinstance(p, Scalar) and p.dtype == "INDEX"]
    odd = f"pl.max(pl.min({rng.choice(counters)}, 1), 1)" if counters and at >= _entry(lines) else "1"
    return _replaced(lines, at, lines[at].replace(old, rng.choice(["1", odd])))


CODES = {"inside a byte": "packed-offset"}
"""Mistakes that have to be told by their code."""

MISTAKES: dict[str, Mistake] = {
    "inside a byte": inside_a_byte,
    "dropped binding": dropped_binding,
    "swapped extents": swapped_extents,
    "other dtype": other_dtype,
    "outside": outside,
    "arity": arity,
    "results": results,
    "missing return": missing_return,
    "misspelt": misspelt,
    "keyword": keyword,
    "condition": condition,
    "launch": launch,
    "lanes": lanes,
    "operands": operands,
    "stage": stage,
    "returned": returned,
    "in a region": inserted(
        "with pl.at(level=pl.Level.CORE_GROUP):\n    q = pl.full([8, 32], pl.FP32, 0.0)",
        "for q in pl.spmd(2):\n    pass",
        "q = TENSOR + 1",
        "q = TENSOR + TENSOR",
        "q = TENSOR[0:8, 0:3, 0:4, 0:5, 0:6]",
        "q = TENSOR[-1:, :]",
        "q = TENSOR[0:8:2]",
        "q = pl.full([8, 0], pl.FP32, 0.0)",
        "q = pl.full([8, 64], pl.INT32, 0.5)",
        "q = pl.full([8, 64], pl.INT8, 300)",
        "q = pl.sin(pl.full([8, 64], pl.INT32, 1))",
        "q = pl.full([8, 64], pl.FP4, 0.0)",
        "q = pl.create_tile([16, 64], pl.FP4)",
        "q = pl.add(pl.cast(pl.full([8, 64], pl.BF16, 1.0), pl.FP4), 1.0)",
        "q = pl.cast(pl.cast(pl.full([8, 64], pl.BF16, 1.0), pl.FP4), pl.FP32)",
        "q = pl.tensor.dim(TENSOR, 7)",
        "TENSOR[0, 0] = 1.0",
        "q = pl.transpose(TENSOR, 0, 5)",
        "q = pl.reshape(pl.full([8, 64], pl.FP32, 1.0), [0, 512])",
        "q = pl.fillpad_expand(pl.full([8, 64], pl.FP32, 1.0), [8, 32])",
        "q = pl.mrgsort(pl.full([1, 64], pl.FP32, 1.0), block_len=3)",
        "q = pl.gather(pl.full([8, 64], pl.FP32, 1.0), kvalue=1.0, cmp_mode='near', out_cols=8)",
        "q = pl.slice(TENSOR, [8, 32], [0, 0], valid_shape=[9, 32])",
        "q = pl.paged_gather(TENSOR, TENSOR, TENSOR, 8, 32, 16, space=3)",
        "q = pl.matmul_mx(pl.full([16, 64], pl.FP32, 1.0), TENSOR, TENSOR, TENSOR)",
        "q = pl.get_block_idx(3)",
        "q = pl.row_expand_sub(pl.full([8, 64], pl.FP32, 1.0), pl.full([8, 2], pl.FP32, 1.0))",
        "q = pl.shls(pl.full([8, 64], pl.INT32, 1), 1.5)",
        "with pl.scope():\n    pass",
        "q, r = pl.full([8, 64], pl.FP32, 0.0)",
        "for q in pl.pipeline(4):\n    pass",
        "pl.cond(1 < 2)",
        "q = pl.yield_(1)",
        "return",
        "q = pl.add(pl.full([8, 64], pl.FP32, 1.0), pl.full([16, 64], pl.FP32, 1.0))",
        "q = pl.matmul(pl.full([16, 32], pl.FP16, 1.0), pl.full([64, 16], pl.FP16, 1.0))",
        "q = pl.cast(pl.full([8, 64], pl.FP32, 1.0), pl.FP32)",
        "q = pl.cast(pl.full([8, 64], pl.FP32, 1.0), pl.FP16, mode='up')",
        "q = pl.reshape(pl.full([8, 64], pl.FP32, 1.0), [8, 32])",
        "q = pl.set_validshape(pl.full([8, 64], pl.FP32, 1.0), 9, 64)",
        "q = pl.row_expand_add(pl.full([8, 64], pl.FP32, 1.0), pl.full([16, 1], pl.FP32, 1.0))",
        "q = pl.sort32(pl.full([1, 48], pl.FP32, 1.0), pl.full([1, 48], pl.UINT32, 1))",
        "q = pl.gather(pl.full([8, 64], pl.FP32, 1.0), mask_pattern=pl.tile.MaskPattern.P0101, dim=1)",
        "q = pl.create_tile([16, 64], pl.FP32, target_memory=3)",
        "q = pl.slice(TENSOR, [8, 32], [0, 0], drop_dims='rows')",
        "pl.write(TENSOR, [0, 0], None)",
        "q = undefined_name",
        "q = pl.read(TENSOR, [0.5, 0])",
        "q = pl.create_tensor([8, 64], dtype=pl.FP32, init_value=1.0)",
        "q = pl.system.task_dummy(deps=[])",
        "q = pl.array.create(4, pl.TASK_ID)",
        "with pl.manual_scope():\n    pass",
        "break",
        "q += 1",
        "q = 1 if True else 2",
        "q = [i for i in range(3)]",
        "for q in range(3):\n    pass",
        "for q in pl.range(1, 2, 0):\n    pass",
        "for q in pl.unroll(2):\n    break",
        "for q in pl.range(2, stage=2):\n    pass",
        "for q, (r, s) in pl.range(2, init_values=(1,)):\n    pass",
        "while 1:\n    pass",
        "q = pl.assemble(pl.full([8, 64], pl.FP32, 1.0), pl.full([8, 64], pl.FP32, 1.0), [0, 8])",
    ),
    "in orchestration": outside_regions(
        "q = pl.add(TENSOR, TENSOR)",
        "q = pl.exp(TENSOR)",
        "q = TENSOR * 2.0",
        "q = pl.full([8, 64], pl.FP32, 0.0)",
        "q = pl.load(TENSOR, [0, 0], [8, 32])",
        "q = pl.create_tensor([-1, 64], dtype=pl.FP32)",
        "q = pl.create_tensor([8, 64], dtype=pl.INT8, init_value=1000)",
        "q = pl.create_tensor([8, 64])",
        "with pl.at(level=pl.Level.CORE_GROUP, deps=[TENSOR]):\n    pass",
        "with pl.at(level=pl.Level.CORE_GROUP, deps=[nothing]):\n    pass",
        "with pl.at(level=pl.Level.CORE_GROUP, deps=3):\n    pass",
        "with pl.at():\n    pass",
        "with pl.at(level=pl.Level.CORE_GROUP, speed=3):\n    pass",
        "for q in pl.spmd(2, deps=[]):\n    pass",
        "for q in pl.parallel(2):\n    break",
        "q = pl.array.create(4, pl.TASK_ID)\nr = q[7]",
        "q = pl.array.create(2, pl.TASK_ID)\nq[0] = 3",
        "q, r = pl.submit(nothing, TENSOR)",
        "q = pl.submit(TENSOR)",
        "with pl.scope():\n    pass",
        "with pl.manual_scope():\n    with pl.manual_scope():\n        pass",
        "q, r = pl.spmd_submit(nothing, TENSOR, core_num=2)",
        "q = pl.create_tensor([8, 63], dtype=pl.FP4)",
        "q = pl.create_tensor([8, 64], dtype=pl.INT4)",
        "q = pl.create_tensor([8, 64], dtype=pl.FP16, init_value=2.5)",
        "q = pl.reshape(TENSOR, [3, 7])",
        "q = pl.transpose(TENSOR, 0, 5)",
        "q = pl.tensor.dim(TENSOR, 7)",
        "q = pl.array.create(0, pl.INT32)",
        "q = pl.array.create(2, pl.FP4)",
        "pl.write(TENSOR, [0], 'one')",
        "TENSOR[0, 0] = 1.0",
        "with pl.spmd(2, deps=[]) as q:\n    r = pl.tile.get_block_idx()\n    pl.yield_(r)",
        "with pl.at(level=pl.Level.CORE_GROUP) as q:\n    pass\nr = q + 1",
        "while 1:\n    pass",
        "for q in pl.spmd(2, predicate=(1 < 2)):\n    pass",
        "if TENSOR:\n    pass",
        "q = pl.load(TENSOR, [0, 0], [8, 32], target_memory=pl.Mem.Mat)",
        "q = TENSOR[0:8:2]",
        "q = TENSOR[::]\nr = q[..., 0]",
        "pl.static_assert(1 == 2)",
        "q = undefined_name",
        "return TENSOR",
        "raise ValueError(1)",
        "import os",
        "q = TENSOR[0:1000000, :]\nwith pl.at(level=pl.Level.CORE_GROUP):\n    r = q[0:8, :]",
    ),
}  # fmt: skip


def race(rng: random.Random, case: Case, source: str) -> str | None:
    """An edge between two tasks that need it is gone."""
    if not case.races:
        return None
    old, new = rng.choice(case.races)
    return source.replace(old, new, 1) if old in source and old != new else None
