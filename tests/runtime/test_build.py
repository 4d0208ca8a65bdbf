# SPDX-License-Identifier: Apache-2.0
"""Building a folder: what is compiled, what is reused, and what a failure says."""

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch
from runtime_programs import AXPB, Kernel, load, tensor, write_program

from pypto.errors import BuildError, BuildFolderError
from pypto.runtime import toolchain
from pypto.runtime.build import RUNTIME_NAME, build
from pypto.runtime.cache import cache_directory
from pypto.runtime.toolchain import find_compiler

COPY = Kernel(
    "copy", [("x", "in", "FP32"), ("y", "out", "FP32")], "at<float>(slots, 1)[0] = at<float>(slots, 0)[0];"
)
PARAMS = [tensor("x", "in", [4]), tensor("y", "out", [4])]
ORCHESTRATION = """
    pto_view x = o->param(run, 0), y = o->param(run, 1);
    o->task(run, 0, 1, 1); o->tensor(run, &x, PTO_IN); o->tensor(run, &y, PTO_OUT); o->submit(run);
"""


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PYPTO_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_second_build_builds_nothing_and_an_edit_only_what_it_touches(
    tmp_path: Path, own_cache: Path
) -> None:
    folder, manifest = write_program(tmp_path / "a", PARAMS, [COPY, AXPB], ORCHESTRATION)
    before = sorted(p for p in folder.rglob("*"))
    first = build(folder, manifest)
    assert first.built == [RUNTIME_NAME, "copy", "axpb", "orchestration"] and first.reused == []
    again = build(folder, manifest)
    assert again.built == [] and again.reused == first.built
    assert (again.library, again.runtime) == (first.library, first.runtime)
    elsewhere, manifest = write_program(tmp_path / "b", PARAMS, [COPY, AXPB], ORCHESTRATION)
    assert build(elsewhere, manifest).built == []
    edit(elsewhere / "kernels/aiv/copy.cpp", "[0] = ", "[1] = ")
    edited = build(elsewhere, manifest)
    assert edited.built == ["copy"] and edited.library != first.library
    assert sorted(p for p in folder.rglob("*")) == before, "no binary lies in a folder"


def test_a_file_included_from_beside_counts(tmp_path: Path, own_cache: Path) -> None:
    folder, manifest = write_program(tmp_path / "a", PARAMS, [COPY], ORCHESTRATION)
    cpp = folder / "kernels/aiv/copy.cpp"
    cpp.write_text('#include "mine.h"\n' + cpp.read_text().replace("at<float>(slots, 0)[0];", "VALUE;"))
    for value in (3.0, 4.0):
        (folder / "kernels/aiv/mine.h").write_text(f"#define VALUE {value}f\n")
        y = torch.zeros(4)
        load(folder, manifest).dispatch([torch.zeros(4), y])
        assert y[0] == value


@pytest.mark.parametrize("suffix", [".o", ".so"])
def test_damaged_entries_are_built_again(tmp_path: Path, own_cache: Path, suffix: str) -> None:
    folder, manifest = write_program(tmp_path / "a", PARAMS, [COPY], ORCHESTRATION)
    first = build(folder, manifest)
    for path in (own_cache / "v1/entries").glob(f"*/*{suffix}"):
        path.write_bytes(path.read_bytes()[:100])
    if suffix == ".o":
        first.library.unlink()
    second = build(folder, manifest)
    assert second.built == (["copy", "orchestration"] if suffix == ".o" else [RUNTIME_NAME])
    y = torch.zeros(4)
    load(folder, manifest).dispatch([torch.ones(4), y])
    assert y[0] == 1


def test_all_compile_errors_come_together_with_path_line_and_message(tmp_path: Path) -> None:
    kernels = [COPY, Kernel("wrong_type", [], 'int x = "text";'), Kernel("wrong_name", [], "\nundeclared();")]
    folder, manifest = write_program(tmp_path / "a", PARAMS, kernels, ORCHESTRATION)
    with pytest.raises(BuildError) as caught:
        build(folder, manifest)
    text = str(caught.value)
    first, second = folder / "kernels/aiv/wrong_type.cpp", folder / "kernels/aiv/wrong_name.cpp"
    line = first.read_text().splitlines().index('int x = "text";') + 1
    assert caught.value.span is not None
    assert {(str(first), line), (str(second), line + 1)} >= {(caught.value.span.file, caught.value.span.line)}
    assert f"{first}:{line}:" in text and f"{second}:{line + 1}:" in text
    assert "invalid conversion" in text and "undeclared" in text
    assert "`wrong_type`" in text and "`wrong_name`" in text and "`copy`" not in text


