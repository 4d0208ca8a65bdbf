# SPDX-License-Identifier: Apache-2.0
"""Parameters: what annotations declare, which axes are dynamic, and the types that arguments give the entry.

A static extent or element type in an annotation wins over the argument, so that a wrong argument is seen as such by
whoever compares the two; everything that the annotation leaves open comes from the argument.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, NoReturn, TypeAlias

from pypto.errors import (
    ArgumentError,
    ParserSyntaxError,
    ParserTypeError,
    Span,
    UnsupportedFeatureError,
    UserError,
    VerifierError,
    together,
)
from pypto.frontend import constructs as c
from pypto.frontend.annotations import (
    NO_EXTRAS,
    Fail,
    Part,
    TensorExtras,
    fill,
    part_of,
    tensor_extras,
    tile_type,
)
from pypto.frontend.arguments import ArgumentInfo, fit
from pypto.frontend.foreign import type_instead
from pypto.frontend.host_names import WindowAnnotation
from pypto.frontend.source import KernelFunction, KernelSource
from pypto.ir.dtypes import TASK_ID, DType, meant
from pypto.ir.nodes import TileType
from pypto.ir.ops.rules import NOT_HELD
from pypto.ir.ops.scalar import without_scalars

Axis = int | c.DynamicDim


@dataclass(frozen=True)
class Declaration:
    """One parameter as its annotation declares it; shape and dtype are None where the argument decides."""

    name: str
    kind: str = "tensor"
    direction: str = "in"
    shape: tuple[Axis, ...] | None = None
    dtype: DType | None = None
    annotated: bool = True
    tile: TileType | None = None
    view: TensorExtras = NO_EXTRAS
    window: bool = False  # pld.DistributedTensor


def declare(name: str, annotation: Any, fail: Fail) -> Declaration:
    """Read one annotation."""
    direction = "in"
    if isinstance(annotation, c.DirectionAnnotation):
        direction, annotation = annotation.direction, annotation.inner
    elif annotation in (c.Out, c.InOut):
        direction, annotation = ("out" if annotation is c.Out else "inout"), ...
    if annotation is ... or annotation is c.Tensor:
        return Declaration(name, direction=direction)
    if annotation is c.Ptr:
        if direction != "in":
            fail(f"parameter `{name}` is a pl.Ptr and passed by value", f"{name}: pl.Ptr")
        return Declaration(name, "pointer")
    if isinstance(annotation, DType):
        annotation = c.ScalarAnnotation(annotation)
    if isinstance(annotation, c.ScalarAnnotation):
        if direction != "in":
            fail(f"parameter `{name}` is a scalar and passed by value", "write results into a pl.Out tensor")
        if not isinstance(annotation.dtype, DType):
            fail(f"parameter `{name}`: {_shown(annotation.dtype)} is no element type", "pl.Scalar[pl.INT32]")
        missing = without_scalars(annotation.dtype)
        if missing is not None:
            fail(f"parameter `{name}`: {missing[0]}", missing[1])
        return Declaration(name, "task" if annotation.dtype is TASK_ID else "scalar", dtype=annotation.dtype)
    if isinstance(annotation, c.TensorAnnotation):
        return _tensor(name, direction, annotation, fail)
    if isinstance(annotation, c.ArrayAnnotation):
        return _array(name, direction, annotation, fail)
    if isinstance(annotation, c.TileAnnotation):
        return _tile(name, direction, annotation, fail)
    if isinstance(annotation, c.TupleAnnotation) or getattr(annotation, "__origin__", None) is tuple:
        fail(f"parameter `{name}` is a tuple", "give each entry a parameter of its own")
    if isinstance(annotation, c.DirectionAnnotation) or annotation in (c.Out, c.InOut):
        fail(f"parameter `{name}` has two directions", "pl.Out[...] or pl.InOut[...], once")
    fail(
        f"parameter `{name}`: {_shown(annotation)} is no annotation of a kernel",
        f"a number is declared pl.Scalar[pl.{meant(annotation)}]"
        if annotation in (int, float, bool)
        else "pl.Tensor, pl.Scalar[...], pl.Out[...] or pl.InOut[...]",
    )


def _shown(value: Any) -> str:
    return value.__name__ if isinstance(value, type) else f"{value!r}"


def _tile(name: str, direction: str, annotation: c.TileAnnotation, fail: Fail) -> Declaration:
    if direction != "in":
        fail(
            f"parameter `{name}` is a tile: a function returns the new tile",
            f"{name}: pl.Tile[...], and return the tile that is made of it",
        )
    shape = annotation.shape
    if (
        not isinstance(shape, list | tuple)
        or len(shape) != 2
        or not all(isinstance(d, int) and not isinstance(d, bool) and d > 0 for d in shape)
    ):
        fail(
            f"parameter `{name}`: a tile has two positive extents, found {{at}}",
            "pl.Tile[[16, 64], pl.FP32]",
            ("shape",),
            shape,
        )
    _check_dtype(name, annotation.dtype, fail)
    refuse = _refusing(name, fail)
    return Declaration(name, "tile", "in", tuple(shape), annotation.dtype, tile=tile_type(annotation, refuse))


def _array(name: str, direction: str, annotation: c.ArrayAnnotation, fail: Fail) -> Declaration:
    extent = annotation.extent
    if direction != "in":
        fail(f"parameter `{name}` is an array: a helper writes the caller's array", "pl.Array[4, pl.TASK_ID]")
    if isinstance(extent, bool) or not isinstance(extent, int) or not isinstance(annotation.dtype, DType):
        fail(
            f"parameter `{name}`: an array has a number of elements and an element type",
            "pl.Array[4, pl.TASK_ID]",
        )
    return Declaration(name, "array", "in", (extent,), annotation.dtype)


def _tensor(name: str, direction: str, annotation: c.TensorAnnotation, fail: Fail) -> Declaration:
    shape = annotation.shape
    if not isinstance(shape, list | tuple):
        fail(
            f"parameter `{name}`: the shape is a list, found {{at}}",
            "pl.Tensor[[16, 64], pl.FP32]",
            ("shape",),
            shape,
        )
    for axis, extent in enumerate(shape):
        if isinstance(extent, bool) or not isinstance(extent, int | c.DynamicDim):
            fail(
                f"parameter `{name}`: extent {{at}} on axis {axis} is a {type(extent).__name__}",
                f"above the function: {extent} = pl.dynamic({extent!r}); and {extent} without quotes here"
                if isinstance(extent, str) and extent.isidentifier()
                else "an int or a pl.dynamic extent",
                ("shape", axis),
                extent,
            )
        if isinstance(extent, int) and extent.bit_length() > 63:
            fail(
                f"parameter `{name}`: the extent on axis {axis} does not fit 64 bits",
                "extents count elements",
                ("shape", axis),
            )
        if isinstance(extent, int) and extent < 0:
            fail(
                f"parameter `{name}`: extent {extent} on axis {axis} is negative",
                "extents count elements",
                ("shape", axis),
            )
    _check_dtype(name, annotation.dtype, fail)
    if annotation.dtype.packed and isinstance(shape[-1], int) and shape[-1] % 2:
        fail(
            f"parameter `{name}`: a row of {shape[-1]} {annotation.dtype} elements ends inside a byte: two share one",
            f"make the last extent even: {shape[-1] + 1}",
            ("shape", len(shape) - 1),
        )
    extras = tensor_extras(annotation, _refusing(name, fail))
    window = isinstance(annotation, WindowAnnotation)
    return Declaration(name, "tensor", direction, tuple(shape), annotation.dtype, view=extras, window=window)


def _check_dtype(name: str, dtype: Any, fail: Fail) -> None:
    if not isinstance(dtype, DType):
        fail(f"parameter `{name}`: {{at}} is no element type", type_instead(dtype), ("dtype",), dtype)
    if dtype in NOT_HELD:
        fail(f"parameter `{name}`: tensors and tiles do not hold {dtype}", NOT_HELD[dtype], ("dtype",))


def _refusing(name: str, fail: Fail) -> Fail:
    def refuse(message: str, help: str | None, at: Part = (), value: Any = None) -> NoReturn:
        fail(f"parameter `{name}`: {message}", help, at, value)

    return refuse


def declarations(kernel: KernelSource) -> list[Declaration]:
    """All parameters of a kernel function, without reading its body."""
    if kernel.is_variadic:
        raise UnsupportedFeatureError(
            f"{kernel.name} takes * or ** parameters",
            span=kernel.span,
            help="name every parameter",
            code="parameter-form",
        )
    found: list[Declaration] = []
    errors: list[UserError] = []
    annotations = kernel.annotations
    for name in kernel.parameter_names:

        def fail(
            message: str, help: str | None, at: Part = (), value: Any = None, name: str = name
        ) -> NoReturn:
            node = _annotation(kernel, name)
            part = None if node is None else part_of(node, at)
            where = part or node
            span = kernel.argument_span(name) if where is None else kernel.source.span(where)
            raise ParserTypeError(fill(message, part, value), span=span, help=help, code="parameter-form")

        if name not in annotations:
            found.append(Declaration(name, annotated=False))
            continue
        try:
            found.append(declare(name, annotations[name], fail))
        except ParserTypeError as error:
            errors.append(error)
    if errors:
        known = {name: Declaration(name) for name in kernel.parameter_names} | {d.name: d for d in found}
        raise together([*errors, *_bound_axes(kernel, known)[1]])
    return found


def _annotation(kernel: KernelSource, name: str) -> ast.expr | None:
    arguments = kernel.definition.args
    for node in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        if node.arg == name:
            return node.annotation
    return None


def local_dims(kernel: KernelSource) -> tuple[dict[str, c.DynamicDim], dict[int, c.DynamicDim]]:
    """`T = pl.dynamic("T")` statements of a body: by name, and by the identity of the call node."""
    if kernel.local_dims is None:
        kernel.local_dims = _find_local_dims(kernel)
    return kernel.local_dims


def _find_local_dims(kernel: KernelSource) -> tuple[dict[str, c.DynamicDim], dict[int, c.DynamicDim]]:
    by_name: dict[str, c.DynamicDim] = {}
    by_node: dict[int, c.DynamicDim] = {}
    for stmt in ast.walk(kernel.definition):
        if not (isinstance(stmt, ast.Assign) and isinstance(stmt.value, ast.Call) and len(stmt.targets) == 1):
            continue
        call, target = stmt.value, stmt.targets[0]
        if _resolve(kernel, call.func) is not c.dynamic or not isinstance(target, ast.Name):
            continue
        argument = call.args[0] if len(call.args) == 1 and not call.keywords else None
        if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
            raise ParserSyntaxError(
                "pl.dynamic takes one name as text", span=kernel.source.span(call), code="dynamic-form"
            )
        try:
            dim = c.dynamic(argument.value)
        except ValueError as error:
            raise ParserSyntaxError(str(error), span=kernel.source.span(call), code="dynamic-form") from None
        by_name[target.id] = by_node[id(call)] = dim
    return by_name, by_node


def _resolve(kernel: KernelSource, node: ast.expr) -> Any:
    """What a dotted name outside the body's locals denotes, None where that is unknown."""
    try:
        if isinstance(node, ast.Name):
            return kernel.lookup(node.id)
        if isinstance(node, ast.Attribute):
            base = _resolve(kernel, node.value)
            return vars(base).get(node.attr) if isinstance(base, ModuleType) else None
    except KeyError:
        return None
    return None


