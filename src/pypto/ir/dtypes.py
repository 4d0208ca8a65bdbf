# SPDX-License-Identifier: Apache-2.0
"""Element types: one object each, with its names in Python, NumPy, Torch, `.pto` and C++."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, eq=False)
class DType:
    """An element type; compare by identity.

    `pto` is its `.pto` spelling, `cpp` its storage type in the device headers, `torch` the name of the
    Torch dtype that can carry it into a call, `code` the number that generated code uses for it.
    """

    name: str
    bits: int
    kind: str  # "float", "int", "uint", "bool", "index", "handle"
    pto: str | None = None
    cpp: str | None = None
    torch: str | None = None
    numpy_name: str | None = None
    code: int = -1

    def get_byte(self) -> int:
        """Bytes per element, rounded up to one."""
        return (self.bits + 7) // 8

    @property
    def packed(self) -> bool:
        """Whether two elements share a byte."""
        return self.bits == 4

    @property
    def carrier(self) -> str | None:
        """The name of the Torch dtype whose tensors hold such elements; None where the host has none."""
        return (self.torch or self.name.lower()) if 0 <= self.code <= 15 else None

    def bytes_of(self, count: int) -> int:
        """Bytes of `count` neighbours on a core."""
        return (count + 1) // 2 if self.packed else count * self.get_byte()

    @property
    def block(self) -> int:
        """Elements in 32 bytes."""
        return 64 if self.packed else 32 // self.get_byte()

    @property
    def is_float(self) -> bool:
        return self.kind == "float"

    @property
    def is_int(self) -> bool:
        """Any integer type, `INDEX` included."""
        return self.kind in ("int", "uint", "index")

    @property
    def is_signed(self) -> bool:
        return self.kind in ("int", "index")

    def numpy(self) -> np.dtype:
        """The NumPy dtype (from `ml_dtypes` where NumPy itself has none)."""
        import ml_dtypes
        import numpy as np

        if self.numpy_name is None:
            raise ValueError(f"{self.name} has no NumPy counterpart")
        return np.dtype(getattr(ml_dtypes, self.numpy_name, None) or self.numpy_name)

    def __repr__(self) -> str:
        return self.name


FP32 = DType("FP32", 32, "float", "f32", "float", "float32", "float32", 0)
FP16 = DType("FP16", 16, "float", "f16", "f16", "float16", "float16", 1)
BF16 = DType("BF16", 16, "float", "bf16", "bf16", "bfloat16", "bfloat16", 2)
INT8 = DType("INT8", 8, "int", "i8", "int8_t", "int8", "int8", 3)
INT16 = DType("INT16", 16, "int", "i16", "int16_t", "int16", "int16", 4)
INT32 = DType("INT32", 32, "int", "i32", "int32_t", "int32", "int32", 5)
INT64 = DType("INT64", 64, "int", "i64", "int64_t", "int64", "int64", 6)
UINT8 = DType("UINT8", 8, "uint", "ui8", "uint8_t", "uint8", "uint8", 7)
UINT16 = DType("UINT16", 16, "uint", "ui16", "uint16_t", None, "uint16", 8)
UINT32 = DType("UINT32", 32, "uint", "ui32", "uint32_t", None, "uint32", 9)
UINT64 = DType("UINT64", 64, "uint", "ui64", "uint64_t", None, "uint64", 10)
BOOL = DType("BOOL", 1, "bool", "i1", "uint8_t", "bool", "bool", 11)
FP8E4M3FN = DType("FP8E4M3FN", 8, "float", "f8E4M3FN", "fp8e4m3fn", "float8_e4m3fn", "float8_e4m3fn", 12)
FP8E5M2 = DType("FP8E5M2", 8, "float", "f8E5M2", "fp8e5m2", "float8_e5m2", "float8_e5m2", 13)
FP8E8M0 = DType("FP8E8M0", 8, "float", "f8E8M0FNU", "fp8e8m0", "float8_e8m0fnu", "float8_e8m0fnu", 14)
FP4 = DType("FP4", 4, "float", "f4E2M1FN", "fp4e2m1", "float4_e2m1fn_x2", "float4_e2m1fn", 15)
INT4 = DType("INT4", 4, "int", None, None, None, "int4", 16)
UINT4 = DType("UINT4", 4, "uint", None, None, None, "uint4", 17)
HF4 = DType("HF4", 4, "float", code=18)
HF8 = DType("HF8", 8, "float", code=19)
INDEX = DType("INDEX", 64, "index", "index", "int64_t", None, "int64", 20)
TASK_ID = DType("TASK_ID", 64, "handle", code=21)

ALL: tuple[DType, ...] = (
    FP32, FP16, BF16, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
    FP8E4M3FN, FP8E5M2, FP8E8M0, FP4, INT4, UINT4, HF4, HF8, INDEX, TASK_ID,
)  # fmt: skip
BY_NAME: dict[str, DType] = {d.name: d for d in ALL}
BY_PTO: dict[str, DType] = {d.pto: d for d in ALL if d.pto}
BY_TORCH: dict[str, DType] = {d.torch: d for d in ALL if d.torch}
_OF_PYTHON = {
    "float": "FP32",
    "int": "INT32",
    "bool": "BOOL",
    "half": "FP16",
    "double": "FP32",
    "long": "INT64",
}


def meant(value: object) -> DType | None:
    """The element type that a text, or a type of Python, NumPy or Torch, stands for."""
    name = str(getattr(value, "__name__", None) or getattr(value, "name", None) or value).rpartition(".")[2]
    known = BY_TORCH.get(name) or BY_NAME.get(_OF_PYTHON.get(name, name).upper())
    return None if known in (INDEX, TASK_ID) else known


CODES: dict[int, DType] = {d.code: d for d in ALL}
