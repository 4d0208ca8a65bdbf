# SPDX-License-Identifier: Apache-2.0
"""The harness against this distribution's own configuration."""

import pytest

from golden import run
from golden.runner import load_backend
from pypto.runtime.config import RunConfig


@pytest.fixture
def backend(monkeypatch):
    """The real one; overrides the stand-in."""
    monkeypatch.setattr("golden.runner.load_backend", load_backend)
    return load_backend()


def test_configurations_come_from_a_dict_from_nothing_or_ready(backend):
    assert backend.make_config(None) == RunConfig()
    assert backend.make_config({"platform": "a5sim"}).platform == "a5sim"
    ready = RunConfig()
    assert backend.make_config(ready) is ready
    with pytest.raises(TypeError, match="config must be a dict, a RunConfig or None, got str"):
        backend.make_config("a5sim")


def test_an_unknown_key_is_a_type_error_and_a_wrong_value_a_result(backend, double, double_specs):
    with pytest.raises(TypeError, match="unknown config key 'plattform'; did you mean 'platform'"):
        run(double, double_specs, config={"plattform": "a5"})
    with pytest.raises(TypeError, match="enable_chip_swimlane"):
        run(double, double_specs, config={"enable_chip_swimlane": "x"})
    for config, text in [
        ({"platform": "nope"}, "Invalid platform"),
        ({"enable_chip_swimlane": 5}, "enable_chip_swimlane"),
        ({"distributed_config": object()}, "distributed_config"),
    ]:
        result = run(double, double_specs, config=config)
        assert not result.passed and text in result.error
    assert double.compiled == []


def test_a_plain_function_is_not_a_kernel(backend, double_specs):
    def body(x, y):
        raise AssertionError

    result = run(body, double_specs)
    assert not result.passed and "is a plain Python function, no kernel" in result.error
