# SPDX-License-Identifier: Apache-2.0
"""The harness is tested against a stand-in for the compiler; the kernel's body is Python."""

from pathlib import Path

import pytest
import torch
from harness_fakes import Backend, FakeKernel, tensor

from golden import TensorSpec

ROWS, COLUMNS = 4, 6


@pytest.fixture(autouse=True)
def backend(monkeypatch: pytest.MonkeyPatch) -> Backend:
    made = Backend()
    monkeypatch.setattr("golden.runner.load_backend", lambda: made)
    for name in ("PYPTO_BENCH", "PYPTO_BENCH_ROUNDS", "PYPTO_BENCH_WARMUP", "PYPTO_BENCH_RAW"):
        monkeypatch.delenv(name, raising=False)
    return made


@pytest.fixture
def double(tmp_path: Path) -> FakeKernel:
    """y = 2 x."""
    return FakeKernel(
        lambda v: v["y"].copy_(v["x"] * 2),
        tensor("x", "in", (ROWS, COLUMNS)),
        tensor("y", "out", (ROWS, COLUMNS)),
        folder=tmp_path / "build",
    )


@pytest.fixture
def double_specs() -> list[TensorSpec]:
    return [
        TensorSpec("x", [ROWS, COLUMNS], torch.float32, init_value=torch.randn),
        TensorSpec("y", [ROWS, COLUMNS], torch.float32),
    ]


@pytest.fixture
def double_golden():
    def golden(values):
        values["y"][:] = values["x"] * 2

    return golden
