# SPDX-License-Identifier: Apache-2.0
"""Mistakes from end to end: one clear error that names the place and the way out, and nothing half-written."""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
import torch
from integration_kernels import DYNAMIC, HEAD, SCALE

from golden import ScalarSpec, TensorSpec, run


def specs(rows=16, cols=64, dtype=torch.float32, init=torch.randn):
    return [TensorSpec("x", [rows, cols], dtype, init_value=init), TensorSpec("y", [rows, cols], dtype)]


def double(values):
    values["y"][:] = values["x"] * 2


def failed(result, *words):
    assert not result.passed
    for word in words:
        assert re.search(word, result.error), result.error
    assert "Traceback" not in result.error
    return result.error


def left_over(folder: Path) -> list[str]:
    return (
        [p.name for p in folder.rglob("*") if p.name.startswith((".making", "tmp"))]
        if folder.exists()
        else []
    )


# Specs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: specs()[:1], [r"without specs=\['y'\]"]),
        (
            lambda: [*specs(), TensorSpec("z", [8], torch.float32)],
            [r"absent from the signature=\['z'\]"],
        ),
        (lambda: specs()[::-1], ["parameter order"]),
        (lambda: [specs()[0], TensorSpec("out", [16, 64], torch.float32)], ["'y'", "'out'"]),
        (lambda: [ScalarSpec("x", torch.float32, 1.0), specs()[1]], ["is a (scalar|tensor)"]),
    ],
    ids=["missing", "superfluous", "misordered", "misnamed", "scalar for a tensor"],
)
def test_specs_that_do_not_fit_the_signature(load, make, words, build_output):
    failed(run(load(SCALE).scale, make(), golden_fn=double), *words)
    assert not build_output.exists()  # found before compiling


def test_a_spec_of_a_wrong_shape_and_one_of_a_wrong_dtype(load):
    kernel = load(DYNAMIC).scale
    wrong = [
        TensorSpec("x", [16, 32], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.bfloat16),
    ]
    failed(
        run(kernel, wrong, golden_fn=double), r"x: shape spec=.*32.* artifact=", r"y: dtype spec=.* artifact="
    )


def test_two_specs_of_one_name(load):
    failed(run(load(SCALE).scale, [specs()[0], specs()[0]], golden_fn=double), "duplicate spec names")


# Configuration ----------------------------------------------------------------------------------------------------


def test_an_unknown_config_key_is_a_type_error_without_our_frames(load):
    with pytest.raises(TypeError, match="unknown config key 'platfrom'; did you mean 'platform'") as info:
        run(load(SCALE).scale, specs(), golden_fn=double, config={"platfrom": "a5sim"})
    assert info.traceback[-1].name == "run" and len(info.traceback) <= 3, "nothing below run is shown"


def test_an_unknown_platform(load):
    failed(
        run(load(SCALE).scale, specs(), golden_fn=double, config={"platform": "a9"}),
        "Invalid platform 'a9'",
        "a2a3sim",
    )


def test_an_unknown_engine_in_the_environment(load, monkeypatch):
    monkeypatch.setenv("PYPTO_ENGINE", "nonsense")
    failed(run(load(SCALE).scale, specs(), golden_fn=double), "PYPTO_ENGINE must be one of native, interpret")


@pytest.mark.parametrize("platform", ["a2a3", "a5"])
def test_a_card_that_is_not_there(load, platform, capsys):
    called = []
    result = run(load(SCALE).scale, specs(), golden_fn=called.append, config={"platform": platform})
    failed(result, f"no {platform} card", f"-p {platform}sim")
    assert not called
    assert run(load(SCALE).scale, specs(), config={"platform": platform}, compile_only=True).passed


def test_a_key_that_is_not_built_yet(load):
    failed(
        run(load(SCALE).scale, specs(), golden_fn=double, config={"cache_config": {}}),
        "'cache_config' is not supported yet",
    )


# Kernels ----------------------------------------------------------------------------------------------------------

BODY = (
    HEAD + "@pl.jit\ndef k(x: pl.Tensor, y: pl.Out[pl.Tensor]):\n    with pl.at(level=pl.Level.CORE_GROUP):\n"
)


