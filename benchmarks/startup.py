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


def _run(arguments: list[str], environment: dict[str, str]) -> tuple[str, float]:
    """Standard output and seconds of one Python process."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    seconds = time.perf_counter() - start
    if done.returncode:
        raise SystemExit(f"{' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout, seconds


# The child reads its own peak: what the parent sees includes the parent's memory at the time of the fork.
_WITH_PEAK = """
import runpy, sys
sys.argv = sys.argv[1:]
if sys.argv[0] == "torch":
    import torch
else:
    runpy.run_path(sys.argv[0], run_name="__main__")
print([line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")][0])
"""


def _peak_mb(arguments: list[str], environment: dict[str, str]) -> float:
    output, _ = _run(["-c", _WITH_PEAK, *arguments], environment)
    return int(output.splitlines()[-1]) / 1024


def _import_ms(environment: dict[str, str]) -> float:
    """Milliseconds that `import pypto.language` adds to a bare interpreter."""
    added = []
    for _ in range(15):
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
    config = RunConfig(platform="a2a3sim", sanitize=False)
    start = time.perf_counter()
    artifact = kernel.compile(*args, config=config)
    artifact.build()
    compiled = time.perf_counter() - start
    calls = []
    for _ in range(200):
        start = time.perf_counter()
        record = artifact.dispatch(args, config)
        wall = (time.perf_counter() - start) * 1e6
        calls.append(wall - record.span_us - record.upload_us - record.download_us)
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
        _run([KERNEL, "--mode", "prefill", "--save-data"], environment)
        data = max(Path(scratch, "build").iterdir(), key=os.path.getmtime) / "data"
        replay = [KERNEL, "--mode", "prefill", "--golden-data", str(data)]
        return [
            ("first compile on a machine, device runtime included", first["compile_s"] * 1e3, "ms"),
            ("compile, kernel not in the cache", empty["compile_s"] * 1e3, "ms"),
            ("compile, kernel from the cache", cached["compile_s"] * 1e3, "ms"),
            ("later call, beyond kernel time and transfers", cached["call_us"], "us"),
            ("import pypto.language", _import_ms(environment), "ms"),
            ("replayed run, whole process", _run(replay, environment)[1] * 1e3, "ms"),
            ("replayed run, peak memory (arguments: 8 MB)", _peak_mb(replay, environment), "MB"),
            ("import torch alone, peak memory", _peak_mb(["torch"], environment), "MB"),
        ]


if __name__ == "__main__":
    probe(sys.argv[1])
