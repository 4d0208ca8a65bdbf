# SPDX-License-Identifier: Apache-2.0
"""What an operation is: one row, read by language, front end, passes, code generation, assembler and docs.

    NEG = op("neg", doc="-x, element by element.", params=[operand("input")], infer=like("input"), ...)

Adding an operation is one row in its family's file, one function in the device headers if C++ cannot say it
in one expression, and one test.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any, NoReturn

from pypto.ir.dtypes import BF16, FP8E8M0, FP32, DType
from pypto.ir.nodes import Expr, TensorType, TileType, Type


class OpError(Exception):
    """An operation refuses its operands; the front end adds name, operands and source position."""

    def __init__(self, message: str, help: str | None = None, code: str = "invalid-operation") -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.code = code


class Trait(Enum):
    """What passes, code generation and tests may assume of an operation."""

    PURE = "no effect, the result depends on the operands alone"
    ELEMENTWISE = "each result element depends on the elements at the same index"
    ROW_REDUCTION = "reduces the last axis to 1"
    COL_REDUCTION = "reduces the axis before the last to 1"
    ROW_EXPAND = "second operand is a column, used along each row"
    COL_EXPAND = "second operand is a row, used along each column"
    IN_PLACE = "the result may take the storage of an operand of equal element size"
    VECTOR = "runs on a vector core"
    CUBE = "runs on a cube core"
    MTE = "moves data between memories"
    SCALAR = "scalar arithmetic"
    VIEW = "the result shares the storage of the first operand"
    EFFECT = "writes memory"
    PLACES = "gives elements another place, bit for bit"
    SCRATCH = "the tile form takes a scratch tile"
    CONTROL = "legal in orchestration"
    SCALES = "takes the scales of microscaled products, which are loaded whole, moved and multiplied"
    IN_FP32 = "where the chip does not reduce BF16, it reduces FP32 and rounds the result once"
    NO_BF16 = "takes no BF16 where the chip does not execute it, not even to compute in FP32"
    FLOATS = "of a tensor of integers the result is FP32"
    SYNC = "orders what stands before and after it, and has no value"


REQUIRED: Any = inspect.Parameter.empty


@dataclass(frozen=True)
class Param:
    """A parameter of an operation.

    kind: "operand" (tensor or tile), "scalar" (scalar expression), "value" (either), "dims" (extents),
    "dtype", "number" (a constant), "static" (bool, int, str or enum known while parsing).
    level: "tensor" or "tile" where only operands of that level have the parameter.
    absent: "tensor" or "tile" where the name in that namespace has no such parameter, and `pl` has.
    internal: written in printed programs only.
    instead: what to write where it is missing, or is none that an author gives.
    """

    name: str
    kind: str
    default: Any = REQUIRED
    aliases: tuple[str, ...] = ()
    level: str | None = None
    internal: bool = False
    absent: str | None = None
    instead: str | None = None

    def stands_in(self, space: str | None) -> bool:
        """Whether a call in a namespace may give it; None is `pl`, which is of both levels."""
        return space is None or (self.level in (None, space) and self.absent != space)


def operand(name: str, *aliases: str, default: Any = REQUIRED) -> Param:
    return Param(name, "operand", default, aliases)


def value(name: str, *aliases: str) -> Param:
    return Param(name, "value", REQUIRED, aliases)


def scalar(name: str, *aliases: str, default: Any = REQUIRED, instead: str | None = None) -> Param:
    return Param(name, "scalar", default, aliases, instead=instead)


def dims(name: str, *aliases: str, default: Any = REQUIRED) -> Param:
    return Param(name, "dims", default, aliases)


def static(name: str, default: Any = REQUIRED, *aliases: str, level: str | None = None) -> Param:
    return Param(name, "static", default, aliases, level)


SCRATCH_NAMES = ("tmp", "tmp_tile")


def scratch(name: str = "tmp", default: Any = None, instead: str | None = None) -> Param:
    """Room that a tile operation works in; at tensor level the compiler adds it."""
    return Param(name, "operand", default, level="tile", instead=instead)


class Bound(Mapping[str, Any]):
    """The arguments of one call by parameter name: expressions, dimension tuples and static values.

    `region`: whether the call stands in code that runs on a core (a slice is then a copy, not a view).
    `tile`: whether the call gives a tile where its operands do not say so, as `pl.tile.full` does.
    """

    def __init__(self, values: Mapping[str, Any], region: bool = True, tile: bool = False) -> None:
        self._values = dict(values)
        self.region = region
        self.tile = tile

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Any:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def type(self, name: str) -> Any:
        """The type of an expression argument, or None where it was not given."""
        expr = self._values.get(name)
        return expr.type if isinstance(expr, Expr) else None


Infer = Callable[[Bound], Type]


@dataclass(frozen=True)
class Sample:
    """One test input: operand shapes and dtypes, a value distribution, and attributes.

    `low`, `high` bound uniform data, `ranges` those of single operands; `special` adds zeros, infinities and NaN.
    `dtypes`: the element types of the operands, where they differ. `run`: columns of each sorted run of pairs.
    """

    shapes: tuple[tuple[int, ...], ...]
    dtype: str = "FP32"
    low: float = -4.0
    high: float = 4.0
    attrs: Mapping[str, Any] = field(default_factory=dict)
    scalars: tuple[float | int, ...] = ()
    special: bool = False
    ranges: tuple[tuple[float, float], ...] = ()
    dtypes: tuple[str, ...] = ()
    run: int = 0

    def dtype_of(self, number: int) -> str:
        """The element type of one operand."""
        return self.dtypes[number] if self.dtypes else self.dtype


@dataclass(frozen=True)
class Reject:
    """One wrong input and a word of the message that refuses it."""

    shapes: tuple[tuple[int, ...], ...]
    match: str
    dtypes: tuple[str, ...] = ("FP32",)
    attrs: Mapping[str, Any] = field(default_factory=dict)
    scalars: tuple[float | int, ...] = ()


@dataclass(frozen=True, eq=False)
class Op:
    """One operation.

    reference: NumPy meaning over the valid region: `reference(*value_operands, **attrs) -> array`.
    cpp: one element in C++ over lane values `{0}`, `{1}`, ...; the loop follows from the traits.
    native: per chip generation the element types that one instruction executes (None: any).
    ulp: bound of the native result against the reference; 0 means bit for bit.
    scalar_form, row_form: rows used instead when the right operand is a scalar, or a column against a matrix.
    scratch: the scratch tile for a first operand, where it is not of that operand's type.
    positional: how many arguments a call may give by position (None: all), `of_tiles` in `pl.tile` where it differs.
    pto_attrs: from the attributes of a call what stands behind the operands in `.pto`.
    target: which value operand is an array that the operation writes.
    promotes: per level, the rounding with which arrays of different element types are converted to their common one.
    """

    name: str
    doc: str
    params: tuple[Param, ...]
    infer: Infer
    traits: frozenset[Trait] = frozenset()
    reference: Callable[..., Any] | None = None
    pto: str | None = None
    cpp: str | None = None
    namespaces: tuple[str, ...] = ("pl", "tensor", "tile")
    scalar_form: str | None = None
    row_form: str | None = None
    commutative: bool = False
    infix: str | None = None
    native: Mapping[str, frozenset[DType]] | None = None
    ulp: int = 0
    samples: tuple[Sample, ...] = ()
    rejects: tuple[Reject, ...] = ()
    scratch: Callable[[TileType], TileType] | None = None
    positional: int | None = None
    of_tiles: int | None = None
    pto_attrs: Callable[[Mapping[str, Any]], Mapping[str, str]] | None = None
    target: int | None = None
    promotes: Mapping[str, str] = field(default_factory=dict)

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        return self.doc

    @property
    def __name__(self) -> str:
        return self.word

    @property
    def word(self) -> str:
        """The name in its namespace: `gather` of `tile.gather`."""
        return self.name.removeprefix("tile.").removeprefix("tensor.")

    @property
    def __signature__(self) -> inspect.Signature:
        kind: Any = inspect.Parameter.POSITIONAL_OR_KEYWORD
        found: list[inspect.Parameter] = []
        by_position = self.by_position("tile" if self.namespaces == ("tile",) else None)
        for p in self.params:
            if p.internal:
                continue
            if p not in by_position:
                kind = inspect.Parameter.KEYWORD_ONLY
            if p.default is REQUIRED and found and found[-1].default is not REQUIRED:
                kind = inspect.Parameter.KEYWORD_ONLY
            found.append(inspect.Parameter(p.name, kind, default=p.default))
        return inspect.Signature(found)

    @cached_property
    def value_params(self) -> tuple[Param, ...]:
        """The parameters that a `Call` holds in `args`; all others are attributes."""
        return tuple(p for p in self.params if p.kind in ("operand", "scalar", "value"))

    @cached_property
    def data_params(self) -> tuple[Param, ...]:
        """The value parameters without scratch."""
        return tuple(p for p in self.value_params if p.name not in SCRATCH_NAMES)

    @cached_property
    def scratch_at(self) -> int | None:
        """Where among the value parameters the scratch stands, None without one."""
        names = [p.name in SCRATCH_NAMES for p in self.value_params]
        return names.index(True) if True in names else None

    def by_position(self, space: str | None) -> tuple[Param, ...]:
        """The parameters that a call in a namespace may give by position; None is `pl`."""
        limit = self.of_tiles if space == "tile" and self.of_tiles is not None else self.positional
        return tuple(p for p in self.params[:limit] if not p.internal and p.stands_in(space))

    def has(self, trait: Trait) -> bool:
        return trait in self.traits

    def reaches_memory(self, param: Param) -> bool:
        """Whether a core that runs the operation finds an array in global memory, or only one of its own."""
        if self.target is not None:
            return self.value_params.index(param) == self.target
        return bool(self.traits & {Trait.MTE, Trait.CONTROL, Trait.SYNC})

    def widens(self, dtype: DType, generation: str) -> bool:
        """Whether a chip does the operation in FP32 and rounds once, as it has none of BF16."""
        if self.native is None or dtype is not BF16:
            return False
        reduces = (self.has(Trait.ROW_REDUCTION) or self.has(Trait.COL_REDUCTION)) and not self.has(
            Trait.IN_FP32
        )
        types = self.native[generation]
        return BF16 not in types and FP32 in types and not reduces

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise RuntimeError(
            f"pl.{self.name} describes a step of a kernel and does not run as Python; call it inside "
            "a function decorated with @pl.jit (or a helper decorated with @pl.jit.inline)"
        )

    def __repr__(self) -> str:
        return f"<op {self.name}>"


def _without_scales(infer: Infer) -> Infer:
    """A type rule that refuses scales of microscaled products: parts of them have no layout, and no core reads one."""

    def rule(bound: Bound) -> Type:
        for name in bound:
            type_ = bound.type(name)
            if isinstance(type_, TileType) and type_.dtype is FP8E8M0:
                raise OpError(
                    f"`{name}` holds scales of a microscaled product",
                    "move it to LeftScale or RightScale, and multiply: pl.matmul_mx",
                    "layout",
                )
            if isinstance(type_, TensorType) and type_.layout is not None and type_.layout.scales:
                raise OpError(
                    f"a tensor with the layout {type_.layout.name} is loaded whole and has no parts",
                    "pl.load(scales, [0, 0], shape, target_memory=pl.Mem.Mat)",
                    "layout",
                )
        return infer(bound)

    return rule


TABLE: dict[str, Op] = {}
_BY_PTO: dict[str, Op] = {}


def op(
    name: str,
    *,
    doc: str,
    params: Iterable[Param],
    infer: Infer,
    traits: Iterable[Trait] = (),
    **rest: Any,
) -> Op:
    """Declare a row and register it."""
    given = frozenset(traits)
    rule = infer if Trait.SCALES in given else _without_scales(infer)
    row = Op(name, doc, tuple(params), rule, given, **rest)
    if name in TABLE:
        raise ValueError(f"operation {name} is declared twice")
    TABLE[name] = row
    if row.pto:
        _BY_PTO.setdefault(row.pto, row)
    return row


def by_pto(name: str) -> Op | None:
    """The row whose `.pto` spelling is `name` (without the `pto.` prefix)."""
    return _BY_PTO.get(name)
