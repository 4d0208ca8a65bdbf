# SPDX-License-Identifier: Apache-2.0
"""Tensors that live in device memory from call to call.

x = allocate(memory, [16, 64], pl.BF16)       # poison until something is copied or computed into it
x.shape, x.dtype, x.nbytes, x.data_ptr
on_host(x)                                    # for the runtime: the memory as a Torch tensor
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import TYPE_CHECKING, Any, NoReturn

from pypto.ir.dtypes import ALL, FP4, DType
from pypto.runtime.device import RANK
from pypto.runtime.memory import (
    Allocation,
    DeviceMemory,
    DeviceTypeError,
    DeviceValueError,
    as_integer,
    kind_of,
)
from pypto.runtime.values import fill_with_poison, numpy_to_torch, torch_dtype

if TYPE_CHECKING:
    import torch

_NO_VIEWS = (
    "it is passed whole; slice it in the kernel, or copy it to the host: worker.copy_from(host, t, t.nbytes)"
)


class DeviceTensor:
    """A contiguous tensor in the memory of a ChipWorker, made by its `alloc_tensor`; stands where a CPU tensor does.

    shape: extents, of FP4 those of the carrier: half as many bytes as elements along the last axis. dtype: the Torch
    dtype. nbytes: its size in bytes. data_ptr: its address, for `copy_to` and `copy_from`. freed: whether its memory
    was given back, by `free_tensor` or by the end of the worker. There are no views of it.
    """

    __slots__ = ("_allocation", "_memory", "dtype", "shape")

    def __init__(
        self, memory: DeviceMemory, allocation: Allocation, shape: tuple[int, ...], dtype: torch.dtype
    ) -> None:
        self._memory = memory
        self._allocation = allocation
        self.shape = shape
        self.dtype = dtype

    @property
    def data_ptr(self) -> int:
        return self._allocation.address

    @property
    def nbytes(self) -> int:
        return prod(self.shape) * self.dtype.itemsize

    @property
    def freed(self) -> bool:
        return self._allocation.freed

    def __repr__(self) -> str:
        state = ", freed" if self.freed else ""
        return f"DeviceTensor({list(self.shape)}, {self.dtype}, {self._memory.platform}{state})"

    def __getitem__(self, index: object) -> NoReturn:
        raise DeviceTypeError("a device tensor has no elements on the host, and no views", help=_NO_VIEWS)

    def __setitem__(self, index: object, value: object) -> NoReturn:
        raise DeviceTypeError(
            "a device tensor has no elements on the host, and no views",
            help="write it in a kernel, or copy into it: worker.copy_to(t, host, t.nbytes)",
        )

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise DeviceTypeError(
            "a device tensor is neither copied nor pickled",
            help="copy its content to the host: worker.copy_from(host, t, t.nbytes); init= fills another tensor with it",
        )

    def __iter__(self) -> Any:
        return self[0]

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a device tensor has no {name!r}: {_NO_VIEWS}")


def allocate(memory: DeviceMemory, shape: Any, dtype: Any) -> DeviceTensor:
    """An uninitialised tensor; poison stands in it, as in any device memory that nobody wrote."""
    extents, carrier = _extents(shape), _carrier(dtype)
    if dtype is FP4:  # elements, two to a byte of the carrier
        if not extents or extents[-1] % 2:
            raise DeviceValueError(
                f"shape is {list(extents)}: FP4 packs pairs of elements along the last dimension",
                help="give the last dimension an even extent",
            )
        extents = (*extents[:-1], extents[-1] // 2)
    size = prod(extents) * carrier.itemsize
    made = DeviceTensor(memory, memory.malloc(max(size, 1), of_tensor=True), extents, carrier)
    kind = next(d for d in ALL if d.carrier == _torch_name(carrier))
    fill_with_poison(made._allocation.cells, kind)
    return made


def window(
    memory: DeviceMemory, allocation: Allocation, shape: tuple[int, ...], dtype: DType
) -> DeviceTensor:
    """A tensor from the start of an allocation, which others may lie in too."""
    return DeviceTensor(memory, allocation, shape, torch_dtype(dtype))


def release(memory: DeviceMemory, tensor: Any) -> None:
    """Give the memory of a tensor back."""
    memory.check_open()
    if not isinstance(tensor, DeviceTensor):
        raise DeviceTypeError(
            f"free_tensor takes a device tensor, found {kind_of(tensor)}",
            help="addresses that malloc gave are freed with free(ptr)",
        )
    check_usable(tensor, memory, "the tensor")
    memory.free(tensor.data_ptr, of_tensor=True)


def check_usable(tensor: DeviceTensor, memory: DeviceMemory | None, what: str) -> DeviceMemory:
    """DeviceValueError for a tensor without memory, or of another worker than that of `memory`; its own memory."""
    own: DeviceMemory = tensor._memory
    if own.closed:
        raise DeviceValueError(
            f"{what} is a device tensor of a ChipWorker that is closed",
            help="its memory ended with the worker: run inside of the worker's `with` block",
        )
    if tensor.freed:
        raise DeviceValueError(
            f"{what} is a device tensor that was freed",
            help="free it after its last use, or allocate it again",
        )
    if memory is not None and own is not memory:
        raise DeviceValueError(
            f"{what} is a device tensor of another ChipWorker",
            help="allocate it with the worker that runs the program; its content crosses through a CPU tensor",
        )
    return own


def check_platform(tensor: DeviceTensor, platform: str, what: str) -> None:
    """DeviceValueError for a tensor on another platform than that of the run."""
    own = tensor._memory.platform
    if own != platform:
        raise DeviceValueError(
            f"{what} is a device tensor of a ChipWorker of {own}, and the run is on {platform}",
            help=f'allocate it with a worker of that platform: ChipWorker({{"platform": "{platform}"}})',
        )


def is_written(tensor: DeviceTensor) -> bool:
    """Whether anything ever gave it a content."""
    return tensor._allocation.written


def mark_written(tensor: DeviceTensor) -> None:
    tensor._allocation.written = True


def owned(tensor: DeviceTensor) -> Allocation:
    """What keeps its memory alive."""
    return tensor._allocation


def on_host(value: Any) -> Any:
    """The memory of a device tensor as a Torch tensor, without a copy; anything else as it is."""
    if not isinstance(value, DeviceTensor):
        return value
    cells = value._allocation.cells[: value.nbytes]
    return numpy_to_torch(cells).view(value.dtype).reshape(value.shape)


def _extents(shape: Any) -> tuple[int, ...]:
    if isinstance(shape, str) or not isinstance(shape, Iterable):
        raise DeviceTypeError(f"shape is {kind_of(shape)}", help="pass a list of extents: [16, 64]")
    given = tuple(shape)
    extents = tuple(n for n in map(as_integer, given) if n is not None)
    if len(extents) < len(given):
        wrong = next(n for n in given if as_integer(n) is None)
        raise DeviceTypeError(
            f"shape has the extent {wrong!r}, {kind_of(wrong)}", help="pass integers: [16, 64]"
        )
    if min(extents, default=0) < 0:
        raise DeviceValueError(
            f"shape is {list(extents)}, with the extent {min(extents)}", help="extents are integers from 0"
        )
    if len(extents) > RANK:
        raise DeviceValueError(
            f"shape is {list(extents)}, of {len(extents)} dimensions", help=f"a tensor has at most {RANK}"
        )
    return extents


def _carrier(dtype: Any) -> torch.dtype:
    """The Torch dtype of an element type of the language, or of Torch."""
    import torch

    carried = [d for d in ALL if d.carrier is not None]
    if isinstance(dtype, DType) and dtype in carried:
        carrier: torch.dtype = torch_dtype(dtype)
        return carrier
    if isinstance(dtype, torch.dtype) and any(d.carrier == _torch_name(dtype) for d in carried):
        return dtype
    raise DeviceTypeError(
        f"dtype is {dtype!r}, no element type of device tensors",
        help=f"pass pl.{', pl.'.join(d.name for d in carried)}, or the Torch dtype of one of them",
    )


def _torch_name(dtype: Any) -> str:
    return str(dtype).removeprefix("torch.")
