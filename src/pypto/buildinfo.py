# SPDX-License-Identifier: Apache-2.0
"""What a build folder holds, read without building or running anything.

`describe(folder)` -> the manifest's facts, per kernel what was edited and which tiles lie where, and the recorded
timeline if there is one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pypto import assembler
from pypto.assembler.place import place
from pypto.assembler.placement import SPACE_NAMES, capacity, tile_type
from pypto.errors import UserError
from pypto.folder import (
    DRIVER,
    PARTS,
    digest,
    generation_of,
    inside,
    is_host_build,
    read_host_manifest,
    read_manifest,
)
from pypto.platforms import PLATFORMS

_TIMELINE = "dfx_outputs/chip_swimlane_records.json"


def describe(folder: Path) -> dict[str, Any]:
    """Facts of the folder in JSON's types; a BuildFolderError when it is none.

    Those of a program of the host have the facts of the programs that it dispatches under `parts`, by their names.
    """
    if is_host_build(folder):
        return _of_host(folder)
    document = read_manifest(folder, PLATFORMS[f"{generation_of(folder)}sim"])
    return {
        "folder": str(folder),
        "entry": document["entry"],
        "platform": document["platform"],
        "versions": document["versions"],
        "constants": document["constants"],
        "parameters": document["parameters"],
        "kernels": [_kernel(folder, document, kernel) for kernel in document["kernels"]],
        "orchestration": {
            "cpp": document["orchestration"]["cpp"],
            "state": _state(folder, document, document["orchestration"]["cpp"]),
        },
        "passes": sorted(path.name for path in (folder / "passes_dump").glob("*.py")),
        "timeline": _timeline(folder, document),
        "snapshot": (folder / "data" / "manifest.json").is_file(),
    }


def _of_host(folder: Path) -> dict[str, Any]:
    document = read_host_manifest(folder, PLATFORMS[f"{generation_of(folder)}sim"])
    recorded = document["files"].get(DRIVER)
    path = folder / DRIVER
    state = "missing"
    if path.is_file():
        same = digest(path.read_text(errors="replace")) == recorded
        state = "as compiled" if same else "edited"
    return {
        "folder": str(folder),
        "entry": document["entry"],
        "platform": document["platform"],
        "versions": document["versions"],
        "constants": {},
        "parameters": document["params"],
        "ranks": document["distributed_config"]["device_ids"],
        "kernels": [],
        "orchestration": {"cpp": DRIVER, "state": state},
        "passes": [],
        "timeline": None,
        "snapshot": (folder / "data" / "manifest.json").is_file(),
        "parts": {name: describe(inside(folder, f"{PARTS}/{name}")) for name in document["entries"]},
    }


def _state(folder: Path, document: dict[str, Any], name: str) -> str:
    path = inside(folder, name)
    if not path.is_file():
        return "missing"
    recorded = document["files"].get(name, [None])[0]
    return "as compiled" if digest(path.read_text(errors="replace")) == recorded else "edited"


def _kernel(folder: Path, document: dict[str, Any], kernel: dict[str, Any]) -> dict[str, Any]:
    facts = {
        "function": kernel["function"],
        "core": kernel["core"],
        "source": kernel["source"],
        "pto": {"path": kernel["pto"], "state": _state(folder, document, kernel["pto"])},
        "cpp": {"path": kernel["cpp"], "state": _state(folder, document, kernel["cpp"])},
    }
    try:
        return {**facts, "memory": _memory(inside(folder, kernel["pto"]), kernel["function"]), "problem": ""}
    except (UserError, OSError) as error:
        return {**facts, "memory": [], "problem": str(error)}


def _memory(path: Path, name: str) -> list[dict[str, Any]]:
    """Per space its tiles by address, the bytes up to the highest end, and the room there is."""
    module = assembler.parse_pto(path.read_text(), str(path))
    assembler.verify(module)
    chip = PLATFORMS[f"{module.arch}sim"]
    spaces: dict[str, list[dict[str, Any]]] = {}
    addressed = True  # by a planner, which leaves the tool chain its part
    for function in module.functions:
        if function.name != name:
            continue
        addressed = all("addr" in op.attrs for op in function.walk() if op.name == "pto.alloc_tile")
        placement = place(module, function, chip)
        for tile, address in placement.address.items():
            if tile.owner is None or tile.owner.name != "pto.alloc_tile":
                continue
            type = tile_type(tile)
            spaces.setdefault(type.room, []).append(
                {
                    "name": tile.name,
                    "address": address,
                    "bytes": type.size,
                    "shape": [type.rows, type.cols],
                    "dtype": type.elem.name,
                }
            )
    return [
        {
            "space": SPACE_NAMES[space],
            "used": max(tile["address"] + tile["bytes"] for tile in tiles),
            "capacity": chip.capacity.get(SPACE_NAMES[space], 0) if addressed else capacity(chip, space),
            "tiles": sorted(tiles, key=lambda tile: (tile["address"], tile["name"])),
        }
        for space, tiles in spaces.items()
    ]


def _timeline(folder: Path, document: dict[str, Any]) -> dict[str, Any] | None:
    """Per kernel its tasks, blocks and time in microseconds, from the recorded swimlane."""
    path = folder / _TIMELINE
    try:
        records = json.loads(path.read_text())
        ticks = records["metadata"]["clock_freq_hz"] / 1e6
        kernels: dict[str, dict[str, Any]] = {}
        for worker, task, _block, begin, end in records["aicore_tasks"]:
            number = records["task_functions"][task]
            name = document["kernels"][number]["function"]
            found = kernels.setdefault(name, {"tasks": set(), "blocks": 0, "us": 0.0, "workers": set()})
            found["tasks"].add(task)
            found["workers"].add(worker)
            found["blocks"] += 1
            found["us"] += (end - begin) / ticks
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return {
        "file": str(path),
        "kernels": [
            {
                "function": name,
                "tasks": len(item["tasks"]),
                "blocks": item["blocks"],
                "us": item["us"],
                "workers": len(item["workers"]),
            }
            for name, item in kernels.items()
        ],
    }
