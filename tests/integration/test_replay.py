# SPDX-License-Identifier: Apache-2.0
"""Freezing a run and replaying it, with edits of the texts in the build folder."""

import importlib.util
import re
from pathlib import Path

import pytest
import torch

from golden import ratio_allclose, run

KERNELS = Path(__file__).resolve().parents[2] / "kernels"
INVERSE = "0.000244140625"  # 1 / 4096, exactly


@pytest.fixture(scope="module")
def rms():
    spec = importlib.util.spec_from_file_location("rms_norm_replayed", KERNELS / "norm" / "rms_norm.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def go(rms, **kwargs):
    kwargs.setdefault("golden_fn", rms.golden_rms_norm_test)
    return run(
        rms.rms_norm_test,
        rms.build_tensor_specs(4, 8),
        compare_fn={"x_normed": ratio_allclose(atol=1e-4, rtol=1.0 / 128)},
        **kwargs,
    )


@pytest.fixture(scope="module")
def empty_cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def own_cache(empty_cache, monkeypatch):
    """What an edit makes must not be known from an earlier session."""
    monkeypatch.setenv("PYPTO_CACHE_DIR", str(empty_cache))


@pytest.fixture
def saved(rms, capsys):
    torch.manual_seed(0)
    result = go(rms, save_data=True)
    assert result.passed, result.error
    capsys.readouterr()
    return result.work_dir


def texts(folder: Path) -> tuple[Path, Path]:
    return next((folder / "ptoas").glob("*.pto")), next((folder / "kernels" / "aiv").glob("*.cpp"))


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(re.sub(re.escape(old), new, text))


def forbidden(values):
    raise AssertionError("the golden was computed")


def test_a_replay_computes_no_golden_and_writes_nothing(rms, saved, capsys):
    before = {p: p.stat().st_mtime_ns for p in (saved / "data").rglob("*")}
    assert go(rms, golden_fn=forbidden, golden_data=saved / "data").passed
    out = capsys.readouterr().out
    assert out.count("cache hit") == 2
    assert {p: p.stat().st_mtime_ns for p in (saved / "data").rglob("*")} == before


def test_an_edited_constant_in_the_pto_changes_the_verdict(rms, saved, capsys):
    pto, _ = texts(saved)
    replace(pto, f"arith.constant {INVERSE} :", "arith.constant 0.25 :")
    both = {"runtime_dir": saved, "golden_data": saved / "data"}
    result = go(rms, **both)
    out = capsys.readouterr().out
    assert not result.passed
    assert "ratio_allclose fail" in result.error
    assert f"[pto->cpp] ptoas/{pto.name} changed: kernels/aiv/{pto.stem}.cpp assembled again" in out
    assert f"[cpp->.so] 1 stale source file(s): kernels/aiv/{pto.stem}.cpp; rebuilding" in out

    assert not go(rms, **both).passed
    out = capsys.readouterr().out
    assert "[pto->cpp] nothing changed" in out
    assert "[cpp->.so] nothing stale; using cached binaries" in out

    replace(pto, "arith.constant 0.25 :", f"arith.constant {INVERSE} :")
    assert go(rms, **both).passed


def test_an_edited_constant_in_the_cpp_changes_the_verdict(rms, saved, capsys):
    _, cpp = texts(saved)
    replace(cpp, f"{INVERSE}f", "0.125f")
    result = go(rms, runtime_dir=saved)
    out = capsys.readouterr().out
    assert not result.passed
    assert "[pto->cpp] nothing changed" in out
    assert f"[cpp->.so] 1 stale source file(s): kernels/aiv/{cpp.name}; rebuilding" in out
    go(rms, runtime_dir=saved)
    assert "nothing stale" in capsys.readouterr().out


def test_with_both_edited_the_cpp_of_the_user_stands(rms, saved, capsys):
    pto, cpp = texts(saved)
    replace(pto, f"arith.constant {INVERSE} :", "arith.constant 0.25 :")
    replace(cpp, "// Kernel ", "// My kernel ")
    replace(cpp, f"{INVERSE}f", f"({INVERSE}f)")
    result = go(rms, runtime_dir=saved)
    out = capsys.readouterr().out
    assert result.passed, result.error
    assert "were both edited: keeping the .cpp" in out
    assert f"kernels/aiv/{cpp.name}; rebuilding" in out
    assert "// My kernel " in cpp.read_text()


def test_a_folder_can_be_moved_and_replayed(rms, saved, tmp_path):
    moved = tmp_path / "elsewhere"
    saved.rename(moved)
    assert go(rms, runtime_dir=moved, golden_data=moved / "data", golden_fn=None).passed


def test_the_interpreter_replays_a_folder_too(rms, saved):
    assert go(rms, runtime_dir=saved, config={"engine": "interpret"}).passed
    replace(texts(saved)[0], f"arith.constant {INVERSE} :", "arith.constant 0.25 :")
    result = go(rms, runtime_dir=saved, config={"engine": "interpret"})
    assert not result.passed
    assert "was edited, and the interpreter runs program.py" in result.error


def test_an_edited_program_text_is_what_the_interpreter_runs(rms, saved):
    program = saved / "program.py"
    replace(program, INVERSE, "0.25")
    result = go(rms, runtime_dir=saved, config={"engine": "interpret"})
    assert not result.passed
    assert "ratio_allclose fail" in result.error
    assert "native code is not made from it" in go(rms, runtime_dir=saved).error


def test_a_second_process_takes_the_program_from_the_cache(rms, saved, capsys):
    assert go(rms).passed
    out = capsys.readouterr().out
    assert "program from the cache" in out
    assert "nothing stale" in out
