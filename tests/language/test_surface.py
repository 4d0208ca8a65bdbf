# SPDX-License-Identifier: Apache-2.0
"""The names of `pl`."""

import doctest
import inspect

import pytest

import pypto.language as pl
from pypto.frontend import surface
from pypto.ir.ops import TABLE


def test_every_operation_is_there_under_its_namespaces():
    spaces = {"pl": pl, "tensor": pl.tensor, "tile": pl.tile, "system": pl.system, "array": pl.array}
    for row in TABLE.values():
        for space in row.namespaces:
            assert getattr(spaces[space], row.word) is row


def test_names_that_are_not_of_the_language_are_unknown():
    with pytest.raises(AttributeError, match=r"there is no pl\.FP23; did you mean pl\.FP32\?"):
        pl.FP23  # noqa: B018
    with pytest.raises(AttributeError, match=r"no pl\.nonsense"):
        pl.nonsense  # noqa: B018
    with pytest.raises(AttributeError, match="no 'nonsense'"):
        pl.tile.nonsense  # noqa: B018


@pytest.mark.parametrize(
    ("read", "said"),
    [
        (lambda: pl.functon, "did you mean pl.function?"),
        (lambda: pl.sigmiod, "for sigmoid, compose it: pl.recip("),
        (lambda: pl.tile.laod, "did you mean pl.tile.load?"),
        (lambda: pl.Mem.vec, "did you mean pl.Mem.Vec?"),
        (lambda: pl.Role.nobody, "it has "),
        (lambda: pl.jit.inlin, "did you mean @pl.jit.inline?"),
        (lambda: pl.jit.x, "there are inline, incore"),
    ],
)
def test_a_misspelt_name_outside_a_kernel_is_told_what_it_looks_like(read, said):
    with pytest.raises(AttributeError) as refused:
        read()
    assert said in str(refused.value)


def test_a_type_has_its_other_name():
    assert pl.MemRefType is pl.tile.MemRefType is pl.MemRef


def test_operations_and_constructs_do_not_run_as_python():
    with pytest.raises(RuntimeError, match=r"pl.add describes a step of a kernel"):
        pl.add(1, 2)
    with pytest.raises(RuntimeError, match=r"pl.range is part of a kernel"):
        pl.range(4)


def test_operations_document_themselves():
    assert list(inspect.signature(pl.cast).parameters) == ["input", "target_type", "mode"]
    assert pl.exp.__doc__ and pl.exp.__name__ == "exp"
    assert "exp" in dir(pl) and "exp" in dir(pl.tile)


def test_types_and_enumerations():
    assert pl.BF16.get_byte() == 2 and pl.Mem is pl.MemorySpace
    assert pl.Level.CORE_GROUP.name == "CORE_GROUP" and pl.PadValue.min.value == 3


def test_dynamic_extents():
    a, b = pl.dynamic("T"), pl.dynamic("T")
    assert a is not b and repr(a) == "pl.dynamic('T')"
    for wrong in ("1T", "a b", "for", 3):
        with pytest.raises(ValueError, match="valid identifier"):
            pl.dynamic(wrong)


def test_annotations_are_data():
    annotation = pl.Out[pl.Tensor[[16, 64], pl.FP32]]
    assert annotation.direction == "out" and annotation.inner.shape == [16, 64]
    assert pl.Tensor((16, 64), pl.FP32).dtype is pl.FP32
    with pytest.raises(TypeError, match="takes a shape and an element type"):
        pl.Tensor[[16, 64]]


def test_examples_of_the_surface_run():
    assert doctest.testmod(surface).failed == 0
