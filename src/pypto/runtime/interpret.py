# SPDX-License-Identifier: Apache-2.0
"""Runs a program in NumPy: the definition of what kernels mean.

    record = interpret(program, document, [x, y], platform)
    record.unwritten("y")                 True where no kernel ever stored
    record.writer("y", (3, 7))            which task, which kernel, which source line

It runs the program as the front end left it: regions in the order of submission, blocks in order, one statement
after the other, each operation by the reference of its row. Arguments are copied by direction; outputs and scratch
start as poison, and the cells of a value outside its valid region stay poison. Loads, stores, reads and writes are
checked against the tensor's extents and raise KernelFault. Everything is plain Python, so that a debugger can step
through a kernel.

With `fp32` every float is computed and kept in FP32 and narrowed only in the outputs: a difference that disappears
then comes from rounding, one that stays from logic.
"""

from __future__ import annotations

import copy
import itertools
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from pypto.errors import BuildFolderError, InternalError, KernelFault
from pypto.ir import arith
from pypto.ir.dtypes import BOOL, FP32
from pypto.ir.evaluate import evaluate, is_scalar_op
from pypto.ir.groups import calls_in, core_kind, has_lane_loops, is_group, named_crossing, vector_cores
from pypto.ir.nodes import (
    Assign,
    Block,
    Break,
    Call,
    Continue,
    Eval,
    Expr,
    For,
    Function,
    If,
    Invoke,
    Program,
    Region,
    Return,
    ScalarType,
    Scope,
    Stmt,
    TaskIdType,
    TensorType,
    Var,
    While,
    walk,
)
from pypto.ir.ops import cast, memory, system
from pypto.platforms import Platform
from pypto.runtime import meeting
from pypto.runtime.arguments import ArgumentPacker, Parameter
from pypto.runtime.call import TaskRecord
from pypto.runtime.crew import Pause, Wait, run_crew
from pypto.runtime.device import ARGUMENT_WORDS
from pypto.runtime.faults import MOST_BLOCKS, too_many_blocks
from pypto.runtime.halves import Halves
from pypto.runtime.history import InterpretedRecord
from pypto.runtime.lanes import Lane, Pair
from pypto.runtime.launch_events import LaunchEvents, events_used, kind_of, raised_for_all
from pypto.runtime.machine import Machine
from pypto.runtime.memory import DeviceMemory
from pypto.runtime.numbering import kernel_numbers
from pypto.runtime.operations import perform
from pypto.runtime.pipes import Exchange, Seat
from pypto.runtime.resident import DeviceTensor, mark_written, on_host
from pypto.runtime.slots import scalar_value
from pypto.runtime.values import (
    Buffer,
    Local,
    View,
    numpy_to_torch,
    pack_into,
    poisoned,
    torch_to_numpy,
    unpacked,
)

if TYPE_CHECKING:
    import numpy as np

_Leave: TypeAlias = "str | None"
"""How a block ended: None at its end, else "break", "continue" or "return"."""

_SCALARS = frozenset(
    {
        system.GET_BLOCK_IDX, system.GET_BLOCK_NUM, system.GET_SUBBLOCK_IDX, system.AVAILABLE_CLUSTER_COUNT,
        system.AVAILABLE_AIV_COUNT, memory.DIM,
    }
)  # fmt: skip


