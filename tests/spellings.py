# SPDX-License-Identifier: Apache-2.0
"""The public names of operations, kernels that write them, and what such a kernel has to give.

`data/spellings.tsv` lists the names with their signatures. A `Source` is a kernel as text: it takes its operands out of
one tensor per element type and writes its results into one tensor per element type, so that many operations share one
program. `used(text)` says which names a text really writes.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from op_samples import array_of, typed_call

from pypto.ir.dtypes import BY_NAME, UINT8, DType
from pypto.ir.enums import MaskPattern
from pypto.ir.nodes import TensorType, TileType
from pypto.ir.ops import compare
from pypto.ir.ops.table import TABLE, Op, Param, Sample, Trait
from pypto.runtime.values import numpy_to_torch

DATA = Path(__file__).parent / "data" / "spellings.tsv"
WIDTH = 128  # columns of the shared tensors


@dataclass(frozen=True)
class Spelling:
    """One public name."""

    namespace: str
    name: str
    signature: str
    tier: int

    @property
    def full(self) -> str:
        return f"{self.namespace}.{self.name}"

    @property
    def parameters(self) -> tuple[str, ...]:
        """Parameter names in order, without those that only carry a source position."""
        if not self.signature.startswith("("):
            return ()
        function = ast.parse(f"def f{self.signature}: pass").body[0]
        assert isinstance(function, ast.FunctionDef)
        taken = function.args
        return tuple(a.arg for a in (*taken.args, *taken.kwonlyargs) if a.arg != "span")


@cache
def spellings() -> tuple[Spelling, ...]:
    lines = DATA.read_text(encoding="utf-8").splitlines()
    fields = (line.split("\t") for line in lines if not line.startswith("#"))
    return tuple(Spelling(space, name, signature, int(tier)) for space, name, signature, tier in fields)


def used(text: str) -> set[tuple[str, str]]:
    """The names of `pl` that a text writes, as (namespace, name); subscripts are no names."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute):
            path = ast.unparse(node).split(".")
            if path[0] == "pl" and len(path) > 1:
                found.add((".".join(path[:-1]), path[-1]))
    return found


def written(value: Any) -> str:
    """A static argument as a kernel writes it."""
    if isinstance(value, DType):
        return f"pl.{value}"
    if isinstance(value, Enum):
        space = "pl.tile" if isinstance(value, MaskPattern) else "pl"
        return f"{space}.{type(value).__name__}.{value.name}"
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(written, value))}]"
    return repr(value)


@dataclass
class Result:
    """Where a result lies among the arguments."""

    what: str
    op: Op
    argument: str
    row: int
    shape: tuple[int, ...]


@dataclass
class Argument:
    """A tensor of the kernel: rows of many samples, or one array of another form."""

    dtype: str
    parts: list[np.ndarray] = field(default_factory=list)
    rows: int = 0

    @property
    def data(self) -> np.ndarray:
        return self.parts[0] if self.rows == 0 else np.concatenate(self.parts)


