# SPDX-License-Identifier: Apache-2.0
"""The device as Python sees it: the runtime library, its workers and the record of a run.

A process has one device at a time. It is opened at the first call, opened anew for another number of
workers or another generation, and shared by all programs; calls take turns.
"""

from __future__ import annotations

import ctypes
import functools
import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pypto.errors import InternalError
from pypto.platforms import PLATFORMS
from pypto.runtime.build import usable_cores
from pypto.runtime.config import workers_of_environment
from pypto.runtime.faults import DeviceMemoryError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ABI = 6
RANK = 6
RING_KINDS, RINGS = 3, 4
SPACES = ("Vec", "Mat", "Left", "Right", "Acc", "Bias", "Scaling")
_SCALING_BYTES = 8192
_SPACE_COUNT = 8

OK, FAULT, INTERRUPTED, ABANDONED, NO_MEMORY, RACE = range(6)


class Location(ctypes.Structure):
    _fields_ = (("file", ctypes.c_char_p), ("line", ctypes.c_int32), ("column", ctypes.c_int32))


class Fault(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_int32),
        ("location", ctypes.c_int32),
        ("arg", ctypes.c_int32),
        ("axis", ctypes.c_int32),
        ("task", ctypes.c_int32),
        ("block", ctypes.c_int32),
        ("kernel", ctypes.c_int32),
        ("begin", ctypes.c_int64),
        ("size", ctypes.c_int64),
        ("extent", ctypes.c_int64),
        ("value", ctypes.c_int64),
    )


class Write(ctypes.Structure):
    _fields_ = (
        ("buffer", ctypes.c_int32),
        ("task", ctypes.c_int32),
        ("location", ctypes.c_int32),
        ("rows", ctypes.c_int32),
        ("offset", ctypes.c_int64),
        ("row_bytes", ctypes.c_int64),
        ("row_stride", ctypes.c_int64),
        ("block", ctypes.c_int32),
        ("kernel", ctypes.c_int32),
        ("phase", ctypes.c_int32),
        ("kind", ctypes.c_int16),
        ("ahead", ctypes.c_uint16),
        ("clock", ctypes.c_int64),
    )

    @property
    def member(self) -> int | None:
        """Which core of its group: 0 the cube core, then the vector cores; None outside of groups."""
        return (self.clock & 3) - 1 if self.clock else None


class Race(ctypes.Structure):
    """Two accesses without an order, and the bytes that both touched."""

    _fields_ = (
        ("first", Write),
        ("second", Write),
        ("offset", ctypes.c_int64),
        ("rows", ctypes.c_int64),
        ("row_bytes", ctypes.c_int64),
        ("pitch", ctypes.c_int64),
        ("first_arg", ctypes.c_int32),
        ("second_arg", ctypes.c_int32),
        ("data", ctypes.c_void_p),
        ("bytes", ctypes.c_int64),
        ("dtype", ctypes.c_int32),
        ("location", ctypes.c_int32),
        ("columns", ctypes.c_int64),
        ("fresh", ctypes.c_bool),
    )


class View(ctypes.Structure):
    """A part of a buffer: offset and strides count elements."""

    _fields_ = (
        ("buffer", ctypes.c_int32),
        ("dtype", ctypes.c_int32),
        ("rank", ctypes.c_int32),
        ("flags", ctypes.c_int32),
        ("offset", ctypes.c_int64),
        ("shape", ctypes.c_int64 * RANK),
        ("stride", ctypes.c_int64 * RANK),
    )


class Dump(ctypes.Structure):
    """An argument of a task before it or after it; rank -1 is a scalar, whose bits stand in the view's offset."""

    _fields_ = (
        ("task", ctypes.c_int32),
        ("kernel", ctypes.c_int32),
        ("arg", ctypes.c_int32),
        ("after", ctypes.c_int32),
        ("view", View),
        ("data", ctypes.c_void_p),
        ("bytes", ctypes.c_int64),
    )


class Phase(ctypes.Structure):
    """What a worker, or the orchestration (-1), did between blocks; times in ns from the first start of a block."""

    _fields_ = (
        *((name, ctypes.c_int32) for name in ("worker", "kind", "what", "unused")),
        *((name, ctypes.c_int64) for name in ("start", "end")),
    )


class ScopeNote(ctypes.Structure):
    """A boundary of a runtime scope: how far its ring had given back and out, of tasks, bytes and edges."""

    _fields_ = (
        *((name, ctypes.c_int32) for name in ("location", "depth", "ring", "begin")),
        ("start", ctypes.c_int64 * RING_KINDS),
        ("end", ctypes.c_int64 * RING_KINDS),
        ("regions", ctypes.c_int64),
    )


class EdgeNote(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_int32) for name in ("producer", "consumer", "arg", "covered"))


class ArgumentNote(ctypes.Structure):
    """A tensor argument of a task; arg -1 stands for a task without tensors."""

    _fields_ = (
        *((name, ctypes.c_int32) for name in ("task", "kernel", "arg", "blocks", "manual", "unused")),
        ("view", View),
    )


