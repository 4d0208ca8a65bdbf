# SPDX-License-Identifier: Apache-2.0
"""Every form of `.pto` text: read, printed, read again to the same text, and compiled; or refused by its name.

Operands of the rows: %t %u %w are 8x64 f32, %i %j of i32, %h of f16, %m is a predicate, %col a column, %row a row.
"""

import re
import subprocess
from pathlib import Path

import pytest
from assembler.harness import INCLUDE

from pypto.assembler import assemble, catalog, parse_pto, print_pto, verify
from pypto.assembler.forms import FORMS
from pypto.errors import PtoSyntaxError, UserError
from pypto.runtime.toolchain import find_compiler

TYPES = """\
!T = !pto.tile_buf<vec, 8x64xf32>
!I = !pto.tile_buf<vec, 8x64xi32>
!H = !pto.tile_buf<vec, 8x64xf16>
!M = !pto.tile_buf<vec, 8x32xi8, valid=8x8>
!C = !pto.tile_buf<vec, 8x1xf32, blayout=col_major>
!CI = !pto.tile_buf<vec, 8x1xi32, blayout=col_major>
!R = !pto.tile_buf<vec, 1x64xf32>
!RI = !pto.tile_buf<vec, 1x64xi32>
!W = !pto.tile_buf<vec, 16x64xf32>
!P = !pto.tile_buf<vec, 8x64xf32, valid=8x40, pad=2>
!D = !pto.tile_buf<vec, 8x64xf32, valid=?x?>
!X = !pto.tile_buf<vec, 64x8xf32>
!T32 = !pto.tile_buf<vec, 8x32xf32>
!I8 = !pto.tile_buf<vec, 8x8xi32>
!R8 = !pto.tile_buf<vec, 1x8xi32>
!S = !pto.tile_buf<vec, 8x128xf32>
!S1 = !pto.tile_buf<vec, 1x256xf32>
!S2 = !pto.tile_buf<vec, 1x512xf32>
!V = !pto.tensor_view<?x?xf32>
!Q = !pto.partition_tensor_view<8x64xf32>
!MA = !pto.tile_buf<mat, 32x32xf16>
!LA = !pto.tile_buf<left, 32x32xf16, blayout=LEFT>
!RB = !pto.tile_buf<right, 32x32xf16>
!A = !pto.tile_buf<acc, 32x32xf32>
!BI = !pto.tile_buf<bias, 1x32xf32>
!MB = !pto.tile_buf<mat, 1x32xf32, blayout=row_major, slayout=none_box>
!L1 = !pto.tile_buf<left, 1x32xf16, blayout=LEFT>
!A1 = !pto.tile_buf<acc, 1x32xf32>
"""

START = """\
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %run = arith.constant 64 : i32
    %v = pto.make_tensor_view %x, shape = [%c8, %c64], strides = [%c64, %c1] {layout = #pto.layout<nd>} : !V
    %q = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c8, %c64] : !V -> !Q
"""
VECTOR = (
    "tuw T ijz I h H mno M col C idx CI row R rowi RI big W part P open D turned X "
    "half T32 other R idx8 I8 rowi8 R8 pairs S list S1 list2 S1 both S2 both2 S2"
)
CUBE = "ma MA la LA rb RB acc A bias BI mb MB l1 L1 a1 A1"


def tiles(core: str) -> str:
    lines = []
    words = (VECTOR if core == "vector" else CUBE).split()
    for names, type in zip(words[::2], words[1::2], strict=True):
        given = " valid_row = %c8 valid_col = %c64" if type == "D" else ""
        for name in names if names in ("tuw", "ijz", "mno") else [names]:
            lines.append(f"    %{name} = pto.alloc_tile{given} : !{type}\n")
    return "".join(lines)


def module(body: str, core: str, arch: str) -> str:
    params = "%x: !pto.ptr<f32>, %s: f32, %k: i32, %count: index, %wide: i64, %flag: i1, "
    params += "%cells: !pto.ptr<i32>, %xh: !pto.ptr<f16>, %half2: f16, %signals: !pto.ptr<i64>"
    text = (
        f'{TYPES}module attributes {{pto.target_arch = "{arch}"}} {{\n  func.func @k({params}) attributes '
        f"{{pto.kernel_kind = #pto.kernel_kind<{core}>}} {{\n{START}{tiles(core)}{body}\n    return\n  }}\n}}\n"
    )
    return text.replace("LEFT", "row_major" if arch == "a2a3" else "col_major")


