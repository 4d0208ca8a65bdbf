# SPDX-License-Identifier: Apache-2.0
"""`golden show`: a build folder in words: parameters, kernels, edits, memory map, passes, timeline."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from golden import runner
from golden.cli import PASSED, UsageError
from golden.errors import is_user_error


def run(options: argparse.Namespace) -> int:
    try:
        facts = runner.load_backend().describe_build(options.folder)
    except Exception as error:
        if is_user_error(error):
            raise UsageError(str(error)) from error
        raise
    console = Console(width=None if sys.stdout.isatty() else 160, highlight=False)
    _program(console, facts)
    for part in facts.get("parts", {}).values():
        console.print()
        _program(console, part)
    return PASSED


def _program(console: Console, facts: dict[str, Any]) -> None:
    ranks = f", for the ranks on devices {facts['ranks']}" if "ranks" in facts else ""
    console.print(Text(f"{facts['entry']}, compiled for {facts['platform']}{ranks}", "bold"))
    console.print(Text(facts["folder"]))
    console.print()
    _parameters(console, facts)
    if "ranks" in facts:
        orchestration = facts["orchestration"]
        console.print(Text(f"Driver: {orchestration['cpp']}: {orchestration['state']}"))
        console.print(
            Text(f"Snapshot in data/: {'yes' if facts['snapshot'] else 'no (run with save_data=True)'}")
        )
        return
    _kernels(console, facts)
    for kernel in facts["kernels"]:
        _memory(console, kernel)
    _rest(console, facts)


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def _parameters(console: Console, facts: dict[str, Any]) -> None:
    table = _table("Parameters", "Name", "Direction", "Shape", "Type")
    for item in facts["parameters"]:
        shape = "scalar" if item["shape"] is None else str(item["shape"])
        table.add_row(item["name"], item["direction"], shape, item["dtype"])
    console.print(table)
    if facts["constants"]:
        folded = ", ".join(f"{name} = {value}" for name, value in facts["constants"].items())
        console.print(Text(f"Folded constants: {folded}"))
    console.print()


def _kernels(console: Console, facts: dict[str, Any]) -> None:
    table = _table("Kernels", "Function", "Core", ".pto", ".cpp", "Source")
    for kernel in facts["kernels"]:
        source = kernel["source"]
        table.add_row(
            kernel["function"],
            kernel["core"],
            f"{kernel['pto']['path']}: {kernel['pto']['state']}",
            f"{kernel['cpp']['path']}: {kernel['cpp']['state']}",
            f"{source['file']}:{source['line']}",
        )
    console.print(table)
    orchestration = facts["orchestration"]
    console.print(Text(f"Orchestration: {orchestration['cpp']}: {orchestration['state']}"))
    console.print()


def _memory(console: Console, kernel: dict[str, Any]) -> None:
    if kernel["problem"]:
        console.print(Text(f"{kernel['function']}: {kernel['problem']}"))
        console.print()
        return
    for space in kernel["memory"]:
        share = 100 * space["used"] / space["capacity"]
        title = f"{kernel['function']}: {space['used']} of {space['capacity']} bytes of {space['space']} ({share:.0f}%)"
        table = _table(title, "Address", "Bytes", "Tile", "Shape", "Type")
        for tile in space["tiles"]:
            table.add_row(
                str(tile["address"]), str(tile["bytes"]), tile["name"], str(tile["shape"]), tile["dtype"]
            )
        console.print(table)
        console.print()


def _rest(console: Console, facts: dict[str, Any]) -> None:
    passes = facts["passes"]
    console.print(
        Text(f"Pass dumps: {', '.join(passes)}" if passes else "Pass dumps: none (config dump_passes=True)")
    )
    console.print(
        Text(f"Snapshot in data/: {'yes' if facts['snapshot'] else 'no (run with save_data=True)'}")
    )
    timeline = facts["timeline"]
    if timeline is None:
        console.print(Text("Timeline: none (config enable_chip_swimlane=1)"))
        return
    table = _table(f"Timeline: {timeline['file']}", "Kernel", "Tasks", "Blocks", "Time", "Workers")
    for kernel in timeline["kernels"]:
        table.add_row(
            kernel["function"],
            str(kernel["tasks"]),
            str(kernel["blocks"]),
            f"{kernel['us']:.1f} us",
            str(kernel["workers"]),
        )
    console.print(table)