class KernelEntry(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("cpp", ctypes.c_char_p),
        ("entry", ctypes.c_void_p),
        ("locations", ctypes.POINTER(Location)),
        ("location_count", ctypes.POINTER(ctypes.c_int32)),
        ("cube", ctypes.c_int32),
        ("barriers", ctypes.c_int32),
    )


class ProgramTable(ctypes.Structure):
    _fields_ = (
        ("abi", ctypes.c_int32),
        ("kernel_count", ctypes.c_int32),
        ("kernels", ctypes.POINTER(KernelEntry)),
        ("group_count", ctypes.c_int32),
        ("groups", ctypes.c_void_p),
        ("orchestrate", ctypes.c_void_p),
        ("locations", ctypes.POINTER(Location)),
        ("cpp", ctypes.c_char_p),
        ("cores", ctypes.c_int32 * 2),
    )


class CallHeader(ctypes.Structure):
    """The question (the fields before `tasks`) and the answer of one call; the arguments follow it in memory."""

    _fields_ = (
        ("program", ctypes.c_void_p),
        ("argument_count", ctypes.c_int64),
        ("arguments", ctypes.c_void_p),
        ("trace", ctypes.c_int64),
        ("check", ctypes.c_int64),
        ("shuffled", ctypes.c_int64),
        ("seed", ctypes.c_int64),
        ("dump_level", ctypes.c_int64),
        ("note", ctypes.c_int64),
        ("count", ctypes.c_int64),
        ("scopes", ctypes.c_int64),
        ("ring_limit", ctypes.c_int64 * (RING_KINDS * RINGS)),
        ("tasks", ctypes.c_int64),
        ("kernel_ns", ctypes.c_int64),
        ("span_ns", ctypes.c_int64),
        ("upload_ns", ctypes.c_int64),
        ("run_ns", ctypes.c_int64),
        ("check_ns", ctypes.c_int64),
        ("download_ns", ctypes.c_int64),
        ("record", ctypes.c_void_p),
        ("no_memory", ctypes.c_int64),
        ("fault_orchestration", ctypes.c_int64),
        ("fault_buffer", ctypes.c_int64),
        ("status", ctypes.c_int64),
        ("fault", Fault),
    )


#: 64-bit words per argument: direction, dtype, rank, address or scalar bits, shape, place.
ARGUMENT_WORDS = 5 + RANK

#: What memory an argument is: the caller's, or the device's already, with a content or without.
HOST, RESIDENT, UNWRITTEN = range(3)


class _Interpreter(ctypes.Structure):
    _fields_ = (("save", ctypes.c_void_p), ("restore", ctypes.c_void_p), ("check_signals", ctypes.c_void_p))


@functools.lru_cache(maxsize=4)
def load_runtime(path: Path) -> ctypes.PyDLL:
    """Load the runtime library and declare its functions.

    PyDLL: the call keeps the interpreter's lock, and `pto_dispatch` itself gives it up while it works and
    takes it back to run signal handlers, whose exception then comes out of the call.
    """
    library = ctypes.PyDLL(str(path))
    library.pto_abi.restype = ctypes.c_int32
    library.pto_device_open.restype = ctypes.c_void_p
    library.pto_device_open.argtypes = (ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32)
    library.pto_device_close.restype = None
    library.pto_device_close.argtypes = (ctypes.c_void_p,)
    library.pto_device_trim.restype = None
    library.pto_device_trim.argtypes = (ctypes.c_void_p,)
    library.pto_dispatch.restype = ctypes.c_int32
    library.pto_dispatch.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    library.pto_record_free.restype = None
    library.pto_record_free.argtypes = (ctypes.c_void_p,)
    library.pto_record_stamps.restype = ctypes.c_int64
    library.pto_record_stamps.argtypes = (ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p))
    for name in ("races", "phases", "dumps", "edges", "arguments", "scopes"):
        function = getattr(library, f"pto_record_{name}")
        function.restype = ctypes.c_int64
        function.argtypes = (ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p))
    library.pto_record_peaks.restype = None
    library.pto_record_peaks.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    library.pto_record_written.restype = ctypes.c_int64
    library.pto_record_written.argtypes = (
        ctypes.c_void_p, ctypes.c_int32, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p,
    )  # fmt: skip
    library.pto_record_writer.restype = ctypes.c_int32
    library.pto_record_writer.argtypes = (
        ctypes.c_void_p, ctypes.c_int32, ctypes.c_int64, ctypes.POINTER(Write),
    )  # fmt: skip
    if library.pto_abi() != ABI:
        raise InternalError(f"the device runtime has interface {library.pto_abi()}, not {ABI}")
    return library


