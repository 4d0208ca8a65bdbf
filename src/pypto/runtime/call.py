# SPDX-License-Identifier: Apache-2.0
"""A compiled program and its calls.

    program = Program(folder, manifest, build(folder, manifest))
    record = program.dispatch([x, y], workers=2, trace=True)
    record.kernel_us                      time in kernels, summed over blocks
    record.unwritten("y")                 True where no kernel ever stored
    record.writer("y", (3, 7))            which task, which kernel, which source line

Tensors of the host are copied to device memory by direction (In up, InOut up and down, Out down only) and never
aliased. An Out buffer starts as poison. After an error no output on the host has changed. Device tensors are used
where they lie: an Out one starts with what it holds, and after an error may hold a part of the result.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pypto.errors import InternalError
from pypto.runtime import device as native
from pypto.runtime.arguments import ArgumentPacker, Parameter
from pypto.runtime.build import BuildResult
from pypto.runtime.config import MOST_WORKERS
from pypto.runtime.faults import kernel_fault, no_memory
from pypto.runtime.memory import DeviceMemory
from pypto.runtime.races import races_fault

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_NO_LIMITS = (0,) * (native.RING_KINDS * native.RINGS)
_HEADER_WORDS = (ctypes.sizeof(native.CallHeader) + 7) // 8


@dataclass(frozen=True, slots=True)
class TaskRecord:
    """One block of one task; times in microseconds from the first start."""

    task: int
    kernel: int
    block: int
    worker: int
    start_us: float
    end_us: float


@dataclass(frozen=True, slots=True)
class Writer:
    """Who stored to an element last; `kernel` is -1 for a store of the orchestration itself."""

    task: int
    kernel: int
    block: int
    file: str
    line: int
    column: int


class Program:
    """A build folder's program, loaded."""

    def __init__(self, folder: Path, manifest: dict[str, Any], build: BuildResult) -> None:
        self.folder = folder
        self.manifest = manifest
        self.parameters = [Parameter.from_manifest(entry) for entry in manifest["parameters"]]
        self.generation: str = manifest["platform"]
        self.runtime = build.runtime
        self._library = ctypes.CDLL(str(build.library))
        self._table = native.ProgramTable.in_dll(self._library, "pto_program_table")
        if self._table.abi != native.ABI:
            raise InternalError(f"{build.library} was built for interface {self._table.abi}")
        self._packer = ArgumentPacker(self.parameters)
        self.failed_record: native.NativeRecord | None = None
        self._limits = _NO_LIMITS
        self._index = {p.name: i for i, p in enumerate(self.parameters)}
        words = _HEADER_WORDS + native.ARGUMENT_WORDS * len(self.parameters)
        self._block = (ctypes.c_int64 * words)()
        self._address = ctypes.addressof(self._block)
        self._words = memoryview(self._block).cast("B").cast("q")
        self._header = native.CallHeader.from_buffer(self._block)
        self._header.program = ctypes.addressof(self._table)
        self._header.argument_count = len(self.parameters)
        self._header.arguments = self._address + 8 * _HEADER_WORDS

    def dispatch(
        self,
        args: Sequence[Any],
        *,
        workers: int | None = None,
        trace: int = 0,
        check: int = 0,
        seed: int | None = None,
        dump_level: int = 0,
        note: bool = False,
        count: bool = False,
        scopes: bool = False,
        rings: Sequence[int] = (),
        memory: DeviceMemory | None = None,
    ) -> RunRecord:
        """Run once; `trace` keeps the times of every block, 2 those between them too.

        `check` raises KernelFault where two tasks touch the same bytes without an order, and with 2 where one reads
        what nobody wrote; `seed` draws the order in which ready tasks and blocks run. `dump_level` keeps arguments of
        tasks, `note` their edges, `count` the bytes that traced blocks move, `scopes` the boundaries of runtime scopes.
        `rings` bounds what scopes hold at once: tasks, bytes and edges, a number for each ring. `memory` is where
        device tensors have to lie. `failed_record` is what the latest run left, where it failed.
        """
        start = time.perf_counter_ns()
        if workers is None:
            workers = native.default_workers()
        elif not 1 <= workers <= MOST_WORKERS:
            raise ValueError(f"workers must be a number from 1 to {MOST_WORKERS}, not {workers!r}")
        header = self._header
        with native.turn:
            header.trace = trace
            header.check = check
            header.shuffled = seed is not None
            header.seed = seed or 0
            header.dump_level = dump_level
            header.note = note
            header.count = count
            header.scopes = scopes
            limits = tuple(rings) or _NO_LIMITS
            if limits != self._limits:
                header.ring_limit[:] = self._limits = limits
            self.failed_record = None
            header.status = native.OK
            written = None
            try:
                shapes = self._packer.pack(args, self._words, _HEADER_WORDS, memory)
                device = native.current_device(self.runtime, workers, self.generation)
                status = device.library.pto_dispatch(device.handle, self._address)
                written = args if status == native.OK else None
            finally:  # an interrupt comes out of the call as its exception
                if header.status == native.ABANDONED:
                    native.abandon_device(self._packer.held())
                self._packer.repack(written)
                record = native.NativeRecord(device.library, header.record) if header.record else None
                header.record = None
                self.failed_record = record if header.status != native.OK else None
            if status == native.FAULT:
                raise kernel_fault(self, header.fault, bool(header.fault_orchestration), header.fault_buffer)
            if status == native.RACE and record is not None:
                raise races_fault(self, record.races())
            if status == native.NO_MEMORY:
                raise no_memory(self, header.fault, bool(header.fault_orchestration), header.no_memory)
            if status != native.OK or record is None:
                raise InternalError(f"the device ended a run with status {status}")
            return RunRecord(
                kernel_us=header.kernel_ns / 1e3,
                span_us=header.span_ns / 1e3,
                run_us=header.run_ns / 1e3,
                dispatch_us=(time.perf_counter_ns() - start) / 1e3,
                upload_us=header.upload_ns / 1e3,
                check_us=header.check_ns / 1e3,
                download_us=header.download_ns / 1e3,
                task_count=header.tasks,
                workers=workers,
                _program=self,
                _record=record,
                _shapes=shapes,
            )

    def parameter_index(self, name: str) -> int:
        if name not in self._index:
            raise KeyError(f"no parameter {name!r}; the parameters are {', '.join(self._index)}")
        return self._index[name]

    def location(self, kernel: int, index: int) -> tuple[str, int, int] | None:
        """File, line and column of a location of a kernel, or of the orchestration (-1)."""
        if kernel >= 0:
            entry = self._table.kernels[kernel]
            if not 0 <= index < entry.location_count[0]:
                return None
            found = entry.locations[index]
        else:
            if index < 0:
                return None
            found = self._table.locations[index]
        return (found.file or b"").decode(errors="replace"), found.line, found.column


