# SPDX-License-Identifier: Apache-2.0
"""Do the specs describe this kernel, and this compiled program?

Two checks of the same list: names, order and kind against the kernel's signature before compiling,
and everything, shapes and dtypes included, against the artifact's parameters afterwards. Order is
compared, never repaired. Only a passing artifact check stamps directions.
"""

from __future__ import annotations

import difflib
import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from golden.arguments import brief
from golden.dtypes import TORCH_BY_NAME
from golden.errors import HarnessError
from golden.packed import in_elements, is_packed
from golden.spec import ScalarSpec, TensorSpec

Spec = TensorSpec | ScalarSpec

Declared = Callable[[str], Any] | None
"""Says where a kernel declares a parameter."""

DIRECTIONS = ("in", "out", "inout")
_SSA_SUFFIX = re.compile(r"__ssa_v\d+$")


class AbiError(HarnessError, ValueError):
    """The spec list does not describe the kernel or the artifact."""


def check_specs(specs: Sequence[Any]) -> None:
    """What can be said of a spec list alone: types, and names that are usable and unique."""
    for spec in specs:
        if not isinstance(spec, TensorSpec | ScalarSpec):
            raise AbiError(
                f"specs must hold TensorSpec and ScalarSpec objects, got {brief(spec)}", help=_spec_for(spec)
            )
        if not isinstance(spec.name, str) or not spec.name.isidentifier():
            raise AbiError(f"spec name {spec.name!r} is not a parameter name", place=spec.place)
    names = [spec.name for spec in specs]
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        again = [spec for spec in specs if spec.name in repeated]
        raise AbiError(
            f"duplicate spec names: {repeated}", place=again[1].place, notes=_also(again[:1] + again[2:])
        )


def _spec_for(value: Any) -> str | None:
    """The spec to write where its value was given."""
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        return "an argument is described by a spec, with its parameter's name: TensorSpec('x', shape, dtype, init)"
    if isinstance(value, bool | int | float):
        return (
            f"a number is described by a spec, with its parameter's name: ScalarSpec('n', dtype, {value!r})"
        )
    return None


def _also(specs: Iterable[Spec]) -> list[str]:
    """Where further specs stand that an error is about."""
    return [f"'{spec.name}' is specified at {spec.place}" for spec in specs if spec.place is not None]


def signature_of(fn: Any) -> list[tuple[str, str | None]] | None:
    """Names and kinds of a kernel's parameters, or None where the object does not tell them."""
    declared = getattr(fn, "signature_parameters", None)
    if declared is not None:
        return [(str(name), str(kind)) for name, kind, *_ in declared]
    if hasattr(fn, "__signature__") or hasattr(fn, "__wrapped__"):
        return [(name, None) for name in inspect.signature(fn).parameters]
    return None


def check_signature(
    specs: Sequence[Spec], signature: Sequence[tuple[str, str | None]], declared: Declared = None
) -> None:
    """Names, order and kind against the kernel's own signature."""
    names = [name for name, _ in signature]
    problems = _name_problems(
        specs, names, "parameters without specs", "specs absent from the signature", "signature"
    )
    wrong = _misplaced(specs, names)
    if not problems:
        for spec, (name, kind) in zip(specs, signature, strict=True):
            if kind in ("tensor", "scalar") and kind != kind_of(spec):
                problems.append(f"{name}: spec is a {kind_of(spec)}, the kernel declares a {kind}")
                wrong.append(spec)
    if problems:
        raise _at(
            AbiError(f"specs do not fit the kernel's signature ({'; '.join(problems)})"),
            specs,
            wrong,
            names,
            declared,
        )


def _misplaced(specs: Sequence[Spec], names: Sequence[str]) -> list[Spec]:
    """The specs that are no parameters; if all are, those that stand elsewhere than their parameters."""
    strange = [spec for spec in specs if spec.name not in names]
    if strange or len(specs) != len(names):
        return strange
    return [spec for spec, name in zip(specs, names, strict=True) if spec.name != name]


def _at(
    error: AbiError,
    specs: Sequence[Spec],
    wrong: Sequence[Spec],
    names: Sequence[str],
    declared: Declared,
) -> AbiError:
    """The error at the first spec that is wrong; where one is missing, at the spec before it."""
    missing = [name for name in names if name not in [spec.name for spec in specs]]
    near = list(wrong) or list(specs[: names.index(missing[0])][-1:] if missing else ()) or list(specs[:1])
    error.place = near[0].place if near else None
    about = dict.fromkeys([*missing, *(spec.name for spec in wrong if spec.name in names)])
    found = {name: declared(name) for name in about} if declared is not None else {}
    error.notes = (
        *_also(wrong[1:]),
        *(f"the kernel declares '{name}' at {place}" for name, place in found.items() if place),
    )
    error.help = _did_you_mean([spec.name for spec in specs if spec.name not in names], missing)
    return error


