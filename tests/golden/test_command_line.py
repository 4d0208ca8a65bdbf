# SPDX-License-Identifier: Apache-2.0
"""The command `golden`, started as a user starts it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import torch
from golden_kernel_texts import CRASHES, HANGS, NO_RUN, RAISES, TEXT, write

from golden import cli, html, suite
from golden.document import timeline_of
from golden.runner import load_backend


@pytest.fixture(autouse=True)
def real_backend(monkeypatch):
    monkeypatch.setattr("golden.runner.load_backend", load_backend)


def golden(*arguments, cwd, env=None):
    return subprocess.run(
        [sys.executable, "-m", "golden", *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """One run over right and wrong files, with every report."""
    folder = tmp_path_factory.mktemp("session")
    kernels = folder / "kernels"
    write(kernels, "good.py")
    write(kernels, "more/good.py")
    write(kernels, "wrong.py", factor="2.5")
    write(kernels, "lies.py", factor="3.0", status="0")
    write(kernels, "hangs.py", HANGS)
    write(kernels, "crashes.py", CRASHES)
    write(kernels, "idle.py", NO_RUN)
    write(kernels, "raises.py", RAISES)
    (kernels / "broken.py").write_text('from golden import run\nif __name__ == "__main__":\n    run(\n')
    (kernels / "helper.py").write_text("FACTOR = 2\n")
    done = golden(
        *("run", "kernels", "-j", 2, "--timeout", 8, "--seed", 5),
        *("--junit", "out.xml", "--json", "out.json", "--html", "out.html"),
        cwd=folder,
    )
    return folder, done


def statuses(folder):
    document = json.loads((folder / "out.json").read_text())
    return {file["path"].removeprefix("kernels/"): file["status"] for file in document["files"]}


def test_every_file_gets_a_verdict_of_its_own(session):
    folder, done = session
    assert done.returncode == cli.FAILED, done.stderr
    assert statuses(folder) == {
        "broken.py": "error",
        "crashes.py": "crash",
        "good.py": "pass",
        "hangs.py": "timeout",
        "idle.py": "no run",
        "lies.py": "fail",
        "more/good.py": "pass",
        "raises.py": "error",
        "wrong.py": "fail",
    }
    assert "2 passed, 7 failed" in done.stdout


def test_each_failure_says_why(session):
    _, done = session
    lines = {line.split()[0]: line for line in done.stdout.splitlines() if line.startswith("kernels/")}
    assert "SIGSEGV" in lines["kernels/crashes.py"]
    assert "still running after 8 s" in lines["kernels/hangs.py"]
    assert "never called golden.run" in lines["kernels/idle.py"]
    assert "exits with 0 all the same" in lines["kernels/lies.py"]
    assert "LookupError: nothing there" in lines["kernels/raises.py"]
    assert "SyntaxError" in lines["kernels/broken.py"]
    assert "before the hang" in done.stdout
    assert "last written by task 0 (kernel double)" in done.stdout


def test_junit_counts_runs_failures_and_errors(session):
    folder, _ = session
    suite = ET.parse(folder / "out.xml").getroot()[0]
    # Two runs of each good file, one of each wrong one, and one entry for each file without a run.
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("11", "2", "5")
    wrong = [case for case in suite if case.get("classname") == "kernels/wrong.py"]
    assert "does not match golden" in wrong[0].find("failure").get("message")


def test_json_holds_stages_seed_and_pictures(session):
    folder, _ = session
    files = {file["path"]: file for file in json.loads((folder / "out.json").read_text())["files"]}
    run = files["kernels/wrong.py"]["runs"][0]
    assert run["kernel"] == "double_test" and run["seed"] == 5
    assert list(run["stages"]) == ["compile", "generate inputs", "compute golden", "runtime", "validate"]
    output = run["outputs"][0]
    assert not output["passed"] and output["mismatched"] == 16 * 64
    assert len(output["picture"]["heat"]) == 16 and len(output["picture"]["heat"][0]) == 64
    assert len(output["worst"]) == 10
    assert all("task 0 (kernel double), " in point["note"] for point in output["worst"])
    assert "kernels/wrong.py:10" in output["worst"][0]["note"]
    assert files["kernels/good.py"]["runs"][0]["outputs"][0]["picture"] is None


def test_the_page_is_complete_in_itself(session):
    folder, _ = session
    page = (folder / "out.html").read_text()
    assert "kernels/crashes.py" in page and page.count("data:image/png;base64,") == 2 * 3
    assert "<script" not in page and "http://" not in page and "https://" not in page


_ODD = """
if __name__ == "__main__":
    import os
    import time

    from golden import run

    {statement}
