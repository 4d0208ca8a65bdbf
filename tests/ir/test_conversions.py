# SPDX-License-Identifier: Apache-2.0
"""What the help of an error says of conversions can be written."""

from types import SimpleNamespace

import pytest

from pypto.ir import dtypes
from pypto.ir.dtypes import BY_NAME, DType
from pypto.ir.ops.cast import DIRECT, chain
from pypto.ir.ops.conversions import nearest, spelled, way

TYPES = [
    d
    for d in dtypes.ALL
    if d.bits >= 8 and d.kind in ("float", "int", "uint") and d.name not in ("FP8E8M0", "HF8")
]


def reached(text: str, source: DType, generations: tuple[str, ...]) -> DType:
    """The element type that an expression over `x` has; fails where a step does not exist."""

    def cast(x: DType, target: DType) -> DType:
        assert all(chain(x, target, chip) is not None for chip in generations), f"{x} to {target}"
        return target

    def reinterpret_view(x: DType, target: DType) -> DType:
        assert x is not target and x.bits == target.bits and x.is_int and target.is_int
        return target

    names = {d.name: d for d in BY_NAME.values()}
    language = SimpleNamespace(cast=cast, reinterpret_view=reinterpret_view, **names)
    return eval(text, {"pl": language, "x": source})


@pytest.mark.parametrize("generations", [*((chip,) for chip in DIRECT), tuple(DIRECT)], ids="-".join)
def test_each_step_of_a_spelled_conversion_exists(generations):
    found = 0
    for source in TYPES:
        for target in TYPES:
            text = spelled("x", source, target, generations)
            if text is not None:
                assert reached(text, source, generations) is target
                found += 1
    assert found > len(TYPES) * 5


def test_a_conversion_in_steps_passes_through_types_that_keep_the_values():
    assert (
        spelled("x", BY_NAME["INT16"], BY_NAME["INT32"], ["a2a3"]) == "pl.cast(pl.cast(x, pl.FP32), pl.INT32)"
    )
    assert spelled("x", BY_NAME["INT8"], BY_NAME["BF16"], ["a2a3"]) == "pl.cast(pl.cast(x, pl.FP16), pl.BF16)"
    assert way("i", BY_NAME["UINT32"], BY_NAME["INT32"]) == "convert it: pl.reinterpret_view(i, pl.INT32)"


def test_the_nearest_type_is_one_that_the_chip_converts_to():
    some = [BY_NAME[name] for name in ("INT16", "INT32", "FP16", "FP32")]
    assert nearest(BY_NAME["INT8"], some, "a2a3") == "pl.cast(x, pl.FP16)"
    assert nearest(BY_NAME["FP8E5M2"], some, "a2a3") is None
