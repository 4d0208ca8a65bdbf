# SPDX-License-Identifier: Apache-2.0
"""Device memory that outlives calls: allocations, where they end, and what may be done with an address.

    memory = DeviceMemory("a2a3sim")
    address = memory.malloc(64).address        # 64 bytes of 0xA5
    memory.copy_to(address, tensor, 64)
    memory.free(address)

An address may point into an allocation; a range of bytes has to end in it. All sizes are in bytes.
"""

from __future__ import annotations

import ctypes
import operator
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pypto.errors import ArgumentError, caller_span
from pypto.runtime.faults import NO_ROOM, DeviceMemoryError

if TYPE_CHECKING:
    import numpy as np

_LINE = 64
_STAGGER = 5 * _LINE
"""Allocations do not all start at the same place of a page, so that equal offsets do not meet in one cache set."""

_PAGE = 4096
POISON = 0xA5


class DeviceUseError(ArgumentError):
    """A use of a worker or of its memory that does not fit it; says where it was asked for."""

    default_code = "device-memory"

    def __init__(self, message: str, *, help: str) -> None:
        super().__init__(message, span=caller_span(), help=help)


class DeviceValueError(DeviceUseError, ValueError):
    """An address, a size, a tensor or a program that the worker cannot take."""


class DeviceTypeError(DeviceUseError, TypeError):
    """Something that is no address, no size, no tensor or no program."""


class WorkerClosedError(DeviceUseError, RuntimeError):
    """A worker, or a handle of one, that is used after its end."""


@dataclass(eq=False)
class Allocation:
    """Bytes of device memory; `written` once something gave them a content."""

    cells: np.ndarray[Any, Any]
    address: int
    of_tensor: bool
    written: bool = False
    freed: bool = False

    @property
    def nbytes(self) -> int:
        return self.cells.size

    def zero(self) -> None:
        """Zeros are a content."""
        self.cells[:] = 0
        self.written = True

    def part(self, offset: int, nbytes: int) -> Allocation:
        """Some of its bytes, as an allocation that lives as long as this one."""
        return Allocation(
            self.cells[offset : offset + nbytes], self.address + offset, self.of_tensor, self.written
        )


class DeviceMemory:
    """The allocations of one worker of `platform`."""

    def __init__(self, platform: str) -> None:
        self.platform = platform
        self.closed = False
        self._held: dict[int, Allocation] = {}
        self._starts: list[int] = []  # sorted
        self._freed: set[int] = set()
        self._count = 0

    def check_open(self) -> None:
        if self.closed:
            raise WorkerClosedError(
                "this ChipWorker is closed", help="use it inside of its `with` block, or open another one"
            )

    def malloc(self, nbytes: Any, *, of_tensor: bool = False) -> Allocation:
        """Fresh memory; what is not the memory of a tensor is filled with 0xA5."""
        self.check_open()
        size = _size(nbytes, "nbytes", 1)
        cells = self._take(size)
        if not of_tensor:
            cells[:] = POISON
        made = Allocation(cells, cells.ctypes.data, of_tensor)
        self._held[made.address] = made
        self._starts.insert(bisect_right(self._starts, made.address), made.address)
        self._freed.discard(made.address)
        return made

    def _take(self, size: int) -> np.ndarray[Any, Any]:
        import numpy as np

        self._count += 1
        shift = self._count * _STAGGER % _PAGE
        try:
            room = np.empty(size + _LINE + shift + _STAGGER, np.uint8)
        except (MemoryError, OverflowError, ValueError):  # NumPy's words for more than it can address
            raise DeviceMemoryError(NO_ROOM.format("an allocation needs", size)) from None
        start = -room.ctypes.data % _LINE + shift
        return room[start : start + size]

    def free(self, address: Any, *, of_tensor: bool = False) -> None:
        self.check_open()
        start = _address(address, "ptr")
        found = self._held.get(start)
        if found is None:
            raise self._unknown(start)
        if found.of_tensor and not of_tensor:
            raise DeviceValueError(f"{start:#x} is the memory of a tensor", help="use free_tensor(tensor)")
        found.freed = True
        del self._held[found.address]
        self._starts.remove(found.address)
        self._freed.add(found.address)

    def close(self) -> None:
        """Free everything; again is the same as once."""
        self.closed = True
        for held in self._held.values():
            held.freed = True
        self._held.clear()
        self._starts.clear()

    def copy_to(self, target: Any, source: Any, nbytes: Any) -> None:
        """Bytes of the host into device memory."""
        allocation, address, size = self._range(target, nbytes, "dst_dev")
        ctypes.memmove(address, host_address(source, size, "src_host"), size)
        if size:
            allocation.written = True

    def copy_from(self, target: Any, source: Any, nbytes: Any) -> None:
        """Bytes of device memory into the host's."""
        _, address, size = self._range(source, nbytes, "src_dev")
        ctypes.memmove(host_address(target, size, "dst_host"), address, size)

    def _range(self, value: Any, nbytes: Any, name: str) -> tuple[Allocation, int, int]:
        """The allocation that holds all of a range of bytes."""
        self.check_open()
        size = _size(nbytes, "nbytes", 0)
        address = _address(value, name)
        at = bisect_right(self._starts, address) - 1
        found = self._held[self._starts[at]] if at >= 0 else None
        if found is None or address > found.address + found.nbytes:
            raise self._unknown(address)
        offset = address - found.address
        if offset + size > found.nbytes:
            raise DeviceValueError(
                f"{name}: {size} bytes from byte {offset} on leave an allocation of {found.nbytes} bytes",
                help=f"copy at most {found.nbytes - offset} bytes from there",
            )
        return found, address, size

    def _unknown(self, address: int) -> DeviceValueError:
        if address in self._freed:
            return DeviceValueError(
                f"{address:#x} was freed already",
                help="free an allocation once, and do not use it after that",
            )
        inside = next((a for a in self._held.values() if a.address < address < a.address + a.nbytes), None)
        if inside is not None:
            return DeviceValueError(
                f"{address:#x} lies inside of an allocation, {address - inside.address} bytes from its start",
                help=f"free it by its first address, {inside.address:#x}",
            )
        return DeviceValueError(
            f"{address:#x} is no device memory of this worker",
            help="pass what malloc of the same worker gave, or the data_ptr of one of its tensors",
        )