"""


def test_files_that_kill_their_parent_or_print_odd_bytes_take_nothing_along(tmp_path):
    statements = {
        "a_kills.py": "os.kill(os.getppid(), 9); time.sleep(60)",
        "b_slow.py": "time.sleep(3); raise SystemExit(3)",
        "c_odd.py": r"raise ValueError('[bold] \\x00 \\ud800 \\x1b[31m é')",
        "d_bytes.py": r"os.write(1, b'\\xff\\xfe\\x00'); raise SystemExit(3)",
        "e_closed.py": "os.close(1); print('x', flush=True)",
    }
    for name, statement in statements.items():
        write(tmp_path, name, _ODD.replace("{statement}", statement.replace("\\\\", "\\")))
    reports = ("--json", "out.json", "--junit", "out.xml", "--html", "out.html")
    done = golden("run", ".", "-j", "2", *reports, cwd=tmp_path, env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == cli.FAILED and "Traceback" not in done.stderr, done.stderr
    files = {file["path"]: file for file in json.loads((tmp_path / "out.json").read_text())["files"]}
    assert {name: file["status"] for name, file in files.items()} == {
        "a_kills.py": "crash", "b_slow.py": "error", "c_odd.py": "error", "d_bytes.py": "error", "e_closed.py": "error"
    }  # fmt: skip
    assert "the process that runs the files was ended by SIGKILL" in files["a_kills.py"]["reason"]
    assert files["b_slow.py"]["reason"].startswith("exit status 3")
    assert re.search(r"c_odd\.py:\d+", files["c_odd.py"]["reason"])
    assert "ValueError: [bold]" in files["c_odd.py"]["reason"] and "ValueError: [bold]" in done.stdout
    assert ET.parse(tmp_path / "out.xml").getroot()[0].get("errors") == "5"
    assert "ValueError: [bold]" in (tmp_path / "out.html").read_text()


def test_a_session_of_passing_files_ends_with_zero(tmp_path):
    write(tmp_path, "good.py")
    done = golden("run", "good.py", "--mode", "two", "-p", "a5sim", "--engine", "interpret", cwd=tmp_path)
    assert done.returncode == cli.PASSED, done.stdout + done.stderr
    assert "1 run\n" in done.stdout


def without_options(text):
    """The file without a parser: two runs on the default platform."""
    begin, end = text.index("    parser = "), text.index("    for mode in")
    text = text[:begin] + text[end:].replace('if args.mode == "all" else [args.mode]', "")
    return text.replace("import argparse", "").replace("platform=args.platform", 'engine="interpret"')


def test_an_option_that_a_file_does_not_take_is_said_and_fails_with_strict(tmp_path):
    write(tmp_path, "plain.py", without_options(TEXT))
    reports = ("--json", "out.json", "--junit", "out.xml", "--html", "out.html")
    done = golden("run", "plain.py", "-p", "a5sim", *reports, cwd=tmp_path)
    note = "option --platform not taken: ran on a2a3sim"
    assert done.returncode == cli.PASSED and f"2 runs, {note}" in done.stdout, done.stdout + done.stderr
    (file,) = json.loads((tmp_path / "out.json").read_text())["files"]
    assert file["status"] == "pass" and file["note"] == note
    assert all(note in (tmp_path / name).read_text() for name in ("out.xml", "out.html"))
    for arguments in (["-p", "a5sim", "--strict"], ["--mode", "foo"]):
        done = golden("run", "plain.py", *arguments, cwd=tmp_path)
        assert (
            done.returncode == cli.FAILED
            and f"option {'--mode' if 'foo' in arguments else note[7:]}" in done.stdout
        )
    assert "option --mode not taken" in done.stdout


def test_the_engine_of_the_command_wins_over_that_of_the_file(tmp_path):
    text = TEXT.replace("platform=args.platform", 'platform=args.platform, engine="native"')
    write(tmp_path, "k.py", text)
    done = golden("run", "k.py", "--engine", "interpret", "--json", "out.json", cwd=tmp_path)
    assert done.returncode == cli.PASSED, done.stdout + done.stderr
    (file,) = json.loads((tmp_path / "out.json").read_text())["files"]
    assert {run["engine"] for run in file["runs"]} == {"interpret"}


def test_strict_reaches_every_run_of_a_file(tmp_path):
    text = write(tmp_path, "k.py").read_text().replace("golden_fn=golden_double_test,", "")
    write(tmp_path, "k.py", text)
    assert golden("run", "k.py", cwd=tmp_path).returncode == cli.PASSED
    done = golden("run", "k.py", "--strict", cwd=tmp_path)
    assert done.returncode == cli.FAILED
    assert "validation skipped" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "nowhere"], "no such file or folder: nowhere"),
        (["run", "empty"], "no kernel file under empty"),
        (["run", "k.py", "--html", "missing/out.html"], "report cannot be written"),
        (["run", "k.py", "--html", "empty"], "empty is a folder"),
        (["run", "k.py", "-j", "0"], "must be at least 1"),
        (["run", "k.py", "--timeout", "-1"], "must be 0 or more"),
        (["compare", "k.py", "nowhere.pt"], "no such file or folder: nowhere.pt"),
        (["compare", "k.py", "k.py"], "k.py does not hold a saved tensor"),
        (["compare", "a.pt", "empty"], "are a folder and a file"),
        (
            ["compare", "a.pt", "a.pt", "--comparator", "ratio"],
            "no comparator 'ratio'; there are ratio_allclose",
        ),
        (
            ["compare", "a.pt", "a.pt", "--comparator", "ratio_allclose", "--set", "x=1"],
            "has no argument 'x'",
        ),
        (["compare", "a.pt", "a.pt", "--set", "x=1"], "name it with --comparator"),
        (["compare", "empty", "empty"], "holds no .pt files"),
        (["show", "empty"], "is no build folder"),
        (["replay", "empty"], "has no snapshot to replay"),
    ],
)
def test_a_command_that_cannot_be_carried_out_is_one_line(tmp_path, capsys, monkeypatch, arguments, message):
    (tmp_path / "empty").mkdir()
    write(tmp_path, "k.py")
    torch.save(torch.ones(4), tmp_path / "a.pt")
    monkeypatch.chdir(tmp_path)
    try:
        status = cli.main(arguments)
    except SystemExit as leaving:  # argparse
        status = leaving.code
    assert status == cli.USAGE
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(("factor", "status"), [("2.0", cli.USAGE), ("2.5", cli.FAILED)])
def test_a_report_that_cannot_be_written_at_the_end_leaves_verdicts_and_other_reports(
    tmp_path, factor, status
):
    (tmp_path / "reports").mkdir()
    text = TEXT.replace("args = parser", 'import shutil\n    shutil.rmtree("reports")\n    args = parser')
    write(tmp_path, "k.py", text, factor=factor)
    reports = ("--json", "reports/out.json", "--junit", "out.xml")
    done = golden("run", "k.py", "--mode", "one", "--engine", "interpret", *reports, cwd=tmp_path)
    assert done.returncode == status
    assert "golden: report cannot be written: reports/out.json: No such file" in done.stderr
    assert "Traceback" not in done.stderr and "passed, " in done.stdout
    assert ET.parse(tmp_path / "out.xml").getroot()[0].get("tests") == "1"


def test_what_the_page_needs_is_asked_for_before_anything_runs(tmp_path, monkeypatch, capsys):
    write(tmp_path, "k.py")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert cli.main(["run", str(tmp_path / "k.py"), "--html", str(tmp_path / "out.html")]) == cli.USAGE
    assert "pip install 'goldtile[report]'" in capsys.readouterr().err


def test_a_record_that_was_not_written_whole_is_an_error_of_its_file(tmp_path):
    record = tmp_path / "record"
    record.write_text('{"event": "options", "options": {}}\n{"event": "ru\n{"eve')
    assert [event["event"] for event in suite._events(record)] == ["options", "exception"]


def test_compare_judges_files_and_folders(tmp_path, capsys):
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        folder.mkdir()
    data = torch.arange(64, dtype=torch.float32)
    torch.save(data, one / "y.pt")
    torch.save(data + 0.5, other / "y.pt")
    assert cli.main(["compare", str(one), str(one)]) == cli.PASSED
    assert cli.main(["compare", str(one / "y.pt"), str(other / "y.pt")]) == cli.FAILED
    assert "Mismatched elements: 64/64" in capsys.readouterr().out
    loose = ["--comparator", "ratio_allclose", "--set", "atol=0.6", "--set", "max_error_ratio=0.0"]
    assert cli.main(["compare", str(one), str(other), *loose]) == cli.PASSED
    torch.save(data, other / "z.pt")
    assert cli.main(["compare", str(one), str(other)]) == cli.USAGE


def test_a_hostile_tensor_file_runs_no_code(tmp_path, capsys):
    import pickle

    marker = tmp_path / "ran"

    class Hostile:
        def __reduce__(self):
            return os.mkdir, (str(marker),)

    (tmp_path / "a.pt").write_bytes(pickle.dumps(Hostile()))
    assert cli.main(["compare", str(tmp_path / "a.pt"), str(tmp_path / "a.pt")]) == cli.USAGE
    assert not marker.exists()


@pytest.fixture
def saved(tmp_path):
    """A build folder with a snapshot and a timeline."""
    path = write(tmp_path, "k.py")
    text = path.read_text().replace(
        "config=dict(platform=args.platform)",
        "save_data=True, config=dict(platform=args.platform, enable_chip_swimlane=1, dump_passes=True)",
    )
    path.write_text(text)
    done = golden("run", "k.py", "--mode", "one", cwd=tmp_path, env={"PYPTO_PROG_BUILD_DIR": "built"})
    assert done.returncode == cli.PASSED, done.stdout + done.stderr
    (folder,) = (tmp_path / "built").iterdir()
    return folder


def test_show_tells_kernels_edits_memory_passes_and_timeline(saved, capsys):
    assert cli.main(["show", str(saved)]) == cli.PASSED
    text = capsys.readouterr().out
    for part in (
        "double_test, compiled for a2a3",
        "as compiled",
        "of 188416 bytes of Vec",
        "Snapshot in data/: yes",
    ):
        assert part in text
    assert "Timeline" in text and "Pass dumps: 00" in text
    (cpp,) = (saved / "kernels" / "aiv").glob("*.cpp")
    cpp.write_text(cpp.read_text() + "// by hand\n")
    assert cli.main(["show", str(saved)]) == cli.PASSED
    assert "double.cpp: edited" in capsys.readouterr().out


def test_replay_judges_as_the_snapshot_says(saved, capsys):
    assert cli.main(["replay", str(saved)]) == cli.PASSED
    manifest = saved / "data" / "manifest.json"
    document = json.loads(manifest.read_text())
    document["comparison"]["outputs"] = {"y": {"comparator": None, "label": "mine"}}
    manifest.write_text(json.dumps(document))
    assert cli.main(["replay", str(saved)]) == cli.FAILED
    assert "judges 'y' with a function of its own (mine)" in capsys.readouterr().out


@pytest.mark.parametrize("shape", [None, "4", [4, -1], [True]])
def test_a_snapshot_of_somebody_else_without_a_shape_is_one_line(tmp_path, capsys, shape):
    data = tmp_path / "data"
    data.mkdir()
    item = {"name": "x", "kind": "tensor", "dtype": "torch.float32", "shape": shape}
    (data / "manifest.json").write_text(json.dumps({"schema": 1, "parameters": [item], "files": {}}))
    (tmp_path / "program.json").write_text('{"platform": "a2a3"}')
    assert cli.main(["replay", str(tmp_path)]) == cli.USAGE
    assert "parameter 'x' has no shape" in capsys.readouterr().err


@pytest.mark.parametrize("comparison", [[1], {"outputs": [1]}, {"outputs": {"x": 1}}])
def test_a_snapshot_with_another_comparison_is_one_line(tmp_path, capsys, comparison):
    data = tmp_path / "data"
    data.mkdir()
    manifest = {"schema": 1, "parameters": [], "files": {}, "comparison": comparison}
    (data / "manifest.json").write_text(json.dumps(manifest))
    assert cli.main(["replay", str(tmp_path)]) == cli.USAGE
    assert "`comparison` is not one of ours" in capsys.readouterr().err


def test_list_shows_modes_and_platforms(tmp_path):
    write(tmp_path, "k.py")
    done = golden("list", ".", cwd=tmp_path)
    assert done.returncode == cli.PASSED, done.stderr
    assert "k.py" in done.stdout and "one two all (default all)" in done.stdout


def test_list_runs_no_file_without_options(tmp_path):
    write(tmp_path, "plain.py", without_options(TEXT), factor="3.0")
    done = golden("list", ".", cwd=tmp_path)
    assert done.returncode == cli.PASSED, done.stdout
    assert "runs without options" in done.stdout and "golden" not in done.stdout


@pytest.mark.parametrize("command", [["-m", "golden", "show"], ["-m", "golden", "replay"], ["k.py"]])
def test_a_reader_that_leaves_early_brings_no_traceback(saved, command):
    read, wrote = os.pipe()
    os.close(read)
    folder = saved.parent.parent
    kernel = folder / "k.py"
    kernel.write_text(kernel.read_text().replace('print("mode", mode)', "pass"))
    arguments = [*command, *([] if command == ["k.py"] else [str(saved)])]
    with os.fdopen(wrote, "wb") as pipe:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=folder,
            stdout=pipe,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
        )
    assert done.stderr == ""


def test_an_interrupted_session_reports_what_is_done(tmp_path):
    write(tmp_path, "a.py", without_options(TEXT))
    begun = HANGS.replace("print(", "open('begun', 'w').close()\n    print(")
    write(tmp_path, "b.py", begun)
    write(tmp_path, "c.py", HANGS)
    process = subprocess.Popen(
        [sys.executable, "-m", "golden", "run", ".", "--json", "out.json", "--junit", "out.xml"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_until(lambda: (tmp_path / "begun").exists())
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert process.returncode == cli.INTERRUPTED and error == "golden: interrupted\n"
    assert "1 passed, 0 failed, 2 interrupted" in out
    files = json.loads((tmp_path / "out.json").read_text())["files"]
    assert [file["status"] for file in files] == ["pass", "interrupted", "interrupted"]
    assert [file["reason"] for file in files] == ["", "interrupted while it ran", "not begun"]
    assert ET.parse(tmp_path / "out.xml").getroot()[0].get("errors") == "2"


def test_the_command_line_starts_without_torch():
    code = "import sys, golden.cli, golden.suite, golden.kernel_files, golden; print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("how", ["interrupt", "timeout"])
def test_what_a_file_started_ends_with_it(tmp_path, how):
    mark = f"golden-test-{os.getpid()}-{how}"
    child = f'subprocess.Popen(["sh", "-c", "sleep 1000; : {mark}"], start_new_session=True)'
    text = HANGS.replace("import time", "import subprocess\n    import time")
    text = text.replace("time.sleep(1000)", f"{child}\n    open('begun', 'w').close()\n    time.sleep(1000)")
    write(tmp_path, "one.py", text)
    limit = "600" if how == "interrupt" else "3"
    process = subprocess.Popen(
        [sys.executable, "-m", "golden", "run", "one.py", "--timeout", limit],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_until(lambda: (tmp_path / "begun").exists())
    if how == "interrupt":
        assert running(mark)
        process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    if how == "interrupt":
        assert process.returncode == cli.INTERRUPTED and "interrupted" in error
    else:
        assert process.returncode == cli.FAILED and "still running after 3 s, killed at one.py:" in out
    wait_until(lambda: not running(mark))


def wait_until(holds, seconds=60):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def running(mark):
    """Whether a process has this text in its command line."""
    return any(mark in _command(folder) for folder in Path("/proc").glob("[0-9]*"))


def _command(folder):
    try:
        return (folder / "cmdline").read_bytes().decode(errors="replace")
    except OSError:  # it has ended
        return ""


def test_two_runs_of_one_edited_folder_at_once_both_pass(saved):
    (pto,) = (saved / "ptoas").glob("*.pto")
    pto.write_text(pto.read_text() + "// an edit by hand\n")
    both = [
        subprocess.Popen(
            [sys.executable, "-m", "golden", "replay", str(saved)], stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    for process in both:
        out, _ = process.communicate(timeout=120)
        assert process.returncode == cli.PASSED, out


def test_the_page_leads_to_the_timeline(saved):
    document = {"outputs": [], "stages": {}, "kernel": "k", "platform": "a2a3sim", "passed": True}
    document["engine"] = "native"
    run = {**document, "error": None, "skipped": "", "work_dir": str(saved), "timeline": timeline_of(saved)}
    file = {"path": "k.py", "status": "pass", "seconds": 1.0, "reason": "", "output": "", "runs": [run]}
    page = html.render({"files": [file], "passed": True, "seconds": 1.0})
    assert "chip_swimlane_records.json" in page and (saved / "dfx_outputs").as_uri() in page