def _bound_axes(
    kernel: KernelSource, declared: dict[str, Declaration]
) -> tuple[list[tuple[str, int, c.DynamicDim]], list[UserError]]:
    """`x.bind_dynamic(axis, T)` statements of a body: what they say, and those that are wrong."""
    found: list[tuple[str, int, c.DynamicDim]] = []
    errors: list[UserError] = []
    by_name, _ = local_dims(kernel)
    for call in _bind_calls(kernel):
        try:
            name, axis, dim = _bound_axis(kernel, by_name, declared, call)
            known = next((d for n, a, d in found if (n, a) == (name, axis)), None)
            _check_one_extent(name, axis, known, dim, kernel.source.span(call))
            found.append((name, axis, dim))
        except (ParserSyntaxError, ParserTypeError) as error:
            errors.append(error)
    return found, errors


def _bind_calls(kernel: KernelSource) -> Iterator[ast.Call]:
    for stmt in ast.walk(kernel.definition):
        if not (isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call)):
            continue
        call = stmt.value
        if not (
            isinstance(call.func, ast.Attribute)
            and call.func.attr == "bind_dynamic"
            and isinstance(call.func.value, ast.Name)
        ):
            continue
        yield call


def _bound_axis(
    kernel: KernelSource, dims: dict[str, c.DynamicDim], declared: dict[str, Declaration], call: ast.Call
) -> tuple[str, int, c.DynamicDim]:
    """The parameter, the axis and the extent of one `x.bind_dynamic(axis, T)`."""
    span = kernel.source.span(call)
    assert isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name)
    name = call.func.value.id
    if len(call.args) != 2 or call.keywords:
        raise ParserSyntaxError(
            "bind_dynamic takes an axis and an extent",
            span=span,
            help="x.bind_dynamic(0, T)",
            code="dynamic-form",
        )
    axis = call.args[0].value if isinstance(call.args[0], ast.Constant) else None
    if isinstance(axis, bool) or not isinstance(axis, int):
        raise ParserSyntaxError(
            "the axis of bind_dynamic is a number, counted from 0",
            span=span,
            help="x.bind_dynamic(0, T)",
            code="dynamic-form",
        )
    given = call.args[1]
    dim = dims.get(given.id) if isinstance(given, ast.Name) else None
    dim = dim or _resolve(kernel, given)
    if not isinstance(dim, c.DynamicDim):
        raise ParserTypeError(
            f"`{ast.unparse(given)}` is no dynamic extent",
            span=span,
            help='T = pl.dynamic("T") at module level',
            code="dynamic-form",
        )
    if name not in declared or declared[name].kind != "tensor":
        raise ParserTypeError(
            f"`{name}` is no tensor parameter",
            span=span,
            help="bind an axis of a parameter of type pl.Tensor",
            code="dynamic-form",
        )
    shape = declared[name].shape
    if axis < 0 or (shape is not None and axis >= len(shape)):
        raise ParserTypeError(
            f"`{name}` has no axis {axis}",
            span=span,
            help="axes count from 0" if shape is None else f"its axes are 0 to {len(shape) - 1}",
            code="dynamic-form",
        )
    if shape is not None:
        _check_one_extent(name, axis, shape[axis], dim, span)
    return name, axis, dim


