# SPDX-License-Identifier: Apache-2.0
"""Settings outside of their range are refused where they are read, by their name."""

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
