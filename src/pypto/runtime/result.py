# SPDX-License-Identifier: Apache-2.0
"""The verdict of `pypto.runtime.run`, and the comparison behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pypto.errors import ArgumentError
from pypto.ir.dtypes import FP4
from pypto.runtime.values import numbers


@dataclass
class RunResult:
    """passed: the program ran and, where reference data was given, every output is close to it."""

    passed: bool
    error: str | None = None
    execution_time: float | None = None
    work_dir: Path | None = None

    def __str__(self) -> str:
        return "PASS" if self.passed else f"FAIL: {self.error}"


def load_tensor(folder: Path, part: str, name: str) -> Any:
    """`<folder>/<part>/<name>.pt`."""
    import torch

    path = folder / part / f"{name}.pt"
    try:
        return torch.load(path, weights_only=True)
    except (OSError, RuntimeError, ValueError, EOFError) as error:
        reason = getattr(error, "strerror", None) or str(error).partition("\n")[0]
        raise ArgumentError(
            f"golden_data_dir: {path} cannot be read: {reason}", help="give a directory with in/ and out/"
        ) from error


def differences(
    names: Sequence[str], values: Sequence[Any], folder: Path, rtol: float, atol: float
) -> list[str]:
    """One line per output that is not close to what the folder holds."""
    import torch

    found = []
    for name, value in zip(names, values, strict=True):
        wanted = load_tensor(folder, "out", name)
        if tuple(wanted.shape) != tuple(value.shape) or wanted.dtype != value.dtype:
            found.append(
                f"`{name}` is {value.dtype} {list(value.shape)}, the reference is {wanted.dtype} "
                f"{list(wanted.shape)}"
            )
            continue
        if value.dim() and value.dtype == getattr(torch, FP4.torch or "", None):
            value, wanted = numbers(value), numbers(wanted)
        if value.dtype.is_floating_point:
            wide = torch.float32 if value.element_size() < 4 else value.dtype
            near = torch.isclose(value.to(wide), wanted.to(wide), rtol=rtol, atol=atol)
        else:
            near = value == wanted
        wrong = int((~near).sum())
        if wrong:
            first = (~near).nonzero()[0].tolist()
            at = tuple(first)
            found.append(
                f"`{name}`: {wrong} of {near.numel()} elements are not close to the reference, the first at {first}: "
                f"{value[at].item()}, expected {wanted[at].item()}; rtol={rtol:g} atol={atol:g}"
            )
    return found
