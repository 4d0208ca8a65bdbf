# SPDX-License-Identifier: Apache-2.0
"""Building, loading and dispatching compiled programs on the CPU device.

with ChipWorker() as worker:              tensors that stay on the device from call to call
benchmark(compiled, x, y, iters=100)      how long its calls take
run(program, x, y, config=RunConfig())    compile, run, compare
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pypto.runtime.config import RunConfig as RunConfig
    from pypto.runtime.ranks import DistributedConfig as DistributedConfig
    from pypto.runtime.resident import DeviceTensor as DeviceTensor
    from pypto.runtime.result import RunResult as RunResult


def __getattr__(name: str) -> Any:
    if name == "RunConfig":
        from pypto.runtime.config import RunConfig

        return RunConfig
    if name == "DistributedConfig":
        from pypto.runtime.ranks import DistributedConfig

        return DistributedConfig
    if name == "RunResult":
        from pypto.runtime.result import RunResult

        return RunResult
    if name == "DeviceTensor":
        from pypto.runtime.resident import DeviceTensor

        return DeviceTensor
    if name == "ChipWorker":
        from pypto.worker import ChipWorker

        return ChipWorker
    if name in ("benchmark", "BenchmarkTimes"):
        from pypto import benchmark

        return getattr(benchmark, name)
    if name == "run":
        from pypto.compiler import run_program

        return run_program
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
