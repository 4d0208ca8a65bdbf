# SPDX-License-Identifier: Apache-2.0
"""Where kernel source comes from, and what its fingerprint depends on."""

import importlib.util
import itertools
import os
import sys
from pathlib import Path

import pytest

from pypto.errors import UserError
from pypto.frontend.arguments import ArgumentInfo
from pypto.frontend.key import specialisation_key
from pypto.frontend.lower import lower_kernel
from pypto.frontend.source import SourceError, fingerprint
from pypto.ir.dtypes import BF16, FP32

NUMBER = itertools.count()

KERNEL = """
import pypto.language as pl

SCALE = {scale}
ROWS = {rows}
KIND = {kind}
UNUSED = {unused}
T = pl.dynamic("T")


@pl.jit.inline
def helper(x: pl.Tensor, y: pl.Tensor):
    y[0:ROWS, :] = pl.mul(x[0:ROWS, :], {factor})
    return y


def make(extra):
    @pl.jit
    def kernel(x: pl.Tensor[[{extent}, 64], pl.FP32], n: pl.INT32, y: pl.Out[pl.Tensor]):
        with pl.at(level=pl.Level.CORE_GROUP):
            helper(x, y)
            y[0:ROWS, :] = pl.cast(pl.add(x[0:ROWS, :], SCALE + extra), KIND)
        return y

    return kernel


kernel = make({extra})
"""

VALUES = {
    "scale": "1.0",
    "rows": "16",
    "kind": "pl.FP16",
    "unused": "1",
    "factor": "2.0",
    "extent": "64",
    "extra": "0",
}


def module(tmp_path, text):
    path = tmp_path / f"kernel_{next(NUMBER)}.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def key(tmp_path, **changes):
    """The fingerprint without the file's own name."""
    kernel = module(tmp_path, KERNEL.format(**{**VALUES, **changes})).kernel
    return tuple(part for part in fingerprint(kernel.source) if str(tmp_path) not in part)


def test_equal_sources_have_equal_fingerprints(tmp_path):
    assert key(tmp_path) == key(tmp_path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("scale", "2.0"),
        ("scale", "1"),
        ("scale", "True"),
        ("rows", "32"),
        ("kind", "pl.BF16"),
        ("factor", "3.0"),
        ("extent", "T"),
        ("extra", "1"),
        ("extra", "-0.0"),
        ("extra", "float('nan')"),
    ],
)
def test_what_can_change_the_code_changes_the_fingerprint(tmp_path, name, value):
    assert key(tmp_path, **{name: value}) != key(tmp_path)


def test_zeros_and_nans_are_told_apart(tmp_path):
    assert key(tmp_path, extra="0.0") != key(tmp_path, extra="-0.0")
    assert key(tmp_path, extra="float('nan')") == key(tmp_path, extra="float('nan')")


def test_a_number_that_the_body_does_not_name_does_not_count(tmp_path):
    assert key(tmp_path, unused="2") == key(tmp_path)


def test_a_rebound_constant_is_seen(tmp_path):
    loaded = module(tmp_path, KERNEL.format(**VALUES))
    before = fingerprint(loaded.kernel.source)
    loaded.SCALE = 5.0
    assert fingerprint(loaded.kernel.source) != before


def test_the_specialisation_key_follows_the_arguments(tmp_path):
    source = module(tmp_path, KERNEL.format(**VALUES)).kernel.source
    tensor, scalar = ArgumentInfo.tensor, ArgumentInfo.scalar

    def made(n, dtype, extent=64):
        return specialisation_key(source, [tensor((64, 64), FP32), scalar(n), tensor((extent, 64), dtype)])

    assert made(1, BF16) == made(1, BF16)
    assert len({made(1, BF16), made(2, BF16), made(1, FP32), made(1, BF16, 32)}) == 4


