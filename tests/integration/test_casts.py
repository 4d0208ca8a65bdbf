# SPDX-License-Identifier: Apache-2.0
"""`pl.cast` bit for bit in both engines on both chips: every pair of types, in every mode, chains included.

The expected bits come from `cast_table`. 8- and 16-bit sources are exhaustive.
"""

from itertools import product

import numpy as np
import pytest
import torch
from cast_table import FORMATS, INTEGERS, MODES, TYPES, bits_of, chain, expected, one_nan, values

import pypto.language as pl
from pypto.errors import UserError
from pypto.platforms import PLATFORMS

CHIPS = ("a2a3", "a5")
COLUMNS = 128
# A tensor of a call has none of these; their bits come and go as signed numbers.
CARRIED = {"UINT16": "INT16", "UINT32": "INT32", "UINT64": "INT64"}
NARROW = ("INT4", "UINT4", "HF4", "HF8", "FP8E8M0")


def carrier(name):
    return CARRIED.get(name, name)


def modes_of(source, target):
    """Integers ignore the mode: two are enough to see that."""
    return ("none", "ceil") if source in INTEGERS and target in INTEGERS else MODES


def native_modes(source, target, chip):
    """Every mode of an instruction; a chain of instructions, whose second rounding shows, in three."""
    direct = len(chain(source, target, chip)) == 1 or modes_of(source, target) is not MODES
    return modes_of(source, target) if direct else ("rint", "round", "trunc")


def targets_of(source, chip):
    return [t for t in TYPES if t != source and chain(source, t, chip)]


def text_of(source, modes, rows, block):
    """A kernel that casts to the given targets, in the modes of each."""
    held = carrier(source)
    params = [f"x: pl.Tensor[[{rows}, {COLUMNS}], pl.{held}]"]
    lines = [
        f"    for b in pl.spmd({rows // block}):",
        f"        v = x[b * {block} : b * {block} + {block}, :]",
    ]
    if held != source:
        lines.append(f"        v = pl.reinterpret_view(v, pl.{source})")
    for target, names in modes.items():
        out = carrier(target)
        params.append(f"y_{target}: pl.Out[pl.Tensor[[{len(names) * rows}, {COLUMNS}], pl.{out}]]")
        for number, mode in enumerate(names):
            at = f"{number * rows} + b * {block}"
            result = f'pl.cast(v, pl.{target}, mode="{mode}")'
            if out != target:
                result = f"pl.reinterpret_view({result}, pl.{out})"
            lines.append(f"        y_{target}[{at} : {at} + {block}, :] = {result}")
    results = ", ".join(f"y_{t}" for t in modes)
    head = ["import pypto.language as pl", "", "", "@pl.jit", "def run("]
    return "\n".join([*head, *(f"    {p}," for p in params), "):", *lines, f"    return {results}", ""])


def torch_of(name):
    return getattr(torch, vars(pl)[carrier(name)].torch)


def differences(kernel, source, modes, chip, engine, bits, rows):
    """Casts of all bits, and what differs from the table."""
    x = np.resize(bits, rows * COLUMNS)
    given = torch.from_numpy(x.view(f"i{x.itemsize}").copy()).view(torch_of(source)).reshape(rows, COLUMNS)
    outputs = [torch.zeros(len(names) * rows, COLUMNS, dtype=torch_of(t)) for t, names in modes.items()]
    kernel(given, *outputs, config={"platform": f"{chip}sim", "engine": engine})
    for (target, names), output in zip(modes.items(), outputs, strict=True):
        width = bits_of(target) // 8
        found = output.view(getattr(torch, f"int{8 * width}")).numpy().view(f"u{width}")
        found = one_nan(found.reshape(len(names), -1), target)
        for number, mode in enumerate(names):
            wanted = expected(bits, source, target, mode, chip)
            differ = np.flatnonzero(found[number][: bits.size] != wanted)
            if differ.size:
                at = differ[0]
                yield (
                    f"{source} to {target}, {mode}, {engine} on {chip}: {bits[at]:#x} gives "
                    f"{found[number][at]:#x}, expected {wanted[at]:#x} ({differ.size} differ)"
                )


