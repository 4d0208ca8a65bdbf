# SPDX-License-Identifier: Apache-2.0
"""Specs: what a kernel file says about the arguments of its kernel.

One spec per parameter, in signature order. A spec never states a direction; the harness stamps it
from the compiled artifact.

    TensorSpec("x", [64, 256], torch.bfloat16, init_value=torch.randn)
    ScalarSpec("eps", torch.float32, 1e-6)
"""

from __future__ import annotations

import ctypes
import inspect
import math
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, ClassVar, Self

import numpy as np
import torch

from golden.dtypes import TORCH_BY_NAME
from golden.errors import SpecError, SpecTypeError
from golden.keywords import near
from golden.packed import in_elements, is_packed, packed
from golden.places import Place, place_of

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


def _meant(dtype: object) -> str | None:
    """Torch's name of an element type that was given as a text, NumPy's or the kernel language's."""
    name = str(getattr(dtype, "name", None) or getattr(dtype, "__name__", None) or dtype)
    known = TORCH_BY_NAME.get(name.upper()) or getattr(torch, name.removeprefix("torch."), None)
    return f"write {known}" if isinstance(known, torch.dtype) and not isinstance(dtype, torch.dtype) else None


_SIGNATURE = "the signature of the kernel says what it writes: pl.Out[...] or pl.InOut[...]"
_MEANT = {
    **dict.fromkeys(("direction", "is_output", "is_input", "output", "out"), _SIGNATURE),
    **dict.fromkeys(("init", "data", "fill", "initial"), "its content is init_value="),
    **dict.fromkeys(("runtime", "dynamic"), "a run-time scalar has compile_runtime=True"),
}
"""What other words for the fields of a spec mean."""


class _Placed:
    """A spec knows the line that made it."""

    name: str
    place: Place | None = None
    _form: ClassVar[str]

    def __new__(cls, *_: Any, **given: Any) -> Self:
        known: tuple[str, ...] = cls.__match_args__  # type: ignore[attr-defined]  # the fields that are given
        for name in given:
            if name not in known:
                raise TypeError(
                    f"{cls.__name__}() got an unexpected keyword argument '{name}'; "
                    f"{_MEANT.get(name) or near(name, list(known))}"
                )
        return super().__new__(cls)

    def _begin(self, frame: FrameType) -> None:
        """Where this spec is made; its name says it in every message."""
        self.place = place_of(frame)
        if not isinstance(self.name, str):
            raise SpecTypeError(
                f"a spec's name must be a str, got {self.name!r}",
                place=self.place,
                help=f"the name of the kernel's parameter comes first: {self._form}",
            )

    def _swapped(self, other: object) -> str | None:
        return f"the order is {self._form}" if isinstance(other, torch.dtype) else None

    def error(
        self, text: str, kind: type[SpecError | SpecTypeError] = SpecError, help: str | None = None
    ) -> SpecError | SpecTypeError:
        return kind(f"spec '{self.name}': {text}", place=self.place, help=help)


