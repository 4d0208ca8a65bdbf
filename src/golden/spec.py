# SPDX-License-Identifier: Apache-2.0
"""Specs: what a kernel file says about the arguments of its kernel.

One spec per parameter, in signature order. A spec never states a direction; the harness stamps it
from the compiled artifact.

    TensorSpec("x", [64, 256], torch.bfloat16, init_value=torch.randn)
    ScalarSpec("eps", torch.float32, 1e-6)
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

from golden.errors import SpecError, SpecTypeError
from golden.packed import in_elements, is_packed, packed

_INTEGER_RANGES: dict[torch.dtype, tuple[int, int]] = {
    torch.int8: (-(2**7), 2**7 - 1),
    torch.int32: (-(2**31), 2**31 - 1),
    torch.int64: (-(2**63), 2**63 - 1),
    torch.uint8: (0, 2**8 - 1),
}
_SCALAR_CTYPES: dict[torch.dtype, Any] = {
    torch.int8: ctypes.c_int8,
    torch.int32: ctypes.c_int32,
    torch.int64: ctypes.c_int64,
    torch.uint8: ctypes.c_uint8,
    torch.bool: ctypes.c_bool,
    torch.float32: ctypes.c_float,
    torch.float16: ctypes.c_uint16,
    torch.bfloat16: ctypes.c_uint16,
}
_HALF_DTYPES = (torch.float16, torch.bfloat16)

SUPPORTED_SCALAR_DTYPES: tuple[torch.dtype, ...] = tuple(_SCALAR_CTYPES)


def _is_factory(value: object) -> bool:
    """The Torch functions that are called with shape and dtype; every other callable takes no argument."""
    return any(value is factory for factory in (torch.randn, torch.rand, torch.zeros, torch.ones))


def _converted(value: Any, dtype: torch.dtype) -> torch.Tensor:
    """A tensor of a tensor, an array or nested lists; float types that NumPy does not know become float32."""
    if is_packed(dtype) and getattr(value, "dtype", None) != dtype:
        return packed(_converted(value, torch.float64))
    if isinstance(value, torch.Tensor) or not hasattr(value, "__array__"):
        return torch.as_tensor(value, dtype=dtype)
    array = np.array(value, order="C")  # a copy, as Torch takes no strides below zero and warns if read-only
    if array.dtype.kind == "V" and array.dtype.names is None:
        array = array.astype(np.float32)
    return torch.from_numpy(array).to(dtype)


@dataclass
class TensorSpec:
    """A tensor parameter: its name, its concrete shape and dtype, and how its host content is made.

    `init_value` is None (zeros), a number (fill), a tensor or array (converted), one of torch.randn,
    torch.rand, torch.zeros, torch.ones (called with shape and dtype), or a callable without arguments.
    A shape of torch.float4_e2m1fn_x2 counts bytes; numbers for it are given per element, two to a byte.
    """

    name: str
    shape: list[int]
    dtype: torch.dtype
    init_value: Any = None
    resident: Any = None
    direction: str | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.dtype, torch.dtype):
            raise SpecTypeError(f"spec '{self.name}': dtype must be a torch.dtype, got {self.dtype!r}")
        if not isinstance(self.shape, Iterable) or isinstance(self.shape, str):
            raise SpecError(
                f"spec '{self.name}': shape must be a list of sizes such as [32], got {self.shape!r}"
            )
        sizes = list(self.shape)
        if any(isinstance(size, bool) or not isinstance(size, int) or size < 0 for size in sizes):
            raise SpecError(f"spec '{self.name}': shape must hold non-negative integers, got {sizes}")
        self.shape = sizes
        self._check_resident()

    def _check_resident(self) -> None:
        value = self.resident
        if value is None or value is False or value == "stacked":
            return
        if value is True:
            raise SpecError(
                f"spec '{self.name}': resident=True is ambiguous; give a worker id such as 0, or \"stacked\""
            )
        if isinstance(value, int):
            if value < 0:
                raise SpecError(f"spec '{self.name}': resident worker id must be >= 0, got {value}")
            return
        raise SpecError(
            f"spec '{self.name}': resident must be None/False, a worker id or \"stacked\", got {value!r}"
        )

    def _stamped(self) -> str:
        if self.direction is None:
            raise RuntimeError(
                f"spec '{self.name}': direction not stamped; `run` sets it from the compiled artifact"
            )
        return self.direction

    @property
    def is_output(self) -> bool:
        return self._stamped() in ("out", "inout")

    @property
    def is_input(self) -> bool:
        return self._stamped() in ("in", "inout")

    @property
    def is_resident(self) -> bool:
        return self.resident is not None and self.resident is not False

    def allocate(self) -> torch.Tensor:
        """A host tensor of shape and dtype without content."""
        try:
            return torch.empty(self.shape, dtype=self.dtype)
        except (RuntimeError, TypeError, OverflowError):  # Torch's text speaks of its allocator
            size = math.prod(self.shape) * self.dtype.itemsize
            raise SpecError(
                f"spec '{self.name}': shape {self.shape} of {self.dtype} does not fit into memory ({size} bytes)"
            ) from None

    def create_tensor(self) -> torch.Tensor:
        """A host tensor made from `init_value`; its shape is not checked here."""
        value = self.init_value
        if isinstance(value, np.generic) and value.dtype.kind in "biuf":
            value = value.item()
        if value is None:
            return self.allocate().zero_()
        if isinstance(value, int | float):
            empty = self.allocate()
            if is_packed(self.dtype):
                return self._attempt(
                    lambda: packed(torch.full(in_elements(self.shape), value, dtype=torch.float64)),
                    f"cannot be filled with {value!r}",
                )
            return self._attempt(lambda: empty.fill_(value), f"cannot be filled with {value!r}")
        if _is_factory(value):
            self.allocate()  # a shape without a place in memory is not the factory's fault
            if is_packed(self.dtype):
                return self._attempt(
                    lambda: packed(value(in_elements(self.shape), dtype=torch.float32)),
                    f"torch.{value.__name__} cannot make {self.dtype}",
                )
            return self._attempt(
                lambda: value(self.shape, dtype=self.dtype),
                f"torch.{value.__name__} cannot make {self.dtype}",
            )
        if callable(value):
            try:
                made = value()
            except Exception as error:
                error.add_note(f"raised by init_value of spec '{self.name}'")
                raise
            return self._attempt(lambda: _converted(made, self.dtype), "init_value does not return a tensor")
        if isinstance(value, torch.Tensor) or hasattr(value, "__array__"):
            return self._attempt(lambda: _converted(value, self.dtype), "init_value cannot be converted")
        raise SpecTypeError(f"Unsupported init_value type {type(value).__name__} for spec '{self.name}'")

    def _attempt(self, make: Callable[[], torch.Tensor], what: str) -> torch.Tensor:
        try:
            return make()
        except (RuntimeError, TypeError, ValueError, OverflowError) as error:
            raise SpecError(f"spec '{self.name}': {what}: {error}") from error


@dataclass
class ScalarSpec:
    """A scalar parameter. After construction `value` is a 0-dim tensor of `dtype`.

    A scalar is folded into the compiled program unless `compile_runtime` is true.
    """

    name: str
    dtype: torch.dtype
    value: Any
    compile_runtime: bool = False
    benchmark_step: int | float | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.compile_runtime, bool):
            raise SpecError(
                f"spec '{self.name}': compile_runtime must be a bool, got {self.compile_runtime!r}"
            )
        if self.dtype not in _SCALAR_CTYPES:
            raise SpecError(
                f"spec '{self.name}': unsupported dtype {self.dtype}; "
                f"a scalar is one of {', '.join(str(dtype) for dtype in SUPPORTED_SCALAR_DTYPES)}"
            )
        if self.benchmark_step is not None:
            if self.dtype is torch.bool:
                raise SpecError(f"spec '{self.name}': benchmark_step is unsupported for torch.bool")
            self._number(self.benchmark_step, "benchmark_step ")
        self.value = self._as_tensor(self.value)

    def _as_tensor(self, value: object) -> torch.Tensor:
        if not isinstance(value, torch.Tensor):
            return torch.tensor(self._number(value, ""), dtype=self.dtype)
        if value.dim() != 0:
            raise SpecError(
                f"spec '{self.name}': a tensor value must be 0-dim, got shape {list(value.shape)}"
            )
        if value.dtype != self.dtype:
            raise SpecError(
                f"spec '{self.name}': value dtype {value.dtype} does not match dtype {self.dtype}"
            )
        return value

    def _number(self, value: object, what: str) -> int | float | bool:
        if self.dtype is torch.bool:
            if not isinstance(value, bool):
                raise SpecError(
                    f"spec '{self.name}': {what}requires bool value for {self.dtype}, got {value!r}"
                )
            return value
        if self.dtype in _INTEGER_RANGES:
            if isinstance(value, bool) or not isinstance(value, int):
                raise SpecError(
                    f"spec '{self.name}': {what}requires int value for {self.dtype}, got {value!r}"
                )
            low, high = _INTEGER_RANGES[self.dtype]
            if not low <= value <= high:
                raise SpecError(
                    f"spec '{self.name}': {what}{value} is out of range for {self.dtype} [{low}, {high}]"
                )
            return value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise SpecError(
                f"spec '{self.name}': {what}requires int or float for {self.dtype}, got {value!r}"
            )
        limit = torch.finfo(self.dtype).max
        try:
            number = float(value)
            held = not math.isfinite(number) or bool(torch.tensor(number, dtype=self.dtype).isfinite())
        except OverflowError:
            held = False
        if not held:  # infinity is only what is asked for by name
            raise SpecError(
                f"spec '{self.name}': {what}{value} is out of range for {self.dtype} [{-limit:g}, {limit:g}]"
            )
        return number

    def to_python(self) -> int | float | bool:
        """The value the device sees, so a 16-bit float is the rounded one."""
        return self.value.item()

    def to_ctypes(self) -> Any:
        """The value as a dispatch argument; 16-bit floats travel as their bit pattern."""
        if self.dtype in _HALF_DTYPES:
            return ctypes.c_uint16(self.value.view(torch.int16).item() & 0xFFFF)
        return _SCALAR_CTYPES[self.dtype](self.value.item())

    @property
    def has_benchmark_step(self) -> bool:
        return self.benchmark_step is not None and self.benchmark_step != 0

    def value_for_benchmark_dispatch(self, dispatch_index: int) -> torch.Tensor:
        """The value of one physical launch, counted from 0 over warm-up and measured launches."""
        if isinstance(dispatch_index, bool) or not isinstance(dispatch_index, int) or dispatch_index < 0:
            raise SpecError(
                f"spec '{self.name}': dispatch_index must be a non-negative int, got {dispatch_index!r}"
            )
        step = self.benchmark_step
        if dispatch_index == 0 or step is None or step == 0:
            return self.value
        return torch.tensor(self._number(self.to_python() + dispatch_index * step, ""), dtype=self.dtype)