def tile_op(
    name: str, ins: str, types: str, out: str, out_type: str, attrs: str = "", inner: str = ""
) -> str:
    return f"pto.{name} ins({ins}{inner} : {types}) outs({out} : {out_type}){attrs}"


def _classes() -> dict[str, str]:
    """The instructions of one shape of operands each, by name."""
    made: dict[str, str] = {}
    for name in ["tabs", "texp", "tlog", "tsqrt", "trsqrt", "trecip", "tneg", "trelu"]:
        made[name] = tile_op(name, "%t", "!T", "%u", "!T")
    made["tnot"] = tile_op("tnot", "%i", "!I", "%j", "!I")
    for name in [
        "tadd",
        "tsub",
        "tmul",
        "tdiv",
        "tmax",
        "tmin",
        "tfmod",
        "tpartadd",
        "tpartmul",
        "tpartmax",
        "tpartmin",
    ]:
        made[name] = tile_op(name, "%t, %u", "!T, !T", "%w", "!T")
    for name in ["tand", "tor", "tshl", "tshr"]:
        made[name] = tile_op(name, "%i, %j", "!I, !I", "%i", "!I")
    for name in ["tadds", "tsubs", "tmuls", "tmaxs", "tmins", "tfmods", "tdivs", "tlrelu"]:
        made[name] = tile_op(name, "%t, %s", "!T, f32", "%w", "!T")
    for name in ["tands", "tors", "tshls", "tshrs"]:
        made[name] = tile_op(name, "%i, %k", "!I, i32", "%j", "!I")
    for name in ["trowsum", "trowmax", "trowmin", "trowprod"]:
        made[name] = tile_op(name, "%t, %u", "!T, !T", "%col", "!C")
    for name in ["trowargmax", "trowargmin"]:
        made[name] = tile_op(name, "%t, %u", "!T, !T", "%idx", "!CI")
    for name in ["tcolsum", "tcolmax", "tcolmin", "tcolprod"]:
        made[name] = tile_op(name, "%t", "!T", "%row", "!R")
    for name in ["tcolargmax", "tcolargmin"]:
        made[name] = tile_op(name, "%t, %u", "!T, !T", "%rowi", "!RI")
    for name in ["add", "sub", "mul", "div", "max", "min", "expdif"]:
        made[f"trowexpand{name}"] = tile_op(f"trowexpand{name}", "%t, %col", "!T, !C", "%u", "!T")
        made[f"tcolexpand{name}"] = tile_op(f"tcolexpand{name}", "%t, %row", "!T, !R", "%u", "!T")
    made["trowexpand"] = tile_op("trowexpand", "%col", "!C", "%u", "!T")
    made["tcolexpand"] = tile_op("tcolexpand", "%row", "!R", "%u", "!T")
    made["texpands"] = tile_op("texpands", "%s", "f32", "%u", "!T")
    for mode in ["eq", "ne", "lt", "le", "gt", "ge"]:
        attr = f" {{cmpMode = #pto<cmp {mode}>}}"
        made[f"tcmp {mode}"] = tile_op("tcmp", "%t, %u", "!T, !T", "%m", "!M", inner=attr)
        made[f"tcmps {mode}"] = tile_op("tcmps", "%t, %s", "!T, f32", "%m", "!M", inner=attr)
    for mode in ["NONE", "RINT", "ROUND", "FLOOR", "CEIL", "TRUNC"]:
        made[f"tcvt {mode}"] = tile_op(
            "tcvt", "%t", "!T", "%i", "!I", inner=f" {{rmode = #pto<round_mode {mode}>}}"
        )
    return made