@dataclass
class TensorSpec(_Placed):
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

    _form: ClassVar[str] = 'TensorSpec("x", [16, 64], torch.float32)'

    def __post_init__(self) -> None:
        self._begin(sys._getframe(2))  # beyond the generated __init__
        if not isinstance(self.dtype, torch.dtype):
            raise self.error(
                f"dtype must be a torch.dtype, got {self.dtype!r}",
                SpecTypeError,
                help=self._swapped(self.shape) or _meant(self.dtype),
            )
        if not isinstance(self.shape, Iterable) or isinstance(self.shape, str):
            raise self.error(f"shape must be a list of sizes such as [32], got {self.shape!r}")
        sizes = list(self.shape)
        if any(isinstance(size, bool) or not isinstance(size, int) or size < 0 for size in sizes):
            raise self.error(f"shape must hold non-negative integers, got {sizes}")
        self.shape = sizes
        self._check_resident()

    def _check_resident(self) -> None:
        value = self.resident
        if value is None or value is False or value == "stacked":
            return
        if value is True:
            raise self.error('resident=True is ambiguous; give a worker id such as 0, or "stacked"')
        if isinstance(value, int):
            if value < 0:
                raise self.error(f"resident worker id must be >= 0, got {value}")
            return
        raise self.error(f'resident must be None/False, a worker id or "stacked", got {value!r}')

    def _stamped(self) -> str:
        if self.direction is None:
            text = "direction not stamped; `run` sets it from the compiled artifact"
            raise RuntimeError(str(self.error(text)))
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
            raise self.error(
                f"shape {self.shape} of {self.dtype} does not fit into memory ({size} bytes)"
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
            self._check_call(value)
            name = getattr(value, "__name__", "it")
            try:
                made = value()
            except Exception as error:
                if inspect.isbuiltin(value) and isinstance(
                    error, TypeError
                ):  # its text lists all that it takes
                    raise self.error(
                        f"init_value is called without arguments, and {name} needs some",
                        SpecTypeError,
                        help=f"init_value=lambda: torch.{name}(...)",
                    ) from None
                where = f" ({self.place})" if self.place else ""
                error.add_note(
                    f"raised by init_value of spec '{self.name}'{where}, which is called without arguments"
                )
                raise
            return self._attempt(lambda: _converted(made, self.dtype), "init_value does not return a tensor")
        if isinstance(value, torch.Tensor) or hasattr(value, "__array__"):
            return self._attempt(lambda: _converted(value, self.dtype), "init_value cannot be converted")
        raise SpecTypeError(
            f"Unsupported init_value type {type(value).__name__} for spec '{self.name}'",
            place=self.place,
            help="give a number, a tensor or array, torch.randn, or a function without arguments that makes one",
        )

    def _check_call(self, function: Callable[..., Any]) -> None:
        """A function that needs arguments cannot be called without; what is built in has no signature to ask."""
        try:
            signature = inspect.signature(function)
        except (TypeError, ValueError):
            return
        try:
            signature.bind()
        except TypeError as error:
            raise self.error(
                f"init_value is called without arguments: {error}",
                SpecTypeError,
                help=f"init_value=lambda: torch.randn({', '.join(map(str, self.shape))})",
            ) from None

    def _attempt(self, make: Callable[[], torch.Tensor], what: str) -> torch.Tensor:
        try:
            return make()
        except (RuntimeError, TypeError, ValueError, OverflowError) as error:
            raise self.error(f"{what}: {error}") from error


@dataclass
class ScalarSpec(_Placed):
    """A scalar parameter. After construction `value` is a 0-dim tensor of `dtype`.

    A scalar is folded into the compiled program unless `compile_runtime` is true.
    """

    name: str
    dtype: torch.dtype
    value: Any
    compile_runtime: bool = False
    benchmark_step: int | float | None = None

    _form: ClassVar[str] = 'ScalarSpec("n", torch.int32, 4)'

    def __post_init__(self) -> None:
        self._begin(sys._getframe(2))  # beyond the generated __init__
        if not isinstance(self.compile_runtime, bool):
            raise self.error(f"compile_runtime must be a bool, got {self.compile_runtime!r}")
        if not isinstance(self.dtype, torch.dtype) or self.dtype not in _SCALAR_CTYPES:
            raise self.error(
                f"unsupported dtype {self.dtype}; "
                f"a scalar is one of {', '.join(str(dtype) for dtype in SUPPORTED_SCALAR_DTYPES)}",
                help=self._swapped(self.value) or _meant(self.dtype),
            )
        if self.benchmark_step is not None:
            if self.dtype is torch.bool:
                raise self.error("benchmark_step is unsupported for torch.bool")
            self._number(self.benchmark_step, "benchmark_step ")
        self.value = self._as_tensor(self.value)

    def _as_tensor(self, value: object) -> torch.Tensor:
        if not isinstance(value, torch.Tensor):
            return torch.tensor(self._number(value, ""), dtype=self.dtype)
        if value.dim() != 0:
            raise self.error(f"a tensor value must be 0-dim, got shape {list(value.shape)}")
        if value.dtype != self.dtype:
            raise self.error(f"value dtype {value.dtype} does not match dtype {self.dtype}")
        return value

    def _number(self, value: object, what: str) -> int | float | bool:
        if self.dtype is torch.bool:
            if not isinstance(value, bool):
                raise self.error(f"{what}requires bool value for {self.dtype}, got {value!r}")
            return value
        if self.dtype in _INTEGER_RANGES:
            if isinstance(value, bool) or not isinstance(value, int):
                raise self.error(f"{what}requires int value for {self.dtype}, got {value!r}")
            low, high = _INTEGER_RANGES[self.dtype]
            if not low <= value <= high:
                raise self.error(f"{what}{value} is out of range for {self.dtype} [{low}, {high}]")
            return value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.error(f"{what}requires int or float for {self.dtype}, got {value!r}")
        limit = torch.finfo(self.dtype).max
        try:
            number = float(value)
            held = not math.isfinite(number) or bool(torch.tensor(number, dtype=self.dtype).isfinite())
        except OverflowError:
            held = False
        if not held:  # infinity is only what is asked for by name
            raise self.error(f"{what}{value} is out of range for {self.dtype} [{-limit:g}, {limit:g}]")
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
            raise self.error(f"dispatch_index must be a non-negative int, got {dispatch_index!r}")
        step = self.benchmark_step
        if dispatch_index == 0 or step is None or step == 0:
            return self.value
        return torch.tensor(self._number(self.to_python() + dispatch_index * step, ""), dtype=self.dtype)
