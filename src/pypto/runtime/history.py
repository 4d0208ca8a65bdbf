# SPDX-License-Identifier: Apache-2.0
"""What an interpreted run did: the same questions that a native run answers, from the marks on its buffers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pypto.errors import Span
from pypto.runtime.call import TaskRecord, Writer
from pypto.runtime.halves import Halves
from pypto.runtime.values import Buffer

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, slots=True)
class Store:
    """One place in the program that stored, in one block of one task; `kernel` is -1 in orchestration."""

    task: int
    kernel: int
    block: int
    span: Span | None


@dataclass(eq=False)
class InterpretedRecord:
    """Times in microseconds, and who wrote what."""

    kernel_us: float
    span_us: float
    run_us: float
    dispatch_us: float
    upload_us: float
    download_us: float
    task_count: int
    tasks: list[TaskRecord]
    workers: int = 1
    _buffers: Mapping[str, Buffer | None] = field(repr=False, default_factory=dict)
    _shapes: Mapping[str, tuple[int, ...]] = field(repr=False, default_factory=dict)
    _inputs: Sequence[str] = field(repr=False, default=())
    _stores: Sequence[Store] = field(repr=False, default=())
    _halves: Halves | None = field(repr=False, default=None)

    def unwritten(self, parameter: str) -> np.ndarray[Any, Any]:
        """An array of the parameter's shape: True where no store of the run reached."""
        buffer, shape = self._tensor(parameter)
        mask: np.ndarray[Any, Any] = buffer.last.reshape(shape) < 0
        return mask

    def writer(self, parameter: str, index: Sequence[int]) -> Writer | None:
        """The last store to one element; None where there was none."""
        buffer, shape = self._tensor(parameter)
        if len(index) != len(shape) or not all(0 <= i < n for i, n in zip(index, shape, strict=False)):
            raise IndexError(f"{list(index)} is no index of {parameter}, whose shape is {list(shape)}")
        number = int(buffer.last.reshape(shape)[tuple(index)])
        if number < 0:
            return None
        store = self._stores[number]
        where = (store.span.file, store.span.line, store.span.column) if store.span else ("", 0, 0)
        kernel = store.kernel if self._halves is None else self._halves.storing(store.kernel, store.span)
        return Writer(store.task, kernel, store.block, *where)

    def changed_inputs(self) -> list[str]:
        """In parameters that a store touched."""
        return [name for name in self._inputs if self._tensor(name)[0].stores]

    def _tensor(self, parameter: str) -> tuple[Buffer, tuple[int, ...]]:
        if parameter not in self._buffers:
            names = ", ".join(self._buffers)
            raise KeyError(f"no parameter {parameter!r}; the parameters are {names}")
        buffer = self._buffers[parameter]
        if buffer is None:
            raise KeyError(f"{parameter} is a scalar")
        return buffer, self._shapes[parameter]