def test_a_dynamic_extent_is_not_part_of_the_key(tmp_path):
    source = module(tmp_path, KERNEL.format(**{**VALUES, "extent": "T"})).kernel.source
    y = ArgumentInfo.tensor((64, 64), BF16)

    def made(rows):
        return specialisation_key(source, [ArgumentInfo.tensor((rows, 64), FP32), ArgumentInfo.scalar(1), y])

    assert made(64) == made(128)


def test_source_that_is_not_on_disk_is_an_os_error():
    names = {}
    exec("import pypto.language as pl\n@pl.jit\ndef kernel(x: pl.Tensor[[16, 64], pl.FP32]): pass\n", names)
    with pytest.raises(SourceError, match="not a file on disk") as caught:
        names["kernel"].lower()
    assert isinstance(caught.value, OSError)


def test_an_edit_after_the_import_is_not_seen(tmp_path):
    loaded = module(tmp_path, KERNEL.format(**VALUES))
    path = Path(loaded.__file__)
    path.write_text(path.read_text().replace("SCALE + extra", "SCALE - extra"))
    os.utime(path, ns=(1, 1))
    assert "SCALE + extra" in loaded.kernel.source.text


def test_a_linked_file_keeps_the_name_it_was_imported_by(tmp_path):
    real = tmp_path / "real.py"
    real.write_text(KERNEL.format(**{**VALUES, "rows": "128"}))
    link = tmp_path / "link.py"
    link.symlink_to(real)
    spec = importlib.util.spec_from_file_location("link", link)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    arguments = [ArgumentInfo.tensor((64, 64), t) for t in (FP32, BF16)]
    with pytest.raises(UserError, match="leaves the source") as caught:
        lower_kernel(loaded.kernel.source, [arguments[0], ArgumentInfo.scalar(1), arguments[1]])
    assert str(caught.value).startswith(f"{link}:")


def test_callees_are_found_through_helpers(tmp_path):
    loaded = module(tmp_path, KERNEL.format(**VALUES))
    assert [k.name for k in loaded.kernel.source.reachable()] == ["kernel", "helper"]


def test_decorators_and_annotations_over_several_lines(tmp_path):
    text = (
        "import pypto.language as pl\n\n@pl.jit(\n    auto_scope=True,\n)\ndef kernel(\n    x: pl.Tensor,\n"
        "    y: pl.Out[...],\n):\n    with pl.at(level=pl.Level.CORE_GROUP):\n        y[0:16, :] = oops\n    return y\n"
    )
    source = module(tmp_path, text).kernel.source
    assert (source.span.line, source.span.column) == (6, 5)
    assert (source.argument_span("y").line, source.argument_span("y").column) == (8, 5)
    assert source.text.startswith("@pl.jit(\n")


def test_a_file_is_read_once_however_many_functions_and_regions_it_has(tmp_path):
    helpers = "".join(
        f"@pl.jit.inline\ndef h{i}(v):\n    return {'pl.neg(v)' if i == 0 else f'h{i - 1}(v)'}\n\n\n"
        for i in range(8)
    )
    regions = "".join(
        f"    for b{i} in pl.spmd(4):\n        v{i} = h{i % 8}(x[b{i} * 16 : b{i} * 16 + 16, :])\n"
        f"        y[b{i} * 16 : b{i} * 16 + 16, :] = v{i}\n"
        for i in range(20)
    )
    text = (
        "import pypto.language as pl\n\n\n"
        + helpers
        + (
            "@pl.jit\ndef kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):\n"
            f"{regions}    return y\n"
        )
    )
    opened = []

    def watch(event, arguments):
        if watching and event == "open" and str(arguments[0]).startswith(str(tmp_path)):
            opened.append((str(arguments[0]), arguments[1]))

    watching = True
    sys.addaudithook(watch)  # stays for the life of the process
    try:
        kernel = module(tmp_path, text).kernel
        for _ in range(3):
            lower_kernel(kernel.source, kernel.describe(kernel.bind((), {})))
    finally:
        watching = False
    read = [name for name, mode in opened if name.endswith(".py") and mode != "w"]
    assert 1 <= len(read) <= 2, opened  # by Python's import, and by the decorators together