EVENTS = [
    "TLOAD",
    "TSTORE_ACC",
    "TSTORE_VEC",
    "TMOV_M2L",
    "TMOV_M2S",
    "TMOV_M2B",
    "TMOV_M2V",
    "TMOV_V2M",
    "TMATMUL",
    "TVEC",
]
VIEW = (
    "%view_{0} = pto.make_tensor_view %x, shape = [%c8, %c64], strides = [%c64, %c1] "
    "{{layout = #pto.layout<{0}>}} : !V"
)

VECTOR_FORMS = {
    **_classes(),
    "tload": "pto.tload ins(%q : !Q) outs(%t : !T)",
    "tstore": "pto.tstore ins(%t : !T) outs(%q : !Q)",
    "tstore atomic": "pto.tstore ins(%t : !T) outs(%q : !Q) {atomicType = #pto<atomic_type atomic_add>}",
    "tmov": "pto.tmov ins(%t : !T) outs(%u : !T)",
    "trsqrt + tmp": "pto.trsqrt ins(%t, %u : !T, !T) outs(%w : !T)",
    "tdivs scalar first": "pto.tdivs ins(%s, %t : f32, !T) outs(%u : !T)",
    "txor": "pto.txor ins(%i, %j, %z : !I, !I, !I) outs(%i : !I)",
    "trem": "pto.trem ins(%t, %u, %w : !T, !T, !T) outs(%u : !T)",
    "tprelu": "pto.tprelu ins(%t, %u, %m : !T, !T, !M) outs(%w : !T)",
    "trems": "pto.trems ins(%t, %s, %w : !T, f32, !T) outs(%u : !T)",
    "txors": "pto.txors ins(%i, %k, %z : !I, i32, !I) outs(%i : !I)",
    "tcolsum + tmp": "pto.tcolsum ins(%t, %u {isBinary = false} : !T, !T) outs(%row : !R)",
    "tsel": "pto.tsel ins(%m, %t, %u, %n : !M, !T, !T, !M) outs(%w : !T)",
    "tsels": "pto.tsels ins(%m, %t, %n, %s : !M, !T, !M, f32) outs(%w : !T)",
    "tfillpad": "pto.tfillpad ins(%t : !T) outs(%part : !P)",
    "tfillpad_expand": "pto.tfillpad_expand ins(%t : !T) outs(%part : !P)",
    "tfillpad_inplace": "pto.tfillpad_inplace ins(%part : !P) outs(%part : !P)",
    "ttrans": "pto.ttrans ins(%t, %u : !T, !T) outs(%turned : !X)",
    "tgather": "pto.tgather ins(%row, %rowi, %row : !R, !RI, !R) outs(%other : !R)",
    "tgather by pattern": "pto.tgather ins(%t {maskPattern = #pto.mask_pattern<P1010>} : !T) outs(%half : !T32)",
    "tgatherb": "pto.tgatherb ins(%t, %idx8 : !T, !I8) outs(%u : !T)",
    "tscatter": "pto.tscatter ins(%row, %rowi : !R, !RI) outs(%row : !R)",
    "mgather": "pto.mgather ins(%q, %rowi8 : !Q, !R8) outs(%t : !T)",
    "mscatter": "pto.mscatter ins(%t, %i : !T, !I) outs(%q : !Q)",
    "tci": "pto.tci ins(%k {descending = false} : i32) outs(%rowi : !RI)",
    "tci descending": "pto.tci ins(%k {descending = true} : i32) outs(%rowi : !RI)",
    "ttri": "pto.ttri ins(%k : i32) outs(%t : !T)",
    "tsort32": "pto.tsort32 ins(%t, %i : !T, !I) outs(%pairs : !S)",
    "tmrgsort of runs": "pto.tmrgsort ins(%list, %run : !S1, i32) outs(%list2 : !S1)",
    "tmrgsort of lists": "pto.tmrgsort ins(%list, %list2, %both : !S1, !S1, !S2) outs(%both2 : !S2) {exhausted = false}",
    "tconcat": "pto.tconcat ins(%list, %list2 : !S1, !S1) outs(%both2 : !S2)",
    "trap": "scf.if %flag {\n pto.trap\n}",
    "trap of an element": 'scf.if %flag {\n pto.trap {bounds = "read", axis = 1} '
    "(%x, %count, %c64 : !pto.ptr<f32>, index, index)\n}",
    "trap of an element on the core": 'scf.if %flag {\n pto.trap {bounds = "write", axis = 0} '
    "(%count, %c8 : index, index)\n}",
    # 10.4
    "view without a layout": "%v1 = pto.make_tensor_view %x, shape = [%c8, %c64], strides = [%c64, %c1] : !V",
    "view nd": VIEW.format("nd"),
    "view dn": "%c8a = arith.constant 8 : index\n%vdn = pto.make_tensor_view %x, shape = [%c8a, %c1], "
    "strides = [%c1, %c8a] {layout = #pto.layout<dn>} : !V",
    "partition of static extents": "%q1 = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c8, %c64] : !V -> !Q",
    "partition of dynamic extents": "%q2 = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%count, %count] : "
    "!V -> !pto.partition_tensor_view<?x?xf32>",
    "extent": "%d = pto.get_tensor_view_dim %v, %c0 : !V -> index",
    "tile of a dynamic valid region": "%tv = pto.alloc_tile valid_row = %count valid_col = %count : !D",
    "tile of dynamic rows": "%tr = pto.alloc_tile valid_row = %count : !pto.tile_buf<vec, 8x64xf32, valid=?x64>",
    "tile, long type": "%tl = pto.alloc_tile : !pto.tile_buf<loc=vec, dtype=f32, rows=8, cols=64, v_row=8, v_col=64, "
    "blayout=row_major, slayout=none_box, fractal=512, pad=0>",
    "tile, long type with compact": "%tk = pto.alloc_tile : !pto.tile_buf<loc=vec, dtype=f32, rows=8, cols=64, "
    "v_row=8, v_col=64, blayout=row_major, slayout=none_box, fractal=512, pad=0, compact=1>",
    "sub-tile": "%sub = pto.subset %t[%c1, %c8] sizes [4, 32] : !T",
    "sub-tile that states its type": "%sv = pto.subview %t[%c1, %c8] sizes [4, 32] : !T -> "
    "!pto.tile_buf<vec, 4x32xf32>",
    "sub-tile that states its valid region": "%sw = pto.subview %t[%count, %c8] sizes [4, 32] valid [%c1, %count] : "
    "!T -> !pto.tile_buf<vec, 4x32xf32, valid=1x?>",
    "valid region": "pto.set_validshape %open, %count, %count : !D",
    "treshape": "%re = pto.treshape %t : !T -> !pto.tile_buf<vec, 16x32xf32>",
    "bitcast": "%bits = pto.bitcast %t : !T -> !I",
    "addptr": "%far = pto.addptr %x, %count : !pto.ptr<f32> -> !pto.ptr<f32>",
    "load_scalar": "%one = pto.load_scalar %x[%count] : !pto.ptr<f32> -> f32",
    "store_scalar": "pto.store_scalar %k, %cells[%count] : !pto.ptr<i32>, i32",
    "tgetval": "%got = pto.tgetval ins(%t, %count : !T, index) outs : f32",
    "tsetval": "pto.tsetval ins(%count, %s : index, f32) outs(%t : !T)",
    "taddc": "pto.taddc ins(%t, %u, %w : !T, !T, !T) outs(%w : !T)",
    "tsubc": "pto.tsubc ins(%t, %u, %w : !T, !T, !T) outs(%w : !T)",
    "taddsc": "pto.taddsc ins(%t, %s, %u : !T, f32, !T) outs(%w : !T)",
    "tsubsc": "pto.tsubsc ins(%t, %s, %u : !T, f32, !T) outs(%w : !T)",
    "tsin": "pto.tsin ins(%t : !T) outs(%u : !T)",
    "tcos": "pto.tcos ins(%t : !T) outs(%u : !T)",
    # 10.6
    "set_ffts": "pto.set_ffts %signals : !pto.ptr<i64>",
    "sync.set": "pto.sync.set <PIPE_MTE3>, %count : index {ffts_mode = 2}",
    "sync.wait": "pto.sync.wait <PIPE_V>, %count : index",
    "syncall": 'pto.syncall {mode = "hard", core_type = "aiv_only"}',
    "wait_flag of a value": "pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, %count]",
    "set_flag": "pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]",
    "wait_flag": "pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]",
    "barrier": "pto.barrier <PIPE_ALL>",
    "barrier of one pipe": "pto.barrier <PIPE_V>",
    "get_block_idx": "%bi = pto.get_block_idx",
    "get_block_num": "%bn = pto.get_block_num",
    "get_subblock_idx": "%si = pto.get_subblock_idx",
    "get_subblock_num": "%sn = pto.get_subblock_num",
    "tprefetch": "pto.tprefetch ins(%q : !Q) outs(%t : !T)",
    "taxpy": "pto.taxpy ins(%t, %s : !T, f32) outs(%u : !T)",
    "cacheinvalid": "pto.cmo.cacheinvalid %q single_cache_line : !Q",
    "cacheinvalid all": "pto.cmo.cacheinvalid all #pto.address_space<gm>",
    "fence": "pto.fence.barrier_all #pto.fence_scope<gm>",
    **{
        f"record_event {kind}": f"pto.record_event [#pto.pipe_event_type<{kind}>, #pto.pipe_event_type<TVEC>, "
        "#pto.event<EVENT_ID0>]"
        for kind in EVENTS
    },
    **{
        f"wait_event {kind}": f"pto.wait_event [#pto.pipe_event_type<TVEC>, #pto.pipe_event_type<{kind}>, "
        "#pto.event<EVENT_ID0>]"
        for kind in EVENTS
    },
    # scalars and control flow
    **{
        f"arith.{name}": f"%ar_{name} = arith.{name} %count, %c8 : index"
        for name in [
            "addi",
            "subi",
            "muli",
            "divsi",
            "remsi",
            "floordivsi",
            "ceildivsi",
            "minsi",
            "maxsi",
            "andi",
            "ori",
            "xori",
            "shli",
            "shrsi",
            "divui",
            "remui",
            "minui",
            "maxui",
            "shrui",
        ]
    },
    **{
        f"arith.{name}": f"%ar_{name} = arith.{name} %s, %s : f32"
        for name in ["addf", "subf", "mulf", "divf", "minimumf", "maximumf", "remf", "maxnumf", "minnumf"]
    },
    **{
        f"arith.cmpi {p}": f"%ci_{p} = arith.cmpi {p}, %count, %c8 : index"
        for p in ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]
    },
    "arith.cmpf": "%cf = arith.cmpf olt, %s, %s : f32",
    "arith.select": "%chosen = arith.select %flag, %count, %c8 : index",
    "arith.index_cast": "%ic = arith.index_cast %count : index to i64",
    "arith.extsi": "%es = arith.extsi %k : i32 to i64",
    "arith.trunci": "%ti = arith.trunci %wide : i64 to i32",
    "arith.sitofp": "%sf = arith.sitofp %k : i32 to f32",
    "arith.bitcast": "%ab = arith.bitcast %k : i32 to f32",
    "arith.extui": "%eu = arith.extui %k : i32 to i64",
    "arith.index_castui": "%icu = arith.index_castui %count : index to i64",
    "arith.uitofp": "%uf = arith.uitofp %k : i32 to f32",
    "arith.fptosi": "%fs = arith.fptosi %s : f32 to i32",
    "arith.fptoui": "%fu = arith.fptoui %s : f32 to i32",
    "arith.truncf": "%tf = arith.truncf %s : f32 to f16",
    "arith.extf": "%ef = arith.extf %half2 : f16 to f32",
    "arith.negf": "%nf = arith.negf %s : f32",
    "arith.constant true": "%yes = arith.constant true",
    "arith.constant f32": "%half1 = arith.constant 0.5 : f32",
    "arith.constant bits": "%nan = arith.constant 0x7FC00000 : f32",
    "scf.for": "scf.for %a = %c0 to %count step %c1 {\n pto.tadd ins(%t, %u : !T, !T) outs(%t : !T)\n}",
    "scf.for that carries": "%sum = scf.for %b = %c0 to %count step %c1 iter_args(%acc = %c0) -> (index) {\n"
    " %more = arith.addi %acc, %b : index\n scf.yield %more : index\n}",
    "scf.for over i32": "scf.for %e = %k to %k step %k : i32 {\n}",
    "scf.if": "scf.if %flag {\n pto.texp ins(%t : !T) outs(%u : !T)\n} else {\n pto.tlog ins(%t : !T) outs(%u : !T)\n}",
    "scf.if with results": "%picked = scf.if %flag -> (index) {\n scf.yield %count : index\n} else {\n"
    " scf.yield %c8 : index\n}",
    "scf.while": "%last = scf.while (%g = %count) : (index) -> (index) {\n %go = arith.cmpi sgt, %g, %c0 : index\n"
    " scf.condition(%go) %g : index\n} do {\n^bb0(%h1: index):\n %less = arith.subi %h1, %c1 : index\n"
    " scf.yield %less : index\n}",
    "a place in a file": 'pto.tabs ins(%t : !T) outs(%u : !T) loc("kernel.py":12:8)',
}

