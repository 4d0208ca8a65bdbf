# SPDX-License-Identifier: Apache-2.0
"""The compiler, loaded when a kernel is first compiled: importing a kernel file does not pay for it."""

from typing import Any


def __getattr__(name: str) -> Any:
    from pypto import compiler

    return getattr(compiler, name)
