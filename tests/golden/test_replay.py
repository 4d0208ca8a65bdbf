# SPDX-License-Identifier: Apache-2.0
"""Snapshots: what is written, and what a run accepts to start from."""

import json
import os
import pickle
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import torch
from harness_fakes import FakeKernel, scalar, tensor

from golden import ScalarSpec, TensorSpec, ratio_allclose, run
from golden.replay import file_hash


@pytest.fixture
def kernel(tmp_path):
    """y = x + s + n, s += 1."""

    def body(values):
        values["y"].copy_(values["x"] + values["s"] + values["n"])
        values["s"].add_(1)

    return FakeKernel(
        body,
        tensor("x", "in", (-1, 3), torch.bfloat16),
        tensor("s", "inout", (3,)),
        scalar("n"),
        tensor("y", "out", (-1, 3)),
        folder=tmp_path / "build",
    )


def specs(rows=4, value=5, init=torch.randn):
    return [
        TensorSpec("x", [rows, 3], torch.bfloat16, init_value=init),
        TensorSpec("s", [3], torch.float32, init_value=init),
        ScalarSpec("n", torch.int32, value),
        TensorSpec("y", [rows, 3], torch.float32),
    ]


def golden(values):
    values["y"][:] = values["x"] + values["s"] + values["n"]
    values["s"] += 1


def never(*_):
    raise AssertionError("must not be called")


@pytest.fixture
def saved(kernel):
    assert run(kernel, specs(), golden, save_data=True, seed=3).passed
    kernel.artifact = None  # forget this launch
    return kernel.folder / "data"


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def replay(kernel, folder, given=None, **options):
    return run(kernel, given or specs(init=never), golden_data=folder, **options)


def test_a_snapshot_of_another_case_leads_to_the_options_of_the_file(saved, kernel):
    error = replay(kernel, saved, specs(rows=8, init=never)).error
    assert "x: shape stored=[4, 3] spec=[8, 3]" in error
    assert "choose its case with the file's own options, such as --mode" in error


# --- writing ---


def test_a_snapshot_holds_inputs_states_scalars_and_references(saved, kernel):
    assert files(saved) == ["in/n.pt", "in/s.pt", "in/x.pt", "manifest.json", "out/s.pt", "out/y.pt"]
    load = {
        name: torch.load(saved / f"{name}.pt", weights_only=True)
        for name in ("in/n", "in/s", "out/s", "out/y")
    }
    assert load["in/n"].dim() == 0 and load["in/n"].item() == 5
    assert torch.equal(load["out/s"], load["in/s"] + 1)


def test_nothing_is_written_by_default(kernel):
    assert run(kernel, specs(), golden).passed
    assert not (kernel.folder / "data").exists()


def test_without_a_reference_only_inputs_are_written(kernel):
    assert run(kernel, specs(), save_data=True).passed
    assert files(kernel.folder / "data") == ["in/n.pt", "in/s.pt", "in/x.pt", "manifest.json"]


def test_the_reference_is_on_disk_even_if_the_dispatch_raises(kernel):
    kernel.fault = RuntimeError("device lost")
    with pytest.raises(RuntimeError):
        run(kernel, specs(), golden, save_data=True)
    assert "out/y.pt" in files(kernel.folder / "data")


def test_device_results_are_never_saved(kernel):
    kernel.body = lambda v: (v["y"].fill_(99), v["s"].add_(1))
    assert not run(kernel, specs(), golden, save_data=True).passed
    stored = torch.load(kernel.folder / "data/out/y.pt", weights_only=True)
    assert not (stored == 99).any()


def test_saving_again_replaces_the_whole_snapshot(saved, kernel):
    (saved / "in/stale.pt").write_bytes(b"")
    assert run(kernel, specs(init=torch.ones), save_data=True).passed
    assert files(saved) == ["in/n.pt", "in/s.pt", "in/x.pt", "manifest.json"]
    assert torch.load(saved / "in/x.pt", weights_only=True).eq(1).all()


