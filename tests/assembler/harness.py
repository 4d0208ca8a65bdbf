# SPDX-License-Identifier: Apache-2.0
"""Assembles `.pto` text, compiles the C++ and runs it on NumPy arrays, without the device runtime.

run = Kernel(text).run([x, y, 2.0], rows=8)          # y is written in place
run.fault.code, run.writes
"""

from __future__ import annotations

import ctypes
import functools
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import ml_dtypes
import numpy as np

import pypto
from pypto.assembler import assemble, parse_pto
from pypto.runtime.device import Fault, Location, Write
from pypto.runtime.toolchain import find_compiler

INCLUDE = Path(pypto.__path__[0]) / "runtime" / "device" / "include"
_LIBRARIES = tempfile.TemporaryDirectory(prefix="goldtile-assembler-")
_SPACE_BYTES = 1 << 20


class Gm(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("before", ctypes.c_int64),
        ("after", ctypes.c_int64),
        ("buffer", ctypes.c_int32),
        ("arg", ctypes.c_int32),
    )


class Atomic(ctypes.Structure):
    _fields_ = (
        ("gm", ctypes.POINTER(Gm)),
        ("target", ctypes.c_void_p),
        ("source", ctypes.c_void_p),
        *((name, ctypes.c_int64) for name in ("rows", "columns", "target_stride", "source_stride")),
        *((name, ctypes.c_int32) for name in ("dtype", "mode", "location")),
    )


AtomicStore = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(Atomic))
LogGrow = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Core(ctypes.Structure):
    _fields_ = (
        ("space", ctypes.c_void_p * 8),
        *((name, ctypes.c_int32) for name in ("worker", "task", "block", "kernel")),
        ("log", ctypes.POINTER(Write)),
        ("log_count", ctypes.c_int64),
        ("log_capacity", ctypes.c_int64),
        ("log_grow", LogGrow),
        ("fault", Fault),
        ("atomic_store", AtomicStore),
        ("log_read", ctypes.c_void_p),
        ("phase", ctypes.c_int32),
    )


@dataclass
class Run:
    fault: Fault
    writes: list[Write]


_CODES = {0: np.float32, 1: np.float16, 2: ml_dtypes.bfloat16, 3: np.int8, 4: np.int16, 5: np.int32}


def _atomic_add(_core: int, request: ctypes._Pointer) -> None:
    a = request.contents
    dtype = np.dtype(_CODES[a.dtype])
    count = a.columns * dtype.itemsize
    for row in range(a.rows):
        target = (ctypes.c_char * count).from_address(a.target + row * a.target_stride)
        source = (ctypes.c_char * count).from_address(a.source + row * a.source_stride)
        into, other = np.frombuffer(target, dtype), np.frombuffer(source, dtype)
        into[...] = into + other


@functools.cache
def _library(cpp: str) -> ctypes.CDLL:
    folder = Path(tempfile.mkdtemp(dir=_LIBRARIES.name))
    source, target, library = folder / "kernel.cpp", folder / "kernel.o", folder / "kernel.so"
    source.write_text(cpp)
    compiler = find_compiler()
    extra = [
        "-Wall",
        "-Wextra",
        "-Werror",
        "-Wno-unused-parameter",
        "-Wno-unused-variable",
        "-Wno-unused-but-set-variable",
    ]
    for command in (
        compiler.compile_command(source, target, INCLUDE, extra),
        compiler.link_command([target], library),
    ):
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, f"{done.stderr}\n{cpp}"
    return ctypes.CDLL(str(library))


class Kernel:
    """One function of a module, ready to run."""

    def __init__(
        self, text: str, name: str | None = None, *, fuse: bool = True, file: str = "kernel.pto"
    ) -> None:
        kernels = assemble(parse_pto(text, file), fuse=fuse)
        self.kernel = kernels[name or next(iter(kernels))]
        self.name = self.kernel.name
        self.library = _library(self.kernel.cpp_text)

    @property
    def locations(self) -> list[tuple[str, int, int]]:
        count = ctypes.c_int32.in_dll(self.library, f"{self.name}_location_count").value
        table = (Location * count).in_dll(self.library, f"{self.name}_locations")
        return [(entry.file.decode(), entry.line, entry.column) for entry in table]

    def run(
        self,
        args: Sequence[object],
        *,
        poison: int = 0xA5,
        block_idx: int = 0,
        block_num: int = 1,
        buffers: Sequence[int] | None = None,
    ) -> Run:
        """Arrays become tensors (a view becomes a part of its base), numbers scalars, in order."""
        gms, slots = [], []
        for position, arg in enumerate(args):
            if isinstance(arg, np.ndarray):
                base = arg
                while isinstance(base.base, np.ndarray):
                    base = base.base
                before = arg.ctypes.data - base.ctypes.data
                buffer = position if buffers is None else buffers[position]
                gms.append(Gm(arg.ctypes.data, before, base.nbytes - before, buffer, position))
                slots.append(ctypes.addressof(gms[-1]))
            else:
                raw = np.asarray(arg, np.int64 if isinstance(arg, int) else None).tobytes()
                raw = np.float32(arg).tobytes() if isinstance(arg, float) else raw
                slots.append(int.from_bytes(raw, "little"))
        core = Core()
        arena = [(ctypes.c_ubyte * (_SPACE_BYTES + 64))() for _ in range(8)]
        for i, space in enumerate(arena):
            ctypes.memset(space, poison, _SPACE_BYTES + 64)
            core.space[i] = (ctypes.addressof(space) + 63) // 64 * 64
        log = (Write * 4096)()
        core.log, core.log_capacity = log, 4096
        core.atomic_store = AtomicStore(_atomic_add)
        entry = getattr(self.library, f"{self.name}_entry")
        packed = (ctypes.c_uint64 * max(1, len(slots)))(*slots)
        entry(
            ctypes.byref(core),
            packed,
            ctypes.c_int32(block_idx),
            ctypes.c_int32(block_num),
            ctypes.c_int32(0),
        )
        return Run(core.fault, [Write.from_buffer_copy(log[i]) for i in range(core.log_count)])
