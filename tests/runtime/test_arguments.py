# SPDX-License-Identifier: Apache-2.0
"""Arguments: scalars keep their bits, tensors must fit, and an error names parameter, expected and actual."""

import ctypes
import struct
from pathlib import Path

import numpy as np
import pytest
import torch
from runtime_programs import Kernel, load, scalar, tensor, write_program

from pypto.errors import ArgumentError

SCALARS = [
    ("FP32", 0.1, struct.pack("<f", 0.1)),
    ("FP32", -0.0, b"\0\0\0\x80"),
    ("FP32", float("inf"), b"\0\0\x80\x7f"),
    ("FP32", 3, struct.pack("<f", 3)),
    ("FP32", ctypes.c_float(1.5), struct.pack("<f", 1.5)),
    ("FP32", np.float32(0.1), struct.pack("<f", 0.1)),
    ("FP16", 0.1, struct.pack("<e", 0.1)),
    ("FP16", 1e6, b"\0\x7c"),
    ("BF16", 1.01953125, b"\x82\x3f"),  # a tie: to even
    ("BF16", -1.0, b"\x80\xbf"),
    ("INT8", -128, b"\x80"),
    ("UINT8", 255, b"\xff"),
    ("INT16", -2, b"\xfe\xff"),
    ("UINT16", 65535, b"\xff\xff"),
    ("INT32", -(2**31), b"\0\0\0\x80"),
    ("UINT32", 2**32 - 1, b"\xff" * 4),
    ("INT64", -(2**63), b"\0" * 7 + b"\x80"),
    ("UINT64", 2**64 - 1, b"\xff" * 8),
    ("INT64", ctypes.c_int64(-5), struct.pack("<q", -5)),
    ("INDEX", 7, struct.pack("<q", 7)),
    ("BOOL", True, b"\1"),
    ("BOOL", 0, b"\0"),
]


def test_scalars_of_every_type_arrive_as_their_bits(tmp_path: Path) -> None:
    store = Kernel(
        "store_bits",
        [("y", "out", "UINT8"), ("v", "", "INT64")],
        """
    __builtin_memcpy(at<char>(slots, 0), &slots[1], 8);
    pto_log_write(core, gm(slots, 0), at<char>(slots, 0), 1, 8, 8, 1);
""",
    )
    params = [tensor("y", "out", [len(SCALARS), 8], "UINT8")]
    params += [scalar(f"s{i}", dtype) for i, (dtype, _, _) in enumerate(SCALARS)]
    program = load(*write_program(tmp_path, params, [store], f"""
    pto_view y = o->param(run, 0);
    for (int i = 0; i < {len(SCALARS)}; ++i) {{
        pto_view row = part(y, 0, i, 1);
        o->task(run, 0, 1, 1); o->tensor(run, &row, PTO_OUT); o->value(run, o->scalar(run, 1 + i)); o->submit(run);
    }}
"""))  # fmt: skip
    y = torch.zeros(len(SCALARS), 8, dtype=torch.uint8)
    program.dispatch([y, *(value for _, value, _ in SCALARS)])
    for row, (dtype, value, expected) in zip(y, SCALARS, strict=True):
        assert bytes(row.tolist()) == expected.ljust(8, b"\0"), (dtype, value)


PARAMS = [
    tensor("x", "in", [-1, 16], "BF16", d0="T"),
    tensor("w", "in", [-1], "FP32", d0="T"),
    tensor("y", "out", [8, -1], "FP32", d1="D"),
    scalar("n", "INT8"),
]


def good() -> list[object]:
    return [torch.zeros(4, 16, dtype=torch.bfloat16), torch.zeros(4), torch.zeros(8, 3), 1]


