# SPDX-License-Identifier: Apache-2.0
"""What the kernel language offers, and what its errors mean.

python -m pypto ops [NAME]       the operations, from the operation table; or one of them
python -m pypto ops --markdown FOLDER    a page for each family of operations
python -m pypto errors [CODE]    the codes of errors; or what one of them means
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from pypto import oppages, optable
from pypto.codes import CODES

_PIPED_WIDTH = 160  # a file or a pipe has no width of its own, and narrow columns would break words


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0, or 2 for a name that does not exist."""
    parser = argparse.ArgumentParser(
        prog="python -m pypto", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    ops = commands.add_parser("ops", help="list the operations, or describe one")
    ops.add_argument("name", nargs="?", help="an operation, such as add, pl.add or pl.tile.load")
    ops.add_argument(
        "--markdown", metavar="FOLDER", type=Path, help="write a page for each family into a folder"
    )
    errors = commands.add_parser("errors", help="list the codes of errors, or say what one of them means")
    errors.add_argument("name", nargs="?", help="a code, such as shape-mismatch")
    given = parser.parse_args(arguments)
    console = Console(width=None if sys.stdout.isatty() else _PIPED_WIDTH, highlight=False)
    if given.command != "ops":
        return _codes(console, given.name)
    if given.markdown is not None:
        for path in oppages.write_pages(given.markdown):
            console.print(str(path), markup=False)
        return 0
    return _operations(console, given.name)


def _operations(console: Console, name: str | None) -> int:
    if name is None:
        optable.print_list(console)
        return 0
    try:
        optable.print_details(console, name)
    except optable.UnknownOperation as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _codes(console: Console, name: str | None) -> int:
    if name is None:
        for code in CODES.values():
            console.print(f"{code.name:<24}{code.meaning}", markup=False)
        return 0
    wanted = CODES.get(name.strip("[]"))
    if wanted is None:
        near = difflib.get_close_matches(name, CODES, n=1)
        print(f"unknown code {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""), file=sys.stderr)
        return 2
    console.print(f"{wanted.name}: {wanted.meaning}", markup=False)
    console.print(f"see docs/errors/{wanted.page}.md#{wanted.name}", markup=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
