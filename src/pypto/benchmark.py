# SPDX-License-Identifier: Apache-2.0
"""How long a compiled program takes, call by call.

times = benchmark(compiled, x, y, warmup=5, iters=100)
min(times.device_wall_us)
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pypto.compiled import Compiled
from pypto.errors import AtTheCall
from pypto.runtime.config import RunConfig


@dataclass(frozen=True)
class BenchmarkTimes:
    """Times of the counted calls in order, in microseconds.

    host_wall_us: the whole call, copies of CPU tensors included. device_wall_us: from the start of the orchestration to
    the end of the last task.
    """

    host_wall_us: tuple[float, ...]
    device_wall_us: tuple[float, ...]


def benchmark(
    compiled: Compiled,
    *args: Any,
    warmup: int = 5,
    iters: int = 100,
    config: RunConfig | Mapping[str, Any] | None = None,
) -> BenchmarkTimes:
    """Call a program `warmup + iters` times on the same arguments, and return the times of the last `iters`.

    Arguments are those of a call of the program: CPU tensors and DeviceTensors, all of them or the inputs only. What a
    call leaves in an `InOut` tensor is what the next one starts with. The check of the order of tasks is left out unless
    the configuration asks for it (`sanitize`). Raises ValueError and TypeError for counts that are none, otherwise what
    a call of the program raises.
    """
    _check_count("warmup", warmup, 0)
    _check_count("iters", iters, 1)
    options = compiled.config if config is None else RunConfig.of(config)
    if options.sanitize is None:
        options = replace(options, sanitize=False)
    with AtTheCall():
        full = compiled.completed(args)
        host, device = [], []
        for _ in range(warmup + iters):
            start = time.perf_counter_ns()
            record = compiled.dispatch(full, options)
            host.append((time.perf_counter_ns() - start) / 1e3)
            device.append(record.run_us)
    return BenchmarkTimes(tuple(host[warmup:]), tuple(device[warmup:]))


def _check_count(name: str, value: Any, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be an integer from {least}, got {value!r}")
    if value < least:
        raise ValueError(f"{name} must be an integer from {least}, got {value}")
