# SPDX-License-Identifier: Apache-2.0
"""Checking the arguments of a call against the program's parameters, and packing them for the device.

A tensor packs as (direction, dtype, rank, address, shape, place), a scalar as its bit pattern. Nothing is
converted on the way: what does not fit is an `ArgumentError` that names the parameter, what was expected
and what came. Tensors of the host and of the device are held to the same parameter by the same check.
"""

from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from pypto.errors import ArgumentError, BuildFolderError
from pypto.ir.dtypes import BY_NAME, DType
from pypto.ir.evaluate import normalise
from pypto.runtime.device import ARGUMENT_WORDS, HOST, RANK, RESIDENT, UNWRITTEN
from pypto.runtime.memory import DeviceMemory, DeviceValueError
from pypto.runtime.resident import DeviceTensor, check_usable, is_written, mark_written, on_host, owned
from pypto.runtime.values import pack_into, torch_dtype, unpacked

DIRECTIONS = {"in": 0, "out": 1, "inout": 2}
FROM_NUMPY = "pass torch.from_numpy(x), which shares its memory"


@dataclass(frozen=True)
class Parameter:
    """One parameter of the entry function; -1 in `shape` is an extent known at the call."""

    name: str
    kind: str  # "tensor" or "scalar"
    direction: str  # "in", "out" or "inout"
    shape: tuple[int, ...] | None
    dtype: DType
    dims: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def from_manifest(cls, entry: Mapping[str, Any]) -> Parameter:
        shape = entry["shape"]
        if shape is not None and len(shape) > RANK:
            raise BuildFolderError(f"parameter `{entry['name']}` has more than {RANK} dimensions")
        return cls(
            name=entry["name"],
            kind=entry["kind"],
            direction=entry["direction"],
            shape=None if shape is None else tuple(shape),
            dtype=BY_NAME[entry["dtype"]],
            dims={int(axis): symbol for axis, symbol in (entry.get("dims") or {}).items()},
        )

    @property
    def is_tensor(self) -> bool:
        return self.kind == "tensor"

    def describe(self) -> str:
        """The type as the user writes it."""
        if self.shape is None:
            return self.dtype.name
        extents = [self.dims.get(i, "?") if n < 0 else str(n) for i, n in enumerate(self.shape)]
        return f"[{', '.join(extents)}] {self.dtype.name}"


