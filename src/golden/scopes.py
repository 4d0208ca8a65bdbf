# SPDX-License-Identifier: Apache-2.0
"""Process-wide state that a run changes for a while and always puts back: threads, log level, seeds."""

from __future__ import annotations

import logging
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import torch

from golden.errors import HarnessError

THREADS_VARIABLE = "PYPTO_GOLDEN_NUM_THREADS"

LOG_LEVELS = {
    "debug": 10,
    "info": 20,
    "timing": 25,
    "warn": 30,
    "warning": 30,
    "error": 40,
    "null": 100,
    **{f"v{step}": 15 + step for step in range(10)},
}


def thread_count() -> int:
    """How many threads the golden and the comparison may use."""
    raw = os.environ.get(THREADS_VARIABLE)
    if raw is None:
        return min(
            16, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        )
    try:
        count = int(raw)
    except ValueError:
        count = 0
    if count <= 0:
        raise HarnessError(f"{THREADS_VARIABLE} must be a positive integer, got '{raw}'")
    return count


@contextmanager
def limited_threads(count: int) -> Iterator[None]:
    """Torch's intra-op threads set to `count` inside the block."""
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)


@contextmanager
def torch_settings_kept() -> Iterator[None]:
    """Puts back what code of the user's may change in Torch for the whole process."""
    dtype, grad = torch.get_default_dtype(), torch.is_grad_enabled()
    threads = torch.get_num_threads()
    strict, warn_only = (
        torch.are_deterministic_algorithms_enabled(),
        torch.is_deterministic_algorithms_warn_only_enabled(),
    )
    try:
        yield
    finally:
        torch.set_default_dtype(dtype)
        torch.set_grad_enabled(grad)
        torch.set_num_threads(threads)
        now = (
            torch.are_deterministic_algorithms_enabled(),
            torch.is_deterministic_algorithms_warn_only_enabled(),
        )
        if now != (strict, warn_only):  # the call loads Torch's whole compiler
            torch.use_deterministic_algorithms(strict, warn_only=warn_only)


@contextmanager
def one_thread() -> Iterator[None]:
    """For work in cache-sized pieces: there, joining threads costs more than they save, above all on a
    machine that is busy.
    """
    with limited_threads(1):
        yield


def log_level(value: object) -> int:
    """A level given by name, in any case, or by number."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    known = LOG_LEVELS.get(value.strip().lower()) if isinstance(value, str) else None
    if known is None:
        raise HarnessError(
            f"unknown log_level {value!r}; use one of {', '.join(LOG_LEVELS)} or an integer level"
        )
    return known


@contextmanager
def logging_at(level: int | None) -> Iterator[None]:
    """The compiler's and runtime's logger at `level`, shown on standard error if nothing else shows it."""
    if level is None:
        yield
        return
    logger = logging.getLogger("pypto")
    before = logger.level
    handler = None if logger.hasHandlers() else logging.StreamHandler()
    if handler is not None:
        logger.addHandler(handler)
    logger.setLevel(level)
    try:
        yield
    finally:
        logger.setLevel(before)
        if handler is not None:
            logger.removeHandler(handler)


@contextmanager
def seeded(seed: int | None) -> Iterator[None]:
    """Python's, NumPy's and Torch's global generators seeded inside the block, and restored after it."""
    if seed is None:
        yield
        return
    states = random.getstate(), np.random.get_state(), torch.random.get_rng_state()
    random.seed(seed)
    np.random.seed(seed % 2**32)
    torch.manual_seed(seed)
    try:
        yield
    finally:
        random.setstate(states[0])
        np.random.set_state(states[1])
        torch.random.set_rng_state(states[2])
