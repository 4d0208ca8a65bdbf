# SPDX-License-Identifier: Apache-2.0
"""The arguments of `run`, each checked by itself: an error names it, what it must be and what it is."""

from __future__ import annotations

import inspect
import math
import os
from collections.abc import Callable, Iterable, Mapping
from numbers import Real
from pathlib import Path
from typing import Any

from golden.errors import HarnessError
from golden.places import definition

_SHOWN = 60  # characters of a value
_SEEDS = 2**64  # what Torch's generators take


class RunArgumentError(HarnessError, TypeError):
    """An argument of `run` that is not of its kind."""


def _refused(name: str, wanted: str, value: object, help: str | None = None) -> RunArgumentError:
    return RunArgumentError(f"{name} must be {wanted}, got {brief(value)}", help=help)


def brief(value: object) -> str:
    """A value in one short line; of a tensor or array its shape and element type."""
    kind = type(value).__name__
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        return f"{kind} of shape {list(value.shape)} and {value.dtype}"
    text = repr(value)
    if len(text) > _SHOWN or "\n" in text:
        text = text.partition("\n")[0][:_SHOWN] + "..."
    return f"{text} ({kind})"


def spec_list(value: object) -> list[Any]:
    """The specs of any iterable; what they are is checked with their names."""
    if not isinstance(value, Iterable) or isinstance(value, str):
        kernel = hasattr(value, "compile") or callable(value)
        help = "the kernel comes first: run(kernel, specs, golden_fn)" if kernel else None
        raise _refused("specs", "a list of TensorSpec and ScalarSpec", value, help)
    if isinstance(value, Mapping):
        raise _refused(
            "specs",
            "a list of TensorSpec and ScalarSpec, in the order of the kernel's parameters",
            value,
            "a dict of specs becomes one with list(specs.values())",
        )
    return list(value)


def flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise _refused(name, "True or False", value)
    return value


def tolerance(name: str, value: object) -> float:
    try:
        if (
            isinstance(value, Real)
            and not isinstance(value, bool)
            and 0 <= (number := float(value)) < math.inf
        ):
            return number
    except OverflowError:
        pass  # an integer that no float holds is not finite either
    raise _refused(name, "a finite number >= 0", value)


def seed(value: object) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < _SEEDS:
        raise _refused("seed", "an int from 0 to 2**64 - 1, or None", value)
    return value


def repeats(value: object) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 2:
        raise _refused("repeat", "an int >= 2 (one dispatch alone proves nothing), or None", value)
    return value


def callback(name: str, value: Any) -> Callable[..., Any] | None:
    """A function that takes one dict; what is built in has no signature to ask."""
    if value is None:
        return None
    if not callable(value):
        raise _refused(name, "a function or None", value, "def golden(values): values['y'][:] = ...")
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return value
    try:
        signature.bind({})
    except TypeError as error:
        raise RunArgumentError(
            f"{name} is called with one dict of all parameters, and {getattr(value, '__name__', 'it')}{signature} "
            f"cannot be ({error})",
            place=definition(value),
            help="def golden(values): values['y'][:] = values['x'] * 2",
        ) from None
    return value


def file(name: str, value: object) -> Path | None:
    return folder(name, value)


def folder(name: str, value: object) -> Path | None:
    """A path; the empty text is refused, as it would mean the current folder."""
    if value is None:
        return None
    if isinstance(value, str | os.PathLike):
        path = os.fspath(value)
        if isinstance(path, str) and path:
            return Path(path)
    raise _refused(name, "the path of a folder, or None", value)


_FOR_OTHERS = {"rtol": "rtol", "atol": "atol", "golden_data_dir": "golden_data"}
"""Configuration keys that other tools read, with the argument of `run` that counts here."""


def refuse_own_arguments(config: object, own: Iterable[str]) -> None:
    """A configuration key that is an argument of `run` and no configuration is a TypeError."""
    if not isinstance(config, Mapping):
        return
    for key in own:
        if key in config and key not in _FOR_OTHERS:
            raise TypeError(
                f"unknown config key {key!r}; {key} is an argument of run: give it outside of config"
            )


def without_effect(config: object, in_force: Mapping[str, object]) -> list[str]:
    """What the configuration says for other tools only, and differently from the arguments `in_force`."""
    found = []
    for key, argument in _FOR_OTHERS.items():
        if isinstance(config, Mapping):
            given = config.get(key)
        else:
            given = getattr(config, key, None)
            if given == getattr(type(config), key, None):
                continue
        if given is not None and _text(given) != _text(in_force[argument]):
            found.append(f"config key {key!r} has no effect on run; write run(..., {argument}={given!r})")
    return found


def _text(value: object) -> str:
    return str(float(value) if isinstance(value, int) else value)


def comparators(value: object) -> dict[str, Any]:
    """The comparators by output name; names and callables are checked where the outputs are known."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        help = "{'y': ratio_allclose()} for the output y" if callable(value) else None
        raise _refused("compare_fn", "a dict from output names to comparators, or None", value, help)
    return dict(value)
