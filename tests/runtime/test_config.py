# SPDX-License-Identifier: Apache-2.0
"""Settings outside of their range are refused where they are read, by their name."""

from dataclasses import fields, replace
from typing import Any

import pytest

from pypto.runtime.config import RunConfig


@pytest.mark.parametrize("workers", [0, -1, 1025, 10**9, True, "2", 1.0])
def test_a_bad_number_of_workers(workers: object) -> None:
    with pytest.raises(ValueError) as caught:
        RunConfig(workers=workers)  # type: ignore[arg-type]
    assert str(caught.value) == f"config key 'workers' must be an integer from 1 to 1024, got {workers!r}"


@pytest.mark.parametrize("text", ["0", "-1", "1025", "99999", "two", "1.5", "²", "9" * 5000])
def test_a_bad_number_of_workers_in_the_environment(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("PYPTO_WORKERS", text)
    with pytest.raises(ValueError) as caught:
        RunConfig()
    assert str(caught.value) == f"PYPTO_WORKERS must be an integer from 1 to 1024, got {text!r}"
    assert RunConfig(workers=1).workers == 1, "the key is what counts"


@pytest.mark.parametrize("workers", [1, 1024])
def test_the_ends_of_the_range_are_in_it(monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    assert RunConfig(workers=workers).workers == workers
    monkeypatch.setenv("PYPTO_WORKERS", str(workers))
    assert RunConfig().workers == workers


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"platform": "a7"}, "Invalid platform 'a7'; one of a2a3, a2a3sim, a5, a5sim is expected"),
        ({"platform": ["a5"]}, "Invalid platform"),
        ({"strategy": "Fast"}, "'strategy' must be one of Default, got 'Fast'"),
        ({"memory_planner": "best"}, "'memory_planner' must be one of PYPTO, DSA_RP, PTOAS, got 'best'"),
        ({"memory_planner": True}, "'memory_planner' must be one of PYPTO, DSA_RP, PTOAS, got True"),
        ({"dump_ptoas_passes": 1}, "'dump_ptoas_passes' must be True or False"),
        ({"analyze_auto_scopes_for_deps": 1}, "'analyze_auto_scopes_for_deps' must be True or False"),
        ({"distributed_config": 2}, "'distributed_config' takes a DistributedConfig or a dict of its fields"),
        ({"cache_config": {}}, "'cache_config' is not supported yet"),
        *(
            (
                {"aicpu_thread_num": number},
                "'aicpu_thread_num' must be 0 (as many as the platform has, 4) or an integer from 2 to 1024, "
                f"got {number!r}",
            )
            for number in (1, -1, 1025, True, False, "4", 4.0)
        ),
        ({"dump_passes": 3}, "dump_passes must be a bool, 'NONE', 'CONCISE' or 'EXPLICIT'"),
        (
            {"diagnostic_phase": "ALWAYS"},
            "'diagnostic_phase' must be one of NONE, PRE_PIPELINE, POST_PIPELINE",
        ),
        ({"disabled_diagnostics": "1001"}, "'disabled_diagnostics' takes a list of codes"),
        ({"disabled_diagnostics": ["401"]}, "takes codes of warnings and hints, got '401'"),
        ({"compile_profiling": 1}, "'compile_profiling' must be True or False"),
        ({"codegen_only": "yes"}, "'codegen_only' must be True or False"),
        ({"enable_scope_stats": 1}, "'enable_scope_stats' must be True or False"),
        ({"enable_chip_swimlane": 5}, "enable_chip_swimlane must be from 0 to 4"),
        ({"enable_chip_swimlane": "on"}, "enable_chip_swimlane must be a level from 0 to 4"),
        ({"device_id": -1}, "device_id must be a card number from 0"),
        ({"rtol": -1}, "'rtol' must be a number from 0"),
        ({"atol": "small"}, "'atol' must be a number from 0"),
        ({"save_kernels_dir": 4}, "'save_kernels_dir' must be a path"),
        ({"golden_data_dir": 4}, "'golden_data_dir' must be a path"),
        ({"ring_task_window": 3}, "ring_task_window must be a power of two of at least 4, got 3"),
        ({"ring_task_window": 24}, "ring_task_window must be a power of two"),
        ({"ring_task_window": 0}, "ring_task_window must be a power of two of at least 4, got 0"),
        ({"ring_heap": 512}, "ring_heap must be a power of two of at least 1024, got 512"),
        ({"ring_heap": [1024, 0, 0]}, "ring_heap takes one integer or exactly 4"),
        ({"ring_heap": [1024, 0, 0, 1000]}, "ring_heap must be a power of two of at least 1024, got 1000"),
        (
            {"ring_dep_pool": 3},
            "ring_dep_pool must be an integer of at least 4 and at most 2147483647, got 3",
        ),
        ({"ring_dep_pool": 2**31}, "at most 2147483647"),
        ({"ring_dep_pool": True}, "ring_dep_pool takes integers, got True"),
        ({"ring_dep_pool": 8.0}, "ring_dep_pool takes integers, got 8.0"),
        ({"ring_heap": 1024, "engine": "interpret"}, "'ring_heap' needs the native engine"),
    ],
)
def test_values_that_are_refused(values: dict[str, Any], said: str) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        RunConfig(**values)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3", "PTO2_RING_HEAP must be a power of two of at least 1024, got 3"),
        ("1024,0", "PTO2_RING_HEAP takes one integer or exactly 4"),
        ("many", "PTO2_RING_HEAP takes one integer or 4 with commas"),
    ],
)
def test_ring_sizes_of_the_environment_are_checked(
    monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    monkeypatch.setenv("PTO2_RING_HEAP", text)
    with pytest.raises(ValueError, match=said):
        RunConfig()
    monkeypatch.setenv("PTO2_RING_HEAP", "")
    assert RunConfig().ring_heap is None


def test_ring_sizes_of_the_environment_do_not_hide_those_of_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTO2_RING_HEAP", "2048")
    config = RunConfig(engine="interpret")
    assert replace(config, workers=2).ring_heap == (2048,) * 4
    with pytest.raises(ValueError, match="config key 'ring_heap' needs the native engine"):
        RunConfig(engine="interpret", ring_heap=4096)


def test_ring_sizes_are_four_numbers_each() -> None:
    config = RunConfig(ring_heap=2048, ring_task_window=[4, 0, 8, 0])
    assert config.ring_limits == (4, 0, 8, 0, 2048, 2048, 2048, 2048, 0, 0, 0, 0)
    assert RunConfig().ring_limits == () and RunConfig(ring_heap=[0] * 4).ring_limits == ()


def test_an_unknown_key_names_the_nearest() -> None:
    with pytest.raises(TypeError, match="unknown config key 'enable_pmuu'; did you mean 'enable_pmu'"):
        RunConfig.from_dict({"enable_pmuu": 2})
    with pytest.raises(TypeError, match="unknown config key 'zzz'; known keys: platform, "):
        RunConfig.from_dict({"zzz": 1})


def test_the_halves_of_a_configuration_are_disjoint_and_whole() -> None:
    config = RunConfig()
    halves = (config.compile_kwargs(), config.run_options(), config.dfx_options())
    names = [name for half in halves for name in half]
    assert len(names) == len(set(names))
    others = {field.name for field in fields(RunConfig)} - set(names)
    elsewhere = {"backend_type", "enable_l2_swimlane", "rtol", "atol", "golden_data_dir", "save_kernels"}
    assert others == {*elsewhere, "codegen_only"}


def test_old_names_warn() -> None:
    with pytest.warns(DeprecationWarning, match="enable_l2_swimlane is now enable_chip_swimlane"):
        assert RunConfig(enable_l2_swimlane=True).enable_chip_swimlane == 4
    with pytest.warns(UserWarning, match="has no effect: platform a2a3sim decides"):
        RunConfig(backend_type="Ascend950")
    with pytest.raises(ValueError, match="not both"):
        RunConfig(enable_l2_swimlane=1, enable_chip_swimlane=1)
