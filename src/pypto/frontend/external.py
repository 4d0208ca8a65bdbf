# SPDX-License-Identifier: Apache-2.0
"""Kernels with a C++ body: what their decorator says, and the files that they are made of.

    @pl.jit.extern(core_type="aiv", source="kern/topk.cpp", include_dirs=["kern/include"])
    def topk(scores: pl.Tensor, ids: pl.Out[pl.Tensor], k: pl.Scalar[pl.INT32]): ...

Relative paths are relative to the file that defines the function.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pypto.errors import ParserSyntaxError, UserError, caller_span
from pypto.frontend.source import KernelSource

CORE_TYPES = ("aiv", "aic", "mixed")
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)


class _AtDecorator(UserError):
    """Shown where the decorator stands."""

    default_code = "external"

    def __init__(self, message: str, *, help: str | None = None) -> None:
        super().__init__(message, span=caller_span(), help=help)


class ExternalValueError(_AtDecorator, ValueError):
    """An option of an external kernel that has no such value."""


class ExternalTypeError(_AtDecorator, TypeError):
    """An option of an external kernel of a wrong kind."""


def check_extern(options: Mapping[str, Any], file: str, name: str) -> dict[str, Any]:
    """The options of `@pl.jit.extern` with absolute paths: `core`, `source`, `include_dirs`.

    With core "mixed" `source` is for the cube core, `aiv_source` for the vector core, and `both_lanes` says whether both
    vector cores run it.
    """
    core = options.get("core_type")
    if core not in CORE_TYPES:
        raise ExternalValueError(
            f"@pl.jit.extern ({name}): core_type is one of {', '.join(CORE_TYPES)}, found {core!r}",
            help='core_type="aiv"',
        )
    mixed = core == "mixed"
    wanted = ("aic_source", "aiv_source") if mixed else ("source",)
    for key in ("source", "aic_source", "aiv_source"):
        given = options.get(key) is not None
        if given != (key in wanted):
            word = "needs" if key in wanted else "takes no"
            raise ExternalValueError(f'@pl.jit.extern ({name}): core_type="{core}" {word} {key}=')
    if "dual_aiv_dispatch" in options and not mixed:
        raise ExternalValueError(f'@pl.jit.extern ({name}): dual_aiv_dispatch belongs to core_type="mixed"')
    directories = options.get("include_dirs", ())
    if isinstance(directories, str | os.PathLike) or not isinstance(directories, Sequence):
        raise ExternalTypeError(
            f"@pl.jit.extern ({name}): include_dirs is a list of directories, found {directories!r}",
            help='include_dirs=["include"]',
        )
    sources = [resolve(options[key], file, name) for key in wanted]
    both = options.get("dual_aiv_dispatch", False)
    if not isinstance(both, bool):
        raise ExternalTypeError(
            f"@pl.jit.extern ({name}): dual_aiv_dispatch is True or False, found {both!r}"
        )
    return {
        "core": core,
        "source": sources[0],
        **({"aiv_source": sources[1], "both_lanes": both} if mixed else {}),
        "include_dirs": tuple(resolve(d, file, name, directory=True) for d in directories),
    }


def resolve(path: Any, file: str, name: str, *, directory: bool = False) -> str:
    """A path beside the defining file, as an absolute one that is there."""
    if not isinstance(path, str | os.PathLike):
        raise ExternalTypeError(
            f"{name}: a path is expected, found {path!r}", help='a text, such as "kernels/topk.cpp"'
        )
    whole = Path(os.path.dirname(file), os.fspath(path))
    if not (whole.is_dir() if directory else whole.is_file()):
        what = "directory" if directory else "file"
        raise ExternalValueError(
            f"{name}: there is no {what} {os.path.normpath(whole)}",
            help=f"relative paths are relative to {os.path.dirname(file) or '.'}",
        )
    return os.path.normpath(os.path.abspath(whole))


def check_stub(kernel: KernelSource) -> None:
    """The body of an external kernel is `...`."""
    body = list(kernel.definition.body)
    if ast.get_docstring(kernel.definition, clean=False) is not None and len(body) > 1:
        body.pop(0)  # it stands before the body
    if not all(
        isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant) and s.value.value is ... for s in body
    ):
        raise ParserSyntaxError(
            f"the body of {kernel.name} is in C++; here it is `...`",
            span=kernel.source.span(body[0]),
            help=f"def {kernel.name}(...): ...",
            code="external",
        )


def external_files(source: str, include_dirs: Sequence[str]) -> dict[str, str]:
    """The C++ file and the files that it includes in quotes, by their absolute paths; absent ones are left out."""
    found: dict[str, str] = {}
    waiting = [source]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is no UTF-8 text"
            raise ExternalValueError(f"{path} cannot be read: {reason}") from error
        found[path] = text
        for name in _INCLUDE.findall(text):
            for root in (os.path.dirname(path), *include_dirs):
                beside = os.path.normpath(os.path.join(root, name))
                if os.path.isfile(beside):
                    waiting.append(beside)
                    break
    return found


def external_digest(source: str, include_dirs: Sequence[str]) -> str:
    """A hash of all files of an external kernel."""
    import hashlib  # not for those who only import a kernel file

    digest = hashlib.sha256()
    for path, text in sorted(external_files(source, include_dirs).items()):
        digest.update(f"{path}\0{len(text)}\0{text}\0".encode())
    return digest.hexdigest()
