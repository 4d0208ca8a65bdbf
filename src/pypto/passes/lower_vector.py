# SPDX-License-Identifier: Apache-2.0
"""Lowering of what computes on the vector core: chains of conversions, scratch, element types that the chip lacks.

s = pl.row_sum(t)     ->     tmp: Tile[[8, 64], ...];  s: Tile[[8, 1], ...] = pl.row_sum(t, tmp)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

from pypto.errors import (
    CapacityError,
    Diagnostic,
    InvalidOperationError,
    UnsupportedFeatureError,
)
from pypto.ir import arith
from pypto.ir.calls import bind
from pypto.ir.dtypes import BF16, FP32, DType
from pypto.ir.enums import PadValue
from pypto.ir.evaluate import normalise
from pypto.ir.nodes import (
    Assign,
    Call,
    Const,
    Expr,
    ScalarType,
    Stmt,
    TensorType,
    TileType,
    Var,
    dtype_of,
    format_dim,
    format_dims,
)
from pypto.ir.ops import cast, compare, conversions, creation, dispatch, layout, shaping
from pypto.ir.ops.rules import tile_layout
from pypto.ir.ops.table import SCRATCH_NAMES, Op, Trait
from pypto.passes import matrices
from pypto.passes.cube import (
    CubeLowering,
)

if TYPE_CHECKING:
    from pypto.passes.lower import Lowering


APART = frozenset({*SCRATCH_NAMES, "mask"})
"""Operands of an element type and an extent of their own."""


class VectorLowering(CubeLowering):
    """The part of lowering that computes on vectors."""

    @property
    def whole(self) -> Lowering:
        """This lowering with all its parts."""
        raise NotImplementedError

    def cast(self, target: Var, call: Call) -> list[Stmt]:
        source = call.args[0]
        assert isinstance(source, Var)
        given, wanted = dtype_of(source.type), call.attrs["target_type"]
        steps = cast.chain(given, wanted, self.platform.generation)
        if steps is None:
            raise InvalidOperationError(
                f"{self.platform.name} has no conversion from {given} to {wanted}",
                span=call.span,
                help=_cast_help(given, wanted, self.platform.generation),
                code="cast-chain",
            )
        out: list[Stmt] = []
        current = self.tile(source)
        mode = cast.mode_name(call.attrs["mode"])
        for i, step in enumerate(steps):
            last = i == len(steps) - 1
            assert isinstance(current.type, TileType)
            result = (
                self.tile(target)
                if last
                else self.temporary(
                    f"{target.name}_{step.name.lower()}", _retyped(current.type, step), call.span
                )
            )
            attrs = {"target_type": step, "mode": mode}
            out.append(Assign(result, Call(cast.CAST, (current,), attrs, result.type, call.span), call.span))
            current = result
        return out

    def vector(self, target: Var, call: Call) -> list[Stmt]:
        """One vector instruction, with scratch where it needs one and BF16 widened where the chip lacks it."""
        op = call.op
        try:
            tile = self.tile(target)
            if matrices.by_matrix(call):
                return matrices.each_matrix(self.whole, target, call)
        except CapacityError as error:
            raise self.too_narrow(call, error) from None
        self.check_region(call)
        if op is shaping.FILLPAD or op in layout.FILLS:
            tile = self.padded(target, call)
        args = [self.operand(a) for a in call.args]
        data = (a for p, a in zip(op.value_params, args, strict=False) if p.name not in APART)
        tiles = [a for a in data if isinstance(a, Var) and isinstance(a.type, TileType)]
        dtypes = [a.type.dtype for a in tiles if isinstance(a.type, TileType)] or [_result_dtype(tile)]
        allowed = self.executed(op)
        bad = next((d for d in dtypes if allowed is not None and d not in allowed), None)
        if bad is not None and op.widens(bad, self.platform.generation):
            return self.widened(tile, call, args)
        if bad is not None:
            assert allowed is not None
            self.refuse_dtype(call, bad, allowed)
        return self.instruction(tile, call, args)

    def executed(self, op: Op) -> frozenset[DType] | None:
        """The element types that the chip executes, None where it asks nothing."""
        return None if op.native is None else op.native[self.platform.generation]

    def too_narrow(self, call: Call, error: CapacityError) -> CapacityError:
        """A reduction of too few rows or columns: its result has no other shape, but its operand may."""
        row = call.op.has(Trait.ROW_REDUCTION)
        source = call.args[0] if call.args else None
        if error.code != "alignment" or not (row or call.op.has(Trait.COL_REDUCTION)):
            return error
        assert isinstance(source, Var) and isinstance(source.type, TensorType | TileType)
        assert isinstance(call.type, TensorType | TileType)
        unit = call.type.dtype.block
        shape, axis = list(source.type.shape), -2 if row else -1
        held = list(source.type.valid_shape)
        if len(shape) < 2 or arith.as_int(shape[axis]) is None:
            return error
        shape[axis] = -(-int(shape[axis]) // unit) * unit  # type: ignore[arg-type]
        what = "rows" if row else "columns"
        error.help = (
            f"reduce a multiple of {unit} {what}, of which {format_dim(held[axis])} valid: take the operand as "
            f"{format_dims(tuple(shape))} with valid_shape={format_dims(tuple(held))}"
        )
        if held == list(source.type.shape):
            error.help += f", or widen it: pl.fillpad_expand(v, {format_dims(tuple(shape))})"
        return error

    def check_native(self, call: Call, dtype: DType) -> None:
        """The chip executes an operation for this element type."""
        allowed = self.executed(call.op)
        if allowed is not None and dtype not in allowed:
            self.refuse_dtype(call, dtype, allowed)

    def refuse_dtype(self, call: Call, dtype: DType, allowed: frozenset[DType], what: str = "") -> NoReturn:
        names = ", ".join(sorted(d.name for d in allowed))
        help = f"it takes {names}" if allowed else None
        if allowed and not what and not any(p.kind == "operand" for p in call.op.params):
            help = f"{help}: dtype=pl.{_nearest(dtype, allowed)}"
        elif allowed and (way := conversions.nearest(dtype, allowed, self.platform.generation)):
            help = f"{help}; convert first: {way}"
        raise InvalidOperationError(
            f"{dispatch.spelling(call)} does not execute {what}{dtype} on {self.platform.name}",
            span=call.span,
            help=help,
            code="dtype-support",
        )

    def padded(self, target: Var, call: Call) -> Var:
        """The tile type of a fill remembers what it wrote outside the valid region."""
        tile = self.tile(target)
        source = self.operand(call.args[0])
        assert (
            isinstance(tile.type, TileType) and isinstance(source, Var) and isinstance(source.type, TileType)
        )
        if source.type.blayout != tile.type.blayout:
            raise UnsupportedFeatureError(
                f"a single column cannot be filled into the larger shape {format_dims(tile.type.shape)}",
                span=call.span,
                help="write it into a pl.full(...) of that shape in global memory",
                code="column-to-row",
            )
        number = shaping.pad_number(bind(call, True)["pad_value"], tile.type.dtype)
        pad = PadValue.zero if number == 0 else PadValue.max if number > 0 else PadValue.min
        self.tiles[target] = Var(tile.name, replace(tile.type, pad=pad.value), tile.span)
        return self.tiles[target]

    def instruction(self, tile: Var, call: Call, args: Sequence[Expr | None]) -> list[Stmt]:
        views, args = self.same_region(tile, call, args)
        return [*views, *self._instruction(tile, call, args)]

    def _instruction(self, tile: Var, call: Call, args: Sequence[Expr | None]) -> list[Stmt]:
        op = call.op
        if op in (compare.CMP, compare.CMPS) and isinstance(call.type, TensorType):
            return self.comparison(tile, call, args)
        at = op.scratch_at
        if op.has(Trait.SCRATCH) and at is not None and (len(args) <= at or args[at] is None):
            first = args[0]
            assert isinstance(first, Var) and isinstance(first.type, TileType)
            plain = replace(first.type, valid=None)
            scratch = self.temporary("scratch", op.scratch(plain) if op.scratch else plain, call.span)
            space = Call(creation.CREATE_TENSOR, (), {}, scratch.type, call.span)
            worked = Call(op, (*args[:at], scratch, *args[at + 1 :]), {}, tile.type, call.span)
            return [Assign(scratch, space, call.span), Assign(tile, worked, call.span)]
        if op is creation.FULL:
            filled = Call(op, (), {"value": call.attrs["value"]}, tile.type, call.span)
            return [Assign(tile, filled, call.span)]
        if op.has(Trait.ROW_EXPAND) or op.has(Trait.COL_EXPAND):
            args = args[:2]
        attrs = call.attrs if op.pto_attrs else {}
        return [Assign(tile, Call(op, tuple(args), attrs, tile.type, call.span), call.span)]

    def same_region(
        self, tile: Var, call: Call, args: Sequence[Expr | None]
    ) -> tuple[list[Stmt], list[Expr | None]]:
        """An operand that holds less than the result is read as a whole: of two tensors that differ the result is
        fully valid, of two tiles as the left one is. The cells that it does not hold are unspecified."""
        out: list[Stmt] = []
        whole: list[Expr | None] = []
        op, first = call.op, args[0] if args else None
        packed = op is compare.CMP and isinstance(call.type, TileType) and first is not None
        wanted = first.type if packed and first is not None else tile.type
        assert isinstance(wanted, TileType)
        meet = op.has(Trait.ELEMENTWISE) or op in (compare.CMP, compare.SEL)
        for param, arg in zip(op.value_params, args, strict=False):
            beside = meet and param.name not in APART
            if beside and isinstance(arg, Var) and isinstance(arg.type, TileType) and _less(arg.type, wanted):
                view = self.temporary(f"{arg.name}_whole", replace(arg.type, valid=None), call.span)
                out.append(Assign(view, Call(shaping.RESHAPE, (arg,), {}, view.type, call.span), call.span))
                arg = view
            whole.append(arg)
        return out, whole

    def comparison(self, tile: Var, call: Call, args: Sequence[Expr | None]) -> list[Stmt]:
        """A comparison of tensors: that of tiles, and a selection between 1 and 0."""
        first = args[0]
        assert isinstance(first, Var) and isinstance(first.type, TileType)
        out: list[Stmt] = []

        def made(base: str, type_: TileType, op: Op, args: tuple[Expr | None, ...], **attrs: Any) -> Var:
            var = self.temporary(base, type_, call.span)
            out.append(Assign(var, Call(op, args, attrs, type_, call.span), call.span))
            return var

        mask_type = compare.packed(first.type)
        mask = made("mask", mask_type, call.op, tuple(args), cmp_type=call.attrs.get("cmp_type", 0))
        ones, zeros = (made(f"all_{n}", first.type, creation.FULL, (), value=n) for n in (1, 0))
        assert compare.SEL.scratch is not None
        space = made("scratch", compare.SEL.scratch(first.type), creation.CREATE_TENSOR, ())
        chosen = Call(compare.SEL, (mask, ones, zeros, space), {}, tile.type, call.span)
        return [*out, Assign(tile, chosen, call.span)]

    def widened(self, tile: Var, call: Call, args: Sequence[Expr | None]) -> list[Stmt]:
        """BF16 arithmetic as FP32 arithmetic: convert, operate, round once to nearest even."""
        self.hints.append(
            Diagnostic(
                "bf16-arithmetic",
                f"{self.platform.generation} has no {dispatch.spelling(call)} of BF16: "
                "it is done in FP32 and rounded once",
                call.span,
                "several operations in a row are faster in FP32: cast before the first and after the last",
            )
        )
        out: list[Stmt] = []
        wide: list[Expr | None] = []
        for param, arg in zip(call.op.value_params, args, strict=False):
            if param.name in SCRATCH_NAMES:
                wide.append(None)  # made anew, for the wide operands
            elif isinstance(arg, Var) and isinstance(arg.type, TileType):
                temp = self.temporary(f"{arg.name}_fp32", _retyped(arg.type, FP32), call.span)
                attrs = {"target_type": FP32, "mode": "none"}
                out.append(Assign(temp, Call(cast.CAST, (arg,), attrs, temp.type, call.span), call.span))
                wide.append(temp)
            elif isinstance(arg, Const):
                # Beside elements it is one of them: rounded once, to their type.
                number = normalise(arg.value, BF16) if wide else arg.value
                wide.append(replace(arg, value=number, type=ScalarType(FP32)))
            else:
                wide.append(arg)
        assert isinstance(tile.type, TileType)
        if tile.type.dtype is not BF16:
            return [*out, *self.instruction(tile, call, wide)]
        result = self.temporary(f"{tile.name}_fp32", _retyped(tile.type, FP32), call.span)
        out += self.instruction(result, call, wide)
        attrs = {"target_type": BF16, "mode": "rint"}
        out.append(Assign(tile, Call(cast.CAST, (result,), attrs, tile.type, call.span), call.span))
        return out

    def check_region(self, call: Call) -> None:
        """What moves elements by their place in a tile has to find the data of its operands in one piece."""
        exact = call.op.name.startswith("part_") or not call.op.has(Trait.VECTOR)
        for arg in call.args if exact else ():
            if arg is not None and not matrices.is_rectangle(arg.type):
                assert isinstance(arg, Var)
                raise UnsupportedFeatureError(
                    f"{dispatch.spelling(call)} of `{arg.name}` {arg.type}, whose data is not in one piece",
                    span=call.span,
                    help="fill the padding first: pl.fillpad(x), or take the matrices one by one",
                    code="valid-shape",
                )


def _less(operand: TileType, wanted: TileType) -> bool:
    """Whether an operand may hold less than a result that is fully valid, or holds provably less than a part."""
    if operand.valid is None or wanted.valid is None:
        return operand.valid is not None
    over = (arith.as_int(arith.sub(a, b)) for a, b in zip(operand.valid, wanted.valid, strict=True))
    return any(number is not None and number < 0 for number in over)


def _result_dtype(tile: Var) -> DType:
    assert isinstance(tile.type, TileType)
    return tile.type.dtype


def _retyped(tile: TileType, dtype: DType) -> TileType:
    return replace(tile, dtype=dtype, blayout=tile_layout(tile.shape))


def _nearest(dtype: DType, allowed: frozenset[DType]) -> str:
    same_kind = [d for d in allowed if d.is_float == dtype.is_float]
    return min(same_kind or allowed, key=lambda d: (abs(d.bits - dtype.bits), d.name)).name


def _cast_help(source: DType, target: DType, generation: str) -> str:
    """A way in several steps, where there is one."""
    way = conversions.spelled("x", source, target, (generation,))
    if way is None:
        names = ", ".join(d.name for d in cast.DIRECT[generation].get(source, ()))
        return f"from {source} it converts to {names}" if names else f"it converts {source} to nothing"
    unsigned = next((d for d in (source, target) if d.kind == "uint"), None)
    small = "reinterpret_view" in way and "cast" in way and unsigned is not None
    return f"write {way}" + (f", for values below 2**{unsigned.bits - 1}" if small and unsigned else "")
