# SPDX-License-Identifier: Apache-2.0
"""What all comparators of this package share: the calling protocol, the label, shape and dtype checks.

A comparator is any callable

    cmp(actual, expected, *, actual_outputs, expected_outputs, inputs, rtol, atol) -> (ok, detail)

Ours are frozen dataclasses whose `judge` returns a `Comparison`; calling one renders that record.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from decimal import ROUND_FLOOR, ROUND_HALF_EVEN, Decimal
from typing import Any

import torch

from golden.chunks import zeros_like
from golden.packed import is_packed, unpacked
from golden.records import Comparison
from golden.report import render_detail, say
from golden.scopes import one_thread

Tensors = Mapping[str, torch.Tensor]

ROUNDINGS = {"floor": ROUND_FLOOR, "half_even": ROUND_HALF_EVEN}


@dataclass(frozen=True)
class Context:
    """What a comparator sees besides its own pair of tensors."""

    actual_outputs: Tensors
    expected_outputs: Tensors
    inputs: Tensors
    rtol: float
    atol: float


class Comparator:
    """Base of the comparators shipped here."""

    @property
    def factory(self) -> str:
        """The public function that builds this comparator."""
        raise NotImplementedError

    @property
    def label(self) -> str:
        return self.factory

    # A callable's label is its `__name__`; ours spells out the parameters.
    @property
    def __name__(self) -> str:
        return self.label

    def judge(
        self, actual: torch.Tensor, expected: torch.Tensor, context: Context, *, verdict_only: bool = False
    ) -> Comparison:
        """The record of one comparison; with `verdict_only` just its verdict, as cheaply as possible."""
        raise NotImplementedError

    def tolerance(self, context: Context) -> str:
        """The tolerance in force, for the note on a comparison without power."""
        return self.label

    def accepts_zeros(self, expected: torch.Tensor, context: Context) -> bool:
        """Whether an output of zeros would pass."""
        return self.judge(zeros_like(expected), expected, context, verdict_only=True).passed

    def __call__(
        self,
        actual: torch.Tensor,
        expected: torch.Tensor,
        *,
        actual_outputs: Tensors,
        expected_outputs: Tensors,
        inputs: Tensors,
        rtol: float,
        atol: float,
    ) -> tuple[bool, str]:
        context = Context(actual_outputs, expected_outputs, inputs, rtol, atol)
        with one_thread():
            record = self.judge(plain(actual), plain(expected), context)
        for line in record.printed:
            say(line)
        return record.passed, "" if record.passed else "\n".join(render_detail(record))

    def arguments(self) -> dict[str, Any]:
        """The factory's arguments that build this comparator again, in JSON's types."""
        return {item.name: _json(getattr(self, item.name)) for item in fields(self)}  # type: ignore[arg-type]


def _json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_json(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def listed(arguments: Mapping[str, object]) -> str:
    """Arguments as a label shows them."""
    return ", ".join(f"{name}={value}" for name, value in arguments.items())


def plain(tensor: torch.Tensor) -> torch.Tensor:
    """On the CPU and outside any autograd graph, one number to an element."""
    tensor = tensor.detach().cpu()
    return unpacked(tensor) if is_packed(tensor.dtype) and tensor.dim() else tensor


def start_record(actual: torch.Tensor, expected: torch.Tensor, comparator: str | None) -> Comparison:
    """A passing record of this pair; failing at once where shape or dtype differ."""
    record = Comparison(
        passed=True,
        shape=tuple(actual.shape),
        dtype=actual.dtype,
        comparator=comparator,
        total=actual.numel(),
        compared=0,
    )
    if actual.shape != expected.shape:
        return failed(record, f"shape mismatch: actual {list(actual.shape)}, expected {list(expected.shape)}")
    if actual.dtype != expected.dtype:
        return failed(record, f"dtype mismatch: actual {actual.dtype}, expected {expected.dtype}")
    return record


def failed(record: Comparison, headline: str) -> Comparison:
    record.passed = False
    record.headline = headline
    return record


def permitted_points(ratio: float, total: int, rounding: str) -> int:
    """How many points of `total` may be bad, the ratio taken as the decimal that was written."""
    return int((Decimal(repr(float(ratio))) * total).to_integral_value(rounding=ROUNDINGS[rounding]))


def require(condition: bool, message: str) -> None:
    if not condition:
        raise ValueError(message)
