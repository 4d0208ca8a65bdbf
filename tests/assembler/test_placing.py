# SPDX-License-Identifier: Apache-2.0
"""Text without addresses: where the assembler puts tiles, by when they are used and by what they hold."""

import numpy as np
import pytest
from assembler.harness import Kernel

from pypto.assembler import parse_pto
from pypto.assembler.alive import alive
from pypto.assembler.place import place
from pypto.errors import CapacityError
from pypto.platforms import PLATFORMS

ROWS, COLS, ROUNDS = 256, 64, 3
TILE = f"!pto.tile_buf<vec, {ROWS}x{COLS}xf32>"
PART = f"!pto.partition_tensor_view<{ROWS}x{COLS}xf32>"
VIEW = "!pto.tensor_view<?x?xf32>"


def text(body: str, tiles: str, before: str = "", after: str = "") -> str:
    """A loop over parts of %x and %y, with tiles that are allocated before it."""
    allocated = "\n".join(f"    %{name} = pto.alloc_tile : {TILE}" for name in tiles)
    return f"""module attributes {{pto.target_arch = "a2a3"}} {{
  func.func @k(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>) attributes {{pto.kernel_kind = #pto.kernel_kind<vector>}} {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %rounds = arith.constant {ROUNDS} : index
    %rows = arith.constant {ROWS} : index
    %all = arith.constant {ROWS * ROUNDS} : index
    %cols = arith.constant {COLS} : index
    %two = arith.constant 2.0 : f32
    %xv = pto.make_tensor_view %x, shape = [%all, %cols], strides = [%cols, %c1] : {VIEW}
    %yv = pto.make_tensor_view %y, shape = [%all, %cols], strides = [%cols, %c1] : {VIEW}
{allocated}
{before}
    scf.for %i = %c0 to %rounds step %c1 {{
      %at = arith.muli %i, %rows : index
      %xp = pto.partition_view %xv, offsets = [%at, %c0], sizes = [%rows, %cols] : {VIEW} -> {PART}
      %yp = pto.partition_view %yv, offsets = [%at, %c0], sizes = [%rows, %cols] : {VIEW} -> {PART}
{body}
    }}
{after}
    return
  }}
}}
"""


def load(tile: str) -> str:
    return f"      pto.tload ins(%xp : {PART}) outs(%{tile} : {TILE})\n"


def store(tile: str) -> str:
    return f"      pto.tstore ins(%{tile} : {TILE}) outs(%yp : {PART})\n"


def double(source: str, target: str) -> str:
    return f"      pto.tmuls ins(%{source}, %two : {TILE}, f32) outs(%{target} : {TILE})\n"


def add(a: str, b: str, target: str) -> str:
    return f"      pto.tadd ins(%{a}, %{b} : {TILE}, {TILE}) outs(%{target} : {TILE})\n"


def addresses(source: str) -> dict[str, int]:
    module = parse_pto(source, "k.pto")
    placement = place(module, module.functions[0], PLATFORMS["a2a3"])
    return {value.name: at for value, at in placement.address.items()}


def test_tiles_of_a_loop_share_bytes_where_each_is_written_before_it_is_read():
    chain = load("a") + double("a", "b") + double("b", "c") + double("c", "d") + store("d")
    source = text(chain, "abcd")  # 64 KiB each, and 192 KiB of room
    at = addresses(source)
    assert len({at[name] for name in "abcd"}) < 4
    for first, second in ("ab", "bc", "cd"):
        assert at[first] != at[second]
    x = np.random.default_rng(1).normal(size=(ROWS * ROUNDS, COLS)).astype(np.float32)
    y = np.zeros_like(x)
    Kernel(source).run([x, y])
    np.testing.assert_array_equal(y, 8 * x)


def test_what_a_loop_carries_keeps_its_bytes():
    sum_ = load("a") + double("a", "b") + add("b", "s", "s") + store("s")
    source = text(sum_, "abs", before=f"    pto.texpands ins(%two : f32) outs(%s : {TILE})")
    at = addresses(source)
    assert at["s"] not in (at["a"], at["b"])
    x = np.random.default_rng(2).normal(size=(ROWS * ROUNDS, COLS)).astype(np.float32)
    y = np.zeros_like(x)
    Kernel(source).run([x, y])
    wanted, total = [], np.full((ROWS, COLS), 2.0, np.float32)
    for part in x.reshape(ROUNDS, ROWS, COLS):
        total = total + 2 * part
        wanted.append(total)
    np.testing.assert_array_equal(y, np.concatenate(wanted))


def test_a_write_into_a_part_keeps_the_rest():
    """`b` is written whole before the loop and in one cell inside, so that it holds bytes all the time."""
    cell = f"      pto.tsetval ins(%c0, %two : index, f32) outs(%b : {TILE})\n"
    source = text(
        load("a") + cell + add("a", "b", "c") + store("c"),
        "abc",
        before=f"    pto.texpands ins(%two : f32) outs(%b : {TILE})",
    )
    [function] = parse_pto(source, "k.pto").functions
    held = {a.name: {b.name for b in others} for a, others in alive(function).edges.items()}
    assert held["b"] == {"a", "c"}


def test_what_is_alive_together_and_does_not_fit_is_refused_at_that_instruction():
    body = (
        load("a") + double("a", "b") + double("a", "c") + add("a", "b", "d") + add("d", "c", "d") + store("d")
    )
    with pytest.raises(CapacityError) as caught:
        addresses(text(body, "abcd"))
    error = caught.value
    assert error.message == "`k` keeps 262144 bytes of Vec alive, 196608 are there"
    assert error.text.strip().startswith("pto.tadd ins(%a, %b")
    assert [note.split(": ")[1].split()[0] for note in error.notes[1:]] == ["a", "b", "c", "d"]
