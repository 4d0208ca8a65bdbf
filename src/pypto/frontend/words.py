# SPDX-License-Identifier: Apache-2.0
"""The names of `pl` that a kernel file needs before any kernel is compiled: types, constructs, enumerations.

Operations stand in `surface`, which loads the operation table.
"""

from __future__ import annotations

from typing import Any

from pypto.frontend import constructs as c
from pypto.ir import dtypes, enums

OPTIMIZATIONS = c.Namespace("optimizations", {"split": c.SPLIT, "cross_core_slot": c.CROSS_CORE_SLOT})

WORDS: dict[str, Any] = {
    **dtypes.BY_NAME,
    "Tensor": c.Tensor,
    "Tile": c.Tile,
    "Scalar": c.Scalar,
    "Array": c.Array,
    "Ptr": c.Ptr,
    "Tuple": c.Tuple,
    "Out": c.Out,
    "InOut": c.InOut,
    "TaskId": c.TASK_ID_ANNOTATION,
    "RUNTIME": c.RUNTIME,
    "dynamic": c.dynamic,
    "AUTO": c.AUTO,
    "Mem": enums.Mem,
    "MemorySpace": enums.Mem,
    "PadValue": enums.PadValue,
    "PipeType": enums.PipeType,
    "AtomicType": enums.AtomicType,
    "TensorLayout": enums.TensorLayout,
    "TileLayout": enums.TileLayout,
    "CompactMode": enums.CompactMode,
    **{layout.name: layout for layout in enums.TensorLayout},
    "TensorView": c.TensorView,
    "TileView": c.TileView,
    "MemRef": c.MemRef,
    "MemRefType": c.MemRef,
    "Level": enums.Level,
    "Role": enums.Role,
    "FunctionType": enums.FunctionType,
    "ScopeMode": enums.ScopeMode,
    "SplitMode": enums.SplitMode,
    **{item.name: item for item in c.LOOPS},
    **{
        item.name: item
        for item in (
            c.SPMD, c.AT, c.SCOPE, c.MANUAL_SCOPE, c.YIELD, c.CONST, c.STATIC_PRINT, c.STATIC_ASSERT, c.DUMP_TAG,
            c.FUNC_ATTR, c.SPLIT, c.SPLIT_AIV, c.CROSS_CORE_SLOT, c.WHILE, c.COND, c.SUBMIT, c.SPMD_SUBMIT, c.CLUSTER,
            c.NO_DEP,
        )
    },
    "optimizations": OPTIMIZATIONS,
    "adir": c.Namespace("adir", {item.name: item for item in enums.ArgDirection}),
    "prefetch": c.Namespace("prefetch", {item.name.split(".")[1]: item for item in c.PREFETCHES}),
}  # fmt: skip
