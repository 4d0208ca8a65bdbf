# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501  # the text is that of a tool
"""Pipes in `.pto` text: a cube and a vector function of one module run together; what does not fit is refused."""

import pytest
import torch
from runtime_programs import Kernel, load, tensor, write_program

from pypto.assembler import assemble, parse_pto, print_pto
from pypto.errors import UserError

# A product is pushed by the cube core; the vector core pops it, adds 1 and stores it. {gm}: where slots lie on a2a3.
TEXT = """\
!M = !pto.tile_buf<loc=mat, dtype=f16, rows=32, cols=32, v_row=32, v_col=32, blayout=col_major, slayout=row_major, fractal=512, pad=0>
!L = !pto.tile_buf<loc=left, dtype=f16, rows=32, cols=32, v_row=32, v_col=32, blayout=col_major, slayout=row_major, fractal=512, pad=0>
!R = !pto.tile_buf<loc=right, dtype=f16, rows=32, cols=32, v_row=32, v_col=32, blayout=row_major, slayout=col_major, fractal=512, pad=0>
!A = !pto.tile_buf<loc=acc, dtype=f32, rows=32, cols=32, v_row=32, v_col=32, blayout=col_major, slayout=row_major, fractal=1024, pad=0>
!W = !pto.tile_buf<loc=vec, dtype=f32, rows=32, cols=32, v_row=32, v_col=32, blayout=row_major, slayout=none_box, fractal=512, pad=0>
!H = !pto.tensor_view<?x?xf16>
!F = !pto.tensor_view<?x?xf32>
!PH = !pto.partition_tensor_view<32x32xf16>
!PF = !pto.partition_tensor_view<32x32xf32>
module attributes {pto.target_arch = "a5"} {
  func.func @fused_aic(%a: !pto.ptr<f16>, %b: !pto.ptr<f16>, %c: !pto.ptr<f32>) attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c32 = arith.constant 32 : index
    %none = arith.constant 0 : i32
    %q = pto.import_reserved_buffer {name = "c2v", peer_func = @fused_aiv} -> i32
    pto.aic_initialize_pipe {dir_mask = 1, slot_size = 4096} (c2v_consumer_buf = %q : i32, v2c_consumer_buf = %none : i32)
    %av = pto.make_tensor_view %a, shape = [%c32, %c32], strides = [%c32, %c1] {layout = #pto.layout<nd>} : !H
    %bv = pto.make_tensor_view %b, shape = [%c32, %c32], strides = [%c32, %c1] {layout = #pto.layout<nd>} : !H
    %ma = pto.alloc_tile : !M
    %mb = pto.alloc_tile : !M
    %la = pto.alloc_tile : !L
    %rb = pto.alloc_tile : !R
    %acc = pto.alloc_tile : !A
    %pa = pto.partition_view %av, offsets = [%c0, %c0], sizes = [%c32, %c32] : !H -> !PH
    %pb = pto.partition_view %bv, offsets = [%c0, %c0], sizes = [%c32, %c32] : !H -> !PH
    pto.tload ins(%pa : !PH) outs(%ma : !M)
    pto.tload ins(%pb : !PH) outs(%mb : !M)
    pto.tmov ins(%ma : !M) outs(%la : !L)
    pto.tmov ins(%mb : !M) outs(%rb : !R)
    pto.tmatmul ins(%la, %rb : !L, !R) outs(%acc : !A)
    scf.for %i = %c0 to %c3 step %c1 {
      pto.tpush_to_aiv(%acc : !A) {split = 0}
    }
    return
  }
  func.func @fused_aiv(%a: !pto.ptr<f16>, %b: !pto.ptr<f16>, %c: !pto.ptr<f32>) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c32 = arith.constant 32 : index
    %c96 = arith.constant 96 : index
    %none = arith.constant 0 : i32
    %one = arith.constant 1.0 : f32
    %q = pto.reserve_buffer {name = "c2v", size = 32768, location = #pto.address_space<vec>, auto = true} -> i32
    pto.aiv_initialize_pipe {dir_mask = 1, slot_size = 4096} (c2v_consumer_buf = %q : i32, v2c_consumer_buf = %none : i32)
    %cv = pto.make_tensor_view %c, shape = [%c96, %c32], strides = [%c32, %c1] {layout = #pto.layout<nd>} : !F
    %out = pto.alloc_tile : !W
    scf.for %i = %c0 to %c3 step %c1 {
      %row = arith.muli %i, %c32 : index
      %in = pto.tpop_from_aic {split = 0} -> !W
      pto.tadds ins(%in, %one : !W, f32) outs(%out : !W)
      pto.tfree_from_aic {split = 0}
      %pc = pto.partition_view %cv, offsets = [%row, %c0], sizes = [%c32, %c32] : !F -> !PF
      pto.tstore ins(%out : !W) outs(%pc : !PF)
    }
    return
  }
}
"""


