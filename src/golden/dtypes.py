# SPDX-License-Identifier: Apache-2.0
"""Element types: Torch's names against the names an artifact uses, and the groups that judging needs."""

from __future__ import annotations

import torch

_NAMES = {
    "FP32": "float32",
    "FP16": "float16",
    "BF16": "bfloat16",
    "INT8": "int8",
    "INT16": "int16",
    "INT32": "int32",
    "INT64": "int64",
    "INDEX": "int64",  # extents and loop counts are 64 bits wide
    "UINT8": "uint8",
    "UINT16": "uint16",
    "UINT32": "uint32",
    "UINT64": "uint64",
    "BOOL": "bool",
    "FP8E4M3FN": "float8_e4m3fn",
    "FP8E5M2": "float8_e5m2",
    "FP8E8M0": "float8_e8m0fnu",
    "FP4": "float4_e2m1fn_x2",
}
TORCH_BY_NAME: dict[str, torch.dtype] = {
    name: getattr(torch, word) for name, word in _NAMES.items() if hasattr(torch, word)
}
"""Older releases of Torch lack the narrow floats."""


def is_float(dtype: torch.dtype) -> bool:
    return dtype.is_floating_point


def is_integer(dtype: torch.dtype) -> bool:
    """Integers and bool: the types that are judged in integer arithmetic."""
    return not dtype.is_floating_point and not dtype.is_complex


def is_narrow_float(dtype: torch.dtype) -> bool:
    """Floats of eight bits: Torch has almost no arithmetic for them, so they are widened first."""
    return dtype.is_floating_point and dtype.itemsize == 1