def _check_one_extent(name: str, axis: int, known: object, dim: c.DynamicDim, span: Span) -> None:
    """An axis has one dynamic extent."""
    if not isinstance(known, c.DynamicDim) or known is dim:
        return
    same = known.name == dim.name
    raise ParserTypeError(
        f"axis {axis} of `{name}` is {known.name} already"
        + (", another extent of the same name" if same else f" and cannot be {dim.name} too"),
        span=span,
        help="give it one extent" if not same else f"make {dim.name} once and use it in both places",
        code="dynamic-form",
    )


Axes: TypeAlias = "dict[tuple[str, int], c.DynamicDim]"


def dynamic_axes(
    kernel: KernelSource,
    active: tuple[KernelSource, ...] = (),
    known: dict[KernelSource, Axes] | None = None,
) -> Axes:
    """(parameter, axis) -> extent, from annotations, `bind_dynamic`, and the helpers that parameters are passed to.

    `known`: helpers that were read already.
    """
    found: Axes = {}
    known = {} if known is None else known
    declared = {d.name: d for d in declarations(kernel)}
    for declaration in declared.values():
        for axis, extent in enumerate(declaration.shape or ()):
            if isinstance(extent, c.DynamicDim):
                found[declaration.name, axis] = extent
    bound, errors = _bound_axes(kernel, declared)
    if errors:
        raise together(errors)
    for name, axis, dim in bound:
        found.setdefault((name, axis), dim)
    for node in ast.walk(kernel.definition):
        if not isinstance(node, ast.Call):
            continue
        function, args = node.func, node.args
        if (
            isinstance(function, ast.Attribute)
            and _resolve(kernel, function) in (c.SUBMIT, c.SPMD_SUBMIT)
            and args
        ):
            function, args = args[0], args[1:]
            if isinstance(function, ast.Attribute):  # self.kernel
                function = ast.Name(function.attr)
        if not isinstance(function, ast.Name):
            continue
        callee = _resolve(kernel, function)
        if not isinstance(callee, KernelFunction) or callee.source in (*active, kernel):
            continue
        if callee.source not in known:
            known[callee.source] = dynamic_axes(callee.source, (*active, kernel), known)
        inner = known[callee.source]
        passed = dict(zip(callee.source.parameter_names, args, strict=False))
        passed.update({k.arg: k.value for k in node.keywords if k.arg})
        for (parameter, axis), dim in inner.items():
            argument = passed.get(parameter)
            if (
                isinstance(argument, ast.Name)
                and argument.id in declared
                and declared[argument.id].shape is None
            ):
                found.setdefault((argument.id, axis), dim)
    return found