def host_address(value: Any, size: int, name: str) -> int:
    """Where `size` bytes of the host lie: a contiguous CPU tensor that has as many, or an address."""
    if as_integer(value) is not None:
        return _address(value, name)
    if not all(hasattr(value, part) for part in ("data_ptr", "is_contiguous", "element_size", "numel")):
        raise DeviceTypeError(
            f"{name} is {kind_of(value)}",
            help="pass a CPU tensor, or the address that data_ptr() gives",
        )
    if value.device.type != "cpu":
        raise DeviceValueError(f"{name} is a tensor on {value.device}", help="pass a tensor in CPU memory")
    if not value.is_contiguous():
        raise DeviceValueError(
            f"{name} is a view with the strides {tuple(value.stride())} for the shape {list(value.shape)}: its bytes do "
            "not lie together",
            help="copy from or to a contiguous tensor: .contiguous() makes one",
        )
    held = value.numel() * value.element_size()
    if held < size:
        raise DeviceValueError(
            f"{name} has {held} bytes, and nbytes is {size}", help=f"copy at most {held} bytes"
        )
    return int(value.data_ptr())


def _address(value: Any, name: str) -> int:
    address = as_integer(value)
    if address is None:
        raise DeviceTypeError(
            f"{name} is {kind_of(value)}, no address",
            help="pass what malloc gave, or the data_ptr of a tensor",
        )
    if address <= 0:
        raise DeviceValueError(
            f"{name} is {address}, no address", help="pass what malloc gave, or the data_ptr of a tensor"
        )
    return address


def _size(value: Any, name: str, least: int) -> int:
    size = as_integer(value)
    if size is None:
        raise DeviceTypeError(
            f"{name} is {kind_of(value)}, no number of bytes", help=f"pass an integer from {least}"
        )
    if size < least:
        raise DeviceValueError(f"{name} is {size}", help=f"a number of bytes is an integer from {least}")
    return size


def as_integer(value: Any) -> int | None:
    """The integer that a number of Python, NumPy or another library is; None for anything else."""
    if isinstance(value, bool) or hasattr(value, "data_ptr") or not hasattr(value, "__index__"):
        return None
    try:
        return operator.index(value)
    except TypeError:  # an array of several
        return None


def kind_of(value: Any) -> str:
    """The type of a value, with its article."""
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"
