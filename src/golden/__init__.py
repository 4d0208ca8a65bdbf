# SPDX-License-Identifier: Apache-2.0
"""The harness: describe a kernel's arguments, run it, and compare it with a Torch reference.

    from golden import TensorSpec, run

    result = run(fn=kernel, specs=[TensorSpec("x", [64], torch.float32, init_value=torch.randn), ...],
                 golden_fn=reference)

Importing this package starts no device, loads no compiler and changes nothing in the process. What it offers
is loaded at first use, so that its command line starts without Torch.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from golden.runner import RunResult, run
    from golden.spec import ScalarSpec, TensorSpec
    from golden.validation import (
        error_distribution,
        mapped_pool_ratio_allclose,
        mapped_pool_ratio_reldiff,
        ratio_allclose,
        ratio_reldiff,
        topk_pair_compare,
        validate_golden,
    )

__all__ = [
    "RunResult",
    "ScalarSpec",
    "TensorSpec",
    "error_distribution",
    "mapped_pool_ratio_allclose",
    "mapped_pool_ratio_reldiff",
    "ratio_allclose",
    "ratio_reldiff",
    "run",
    "topk_pair_compare",
    "validate_golden",
]

_HOMES = {"RunResult": "runner", "run": "runner", "ScalarSpec": "spec", "TensorSpec": "spec"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'golden' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"golden.{_HOMES.get(name, 'validation')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
