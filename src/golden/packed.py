# SPDX-License-Identifier: Apache-2.0
"""4-bit floats, two to a byte, made of numbers: Torch carries their bytes and makes none.

packed(torch.tensor([0.5, 1.0, 6.0, -6.0]))     # the bytes 0x21 0xF7, as torch.float4_e2m1fn_x2
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch

CARRIER: torch.dtype | None = getattr(torch, "float4_e2m1fn_x2", None)
"""Older releases of Torch have none."""


def in_elements(shape: Sequence[int]) -> list[int]:
    """The extents of a carrier in elements: two to each byte of the last one."""
    return [*shape[:-1], 2 * shape[-1]] if shape else []


def packed(numbers: torch.Tensor) -> torch.Tensor:
    """Each number rounded to the nearest element, of two to the even one, and at most 6 in size."""
    import ml_dtypes

    assert CARRIER is not None
    if not numbers.dim() or numbers.shape[-1] % 2:
        raise ValueError(
            f"pairs of elements share a byte: the shape {list(numbers.shape)} has no even last extent"
        )
    if not torch.isfinite(numbers).all():
        raise ValueError("4-bit floats hold neither NaN nor infinity")
    sizes = torch.from_numpy(np.arange(8, dtype=np.uint8).view(ml_dtypes.float4_e2m1fn).astype(np.float64))
    middles = (sizes[:-1] + sizes[1:]) / 2
    given = numbers.double().contiguous()  # a cast of float64 would pass through float32, and round twice
    low = torch.bucketize(given.abs(), middles)
    high = torch.bucketize(given.abs(), middles, right=True)  # differs where the number is a middle
    size = torch.where(low % 2 == 0, low, high)
    codes = (size | torch.signbit(given).long() << 3).to(torch.uint8)
    return (codes[..., ::2] | codes[..., 1::2] << 4).contiguous().view(CARRIER)
