# SPDX-License-Identifier: Apache-2.0
"""Ending processes with everything they started, also what left their group, as compilers do."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path


def descendants(root: int) -> set[int]:
    """Children, their children, and so on; none where the system has no /proc."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text(encoding="utf-8", errors="replace")
        except OSError:  # it has ended
            continue
        parent = int(text.rpartition(")")[2].split()[1])  # the name, in parentheses, may hold anything
        children.setdefault(parent, []).append(int(stat.parent.name))
    found: set[int] = set()
    waiting = [root]
    while waiting:
        below = children.get(waiting.pop(), [])
        found.update(below)
        waiting += below
    return found


def end(pid: int) -> None:
    """Kills a process, its group and its descendants."""
    tell(pid, signal.SIGSTOP)
    seen: set[int] = set()
    while new := descendants(pid) - seen:  # until nothing starts anything any more
        for other in new:
            tell(other, signal.SIGSTOP)
        seen |= new
    end_group(pid)
    tell(pid, signal.SIGKILL)  # it may not lead a group yet
    for other in seen:
        tell(other, signal.SIGKILL)


def end_group(leader: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def tell(pid: int, number: int) -> None:
    """Sends a signal to a process that may be gone."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)
