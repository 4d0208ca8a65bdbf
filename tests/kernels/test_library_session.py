# SPDX-License-Identifier: Apache-2.0
"""`golden run` over the kernel library with files beside it that are wrong, and hang or crash inside native code."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MUTATIONS = ROOT / "tests" / "data" / "mutations.toml"

# Those of the library that are built in moments: every file here has the same limit of time as the one that hangs.
FILES = (
    "basic/add_scalar.py",
    "gemm/matmul.py",
    "norm/layer_norm.py",
    "norm/rms_norm.py",
    "rope/rope.py",
    "softmax/softmax.py",
)
CPP = """\
extern "C" unsigned sleep(unsigned seconds);
extern "C" void kernel_entry(__gm__ int64_t* args) {
    Tensor* x = (Tensor*)args[0];
    Tensor* y = (Tensor*)args[1];
    __gm__ float* from = (__gm__ float*)x->buffer.addr;
    __gm__ float* to = (__gm__ float*)y->buffer.addr;
    %s
    for (int i = 0; i < 16 * 32; ++i) to[i] = 2.0f * from[i];
}
"""
FILE = """\
import pypto.language as pl


@pl.jit.extern(core_type="aiv", source="%s.cpp")
def twice(x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor: ...


@pl.jit
def twice_test(x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    y = twice(x, y)
    return y


def golden_twice(tensors):
    tensors["y"][:] = 2 * tensors["x"]


if __name__ == "__main__":
    import argparse

    import torch

    from golden import TensorSpec, run

    parser = argparse.ArgumentParser()
    parser.add_argument("-p", "--platform", default="a2a3sim")
    args = parser.parse_args()
    specs = [
        TensorSpec("x", [16, 32], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 32], torch.float32),
    ]
    result = run(fn=twice_test, specs=specs, golden_fn=golden_twice, config=dict(platform=args.platform))
    if not result.passed:
        print(result.error)
        raise SystemExit(1)
"""
NATIVE = {
    "doubles": "",
    "hangs": "for (;;) sleep(1000);",
    "crashes": "*(volatile int*)nullptr = 1;",
}


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    folder = tmp_path_factory.mktemp("library")
    kernels = folder / "kernels"
    for file in FILES:
        (kernels / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "kernels" / file, kernels / file)
    for name, statement in NATIVE.items():
        place = kernels / "native" / f"{name}.py"
        place.parent.mkdir(exist_ok=True)
        place.write_text(FILE % name)
        place.with_suffix(".cpp").write_text(CPP % statement)
    wrong = next(
        change
        for change in tomllib.loads(MUTATIONS.read_text())["mutation"]
        if change["file"] == "norm/rms_norm.py"
    )
    place = kernels / wrong["file"]
    place.write_text(place.read_text().replace(wrong["find"], wrong["replace"]))
    command = ["run", "kernels/", "-j", "2", "--timeout", "25"]
    reports = ["--junit", "out.xml", "--html", "out.html", "--json", "out.json"]
    done = subprocess.run(
        [sys.executable, "-m", "golden", *command, *reports],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return folder, done


def test_three_files_fail_by_name_and_the_rest_passes(session):
    folder, done = session
    assert done.returncode == 1, done.stderr
    files = json.loads((folder / "out.json").read_text())["files"]
    failed = {file["path"]: file["status"] for file in files if file["status"] != "pass"}
    assert failed == {
        "kernels/native/crashes.py": "crash",
        "kernels/native/hangs.py": "timeout",
        "kernels/norm/rms_norm.py": "fail",
    }
    wanted = {*(f"kernels/{file}" for file in FILES), *(f"kernels/native/{name}.py" for name in NATIVE)}
    assert {file["path"] for file in files} == wanted
    assert f"{len(files) - 3} passed, 3 failed" in done.stdout


def test_each_failure_says_where(session):
    _, done = session
    lines = {line.split()[0]: line for line in done.stdout.splitlines() if line.startswith("kernels/")}
    where = "ended by SIGSEGV in kernel twice (block 0); its C++ is kernels/aiv/twice.cpp"
    assert lines["kernels/native/crashes.py"].endswith(where)
    call = FILE.splitlines().index(next(line for line in FILE.splitlines() if "run(fn=" in line)) + 1
    assert lines["kernels/native/hangs.py"].endswith(
        f"still running after 25 s, killed at kernels/native/hangs.py:{call}"
    )
    assert "does not match golden: ['x_normed']" in lines["kernels/norm/rms_norm.py"]
    assert "was last written by task 0 (kernel rms_norm)" in done.stdout


def test_junit_and_page_name_the_three(session):
    folder, _ = session
    suite = ET.parse(folder / "out.xml").getroot()[0]
    assert (suite.get("failures"), suite.get("errors")) == ("1", "2")
    bad = {case.get("classname"): case for case in suite if len(case)}
    assert bad["kernels/norm/rms_norm.py"].find("failure") is not None
    for name in ("crashes", "hangs"):
        assert bad[f"kernels/native/{name}.py"].find("error") is not None
    page = (folder / "out.html").read_text()
    # Failures stand above everything that passed, with their pictures.
    rest = page.index("<h2>Passed</h2>")
    assert all(page.index(f"{file}: <span") < rest for file in bad)
    assert page.count("data:image/png;base64,") == 3
