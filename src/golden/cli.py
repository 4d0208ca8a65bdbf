# SPDX-License-Identifier: Apache-2.0
"""`golden`: run kernel files, compare saved tensors, look into build folders, replay them.

    golden run kernels/ -j 2 --junit out.xml --html out.html
    golden list kernels/
    golden compare A.pt B.pt --comparator ratio_allclose --set max_error_ratio=0.01
    golden show build_output/rms_norm_test_...
    golden replay build_output/rms_norm_test_...

Exit status: 0 everything passed, 1 something did not, 2 the command cannot be carried out as written, 130 interrupted.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence
from pathlib import Path

PASSED, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130

PLATFORMS = ("a2a3", "a2a3sim", "a5", "a5sim")


class UsageError(Exception):
    """A command that cannot be carried out as written."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    from golden.errors import HarnessError

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # what files print may not fit the terminal's encoding
    try:
        return _command(options)
    except (UsageError, HarnessError) as error:
        print(f"golden: {error}", file=sys.stderr)
        return USAGE
    except BrokenPipeError:  # nobody reads on, as behind `| head`
        from golden.report import silence

        silence()
        return FAILED
    except KeyboardInterrupt:
        print("golden: interrupted", file=sys.stderr)
        return INTERRUPTED


def _command(options: argparse.Namespace) -> int:
    if options.command == "run":
        from golden.commands import run_files

        return run_files.run(options)
    if options.command == "list":
        from golden.commands import list_files

        return list_files.run(options)
    if options.command == "compare":
        from golden.commands import compare_saved

        return compare_saved.run(options)
    if options.command == "show":
        from golden.commands import show_build

        return show_build.run(options)
    from golden.commands import replay_build

    return replay_build.run(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="golden",
        description=(__doc__ or "").partition("\n")[0].replace("`", ""),
        epilog="Exit status: 0 everything passed, 1 something did not, 2 the command cannot be carried out as "
        "written, 130 interrupted.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    _add_run(commands.add_parser("run", help="run kernel files and report on them"))
    listing = commands.add_parser("list", help="list the kernel files that can be run, with their modes")
    _add_paths(listing)
    _add_compare(commands.add_parser("compare", help="compare two saved tensors, or two folders of them"))
    show = commands.add_parser("show", help="what a build folder holds, and what was changed in it")
    show.add_argument("folder", type=Path)
    replay = commands.add_parser("replay", help="run a build folder on the snapshot in its data folder")
    replay.add_argument("folder", type=Path)
    replay.add_argument("-p", "--platform", choices=PLATFORMS, help="default: the simulator of its own chip")
    replay.add_argument("--engine", choices=["native", "interpret"])
    return parser


def _add_paths(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths", nargs="+", type=Path, metavar="PATH", help="kernel files, or folders of them"
    )


def _add_run(parser: argparse.ArgumentParser) -> None:
    _add_paths(parser)
    parser.add_argument("-p", "--platform", choices=PLATFORMS, help="passed on to files that have -p")
    parser.add_argument("-j", "--jobs", type=_positive, default=1, metavar="N", help="files at a time")
    parser.add_argument("--mode", help="passed on as --mode; a file without that option fails")
    parser.add_argument("--engine", choices=["native", "interpret"], help="for every file")
    parser.add_argument(
        "--strict", action="store_true", help="no power, skipped validation and the like fail"
    )
    parser.add_argument("--seed", type=_seed, help="for inputs and goldens of every run")
    parser.add_argument(
        "--save-on-fail", action="store_true", help="keep inputs, golden and outputs of failures"
    )
    parser.add_argument(
        "--timeout",
        type=_seconds,
        default=600.0,
        metavar="SECONDS",
        help="per file; 600 if left out, 0 for none",
    )
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write JUnit XML")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the whole verdict as JSON")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a self-contained page with pictures")


def _add_compare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("actual", type=Path, metavar="A")
    parser.add_argument("expected", type=Path, metavar="B", help="the reference")
    parser.add_argument("--rtol", type=float, default=1e-5)
    parser.add_argument("--atol", type=float, default=1e-5)
    parser.add_argument("--equal-nan", action="store_true", help="let NaN match NaN in the default gate")
    parser.add_argument("--comparator", help="a comparator of golden by name, instead of the default gate")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="an argument of the comparator"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the records as JSON")


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, got {value}")
    return value


def _seed(text: str) -> int:
    value = int(text)
    if not 0 <= value < 2**64:
        raise argparse.ArgumentTypeError(f"must be from 0 to 2**64 - 1, got {value}")
    return value


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"must be 0 or more, got {text}")
    return value


if __name__ == "__main__":
    sys.exit(main())
