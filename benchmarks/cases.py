# SPDX-License-Identifier: Apache-2.0
"""What is measured: kernels of the library, their arguments, and the same expression in eager Torch."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import torch

ROOT = Path(__file__).resolve().parents[1]

Eager = Callable[[], object]


@dataclass(frozen=True)
class Case:
    """One row of the table: `args` in parameter order, the output last."""

    name: str
    kernel: Any
    args: tuple[torch.Tensor, ...]
    eager: Eager
    other: tuple[str, Eager] | None = None  # a form that Torch runs faster, and what it is called
    kernel_limit: float = 1.0  # the aim: kernel time over Torch eager, at most
    dispatch_limit: float | None = None  # likewise with transfers
    rtol: float = 1e-4
    atol: float = 1e-5

    @property
    def traffic(self) -> int:
        """Bytes that have to move between memory and cores at least once."""
        return sum(a.nbytes for a in self.args)

    @property
    def output(self) -> torch.Tensor:
        return self.args[-1]


def load(path: str) -> ModuleType:
    """A kernel file as a module, by its path below the repository."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def softmax(rows: int, cols: int) -> Case:
    module = load("kernels/softmax/softmax.py")
    x = torch.randn(rows, cols)
    into = torch.empty_like(x)
    return Case(
        f"softmax [{rows}, {cols}] FP32",
        module.softmax_test,
        (x, torch.empty_like(x)),
        lambda: module.golden_softmax(x, -1),
        ("out=", lambda: torch.softmax(x, -1, out=into)),
        atol=1e-9,
        **(dict(kernel_limit=0.5, dispatch_limit=1.0) if rows == 4096 else {}),
    )


def rms_norm_bf16() -> Case:
    module = load("kernels/norm/rms_norm.py")
    x = torch.randn(4096, module.D).bfloat16()
    weight = (torch.randn(module.D) * 0.1 + 1.0).bfloat16()
    return Case(
        f"RMSNorm [4096, {module.D}] BF16",
        module.rms_norm_test,
        (x, weight, torch.empty_like(x)),
        lambda: module.golden_rms_norm(x, weight),
        rtol=2.0**-7,
        kernel_limit=0.1,
        dispatch_limit=1.0,
    )


def rms_norm_fp32() -> Case:
    module = load("benchmarks/rms_norm_fp32.py")
    x = torch.randn(512, module.D)
    weight = torch.randn(module.D) * 0.1 + 1.0

    def eager() -> torch.Tensor:
        return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + module.EPS) * weight

    return Case("RMSNorm [512, 512] FP32", module.rms_norm_fp32, (x, weight, torch.empty_like(x)), eager)


def layer_norm() -> Case:
    module = load("kernels/norm/layer_norm.py")
    x = torch.randn(512, module.D)
    gamma, beta = torch.randn(module.D) * 0.1 + 1.0, torch.randn(module.D) * 0.1
    return Case(
        "LayerNorm [512, 512] FP32",
        module.layer_norm_test,
        (x, gamma, beta, torch.empty_like(x)),
        lambda: module.golden_layer_norm(x, gamma, beta),
    )


def rope() -> Case:
    module = load("kernels/rope/rope.py")
    specs = module.build_tensor_specs(128, 1)
    x, cos, sin, y = (spec.create_tensor() for spec in specs)
    return Case(
        "RoPE [128, 128] FP32", module.rope_test, (x, cos, sin, y), lambda: module.golden_rope(x, cos, sin)
    )


def matmul() -> Case:
    module = load("kernels/gemm/matmul.py")
    a, b = torch.randn(256, 256), torch.randn(256, 256) / 16
    return Case(
        "matmul 256^3 FP32",
        module.matmul_test,
        (a, b, torch.empty(256, 256)),
        lambda: module.golden_matmul(a, b),
        kernel_limit=1.2,
    )


def gemm() -> Case:
    module = load("kernels/gemm/gemm.py")
    a, b = torch.randn(1024, 1024).bfloat16(), (torch.randn(1024, 1024) / 32).bfloat16()
    return Case(
        "GEMM 1024^3 BF16 -> FP32",
        module.gemm_test,
        (a, b, torch.empty(1024, 1024)),
        lambda: module.golden_gemm(a, b),
        ("BF16 out", lambda: a @ b),
        kernel_limit=1.5,
    )


def all_cases() -> list[Case]:
    torch.manual_seed(0)
    return [
        softmax(4096, 4096),
        softmax(512, 256),
        rms_norm_bf16(),
        rms_norm_fp32(),
        layer_norm(),
        rope(),
        matmul(),
        gemm(),
    ]
