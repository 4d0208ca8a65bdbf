# SPDX-License-Identifier: Apache-2.0
"""The names of `pld`: what drivers of several ranks, and the kernels that they reach, can name.

Each belongs to a layer: a driver, a kernel on a core, or both. What is not built is refused by name where it is used.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

from pypto.errors import LevelError
from pypto.frontend import constructs as c
from pypto.ir.enums import AtomicType

if TYPE_CHECKING:
    from pypto.frontend.state import State

DRIVER, KERNEL, BOTH = "a driver (@pl.jit.host)", "a kernel on a core", "a driver or a kernel on a core"


@dataclass(frozen=True, eq=False)
class HostConstruct(c.Construct):
    """A construct of `pld`; `layer`: where it belongs, `built`: whether it can be used there."""

    layer: str = DRIVER
    built: bool = False

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise RuntimeError(
            f"pld.{self.name} is part of a program and does not run as Python; it belongs in {self.layer}"
        )

    def __iter__(self) -> NoReturn:
        raise TypeError(f"pld.{self.name} is part of a program and does not run as Python")

    def __repr__(self) -> str:
        return f"<pld.{self.name}>"


class NotifyOp(Enum):
    """How a notification changes a cell."""

    AtomicAdd = 0
    Set = 1


class WaitCmp(Enum):
    """What a wait waits for."""

    Eq = 0
    Ge = 1


class ReduceOp(Enum):
    """How a collective combines values of ranks."""

    Sum = 0
    Max = 1
    Min = 2
    Prod = 3


@dataclass(frozen=True, eq=False, repr=False)
class WindowAnnotation(c.TensorAnnotation):
    """`pld.DistributedTensor[shape, dtype]`: a window of the rank that runs the function."""

    def __repr__(self) -> str:
        return "the type pld.DistributedTensor[...]"


class DistributedTensor(c.Bracketed):
    """A window: `pld.DistributedTensor[[64, 128], pl.FP32]`; the same block of memory on every rank of its domain."""

    def __class_getitem__(cls, items: Any) -> WindowAnnotation:
        if not isinstance(items, tuple) or len(items) != 2:
            raise c.ViewError(
                "pld.DistributedTensor takes a shape and an element type",
                help="pld.DistributedTensor[[64, 128], pl.FP32]",
            )
        return WindowAnnotation(*items)


class CommCtx:
    """What `get_comm_ctx` gives: the ranks that share a window."""


WORLD_SIZE = HostConstruct("world_size", DRIVER, True)
ALLOC = HostConstruct("alloc_window_buffer", DRIVER, True)
WINDOW = HostConstruct("window", DRIVER, True)


def _constructs(layer: str, names: Iterable[str]) -> dict[str, HostConstruct]:
    return {name: HostConstruct(name, layer) for name in names}


_CONTEXT = _constructs(BOTH, ("get_comm_ctx",))
_RANKS = _constructs(KERNEL, ("rank", "nranks"))
_SIGNALS = _constructs(KERNEL, ("notify", "wait", "test", "defer_wait"))
_MOVES = _constructs(KERNEL, ("put", "get", "remote_store", "remote_load"))
_COLLECTIVES = _constructs(
    BOTH, ("allreduce", "allgather", "all_to_all", "all_to_all_v", "reduce_scatter", "broadcast", "barrier")
)

SYSTEM = c.Namespace("system", {"world_size": WORLD_SIZE, **_CONTEXT, **_RANKS, **_SIGNALS})
TENSOR = c.Namespace(
    "tensor",
    {
        "alloc_window_buffer": ALLOC,
        "window": WINDOW,
        **{name: _MOVES[name] for name in ("put", "get", "remote_store")},
        **_COLLECTIVES,
    },
)
TILE = c.Namespace("tile", {name: _MOVES[name] for name in ("remote_load", "remote_store")})

MEMBERS: dict[str, Any] = {
    "DistributedTensor": DistributedTensor,
    "CommCtx": CommCtx,
    "CommCtxType": CommCtx,
    "NotifyOp": NotifyOp,
    "WaitCmp": WaitCmp,
    "AtomicType": AtomicType,
    "ReduceOp": ReduceOp,
    "system": SYSTEM,
    "tensor": TENSOR,
    "tile": TILE,
    "world_size": WORLD_SIZE,
    "alloc_window_buffer": ALLOC,
    "window": WINDOW,
    **_CONTEXT,
    **_RANKS,
    **{name: _MOVES[name] for name in ("remote_load", "remote_store")},
}

MODULE = "pypto.language.distributed"
NAMESPACE = c.Namespace("distributed", MEMBERS)
"""The same as a namespace of texts."""

NAMESPACES = (NAMESPACE, SYSTEM, TENSOR, TILE)


def is_host_language(value: Any) -> bool:
    """Whether a value is the module that kernel files import as `pld`."""
    return isinstance(value, ModuleType) and value.__name__ == MODULE


def refuse_layer(base: State, function: HostConstruct, node: ast.Call, layer: str) -> NoReturn:
    """A name of `pld` in the wrong layer, or one that is not built."""
    wanted = {DRIVER: ("driver",), KERNEL: ("kernel",), BOTH: ("driver", "kernel")}[function.layer]
    here = {
        "driver": "a driver, which runs on the host",
        "chip": "a program of one chip",
        "kernel": "a kernel on a core",
    }
    if layer not in wanted:
        raise base.error(
            LevelError,
            f"{base.quote(node.func)} belongs to {function.layer}, and this is {here[layer]}",
            node,
            help=_INSTEAD.get(function.name)
            or (
                "call it in the driver, and pass what it gives as an argument"
                if function.layer is DRIVER
                else "call it inside a pl.at(level=pl.Level.CORE_GROUP) or pl.spmd of a function decorated with @pl.jit"
            ),
        )
    base.unsupported(
        f"{base.quote(node.func)} is not built yet",
        node,
        "ranks do not communicate yet: pass what a rank needs as arguments",
        code="not-built",
    )


_INSTEAD = {
    "world_size": "call it in the driver, and pass the number as an argument",
}
