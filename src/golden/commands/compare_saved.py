# SPDX-License-Identifier: Apache-2.0
"""`golden compare`: two saved tensors, or two folders of them, under any comparator of this package."""

from __future__ import annotations

import argparse
import ast
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from golden import document, files, tensor_file, validation
from golden.cli import FAILED, PASSED, UsageError
from golden.gate import DefaultGate
from golden.pictures import draw
from golden.report import render_failures, say

COMPARATORS: dict[str, Callable[..., Any]] = {
    name: getattr(validation, name)
    for name in (
        "ratio_allclose",
        "ratio_reldiff",
        "topk_pair_compare",
        "mapped_pool_ratio_allclose",
        "mapped_pool_ratio_reldiff",
        "error_distribution",
    )
}


def run(options: argparse.Namespace) -> int:
    comparator = _comparator(options)
    actual, expected = load_pair(options.actual, options.expected)
    if options.json is not None:
        files.prepare(options.json)
    records = validation.compare_outputs(
        actual,
        expected,
        options.rtol,
        options.atol,
        dict.fromkeys(actual, comparator),
        equal_nan=options.equal_nan,
    )
    validation.print_records(records)
    passed = all(record.passed for record in records)
    if not passed:
        for record in records:
            if not record.passed:
                draw(record, actual[record.name], expected[record.name])
        say(render_failures(records))
    if options.json is not None:
        files.write_json(options.json, {"passed": passed, "outputs": document.plain(records)})
    return PASSED if passed else FAILED


def _comparator(options: argparse.Namespace) -> Any:
    if options.comparator is None:
        if options.set:
            raise UsageError("--set gives arguments to a comparator; name it with --comparator")
        return DefaultGate(equal_nan=options.equal_nan)
    if options.comparator not in COMPARATORS:
        raise UsageError(f"no comparator {options.comparator!r}; there are {', '.join(COMPARATORS)}")
    factory = COMPARATORS[options.comparator]
    arguments = [_argument(text) for text in options.set]
    signature = inspect.signature(factory)
    for name, _ in arguments:
        if name not in signature.parameters:
            raise UsageError(
                f"{options.comparator} has no argument {name!r}; it has {', '.join(signature.parameters)}"
            )
    try:
        return factory(**dict(arguments))
    except (TypeError, ValueError) as error:
        raise UsageError(f"{options.comparator}: {error}") from error


def _argument(text: str) -> tuple[str, Any]:
    """`name=value`, the value as a Python literal, or as it is where it is none."""
    name, equals, value = text.partition("=")
    if not equals:
        raise UsageError(f"--set wants NAME=VALUE, got {text!r}")
    try:
        return name, ast.literal_eval(value)
    except (ValueError, SyntaxError):
        return name, float(value) if value in ("inf", "nan") else value


def load_pair(actual: Path, expected: Path) -> tuple[dict[str, torch.Tensor], dict[str, torch.Tensor]]:
    """The tensors of both sides by name; of two folders the names have to agree."""
    for path in (actual, expected):
        if not path.exists():
            raise UsageError(f"no such file or folder: {path}")
    if actual.is_dir() != expected.is_dir():
        raise UsageError(f"{actual} and {expected} are a folder and a file; give two of one kind")
    if not actual.is_dir():
        return {actual.stem: tensor_file.load(actual)}, {actual.stem: tensor_file.load(expected)}
    left, right = _tensors(actual, "actual", "out"), _tensors(expected, "out", "actual")
    if set(left) != set(right):
        raise UsageError(
            f"the folders hold other tensors: only in {actual}: {sorted(set(left) - set(right))}; "
            f"only in {expected}: {sorted(set(right) - set(left))}"
        )
    return {n: tensor_file.load(p) for n, p in left.items()}, {n: tensor_file.load(right[n]) for n in left}


def _tensors(folder: Path, *inner: str) -> dict[str, Path]:
    """The `.pt` files of a folder, or of the first of its `inner` folders that exists (a snapshot has those)."""
    for place in (folder, *(folder / name for name in inner), *(folder / "data" / name for name in inner)):
        found = {path.stem: path for path in sorted(place.glob("*.pt"))}
        if found:
            return found
    raise UsageError(f"{folder} holds no .pt files")
