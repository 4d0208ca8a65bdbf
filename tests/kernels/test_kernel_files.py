# SPDX-License-Identifier: Apache-2.0
"""Every kernel file passes on every platform and engine, and fails once its mathematics is changed."""

import os
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import torch

ROOT = Path(__file__).resolve().parents[2]
KERNELS = ROOT / "kernels"
FILES = sorted(path.relative_to(KERNELS).as_posix() for path in KERNELS.rglob("*.py"))
_MUTATIONS = ROOT / "tests" / "data" / "mutations.toml"
MUTATIONS = tomllib.loads(_MUTATIONS.read_text(encoding="utf-8"))["mutation"]


@pytest.fixture
def run_file(monkeypatch, tmp_path):
    """Run a file as `python FILE FLAGS...` would, in this process; the exit status is returned."""

    def run(path: Path, *flags: str) -> int:
        monkeypatch.setattr(sys, "argv", [str(path), *flags])
        monkeypatch.chdir(tmp_path)
        torch.manual_seed(17)  # files draw some numbers before their run does
        try:
            runpy.run_path(str(path), run_name="__main__")
        except SystemExit as stop:
            return stop.code or 0
        return 0

    return run


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
def test_native_code_agrees_with_the_reference(run_file, capsys, file, platform):
    assert run_file(KERNELS / file, "-p", platform) == 0, capsys.readouterr().out
    assert "[RUN] PASS (" in capsys.readouterr().out


@pytest.mark.parametrize("file", FILES)
def test_the_interpreter_agrees_with_the_reference(run_file, capsys, file):
    assert run_file(KERNELS / file, "--engine", "interpret") == 0, capsys.readouterr().out
    assert "[RUN] PASS (" in capsys.readouterr().out


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("platform", ["a2a3sim", "a2a3"])
def test_every_file_compiles_without_a_device(run_file, capsys, file, platform):
    assert run_file(KERNELS / file, "-p", platform, "--compile-only") == 0, capsys.readouterr().out


@pytest.mark.parametrize("number", range(len(MUTATIONS)), ids=lambda n: f"{MUTATIONS[n]['file']}-{n}")
def test_a_wrong_kernel_fails(run_file, capsys, tmp_path, number):
    mutation = MUTATIONS[number]
    source = (KERNELS / mutation["file"]).read_text(encoding="utf-8")
    assert source.count(mutation["find"]) == 1
    wrong = tmp_path / Path(mutation["file"]).name
    wrong.write_text(source.replace(mutation["find"], mutation["replace"]), encoding="utf-8")
    assert run_file(wrong, *mutation.get("flags", ())) == 1, mutation["why"]
    printed = capsys.readouterr().out
    assert "' FAIL  shape=" in printed, "the kernel must fail in the comparison, not before it:\n" + printed


def test_every_file_has_at_least_two_mutations():
    counts = {file: sum(m["file"] == file for m in MUTATIONS) for file in FILES}
    assert {file for file, count in counts.items() if count < 2} == set()


def _exit_status(path: Path, cwd: Path) -> int:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, str(path), "--mode", "decode"]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, check=False).returncode


def test_the_exit_status_of_the_process_tells_right_from_wrong(tmp_path):
    mutation = next(m for m in MUTATIONS if m["file"] == "norm/rms_norm.py")
    path = KERNELS / mutation["file"]
    wrong = tmp_path / "wrong.py"
    wrong.write_text(path.read_text(encoding="utf-8").replace(mutation["find"], mutation["replace"]))
    assert _exit_status(path, tmp_path) == 0
    assert _exit_status(wrong, tmp_path) == 1


def test_the_kernel_halves_do_not_load_torch():
    paths = [str(KERNELS / file) for file in FILES]
    code = f"import runpy, sys; [runpy.run_path(p) for p in {paths!r}]; print('torch' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    result = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert result.stdout.strip() == "False", result.stderr
