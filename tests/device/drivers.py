# SPDX-License-Identifier: Apache-2.0
"""Compile small C++ drivers against the device headers and call them through ctypes.

A driver is a piece of C++ after `using namespace pto;`. It is built once per test session and machine level
(`native`, or an older x86-64 level whose code the present machine can run) and shared by the test workers.
"""

import ctypes
import functools
import hashlib
import os
import platform
import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from filelock import FileLock

from pypto.runtime.toolchain import environment, find_compiler

INCLUDE = Path(__file__).parents[2] / "src/pypto/runtime/device/include"
FLAGS = [
    *(
        "-std=c++17",
        "-fno-math-errno",
        "-fno-trapping-math",
        "-ffp-contract=off",
        "-fno-exceptions",
        "-fno-rtti",
    ),
    *("-fvisibility=hidden", "-fPIC", "-shared", "-nostdlib", "-Wall", "-Wextra", "-Werror"),
]
PRELUDE = """
#include "pto/cube.hpp"
#include "pto/cvt.hpp"
using namespace pto;
#define EXPORT extern "C" __attribute__((visibility("default")))
"""
X86 = platform.machine() in ("x86_64", "AMD64")


def machine_levels() -> tuple[str, ...]:
    """What `-march` values this machine can run: its own, and the older x86-64 levels below it."""
    if not X86:
        return ("native",)
    flags = set(Path("/proc/cpuinfo").read_text().split()) if Path("/proc/cpuinfo").exists() else set()
    older = ("x86-64-v3",) if {"avx2", "fma", "f16c"} <= flags else ()
    return ("native", *older, "x86-64")


@functools.cache
def build(source: str, level: str = "native", optimise: str = "-O2") -> ctypes.CDLL:
    text = PRELUDE + source
    headers = b"".join(path.read_bytes() for path in sorted(INCLUDE.glob("pto/*.h*")))
    compiler = find_compiler()
    march = level.replace("-", "_") if compiler.kind == "zig" else level
    key = hashlib.sha256(headers + f"{text}\0{march}\0{optimise}\0{compiler.identity}".encode()).hexdigest()[
        :24
    ]
    folder = Path(os.environ["PYPTO_CACHE_DIR"]) / "device-drivers"
    folder.mkdir(parents=True, exist_ok=True)
    library = folder / f"{key}.so"
    with FileLock(f"{library}.lock"):
        if not library.exists():
            path = folder / f"{key}.cpp"
            path.write_text(text)
            command = [*compiler.command, *FLAGS, optimise, f"-march={march}", f"-I{INCLUDE}", str(path)]
            done = subprocess.run(
                [*command, "-o", f"{library}.part", "-lc"],
                capture_output=True,
                text=True,
                check=False,
                env=environment(),
            )
            assert done.returncode == 0, done.stderr
            os.replace(f"{library}.part", library)
    return ctypes.CDLL(str(library))


def call(library: ctypes.CDLL, name: str, *args: np.ndarray | int) -> int:
    """Call an exported function: arrays go as pointers, numbers as 64-bit integers."""
    function = getattr(library, name)
    function.restype = ctypes.c_int64
    for arg in args:
        assert not isinstance(arg, np.ndarray) or arg.flags.c_contiguous
    values = [
        ctypes.c_void_p(arg.ctypes.data) if isinstance(arg, np.ndarray) else ctypes.c_int64(arg)
        for arg in args
    ]
    return int(function(*values))


def elementwise(library: ctypes.CDLL, name: str, dtype: np.dtype, *inputs: np.ndarray) -> np.ndarray:
    """Apply `name(out, in..., n)` to arrays of one length."""
    out = np.empty(inputs[0].shape, dtype)
    call(library, name, out, *(np.ascontiguousarray(x) for x in inputs), out.size)
    return out


def same_bits(a: np.ndarray, b: np.ndarray) -> bool:
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def first_difference(got: np.ndarray, want: np.ndarray, inputs: Sequence[np.ndarray]) -> str:
    """Name the first element that differs, NaN being equal to NaN."""
    nan = (got != got) & (want != want)
    unsigned = np.dtype(f"u{got.dtype.itemsize}")
    differ = np.flatnonzero((got.view(unsigned) != want.view(unsigned)) & ~nan)
    if not differ.size:
        return ""
    i = int(differ[0])
    given = ", ".join(str(x[i]) for x in inputs)
    return f"{differ.size} differ, first at {i}: of {given} got {got[i]}, expected {want[i]}"