@pytest.mark.parametrize(
    "body, line, words",
    [
        ("y[0:16, :] = pl.rsqt(x[0:16, :])", 6, ["rsqt", "rsqrt"]),
        ("y[0:16, :] = pl.add(x[0:16, :], x[0:16, 0:32])", 6, [r"\[16, 64\]", r"\[16, 32\]"]),
        ("y[0:16, :] = pl.add(xx[0:16, :], x[0:16, :])", 6, ["xx", "did you mean"]),
        ("y[0:16, :] = [v for v in x]", 6, ["error"]),
        ("t = x[0:16, :] + 1.0", 6, [r"pl\.add"]),
        ("y[0:16, :] = pl.add(x[0:16, :], 1.0) if True else x", 6, ["if"]),
        ("y[0:32, :] = x[0:32, :]", 6, ["axis 0", "32", "16"]),
    ],
    ids=["unknown op", "shapes", "undefined", "python", "operator", "ternary", "bounds"],
)
def test_a_wrong_line_of_a_kernel(load, body, line, words, build_output):
    module = load(BODY + f"        {body}\n    return y\n")
    error = failed(run(module.k, specs(), golden_fn=double), *words)
    assert re.search(rf"kernel\.py:{line}:\d+: error", error), error
    assert body.split("=")[0].strip() in error  # the source line is quoted
    assert "^" in error
    assert not build_output.exists() or not list(build_output.iterdir())


def test_all_wrong_lines_are_reported_together(load):
    module = load(
        BODY + "        a = pl.nope(x[0:16, :])\n        y[0:16, :] = pl.add(zz, zz)\n    return y\n"
    )
    failed(run(module.k, specs(), golden_fn=double), "nope", "zz")


def test_a_tile_that_does_not_fit_the_unified_buffer(load):
    module = load(BODY + "        y[:] = pl.exp(x[:, :])\n    return y\n")
    error = failed(run(module.k, specs(64, 2048), golden_fn=double), "524288 bytes", "Vec has 188416")
    assert "kernel.py:6" in error


def test_source_that_is_not_on_disk():
    scope = {}
    exec(compile(SCALE, "<typed>", "exec"), scope)
    failed(run(scope["scale"], specs(), golden_fn=double), "source", "disk")


def test_two_kernels_of_one_name_stay_apart(load):
    first, second = load(SCALE).scale, load(SCALE.replace("2.0", "3.0")).scale
    assert run(first, specs(), golden_fn=double).passed
    failed(run(second, specs(), golden_fn=double), "does not match golden")
    a, b = load(SCALE).scale, load(SCALE).scale
    results = [run(kernel, specs(), golden_fn=double) for kernel in (a, b)]
    assert all(r.passed for r in results)
    assert results[0].work_dir != results[1].work_dir


# Golden -----------------------------------------------------------------------------------------------------------


def test_a_golden_that_raises_passes_its_exception_on(load):
    def broken(values):
        raise KeyError("norm_w")

    with pytest.raises(KeyError, match="norm_w"):
        run(load(SCALE).scale, specs(), golden_fn=broken)


def test_a_golden_that_leaves_an_output_untouched(load):
    failed(run(load(SCALE).scale, specs(), golden_fn=lambda values: None), "'?y'?")


def test_a_golden_that_changes_a_shape(load):
    def reshaped(values):
        values["y"] = torch.zeros(16, 32)

    failed(run(load(SCALE).scale, specs(), golden_fn=reshaped), "y", "32", "64")


# Data -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_rows_that_are_no_multiple_of_the_tile_are_never_written(load, engine):
    result = run(load(DYNAMIC).scale, specs(20), golden_fn=double, config={"engine": engine})
    failed(result, "never written", r"rows 16\.\.19")


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_zero_rows_pass_and_say_that_nothing_was_compared(load, engine, capsys):
    assert run(load(DYNAMIC).scale, specs(0), golden_fn=double, config={"engine": engine}).passed
    assert "validated 0 elements" in capsys.readouterr().out


def test_inputs_that_are_strided_or_require_a_gradient_are_copied(load):
    strided = torch.randn(64, 16).t()
    assert run(load(SCALE).scale, specs(init=strided), golden_fn=double).passed
    leaf = torch.randn(16, 64, requires_grad=True)
    assert run(load(SCALE).scale, specs(init=lambda: leaf), golden_fn=double).passed
    assert leaf.grad is None


def test_a_nan_scalar_works_and_its_bits_are_part_of_the_key(load):
    source = SCALE.replace("(x: pl.Tensor, y:", "(x: pl.Tensor, s: pl.Scalar[pl.FP32], y:").replace(
        "2.0)", "s)"
    )
    kernel = load(source).scale

    def golden(values):
        values["y"][:] = values["x"] * values["s"]

    for value in (float("nan"), 2.0):
        with_scalar = [specs()[0], ScalarSpec("s", torch.float32, value), specs()[1]]
        result = run(kernel, with_scalar, golden_fn=golden, equal_nan=True)
        assert result.passed, result.error


