# SPDX-License-Identifier: Apache-2.0
"""Which kernel of a program's manifest each region of the entry function became.

    regions    load      mixed                  store
    kernels    0 load    1 mixed_aic, 2 mixed_aiv    3 store
    numbers    0         1                      3

Regions become kernels in their order. One that uses both kinds of core becomes two, one that holds the kernels of a group
becomes none beside them; both have the number of their first kernel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pypto.ir.groups import core_kind, is_group
from pypto.ir.nodes import Region


def kernel_numbers(regions: Sequence[Region], document: Mapping[str, Any] | None) -> dict[Region, int]:
    """Numbers of regions in program order; those of the regions alone where there are no kernels to go by.

    The text of a program may have been edited, so that it has other regions than its folder has kernels.
    """
    kernels = document["kernels"] if document is not None else ()
    if document is None or not kernels:
        return {region: number for number, region in enumerate(regions)}
    width = {
        min(members): len(members)
        for members in ({n for n in group if n >= 0} for group in document["groups"])
    }
    numbers: dict[Region, int] = {}
    free = 0
    for region in regions:
        if region in numbers:  # a part of a group
            continue
        parts = [part for part in region.body if isinstance(part, Region)] if is_group(region) else []
        parts.sort(key=lambda part: core_kind(part.body) != "AIC")  # the cube core's first
        numbers[region] = min(free, len(kernels) - 1)
        for number, part in enumerate(parts):
            numbers[part] = min(free + number, len(kernels) - 1)
        free += len(parts) or width.get(free, 1)
    return numbers
