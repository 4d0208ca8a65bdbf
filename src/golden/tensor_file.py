# SPDX-License-Identifier: Apache-2.0
"""Saved tensors: read as tensors only, so that no code in a file runs, whoever wrote it."""

from __future__ import annotations

import pickle
import zipfile
from pathlib import Path

import torch

from golden.errors import HarnessError


class TensorFileError(HarnessError):
    """A file that does not hold one saved tensor."""


def load(path: Path) -> torch.Tensor:
    """The stored tensor, mapped from the file: what is written to it stays private."""
    if not zipfile.is_zipfile(path):
        raise TensorFileError(f"{path} does not hold a saved tensor: it is no file that torch.save wrote")
    try:
        value = torch.load(path, weights_only=True, mmap=True, map_location="cpu")
    except pickle.UnpicklingError as error:
        raise TensorFileError(
            f"{path} does not hold a saved tensor alone; the rest could run code, so nothing of it is loaded"
        ) from error
    except Exception as error:  # whatever a damaged file makes the reader raise
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise TensorFileError(f"{path} does not hold a saved tensor: {reason}") from error
    if not isinstance(value, torch.Tensor) or value.layout != torch.strided:
        raise TensorFileError(f"{path} does not hold a dense torch.Tensor but {type(value).__name__}")
    if value.is_meta or value.is_quantized:
        raise TensorFileError(f"{path} holds a tensor without plain values")
    return value.detach()
