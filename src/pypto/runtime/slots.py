# SPDX-License-Identifier: Apache-2.0
"""Numbers in the 64-bit slots that scalars travel in."""

from __future__ import annotations

import struct

from pypto.ir.dtypes import BF16, BOOL, FP16, FP32, DType
from pypto.ir.evaluate import Number, normalise


def scalar_value(word: int, dtype: DType) -> Number:
    """The number in a 64-bit slot."""
    bits = word & ((1 << (8 * dtype.get_byte())) - 1)
    if dtype is BOOL:
        return bool(bits)
    if dtype in (FP32, BF16):
        narrow: float = struct.unpack("<f", struct.pack("<I", bits << 16 if dtype is BF16 else bits))[0]
        return narrow
    if dtype is FP16:
        half: float = struct.unpack("<e", struct.pack("<H", bits))[0]
        return half
    if dtype.is_float:
        return _byte_float(bits, dtype)
    return normalise(bits, dtype)


def _byte_float(bits: int, dtype: DType) -> float:
    """The value of a float of eight bits."""
    import numpy as np

    return float(np.array(bits, np.uint8).view(dtype.numpy()))
