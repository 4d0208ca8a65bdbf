# SPDX-License-Identifier: Apache-2.0
"""Mistakes in `.pto` text: where each is reported, and in which words.

In the cases below `>>` stands right before the place that the message must point at.
"""

import pytest

from pypto.assembler import parse_pto, verify
from pypto.codes import CODES
from pypto.errors import CapacityError, ErrorGroup, UserError

TYPES = """!T = !pto.tile_buf<vec, 8x64xf32>
!H = !pto.tile_buf<vec, 8x64xf16>
!H2 = !pto.tile_buf<vec, 16x64xf16>
!S = !pto.tile_buf<vec, 8x8xf32>
!C = !pto.tile_buf<vec, 8x1xf32, blayout=col_major>
!R = !pto.tile_buf<vec, 1x64xf32>
!V = !pto.tensor_view<?x?xf32>
!P = !pto.partition_tensor_view<8x64xf32>
"""
HEAD = (
    TYPES
    + """module attributes {pto.target_arch = "a2a3"} {
  func.func @k(%x: !pto.ptr<f32>, %n: index, %s: f32, %i: i32) attributes {pto.kernel_kind = #pto.kernel_kind<KIND>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %t = pto.alloc_tile : !T
    %u = pto.alloc_tile : !T
    %h = pto.alloc_tile : !H
    %two = pto.alloc_tile : !H2
    %half = pto.subset %two[%c0, %c0] sizes [8, 64] : !H2
    %col = pto.alloc_tile : !C
    %row = pto.alloc_tile : !R
    %v = pto.make_tensor_view %x, shape = [%n, %c64], strides = [%c64, %c1] : !V
    %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%n, %c64] : !V -> !pto.partition_tensor_view<?x64xf32>
"""
)
TAIL = "\n    return\n  }\n}\n"

