# SPDX-License-Identifier: Apache-2.0
"""Values of the interpreter: buffers of the device, views of them, arrays on a core; Torch tensors as arrays.

Buffer   device memory of one tensor: flat elements, and for each the number of its last store
View     a strided window of a buffer: what a tensor variable in global memory denotes
Local    an array on a core: physical data and the extents that hold values; the rest is poison
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

from pypto.errors import InternalError
from pypto.ir.dtypes import BF16, FP4, FP8E4M3FN, FP8E5M2, FP16, FP32, DType
from pypto.runtime.faults import DeviceMemoryError

if TYPE_CHECKING:
    import numpy as np

_POISON = {FP32: 0x7FA5A5A5, BF16: 0x7FA5, FP16: 0x7DA5, FP8E4M3FN: 0x7F, FP8E5M2: 0x7D, FP4: 0x05}


def torch_to_numpy(tensor: Any) -> np.ndarray[Any, Any]:
    """The memory of a CPU tensor as a NumPy array, without a copy; element types NumPy lacks come from ml_dtypes."""
    import ml_dtypes
    import numpy as np
    import torch

    extra = getattr(ml_dtypes, str(tensor.dtype).removeprefix("torch."), None)
    if extra is None:
        array: np.ndarray[Any, Any] = tensor.detach().numpy()
        return array
    carrier = {1: torch.uint8, 2: torch.int16}[tensor.element_size()]
    return np.asarray(tensor.detach().view(carrier).numpy()).view(extra)


def torch_dtype(dtype: DType) -> Any:
    """The Torch dtype of tensors that hold such elements."""
    import torch

    if dtype.carrier is None:
        raise InternalError(f"no tensor holds {dtype}")
    return getattr(torch, dtype.carrier)


def unpacked(carrier: Any) -> Any:
    """The elements of a carrier of FP4, one to a byte; the first of a byte is its lower half."""
    import torch

    both = carrier.detach().view(torch.uint8)
    return torch.stack((both & 15, both >> 4), -1).reshape(*both.shape[:-1], 2 * both.shape[-1])


def numbers(carrier: Any) -> Any:
    """The same in FP32."""
    import torch

    held = unpacked(carrier).contiguous().numpy().view(FP4.numpy())
    return torch.from_numpy(held.astype(FP32.numpy()))


def pack_into(carrier: Any, elements: Any) -> None:
    """Write elements of one byte each back into the carrier."""
    import torch

    pairs = elements.reshape(*carrier.shape, 2)
    carrier.detach().view(torch.uint8).copy_((pairs[..., 0] & 15) | (pairs[..., 1] << 4))


def packed(elements: np.ndarray[Any, Any]) -> Any:
    """A carrier of elements of one byte each; a row of odd length ends with a zero."""
    import numpy as np
    import torch

    cells = elements.view(np.uint8)
    if cells.shape[-1] % 2:
        cells = np.concatenate((cells, np.zeros_like(cells[..., :1])), -1)
    carrier = torch.empty((*cells.shape[:-1], cells.shape[-1] // 2), dtype=torch.uint8)
    carrier = carrier.view(torch_dtype(FP4))
    pack_into(carrier, torch.from_numpy(cells))
    return carrier


def numpy_to_torch(array: np.ndarray[Any, Any]) -> Any:
    """The array as a CPU tensor, sharing its memory where it can be written."""
    import numpy as np
    import torch

    plain = np.ascontiguousarray(array)
    if plain.dtype.kind == "V" or plain.dtype.type.__module__ == "ml_dtypes":
        carrier = plain.view({1: np.uint8, 2: np.int16}[plain.dtype.itemsize])
        return torch.from_numpy(carrier).view(getattr(torch, plain.dtype.name))
    return torch.from_numpy(plain)


def storage(dtype: DType, wide: bool = False) -> np.dtype[Any]:
    """The NumPy type that holds elements; `wide` keeps every float in FP32."""
    return (FP32 if wide and dtype.is_float else dtype).numpy()


def poisoned(shape: Sequence[int], dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """An array of a pattern that no computation should produce: a signalling NaN, or 0xA5 bytes."""
    import numpy as np

    bits = next((bits for kind, bits in _POISON.items() if kind.numpy() == dtype), None)
    try:
        if bits is not None:
            return np.full(shape, bits, f"u{dtype.itemsize}").view(dtype)
        return np.full((*shape, dtype.itemsize), 0xA5, np.uint8).view(dtype).reshape(shape)
    except (MemoryError, ValueError):  # NumPy's word for more than it can address
        size = prod(shape) * dtype.itemsize
        raise DeviceMemoryError(f"a tensor needs {size} bytes of memory, more than the system has") from None


def poison_bytes(dtype: DType) -> np.ndarray[Any, Any]:
    """What stands in memory that nobody wrote, repeated: the bytes of one element, of a packed type those of two."""
    pattern = poisoned((1,), dtype.numpy()).view("u1")
    return pattern | pattern << 4 if dtype.packed else pattern


def fill_with_poison(cells: np.ndarray[Any, Any], dtype: DType) -> None:
    """The pattern into all of an array of bytes but an unfinished rest."""
    pattern = poison_bytes(dtype)
    whole = cells.size // pattern.size * pattern.size
    cells[:whole].reshape(-1, pattern.size)[:] = pattern


@dataclass(eq=False)
class Buffer:
    """Device memory of one tensor."""

    name: str
    data: np.ndarray[Any, Any]
    last: np.ndarray[Any, Any]  # per element the number of its last store, -1 for none
    packed: bool = False  # two elements of the caller's share a byte
    stores: int = 0

    @classmethod
    def of(cls, name: str, data: np.ndarray[Any, Any], packed: bool = False) -> Buffer:
        import numpy as np

        return cls(name, data.reshape(-1), np.full(data.size, -1, np.int32), packed)


@dataclass(frozen=True, eq=False)
class View:
    """A tensor in global memory: a strided window of a buffer, all numbers in elements."""

    buffer: Buffer
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    start: int = 0

    @classmethod
    def whole(cls, buffer: Buffer, shape: Sequence[int]) -> View:
        return cls(buffer, tuple(shape), contiguous(shape))

    def window(self, offset: Sequence[int], shape: Sequence[int], keep: Sequence[int] | None = None) -> View:
        """The part that begins at `offset`; `keep` lists the axes that stay."""
        axes = range(len(self.shape)) if keep is None else keep
        start = self.start + sum(o * s for o, s in zip(offset, self.strides, strict=True))
        return View(self.buffer, tuple(shape[a] for a in axes), tuple(self.strides[a] for a in axes), start)

    def outside(self) -> tuple[int, int, int] | None:
        """First element, count and buffer size where the view leaves its buffer, else None."""
        if prod(self.shape) == 0:
            return None
        end = self.start + sum((n - 1) * s for n, s in zip(self.shape, self.strides, strict=True)) + 1
        size = self.buffer.data.size
        return (self.start, end - self.start, size) if self.start < 0 or end > size else None

    def elements(self) -> np.ndarray[Any, Any]:
        return self._strided(self.buffer.data)

    def marks(self) -> np.ndarray[Any, Any]:
        """For each element the number of its last store."""
        return self._strided(self.buffer.last)

    def _strided(self, flat: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        import numpy as np

        if prod(self.shape) == 0:
            return np.empty(self.shape, flat.dtype)
        if self.outside():
            raise InternalError(f"a view of {self.buffer.name} leaves its buffer")
        size = flat.dtype.itemsize
        # As unsigned words: NumPy does not make views of element types that it does not know, such as FP8.
        words = flat.view(f"u{size}")[self.start :]
        strided = np.lib.stride_tricks.as_strided(words, self.shape, tuple(s * size for s in self.strides))
        return strided.view(flat.dtype)


@dataclass(frozen=True, eq=False)
class Local:
    """An array on a core; `valid` is the origin-anchored rectangle that holds values."""

    data: np.ndarray[Any, Any]
    valid: tuple[int, ...]

    @property
    def held(self) -> np.ndarray[Any, Any]:
        """The valid cells."""
        return self.data[tuple(slice(0, n) for n in self.valid)]


def contiguous(shape: Sequence[int]) -> tuple[int, ...]:
    """Strides of a row-major array."""
    strides, step = [], 1
    for extent in reversed(shape):
        strides.append(step)
        step *= extent
    return tuple(reversed(strides))
