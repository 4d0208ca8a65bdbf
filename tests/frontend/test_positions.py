# SPDX-License-Identifier: Apache-2.0
"""Where errors point: columns count characters, in files of any line end, encoding and path, in helpers as well."""

import importlib.util
from pathlib import Path

import pytest

from pypto.errors import ErrorGroup, UserError

HEAD = "import pypto.language as pl\n\n"
KERNEL = (
    HEAD + "@pl.jit\ndef kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):\n"
    "    with pl.at(level=pl.Level.CORE_GROUP):\n        LINE\n    return y\n"
)


def load(path: Path, text: str | bytes):
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def errors_of(path: Path, text: str | bytes) -> list[UserError]:
    with pytest.raises(UserError) as caught:
        load(path, text).kernel.compile()
    error = caught.value
    return list(error.errors) if isinstance(error, ErrorGroup) else [error]


def kernel(line: str) -> str:
    return KERNEL.replace("LINE", line)


MISTAKE = kernel("y[0:16, :] = wrong")


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        (MISTAKE, 6, 22),
        (MISTAKE.replace("\n", "\r\n"), 6, 22),
        (MISTAKE.replace("\n", "\r"), 6, 22),
        (MISTAKE.replace("    ", "\t"), 6, 16),
        (b"\xef\xbb\xbf" + MISTAKE.encode(), 6, 22),
        (("# -*- coding: latin-1 -*-\n" + kernel("ä = 1; y[0:16, :] = wrong")).encode("latin-1"), 7, 29),
        (kernel("s = 'größe 漢字'; y[0:16, :] = wrong"), 6, 38),
        (kernel("s = 'e\u0301\U0001f600'; y[0:16, :] = wrong"), 6, 33),
        (kernel("s = 'a\u2028b\x0bc\x1cd'; y[0:16, :] = wrong"), 6, 37),
        (MISTAKE.replace("@pl.jit", "\f\n@pl.jit"), 7, 22),
        (kernel("y[0:16, :] = pl.add(x[0:16, :], \\\n  wrong)"), 7, 3),
        (MISTAKE.rstrip("\n").removesuffix("\n    return y"), 6, 22),
    ],
    ids=[
        "plain", "CRLF", "CR", "tabs", "byte order mark", "another encoding", "wide letters", "composed letters",
        "odd separators", "form feed", "continued line", "no line end",
    ],
)  # fmt: skip
def test_line_and_column(tmp_path, text, line, column):
    (error,) = errors_of(tmp_path / "kernel.py", text)
    assert error.message == "undefined name `wrong`"
    assert (error.span.line, error.span.column, error.span.end_column) == (line, column, column + 5)
    shown = str(error).split("\n")
    assert shown[2].index("^") - shown[1].index("|") == column + 1


def test_a_linked_file_keeps_the_path_it_was_imported_by(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    path = tmp_path / "link" / "kernel.py"
    (error,) = errors_of(path, MISTAKE)
    assert error.span.file == str(path)


STACKED = """
import functools

def keep(function):
    return function

def wrap(function):
    @functools.wraps(function)
    def inner(*args):
        return function(*args)
    return inner

@keep
@pl.jit(
    auto_scope=True,  # ä
)
@wrap
@keep
def kernel("""


def test_decorators_above_and_below(tmp_path):
    text = MISTAKE.replace("\n@pl.jit\ndef kernel(", STACKED)
    (error,) = errors_of(tmp_path / "kernel.py", text)
    line = text.splitlines().index("        y[0:16, :] = wrong") + 1
    assert (error.span.line, error.span.column) == (line, 22)


HELPERS = """
@pl.jit.inline
def inner(t):
    return pl.exp(wrong)


@pl.jit.inline
def outer(t):
    v = inner(t)
    w = pl.nope(v)
    return v

"""


def test_errors_of_helpers_point_into_the_helper_and_name_the_calls(tmp_path):
    body = "t = outer(x[0:16, :])\n        y[0:16, :] = t\n        y[16:32, :] = also"
    path = tmp_path / "kernel.py"
    found = errors_of(path, kernel(body).replace(HEAD, HEAD + HELPERS))
    assert [(e.message, e.span.line, e.span.column) for e in found] == [
        ("undefined name `wrong`", 6, 19),
        ("unknown operation pl.nope", 12, 9),
        ("undefined name `also`", 20, 23),
    ]
    assert found[0].notes == (f"inner is called from {path}:11", f"outer is called from {path}:18")
    assert found[1].notes == (f"outer is called from {path}:18",)
    assert found[2].notes == ()


def test_several_errors_of_one_line_are_all_reported(tmp_path):
    found = errors_of(tmp_path / "kernel.py", kernel("y[0:16, :] = a; y[0:8, :] = b; y[8:16, :] = c"))
    assert [e.span.column for e in found] == [22, 37, 53]
