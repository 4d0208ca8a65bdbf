# SPDX-License-Identifier: Apache-2.0
"""Block identity inside a region, and joins of tasks in orchestration."""

from __future__ import annotations

from pypto.ir.dtypes import INDEX
from pypto.ir.nodes import ScalarType, TaskIdType, Type
from pypto.ir.ops.table import Bound, OpError, Trait, op, static


def _identity(bound: Bound) -> Type:
    if not bound.region:
        raise OpError(
            "the block index exists only inside a region",
            "use the loop form: for b in pl.spmd(n):",
            code="misplaced",
        )
    return ScalarType(INDEX)


GET_BLOCK_IDX = op(
    "get_block_idx",
    doc="Index of this block among the blocks of its task, from 0.",
    params=[],
    infer=_identity,
    traits={Trait.SCALAR},
    pto="get_block_idx",
)
GET_BLOCK_NUM = op(
    "get_block_num",
    doc="Number of blocks of this task.",
    params=[],
    infer=_identity,
    traits={Trait.SCALAR},
    pto="get_block_num",
)
TASK_DUMMY = op(
    "task_dummy",
    doc="A task id that completes when all of `deps` did; it runs nothing.",
    params=[static("deps")],
    infer=lambda _bound: TaskIdType(),
    traits={Trait.CONTROL},
    namespaces=("system",),
)