SYNTAX = [
    ("syntax", "pto.tadd ins(%t, %u>>) outs(%t : !T)", "expected `:` before the operand types, found `)`"),
    ("undefined", "pto.tadd ins(%t, >>%w : !T, !T) outs(%t : !T)", "%w is not defined here"),
    ("type-mismatch", "pto.tadd ins(%t, >>%h : !T, !T) outs(%t : !T)", "%h does not have the type written here"),
    ("count", "pto.tadd ins(%t, >>%u : !T) outs(%t : !T)", "2 operands but 1 types"),
    ("operation", ">>pto.tad ins(%t, %u : !T, !T) outs(%t : !T)", "unknown operation pto.tad"),
    ("unsupported", ">>pto.tpack ins(%t : !T) outs(%t : !T)", "pto.tpack is not supported"),
    ("shape", "%z = pto.subview %t[%c0, %c0] sizes [1, 32] valid [>>%c64, %c1] : !T -> !T", "64 valid of 1"),
    ("type-mismatch", "%z = pto.subview %t[%c0, %c0] sizes [1, 32] : !T -> >>!T", "the window is !pto.tile_buf<"),
    ("count", "%z = pto.subview %t[%c0, %c0] sizes [1, 32] valid >>[%c1] : !T -> !T", "valid takes rows and columns"),
    ("unsupported", ">>func.call @other() : () -> ()", "func.call is not supported"),
    ("type", "return\n  }\n  func.func @other(%x: f32, %y: >>!T) attributes {pto.kernel_kind = "
        "#pto.kernel_kind<vector>} {", "the parameter %y is !pto.tile_buf<"),
    ("duplicate", ">>%t = pto.alloc_tile : !T", "%t is defined twice"),
    ("type", "%z = pto.alloc_tile : >>!Q", "unknown type `!Q`"),
    ("type", "%z = pto.alloc_tile : >>!pto.tile_buf<vec, 8x60xf16>", "not a multiple of 32 (F1)"),
    ("type", "%z = pto.alloc_tile : >>!pto.tile_buf<right, 24x20xf16>", "whole 16x16 blocks (F2)"),
    ("type", "%z = pto.alloc_tile : >>!pto.tile_buf<vec, 8x64xf32, valid=9x64>", "v_row=9 is outside 0..8"),
    ("type", "%z = pto.alloc_tile : !pto.tile_buf<vec, 8x64x>>f99>", "unknown element type `f99`"),
    ("type", "%z = pto.alloc_tile : !pto.tile_buf<>>ub, 8x64xf32>", "`ub` is no memory space"),
    ("shape", "%z = >>pto.alloc_tile : !pto.tile_buf<vec, 8x64xf32, valid=?x64>", "`valid_row = ...` must be given"),
    ("shape", "%z = pto.alloc_tile valid_row = >>%n : !T", "`valid_row` is given"),
    ("number", "%z = arith.constant >>1 : f32", "has a decimal point"),
    ("number", "%z = arith.constant >>-9223372036854775809 : index", "does not fit index"),
    ("number", "%z = arith.constant >>9223372036854775808 : index", "does not fit index"),
    ("number", "%z = arith.constant >>256 : i8", "does not fit i8"),
    ("number", "%z = arith.constant 4611686018427387904 : index\n"
     "%w = pto.make_tensor_view %x, shape = [%n, %c64], strides = [>>%z, %c1] : !V",
     "no tensor has such an extent or stride"),
    ("type-mismatch", "%z = arith.addi %n, >>%i : index", "%i does not have the type written here"),
    ("shape", "pto.set_validshape >>%t, %n, %n : !T", "needs a tile type with v_row=? and v_col=?"),
    ("count", "%z, %y = >>arith.addi %n, %n : index", "has 1 results, 2 names"),
    ("undefined", "scf.for %j = %c0 to %n step %c1 {\n %k = arith.addi %j, %j : index\n}\n"
     "%z = arith.addi >>%k, %n : index",
     "%k is not defined here"),
    ("operand", "%z = pto.subset >>%s[%c0, %c0] sizes [4, 8] : f32", "%s is f32, not a tile"),
    ("type-mismatch", "%z = pto.subset %t[%c0, >>%s] sizes [4, 8] : !T", "%s does not have the type written here"),
    ("shape", "%z = pto.subset %t[%c0, %c0] sizes >>[0, 8] : !T", "at least one row and one column"),
    ("count", "%q = >>pto.partition_view %v, offsets = [%c0], sizes = [%n, %c64] : !V -> !P",
     "1 offsets and 2 sizes do not fit a view of rank 2"),
    ("attribute", "pto.set_flag[<>>PIPE_X>, <PIPE_V>, <EVENT_ID0>]", "PIPE_X is not a pipe"),
    ("attribute", 'pto.trap >>{bounds = "copy", axis = 0} (%n, %n : index, index)', "a trap has no attributes, or"),
    ("attribute", 'pto.trap >>{bounds = "read", axis = "one"} (%n, %n : index, index)', "a trap has no attributes, or"),
    ("operand", 'pto.trap >>{bounds = "read", axis = 0} (%n : index)', "a trap names a pointer, an index and an"),
    ("operand", 'pto.trap >>{bounds = "read", axis = 0} (%s, %n, %n : f32, index, index)', "a trap names a pointer"),
    ("attribute", "pto.barrier <>>PIPE_NONE>", "PIPE_NONE is not a pipe"),
    ("attribute", "pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <>>EVENT_ID14>]", "EVENT_ID14 is not an event"),
    ("undefined", "pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, >>%e]", "%e is not defined here"),
    ("operand", "pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, >>%s]", "%s is no number of an event"),
    ("attribute", "pto.record_event [#pto.pipe_event_type<>>TADD>, #pto.pipe_event_type<TVEC>, #pto.event<EVENT_ID0>]",
     "TADD is not a kind of operation"),
    ("syntax", "pto.wait_event [#pto.pipe_event_type<TVEC>, #pto.pipe_event_type<TVEC>, >>#pto.id<EVENT_ID0>]",
     "expected `#pto.event<...>`"),
    ("attribute", "%z = pto.make_tensor_view %x, shape = [%n], strides = [%c1] {layout = >>#pto.layout<xd>} : !V",
     "unknown layout xd"),
    ("attribute", "%z = pto.make_tensor_view %x, shape = [%n], strides = [%c1] {order = >>1} : !V",
     "has no attribute `order`"),
    ("duplicate", "pto.tcvt ins(%t {rmode = #pto<round_mode RINT>, >>rmode = 1} : !T) outs(%h : !H)",
     "stands here twice"),
]  # fmt: skip

