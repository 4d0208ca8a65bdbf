# SPDX-License-Identifier: Apache-2.0
"""A whole session of the command line as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from golden.suite import Outcome

SCHEMA = 1


def describe(outcomes: Sequence[Outcome], seconds: float) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "seconds": seconds,
        "passed": all(outcome.passed for outcome in outcomes),
        "files": [
            {
                "path": outcome.job.path,
                "status": outcome.status.value,
                "reason": outcome.reason,
                "note": outcome.note,
                "seconds": outcome.seconds,
                "runs": outcome.runs,
                "output": outcome.output if not outcome.passed else "",
            }
            for outcome in outcomes
        ],
    }