def _did_you_mean(strange: Sequence[str], missing: Sequence[str]) -> str | None:
    for name in strange:
        near = difflib.get_close_matches(name, missing, n=1)
        if not near and len(strange) == len(missing) == 1:
            near = list(missing)
        if near:
            return f"name the spec '{near[0]}' as the parameter is named, instead of '{name}'"
    return None


def kind_of(spec: Spec) -> str:
    return "tensor" if isinstance(spec, TensorSpec) else "scalar"


def check_artifact(
    specs: Sequence[Spec], parameters: Sequence[Any], *, fresh: bool = False, declared: Declared = None
) -> None:
    """Every parameter of the compiled program against its spec; stamps directions when all fit.

    A `fresh` program is what its kernel says now, so that a mismatch is between spec and annotation.
    """
    unnamed = [parameter.name for parameter in parameters if not isinstance(parameter.name, str)]
    if unnamed:
        raise _mismatch([f"compiled parameter names {unnamed} are not text"])
    names = [_SSA_SUFFIX.sub("", parameter.name) for parameter in parameters]
    collisions = sorted({name for name in names if names.count(name) > 1})
    if collisions:
        raise AbiError(f"compiled parameters collide after stripping SSA suffixes: {collisions}")
    problems = _name_problems(
        specs, names, "compiled parameters without specs", "specs absent from compiled artifact", "artifact"
    )
    if problems:
        error = _mismatch(
            problems, "give one spec per parameter of the kernel, in its order" if fresh else ""
        )
        raise _at(error, specs, _misplaced(specs, names), names, declared)
    wrong: list[Spec] = []
    annotated = []
    for spec, parameter in zip(specs, parameters, strict=True):
        found = _parameter_problems(spec, parameter)
        if found:
            problems += [f"{spec.name}: {text}" for text in found]
            wrong.append(spec)
            annotated.append(f"{spec.name} as {_declaration(spec, parameter)}")
    if problems:
        what = "the spec or the annotation" if len(annotated) == 1 else "the specs or the annotations"
        remedy = f"the kernel declares {' and '.join(annotated)}: change {what}"
        raise _at(_mismatch(problems, remedy if fresh else ""), specs, wrong, names, declared)
    _check_symbols(specs, parameters, names, declared)
    for spec, parameter in zip(specs, parameters, strict=True):
        if isinstance(spec, TensorSpec):
            spec.direction = _direction(parameter)


def _check_symbols(
    specs: Sequence[Spec], parameters: Sequence[Any], names: Sequence[str], declared: Declared
) -> None:
    """An extent that parameters share by its symbol has one value in all specs, and in a scalar of its name."""
    first: dict[str, tuple[int, Spec, str]] = {}
    for spec, parameter in zip(specs, parameters, strict=True):
        for axis, symbol in sorted(dict(getattr(parameter, "dims", None) or {}).items()):
            if not isinstance(spec, TensorSpec) or axis >= len(spec.shape):
                continue
            extent = _elements(spec)[axis]
            known, owner, where = first.setdefault(symbol, (extent, spec, f"axis {axis} of '{spec.name}'"))
            if known != extent:
                text = (
                    f"the extent {symbol} is {known} in {where}, and {extent} in axis {axis} of '{spec.name}'"
                )
                raise _disagreeing(text, spec, owner, symbol, declared)
    for spec in specs:
        if isinstance(spec, ScalarSpec) and spec.name in first:
            known, owner, where = first[spec.name]
            if spec.to_python() != known:
                text = f"the extent {spec.name} is {known} in {where}, and the scalar '{spec.name}' is {spec.to_python()}"
                raise _disagreeing(text, spec, owner, spec.name, declared)


def _disagreeing(text: str, spec: Spec, owner: Spec, symbol: str, declared: Declared) -> AbiError:
    places = {s.name: declared(s.name) for s in (owner, spec)} if declared is not None else {}
    notes = [f"the kernel declares '{name}' at {place}" for name, place in places.items() if place]
    return AbiError(
        text,
        place=spec.place,
        notes=[*(_also([owner]) if owner is not spec else []), *notes],
        help=f"give both the same size, or declare an extent of its own for each instead of {symbol}",
    )


def _mismatch(problems: Sequence[str], remedy: str = "") -> AbiError:
    end = remedy or "recompile the artifact"
    return AbiError(f"compiled parameter ABI mismatch ({'; '.join(problems)}); {end}")


