# SPDX-License-Identifier: Apache-2.0
"""Build folders written by hand: small kernels and orchestrations in C++, without the compiler.

    folder, manifest = write_program(tmp_path, params=[...], kernels=[kernel("scale", [...], body)], orchestration=text)
    program = load(folder, manifest)

Kernel bodies see `core`, `slots`, `block_idx`, `block_num` and the helpers of `_PRELUDE`; location 0 is
line 10 of kernel.py, location 1 line 11, and so on.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pypto.runtime.build import build
from pypto.runtime.call import Program

_PRELUDE = """\
#include "pto/core.h"
extern "C" int usleep(unsigned microseconds); // lets other workers go ahead, however busy the machine is
template <class T> static T* at(const uint64_t* slots, int i) {
    return (T*)((const pto_gm*)slots[i])->data;
}
static const pto_gm* gm(const uint64_t* slots, int i) { return (const pto_gm*)slots[i]; }
template <class T> static void put(pto_core* core, const pto_gm* g, T* p, T v, int location = 1) {
    *p = v;
    pto_log_write(core, g, (const char*)p, 1, sizeof(T), sizeof(T), location);
}
static inline float f32(uint64_t slot) {
    float f;
    __builtin_memcpy(&f, &slot, 4);
    return f;
}
"""

_ORCHESTRATION = """\
#include "pto/orchestration.h"
extern "C" const pto_location pto_orchestrate_locations[] = {
    {"entry.py", 1, 1}, {"entry.py", 2, 5}, {"entry.py", 3, 5}, {"entry.py", 4, 5}};
static pto_view part(pto_view v, int axis, int64_t begin, int64_t size) {
    v.offset += begin * v.stride[axis];
    v.shape[axis] = size;
    return v;
}
"""


@dataclass(frozen=True)
class Kernel:
    name: str
    arguments: list[tuple[str, str, str]]  # name, direction ("" for a scalar), dtype
    body: str
    core: str = "aiv"
    helpers: str = ""


def tensor(name: str, direction: str, shape: list[int], dtype: str = "FP32", **dims: str) -> dict[str, Any]:
    return {
        "name": name,
        "kind": "tensor",
        "direction": direction,
        "shape": shape,
        "dims": {axis.removeprefix("d"): symbol for axis, symbol in dims.items()},
        "dtype": dtype,
    }


def scalar(name: str, dtype: str) -> dict[str, Any]:
    return {"name": name, "kind": "scalar", "direction": "in", "shape": None, "dims": {}, "dtype": dtype}


def kernel_text(kernel: Kernel) -> str:
    places = ", ".join(f'{{"kernel.py", {line}, 9}}' for line in range(10, 18))
    return f"""{_PRELUDE}{kernel.helpers}
extern "C" {{
extern const pto_location {kernel.name}_locations[] = {{{places}}};
extern const int32_t {kernel.name}_location_count = 8;
void {kernel.name}_entry(pto_core* core, const uint64_t* slots, int32_t block_idx, int32_t block_num, int32_t lane) {{
    (void)core; (void)slots; (void)block_idx; (void)block_num; (void)lane;
{kernel.body}
}}
}}
"""


def write_program(
    folder: Path,
    params: list[dict[str, Any]],
    kernels: list[Kernel],
    orchestration: str,
    platform: str = "a2a3",
    groups: list[list[int]] | None = None,
) -> tuple[Path, dict[str, Any]]:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "orchestration").mkdir(exist_ok=True)
    rows = []
    for number, kernel in enumerate(kernels):
        cpp = f"kernels/{kernel.core}/{kernel.name}.cpp"
        (folder / cpp).parent.mkdir(parents=True, exist_ok=True)
        (folder / cpp).write_text(kernel_text(kernel))
        rows.append(
            {
                "id": number,
                "function": kernel.name,
                "unit": kernel.name,
                "core": kernel.core,
                "pto": f"ptoas/{kernel.name}.pto",
                "cpp": cpp,
                "arguments": [
                    {"name": n, "kind": "tensor" if d else "scalar", "direction": d or "in", "dtype": t}
                    for n, d, t in kernel.arguments
                ],
                "dynamic_dims": [],
                "uses_block": True,
                "source": {"file": "kernel.py", "line": 10},
            }
        )
    text = f"""{_ORCHESTRATION}
extern "C" void pto_orchestrate(pto_orch* o) {{
    void* run = o->run;
    (void)run;
{orchestration}
}}
"""
    (folder / "orchestration/entry.cpp").write_text(text)
    manifest = {
        "schema": 1,
        "platform": platform,
        "entry": "entry",
        "parameters": params,
        "returns": [],
        "kernels": rows,
        "groups": groups or [],
        "orchestration": {"cpp": "orchestration/entry.cpp", "function": "pto_orchestrate"},
        "files": {},
    }
    return folder, manifest


def load(folder: Path, manifest: dict[str, Any]) -> Program:
    return Program(folder, manifest, build(folder, manifest))


# y = x * factor + plus, over rows of 16 elements; the tensor arguments have one block per row
AXPB = Kernel(
    "axpb",
    [("x", "in", "FP32"), ("y", "out", "FP32"), ("factor", "", "FP32"), ("plus", "", "FP32")],
    """
    const float* x = at<float>(slots, 0) + 16 * block_idx;
    float* y = at<float>(slots, 1) + 16 * block_idx;
    for (int i = 0; i < 16; ++i) put(core, gm(slots, 1), y + i, x[i] * f32(slots[2]) + f32(slots[3]));
""",
)