def for_a2a3(text: str) -> str:
    """The same with the slots in global memory."""
    text = text.replace('"a5"', '"a2a3"').replace(
        "%c: !pto.ptr<f32>)", "%c: !pto.ptr<f32>, %gm_slot_buffer: !pto.ptr<f32>)"
    )
    text = text.replace(
        "(c2v_consumer_buf", "(gm_slot_buffer = %gm_slot_buffer : !pto.ptr<f32>, c2v_consumer_buf"
    )
    return text.replace("loc=left, dtype=f16, rows=32, cols=32, v_row=32, v_col=32, blayout=col_major",
                        "loc=left, dtype=f16, rows=32, cols=32, v_row=32, v_col=32, blayout=row_major")  # fmt: skip


ORCHESTRATION = """
    pto_view a = o->param(run, 0), b = o->param(run, 1), c = o->param(run, 2);
    o->task(run, 2, 1, 1);
    o->tensor(run, &a, PTO_IN); o->tensor(run, &b, PTO_IN); o->tensor(run, &c, PTO_OUT);
    o->submit(run);
"""
ARGUMENTS = [("a", "in", "FP16"), ("b", "in", "FP16"), ("c", "out", "FP32")]


@pytest.mark.parametrize("text", [TEXT, for_a2a3(TEXT)], ids=["a5", "a2a3"])
def test_a_mixed_pair_runs(tmp_path, text):
    module = parse_pto(text, "fused.pto")
    printed = print_pto(module)
    assert print_pto(parse_pto(printed, "fused.pto")) == printed
    made = assemble(module)
    params = [
        tensor("a", "in", [32, 32], "FP16"),
        tensor("b", "in", [32, 32], "FP16"),
        tensor("c", "out", [96, 32]),
    ]
    kernels = [Kernel("fused_aic", ARGUMENTS, "", core="aic"), Kernel("fused_aiv", ARGUMENTS, "")]
    folder, manifest = write_program(
        tmp_path, params, kernels, ORCHESTRATION, platform=module.arch, groups=[[0, 1, -1]]
    )
    for kernel in manifest["kernels"]:
        (folder / kernel["cpp"]).write_text(made[kernel["function"]].cpp_text)
    torch.manual_seed(0)
    a, b, c = torch.randn(32, 32).half(), torch.randn(32, 32).half(), torch.zeros(96, 32)
    record = load(folder, manifest).dispatch([a, b, c])
    torch.testing.assert_close(c, (a.float() @ b.float() + 1).repeat(3, 1), rtol=1e-5, atol=1e-5)
    assert not record.unwritten("c").any()