class ArgumentPacker:
    """Checks and packs the arguments of one program."""

    def __init__(self, parameters: Sequence[Parameter]) -> None:
        self.parameters = list(parameters)
        self._torch_dtypes: list[Any] | None = None
        self._written = [n for n, p in enumerate(self.parameters) if p.is_tensor and p.direction != "in"]
        # Of the call at hand: packed tensors, one element to a byte, and tensors of the device.
        self._unpacked: dict[int, Any] = {}
        self._written_tensors = [
            n for n, p in enumerate(self.parameters) if p.is_tensor and p.direction != "in"
        ]
        self.residents: dict[int, DeviceTensor] = {}
        for p in self.parameters:
            if p.is_tensor and p.dtype.carrier is None:
                raise BuildFolderError(f"parameter `{p.name}` has the element type {p.dtype.name}")

    def pack(
        self, args: Sequence[Any], words: memoryview, start: int, memory: DeviceMemory | None = None
    ) -> list[tuple[int, ...] | None]:
        """Write the arguments to `words` from `start`; returns the shapes (None for a scalar).

        Tensors of the device all lie in `memory`; without it in one memory, whichever.
        """
        parameters = self.parameters
        self.residents.clear()
        self._unpacked.clear()
        if len(args) != len(parameters):
            names = ", ".join(p.name for p in parameters)
            raise ArgumentError(
                f"{len(parameters)} arguments are needed, {len(args)} were given",
                notes=[f"the parameters are {names}"],
            )
        dtypes = self._torch_dtypes or self._find_dtypes()
        symbols: dict[str, tuple[int, str]] = {}
        shapes: list[tuple[int, ...] | None] = []
        for i, (p, value) in enumerate(zip(parameters, args, strict=True)):
            at = start + i * ARGUMENT_WORDS
            if p.shape is None or not p.is_tensor:
                words[at] = -1
                words[at + 1] = p.dtype.code
                words[at + 2] = 0
                words[at + 3] = scalar_bits(p, value)
                shapes.append(None)
                continue
            place = HOST
            if isinstance(value, DeviceTensor):
                memory = check_usable(value, memory, f"argument `{p.name}`")
                self.residents[i] = value
                place = RESIDENT if is_written(value) else UNWRITTEN
            shape = self._check(p, value, dtypes[i], symbols)
            words[at] = DIRECTIONS[p.direction]
            words[at + 1] = p.dtype.code
            words[at + 2] = len(shape)
            words[at + 3] = self._address(i, value)
            for axis, extent in enumerate(shape, at + 4):
                words[axis] = extent
            words[at + 4 + RANK] = place
            shapes.append(shape)
        self._check_scalars(args, symbols)
        if len(self._written) > 1:
            self._check_results(args)
        if len(self.residents) > 1:
            self._check_shared()
        if len(self._written_tensors) > 1:
            self._check_separate(args)
        return shapes

    def _address(self, number: int, value: Any) -> int:
        packed = self.parameters[number].dtype.packed
        if number in self.residents and not packed:
            return self.residents[number].data_ptr
        if packed:
            value = self._unpacked[number] = unpacked(on_host(value))
        address: int = value.data_ptr()
        return address

    def repack(self, args: Sequence[Any] | None) -> None:
        """After a call: what it wrote into packed tensors, back into them; None after an error."""
        if args is not None:
            for number, elements in self._unpacked.items():
                if self.parameters[number].direction != "in":
                    pack_into(on_host(args[number]), elements)
            for tensor in self.written():
                mark_written(tensor)
        self._unpacked.clear()
        self.residents.clear()

    def written(self) -> list[DeviceTensor]:
        """Tensors of the device that the call at hand writes."""
        return [t for number, t in self.residents.items() if self.parameters[number].direction != "in"]

    def held(self) -> list[Any]:
        """What owns the memory that the call at hand uses where it lies."""
        return [*self._unpacked.values(), *map(owned, self.residents.values())]

    def _find_dtypes(self) -> list[Any]:
        self._torch_dtypes = [torch_dtype(p.dtype) if p.is_tensor else None for p in self.parameters]
        return self._torch_dtypes

    def _check_results(self, args: Sequence[Any]) -> None:
        """Results are copied to the host: each needs memory that no other one is copied to."""
        spans = []
        for number in self._written:
            value = args[number]
            size = 0 if number in self.residents else value.numel() * value.element_size()
            if size:
                spans.append((value.data_ptr(), value.data_ptr() + size, number))
        spans.sort()
        for (_, end, one), (start, _, other) in pairwise(spans):
            if start < end:
                first, second = (self.parameters[n].name for n in sorted((one, other)))
                raise ArgumentError(
                    f"arguments `{first}` and `{second}` share memory, and the program writes both",
                    help="pass two tensors; one of the results would be lost",
                )

    def _check_shared(self) -> None:
        """A tensor of the device is used where it lies: what a parameter writes belongs to that parameter alone."""
        first: dict[int, Parameter] = {}
        for number, tensor in self.residents.items():
            p = self.parameters[number]
            before = first.setdefault(tensor.data_ptr, p)
            if before is p or (p.direction == before.direction == "in"):
                continue
            written = p if p.direction != "in" else before
            raise DeviceValueError(
                f"arguments `{before.name}` and `{p.name}` are the same device tensor, and the program writes "
                f"`{written.name}`",
                help="pass two tensors, or write the kernel with one parameter that is pl.InOut",
            )

    def _check_separate(self, args: Sequence[Any]) -> None:
        """Each output on the host is copied back whole: of two that share memory one would be lost."""
        places = []
        for number in self._written_tensors:
            value = args[number]
            if number not in self.residents:
                places.append((value.data_ptr(), value.numel() * value.element_size(), number))
        places.sort()
        for (first, size, one), (second, more, other) in pairwise(places):
            if size and more and second < first + size:
                a, b = sorted((one, other))
                raise ArgumentError(
                    f"arguments `{self.parameters[a].name}` and `{self.parameters[b].name}` share memory, and the "
                    "program writes both",
                    help="pass tensors of their own",
                )

    def _check(
        self, p: Parameter, value: Any, dtype: Any, symbols: dict[str, tuple[int, str]]
    ) -> tuple[int, ...]:
        resident = isinstance(value, DeviceTensor)
        try:
            shape, actual_dtype = tuple(value.shape), value.dtype
            device = None if resident else value.device
            contiguous: bool = resident or value.is_contiguous()
        except AttributeError:
            if hasattr(value, "__array_interface__"):
                raise _mismatch(p, f"ndarray {_describe(value)}", help=FROM_NUMPY) from None
            raise _mismatch(p, f"{type(value).__name__} {value!r:.60}") from None
        if p.dtype.packed and actual_dtype == dtype:
            if not shape or shape[-1] < 1:
                raise _mismatch(p, _describe(value), "a carrier with a last dimension of at least 1")
            shape = (*shape[:-1], 2 * shape[-1])
        if shape != p.shape:
            self._check_extents(p, value, shape, symbols)
        if actual_dtype != dtype:
            way = f"pass {p.name}.to({dtype})" if p.direction == "in" else f"make it of {dtype}"
            raise _mismatch(p, _describe(value), help=None if resident else way)
        if device is not None and device.type != "cpu":
            raise _mismatch(p, f"a tensor on {device}", "a tensor in CPU memory")
        if not contiguous:
            raise _mismatch(
                p,
                f"strides {tuple(value.stride())} for shape {list(shape)}",
                "a contiguous tensor",
                "pass a copy: .contiguous(); copy back what the kernel writes into it",
            )
        if device is not None and value.is_neg():  # a view whose memory holds the opposite
            raise _mismatch(p, "a view that negates what it shows", "a plain tensor", "pass .resolve_neg()")
        return shape

    def _check_scalars(self, args: Sequence[Any], symbols: Mapping[str, tuple[int, str]]) -> None:
        """A scalar that is an extent of tensors has their value."""
        for p, value in zip(self.parameters, args, strict=True):
            if p.is_tensor or p.name not in symbols:
                continue
            extent, owner = symbols[p.name]
            given = scalar_bits(p, value)
            if given != extent:
                raise ArgumentError(
                    f"`{p.name}` is {given}, but `{owner}` has {p.name} = {extent}",
                    notes=[f"the scalar `{p.name}` is an extent of `{owner}`"],
                )

    def _check_extents(
        self, p: Parameter, value: Any, shape: tuple[int, ...], symbols: dict[str, tuple[int, str]]
    ) -> None:
        assert p.shape is not None
        if len(shape) != len(p.shape):
            raise _mismatch(p, _describe(value))
        for axis, (expected, actual) in enumerate(zip(p.shape, shape, strict=True)):
            if expected >= 0:
                if expected != actual:
                    raise _mismatch(p, _describe(value))
                continue
            symbol = p.dims.get(axis)
            if symbol is None:
                continue
            known, owner = symbols.setdefault(symbol, (actual, p.name))
            if known != actual:
                raise ArgumentError(
                    f"`{p.name}` has {symbol} = {actual} (axis {axis}), but `{owner}` has {symbol} = {known}",
                    notes=[f"`{p.name}` is declared {p.describe()}, and came as {_describe(value)}"],
                )


