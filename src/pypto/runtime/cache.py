# SPDX-License-Identifier: Apache-2.0
"""The store of compiled objects and libraries, shared by all build folders of a user.

    cache = Cache.open()
    with cache.lock(key):
        path = cache.get(key, ".o") or cache.put(key, ".o", made_at)

An entry is one file named `<key>-<digest of its bytes><suffix>`. It appears by a rename, so that an
interrupt, a full disk or another process never shows half of one; bytes that no longer fit the digest
are removed and built again. `PYPTO_CACHE_DIR` moves the store, `PYPTO_CACHE_LIMIT_MB` bounds it
(default 2048): what was not used for longest goes first.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs
from filelock import FileLock, Timeout

from pypto import environment
from pypto.errors import ToolchainError

_DIGEST = 32
_STALE_SECONDS = 3600.0  # temporaries and locks of processes that were killed
_DEFAULT_LIMIT_MB = 2048


def cache_directory() -> Path:
    """`PYPTO_CACHE_DIR`, or the user's cache directory."""
    chosen = environment.given("PYPTO_CACHE_DIR")
    return Path(chosen).expanduser().absolute() if chosen else Path(platformdirs.user_cache_dir("goldtile"))


def cache_limit() -> int:
    """The bound in bytes."""
    text = environment.given("PYPTO_CACHE_LIMIT_MB") or str(_DEFAULT_LIMIT_MB)
    limit = environment.whole(text)
    if limit is None:
        raise ToolchainError(
            f"PYPTO_CACHE_LIMIT_MB must be a whole number of megabytes from 0, got {text!r}", code="cache"
        )
    return limit << 20


@dataclass
class Cache:
    """Content-addressed files below `root`."""

    root: Path
    limit: int
    used: set[Path] = field(default_factory=set)

    @classmethod
    def open(cls) -> Cache:
        root = cache_directory() / "v1"
        try:
            for name in ("entries", "locks", "tmp"):
                (root / name).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise cannot_write(root, error) from error
        return cls(root, cache_limit())

    @contextlib.contextmanager
    def lock(self, key: str, stopped: Callable[[], bool] = lambda: False) -> Iterator[None]:
        """Held while an entry is made, so that two processes do not make it twice.

        Waiting for another process ends with `InterruptedError` once `stopped()` says so.
        """
        lock = FileLock(self.root / "locks" / f"{key}.lock", poll_interval=0.01)
        while not lock.is_locked:
            if stopped():
                raise InterruptedError
            try:
                lock.acquire(timeout=0.1)
            except Timeout:
                continue
            except OSError as error:
                raise cannot_write(self.root, error) from error
        try:
            yield
        finally:
            lock.release()

    @contextlib.contextmanager
    def workspace(self) -> Iterator[Path]:
        """A directory for files under construction; gone afterwards, also after an interrupt."""
        try:
            path = Path(tempfile.mkdtemp(dir=self.root / "tmp"))
        except OSError as error:
            raise cannot_write(self.root, error) from error
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)

    def get(self, key: str, suffix: str) -> Path | None:
        """The entry, its bytes verified; None where there is none."""
        shard = self.root / "entries" / key[:2]
        try:
            names = os.listdir(shard)
        except FileNotFoundError:
            return None
        for name in names:
            if not name.startswith(f"{key}-") or not name.endswith(suffix):
                continue
            path = shard / name
            try:
                sound = _digest(path) == name[len(key) + 1 : -len(suffix)]
                if sound:
                    os.utime(path)
                    self.used.add(path)
                    return path
                path.unlink()
            except FileNotFoundError:  # evicted meanwhile
                continue
            except PermissionError as error:
                if sound:  # a store that may be read only
                    return path
                raise cannot_write(self.root, error) from error
        return None

    def put(self, key: str, suffix: str, made: Path) -> Path:
        """Move a finished file (of a `workspace`) into the store."""
        shard = self.root / "entries" / key[:2]
        path = shard / f"{key}-{_digest(made)}{suffix}"
        try:
            shard.mkdir(exist_ok=True)
            os.replace(made, path)
        except OSError as error:
            raise cannot_write(self.root, error) from error
        self.used.add(path)
        return path

    def trim(self) -> None:
        """Bring the store below its bound; entries this object handed out stay."""
        now = time.time()
        for folder in ("tmp", "locks"):
            for stale in _files(self.root / folder):
                if now - stale[0] > _STALE_SECONDS:
                    _remove(stale[2])
        entries = [e for shard in _files(self.root / "entries") for e in _files(shard[2])]
        total = sum(size for _, size, _ in entries)
        for _, size, path in sorted(entries):
            if total <= self.limit:
                break
            if path not in self.used:
                _remove(path)
                total -= size


def cannot_write(root: Path, error: OSError) -> ToolchainError:
    return ToolchainError(
        f"cannot write to the cache directory {root}: {error.strerror or error}",
        help="set PYPTO_CACHE_DIR to a directory that can be written and has room",
        code="cache",
    )


def _digest(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:_DIGEST]


def _files(folder: Path) -> list[tuple[float, int, Path]]:
    """(time of last use, bytes, path) of what lies in a folder; what vanishes meanwhile is left out."""
    found = []
    with contextlib.suppress(FileNotFoundError), os.scandir(folder) as entries:
        for entry in entries:
            with contextlib.suppress(FileNotFoundError):
                status = entry.stat(follow_symlinks=False)
                found.append((status.st_mtime, status.st_size, Path(entry.path)))
    return found


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(FileNotFoundError, PermissionError):
            path.unlink()