# Replay -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def built(load):
    module = load(SCALE)
    result = run(module.scale, specs(), golden_fn=double, save_data=True)
    assert result.passed, result.error
    return module.scale, result.work_dir


def test_a_folder_that_does_not_exist(built, tmp_path):
    failed(
        run(built[0], specs(), golden_fn=double, runtime_dir=tmp_path / "none"), "runtime_dir does not exist"
    )


def test_a_folder_of_another_kernel(built, load):
    other = load(SCALE.replace("def scale", "def other")).other
    failed(
        run(other, specs(), golden_fn=double, runtime_dir=built[1]), "built from the kernel scale", "other"
    )


def test_a_folder_of_another_platform(built):
    failed(
        run(built[0], specs(), golden_fn=double, runtime_dir=built[1], config={"platform": "a5sim"}),
        "compiled for a2a3",
        "-p a2a3sim",
    )


def test_a_folder_of_another_schema(built):
    manifest = built[1] / "program.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "schema": 99}))
    failed(run(built[0], specs(), golden_fn=double, runtime_dir=built[1]), "schema 99")


def test_an_edited_pto_with_a_syntax_error(built):
    pto = built[1] / "ptoas" / "double.pto"
    before = pto.read_text()
    pto.write_text(before.replace("pto.tmuls ins(", "pto.tmuls inz(", 1))
    line = next(i for i, text in enumerate(pto.read_text().splitlines(), 1) if "inz(" in text)
    failed(run(built[0], specs(), golden_fn=double, runtime_dir=built[1]), rf"double\.pto:{line}:\d+: error")
    pto.write_text(before)
    assert run(built[0], specs(), golden_fn=double, runtime_dir=built[1]).passed


@pytest.mark.parametrize(
    ("old", "new"),
    [("%block_idx: i32", "%block_idx: index"), ("ptr<f32>", "ptr<f16>"), (", %block_idx: i32", "")],
)
def test_an_edited_pto_whose_kernel_takes_something_else(built, old, new):
    pto = built[1] / "ptoas" / "double.pto"
    before = pto.read_text()
    head, brace, rest = before.partition("attributes {pto.kernel_kind")
    assert old in head
    pto.write_text(head.replace(old, new) + brace + rest)
    result = run(built[0], specs(), golden_fn=double, runtime_dir=built[1])
    failed(result, r"double\.pto")
    assert "too few arguments" not in result.error
    pto.write_text(before)
    assert run(built[0], specs(), golden_fn=double, runtime_dir=built[1]).passed


def test_an_edited_cpp_that_does_not_compile(built):
    cpp = built[1] / "kernels" / "aiv" / "double.cpp"
    before = cpp.read_text()
    cpp.write_text(before + "\nint broken = ;\n")
    line = len(before.splitlines()) + 2
    failed(run(built[0], specs(), golden_fn=double, runtime_dir=built[1]), rf"double\.cpp:{line}:\d+: error")
    cpp.write_text(before)
    assert run(built[0], specs(), golden_fn=double, runtime_dir=built[1]).passed


def test_a_pto_in_which_a_tile_is_read_after_another_one_wrote_into_its_bytes(built):
    pto = built[1] / "ptoas" / "double.pto"
    text = pto.read_text()
    [alloc] = [t for t in text.splitlines() if "pto.alloc_tile" in t][:1]
    name = alloc.strip().split(" = ")[0]
    clash = alloc.replace(f"{name} =", "%clash =").replace("addr = %", "addr = %clash_at", 1)
    clash = re.sub(r"addr = %\S+", "addr = %clash_at", clash)
    load = next(t for t in text.splitlines() if "pto.tload" in t)
    write = load.replace(f"outs({name} ", "outs(%clash ")
    text = text.replace(alloc, f"    %clash_at = arith.constant 64 : i64\n{alloc}\n{clash}")
    text = text.replace(load, f"{load}\n{write}")
    pto.write_text(text)
    failed(
        run(built[0], specs(), golden_fn=double, runtime_dir=built[1]), r"double\.pto:\d+:\d+", "%clash", name
    )