def resolve_parameters(
    kernel: KernelSource, arguments: Sequence[ArgumentInfo], core: bool = False
) -> list[tuple[Declaration, ArgumentInfo]]:
    """Every parameter with its final shape and element type, beside its argument; `core`: tiles may enter."""
    declared = declarations(kernel)
    if len(declared) != len(arguments):
        raise ArgumentError(
            f"{kernel.name} has {len(declared)} parameters, {len(arguments)} arguments were given"
        )
    axes = dynamic_axes(kernel)
    found = []
    for declaration, argument in zip(declared, arguments, strict=True):
        if declaration.kind in ("task", "array"):
            what = "task ids" if declaration.kind == "task" else "arrays"
            raise VerifierError(
                f"parameter `{declaration.name}`: {what} cannot enter from the host",
                span=kernel.argument_span(declaration.name),
                help="a helper decorated with @pl.jit.inline may take them",
                code="array-escapes",
            )
        if declaration.kind == "pointer":
            if kernel.kind == "jit":
                raise UnsupportedFeatureError(
                    f"parameter `{declaration.name}` of {kernel.name} is a pl.Ptr, and the host has none to pass",
                    span=kernel.argument_span(declaration.name),
                    help=f"make it in the body: {declaration.name} = pl.tile.alloc(pl.Mem.Vec, size)",
                    code="parameter-form",
                )
            found.append((declaration, argument))
            continue
        if declaration.kind == "tile":
            if not core:
                raise ParserTypeError(
                    f"parameter `{declaration.name}` is a tile, and tiles live on a core only",
                    span=kernel.argument_span(declaration.name),
                    help="pass a pl.Tensor, or give the function type=pl.FunctionType.InCore",
                    code="tile-parameter",
                )
            found.append((declaration, argument))
            continue
        found.append((_final(kernel, declaration, argument, axes), argument))
    return found


