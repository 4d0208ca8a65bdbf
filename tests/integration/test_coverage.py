# SPDX-License-Identifier: Apache-2.0
"""Every public name of an operation works in both engines on both chips, or is refused by its name."""

import pytest
import torch
from both_engines import distance
from covered import ENGINES, PLATFORMS, table
from spellings import accepted, newer_only, sample_groups, sample_program, spellings

import pypto.language as pl
from pypto.ir.ops.table import TABLE, Op
from pypto.ir.printer import print_program

# Sums and products along an axis may be taken in any order.
REORDERED = {"row_sum", "row_prod", "matmul"}


def check(source, results):
    (first, given), *others = results.items()
    for where, arguments in others:
        for result in source.results:
            what = f"{result.what}: {where} and {first}"
            a, b = source.found(given, result), source.found(arguments, result)
            row = result.op
            if row.name in REORDERED and a.dtype.is_floating_point:
                bits = {torch.float32: 23, torch.float16: 10, torch.bfloat16: 7}[a.dtype]
                near = torch.isclose(a.double(), b.double(), rtol=2.0 ** (6 - bits), atol=2.0 ** (3 - bits))
                assert near.all(), what
                continue
            assert distance(a, b).max() <= row.ulp, what
            zero = (a == 0) & (b == 0)
            assert torch.equal(a.signbit()[zero], b.signbit()[zero]), what


GROUPS = sample_groups()


@pytest.mark.parametrize("number", range(len(GROUPS)))
def test_samples(kept_kernel, number):
    """By the names of `pl` in every engine on every chip; those of the level's namespace give the same program."""
    for level in ("tensor", "tile"):
        source = sample_program(GROUPS[number], level, "pl")
        if not source.results:
            continue
        kernel = kept_kernel(f"samples_{number}", source.text)
        results = {}
        for platform in ("a5sim",) if newer_only(GROUPS[number][0][0]) else PLATFORMS:
            for engine in ENGINES:
                arguments = source.arguments()
                kernel(*arguments, config={"platform": platform, "engine": engine})
                results[platform, engine] = arguments
        check(source, results)
        text = print_program(kernel.lower(*source.arguments()))
        other = sample_program(GROUPS[number], level, f"pl.{level}")
        again = kept_kernel(f"samples_{number}", other.text).lower(*other.arguments())
        assert print_program(again) == text


def test_every_name_is_tested_or_refused_by_name():
    empty = [
        f"{name} on {p}, {e}" for name, cells in table().items() for (p, e), said in cells.items() if not said
    ]
    assert not empty


def test_names_are_those_of_the_language():
    listed = {(s.namespace, s.name) for s in spellings()}
    for row in TABLE.values():
        for space in row.namespaces:
            full = "pl" if space == "pl" else f"pl.{space}"
            assert (full, row.word) in listed, f"{full}.{row.word}"


@pytest.mark.parametrize("spelling", spellings(), ids=lambda s: s.full)
def test_the_parameters_of_a_name(spelling):
    """Every listed parameter is accepted as a keyword, in the listed order."""
    row = found(spelling.full)
    if not isinstance(row, Op) or row.name == "task_dummy":
        return
    by_name = {alias: p.name for p in accepted(row, spelling.namespace) for alias in (p.name, *p.aliases)}
    order = [p.name for p in accepted(row, spelling.namespace)]
    assert [by_name.get(name) for name in spelling.parameters] == order[: len(spelling.parameters)]


def found(full):
    value = pl
    for part in full.split(".")[1:]:
        value = getattr(value, part, None)
    return value
