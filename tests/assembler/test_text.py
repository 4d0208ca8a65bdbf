# SPDX-License-Identifier: Apache-2.0
"""Reading and printing `.pto` text."""

from pathlib import Path

import pytest

from pypto.assembler import parse_pto, print_pto, verify

TEXTS = sorted((Path(__file__).parent.parent / "data" / "pto").glob("*.pto"))

CONTROL = """
!T = !pto.tile_buf<vec, 8x64xf32, valid=?x?>   // short form
module attributes {pto.target_arch = "a5"} {
  func.func @walk(%x: !pto.ptr<f32>, %n: index, %limit: f32, %block_idx: i32) attributes {
      pto.kernel_kind = #pto.kernel_kind<vector>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %yes = arith.constant true
    %big = arith.constant 0x7F800000 : f32
    %t = pto.alloc_tile valid_row = %n valid_col = %c1 : !T
    pto.set_validshape %t, %c1, %n : !T
    %sum, %last = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero, %b = %zero) -> (f32, f32) {
      %v = pto.load_scalar %x[%i] : !pto.ptr<f32> -> f32
      %s = arith.addf %a, %v : f32
      scf.yield %s, %v : f32, f32
    } loc("walk.py":7:5)
    %two:2 = scf.if %yes -> (f32, f32) {
      scf.yield %sum, %big : f32, f32
    } else {
      scf.yield %last, %big : f32, f32
    }
    %w = scf.while (%p = %two#0) : (f32) -> f32 {
      %more = arith.cmpf olt, %p, %limit : f32
      scf.condition(%more) %p : f32
    } do {
    ^bb0(%q: f32):
      %d = arith.addf %q, %q : f32
      scf.yield %d : f32
    }
    pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
    pto.wait_event [#pto.pipe_event_type<TVEC>, #pto.pipe_event_type<TSTORE_VEC>, #pto.event<EVENT_ID0>]
    pto.barrier <PIPE_ALL>
    pto.store_scalar %w, %x[%c0] : !pto.ptr<f32>, f32 loc("walk.py":9:1)
    return
  } loc("walk.py":1:1)
}
"""

PAIR = """
!A = !pto.tile_buf<acc, 32x32xf32>
!W = !pto.tile_buf<vec, 32x32xf32>
module attributes {pto.target_arch = "a5"} {
  func.func @produce() attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
    %none = arith.constant 0 : i32
    %acc = pto.alloc_tile : !A
    %q = pto.import_reserved_buffer {name = "c2v", peer_func = @consume} -> i32
    pto.aic_initialize_pipe {dir_mask = 1, slot_size = 4096} (c2v_consumer_buf = %q : i32, v2c_consumer_buf = %none : i32)
    pto.tpush_to_aiv(%acc : !A) {split = 0}
    return
  }
  func.func @consume() attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    %none = arith.constant 0 : i32
    %q = pto.reserve_buffer {name = "c2v", size = 32768, location = #pto.address_space<vec>, auto = true} -> i32
    pto.aiv_initialize_pipe {dir_mask = 1, slot_size = 4096} (c2v_consumer_buf = %q : i32, v2c_consumer_buf = %none : i32)
    %in = pto.tpop_from_aic {split = 0} -> !W
    pto.tfree_from_aic {split = 0}
    return
  }
}
"""


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: p.stem)
def test_sample_is_printed_as_it_stands(path: Path) -> None:
    module = parse_pto(path.read_text(), path.name)
    verify(module)
    assert print_pto(module) == path.read_text()


@pytest.mark.parametrize("text", [CONTROL, PAIR], ids=["control", "pair"])
def test_printing_what_was_printed_changes_nothing(text: str) -> None:
    printed = print_pto(parse_pto(text, "a.pto"))
    assert print_pto(parse_pto(printed, "b.pto")) == printed


def test_aliases_short_types_and_comments_are_spelled_out() -> None:
    printed = print_pto(parse_pto(CONTROL, "a.pto"))
    assert "//" not in printed and "!T" not in printed
    assert (
        "!pto.tile_buf<loc=vec, dtype=f32, rows=8, cols=64, v_row=?, v_col=?, blayout=row_major, slayout=none_box, "
        "fractal=512, pad=0>"
    ) in printed


def test_short_types_have_the_layout_of_their_space() -> None:
    printed = print_pto(parse_pto(PAIR, "a.pto"))
    assert (
        "loc=acc, dtype=f32, rows=32, cols=32, v_row=32, v_col=32, blayout=col_major, slayout=row_major, fractal=1024"
        in printed
    )


def test_locations_stay_with_their_operations() -> None:
    module = parse_pto(CONTROL, "a.pto")
    (function,) = module.functions
    found = {op.name: op.loc.line for op in function.walk() if op.loc}
    assert found == {"scf.for": 7, "pto.store_scalar": 9}
    assert function.loc is not None and function.loc.line == 1


def test_the_two_functions_of_a_pipe_are_accepted() -> None:
    verify(parse_pto(PAIR, "a.pto"))


def test_a_type_that_stands_twice_is_read_alike_also_with_comments_in_it() -> None:
    plain, odd = "!pto.tile_buf<vec, 8x64xf32>", "!pto.tile_buf<vec, // more > less\n 8x{}xf32>"
    body = "".join(
        f"    %t{n} = pto.alloc_tile : {type_}\n"
        for n, type_ in enumerate((plain, odd.format(64), plain, odd.format(32)))
    )
    module = parse_pto(
        'module attributes {pto.target_arch = "a5"} {\n'
        "  func.func @f() attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {\n"
        f"{body}    return\n  }}\n}}\n",
        "a.pto",
    )
    extents = [op.result.type.cols for op in module.functions[0].walk() if op.name == "pto.alloc_tile"]  # type: ignore[attr-defined]
    assert extents == [64, 64, 64, 32]
