# SPDX-License-Identifier: Apache-2.0
"""Where tiles lie changes no result: kernels give the same bytes under every planner, and run under the packing one
wherever they run under the default one."""

import contextlib
import io
import random
import runpy
import sys
from pathlib import Path

import pytest
import torch
from generated import check
from generated.quick import quick_builds

from pypto.artifact import CompiledProgram
from pypto.runtime.config import RunConfig

ROOT = Path(__file__).parents[2]
CONSTRUCTS = sorted((ROOT / "tests/kernels/constructs").glob("*.py"))
KERNELS = sorted((ROOT / "kernels").glob("*/*.py"))
CHANCE = random.Random(3)
SAMPLE = [*CHANCE.sample(CONSTRUCTS, 3), *CHANCE.sample(KERNELS, 1)]


def outputs(path: Path, platform: str, planner: str, folder: Path, patch: pytest.MonkeyPatch) -> list[bytes]:
    """What all calls of a kernel file left in their tensors."""
    found: list[bytes] = []
    dispatch, check = CompiledProgram.dispatch, RunConfig.__post_init__

    def dispatch_and_keep(self, args, *more, **named):
        record = dispatch(self, args, *more, **named)
        assert self.document["options"]["memory_planner"] == planner
        tensors = [a.contiguous().reshape(-1) for a in args if isinstance(a, torch.Tensor)]
        found.extend(t.view(torch.uint8).numpy().tobytes() for t in tensors)
        return record

    def with_planner(self):
        check(self)
        self.memory_planner = planner

    with patch.context() as inside:
        inside.setenv("PYPTO_PROG_BUILD_DIR", str(folder / planner))
        inside.setattr(CompiledProgram, "dispatch", dispatch_and_keep)
        inside.setattr(RunConfig, "__post_init__", with_planner)
        form = [f"platform={platform}"] if path in CONSTRUCTS else ["-p", platform]
        inside.setattr(sys, "argv", [str(path), *form])
        torch.manual_seed(17)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            try:
                runpy.run_path(str(path), run_name="__main__")
            except SystemExit as stop:
                assert not stop.code, printed.getvalue()
    return found


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.stem)
def test_a_kernel_gives_the_same_bytes_under_every_planner(path, tmp_path, monkeypatch):
    platform = ("a2a3sim", "a5sim")[SAMPLE.index(path) % 2]
    usual = outputs(path, platform, "PYPTO", tmp_path, monkeypatch)
    assert usual
    for planner in ("DSA_RP", "PTOAS"):
        assert outputs(path, platform, planner, tmp_path, monkeypatch) == usual, planner


OPTIONS = [
    {"memory_planner": "DSA_RP", "analyze_auto_scopes_for_deps": True},
    {"memory_planner": "PTOAS", "analyze_auto_scopes_for_deps": True},
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: o["memory_planner"])
def test_random_kernels_compute_what_numpy_says_under_every_planner(options, tmp_path, monkeypatch):
    check_config = RunConfig.__post_init__

    def with_options(self):
        check_config(self)
        for key, value in options.items():
            setattr(self, key, value)

    monkeypatch.setattr(RunConfig, "__post_init__", with_options)
    with quick_builds():
        found = check.run_seeds(list(range(46, 51)), tmp_path)
    assert not found.findings, "\n".join(map(str, found.findings))
    assert found.compared > 10_000