@pytest.mark.parametrize("when", ["in", "out", "manifest"])
def test_an_interrupt_while_saving_leaves_nothing_half_written(saved, kernel, monkeypatch, when):
    import golden.replay as module

    save, replace = torch.save, module.os.replace

    def interrupted_save(value, stream):
        path = Path(stream.name)
        if path.parent.name.startswith(f".{when}-") and path.name in ("s.pt",):
            path.write_bytes(b"half")
            raise KeyboardInterrupt
        save(value, stream)

    def interrupted_replace(source, target):
        if when == "manifest" and target.name == "manifest.json":
            raise KeyboardInterrupt
        replace(source, target)

    monkeypatch.setattr(torch, "save", interrupted_save)
    monkeypatch.setattr(module.os, "replace", interrupted_replace)
    with pytest.raises(KeyboardInterrupt):
        run(kernel, specs(init=torch.ones), golden, save_data=True)
    monkeypatch.undo()
    assert not [path for path in saved.rglob(".*")]
    for path in saved.rglob("*.pt"):
        assert isinstance(torch.load(path, weights_only=True), torch.Tensor)
    # what remains is whole, or is refused: never new inputs with the old reference
    assert not (saved / "out").exists()


def test_a_view_is_saved_without_what_lies_around_it(tmp_path):
    kernel = FakeKernel(lambda v: None, tensor("x", "in", (2,)), folder=tmp_path / "build")
    big = torch.zeros(1_000_000)
    assert run(kernel, [TensorSpec("x", [2], torch.float32, init_value=big[:2])], save_data=True).passed
    assert (tmp_path / "build/data/in/x.pt").stat().st_size < 10_000


# --- the manifest ---


def test_the_manifest_records_what_the_snapshot_is(kernel):
    def custom(actual, expected, **_):
        return True, ""

    compare = {"y": ratio_allclose(atol=1e-3, valid_rows=2), "s": custom}
    assert run(kernel, specs(), golden, save_data=True, seed=11, rtol=0.5, compare_fn=compare).passed
    data = kernel.folder / "data"
    manifest = json.loads((data / "manifest.json").read_text())
    assert manifest["seed"] == 11 and set(manifest["versions"]) == {"goldtile", "torch", "python"}
    assert [p["name"] for p in manifest["parameters"]] == ["x", "s", "n", "y"]
    assert manifest["parameters"][0] == {
        "name": "x",
        "kind": "tensor",
        "dtype": "torch.bfloat16",
        "direction": "in",
        "shape": [4, 3],
    }
    assert manifest["parameters"][2]["value"] == "5"
    assert manifest["files"] == {name: file_hash(data / name) for name in files(data) if name.endswith(".pt")}
    assert manifest["comparison"]["rtol"] == 0.5
    outputs = manifest["comparison"]["outputs"]
    assert outputs["s"] == {"comparator": None, "label": "custom"}
    assert outputs["y"]["comparator"] == "ratio_allclose"
    assert ratio_allclose(**outputs["y"]["arguments"]) == compare["y"]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda m: m["parameters"][0].update(shape=[64, 3]), "x: shape stored=[64, 3] spec=[4, 3]"),
        (
            lambda m: m["parameters"][0].update(dtype="torch.float16"),
            "x: dtype stored=torch.float16 spec=torch.bfloat16",
        ),
        (lambda m: m["parameters"][0].update(name="z"), "names stored=['z', 's', 'n', 'y']"),
        (lambda m: m["parameters"][1].update(direction="out"), "s: direction stored=out artifact=inout"),
        (lambda m: m["parameters"][2].update(kind="tensor"), "n: kind stored=tensor spec=scalar"),
        (lambda m: m["files"].pop("in/x.pt"), "manifest does not know in/x.pt"),
        (lambda m: m["files"].update({"out/y.pt": "0" * 64}), "stored bytes do not fit the manifest"),
        (lambda m: m.update(schema=99), "schema 99"),
        (lambda m: m.update(parameters=3), "is not one of ours"),
    ],
)
def test_a_snapshot_that_does_not_fit_is_refused(saved, kernel, change, text):
    manifest = json.loads((saved / "manifest.json").read_text())
    change(manifest)
    (saved / "manifest.json").write_text(json.dumps(manifest))
    result = replay(kernel, saved)
    assert not result.passed and text in result.error and kernel.launches == []


def test_a_damaged_manifest_is_refused(saved, kernel):
    (saved / "manifest.json").write_text("{")
    assert "manifest cannot be read" in replay(kernel, saved).error


def test_a_snapshot_of_another_mode_is_refused_before_compiling(saved, kernel):
    kernel.compiled.clear()
    result = replay(kernel, saved, specs(rows=8))
    assert not result.passed and kernel.compiled == []
    assert "x: shape stored=[4, 3] spec=[8, 3]" in result.error and str(saved / "in/x.pt") in result.error


