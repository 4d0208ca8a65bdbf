# SPDX-License-Identifier: Apache-2.0
"""The chips: one table of capacities, core counts and alignments.

Capacities are bytes per core. The unified buffer (`Vec`) leaves out the 8 KiB that the tool chain
reserves: 184 of 192 KiB on Ascend 910B/C, 240 of 248 KiB on Ascend 950.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

KIB = 1024


@dataclass(frozen=True)
class Platform:
    """What the compiler and the device need to know of one chip."""

    name: str
    generation: str  # "a2a3" or "a5": what a build folder records
    simulator: bool
    backend: str
    capacity: Mapping[str, int]  # memory space -> bytes per core
    reserve: Mapping[str, int]  # bytes of the space that the tool chain keeps for itself
    cube_cores: int
    vector_cores: int
    alignment: int = 32  # bytes; every buffer starts at a multiple of it
    left_layout: tuple[str, str] = ("row_major", "row_major")
    acc_row_multiple_int32: int = 16


_A2A3 = Platform(
    name="a2a3",
    generation="a2a3",
    simulator=False,
    backend="Ascend910B",
    capacity=MappingProxyType(
        {
            "Vec": 184 * KIB,
            "Mat": 512 * KIB,
            "Left": 64 * KIB,
            "Right": 64 * KIB,
            "Acc": 128 * KIB,
            "Bias": 1 * KIB,
        }
    ),
    reserve=MappingProxyType({"Vec": 8 * KIB}),
    cube_cores=24,
    vector_cores=48,
    left_layout=("row_major", "row_major"),
    acc_row_multiple_int32=32,
)
_A5 = Platform(
    name="a5",
    generation="a5",
    simulator=False,
    backend="Ascend950",
    capacity=MappingProxyType(
        {
            "Vec": 240 * KIB,
            "Mat": 512 * KIB,
            "Left": 64 * KIB,
            "Right": 64 * KIB,
            "Acc": 256 * KIB,
            "Bias": 4 * KIB,
        }
    ),
    reserve=MappingProxyType({"Vec": 8 * KIB}),
    cube_cores=36,
    vector_cores=72,
    left_layout=("col_major", "row_major"),
)

PLATFORMS: Mapping[str, Platform] = MappingProxyType(
    {
        "a2a3": _A2A3,
        "a2a3sim": replace(_A2A3, name="a2a3sim", simulator=True),
        "a5": _A5,
        "a5sim": replace(_A5, name="a5sim", simulator=True),
    }
)