RULES = [
    ("operand", "pto.tadd ins(%t, >>%h : !T, !H) outs(%t : !T)", "%h holds f16, %t holds f32"),
    ("count", ">>pto.tadd ins(%t : !T) outs(%t : !T)", "takes 2 operands, 1 are given"),
    ("operand", "pto.tadds ins(%t, >>%i : !T, i32) outs(%t : !T)", "%i is i32, the elements of %t are f32"),
    ("operand", "pto.tadds ins(%t, >>%u : !T, !T) outs(%t : !T)", "the elements of %t are f32"),
    ("shape", "pto.tadd ins(%t, >>%row : !T, !R) outs(%t : !T)", "valid rows do not match: %row has 1, %t has 8"),
    ("shape", "pto.trowsum ins(%t, %u : !T, !T) outs(>>%u : !T)", "writes one column"),
    ("shape", "pto.trowexpandmul ins(%t, >>%row : !T, !R) outs(%t : !T)", "valid rows do not match"),
    ("shape", "pto.tcolexpandmul ins(%t, >>%col : !T, !C) outs(%t : !T)", "valid columns do not match"),
    ("operand", "pto.texp ins(>>%x : !pto.ptr<f32>) outs(%t : !T)", "not a tile"),
    ("operand", "pto.tload ins(>>%t : !T) outs(%t : !T)", "not a partition"),
    ("operand", "pto.tload ins(>>%p : !pto.partition_tensor_view<?x64xf32>) outs(%h : !H)", "%p holds f32, %h holds f16"),
    ("operand", ">>pto.tcvt ins(%h {rmode = #pto<round_mode RINT>} : !H) outs(%b : !pto.tile_buf<vec, 8x64xbf16>)",
     "tcvt does not convert f16 to bf16 on a2a3"),
    ("attribute", "pto.tcvt ins(%t {rmode = >>#pto<round_mode UP>} : !T) outs(%h : !H)", "unknown rounding mode UP"),
    ("attribute", "pto.tadd ins(%t, %u : !T, !T) outs(%t : !T) {mode = >>1}", "pto.tadd has no attribute `mode`"),
    ("operand", ">>pto.texp ins(%b : !pto.tile_buf<vec, 8x64xbf16>) outs(%b : !pto.tile_buf<vec, 8x64xbf16>)",
     "pto.texp does not take bf16 on a2a3"),
    ("core", ">>pto.tmatmul ins(%t, %u : !T, !T) outs(%t : !T)", "runs on a cube core, @k is a vector kernel"),
    ("shape", "%z = pto.subset %t[%c0, >>%c64] sizes [8, 8] : !T", "the window takes columns 64 to 72, %t has 64"),
    ("shape", "%z = pto.subset %t[%c0, >>%c1] sizes [8, 8] : !T", "begins 4 bytes into a line"),
    ("number", "%z = pto.subset %t[%c0, >>%n] sizes [8, 8] : !T", "%n must be a constant or a multiple of 8"),
    ("shape", "%z = >>pto.subset %t[%c1, %c0] sizes [4, 12] : !T", "has 48 bytes, not a multiple of 32 (F1)"),
    ("shape", "%w = pto.subset %t[%c0, %c0] sizes [8, 32] : !T\n%z = pto.treshape >>%w : !pto.tile_buf<vec, 8x32xf32> "
     "-> !pto.tile_buf<vec, 16x16xf32>", "%w is a window"),
    ("number", "scf.for %j = %c0 to %n step >>%c0 {\n}", "the step of a loop is positive"),
    ("shape", "pto.ttrans ins(%t, %u : !T, !T) outs(>>%u : !T)", "%u has 64 valid columns, the transposed %t has 8"),
    ("attribute", "%z = arith.cmpi >>gt, %n, %c0 : index", "arith.cmpi has no predicate gt"),
    ("number", '%z = arith.addi %n, %n : index loc("k.py":>>99999999999:3)', "a line lies from 0 to 2147483647"),
    ("shape", "pto.tconcat ins(%t, %t : !T, !T) outs(>>%u : !T)", "%u has 64 valid columns, its operands 64 and 64"),
    ("operand", "pto.tconcat ins(%t, >>%h : !T, !H) outs(%u : !T)", "%h holds f16, %u holds f32"),
    ("address", "%sq = pto.alloc_tile : !S\n pto.ttrans ins(>>%sq, %t : !S, !T) outs(%sq : !S)",
     "pto.ttrans writes over %sq while it reads it"),
    ("address", "pto.tcolexpandadd ins(%t, >>%u : !T, !T) outs(%u : !T)", "pto.tcolexpandadd writes over %u"),
    ("address", "%part = pto.subset %t[%c1, %c0] sizes [1, 64] : !T\n pto.tcolexpand ins(>>%part : !R) outs(%t : !T)",
     "pto.tcolexpand writes %t over %part while it reads it"),
    ("address", "%wide = pto.bitcast %two : !H2 -> !T\n "
     "pto.tcvt ins(>>%half {rmode = #pto<round_mode RINT>} : !H) outs(%wide : !T)",
     "pto.tcvt writes %wide over %half while it reads it"),
]  # fmt: skip


