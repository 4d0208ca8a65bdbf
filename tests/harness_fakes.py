# SPDX-License-Identifier: Apache-2.0
"""A kernel, an artifact and a compiler for tests of the harness: nothing is compiled, bodies are Python.

    kernel = FakeKernel(lambda v: v["y"].copy_(v["x"] * 2), x=IN, y=OUT)

The body sees device copies: poison in pure outputs, the uploaded content elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

NAMES = {
    torch.float32: "FP32",
    torch.float16: "FP16",
    torch.bfloat16: "BF16",
    torch.int8: "INT8",
    torch.int32: "INT32",
    torch.int64: "INT64",
    torch.uint8: "UINT8",
    torch.bool: "BOOL",
    torch.float8_e4m3fn: "FP8E4M3FN",
}


@dataclass
class Parameter:
    name: str
    kind: str
    direction: str
    shape: tuple[int, ...] | None
    dtype: str
    dims: dict[int, str] = field(default_factory=dict)


def tensor(
    name: str, direction: str, shape: tuple[int, ...], dtype: torch.dtype = torch.float32
) -> Parameter:
    return Parameter(name, "tensor", direction, shape, NAMES[dtype])


def scalar(name: str, dtype: torch.dtype = torch.int32) -> Parameter:
    return Parameter(name, "scalar", "in", None, NAMES[dtype])


@dataclass
class Writer:
    task: int
    kernel: int
    file: str
    line: int


@dataclass
class Record:
    span_us: float = 12.5
    kernel_us: float = 10.0
    dispatch_us: float = 40.0
    unwritten_masks: dict[str, np.ndarray] = field(default_factory=dict)
    writers: dict[str, Writer] = field(default_factory=dict)
    changed: list[str] = field(default_factory=list)

    def unwritten(self, parameter: str) -> np.ndarray | None:
        return self.unwritten_masks.get(parameter)

    def writer(self, parameter: str, index: tuple[int, ...]) -> Writer | None:
        return self.writers.get(parameter)

    def changed_inputs(self) -> list[str]:
        return self.changed


@dataclass
class Config:
    platform: str = "a2a3sim"
    device_id: int = 0
    dump_passes: bool = False
    enable_chip_swimlane: int = 0


class Artifact:
    def __init__(self, kernel: FakeKernel, output_dir: Path) -> None:
        self.kernel = kernel
        self.output_dir = output_dir
        self.parameters = kernel.parameters
        self.messages = kernel.messages
        self.document = {"kernels": [{"function": "double"}]}
        self.launches: list[list[Any]] = []
        self.configs: list[Any] = []

    def build(self, required: bool = True) -> list[str]:
        if self.kernel.compilerless:
            if required:
                raise UserMistake("no C++ compiler")
            return ["[RUN]   no C++ compiler: stopped after the texts"]
        return ["[cpp->.so] built"]

    def check_device(self) -> None:
        if self.kernel.cardless:
            raise UserMistake("no card; run with -p a2a3sim")

    def dispatch(self, args: list[Any], config: Any) -> Record:
        self.launches.append(list(args))
        self.configs.append(config)
        if self.kernel.fault is not None:
            raise self.kernel.fault
        values: dict[str, Any] = {}
        for parameter, argument in zip(self.parameters, args, strict=True):
            if parameter.kind == "scalar":
                values[parameter.name] = argument.value
            elif parameter.direction == "out":
                values[parameter.name] = poisoned(argument)
            else:
                values[parameter.name] = argument.clone()
        self.kernel.body(values)
        for parameter, argument in zip(self.parameters, args, strict=True):
            if parameter.direction != "in":
                argument.copy_(values[parameter.name])
        return self.kernel.record


def poisoned(like: torch.Tensor) -> torch.Tensor:
    if like.dtype.is_floating_point:
        return torch.full_like(like, float("nan"), dtype=torch.float32).to(like.dtype)
    return torch.full(like.shape, -91 if like.dtype.is_signed else 0xA5, dtype=like.dtype)


class FakeKernel:
    """A kernel object as the harness sees one."""

    def __init__(
        self, body: Callable[[dict[str, Any]], Any], *parameters: Parameter, folder: Path | None = None
    ) -> None:
        self.body = body
        self.parameters = list(parameters)
        self.signature_parameters = [(p.name, p.kind, p.direction) for p in parameters]
        self.folder = folder
        self.compilerless = False
        self.cardless = False
        self.messages: list[str] = []
        self.record = Record()
        self.fault: BaseException | None = None
        self.compile_fault: BaseException | None = None
        self.compiled: list[tuple[tuple[Any, ...], dict[str, Any]]] = []
        self.artifact: Artifact | None = None

    def compile(self, *args: Any, config: Any, **kwargs: Any) -> Artifact:
        self.compiled.append((args, {**kwargs, "config": config}))
        if self.compile_fault is not None:
            raise self.compile_fault
        assert self.folder is not None
        self.folder.mkdir(parents=True, exist_ok=True)
        self.artifact = Artifact(self, self.folder)
        return self.artifact

    @property
    def launches(self) -> list[list[Any]]:
        return self.artifact.launches if self.artifact else []


class Backend:
    """The compiler's side; `builds` are the folders it can open."""

    RUNTIME = object()

    def __init__(self) -> None:
        self.builds: dict[Path, FakeKernel] = {}
        self.programs: list[tuple[Any, Any]] = []
        self.program_artifact: Artifact | None = None

    def make_config(self, config: Any) -> Any:
        if isinstance(config, Config):
            return config
        made = Config()
        for key, value in (config or {}).items():
            if not hasattr(made, key):
                raise TypeError(f"unknown config key '{key}'")
            setattr(made, key, value)
        if made.platform not in ("a2a3", "a2a3sim", "a5", "a5sim"):
            raise ValueError(f"Invalid platform {made.platform!r}")
        return made

    def compile_program(self, program: Any, config: Any) -> Any:
        self.programs.append((program, config))
        return self.program_artifact

    def open_build(self, folder: Path, config: Any) -> Artifact:
        kernel = self.builds[folder]
        kernel.artifact = Artifact(kernel, folder)
        return kernel.artifact

    def runtime_marker(self) -> Any:
        return self.RUNTIME


class UserMistake(Exception):
    is_user_error = True