def test_a_file_changed_by_hand_is_refused(saved, kernel):
    torch.save(torch.ones(4, 3), saved / "out/y.pt")
    result = replay(kernel, saved)
    assert not result.passed and "stored bytes do not fit the manifest" in result.error
    assert str(saved / "out/y.pt") in result.error


def other_golden(values):
    values["y"][:] = 0


def test_another_seed_or_golden_is_a_line_and_under_strict_a_failure(saved, kernel, capsys):
    assert replay(kernel, saved, golden_fn=golden, seed=3, strict=True).passed
    assert "warning" not in capsys.readouterr().out
    assert replay(kernel, saved, golden_fn=other_golden, seed=4).passed
    out = capsys.readouterr().out
    assert "golden_data was made with seed 3, this run has seed 4" in out
    assert "golden_data was made with another golden source" in out
    for options, text in [
        ({"seed": 4}, "strict: golden_data was made with seed 3"),
        ({"golden_fn": other_golden}, "strict: golden_data was made with another golden source"),
    ]:
        result = replay(kernel, saved, strict=True, **options)
        assert not result.passed and text in result.error


# --- replaying ---


def test_a_replay_calls_neither_init_nor_golden_and_writes_nothing(saved, kernel, capsys):
    before = {name: (saved / name).stat().st_mtime_ns for name in files(saved)}
    stored = torch.load(saved / "in/x.pt", weights_only=True)
    result = replay(kernel, saved, golden_fn=never, save_data=True)
    out = capsys.readouterr().out
    assert result.passed
    assert torch.equal(kernel.launches[0][0], stored)
    assert f"[RUN]   cache hit: {saved / 'in'}" in out and f"[RUN]   cache hit: {saved / 'out'}" in out
    assert {name: (saved / name).stat().st_mtime_ns for name in files(saved)} == before


def test_a_dispatch_that_writes_loaded_state_leaves_the_files_alone(saved, kernel):
    for _ in range(2):
        assert replay(kernel, saved).passed


def test_a_wrong_result_against_stored_data_fails(saved, kernel):
    kernel.body = lambda v: (v["y"].fill_(1), v["s"].add_(1))
    result = replay(kernel, saved)
    assert not result.passed and "['y']" in result.error


def test_a_missing_directory_fails_before_compiling(kernel, tmp_path):
    result = replay(kernel, tmp_path / "gone")
    assert not result.passed and f"golden_data is not a directory: {tmp_path / 'gone'}" in result.error
    assert kernel.compiled == []


def test_the_build_folder_in_place_of_its_snapshot_is_recognised(saved, kernel):
    build = saved.parent
    assert replay(kernel, build).error.endswith("build/in/n.pt']")
    (build / "program.json").write_text("{}")
    result = replay(kernel, build)
    assert (
        f"golden_data is missing files: ['{build / 'in/n.pt'}']; {build} is a build folder: give {saved}"
        == (result.error)
    )
    shutil.rmtree(saved)
    assert replay(kernel, build).error.endswith(
        f"{build} is a build folder: no snapshot was saved in it (save_data=True saves one)"
    )


def test_the_hint_comes_for_tensors_too(double, double_specs, double_golden):
    assert run(double, double_specs, double_golden, save_data=True).passed
    (double.folder / "program.json").write_text("{}")
    for callback in (double_golden, None):
        result = run(double, double_specs, callback, golden_data=double.folder)
        assert not result.passed and result.error.endswith(f"give {double.folder / 'data'}")


def test_all_missing_files_are_listed(saved, kernel):
    (saved / "manifest.json").unlink()
    for name in ("in/x.pt", "out/s.pt"):
        (saved / name).unlink()
    result = replay(kernel, saved)
    assert not result.passed and kernel.launches == []
    assert f"golden_data is missing files: ['{saved / 'in/x.pt'}', '{saved / 'out/s.pt'}']" in result.error


def test_inputs_alone_run_and_say_that_nothing_was_validated(saved, kernel, capsys):
    shutil.rmtree(saved / "out")
    result = replay(kernel, saved)
    out = capsys.readouterr().out
    assert result.passed and "[RUN]   golden_data has no out/: reusing inputs only" in out
    assert "validation skipped: golden_data has no out/)" in out and "compute golden" not in out
    assert "validation skipped" in replay(kernel, saved, strict=True).error
    result = replay(kernel, saved, golden_fn=golden)
    assert not result.passed and "golden_data is missing files" in result.error


