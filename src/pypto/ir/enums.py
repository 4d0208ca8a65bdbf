# SPDX-License-Identifier: Apache-2.0
"""The small enumerations that kernel source names: memory spaces, pad values, rounding modes, levels."""

from __future__ import annotations

from enum import Enum, EnumMeta
from typing import Any

from pypto.nearby import nearest_member


class Named(EnumMeta):
    """An enumeration of `pl` that knows which member a misspelt one is."""

    def __getattr__(cls, name: str) -> Any:
        members = cls.__dict__.get("_member_map_", {})
        if name in members:
            return members[name]
        if name.startswith("_"):
            raise AttributeError(name)
        near = nearest_member(name, cls)  # type: ignore[arg-type]
        help = f"did you mean pl.{cls.__name__}.{near}?" if near else f"it has {', '.join(members)}"
        raise AttributeError(f"pl.{cls.__name__} has no {name!r}; {help}")


class Mem(Enum, metaclass=Named):
    """Memory spaces of a core, and global memory (DDR)."""

    DDR = "DDR"
    Vec = "Vec"
    Mat = "Mat"
    Left = "Left"
    Right = "Right"
    Acc = "Acc"
    Bias = "Bias"
    LeftScale = "LeftScale"
    RightScale = "RightScale"


class PipeType(Enum, metaclass=Named):
    """The pipes of a core, each of which works through its instructions in order."""

    MTE1 = "MTE1"
    MTE2 = "MTE2"
    MTE3 = "MTE3"
    M = "M"
    V = "V"
    S = "S"
    FIX = "FIX"
    ALL = "ALL"


class PadValue(Enum, metaclass=Named):
    """What a fill writes outside the valid region."""

    null = 0
    zero = 1
    max = 2
    min = 3


class AtomicType(Enum, metaclass=Named):
    """How a store meets what is already there."""

    None_ = "none"
    Add = "add"


class MaskPattern(Enum, metaclass=Named):
    """Columns that a gather keeps or a scatter fills: every second, every fourth, or all; the rightmost digit of the
    name stands for column 0."""

    P0101 = 1
    P1010 = 2
    P0001 = 3
    P0010 = 4
    P0100 = 5
    P1000 = 6
    P1111 = 7

    @property
    def stride(self) -> int:
        return (2, 2, 4, 4, 4, 4, 1)[self.value - 1]

    @property
    def first(self) -> int:
        """The first column that belongs to the pattern."""
        return (0, 1, 0, 1, 2, 3, 0)[self.value - 1]


class TensorLayout(Enum, metaclass=Named):
    """Element order of a tensor in global memory."""

    ND = "nd"
    DN = "dn"
    NZ = "nz"
    MX_A_ZZ = "mx_a_zz"
    MX_B_NN = "mx_b_nn"

    @property
    def scales(self) -> bool:
        """Whether it is the order of the scales of a microscaled product."""
        return self in (TensorLayout.MX_A_ZZ, TensorLayout.MX_B_NN)


class TileLayout(Enum, metaclass=Named):
    """Order of blocks, and of the elements inside a block, of a tile."""

    none_box = "none_box"
    row_major = "row_major"
    col_major = "col_major"


class CompactMode(Enum, metaclass=Named):
    """How a transfer of a part of a tile packs it."""

    null = 0
    normal = 1


class Level(Enum, metaclass=Named):
    """Where a scope runs: on a core, or above one."""

    AIV = "AIV"
    AIC = "AIC"
    CORE_GROUP = "CORE_GROUP"
    CHIP_DIE = "CHIP_DIE"
    L2CACHE = "CHIP_DIE"
    CHIP = "CHIP"
    PROCESSOR = "CHIP"
    UMA = "CHIP"
    HOST = "HOST"
    NODE = "HOST"
    CLUSTER_0 = "CLUSTER_0"
    POD = "CLUSTER_0"
    CLUSTER_1 = "CLUSTER_1"
    CLOS1 = "CLUSTER_1"
    CLUSTER_2 = "CLUSTER_2"
    CLOS2 = "CLUSTER_2"
    GLOBAL = "GLOBAL"


class Role(Enum, metaclass=Named):
    """What a function above a chip does."""

    Orchestrator = "Orchestrator"
    SubWorker = "SubWorker"


class ArgDirection(Enum, metaclass=Named):
    """What a task does with one argument of its kernel, as a call says it: `pl.adir`."""

    input = "input"
    output = "output"
    output_existing = "output_existing"
    inout = "inout"
    no_dep = "no_dep"
    scalar = "scalar"


class FunctionType(Enum, metaclass=Named):
    """What a function of a program becomes."""

    Opaque = "Opaque"
    Orchestration = "Orchestration"
    InCore = "InCore"
    AIC = "AIC"
    AIV = "AIV"
    Group = "Group"
    Spmd = "Spmd"
    Inline = "Inline"
    Graph = "Graph"


class SplitMode(Enum, metaclass=Named):
    """How the vector work of a region of both core kinds is divided between the two vector cores."""

    NONE = 0
    UP_DOWN = 1
    LEFT_RIGHT = 2


class ScopeMode(Enum, metaclass=Named):
    """How a runtime scope tracks dependencies."""

    AUTO = "AUTO"
    MANUAL = "MANUAL"


ROUND_MODES: tuple[str, ...] = ("none", "rint", "round", "floor", "ceil", "trunc", "odd")
"""Rounding modes of `cast`; the position is the integer code."""

CMP_MODES: tuple[str, ...] = ("eq", "ne", "lt", "le", "gt", "ge")
"""Comparisons; the position is the integer code."""
