# SPDX-License-Identifier: Apache-2.0
"""The names of `pl`: every operation of the table by namespace, element types, enumerations, constructs.

>>> MEMBERS["add"] is MEMBERS["tensor"].add
True
"""

from __future__ import annotations

from typing import Any

from pypto.frontend import constructs as c
from pypto.frontend.words import WORDS
from pypto.ir.enums import MaskPattern
from pypto.ir.ops import TABLE
from pypto.ir.ops.creation import CREATE_TENSOR, FULL
from pypto.ir.ops.system import TASK_DUMMY

TENSOR = c.Namespace("tensor")
TILE = c.Namespace("tile")
SYSTEM = c.Namespace("system", {"task_dummy": TASK_DUMMY, "task_invalid": c.TASK_INVALID, "AUTO": c.AUTO})
ARRAY = c.Namespace("array")

MEMBERS: dict[str, Any] = {**WORDS, "tensor": TENSOR, "tile": TILE, "system": SYSTEM, "array": ARRAY}

_SPACES: dict[str, dict[str, Any]] = {
    "pl": MEMBERS,
    "tensor": TENSOR.members,
    "tile": TILE.members,
    "system": SYSTEM.members,
    "array": ARRAY.members,
}

for _row in TABLE.values():
    for _space in _row.namespaces:
        _SPACES[_space][_row.word] = _row
TENSOR.members["create"] = CREATE_TENSOR
TILE.members["create"] = TABLE["create_tile"]
TENSOR.members["ci"] = TILE.members["ci"] = TABLE["arange"]
TENSOR.members.setdefault("full", FULL)
TILE.members["MaskPattern"] = MaskPattern
TILE.members["MemRefType"] = c.MemRef
for _word, _home in (("no_dep", TENSOR), ("dump_tag", TENSOR), ("aiv_shard", TILE), ("aic_gather", TILE)):
    _home.members.setdefault(_word, MEMBERS[_word])