POP = "pto.tpop_from_aic {split = 0}"
FREE = "pto.tfree_from_aic {split = 0}"
CUBE_OPEN = "pto.aic_initialize_pipe {dir_mask = 1, slot_size = 4096}"


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        (CUBE_OPEN, CUBE_OPEN.replace("4096", "8192"), "has 32768 bytes, 8 slots of 8192 take 65536"),
        (CUBE_OPEN, CUBE_OPEN.replace("}", ", slot_num = 4}"), "has 32768 bytes, 4 slots of 4096 take 16384"),
        (CUBE_OPEN, CUBE_OPEN.replace("= 1", "= 2"), "dir_mask 2 has no direction c2v, but a buffer is given"),
        (CUBE_OPEN, CUBE_OPEN.replace("= 1", "= 4"), "dir_mask is 1, 2 or 3, found 4"),
        (CUBE_OPEN, CUBE_OPEN.replace("}", ", id = 1}"), "@fused_aic has not opened pipe 0 for c2v"),
        (CUBE_OPEN, CUBE_OPEN.replace("}", ", depth = 1}"), "has no attribute `depth`"),
        (CUBE_OPEN, CUBE_OPEN.replace("aic", "aiv"), "stands in @fused_aic, which is an aic function"),
        ("(c2v_consumer_buf = %q", "(c2v_consumer_buf = %none", "dir_mask 1 needs c2v_consumer_buf"),
        ("peer_func = @fused_aiv", "peer_func = @other", "@other is no function of this module"),
        ('import_reserved_buffer {name = "c2v"', 'import_reserved_buffer {name = "x"', "reserves no buffer 'x'"),
        (POP, POP.replace("0", "1"), "a slot of pipe 0 has 4096 bytes, the tile takes 8192"),
        ("%acc : !A) {split = 0}", "%acc : !A) {split = 5}", "split is 0 to 4, found 5"),
        ("%acc : !A) {split = 0}", "%acc : !A) {split = 3}", "split = 3 halves an even number of rows"),
        ("%acc : !A) {split = 0}", "%acc : !A) {split = 0, lane_stride = 8}", "lane_stride goes with a split"),
        (FREE, FREE.replace("0}", "0, lane_stride = 8}"), "pto.tfree_from_aic has no attribute `lane_stride`"),
        (POP, "pto.tpop_from_aic {split = 0, id = 2}", "@fused_aiv has not opened pipe 2 for c2v"),
        (POP, "pto.tpop_from_aiv {split = 0}", "tpop_from_aiv runs on aic, @fused_aiv is an aiv function"),
        ("      pto.tfree_from_aic {split = 0}\n", "", "pto.tpop_from_aic has no pto.tfree_from_aic"),
        ("pto.tfree_from_aic {split = 0}", "pto.tfree_from_aic {split = 2}", "of the same pipe has 0"),
        ("size = 32768", "size = 262144", "262144 bytes, 8 slots of 4096 take 32768"),
        ("#pto.address_space<vec>", "#pto.address_space<mat>", "an aiv function reserves vec, not mat"),
        ("auto = true", "auto = true, base = 0", "`base` is given, but the buffer is placed automatically"),
    ],
)  # fmt: skip
def test_pipes_that_do_not_fit_are_refused(old, new, text):
    assert old in TEXT
    with pytest.raises(UserError) as caught:
        assemble(parse_pto(TEXT.replace(old, new, 1), "fused.pto"))
    assert text in str(caught.value)
    assert caught.value.span.file == "fused.pto"


def test_slots_in_global_memory_are_for_one_chip():
    without = for_a2a3(TEXT).replace("gm_slot_buffer = %gm_slot_buffer : !pto.ptr<f32>, ", "")
    with pytest.raises(UserError, match="on a2a3 the slots lie in global memory"):
        assemble(parse_pto(without, "fused.pto"))
    with pytest.raises(UserError, match="on this chip the slots lie in the consumer's memory"):
        assemble(parse_pto(for_a2a3(TEXT).replace('"a2a3"', '"a5"'), "fused.pto"))


def test_tiles_do_not_lie_where_the_slots_are():
    placed = TEXT.replace("auto = true", "auto = false, base = 0")
    placed = placed.replace(
        "%out = pto.alloc_tile : !W",
        "%at = arith.constant 32736 : i64\n    %out = pto.alloc_tile addr = %at : !W",
    )
    with pytest.raises(UserError, match="where the slots of 'c2v' lie"):
        assemble(parse_pto(placed, "fused.pto"))