@dataclass(eq=False)
class RunRecord:
    """What one call did. The questions below the times are answered from the write log when asked.

    `span_us` is the time from the first start of a block to the last end, `run_us` that from the start of the
    orchestration to the end of the last task.
    """

    kernel_us: float
    span_us: float
    run_us: float
    dispatch_us: float
    upload_us: float
    check_us: float
    download_us: float
    task_count: int
    workers: int
    _program: Program = field(repr=False)
    _record: native.NativeRecord = field(repr=False)
    _shapes: list[tuple[int, ...] | None] = field(repr=False)

    @property
    def native(self) -> native.NativeRecord:
        """The runtime's own record: dumps, edges and arguments."""
        return self._record

    @property
    def tasks(self) -> list[TaskRecord]:
        """One entry per block in order of start; empty unless the call was traced."""
        rows = sorted(self._record.stamps().tolist(), key=lambda row: (row[4], row[0], row[2]))
        return [TaskRecord(t, k, b, w, s / 1e3, e / 1e3) for t, k, b, w, s, e, *_ in rows]

    def unwritten(self, parameter: str) -> NDArray[np.bool_]:
        """An array of the parameter's shape: True where no store of the run reached."""
        import numpy as np

        at, shape = self._tensor(parameter)
        mask: NDArray[np.bool_] = np.ones(shape, np.bool_)
        self._record.unwritten(at, self._program.parameters[at].dtype.get_byte(), mask)
        return mask

    def writer(self, parameter: str, index: Sequence[int]) -> Writer | None:
        """The last store to one element, in order of tasks and blocks; None where there was none."""
        at, shape = self._tensor(parameter)
        if len(index) != len(shape) or not all(0 <= i < n for i, n in zip(index, shape, strict=False)):
            raise IndexError(f"{list(index)} is no index of {parameter}, whose shape is {list(shape)}")
        offset = 0
        for i, extent in zip(index, shape, strict=True):
            offset = offset * extent + i
        found = self._record.writer(at, offset * self._program.parameters[at].dtype.get_byte())
        if found is None:
            return None
        where = self._program.location(found.kernel, found.location) or ("", 0, 0)
        return Writer(found.task, found.kernel, found.block, *where)

    def changed_inputs(self) -> list[str]:
        """In parameters that a store touched."""
        import numpy as np

        nothing = np.ones(0, np.bool_)  # counts stores without marking elements
        return [
            p.name
            for at, p in enumerate(self._program.parameters)
            if p.is_tensor and p.direction == "in" and self._record.unwritten(at, 1, nothing) > 0
        ]

    def _tensor(self, parameter: str) -> tuple[int, tuple[int, ...]]:
        at = self._program.parameter_index(parameter)
        shape = self._shapes[at]
        if shape is None:
            raise KeyError(f"{parameter} is a scalar")
        return at, shape