def text_of(body: str, kind: str = "vector") -> tuple[str, int, int]:
    extra = "    %b = pto.alloc_tile : !pto.tile_buf<vec, 8x64xbf16>\n"
    head = HEAD.replace("KIND", kind) + extra + "    "
    before, _, after = body.partition(">>")
    start = head + before
    return start + after + TAIL, start.count("\n") + 1, len(start) - start.rfind("\n")


def mistake(text: str) -> UserError:
    with pytest.raises(UserError) as caught:
        verify(parse_pto(text, "unit.pto"))
    error = caught.value
    return error.errors[0] if isinstance(error, ErrorGroup) else error


@pytest.mark.parametrize("code, body, message", SYNTAX)
def test_reading_stops_at_the_word_that_is_wrong(code: str, body: str, message: str) -> None:
    text, line, column = text_of(body)
    error = mistake(text)
    assert error.code == f"pto-{code}"
    assert message in error.message
    assert error.span is not None
    assert (error.span.file, error.span.line, error.span.column) == ("unit.pto", line, column)


@pytest.mark.parametrize("code, body, message", RULES)
def test_a_broken_rule_is_reported_at_its_operand(code: str, body: str, message: str) -> None:
    text, line, column = text_of(body)
    error = mistake(text)
    assert error.code == f"pto-{code}"
    assert message in error.message
    assert error.span is not None
    assert (error.span.line, error.span.column) == (line, column)


def test_the_message_shows_the_line_a_caret_and_a_way_out() -> None:
    text, line, _ = text_of(">>pto.tdi ins(%t, %u : !T, !T) outs(%t : !T)")
    assert str(mistake(text)) == (
        f"unit.pto:{line}:5: error: unknown operation pto.tdi [pto-operation]\n"
        f" {line} |     pto.tdi ins(%t, %u : !T, !T) outs(%t : !T)\n"
        f"    |     ^^^^^^^\n"
        f"    = help: did you mean pto.tdiv?"
    )


def test_every_code_of_the_text_is_shown() -> None:
    shown = {f"pto-{code}" for code, *_ in (*SYNTAX, *RULES)} | {"pto-structure", "pto-address"}
    assert shown == {code.name for code in CODES.values() if code.page == "pto"}


def test_all_broken_rules_of_a_text_are_reported() -> None:
    text, _, _ = text_of(
        "pto.texp ins(%t : !T) outs(%h : !H)\n    pto.tadds ins(%t, %i : !T, i32) outs(%t : !T)"
    )
    with pytest.raises(ErrorGroup) as caught:
        verify(parse_pto(text, "unit.pto"))
    assert len(caught.value.errors) == 2


@pytest.mark.parametrize(
    "code, text, message",
    [
        ("pto-syntax", "", "expected `module`"),
        ("pto-structure", 'module attributes {pto.target_arch = "a9"} {}', "says its target"),
        ("pto-structure", 'module attributes {pto.target_arch = "a2a3"} {}', "no function"),
        (
            "pto-structure",
            'module attributes {pto.target_arch = "a2a3"} { func.func @k() { return } }',
            "vector or a cube kernel",
        ),
        (
            "pto-structure",
            'module attributes {pto.target_arch = "a2a3"} { func.func @k() attributes '
            "{pto.kernel_kind = #pto.kernel_kind<vector>} { } }",
            "does not end in `return`",
        ),
        ("pto-duplicate", "!A = f32\n!A = f32", "defined twice"),
        (
            "pto-syntax",
            'module attributes {pto.target_arch = "a2a3"} { func.func @k() attributes '
            "{pto.kernel_kind = #pto.kernel_kind<vector>} {\n",
            "expected an operation, found the end of the text",
        ),
    ],
)
def test_a_module_needs_its_parts(code: str, text: str, message: str) -> None:
    error = mistake(text)
    assert (error.code, message in error.message) == (code, True)


def _two_tiles(first: str, second: str, body: str) -> str:
    return (
        'module attributes {pto.target_arch = "a2a3"} {\n'
        "  func.func @k(%s: f32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {\n"
        f"    %a0 = arith.constant {first} : i64\n    %a1 = arith.constant {second} : i64\n"
        "    %a = pto.alloc_tile addr = %a0 : !pto.tile_buf<vec, 8x64xf32>\n"
        "    %b = pto.alloc_tile addr = %a1 : !pto.tile_buf<vec, 8x64xf32>\n"
        "    %c0 = arith.constant 0 : index\n    %c4 = arith.constant 4 : index\n    %c1 = arith.constant 1 : index\n"
        f"{body}\n    return\n  }}\n}}\n"
    )


