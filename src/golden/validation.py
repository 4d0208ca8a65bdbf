# SPDX-License-Identifier: Apache-2.0
"""Comparing outputs with their reference.

`compare_outputs` judges all outputs and returns records; `validate_golden` prints a line for each and
raises one error for all that fail. The comparators are importable from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import torch

from golden.abi import check_comparators
from golden.chunks import any_nonzero, largest_magnitude
from golden.comparator import Comparator, Context, plain
from golden.distribution import error_distribution
from golden.gate import DefaultGate
from golden.keywords import run_keywords
from golden.packed import is_packed
from golden.pool import mapped_pool_ratio_allclose, mapped_pool_ratio_reldiff
from golden.ratio import ratio_allclose, ratio_reldiff
from golden.records import Comparison, NoPower
from golden.report import render_failures, render_no_power, render_verdict, say
from golden.scopes import one_thread
from golden.topk import topk_pair_compare

__all__ = [
    "Comparison",
    "compare_outputs",
    "error_distribution",
    "mapped_pool_ratio_allclose",
    "mapped_pool_ratio_reldiff",
    "ratio_allclose",
    "ratio_reldiff",
    "topk_pair_compare",
    "validate_golden",
]

CompareFn = Mapping[str, Callable[..., Any]]


def compare_outputs(
    outputs: Mapping[str, torch.Tensor],
    golden: Mapping[str, torch.Tensor],
    rtol: float = 1e-5,
    atol: float = 1e-5,
    compare_fn: CompareFn | None = None,
    inputs: Mapping[str, torch.Tensor] | None = None,
    *,
    equal_nan: bool = False,
) -> list[Comparison]:
    """A record for every output, in order; the arguments are those of `validate_golden`.

    Raises:
        KeyError: An output has no reference.
        TypeError: A comparator of `compare_fn` returned something other than (ok, detail).
    """
    for name in outputs:
        if name not in golden:
            raise KeyError(f"output '{name}' has no entry in golden; entries are {list(golden)}")
    actual: dict[str, torch.Tensor] = {}
    expected: dict[str, torch.Tensor] = {}
    for name, tensor in outputs.items():
        other = golden[name]
        if is_packed(tensor.dtype) != is_packed(other.dtype):  # told apart before any value is read
            actual[name], expected[name] = tensor.detach().cpu(), other.detach().cpu()
        else:
            actual[name], expected[name] = plain(tensor), plain(other)
    context = Context(actual, expected, inputs or {}, rtol, atol)
    gate = DefaultGate(equal_nan=equal_nan)
    records = []
    for name in outputs:
        comparator = (compare_fn or {}).get(name, gate)
        record = _compare(comparator, actual[name], expected[name], context)
        record.name = name
        record.dtype = outputs[name].dtype
        records.append(record)
    return records


def _compare(
    comparator: Callable[..., Any], actual: torch.Tensor, expected: torch.Tensor, context: Context
) -> Comparison:
    if isinstance(comparator, Comparator):
        with one_thread():
            record = comparator.judge(actual, expected, context)
            judged = record.passed and record.compared and any_nonzero(expected)
            if judged and comparator.accepts_zeros(expected, context):
                record.no_power = NoPower(largest_magnitude(expected), comparator.tolerance(context))
        return record
    verdict = comparator(
        actual,
        expected,
        actual_outputs=context.actual_outputs,
        expected_outputs=context.expected_outputs,
        inputs=context.inputs,
        rtol=context.rtol,
        atol=context.atol,
    )
    label = getattr(comparator, "__name__", "custom")
    if not (isinstance(verdict, tuple) and len(verdict) == 2):
        raise TypeError(f"comparator {label} must return (ok, detail), got {verdict!r}")
    ok, detail = verdict
    if isinstance(ok, torch.Tensor) and ok.dim() == 0:
        ok = ok.item()
    if not isinstance(ok, bool | np.bool_):
        raise TypeError(
            f"comparator {label} must return (ok, detail) with a bool, got {ok!r}; use bool(...all())"
        )
    return Comparison(
        passed=bool(ok),
        shape=tuple(actual.shape),
        dtype=actual.dtype,
        comparator=label,
        total=actual.numel(),
        compared=None if actual.numel() else 0,
        detail="" if ok else str(detail or ""),
    )


@run_keywords
def validate_golden(
    outputs: Mapping[str, torch.Tensor],
    golden: Mapping[str, torch.Tensor],
    rtol: float = 1e-5,
    atol: float = 1e-5,
    compare_fn: CompareFn | None = None,
    inputs: Mapping[str, torch.Tensor] | None = None,
    *,
    equal_nan: bool = False,
) -> None:
    """Print a verdict for every output, and raise where one differs from `golden`.

    Args:
        outputs: What was computed, by name.
        golden: The reference of each output, of its shape and dtype; more entries do not matter.
        rtol: Relative tolerance of the default gate, and the default of every comparator.
        atol: Absolute tolerance, likewise.
        compare_fn: Comparators by output name; other outputs go through the default gate.
        inputs: The inputs by name, for comparators that read them.
        equal_nan: Let NaN match NaN in the default gate.

    Raises:
        AssertionError: Outputs differ; it names all of them.
        ValueError: `compare_fn` names no output, or has what cannot be called as a comparator.
        KeyError: An output has no reference.
        TypeError: A comparator returned something other than (ok, detail), or a keyword is not one of these.
    """
    check_comparators(compare_fn, outputs)
    records = compare_outputs(outputs, golden, rtol, atol, compare_fn, inputs, equal_nan=equal_nan)
    print_records(records)
    if not all(record.passed for record in records):
        raise AssertionError(render_failures(records))


def print_records(records: list[Comparison]) -> None:
    for record in records:
        for line in record.printed:
            say(f"[RUN]     {line}")
        say(f"[RUN]   {render_verdict(record)}")
        if record.no_power is not None:
            say(f"[RUN]   warning: {render_no_power(record)}")
