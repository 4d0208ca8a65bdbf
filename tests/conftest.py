# SPDX-License-Identifier: Apache-2.0
"""One private kernel cache for the whole test session, and an environment without the user's settings.

The cache is shared by all workers, so that the device runtime and each kernel are built once per session.
"""

import os
import shutil
import tempfile

import pytest

_CACHE = pytest.StashKey[str]()

# Settings of the user's shell that would change what a test sees.
_SETTINGS = ("PYPTO_ENGINE", "PYPTO_WORKERS", "PYPTO_PROG_BUILD_DIR", "PYPTO_GOLDEN_NUM_THREADS")


def pytest_configure(config: pytest.Config) -> None:
    for name in list(os.environ):
        if name in _SETTINGS or name.startswith("PYPTO_BENCH"):
            del os.environ[name]
    if not hasattr(config, "workerinput"):
        config.stash[_CACHE] = os.environ["PYPTO_CACHE_DIR"] = tempfile.mkdtemp(prefix="goldtile-cache-")


def pytest_unconfigure(config: pytest.Config) -> None:
    if _CACHE in config.stash:
        shutil.rmtree(config.stash[_CACHE], ignore_errors=True)


@pytest.fixture(autouse=True)
def _build_folders_in_tmp(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep build folders out of the working tree."""
    monkeypatch.setenv("PYPTO_PROG_BUILD_DIR", str(tmp_path_factory.getbasetemp() / "build_output"))
