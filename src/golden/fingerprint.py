# SPDX-License-Identifier: Apache-2.0
"""A hash of a function's source and of what it reads from its module, to tell when a snapshot is old."""

from __future__ import annotations

import builtins
import contextlib
import hashlib
import inspect
import types
from typing import Any

_CONSTANTS = (bool, int, float, complex, str, bytes, type(None))


def source_hash(fn: Any) -> str | None:
    """None where the object is no Python function or its source cannot be read."""
    function = _function(fn)
    if function is None:
        return None
    parts: dict[str, str] = {}
    if not _collect(function, parts):
        return None
    digest = hashlib.sha256()
    for name in sorted(parts):
        digest.update(f"{name}\0{parts[name]}\0".encode())
    return digest.hexdigest()


def _function(value: Any) -> types.FunctionType | None:
    """The Python function behind a value: itself, a bound method's, or what a decorator wrapped."""
    for _ in range(8):
        if isinstance(value, types.FunctionType) and not hasattr(value, "__wrapped__"):
            return value
        inner = getattr(value, "__wrapped__", None) or getattr(value, "__func__", None)
        if inner is None:
            return value if isinstance(value, types.FunctionType) else None
        value = inner
    return None


def _collect(function: types.FunctionType, parts: dict[str, str]) -> bool:
    """Adds the function's source, and those of the helpers and constants of its module that it reads."""
    key = f"{function.__module__}.{function.__qualname__}"
    if key in parts:
        return True
    try:
        parts[key] = inspect.getsource(function)
    except (OSError, TypeError):
        return False
    for name, value in {**_globals(function), **_captured(function)}.items():
        if isinstance(value, _CONSTANTS) or _is_plain(value):
            parts[f"{key}:{name}"] = repr(value)
            continue
        helper = _function(value)
        if helper is not None and helper.__module__ == function.__module__:
            _collect(helper, parts)
    return True


def _globals(function: types.FunctionType) -> dict[str, Any]:
    """Module names that the code reads, nested functions included."""
    names: set[str] = set()
    pending = [function.__code__]
    while pending:
        code = pending.pop()
        names.update(code.co_names)
        pending += [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
    scope = function.__globals__
    return {name: scope[name] for name in names if name in scope and not hasattr(builtins, name)}


def _captured(function: types.FunctionType) -> dict[str, Any]:
    """Values that a closure holds; a cell may still be empty."""
    captured = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        with contextlib.suppress(ValueError):
            captured[name] = cell.cell_contents
    return captured


def _is_plain(value: Any) -> bool:
    """Tuples, lists and dicts of constants."""
    if isinstance(value, tuple | list):
        return all(isinstance(item, _CONSTANTS) or _is_plain(item) for item in value)
    if isinstance(value, dict):
        return _is_plain(list(value.keys())) and _is_plain(list(value.values()))
    return False
