# SPDX-License-Identifier: Apache-2.0
"""The C++ text around and of a kernel: marks, entry point, locations, scalars, control flow."""

import numpy as np
import pytest
from assembler.harness import Kernel

from pypto.assembler import assemble, parse_pto, splice
from pypto.errors import BuildFolderError

SCALARS = """
module attributes {pto.target_arch = "a2a3"} {
  func.func @numbers(%out: !pto.ptr<f32>, %ints: !pto.ptr<i64>, %x: f32, %a: i64, %b: i64, %int: index,
      %block_idx: i32, %block_num: i32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %half = arith.constant 5.000000e-01 : f32
    %m7 = arith.constant -7 : i64
    %q = arith.divsi %a, %b : i64
    pto.store_scalar %q, %ints[%c0] : !pto.ptr<i64>, i64
    %f = arith.floordivsi %m7, %b : i64
    pto.store_scalar %f, %ints[%c1] : !pto.ptr<i64>, i64
    %bi = arith.extsi %block_idx : i32 to i64
    pto.store_scalar %bi, %ints[%c2] : !pto.ptr<i64>, i64
    %p, %c = scf.for %i = %c0 to %int step %c1 iter_args(%u = %a, %v = %b) -> (i64, i64) {
      %w = arith.addi %u, %v : i64
      scf.yield %v, %w : i64, i64
    }
    pto.store_scalar %c, %ints[%c3] : !pto.ptr<i64>, i64
    %big = arith.cmpi sgt, %c, %a : i64
    %pick:2 = scf.if %big -> (f32, i64) {
      %h = arith.mulf %x, %half : f32
      scf.yield %h, %p : f32, i64
    } else {
      scf.yield %x, %c : f32, i64
    }
    pto.store_scalar %pick#0, %out[%c0] : !pto.ptr<f32>, f32
    pto.store_scalar %pick#1, %ints[%c4] : !pto.ptr<i64>, i64
    %log, %left = scf.while (%n = %a, %k = %b) : (i64, i64) -> (i64, i64) {
      %go = arith.cmpi slt, %n, %k : i64
      scf.condition(%go) %n, %k : i64, i64
    } do {
    ^bb0(%m: i64, %l: i64):
      %d = arith.addi %m, %m : i64
      scf.yield %d, %l : i64, i64
    }
    pto.store_scalar %log, %ints[%c5] : !pto.ptr<i64>, i64
    %sel = arith.select %big, %log, %left : i64
    %idx = arith.index_cast %sel : i64 to index
    %back = arith.index_cast %idx : index to i64
    %low = arith.minsi %back, %b : i64
    pto.store_scalar %low, %ints[%c6] : !pto.ptr<i64>, i64
    return
  } loc("numbers.py":3:1)
}
"""


def test_scalars_and_control_flow() -> None:
    out, ints = np.zeros(1, np.float32), np.zeros(7, np.int64)
    kernel = Kernel(SCALARS)
    run = kernel.run([out, ints, 3.0, 5, 100, 6], block_idx=4, block_num=9)
    assert run.fault.code == 0
    u, v = 5, 100
    for _ in range(6):
        u, v = v, u + v
    assert out[0] == 1.5
    assert ints.tolist() == [0, -1, 4, v, u, 160, 100]
    assert kernel.locations[0] == ("numbers.py", 3, 1)


def test_division_by_zero_does_not_trap() -> None:
    ints = np.zeros(7, np.int64)
    assert Kernel(SCALARS).run([np.zeros(1, np.float32), ints, 3.0, 5, 0, 0]).fault.code == 0
    assert ints[:2].tolist() == [0, 0]


def test_names_of_values_survive_and_never_clash_with_cpp() -> None:
    kernel = Kernel(SCALARS).kernel
    assert "int64_t int_2" in kernel.generated_text  # `%int` is a word of C++
    assert "float x" in kernel.generated_text


def test_the_text_has_the_two_marks_and_an_entry() -> None:
    kernel = assemble(parse_pto(SCALARS, "numbers.pto"))["numbers"]
    lines = kernel.cpp_text.splitlines()
    begin, end = lines.index("// --- ptoas-generated code ---"), lines.index("// --- Kernel entry point ---")
    assert "\n".join(lines[begin + 1 : end]) + "\n" == kernel.generated_text
    assert any('extern "C" PTO_EXPORT void numbers_entry(' in line for line in lines[end:])
    assert "#line" not in kernel.cpp_text and "numbers.py" in kernel.generated_text


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_splice_keeps_everything_outside_the_marks(newline: str) -> None:
    kernel = assemble(parse_pto(SCALARS, "numbers.pto"))["numbers"]
    old = f"// mine{newline}" + kernel.cpp_text.replace("\n", newline) + f"// also mine{newline}"
    new = splice(old, "int changed;\n")
    begin, end = "// --- ptoas-generated code ---", "// --- Kernel entry point ---"
    assert new.split(begin)[0] == old.split(begin)[0]
    assert new.split(end)[1] == old.split(end)[1]
    assert f"{begin}{newline}int changed;\n{end}" in new
    assert splice(kernel.cpp_text, kernel.generated_text) == kernel.cpp_text


@pytest.mark.parametrize("text", ["", "// --- ptoas-generated code ---\n"])
def test_splice_needs_both_marks(text: str) -> None:
    with pytest.raises(BuildFolderError, match="does not hold the line"):
        splice(text, "")


def test_both_functions_of_a_module_are_assembled() -> None:
    function = """
      func.func @{}() attributes {{pto.kernel_kind = #pto.kernel_kind<{}>}} {{
        return
      }}"""
    text = (
        'module attributes {pto.target_arch = "a5"} {'
        + function.format("c", "cube")
        + function.format("v", "vector")
        + "}"
    )
    assert {k: v.core for k, v in assemble(parse_pto(text, "pair.pto")).items()} == {"c": "aic", "v": "aiv"}
