# SPDX-License-Identifier: Apache-2.0
"""What a run leaves in `dfx_outputs/` about its tasks' arguments, and about who waited for whom.

args_dump/args_dump.json    one row for each argument and moment: inputs before the task, outputs when it is done
args_dump/args.bin          their contents one after the other, dense and row-major
deps.json                   tasks with their arguments, tensors, edges

    tensors = read_dump(folder, "scale", "x")     # what every call of the kernel got, in order of tasks
"""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pypto.ir.dtypes import BY_NAME, CODES
from pypto.runtime.swimlane import write_json
from pypto.runtime.values import numpy_to_torch, packed

if TYPE_CHECKING:
    from pypto.runtime.device import ArgumentNote, Dump, NativeRecord, View

BEFORE, AFTER = "before_dispatch", "after_completion"
ROLES = {"in": "input", "out": "output", "inout": "inout"}


def members_of(manifest: dict[str, Any], kernel: int) -> list[int]:
    """The kernels behind a task's number: itself, or the members of a group as [cube, vector 0, vector 1]."""
    kernels = len(manifest["kernels"])
    if kernel >= kernels:
        return [int(member) for member in manifest["groups"][kernel - kernels]]
    if kernel < 0:
        return [-1, -1, -1]
    cube = manifest["kernels"][kernel]["core"] == "aic"
    return [kernel, -1, -1] if cube else [-1, kernel, -1]


def write_dumps(where: Path, manifest: dict[str, Any], record: NativeRecord, level: int) -> Path:
    """The arguments of a run as `args_dump.json` and `args.bin`; returns the former."""
    outputs = where / "args_dump"
    outputs.mkdir(parents=True, exist_ok=True)
    rows: list[dict[str, Any]] = []
    counts = {**dict.fromkeys((BEFORE, AFTER), 0), **{f"{role}_args": 0 for role in ROLES.values()}}
    dumps = sorted(record.dumps(), key=lambda dump: (dump.task, dump.after, dump.arg))
    with open(outputs / "args.bin", "wb") as content:
        for dump in dumps:
            row = _row(manifest, dump)
            if row is None:
                continue
            row["bin_offset"] = content.tell()
            if dump.data:
                content.write(ctypes.string_at(dump.data, dump.bytes))
            counts[row["stage"]] += 1
            counts[f"{row['role']}_args"] += 1
            rows.append(row)
    header = {
        "run_dir": os.fspath(where.parent),
        "bin_format": {"type": "logical_contiguous", "byte_order": "little_endian"},
        "dump_args_level": level,
        "total_args": len(rows),
        **counts,
        "truncated_args": 0,
        "dropped_records": 0,
        "dropped_overwrite": 0,
        "bin_file": "args.bin",
    }
    path = outputs / "args_dump.json"
    write_json(path, {**header, "args": rows})
    return path


def _row(manifest: dict[str, Any], dump: Dump) -> dict[str, Any] | None:
    """The description of one record; None for a moment at which the argument says nothing."""
    members = [member for member in members_of(manifest, dump.kernel) if member >= 0]
    arguments = manifest["kernels"][members[0]]["arguments"]
    known = (
        arguments[dump.arg] if dump.arg < len(arguments) else {"name": f"extent_{dump.arg}", "dtype": "INT64"}
    )
    direction = known.get("direction", "in")
    if (direction == "in" and dump.after) or (direction == "out" and not dump.after):
        return None
    row: dict[str, Any] = {
        "task_id": hex(dump.task),
        "func_id": members,
        "name": known["name"],
        "role": ROLES[direction],
        "stage": AFTER if dump.after else BEFORE,
        "arg_index": dump.arg,
        "kind": "scalar" if dump.view.rank < 0 else "tensor",
        "dtype": known["dtype"],
        "truncated": False,
        "overwritten": False,
        "bin_size": dump.bytes,
    }
    if dump.view.rank < 0:
        row["value"] = hex(dump.view.offset & (1 << 64) - 1)
        return row
    view = _view(dump.view)
    dense, step = True, 1
    for extent, stride in zip(reversed(view["shape"]), reversed(view["strides"]), strict=True):
        dense &= extent == 1 or stride == step
        step *= extent
    return {**row, **view, "is_contiguous": dense}


