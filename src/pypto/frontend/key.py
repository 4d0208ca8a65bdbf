# SPDX-License-Identifier: Apache-2.0
"""What tells two specialisations of a kernel apart, found without reading its body."""

from __future__ import annotations

from collections.abc import Sequence

from pypto.frontend import constructs as c
from pypto.frontend.arguments import ArgumentInfo, number_key
from pypto.frontend.parameters import resolve_parameters
from pypto.frontend.source import KernelSource, fingerprint


def specialisation_key(kernel: KernelSource, arguments: Sequence[ArgumentInfo]) -> tuple[str, ...]:
    """Everything of source and arguments that can change the program; equal keys, equal programs."""
    parts = list(fingerprint(kernel))
    symbols: dict[c.DynamicDim, int] = {}
    for declaration, argument in resolve_parameters(kernel, arguments):
        if declaration.kind == "scalar":
            value = "runtime" if argument.value is None else number_key(argument.value)
            parts.append(f"{declaration.name}: {declaration.dtype} = {value}")
            continue
        assert declaration.shape is not None
        shape = [
            f"dim{symbols.setdefault(d, len(symbols))}" if isinstance(d, c.DynamicDim) else str(d)
            for d in declaration.shape
        ]
        parts.append(f"{declaration.name}: {declaration.direction} [{', '.join(shape)}] {declaration.dtype}")
    return tuple(parts)
