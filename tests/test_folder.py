# SPDX-License-Identifier: Apache-2.0
"""The build folder: whole or not there, checked when it is read, brought up to date after an edit."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pypto import folder
from pypto.assembler import generated_part
from pypto.errors import BuildFolderError, PtoSyntaxError
from pypto.platforms import PLATFORMS

A2A3, A5 = PLATFORMS["a2a3sim"], PLATFORMS["a5sim"]
CPP = "// head\n// --- ptoas-generated code ---\nint made = {};\n// --- Kernel entry point ---\n// tail\n"


def assemble(pto: str, file: str, function: str) -> str:
    """Stands for the assembler: the number in the text becomes the number in the C++."""
    if not pto.strip().isdigit():
        raise PtoSyntaxError(f"not a number in {file}")
    return CPP.format(pto.strip())


def texts() -> dict[str, str]:
    document: dict[str, Any] = {
        "schema": 1,
        "platform": "a2a3",
        "entry": "k",
        "versions": {},
        "options": {},
        "constants": {},
        "groups": [],
        "parameters": [
            {
                "name": "x",
                "kind": "tensor",
                "direction": "in",
                "shape": [-1, 4],
                "dims": {"0": "T"},
                "dtype": "FP32",
            }
        ],
        "returns": [],
        "kernels": [
            {
                "id": i,
                "function": name,
                "core": "aiv",
                "pto": f"ptoas/{name}.pto",
                "cpp": f"kernels/aiv/{name}.cpp",
                "unit": name,
                "arguments": [],
                "dynamic_dims": [],
                "uses_block": False,
                "source": {},
            }
            for i, name in enumerate(("one", "two"))
        ],
        "orchestration": {"cpp": "orchestration/k.cpp", "function": "pto_orchestrate"},
    }
    out = {"program.py": "# program\n", "orchestration/k.cpp": "// orchestration\n"}
    for kernel in document["kernels"]:
        out[kernel["pto"]] = "1\n"
        out[kernel["cpp"]] = CPP.format(1)
    document["files"] = folder.hashes(out, document)
    out["program.json"] = json.dumps(document)
    return out


@pytest.fixture
def where(tmp_path):
    return folder.create("k", texts(), tmp_path / "k")


def refresh(where: Path, engine: str = "native") -> tuple[Path, list[str]]:
    return folder.refresh(where, folder.read_manifest(where, A2A3), assemble, engine)


def test_a_second_folder_of_the_same_second_gets_a_suffix(tmp_path, monkeypatch):
    monkeypatch.setenv("PYPTO_PROG_BUILD_DIR", str(tmp_path))
    names = {folder.create("k", texts(), None).name for _ in range(3)}
    assert len(names) == 3
    assert all(name.startswith("k_2") for name in names)


def test_a_failed_write_leaves_nothing(tmp_path, monkeypatch):
    def fail(self: Path, text: str) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", fail)
    with pytest.raises(BuildFolderError, match="No space left on device"):
        folder.create("k", texts(), tmp_path / "k")
    assert list(tmp_path.iterdir()) == []


def test_a_chosen_folder_with_other_content_is_not_replaced(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("text")
    with pytest.raises(BuildFolderError, match="no build folder"):
        folder.create("k", texts(), tmp_path / "mine")
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "text"


def test_two_that_choose_one_folder_at_once_both_get_it(tmp_path):
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda _: folder.create("k", texts(), tmp_path / "k"), range(40)))
    assert set(made) == {tmp_path / "k"} and list(tmp_path.iterdir()) == [tmp_path / "k"]


def test_nothing_edited_writes_nothing(where):
    before = {p: p.stat().st_mtime_ns for p in where.rglob("*")}
    assert refresh(where) == (where, ["[pto->cpp] nothing changed"])
    assert {p: p.stat().st_mtime_ns for p in where.rglob("*")} == before


def test_an_edited_pto_replaces_the_generated_part_of_its_own_cpp(where):
    cpp = where / "kernels/aiv/one.cpp"
    cpp.write_text(cpp.read_text().replace("// tail", "// my tail"))
    (where / "ptoas/one.pto").write_text("7\n")
    other = (where / "kernels/aiv/two.cpp").stat().st_mtime_ns
    _, messages = refresh(where)
    assert messages == ["[pto->cpp] ptoas/one.pto changed: kernels/aiv/one.cpp assembled again"]
    assert generated_part(cpp.read_text()) == "int made = 7;\n"
    assert "// my tail" in cpp.read_text()
    assert (where / "kernels/aiv/two.cpp").stat().st_mtime_ns == other
    assert refresh(where)[1] == ["[pto->cpp] nothing changed"]


def test_an_edited_cpp_is_left_alone(where):
    cpp = where / "kernels/aiv/one.cpp"
    cpp.write_text(cpp.read_text().replace("= 1", "= 2"))
    refresh(where)
    assert "int made = 2;" in cpp.read_text()


def test_both_edited_keeps_the_cpp_and_says_so(where):
    cpp = where / "kernels/aiv/one.cpp"
    cpp.write_text(cpp.read_text().replace("= 1", "= 2"))
    (where / "ptoas/one.pto").write_text("7\n")
    for _ in range(2):
        _, messages = refresh(where)
        assert messages == [
            "[pto->cpp] ptoas/one.pto and the generated part of kernels/aiv/one.cpp were both edited: keeping the .cpp; "
            "to run the .pto, put that part back as it was, or compile again"
        ]
    assert "int made = 2;" in cpp.read_text()


def test_files_that_are_put_back_are_followed_by_the_next_edit(where):
    cpp, pto = where / "kernels/aiv/one.cpp", where / "ptoas/one.pto"
    first = cpp.read_text()
    for number in (7, 8):
        pto.write_text(f"{number}\n")
        assert refresh(where)[1] == ["[pto->cpp] ptoas/one.pto changed: kernels/aiv/one.cpp assembled again"]
        assert f"int made = {number};" in cpp.read_text()
        cpp.write_text(first)
        pto.write_text("1\n")
        assert refresh(where)[1] == ["[pto->cpp] kernels/aiv/one.cpp holds what ptoas/one.pto says"]
        assert cpp.read_text() == first
    assert refresh(where)[1] == ["[pto->cpp] nothing changed"]


def test_a_cpp_that_alone_is_put_back_follows_its_edited_pto(where):
    cpp, pto = where / "kernels/aiv/one.cpp", where / "ptoas/one.pto"
    first = cpp.read_text()
    pto.write_text("7\n")
    refresh(where)
    cpp.write_text(first)
    assert refresh(where)[1] == ["[pto->cpp] ptoas/one.pto changed: kernels/aiv/one.cpp assembled again"]
    assert "int made = 7;" in cpp.read_text()


def test_a_part_that_was_edited_by_hand_is_named_as_long_as_it_is_kept(where):
    cpp = where / "kernels/aiv/one.cpp"
    cpp.write_text(cpp.read_text().replace("= 1", "= 2").replace("// tail", "// my tail"))
    for _ in range(2):
        assert refresh(where)[1] == [
            "[pto->cpp] nothing changed; the generated part of kernels/aiv/one.cpp was edited and is kept"
        ]
    assert "int made = 2;" in cpp.read_text()


def test_a_pto_that_does_not_assemble_changes_nothing(where):
    (where / "ptoas/one.pto").write_text("7\n")
    (where / "ptoas/two.pto").write_text("wrong\n")
    with pytest.raises(PtoSyntaxError, match=str(where / "ptoas/two.pto")):
        refresh(where)
    assert "int made = 1;" in (where / "kernels/aiv/one.cpp").read_text()


def test_missing_marks_are_an_error_that_names_the_file(where):
    cpp = where / "kernels/aiv/one.cpp"
    cpp.write_text("int made;\n")
    (where / "ptoas/one.pto").write_text("7\n")
    with pytest.raises(BuildFolderError, match=str(cpp)):
        refresh(where)


def test_reassembly_can_be_switched_off(where, monkeypatch):
    monkeypatch.setenv("PYPTO_REBUILD_FROM_PTO", "0")
    (where / "ptoas/one.pto").write_text("7\n")
    assert "skipped" in refresh(where)[1][0]
    assert "int made = 1;" in (where / "kernels/aiv/one.cpp").read_text()


def test_a_read_only_folder_is_replayed_from_a_copy(where):
    (where / "ptoas/one.pto").write_text("7\n")
    os.chmod(where, 0o555)
    try:
        copy, messages = refresh(where)
    finally:
        os.chmod(where, 0o755)
    assert copy != where
    assert "read-only" in messages[-1]
    assert "int made = 7;" in (copy / "kernels/aiv/one.cpp").read_text()
    assert "int made = 1;" in (where / "kernels/aiv/one.cpp").read_text()


@pytest.mark.parametrize("name", ["ptoas/one.pto", "kernels/aiv/two.cpp", "orchestration/k.cpp"])
def test_the_interpreter_refuses_a_folder_whose_native_texts_were_edited(where, name):
    path = where / name
    path.write_text(path.read_text() + "\n")
    with pytest.raises(BuildFolderError, match=r"was edited, and the interpreter runs program\.py"):
        refresh(where, "interpret")


def test_an_edited_program_runs_in_the_interpreter_only(where):
    (where / "program.py").write_text("# edited\n")
    assert refresh(where, "interpret") == (where, [])
    with pytest.raises(BuildFolderError, match="native code is not made from it"):
        refresh(where)


def edit(where: Path, **changes: Any) -> None:
    document = json.loads((where / "program.json").read_text())
    document.update(changes)
    (where / "program.json").write_text(json.dumps(document))


def test_a_folder_of_another_generation_is_refused_with_the_way_out(where):
    with pytest.raises(BuildFolderError, match="compiled for a2a3, the run asks for a5sim") as info:
        folder.read_manifest(where, A5)
    assert "-p a2a3sim" in str(info.value)
    assert folder.read_manifest(where, PLATFORMS["a2a3"])["entry"] == "k"


def changed(document: Any, path: str, value: Any) -> None:
    """Set a value by a path such as `kernels.0.core`."""
    *steps, last = [int(p) if p.isdigit() else p for p in path.split(".")]
    for step in steps:
        document = document[step]
    document[last] = value


@pytest.mark.parametrize(
    "path, value, match",
    [
        ("schema", 2, "schema 2, this version reads 1"),
        ("schema", True, "schema True"),
        ("entry", None, "entry is None, a name is expected"),
        ("options", 3, "options is 3"),
        ("groups", "x", "groups is 'x'"),
        ("returns", ["zzz"], "returns names 'zzz'"),
        ("files", {"program.py": 3}, "files is .* pairs of hashes"),
        ("parameters", ["x"], r"parameters\[0\] is 'x'"),
        ("parameters.0.shape", [128, "x"], r"parameters\[0\]\.shape"),
        ("parameters.0.shape", [float("nan")], r"parameters\[0\]\.shape"),
        ("parameters.0.dtype", "FOO", r"parameters\[0\]\.dtype is 'FOO'"),
        ("parameters.0.dims", [1], r"parameters\[0\]\.dims"),
        ("parameters.0.dims", {"3": "T"}, r"the dynamic ones are \['0'\]"),
        ("parameters.0.kind", "scalar", "null is expected for a scalar"),
        (
            "parameters.0",
            {
                "name": "n",
                "kind": "scalar",
                "direction": "in",
                "shape": None,
                "dims": {"name": "x"},
                "dtype": "INDEX",
            },
            r"parameters\[0\]\.dims is .* an empty object is expected for a scalar",
        ),
        ("kernels.0.core", "foo", "one of aic, aiv"),
        ("kernels.0.id", -1, r"kernels\[0\]\.id is -1, 0 is expected"),
        ("kernels.0.unit", "../../evil", r"kernels\[0\]\.unit"),
        ("kernels.0.arguments", None, r"kernels\[0\]\.arguments"),
        ("kernels.0.copies", {"external/k.cpp": 3}, r"kernels\[0\]\.copies is"),
        ("kernels.0.uses_block", "no", "true or false"),
        ("kernels.0.function", "one; rm -rf /", "a function name"),
        ("orchestration", {}, r"orchestration\.cpp is missing"),
    ],
)
def test_a_manifest_that_does_not_fit_is_refused(where, path, value, match):
    document = json.loads((where / "program.json").read_text())
    changed(document, path, value)
    (where / "program.json").write_text(json.dumps(document))
    with pytest.raises(BuildFolderError, match=match):
        folder.read_manifest(where, A2A3)


def test_a_pipe_in_the_place_of_a_text_is_refused(where):
    (where / "ptoas/one.pto").unlink()
    os.mkfifo(where / "ptoas/one.pto")
    with pytest.raises(BuildFolderError, match="it is no file"):
        refresh(where)


def test_a_path_that_leaves_the_folder_is_refused(where):
    document = json.loads((where / "program.json").read_text())
    files = document["files"]
    files["../../outside.cpp"] = files[document["kernels"][0]["cpp"]]
    document["kernels"][0]["cpp"] = "../../outside.cpp"
    edit(where, kernels=document["kernels"], files=files)
    with pytest.raises(BuildFolderError, match="lies outside"):
        refresh(where)


@pytest.mark.parametrize("content", [None, "", "{", "[]", "[" * 100000])
def test_a_folder_without_a_readable_manifest_is_refused(where, content):
    path = where / "program.json"
    if content is None:
        path.unlink()
    else:
        path.write_text(content)
    with pytest.raises(BuildFolderError):
        folder.read_manifest(where, A2A3)


def test_a_missing_file_is_named(where):
    (where / "ptoas/one.pto").unlink()
    with pytest.raises(BuildFolderError, match=r"ptoas/one\.pto cannot be read"):
        refresh(where)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d["files"].pop(d["kernels"][0]["pto"]), "files has no entry for"),
        (lambda d: d["parameters"][0].pop("shape"), r"parameters\[0\].shape is missing"),
        (lambda d: d["parameters"][0].update(name=[1]), r"parameters\[0\].name is \[1\]"),
    ],
    ids=["no hash", "no shape", "a list for a name"],
)
def test_a_damaged_manifest_is_refused(where, change, words):
    document = json.loads((where / "program.json").read_text())
    change(document)
    edit(where, **document)
    with pytest.raises(BuildFolderError, match=words):
        folder.read_manifest(where, A2A3)