CUBE_FORMS = {
    "tload into mat": "%vh = pto.make_tensor_view %xh, shape = [%c32, %c32], strides = [%c32, %c1] : "
    "!pto.tensor_view<?x?xf16>\n%qh = pto.partition_view %vh, offsets = [%c0, %c0], sizes = [%c32, %c32] : "
    "!pto.tensor_view<?x?xf16> -> !pto.partition_tensor_view<32x32xf16>\n"
    "pto.tload ins(%qh : !pto.partition_tensor_view<32x32xf16>) outs(%ma : !MA)",
    "tmov to left": "pto.tmov ins(%ma : !MA) outs(%la : !LA)",
    "tmov to right": "pto.tmov ins(%ma : !MA) outs(%rb : !RB)",
    "tmov to bias": "pto.tmov ins(%mb : !MB) outs(%bias : !BI)",
    "textract": "pto.textract ins(%ma, %c0, %c0 : !MA, index, index) outs(%la : !LA)",
    "tinsert": "pto.tinsert ins(%acc, %c0, %c0 : !A, index, index) outs(%ma : !MA)",
    "tmatmul": "pto.tmatmul ins(%la, %rb : !LA, !RB) outs(%acc : !A)",
    "tmatmul.acc": "pto.tmatmul.acc ins(%acc, %la, %rb : !A, !LA, !RB) outs(%acc : !A)",
    "tmatmul.bias": "pto.tmatmul.bias ins(%la, %rb, %bias : !LA, !RB, !BI) outs(%acc : !A)",
    "tgemv": "pto.tgemv ins(%l1, %rb : !L1, !RB) outs(%a1 : !A1)",
    "tgemv.acc": "pto.tgemv.acc ins(%a1, %l1, %rb : !A1, !L1, !RB) outs(%a1 : !A1)",
    "tgemv.bias": "pto.tgemv.bias ins(%l1, %rb, %bias : !L1, !RB, !BI) outs(%a1 : !A1)",
    "tstore of an accumulator": "%vf = pto.make_tensor_view %x, shape = [%c32, %c32], strides = [%c32, %c1] : !V\n"
    "%qf = pto.partition_view %vf, offsets = [%c0, %c0], sizes = [%c32, %c32] : !V -> "
    "!pto.partition_tensor_view<32x32xf32>\n"
    "pto.tstore ins(%acc : !A) outs(%qf : !pto.partition_tensor_view<32x32xf32>) {stPhase = #pto<st_phase final>}",
}

