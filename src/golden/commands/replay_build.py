# SPDX-License-Identifier: Apache-2.0
"""`golden replay`: run a build folder on the snapshot in it, without the kernel file.

Outputs are judged as the snapshot records it: tolerances and the comparators of this package. An output that the
kernel file judged with a function of its own cannot be judged here, and then the replay does not pass.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import torch

from golden import tensor_file
from golden.cli import FAILED, PASSED, UsageError
from golden.commands.compare_saved import COMPARATORS
from golden.errors import HarnessError
from golden.files import build_document
from golden.replay import ReplayError, Snapshot
from golden.report import say
from golden.runner import run as run_kernel
from golden.spec import ScalarSpec, TensorSpec


def run(options: argparse.Namespace) -> int:
    folder: Path = options.folder
    if not folder.is_dir():
        raise UsageError(f"no such folder: {folder}")
    data = folder / "data"
    if not (data / "manifest.json").is_file():
        raise UsageError(f"{folder} has no snapshot to replay: run the kernel with save_data=True first")
    try:
        snapshot = Snapshot(data, has_callback=False)
    except ReplayError as error:
        raise UsageError(str(error)) from error
    assert snapshot.manifest is not None
    comparison = _comparison(snapshot.manifest.get("comparison") or {}, data)
    config: dict[str, Any] = {"platform": options.platform or f"{_generation(folder)}sim"}
    if options.engine is not None:
        config["engine"] = options.engine
    result = run_kernel(
        fn=None,
        specs=[_spec(item, data) for item in snapshot.manifest["parameters"]],
        golden_data=data,
        runtime_dir=folder,
        rtol=comparison.get("rtol", 1e-5),
        atol=comparison.get("atol", 1e-5),
        equal_nan=comparison.get("equal_nan", False),
        compare_fn=_comparators(comparison["outputs"]),
        config=config,
    )
    if not result.passed:
        say(result.error or "failed")
    return PASSED if result.passed else FAILED


def _comparison(recorded: Any, data: Path) -> dict[str, Any]:
    outputs = recorded.get("outputs") or {} if isinstance(recorded, dict) else None
    if not isinstance(outputs, dict) or not all(isinstance(how, dict) for how in outputs.values()):
        raise UsageError(f"{data / 'manifest.json'}: `comparison` is not one of ours")
    return {**recorded, "outputs": outputs}


def _generation(folder: Path) -> str:
    name = build_document(folder)
    try:
        found = json.loads((folder / name).read_text())["platform"]
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise UsageError(f"{folder} is no build folder: its {name} cannot be read") from error
    return str(found)


def _spec(item: dict[str, Any], data: Path) -> TensorSpec | ScalarSpec:
    name = item["name"]
    dtype = getattr(torch, str(item.get("dtype", "")).removeprefix("torch."), None)
    if not isinstance(dtype, torch.dtype):
        raise UsageError(f"{data / 'manifest.json'}: parameter {name!r} has no element type that Torch knows")
    if item.get("kind") == "tensor":
        shape = item.get("shape")
        if not isinstance(shape, list) or not all(type(size) is int and size >= 0 for size in shape):
            raise UsageError(f"{data / 'manifest.json'}: parameter {name!r} has no shape")
        return TensorSpec(name, shape, dtype)
    return ScalarSpec(name, dtype, _stored_scalar(data / "in" / f"{name}.pt", dtype))


def _stored_scalar(path: Path, dtype: torch.dtype) -> torch.Tensor:
    """The stored value; where it is none, zero, and the run says what is wrong with the file."""
    try:
        value = tensor_file.load(path) if path.is_file() else None
    except HarnessError:
        value = None
    fits = value is not None and value.dim() == 0 and value.dtype == dtype
    return value.clone() if value is not None and fits else torch.zeros((), dtype=dtype)


def _comparators(outputs: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name, how in outputs.items():
        factory = COMPARATORS.get(how.get("comparator") or "")
        made[name] = _own(name, how.get("label", "")) if factory is None else _rebuilt(factory, how)
    return made


def _rebuilt(factory: Any, how: dict[str, Any]) -> Any:
    arguments = {name: _value(value) for name, value in (how.get("arguments") or {}).items()}
    try:
        return factory(**arguments)
    except (TypeError, ValueError) as error:
        raise UsageError(f"the snapshot's comparator cannot be made again: {error}") from error


def _value(value: Any) -> Any:
    if value in ("inf", "-inf", "nan"):
        return float(value)
    return tuple(value) if isinstance(value, list) else value


def _own(name: str, label: str) -> Any:
    def not_compared(actual: Any, expected: Any, **context: Any) -> tuple[bool, str]:
        return False, (
            f"not compared: the kernel file judges '{name}' with a function of its own"
            f"{f' ({label})' if label else ''}, which a replay does not have"
        )

    return not_compared
