# SPDX-License-Identifier: Apache-2.0
"""An external kernel in a build folder: copies of its C++ files, and the function that the device calls.

    kernels/aiv/topk.cpp                 fills the argument list, calls kernel_entry, reports what was written
    external/topk/kern/topk.cpp          the file as it was when the program was compiled
    external/topk/kern/include/heap.h

The copies keep their places relative to each other.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from pypto.errors import UnsupportedFeatureError
from pypto.ir import arith
from pypto.ir.dtypes import DType
from pypto.ir.nodes import Dim, Function, TensorType, Var


def places(name: str, files: Mapping[str, str], directories: tuple[str, ...]) -> dict[str, str]:
    """Where the folder keeps each file and include directory."""
    parents = [*(os.path.dirname(path) for path in files), *directories]
    root = os.path.commonpath(parents)
    return {
        path: (Path("external") / name / os.path.relpath(path, root)).as_posix()
        for path in (*files, *directories)
    }


def emit_external(function: Function, source: str) -> str:
    """The C++ around the external source, which the folder has at `source`."""
    tensors = [p for p in function.params if isinstance(p.type, TensorType)]
    scalars = [p for p in function.params if not isinstance(p.type, TensorType)]
    slots = {p.var: i for i, p in enumerate(function.params)}
    extents = {symbol: len(function.params) + i for i, symbol in enumerate(function.symbols)}
    span = function.span
    where = (json.dumps(span.file), span.line, span.column) if span else ('""', 0, 0)
    lines = [
        f"// External kernel {function.name}: calls kernel_entry of {source}, a copy of the user's file.",
        '#include "pto/external.hpp"',
        "",
        f"#define kernel_entry {function.name}_kernel_entry",
        f'#include "../../{source}"',
        "",
        f'extern "C" PTO_EXPORT const pto_location {function.name}_locations[] = {{',
        f"    {{{where[0]}, {where[1]}, {where[2]}}},",
        "};",
        f'extern "C" PTO_EXPORT const int32_t {function.name}_location_count = 1;',
        "",
        f'extern "C" PTO_EXPORT void {function.name}_entry(pto_core* core, const uint64_t* slots, int32_t block_idx,',
        "    int32_t block_num, int32_t lane) {",
        "    const pto::external::Place place(core, block_idx, block_num, lane);",
    ]
    for i, p in enumerate(tensors):
        type_ = p.type
        assert isinstance(type_, TensorType)
        if type_.dtype.packed:  # device memory holds its elements one to a byte, which C++ would not expect
            raise UnsupportedFeatureError(
                f"`{p.name}` holds {type_.dtype}, which kernels in C++ do not take",
                span=p.var.span or function.span,
                help="cast it in a kernel before: pl.cast(x, pl.BF16)",
                code="dtype-support",
            )
        shape = ", ".join(_extent(d, extents) for d in type_.shape)
        lines.append(
            f"    Tensor tensor_{i} = pto::external::tensor((const pto_gm*)slots[{slots[p.var]}], "
            f"{_code(type_.dtype)}, {type_.dtype.get_byte()}, {type_.rank}, {{{shape}}});"
        )
    values = [f"(int64_t)&tensor_{i}" for i in range(len(tensors))]
    values += [f"(int64_t)slots[{slots[p.var]}]" for p in scalars]
    lines.append(f"    int64_t args[] = {{{', '.join(values) or '0'}}};")
    lines.append("    kernel_entry(args);")
    for i, p in enumerate(tensors):
        place = f"core, (const pto_gm*)slots[{slots[p.var]}], tensor_{i}"
        if p.direction != "in":
            lines.append(f"    pto::external::written({place});")
    return "\n".join([*lines, "}", ""])


def _extent(dim: Dim, extents: Mapping[Var, int]) -> str:
    number = arith.as_int(dim)
    if number is not None:
        return str(number)
    assert isinstance(dim, Var)
    return f"(int64_t)slots[{extents[dim]}]"


def _code(dtype: DType) -> int:
    return int(dtype.code)
