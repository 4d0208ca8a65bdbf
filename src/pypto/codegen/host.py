# SPDX-License-Identifier: Apache-2.0
"""`distributed_meta.json`, and the driver of a program of the host as a text of its own for readers."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

from pypto.codegen.schema import HOST_SCHEMA
from pypto.ir.host import Driver, HostParam, HostProgram
from pypto.ir.host_printer import driver_lines
from pypto.platforms import Platform


def host_parameters_of(driver: Driver) -> list[dict[str, Any]]:
    """The parameters, in the form that `program.json` has."""
    return [_row(p) for p in driver.params]


def _row(p: HostParam) -> dict[str, Any]:
    row: dict[str, Any] = {
        "name": p.name,
        "kind": "scalar" if p.shape is None else "tensor",
        "direction": p.direction,
        "shape": None,
        "dims": {},
        "dtype": p.dtype.name,
    }
    if p.shape is not None:
        row["shape"] = [n if isinstance(n, int) else -1 for n in p.shape]
        row["dims"] = {str(axis): n for axis, n in enumerate(p.shape) if isinstance(n, str)}
    return row


def host_manifest(
    program: HostProgram,
    platform: Platform,
    versions: Mapping[str, str],
    distributed_config: Mapping[str, Any],
    entries: Mapping[str, str],
    files: Mapping[str, str],
) -> dict[str, Any]:
    """The whole document. `entries`: a hash of the program of each; `files`: of each text beside it."""
    return {
        "schema": HOST_SCHEMA,
        "versions": dict(versions),
        "platform": platform.generation,
        "backend_type": platform.backend,
        "program": program.name,
        "entry": program.driver.name,
        "params": host_parameters_of(program.driver),
        "returns": list(program.driver.returns),
        "num_return_types": len(program.driver.returns),
        "distributed_config": dict(distributed_config),
        "world_size": program.world_size,
        "entries": dict(entries),
        "files": dict(files),
    }


def driver_text(program: HostProgram) -> str:
    """The driver alone."""
    driver = program.driver
    dynamic = dict.fromkeys(n for p in driver.params for n in p.shape or () if isinstance(n, str))
    lines = [
        f"# The driver of {program.name}, to be read; the one that runs stands in program.py.",
        "import pypto.language as pl",
        "import pypto.language.distributed as pld",
        "",
        *(f'{name} = pl.dynamic("{name}")' for name in dynamic),
        *([""] if dynamic else []),
        "",
        textwrap.dedent("\n".join(driver_lines(driver, None, False))),
    ]
    return "\n".join(lines) + "\n"
