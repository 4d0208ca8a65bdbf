# SPDX-License-Identifier: Apache-2.0
"""A kernel cache of the tests' own, and an environment without the user's settings.

The cache is shared by all workers and stays in the checkout, so that what did not change is built once: a second run
is faster. `make clean` removes it.
"""

import os
import signal

import pytest

# Settings of the user's shell that would change what a test sees.
_SETTINGS = ("PYPTO_ENGINE", "PYPTO_WORKERS", "PYPTO_PROG_BUILD_DIR", "PYPTO_GOLDEN_NUM_THREADS")


def pytest_configure(config: pytest.Config) -> None:
    for name in list(os.environ):
        if name in _SETTINGS or name.startswith("PYPTO_BENCH"):
            del os.environ[name]
    os.environ["PYPTO_CACHE_DIR"] = str(config.rootpath / ".test_cache")
    # A shell starts background jobs with SIGINT ignored, and children inherit that: Ctrl-C tests would never end.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _build_folders_in_tmp(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep build folders out of the working tree."""
    monkeypatch.setenv("PYPTO_PROG_BUILD_DIR", str(tmp_path_factory.getbasetemp() / "build_output"))