def _view(view: View) -> dict[str, Any]:
    return {
        "dtype": CODES[view.dtype].name,
        "shape": list(view.shape)[: view.rank],
        "strides": list(view.stride)[: view.rank],
        "start_offset": view.offset,
    }


def read_dump(
    folder: str | os.PathLike[str], kernel: str, argument: str, stage: str | None = None
) -> list[Any]:
    """The dumped contents of one argument of a kernel as Torch tensors, in order of tasks."""
    import numpy as np
    import torch

    where = Path(folder)
    outputs = where / "dfx_outputs" / "args_dump"
    table = json.loads((outputs / "args_dump.json").read_text())
    names = {k["id"]: k["function"] for k in json.loads((where / "program.json").read_text())["kernels"]}
    content = (outputs / table["bin_file"]).read_bytes()
    found: list[torch.Tensor] = []
    for row in table["args"]:
        wanted = row["name"] == argument and kernel in [names[n] for n in row["func_id"]]
        if not wanted or not row["bin_size"] or stage not in (None, row["stage"]):
            continue
        data = content[row["bin_offset"] : row["bin_offset"] + row["bin_size"]]
        dtype = BY_NAME[row["dtype"]]
        array = np.frombuffer(data, dtype.numpy()).reshape(row["shape"]).copy()
        found.append(packed(array) if dtype.packed else numpy_to_torch(array))
    return found


def write_deps(outputs: Path, manifest: dict[str, Any], record: NativeRecord) -> Path:
    """Tasks, tensors and edges of a run as `deps.json`."""
    notes = record.arguments()
    by_argument = {(note.task, note.arg): note for note in notes}
    tasks: dict[int, dict[str, Any]] = {}
    tensors: dict[int, dict[str, Any]] = {}
    for note in notes:
        task = tasks.setdefault(
            note.task,
            {
                "task_id": str(note.task),
                "scope": "manual" if note.manual else "auto",
                "kernel_ids": members_of(manifest, note.kernel),
                "block_num": note.blocks,
                "args": [],
            },
        )
        if note.arg < 0:
            continue
        tensor = tensors.setdefault(note.view.buffer, _tensor(note))
        extent = (
            note.view.offset
            + 1
            + sum(
                (n - 1) * s
                for n, s in zip(list(note.view.shape)[: note.view.rank], note.view.stride, strict=False)
            )
        )
        tensor["buffer_numel"] = max(tensor["buffer_numel"], extent)
        task["args"].append(
            {"idx": note.arg, "type": "tensor", "tensor_id": tensor["tensor_id"], **_view(note.view)}
        )
    edges = []
    for edge in record.edges():
        row: dict[str, Any] = {
            "pred": str(edge.producer),
            "succ": str(edge.consumer),
            "arg": edge.arg,
            "source": "explicit" if edge.arg < 0 else "tensormap",
            "flags": ["wait"],
        }
        if edge.arg >= 0:
            consumer = by_argument[edge.consumer, edge.arg]
            row["overlap"] = "covered" if edge.covered else "other"
            row["tensor_id"] = tensors[consumer.view.buffer]["tensor_id"]
            row |= {f"consumer_{key}": value for key, value in _view(consumer.view).items()}
            producer = _of_buffer(notes, edge.producer, consumer.view.buffer)
            if producer is not None:
                row |= {f"producer_{key}": value for key, value in _view(producer.view).items()}
        edges.append(row)
    path = outputs / "deps.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_json(
        path,
        {"tasks": [tasks[n] for n in sorted(tasks)], "tensors": list(tensors.values()), "edges": edges},
    )
    return path


def _of_buffer(notes: Iterable[ArgumentNote], task: int, buffer: int) -> ArgumentNote | None:
    return next((n for n in notes if n.task == task and n.arg >= 0 and n.view.buffer == buffer), None)


def _tensor(note: ArgumentNote) -> dict[str, Any]:
    return {
        "tensor_id": str(_fnv(note.view.buffer)),
        "buffer_addr": str(note.view.buffer),
        "version": 0,
        "dtype": CODES[note.view.dtype].name,
        "buffer_numel": 0,
    }


def _fnv(number: int) -> int:
    """FNV-1a, 64 bit, of a buffer's number and version 0."""
    value = 0xCBF29CE484222325
    for byte in number.to_bytes(8, "little") + bytes(4):
        value = (value ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return value
