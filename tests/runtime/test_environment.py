# SPDX-License-Identifier: Apache-2.0
"""Variables of the environment: an empty one is none, an unusable one is one error that names it, read in one place."""

import re
from pathlib import Path

import pytest
import torch

import pypto.language as pl
from golden import TensorSpec, run
from pypto import environment, stages
from pypto.runtime import RunConfig

SOURCE = Path(__file__).resolve().parents[2] / "src/pypto"
DEVICES = SOURCE.parents[1] / "docs/devices.md"
READ = re.compile(r"\"((?:PYPTO|SIMPLER|PTO2)_[A-Z_]+)\"")


@pl.jit
def double(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x, 2.0)
    return y


def run_double(**options):
    specs = [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
    ]

    def golden(values):
        values["y"][:] = values["x"] * 2

    return run(double, specs, golden_fn=golden, **options)


def failed(result, words):
    assert not result.passed and words in result.error
    assert "Traceback" not in result.error and "internal error" not in result.error


def test_variables_are_read_in_one_place():
    """A compiler's own environment aside."""
    others = [p for p in SOURCE.rglob("*.py") if "os.environ" in p.read_text() or "getenv" in p.read_text()]
    assert {p.name for p in others} == {"environment.py", "toolchain.py"}


def test_every_variable_that_is_read_stands_in_the_guide():
    read = {name for p in SOURCE.rglob("*.py") for name in READ.findall(p.read_text())}
    assert {"PYPTO_ENGINE", "PYPTO_VERIFY_LEVEL", "SIMPLER_PMU_EVENT_TYPE"} <= read
    assert [name for name in sorted(read) if f"`{name}`" not in DEVICES.read_text()] == []


WRONG = {
    "PYPTO_ENGINE": ("fast", "PYPTO_ENGINE must be one of native, interpret, got 'fast'"),
    "PYPTO_WORKERS": ("two", "PYPTO_WORKERS must be an integer from 1 to 1024, got 'two'"),
    "PYPTO_WARNING_LEVEL": (
        "loud",
        "PYPTO_WARNING_LEVEL must be one of NONE, PRE_PIPELINE, POST_PIPELINE, got 'loud'",
    ),
    "PYPTO_EMIT_PTO_LOC": ("x", "PYPTO_EMIT_PTO_LOC must be 1 or 0, got 'x'"),
    "PYPTO_COMPILE_PROFILING": ("x", "PYPTO_COMPILE_PROFILING must be 1 or 0, got 'x'"),
    "PYPTO_VERIFY_LEVEL": ("x", "PYPTO_VERIFY_LEVEL must be one of NONE, BASIC, ROUNDTRIP, got 'x'"),
    "PTO2_RING_HEAP": ("much", "PTO2_RING_HEAP takes one integer or 4 with commas between them, got 'much'"),
    "PTO2_RING_TASK_WINDOW": ("3", "PTO2_RING_TASK_WINDOW must be a power of two of at least 4, got 3"),
    "PYPTO_CACHE_LIMIT_MB": (
        "1.5",
        "PYPTO_CACHE_LIMIT_MB must be a whole number of megabytes from 0, got '1.5'",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_unusable_value_is_one_error_of_a_run_and_of_a_call(monkeypatch, name):
    value, said = WRONG[name]
    monkeypatch.setenv(name, value)
    failed(run_double(), said)
    with pytest.raises(Exception, match=re.escape(said)):
        double(torch.ones(16, 64), torch.zeros(16, 64))


@pytest.mark.parametrize("name", WRONG)
def test_an_empty_value_is_none(monkeypatch, name):
    monkeypatch.setenv(name, "")
    y = torch.zeros(16, 64)
    double(torch.ones(16, 64), y)
    assert torch.equal(y, torch.full((16, 64), 2.0))


def test_an_unusable_switch_of_a_replay_is_one_error(monkeypatch):
    first = run_double()
    monkeypatch.setenv("PYPTO_REBUILD_FROM_PTO", "x")
    failed(run_double(runtime_dir=first.work_dir), "PYPTO_REBUILD_FROM_PTO must be 1 or 0, got 'x'")
    for value in ("", "1", "TRUE", "0", "off"):
        monkeypatch.setenv("PYPTO_REBUILD_FROM_PTO", value)
        assert run_double(runtime_dir=first.work_dir).passed, value


def test_words_are_taken_in_whatever_letters(monkeypatch):
    monkeypatch.setenv("PYPTO_ENGINE", "Interpret")
    assert RunConfig().engine == "interpret"


def test_a_kernel_is_read_back_after_each_pass_where_the_environment_says_so(monkeypatch):
    """Texts of the cache would need no pass."""
    found = []
    monkeypatch.setattr(stages, "check_round_trip", lambda program, config: found.append(program.entry))
    for level in ("BASIC", "NONE", ""):
        monkeypatch.setenv("PYPTO_VERIFY_LEVEL", level)
        double.compile_fresh(torch.ones(16, 64), torch.zeros(16, 64))
    assert found == []
    monkeypatch.setenv("PYPTO_VERIFY_LEVEL", "roundtrip")
    double.compile_fresh(torch.ones(16, 64), torch.zeros(16, 64))
    assert found == ["double"]


def test_a_kernel_that_is_read_back_is_compiled_as_ever(monkeypatch):
    monkeypatch.setenv("PYPTO_VERIFY_LEVEL", "ROUNDTRIP")
    y = torch.zeros(16, 64)
    double.compile_fresh(torch.ones(16, 64), torch.zeros(16, 64))(torch.ones(16, 64), y)
    assert torch.equal(y, torch.full((16, 64), 2.0))


def test_numbers_are_decimal_digits():
    assert environment.whole(" 12 ") == 12
    assert [environment.whole(text) for text in ("-1", "1_0", "²", "9" * 5000, "0x1")] == [None] * 5