FILL = "    pto.texpands ins(%s : f32) outs({} : !pto.tile_buf<vec, 8x64xf32>)\n"
USE = "    pto.texp ins({} : !pto.tile_buf<vec, 8x64xf32>) outs({} : !pto.tile_buf<vec, 8x64xf32>)\n"


def test_a_read_of_an_overwritten_tile_names_both_tiles() -> None:
    text = _two_tiles("0", "1024", FILL.format("%a") + FILL.format("%b") + USE.format("%a", "%a"))
    error = mistake(text)
    assert "pto.texp reads %a after %b was written over a part of it" in error.message
    assert error.span is not None and error.span.line == 12
    assert error.notes[0].startswith("%a takes bytes 0 to 2048 of vec, line 5")
    assert error.notes[1].startswith("%b takes bytes 1024 to 3072 of vec, line 6")


def test_a_result_over_a_part_of_its_operand_names_both() -> None:
    text = _two_tiles("0", "1024", FILL.format("%a") + USE.format("%a", "%b"))
    error = mistake(text)
    assert (error.code, error.span is not None and error.span.line) == ("pto-address", 11)
    assert "pto.texp writes %b over a part of %a while it reads it" in error.message
    verify(parse_pto(_two_tiles("64", "64", FILL.format("%a") + USE.format("%a", "%b")), "unit.pto"))
    verify(parse_pto(_two_tiles("0", "2048", FILL.format("%a") + USE.format("%a", "%b")), "unit.pto"))


def test_overlap_over_the_back_edge_of_a_loop_is_found() -> None:
    body = (
        FILL.format("%a")
        + "    scf.for %i = %c0 to %c4 step %c1 {\n"
        + USE.format("%a", "%a")
        + FILL.format("%b")
        + "    }"
    )
    assert "reads %a after %b" in mistake(_two_tiles("0", "1024", body)).message


def test_reuse_of_bytes_and_aliases_are_legal() -> None:
    one_after_the_other = (
        FILL.format("%a") + USE.format("%a", "%a") + FILL.format("%b") + USE.format("%b", "%b")
    )
    verify(parse_pto(_two_tiles("0", "1024", one_after_the_other), "unit.pto"))
    verify(parse_pto(_two_tiles("64", "64", FILL.format("%a") + USE.format("%b", "%b")), "unit.pto"))


PART = "    %w{0} = pto.subset %{1}[%c{2}, %c0] sizes [4, 64] : !pto.tile_buf<vec, 8x64xf32>\n"
FILL_PART = "    pto.texpands ins(%s : f32) outs(%w{0} : !pto.tile_buf<vec, 4x64xf32>)\n"


def test_windows_that_together_are_the_tile_make_its_bytes_its_own_again() -> None:
    both = PART.format(1, "a", "0") + PART.format(2, "a", "4")
    clobbered = both + FILL.format("%b") + FILL_PART.format(1)
    use = USE.format("%a", "%a")
    assert "reads %a after %b was written" in mistake(_two_tiles("0", "1024", clobbered + use)).message
    verify(parse_pto(_two_tiles("0", "1024", clobbered + FILL_PART.format(2) + use), "unit.pto"))


def test_a_window_is_overwritten_where_its_own_bytes_are() -> None:
    upper_and_lower = PART.format(1, "a", "0") + PART.format(2, "a", "4") + FILL.format("%b")
    read = (
        "    pto.texp ins(%w{0} : !pto.tile_buf<vec, 4x64xf32>) outs(%w{0} : !pto.tile_buf<vec, 4x64xf32>)\n"
    )
    verify(parse_pto(_two_tiles("0", "1024", upper_and_lower + read.format(1)), "unit.pto"))
    assert "reads %w2" in mistake(_two_tiles("0", "1024", upper_and_lower + read.format(2))).message


ANEW = "    %n = pto.alloc_tile addr = %a0 : !pto.tile_buf<vec, 8x64xf32>\n"
LOOP = "    scf.for %i = %c0 to %c4 step %c1 {{\n{}    }}\n"
FILL_SOME = (  # no round at all leaves the tile as it was
    "    scf.for %j = %c0 to %k step %c1 {\n"
    "    %w = pto.subset %n[%j, %c0] sizes [1, 64] : !pto.tile_buf<vec, 8x64xf32>\n"
    "    pto.texpands ins(%s : f32) outs(%w : !pto.tile_buf<vec, 1x64xf32>)\n    }\n"
)


