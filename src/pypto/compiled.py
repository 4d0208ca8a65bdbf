# SPDX-License-Identifier: Apache-2.0
"""What compiled programs of one chip and of the host have in common: a build folder, parameters, and calls."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from pathlib import Path
from typing import Any

from pypto.errors import ArgumentError, AtTheCall, BuildFolderError, ToolchainError
from pypto.ir.dtypes import BY_NAME, DType
from pypto.platforms import Platform
from pypto.runtime import arguments as packing
from pypto.runtime.arguments import scalar_bits
from pypto.runtime.config import COUNTED_GROUPS, PMU_GROUPS, RunConfig
from pypto.runtime.faults import DeviceMemoryError
from pypto.runtime.memory import DeviceMemory
from pypto.runtime.values import torch_dtype

OUTPUTS = "dfx_outputs"
"""Where a build folder has what runs were asked to record."""


@dataclass(frozen=True)
class Parameter:
    """One parameter: `shape` None for a scalar, -1 for a dynamic axis; direction "in", "out" or "inout"."""

    name: str
    kind: str
    direction: str
    shape: tuple[int, ...] | None
    dtype: str
    dims: Mapping[int, str] = field(default_factory=dict)  # names of the dynamic axes


class Compiled(ABC):
    """A build folder that can be called. `messages`: lines about warnings, what was reused and what was built;
    `warnings`: those of the compiler.
    """

    def __init__(
        self, where: Path, document: dict[str, Any], config: RunConfig, replayed: bool = False
    ) -> None:
        self.output_dir = where
        self.document = document
        self.config = config
        self.messages: list[str] = [f"[RUN]   schedule: {config.schedule}"] if config.schedule else []
        if config.enable_pmu and config.enable_pmu not in COUNTED_GROUPS:
            group = f"{config.enable_pmu} ({PMU_GROUPS[config.enable_pmu]})"
            self.messages.append(
                f"[RUN]   pmu.csv: only total cycles; the CPU device counts nothing of event group {group}"
            )
        self.replayed = replayed
        self.warnings: list[str] = []  # of the compiler; `messages` has them too

    @property
    @abstractmethod
    def entry(self) -> str:
        """The function that a call calls."""

    @property
    @abstractmethod
    def rows(self) -> list[dict[str, Any]]:
        """The parameters as the document has them."""

    @property
    @abstractmethod
    def kernel_names(self) -> list[str]:
        """The functions that run on cores, by the numbers that records have for them."""

    @abstractmethod
    def build(self, required: bool = True, engine: str | None = None) -> list[str]:
        """Make native code where the engine needs it; lines that say what was built and what was reused."""

    @abstractmethod
    def dispatch(
        self, args: Sequence[Any], config: RunConfig | None = None, memory: DeviceMemory | None = None
    ) -> Any:
        """Run once on tensors and scalars in parameter order; what it did."""

    def __fspath__(self) -> str:
        return os.fspath(self.output_dir)

    @property
    def platform(self) -> str:
        return self.config.platform

    @property
    def backend_type(self) -> str:
        return self.config.chip.backend

    @cached_property
    def parameters(self) -> list[Parameter]:
        return [
            Parameter(
                p["name"],
                p["kind"],
                p["direction"],
                None if p["shape"] is None else tuple(p["shape"]),
                p["dtype"],
                {int(axis): symbol for axis, symbol in (p.get("dims") or {}).items()},
            )
            for p in self.rows
        ]

    @property
    def param_names(self) -> list[str]:
        return [p.name for p in self.parameters]

    @property
    def output_indices(self) -> list[int]:
        return [i for i, p in enumerate(self.parameters) if p.direction != "in"]

    @property
    def has_return(self) -> bool:
        return bool(self.document["returns"])

    def check_device(self) -> None:
        """ToolchainError where the platform is a card: this package brings the CPU device only."""
        check_device(self.config.chip)

    @contextmanager
    def recording(self, where: Path) -> Iterator[None]:
        """What a run was asked to record may find no room, which is no mistake of the program."""
        try:
            yield
        except OSError as error:
            raise BuildFolderError(
                f"what the run was asked to record cannot be written to {where}: {error.strerror or error}",
                help="the outputs are complete: make room there, or leave the config key out",
            ) from error

    def __call__(self, *args: Any, config: RunConfig | Mapping[str, Any] | None = None) -> Any:
        """All parameters: in place, returns None. Only the inputs of a program that returns: allocates and returns.

        Tensors are contiguous, in CPU memory or DeviceTensors of one open ChipWorker, mixed in any way. The tensors
        that are allocated are CPU tensors, with poison where nothing writes. Raises TypeError for any other count,
        ArgumentError for what does not fit a parameter, ValueError for a configuration that the program was not
        compiled for.
        """
        config = None if config is None else RunConfig.of(config)
        with AtTheCall():
            return self.call(args, config)

    def call(self, args: Sequence[Any], config: RunConfig | None, memory: DeviceMemory | None = None) -> Any:
        """The same; device tensors have to lie in `memory`, where that is given."""
        full = self.completed(args)
        self.dispatch(full, config, memory)
        return None if len(args) == len(full) else self.returned(full)

    def returned(self, full: Sequence[Any]) -> Any:
        """What the program returns, of the arguments of all its parameters."""
        values = dict(zip(self.param_names, full, strict=True))
        found = tuple(values[name] for name in self.document["returns"])
        return found[0] if len(found) == 1 else found

    def completed(self, args: Sequence[Any]) -> list[Any]:
        """An argument for each parameter: those given, and new outputs where only the inputs are."""
        parameters = self.parameters
        inputs = [p for p in parameters if p.direction != "out"]
        if len(args) == len(parameters):
            return list(args)
        if self.has_return and len(args) == len(inputs):
            return self._with_outputs(args)
        counts = [str(len(parameters))]
        if self.has_return:
            counts.append(f"{len(inputs)} (outputs are allocated)")
        raise TypeError(
            f"{self.entry} takes {' or '.join(counts)} arguments, {len(args)} given; parameters: "
            f"{', '.join(self.param_names)}"
        )

    def empty(self, parameter: Parameter) -> Any:
        """A host tensor for an output whose extents are all static."""
        if parameter.shape is None or -1 in parameter.shape:
            raise ArgumentError(
                f"the extents of `{parameter.name}` are known at run time only", help="pass the tensor"
            )
        return _zeros(parameter.shape, BY_NAME[parameter.dtype], parameter.name)

    def _with_outputs(self, args: Sequence[Any]) -> list[Any]:
        given = iter(args)
        rows = self.rows
        full = [None if row["direction"] == "out" else next(given) for row in rows]
        extents = _extents(
            [(row, value) for row, value in zip(rows, full, strict=True) if row["direction"] != "out"]
        )
        for number, row in enumerate(rows):
            if row["direction"] != "out":
                continue
            unknown = next((symbol for symbol in row["dims"].values() if symbol not in extents), None)
            if unknown is not None:
                raise ArgumentError(
                    f"the output `{row['name']}` cannot be allocated: no input has its extent {unknown}",
                    help=f"pass all of {', '.join(self.param_names)}",
                )
            shape = [extents[row["dims"][str(i)]] if d == -1 else d for i, d in enumerate(row["shape"])]
            if min(shape, default=0) < 0:
                raise ArgumentError(
                    f"the output `{row['name']}` cannot be allocated: its shape would be {shape}",
                    help="extents are integers from 0",
                )
            full[number] = _zeros(shape, BY_NAME[row["dtype"]], row["name"])
        return full


def check_device(chip: Platform) -> None:
    """ToolchainError for a card: this package brings the CPU device only."""
    if not chip.simulator:
        raise ToolchainError(
            f"no {chip.name} card and no vendor toolchain were found on this machine",
            help=f"run on the CPU device: -p {chip.name}sim (--compile-only checks the kernel without a device)",
            code="no-card",
        )


def _extents(inputs: Sequence[tuple[Mapping[str, Any], Any]]) -> dict[str, int]:
    """The dynamic extents that inputs tell: integers by their names, and tensors."""
    extents: dict[str, int] = {}
    for row, value in inputs:
        if row["kind"] == "scalar":
            if BY_NAME[row["dtype"]].is_int:
                extents.setdefault(row["name"], scalar_bits(packing.Parameter.from_manifest(row), value))
            continue
        known = list(getattr(value, "shape", ()))  # what is no tensor is refused by the dispatch
        if known and BY_NAME[row["dtype"]].packed:
            known[-1] *= 2
        extents.update({s: known[int(axis)] for axis, s in row["dims"].items() if int(axis) < len(known)})
    return extents


def _zeros(shape: Sequence[int], dtype: DType, name: str) -> Any:
    """A host tensor of so many elements."""
    import torch

    if dtype.packed:  # two elements to a byte of the carrier
        shape = [*shape[:-1], shape[-1] // 2]
    try:
        return torch.zeros(shape, dtype=torch_dtype(dtype))
    except RuntimeError as error:  # Torch's word for more than it can address, or the system has
        size = dtype.get_byte() * prod(shape)
        raise DeviceMemoryError(
            f"the output `{name}` needs {size} bytes of memory, more than the system has"
        ) from error