def _declaration(spec: Spec, parameter: Any) -> str:
    """The part of a parameter's annotation that its spec does not fit."""
    kind = kind_of(spec)
    if (parameter.shape is None) != (kind == "scalar"):
        return "a scalar" if parameter.shape is None else f"a tensor of shape {_sizes(parameter)}"
    parts = []
    if isinstance(spec, TensorSpec) and not _fits(_sizes(parameter), _elements(spec)):
        parts.append(str(_sizes(parameter)))
    if TORCH_BY_NAME.get(_dtype_name(parameter)) != spec.dtype:
        parts.append(_dtype_name(parameter))
    return " ".join(parts) or _direction(parameter)


def _name_problems(
    specs: Sequence[Spec], names: Sequence[str], without: str, absent: str, other: str
) -> list[str]:
    given = [spec.name for spec in specs]
    missing = [name for name in names if name not in given]
    superfluous = [name for name in given if name not in names]
    problems = []
    if missing:
        problems.append(f"{without}={missing}")
    if superfluous:
        problems.append(f"{absent}={superfluous}")
    if not problems and given != list(names):
        problems.append(f"parameter order spec={given} {other}={list(names)}")
    return problems


def _parameter_problems(spec: Spec, parameter: Any) -> list[str]:
    direction = _direction(parameter)
    if direction not in DIRECTIONS:
        return [f"unknown artifact direction {parameter.direction!r}"]
    problems = []
    if isinstance(spec, TensorSpec):
        if parameter.shape is None:
            return [f"expected tensor shape={spec.shape}, artifact is scalar"]
        if not _fits(_sizes(parameter), _elements(spec)):
            packed = f" (elements={_elements(spec)})" if is_packed(spec.dtype) else ""
            problems.append(f"shape spec={spec.shape}{packed} artifact={_sizes(parameter)}")
    else:
        if parameter.shape is not None:
            return [f"expected scalar, artifact is tensor shape={_sizes(parameter)}"]
        if direction != "in":
            problems.append(f"scalar direction must be In, artifact says {parameter.direction}")
    name = _dtype_name(parameter)
    if TORCH_BY_NAME.get(name) != spec.dtype:
        problems.append(f"dtype spec={spec.dtype} artifact={TORCH_BY_NAME.get(name, name)}")
    return problems


def _sizes(parameter: Any) -> Any:
    """The shape as a list; one that is no sequence, in a folder changed by hand, stays what it is."""
    return list(parameter.shape) if isinstance(parameter.shape, list | tuple) else parameter.shape


def _elements(spec: TensorSpec) -> list[int]:
    """The shape in elements; that of a spec is the shape of the host tensor."""
    return in_elements(spec.shape) if is_packed(spec.dtype) else list(spec.shape)


def _fits(declared: Any, shape: Sequence[int]) -> bool:
    """Whether a concrete shape is of the declared sizes; -1 takes any, and what is no size takes none."""
    return (
        isinstance(declared, list)
        and len(declared) == len(shape)
        and all(
            isinstance(want, int) and not isinstance(want, bool) and want in (-1, have)
            for want, have in zip(declared, shape, strict=True)
        )
    )


def _direction(parameter: Any) -> str:
    return str(getattr(parameter.direction, "value", parameter.direction)).lower()


def _dtype_name(parameter: Any) -> str:
    return str(getattr(parameter.dtype, "name", parameter.dtype))


def check_comparators(compare_fn: Mapping[str, Any] | None, outputs: Iterable[str]) -> None:
    """Every key names an output and every value can be called."""
    known = list(outputs)
    for name, comparator in (compare_fn or {}).items():
        if name not in known:
            near = difflib.get_close_matches(str(name), known, n=1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise AbiError(f"compare_fn key '{name}' names no output; outputs are {known}{hint}")
        if not callable(comparator):
            raise AbiError(f"compare_fn['{name}'] is not callable: {comparator!r}")
        problem = _unfit(comparator)
        if problem:
            raise AbiError(f"compare_fn['{name}']: {problem}")


_PROTOCOL = "actual_outputs", "expected_outputs", "inputs", "rtol", "atol"


def _unfit(comparator: Any) -> str:
    """Why a callable cannot be called as comparators are; empty where it can."""
    label = getattr(comparator, "__name__", type(comparator).__name__)
    needed = (
        f"a comparator is called as cmp(actual, expected, *, {', '.join(_PROTOCOL)}) and returns (ok, detail)"
    )
    advice = f"{needed}; take what you do not use with **context"
    try:
        signature = inspect.signature(comparator)
    except (TypeError, ValueError):  # built in, without a signature
        return f"{label} is no comparator: {advice}" if inspect.isbuiltin(comparator) else ""
    try:
        signature.bind(None, None, **dict.fromkeys(_PROTOCOL))
    except TypeError as error:
        if inspect.isfunction(comparator) and comparator.__module__.partition(".")[0] == "golden":
            return f"{label} makes comparators; write {label}()"
        return f"{label}{signature} is no comparator ({error}): {advice}"
    return ""
