# SPDX-License-Identifier: Apache-2.0
"""Report files: looked at before anything runs, and written whole or not at all; and what a build folder has."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from pathlib import Path
from typing import Any

from golden.errors import HarnessError

HOST_DOCUMENT = "distributed_meta.json"


def build_document(folder: Path) -> str:
    """The file that says what a build folder is of: of a program of several ranks, or of one chip."""
    return HOST_DOCUMENT if (folder / HOST_DOCUMENT).is_file() else "program.json"


def is_build_folder(folder: Path) -> bool:
    return (folder / build_document(folder)).is_file()


def prepare(path: Path) -> None:
    """Finds out before the run whether the report can be written at all."""
    try:
        if path.is_dir():
            raise IsADirectoryError(f"{path} is a folder")
        temporary = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
        temporary.touch(exist_ok=False)
        temporary.unlink()
    except OSError as error:
        raise HarnessError(f"report cannot be written: {error}") from error


def write(path: Path, text: str) -> None:
    """The whole text or nothing."""
    temporary = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    try:
        temporary.write_text(text, encoding="utf-8", errors="replace")  # a file's own text may hold anything
        os.replace(temporary, path)
    except OSError as error:
        raise HarnessError(f"report cannot be written: {path}: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):  # there is none after a success
            temporary.unlink()


def write_json(path: Path, document: Any) -> None:
    write(path, json.dumps(document, indent=2, allow_nan=False) + "\n")