@dataclass
class Source:
    """A kernel as text, and its arguments."""

    level: str  # "tensor" or "tile"
    inputs: dict[str, Argument] = field(default_factory=dict)
    outputs: dict[str, Argument] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    count: int = 0

    def line(self, text: str, depth: int = 2) -> None:
        self.lines.append("    " * depth + text)

    def region(self) -> None:
        self.line("with pl.at(level=pl.Level.CORE_GROUP):", 1)

    def let(self, text: str) -> str:
        self.count += 1
        self.line(f"t{self.count} = {text}")
        return f"t{self.count}"

    def place(self, among: dict[str, Argument], letter: str, data: np.ndarray, dtype: str) -> tuple[str, int]:
        """The argument that takes an array, and the row where it stands there."""
        if data.ndim != 2 or data.shape[1] > WIDTH:
            name = f"{letter}{len(among)}"
            among[name] = Argument(dtype, [data])
            return name, 0
        name = f"{letter}_{dtype}"
        argument = among.setdefault(name, Argument(dtype))
        at = argument.rows
        padded = np.zeros((data.shape[0], WIDTH), data.dtype)
        padded[:, : data.shape[1]] = data
        argument.parts.append(padded)
        argument.rows += data.shape[0]
        return name, at

    def operand(self, data: np.ndarray, dtype: str, space: str = "") -> str:
        """Puts data among the inputs and reads it; the name of the value."""
        if dtype == "UINT32":  # no tensor of a call has them
            return self.let(f"pl.reinterpret_view({self.operand(data.view(np.int32), 'INT32')}, pl.UINT32)")
        name, at = self.place(self.inputs, "x", data, dtype)
        offset = [at, *[0] * (data.ndim - 1)]
        if self.level == "tile":
            return self.let(f"pl.load({name}, {offset}, {list(data.shape)}{space})")
        return self.let(f"pl.slice({name}, {list(data.shape)}, {offset})")

    def scratch(self, shape: tuple[int, ...], dtype: DType) -> str:
        return self.let(f"pl.tile.full({list(shape)}, pl.{dtype}, 0)")

    def result(self, what: str, op: Op, value: str, dtype: DType, shape: tuple[int, ...]) -> None:
        """Writes a value into an output."""
        name, at = self.place(self.outputs, "y", np.zeros(shape, dtype.numpy()), dtype.name)
        if self.level == "tile":
            self.line(f"pl.store({value}, {[at, *[0] * (len(shape) - 1)]}, {name})")
        else:
            window = [f"{at} : {at + shape[0]}", *(f"0:{n}" for n in shape[1:])]
            self.line(f"{name}[{', '.join(window)}] = {value}")
        self.results.append(Result(what, op, name, at, shape))

    @property
    def text(self) -> str:
        params = []
        for given, form in (
            (self.inputs, "pl.Tensor[{}, pl.{}]"),
            (self.outputs, "pl.Out[pl.Tensor[{}, pl.{}]]"),
        ):
            params += [f"    {n}: {form.format(list(a.data.shape), a.dtype)}," for n, a in given.items()]
        head = ["import pypto.language as pl", "", "", "@pl.jit", "def run("]
        return "\n".join([*head, *params, "):", *self.lines, f"    return {', '.join(self.outputs)}", ""])

    def arguments(self) -> list[torch.Tensor]:
        return [numpy_to_torch(a.data.copy()) for a in (*self.inputs.values(), *self.outputs.values())]

    def found(self, arguments: list[torch.Tensor], result: Result) -> torch.Tensor:
        value = arguments[len(self.inputs) + list(self.outputs).index(result.argument)]
        rows, *rest = result.shape
        return value[(slice(result.row, result.row + rows), *(slice(n) for n in rest))].contiguous()


def accepted(row: Op, namespace: str) -> list[Param]:
    level = namespace.removeprefix("pl.") if namespace != "pl" else None
    return [p for p in row.params if (level is None or p.level in (None, level)) and not p.internal]


