# SPDX-License-Identifier: Apache-2.0
"""What the runtime refuses, as a run of the harness reports it: one line of its own for each mistake."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest
import torch
from integration_kernels import HEAD, SCALE

from golden import RunResult, TensorSpec, run

MANY = (
    HEAD
    + """
@pl.jit
def scale(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(10**12, name_hint="double"):
        y[0:8, :] = pl.mul(x[0:8, :], 2.0)
    return y
"""
)


def module_of(tmp_path: Path, source: str) -> ModuleType:
    path = tmp_path / "kernel.py"
    path.write_text(source)
    spec = importlib.util.spec_from_file_location("refused_kernel", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run_scale(module: ModuleType, **options: object) -> RunResult:
    specs = [
        TensorSpec("x", [64, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [64, 64], torch.float32),
    ]

    def golden(values):
        values["y"][:] = values["x"] * 2

    return run(module.scale, specs, golden_fn=golden, **options)


def failed(result: RunResult, words: str) -> None:
    assert not result.passed
    assert result.error is not None and words in result.error, result.error
    assert "Traceback" not in result.error and "internal error" not in result.error


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_more_blocks_than_a_task_can_have(tmp_path: Path, engine: str) -> None:
    result = run_scale(module_of(tmp_path, MANY), config={"engine": engine})
    failed(result, "too many blocks: 1000000000000, where a task has at most 2147483647 [too-many-blocks]")
    assert "kernel.py:6" in result.error


def test_a_folder_whose_list_of_kernels_is_empty(tmp_path: Path) -> None:
    module = module_of(tmp_path, SCALE)
    first = run_scale(module)
    assert first.passed, first.error
    path = first.work_dir / "program.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "kernels": []}))
    result = run_scale(module, runtime_dir=first.work_dir)
    failed(result, "unknown kernel 0: the program has 0 kernels [unknown-kernel]")


@pytest.mark.parametrize("text", ["x", "-1"])
def test_a_bad_limit_of_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("PYPTO_CACHE_LIMIT_MB", text)
    failed(
        run_scale(module_of(tmp_path, SCALE)),
        f"PYPTO_CACHE_LIMIT_MB must be a whole number of megabytes from 0, got {text!r}",
    )


def test_a_bad_number_of_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = module_of(tmp_path, SCALE)
    failed(
        run_scale(module, config={"workers": 1025}),
        "config key 'workers' must be an integer from 1 to 1024, got 1025",
    )
    monkeypatch.setenv("PYPTO_WORKERS", "99999")
    failed(run_scale(module), "PYPTO_WORKERS must be an integer from 1 to 1024, got '99999'")
