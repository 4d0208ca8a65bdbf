# SPDX-License-Identifier: Apache-2.0
"""Kernels made by chance, thousands of them: valid ones have to compute what NumPy says, wrong ones have to be refused.

    python tests/random_kernels.py --seeds 0:1000                  # valid kernels, native and interpreted
    python tests/random_kernels.py --seeds 0:1000 --kind mutants   # damaged ones; also pto, program, manifest
    python tests/random_kernels.py --seeds 0:1000 --kind mistakes  # one mistake each that must not pass
    python tests/random_kernels.py --show 17                       # the kernel of a seed

Prints the seeds of what went wrong, and counts by kind and outcome; the exit code is 1 where anything did. A seed is
always the same kernel.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

KINDS = ("valid", "mutants", "mistakes", "pto", "program", "manifest")
BATCH = {"valid": 96, "mutants": 100, "mistakes": 100, "pto": 100, "program": 50, "manifest": 50}
TIMEOUT = 900  # seconds for one batch


def worker(kind: str, first: int, last: int, args: argparse.Namespace) -> dict[str, Any]:
    """The outcome of some seeds, as plain data."""
    from generated import check, damage, quick

    with (
        tempfile.TemporaryDirectory(prefix="goldtile-random-") as name,
        quick.quick_builds(not args.optimised),
    ):
        folder = Path(name)
        os.chdir(folder)
        os.environ["PYPTO_PROG_BUILD_DIR"] = name
        os.environ["PYPTO_CACHE_DIR"] = f"{name}/cache"  # nothing of these is needed again
        if kind != "valid":
            counts, findings, figures = damage.run_seeds(kind, list(range(first, last)), folder)
            return {"counts": dict(counts), "findings": [str(f) for f in findings], "figures": figures}
        total = check.Outcome()
        for start in range(first, last, args.together):
            seeds = list(range(start, min(start + args.together, last)))
            print(f"valid seeds {seeds}", file=sys.stderr, flush=True)
            found = check.run_seeds(seeds, folder, args.platform, engines=tuple(args.engines.split(",")))
            total.add(found)
        wrong = {seed for finding in total.findings for seed in finding.seeds}
        return {
            "counts": {
                "agree": last - first - len(wrong) - total.limited,
                "wrong": len(wrong),
                "refused": total.limited,
            },
            "findings": [str(f) for f in total.findings],
            "figures": {"compared": total.compared, "exact": total.exact, "classes": total.classes},
        }


def run_batch(kind: str, first: int, last: int, options: list[str]) -> dict[str, Any]:
    """One process for a batch; one that dies or hangs is a finding."""
    command = [sys.executable, __file__, "--worker", "--kind", kind, "--seeds", f"{first}:{last}", *options]
    where = f"{kind} seeds {first}:{last}"
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired as error:
        tail = (error.stderr or b"")[-500:]
        return {
            "counts": {"hang": 1},
            "findings": [f"{where}: no end after {TIMEOUT} s\n{tail!r}"],
            "figures": {},
        }
    if done.returncode or not done.stdout.strip():
        text = f"{where}: the process ended with {done.returncode}\n{done.stderr[-2000:]}"
        return {"counts": {"crash": 1}, "findings": [text], "figures": {}}
    result: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return result


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", default="0:100", help="A:B, the seeds from A to B - 1")
    parser.add_argument("--kind", choices=KINDS, default="valid")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--batch", type=int, help="seeds of one process")
    parser.add_argument("--together", type=int, default=24, help="valid kernels of one program")
    parser.add_argument("--optimised", action="store_true", help="build as a user's kernels are built")
    parser.add_argument("--platform", choices=["a2a3sim", "a5sim"], help="otherwise by the seed")
    parser.add_argument("--engines", default="native,interpret")
    parser.add_argument("--show", type=int, help="print the kernel of a seed")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.show is not None:
        from generated import regions, text

        print(text.single(regions.make_case(args.show, args.platform)), end="")
        return 0
    first, last = (int(n) for n in args.seeds.split(":"))
    if args.worker:
        print(json.dumps(worker(args.kind, first, last, args)))
        return 0
    options = ["--engines", args.engines, "--together", str(args.together)]
    options += ["--platform", args.platform] if args.platform else []
    options += ["--optimised"] if args.optimised else []
    size = args.batch or BATCH[args.kind]
    counts: Counter[str] = Counter()
    figures: Counter[str] = Counter()
    start, failed = time.time(), False
    with ThreadPoolExecutor(args.jobs) as pool:
        batches = [(a, min(a + size, last)) for a in range(first, last, size)]
        for done in pool.map(lambda b: run_batch(args.kind, *b, options), batches):
            counts.update(done["counts"])
            figures.update(done["figures"])
            for text_ in done["findings"]:
                failed = True
                print(text_, flush=True)
    told = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
    print(f"{args.kind}, seeds {first}:{last}: {told}; {dict(figures)}; {time.time() - start:.0f} s")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