# What the dialect has and this device has not: the name that the message says, and the text.
REFUSED = {
    "tpack": ("pto.tpack", "pto.tpack ins(%t : !T) outs(%h : !H)"),
    "tprint": ("pto.tprint", "pto.tprint ins(%t : !T)"),
    "section.cube": ("pto.section.cube", "pto.section.cube {\n}"),
    "section.vector": ("pto.section.vector", "pto.section.vector {\n}"),
    "func.call": ("func.call", "func.call @other() : () -> ()"),
    "call": ("call", "call @other() : () -> ()"),
    "comm.tput": ("pto.comm.tput", "pto.comm.tput(%q, %q, buf(%t) : !Q, !Q, !T)"),
    "comm.tget": ("pto.comm.tget", "pto.comm.tget(%q, %q, buf(%t) : !Q, !Q, !T)"),
    "comm.tnotify": (
        "pto.comm.tnotify",
        "pto.comm.tnotify(%q, %k : !Q, i32) {notifyOp = #pto<notify_op set>}",
    ),
    "comm.twait": ("pto.comm.twait", "pto.comm.twait(%q, %k : !Q, i32) {cmp = #pto<wait_cmp ge>}"),
    "comm.ttest": ("pto.comm.ttest", "pto.comm.ttest(%q, %k : !Q, i32)"),
    "relu": (
        "reluPreMode",
        "pto.tstore ins(%t : !T) outs(%q : !Q) {reluPreMode = #pto<relu_pre_mode normal_relu>}",
    ),
    "layout nz": ("nz", VIEW.format("nz")),
}


