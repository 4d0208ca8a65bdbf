# SPDX-License-Identifier: Apache-2.0
"""Arguments of a driver's calls: what they are to the function that takes them, and which rank runs it."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from pypto.errors import (
    ArgumentError,
    Span,
    UserError,
)
from pypto.frontend import constructs as c
from pypto.frontend.arguments import RUNTIME_SCALAR, ArgumentInfo, fit
from pypto.frontend.exact_source import mark
from pypto.frontend.host_entries import Entries, Entry
from pypto.frontend.host_numbers import HostExpressions
from pypto.frontend.host_values import (
    NUMERIC,
    BufferName,
    Entity,
    HostTensor,
    Numbers,
    WindowName,
    a_kind,
    describe,
    shown,
)
from pypto.frontend.parameters import Declaration, dynamic_axes
from pypto.frontend.source import KernelSource
from pypto.ir.dtypes import BOOL, DType
from pypto.ir.host import (
    Argument,
    Extent,
    Name,
    Number,
    Numeric,
    Step,
    SubWorker,
    WindowOf,
)
from pypto.ir.naming import FreeNames
from pypto.ir.nodes import ScalarType, TensorType

DEVICES = "a number, the variable of `for r in pl.range(pld.world_size())`, or that of `for r in pl.range(8)`"


@dataclass
class Reading:
    """What all functions of one driver share while it is read."""

    entries: Entries
    numbers: Numbers
    errors: list[UserError]
    names: FreeNames
    folded: bool  # scalars that are the same in each run become part of the entries
    loops: dict[str, int | None] = field(
        default_factory=dict
    )  # `pl.range(n)` from 0: how many, None for all ranks
    sizes: set[str] = field(default_factory=set)  # names of the number of ranks
    dims: dict[str, Extent] = field(default_factory=dict)  # dynamic extents of the driver's tensors
    locals: set[str] = field(default_factory=set)  # numbers that the driver and its helpers compute
    windows: dict[str, WindowName] = field(default_factory=dict)
    buffers: dict[str, BufferName] = field(default_factory=dict)
    passed: set[str] = field(default_factory=set)  # windows that a dispatch receives
    workers: dict[str, SubWorker] = field(default_factory=dict)
    helpers: list[KernelSource] = field(default_factory=list)
    written: set[str] = field(default_factory=set)  # tensors that a call may write
    undeclared: set[str] = field(default_factory=set)  # inputs that a call writes: an error of its own
    active: list[KernelSource] = field(default_factory=list)
    origin: str | None = None  # of a printed text: the file that its marks are about


class HostArguments(HostExpressions):
    """Checks arguments; `steps` are the statements of the block that is being read."""

    def __init__(self, kernel: KernelSource, reading: Reading) -> None:
        super().__init__(kernel, reading.numbers)
        self.reading = reading
        self.steps: list[Step] = []
        self.result: list[Entity] | None = None

    def at(self, node: ast.expr | ast.stmt) -> Span:
        """Where a statement comes from."""
        found = None
        if self.reading.origin is not None:
            found = mark(self.kernel.source.line(node.lineno), self.reading.origin)
        return found or self.base.span(node)

    def check_host_argument(self, where: str, item: Declaration, value: HostTensor, node: ast.expr) -> None:
        """A tensor that Python of the host gets."""
        if item.annotated and item.kind != "tensor":
            self.base.type_error(
                f"{where} is a scalar, the argument is {describe(value)}",
                node,
                "pass a number",
                code="argument-mismatch",
            )
        problem = unlike(item, value)
        if problem is not None:
            self.base.type_error(
                f"{where} has {problem}",
                node,
                "pass a tensor of the parameter's type",
                code="argument-mismatch",
            )
        if item.direction != "in" and value.direction == "in":
            self.reading.undeclared.add(value.owner)
            word = "Out" if item.direction == "out" else "InOut"
            self.base.type_error(
                f"{where} is written, and `{value.part.tensor}` is an input of the driver",
                node,
                f"declare it {value.part.tensor}: pl.{word}[...]",
                code="host-call",
            )

    def described(
        self, source: KernelSource, item: Declaration, value: Entity, node: ast.expr
    ) -> ArgumentInfo:
        """What the entry needs to know of an argument."""
        where = f"`{item.name}` of {source.name}"
        if isinstance(value, BufferName):
            self.base.type_error(
                f"{where} is given a window buffer",
                node,
                f"view it first: w = pld.window({value.name}, [64, 128], dtype=pl.FP32)",
                code="window",
            )
        if isinstance(value, HostTensor | WindowName):
            if item.kind != "tensor":
                self.base.type_error(
                    f"{where} is a scalar, the argument is {describe(value)}",
                    node,
                    "pass a number",
                    code="argument-mismatch",
                )
            if item.window != isinstance(value, WindowName):
                found = describe(value)
                kind = "a window" if item.window else "a tensor of the host"
                window = f"pld.DistributedTensor[{shown(value.shape)}, pl.{value.dtype}]"
                help = (
                    "pass what pld.window(...) gives"
                    if item.window
                    else f"declare it {item.name}: pl.InOut[{window}]"
                )
                self.base.type_error(
                    f"{where} is {kind}, the argument is {found}", node, help, code="argument-mismatch"
                )
            self.check_known(source, item, value, node)
            shape = tuple(d if isinstance(d, int) else 1 for d in value.shape)
            return ArgumentInfo.tensor(shape, value.dtype)
        if not isinstance(value, NUMERIC):
            self.base.type_error(
                f"{where} is given {describe(value)}",
                node,
                "pass a tensor, a window or a number",
                code="argument-mismatch",
            )
        known = self.check_number(where, item, value, node)
        return RUNTIME_SCALAR if known is None or not self.reading.folded else ArgumentInfo.scalar(known)

    def check_known(
        self, source: KernelSource, item: Declaration, value: HostTensor | WindowName, node: ast.expr
    ) -> None:
        """A parameter without a shape takes that of its argument, which has to have one before the run."""
        if not self.reading.folded or item.shape is not None:
            return
        axes = dynamic_axes(source)
        for axis, extent in enumerate(value.shape):
            if isinstance(extent, str) and (item.name, axis) not in axes:
                self.base.type_error(
                    f"`{item.name}` of {source.name} has no shape of its own, and extent {axis} of the argument is "
                    "known at run time only",
                    node,
                    f'declare it: T = pl.dynamic("T"), and {item.name}: pl.Tensor[[T, 64], pl.{value.dtype}]',
                    code="host-call",
                )

    def check_number(
        self, where: str, item: Declaration, value: Numeric, node: ast.expr
    ) -> int | float | bool | None:
        """A number against the scalar that takes it; its value, where that is the same in each run."""
        if item.kind == "tensor":
            self.base.type_error(
                f"{where} is a tensor, the argument is {describe(value)}",
                node,
                "pass a tensor, or annotate the parameter pl.Scalar[pl.INT32]",
                code="argument-mismatch",
            )
        known = self.numbers.constant(value)
        if known is not None and item.dtype is not None:
            try:
                fit(known, item.dtype, item.name)
            except ArgumentError as error:
                self.base.type_error(error.message, node, error.help, code="argument-mismatch")
        kind = self.numbers.kind(value)
        wrong = kind == "bool" or known is None
        if wrong and item.dtype is not None and not takes(item.dtype, kind):
            self.base.type_error(
                f"{where} is Scalar[{item.dtype}], the argument is {a_kind(kind)}",
                node,
                "compare numbers: x != 0"
                if item.dtype is BOOL
                else "pass a number, an integer where no float is taken",
                code="argument-mismatch",
            )
        return known

    def check_argument(self, entry: Entry, name: str, value: Entity, node: ast.expr) -> None:
        """An argument against the parameter as the entry has it."""
        param = next(p for p in entry.function.params if p.name == name)
        if param.direction != "in" and isinstance(value, HostTensor):
            self.reading.written.add(value.owner)
        where = f"`{name}` of {entry.name}"
        if isinstance(param.type, ScalarType) or not isinstance(value, HostTensor | WindowName):
            return
        assert isinstance(param.type, TensorType)
        problem = None
        if param.type.dtype is not value.dtype:
            problem = f"element type {param.type.dtype}, the argument has {value.dtype}"
        elif len(param.type.shape) != len(value.shape):
            problem = f"{len(param.type.shape)} axes, the argument has {len(value.shape)}"
        else:
            for axis, (wanted, has) in enumerate(zip(param.type.shape, value.shape, strict=True)):
                if isinstance(wanted, int) and isinstance(has, int) and wanted != has:
                    problem = f"extent {wanted} on axis {axis}, the argument has {has}"
                    break
        if problem is not None:
            help = None
            if (
                "axes" in problem
                and isinstance(value, HostTensor)
                and len(value.shape) > len(param.type.shape)
            ):
                help = f"the part of one rank is {value.part.tensor}[r]"
            self.base.type_error(f"{where} has {problem}", node, help, code="argument-mismatch")
        if param.direction != "in" and isinstance(value, HostTensor) and value.direction == "in":
            self.reading.undeclared.add(value.owner)
            word = "Out" if param.direction == "out" else "InOut"
            self.base.type_error(
                f"{entry.name} writes its `{name}`, and `{value.owner}` is an input of the driver",
                node,
                f"declare it {value.owner}: pl.{word}[...]",
                code="host-call",
            )

    def passed(self, value: Entity, node: ast.expr) -> Argument:
        if isinstance(value, WindowName):
            self.reading.passed.add(value.name)
            return WindowOf(value.name)
        if isinstance(value, HostTensor):
            return value.part
        assert isinstance(value, NUMERIC)
        return value

    def device(self, node: ast.expr) -> Numeric:
        """`device=`: a number of a rank, or the variable of a loop over ranks."""
        value = self.expr(node)
        if isinstance(value, Number) and isinstance(node, ast.Constant | ast.Name | ast.UnaryOp):
            number = value.value
            if isinstance(number, int) and not isinstance(number, bool):
                self.check_rank(number, node)
                return value
        if isinstance(value, Name) and value.name in self.reading.loops:
            count = self.reading.loops[value.name]
            if count is not None:
                self.check_rank(count - 1, node)
            return value
        self.base.invalid_value(
            f"device= of a call is a rank, `{self.base.quote(node)}` is none of the three forms",
            node,
            DEVICES,
            code="host-call",
        )

    def check_rank(self, rank: int, node: ast.expr) -> None:
        size = self.numbers.world_size
        if rank >= 0 and (size is None or rank < size):
            return
        if size is None:
            self.base.invalid_value("ranks count from 0", node, DEVICES, code="host-call")
        there = "is one rank, 0" if size == 1 else f"are {size} ranks, 0 to {size - 1}"
        self.base.invalid_value(
            f"device {rank} does not exist: there {there}",
            node,
            "ranks count from 0" if rank < 0 else f"give each rank a device: {devices(rank + 1)}",
            code="host-call",
        )

    def dynamic_extent(self, dim: c.DynamicDim, node: ast.AST) -> Numeric:
        found = self.reading.dims.get(dim.name)
        if found is None:
            known = ", ".join(self.reading.dims) or "none"
            self.base.type_error(
                f"`{dim.name}` is no extent of a tensor of this driver",
                node,
                f"its dynamic extents are {known}; xs: pl.Tensor[[{dim.name}, 64], pl.FP32] makes it one",
                code="host-form",
            )
        return found

    def check_rank_axis(self, index: Numeric, leading: int | str, node: ast.AST) -> None:
        if (
            not isinstance(index, Name)
            or index.name not in self.reading.loops
            or not isinstance(leading, int)
        ):
            return
        count = self.reading.loops[index.name]
        ranks = self.numbers.world_size if count is None else count
        if ranks is None:
            return
        if count is None and ranks != leading:
            self.base.invalid_value(
                f"the rank axis has {leading} entries, there {'is' if ranks == 1 else 'are'} {ranks} "
                f"rank{'s' if ranks > 1 else ''}",
                node,
                f"give the tensor one entry for each rank, or each rank a device: {devices(leading)}",
                code="host-call",
            )
        if ranks > leading:
            self.base.invalid_value(
                f"index {ranks - 1} of an axis of {leading}",
                node,
                f"indices are 0 to {leading - 1}",
                code="bounds",
            )


def unlike(item: Declaration, value: HostTensor) -> str | None:
    """In what a tensor differs from the annotation of a parameter; None where it does not."""
    if item.dtype is not None and item.dtype is not value.dtype:
        return f"element type {item.dtype}, the argument has {value.dtype}"
    if item.shape is None:
        return None
    if len(item.shape) != len(value.shape):
        return f"{len(item.shape)} axes, the argument has {len(value.shape)}"
    for axis, (wanted, has) in enumerate(zip(item.shape, value.shape, strict=True)):
        if isinstance(wanted, int) and isinstance(has, int) and wanted != has:
            return f"extent {wanted} on axis {axis}, the argument has {has}"
    return None


def devices(count: int) -> str:
    """A configuration of so many ranks, for a message."""
    ids = list(range(count)) if count <= 8 else f"range({count})"
    return f"distributed_config=DistributedConfig(device_ids={ids})"


def takes(dtype: DType, kind: str) -> bool:
    """Whether a scalar parameter takes a number of some kind."""
    return kind == "bool" if dtype is BOOL else kind == "int" or (kind == "float" and dtype.is_float)