def interpret(
    program: Program,
    document: Mapping[str, Any] | None,
    args: Sequence[Any],
    platform: Platform,
    *,
    fp32: bool = False,
    memory: DeviceMemory | None = None,
    folder: Path | None = None,
) -> InterpretedRecord:
    """Run once on CPU tensors (or arrays) and scalars in parameter order; outputs are written into the given ones.

    `document` is the manifest of the build folder, and `folder` where that is; without it the parameters are those of the
    entry function. After an error no output on the host has changed. Device tensors, which lie in `memory`, are used
    where they lie.
    """
    import numpy as np

    began = time.perf_counter_ns()
    entry = program.entry_function
    parameters = parameters_of(entry) if document is None else _from_document(document, entry)
    tensors = [numpy_to_torch(a) if _is_array(a) else a for a in args]
    words = memoryview(bytearray(8 * ARGUMENT_WORDS * len(parameters))).cast("q")
    packer = ArgumentPacker(parameters)
    shapes = packer.pack(tensors, words, 0, memory)

    run = _Run(entry, platform, fp32, document)
    buffers: dict[str, Buffer | None] = {}
    for number, (parameter, shape) in enumerate(zip(parameters, shapes, strict=True)):
        var = entry.params[number].var
        if shape is None:
            run.values[var] = scalar_value(words[number * ARGUMENT_WORDS + 3], parameter.dtype)
            buffers[parameter.name] = None
            continue
        storage = run.storage(parameter.dtype)
        if number in packer.residents:
            buffer = _in_place(parameter, packer.residents[number], storage)
        else:
            buffer = _upload(parameter, shape, tensors[number], storage)
        buffers[parameter.name] = buffer
        run.values[var] = View.whole(buffer, shape)
        run.bind_extents(var, shape)
    uploaded = time.perf_counter_ns()

    run.block_of(entry.body)
    finished = time.perf_counter_ns()

    for parameter, tensor in zip(parameters, map(on_host, tensors), strict=True):
        target = buffers[parameter.name]
        if target is not None and parameter.direction != "in":
            data = target.data
            if run.widened(parameter.dtype) is not parameter.dtype:
                data = cast.convert(data, FP32, parameter.dtype, "rint")
            if parameter.dtype.packed:
                pack_into(tensor, numpy_to_torch(data.view("u1")))
                continue
            host = torch_to_numpy(tensor)
            if not np.shares_memory(host, data):
                host[...] = data.reshape(host.shape)
    for tensor in packer.written():
        mark_written(tensor)
    ended = time.perf_counter_ns()

    times = run.times
    return InterpretedRecord(
        kernel_us=sum(t.end_us - t.start_us for t in times),
        span_us=times[-1].end_us - times[0].start_us if times else 0.0,
        run_us=(finished - uploaded) / 1e3,
        dispatch_us=(ended - began) / 1e3,
        upload_us=(uploaded - began) / 1e3,
        download_us=(ended - finished) / 1e3,
        task_count=run.tasks,
        tasks=times,
        _buffers=buffers,
        _shapes={p.name: s for p, s in zip(parameters, shapes, strict=True) if s is not None},
        _inputs=[p.name for p in parameters if p.is_tensor and p.direction == "in"],
        _stores=run.stores,
        _halves=None if folder is None or document is None else Halves(folder, document),
    )


def parameters_of(entry: Function) -> list[Parameter]:
    """The parameters as a caller sees them, -1 for an extent that is known at the call."""
    out = []
    for p in entry.params:
        if isinstance(p.type, TensorType):
            shape = tuple(arith.as_int(d) for d in p.type.shape)
            dims = {i: d.name for i, d in enumerate(p.type.shape) if isinstance(d, Var)}
            static = tuple(-1 if n is None else n for n in shape)
            out.append(Parameter(p.name, "tensor", p.direction, static, p.type.dtype, dims))
        elif isinstance(p.type, ScalarType):
            out.append(Parameter(p.name, "scalar", "in", None, p.type.dtype))
        else:
            raise InternalError(f"parameter {p.name} is a {p.type}")
    return out


def _from_document(document: Mapping[str, Any], entry: Function) -> list[Parameter]:
    parameters = [Parameter.from_manifest(row) for row in document["parameters"]]
    told, read = (
        [f"{p.name}: {p.direction} {p.describe()}" for p in ps] for ps in (parameters, parameters_of(entry))
    )
    if told != read:
        pairs = itertools.zip_longest(told, read, fillvalue="nothing")
        this, that = next((a, b) for a, b in pairs if a != b)
        raise BuildFolderError(
            f"program.json and program.py have different parameters: {this} and {that}",
            help="compile the kernel again",
        )
    return parameters


def _is_array(value: Any) -> bool:
    import numpy as np

    return isinstance(value, np.ndarray)


def _upload(parameter: Parameter, shape: tuple[int, ...], tensor: Any, dtype: np.dtype[Any]) -> Buffer:
    if parameter.direction == "out":
        return Buffer.of(parameter.name, poisoned(shape, dtype), parameter.dtype.packed)
    if parameter.dtype.packed:
        values = unpacked(tensor).numpy().view(parameter.dtype.numpy()).astype(dtype)
        return Buffer.of(parameter.name, values, packed=True)
    return Buffer.of(parameter.name, torch_to_numpy(tensor).astype(dtype, copy=True))


def _in_place(parameter: Parameter, tensor: DeviceTensor, dtype: np.dtype[Any]) -> Buffer:
    """The memory of a device tensor itself where its elements are held as they are, else a copy of all of it."""
    held = on_host(tensor)
    if parameter.dtype.packed:
        values = unpacked(held).contiguous().numpy().view(parameter.dtype.numpy()).astype(dtype)
        return Buffer.of(parameter.name, values, packed=True)
    return Buffer.of(parameter.name, torch_to_numpy(held).astype(dtype, copy=False))


def _meets(call: Call) -> bool:
    """Whether blocks wait for each other because of a call."""
    return call.op is system.SYNCALL or raised_for_all(call)


