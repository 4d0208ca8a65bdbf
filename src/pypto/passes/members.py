# SPDX-License-Identifier: Apache-2.0
"""The kernels of a group while they become functions: which cores they are for, and the names of each other.

pl.import_peer_buffer(name="c", peer_func="gain")     ->     peer_func="gain_1", the name that the function got
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pypto.errors import VerifierError
from pypto.ir.groups import uses_pipes
from pypto.ir.nodes import Assign, Call, Const, Eval, Expr, Region, Stmt, walk
from pypto.ir.ops import pipe
from pypto.ir.visit import Rewriter


class Peers(Rewriter):
    """Writes the names that functions get into what imports their buffers."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        new = super().stmt(stmt)
        call = new.value if isinstance(new, Assign) else None
        if isinstance(new, Assign) and isinstance(call, Call) and call.op is pipe.IMPORT_PEER_BUFFER:
            peer = self.names.get(call.attrs["peer_func"])
            if peer is None:
                raise VerifierError(
                    f"the group has no kernel `{call.attrs['peer_func']}`",
                    span=call.span or new.span,
                    help=f"its kernels are {', '.join(self.names)}",
                    code="pipe",
                )
            return replace(new, value=replace(call, attrs={**call.attrs, "peer_func": peer}))
        return new


def members_in_order(region: Region, members: list[tuple[Region, str, str]]) -> list[tuple[Region, str, str]]:
    """The kernels of a group in the order of its cores: one for the cube core, then one or two for vector cores."""
    mixed = next((m for m in members if m[2] == "InCore"), None)
    if mixed is not None:
        raise VerifierError(
            f"`{mixed[1]}` works on the cube core and on vector cores, and a kernel of a group runs on one kind",
            span=mixed[0].span,
            help="write a kernel for each core, or launch this one alone: the compiler divides it",
            code="group",
        )
    members = sorted(members, key=lambda m: m[2])  # AIC before AIV
    cubes = sum(m[2] == "AIC" for m in members)
    piped = any(uses_pipes(m[0].body) for m in members)
    vectors = len(members) - cubes
    if cubes != 1 or not 1 <= vectors <= 2 or (piped and vectors == 2):
        found = ", ".join(f"{m[1]} on the {'cube' if m[2] == 'AIC' else 'vector'} core" for m in members)
        raise VerifierError(
            "a group has one kernel for the cube core and one for the vector cores"
            + ("" if piped else ", or two of them"),
            span=region.span,
            notes=[f"these are {found}"],
            help="launch the others outside of it",
            code="group",
        )
    return members


def joined(directions: list[str]) -> str:
    """What a task does with an argument that its kernels read and write so."""
    return directions[0] if len(set(directions)) == 1 else "inout"


def same_value(a: Expr, b: Expr) -> bool:
    return a is b or (
        isinstance(a, Const) and isinstance(b, Const) and (a.value, a.type) == (b.value, b.type)
    )


def refuse_alone(region: Region) -> None:
    """A pipe has two ends."""
    first = next(s for s in walk(region.body) if isinstance(s, Assign | Eval) and _is_piped(s))
    assert isinstance(first.value, Call)
    raise VerifierError(
        f"pl.{first.value.op.name} needs the other end of a pipe, and `{region.name_hint or 'this region'}` is "
        "launched alone",
        span=first.value.span or first.span,
        help="call both kernels from a Group function, or launch them inside pl.cluster",
        code="group",
    )


def _is_piped(stmt: Assign | Eval) -> bool:
    return isinstance(stmt.value, Call) and stmt.value.op in pipe.CORE