def test_data_that_is_incomplete_or_of_another_mode(built):
    data = built[1] / "data"
    failed(run(built[0], specs(32), golden_data=data), "16, 64", "32, 64")
    (data / "in" / "x.pt").unlink()
    failed(run(built[0], specs(), golden_data=data), r"x\.pt")
    failed(run(built[0], specs(), golden_data=data / "none"), "not a directory")


def test_a_read_only_folder_runs_from_a_private_copy(built):
    pto = built[1] / "ptoas" / "double.pto"
    pto.write_text(pto.read_text().replace("2.0", "3.0"))
    for path in (built[1], *built[1].rglob("*")):
        path.chmod(path.stat().st_mode & ~0o222)
    try:
        failed(run(built[0], specs(), golden_fn=double, runtime_dir=built[1]), "does not match golden")
        assert "3.0" not in (built[1] / "kernels" / "aiv" / "double.cpp").read_text()
    finally:
        for path in (built[1], *built[1].rglob("*")):
            path.chmod(path.stat().st_mode | 0o200)


# Processes --------------------------------------------------------------------------------------------------------

MAIN = """
def build_tensor_specs():
    import torch
    from golden import TensorSpec
    return [TensorSpec("x", [64, 64], torch.float32, init_value=torch.randn), TensorSpec("y", [64, 64], torch.float32)]

def golden(values):
    import time
    print("GOLDEN", flush=True)
    time.sleep(SLEEP)
    values["y"][:] = values["x"] * 2

if __name__ == "__main__":
    import sys
    from golden import run
    result = run(scale, build_tensor_specs(), golden_fn=golden, runtime_dir=sys.argv[1] if len(sys.argv) > 1 else None,
                 save_data=True)
    print(result.error or "")
    raise SystemExit(0 if result.passed else 1)
"""


def script(tmp_path: Path, sleep: float = 0.0) -> Path:
    path = tmp_path / "script.py"
    path.write_text(textwrap.dedent(SCALE) + f"\nSLEEP = {sleep}\n" + MAIN)
    return path


def start(path: Path, *args: str, **kwargs) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, str(path), *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=path.parent,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        **kwargs,
    )


def test_no_compiler_names_both_ways_out_and_the_interpreter_works(load, monkeypatch, tmp_path):
    monkeypatch.setenv("CXX", "/nonexistent/c++")
    failed(run(load(SCALE).scale, specs(), golden_fn=double), "c\\+\\+", "interpret")
    assert run(load(SCALE).scale, specs(), golden_fn=double, config={"engine": "interpret"}).passed
    assert run(load(SCALE).scale, specs(), golden_fn=double, compile_only=True).passed


def test_two_runs_at_once_in_one_folder_both_finish(tmp_path):
    path = script(tmp_path)
    first = start(path)
    out, _ = first.communicate(timeout=120)
    assert first.returncode == 0, out
    [folder] = (tmp_path / "build_output").iterdir()
    pto = folder / "ptoas" / "double.pto"
    pto.write_text(pto.read_text().replace("2.0", "2.00"))  # both have to assemble it again
    both = [start(path, str(folder)) for _ in range(2)]
    for process in both:
        out, _ = process.communicate(timeout=120)
        assert process.returncode == 0, out


@pytest.mark.parametrize("limit_kib", [1, 16])
def test_a_full_disk_is_one_error_and_the_next_run_works(tmp_path, limit_kib, monkeypatch):
    monkeypatch.setenv("PYPTO_CACHE_DIR", str(tmp_path / "cache"))
    path = script(tmp_path)

    def small_files():
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit_kib * 1024, limit_kib * 1024))

    process = start(path, preexec_fn=small_files)
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 1, out
    assert "Traceback" not in out, out
    assert left_over(tmp_path / "build_output") == []
    process = start(path)
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 0, out


@pytest.mark.parametrize("stage", ["compile ...", "GOLDEN"])
def test_an_interrupt_leaves_nothing_half_written_and_the_next_run_works(tmp_path, stage, monkeypatch):
    if stage == "compile ...":
        monkeypatch.setenv(
            "PYPTO_CACHE_DIR", str(tmp_path / "cache")
        )  # so that there is something to compile
    path = script(tmp_path, sleep=5.0 if stage == "GOLDEN" else 0.0)
    process = start(path)
    for line in process.stdout:
        if stage in line:
            break
    if stage == "compile ...":
        time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode not in (0, 1) or "KeyboardInterrupt" in out, out
    assert left_over(tmp_path / "build_output") == []
    shutil.rmtree(tmp_path / "build_output", ignore_errors=True)
    process = start(script(tmp_path))
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 0, out