def _final(
    kernel: KernelSource,
    declaration: Declaration,
    argument: ArgumentInfo,
    axes: dict[tuple[str, int], c.DynamicDim],
) -> Declaration:
    name = declaration.name
    if declaration.kind == "scalar":
        if argument.kind in ("tensor", "declared"):
            raise ArgumentError(
                f"`{name}` of {kernel.name} is a scalar, the argument is a tensor",
                span=kernel.argument_span(name),
                help=f"pass its number, {name}.item(), or declare a tensor of one element",
            )
        if argument.kind == "scalar":
            assert argument.value is not None and declaration.dtype is not None
            fit(argument.value, declaration.dtype, name)
        return declaration
    if argument.kind in ("scalar", "runtime"):
        help = f"annotate it: {name}: pl.Scalar[pl.INT32]" if not declaration.annotated else None
        raise ArgumentError(
            f"`{name}` of {kernel.name} is a tensor, the argument is a number",
            span=kernel.argument_span(name),
            help=help,
        )
    if declaration.shape is None and argument.kind == "declared":
        raise ArgumentError(
            f"the shape of `{name}` is not known: its annotation gives none and there is no argument",
            span=kernel.argument_span(name),
            help=f"annotate it, pl.Tensor[[16, 64], pl.FP32], or pass a tensor for `{name}`",
        )
    shape: Sequence[Axis] = declaration.shape if declaration.shape is not None else argument.shape
    if not shape:
        raise ArgumentError(
            f"`{name}` has no axes", span=kernel.argument_span(name), help="pass a number as pl.Scalar[...]"
        )
    for other, axis in axes:
        if other == name and axis >= len(shape):
            raise ArgumentError(
                f"`{name}` has {len(shape)} axes, axis {axis} is declared dynamic",
                span=kernel.argument_span(name),
            )
    final = tuple(axes.get((name, axis), extent) for axis, extent in enumerate(shape))
    return replace(declaration, shape=final, dtype=declaration.dtype or argument.dtype)
