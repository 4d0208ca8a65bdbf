# SPDX-License-Identifier: Apache-2.0
"""Microscaled products as text: read, printed, run, and what the strict reader refuses."""

import re
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from assembler.harness import Kernel

from pypto.assembler import parse_pto, print_pto, verify
from pypto.errors import CapacityError, UserError

MX = (Path(__file__).parents[1] / "data" / "mx.pto").read_text(encoding="utf-8")


def text(*changes: tuple[str, str]) -> str:
    """The kernel, with the types of operands filled in after the changes."""
    found = MX
    for old, new in changes:
        assert old in found, old
        found = found.replace(old, new)
    types = {}
    for line in found.splitlines():
        name, _, rest = line.strip().partition(" = ")
        if name.startswith("%") and rest.startswith(("pto.alloc_tile", "pto.partition_view")):
            types[name[1:].upper()] = rest.split(" : " if rest.startswith("pto.a") else " -> ")[1]
    head, load, tail = found.partition("    pto.tload")
    return head + load + re.sub(r"(?<= )[A-Z]+(?=[,)])", lambda m: types[m.group()], tail)


def test_read_printed_and_run() -> None:
    module = parse_pto(text(), "mx.pto")
    verify(module)
    shown = print_pto(module)
    assert print_pto(parse_pto(shown, "mx.pto")) == shown
    assert "pto.tmatmul.mx.acc ins(%c, %l, %ls, %r, %rs : " in shown and "#pto.layout<mx_b_nn>" in shown
    rng = np.random.default_rng(2)
    a, b = (rng.integers(-4, 5, s).astype(ml_dtypes.float8_e4m3fn) for s in ((16, 64), (64, 32)))
    sa, sb = (rng.integers(125, 130, s).astype(np.uint8) for s in ((16, 2), (2, 32)))
    y = np.zeros((16, 32), np.float32)
    packed = np.concatenate([sb[:, :16].T.reshape(-1), sb[:, 16:].T.reshape(-1)]).reshape(2, 32)
    given = [a, sa.view(ml_dtypes.float8_e8m0fnu), b, packed.view(ml_dtypes.float8_e8m0fnu), y]
    assert Kernel(text()).run(given).fault.code == 0
    left = a.astype(float) * np.repeat(2.0 ** (sa.astype(float) - 127), 32, axis=1)
    right = b.astype(float) * np.repeat(2.0 ** (sb.astype(float) - 127), 32, axis=0)
    np.testing.assert_array_equal(y, 2 * (left @ right))


PARTS = "%psa = pto.partition_view %vsa, offsets = [%c0, %c0]"
WRONG = {
    "layout of the other side": (
        [("mx_a_zz", "mx_b_nn")],
        "a view of the layout mx_a_zz is expected, found mx_b_nn",
    ),
    "no layout": ([("mx_a_zz", "nd")], "a view of the layout mx_a_zz is expected, found nd"),
    "layout of plain data": (
        [("%c64, %c1] {layout = #pto.layout<nd>", "%c64, %c1] {layout = #pto.layout<mx_a_zz>")],
        "layout mx_a_zz is that of f8E8M0FNU",
    ),
    "a part": ([(PARTS, PARTS.replace("%c0, %c0", "%c1, %c0"))], "loaded whole, from its origin"),
    "a part of a larger tensor": (
        [("%sa, shape = [%c16, %c2]", "%sa, shape = [%c32, %c2]")],
        "scales are loaded whole, the tensor is .32, 2.",
    ),
    "scales of the wrong shape": (
        [("scaling, 16x2x", "scaling, 16x4x")],
        "valid columns do not match: %msa has 2, %ls has 4",
    ),
    "scales of the other side": (
        [("ins(%l, %ls, %r, %rs : L, LS, R, RS) outs", "ins(%l, %rs, %r, %ls : L, RS, R, LS) outs")],
        "expected row_major scales of 16x2",
    ),
    "scales as an operand": (
        [("pto.tmov ins(%msa : MSA) outs(%ls : LS)", "pto.tmov ins(%msa : MSA) outs(%l : L)")],
        "%msa holds f8E8M0FNU, %l holds f8E4M3FN",
    ),
    "an operand as scales": (
        [("pto.tmov ins(%msa : MSA) outs(%ls : LS)", "pto.tmov ins(%ma : MA) outs(%ls : LS)")],
        "%ma holds f8E4M3FN, %ls holds f8E8M0FNU",
    ),
    "too few operands": (
        [("mx ins(%l, %ls, %r, %rs : L, LS, R, RS)", "mx ins(%l, %r : L, R)")],
        "takes 4 operands, 2 are given",
    ),
    "scales in blocks of 512": (
        [("blayout=row_major, fractal=32", "blayout=row_major, fractal=512")],
        "not made of whole 16x32 blocks",
    ),
    "the older chip": ([('"a5"', '"a2a3"')], "which a2a3 has not"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_text_is_refused(name: str) -> None:
    changes, message = WRONG[name]
    with pytest.raises(UserError, match=message):
        verify(parse_pto(text(*changes), "mx.pto"))


@pytest.mark.parametrize(("rows", "message"), [(2048, ""), (2064, "keeps 4128 bytes of LeftScale alive")])
def test_each_side_has_4096_bytes_of_its_own(rows: int, message: str) -> None:
    changes = [
        ("    %c0 = ", f"    %n = arith.constant {rows} : index\n    %c0 = "),
        ("16x2xf8", f"{rows}x2xf8"),
        ("[%c16, %c2]", "[%n, %c2]"),
    ]
    alone = re.sub(r"    pto.tmatmul.*\n|    pto.tstore.*\n", "", text(*changes))
    if message:
        with pytest.raises(CapacityError, match=message):
            verify(parse_pto(alone, "mx.pto"))
    else:
        verify(parse_pto(alone, "mx.pto"))
