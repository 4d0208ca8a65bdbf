# SPDX-License-Identifier: Apache-2.0
"""Buffers that programs after lowering name, so that a tile can say where it lies.

m = pl.tile.alloc(pl.Mem.Vec, 8192)
t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.MemRef(m, 4096, 4096)] = pl.load(x, [0, 0], [16, 64])
"""

from __future__ import annotations

from pypto.ir.enums import Mem
from pypto.ir.nodes import PtrType, Type
from pypto.ir.ops.table import Bound, OpError, Reject, Trait, op, static


def _alloc(bound: Bound) -> Type:
    space, size = bound["memory_space"], bound["size"]
    if not isinstance(space, Mem):
        raise OpError(f"memory_space is a memory, found {space!r}", "pl.Mem.Vec", "memory-space")
    if isinstance(size, bool) or not isinstance(size, int) or size < 1:
        raise OpError(
            f"the size of an allocation is a positive number of bytes, found {size!r}",
            "16 * 64 * pl.FP32.get_byte()",
            "operation-form",
        )
    pinned = bound.get("pinned", False)
    if not isinstance(pinned, bool):
        raise OpError(f"pinned is True or False, found {pinned!r}", code="operation-form")
    return PtrType(space.value, size)


_REJECTS = (
    Reject((), "is a memory", attrs={"memory_space": 3, "size": 64}),
    Reject((), "positive number of bytes", attrs={"memory_space": Mem.Vec, "size": 0}),
)

TENSOR_ALLOC = op(
    "tensor.alloc",
    doc="A buffer of so many bytes, as programs after lowering name it; the compiler places it.",
    params=[static("memory_space"), static("size")],
    infer=_alloc,
    traits={Trait.PURE, Trait.CONTROL},
    namespaces=("tensor",),
    rejects=_REJECTS,
)

TILE_ALLOC = op(
    "tile.alloc",
    doc="A buffer on the core, as programs after lowering name it: places of tiles begin from it.",
    params=[static("memory_space"), static("size"), static("pinned", False)],
    infer=_alloc,
    traits={Trait.PURE, Trait.CONTROL},
    namespaces=("tile",),
    positional=2,
    rejects=_REJECTS,
)
