# SPDX-License-Identifier: Apache-2.0
"""Errors that a run reports as its result instead of raising them.

`run` turns every exception whose `is_user_error` is true into `RunResult(passed=False, error=...)`.
The compiler's own error classes carry the same attribute, so nothing here needs to know them.
"""

from __future__ import annotations

from collections.abc import Sequence

from golden.places import Place, located


class HarnessError(Exception):
    """A mistake in what `run` was given: arguments, specs, data or environment."""

    is_user_error = True

    def __init__(
        self,
        message: str,
        *,
        place: Place | None = None,
        notes: Sequence[str] = (),
        help: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.notes = tuple(notes)
        self.help = help

    def __str__(self) -> str:
        return located(self.message, self.place, self.notes, self.help)


class SpecError(HarnessError, ValueError):
    """A spec that cannot describe an argument."""


class SpecTypeError(HarnessError, TypeError):
    """A spec field of a type that is never accepted."""


def is_user_error(error: BaseException) -> bool:
    return getattr(error, "is_user_error", False) is True
