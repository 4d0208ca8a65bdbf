# SPDX-License-Identifier: Apache-2.0
"""The store of compiled files: whole entries or none, bounded, honest about a directory it cannot use."""

import errno
import os
import threading
from pathlib import Path

import pytest

from pypto.errors import ToolchainError
from pypto.runtime.cache import Cache

KEY, OTHER = "ab" + "0" * 62, "ab" + "1" * 62


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    monkeypatch.setenv("PYPTO_CACHE_DIR", str(tmp_path / "cache"))
    return Cache.open()


def put(cache: Cache, key: str, content: bytes, suffix: str = ".o") -> Path:
    with cache.workspace() as work:
        (work / "made").write_bytes(content)
        return cache.put(key, suffix, work / "made")


def test_what_was_put_is_found_again(cache: Cache) -> None:
    assert cache.get(KEY, ".o") is None
    path = put(cache, KEY, b"one")
    assert cache.get(KEY, ".o") == path and path.read_bytes() == b"one"
    assert cache.get(KEY, ".so") is None
    assert cache.get(OTHER, ".o") is None
    assert Cache.open().get(KEY, ".o") == path
    assert list((cache.root / "tmp").iterdir()) == []


@pytest.mark.parametrize("damage", [b"", b"on", b"onf", b"one and more"])
def test_a_damaged_entry_is_not_handed_out_and_makes_room_for_a_good_one(cache: Cache, damage: bytes) -> None:
    path = put(cache, KEY, b"one")
    path.write_bytes(damage)
    assert cache.get(KEY, ".o") is None
    assert not path.exists()
    put(cache, KEY, b"one")
    assert cache.get(KEY, ".o") == path


def test_the_least_recently_used_go_first(cache: Cache) -> None:
    keys = [f"{i:02x}" + "0" * 62 for i in range(8)]
    for age, key in enumerate(keys):
        path = put(cache, key, bytes(1000))
        os.utime(path, (1000 + age, 1000 + age))
    fresh = Cache(cache.root, 5000)
    assert fresh.get(keys[0], ".o")
    fresh.trim()
    assert [bool(Cache(cache.root, 0).get(key, ".o")) for key in keys] == [True, *[False] * 3, *[True] * 4]


def test_entries_in_use_stay_even_above_the_bound(cache: Cache) -> None:
    cache.limit = 0
    path = put(cache, KEY, bytes(1000))
    cache.trim()
    assert path.exists()
    Cache(cache.root, 0).trim()
    assert not path.exists()


def test_leftovers_of_killed_processes_are_swept(cache: Cache) -> None:
    old, new = cache.root / "tmp/old", cache.root / "tmp/new"
    for folder in (old, new):
        folder.mkdir()
        (folder / "half.o").write_bytes(b"half")
    os.utime(old, (1000, 1000))
    cache.trim()
    assert not old.exists() and new.exists()


def test_a_full_disk_leaves_no_entry(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        with pytest.raises(ToolchainError, match=r"No space left on device(.|\n)*PYPTO_CACHE_DIR"):
            put(cache, KEY, b"one")
    assert cache.get(KEY, ".o") is None
    assert list((cache.root / "tmp").iterdir()) == []


def test_an_interrupt_leaves_no_entry_and_no_temporary(cache: Cache) -> None:
    with pytest.raises(KeyboardInterrupt), cache.workspace() as work:
        (work / "half").write_bytes(b"half")
        raise KeyboardInterrupt
    assert list((cache.root / "tmp").iterdir()) == []


def test_a_directory_that_cannot_be_made_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("PYPTO_CACHE_DIR", str(tmp_path / "file/cache"))
    with pytest.raises(
        ToolchainError, match=r"cannot write to the cache directory .*file/cache(.|\n)*PYPTO_CACHE_DIR"
    ):
        Cache.open()


def test_a_read_only_directory_serves_what_it_has(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's refusals are simulated: for a superuser nothing is read-only."""
    path = put(cache, KEY, b"one")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "utime", refuse)
    assert cache.get(KEY, ".o") == path
    monkeypatch.setattr("tempfile.mkdtemp", refuse)
    with pytest.raises(ToolchainError, match="PYPTO_CACHE_DIR"), cache.workspace():
        pass
    monkeypatch.setattr("filelock.FileLock.acquire", refuse)
    with pytest.raises(ToolchainError, match="PYPTO_CACHE_DIR"), cache.lock(KEY):
        pass


def test_waiting_for_a_lock_can_be_stopped(cache: Cache) -> None:
    stopped, ended = threading.Event(), threading.Event()

    def wait() -> None:
        with pytest.raises(InterruptedError), cache.lock(KEY, stopped.is_set):
            pass
        ended.set()

    with cache.lock(KEY):
        thread = threading.Thread(target=wait)
        thread.start()
        stopped.set()
        thread.join()
    assert ended.is_set()


@pytest.mark.parametrize("limit", ["-1", "lots", "1.5"])
def test_a_bad_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setenv("PYPTO_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("PYPTO_CACHE_LIMIT_MB", limit)
    with pytest.raises(ToolchainError) as caught:
        Cache.open()
    assert str(caught.value) == (
        f"error: PYPTO_CACHE_LIMIT_MB must be a whole number of megabytes from 0, got {limit!r} [cache]"
    )
