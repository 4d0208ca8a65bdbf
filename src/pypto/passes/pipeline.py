# SPDX-License-Identifier: Apache-2.0
"""The order of the passes, each with the reason for its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pypto.ir.nodes import Program
from pypto.passes.allocate import allocate
from pypto.passes.arrays import arrays
from pypto.passes.events import events
from pypto.passes.fold import fold
from pypto.passes.groups import groups
from pypto.passes.inline import inline
from pypto.passes.launches import launches
from pypto.passes.lower import lower
from pypto.passes.outline import outline
from pypto.passes.padding import padding
from pypto.passes.pipeline_loops import pipeline_loops
from pypto.passes.scope_deps import scope_deps
from pypto.passes.spaces import spaces
from pypto.passes.split_cores import split_cores
from pypto.passes.structured_jumps import structured_jumps
from pypto.passes.written import written
from pypto.platforms import PYPTO, Platform


@dataclass(frozen=True)
class Pass:
    """A named rewrite; `stage` is what the verifier may expect of its result."""

    name: str
    run: Callable[[Program], Program]
    stage: str


def front_passes() -> tuple[Pass, ...]:
    """What makes the program that the interpreter runs."""
    return (
        Pass("inline", inline, "front"),  # first: nothing below knows of calls
        Pass(
            "padding", padding, "front"
        ),  # views have the types of the arguments; fold decides what is known
        Pass("fold", fold, "front"),  # constants meet across call boundaries only after inlining
        Pass("arrays", arrays, "front"),  # constant indices are known
        Pass("written", written, "front"),  # conditions that fold decide what is written
        Pass("events", events, "front"),  # numbers of events are known
    )


def back_passes(platform: Platform, planner: str = PYPTO, analyze: bool = False) -> tuple[Pass, ...]:
    """From regions to placed tiles; `analyze`: dependencies in AUTO scopes are written where they are certain."""
    # what later passes do to kernels changes no argument of a launch
    analysis = (Pass("scope_deps", scope_deps, "outlined"),) if analyze else ()
    return (
        Pass("structured_jumps", structured_jumps, "front"),  # no later pass knows break and continue
        Pass("outline", outline, "outlined"),  # a region's captures are known once names are final
        *analysis,
        Pass("groups", lambda p: groups(p, platform), "outlined"),  # what kernels say of their pipes
        Pass("launches", lambda p: launches(p, platform), "outlined"),  # widths and kinds of core are known
        Pass(
            "split_cores", lambda p: split_cores(p, platform, planner), "outlined"
        ),  # each side is lowered for its own core
        Pass("lower", lambda p: lower(p, platform), "lowered"),  # inside one core function only
        Pass("spaces", lambda p: spaces(p, platform), "lowered"),  # before copies of a loop body are made
        Pass("pipeline_loops", pipeline_loops, "lowered"),  # each stage needs its own load buffers
        Pass("allocate", lambda p: allocate(p, platform, planner), "lowered"),  # last: sees every buffer
    )
