# SPDX-License-Identifier: Apache-2.0
"""What a compiled program tells of itself, and how it is opened again."""

import json

import pytest
import torch

import pypto.language as pl
from pypto.errors import BuildFolderError
from pypto.ir import CompiledProgram
from pypto.runtime import ChipWorker, RunConfig


@pl.jit
def double(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x, 2.0)
    return y


X = torch.arange(16 * 64, dtype=torch.float32).reshape(16, 64)


@pytest.fixture
def compiled():
    return double.compile(X, torch.zeros(16, 64))


def test_it_says_how_its_tasks_are_run(compiled):
    assert compiled.runtime_name == "tensormap_and_ringbuffer"
    assert compiled.runtime_config == {"runtime": "tensormap_and_ringbuffer", "aicpu_thread_num": 0}
    other = double.compile(X, torch.zeros(16, 64), config={"aicpu_thread_num": 3})
    assert other.runtime_config["aicpu_thread_num"] == 3
    assert compiled.orchestration_names == ["double"]
    assert compiled.program.entry == "double"


def test_arguments_and_configuration_of_a_call_are_made_before_it(compiled):
    args = compiled.build_orch_args([X])
    assert args[0] is X and args[1].shape == (16, 64)
    config = compiled.build_call_config({"workers": 1})
    assert config.workers == 1 and compiled.build_call_config() is compiled.config
    record = compiled.dispatch(args, config)
    assert record.workers == 1 and torch.equal(args[1], 2 * X)
    with pytest.raises(TypeError, match="double takes 2 or 1"):
        compiled.build_orch_args([X, X, X])
    with pytest.raises(ValueError, match="compiled for a2a3, cannot be dispatched on a5sim"):
        compiled.build_call_config({"platform": "a5sim"})


def test_the_native_program_is_loaded_once(compiled):
    native = compiled.chip_callable
    y = torch.zeros(16, 64)
    native.dispatch([X, y])
    assert torch.equal(y, 2 * X) and compiled.chip_callable is native


@pytest.mark.parametrize("engine", ["native", "interpret"])
@pytest.mark.parametrize("opened", [CompiledProgram.from_dir, CompiledProgram.load])
def test_a_build_folder_is_opened_without_its_source(compiled, opened, engine):
    again = opened(compiled.output_dir, {"engine": engine})
    assert torch.equal(again(X), 2 * X)
    assert again.platform == "a2a3sim" and again.param_names == ["x", "y"] and again.has_return


def test_a_build_folder_runs_as_it_was_compiled():
    first = double.compile(X, torch.zeros(16, 64), config={"platform": "a5sim", "memory_planner": "DSA_RP"})
    again = CompiledProgram.from_dir(first.output_dir)
    assert again.platform == "a5sim" and again.config.planner == first.config.planner
    with ChipWorker({"platform": "a5sim"}) as worker:
        assert torch.equal(worker.run(again, X), 2 * X)
    assert CompiledProgram.from_dir(first, RunConfig(platform="a5sim", workers=1)).config.workers == 1
    with pytest.raises(BuildFolderError, match="was compiled for a5, the run asks for a2a3sim"):
        CompiledProgram.from_dir(first, {"platform": "a2a3sim"})


def test_what_is_no_build_folder_is_refused_in_the_words_of_python(compiled, tmp_path):
    with pytest.raises(FileNotFoundError, match="does not exist"):
        CompiledProgram.from_dir(tmp_path / "nowhere")
    with pytest.raises(FileNotFoundError, match=r"has no program\.json"):
        CompiledProgram.from_dir(tmp_path)
    (tmp_path / "distributed_meta.json").write_text("{}")
    with pytest.raises(BuildFolderError, match="is the build folder of a driver"):
        CompiledProgram.from_dir(tmp_path)
    path = compiled.output_dir / "program.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "schema": 99}))
    with pytest.raises(ValueError, match="has schema 99, this version reads 1"):
        CompiledProgram.from_dir(compiled)


def test_dumps_of_passes_are_read_back(compiled):
    with pytest.raises(BuildFolderError, match="holds no programs after passes"):
        compiled.validate_ir()
    dumped = double.compile(X, torch.zeros(16, 64), config={"dump_passes": True})
    report = dumped.validate_ir()
    assert report.passed and report.files[0] == "passes_dump/00_frontend.py" and len(report.files) > 5
    first, second = (dumped.output_dir / name for name in report.files[:2])
    first.write_text(first.read_text().replace("16, 64", "16,64"))
    second.write_text("class:")
    report = dumped.validate_ir()
    assert not report.passed and list(report.wrong) == list(report.files[:2])
    assert "reads back as another text" in str(report) and "02_" in str(report)