def check_tensor(p: Parameter, value: Any) -> None:
    """ArgumentError for a tensor that does not fit a parameter."""
    packer = ArgumentPacker([p])
    packer._check(p, value, torch_dtype(p.dtype), {})


def _describe(value: Any) -> str:
    kind = " on the device" if isinstance(value, DeviceTensor) else ""
    return f"[{', '.join(map(str, value.shape))}] {str(value.dtype).removeprefix('torch.')}{kind}"


def _mismatch(
    p: Parameter, actual: str, expected: str | None = None, help: str | None = None
) -> ArgumentError:
    return ArgumentError(
        f"argument `{p.name}` does not fit: expected {expected or p.describe()}, got {actual}",
        help=help,
    )


def folded_bits(entry: Mapping[str, Any], value: Any) -> int:
    """The slot of the value that was folded into the program for a scalar parameter."""
    parameter = Parameter.from_manifest(entry)
    if parameter.dtype.kind == "bool":
        value = bool(value)
    return scalar_bits(parameter, value)


def check_folded(entries: Sequence[Mapping[str, Any]], args: Sequence[Any]) -> None:
    """ArgumentError for a scalar whose value is not the one that the program was compiled for."""
    for entry, value in zip(entries, args, strict=False):
        if "folded" in entry and folded_bits(entry, value) != entry["folded"]:
            raise ArgumentError(
                f"`{entry['name']}` is part of the program with another value than {value!r:.60}",
                help="compile the kernel for this value, or keep the scalar a run-time parameter: pl.RUNTIME "
                "(compile_runtime=True in its ScalarSpec)",
            )


def scalar_bits(p: Parameter, value: Any) -> int:
    """The 64-bit slot of a scalar, as a signed word: the value's bit pattern in its type's width."""
    if isinstance(value, ctypes._SimpleCData):
        value = value.value
    elif hasattr(value, "item"):  # NumPy scalars, tensors of one element
        shape = list(getattr(value, "shape", ()))
        if math.prod(shape) != 1:
            raise _mismatch(p, f"a tensor of shape {shape}")
        value = value.item()
    dtype = p.dtype
    if dtype.is_float:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise _mismatch(p, f"{type(value).__name__} {value!r:.60}")
        return _float_bits(p, float(value))
    if dtype.kind == "bool":
        if value not in (0, 1):
            raise _mismatch(p, f"{value!r:.60}", "BOOL")
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise _mismatch(p, f"{type(value).__name__} {value!r:.60}")
    bits = dtype.bits
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if dtype.is_signed else (0, (1 << bits) - 1)
    if not low <= value <= high:
        raise _mismatch(p, f"{value}", f"{dtype.name} from {low} to {high}")
    pattern = value & ((1 << bits) - 1)
    return pattern - (1 << 64) if pattern >> 63 else pattern


def _float_bits(p: Parameter, value: float) -> int:
    """Rounded to nearest, ties to even, as a cast of the value would be."""
    if p.dtype.name == "FP32":
        return int.from_bytes(bytes(ctypes.c_float(value)), "little")
    if p.dtype.name == "FP16":
        try:
            return int.from_bytes(struct.pack("<e", value), "little")
        except OverflowError:
            return 0x7C00 if value > 0 else 0xFC00
    import numpy as np

    if p.dtype.bits == 8:
        value = float(normalise(value, p.dtype))  # saturates, which NumPy does not
    # Not through FP32, which would round twice.
    return int(np.asarray(value, np.float64).astype(p.dtype.numpy()).view(f"u{p.dtype.get_byte()}"))
