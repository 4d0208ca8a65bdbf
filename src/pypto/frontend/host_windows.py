# SPDX-License-Identifier: Apache-2.0
"""Window buffers and their views, and tensors that a driver makes."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Sequence
from math import prod

from pypto.errors import (
    ArgumentError,
)
from pypto.frontend.arguments import fit
from pypto.frontend.host_calls import HostCalls
from pypto.frontend.host_values import (
    BufferName,
    Entity,
    HostTensor,
    WindowName,
    describe,
    shown,
)
from pypto.ir.dtypes import DType
from pypto.ir.host import (
    Alloc,
    Create,
    Numeric,
    Part,
    Window,
)


class HostWindows(HostCalls):
    """Lowers the assignments that make them."""

    depth: int  # of loops and branches

    @abstractmethod
    def fresh(self, name: str) -> str:
        """A name of the printed driver."""

    @abstractmethod
    def rebind(self, node: ast.Name, value: Entity) -> None:
        """What a name denotes from here on."""

    def alloc(self, target: ast.Name, node: ast.Call) -> None:
        what = "pld.alloc_window_buffer"
        keywords = self.keywords(node, what, ("dtype", "name"))
        if "name" in keywords:
            self.base.syntax(
                f"name= of {what} is not written: the buffer takes the name of its variable",
                keywords["name"],
                "leave it out",
                code="window",
            )
        if len(node.args) != 1:
            self.base.syntax(
                f"{what} takes a number of bytes, or a shape and dtype=",
                node,
                f"{what}([64, 128], dtype=pl.FP32)",
                code="window",
            )
        if self.depth:
            self.base.invalid_value(
                "a window buffer is allocated once, outside of loops and branches",
                node,
                "move it in front of the loop",
                code="window",
            )
        if target.id in self.reading.buffers or target.id in self.env:
            self.base.invalid_value(
                f"`{target.id}` is taken, and a window buffer has a name of its own",
                target,
                "use another name",
                code="window",
            )
        first = node.args[0]
        if isinstance(first, ast.List | ast.Tuple):
            dtype = self.dtype(keywords.get("dtype"), f"{what} with a shape", node)
            self.check_window_dtype(dtype, keywords["dtype"])
            extents = [self.expr_of(e) for e in first.elts]
            size = self.volume(dtype, [self.positive(e, "an extent") for e in first.elts])
        else:
            if "dtype" in keywords:
                self.base.invalid_value(
                    f"{what} takes dtype= with a shape, and this is a number of bytes",
                    keywords["dtype"],
                    f"{what}([64, 128], dtype=pl.FP32), or leave dtype= out",
                    code="window",
                )
            dtype = None
            extents = [self.integer(first, "a number of bytes")]
            given = self.positive(first, "a number of bytes")
            size = given if isinstance(given, int) else None
        name = self.fresh(target.id)
        buffer = BufferName(name, size, self.base.span(target))
        self.reading.buffers[name] = buffer
        self.env[target.id] = buffer
        self.steps.append(Alloc(name, tuple(extents), dtype, self.at(node)))

    def check_window_dtype(self, dtype: DType, node: ast.AST) -> None:
        if dtype.bits < 8 or dtype.packed:
            self.base.invalid_value(
                f"elements of a window have whole bytes, {dtype} has {dtype.bits} bits",
                node,
                "dtype=pl.UINT8",
                code="window",
            )

    def expr_of(self, node: ast.expr) -> Numeric:
        return self.integer(node, "an extent")

    def positive(self, node: ast.expr, what: str) -> int | str:
        """A number from 1; "?" where it is known at run time only."""
        value = self.numbers.constant(self.integer(node, what))
        if value is None:
            return "?"
        if value < 1:
            self.base.invalid_value(
                f"{what} is positive, found {value}", node, "a number from 1", code="window"
            )
        return int(value)

    def volume(self, dtype: DType, extents: Sequence[int | str]) -> int | None:
        """Bytes of so many elements."""
        numbers = [e for e in extents if isinstance(e, int)]
        return dtype.get_byte() * prod(numbers) if len(numbers) == len(extents) else None

    def window(self, target: ast.Name, node: ast.Call) -> None:
        what = "pld.window"
        keywords = self.keywords(node, what, ("dtype",))
        if len(node.args) != 2:
            self.base.syntax(
                f"{what} takes a buffer, a shape and dtype=",
                node,
                f"{what}(buffer, [64, 128], dtype=pl.FP32)",
                code="window",
            )
        buffer = self.expr(node.args[0])
        if not isinstance(buffer, BufferName):
            self.base.type_error(
                f"{what} views a window buffer, `{self.base.quote(node.args[0])}` is {describe(buffer)}",
                node.args[0],
                "buffer = pld.alloc_window_buffer([64, 128], dtype=pl.FP32)",
                code="window",
            )
        items = self.shape(node.args[1])
        if not items:
            self.base.type_error("a window has at least one axis", node.args[1], "[1]", code="window")
        dtype = self.dtype(keywords.get("dtype"), what, node)
        self.check_window_dtype(dtype, keywords["dtype"])
        shape = tuple(self.positive(item, "an extent") for item in items)
        size = self.volume(dtype, shape)
        if size is not None and buffer.size is not None and size > buffer.size:
            self.base.invalid_value(
                f"a window {shown(shape)} {dtype} has {size} bytes, the buffer `{buffer.name}` has {buffer.size}",
                node,
                f"allocate {list(shape)} with dtype=pl.{dtype}: a single number counts bytes",
                code="window",
            )
        name = self.fresh(target.id)
        found = WindowName(name, buffer, shape, dtype)
        self.reading.windows[name] = found
        self.steps.append(Window(name, buffer.name, tuple(map(self.expr_of, items)), dtype, self.at(node)))
        self.rebind(target, found)

    def create(self, target: ast.Name, node: ast.Call) -> None:
        keywords = self.keywords(node, "pl.create_tensor", ("shape", "dtype", "init_value"))
        nodes = [*node.args[:1], *([keywords["shape"]] if "shape" in keywords else [])]
        if len(nodes) != 1 or len(node.args) > 2:
            self.base.syntax(
                "pl.create_tensor takes a shape and dtype=",
                node,
                "pl.create_tensor([2, 64, 128], dtype=pl.FP32)",
                code="argument-list",
            )
        dtype = self.dtype(
            node.args[1] if len(node.args) == 2 else keywords.get("dtype"), "pl.create_tensor", node
        )
        items = self.shape(nodes[0])
        shape = tuple(self.positive(item, "an extent") for item in items)
        fill = None
        if "init_value" in keywords:
            found = self.numbers.constant(self.number(keywords["init_value"]))
            if found is None:
                self.base.type_error(
                    "init_value is known before the run",
                    keywords["init_value"],
                    "a number of the module; a function decorated with @pl.jit writes others",
                    code="argument-type",
                )
            if found != 0 and dtype.is_float and dtype.bits < 16:
                self.base.type_error(
                    f"a {dtype} tensor can only be pre-filled with 0",
                    keywords["init_value"],
                    "leave init_value out, and have a function decorated with @pl.jit write it",
                    code="fill-value",
                )
            try:
                fill = fit(found, dtype, "init_value")
            except ArgumentError as error:
                self.base.type_error(
                    error.message,
                    keywords["init_value"],
                    error.help or f"a number of {dtype}",
                    code="argument-type",
                )
        name = self.fresh(target.id)
        self.steps.append(Create(name, tuple(map(self.expr_of, items)), dtype, fill, self.at(node)))
        self.rebind(target, HostTensor(Part(name), shape, dtype, "local"))

    def keywords(self, node: ast.Call, what: str, known: Sequence[str]) -> dict[str, ast.expr]:
        self.base.no_stars(node)
        for keyword in node.keywords:
            if keyword.arg not in known:
                self.base.syntax(
                    f"{what} does not take `{keyword.arg}=`",
                    keyword,
                    f"it takes {', '.join(f'{k}=' for k in known)}",
                    code="argument-list",
                )
        return {str(k.arg): k.value for k in node.keywords}

    def check_windows(self) -> None:
        """Every buffer is viewed, and a view of it reaches a rank."""
        for buffer in self.reading.buffers.values():
            views = [w for w in self.reading.windows.values() if w.buffer is buffer]
            if not views:
                self.base.invalid_value(
                    f"nothing views the window buffer `{buffer.name}`",
                    buffer.span,
                    f"w = pld.window({buffer.name}, [64, 128], dtype=pl.FP32), or leave it out",
                    code="window",
                )
            if not any(w.name in self.reading.passed for w in views):
                self.base.invalid_value(
                    f"no call receives the window buffer `{buffer.name}`",
                    buffer.span,
                    f"pass {views[0].name} to a function decorated with @pl.jit, or leave the buffer out",
                    code="window",
                )