def _filled_in_rounds(body: str, after: str = "") -> str:
    text = _two_tiles("0", "1024", LOOP.format(body) + after)
    return text.replace("@k(%s: f32)", "@k(%s: f32, %k: index)")


def test_a_tile_allocated_in_a_loop_begins_each_round_without_content() -> None:
    other, use = FILL.format("%b") + USE.format("%b", "%b"), USE.format("%n", "%n")
    verify(parse_pto(_filled_in_rounds(other + ANEW + FILL_SOME + use), "unit.pto"))
    late = _filled_in_rounds(ANEW + other + FILL_SOME + use)
    assert "pto.texp reads %n after %b was written over a part of it" in mistake(late).message
    later = _filled_in_rounds(ANEW + FILL_SOME + other + use)
    assert "pto.texp reads %n after %b was written over a part of it" in mistake(later).message


def test_an_allocation_at_an_address_that_is_never_written_names_what_lies_there() -> None:
    kept = FILL.format("%a") + FILL.format("%b") + ANEW
    assert "reads %n after %b" in mistake(_filled_in_rounds(kept + USE.format("%n", "%b"))).message


def test_a_tile_allocated_again_can_be_read_under_its_other_names() -> None:
    apart = "    %a9 = arith.constant 8192 : i64\n    %m = pto.alloc_tile addr = %a9 : !pto.tile_buf<vec, 8x64xf32>\n"
    round_, read = FILL.format("%b") + ANEW + FILL_SOME, apart + USE.format("%a", "%m")
    verify(parse_pto(_filled_in_rounds(round_, read), "unit.pto"))
    overwritten = _filled_in_rounds(round_ + FILL.format("%b"), read)
    assert "reads %a after %b" in mistake(overwritten).message
    written_before = FILL.format("%a") + round_
    verify(parse_pto(_filled_in_rounds(written_before, read), "unit.pto"))
    at_once = FILL.format("%a") + FILL.format("%b") + ANEW + read + FILL_SOME
    assert "reads %a after %b" in mistake(_filled_in_rounds(at_once)).message
    on_some_ways = FILL.format("%a") + FILL.format("%b") + "    scf.if %z {{\n{0}    }}\n"
    text = _filled_in_rounds(on_some_ways.format(ANEW + FILL_SOME), read).replace(
        "%k: index", "%k: index, %z: i1"
    )
    assert "reads %a after %b" in mistake(text).message


@pytest.mark.parametrize(
    "address, message",
    [("16", "not a multiple of 32"), ("196608", "ends at byte 198656 of vec, which has 196608")],
)
def test_addresses_are_checked(address: str, message: str) -> None:
    error = mistake(_two_tiles("0", address, FILL.format("%b")))
    assert message in error.message
    assert error.code == ("capacity" if isinstance(error, CapacityError) else "pto-address")


def test_too_many_live_tiles_are_listed() -> None:
    tiles = "\n".join(f"    %t{i} = pto.alloc_tile : !pto.tile_buf<vec, 64x256xf32>" for i in range(4))
    fills = "\n".join(
        f"    pto.texpands ins(%s : f32) outs(%t{i} : !pto.tile_buf<vec, 64x256xf32>)" for i in range(4)
    )
    sums = "\n".join(
        f"    pto.tadd ins(%t{i}, %t0 : !pto.tile_buf<vec, 64x256xf32>, !pto.tile_buf<vec, 64x256xf32>) "
        f"outs(%t0 : !pto.tile_buf<vec, 64x256xf32>)"
        for i in range(4)
    )
    text = (
        'module attributes {pto.target_arch = "a2a3"} {\n'
        "  func.func @k(%s: f32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {\n"
        f"{tiles}\n{fills}\n{sums}\n    return\n  }}\n}}\n"
    )
    error = mistake(text)
    assert isinstance(error, CapacityError)
    assert "keeps 262144 bytes of Vec alive, 196608 are there" in error.message
    assert error.notes == (
        "Vec has 196608 bytes per core on a2a3, 8192 of them for the tool chain otherwise",
        *(f"   65536 bytes: t{i} [64, 256] FP32 at line {3 + i}" for i in range(4)),
    )
