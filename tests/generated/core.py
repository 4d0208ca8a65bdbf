# SPDX-License-Identifier: Apache-2.0
"""Text of a kernel and its meaning, written down together.

Each statement of a `Body` is a line of text and a function of the environment, in which names stand for `Value`s,
`Memory` (tensors) and Python or NumPy numbers.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from generated.meaning import NUMPY, Value, is_float
from pypto.ir.dtypes import BF16, BY_NAME, FP32
from pypto.ir.ops.table import TABLE, Trait

Env = dict[str, Any]
Step = Callable[[Env], None]
Meaning = Callable[..., Value]


class Break(Exception):
    pass


class Continue(Exception):
    pass


@dataclass
class Memory:
    """A tensor in global memory: what it holds, how sure that is, and where it was written."""

    data: np.ndarray
    dtype: str
    err: np.ndarray
    written: np.ndarray

    @classmethod
    def holding(cls, data: np.ndarray, dtype: str) -> Memory:
        return cls(data.copy(), dtype, np.zeros(data.shape), np.zeros(data.shape, bool))

    @classmethod
    def undefined(cls, shape: tuple[int, ...], dtype: str) -> Memory:
        return cls(np.zeros(shape, NUMPY[dtype]), dtype, np.full(shape, np.inf), np.zeros(shape, bool))

    def load(self, r: int, c: int, shape: tuple[int, int], rows: int, cols: int) -> Value:
        assert r >= 0 and c >= 0 and r + rows <= self.data.shape[0] and c + cols <= self.data.shape[1]
        data, err = np.zeros(shape, self.data.dtype), np.zeros(shape)
        data[:rows, :cols] = self.data[r : r + rows, c : c + cols]
        err[:rows, :cols] = self.err[r : r + rows, c : c + cols]
        return Value(data, self.dtype, rows, cols, err)

    def store(self, v: Value, r: int, c: int, add: bool = False) -> None:
        assert r >= 0 and c >= 0 and r + v.rows <= self.data.shape[0] and c + v.cols <= self.data.shape[1]
        at = (slice(r, r + v.rows), slice(c, c + v.cols))
        new, err = v.data[: v.rows, : v.cols], v.err[: v.rows, : v.cols]
        if add:
            new, err = (self.data[at] + new).astype(self.data.dtype), self.err[at] + err
        self.data[at], self.err[at], self.written[at] = new, err, True


class Body:
    """Statements of one block."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.steps: list[Step] = []

    def add(self, text: str, step: Step | None = None) -> None:
        self.text.append(text)
        if step is not None:
            self.steps.append(step)

    def nest(self, header: str, inner: Body, step: Step | None = None) -> None:
        self.text.append(header)
        self.text += ["    " + line for line in inner.text or ["pass"]]
        if step is not None:
            self.steps.append(step)

    def run(self, env: Env) -> None:
        for step in self.steps:
            step(env)


@dataclass(eq=False)
class Var:
    """A value on the chip. `valid` is None where all of it is, else the two extents as text."""

    name: str
    shape: tuple[int, int]
    dtype: str
    valid: tuple[str, str] | None = None

    @property
    def kind(self) -> Any:
        return self.shape, self.dtype, self.valid


@dataclass(eq=False)
class Tensor:
    """A tensor; the first extent is the text of a symbol where it is dynamic."""

    name: str
    shape: tuple[int | str, ...]
    dtype: str
    direction: str = "in"  # in, out, inout, scratch
    rows: int = 0  # of the data of this run
    whole: bool = False  # small whole numbers only
    values: tuple[int, int] | None = None  # whole numbers from the one to below the other
    step: int = 1  # what they are multiplied with
    layout: str = ""

    def annotation(self) -> str:
        layout = f", pl.{self.layout}" if self.layout else ""
        inner = f"pl.Tensor[[{', '.join(map(str, self.shape))}], pl.{self.dtype}{layout}]"
        return {"in": inner, "out": f"pl.Out[{inner}]", "inout": f"pl.InOut[{inner}]"}[self.direction]


@dataclass(eq=False)
class Scalar:
    """A number: a parameter, a loop variable or a local one, from `low` to `high`."""

    name: str
    dtype: str
    low: int = 0
    high: int = 0
    folded: bool = False


class Language:
    """Stands for `pl` where the text of a scalar expression is evaluated."""

    min, max = staticmethod(min), staticmethod(max)
    INT32 = INDEX = None

    @staticmethod
    def cast(number: Any, dtype: None) -> Any:
        """Between integers that hold the number."""
        return number


def number(text: str, env: Env) -> Any:
    """The value of a scalar expression of the language."""
    with np.errstate(all="ignore"):
        return eval(text, {"pl": Language}, env)


@dataclass(eq=False)
class Case:
    """One kernel: its parameters in order, helpers, body and the symbols of dynamic extents."""

    seed: int
    platform: str
    params: list[Tensor | Scalar] = field(default_factory=list)
    scratch: list[Tensor] = field(default_factory=list)  # created in orchestration
    helpers: list[str] = field(default_factory=list)
    body: Body = field(default_factory=Body)
    symbols: dict[str, int] = field(default_factory=dict)
    features: set[str] = field(default_factory=set)
    returns: bool = True
    limits: set[str] = field(default_factory=set)  # codes of refusals that the kernel may meet
    races: list[tuple[str, str]] = field(
        default_factory=list
    )  # lines of which an edge is missing in the second

    @property
    def tensors(self) -> list[Tensor]:
        return [p for p in self.params if isinstance(p, Tensor)]

    @property
    def outputs(self) -> list[Tensor]:
        return [t for t in self.tensors if t.direction != "in"]


