# SPDX-License-Identifier: Apache-2.0
"""`python -m pypto ops [NAME]`: what the kernel language offers, from the operation table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from rich.console import Console

from pypto import optable

_PIPED_WIDTH = 160  # a file or a pipe has no width of its own, and narrow columns would break words


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0, or 2 for a name that is no operation."""
    parser = argparse.ArgumentParser(prog="python -m pypto", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    ops = commands.add_parser("ops", help="list the operations, or describe one")
    ops.add_argument("name", nargs="?", help="an operation, such as add, pl.add or pl.tile.load")
    name = parser.parse_args(arguments).name
    console = Console(width=None if sys.stdout.isatty() else _PIPED_WIDTH, highlight=False)
    if name is None:
        optable.print_list(console)
        return 0
    try:
        optable.print_details(console, name)
    except optable.UnknownOperation as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
