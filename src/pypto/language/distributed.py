# SPDX-License-Identifier: Apache-2.0
"""Programs of several ranks: what a kernel file writes after `import pypto.language.distributed as pld`.

    @pl.jit.host
    def driver(xs: pl.Tensor[[2, 64, 128], pl.FP32], ys: pl.Out[pl.Tensor[[2, 64, 128], pl.FP32]]):
        memory = pld.alloc_window_buffer([64, 128], dtype=pl.FP32)
        for r in pl.range(pld.world_size()):
            scratch = pld.window(memory, [64, 128], dtype=pl.FP32)
            step(xs[r], ys[r], scratch, device=r)
        return ys

A driver runs on the host, once per call: it is read and interpreted, never executed as Python.
"""

from typing import Any

from pypto.frontend import host_names

globals().update(host_names.MEMBERS)


def __getattr__(name: str) -> Any:
    raise AttributeError(f"there is no pld.{name}; there are {', '.join(__dir__())}")


def __dir__() -> list[str]:
    return sorted(host_names.MEMBERS)
