# SPDX-License-Identifier: Apache-2.0
"""Pipes that a kernel opens by itself: both sides agree, tiles fit the slots, and every popped tile is freed once.

    t = pl.tpop_from_aic(split=1)           t = pl.tpop_from_aic(split=1)
    u = pl.add(t, 1.0)              ->      u = pl.add(t, 1.0)
    pl.tfree_to_aic(t)                      pl.tfree_to_aic(t, split=1, id=0)

A free takes `split` and `id` from its pop. Nothing else changes. Groups that `split_cores` makes come later and are
right by construction.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from pypto.ir import arith
from pypto.ir.nodes import (
    Call,
    Eval,
    Invoke,
    Program,
    TileType,
)
from pypto.ir.ops import pipe
from pypto.passes.group_sides import (
    Side,
    fail,
    line_of,
)
from pypto.platforms import Platform


def groups(program: Program, platform: Platform) -> Program:
    """Check the groups of a program, and complete their frees."""
    functions = dict(program.functions)
    for function in program.functions.values():
        if function.kind != "Group":
            continue
        names = [
            s.value.function for s in function.body if isinstance(s, Eval) and isinstance(s.value, Invoke)
        ]
        members = [functions[name] for name in names]
        sides = [Side(member, platform) for member in members]
        for member, side in zip(members, sides, strict=True):
            peers = [s for s in sides if s is not side]
            side.open(peers)
            functions[member.name] = side.checked()
        _agree(sides)
    return program.with_functions(functions)


# Both sides


def _agree(sides: list[Side]) -> None:
    users = [side for side in sides if side.ends]
    for side in users:
        other = next(s for s in sides if s is not side)
        for key, end in side.ends.items():
            theirs = other.ends.get(key)
            if theirs is None:
                fail(
                    end.call,
                    f"{other.function.name} does not open pipe {end.id} in direction {end.direction}",
                    f"pl.{other.function.kind.lower()}_initialize_pipe with dir_mask={end.call.attrs['dir_mask']}"
                    + (f" and id={end.id}" if end.id else ""),
                )
            for name, mine, its in (
                ("dir_mask", end.call.attrs["dir_mask"], theirs.call.attrs["dir_mask"]),
                ("slot_size", end.slot_size, theirs.slot_size),
                ("slot_num", end.slots, theirs.slots),
            ):
                if mine != its:
                    fail(
                        theirs.call,
                        f"the two sides open pipe {end.id} differently: {name} is {its} here and {mine} in "
                        f"{side.function.name}",
                        f"{name}={mine} on both sides",
                        [f"{side.function.name} opens it at {line_of(end.call.span)}"],
                    )
    for key in users[0].ends if users else ():
        pushes, pops = _flows(sides, key)
        _matched(pushes, pops)


def _flows(sides: list[Side], key: tuple[int, str]) -> tuple[list[Call], list[Call]]:
    moves = [call for side in sides for call in side.moves.get(key, ())]
    return [c for c in moves if c.op in pipe.PUSHES], [c for c in moves if c.op in pipe.POPS]


def _matched(pushes: list[Call], pops: list[Call]) -> None:
    """What one side pushes the other pops: as many rows and columns of one type, divided in one way."""
    for name in ("split", "lane_stride"):
        terms = {call.attrs.get(name) or 0: call for call in reversed([*pushes, *pops])}
        if len(terms) > 1:
            (first, one), (second, other) = list(terms.items())[-1:] + list(terms.items())[:1]
            fail(
                other,
                f"{name}={second} here, and {name}={first} where pl.{one.op.name} uses the same pipe",
                f"{name}={first} on both sides",
                [f"the other stands at {line_of(one.span)}"],
            )
    if any(call.attrs.get("lane_stride") for call in pushes):
        _within(pushes, pops)
        return
    for these, those, verb in ((pushes, pops, "pops"), (pops, pushes, "pushes")):
        known = {_shape(call): call for call in those}
        for call in these:
            shape, dtype = _shape(call)
            if (shape, dtype) not in known:
                words = [f"{other.op.name}: [{s[0]}, {s[1]}] {d}" for (s, d), other in known.items()]
                fail(
                    call,
                    f"pl.{call.op.name} moves tiles that are popped as [{shape[0]}, {shape[1]}] {dtype}, and the other "
                    f"side {verb} none",
                    None,
                    [f"it has pl.{w}" for w in words] or [f"it {verb} nothing"],
                )


def _within(pushes: list[Call], pops: list[Call]) -> None:
    """With a lane_stride the parts of both vector cores lie in the pushed tile, and all have one shape."""
    for push, pop in product(pushes, pops):
        whole, part = push.args[0].type, pop.type  # type: ignore[union-attr]
        assert (
            isinstance(whole, TileType) and isinstance(part, TileType) and isinstance(pops[0].type, TileType)
        )
        axis, stride = pipe.axis_of(push.attrs["split"]) or 0, push.attrs["lane_stride"]
        fits = (
            stride + part.shape[axis] <= whole.shape[axis] and part.shape[1 - axis] == whole.shape[1 - axis]
        )
        if not fits or part.dtype is not whole.dtype or part.shape != pops[0].type.shape:
            fail(
                pop,
                f"the parts of the vector cores, {part} from 0 and from {stride} on, do not fit the pushed tile",
                None,
                [f"it is {whole}, pushed at {line_of(push.span)}"],
            )


def _shape(call: Call) -> tuple[tuple[int, int], Any]:
    """Rows, columns and element type of what moves, as the side sees it that pops."""
    tile = call.type if call.op in pipe.POPS else call.args[0].type  # type: ignore[union-attr]
    assert isinstance(tile, TileType)
    split = call.attrs.get("split") or 0
    axis, shape = pipe.axis_of(split), list(tile.shape)
    if axis is not None and call.op is pipe.TPUSH_TO_AIV:
        extent = arith.as_int(tile.valid_shape[axis]) if split > 2 else shape[axis]
        shape[axis] = ((extent or 0) + 1) // 2
    if axis is not None and call.op is pipe.TPUSH_TO_AIC:
        shape[axis] *= 2
    return (shape[0], shape[1]), tile.dtype