def read(text: str) -> str:
    """The printed text of a module that verifies."""
    read_module = parse_pto(text, "k.pto")
    verify(read_module)
    return print_pto(read_module)


@pytest.mark.parametrize("arch", ["a2a3", "a5"])
@pytest.mark.parametrize(
    "core, body",
    [pytest.param("vector", body, id=name) for name, body in VECTOR_FORMS.items()]
    + [pytest.param("cube", body, id=name) for name, body in CUBE_FORMS.items()],
)
def test_a_form_is_read_and_printed(core: str, body: str, arch: str) -> None:
    printed = read(module(f"    {body}", core, arch))
    assert read(printed) == printed


@pytest.mark.parametrize("arch", ["a2a3", "a5"])
@pytest.mark.parametrize("core, forms", [("vector", VECTOR_FORMS), ("cube", CUBE_FORMS)])
def test_the_device_has_every_form(core: str, forms: dict[str, str], arch: str, tmp_path: Path) -> None:
    """All of them in one function, from the printed text."""
    text = read(module("".join(f"    {body}\n" for body in forms.values()), core, arch))
    source = tmp_path / "k.cpp"
    source.write_text(assemble(parse_pto(text, "k.pto"))["k"].cpp_text)
    command = find_compiler().compile_command(source, tmp_path / "k.o", INCLUDE, ["-fsyntax-only"])
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name, body", REFUSED.values(), ids=list(REFUSED))
def test_what_the_device_has_not_is_refused_by_name(name: str, body: str) -> None:
    with pytest.raises(PtoSyntaxError, match="not supported on the CPU device yet") as caught:
        read(module(f"    {body}", "vector", "a2a3"))
    assert (caught.value.code, name in caught.value.message) == ("pto-unsupported", True)
    assert caught.value.span is not None and caught.value.span.line > START.count("\n")


