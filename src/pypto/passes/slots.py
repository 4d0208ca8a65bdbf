# SPDX-License-Identifier: Apache-2.0
"""Whether the two sides of a divided region fit their memories with the slots that their pipes have.

Slots of values that cross let both sides work at the same time; a region that has no room for two takes one. The trial
costs as much as lowering the region again, so that it is left out where slots take little.
"""

from __future__ import annotations

from collections.abc import Sequence

from pypto.errors import CapacityError, UserError
from pypto.ir.nodes import Assign, Call, Function, Program, walk
from pypto.ir.ops import pipe
from pypto.passes.allocate import allocate
from pypto.passes.lower import lower
from pypto.passes.pipeline_loops import pipeline_loops
from pypto.passes.spaces import spaces
from pypto.platforms import PTOAS, PYPTO, Platform

_MUCH = 4  # slots that take less than this part of a memory are not looked at


def may_not_fit(functions: Sequence[Function], platform: Platform) -> bool:
    """Whether slots take a large part of the memory that they lie in."""
    for function in functions:
        if function.kind not in ("AIV", "AIC"):
            continue
        limit = platform.capacity["Vec" if function.kind == "AIV" else "Mat"]
        taken = sum(
            stmt.value.attrs["size"]
            for stmt in walk(function.body)
            if isinstance(stmt, Assign)
            and isinstance(stmt.value, Call)
            and stmt.value.op is pipe.RESERVE_BUFFER
        )
        if taken * _MUCH > limit:
            return True
    return False


def fit(functions: Sequence[Function], program: Program, platform: Platform, planner: str) -> bool:
    """Whether all their tiles find a place; any other mistake is reported later, in its own pass."""
    trial = program.with_functions({f.name: f for f in functions if f.kind in ("AIV", "AIC")})
    try:
        trial = pipeline_loops(spaces(lower(trial, platform), platform))
        allocate(trial, platform, PYPTO if planner == PTOAS else planner)
    except CapacityError:
        return False
    except UserError:
        return True
    return True
