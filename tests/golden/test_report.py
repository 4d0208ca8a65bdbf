# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

from golden.report import render_box, render_unwritten


def mask(shape, *holes):
    made = np.zeros(shape, dtype=bool)
    for hole in holes:
        made[hole] = True
    return made


@pytest.mark.parametrize(
    ("unwritten", "text"),
    [
        (mask((4,)), ""),
        (mask((4,), slice(None)), "no element was ever written"),
        (mask(()), ""),
        (mask((), ()), "no element was ever written"),
        (mask((9,), slice(2, 5), 8), "never written: elements 2..4, 8"),
        (mask((128, 8), slice(120, 128)), "never written: rows 120..127 (64 of 1024 elements)"),
        (mask((4, 8), (slice(None), slice(6, 8))), "never written: columns 6..7 (8 of 32 elements)"),
        (
            mask((4, 8), 3, (slice(None), 7), (1, slice(2, 4))),
            "never written: rows 3 and columns 7 and 2 elements in rows 1, columns 2..3 (13 of 32 elements)",
        ),
        (mask((2, 3, 4), 1), "never written: [1] along axis 0 (12 of 24 elements)"),
        (mask((2, 3, 4), (0, 2, 1)), "never written: 1 elements in [0, 2, 1] (1 of 24 elements)"),
    ],
)
def test_what_was_never_written_is_named_by_rows_and_columns(unwritten, text):
    assert render_unwritten(unwritten) == text


def test_many_ranges_are_shortened():
    assert render_unwritten(mask((20,), slice(0, 20, 2))) == "never written: elements 0, 2, 4, 6 (+6 more)"


def test_boxes_by_rank():
    assert render_box([(3, 9)]) == "elements 3..9"
    assert render_box([(7, 8), (50, 255)]) == "rows 7..8, columns 50..255"
    assert render_box([(0, 0), (1, 2), (3, 3)]) == "[0, 1..2, 3]"
