# SPDX-License-Identifier: Apache-2.0
"""Element types: Torch's names against the names an artifact uses, and the groups that judging needs."""

from __future__ import annotations

import torch

TORCH_BY_NAME: dict[str, torch.dtype] = {
    "FP32": torch.float32,
    "FP16": torch.float16,
    "BF16": torch.bfloat16,
    "INT8": torch.int8,
    "INT16": torch.int16,
    "INT32": torch.int32,
    "INT64": torch.int64,
    "INDEX": torch.int64,  # extents and loop counts are 64 bits wide
    "UINT8": torch.uint8,
    "UINT16": torch.uint16,
    "UINT32": torch.uint32,
    "UINT64": torch.uint64,
    "BOOL": torch.bool,
    "FP8E4M3FN": torch.float8_e4m3fn,
    "FP8E5M2": torch.float8_e5m2,
    "FP8E8M0": torch.float8_e8m0fnu,
}


def is_float(dtype: torch.dtype) -> bool:
    return dtype.is_floating_point


def is_integer(dtype: torch.dtype) -> bool:
    """Integers and bool: the types that are judged in integer arithmetic."""
    return not dtype.is_floating_point and not dtype.is_complex


def is_narrow_float(dtype: torch.dtype) -> bool:
    """Floats of eight bits: Torch has almost no arithmetic for them, so they are widened first."""
    return dtype.is_floating_point and dtype.itemsize == 1