@dataclass
class Device:
    """An open device; `handle` is the runtime's pointer."""

    library: ctypes.PyDLL
    workers: int
    key: tuple[Path, int, str]
    handle: int

    @classmethod
    def open(cls, runtime: Path, workers: int, generation: str) -> Device:
        library = load_runtime(runtime)
        platform = PLATFORMS[generation]
        sizes = [platform.capacity.get(name, 0) + platform.reserve.get(name, 0) for name in SPACES]
        sizes[SPACES.index("Scaling")] = _SCALING_BYTES
        spaces = (ctypes.c_int64 * _SPACE_COUNT)(*sizes)
        names = ("PyEval_SaveThread", "PyEval_RestoreThread", "PyErr_CheckSignals")
        python = _Interpreter(*(ctypes.cast(getattr(ctypes.pythonapi, n), ctypes.c_void_p) for n in names))
        # Idle workers spin between calls only where that takes no core from anybody.
        spins = 4000 if workers < usable_cores() else 1000
        handle = library.pto_device_open(workers, spaces, ctypes.byref(python), spins)
        if not handle:
            raise DeviceMemoryError(f"the system cannot start {workers} workers with their memory spaces")
        return cls(library, workers, (runtime, workers, generation), handle)

    def close(self) -> None:
        self.library.pto_device_close(self.handle)


#: Held during a call: calls of all programs take turns on the one device, interpreted ones on its tensors.
turn = threading.Lock()
_device: Device | None = None


def current_device(runtime: Path, workers: int, generation: str) -> Device:
    """The process's device, made to fit; to be called with `turn` held."""
    global _device
    key = (runtime, workers, generation)
    if _device is None or _device.key != key:
        if _device is not None:
            _device.close()
            _device = None
        _device = Device.open(runtime, workers, generation)
    return _device


_abandoned: list[Any] = []


def abandon_device(held: Sequence[Any]) -> None:
    """Forget a device whose worker does not come back from a kernel; its thread ends with the process.

    `held` owns the memory that this thread may still write to.
    """
    global _device
    _device = None
    _abandoned.extend(held)


def release_device_memory() -> None:
    """Give the memory of finished calls back to the system."""
    with turn:
        if _device is not None:
            _device.library.pto_device_trim(_device.handle)


def _after_fork() -> None:
    """A child has no workers: it opens a device of its own."""
    global _device, turn
    _device = None
    turn = threading.Lock()


os.register_at_fork(after_in_child=_after_fork)


def default_workers() -> int:
    """`PYPTO_WORKERS`, or the cores this process may use."""
    return workers_of_environment() or usable_cores()


class NativeRecord:
    """A run's write log and block times, held by the runtime library until this object goes."""

    __slots__ = ("_handle", "_library")

    def __init__(self, library: ctypes.PyDLL, handle: int) -> None:
        self._library = library
        self._handle = handle

    def __del__(self) -> None:
        self._library.pto_record_free(self._handle)

    def stamps(self) -> NDArray[Any]:
        """Rows (task, kernel, block, worker, start, end, loaded, stored); times in ns from the first start, bytes of
        global memory where they were counted.
        """
        import numpy as np

        kind = np.dtype([(n, np.int32) for n in ("task", "kernel", "block", "worker")] +
                        [(n, np.int64) for n in ("start", "end", "loaded", "stored")])  # fmt: skip
        data = ctypes.c_void_p()
        count = self._library.pto_record_stamps(self._handle, ctypes.byref(data))
        if count == 0:
            return np.empty(0, kind)
        return np.frombuffer(ctypes.string_at(data.value or 0, count * kind.itemsize), kind)

    def races(self) -> list[Race]:
        """What the check of the order of tasks found."""
        return self._rows("races", Race)

    def dumps(self) -> list[Dump]:
        """Arguments of tasks; their data lives as long as this record."""
        return self._rows("dumps", Dump)

    def phases(self) -> list[Phase]:
        return self._rows("phases", Phase)

    def edges(self) -> list[EdgeNote]:
        return self._rows("edges", EdgeNote)

    def arguments(self) -> list[ArgumentNote]:
        return self._rows("arguments", ArgumentNote)

    def scopes(self) -> list[ScopeNote]:
        return self._rows("scopes", ScopeNote)

    def peaks(self) -> list[int]:
        """The largest fill of the rings: of tasks, bytes and edges, four each; then the most tracked regions."""
        found = (ctypes.c_int64 * (RING_KINDS * RINGS + 1))()
        self._library.pto_record_peaks(self._handle, found)
        return list(found)

    def _rows(self, name: str, kind: type[Any]) -> list[Any]:
        data = ctypes.c_void_p()
        count = getattr(self._library, f"pto_record_{name}")(self._handle, ctypes.byref(data))
        if count == 0:
            return []
        return list(
            (kind * count).from_buffer_copy(ctypes.string_at(data.value or 0, count * ctypes.sizeof(kind)))
        )

    def unwritten(self, buffer: int, element_bytes: int, mask: NDArray[np.bool_]) -> int:
        """Clear `mask` where elements were written; returns how many stores there were."""
        stores: int = self._library.pto_record_written(
            self._handle, buffer, element_bytes, mask.size, mask.ctypes.data
        )
        return stores

    def writer(self, buffer: int, offset: int) -> Write | None:
        """The last write of the byte at `offset`."""
        found = Write()
        known = self._library.pto_record_writer(self._handle, buffer, offset, ctypes.byref(found))
        return found if known else None
