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

PYPTO, DSA_RP, PTOAS = PLANNERS = ("PYPTO", "DSA_RP", "PTOAS")
"""Who gives tiles their addresses: the default planner, one that packs more tightly, the assembler."""

_MOVES: Mapping[str, tuple[str, ...]] = {
    "GM": ("Vec", "Mat"),
    "Vec": ("GM", "Vec"),
    "Mat": ("Left", "Right", "Bias"),
    "Acc": ("GM", "Mat"),
}
"""What every chip has; `GM` is global memory. Left, Right and Bias are read by products only."""


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
    control_threads: int  # of the control processor: one orchestrates, the others schedule
    moves: Mapping[str, tuple[str, ...]]  # memory space -> where its tiles go directly
    alignment: int = 32  # bytes; every buffer starts at a multiple of it
    left_layout: tuple[str, str] = ("row_major", "row_major")
    acc_row_multiple_int32: int = 16
    absent: frozenset[str] = frozenset()  # element types that its cores neither load nor store

    def way(self, source: str, target: str) -> tuple[str, ...] | None:
        """The shortest chain of moves from one memory space to another, both included; None without one."""
        ways: list[tuple[str, ...]] = [(source,)]
        for way in ways:
            if way[-1] == target and len(way) > 1:
                return way
            ways += [(*way, to) for to in self.moves.get(way[-1], ()) if to not in way[1:] and len(way) < 6]
        return None


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
    control_threads=4,
    left_layout=("row_major", "row_major"),
    acc_row_multiple_int32=32,
    absent=frozenset({"FP8E4M3FN", "FP8E5M2", "FP8E8M0", "FP4"}),
    moves=MappingProxyType(_MOVES),
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
            "LeftScale": 4 * KIB,
            "RightScale": 4 * KIB,
        }
    ),
    reserve=MappingProxyType({"Vec": 8 * KIB}),
    cube_cores=36,
    vector_cores=72,
    control_threads=5,
    left_layout=("col_major", "row_major"),
    moves=MappingProxyType(
        {
            **_MOVES,
            "Vec": (*_MOVES["Vec"], "Mat"),
            "Mat": (*_MOVES["Mat"], "LeftScale", "RightScale"),
            "Acc": (*_MOVES["Acc"], "Vec"),
        }
    ),
)

PLATFORMS: Mapping[str, Platform] = MappingProxyType(
    {
        "a2a3": _A2A3,
        "a2a3sim": replace(_A2A3, name="a2a3sim", simulator=True),
        "a5": _A5,
        "a5sim": replace(_A5, name="a5sim", simulator=True),
    }
)