def test_a_message_of_the_compiler_is_shown_once(tmp_path: Path) -> None:
    wrong = {"one": "int a = first;", "two": "int a = first;\nint b = second;"}
    for name, body in wrong.items():
        folder, manifest = write_program(tmp_path / name, PARAMS, [Kernel("wrong", [], body)], ORCHESTRATION)
        with pytest.raises(BuildError) as caught:
            build(folder, manifest)
        text = str(caught.value)
        assert text.count("first") == 2 and text.count("int a") == 1, (
            text
        )  # the message, and the line it is about
        assert text.count("second") == (0 if name == "one" else 2)
        assert len(caught.value.notes) == (0 if name == "one" else 1)


def test_a_missing_entry_is_a_link_error_that_names_it(tmp_path: Path) -> None:
    folder, manifest = write_program(tmp_path / "a", PARAMS, [COPY], ORCHESTRATION)
    edit(folder / "kernels/aiv/copy.cpp", "copy_entry", "renamed_entry")
    with pytest.raises(BuildError, match=r"does not link(.|\n)*copy_entry(.|\n)*<function>_entry"):
        build(folder, manifest)


@pytest.mark.parametrize("name", ["../outside.cpp", "/etc/passwd", "kernels/aiv/none.cpp"])
def test_files_outside_of_the_folder_or_missing_are_refused(tmp_path: Path, name: str) -> None:
    folder, manifest = write_program(tmp_path / "a", PARAMS, [COPY], ORCHESTRATION)
    (tmp_path / "outside.cpp").write_text("")
    manifest["kernels"][0]["cpp"] = name
    with pytest.raises(BuildFolderError):
        build(folder, manifest)


@pytest.mark.parametrize("name", ["f(); int g", "", "a-b", "é"])
def test_function_names_are_identifiers(tmp_path: Path, name: str) -> None:
    folder, manifest = write_program(tmp_path / "a", PARAMS, [COPY], ORCHESTRATION)
    manifest["kernels"][0]["function"] = name
    with pytest.raises(BuildFolderError, match="identifier"):
        build(folder, manifest)


BUILDER = """
import json, sys
from pathlib import Path
from pypto.runtime.build import build
folder = Path(sys.argv[1])
result = build(folder, json.loads((folder / "program.json").read_text()))
print(json.dumps(result.built))
"""


def start_builder(folder: Path, **environment: str) -> "subprocess.Popen[str]":
    source = Path(toolchain.__file__).parents[2]
    return subprocess.Popen(
        [sys.executable, "-c", BUILDER, str(folder)],
        env={**os.environ, "PYTHONPATH": str(source), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def with_manifest(folder: Path, manifest: dict) -> Path:
    import json

    (folder / "program.json").write_text(json.dumps(manifest))
    return folder


def test_two_processes_build_everything_once(tmp_path: Path, own_cache: Path) -> None:
    import json

    folder = with_manifest(*write_program(tmp_path / "a", PARAMS, [COPY, AXPB], ORCHESTRATION))
    builders = [start_builder(folder) for _ in range(2)]
    outputs = [builder.communicate() for builder in builders]
    assert [b.returncode for b in builders] == [0, 0], outputs
    built = sorted(name for out, _ in outputs for name in json.loads(out))
    assert built == sorted([RUNTIME_NAME, "copy", "axpb", "orchestration"])


def test_an_interrupt_ends_the_compilers_and_leaves_nothing_behind(tmp_path: Path, own_cache: Path) -> None:
    folder = with_manifest(*write_program(tmp_path / "a", PARAMS, [COPY, AXPB], ORCHESTRATION))
    pids = tmp_path / "pids"
    pids.mkdir()
    real = find_compiler().path
    fake = tmp_path / "slow-c++"
    # A compiler with a child of its own, as g++ has cc1plus.
    fake.write_text(
        f'#!/bin/sh\nfor a in "$@"; do [ "$a" = -E ] && exec {real} "$@"; done\n'
        f"echo half > {own_cache}/v1/tmp/$(ls {own_cache}/v1/tmp | head -1)/half.o\n"
        f"sleep 600 &\necho $! > {pids}/$$\nwait\n"
    )
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    builder = start_builder(folder, CXX=str(fake))
    deadline = time.monotonic() + 60
    while len(list(pids.iterdir())) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(0.1)
    builder.send_signal(signal.SIGINT)
    _, errors = builder.communicate(timeout=60)
    assert builder.returncode not in (0, None) and "KeyboardInterrupt" in errors
    for file in pids.iterdir():
        for pid in (int(file.name), int(file.read_text())):
            assert not alive(pid)
    assert list((own_cache / "v1/tmp").iterdir()) == []
    assert list((own_cache / "v1/entries").rglob("*.o")) == []
    assert build(folder, write_program(tmp_path / "a", PARAMS, [COPY, AXPB], ORCHESTRATION)[1]).built


def alive(pid: int) -> bool:
    """Whether a process still runs; one that ended but was not waited for does not."""
    for _ in range(200):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return False
        if state == "Z":
            return False
        time.sleep(0.02)
    return True


def test_the_cache_directory_is_the_one_that_was_set(own_cache: Path) -> None:
    assert cache_directory() == own_cache
