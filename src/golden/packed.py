# SPDX-License-Identifier: Apache-2.0
"""4-bit floats, two to a byte: Torch carries their bytes, and neither makes nor reads them.

packed(torch.tensor([0.5, 1.0, 6.0, -6.0]))     # the bytes 0x21 0xF7, as torch.float4_e2m1fn_x2
unpacked(_)                                     # [0.5, 1.0, 6.0, -6.0] in float32; the lower half comes first
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch

CARRIER: torch.dtype | None = getattr(torch, "float4_e2m1fn_x2", None)
"""Older releases of Torch have none."""


def is_packed(dtype: torch.dtype) -> bool:
    """Whether a byte holds two elements: a last dimension of N bytes is one of 2 N elements."""
    return CARRIER is not None and dtype == CARRIER


def in_elements(shape: Sequence[int]) -> list[int]:
    """The extents of a carrier in elements: two to each byte of the last one."""
    return [*shape[:-1], 2 * shape[-1]] if shape else []


def packed(numbers: torch.Tensor) -> torch.Tensor:
    """Each number rounded to the nearest element, of two to the even one, and at most 6 in size."""
    assert CARRIER is not None
    if not numbers.dim() or numbers.shape[-1] % 2:
        raise ValueError(
            f"pairs of elements share a byte: the shape {list(numbers.shape)} has no even last extent"
        )
    if not torch.isfinite(numbers).all():
        raise ValueError("4-bit floats hold neither NaN nor infinity")
    sizes = _values()[:8].double()
    middles = (sizes[:-1] + sizes[1:]) / 2
    given = numbers.double().contiguous()  # a cast of float64 would pass through float32, and round twice
    low = torch.bucketize(given.abs(), middles)
    high = torch.bucketize(given.abs(), middles, right=True)  # differs where the number is a middle
    size = torch.where(low % 2 == 0, low, high)
    codes = (size | torch.signbit(given).long() << 3).to(torch.uint8)
    return (codes[..., ::2] | codes[..., 1::2] << 4).contiguous().view(CARRIER)


def unpacked(tensor: torch.Tensor) -> torch.Tensor:
    """The elements of a carrier in float32."""
    both = tensor.contiguous().view(torch.uint8)
    codes = torch.stack((both & 15, both >> 4), -1).reshape(in_elements(both.shape))
    return _values()[codes.long()]


def _values() -> torch.Tensor:
    """The 16 elements by their code."""
    import ml_dtypes

    return torch.from_numpy(np.arange(16, dtype=np.uint8).view(ml_dtypes.float4_e2m1fn).astype(np.float32))