def accepts(op: str, dtype: str, generation: str) -> bool:
    """Whether an operation takes an element type on a chip, by itself or, for BF16, in FP32."""
    native = TABLE[op].native
    if native is None:
        return True
    types, wanted = native[generation], BY_NAME[dtype]
    traits = TABLE[op].traits
    emulated = (
        wanted is BF16 and FP32 in types and Trait.ELEMENTWISE in traits and Trait.NO_BF16 not in traits
    )
    return wanted in types or emulated


class Maker:
    """Chance, fresh names and data."""

    def __init__(self, seed: int, platform: str | None = None) -> None:
        self.rng = random.Random(seed)
        self.case = Case(seed, platform or self.rng.choice(["a2a3sim", "a5sim"]))
        self.generation = self.case.platform.removesuffix("sim")
        self.count = 0

    def fresh(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def accepts(self, op: str, dtype: str) -> bool:
        return accepts(op, dtype, self.generation)


def data_for(tensor: Tensor, rows: int, rng: np.random.Generator, wild: bool) -> np.ndarray:
    """Input data: small whole numbers, fractions, or values at the edges of the type."""
    shape = (rows, *(int(n) for n in tensor.shape[1:]))
    kind = NUMPY[tensor.dtype]
    if tensor.dtype == "FP8E8M0":  # 2 ** (n - 127)
        return rng.integers(124, 131, shape).astype(np.uint8).view(kind)
    if tensor.dtype == "FP4":
        return np.arange(16, dtype=np.uint8).view(kind)[rng.integers(0, 16, shape)]
    if tensor.values is not None:
        return (rng.integers(*tensor.values, shape) * tensor.step).astype(kind)
    if not is_float(tensor.dtype):
        limits = np.iinfo(kind)
        if wild and np.dtype(kind).itemsize == 8:
            words = rng.integers(0, 2**64, shape, dtype=np.uint64).view(kind)
            edges = np.array([limits.min, limits.max, 0, 1, limits.min + 1, limits.max - 1], kind)
            return np.where(rng.random(shape) < 0.3, rng.choice(edges, shape), words)
        if wild:
            edges = [limits.min, limits.max, 0, 1, limits.min + 1, limits.max - 1]
            data = rng.integers(limits.min, limits.max, shape, endpoint=True, dtype=np.int64)
            return np.where(rng.random(shape) < 0.3, rng.choice(edges, shape), data).astype(kind)
        return rng.integers(max(limits.min, -9), 10, shape).astype(kind)
    if tensor.whole or not wild:
        whole = rng.integers(-4, 5, shape).astype(np.float64)
        return (
            whole if tensor.whole or rng.random() < 0.6 else whole + rng.integers(0, 4, shape) / 4
        ).astype(kind)
    data = rng.normal(size=shape) * 10.0 ** rng.integers(-3, 4, shape)
    edges = [
        0.0,
        -0.0,
        np.inf,
        -np.inf,
        np.nan,
        0.5,
        -1.5,
        2.5,
        65504.0,
        3e38,
        -3e38,
        1e-40,
        6e-8,
        2147483648.0,
    ]
    share = rng.choice([0.0, 0.02, 0.3])
    with np.errstate(all="ignore"):
        return np.where(rng.random(shape) < share, rng.choice(edges, shape), data).astype(kind)


def inputs(case: Case, run: int) -> dict[str, Any]:
    """Arguments of one run by name: arrays and numbers. The first run has small numbers, later ones any."""
    rng = np.random.default_rng((case.seed, run))
    symbols = {s: n if run == 0 else int(rng.integers(1, n + 1)) for s, n in case.symbols.items()}
    out: dict[str, Any] = {}
    for p in case.params:
        if isinstance(p, Tensor):
            rows = symbols[p.shape[0]] if isinstance(p.shape[0], str) else p.shape[0]
            out[p.name] = (
                data_for(p, rows, rng, run > 0)
                if p.direction != "out"
                else np.zeros((rows, *(int(n) for n in p.shape[1:])), NUMPY[p.dtype])
            )
        elif p.dtype == "INDEX":
            value = int(rng.integers(p.low, p.high + 1))
            out[p.name] = p.low if p.folded else value
        elif p.dtype == "INT32":
            out[p.name] = np.int32(p.low if p.folded else rng.integers(-5, 6))
        else:
            out[p.name] = np.float32(p.low if p.folded else rng.integers(-8, 9) / 4)
    return out


def evaluate(case: Case, args: dict[str, Any]) -> dict[str, Memory]:
    """What the outputs hold after a run."""
    env: Env = {}
    for p in case.params:
        if not isinstance(p, Tensor):
            env[p.name] = args[p.name]
        elif p.direction == "out":
            env[p.name] = Memory.undefined(args[p.name].shape, p.dtype)
        else:
            env[p.name] = Memory.holding(args[p.name], p.dtype)
    memories = {t.name: env[t.name] for t in case.outputs}
    case.body.run(env)
    return memories