@pytest.mark.parametrize(
    ("position", "value", "text"),
    [
        (0, torch.zeros(4, 16), "argument `x` does not fit: expected [T, 16] BF16, got [4, 16] float32"),
        (0, torch.zeros(4, 15, dtype=torch.bfloat16), "expected [T, 16] BF16, got [4, 15] bfloat16"),
        (0, torch.zeros(16, dtype=torch.bfloat16), "expected [T, 16] BF16, got [16] bfloat16"),
        (0, [1.0], "argument `x` does not fit: expected [T, 16] BF16, got list [1.0]"),
        (0, np.zeros((4, 16)), "argument `x` does not fit: expected [T, 16] BF16, got ndarray"),
        (0, torch.zeros(16, 4, dtype=torch.bfloat16).T,
         "argument `x` does not fit: expected a contiguous tensor, got strides (1, 4) for shape [4, 16]"),
        (0, torch.zeros(4, 16, dtype=torch.bfloat16, device="meta"),
         "argument `x` does not fit: expected a tensor in CPU memory, got a tensor on meta"),
        (0, torch._neg_view(torch.ones(4, 16, dtype=torch.bfloat16)), "help: pass .resolve_neg()"),
        (1, torch.zeros(5), "`w` has T = 5 (axis 0), but `x` has T = 4"),
        (2, torch.zeros(7, 3), "argument `y` does not fit: expected [8, D] FP32, got [7, 3] float32"),
        (3, 128, "argument `n` does not fit: expected INT8 from -128 to 127, got 128"),
        (3, 1.0, "argument `n` does not fit: expected INT8, got float 1.0"),
        (3, True, "argument `n` does not fit: expected INT8, got bool True"),
        (3, None, "argument `n` does not fit: expected INT8, got NoneType None"),
        (3, torch.zeros(4, 16), "argument `n` does not fit: expected INT8, got a tensor of shape [4, 16]"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(tmp_path: Path, position: int, value: object, text: str) -> None:
    program = load(*write_program(tmp_path, PARAMS, [], ""))
    args = good()
    program.dispatch(args)
    args[position] = value
    with pytest.raises(ArgumentError) as caught:
        program.dispatch(args)
    assert text in str(caught.value)


def test_two_results_in_one_memory_are_refused(tmp_path: Path) -> None:
    params = [
        tensor("x", "in", [4, 16]),
        tensor("y", "out", [4, 16]),
        tensor("z", "inout", [-1, 16], d0="N"),
    ]
    program = load(*write_program(tmp_path, params, [], ""))
    whole = torch.zeros(12, 16)
    program.dispatch([whole[:4], whole[4:8], whole[8:]])
    program.dispatch([whole[4:8], whole[4:8], whole[8:]])  # an input is copied before anything is written
    program.dispatch([whole[:4], whole[:4], whole[2:2]])
    for y, z in (
        (whole[4:8], whole[4:8]),
        (whole[4:8], whole[7:9]),
        (whole[4:8], whole),
        (whole[8:], whole[:9]),
    ):
        with pytest.raises(
            ArgumentError, match="arguments `y` and `z` share memory, and the program writes both"
        ):
            program.dispatch([torch.zeros(4, 16), y, z])


def test_the_number_of_arguments_is_checked(tmp_path: Path) -> None:
    program = load(*write_program(tmp_path, PARAMS, [], ""))
    with pytest.raises(ArgumentError, match=r"4 arguments are needed, 3 were given(.|\n)*x, w, y, n"):
        program.dispatch(good()[:3])


@pytest.mark.parametrize("workers", ["0", "-1", "two", "1.5", "99999"])
def test_a_bad_number_of_workers_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: str
) -> None:
    program = load(*write_program(tmp_path, [], [], ""))
    monkeypatch.setenv("PYPTO_WORKERS", workers)
    with pytest.raises(ValueError, match="PYPTO_WORKERS"):
        program.dispatch([])
    monkeypatch.setenv("PYPTO_WORKERS", "3")
    assert program.dispatch([]).workers == 3
    with pytest.raises(ValueError, match="workers"):
        program.dispatch([], workers=0)
