# SPDX-License-Identifier: Apache-2.0
"""What is paid before and around a kernel: imports, compiling, calling, memory.

Every figure comes from fresh processes with a kernel cache of their own.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from cases import load

ROOT = Path(__file__).resolve().parents[1]
KERNEL = "kernels/norm/rms_norm.py"

Figure = tuple[str, float, str]  # what, how much, unit


def _run(arguments: list[str], environment: dict[str, str]) -> tuple[str, float, float]:
    """Standard output, seconds, and peak memory in MB of one Python process."""
    start = time.perf_counter()
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        process = subprocess.Popen(
            [sys.executable, *arguments], env=environment, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read()
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} failed:\n{text}")
    return text, seconds, usage.ru_maxrss / 1024


def _import_ms(environment: dict[str, str]) -> float:
    """Milliseconds that `import pypto.language` adds to a bare interpreter."""
    added = []
    for _ in range(11):
        bare = _run(["-c", "pass"], environment)[1]
        added.append(_run(["-c", "import pypto.language"], environment)[1] - bare)
    return statistics.median(added) * 1e3


def probe(what: str) -> None:
    """The child: compile one kernel, then call it, and print what both took."""
    import torch

    from pypto.runtime import RunConfig

    if what == "runtime":
        module = load("kernels/basic/add_scalar.py")
        kernel, args = module.add_scalar_test, [torch.zeros(64, 512), 7, torch.zeros(64, 512)]
    else:
        module = load(KERNEL)
        kernel, args = (
            module.rms_norm_test,
            [spec.create_tensor() for spec in module.build_tensor_specs(16, 1)],
        )
    config = RunConfig(platform="a2a3sim")
    start = time.perf_counter()
    artifact = kernel.compile(*args, config=config)
    compiled = time.perf_counter() - start
    calls = []
    for _ in range(200):
        start = time.perf_counter()
        record = artifact.dispatch(args, config)
        calls.append((time.perf_counter() - start) * 1e6 - record.dispatch_us)
    print(json.dumps({"compile_s": compiled, "call_us": statistics.median(calls)}))


def figures() -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="goldtile-bench-") as scratch:
        environment = {
            **os.environ,
            "PYPTO_CACHE_DIR": f"{scratch}/cache",
            "PYPTO_PROG_BUILD_DIR": f"{scratch}/build",
        }

        def probed(what: str) -> dict[str, float]:
            return json.loads(_run([__file__, what], environment)[0].splitlines()[-1])

        first = probed("runtime")
        empty, cached = probed("kernel"), probed("kernel")
        _run([KERNEL, "--mode", "prefill"], environment)
        folder = max(Path(scratch, "build").iterdir(), key=os.path.getmtime)
        replay = _run([KERNEL, "--mode", "prefill", "--runtime-dir", str(folder)], environment)
        torch_only = _run(["-c", "import torch"], environment)
        return [
            ("first compile on a machine, device runtime included", first["compile_s"] * 1e3, "ms"),
            ("compile, kernel not in the cache", empty["compile_s"] * 1e3, "ms"),
            ("compile, kernel from the cache", cached["compile_s"] * 1e3, "ms"),
            ("later call, beyond the dispatch itself", cached["call_us"], "us"),
            ("import pypto.language", _import_ms(environment), "ms"),
            ("replayed run, whole process", replay[1] * 1e3, "ms"),
            ("replayed run, peak memory", replay[2], "MB"),
            ("import torch alone, peak memory", torch_only[2], "MB"),
        ]


if __name__ == "__main__":
    probe(sys.argv[1])
