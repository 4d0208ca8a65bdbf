# SPDX-License-Identifier: Apache-2.0
"""Compiled programs of the host, and how many ranks they run on.

DistributedConfig(device_ids=[0, 1])      DistributedCompiledProgram.from_dir(folder)
"""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    if name == "DistributedConfig":
        from pypto.runtime.ranks import DistributedConfig

        return DistributedConfig
    if name == "DistributedCompiledProgram":
        from pypto.compiler import DistributedCompiledProgram

        return DistributedCompiledProgram
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
