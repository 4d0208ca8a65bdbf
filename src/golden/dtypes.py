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
    "FP4": torch.float4_e2m1fn_x2,
}

_FP4 = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
"""The values of E2M1 by the lower three bits; the fourth is the sign."""


def is_packed(dtype: torch.dtype) -> bool:
    """Whether a byte holds two elements: a last dimension of N bytes is one of 2 N elements."""
    return dtype == torch.float4_e2m1fn_x2


def unpacked(tensor: torch.Tensor) -> torch.Tensor:
    """The elements of a packed tensor in float32; the first of a byte is its lower half."""
    both = tensor.contiguous().view(torch.uint8)
    codes = torch.stack((both & 15, both >> 4), -1).reshape(*both.shape[:-1], 2 * both.shape[-1])
    return torch.tensor((*_FP4, *(-x for x in _FP4)))[codes.long()]


def is_float(dtype: torch.dtype) -> bool:
    return dtype.is_floating_point


def is_integer(dtype: torch.dtype) -> bool:
    """Integers and bool: the types that are judged in integer arithmetic."""
    return not dtype.is_floating_point and not dtype.is_complex


def is_narrow_float(dtype: torch.dtype) -> bool:
    """Floats of eight bits: Torch has almost no arithmetic for them, so they are widened first."""
    return dtype.is_floating_point and dtype.itemsize == 1