@pytest.mark.parametrize("source", [s for s in TYPES if any(targets_of(s, c) for c in CHIPS)])
def test_every_pair_in_every_mode(source, kept_kernel):
    """Ways that both chips share are one kernel, which is built once."""
    bits = values(source)
    block = 16 if bits.size < 1 << 14 else 64
    rows = -(-bits.size // (block * COLUMNS)) * block
    shared = [t for t in targets_of(source, "a2a3") if chain(source, t, "a2a3") == chain(source, t, "a5")]
    wrong = []
    for chip in CHIPS:
        targets = targets_of(source, chip)
        if not targets:
            continue
        every = {t: modes_of(source, t) for t in targets}
        kernel = kept_kernel(f"casts_{chip}_{source}", text_of(source, every, rows, block))
        wrong += differences(kernel, source, every, chip, "interpret", bits, rows)
        apart = [t for t in targets if t not in shared]
        for name, some in (("both", shared), (chip, apart)):
            modes = {t: native_modes(source, t, chip) for t in some}
            if modes:
                kernel = kept_kernel(f"native_{name}_{source}", text_of(source, modes, rows, block))
                wrong += differences(kernel, source, modes, chip, "native", bits, rows)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("chip", CHIPS)
def test_pairs_without_a_way_are_refused_by_name(chip, load):
    """And so is a cast to the type that the value has."""
    for source in TYPES:
        refused = [t for t in TYPES if t == source or chain(source, t, chip) is None]
        for target in refused:
            kernel = load(text_of(source, {target: ["rint"]}, 16, 16)).run
            with pytest.raises(UserError) as raised:
                kernel.compile(config={"platform": f"{chip}sim"})
            message = str(raised.value.message)
            if target == source:
                assert f"the value is {target} already" in message
            elif source in PLATFORMS[chip].absent:
                assert f"the cores of {chip}sim neither load nor store {source}" in message
            else:
                assert f"{chip}sim has no conversion from {source} to {target}" in message


@pytest.mark.parametrize("narrow", NARROW)
def test_types_without_values_are_refused_by_name(narrow, load):
    kernel = load(
        f"""
        import pypto.language as pl


        @pl.jit
        def run(x: pl.Tensor[[16, 64], pl.FP16], y: pl.Out[pl.Tensor[[16, 64], pl.FP16]]):
            with pl.at(level=pl.Level.CORE_GROUP):
                y[:, :] = pl.cast(pl.cast(x[:, :], pl.{narrow}), pl.FP16)
            return y
        """
    ).run
    with pytest.raises(UserError, match=f"casts of {narrow} are not supported"):
        kernel.compile(config={"platform": "a5sim"})


def test_the_chains_are_those_that_are_documented():
    """The ways that a reader of the guide is told of, on both chips."""
    known = {
        ("FP32", "INT8"): "FP16 INT8",
        ("FP32", "UINT8"): "FP16 UINT8",
        ("INT16", "INT8"): "FP16 INT8",
        ("FP16", "BF16"): "FP32 BF16",
        ("INT32", "BF16"): "FP32 BF16",
        ("BF16", "INT8"): "FP32 FP16 INT8",
    }
    for (source, target), way in known.items():
        assert chain(source, target, "a2a3") == tuple(way.split())
    assert chain("INT32", "FP16", "a5") == ("FP32", "FP16")
    assert chain("INT8", "FP32", "a2a3") is None
    assert set(FORMATS) | set(INTEGERS) == set(TYPES)


# Minus one as an unsigned integer. A wider type takes the sign along, a narrower one stops at 0 or keeps the low bits,
# and a chain does what its conversions do.
MINUS_ONE = {
    ("a2a3", "INT8", "UINT8"): 0xFF,  # through FP16, which keeps the low bits of UINT8
    ("a2a3", "INT16", "UINT8"): 0xFF,
    ("a2a3", "INT32", "UINT8"): 0xFF,
    ("a2a3", "INT64", "UINT8"): 0xFF,
    ("a5", "INT8", "UINT8"): 0xFF,
    ("a5", "INT8", "UINT16"): 0,  # through INT32, which saturates
    ("a5", "INT16", "UINT8"): 0,
    ("a5", "INT16", "UINT16"): 0,
    ("a5", "INT16", "UINT32"): 0xFFFFFFFF,
    ("a5", "INT32", "UINT8"): 0,
    ("a5", "INT32", "UINT16"): 0,
    ("a5", "INT64", "UINT8"): 0,
    ("a5", "INT64", "UINT16"): 0,
}


def test_a_negative_integer_as_an_unsigned_one():
    """Every way from a signed to an unsigned type; the kernels above run all of them with these numbers too."""
    found = {}
    for chip in CHIPS:
        for source, target in product(INTEGERS, INTEGERS):
            if INTEGERS[source][0] and not INTEGERS[target][0] and chain(source, target, chip):
                width = bits_of(source)
                minus_one = np.array([(1 << width) - 1], f"u{width // 8}")
                [found[chip, source, target]] = expected(minus_one, source, target, "none", chip).tolist()
                assert minus_one in values(source)
    assert found == MINUS_ONE
