# SPDX-License-Identifier: Apache-2.0
"""The flags that every kernel file has, tried on one file."""

import json
import runpy
import sys
from pathlib import Path

import pytest

FILE = Path(__file__).resolve().parents[2] / "kernels" / "norm" / "rms_norm.py"


@pytest.fixture
def base(monkeypatch, tmp_path):
    """Where the build folders of one test go."""
    monkeypatch.setenv("PYPTO_PROG_BUILD_DIR", str(tmp_path / "builds"))
    return tmp_path / "builds"


@pytest.fixture
def decode(monkeypatch, capsys, base):
    """Run the file's decode case with more flags; exit status and what was printed."""

    def run(*flags: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", [str(FILE), "--mode", "decode", *flags])
        status = 0
        try:
            runpy.run_path(str(FILE), run_name="__main__")
        except SystemExit as stop:
            status = stop.code or 0
        return status, capsys.readouterr().out

    return run


def _only(base: Path) -> Path:
    (folder,) = base.iterdir()
    return folder


def test_the_timeline_is_written_when_it_is_asked_for(decode, base):
    assert decode("--enable-chip-swimlane")[0] == 0
    records = json.loads((_only(base) / "dfx_outputs" / "chip_swimlane_records.json").read_text())
    assert records["chip_swimlane_level"] == 1


def test_a_plain_run_leaves_neither_timeline_nor_dumps_nor_data(decode, base):
    assert decode()[0] == 0
    names = {path.name for path in _only(base).iterdir()}
    assert not names & {"dfx_outputs", "passes_dump", "data"}


def test_passes_are_dumped_in_their_order(decode, base):
    assert decode("--dump-passes")[0] == 0
    dumps = sorted(path.name for path in (_only(base) / "passes_dump").iterdir())
    assert dumps[0].startswith("00_frontend") and dumps[-1].endswith("_allocate.py")


def test_saved_data_is_used_again(decode, base):
    assert decode("--save-data")[0] == 0
    folder = _only(base)
    status, printed = decode("--runtime-dir", str(folder), "--golden-data", str(folder / "data"))
    assert status == 0
    assert printed.count("cache hit") == 2
    assert "[RUN] runtime_only" in printed
    assert list(base.iterdir()) == [folder]


def test_saved_data_of_another_case_is_refused(decode, base):
    assert decode("--save-data")[0] == 0
    status, printed = decode("--mode", "prefill", "--golden-data", str(_only(base) / "data"))
    assert status == 1
    assert "golden_data does not fit this run" in printed


def test_edited_cpp_is_what_runs(decode, base):
    assert decode()[0] == 0
    folder = _only(base)
    source = folder / "kernels" / "aiv" / "rms_norm.cpp"
    text = source.read_text()
    assert text.count("0.000244140625f") == 1
    source.write_text(text.replace("0.000244140625f", "0.000488281250f"))
    status, printed = decode("--runtime-dir", str(folder))
    assert status == 1
    assert "kernels/aiv/rms_norm.cpp" in printed and "'x_normed' FAIL" in printed


def test_edited_pto_is_what_runs(decode, base):
    assert decode()[0] == 0
    folder = _only(base)
    source = folder / "ptoas" / "rms_norm.pto"
    text = source.read_text()
    assert "0.000244140625 : f32" in text
    source.write_text(text.replace("0.000244140625 : f32", "0.00048828125 : f32"))
    status, printed = decode("--runtime-dir", str(folder))
    assert status == 1
    assert "ptoas/rms_norm.pto" in printed and "'x_normed' FAIL" in printed


def test_a_card_that_is_not_there_is_one_clear_line(decode):
    status, printed = decode("-p", "a2a3")
    assert status == 1
    assert "-p a2a3sim" in printed and "Traceback" not in printed


def test_a_wrong_flag_is_a_usage_error(decode):
    assert decode("--enable-chip-swimlane", "5")[0] == 2
