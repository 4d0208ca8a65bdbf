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
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from golden.dtypes import TORCH_BY_NAME
from golden.errors import HarnessError
from golden.spec import ScalarSpec, TensorSpec

Spec = TensorSpec | ScalarSpec

DIRECTIONS = ("in", "out", "inout")
_SSA_SUFFIX = re.compile(r"__ssa_v\d+$")


class AbiError(HarnessError, ValueError):
    """The spec list does not describe the kernel or the artifact."""


def check_specs(specs: Sequence[Any]) -> None:
    """What can be said of a spec list alone: types, and names that are usable and unique."""
    for spec in specs:
        if not isinstance(spec, TensorSpec | ScalarSpec):
            raise AbiError(f"specs must hold TensorSpec and ScalarSpec objects, got {spec!r}")
        if not isinstance(spec.name, str) or not spec.name.isidentifier():
            raise AbiError(f"spec name {spec.name!r} is not a parameter name")
    names = [spec.name for spec in specs]
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise AbiError(f"duplicate spec names: {repeated}")


def signature_of(fn: Any) -> list[tuple[str, str | None]] | None:
    """Names and kinds of a kernel's parameters, or None where the object does not tell them."""
    declared = getattr(fn, "signature_parameters", None)
    if declared is not None:
        return [(str(name), str(kind)) for name, kind, *_ in declared]
    if hasattr(fn, "__signature__") or hasattr(fn, "__wrapped__"):
        return [(name, None) for name in inspect.signature(fn).parameters]
    return None


def check_signature(specs: Sequence[Spec], signature: Sequence[tuple[str, str | None]]) -> None:
    """Names, order and kind against the kernel's own signature."""
    names = [name for name, _ in signature]
    problems = _name_problems(
        specs, names, "parameters without specs", "specs absent from the signature", "signature"
    )
    if not problems:
        for spec, (name, kind) in zip(specs, signature, strict=True):
            if kind in ("tensor", "scalar") and kind != kind_of(spec):
                problems.append(f"{name}: spec is a {kind_of(spec)}, the kernel declares a {kind}")
    if problems:
        raise AbiError(f"specs do not fit the kernel's signature ({'; '.join(problems)})")


def kind_of(spec: Spec) -> str:
    return "tensor" if isinstance(spec, TensorSpec) else "scalar"


def check_artifact(specs: Sequence[Spec], parameters: Sequence[Any]) -> None:
    """Every parameter of the compiled program against its spec; stamps directions when all fit."""
    names = [_SSA_SUFFIX.sub("", parameter.name) for parameter in parameters]
    collisions = sorted({name for name in names if names.count(name) > 1})
    if collisions:
        raise AbiError(f"compiled parameters collide after stripping SSA suffixes: {collisions}")
    problems = _name_problems(
        specs, names, "compiled parameters without specs", "specs absent from compiled artifact", "artifact"
    )
    if not problems:
        for spec, parameter in zip(specs, parameters, strict=True):
            problems += [f"{spec.name}: {text}" for text in _parameter_problems(spec, parameter)]
    if problems:
        raise AbiError(f"compiled parameter ABI mismatch ({'; '.join(problems)}); recompile the artifact")
    for spec, parameter in zip(specs, parameters, strict=True):
        if isinstance(spec, TensorSpec):
            spec.direction = _direction(parameter)


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
    shape = None if parameter.shape is None else [int(size) for size in parameter.shape]
    direction = _direction(parameter)
    if direction not in DIRECTIONS:
        return [f"unknown artifact direction {parameter.direction!r}"]
    problems = []
    if isinstance(spec, TensorSpec):
        if shape is None:
            return [f"expected tensor shape={spec.shape}, artifact is scalar"]
        fits = len(shape) == len(spec.shape) and all(
            want in (-1, have) for want, have in zip(shape, spec.shape, strict=True)
        )
        if not fits:
            problems.append(f"shape spec={spec.shape} artifact={shape}")
    else:
        if shape is not None:
            return [f"expected scalar, artifact is tensor shape={shape}"]
        if direction != "in":
            problems.append(f"scalar direction must be In, artifact says {parameter.direction}")
    name = _dtype_name(parameter)
    if TORCH_BY_NAME.get(name) != spec.dtype:
        problems.append(f"dtype spec={spec.dtype} artifact={TORCH_BY_NAME.get(name, name)}")
    return problems


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