def _is_vector(stmt: Region) -> bool:
    """Whether a region runs on one vector core."""
    ordered = (c for c in calls_in(stmt.body) if c.op in (system.SYNC_SET, system.SYNC_WAIT))
    only = any(c.attrs.get("core_type") == "aic_only" for c in calls_in(stmt.body) if c.op is system.SYNCALL)
    cube = only or any(c.op is system.BAR_M for c in calls_in(stmt.body)) or "aic" in map(kind_of, ordered)
    return not cube and not is_group(stmt) and core_kind(stmt.body) == "AIV"


def _members(stmt: Region) -> tuple[list[Region], list[Region]]:
    """The kernels of a group by their core: of the cube core, of the vector cores."""
    parts = [part for part in stmt.body if isinstance(part, Region)]
    cube = [part for part in parts if core_kind(part.body) == "AIC"]
    vector = [part for part in parts if part not in cube]
    return cube, vector * (vector_cores(vector[0].body) if len(vector) == 1 else 1)


class _Run(Machine):
    """One call of the entry function."""

    def __init__(
        self, entry: Function, platform: Platform, wide: bool, document: Mapping[str, Any] | None
    ) -> None:
        super().__init__(platform, wide)
        regions = [s for s in walk(entry.body) if isinstance(s, Region)]
        loops = {region: has_lane_loops(region.body) for region in regions}
        self.by_lanes = {r: not loops[r] for r in regions if loops[r] or named_crossing(r.body)}
        self.kernels = kernel_numbers(regions, document)
        self.times: list[TaskRecord] = []
        self.symbols = set(entry.symbols)
        self.origin: int | None = None

    def bind_extents(self, var: Var, shape: tuple[int, ...]) -> None:
        """The dynamic extents that a parameter's shape tells."""
        assert isinstance(var.type, TensorType)
        for dim, extent in zip(var.type.shape, shape, strict=True):
            if isinstance(dim, Var) and dim in self.symbols:
                self.values[dim] = extent

    def block_of(self, block: Block) -> _Leave:
        for stmt in block:
            leave = self.statement(stmt)
            if leave is not None:
                return leave
        return None

    def statement(self, stmt: Stmt) -> _Leave:
        if isinstance(stmt, Assign):
            value = self.value(stmt.value)
            if isinstance(stmt.value, Var) and isinstance(value, Local):
                value = Local(value.data.copy(), value.valid)  # pl.write changes one of the two only
            self.values[stmt.target] = value
            return None
        if isinstance(stmt, Eval):
            value, lane = stmt.value, self.beside
            if lane is None or self.in_lane or not isinstance(value, Call) or lane.does(value):
                self.value(value)
            return None
        if isinstance(stmt, For):
            return self.loop(stmt)
        if isinstance(stmt, While):
            return self.while_loop(stmt)
        if isinstance(stmt, If):
            return self.block_of(stmt.then if self.scalar(stmt.condition) else stmt.orelse)
        if isinstance(stmt, Region):
            return self.region(stmt)
        if isinstance(stmt, Scope):
            return self.block_of(stmt.body)
        if isinstance(stmt, Break):
            return "break"
        if isinstance(stmt, Continue):
            return "continue"
        if isinstance(stmt, Return):
            return "return"
        raise InternalError(
            f"the interpreter cannot run {type(stmt).__name__}: outlined programs run natively"
        )

    def value(self, expr: Expr) -> Any:
        """A number, a task id, a View or a Local."""
        if isinstance(expr, Call) and not is_scalar_op(expr.op) and expr.op not in _SCALARS:
            return perform(self, expr)
        if isinstance(expr, Var):
            return self.values[expr]
        if isinstance(expr.type, ScalarType | TaskIdType):
            return self.scalar(expr)
        if isinstance(expr, Invoke):
            raise KernelFault(
                f"{expr.function} is an external kernel: its body is C++, which the interpreter cannot run",
                span=expr.span,
                help='run it natively: config["engine"] = "native"',
                code="external",
            )
        raise InternalError(f"{expr} has no value")

    def loop(self, stmt: For) -> _Leave:
        if stmt.kind == "split_aiv":
            return self.lane_loop(stmt)
        start, stop, step = (self.scalar(e) for e in (stmt.start, stmt.stop, stmt.step))
        for number in range(start, stop, step) if step else ():
            self.values[stmt.var] = number
            leave = self.block_of(stmt.body)
            if leave == "break":
                break
            if leave == "return":
                return leave
        return None

    def lane_loop(self, stmt: For) -> _Leave:
        """The body once, on each of the two vector cores."""
        assert self.beside is not None
        self.values[stmt.var], self.in_lane = self.lane, True
        self.block_of(stmt.body)
        self.in_lane = False
        self.beside.meet(lambda: self.barrier_fault(stmt.span, 0, 0, 0))
        return None

    def while_loop(self, stmt: While) -> _Leave:
        while True:
            self.block_of(stmt.setup)
            if not self.scalar(stmt.condition):
                return None
            leave = self.block_of(stmt.body)
            if leave == "break":
                return None
            if leave == "return":
                return leave

    def region(self, stmt: Region) -> _Leave:
        """One task: its blocks run one after the other."""
        self.blocks = 1 if stmt.blocks is None else self.scalar(stmt.blocks)
        if self.blocks > MOST_BLOCKS:
            raise KernelFault(too_many_blocks(self.blocks), span=stmt.span, code="too-many-blocks")
        task = self.new_task()
        if stmt.task is not None:
            self.values[stmt.task] = task
        if "predicate" in stmt.attrs and not self.holds(stmt.attrs["predicate"]):
            self.blocks = 1
            return None
        self.enter(stmt)
        self.events = LaunchEvents(self.cores_of(stmt), events_used(calls_in(stmt.body)))
        self.cores_of_block = (1,) if _is_vector(stmt) else (1, 2, 3)
        if self.blocks > 1 and any(map(_meets, calls_in(stmt.body))):
            self.meet_blocks(stmt, task)
        else:
            for block in range(self.blocks):
                self.run_block(stmt, task, block)
        self.kernel, self.block, self.blocks = -1, 0, 1
        return None

    def run_block(self, stmt: Region, task: int, block: int) -> None:
        self.block = block
        if is_group(stmt):
            self.run_group(stmt, task, block)
            return
        if stmt.block is not None:
            self.values[stmt.block] = block
        start = self.microseconds()
        if stmt in self.by_lanes:
            self.both_lanes(stmt)
        else:
            self.block_of(stmt.body)
        self.times.append(TaskRecord(task, self.kernel, block, 0, start, self.microseconds()))

    def both_lanes(self, stmt: Region) -> None:
        """The body on each of the two vector cores."""
        pair = Pair()

        def body(number: int, wait: Wait) -> None:
            core = copy.copy(self)
            core.values = dict(self.values) if number else self.values
            core.lane, core.beside = number, Lane(pair, number, wait, self, self.by_lanes[stmt])
            core.block_of(stmt.body)
            pair.ended[number] = True

        run_crew([partial(body, n) for n in (0, 1)], pair.stuck, self.pause)

    @property
    def pause(self) -> Pause | None:
        return None if self.turn is None else self.turn.pause

    def cores_of(self, stmt: Region) -> dict[str, int]:
        """How many cores of each kind run a task."""
        if is_group(stmt):
            cube, vector = _members(stmt)
            return {"aic": self.blocks * len(cube), "aiv": self.blocks * len(vector)}
        return {"aic": self.blocks, "aiv": self.blocks * (2 if stmt in self.by_lanes else 1)}

    def enter(self, region: Region) -> None:
        self.kernel = self.kernels[region]
        self.kernel_name = region.name_hint or f"region {self.kernel}"

    def run_group(self, stmt: Region, task: int, block: int) -> None:
        """The kernels of a group, each on a core of its own: the cube core, then one or two vector cores."""
        cube, vector = _members(stmt)
        members = [*cube, *vector]
        exchange = Exchange(len(members))

        def body(number: int, wait: Wait) -> None:
            core = copy.copy(self)
            core.values = dict(self.values)
            core.seat = Seat(exchange, number, wait)
            core.lane = core.seat.lane
            core.enter(members[number])
            core.run_block(members[number], task, block)

        bodies = [partial(body, n) for n in range(len(members))]
        run_crew(bodies, exchange.stuck, self.pause)
        left = exchange.left_over(self)
        if left is not None:
            raise left

    def meet_blocks(self, stmt: Region, task: int) -> None:
        """The blocks of a task that wait for each other: each has values of its own."""
        if self.blocks > meeting.MOST_BLOCKS:
            raise self.barrier_fault(stmt.span, 2, self.blocks, meeting.MOST_BLOCKS)

        cores: dict[int, _Run] = {}

        def body(block: int, turn: meeting.Turn) -> None:
            core = cores[block] = copy.copy(self)
            core.values = dict(self.values)
            core.turn = turn
            core.run_block(stmt, task, block)

        try:
            meeting.Meeting().run(self.blocks, body)
        except meeting.Parted as parted:
            core = cores[parted.waiting]
            raise core.barrier_fault(core.waits_at, 0, 0, 0) from None

    def holds(self, test: Call) -> bool:
        """A predicate: one element of a tensor against a number."""
        read, number = test.args
        assert read is not None and number is not None
        types = [self.number_type(read), self.number_type(number)]
        values = [self.value(read), self.scalar(number)]
        return bool(evaluate(test.op, values, types, BOOL, test.attrs))

    def microseconds(self) -> float:
        now = time.perf_counter_ns()
        if self.origin is None:
            self.origin = now
        return (now - self.origin) / 1e3
