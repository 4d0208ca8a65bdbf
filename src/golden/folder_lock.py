# SPDX-License-Identifier: Apache-2.0
"""Two runs at once in one data folder: who saves has it alone, who reads waits for that.

The lock is of the operating system and on the folder itself: nothing is written, a read-only folder can be read, and it
ends with the process. Where the file system has no such locks, nobody waits.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from golden.report import say


@contextmanager
def held(folder: Path, *, alone: bool) -> Iterator[None]:
    """Keeps others from saving in the folder, and if `alone` from reading too."""
    kind = fcntl.LOCK_EX if alone else fcntl.LOCK_SH
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            say(f"[RUN]   waiting for another run that uses {folder}")
            fcntl.flock(handle, kind)
        except OSError:
            pass
        yield
    finally:
        os.close(handle)
