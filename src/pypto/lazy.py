# SPDX-License-Identifier: Apache-2.0
"""Modules that load at first use, so that a kernel from the cache starts without the compiler.

stages = LazyModule("pypto.stages")     # nothing is loaded
stages.compile_texts(...)               # now it is
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any


class LazyModule(ModuleType):
    """Stands for a module and passes every attribute on."""

    def __getattr__(self, name: str) -> Any:
        return getattr(importlib.import_module(self.__name__), name)