def write_sample(source: Source, spelling: Spelling, row: Op, sample: Sample) -> None:
    """One sample of a row by one of its names, every argument by the keyword that the name has for it."""
    names = spelling.parameters
    if "*args" in spelling.signature:  # several forms; the row's own names stand in all of them
        names = tuple(p.name for p in accepted(row, spelling.namespace))
    arrays = iter(range(len(sample.shapes)))
    numbers = iter(sample.scalars)
    space = ", target_memory=pl.Mem.Mat" if row.has(Trait.CUBE) else ""
    operands: dict[str, str] = {}
    for param in row.data_params:
        if param.kind == "scalar":
            number = next(numbers, None)
            if number is not None:
                operands[param.name] = repr(number)
        elif (at := next(arrays, None)) is not None:
            operands[param.name] = source.operand(array_of(sample, at), sample.dtype_of(at), space)
    type_ = typed_call(row, sample).type
    assert isinstance(type_, TensorType)
    shape, dtype = type_.shape, type_.dtype
    if source.level == "tile":
        at = row.scratch_at
        if at is not None and row.name == "mrgsort" and len(sample.shapes) > 1:
            operands[row.value_params[at].name] = source.scratch(shape, dtype)  # type: ignore[arg-type]
        elif at is not None and row.has(Trait.SCRATCH) and row.name != "transpose":
            first = TileType(sample.shapes[0], BY_NAME[sample.dtype_of(0)])  # type: ignore[arg-type]
            room = row.scratch(first) if row.scratch else first
            operands[row.value_params[at].name] = source.scratch(room.shape, room.dtype)
        if row in (compare.CMP, compare.CMPS):
            shape, dtype = (shape[0], -(-shape[1] // 8)), UINT8  # type: ignore[operator]
    parts = []
    for param, name in zip(accepted(row, spelling.namespace), names, strict=False):
        if param.name in operands:
            parts.append(f"{name}={operands[param.name]}")
        elif param.name in sample.attrs:
            parts.append(f"{name}={written(sample.attrs[param.name])}")
    value = source.let(f"{spelling.full}({', '.join(parts)})")
    source.result(f"{spelling.full} {sample}", row, value, dtype, shape)  # type: ignore[arg-type]


# Rows whose first operand comes from a product and is never loaded.
ACCUMULATED = frozenset({"matmul_acc"})
PER_PROGRAM = 24


def sample_groups() -> list[list[tuple[Op, Sample]]]:
    """All samples, many to a group; those whose kernels differ between tensors and tiles come last."""
    rows = [row for row in TABLE.values() if row.samples and row.name not in ACCUMULATED]
    apart = (compare.CMP, compare.CMPS)
    rows.sort(key=lambda row: "tensor" not in row.namespaces or row.has(Trait.SCRATCH) or row in apart)
    cases = [(row, sample) for row in rows for sample in row.samples]
    older = [case for case in cases if not newer_only(case[0])]
    newer = [case for case in cases if newer_only(case[0])]
    groups = [older[at : at + PER_PROGRAM] for at in range(0, len(older), PER_PROGRAM)]
    return [*groups, *([newer] if newer else [])]


def newer_only(row: Op) -> bool:
    """Whether the older chip executes an operation for no type."""
    return row.native is not None and not row.native["a2a3"]


def name_of(row: Op, level: str, namespace: str) -> Spelling:
    """The name of a row at a level, in a namespace or, where that has none, in the one of the level."""
    spaces = {
        s.namespace: s
        for s in spellings()
        if s.name == row.word and s.namespace.rpartition(".")[2] in row.namespaces
    }
    decided = any(p.kind == "operand" for p in row.data_params)  # by the operands of pl.add
    if namespace == "pl" and level == "tile" and not decided and "tensor" in row.namespaces:
        namespace = "pl.tile"
    return spaces.get(namespace) or spaces[f"pl.{level}"]


def for_tensors(row: Op, sample: Sample) -> bool:
    """Whether only tensors have a form: products of vectors, batches and operands read with exchanged axes."""
    return row.has(Trait.CUBE) and (bool(sample.attrs) or any(len(s) != 2 for s in sample.shapes))


def sample_program(cases: Sequence[tuple[Op, Sample]], level: str, namespace: str) -> Source:
    """The samples of a group at one level in one kernel; products in regions of their own."""
    source = Source(level)
    mine = [c for c in cases if level in c[0].namespaces and not (level == "tile" and for_tensors(*c))]
    vector = [case for case in mine if not case[0].has(Trait.CUBE)]
    if vector:
        source.region()
    for row, sample in vector:
        write_sample(source, name_of(row, level, namespace), row, sample)
    for row, sample in mine:
        if row.has(Trait.CUBE):
            source.region()
            write_sample(source, name_of(row, level, namespace), row, sample)
    return source