def test_a_cached_scalar_replaces_the_specs_value_everywhere(saved, kernel):
    seen = {}

    def compare(actual, expected, *, inputs, **_):
        seen.update(inputs)
        return bool(torch.equal(actual, expected)), ""

    kernel.compiled.clear()
    assert replay(kernel, saved, specs(value=77, init=never), compare_fn={"y": compare}).passed
    assert kernel.compiled[0][0][2] == 5 and kernel.launches[0][2].value == 5 and seen["n"].item() == 5


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (torch.ones(1, dtype=torch.int32), "must contain a 0-dim torch.Tensor"),
        (torch.tensor(1.0), "dtype mismatch: spec=torch.int32 cache=torch.float32"),
    ],
)
def test_a_wrong_cached_scalar_fails_before_compiling(saved, kernel, value, text):
    (saved / "manifest.json").unlink()
    torch.save(value, saved / "in/n.pt")
    kernel.compiled.clear()
    result = replay(kernel, saved)
    assert not result.passed and text in result.error and kernel.compiled == []


@pytest.mark.parametrize("value", [torch.ones(2, 3), torch.ones(4, 3, dtype=torch.int32)])
def test_without_a_manifest_each_tensor_is_checked(saved, kernel, value):
    (saved / "manifest.json").unlink()
    assert replay(kernel, saved).passed
    torch.save(value, saved / "out/y.pt")
    result = replay(kernel, saved)
    assert not result.passed and str(saved / "out/y.pt") in result.error
    assert f"stored shape={list(value.shape)} dtype={value.dtype}" in result.error
    assert "shape=[4, 3] dtype=torch.float32" in result.error


class Evil:
    def __reduce__(self):
        return (print, ("executed",))


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "no file that torch.save wrote"),
        (b"not a tensor", "no file that torch.save wrote"),
        (pickle.dumps(Evil()), "no file that torch.save wrote"),
        ({"a": 1}, "but dict"),
        (Evil(), "could run code, so nothing of it is loaded"),
        ([Evil()], "could run code, so nothing of it is loaded"),
        # small as a file, terabytes in memory
        (torch.ones(1).expand(2**40), "stored shape=[1099511627776]"),
        (torch.ones(4, 3).to_sparse(), "dense"),
        (torch.ones(4, 3, device="meta"), "without plain values"),
    ],
)
def test_a_file_that_holds_no_tensor_is_named_and_never_unpickled(saved, kernel, content, why, capsys):
    (saved / "manifest.json").unlink()
    if isinstance(content, bytes):
        (saved / "in/x.pt").write_bytes(content)
    else:
        torch.save(content, saved / "in/x.pt")
    result = replay(kernel, saved)
    assert not result.passed and str(saved / "in/x.pt") in result.error and why in result.error
    assert len(result.error.splitlines()) in (1, 3)  # alone, or with the line of the spec
    assert "executed" not in capsys.readouterr().out