def test_what_runs_on_the_other_core_is_refused() -> None:
    for core, forms in (("cube", ["tadd", "tcvt RINT"]), ("vector", ["tmatmul"])):
        for name in forms:
            body = (VECTOR_FORMS | CUBE_FORMS)[name]
            own = "vector" if core == "cube" else "cube"
            text = module(f"    {body}", own, "a2a3").replace(f"kernel_kind<{own}>", f"kernel_kind<{core}>")
            with pytest.raises(UserError) as caught:
                verify(parse_pto(text, "k.pto"))
            assert "pto-core" in str(caught.value)


PIPES = ["aic_initialize_pipe", "aiv_initialize_pipe", "import_reserved_buffer", "reserve_buffer"]
PIPES += [f"{word}_{core}" for core in ("aic", "aiv") for word in ("tfree_from", "tpop_from", "tpush_to")]
NEWER = ["tmatmul.mx", "tmatmul.mx.acc", "tmatmul.mx.bias", "trandom"]


def test_every_name_has_a_row() -> None:
    """Pipes need two functions; what only the newer chip has is tested with its operations."""
    rows = [*VECTOR_FORMS.values(), *CUBE_FORMS.values(), START, tiles("vector")]
    rows += [body for _, body in REFUSED.values()]
    said = set(re.findall(r"(?:pto|arith)\.[a-z0-9_.]+", "\n".join(rows)))
    names = {*FORMS, *(f"pto.{name}" for name in catalog.names())}
    assert names - said == {f"pto.{name}" for name in (*PIPES, *NEWER)}