def test_a_file_that_was_cut_off_is_named(saved, kernel):
    (saved / "manifest.json").unlink()
    whole = (saved / "in/x.pt").read_bytes()
    (saved / "in/x.pt").write_bytes(whole[: len(whole) // 2])
    result = replay(kernel, saved)
    assert not result.passed and "in/x.pt does not hold a saved tensor" in result.error


def test_data_and_build_folder_combine(saved, kernel, backend, tmp_path):
    backend.builds[kernel.folder] = kernel
    kernel.compiled.clear()
    assert replay(kernel, saved, runtime_dir=kernel.folder).passed and kernel.compiled == []


def test_saving_under_a_build_folder(kernel, backend, tmp_path):
    folder = tmp_path / "old"
    folder.mkdir()
    backend.builds[folder] = kernel
    assert run(kernel, specs(), golden, runtime_dir=folder, save_data=True).passed
    assert "out/y.pt" in files(folder / "data")


def test_a_place_that_cannot_be_written_is_a_failed_result(kernel, tmp_path):
    kernel.folder.mkdir()
    (kernel.folder / "data").write_text("in the way")
    result = run(kernel, specs(), golden, save_data=True)
    assert not result.passed and "save_data cannot write" in result.error


def test_empty_tensors_are_saved_and_loaded(tmp_path):
    kernel = FakeKernel(
        lambda v: None, tensor("x", "in", (0, 3)), tensor("y", "out", (0, 3)), folder=tmp_path / "build"
    )
    given = [TensorSpec(name, [0, 3], torch.float32) for name in ("x", "y")]
    assert run(kernel, given, lambda values: None, save_data=True).passed
    assert run(kernel, given, golden_data=tmp_path / "build/data").passed


_FULL = """
import resource, sys
from pathlib import Path

import torch
from harness_fakes import Backend, FakeKernel, tensor

import golden.runner
from golden import TensorSpec, run

backend = Backend()
golden.runner.load_backend = lambda: backend
folder = Path(sys.argv[1])
parameters = tensor("x", "in", (64, 64)), tensor("y", "out", (64, 64))
kernel = FakeKernel(lambda v: v["y"].copy_(v["x"]), *parameters, folder=folder / "build")
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))  # no file may grow beyond this: a disk that is full
specs = [TensorSpec("x", [64, 64], torch.float32), TensorSpec("y", [64, 64], torch.float32)]
result = run(kernel, specs, lambda v: v["y"].copy_(v["x"]), save_data=True)
print(result.passed, result.error)
"""


def test_a_full_disk_is_a_failed_result_and_leaves_nothing_half_written(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", _FULL, str(tmp_path)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 0, done.stderr
    shown = (
        f"False save_data cannot write {tmp_path}/build/data/in/x.pt: File too large (16384 bytes wanted, "
    )
    assert shown in done.stdout and "free on that disk" in done.stdout
    assert "enforce fail" not in done.stdout
    assert not [path for path in tmp_path.rglob("*") if path.suffix == ".pt" or path.name.startswith(".")]


# --- two runs at once ---

_OTHER = """
import sys
from pathlib import Path

import torch
from harness_fakes import Backend, FakeKernel, tensor

import golden.runner
from golden import TensorSpec, run

backend = Backend()
golden.runner.load_backend = lambda: backend
folder, how, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
parameters = tensor("x", "in", (8, 8)), tensor("y", "out", (8, 8))
kernel = FakeKernel(lambda v: v["y"].copy_(v["x"] * 2), *parameters, folder=folder)
specs = [TensorSpec("x", [8, 8], torch.float32, init_value=torch.randn), TensorSpec("y", [8, 8], torch.float32)]
arguments = {"save_data": True} if how == "save" else {"golden_data": folder / "data"}
for _ in range(count):
    result = run(kernel, specs, lambda v: v["y"].copy_(v["x"] * 2), **arguments)
    if not result.passed:
        sys.exit(result.error)
"""


def test_runs_at_once_in_one_folder_see_whole_snapshots(tmp_path):
    def body(values):
        values["y"].copy_(values["x"] * 2)

    shape = (8, 8)
    kernel = FakeKernel(body, tensor("x", "in", shape), tensor("y", "out", shape), folder=tmp_path)
    given = [TensorSpec(name, [8, 8], torch.float32, init_value=torch.randn) for name in "xy"]
    assert run(kernel, given, body, save_data=True).passed
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    three = [
        subprocess.Popen(
            [sys.executable, "-c", _OTHER, str(tmp_path), how, "100"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        for how in ("save", "save", "read")
    ]
    for process in three:
        _, error = process.communicate(timeout=120)
        assert process.returncode == 0, error


def test_who_reads_waits_until_inputs_and_reference_of_another_are_there(saved, kernel, tmp_path, capsys):
    begun, go, results = threading.Event(), threading.Event(), []

    def slow(values):
        begun.set()
        assert go.wait(60)
        golden(values)

    def again():
        results.append(replay(kernel, saved))

    other = FakeKernel(kernel.body, *kernel.parameters, folder=kernel.folder)
    saving = threading.Thread(target=lambda: results.append(run(other, specs(), slow, save_data=True)))
    reading = threading.Thread(target=again)
    saving.start()
    assert begun.wait(60)
    reading.start()
    reading.join(0.3)
    assert reading.is_alive() and not results
    go.set()
    saving.join(60)
    reading.join(60)
    assert [result.passed for result in results] == [True, True]
    assert f"waiting for another run that uses {saved}" in capsys.readouterr().out
